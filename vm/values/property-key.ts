/**
 * Property keys in canonical form: an array index (an integer from 0 to 2^32 - 2) is a host
 * number, every other string a host string that is no array index, a symbol a GuestSymbol.
 * One key has one form, so keys compare with `===` and index a Map.
 */
import { GuestSymbol } from "./symbol.js";

export type PropertyKey = string | number | GuestSymbol;

const MAX_INDEX = 4294967294;

/** Canonical form of a string key. Never fails. */
export function keyOfString(text: string): string | number {
  const length = text.length;
  if (length === 0 || length > 10) return text;
  const first = text.charCodeAt(0);
  if (first === 48) return length === 1 ? 0 : text;
  if (first < 48 || first > 57) return text;
  let index = first - 48;
  for (let i = 1; i < length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return text;
    index = index * 10 + digit;
  }
  return index <= MAX_INDEX ? index : text;
}

/** Canonical form of a number key. Never fails. */
export function keyOfNumber(value: number): string | number {
  // -0 is the index 0; adding 0 turns it into +0.
  return value >= 0 && value <= MAX_INDEX && Math.floor(value) === value ? value + 0 : String(value);
}

/** A key as program text shows it: "Symbol(x)" for symbols. */
export function keyToDisplay(key: PropertyKey): string {
  if (key instanceof GuestSymbol) return key.isPrivate ? (key.description ?? "") : `Symbol(${key.description ?? ""})`;
  return String(key);
}
