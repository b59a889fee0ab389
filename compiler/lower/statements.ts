/**
 * Statements that neither loop nor catch: declarations, blocks, if, switch, labels, return, throw. Blocks with `using`
 * run their dispose list however they are left, as a finally block would.
 *
 * Before: resolve.ts. After: straight code and forward jumps.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { BodyKind } from "../../vm/bytecode/program.js";
import type { AnyNode, Expression, VariableDeclaration } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import { type FinallyEntry, NORMAL, THROW } from "../emit/jumps.js";
import type { Register } from "../emit/registers.js";
import { BindingKind, type Scope } from "../scope/scope.js";
import type { Lowering, NodeOf } from "./lowering.js";
import { bindPattern, placeOf, reserveNames } from "./patterns.js";

/** The statements of a function body or static block, its scope being entered. Their locals stay until the function ends. */
export function lowerBody(f: Lowering, scope: Scope, statements: readonly AnyNode[]): void {
  withDisposal(f, scope, () => lowerList(f, statements));
}

function lowerList(f: Lowering, statements: readonly AnyNode[]): void {
  for (const statement of statements) {
    if (f.code.unreachable) return;
    f.statement(statement);
  }
}

export function lowerBlock(f: Lowering, node: NodeOf<"BlockStatement">): void {
  const mark = f.registers.mark();
  const scope = f.unit.resolution.scopes.get(node);
  if (scope === undefined) lowerList(f, node.body);
  else {
    f.enterScope(scope);
    withDisposal(f, scope, () => lowerList(f, node.body));
  }
  f.registers.release(mark);
}

// ---- declarations ----

export function lowerVariables(f: Lowering, node: VariableDeclaration): void {
  for (const declarator of node.declarations) {
    const { id, init } = declarator;
    if (id.type !== "Identifier") {
      reserveNames(f, id);
      const mark = f.registers.mark();
      const value = f.expression(init as AnyNode);
      bindPattern(f, id, value, true, init);
      f.registers.release(mark);
      continue;
    }
    const binding = f.bindingOf(id);
    if (node.kind === "var" || binding === undefined) {
      if (init == null) continue;
      const mark = f.registers.mark();
      const local = f.plainLocal(id);
      if (local !== undefined) f.expression(init, local, id.name);
      else placeOf(f, id, null, false).write(f.expression(init, undefined, id.name));
      f.registers.release(mark);
      continue;
    }
    f.initialiseWith(binding, (target) => {
      if (init == null) f.loadUndefined(target);
      else f.expression(init, target, id.name);
      if (binding.kind === BindingKind.Using) addDisposable(f, target, node.kind === "await using", declarator);
    });
  }
}

export function lowerClassDeclaration(f: Lowering, node: NodeOf<"ClassDeclaration">): void {
  const binding = f.bindingOf(node.id as AnyNode);
  if (binding === undefined) throw new Error("Invariant: a class declaration without a name");
  f.initialiseWith(binding, (target) => {
    f.expression(node, target);
  });
}

// ---- using ----

/** Runs `body`; when the scope has `using` declarations, what they hold is disposed however it is left. */
export function withDisposal(f: Lowering, scope: Scope, body: () => void): void {
  if (scope.disposal === 0) {
    body();
    return;
  }
  const { code, registers, control } = f;
  const kind = registers.allocate();
  const value = registers.allocate();
  // list, pending, error: what UsingDispose reads.
  const list = registers.allocateRun(3);
  const pending = (list + 1) as Register;
  const error = (list + 2) as Register;
  code.emit(Op.LoadUndefined, list);
  code.emit(Op.LoadConst, pending, code.constants.add(false));
  const handler = new Label();
  const region = code.openRegion(handler, error);
  const entry: FinallyEntry = { type: "finally", kind, value, label: new Label(), region, returns: false, jumps: [] };
  control.push(entry);
  const outer = f.disposeList;
  f.disposeList = list;
  body();
  f.disposeList = outer;
  control.pop(entry);
  code.closeRegion(region);
  if (!code.unreachable) {
    code.emit(Op.LoadInt, kind, NORMAL);
    code.emit(Op.Jump, entry.label);
  }
  code.bind(handler);
  const disposed = new Label();
  if (scope.disposal === 2) {
    // Where no declaration was reached nothing is awaited, a throw included.
    const reached = new Label();
    code.emit(Op.JumpNotUndefined, list, reached);
    code.emit(Op.Throw, error);
    code.bind(reached);
  }
  code.emit(Op.LoadConst, pending, code.constants.add(true));
  code.emit(Op.LoadInt, kind, THROW);
  code.bind(entry.label);
  const result = registers.allocate();
  if (scope.disposal === 2) {
    code.emit(Op.JumpUndefined, list, disposed);
    code.emit(Op.UsingDispose, result, list, 1);
    code.emit(Op.JumpUndefined, result, disposed);
    code.emit(Op.Await, result, result);
    code.bind(disposed);
  } else code.emit(Op.UsingDispose, result, list, 0);
  control.dispatch(entry, f.emitReturn, false);
}

/** Adds the value of a `using` declaration to the dispose list at hand. */
export function addDisposable(f: Lowering, value: Register, isAwait: boolean, node: AnyNode): void {
  if (f.disposeList === null) throw new Error("Invariant: using outside a dispose scope");
  f.at(node).emit(Op.UsingAdd, f.disposeList, value, isAwait ? 1 : 0);
}

// ---- branches ----

/** An if statement and the whole chain of its else-ifs. */
export function lowerIf(f: Lowering, root: NodeOf<"IfStatement">): void {
  const { code } = f;
  const end = new Label();
  let node = root;
  for (;;) {
    const { alternate } = node;
    const direct = alternate == null ? directJump(f, node.consequent) : null;
    if (direct !== null) {
      f.jumpIf(node.test, true, direct);
      break;
    }
    const otherwise = alternate == null ? end : new Label();
    f.jumpIf(node.test, false, otherwise);
    f.statement(node.consequent);
    if (alternate == null) break;
    if (!code.unreachable) code.emit(Op.Jump, end);
    code.bind(otherwise);
    if (alternate.type !== "IfStatement") {
      f.statement(alternate);
      break;
    }
    node = alternate;
  }
  if (end.uses.length > 0) code.bind(end);
}

/** Where a lone `break` or `continue` goes when nothing has to run on the way. */
function directJump(f: Lowering, consequent: AnyNode): Label | null {
  const only = consequent.type === "BlockStatement" && consequent.body.length === 1 ? consequent.body[0] : consequent;
  if (only.type === "BreakStatement") return f.control.directTarget("break", only.label?.name ?? null);
  return only.type === "ContinueStatement" ? f.control.directTarget("continue", only.label?.name ?? null) : null;
}

export function lowerSwitch(f: Lowering, node: NodeOf<"SwitchStatement">, labels: readonly string[]): void {
  const { code, registers, control } = f;
  const mark = registers.mark();
  const first = node.cases[0];
  const tests = first === undefined ? null : { start: first.start, end: node.end };
  const value = f.operand(node.discriminant, tests);
  const scope = f.unit.resolution.scopes.get(node) as Scope;
  f.enterScope(scope);
  withDisposal(f, scope, () => {
    const end = new Label();
    const bodies = node.cases.map(() => new Label());
    let otherwise = end;
    for (const [index, { test }] of node.cases.entries()) {
      if (test == null) otherwise = bodies[index];
      else jumpIfCase(f, value, test, bodies[index]);
    }
    code.emit(Op.Jump, otherwise);
    const entry = control.push({ type: "target", labels, breakable: true, breakLabel: end, continueLabel: null });
    for (const [index, clause] of node.cases.entries()) {
      code.bind(bodies[index]);
      lowerList(f, clause.consequent);
    }
    control.pop(entry);
    code.bind(end);
  });
  registers.release(mark);
}

function jumpIfCase(f: Lowering, value: Register, test: AnyNode, label: Label): void {
  if (test.type === "Literal" && typeof test.value === "number" && (test.value | 0) === test.value) {
    f.code.emit(Op.JumpStrictEqInt, value, test.value, label);
    return;
  }
  const mark = f.registers.mark();
  const candidate = f.expression(test);
  f.code.emit(Op.JumpStrictEq, value, candidate, label);
  f.registers.release(mark);
}

const LOOPS: ReadonlySet<AnyNode["type"]> = new Set([
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
  "SwitchStatement",
]);

export function lowerLabeled(f: Lowering, node: NodeOf<"LabeledStatement">): void {
  const labels: string[] = [];
  let body: AnyNode = node;
  while (body.type === "LabeledStatement") {
    labels.push(body.label.name);
    body = body.body;
  }
  if (LOOPS.has(body.type)) {
    f.statement(body, labels);
    return;
  }
  const end = new Label();
  const entry = f.control.push({ type: "target", labels, breakable: false, breakLabel: end, continueLabel: null });
  f.statement(body);
  f.control.pop(entry);
  f.code.bind(end);
}

// ---- leaving ----

export function lowerReturn(f: Lowering, node: NodeOf<"ReturnStatement">): void {
  const { code, registers, control } = f;
  if (node.argument == null && f.derivedThis === null && control.returnsDirectly) {
    f.at(node).emit(Op.ReturnUndefined);
    return;
  }
  if (node.argument?.type === "ConditionalExpression" && f.returnsPlainly) {
    returnExpression(f, node.argument);
    return;
  }
  const mark = registers.mark();
  let value = node.argument == null ? f.loadUndefined(undefined) : f.expression(node.argument);
  if (f.body === BodyKind.AsyncGenerator && node.argument != null) {
    const awaited = registers.allocate();
    f.at(node.argument).emit(Op.Await, awaited, value);
    value = awaited;
  }
  code.at(node.start, node.end);
  control.leaveFunction(value, f.emitReturn);
  registers.release(mark);
}

/** Returns the value of an expression, each arm of a conditional from its own branch. Nothing may have to run on the way. */
export function returnExpression(f: Lowering, root: Expression): void {
  let node = root;
  while (node.type === "ConditionalExpression") {
    const otherwise = new Label();
    f.jumpIf(node.test, false, otherwise);
    returnExpression(f, node.consequent);
    f.code.bind(otherwise);
    node = node.alternate;
  }
  const mark = f.registers.mark();
  const value = f.expression(node);
  f.at(node).emit(Op.Return, value);
  f.registers.release(mark);
}

export function lowerThrow(f: Lowering, node: NodeOf<"ThrowStatement">): void {
  const mark = f.registers.mark();
  const value = f.expression(node.argument);
  f.at(node).emit(Op.Throw, value);
  f.registers.release(mark);
}
