/**
 * Array, object, regular expression and template-object literals.
 *
 * Leading plain elements and properties are evaluated into consecutive registers and made into the array or object by one
 * instruction; what follows a spread, a computed key, an accessor or the 64th part is added one by one.
 *
 * Before: resolve.ts. After: register code.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { FunctionKind } from "../../vm/bytecode/program.js";
import type { AnyNode, Property, TemplateLiteral } from "../ast.js";
import type { Register } from "../emit/registers.js";
import { compileFunction, type FunctionNode, nameFunction } from "./functions.js";
import { type ExpressionLowering, isArrayIndex, type Lowering, type NameHint, type NodeOf } from "./lowering.js";
import { literalKey } from "./patterns.js";

/** Most parts that one instruction takes. */
const MAX_RUN = 64;

export const lowerLiteral: ExpressionLowering<NodeOf<"Literal">> = (f, node, target) => {
  const { code } = f;
  if (node.regex !== undefined) {
    const dst = f.destination(target);
    const { pattern, flags } = node.regex;
    f.at(node).emit(Op.NewRegExp, dst, code.constants.add({ type: "regexp", source: pattern, flags }));
    return dst;
  }
  if (node.bigint !== undefined) return f.loadConst(BigInt(node.bigint), target);
  return f.loadConst(node.value as null | boolean | number | string, target);
};

// ---- arrays ----

export const lowerArray: ExpressionLowering<NodeOf<"ArrayExpression">> = (f, node, target) =>
  buildArray(f, node.elements, target);

/** An array of elements, holes and spreads; also the arguments of a call with a spread. */
export function buildArray(f: Lowering, elements: readonly (AnyNode | null)[], target: Register | undefined): Register {
  const { code, registers } = f;
  const mark = registers.mark();
  let plain = 0;
  while (
    plain < elements.length &&
    plain < MAX_RUN &&
    elements[plain] !== null &&
    elements[plain]?.type !== "SpreadElement"
  )
    plain++;
  const isWhole = plain === elements.length;
  const dst = isWhole ? undefined : f.scratch(target);
  const run = registers.mark();
  for (let i = 0; i < plain; i++) f.expression(elements[i] as AnyNode, registers.allocate());
  registers.release(run);
  if (isWhole) {
    const whole = f.destination(target);
    code.emit(Op.NewArray, whole, plain === 0 ? whole : (run as Register), plain);
    return whole;
  }
  const array = dst as Register;
  code.emit(Op.NewArray, array, plain === 0 ? array : (run as Register), plain);
  for (let i = plain; i < elements.length; i++) {
    const element = elements[i];
    const inner = registers.mark();
    if (element === null) code.emit(Op.ArrayHole, array);
    else if (element.type === "SpreadElement")
      f.at(element).emit(Op.ArraySpread, array, f.expression(element.argument));
    else code.emit(Op.ArrayAppend, array, f.expression(element));
    registers.release(inner);
  }
  return f.deliver(array, target, mark);
}

// ---- objects ----

export const lowerObject: ExpressionLowering<NodeOf<"ObjectExpression">> = (f, node, target) => {
  const { code, registers } = f;
  const { properties } = node;
  const mark = registers.mark();
  const plain = plainProperties(f, properties);
  const isWhole = plain.length === properties.length;
  const dst = isWhole ? undefined : f.scratch(target);
  const run = registers.mark();
  for (const [index, key] of plain.entries()) {
    const register = registers.allocate();
    const property = properties[index] as Property;
    if (property.method) makeMember(f, property, register, null, key);
    else f.expression(property.value, register, key);
  }
  registers.release(run);
  const object = dst ?? f.destination(target);
  if (plain.length === 0) code.emit(Op.NewObject, object);
  else code.emit(Op.NewObjectWith, object, run as Register, code.constants.add({ type: "keys", keys: plain }));
  if (isWhole) return object;
  for (let i = plain.length; i < properties.length; i++) {
    const inner = registers.mark();
    addProperty(f, object, properties[i]);
    registers.release(inner);
  }
  return f.deliver(object, target, mark);
};

/** The keys of the leading properties that NewObjectWith can take. */
function plainProperties(f: Lowering, properties: NodeOf<"ObjectExpression">["properties"]): string[] {
  const keys: string[] = [];
  const seen = new Set<string>();
  for (const property of properties) {
    if (keys.length === MAX_RUN || property.type !== "Property" || property.computed || property.kind !== "init") break;
    const key = literalKey(property.key);
    if (key === "__proto__" || isArrayIndex(key) || seen.has(key)) break;
    if (property.method && usesHome(f, property.value)) break;
    seen.add(key);
    keys.push(key);
  }
  return keys;
}

function usesHome(f: Lowering, fn: AnyNode): boolean {
  return f.unit.resolution.functions.get(fn)?.usesHome === true;
}

function addProperty(f: Lowering, object: Register, property: NodeOf<"ObjectExpression">["properties"][number]): void {
  const { code, registers } = f;
  if (property.type === "SpreadElement") {
    f.at(property).emit(Op.SpreadObject, object, f.expression(property.argument));
    return;
  }
  const fixed = property.computed ? undefined : literalKey(property.key);
  if (fixed === "__proto__" && property.kind === "init" && !property.method && !property.shorthand) {
    code.emit(Op.SetPrototype, object, f.expression(property.value));
    return;
  }
  const isFunction = property.method || property.kind !== "init";
  if (fixed !== undefined && !isArrayIndex(fixed) && property.kind === "init") {
    const value = registers.allocate();
    if (isFunction) makeMember(f, property, value, object, fixed);
    else f.expression(property.value, value, fixed);
    f.at(property).emit(Op.DefineNamed, object, value, code.constants.site(fixed));
    return;
  }
  const key = memberKey(f, property.key, property.computed);
  const value = registers.allocate();
  const name = fixed ?? key;
  if (isFunction) makeMember(f, property, value, object, name);
  else f.expression(property.value, value, name);
  f.at(property);
  if (property.kind === "get") code.emit(Op.DefineGetter, object, key, value);
  else if (property.kind === "set") code.emit(Op.DefineSetter, object, key, value);
  else code.emit(Op.DefineElement, object, key, value);
}

/** The key of a member as a register: a constant, or a computed key after its conversion. */
export function memberKey(f: Lowering, key: AnyNode, computed: boolean): Register {
  const register = f.registers.allocate();
  if (computed) {
    f.expression(key, register);
    if (key.type !== "Literal") f.at(key).emit(Op.ToPropertyKey, register, register);
    return register;
  }
  const text = literalKey(key);
  return f.loadConst(isArrayIndex(text) ? Number(text) : text, register);
}

type MemberLike = NodeOf<"Property"> | NodeOf<"MethodDefinition">;

const PREFIXES = { get: "get ", set: "set " } as const;

/**
 * The closure of a method or accessor.
 * @param home the object `super` looks above, or null when the function does not use it
 */
export function makeMember(
  f: Lowering,
  member: MemberLike,
  dst: Register,
  home: Register | null,
  name: NameHint,
  flags = 0,
): void {
  const { kind, value } = member;
  const prefix = kind === "get" || kind === "set" ? PREFIXES[kind] : "";
  const node = value as FunctionNode;
  const child = compileFunction(f, node, {
    name: typeof name === "string" ? prefix + name : "",
    kind: FunctionKind.Method,
    text: memberText(f, member),
    flags,
  });
  if (home !== null && usesHome(f, node)) f.code.emit(Op.MakeMethod, dst, child, home);
  else f.code.emit(Op.MakeClosure, dst, child);
  nameFunction(f, dst, name, kind === "get" ? 1 : kind === "set" ? 2 : 0);
}

/** The text `toString` of a method gives: without `static`. */
function memberText(f: Lowering, member: MemberLike): { start: number; end: number } {
  if (member.type === "Property" || !member.static) return member;
  const keyword = /^static(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*/.exec(f.unit.source.slice(member.start, member.end));
  return { start: member.start + (keyword?.[0].length ?? 0), end: member.end };
}

// ---- templates ----

/** The frozen template object a tag receives first. */
export function templateObject(f: Lowering, quasi: TemplateLiteral, dst: Register): void {
  const cooked = quasi.quasis.map((part) => part.value.cooked ?? undefined);
  const raw = quasi.quasis.map((part) => part.value.raw);
  f.code.emit(Op.GetTemplate, dst, f.code.constants.add({ type: "template", cooked, raw }));
}
