/**
 * Calls, member access and optional chains: everything that leans to the left, lowered along its spine with a loop.
 *
 *   a.b(c)?.d[e](f)      spine from the inside: a  .b  (c)  ?.d  [e]  (f)
 *
 * The value at hand is either a local or the lowest temporary, which is also the base of the next call, so that results
 * rarely move. A member that is called is fetched together with its receiver. An optional link jumps past the whole chain.
 *
 * Before: resolve.ts. After: register code.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import type { AnyNode, CallExpression, Expression, MemberExpression, SpreadElement } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import type { Register } from "../emit/registers.js";
import { BindingKind } from "../scope/scope.js";
import { buildArray, templateObject } from "./literals.js";
import type { ExpressionLowering, Lowering, NodeOf } from "./lowering.js";
import { propertySpan, staticKey, superReference } from "./patterns.js";

type Link = MemberExpression | CallExpression | NodeOf<"TaggedTemplateExpression">;
type Arguments = readonly (Expression | SpreadElement)[];

/** Member access, calls and tagged templates outside an optional chain. */
export const lowerSpine: ExpressionLowering<Link> = (f, node, target) => evaluate(f, node, target, null);

export const lowerOptionalChain: ExpressionLowering<NodeOf<"ChainExpression">> = (f, node, target) => {
  const { code, registers } = f;
  const mark = registers.mark();
  const dst = f.scratch(target);
  const short = new Label();
  const end = new Label();
  evaluate(f, node.expression, dst, short);
  code.emit(Op.Jump, end);
  code.bind(short);
  code.emit(Op.LoadUndefined, dst);
  code.bind(end);
  return f.deliver(dst, target, mark);
};

/** `delete a?.b`: true when the chain stops early. */
export function deleteChain(f: Lowering, chain: NodeOf<"ChainExpression">, target: Register | undefined): Register {
  const { code, registers } = f;
  const mark = registers.mark();
  const dst = f.scratch(target);
  const short = new Label();
  const end = new Label();
  const member = chain.expression;
  const inner = registers.mark();
  if (member.type !== "MemberExpression") evaluate(f, member, undefined, short);
  else {
    const object = evaluate(f, member.object, undefined, short);
    if (member.optional) code.emit(Op.JumpNullish, object, short);
    const key = member.computed
      ? f.expression(member.property)
      : f.loadConst((member.property as { name: string }).name, undefined);
    f.at(member).emit(Op.DeleteElement, dst, object, key);
  }
  registers.release(inner);
  if (member.type !== "MemberExpression") f.loadConst(true, dst);
  code.emit(Op.Jump, end);
  code.bind(short);
  f.loadConst(true, dst);
  code.bind(end);
  return f.deliver(dst, target, mark);
}

/** A spine being walked from the inside out. */
class Spine {
  /** The value at hand: a local's register, or the lowest temporary. */
  value!: Register;
  /** The value is a method at the lowest temporary, its receiver in the next register. */
  isMethod = false;

  constructor(
    readonly f: Lowering,
    /** Height of the registers below everything this spine holds. */
    readonly low: number,
    readonly short: Label | null,
  ) {}

  /** Drops all temporaries of the spine. */
  clear(): void {
    this.f.registers.release(this.low);
  }

  /** Puts the value at hand into the lowest temporary, with nothing above it. */
  settle(): Register {
    const { registers, code } = this.f;
    this.clear();
    const base = registers.allocate();
    if (this.value !== base) code.emit(Op.Move, base, this.value);
    this.value = base;
    return base;
  }

  stopIfNullish(): void {
    if (this.short === null) throw new Error("Invariant: an optional link outside a chain");
    this.f.code.emit(Op.JumpNullish, this.value, this.short);
  }
}

/**
 * Evaluates a spine.
 * @param short where an optional link that finds null or undefined jumps
 */
function evaluate(f: Lowering, root: AnyNode, target: Register | undefined, short: Label | null): Register {
  const { registers } = f;
  const mark = registers.mark();
  const links: Link[] = [];
  let head: AnyNode = root;
  for (;;) {
    if (head.type === "MemberExpression" && head.object.type !== "Super") {
      links.push(head);
      head = head.object;
    } else if (head.type === "CallExpression" && head.callee.type !== "Super") {
      links.push(head);
      head = head.callee;
    } else if (head.type === "TaggedTemplateExpression") {
      links.push(head);
      head = head.tag;
    } else break;
  }
  const inPlace = target !== undefined && registers.isTop(target) && registers.owner(target) === undefined;
  const spine = new Spine(f, inPlace ? mark - 1 : mark, short);
  let index = startSpine(spine, head, links);
  for (; index >= 0; index--) {
    const link = links[index];
    const isLast = index === 0;
    if (link.type !== "MemberExpression") callLink(spine, link);
    else if (!isLast && links[index - 1].type !== "MemberExpression") methodLink(spine, link);
    else memberLink(spine, link, isLast && !inPlace ? target : undefined);
  }
  if (!inPlace) return f.deliver(spine.value, target, mark);
  spine.settle();
  return target;
}

/** Evaluates the head, and the first link when it depends on what the head is. @returns the index of the next link */
function startSpine(spine: Spine, head: AnyNode, links: readonly Link[]): number {
  const { f } = spine;
  const { library } = f.unit;
  const last = links.length - 1;
  const first = last < 0 ? undefined : links[last];
  const isCalled = first !== undefined && first.type !== "MemberExpression";
  if (head.type === "CallExpression") {
    spine.clear();
    spine.value = superCall(f, head);
    return last;
  }
  if (head.type === "MemberExpression") {
    startSuper(spine, head, isCalled);
    return last;
  }
  if (head.type === "Identifier" && library !== null && first !== undefined && f.bindingOf(head) === undefined) {
    spine.clear();
    const value =
      first.type === "CallExpression" ? library.call(f, first, undefined) : library.value(f, first, undefined);
    if (value !== undefined) {
      spine.value = value;
      return last - 1;
    }
  }
  if (isCalled && head.type === "ChainExpression" && head.expression.type === "MemberExpression") {
    startChainMethod(spine, head.expression);
    return last;
  }
  if (first?.type === "CallExpression" && callCaptured(spine, head, first)) return last - 1;
  if (isCalled) {
    spine.clear();
    spine.value = f.expression(head, f.registers.allocate());
    return last;
  }
  spine.clear();
  spine.value = f.operand(
    head,
    first === undefined || first.type !== "MemberExpression" || !first.computed ? null : first.property,
  );
  return last;
}

/** `super.x`, with its receiver when it is called. */
function startSuper(spine: Spine, head: MemberExpression, isCalled: boolean): void {
  const { f } = spine;
  spine.clear();
  const base = f.registers.allocateRun(isCalled ? 2 : 1);
  const reference = superReference(f, head);
  f.at(propertySpan(head)).emit(Op.GetSuper, base, reference);
  if (isCalled) f.code.emit(Op.Move, (base + 1) as Register, (reference + 2) as Register);
  f.registers.release(reference);
  spine.value = base;
  spine.isMethod = isCalled;
}

/** `(a?.b)(...)`: the parentheses end the chain but keep the receiver. */
function startChainMethod(spine: Spine, member: MemberExpression): void {
  const { f } = spine;
  const { code, registers } = f;
  spine.clear();
  const base = registers.allocateRun(2);
  const short = new Label();
  const end = new Label();
  const inner = new Spine(f, base, short);
  registers.release(base);
  inner.value = evaluate(f, member.object, registers.allocate(), short);
  methodLink(inner, member);
  code.emit(Op.Jump, end);
  code.bind(short);
  code.emit(Op.LoadUndefined, base);
  code.emit(Op.LoadUndefined, (base + 1) as Register);
  code.bind(end);
  spine.value = base;
  spine.isMethod = true;
}

/** A call of a captured name that is initialised and never assigned needs no load of its callee. */
function callCaptured(spine: Spine, head: AnyNode, call: CallExpression): boolean {
  const { f } = spine;
  const binding = head.type === "Identifier" ? f.bindingOf(head) : undefined;
  if (binding === undefined || binding.fn === f.fn || call.optional || hasSpread(call.arguments)) return false;
  if (binding.writes.length > 0 || binding.kind === BindingKind.Var || f.unit.resolution.checked.has(head))
    return false;
  spine.clear();
  const base = f.registers.allocate();
  const index = f.fn.captureIndex(binding);
  placeArguments(f, call.arguments);
  f.at(call).emit(Op.CallCaptured, base, call.arguments.length, index);
  f.registers.release(base + 1);
  spine.value = base;
  return true;
}

// ---- links ----

function memberLink(spine: Spine, link: MemberExpression, target: Register | undefined): void {
  const { f, value } = spine;
  const { code } = f;
  if (link.optional) spine.stopIfNullish();
  const span = propertySpan(link);
  const key = staticKey(link);
  if (key !== undefined) {
    const dst = memberResult(spine, target);
    if (key === "length") f.at(span).emit(Op.GetLength, dst, value, code.constants.site(key));
    else f.at(span).emit(Op.GetProperty, dst, value, code.constants.site(key));
    return;
  }
  const property = f.expression(link.property);
  const dst = memberResult(spine, target);
  f.at(span).emit(link.property.type === "PrivateIdentifier" ? Op.GetPrivate : Op.GetElement, dst, value, property);
}

function memberResult(spine: Spine, target: Register | undefined): Register {
  spine.clear();
  spine.value = target ?? spine.f.registers.allocate();
  return spine.value;
}

/** A member that the next link calls. */
function methodLink(spine: Spine, link: MemberExpression): void {
  const { f, value } = spine;
  const { code, registers } = f;
  if (link.optional) spine.stopIfNullish();
  const span = propertySpan(link);
  const name = staticKey(link);
  if (name !== undefined) {
    spine.clear();
    const base = registers.allocateRun(2);
    f.at(span).emit(Op.GetMethod, base, value, code.constants.site(name));
    spine.value = base;
  } else if (link.property.type === "PrivateIdentifier") {
    spine.clear();
    const base = registers.allocateRun(2);
    const receiver = (base + 1) as Register;
    code.emit(Op.Move, receiver, value);
    const key = f.expression(link.property);
    f.at(span).emit(Op.GetPrivate, base, receiver, key);
    registers.release(base + 2);
    spine.value = base;
  } else {
    const key = f.expression(link.property);
    spine.clear();
    const base = registers.allocateRun(2);
    f.at(span).emit(Op.GetElementMethod, base, value, key);
    spine.value = base;
  }
  spine.isMethod = true;
}

function callLink(spine: Spine, link: CallExpression | NodeOf<"TaggedTemplateExpression">): void {
  const { f } = spine;
  const { code, registers } = f;
  const { isMethod } = spine;
  spine.isMethod = false;
  if (link.type === "CallExpression" && link.optional) spine.stopIfNullish();
  const base = isMethod ? spine.value : spine.settle();
  const span = callSpan(link, isMethod);
  if (link.type === "CallExpression" && hasSpread(link.arguments)) {
    if (!isMethod) f.loadUndefined(registers.allocate());
    buildArray(f, link.arguments, registers.allocate());
    f.at(span).emit(Op.CallSpread, base);
  } else {
    let count: number;
    if (link.type === "CallExpression") {
      placeArguments(f, link.arguments);
      count = link.arguments.length;
    } else {
      templateObject(f, link.quasi, registers.allocate());
      placeArguments(f, link.quasi.expressions);
      count = link.quasi.expressions.length + 1;
    }
    f.at(span);
    if (isMethod) code.emit(Op.CallMethod, base, count);
    else code.emit(Op.Call, base, count);
  }
  registers.release(base + 1);
  spine.value = base;
}

function callSpan(
  link: CallExpression | NodeOf<"TaggedTemplateExpression">,
  isMethod: boolean,
): { start: number; end: number } {
  const callee = link.type === "CallExpression" ? link.callee : link.tag;
  if (isMethod && callee.type === "MemberExpression") return { start: propertySpan(callee).start, end: link.end };
  return link;
}

// ---- arguments ----

export function hasSpread(args: Arguments): boolean {
  return args.some((argument) => argument.type === "SpreadElement");
}

/** Evaluates arguments into the next registers. */
export function placeArguments(f: Lowering, args: Arguments): void {
  for (const argument of args) f.expression(argument, f.registers.allocate());
}

// ---- new and super ----

export const lowerNew: ExpressionLowering<NodeOf<"NewExpression">> = (f, node, target) => {
  const { code, registers } = f;
  const inPlace = target !== undefined && registers.isTop(target) && registers.owner(target) === undefined;
  const mark = registers.mark();
  const base = inPlace ? target : registers.allocate();
  f.expression(node.callee, base);
  if (hasSpread(node.arguments)) {
    buildArray(f, node.arguments, registers.allocate());
    f.at(node).emit(Op.NewSpread, base);
  } else {
    placeArguments(f, node.arguments);
    f.at(node);
    code.emit(Op.New, base, node.arguments.length);
  }
  return f.deliver(base, target, mark);
};

/** `super(...)`: constructs the parent, binds this, initialises the fields. @returns the register of this */
function superCall(f: Lowering, node: CallExpression): Register {
  const { code, registers } = f;
  const owner = f.fn.thisOwner;
  const binding = owner.pseudo.get("this");
  if (binding === undefined) throw new Error("Invariant: super() without a place for this");
  const base = registers.allocate();
  const callee = registers.mark();
  f.at(node).emit(Op.GetSuperConstructor, base, f.pseudo("callee", node.callee));
  registers.release(callee);
  if (hasSpread(node.arguments)) {
    buildArray(f, node.arguments, registers.allocate());
    const newTarget = f.pseudo("new.target", node.callee);
    f.at(node).emit(Op.SuperCallSpread, base, 0, newTarget);
  } else {
    placeArguments(f, node.arguments);
    const newTarget = f.pseudo("new.target", node.callee);
    f.at(node).emit(Op.SuperCall, base, node.arguments.length, newTarget);
  }
  registers.release(callee);
  f.at(node).emit(Op.CheckThisUnset, f.readRaw(binding));
  registers.release(callee);
  if (binding.fn !== f.fn) code.emit(Op.StoreCaptured, f.fn.captureIndex(binding), base);
  else if (binding.captured) code.emit(Op.StoreCell, binding.register as Register, base);
  else code.emit(Op.Move, binding.register as Register, base);
  if (owner.initialisesInstance) {
    code.emit(Op.InitializeInstance, base, f.pseudo("callee", node.callee));
    registers.release(callee);
  }
  return base;
}
