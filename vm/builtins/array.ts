/**
 * Array and Array.prototype, native part: members that move, search and copy the elements of a
 * plain array, that is a dense one whose prototype is the intrinsic. Indices and separators must
 * be primitive numbers and strings. Anything else answers MISS and is vm/library/array.js, as is
 * every member that takes a callback. Work is charged before it is done.
 */

import { invoke } from "../calls.js";
import { iterResult } from "../jobs/generator.js";
import { peek } from "../operations/access.js";
import { toStringValue } from "../operations/convert.js";
import { defineElement, setArrayLength } from "../operations/property.js";
import { isOutOfBounds, typedArrayElement, typedArrayLength } from "../operations/typed-array.js";
import { newValues } from "../unit.js";
import { type ArrayObject, isArrayKind, MAX_GAP, SlowElements } from "../values/array.js";
import { RecordData } from "../values/internal-slots.js";
import { GuestObject, HOLE, isObject, Kind, MISS, PUSHED, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import { GuestSymbol, SYMBOLS } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { sortByKeys, sortDefault } from "./array-sort.js";
import { constant, type Family, method, methodAll } from "./define.js";

/** Longest string of the VM, in UTF-16 code units. */
const MAX_STRING = 2 ** 28;
/** Elements handled between two charges. */
const CHUNK = 32_768;
/** Elements joined at once. */
const JOIN_CHUNK = 1024;

/** A dense array whose holes read as undefined: nothing on its prototypes has an index. */
function isPlain(vm: Vm, value: Value): value is ArrayObject {
  return value instanceof GuestObject && value.kind === Kind.Array && value.shape.proto === vm.realm.arrayPrototype;
}

/** A plain array for which ArraySpeciesCreate makes a plain array. */
function isPristine(vm: Vm, value: Value): value is ArrayObject {
  return value instanceof GuestObject && value.kind === Kind.Array && value.shape === vm.shapes.array;
}

/** A relative index clamped to the length; -1 when the argument must be converted by the library. */
function relative(value: Value, length: number, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== "number") return -1;
  const index = Number.isNaN(value) ? 0 : Math.trunc(value);
  // Adding 0 turns -0 into +0.
  return index < 0 ? Math.max(0, length + index) : Math.min(index, length) + 0;
}

const read = (value: Value): Value => (value === HOLE ? undefined : value);

function push(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  if (args.length === 1) {
    vm.allocate(8);
    return data.push(args[0]);
  }
  vm.charge(args.length >> 3);
  vm.allocate(8 * args.length);
  for (const value of args) data.push(value);
  return data.length;
}

function pop(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  return self.data.length === 0 ? undefined : read(self.data.pop());
}

function shift(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  if (self.data.length === 0) return undefined;
  vm.charge(self.data.length >> 6);
  return read(self.data.shift());
}

function unshift(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  vm.charge((data.length + args.length) >> 5);
  vm.allocate(8 * args.length);
  if (args.length <= 64) return data.unshift(...args);
  self.data = args.concat(data);
  return self.data.length;
}

/** Copies part of the elements, charged; the copy is the caller's. */
function copied(vm: Vm, data: readonly Value[], start: number, end: number): Value[] {
  const count = Math.max(0, end - start);
  vm.charge(count >> 4);
  vm.allocate(8 * count);
  return data.slice(start, end);
}

function slice(vm: Vm, self: Value, from: Value, to: Value): Value {
  if (!isPristine(vm, self)) return MISS;
  const { length } = self.data;
  const start = relative(from, length, 0);
  const end = relative(to, length, length);
  if (start < 0 || end < 0) return MISS;
  return vm.newArray(copied(vm, self.data, start, Math.max(start, end)));
}

/** Start and number of removed elements of splice and toSpliced; false for arguments to convert. */
function spliceRange(args: Value[], length: number): { start: number; removed: number } | false {
  const start = relative(args[0], length, 0);
  if (start < 0) return false;
  if (args.length === 0) return { start: 0, removed: 0 };
  if (args.length === 1) return { start, removed: length - start };
  const count = args[1];
  if (count !== undefined && typeof count !== "number") return false;
  const wanted = count === undefined || Number.isNaN(count) ? 0 : Math.trunc(count);
  return { start, removed: Math.min(Math.max(wanted, 0), length - start) };
}

function splice(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPristine(vm, self)) return MISS;
  const range = spliceRange(args, self.data.length);
  if (range === false) return MISS;
  const { start, removed } = range;
  const items = args.slice(2);
  vm.charge(self.data.length >> 5);
  vm.allocate(8 * (removed + items.length));
  if (items.length <= 64) return vm.newArray(self.data.splice(start, removed, ...items));
  const result = self.data.slice(start, start + removed);
  self.data = [...self.data.slice(0, start), ...items, ...self.data.slice(start + removed)];
  return vm.newArray(result);
}

function toSpliced(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  const range = spliceRange(args, data.length);
  if (range === false) return MISS;
  const { start, removed } = range;
  vm.charge(data.length >> 4);
  vm.allocate(8 * (data.length + args.length));
  const result = data.slice(0, start);
  for (let i = 2; i < args.length; i++) result.push(args[i]);
  for (let i = start + removed; i < data.length; i++) result.push(data[i]);
  return vm.newArray(fillHoles(result));
}

/** Turns holes of a fresh copy into undefined, as reading them does. */
function fillHoles(elements: Value[]): Value[] {
  for (let i = 0; i < elements.length; i++) if (elements[i] === HOLE) elements[i] = undefined;
  return elements;
}

function concat(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPristine(vm, self)) return MISS;
  let total = self.data.length;
  for (const item of args) {
    if (isPristine(vm, item)) total += item.data.length;
    else {
      if (isObject(item)) {
        if (isArrayKind(item) || item.kind === Kind.Proxy) return MISS;
        if (item.kind !== Kind.Tool && peek(vm, item, SYMBOLS.isConcatSpreadable) !== undefined) return MISS;
      }
      total++;
    }
  }
  vm.charge(total >> 4);
  vm.allocate(8 * total);
  const result = self.data.slice();
  for (const item of args) {
    if (isPristine(vm, item)) for (const value of item.data) result.push(value);
    else result.push(item);
  }
  return vm.newArray(result);
}

/** Charges a search in chunks; equal-length strings may be compared to their end. */
function chargeSearch(vm: Vm, value: Value): void {
  vm.charge((CHUNK >> 3) * (typeof value === "string" ? 1 + (value.length >> 8) : 1));
}

function indexOf(vm: Vm, self: Value, value: Value, from: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  let i = relative(from, data.length, 0);
  if (i < 0) return MISS;
  vm.charge(Math.min(CHUNK, data.length - i) >> 3);
  for (let until = i + CHUNK; ; until += CHUNK) {
    for (const end = Math.min(until, data.length); i < end; i++) if (data[i] === value) return i;
    if (i >= data.length) return -1;
    chargeSearch(vm, value);
  }
}

function lastIndexOf(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  const [value, from] = args;
  let i = data.length - 1;
  if (args.length > 1) {
    if (typeof from !== "number") return MISS;
    const index = Number.isNaN(from) ? 0 : Math.trunc(from);
    i = index < 0 ? data.length + index : Math.min(index, data.length - 1) + 0;
  }
  vm.charge(Math.min(CHUNK, i + 1) >> 3);
  for (let until = i - CHUNK; ; until -= CHUNK) {
    for (const end = Math.max(until, -1); i > end; i--) if (data[i] === value) return i;
    if (i < 0) return -1;
    chargeSearch(vm, value);
  }
}

function includes(vm: Vm, self: Value, value: Value, from: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  let i = relative(from, data.length, 0);
  if (i < 0) return MISS;
  const nan = typeof value === "number" && Number.isNaN(value);
  vm.charge(Math.min(CHUNK, data.length - i) >> 3);
  for (let until = i + CHUNK; ; until += CHUNK) {
    for (const end = Math.min(until, data.length); i < end; i++) {
      const item = read(data[i]);
      if (item === value || (nan && typeof item === "number" && Number.isNaN(item))) return true;
    }
    if (i >= data.length) return false;
    chargeSearch(vm, value);
  }
}

/** join of elements that are all primitive; symbols and objects are the library's. */
function joinPrimitives(vm: Vm, data: readonly Value[], separator: string): Value {
  let text = "";
  let reserved = 1024;
  for (let from = 0; from < data.length; from += JOIN_CHUNK) {
    const parts: string[] = [];
    let length = text.length;
    vm.charge(JOIN_CHUNK >> 3);
    for (let i = from; i < data.length && i < from + JOIN_CHUNK; i++) {
      const value = read(data[i]);
      let part = "";
      if (typeof value === "string") part = value;
      else if (value !== undefined && value !== null) {
        if (typeof value === "object") return MISS;
        part = typeof value === "bigint" ? bigText(vm, value) : toStringValue(vm, value);
      }
      parts.push(part);
      length += part.length + separator.length;
    }
    if (length > MAX_STRING + separator.length) return vm.throwRange("Invalid string length");
    while (length > reserved) {
      // Charged by capacity: the growing text is invisible to the census.
      reserved *= 2;
      vm.charge(reserved >> 6);
      vm.allocate(reserved);
    }
    text = from === 0 ? parts.join(separator) : text + separator + parts.join(separator);
  }
  if (text.length > MAX_STRING) return vm.throwRange("Invalid string length");
  return text;
}

/** Decimal text of a BigInt: the conversion is quadratic in its size. */
function bigText(vm: Vm, value: bigint): string {
  const digits = value.toString(16).length;
  vm.charge((digits * digits) >> 10);
  return String(value);
}

function join(vm: Vm, self: Value, separator: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  if (separator !== undefined && typeof separator !== "string") return MISS;
  return joinPrimitives(vm, self.data, separator ?? ",");
}

function toString(vm: Vm, self: Value): Value {
  return isPristine(vm, self) ? joinPrimitives(vm, self.data, ",") : MISS;
}

function reverse(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  vm.charge(self.data.length >> 4);
  self.data.reverse();
  return self;
}

function toReversed(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  return vm.newArray(fillHoles(copied(vm, self.data, 0, self.data.length)).reverse());
}

function fill(vm: Vm, self: Value, value: Value, from: Value, to: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  const start = relative(from, data.length, 0);
  const end = relative(to, data.length, data.length);
  if (start < 0 || end < 0) return MISS;
  vm.charge(Math.max(0, end - start) >> 4);
  data.fill(value, start, end);
  return self;
}

function copyWithin(vm: Vm, self: Value, target: Value, from: Value, to: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  const at = relative(target, data.length, 0);
  const start = relative(from, data.length, 0);
  const end = relative(to, data.length, data.length);
  if (at < 0 || start < 0 || end < 0) return MISS;
  vm.charge(Math.max(0, end - start) >> 4);
  data.copyWithin(at, start, end);
  return self;
}

function at(vm: Vm, self: Value, index: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  if (typeof index !== "number" && index !== undefined) return MISS;
  const wanted = index === undefined || Number.isNaN(index) ? 0 : Math.trunc(index);
  const place = wanted < 0 ? self.data.length + wanted : wanted;
  return place < 0 || place >= self.data.length ? undefined : read(self.data[place]);
}

function withElement(vm: Vm, self: Value, index: Value, value: Value): Value {
  if (!isPlain(vm, self) || (typeof index !== "number" && index !== undefined)) return MISS;
  const { length } = self.data;
  const wanted = index === undefined || Number.isNaN(index) ? 0 : Math.trunc(index);
  const place = wanted < 0 ? length + wanted : wanted;
  if (place < 0 || place >= length) return vm.throwRange("Invalid index : " + index);
  const result = fillHoles(copied(vm, self.data, 0, length));
  result[place] = value;
  return vm.newArray(result);
}

/** flat of nested plain arrays, with a stack of our own: nesting may be deep or cyclic. */
function flat(vm: Vm, self: Value, depth: Value): Value {
  if (!isPristine(vm, self) || (depth !== undefined && typeof depth !== "number")) return MISS;
  const limit = depth === undefined ? 1 : Number.isNaN(depth) ? 0 : Math.trunc(depth);
  const result: Value[] = [];
  const stack: { data: readonly Value[]; next: number }[] = [{ data: self.data, next: 0 }];
  // Lists that only this function holds are invisible to the census: they are charged by capacity.
  let capacity = 1024;
  let steps = 0;
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    if (top.next === top.data.length) {
      stack.pop();
      continue;
    }
    const value = top.data[top.next++];
    if ((++steps & 1023) === 0) vm.charge(1024);
    if (result.length + stack.length > capacity) {
      capacity *= 2;
      vm.allocate(48 * capacity);
    }
    if (value === HOLE) continue;
    if (isObject(value)) {
      if (value.kind === Kind.Proxy || value.kind === Kind.SlowArray) return MISS;
      if (value.kind === Kind.Array && stack.length <= limit) {
        if (!isPlain(vm, value)) return MISS;
        stack.push({ data: value.data, next: 0 });
        continue;
      }
    }
    result.push(value);
  }
  return vm.newArray(result);
}

function sort(vm: Vm, self: Value, comparator: Value): Value {
  if (comparator !== undefined || !isPlain(vm, self)) return MISS;
  const { data } = self;
  const present = data.filter((value) => value !== HOLE && value !== undefined);
  vm.charge(data.length >> 3);
  vm.allocate(8 * data.length);
  const sorted = sortDefault(vm, present);
  if (sorted === null) return MISS;
  let undefinedCount = 0;
  if (present.length < data.length) for (const value of data) if (value === undefined) undefinedCount++;
  for (let i = 0; i < data.length; i++) {
    data[i] = i < sorted.length ? sorted[i] : i < sorted.length + undefinedCount ? undefined : HOLE;
  }
  return self;
}

function toSorted(vm: Vm, self: Value, comparator: Value): Value {
  if (comparator !== undefined || !isPlain(vm, self)) return MISS;
  const { data } = self;
  vm.charge(data.length >> 3);
  vm.allocate(8 * data.length);
  const sorted = sortDefault(
    vm,
    data.filter((value) => value !== HOLE && value !== undefined),
  );
  if (sorted === null) return MISS;
  while (sorted.length < data.length) sorted.push(undefined);
  return vm.newArray(sorted);
}

// ---- iterators

/** Brand and fields of array iterators: the object (undefined when done), next index, kind. */
export const ARRAY_ITERATOR = "Array Iterator";
const KEYS = 0;
const VALUES = 1;

export function newArrayIterator(vm: Vm, object: GuestObject, kind: number): GuestObject {
  return vm.newExotic(
    vm.realm.object("ArrayIteratorPrototype"),
    Kind.Record,
    new RecordData(ARRAY_ITERATOR, [object, 0, kind]),
  );
}

const iterate = (kind: number) => (vm: Vm, self: Value) => (isObject(self) ? newArrayIterator(vm, self, kind) : MISS);

function iteratorNext(vm: Vm, self: Value): Value {
  if (!isObject(self) || self.kind !== Kind.Record || (self.data as RecordData).brand !== ARRAY_ITERATOR) {
    return vm.throwType(`Method Array Iterator.prototype.next called on incompatible receiver ${vm.describe(self)}`);
  }
  const { fields } = self.data as RecordData;
  const object = fields[0] as GuestObject | undefined;
  if (object === undefined) return iterResult(vm, undefined, true);
  const index = fields[1] as number;
  let length: number;
  if (object.kind === Kind.Array) length = (object as ArrayObject).data.length;
  else if (object.kind === Kind.TypedArray) {
    if (isOutOfBounds(object)) {
      return vm.throwType("Cannot perform %ArrayIteratorPrototype%.next on a detached ArrayBuffer");
    }
    length = typedArrayLength(object);
  } else return MISS;
  if (index >= length) {
    fields[0] = undefined;
    return iterResult(vm, undefined, true);
  }
  const kind = fields[2];
  let value: Value = index;
  if (kind !== KEYS) {
    if (object.kind === Kind.TypedArray) value = typedArrayElement(object, index);
    else {
      value = (object as ArrayObject).data[index];
      // A hole of an array with another prototype may be found there.
      if (value === HOLE) {
        if (!isPlain(vm, object)) return MISS;
        value = undefined;
      }
    }
    if (kind !== VALUES) value = vm.newArray([index, value]);
  }
  fields[1] = index + 1;
  return iterResult(vm, value, false);
}

function of(vm: Vm, self: Value, args: Value[]): Value {
  if (self !== vm.realm.object("Array")) return MISS;
  vm.charge(args.length >> 4);
  return vm.newArray(args.slice());
}

/** A new array with a length and a prototype. */
function makeArray(vm: Vm, proto: Value, length: Value): Value {
  vm.allocate(48);
  const array = new GuestObject(vm.rootShape(proto as GuestObject), newValues(0), Kind.Array, newValues(0), 0, 0);
  if (length !== 0) {
    vm.charge(Math.min(length as number, MAX_GAP) >> 6);
    setArrayLength(vm, array, length as number);
  }
  return array;
}

/** Arrays whose join runs at the moment, per execution: a cycle joins as the empty text. */
const joining = new WeakMap<Vm, GuestObject[]>();

const UNSCOPABLES = [
  "at",
  "copyWithin",
  "entries",
  "fill",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "flat",
  "flatMap",
  "includes",
  "keys",
  "toReversed",
  "toSorted",
  "toSpliced",
  "values",
];

export const arrayFamily: Family = {
  intrinsics: [
    {
      name: "ArrayPrototype",
      // An array whose length is fixed: a dense one could be given another length by any execution.
      kind: Kind.SlowArray,
      data: () => new SlowElements(0, false),
      rows: [
        method("at", 1, at, "arrayAt"),
        methodAll("concat", 1, concat, "arrayConcat"),
        method("copyWithin", 2, copyWithin, "arrayCopyWithin"),
        method("entries", 0, iterate(2), "arrayEntries"),
        method("fill", 1, fill, "arrayFill"),
        method("flat", 0, flat, "arrayFlat"),
        method("includes", 1, includes, "arrayIncludes"),
        method("indexOf", 1, indexOf, "arrayIndexOf"),
        method("join", 1, join, "arrayJoin"),
        method("keys", 0, iterate(KEYS), "arrayKeys"),
        methodAll("lastIndexOf", 1, lastIndexOf, "arrayLastIndexOf"),
        method("pop", 0, pop, "arrayPop"),
        methodAll("push", 1, push, "arrayPush"),
        method("reverse", 0, reverse, "arrayReverse"),
        method("shift", 0, shift, "arrayShift"),
        method("slice", 2, slice, "arraySlice"),
        method("sort", 1, sort, "arraySort"),
        methodAll("splice", 2, splice, "arraySplice"),
        method("toReversed", 0, toReversed, "arrayToReversed"),
        method("toSorted", 1, toSorted, "arrayToSorted"),
        methodAll("toSpliced", 2, toSpliced, "arrayToSpliced"),
        method("toString", 0, toString, "arrayToString"),
        methodAll("unshift", 1, unshift, "arrayUnshift"),
        method("values", 0, iterate(VALUES), "arrayValues"),
        method("with", 2, withElement, "arrayWith"),
        constant("@@iterator", { intrinsic: "ArrayPrototype_values" }),
        constant("@@unscopables", { intrinsic: "ArrayUnscopables" }),
      ],
    },
    { name: "ArrayUnscopables", proto: null, rows: UNSCOPABLES.map((name) => constant(name, true, true)) },
    {
      name: "Array",
      proto: "FunctionPrototype",
      rows: [
        method(
          "isArray",
          1,
          (_vm, _self, value) => {
            if (!isObject(value)) return false;
            return value.kind === Kind.Proxy ? MISS : isArrayKind(value);
          },
          "isArray",
        ),
        methodAll("of", 0, of, "arrayOf"),
      ],
    },
    {
      name: "ArrayIteratorPrototype",
      proto: "IteratorPrototype",
      rows: [method("next", 0, iteratorNext, "arrayIteratorNext"), constant("@@toStringTag", ARRAY_ITERATOR)],
    },
  ],
  constructors: [{ name: "Array" }],
  operations: [
    { name: "makeArray", call: makeArray },
    {
      /** True when ArraySpeciesCreate of this array gives a plain array and runs no guest code. */
      name: "isPristineArray",
      call: (vm, value) => isPristine(vm, value),
    },
    {
      name: "newArrayIterator",
      call: (vm, object, kind) => newArrayIterator(vm, object as GuestObject, kind as number),
    },
    {
      /** Sorts a list in place by texts of equal number; both lists are the library's own. */
      name: "sortByKeys",
      call: (vm, list, keys) => {
        const target = list as ArrayObject;
        target.data = sortByKeys(vm, target.data, (keys as ArrayObject).data as string[]);
        return undefined;
      },
    },
    {
      /** Default order of a list of primitives, in place; false when symbols or objects are in it. */
      name: "sortPrimitives",
      call: (vm, list) => {
        const target = list as ArrayObject;
        const sorted = sortDefault(vm, target.data);
        if (sorted === null) return false;
        target.data = sorted;
        return true;
      },
    },
    {
      /** A copy of a list that the library made or of a plain array. */
      name: "copyList",
      call: (vm, list) => {
        const { data } = list as ArrayObject;
        return vm.newArray(fillHoles(copied(vm, data, 0, data.length)));
      },
    },
    {
      /** False when the array's join runs already. */
      name: "joinEnter",
      call: (vm, object) => {
        let stack = joining.get(vm);
        if (stack === undefined) {
          stack = [];
          joining.set(vm, stack);
        }
        vm.charge(stack.length >> 3);
        if (stack.includes(object as GuestObject)) return false;
        stack.push(object as GuestObject);
        return true;
      },
    },
    {
      name: "joinLeave",
      call: (vm) => {
        joining.get(vm)!.pop();
        return undefined;
      },
    },
    {
      /** Joins a list of strings. Throws RangeError beyond the longest string. */
      name: "joinList",
      call: (vm, list, separator) => joinPrimitives(vm, (list as ArrayObject).data, separator as string),
    },
    {
      /** Sets an element of an array that the library made, gaps included. */
      name: "putElement",
      call: (vm, array, index, value) => {
        defineElement(vm, array as GuestObject, index as number, value, Attr.Default);
        return undefined;
      },
    },
  ],
  globals: [["Array", "Array"]],
};
