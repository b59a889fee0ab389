/**
 * The dispatch of the lowering: one table for statements, one for expressions, exhaustive over the node types accepted.
 * The families in this folder reach each other only through these tables.
 *
 * Before: resolve.ts. After: emit/, and the finished Program.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import type { AnyNode, Expression, Statement } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import { assignmentEffect, lowerAssignment } from "./assignment.js";
import { deleteChain, lowerNew, lowerOptionalChain, lowerSpine } from "./calls.js";
import { lowerClass } from "./classes.js";
import {
  lowerAwait,
  lowerConditional,
  lowerIdentifier,
  lowerMetaProperty,
  lowerPrivateName,
  lowerSequence,
  lowerTemplate,
  lowerThis,
  lowerYield,
} from "./expressions.js";
import { lowerFunction } from "./functions.js";
import { lowerArray, lowerLiteral, lowerObject } from "./literals.js";
import { lowerDoWhile, lowerFor, lowerForIn, lowerForOf, lowerWhile } from "./loops.js";
import type { ExpressionLowering, Lowering, NodeOf, Tables } from "./lowering.js";
import { jumpIf, lowerBinary, lowerLogical, lowerUnary, lowerUpdate, updateEffect } from "./operators.js";
import {
  lowerBlock,
  lowerClassDeclaration,
  lowerIf,
  lowerLabeled,
  lowerReturn,
  lowerSwitch,
  lowerThrow,
  lowerVariables,
} from "./statements.js";
import { lowerTry } from "./try.js";

type ExpressionType = Expression["type"] | "PrivateIdentifier" | "ClassDeclaration";
type Refused = "ImportExpression" | "ParenthesizedExpression" | "WithStatement";

const EXPRESSIONS: { readonly [T in Exclude<ExpressionType, Refused>]: ExpressionLowering<NodeOf<T>> } = {
  ArrayExpression: lowerArray,
  ArrowFunctionExpression: lowerFunction,
  AssignmentExpression: lowerAssignment,
  AwaitExpression: lowerAwait,
  BinaryExpression: lowerBinary,
  CallExpression: lowerSpine,
  ChainExpression: lowerOptionalChain,
  ClassDeclaration: lowerClass,
  ClassExpression: lowerClass,
  ConditionalExpression: lowerConditional,
  FunctionExpression: lowerFunction,
  Identifier: lowerIdentifier,
  Literal: lowerLiteral,
  LogicalExpression: lowerLogical,
  MemberExpression: lowerSpine,
  MetaProperty: lowerMetaProperty,
  NewExpression: lowerNew,
  ObjectExpression: lowerObject,
  PrivateIdentifier: lowerPrivateName,
  SequenceExpression: lowerSequence,
  TaggedTemplateExpression: lowerSpine,
  TemplateLiteral: lowerTemplate,
  ThisExpression: lowerThis,
  UnaryExpression: lowerUnary,
  UpdateExpression: lowerUpdate,
  YieldExpression: lowerYield,
};

type StatementLowering<N> = (f: Lowering, node: N, labels: readonly string[]) => void;

const STATEMENTS: { readonly [T in Exclude<Statement["type"], Refused>]: StatementLowering<NodeOf<T>> } = {
  BlockStatement: lowerBlock,
  BreakStatement: (f, node) => {
    f.at(node);
    f.control.leaveTo("break", node.label?.name ?? null);
  },
  ClassDeclaration: lowerClassDeclaration,
  ContinueStatement: (f, node) => {
    f.at(node);
    f.control.leaveTo("continue", node.label?.name ?? null);
  },
  DebuggerStatement: () => {},
  DoWhileStatement: lowerDoWhile,
  EmptyStatement: () => {},
  ExpressionStatement: (f, node) => f.effect(node.expression),
  ForInStatement: lowerForIn,
  ForOfStatement: lowerForOf,
  ForStatement: lowerFor,
  // Made when its scope is entered.
  FunctionDeclaration: () => {},
  IfStatement: lowerIf,
  LabeledStatement: lowerLabeled,
  ReturnStatement: lowerReturn,
  SwitchStatement: lowerSwitch,
  ThrowStatement: lowerThrow,
  TryStatement: lowerTry,
  VariableDeclaration: lowerVariables,
  WhileStatement: lowerWhile,
};

const expressionTable = new Map<string, ExpressionLowering<never>>(Object.entries(EXPRESSIONS));
const statementTable = new Map<string, StatementLowering<never>>(Object.entries(STATEMENTS));

function refused(node: AnyNode): never {
  throw new Error(`Invariant: ${node.type} reached the lowering`);
}

/** Evaluates for side effects only, without making a value where that saves instructions. */
function effect(f: Lowering, node: Expression): void {
  switch (node.type) {
    case "AssignmentExpression":
      assignmentEffect(f, node);
      return;
    case "UpdateExpression":
      updateEffect(f, node);
      return;
    case "SequenceExpression":
      for (const part of node.expressions) f.effect(part);
      return;
    case "LogicalExpression": {
      const end = new Label();
      if (node.operator === "??") {
        const value = f.expression(node.left);
        f.code.emit(Op.JumpNotNullish, value, end);
      } else f.jumpIf(node.left, node.operator === "||", end);
      f.effect(node.right);
      f.code.bind(end);
      return;
    }
    case "ConditionalExpression": {
      const otherwise = new Label();
      const end = new Label();
      f.jumpIf(node.test, false, otherwise);
      f.effect(node.consequent);
      f.code.emit(Op.Jump, end);
      f.code.bind(otherwise);
      f.effect(node.alternate);
      f.code.bind(end);
      return;
    }
    case "Literal":
      return;
    default:
      f.expression(node);
  }
}

export const TABLES: Tables = {
  expression(f, node, target, name) {
    const lower = expressionTable.get(node.type) ?? refused(node);
    return lower(f, node as never, target, name);
  },
  statement(f, node, labels) {
    const lower = statementTable.get(node.type) ?? refused(node);
    lower(f, node as never, labels);
  },
  effect,
  jumpIf,
  deleteChain,
  closure: lowerFunction,
};
