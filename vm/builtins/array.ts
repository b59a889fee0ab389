/**
 * Array: the tables of its natives, its iterators, and the operations of its library parts. The
 * natives themselves are array-members.ts; every member that takes a callback is library code.
 * https://tc39.es/ecma262/#sec-array-objects
 */
import { iterResult } from "../jobs/generator.js";
import { defineElement, setArrayLength } from "../operations/property.js";
import { isOutOfBounds, typedArrayElement, typedArrayLength } from "../operations/typed-array.js";
import { newValues } from "../unit.js";
import { type ArrayObject, isArrayKind, MAX_GAP, MAX_MADE, SlowElements } from "../values/array.js";
import { RecordData } from "../values/internal-slots.js";
import { GuestObject, HOLE, isObject, Kind, MISS, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";
import * as members from "./array-members.js";
import { sortByKeys, sortDefault } from "./array-sort.js";
import { constant, type Family, method, methodAll } from "./define.js";

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
        if (!members.isPlain(vm, object)) return MISS;
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
  vm.allocate(144);
  const array = new GuestObject(vm.rootShape(proto as GuestObject), newValues(0), Kind.Array, newValues(0), 0, 0);
  const count = length as number;
  if (count > MAX_GAP && count <= MAX_MADE && 10 * count <= vm.limits.maxMemoryBytes) {
    vm.allocate(8 * count);
    const elements = array.data as Value[];
    for (let i = 0; i < count; i++) {
      if ((i & 0xffff) === 0) vm.charge(2048);
      elements.push(HOLE);
    }
  } else if (count !== 0) {
    vm.charge(Math.min(count, MAX_GAP) >> 6);
    setArrayLength(vm, array, count);
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
        method("at", 1, members.at, "arrayAt"),
        methodAll("concat", 1, members.concat, "arrayConcat"),
        method("copyWithin", 2, members.copyWithin, "arrayCopyWithin"),
        method("entries", 0, iterate(2), "arrayEntries"),
        method("fill", 1, members.fill, "arrayFill"),
        method("flat", 0, members.flat, "arrayFlat"),
        method("includes", 1, members.includes, "arrayIncludes"),
        method("indexOf", 1, members.indexOf, "arrayIndexOf"),
        method("join", 1, members.join, "arrayJoin"),
        method("keys", 0, iterate(KEYS), "arrayKeys"),
        methodAll("lastIndexOf", 1, members.lastIndexOf, "arrayLastIndexOf"),
        method("pop", 0, members.pop, "arrayPop"),
        methodAll("push", 1, members.push, "arrayPush"),
        method("reverse", 0, members.reverse, "arrayReverse"),
        method("shift", 0, members.shift, "arrayShift"),
        method("slice", 2, members.slice, "arraySlice"),
        method("sort", 1, members.sort, "arraySort"),
        methodAll("splice", 2, members.splice, "arraySplice"),
        method("toReversed", 0, members.toReversed, "arrayToReversed"),
        method("toSorted", 1, members.toSorted, "arrayToSorted"),
        methodAll("toSpliced", 2, members.toSpliced, "arrayToSpliced"),
        method("toString", 0, members.toString, "arrayToString"),
        methodAll("unshift", 1, members.unshift, "arrayUnshift"),
        method("values", 0, iterate(VALUES), "arrayValues"),
        method("with", 2, members.withElement, "arrayWith"),
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
      call: (vm, value) => members.isPristine(vm, value),
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
        return vm.newArray(members.fillHoles(members.copied(vm, data, 0, data.length)));
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
      call: (vm, list, separator) => members.joinPrimitives(vm, (list as ArrayObject).data, separator as string),
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
