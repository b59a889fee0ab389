/**
 * Operators: unary, binary, logical, update, and conditions as jumps.
 *
 * Conditions fuse compare and branch; the negated jump of `<` is JumpNotLt, since NaN compares false both ways. Int32 literals
 * become immediate operands, on the left only where the operator commutes and cannot mean strings. Left spines loop.
 *
 * Before: resolve.ts. After: register code.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import type { AnyNode, BinaryOperator, Expression, Identifier } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import type { Register } from "../emit/registers.js";
import type { ExpressionLowering, Lowering, NodeOf } from "./lowering.js";
import { placeOf } from "./patterns.js";

type ThreeRegisterOp =
  | Op.Add
  | Op.Sub
  | Op.Mul
  | Op.Div
  | Op.Mod
  | Op.Exp
  | Op.BitAnd
  | Op.BitOr
  | Op.BitXor
  | Op.Shl
  | Op.Shr
  | Op.UShr
  | Op.LooseEq
  | Op.LooseNe
  | Op.StrictEq
  | Op.StrictNe
  | Op.Lt
  | Op.Le
  | Op.Gt
  | Op.Ge
  | Op.InstanceOf
  | Op.In;
type IntOp =
  | Op.AddInt
  | Op.SubInt
  | Op.MulInt
  | Op.DivInt
  | Op.ModInt
  | Op.BitAndInt
  | Op.BitOrInt
  | Op.BitXorInt
  | Op.ShlInt
  | Op.ShrInt
  | Op.UShrInt;
type CompareJump =
  | Op.JumpLt
  | Op.JumpLe
  | Op.JumpGt
  | Op.JumpGe
  | Op.JumpNotLt
  | Op.JumpNotLe
  | Op.JumpNotGt
  | Op.JumpNotGe
  | Op.JumpStrictEq
  | Op.JumpStrictNe
  | Op.JumpLooseEq
  | Op.JumpLooseNe;
type IntCompareJump =
  | Op.JumpLtInt
  | Op.JumpLeInt
  | Op.JumpGtInt
  | Op.JumpGeInt
  | Op.JumpNotLtInt
  | Op.JumpNotLeInt
  | Op.JumpNotGtInt
  | Op.JumpNotGeInt
  | Op.JumpStrictEqInt
  | Op.JumpStrictNeInt;

interface BinaryRow {
  readonly op: ThreeRegisterOp;
  /** With an immediate right operand. */
  readonly int?: IntOp;
  /** The immediate may stand on the left: the operator always converts to numbers and commutes. */
  readonly commutes?: true;
}

const BINARY: Readonly<Record<BinaryOperator, BinaryRow>> = {
  "+": { op: Op.Add, int: Op.AddInt },
  "-": { op: Op.Sub, int: Op.SubInt },
  "*": { op: Op.Mul, int: Op.MulInt, commutes: true },
  "/": { op: Op.Div, int: Op.DivInt },
  "%": { op: Op.Mod, int: Op.ModInt },
  "**": { op: Op.Exp },
  "&": { op: Op.BitAnd, int: Op.BitAndInt, commutes: true },
  "|": { op: Op.BitOr, int: Op.BitOrInt, commutes: true },
  "^": { op: Op.BitXor, int: Op.BitXorInt, commutes: true },
  "<<": { op: Op.Shl, int: Op.ShlInt },
  ">>": { op: Op.Shr, int: Op.ShrInt },
  ">>>": { op: Op.UShr, int: Op.UShrInt },
  "==": { op: Op.LooseEq },
  "!=": { op: Op.LooseNe },
  "===": { op: Op.StrictEq },
  "!==": { op: Op.StrictNe },
  "<": { op: Op.Lt },
  "<=": { op: Op.Le },
  ">": { op: Op.Gt },
  ">=": { op: Op.Ge },
  instanceof: { op: Op.InstanceOf },
  in: { op: Op.In },
};

interface JumpRow {
  readonly yes: CompareJump;
  readonly no: CompareJump;
  readonly yesInt?: IntCompareJump;
  readonly noInt?: IntCompareJump;
  /** The operator with its operands exchanged. */
  readonly swapped?: BinaryOperator;
}

const JUMPS: ReadonlyMap<BinaryOperator, JumpRow> = new Map<BinaryOperator, JumpRow>([
  ["<", { yes: Op.JumpLt, no: Op.JumpNotLt, yesInt: Op.JumpLtInt, noInt: Op.JumpNotLtInt, swapped: ">" }],
  ["<=", { yes: Op.JumpLe, no: Op.JumpNotLe, yesInt: Op.JumpLeInt, noInt: Op.JumpNotLeInt, swapped: ">=" }],
  [">", { yes: Op.JumpGt, no: Op.JumpNotGt, yesInt: Op.JumpGtInt, noInt: Op.JumpNotGtInt, swapped: "<" }],
  [">=", { yes: Op.JumpGe, no: Op.JumpNotGe, yesInt: Op.JumpGeInt, noInt: Op.JumpNotGeInt, swapped: "<=" }],
  [
    "===",
    {
      yes: Op.JumpStrictEq,
      no: Op.JumpStrictNe,
      yesInt: Op.JumpStrictEqInt,
      noInt: Op.JumpStrictNeInt,
      swapped: "===",
    },
  ],
  [
    "!==",
    {
      yes: Op.JumpStrictNe,
      no: Op.JumpStrictEq,
      yesInt: Op.JumpStrictNeInt,
      noInt: Op.JumpStrictEqInt,
      swapped: "!==",
    },
  ],
  ["==", { yes: Op.JumpLooseEq, no: Op.JumpLooseNe }],
  ["!=", { yes: Op.JumpLooseNe, no: Op.JumpLooseEq }],
]);

/** The value of an int32 literal, its sign included. */
export function intLiteral(node: AnyNode): number | undefined {
  if (node.type === "Literal" && typeof node.value === "number") {
    return (node.value | 0) === node.value && !Object.is(node.value, -0) ? node.value : undefined;
  }
  if (node.type === "UnaryExpression" && node.operator === "-" && node.argument.type === "Literal") {
    const { value } = node.argument;
    return typeof value === "number" && value !== 0 && (-value | 0) === -value ? -value : undefined;
  }
  return undefined;
}

function isUndefined(f: Lowering, node: AnyNode): boolean {
  return node.type === "Identifier" && node.name === "undefined" && f.bindingOf(node) === undefined;
}

function isNull(node: AnyNode): boolean {
  return node.type === "Literal" && node.value === null && node.regex === undefined && node.bigint === undefined;
}

// ---- binary ----

/** A binary expression and everything down its left spine. */
export const lowerBinary: ExpressionLowering<NodeOf<"BinaryExpression">> = (f, root, target) => {
  const { registers } = f;
  const mark = registers.mark();
  const spine: NodeOf<"BinaryExpression">[] = [];
  let innermost: AnyNode = root;
  while (innermost.type === "BinaryExpression" && innermost.left.type !== "PrivateIdentifier") {
    spine.push(innermost);
    innermost = innermost.left;
  }
  if (innermost.type === "BinaryExpression") {
    // #name in object
    const dst = privateIn(f, innermost, spine.length === 0 ? target : undefined);
    if (spine.length === 0) return dst;
    return spineUp(f, spine, dst, undefined, target, mark);
  }
  const first = spine[spine.length - 1];
  const immediate =
    BINARY[first.operator].commutes && intLiteral(first.right) === undefined ? intLiteral(innermost) : undefined;
  const left = immediate === undefined ? f.operand(innermost, first.right) : undefined;
  return spineUp(f, spine, left, immediate, target, mark);
};

function spineUp(
  f: Lowering,
  spine: readonly NodeOf<"BinaryExpression">[],
  first: Register | undefined,
  immediate: number | undefined,
  target: Register | undefined,
  mark: number,
): Register {
  const { registers } = f;
  let left = first;
  for (let i = spine.length - 1; i >= 0; i--) {
    const node = spine[i];
    const { op, int } = BINARY[node.operator];
    const right = int === undefined ? undefined : intLiteral(node.right);
    const isLast = i === 0;
    if (left === undefined) {
      const operand = f.expression(node.right);
      left = result(f, isLast ? target : undefined, mark);
      f.at(node).emit(int as IntOp, left, operand, immediate as number);
    } else if (right !== undefined) {
      const dst = result(f, isLast ? target : undefined, mark);
      f.at(node).emit(int as IntOp, dst, left, right);
      left = dst;
    } else {
      const operand = f.expression(node.right);
      const dst = result(f, isLast ? target : undefined, mark);
      f.at(node).emit(op, dst, left, operand);
      left = dst;
    }
  }
  registers.expect(target === undefined ? mark + 1 : mark, "a binary expression");
  return left as Register;
}

/** Releases the operands and gives the register of the result. */
function result(f: Lowering, target: Register | undefined, mark: number): Register {
  f.registers.release(mark);
  return f.destination(target);
}

function privateIn(f: Lowering, node: NodeOf<"BinaryExpression">, target: Register | undefined): Register {
  const mark = f.registers.mark();
  const name = f.expression(node.left);
  const object = f.expression(node.right);
  const dst = result(f, target, mark);
  f.at(node).emit(Op.PrivateIn, dst, name, object);
  return dst;
}

/** `dst = left operator right` for registers, or an int32 literal on the right. */
export function emitBinary(
  f: Lowering,
  node: AnyNode,
  operator: BinaryOperator,
  dst: Register,
  left: Register,
  right: Register | number,
  isInt: boolean,
): void {
  const { op, int } = BINARY[operator];
  if (isInt) f.at(node).emit(int as IntOp, dst, left, right);
  else f.at(node).emit(op, dst, left, right as Register);
}

/** The immediate right operand of an operator, if it takes one. */
export function immediateOf(operator: BinaryOperator, right: Expression): number | undefined {
  return BINARY[operator].int === undefined ? undefined : intLiteral(right);
}

// ---- logical ----

/** The operands of a chain of one logical operator, left to right. */
function chainOf(root: NodeOf<"LogicalExpression">): Expression[] {
  const operands: Expression[] = [];
  let node: Expression = root;
  while (node.type === "LogicalExpression" && node.operator === root.operator) {
    operands.push(node.right);
    node = node.left;
  }
  operands.push(node);
  return operands.reverse();
}

export const lowerLogical: ExpressionLowering<NodeOf<"LogicalExpression">> = (f, node, target, name) => {
  const { code, registers } = f;
  const mark = registers.mark();
  const dst = f.scratch(target);
  const end = new Label();
  const operands = chainOf(node);
  for (const [index, operand] of operands.entries()) {
    f.expression(operand, dst, name);
    if (index === operands.length - 1) break;
    if (node.operator === "&&") code.emit(Op.JumpFalse, dst, end);
    else if (node.operator === "||") code.emit(Op.JumpTrue, dst, end);
    else code.emit(Op.JumpNotNullish, dst, end);
  }
  code.bind(end);
  return f.deliver(dst, target, mark);
};

// ---- conditions ----

/** Jumps to `label` when the truth of `node` is `sense`. */
export function jumpIf(f: Lowering, root: Expression, wanted: boolean, label: Label): void {
  let node = root;
  let sense = wanted;
  while (node.type === "UnaryExpression" && node.operator === "!") {
    node = node.argument;
    sense = !sense;
  }
  if (node.type === "Literal" && (typeof node.value === "boolean" || typeof node.value === "number")) {
    if (Boolean(node.value) === sense) f.code.emit(Op.Jump, label);
    return;
  }
  if (node.type === "LogicalExpression" && node.operator !== "??") {
    const operands = chainOf(node);
    const stopsEarly = (node.operator === "&&") === sense;
    const skip = stopsEarly ? new Label() : label;
    for (const [index, operand] of operands.entries()) {
      const isLast = index === operands.length - 1;
      f.jumpIf(operand, isLast || !stopsEarly ? sense : !sense, isLast ? label : skip);
    }
    if (stopsEarly) f.code.bind(skip);
    return;
  }
  if (node.type === "BinaryExpression" && node.left.type !== "PrivateIdentifier" && jumpCompare(f, node, sense, label))
    return;
  const value = f.expression(node);
  f.code.emit(sense ? Op.JumpTrue : Op.JumpFalse, value, label);
}

function jumpCompare(f: Lowering, node: NodeOf<"BinaryExpression">, sense: boolean, label: Label): boolean {
  const row = JUMPS.get(node.operator);
  if (row === undefined) return false;
  const { code } = f;
  const left = node.left as Expression;
  const { right } = node;
  const isEquality = node.operator.length >= 2 && node.operator.endsWith("=") && !/[<>]/.test(node.operator);
  if (isEquality) {
    const isLoose = node.operator.length === 2;
    const positive = (node.operator[0] === "=") === sense;
    const literalSide = [right, left].find((side) => isUndefined(f, side) || (isLoose && isNull(side)));
    if (literalSide !== undefined) {
      const value = f.expression(literalSide === right ? left : right);
      if (isLoose) f.at(node).emit(positive ? Op.JumpNullish : Op.JumpNotNullish, value, label);
      else f.at(node).emit(positive ? Op.JumpUndefined : Op.JumpNotUndefined, value, label);
      return true;
    }
  }
  const int = intLiteral(right);
  if (int !== undefined && row.yesInt !== undefined) {
    const value = f.expression(left);
    f.at(node).emit((sense ? row.yesInt : row.noInt) as IntCompareJump, value, int, label);
    return true;
  }
  const leftInt = intLiteral(left);
  if (leftInt !== undefined && row.swapped !== undefined && row.yesInt !== undefined) {
    const swapped = JUMPS.get(row.swapped) as JumpRow;
    const value = f.expression(right);
    f.at(node).emit((sense ? swapped.yesInt : swapped.noInt) as IntCompareJump, value, leftInt, label);
    return true;
  }
  const lhs = f.operand(left, right);
  const rhs = f.expression(right);
  code.at(node.start, node.end).emit(sense ? row.yes : row.no, lhs, rhs, label);
  return true;
}

// ---- unary ----

export const lowerUnary: ExpressionLowering<NodeOf<"UnaryExpression">> = (f, node, target) => {
  const { registers } = f;
  const { operator, argument } = node;
  if (operator === "delete") return lowerDelete(f, node, target);
  if (operator === "void") {
    f.effect(argument);
    return f.loadUndefined(target);
  }
  if (operator === "typeof" && argument.type === "Identifier" && isGlobal(f, argument)) {
    const dst = f.destination(target);
    f.at(node).emit(Op.TypeofGlobal, dst, f.code.constants.site(argument.name));
    return dst;
  }
  if (operator === "-" && argument.type === "Literal") {
    if (typeof argument.value === "number") return f.loadConst(-argument.value, target);
    if (typeof argument.value === "bigint") return f.loadConst(-argument.value, target);
  }
  const mark = registers.mark();
  const value = f.expression(argument);
  const dst = result(f, target, mark);
  f.at(node);
  switch (operator) {
    case "-":
      f.code.emit(Op.Neg, dst, value);
      break;
    case "+":
      f.code.emit(Op.ToNumber, dst, value);
      break;
    case "~":
      f.code.emit(Op.BitNot, dst, value);
      break;
    case "!":
      f.code.emit(Op.Not, dst, value);
      break;
    case "typeof":
      f.code.emit(Op.Typeof, dst, value);
      break;
  }
  return dst;
};

function isGlobal(f: Lowering, node: Identifier): boolean {
  return f.bindingOf(node) === undefined && f.unit.library === null && !isUndefined(f, node);
}

const REFERENCE_ERROR = 1;

/** `delete`; of an optional chain see calls.ts. */
function lowerDelete(f: Lowering, node: NodeOf<"UnaryExpression">, target: Register | undefined): Register {
  const { code, registers } = f;
  const { argument } = node;
  if (argument.type === "ChainExpression") return f.unit.tables.deleteChain(f, argument, target);
  if (argument.type !== "MemberExpression") {
    f.effect(argument);
    return f.loadConst(true, target);
  }
  const mark = registers.mark();
  if (argument.object.type === "Super") {
    f.pseudo("this", argument.object);
    if (argument.computed) f.expression(argument.property);
    f.at(node).emit(Op.ThrowError, REFERENCE_ERROR, code.constants.add("Unsupported reference to 'super'"));
    registers.release(mark);
    return f.destination(target);
  }
  const object = f.operand(argument.object, argument.computed ? argument.property : null);
  const key = argument.computed
    ? f.expression(argument.property)
    : f.loadConst((argument.property as Identifier).name, undefined);
  const dst = result(f, target, mark);
  f.at(node).emit(Op.DeleteElement, dst, object, key);
  return dst;
}

// ---- update ----

/** `++` and `--` whose value is used. */
export const lowerUpdate: ExpressionLowering<NodeOf<"UpdateExpression">> = (f, node, target) => {
  const { code, registers } = f;
  const op = node.operator === "++" ? Op.Inc : Op.Dec;
  const mark = registers.mark();
  const local = f.plainLocal(node.argument);
  if (local !== undefined) {
    if (node.prefix) {
      f.at(node).emit(op, local, local);
      return f.deliver(local, target, mark);
    }
    const old = target === undefined || target === local ? registers.allocate() : target;
    f.at(node).emit(Op.ToNumeric, old, local);
    code.emit(op, local, old);
    return f.deliver(old, target, mark);
  }
  const place = placeOf(f, node.argument as Expression & { type: "Identifier" }, null, true);
  const old = place.read(registers.allocate());
  const updated = registers.allocate();
  f.at(node);
  if (node.prefix) code.emit(op, updated, old);
  else {
    code.emit(Op.ToNumeric, old, old);
    code.emit(op, updated, old);
  }
  place.write(updated);
  return f.deliver(node.prefix ? updated : old, target, mark);
};

/** `++` and `--` as a statement: no old value is kept. */
export function updateEffect(f: Lowering, node: NodeOf<"UpdateExpression">): void {
  const op = node.operator === "++" ? Op.Inc : Op.Dec;
  const local = f.plainLocal(node.argument);
  if (local !== undefined) {
    f.at(node).emit(op, local, local);
    return;
  }
  const place = placeOf(f, node.argument as Expression & { type: "Identifier" }, null, true);
  const value = place.read(f.registers.allocate());
  f.at(node).emit(op, value, value);
  place.write(value);
}
