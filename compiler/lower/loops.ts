/**
 * Loops: for, for-in, for-of, for-await, while, do-while. Tests sit at the top and jump out; the one backward jump is the
 * JumpLoop at the end, which charges the loop's cost. Captured `let` bindings of a head are fresh in every iteration.
 *
 *   top:  next or test -> exit      body      continue:  copies, update, JumpLoop top      closing handler      exit:
 *
 * Before: resolve.ts. After: code whose backward jumps are all paid for.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import type { AnyNode, Expression, Pattern } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import type { Register } from "../emit/registers.js";
import { type Binding, BindingKind, type Scope } from "../scope/scope.js";
import { hasEarlyCell, type Lowering, type NodeOf } from "./lowering.js";
import { bindPattern, reserveNames } from "./patterns.js";
import { addDisposable, withDisposal } from "./statements.js";

type ForEach = NodeOf<"ForInStatement"> | NodeOf<"ForOfStatement">;

export function lowerWhile(f: Lowering, node: NodeOf<"WhileStatement">, labels: readonly string[]): void {
  const exit = new Label();
  const again = new Label();
  const top = f.code.openLoop();
  f.jumpIf(node.test, false, exit);
  loopBody(f, node.body, labels, exit, again);
  f.code.bind(again);
  f.code.closeLoop(top);
  f.code.bind(exit);
}

export function lowerDoWhile(f: Lowering, node: NodeOf<"DoWhileStatement">, labels: readonly string[]): void {
  const exit = new Label();
  const again = new Label();
  const top = f.code.openLoop();
  loopBody(f, node.body, labels, exit, again);
  f.code.bind(again);
  f.jumpIf(node.test, false, exit);
  f.code.closeLoop(top);
  f.code.bind(exit);
}

function loopBody(f: Lowering, body: AnyNode, labels: readonly string[], exit: Label, again: Label): void {
  const entry = f.control.push({ type: "target", labels, breakable: true, breakLabel: exit, continueLabel: again });
  f.statement(body);
  f.control.pop(entry);
}

export function lowerFor(f: Lowering, node: NodeOf<"ForStatement">, labels: readonly string[]): void {
  const { registers } = f;
  const mark = registers.mark();
  const scope = f.unit.resolution.scopes.get(node);
  if (scope === undefined) forLoop(f, node, labels, []);
  else {
    f.enterScope(scope);
    const fresh = [...scope.bindings.values()].filter(
      (binding) => binding.kind === BindingKind.Let && binding.captured,
    );
    withDisposal(f, scope, () => forLoop(f, node, labels, fresh));
  }
  registers.release(mark);
}

function forLoop(
  f: Lowering,
  node: NodeOf<"ForStatement">,
  labels: readonly string[],
  fresh: readonly Binding[],
): void {
  const { code } = f;
  const { init, test, update } = node;
  if (init?.type === "VariableDeclaration") f.statement(init);
  else if (init != null) f.effect(init);
  if (fresh.some((binding) => binding.capturedInHead)) copyCells(f, fresh);
  const exit = new Label();
  const again = new Label();
  const top = code.openLoop();
  if (test != null) f.jumpIf(test, false, exit);
  loopBody(f, node.body, labels, exit, again);
  code.bind(again);
  copyCells(f, fresh);
  if (update != null) f.effect(update);
  code.closeLoop(top);
  code.bind(exit);
}

function copyCells(f: Lowering, bindings: readonly Binding[]): void {
  for (const binding of bindings) f.code.emit(Op.CopyCell, binding.register as Register);
}

// ---- for-in and for-of ----

/** Enters the scope of a head, in which the expression to iterate sees the names as not yet initialised. */
function enterHead(f: Lowering, node: ForEach): Scope | undefined {
  const scope = f.unit.resolution.scopes.get(node);
  if (scope !== undefined) f.enterScope(scope);
  return scope;
}

/** A fresh set of bindings for one iteration. */
function renew(f: Lowering, scope: Scope | undefined): void {
  for (const binding of scope?.bindings.values() ?? []) {
    if (binding.register < 0) continue;
    const register = binding.register as Register;
    if (hasEarlyCell(binding)) f.code.emit(binding.needsTdz ? Op.NewTdzCell : Op.NewCell, register);
    else if (binding.needsTdz) f.code.emit(Op.LoadTdz, register);
  }
}

/** The name a head declares, when its value can go straight to the local's register. */
function directName(f: Lowering, node: ForEach): Binding | undefined {
  const { left } = node;
  if (left.type !== "VariableDeclaration" || left.kind === "var") return undefined;
  const { id } = left.declarations[0];
  const binding = id.type === "Identifier" ? f.bindingOf(id) : undefined;
  return binding === undefined || binding.needsTdz || hasEarlyCell(binding) ? undefined : binding;
}

/** Where each value arrives: the local itself, or a temporary. Allocated before the loop starts. */
function arrival(f: Lowering, node: ForEach, direct: Binding | undefined): Register {
  const { left } = node;
  if (direct !== undefined) return f.home(direct);
  if (left.type === "VariableDeclaration" && left.kind !== "var") reserveNames(f, left.declarations[0].id);
  return f.registers.allocate();
}

/** Binds or assigns the value that arrived. */
function bindHead(f: Lowering, node: ForEach, value: Register, direct: Binding | undefined): void {
  const { left } = node;
  if (direct !== undefined) {
    if (direct.captured) f.code.emit(Op.WrapCell, value);
    return;
  }
  const declares = left.type === "VariableDeclaration";
  const target: Pattern = declares ? left.declarations[0].id : left;
  bindPattern(f, target, value, declares);
}

export function lowerForIn(f: Lowering, node: NodeOf<"ForInStatement">, labels: readonly string[]): void {
  const { code, registers } = f;
  const mark = registers.mark();
  const scope = enterHead(f, node);
  const cursor = registers.allocate();
  const subject = registers.mark();
  f.at(node.right).emit(Op.ForInStart, cursor, f.expression(node.right));
  registers.release(subject);
  const direct = directName(f, node);
  const value = arrival(f, node, direct);
  const exit = new Label();
  const again = new Label();
  const top = code.openLoop();
  f.at(node.right).emit(Op.ForInNext, value, cursor, exit);
  renew(f, scope);
  bindHead(f, node, value, direct);
  loopBody(f, node.body, labels, exit, again);
  code.bind(again);
  code.closeLoop(top);
  code.bind(exit);
  registers.release(mark);
}

export function lowerForOf(f: Lowering, node: NodeOf<"ForOfStatement">, labels: readonly string[]): void {
  const { code, registers, control } = f;
  const mark = registers.mark();
  const scope = enterHead(f, node);
  const record = registers.allocate();
  const thrown = registers.allocate();
  iterate(f, node.right, record, node.await);
  const direct = directName(f, node);
  const value = arrival(f, node, direct);
  const exit = new Label();
  const again = new Label();
  const handler = new Label();
  const top = code.openLoop();
  // A `continue` stays inside: the target lies within the region that closes the iterator on a throw or a break.
  const outer = control.push({ type: "target", labels, breakable: true, breakLabel: exit, continueLabel: null });
  f.at(node.right);
  if (node.await) {
    code.emit(Op.AsyncIteratorNext, value, record);
    code.emit(Op.Await, value, value);
    code.emit(Op.IteratorResult, value, record, exit);
  } else code.emit(Op.IteratorNext, value, record, exit);
  const region = code.openRegion(handler, thrown);
  const close = control.push({ type: "cleanup", region, run: () => closeIterator(f, node, record) });
  const inner = control.push({ type: "target", labels, breakable: false, breakLabel: null, continueLabel: again });
  renew(f, scope);
  if (scope === undefined || scope.disposal === 0) {
    bindHead(f, node, value, direct);
    f.statement(node.body);
  } else {
    withDisposal(f, scope, () => {
      bindHead(f, node, value, direct);
      const name = [...scope.bindings.values()][0];
      const held = registers.mark();
      addDisposable(f, f.readRaw(name), scope.disposal === 2, node.left);
      registers.release(held);
      f.statement(node.body);
    });
  }
  code.bind(again);
  control.pop(inner);
  control.pop(close);
  code.closeRegion(region);
  control.pop(outer);
  code.closeLoop(top);
  code.bind(handler);
  if (node.await) closeAsyncSilently(f, record, thrown);
  else code.emit(Op.IteratorCloseSilent, record);
  code.emit(Op.Throw, thrown);
  code.bind(exit);
  registers.release(mark);
}

function iterate(f: Lowering, iterable: Expression, record: Register, isAwait: boolean): void {
  const mark = f.registers.mark();
  const value = f.expression(iterable);
  f.at(iterable).emit(isAwait ? Op.GetAsyncIterator : Op.GetIterator, record, value);
  f.registers.release(mark);
}

/** Closes the iterator of a loop that is left by break, return or a continue of an outer loop. */
function closeIterator(f: Lowering, node: NodeOf<"ForOfStatement">, record: Register): void {
  f.at(node.right);
  if (node.await) closeAsync(f, record);
  else f.code.emit(Op.IteratorClose, record);
}

/** AsyncIteratorClose for a normal completion. */
export function closeAsync(f: Lowering, record: Register): void {
  const { code, registers } = f;
  const mark = registers.mark();
  const result = registers.allocate();
  const closed = new Label();
  code.emit(Op.AsyncIteratorClose, result, record, closed);
  code.emit(Op.Await, result, result);
  code.emit(Op.CheckObject, result);
  code.bind(closed);
  registers.release(mark);
}

/** Closes after a throw: whatever closing throws or rejects with is dropped. */
function closeAsyncSilently(f: Lowering, record: Register, thrown: Register): void {
  const { code, registers } = f;
  const mark = registers.mark();
  const result = registers.allocate();
  const dropped = registers.allocate();
  const closed = new Label();
  const region = code.openRegion(closed, dropped);
  code.emit(Op.AsyncIteratorClose, result, record, closed);
  code.emit(Op.Await, result, result);
  code.closeRegion(region);
  code.bind(closed);
  registers.release(mark);
  // The value thrown first is in `thrown`, which closing does not touch.
  if (thrown === result || thrown === dropped) throw new Error("Invariant: a thrown value would be lost");
}
