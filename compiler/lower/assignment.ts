/**
 * Assignment to any target: plain, compound, logical and destructuring. The place is evaluated before the value, the key of
 * a member is converted once when the place is read and written.
 *
 * Before: resolve.ts. After: register code; a local's own register is the target of its value where that cannot be seen.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import type { AssignmentExpression, BinaryOperator } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import type { Register } from "../emit/registers.js";
import type { ExpressionLowering, Lowering } from "./lowering.js";
import { emitBinary, immediateOf } from "./operators.js";
import { bindPattern, placeOf } from "./patterns.js";

export const lowerAssignment: ExpressionLowering<AssignmentExpression> = (f, node, target) => {
  const mark = f.registers.mark();
  return f.deliver(assign(f, node), target, mark);
};

/** An assignment whose value nobody wants. */
export function assignmentEffect(f: Lowering, node: AssignmentExpression): void {
  assign(f, node);
}

/** @returns the register of the assigned value; temporaries are the caller's to release */
function assign(f: Lowering, node: AssignmentExpression): Register {
  switch (node.operator) {
    case "=":
      return assignPlain(f, node);
    case "&&=":
    case "||=":
    case "??=":
      return assignLogical(f, node);
    default:
      return assignCompound(f, node);
  }
}

/** The name an anonymous function gets from the target, which must not be in parentheses. */
function nameFrom(node: AssignmentExpression): string | undefined {
  return node.left.type === "Identifier" && node.left.start === node.start ? node.left.name : undefined;
}

function assignPlain(f: Lowering, node: AssignmentExpression): Register {
  const { left, right } = node;
  if (left.type === "Identifier") {
    const local = f.plainLocal(left);
    if (local !== undefined) return f.expression(right, local, nameFrom(node));
    const value = f.expression(right, undefined, nameFrom(node));
    placeOf(f, left, null, false).write(value);
    return value;
  }
  if (left.type === "MemberExpression") {
    const place = placeOf(f, left, right, false);
    const value = f.expression(right);
    place.write(value);
    return value;
  }
  const value = f.operand(right, left);
  bindPattern(f, left, value, false, right);
  return value;
}

function assignCompound(f: Lowering, node: AssignmentExpression): Register {
  const { left, right } = node;
  const operator = node.operator.slice(0, -1) as BinaryOperator;
  const int = immediateOf(operator, right);
  const local = f.plainLocal(left);
  if (local !== undefined) {
    const mark = f.registers.mark();
    const old = f.operand(left, right);
    const value = int ?? f.expression(right);
    f.registers.release(mark);
    emitBinary(f, node, operator, local, old, value, int !== undefined);
    return local;
  }
  const place = placeOf(f, left, right, true);
  const old = place.read(f.registers.allocate());
  const mark = f.registers.mark();
  const value = int ?? f.expression(right);
  f.registers.release(mark);
  emitBinary(f, node, operator, old, old, value, int !== undefined);
  place.write(old);
  return old;
}

function assignLogical(f: Lowering, node: AssignmentExpression): Register {
  const { code } = f;
  const { left, right, operator } = node;
  const end = new Label();
  const local = f.plainLocal(left);
  const place = local === undefined ? placeOf(f, left, right, true) : null;
  const value = place === null ? (local as Register) : place.read(f.registers.allocate());
  if (operator === "&&=") code.emit(Op.JumpFalse, value, end);
  else if (operator === "||=") code.emit(Op.JumpTrue, value, end);
  else code.emit(Op.JumpNotNullish, value, end);
  f.expression(right, value, nameFrom(node));
  place?.write(value);
  code.bind(end);
  return value;
}
