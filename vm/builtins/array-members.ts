/**
 * Members of Array.prototype that move, search and copy the elements of a plain array, that is a
 * dense one whose prototype is the intrinsic. Indices and separators must be primitive numbers and
 * strings. Anything else answers MISS and is vm/library/array.js. Work is charged before it is done.
 */
import { peek } from "../operations/access.js";
import { toStringValue } from "../operations/convert.js";
import { newValues } from "../unit.js";
import { type ArrayObject, isArrayKind } from "../values/array.js";
import { GuestObject, HOLE, isObject, Kind, MISS, type Value } from "../values/object.js";
import { SYMBOLS } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { sortDefault } from "./array-sort.js";

/** Longest string of the VM, in UTF-16 code units. */
const MAX_STRING = 2 ** 28;
/** Elements handled between two charges. */
const CHUNK = 32_768;
/** Elements joined at once. */
const JOIN_CHUNK = 1024;

/** A dense array whose holes read as undefined: nothing on its prototypes has an index. */
export function isPlain(vm: Vm, value: Value): value is ArrayObject {
  return value instanceof GuestObject && value.kind === Kind.Array && value.shape.proto === vm.realm.arrayPrototype;
}

/** A plain array for which ArraySpeciesCreate makes a plain array. */
export function isPristine(vm: Vm, value: Value): value is ArrayObject {
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

export function push(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  if (args.length === 1) {
    vm.growStore(data.length, 1);
    return data.push(args[0]);
  }
  vm.charge(args.length >> 3);
  vm.growStore(data.length, args.length);
  for (const value of args) data.push(value);
  return data.length;
}

export function pop(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  return self.data.length === 0 ? undefined : read(self.data.pop());
}

export function shift(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  if (self.data.length === 0) return undefined;
  vm.charge(self.data.length >> 6);
  return read(self.data.shift());
}

export function unshift(vm: Vm, self: Value, args: Value[]): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  vm.charge((data.length + args.length) >> 5);
  vm.allocate(8 * args.length);
  if (args.length <= 64) return data.unshift(...args);
  self.data = args.concat(data);
  return self.data.length;
}

/** Copies part of the elements, charged; the copy is the caller's. */
/** Elements that the host copies in one call. */
const COPIED = 1 << 17;

export function copied(vm: Vm, data: readonly Value[], start: number, end: number): Value[] {
  const count = Math.max(0, end - start);
  vm.charge(count >> 4);
  vm.allocate(8 * count);
  if (count <= COPIED) return data.slice(start, end);
  const copy = newValues(0);
  for (let at = start; at < end; at++) {
    if (((at - start) & (COPIED - 1)) === 0) vm.charge(1);
    copy.push(data[at]!);
  }
  return copy;
}

export function slice(vm: Vm, self: Value, from: Value, to: Value): Value {
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

export function splice(vm: Vm, self: Value, args: Value[]): Value {
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

export function toSpliced(vm: Vm, self: Value, args: Value[]): Value {
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
export function fillHoles(elements: Value[]): Value[] {
  for (let i = 0; i < elements.length; i++) if (elements[i] === HOLE) elements[i] = undefined;
  return elements;
}

export function concat(vm: Vm, self: Value, args: Value[]): Value {
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
  vm.growStore(0, total);
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

export function indexOf(vm: Vm, self: Value, value: Value, from: Value): Value {
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

export function lastIndexOf(vm: Vm, self: Value, args: Value[]): Value {
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

export function includes(vm: Vm, self: Value, value: Value, from: Value): Value {
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
export function joinPrimitives(vm: Vm, data: readonly Value[], separator: string): Value {
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
        part = toStringValue(vm, value);
      }
      parts.push(part);
      length += part.length + separator.length;
    }
    if (length > MAX_STRING + separator.length) return vm.throwRange("Invalid string length");
    while (length > reserved) {
      reserved *= 2;
      vm.charge(reserved >> 6);
      vm.allocate(reserved);
    }
    text = from === 0 ? parts.join(separator) : text + separator + parts.join(separator);
  }
  if (text.length > MAX_STRING) return vm.throwRange("Invalid string length");
  vm.texts.note(text.length);
  return text;
}

export function join(vm: Vm, self: Value, separator: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  if (separator !== undefined && typeof separator !== "string") return MISS;
  return joinPrimitives(vm, self.data, separator ?? ",");
}

export function toString(vm: Vm, self: Value): Value {
  return isPristine(vm, self) ? joinPrimitives(vm, self.data, ",") : MISS;
}

export function reverse(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  vm.charge(self.data.length >> 4);
  self.data.reverse();
  return self;
}

export function toReversed(vm: Vm, self: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  return vm.newArray(fillHoles(copied(vm, self.data, 0, self.data.length)).reverse());
}

export function fill(vm: Vm, self: Value, value: Value, from: Value, to: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  const { data } = self;
  const start = relative(from, data.length, 0);
  const end = relative(to, data.length, data.length);
  if (start < 0 || end < 0) return MISS;
  vm.charge(Math.max(0, end - start) >> 4);
  data.fill(value, start, end);
  return self;
}

export function copyWithin(vm: Vm, self: Value, target: Value, from: Value, to: Value): Value {
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

export function at(vm: Vm, self: Value, index: Value): Value {
  if (!isPlain(vm, self)) return MISS;
  if (typeof index !== "number" && index !== undefined) return MISS;
  const wanted = index === undefined || Number.isNaN(index) ? 0 : Math.trunc(index);
  const place = wanted < 0 ? self.data.length + wanted : wanted;
  return place < 0 || place >= self.data.length ? undefined : read(self.data[place]);
}

export function withElement(vm: Vm, self: Value, index: Value, value: Value): Value {
  if (!isPlain(vm, self) || (typeof index !== "number" && index !== undefined)) return MISS;
  const { length } = self.data;
  const wanted = index === undefined || Number.isNaN(index) ? 0 : Math.trunc(index);
  const place = wanted < 0 ? length + wanted : wanted;
  if (place < 0 || place >= length) return vm.throwRange(`Invalid index : ${index}`);
  const result = fillHoles(copied(vm, self.data, 0, length));
  result[place] = value;
  return vm.newArray(result);
}

/** flat of nested plain arrays, with a stack of our own: nesting may be deep or cyclic. */
export function flat(vm: Vm, self: Value, depth: Value): Value {
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

export function sort(vm: Vm, self: Value, comparator: Value): Value {
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

export function toSorted(vm: Vm, self: Value, comparator: Value): Value {
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
