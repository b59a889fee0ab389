/**
 * Headers, native part: the header list, normalisation and checks of names and values, and the
 * sorted and combined view that iteration walks. Field 0 of the record is that view while it is
 * valid, else undefined; lower-case names and values follow in turn.
 * https://fetch.spec.whatwg.org/#headers-class
 */
import { iterResult } from "../jobs/generator.js";
import { RecordData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { sortedOrder } from "./array-sort.js";
import { constant, type Family, method } from "./define.js";
import { TextBuilder } from "./text.js";

const BRAND = "Headers";
const ITERATOR = "Headers Iterator";
const SET_COOKIE = "set-cookie";

const fieldsOf = (headers: Value): Value[] => ((headers as GuestObject).data as RecordData).fields;

const isHeaders = (value: Value): value is GuestObject =>
  isObject(value) && value.kind === Kind.Record && (value.data as RecordData).brand === BRAND;

const checked = (vm: Vm, self: Value): GuestObject => (isHeaders(self) ? self : vm.throwType("Illegal invocation"));

const TOKEN = new Set([..."!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"].map((c) => c.charCodeAt(0)));

/** A name in lower case; undefined when it is no token. The text has byte code units only. */
function normalName(vm: Vm, name: string): Value {
  vm.charge((name.length >> 2) + 1);
  vm.allocateText(name.length);
  if (name === "") return undefined;
  let lower = true;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    const upper = code >= 65 && code <= 90;
    if (upper) lower = false;
    else if (!TOKEN.has(code)) return undefined;
  }
  return lower ? name : name.toLowerCase();
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

/** A value without white space around it. */
function trimmedValue(vm: Vm, value: string): string {
  vm.charge((value.length >> 2) + 1);
  let from = 0;
  let to = value.length;
  while (from < to && isSpace(value.charCodeAt(from))) from++;
  while (to > from && isSpace(value.charCodeAt(to - 1))) to--;
  vm.allocateText(to - from);
  return value.slice(from, to);
}

function isValue(vm: Vm, value: string): boolean {
  vm.charge((value.length >> 3) + 1);
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code === 0 || code === 10 || code === 13) return false;
  }
  return true;
}

/** Index of the first code unit that is no byte, or -1. */
function wideUnit(vm: Vm, text: string): number {
  vm.charge((text.length >> 3) + 1);
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return i;
  return -1;
}

/** The values of a name joined, or null. */
function combined(vm: Vm, fields: readonly Value[], name: Value): string | null {
  vm.charge((fields.length >> 2) + 1);
  const out = new TextBuilder(vm);
  let found = false;
  for (let i = 1; i < fields.length; i += 2) {
    if (fields[i] !== name) continue;
    if (found) out.add(", ");
    found = true;
    out.add(fields[i + 1] as string);
  }
  return found ? out.finish() : null;
}

/** Names and values in turn, sorted by name and combined; every Set-Cookie stands for itself. */
export function headerView(vm: Vm, headers: GuestObject): readonly string[] {
  const fields = fieldsOf(headers);
  if (fields[0] !== undefined) return (fields[0] as GuestObject).data as string[];
  const names: string[] = [];
  for (let i = 1; i < fields.length; i += 2) names.push(fields[i] as string);
  vm.charge(names.length);
  const list: string[] = [];
  let pieces: string[] = [];
  let length = 0;
  const order = sortedOrder(vm, names);
  order.forEach((index, at) => {
    const name = names[index]!;
    pieces.push(fields[2 * index + 2] as string);
    length += pieces[pieces.length - 1]!.length + 2;
    if (name !== SET_COOKIE && at + 1 < order.length && names[order[at + 1]!] === name) return;
    vm.charge((length >> 4) + 1);
    vm.allocateText(length);
    list.push(name, pieces.join(", "));
    pieces = [];
    length = 0;
  });
  fields[0] = vm.newArray(list);
  return list;
}

/** Removes the values of a name, but the first when `keepFirst`. */
function remove(vm: Vm, fields: Value[], name: Value, keepFirst: boolean): void {
  vm.charge((fields.length >> 2) + 1);
  fields[0] = undefined;
  let to = 1;
  let seen = false;
  for (let from = 1; from < fields.length; from += 2) {
    const matches = fields[from] === name;
    if (matches && (seen || !keepFirst)) continue;
    if (matches) seen = true;
    fields[to++] = fields[from];
    fields[to++] = fields[from + 1];
  }
  fields.length = to;
}

function append(vm: Vm, fields: Value[], name: Value, value: Value): void {
  vm.allocate(16);
  fields[0] = undefined;
  fields.push(name, value);
}

const iterate = (kind: "entries" | "keys" | "values") =>
  method(kind, 0, (vm, self) =>
    vm.newExotic(
      vm.realm.object("HeadersIteratorPrototype"),
      Kind.Record,
      new RecordData(ITERATOR, [checked(vm, self), 0, kind]),
    ),
  );

function next(vm: Vm, self: Value): Value {
  if (!isObject(self) || self.kind !== Kind.Record || (self.data as RecordData).brand !== ITERATOR) {
    return vm.throwType("'next' called on an object that does not implement interface Headers Iterator.");
  }
  const { fields } = self.data as RecordData;
  const list = headerView(vm, fields[0] as GuestObject);
  const at = fields[1] as number;
  if (at >= list.length) return iterResult(vm, undefined, true);
  fields[1] = at + 2;
  if (fields[2] === "keys") return iterResult(vm, list[at], false);
  if (fields[2] === "values") return iterResult(vm, list[at + 1], false);
  return iterResult(vm, vm.newArray([list[at], list[at + 1]]), false);
}

export const headersFamily: Family = {
  intrinsics: [
    {
      name: "HeadersPrototype",
      rows: [
        iterate("entries"),
        iterate("keys"),
        iterate("values"),
        method("getSetCookie", 0, (vm, self) => {
          const fields = fieldsOf(checked(vm, self));
          vm.charge((fields.length >> 2) + 1);
          const values: Value[] = [];
          for (let i = 1; i < fields.length; i += 2) if (fields[i] === SET_COOKIE) values.push(fields[i + 1]);
          return vm.newArray(values);
        }),
        constant("@@iterator", { intrinsic: "HeadersPrototype_entries" }),
        constant("@@toStringTag", BRAND),
      ],
    },
    {
      name: "HeadersIteratorPrototype",
      proto: "IteratorPrototype",
      rows: [method("next", 0, next), constant("@@toStringTag", ITERATOR)],
    },
  ],
  constructors: [{ name: "Headers" }],
  operations: [
    { name: "isHeaders", call: (_vm, value) => isHeaders(value) },
    {
      name: "newHeaders",
      call: (vm, proto) => vm.newExotic(proto as GuestObject, Kind.Record, new RecordData(BRAND, [undefined])),
    },
    { name: "wideUnit", call: (vm, text) => wideUnit(vm, text as string) },
    { name: "headerName", call: (vm, name) => normalName(vm, name as string) },
    { name: "headerValue", call: (vm, value) => trimmedValue(vm, value as string) },
    { name: "isHeaderValue", call: (vm, value) => isValue(vm, value as string) },
    {
      name: "headersAppend",
      call: (vm, headers, name, value) => {
        append(vm, fieldsOf(headers), name, value);
        return undefined;
      },
    },
    {
      name: "headersSet",
      call: (vm, headers, name, value) => {
        const fields = fieldsOf(headers);
        remove(vm, fields, name, true);
        for (let i = 1; i < fields.length; i += 2) {
          if (fields[i] === name) {
            fields[i + 1] = value;
            return undefined;
          }
        }
        append(vm, fields, name, value);
        return undefined;
      },
    },
    {
      name: "headersDelete",
      call: (vm, headers, name) => {
        remove(vm, fieldsOf(headers), name, false);
        return undefined;
      },
    },
    { name: "headersGet", call: (vm, headers, name) => combined(vm, fieldsOf(headers), name) },
    {
      /** Item of the sorted view: names and values in turn from index 0, undefined past the end. */
      name: "headersAt",
      call: (vm, headers, index) => headerView(vm, headers as GuestObject)[index as number],
    },
  ],
  globals: [["Headers", "Headers"]],
};
