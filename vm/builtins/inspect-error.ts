/**
 * The heading of an inspected error: its own `stack` text, else name, message and the positions of its
 * trace in the program, with the class's name put in where `name` does not say it.
 */
import { findOwn, found } from "../operations/property.js";
import { isArrayKind } from "../values/array.js";
import { GuestObject, type Value } from "../values/object.js";
import { keyToDisplay, type PropertyKey } from "../values/property-key.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { inherited, ownData, prefixOf, traceLines } from "./inspect-object.js";

/** A primitive as an error's text contains it. */
const plainText = (value: Value): string => (value instanceof GuestSymbol ? keyToDisplay(value) : String(value));

/**
 * The text before an error's properties. `keys` are the properties to show: those that the text
 * repeats are taken out, `cause` and `errors` put in.
 */
export function errorHeading(
  vm: Vm,
  error: GuestObject,
  constructor: string | null,
  tag: string,
  keys: PropertyKey[],
): string {
  const nameValue = inherited(vm, error, "name");
  const nameless = nameValue === undefined || nameValue === null || nameValue instanceof GuestObject;
  const name = nameless ? "Error" : plainText(nameValue);
  const message = inherited(vm, error, "message");
  const text = message === undefined || message instanceof GuestObject ? "" : plainText(message);
  const own = ownData(vm, error, "stack");
  const heading = text === "" ? name : name === "" ? text : `${name}: ${text}`;
  let stack = typeof own === "string" && own !== "" ? own : heading + traceLines(vm, error);
  for (const key of ["name", "message", "stack"]) {
    const at = keys.indexOf(key);
    const value = ownData(vm, error, key);
    if (at >= 0 && typeof value === "string" && stack.includes(value)) keys.splice(at, 1);
  }
  for (const key of ["cause", "errors"]) {
    if (keys.includes(key) || !findOwn(vm, error, key)) continue;
    if (key === "cause" || (found.value instanceof GuestObject && isArrayKind(found.value))) keys.push(key);
  }
  stack = withClassName(stack, constructor, name, tag);
  // Without positions the heading goes into brackets.
  const messageAt = text === "" ? -1 : stack.indexOf(text);
  const hasPositions = stack.indexOf("\n    at", messageAt < 0 ? 0 : messageAt + text.length) >= 0;
  return hasPositions ? stack : `[${stack}]`;
}

/** Puts the class's name into an error's heading when `name` does not say it. */
function withClassName(stack: string, constructor: string | null, name: string, tag: string): string {
  const after = stack[name.length];
  const regular =
    name.endsWith("Error") && stack.startsWith(name) && (after === undefined || after === ":" || after === "\n");
  if (constructor !== null && !regular) return stack;
  const prefix = prefixOf(constructor, tag, constructor === null ? name : "Error").slice(0, -1);
  if (prefix === name) return stack;
  if (prefix.includes(name)) return name === "" ? `${prefix}: ${stack}` : prefix + stack.slice(name.length);
  return `${prefix} [${name}]${stack.slice(name.length)}`;
}
