/**
 * String: natives on primitive text. Members that look up a method by symbol (match, replace, ...)
 * or convert objects continue in vm/library/string.js. Every native charges by the size of what it
 * reads and makes before doing so.
 * https://tc39.es/ecma262/#sec-string-objects
 */

import { toNumber, toStringValue } from "../operations/convert.js";
import type { NativeCall } from "../values/function.js";
import { GuestObject, Kind, MISS, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { coercing, constant, convertPrimitive, type Family, method, methodAll } from "./define.js";
import { compareText } from "./locale.js";
import { HTML_METHODS } from "./string-html.js";
import { STRING_ITERATOR_PROTOTYPE, stringIterator } from "./string-iterator.js";
import {
  addSubstitution,
  betweenLetters,
  betweenPoints,
  betweenStarters,
  chargeText,
  inChunks,
  indexOfText,
  isTextual,
  lastIndexOfText,
  TextBuilder,
  unitAt,
} from "./text.js";

/** Steps a code unit. */
const CASE_STEPS = 0.25;
const NORMALIZE_STEPS = 2;
/** A relative index as `slice` has it. */
function relative(index: number, length: number): number {
  return index < 0 ? Math.max(length + index, 0) : Math.min(index, length);
}

/** An end index that defaults to the length. */
function endIndex(vm: Vm, value: Value, length: number): number {
  return value === undefined ? length : (convertPrimitive(vm, value, "integer") as number);
}

function sliceOf(vm: Vm, text: string, from: number, to: number): string {
  if (from >= to) return "";
  if (to - from === 1) return unitAt(vm, text, from);
  chargeText(vm, to - from);
  return text.slice(from, to);
}

const charAt: NativeCall = (vm, self, position) => {
  const text = self as string;
  const index = position as number;
  return index >= 0 && index < text.length ? unitAt(vm, text, index) : "";
};

const charCodeAt: NativeCall = (_vm, self, position) => (self as string).charCodeAt(position as number);

const codePointAt: NativeCall = (_vm, self, position) => (self as string).codePointAt(position as number);

const at: NativeCall = (vm, self, position) => {
  const text = self as string;
  const index = (position as number) < 0 ? text.length + (position as number) : (position as number);
  return index >= 0 && index < text.length ? unitAt(vm, text, index) : undefined;
};

const slice: NativeCall = (vm, self, start, end) => {
  const text = self as string;
  const { length } = text;
  return sliceOf(vm, text, relative(start as number, length), relative(endIndex(vm, end, length), length));
};

const substring: NativeCall = (vm, self, start, end) => {
  const text = self as string;
  const { length } = text;
  const from = Math.min(Math.max(start as number, 0), length);
  const to = Math.min(Math.max(endIndex(vm, end, length), 0), length);
  return sliceOf(vm, text, Math.min(from, to), Math.max(from, to));
};

const substr: NativeCall = (vm, self, start, count) => {
  const text = self as string;
  const { length } = text;
  const from = relative(start as number, length);
  const size = Math.min(Math.max(endIndex(vm, count, length), 0), length);
  return sliceOf(vm, text, from, Math.min(from + size, length));
};

const indexOf: NativeCall = (vm, self, needle, position) => {
  const text = self as string;
  return indexOfText(vm, text, needle as string, Math.min(Math.max(position as number, 0), text.length));
};

const lastIndexOf: NativeCall = (vm, self, needle, position) => {
  const text = self as string;
  const number = position as number;
  const from = Number.isNaN(number) ? text.length : Math.min(Math.max(Math.trunc(number), 0), text.length);
  return lastIndexOfText(vm, text, needle as string, from);
};

/** `includes`, `startsWith` and `endsWith` where nothing needs converting by the library. */
function searching(test: (vm: Vm, text: string, needle: string, position: Value) => boolean): NativeCall {
  return (vm, self, needle, position) => {
    if (typeof self !== "string" || !isTextual(needle) || (position !== undefined && typeof position !== "number")) {
      return MISS;
    }
    return test(vm, self, toStringValue(vm, needle), position);
  };
}

const clampPosition = (vm: Vm, position: Value, length: number): number =>
  Math.min(Math.max(convertPrimitive(vm, position, "integer") as number, 0), length);

const includesText = (vm: Vm, text: string, needle: string, position: Value): boolean =>
  indexOfText(vm, text, needle, clampPosition(vm, position, text.length)) >= 0;

const startsWithText = (vm: Vm, text: string, needle: string, position: Value): boolean => {
  vm.charge((needle.length >> 5) + 1);
  return text.startsWith(needle, clampPosition(vm, position, text.length));
};

const endsWithText = (vm: Vm, text: string, needle: string, position: Value): boolean => {
  vm.charge((needle.length >> 5) + 1);
  return text.endsWith(needle, position === undefined ? text.length : clampPosition(vm, position, text.length));
};

const repeat: NativeCall = (vm, self, value) => {
  const text = self as string;
  const count = value as number;
  if (count < 0 || count === Infinity) return vm.throwRange(`Invalid count value: ${count}`);
  if (text.length === 0 || count === 0) return "";
  chargeText(vm, text.length * count);
  return text.repeat(count);
};

/** StringPad. https://tc39.es/ecma262/#sec-stringpad */
function pad(vm: Vm, text: string, width: number, filler: string, atStart: boolean): string {
  if (width <= text.length || filler.length === 0) return text;
  chargeText(vm, width);
  return atStart ? text.padStart(width, filler) : text.padEnd(width, filler);
}

const padding = (atStart: boolean): NativeCall => {
  return (vm, self, width, filler) => {
    if (typeof self !== "string" || typeof width !== "number" || !isTextual(filler)) return MISS;
    const target = convertPrimitive(vm, width, "integer") as number;
    return pad(vm, self, target, filler === undefined ? " " : toStringValue(vm, filler), atStart);
  };
};

type Cut = (text: string, at: number) => boolean;

const changingCase =
  (mayCut: Cut, change: (text: string) => string): NativeCall =>
  (vm, self) =>
    inChunks(vm, self as string, CASE_STEPS, mayCut, change);

const localeCase =
  (mayCut: Cut, change: (text: string, locale: string) => string): NativeCall =>
  (vm, self, locales) => {
    if (typeof self !== "string" || locales !== undefined) return MISS;
    return inChunks(vm, self, CASE_STEPS, mayCut, (text) => change(text, vm.host.locale));
  };

/** Code units looked at between two charges of trimming. */
const TRIM_WINDOW = 4096;

/** Where the text begins or ends without white space: only the ends are looked at. */
function trimmedStart(vm: Vm, text: string): number {
  for (let at = 0; ; at += TRIM_WINDOW) {
    const window = text.slice(at, at + TRIM_WINDOW);
    vm.charge((window.length >> 5) + 1);
    const kept = window.trimStart().length;
    if (kept > 0 || at + TRIM_WINDOW >= text.length) return at + window.length - kept;
  }
}

function trimmedEnd(vm: Vm, text: string, from: number): number {
  for (let end = text.length; end > from; end -= TRIM_WINDOW) {
    const start = Math.max(from, end - TRIM_WINDOW);
    vm.charge(((end - start) >> 5) + 1);
    const kept = text.slice(start, end).trimEnd().length;
    if (kept > 0) return start + kept;
  }
  return from;
}

const trimming = (atStart: boolean, atEnd: boolean): NativeCall => {
  return (vm, self) => {
    const text = self as string;
    const from = atStart ? trimmedStart(vm, text) : 0;
    const to = atEnd ? trimmedEnd(vm, text, from) : text.length;
    return from === 0 && to === text.length ? text : sliceOf(vm, text, from, to);
  };
};

const NORMAL_FORMS: readonly string[] = ["NFC", "NFD", "NFKC", "NFKD"];

function normalizeText(vm: Vm, text: string, form: string): string {
  if (!NORMAL_FORMS.includes(form)) {
    return vm.throwRange(`The normalization form should be one of ${NORMAL_FORMS.join(", ")}.`);
  }
  return inChunks(vm, text, NORMALIZE_STEPS, betweenStarters, (chunk) => chunk.normalize(form));
}

const normalize: NativeCall = (vm, self, form) =>
  typeof self === "string" && (form === undefined || typeof form === "string")
    ? normalizeText(vm, self, form ?? "NFC")
    : MISS;

/** Index of the first lone surrogate, or -1. */
function loneSurrogate(vm: Vm, text: string): number {
  for (let i = 0; i < text.length; i++) {
    if ((i & 0xffff) === 0) vm.charge(Math.min(text.length - i, 0x10000) >> 3);
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) continue;
    const next = code < 0xdc00 && i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
    if (next < 0xdc00 || next > 0xdfff) return i;
    i++;
  }
  return -1;
}

const isWellFormed: NativeCall = (vm, self) => loneSurrogate(vm, self as string) < 0;

const toWellFormed: NativeCall = (vm, self) => {
  let rest = self as string;
  let lone = loneSurrogate(vm, rest);
  if (lone < 0) return rest;
  const out = new TextBuilder(vm);
  while (lone >= 0) {
    out.add(rest.slice(0, lone));
    out.add("\ufffd");
    rest = rest.slice(lone + 1);
    lone = loneSurrogate(vm, rest);
  }
  out.add(rest);
  return out.finish();
};

const localeCompare: NativeCall = (vm, self, that, locales, options) => {
  if (typeof self !== "string" || !isTextual(that) || locales !== undefined || options !== undefined) return MISS;
  return compareText(vm, self, toStringValue(vm, that), [], []);
};

/** The text of a string or String object. */
const thisStringValue =
  (name: string): NativeCall =>
  (vm, self) => {
    if (typeof self === "string") return self;
    if (self instanceof GuestObject && self.kind === Kind.StringObject) return self.data as string;
    return vm.throwType(`String.prototype.${name} requires that 'this' be a String`);
  };

/** replace and replaceAll of a primitive pattern by primitive text. */
const replacing = (all: boolean): NativeCall => {
  return (vm, self, pattern, replacement) => {
    if (typeof self !== "string" || typeof pattern !== "string" || !isTextual(replacement)) return MISS;
    const template = toStringValue(vm, replacement);
    const out = new TextBuilder(vm);
    const plain = template.indexOf("$") < 0;
    let from = 0;
    let at = indexOfText(vm, self, pattern, 0);
    if (at < 0) return self;
    while (at >= 0) {
      if (at > from) out.add(self.slice(from, at));
      if (plain) out.add(template);
      else addSubstitution(out, template, pattern, self, at);
      from = at + pattern.length;
      if (!all) break;
      at = indexOfText(vm, self, pattern, at + Math.max(pattern.length, 1));
    }
    if (from < self.length) out.add(self.slice(from));
    return out.finish();
  };
};

/** Parts between separators; `limit` bounds their number. */
function splitText(vm: Vm, text: string, separator: string, limit: number): Value {
  const parts: Value[] = [];
  if (limit === 0) return vm.newArray(parts);
  if (separator.length === 0) {
    const count = Math.min(text.length, limit);
    for (let i = 0; i < count; i++) {
      if ((i & 0xfff) === 0) {
        vm.charge(Math.min(count - i, 0x1000) >> 1);
        vm.allocate(8 * Math.min(count - i, 0x1000));
      }
      parts.push(unitAt(vm, text, i));
    }
    return vm.newArray(parts);
  }
  let from = 0;
  let at = indexOfText(vm, text, separator, 0);
  while (at >= 0) {
    vm.charge(((at - from) >> 5) + 1);
    vm.allocate(8);
    vm.allocateText(at - from);
    parts.push(text.slice(from, at));
    if (parts.length === limit) return vm.newArray(parts);
    from = at + separator.length;
    at = indexOfText(vm, text, separator, from);
  }
  vm.allocate(8);
  vm.allocateText(text.length - from);
  parts.push(from === 0 ? text : text.slice(from));
  return vm.newArray(parts);
}

const split: NativeCall = (vm, self, separator, limit) => {
  if (typeof self !== "string" || !isTextual(separator)) return MISS;
  if (limit !== undefined && typeof limit !== "number") return MISS;
  const most = limit === undefined ? 0xffffffff : limit >>> 0;
  if (separator === undefined) return vm.newArray(most === 0 ? [] : [self]);
  return splitText(vm, self, toStringValue(vm, separator), most);
};

/** String.fromCharCode and String.fromCodePoint share the shape: numbers to text. */
function fromNumbers(text: (vm: Vm, value: Value) => string) {
  return (vm: Vm, _self: Value, args: Value[]): Value => {
    for (const value of args) if (value instanceof GuestObject) return MISS;
    if (args.length === 1) return text(vm, args[0]);
    vm.charge((args.length >> 2) + 1);
    vm.allocateText(2 * args.length);
    let result = "";
    for (const value of args) result += text(vm, value);
    return result;
  };
}

const charOfCode = (vm: Vm, value: Value): string => String.fromCharCode(toNumber(vm, value));

const charOfCodePoint = (vm: Vm, value: Value): string => {
  const point = toNumber(vm, value);
  if (!Number.isInteger(point) || point < 0 || point > 0x10ffff) {
    return vm.throwRange(`Invalid code point ${point}`);
  }
  return String.fromCodePoint(point);
};

const concat = (vm: Vm, self: Value, args: Value[]): Value => {
  if (typeof self !== "string") return MISS;
  let length = self.length;
  for (const value of args) {
    if (!isTextual(value)) return MISS;
    if (typeof value === "string") length += value.length;
  }
  chargeText(vm, length);
  let result = self;
  for (const value of args) result += toStringValue(vm, value);
  return result;
};

export const stringFamily: Family = {
  intrinsics: [
    {
      name: "String",
      proto: "FunctionPrototype",
      rows: [
        methodAll("fromCharCode", 1, fromNumbers(charOfCode), "stringFromCharCode"),
        methodAll("fromCodePoint", 1, fromNumbers(charOfCodePoint), "stringFromCodePoint"),
      ],
    },
    {
      name: "StringPrototype",
      kind: Kind.StringObject,
      data: () => "",
      rows: [
        ...HTML_METHODS,
        coercing("at", 1, ["string", "integer"], at),
        coercing("charAt", 1, ["string", "integer"], charAt),
        coercing("charCodeAt", 1, ["string", "integer"], charCodeAt),
        coercing("codePointAt", 1, ["string", "integer"], codePointAt),
        methodAll("concat", 1, concat, "stringConcat"),
        method("endsWith", 1, searching(endsWithText), "stringEndsWith"),
        method("includes", 1, searching(includesText), "stringIncludes"),
        coercing("indexOf", 1, ["string", "string", "integer"], indexOf),
        coercing("isWellFormed", 0, ["string"], isWellFormed),
        coercing("lastIndexOf", 1, ["string", "string", "number"], lastIndexOf),
        method("localeCompare", 1, localeCompare, "stringLocaleCompare"),
        method("normalize", 0, normalize, "stringNormalize"),
        method("padEnd", 1, padding(false), "stringPadEnd"),
        method("padStart", 1, padding(true), "stringPadStart"),
        coercing("repeat", 1, ["string", "integer"], repeat),
        method("replace", 2, replacing(false), "stringReplace"),
        method("replaceAll", 2, replacing(true), "stringReplaceAll"),
        coercing("slice", 2, ["string", "integer", "raw"], slice),
        method("split", 2, split, "stringSplit"),
        method("startsWith", 1, searching(startsWithText), "stringStartsWith"),
        coercing("substr", 2, ["string", "integer", "raw"], substr),
        coercing("substring", 2, ["string", "integer", "raw"], substring),
        method(
          "toLocaleLowerCase",
          0,
          localeCase(betweenLetters, (text, locale) => text.toLocaleLowerCase(locale)),
          "stringToLocaleLowerCase",
        ),
        method(
          "toLocaleUpperCase",
          0,
          localeCase(betweenLetters, (text, locale) => text.toLocaleUpperCase(locale)),
          "stringToLocaleUpperCase",
        ),
        coercing(
          "toLowerCase",
          0,
          ["string"],
          changingCase(betweenLetters, (text) => text.toLowerCase()),
        ),
        method("toString", 0, thisStringValue("toString")),
        coercing(
          "toUpperCase",
          0,
          ["string"],
          changingCase(betweenPoints, (text) => text.toUpperCase()),
        ),
        coercing("toWellFormed", 0, ["string"], toWellFormed),
        coercing("trim", 0, ["string"], trimming(true, true)),
        coercing("trimEnd", 0, ["string"], trimming(false, true)),
        coercing("trimStart", 0, ["string"], trimming(true, false)),
        constant("trimLeft", { intrinsic: "StringPrototype_trimStart" }),
        constant("trimRight", { intrinsic: "StringPrototype_trimEnd" }),
        method("valueOf", 0, thisStringValue("valueOf")),
        method("@@iterator", 0, stringIterator, "stringIterator"),
      ],
    },
    STRING_ITERATOR_PROTOTYPE,
  ],
  constructors: [{ name: "String" }],
  globals: [["String", "String"]],
  operations: [
    {
      name: "newStringObject",
      call: (vm, text, proto) => vm.newExotic(proto as GuestObject, Kind.StringObject, text),
    },
    {
      name: "stringIndexOf",
      call: (vm, text, needle, from) => indexOfText(vm, text as string, needle as string, from as number),
    },
    {
      name: "stringSlice",
      call: (vm, text, from, to) => sliceOf(vm, text as string, from as number, to as number),
    },
    {
      name: "stringIncludesAt",
      call: (vm, text, needle, at_) => includesText(vm, text as string, needle as string, at_),
    },
    {
      name: "stringStartsWithAt",
      call: (vm, text, needle, at_) => startsWithText(vm, text as string, needle as string, at_),
    },
    {
      name: "stringEndsWithAt",
      call: (vm, text, needle, at_) => endsWithText(vm, text as string, needle as string, at_),
    },
    {
      name: "stringSubstitute",
      call: (vm, template, matched, text, at_) => {
        const out = new TextBuilder(vm);
        addSubstitution(out, template as string, matched as string, text as string, at_ as number);
        return out.finish();
      },
    },
    {
      name: "stringJoin",
      call: (vm, list) => {
        const out = new TextBuilder(vm);
        for (const piece of (list as GuestObject).data as string[]) out.add(piece);
        return out.finish();
      },
    },
    {
      name: "stringPad",
      call: (vm, text, width, filler, atStart) =>
        pad(vm, text as string, width as number, filler as string, atStart as boolean),
    },
    { name: "stringNormal", call: (vm, text, form) => normalizeText(vm, text as string, form as string) },
    {
      name: "stringSplitBy",
      call: (vm, text, separator, limit) => splitText(vm, text as string, separator as string, limit as number),
    },
    { name: "charOfCode", call: charOfCode },
    { name: "charOfCodePoint", call: charOfCodePoint },
    { name: "newStringIterator", call: (vm, text) => stringIterator(vm, text, undefined, undefined, undefined) },
  ],
};
