/**
 * RegExp, native part: objects, one match, and its result array. The protocol (Symbol.replace and
 * friends, species, user-defined exec) is vm/library/regexp.js. No host RegExp sees a subject.
 * https://tc39.es/ecma262/#sec-regexp-regular-expression-objects
 */

import { toStringValue } from "../operations/convert.js";
import { addNamed } from "../operations/property.js";
import { compileRegExp, execRegExp, isValidFlags, RegExpStackError, RegExpSyntaxError } from "../regexp/index.js";
import { RegExpData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, MISS, type Value } from "../values/object.js";
import { keyOfString } from "../values/property-key.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";
import { constant, type Family, getter, method, type NativeRow } from "./define.js";

const dataOf = (value: Value) => (value as GuestObject).data as RegExpData;

/** Canonical order of flags. */
const FLAGS = "dgimsuvy";

function canonicalFlags(flags: string): string {
  let text = "";
  for (const flag of FLAGS) if (flags.includes(flag)) text += flag;
  return text;
}

/** `lastIndex` is the first own property of every RegExp object and can never be removed. */
const LAST_INDEX = 0;

function setLastIndex(vm: Vm, regexp: GuestObject, index: number): void {
  if ((regexp.shape.attrs[LAST_INDEX]! & Attr.Writable) === 0) {
    vm.throwType("Cannot assign to read only property 'lastIndex' of object '[object RegExp]'");
  }
  regexp.slots[LAST_INDEX] = index;
}

function compile(vm: Vm, source: string, flags: string) {
  if (!isValidFlags(flags))
    return vm.throwError("SyntaxError", `Invalid flags supplied to RegExp constructor '${flags}'`);
  try {
    const program = compileRegExp(source, flags, (steps) => vm.charge(steps));
    vm.allocate(program.byteSize);
    return program;
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return vm.throwError("SyntaxError", error.message);
    throw error;
  }
}

function match(vm: Vm, data: RegExpData, text: string, index: number, sticky: boolean) {
  try {
    return execRegExp(data.program, text, index, sticky, (steps) => vm.charge(steps));
  } catch (error) {
    if (error instanceof RegExpStackError) return vm.throwRange(error.message);
    throw error;
  }
}

function slice(vm: Vm, text: string, from: number, to: number): string {
  vm.allocateText(to - from);
  return text.slice(from, to);
}

/** The array that exec returns. */
function matchArray(vm: Vm, data: RegExpData, text: string, captures: ArrayLike<number>): GuestObject {
  const count = captures.length >> 1;
  const items: Value[] = [];
  for (let i = 0; i < count; i++) {
    const from = captures[2 * i]!;
    items.push(from < 0 ? undefined : slice(vm, text, from, captures[2 * i + 1]!));
  }
  const result = vm.newArray(items);
  addNamed(vm, result, "index", captures[0]!, Attr.Default);
  addNamed(vm, result, "input", text, Attr.Default);
  const names = data.program.groupNames;
  addNamed(vm, result, "groups", names === null ? undefined : groups(vm, names, (i) => items[i]), Attr.Default);
  if (data.flags.includes("d")) {
    const pairs: Value[] = [];
    for (let i = 0; i < count; i++) {
      const from = captures[2 * i]!;
      pairs.push(from < 0 ? undefined : vm.newArray([from, captures[2 * i + 1]!]));
    }
    const indices = vm.newArray(pairs);
    addNamed(vm, indices, "groups", names === null ? undefined : groups(vm, names, (i) => pairs[i]), Attr.Default);
    addNamed(vm, result, "indices", indices, Attr.Default);
  }
  return result;
}

/** Named groups: of several with one name, the one that took part. */
function groups(vm: Vm, names: ReadonlyMap<string, readonly number[]>, at: (index: number) => Value): GuestObject {
  const object = vm.newObject(null);
  for (const [name, indices] of names) {
    let value: Value;
    for (const index of indices) if (at(index) !== undefined) value = at(index);
    addNamed(vm, object, keyOfString(name), value, Attr.Default);
  }
  return object;
}

/** RegExpBuiltinExec with a numeric lastIndex; captures or null, lastIndex updated. */
function runExec(vm: Vm, regexp: GuestObject, text: string, lastIndex: number): ArrayLike<number> | null {
  const data = dataOf(regexp);
  const global = data.flags.includes("g");
  const sticky = data.flags.includes("y");
  const index = global || sticky ? lastIndex : 0;
  if (index > text.length) {
    if (global || sticky) setLastIndex(vm, regexp, 0);
    return null;
  }
  vm.charge(4);
  const captures = match(vm, data, text, index, sticky);
  if (captures === null) {
    if (global || sticky) setLastIndex(vm, regexp, 0);
    return null;
  }
  if (global || sticky) setLastIndex(vm, regexp, captures[1]!);
  return captures;
}

function captureTexts(vm: Vm, text: string, captures: ArrayLike<number>): Value[] {
  const texts: Value[] = [];
  for (let i = 0; i < captures.length; i += 2) {
    const from = captures[i]!;
    texts.push(from < 0 ? undefined : slice(vm, text, from, captures[i + 1]!));
  }
  return texts;
}

/** Visits the matches that Symbol.replace would find; the captures are only valid during the visit. */
function eachMatch(vm: Vm, regexp: GuestObject, text: string, visit: (captures: ArrayLike<number>) => void): void {
  const { flags } = dataOf(regexp);
  const global = flags.includes("g");
  const unicode = flags.includes("u") || flags.includes("v");
  if (global) setLastIndex(vm, regexp, 0);
  let index = numericLastIndex(regexp) ?? 0;
  for (;;) {
    const captures = runExec(vm, regexp, text, index);
    if (captures === null) return;
    const end = captures[1]!;
    const empty = captures[0] === end;
    visit(captures);
    if (!global) return;
    index = end;
    if (empty) index += unicode && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
}

/** GetSubstitution for the captures of one match. https://tc39.es/ecma262/#sec-getsubstitution */
function substitute(
  vm: Vm,
  template: string,
  text: string,
  captures: ArrayLike<number>,
  names: ReadonlyMap<string, readonly number[]> | null,
): string {
  const count = (captures.length >> 1) - 1;
  const capture = (i: number): string =>
    captures[2 * i]! < 0 ? "" : text.slice(captures[2 * i]!, captures[2 * i + 1]!);
  let out = "";
  let from = 0;
  for (let at = template.indexOf("$"); at !== -1 && at + 1 < template.length; at = template.indexOf("$", from)) {
    vm.charge(1);
    const next = template[at + 1]!;
    let piece = "$";
    let width = 1;
    if (next === "$") width = 2;
    else if (next === "&") [piece, width] = [capture(0), 2];
    else if (next === "`") [piece, width] = [text.slice(0, captures[0]!), 2];
    else if (next === "'") [piece, width] = [text.slice(captures[1]!), 2];
    else if (next >= "0" && next <= "9") {
      const one = next.charCodeAt(0) - 48;
      const second = (template.charCodeAt(at + 2) || 0) - 48;
      const two = second >= 0 && second <= 9 ? one * 10 + second : 0;
      if (two >= 1 && two <= count) [piece, width] = [capture(two), 3];
      else if (one >= 1 && one <= count) [piece, width] = [capture(one), 2];
    } else if (next === "<" && names !== null) {
      const close = template.indexOf(">", at + 2);
      if (close !== -1) {
        const indices = names.get(template.slice(at + 2, close)) ?? [];
        piece = "";
        for (const index of indices) if (captures[2 * index]! >= 0) piece = capture(index);
        width = close + 1 - at;
      }
    }
    vm.allocate(piece.length);
    out += template.slice(from, at) + piece;
    from = at + width;
  }
  return out + template.slice(from);
}

function replaceText(vm: Vm, regexp: GuestObject, text: string, template: string): string {
  const names = dataOf(regexp).program.groupNames;
  const plain = !template.includes("$");
  let out = "";
  let next = 0;
  eachMatch(vm, regexp, text, (captures) => {
    const inserted = plain ? template : substitute(vm, template, text, captures, names);
    out = vm.concat(out, text.slice(next, captures[0]!));
    out = vm.concat(out, inserted);
    next = captures[1]!;
  });
  return next === 0 && out === "" ? text : vm.concat(out, text.slice(next));
}

function splitText(vm: Vm, data: RegExpData, text: string, limit: number): GuestObject {
  const parts: Value[] = [];
  if (limit === 0) return vm.newArray(parts);
  const unicode = data.flags.includes("u") || data.flags.includes("v");
  const size = text.length;
  if (size === 0) {
    if (match(vm, data, text, 0, true) === null) parts.push(text);
    return vm.newArray(parts);
  }
  let from = 0;
  let at = 0;
  while (at < size) {
    vm.charge(2);
    const captures = match(vm, data, text, at, false);
    if (captures === null || captures[0]! >= size) break;
    const end = captures[1]!;
    if (end === from) {
      at = captures[0]!;
      at += unicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      continue;
    }
    parts.push(slice(vm, text, from, captures[0]!));
    if (parts.length === limit) return vm.newArray(parts);
    from = end;
    for (let i = 2; i < captures.length; i += 2) {
      parts.push(captures[i]! < 0 ? undefined : slice(vm, text, captures[i]!, captures[i + 1]!));
      if (parts.length === limit) return vm.newArray(parts);
    }
    at = from;
  }
  parts.push(slice(vm, text, from, size));
  return vm.newArray(parts);
}

/** lastIndex as ToLength gives it when it is a number, else undefined. */
function numericLastIndex(regexp: GuestObject): number | undefined {
  const value = regexp.slots[LAST_INDEX];
  if (typeof value !== "number") return undefined;
  return value > 0 ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER) : 0;
}

/** A RegExp object. */
interface RegExpObject extends GuestObject {
  kind: Kind.RegExp;
}

const isRegExp = (value: Value): value is RegExpObject => isObject(value) && value.kind === Kind.RegExp;

/** True when nothing about the object differs from a fresh one but lastIndex: its protocol is intrinsic. */
function isPristine(vm: Vm, value: Value): boolean {
  return isRegExp(value) && value.shape.count === 1 && value.shape.proto === vm.realm.object("RegExpPrototype");
}

const flagGetter = (name: string, flag: string): NativeRow =>
  getter(name, (vm, self) => {
    if (isRegExp(self)) return dataOf(self).flags.includes(flag);
    if (self === vm.realm.object("RegExpPrototype")) return undefined;
    return vm.throwType(`RegExp.prototype.${name} getter called on non-RegExp object`);
  });

/** EscapeRegExpPattern: a source text that can stand between slashes. */
function escapeSource(source: string): string {
  if (source === "") return "(?:)";
  let text = "";
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const char = source[i]!;
    if (char === "\\") {
      const next = source[i + 1];
      i++;
      if (next === "\n") text += "\\n";
      else if (next === "\r") text += "\\r";
      else if (next === "\u2028") text += "\\u2028";
      else if (next === "\u2029") text += "\\u2029";
      else text += char + (next ?? "");
      continue;
    }
    if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    if (char === "/" && !inClass) text += "\\/";
    else if (char === "\n") text += "\\n";
    else if (char === "\r") text += "\\r";
    else if (char === "\u2028") text += "\\u2028";
    else if (char === "\u2029") text += "\\u2029";
    else text += char;
  }
  return text;
}

/** RegExp.escape. https://tc39.es/ecma262/#sec-regexp.escape */
function escapeText(vm: Vm, text: string): string {
  vm.charge(text.length >> 3);
  vm.allocate(32 + 6 * text.length);
  const hex = (code: number, width: number) => code.toString(16).padStart(width, "0");
  let out = "";
  for (const point of text) {
    const code = point.codePointAt(0)!;
    if (out === "" && /^[0-9A-Za-z]$/.test(point)) out += `\\x${hex(code, 2)}`;
    else if ("^$\\.*+?()[]{}|/".includes(point)) out += `\\${point}`;
    else if (code >= 9 && code <= 13) out += `\\${"tnvfr"[code - 9]}`;
    else if (",-=<>#&!%:;@~'`\"".includes(point)) out += `\\x${hex(code, 2)}`;
    else if (/^\s$/.test(point) || code === 0xfeff || (code >= 0xd800 && code <= 0xdfff)) {
      out += code <= 0xff ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
    } else out += point;
  }
  return out;
}

export const regexpFamily: Family = {
  intrinsics: [
    {
      name: "RegExpPrototype",
      rows: [
        method(
          "exec",
          1,
          (vm, self, text) => {
            if (!isRegExp(self)) {
              return vm.throwType(`Method RegExp.prototype.exec called on incompatible receiver ${vm.describe(self)}`);
            }
            const index = numericLastIndex(self);
            if (isObject(text) || index === undefined) return MISS;
            const subject = toStringValue(vm, text);
            const captures = runExec(vm, self, subject, index);
            return captures === null ? null : matchArray(vm, dataOf(self), subject, captures);
          },
          "regexpExecSlow",
        ),
        method(
          "test",
          1,
          (vm, self, text) => {
            if (!isPristine(vm, self) || isObject(text)) return MISS;
            const index = numericLastIndex(self as GuestObject);
            if (index === undefined) return MISS;
            return runExec(vm, self as GuestObject, toStringValue(vm, text), index) !== null;
          },
          "regexpTestSlow",
        ),
        flagGetter("dotAll", "s"),
        flagGetter("global", "g"),
        flagGetter("hasIndices", "d"),
        flagGetter("ignoreCase", "i"),
        flagGetter("multiline", "m"),
        flagGetter("sticky", "y"),
        flagGetter("unicode", "u"),
        flagGetter("unicodeSets", "v"),
        getter("source", (vm, self) => {
          if (isRegExp(self)) return escapeSource(dataOf(self).source);
          if (self === vm.realm.object("RegExpPrototype")) return "(?:)";
          return vm.throwType("RegExp.prototype.source getter called on non-RegExp object");
        }),
      ],
    },
    {
      name: "RegExpStringIteratorPrototype",
      proto: "IteratorPrototype",
      rows: [constant("@@toStringTag", "RegExp String Iterator")],
    },
  ],
  constructors: [{ name: "RegExp" }],
  globals: [["RegExp", "RegExp"]],
  operations: [
    {
      name: "newRegExp",
      call: (vm, proto, source, flags) => {
        const program = compile(vm, source as string, flags as string);
        const data = new RegExpData(source as string, canonicalFlags(flags as string), program);
        const object = vm.newExotic(proto as GuestObject, Kind.RegExp, data);
        object.shape = object.shape.add("lastIndex", Attr.Writable);
        object.slots.push(0);
        return object;
      },
    },
    {
      name: "recompileRegExp",
      call: (vm, regexp, source, flags) => {
        const program = compile(vm, source as string, flags as string);
        const data = dataOf(regexp);
        data.source = source as string;
        data.flags = canonicalFlags(flags as string);
        data.program = program;
        setLastIndex(vm, regexp as GuestObject, 0);
        return regexp;
      },
    },
    { name: "regexpSource", call: (_vm, regexp) => dataOf(regexp).source },
    { name: "regexpFlags", call: (_vm, regexp) => dataOf(regexp).flags },
    { name: "isPristineRegExp", call: (vm, regexp) => isPristine(vm, regexp) },
    {
      name: "regexpExec",
      call: (vm, regexp, text, lastIndex) => {
        const captures = runExec(vm, regexp as GuestObject, text as string, lastIndex as number);
        return captures === null ? null : matchArray(vm, dataOf(regexp), text as string, captures);
      },
    },
    {
      /** Every match of a pristine global regular expression as a list of texts; null for none. */
      name: "regexpMatchAll",
      call: (vm, regexp, text) => {
        const object = regexp as GuestObject;
        const subject = text as string;
        setLastIndex(vm, object, 0);
        const unicode = /[uv]/.test(dataOf(object).flags);
        const found: Value[] = [];
        for (let index = 0; ; ) {
          const captures = runExec(vm, object, subject, index);
          if (captures === null) break;
          found.push(slice(vm, subject, captures[0]!, captures[1]!));
          vm.allocate(8);
          index = captures[1]!;
          if (captures[0] === captures[1]) index += unicode && (subject.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
        }
        return found.length === 0 ? null : vm.newArray(found);
      },
    },
    {
      /** Replacement of a pristine regular expression by a template without guest code. */
      name: "regexpReplaceText",
      call: (vm, regexp, text, template) => replaceText(vm, regexp as GuestObject, text as string, template as string),
    },
    {
      /** For each match of a pristine regular expression the arguments of a replacer function. */
      name: "regexpReplacerCalls",
      call: (vm, regexp, text) => {
        const calls: Value[] = [];
        const { program } = dataOf(regexp);
        const names = program.groupNames;
        eachMatch(vm, regexp as GuestObject, text as string, (captures) => {
          const args = captureTexts(vm, text as string, captures);
          const texts = args.slice();
          args.push(captures[0]!, text);
          if (names !== null) args.push(groups(vm, names, (i) => texts[i]));
          calls.push(vm.newArray(args));
        });
        return vm.newArray(calls);
      },
    },
    {
      /** Splitting by a pristine regular expression: a search from each end, not an attempt at each place. */
      name: "regexpSplit",
      call: (vm, regexp, text, limit) => splitText(vm, dataOf(regexp), text as string, limit as number),
    },
    {
      name: "advanceIndex",
      call: (_vm, text, index, unicode) => {
        const at = index as number;
        const wide =
          unicode === true && at + 1 < (text as string).length && ((text as string).codePointAt(at) ?? 0) > 0xffff;
        return at + (wide ? 2 : 1);
      },
    },
    { name: "regexpEscape", call: (vm, text) => escapeText(vm, text as string) },
  ],
};
