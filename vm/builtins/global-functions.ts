/**
 * Function properties of the global object: parseInt, parseFloat, isNaN, isFinite, the URI
 * functions, escape and unescape, and the value properties NaN, Infinity and undefined.
 * https://tc39.es/ecma262/#sec-function-properties-of-the-global-object
 */

import type { NativeCall } from "../values/function.js";
import type { Vm } from "../vm.js";
import { coercing, type Family } from "./define.js";
import { TextBuilder } from "./text.js";

/** A number's significant text is far shorter; digits beyond are still read, hence the charge. */
export const parseFloatOf: NativeCall = (vm, _self, text) => {
  vm.charge(((text as string).length >> 4) + 1);
  return Number.parseFloat(text as string);
};

export const parseIntOf: NativeCall = (vm, _self, text, radix) => {
  vm.charge(((text as string).length >> 4) + 1);
  return Number.parseInt(text as string, (radix as number) | 0);
};

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const URI_MARKS = "-_.!~*'()";
const URI_RESERVED = ";/?:@&=+$,";

/** Membership of ASCII code units, by code unit. */
function asciiSet(characters: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

const UNESCAPED_COMPONENT = asciiSet(ALPHANUMERIC + URI_MARKS);
const UNESCAPED_URI = asciiSet(`${ALPHANUMERIC}${URI_MARKS}${URI_RESERVED}#`);
const KEPT_BY_DECODE_URI = asciiSet(`${URI_RESERVED}#`);
const KEPT_BY_DECODE_COMPONENT = asciiSet("");
const UNESCAPED_BY_ESCAPE = asciiSet(`${ALPHANUMERIC}@*_+-./`);

const malformed = (vm: Vm): never => vm.throwError("URIError", "URI malformed");

/** `%00` to `%FF`. */
const PERCENT: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);
const percent = (byte: number): string => PERCENT[byte]!;

/** Charges the units from `index` on when a window of them begins. */
function chargeWindow(vm: Vm, index: number, length: number): void {
  if ((index & 0xfff) === 0) vm.charge(Math.min(length - index, 0x1000) >> 1);
}

/** Encode. https://tc39.es/ecma262/#sec-encode */
function encode(kept: Uint8Array): NativeCall {
  return (vm, _self, value) => {
    const text = value as string;
    const { length } = text;
    const out = new TextBuilder(vm);
    let from = 0;
    for (let i = 0; i < length; i++) {
      chargeWindow(vm, i, length);
      const unit = text.charCodeAt(i);
      if (unit < 128 && kept[unit] === 1) continue;
      if (i > from) out.add(text.slice(from, i));
      const point = text.codePointAt(i)!;
      if (point >= 0xd800 && point <= 0xdfff) return malformed(vm);
      out.add(percentUtf8(point));
      if (point > 0xffff) i++;
      from = i + 1;
    }
    if (from === 0) return text;
    if (from < length) out.add(text.slice(from));
    return out.finish();
  };
}

function percentUtf8(point: number): string {
  if (point < 0x80) return percent(point);
  const last = percent(0x80 | (point & 0x3f));
  if (point < 0x800) return percent(0xc0 | (point >> 6)) + last;
  const third = percent(0x80 | ((point >> 6) & 0x3f));
  if (point < 0x10000) return percent(0xe0 | (point >> 12)) + third + last;
  return percent(0xf0 | (point >> 18)) + percent(0x80 | ((point >> 12) & 0x3f)) + third + last;
}

function hexDigit(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Value of `count` hexadecimal digits at `at`, or -1. */
function hexAt(text: string, at: number, count: number): number {
  if (at + count > text.length) return -1;
  let value = 0;
  for (let i = 0; i < count; i++) {
    const digit = hexDigit(text.charCodeAt(at + i));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** The byte of a `%XX` at `at`, or -1. */
const byteAt = (text: string, at: number): number => (text.charCodeAt(at) === 37 ? hexAt(text, at + 1, 2) : -1);

/** Decode. https://tc39.es/ecma262/#sec-decode */
function decode(kept: Uint8Array): NativeCall {
  return (vm, _self, value) => {
    const text = value as string;
    const { length } = text;
    const out = new TextBuilder(vm);
    let from = 0;
    for (let i = 0; i < length; i++) {
      chargeWindow(vm, i, length);
      if (text.charCodeAt(i) !== 37) continue;
      const start = i;
      const first = byteAt(text, i);
      if (first < 0) return malformed(vm);
      i += 2;
      if (first < 0x80) {
        if (kept[first] === 1) continue;
        out.add(text.slice(from, start));
        out.add(String.fromCharCode(first));
        from = i + 1;
        continue;
      }
      const size =
        first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
      if (size === 0) return malformed(vm);
      let point = first & (0xff >> (size + 1));
      for (let k = 1; k < size; k++) {
        const next = byteAt(text, i + 1);
        if (next < 0x80 || next > 0xbf) return malformed(vm);
        point = (point << 6) | (next & 0x3f);
        i += 3;
      }
      // Overlong forms, surrogates and points past the last are no UTF-8.
      const least = size === 2 ? 0x80 : size === 3 ? 0x800 : 0x10000;
      if (point < least || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return malformed(vm);
      out.add(text.slice(from, start));
      out.add(String.fromCodePoint(point));
      from = i + 1;
    }
    if (from === 0) return text;
    out.add(text.slice(from));
    return out.finish();
  };
}

const escapeText: NativeCall = (vm, _self, value) => {
  const text = value as string;
  const { length } = text;
  const out = new TextBuilder(vm);
  let from = 0;
  for (let i = 0; i < length; i++) {
    chargeWindow(vm, i, length);
    const unit = text.charCodeAt(i);
    if (unit < 128 && UNESCAPED_BY_ESCAPE[unit] === 1) continue;
    if (i > from) out.add(text.slice(from, i));
    out.add(unit < 256 ? percent(unit) : `%u${unit.toString(16).toUpperCase().padStart(4, "0")}`);
    from = i + 1;
  }
  if (from === 0) return text;
  if (from < length) out.add(text.slice(from));
  return out.finish();
};

const unescapeText: NativeCall = (vm, _self, value) => {
  const text = value as string;
  const { length } = text;
  const out = new TextBuilder(vm);
  let from = 0;
  for (let i = 0; i < length; i++) {
    chargeWindow(vm, i, length);
    if (text.charCodeAt(i) !== 37) continue;
    const long = text.charCodeAt(i + 1) === 117 ? hexAt(text, i + 2, 4) : -1;
    const unit = long >= 0 ? long : hexAt(text, i + 1, 2);
    if (unit < 0) continue;
    out.add(text.slice(from, i));
    out.add(String.fromCharCode(unit));
    i += long >= 0 ? 5 : 2;
    from = i + 1;
  }
  if (from === 0) return text;
  out.add(text.slice(from));
  return out.finish();
};

export const globalFunctionsFamily: Family = {
  intrinsics: [
    {
      // Holds the functions; only its members are reachable, as globals.
      name: "GlobalFunctions",
      rows: [
        coercing("decodeURI", 1, ["raw", "string"], decode(KEPT_BY_DECODE_URI)),
        coercing("decodeURIComponent", 1, ["raw", "string"], decode(KEPT_BY_DECODE_COMPONENT)),
        coercing("encodeURI", 1, ["raw", "string"], encode(UNESCAPED_URI)),
        coercing("encodeURIComponent", 1, ["raw", "string"], encode(UNESCAPED_COMPONENT)),
        coercing("escape", 1, ["raw", "string"], escapeText),
        coercing("isFinite", 1, ["raw", "number"], (_vm, _self, value) => Number.isFinite(value)),
        coercing("isNaN", 1, ["raw", "number"], (_vm, _self, value) => Number.isNaN(value)),
        coercing("unescape", 1, ["raw", "string"], unescapeText),
      ],
    },
  ],
  globals: [
    ["Infinity", { constant: Number.POSITIVE_INFINITY }],
    ["NaN", { constant: Number.NaN }],
    ["decodeURI", "GlobalFunctions_decodeURI"],
    ["decodeURIComponent", "GlobalFunctions_decodeURIComponent"],
    ["encodeURI", "GlobalFunctions_encodeURI"],
    ["encodeURIComponent", "GlobalFunctions_encodeURIComponent"],
    ["escape", "GlobalFunctions_escape"],
    ["isFinite", "GlobalFunctions_isFinite"],
    ["isNaN", "GlobalFunctions_isNaN"],
    ["undefined", { constant: undefined }],
    ["unescape", "GlobalFunctions_unescape"],
  ],
};
