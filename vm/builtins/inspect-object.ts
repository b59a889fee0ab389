/**
 * What inspection reads off an object without running guest code: constructor name, tag, names of
 * functions, keys, trace. Accessors are never called and proxies never asked: where one stands in
 * the way the answer is as if the property were absent.
 */

import { BlockFlag, BodyKind, FunctionKind } from "../bytecode/program.js";
import { isCallable } from "../calls.js";
import { findOwn, found, ownKeys } from "../operations/property.js";
import type { ClosureData, NativeData, ToolData } from "../values/function.js";
import type { ArrayBufferData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { PropertyKey } from "../values/property-key.js";
import { Attr } from "../values/shape.js";
import { SYMBOLS } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { errorFamily } from "./error.js";

/** The target of a proxy, through proxies of proxies; null when revoked. */
export function unwrapProxy(object: GuestObject): GuestObject | null {
  let current: GuestObject | null = object;
  while (current !== null && current.kind === Kind.Proxy) current = current.data.target as GuestObject | null;
  return current;
}

/** The own data property's value; undefined for accessors and absent ones. */
export function ownData(vm: Vm, object: GuestObject, key: PropertyKey): Value {
  return findOwn(vm, object, key) && (found.attr & Attr.Accessor) === 0 ? (found.value as Value) : undefined;
}

/** Next object of the prototype chain with proxies replaced by their targets. */
function protoOf(object: GuestObject): GuestObject | null {
  const { proto } = object.shape;
  return proto === null ? null : unwrapProxy(proto);
}

/** A data property along the prototype chain. */
export function inherited(vm: Vm, object: GuestObject, key: PropertyKey): Value {
  for (let current: GuestObject | null = object; current !== null; current = protoOf(current)) {
    if (findOwn(vm, current, key)) return (found.attr & Attr.Accessor) === 0 ? (found.value as Value) : undefined;
  }
  return undefined;
}

/** Name of a function, "" when it has none that is a string. */
export function functionName(vm: Vm, fn: GuestObject): string {
  if (fn.kind === Kind.Tool) return (fn.data as ToolData).segments.join(".");
  const target = unwrapProxy(fn);
  const name = target === null ? undefined : inherited(vm, target, "name");
  return typeof name === "string" ? name : "";
}

/** Is `prototype` of `constructor` on the chain of `object`? */
function isInstance(vm: Vm, object: GuestObject, constructor: GuestObject): boolean {
  const target = unwrapProxy(constructor);
  if (target === null) return false;
  const prototype = ownData(vm, target, "prototype");
  if (!isObject(prototype)) return false;
  for (let current = object.shape.proto; current !== null; current = protoOf(current)) {
    if (current === prototype) return true;
  }
  return false;
}

/** Levels of prototypes without a class that are described by the next one. */
const MAX_NAMELESS_LEVELS = 3;

/**
 * Name of the class that made the object, null for an object without prototype. A chain that names no
 * class is described by its next object: `Object <[Object: null prototype] {}>`.
 */
export function constructorNameOf(vm: Vm, object: GuestObject, level = 0): string | null {
  // Reading the property `constructor` of a tool would name a tool.
  if (object.kind === Kind.Tool) return "Function";
  for (let current: GuestObject | null = object; current !== null; current = protoOf(current)) {
    const constructor = ownData(vm, current, "constructor");
    if (!isCallable(constructor)) continue;
    const name = functionName(vm, constructor);
    if (name !== "" && isInstance(vm, object, constructor)) return name;
  }
  const proto = protoOf(object);
  if (proto === null) return null;
  if (level === MAX_NAMELESS_LEVELS) return "Object <Complex prototype>";
  const name = constructorNameOf(vm, proto, level + 1);
  if (name !== null) return `Object <${name}>`;
  return shownKeys(vm, proto, false, false).length === 0
    ? "Object <[Object: null prototype] {}>"
    : "Object <[Object: null prototype]>";
}

/** The object's Symbol.toStringTag when it is worth showing: a string, not among its own keys. */
export function tagOf(vm: Vm, object: GuestObject): string {
  if (object.kind === Kind.Tool) return "";
  if (object.kind === Kind.TypedArray) return `${object.data.element}Array`;
  const tag = inherited(vm, object, SYMBOLS.toStringTag);
  if (typeof tag !== "string" || tag === "") return "";
  return findOwn(vm, object, SYMBOLS.toStringTag) && (found.attr & Attr.Enumerable) !== 0 ? "" : tag;
}

/** Prefix before an opening bracket: `Foo(2) [tag] `. */
export function prefixOf(constructor: string | null, tag: string, fallback: string, size = ""): string {
  if (constructor === null) {
    return tag !== "" && fallback !== tag
      ? `[${fallback}${size}: null prototype] [${tag}] `
      : `[${fallback}${size}: null prototype] `;
  }
  return tag !== "" && constructor !== tag ? `${constructor}${size} [${tag}] ` : `${constructor}${size} `;
}

/** Prefix of an object that is nothing special. */
export function plainPrefix(constructor: string | null, tag: string): string {
  return prefixOf(constructor, tag, "Object");
}

/** Keys that inspection shows: enumerable ones, or all when `hidden`; elements of arrays are left out. */
export function shownKeys(vm: Vm, object: GuestObject, hidden: boolean, withoutIndices: boolean): PropertyKey[] {
  const keys: PropertyKey[] = [];
  const own = ownKeys(vm, object);
  vm.charge(own.length);
  for (const key of own) {
    if (withoutIndices && typeof key === "number") continue;
    if (hidden || (findOwn(vm, object, key) && (found.attr & Attr.Enumerable) !== 0)) keys.push(key);
  }
  return keys;
}

const isClass = (kind: FunctionKind): boolean =>
  kind === FunctionKind.ClassConstructor || kind === FunctionKind.DerivedConstructor;

/** `[Function: name]`, `[class A extends B]` and their kin. */
export function functionBase(vm: Vm, fn: GuestObject, constructor: string | null, tag: string): string {
  if (fn.kind === Kind.Tool) return `[Tool: ${["tools", ...(fn.data as ToolData).segments].join(".")}]`;
  let type = "Function";
  if (fn.kind === Kind.Closure) {
    const { block } = fn.data as ClosureData;
    if (isClass(block.kind) && (block.flags & BlockFlag.Library) === 0) return classBase(vm, fn, constructor, tag);
    if (block.body === BodyKind.Generator || block.body === BodyKind.AsyncGenerator) type = "GeneratorFunction";
    if (block.body === BodyKind.Async || block.body === BodyKind.AsyncGenerator) type = `Async${type}`;
  }
  let base = `[${type}`;
  if (constructor === null) base += " (null prototype)";
  const name = fn.kind === Kind.Closure || fn.kind === Kind.Native ? ownName(vm, fn) : functionName(vm, fn);
  base += name === "" ? " (anonymous)]" : `: ${name}]`;
  if (constructor !== null && constructor !== type && constructor !== "Function") base += ` ${constructor}`;
  if (tag !== "" && constructor !== tag && tag !== type) base += ` [${tag}]`;
  return base;
}

function ownName(vm: Vm, fn: GuestObject): string {
  if (findOwn(vm, fn, "name")) return typeof found.value === "string" ? found.value : "";
  return (fn.data as NativeData).name ?? "";
}

function classBase(vm: Vm, fn: GuestObject, constructor: string | null, tag: string): string {
  const name = ownData(vm, fn, "name");
  let base = `class ${typeof name === "string" && name !== "" ? name : "(anonymous)"}`;
  if (constructor !== "Function" && constructor !== null) base += ` [${constructor}]`;
  if (tag !== "" && constructor !== tag) base += ` [${tag}]`;
  if (constructor === null) return `[${base} extends [null prototype]]`;
  const parent = protoOf(fn);
  const parentName = parent === null ? "" : functionName(vm, parent);
  return parentName === "" ? `[${base}]` : `[${base} extends ${parentName}]`;
}

const traceOperation = errorFamily.operations!.find((operation) => operation.name === "traceText")!;

/** The lines below an error's message, each beginning with a line feed. */
export function traceLines(vm: Vm, error: Value): string {
  return traceOperation.call(vm, error, undefined, undefined, undefined) as string;
}

/** A count and its noun, "2 items". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count > 1 ? "s" : ""}`;

/** True when the first `count` elements of an array are all numbers or BigInts. */
export function areNumbers(array: GuestObject, count: number): boolean {
  if (array.kind !== Kind.Array) return false;
  const elements = array.data as Value[];
  for (let i = 0; i < count; i++) {
    const type = typeof elements[i];
    if (type !== "number" && type !== "bigint") return false;
  }
  return true;
}

/** Contents and size of an ArrayBuffer, at most `limit` bytes of them. */
export function bufferEntries(object: GuestObject, limit: number): string[] {
  const { bytes } = object.data as ArrayBufferData;
  if (bytes === null) return ["(detached)", "byteLength: 0"];
  const size = Math.min(limit, bytes.byteLength);
  const contents: string[] = [];
  for (const byte of new Uint8Array(bytes, 0, size)) contents.push(byte.toString(16).padStart(2, "0"));
  const rest = bytes.byteLength - size;
  const tail = rest > 0 ? ` ... ${plural(rest, "more byte")}` : "";
  return [`[Uint8Contents]: <${contents.join(" ")}${tail}>`, `byteLength: ${bytes.byteLength}`];
}
