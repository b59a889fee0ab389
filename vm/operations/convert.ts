/**
 * Type conversion of primitives. Objects never reach these functions: converting one may run
 * guest code and is the library's job (vm/library/convert.js), reached through the slow paths.
 * https://tc39.es/ecma262/#sec-type-conversion
 */
import { InternalError } from "../errors.js";
import { GuestObject, type Value } from "../values/object.js";
import { keyOfNumber, keyOfString, type PropertyKey } from "../values/property-key.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { bigintDigits } from "./bigint.js";

export function toBoolean(value: Value): boolean {
  if (value === true) return true;
  // Guest objects and symbols are host objects, so they are truthy here too.
  return !!value;
}

/** ToNumber of a primitive. Throws TypeError for symbols and BigInts. */
export function toNumber(vm: Vm, value: Value): number {
  switch (typeof value) {
    case "number":
      return value;
    case "string":
      if (value.length > 256) vm.charge(value.length >> 4);
      return stringToNumber(value);
    case "boolean":
      return value ? 1 : 0;
    case "undefined":
      return Number.NaN;
    case "bigint":
      return vm.throwType("Cannot convert a BigInt value to a number");
  }
  if (value === null) return 0;
  if (value instanceof GuestSymbol) return vm.throwType("Cannot convert a Symbol value to a number");
  throw new InternalError("toNumber met an object");
}

/** StringToNumber. The host's own conversion of a primitive string has the same grammar. */
export function stringToNumber(text: string): number {
  return Number(text);
}

/** ToNumeric of a primitive. */
export function toNumeric(vm: Vm, value: Value): number | bigint {
  return typeof value === "bigint" ? value : toNumber(vm, value);
}

/** ToString of a primitive. Throws TypeError for symbols. */
export function toStringValue(vm: Vm, value: Value): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "bigint":
      return bigintDigits(vm, value, 10);
  }
  if (value === null) return "null";
  if (value instanceof GuestSymbol) return vm.throwType("Cannot convert a Symbol value to a string");
  throw new InternalError("toStringValue met an object");
}

/** ToIntegerOrInfinity of a primitive. */
export function toIntegerOrInfinity(vm: Vm, value: Value): number {
  const number = toNumber(vm, value);
  // NaN and -0 become +0.
  return Number.isNaN(number) ? 0 : Math.trunc(number) + 0;
}

/** ToLength of a primitive. */
export function toLength(vm: Vm, value: Value): number {
  const length = toIntegerOrInfinity(vm, value);
  return length <= 0 ? 0 : Math.min(length, Number.MAX_SAFE_INTEGER);
}

/** Code units from which a key is charged by its length. */
export const LONG_KEY = 256;
/** The host hashes strings longer than this by their length alone. */
const HASHED_LENGTH = 16_383;

/** Charges looking a long text up: the host reads it, or compares it with every other text of its length. */
export function chargeLongKey(vm: Vm, length: number): void {
  vm.charge(length >> 5);
  if (length > HASHED_LENGTH) vm.charge(vm.texts.count(length) * (length >> 8));
}

/** ToPropertyKey of a primitive. */
export function toKey(vm: Vm, value: Value): PropertyKey {
  if (typeof value === "string") {
    if (value.length > LONG_KEY) chargeLongKey(vm, value.length);
    return keyOfString(value);
  }
  if (typeof value === "number") return keyOfNumber(value);
  if (value instanceof GuestSymbol) return value;
  return keyOfString(toStringValue(vm, value));
}

/** A property key as a language value: index keys become strings. */
export function keyToValue(key: PropertyKey): Value {
  return typeof key === "number" ? String(key) : key;
}

export function isPrimitive(value: Value): boolean {
  return !(value instanceof GuestObject);
}
