/** Values as messages show them: what V8 says where it cannot quote the source text. Runs no guest code. */
import { peek } from "./operations/access.js";
import { GuestObject, isObject, Kind, type Value } from "./values/object.js";
import { keyToDisplay } from "./values/property-key.js";
import { GuestSymbol } from "./values/symbol.js";
import type { Vm } from "./vm.js";

/** UTF-16 units of a string that a message quotes. */
const MAX_QUOTED = 40;

/** A short text for a value. Never fails. */
export function describeValue(vm: Vm, value: Value): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value);
  }
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof GuestSymbol) return keyToDisplay(value);
  if (!(value instanceof GuestObject)) return String(value);
  switch (value.kind) {
    case Kind.Tool:
      return `tools.${value.data.segments.join(".")}`;
    case Kind.Closure:
      return value.data.block.name || "(intermediate value)";
    case Kind.Native:
      return value.data.name || "(intermediate value)";
    case Kind.Array:
    case Kind.SlowArray:
      return "[object Array]";
    case Kind.Proxy:
      return "#<Object>";
  }
  const constructor = peek(vm, value, "constructor");
  const name = isObject(constructor) && constructor.kind === Kind.Closure ? constructor.data.block.name : "Object";
  return `#<${name || "Object"}>`;
}
