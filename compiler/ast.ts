/**
 * The ESTree nodes the compiler works on, and the one typed walk over them.
 *
 * Nodes are Acorn's: `start` and `end` are UTF-16 offsets, rewritten where needed so that they always refer to the source
 * as submitted. CHILD_KEYS is exhaustive over the node types by its type, so a node type Acorn adds does not compile until
 * somebody says what its children are. Walks use an explicit stack: a tree never sets the depth of the host's.
 *
 * Before: parse.ts makes the tree. After: subset.ts, scope/ and lower/ read it.
 */
import type { AnyNode, Program } from "acorn";

export type {
  AnonymousClassDeclaration,
  AnonymousFunctionDeclaration,
  AnyNode,
  ArrayExpression,
  ArrayPattern,
  ArrowFunctionExpression,
  AssignmentExpression,
  AssignmentOperator,
  AssignmentPattern,
  AssignmentProperty,
  AwaitExpression,
  BinaryExpression,
  BinaryOperator,
  BlockStatement,
  BreakStatement,
  CallExpression,
  CatchClause,
  ChainExpression,
  Class,
  ClassBody,
  ClassDeclaration,
  ClassExpression,
  ConditionalExpression,
  ContinueStatement,
  Declaration,
  DoWhileStatement,
  EmptyStatement,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  ExpressionStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Function as FunctionNode,
  FunctionDeclaration,
  FunctionExpression,
  Identifier,
  IfStatement,
  ImportDeclaration,
  LabeledStatement,
  Literal,
  LogicalExpression,
  LogicalOperator,
  MemberExpression,
  MetaProperty,
  MethodDefinition,
  ModuleDeclaration,
  NewExpression,
  ObjectExpression,
  ObjectPattern,
  Pattern,
  PrivateIdentifier,
  Program,
  Property,
  PropertyDefinition,
  RestElement,
  ReturnStatement,
  SequenceExpression,
  SpreadElement,
  Statement,
  StaticBlock,
  Super,
  SwitchCase,
  SwitchStatement,
  TaggedTemplateExpression,
  TemplateElement,
  TemplateLiteral,
  ThisExpression,
  ThrowStatement,
  TryStatement,
  UnaryExpression,
  UnaryOperator,
  UpdateExpression,
  UpdateOperator,
  VariableDeclaration,
  VariableDeclarator,
  WhileStatement,
  YieldExpression,
} from "acorn";

export type NodeType = AnyNode["type"];

/** The fields of each node type that hold nodes, in the order of the source. */
export const CHILD_KEYS = {
  ArrayExpression: ["elements"],
  ArrayPattern: ["elements"],
  ArrowFunctionExpression: ["params", "body"],
  AssignmentExpression: ["left", "right"],
  AssignmentPattern: ["left", "right"],
  AwaitExpression: ["argument"],
  BinaryExpression: ["left", "right"],
  BlockStatement: ["body"],
  BreakStatement: ["label"],
  CallExpression: ["callee", "arguments"],
  CatchClause: ["param", "body"],
  ChainExpression: ["expression"],
  ClassBody: ["body"],
  ClassDeclaration: ["id", "superClass", "body"],
  ClassExpression: ["id", "superClass", "body"],
  ConditionalExpression: ["test", "consequent", "alternate"],
  ContinueStatement: ["label"],
  DebuggerStatement: [],
  DoWhileStatement: ["body", "test"],
  EmptyStatement: [],
  ExportAllDeclaration: ["exported", "source", "attributes"],
  ExportDefaultDeclaration: ["declaration"],
  ExportNamedDeclaration: ["declaration", "specifiers", "source", "attributes"],
  ExportSpecifier: ["local", "exported"],
  ExpressionStatement: ["expression"],
  ForInStatement: ["left", "right", "body"],
  ForOfStatement: ["left", "right", "body"],
  ForStatement: ["init", "test", "update", "body"],
  FunctionDeclaration: ["id", "params", "body"],
  FunctionExpression: ["id", "params", "body"],
  Identifier: [],
  IfStatement: ["test", "consequent", "alternate"],
  ImportAttribute: ["key", "value"],
  ImportDeclaration: ["specifiers", "source", "attributes"],
  ImportDefaultSpecifier: ["local"],
  ImportExpression: ["source", "options"],
  ImportNamespaceSpecifier: ["local"],
  ImportSpecifier: ["imported", "local"],
  LabeledStatement: ["label", "body"],
  Literal: [],
  LogicalExpression: ["left", "right"],
  MemberExpression: ["object", "property"],
  MetaProperty: ["meta", "property"],
  MethodDefinition: ["key", "value"],
  NewExpression: ["callee", "arguments"],
  ObjectExpression: ["properties"],
  ObjectPattern: ["properties"],
  ParenthesizedExpression: ["expression"],
  PrivateIdentifier: [],
  Program: ["body"],
  Property: ["key", "value"],
  PropertyDefinition: ["key", "value"],
  RestElement: ["argument"],
  ReturnStatement: ["argument"],
  SequenceExpression: ["expressions"],
  SpreadElement: ["argument"],
  StaticBlock: ["body"],
  Super: [],
  SwitchCase: ["test", "consequent"],
  SwitchStatement: ["discriminant", "cases"],
  TaggedTemplateExpression: ["tag", "quasi"],
  TemplateElement: [],
  TemplateLiteral: ["quasis", "expressions"],
  ThisExpression: [],
  ThrowStatement: ["argument"],
  TryStatement: ["block", "handler", "finalizer"],
  UnaryExpression: ["argument"],
  UpdateExpression: ["argument"],
  VariableDeclaration: ["declarations"],
  VariableDeclarator: ["id", "init"],
  WhileStatement: ["test", "body"],
  WithStatement: ["object", "body"],
  YieldExpression: ["argument"],
} as const satisfies Record<NodeType, readonly string[]>;

/**
 * Visits `root` and everything below it in source order, each node before its children.
 * @param enter returning false skips the children of the node
 */
export function walk(root: AnyNode, enter: (node: AnyNode) => unknown): void {
  const stack: AnyNode[] = [root];
  while (stack.length > 0) {
    const node = stack.pop() as AnyNode;
    if (enter(node) === false) continue;
    const first = stack.length;
    for (const child of childrenOf(node)) stack.push(child);
    reverseFrom(stack, first);
  }
}

/** The children of a node in source order (a template's parts in the order of their fields). */
export function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  const fields = node as unknown as Record<string, AnyNode | readonly (AnyNode | null)[] | null | undefined>;
  for (const key of CHILD_KEYS[node.type]) {
    const field = fields[key];
    if (field == null) continue;
    if (isList(field)) {
      for (const child of field) if (child !== null) children.push(child);
    } else {
      children.push(field);
    }
  }
  return children;
}

/** A deep copy of a tree as plain data, without the host's RegExp objects: the form of an AST dump. */
export function toPlain(root: Program): unknown {
  return JSON.parse(
    JSON.stringify(root, (key, value) =>
      typeof value === "bigint" || (key === "value" && value instanceof RegExp) ? String(value) : value,
    ),
  );
}

function isList(field: AnyNode | readonly (AnyNode | null)[]): field is readonly (AnyNode | null)[] {
  return Array.isArray(field);
}

function reverseFrom(list: AnyNode[], first: number): void {
  for (let low = first, high = list.length - 1; low < high; low++, high--) {
    const swapped = list[low];
    list[low] = list[high];
    list[high] = swapped;
  }
}
