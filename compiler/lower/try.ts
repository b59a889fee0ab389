/**
 * try, catch, finally. A catch is a handler range over the try block. A finally block is emitted once and entered with a
 * completion record in two registers (see emit/jumps.ts): by falling in, by its own handler, or by a jump on its way out.
 *
 * Before: statements. After: handler ranges, inner before outer, none covering its own handler.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { Label } from "../emit/function-builder.js";
import { type FinallyEntry, NORMAL, THROW } from "../emit/jumps.js";
import type { Lowering, NodeOf } from "./lowering.js";
import { bindPattern, reserveNames } from "./patterns.js";

export function lowerTry(f: Lowering, node: NodeOf<"TryStatement">): void {
  const { finalizer } = node;
  if (finalizer == null) {
    tryCatch(f, node);
    return;
  }
  const { code, registers, control } = f;
  const mark = registers.mark();
  const kind = registers.allocate();
  const value = registers.allocate();
  const handler = new Label();
  const region = code.openRegion(handler, value);
  const entry: FinallyEntry = { type: "finally", kind, value, label: new Label(), region, returns: false, jumps: [] };
  control.push(entry);
  if (node.handler == null) f.statement(node.block);
  else tryCatch(f, node);
  control.pop(entry);
  code.closeRegion(region);
  if (!code.unreachable) {
    code.emit(Op.LoadInt, kind, NORMAL);
    code.emit(Op.Jump, entry.label);
  }
  code.bind(handler);
  code.emit(Op.LoadInt, kind, THROW);
  code.bind(entry.label);
  f.statement(finalizer);
  if (!code.unreachable) control.dispatch(entry, f.emitReturn);
  registers.release(mark);
}

function tryCatch(f: Lowering, node: NodeOf<"TryStatement">): void {
  const { code, registers, control } = f;
  const clause = node.handler as NodeOf<"CatchClause">;
  const mark = registers.mark();
  const thrown = registers.allocate();
  const handler = new Label();
  const end = new Label();
  const region = code.openRegion(handler, thrown);
  const entry = control.push({ type: "region", region });
  f.statement(node.block);
  control.pop(entry);
  code.closeRegion(region);
  if (!code.unreachable) code.emit(Op.Jump, end);
  code.bind(handler);
  const scope = f.unit.resolution.scopes.get(clause);
  const { param } = clause;
  if (param?.type === "Identifier" && scope !== undefined) {
    const binding = f.bindingOf(param);
    if (binding === undefined) throw new Error("Invariant: a catch parameter without a binding");
    binding.register = thrown;
    registers.own(thrown, binding);
    if (binding.captured) code.emit(Op.WrapCell, thrown);
  } else if (param != null && scope !== undefined) {
    f.enterScope(scope);
    reserveNames(f, param);
    bindPattern(f, param, thrown, true);
  }
  f.statement(clause.body);
  code.bind(end);
  registers.release(mark);
}
