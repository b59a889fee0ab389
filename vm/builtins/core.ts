/**
 * Operations that every part of the library uses: kinds, internal records, property access without
 * proxies, iterator records, promise plumbing, host calls.
 */
import { isCallable, isConstructor, pushClosure } from "../calls.js";
import { Mode } from "../frame.js";
import { promiseFor } from "../jobs/async-function.js";
import { hostCall, pullStream } from "../jobs/host-call.js";
import { fulfill, newPromise, type PromiseObject, reject, resolve } from "../jobs/promise.js";
import { getFrom, hasProperty, setOn } from "../operations/access.js";
import { binaryPrimitive, comparePrimitive, looseEqualsPrimitive } from "../operations/arithmetic.js";
import { bitLength, stringToBigInt } from "../operations/bigint.js";
import { keyToValue, toKey, toNumber, toNumeric, toStringValue } from "../operations/convert.js";
import { isPlain } from "../operations/plain-data.js";
import {
  arrayLength,
  defineOwn,
  deleteOwn,
  findOwn,
  found,
  isExtensible,
  ownKeys,
  type PropertyFields,
  preventExtensions,
  setArrayLength,
  setIntegrity,
} from "../operations/property.js";
import { setPrototype } from "../operations/prototype.js";
import { typeOf } from "../operations/type-of.js";
import { isBigIntArray, setTypedArrayElement } from "../operations/typed-array.js";
import { type ArrayObject, isArrayKind } from "../values/array.js";
import { ClosureData, NativeData } from "../values/function.js";
import { IteratorRecord, KeyCursor, type ProxyData, RecordData } from "../values/internal-slots.js";
import { Bit, DONE, type GuestObject, HOLE, isObject, Kind, MISS, PUSHED, type Value } from "../values/object.js";
import { keyOfString, type PropertyKey } from "../values/property-key.js";
import { type Accessor, Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { type Conversion, constant, convertPrimitive, type Family, type Operation } from "./define.js";

const KIND_NAMES = [
  "Ordinary",
  "Array",
  "Array",
  "Closure",
  "Native",
  "Bound",
  "Tool",
  "Proxy",
  "Error",
  "BooleanObject",
  "NumberObject",
  "StringObject",
  "SymbolObject",
  "BigIntObject",
  "Date",
  "RegExp",
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "WeakRef",
  "Promise",
  "Generator",
  "AsyncGenerator",
  "ArrayBuffer",
  "TypedArray",
  "DataView",
  "Arguments",
  "Global",
  "Record",
];

const object = (value: Value) => value as GuestObject;

/** Wraps a primitive that is neither undefined nor null. */
function wrap(vm: Vm, value: Value): GuestObject {
  switch (typeof value) {
    case "string":
      return vm.newExotic(vm.realm.stringPrototype, Kind.StringObject, value);
    case "number":
      return vm.newExotic(vm.realm.numberPrototype, Kind.NumberObject, value);
    case "boolean":
      return vm.newExotic(vm.realm.booleanPrototype, Kind.BooleanObject, value);
    case "bigint":
      return vm.newExotic(vm.realm.bigintPrototype, Kind.BigIntObject, value);
  }
  return vm.newExotic(vm.realm.symbolPrototype, Kind.SymbolObject, value);
}

/** An internal descriptor record as a null-prototype guest object. */
function descriptorObject(vm: Vm, value: Value | Accessor, attr: number): GuestObject {
  const result = vm.newObject(null);
  const put = (key: string, field: Value) => {
    result.shape = result.shape.add(key, Attr.Default);
    result.slots.push(field);
  };
  if ((attr & Attr.Accessor) !== 0) {
    put("get", (value as Accessor).get);
    put("set", (value as Accessor).set);
  } else {
    put("value", value as Value);
    put("writable", (attr & Attr.Writable) !== 0);
  }
  put("enumerable", (attr & Attr.Enumerable) !== 0);
  put("configurable", (attr & Attr.Configurable) !== 0);
  return result;
}

function fieldsOf(descriptor: GuestObject): PropertyFields {
  const has = (key: string) => descriptor.shape.lookup(key) >= 0;
  const read = (key: string) => (has(key) ? descriptor.slots[descriptor.shape.lookup(key)] : undefined);
  return {
    hasValue: has("value"),
    value: read("value"),
    hasWritable: has("writable"),
    writable: read("writable") === true,
    hasGet: has("get"),
    get: read("get") as GuestObject | undefined,
    hasSet: has("set"),
    set: read("set") as GuestObject | undefined,
    hasEnumerable: has("enumerable"),
    enumerable: read("enumerable") === true,
    hasConfigurable: has("configurable"),
    configurable: read("configurable") === true,
  };
}

const record = (value: Value) => value as unknown as IteratorRecord;

const operations: readonly Operation[] = [
  { name: "isObject", call: (_vm, a) => isObject(a) },
  { name: "isCallable", call: (_vm, a) => isCallable(a) },
  { name: "isConstructor", call: (_vm, a) => isConstructor(a) },
  { name: "isProxy", call: (_vm, a) => isObject(a) && a.kind === Kind.Proxy },
  { name: "kindOf", call: (_vm, a) => (isObject(a) ? KIND_NAMES[a.kind] : "") },
  { name: "typeOf", call: (vm, a) => typeOf(vm, a) },
  { name: "isPlainArray", call: (_vm, a) => isObject(a) && a.kind === Kind.Array },
  { name: "isArrayExotic", call: (_vm, a) => isObject(a) && isArrayKind(a) },
  { name: "isSymbol", call: (_vm, a) => a instanceof GuestSymbol },
  { name: "sameValue", call: (_vm, a, b) => Object.is(a, b) },
  // biome-ignore lint/suspicious/noSelfCompare: NaN alone differs from itself
  { name: "sameValueZero", call: (_vm, a, b) => a === b || (a !== a && b !== b) },
  // Lists and records
  { name: "newList", call: (vm) => vm.newArray([]) },
  {
    name: "arrayAppend",
    call: (vm, list, value) => {
      vm.growStore((list as ArrayObject).data.length, 1);
      (list as ArrayObject).data.push(value);
      return undefined;
    },
  },
  { name: "listLength", call: (_vm, list) => (list as ArrayObject).data.length },
  { name: "objectWithProto", call: (vm, proto) => vm.newObject(proto as GuestObject | null) },
  {
    name: "newRecord",
    call: (vm, proto, brand) =>
      vm.newExotic(proto as GuestObject | null, Kind.Record, new RecordData(brand as string, [])),
  },
  {
    name: "setField",
    call: (vm, target, index, value) => {
      const { fields } = object(target).data as RecordData;
      vm.allocate(8);
      while (fields.length <= (index as number)) fields.push(undefined);
      fields[index as number] = value;
      return undefined;
    },
  },
  { name: "getField", call: (_vm, target, index) => (object(target).data as RecordData).fields[index as number] },
  {
    name: "isRecord",
    call: (_vm, target, brand) =>
      isObject(target) && target.kind === Kind.Record && (target.data as RecordData).brand === brand,
  },
  { name: "internalData", call: (_vm, target) => object(target).data as Value },
  // Conversion of primitives
  { name: "toStringPrimitive", call: (vm, a) => toStringValue(vm, a) },
  { name: "toNumberPrimitive", call: (vm, a) => toNumber(vm, a) },
  { name: "toNumericPrimitive", call: (vm, a) => toNumeric(vm, a) },
  { name: "toKeyPrimitive", call: (vm, a) => keyToValue(toKey(vm, a)) },
  { name: "wrapPrimitive", call: wrap },
  { name: "truncate", call: (_vm, a) => (Number.isNaN(a as number) ? 0 : Math.trunc(a as number) + 0) },
  { name: "toInt32Primitive", call: (_vm, a) => (a as number) | 0 },
  { name: "toUint32Primitive", call: (_vm, a) => (a as number) >>> 0 },
  { name: "stringToBigInt", call: (vm, a) => stringToBigInt(vm, a as string) },
  {
    name: "numberToBigInt",
    call: (vm, a) => {
      if (!Number.isInteger(a)) {
        return vm.throwRange(`The number ${a} cannot be converted to a BigInt because it is not an integer`);
      }
      return BigInt(a as number);
    },
  },
  { name: "bigintBits", call: (_vm, a) => bitLength(a as bigint) },
  { name: "describe", call: (vm, a) => vm.describe(a) },
  {
    name: "throwNoProperty",
    call: (vm, base, key, verb) => vm.throwNoProperty(base, toKey(vm, key), verb as "read" | "set"),
  },
  // Operators on primitives
  { name: "binary", call: (vm, operator, x, y) => binaryPrimitive(vm, operator as number, x, y) },
  { name: "compare", call: (vm, operator, x, y) => comparePrimitive(vm, operator as number, x, y) },
  { name: "looseEquals", call: (vm, x, y) => looseEqualsPrimitive(vm, x, y) },
  // Properties of objects that are no proxies
  {
    name: "get",
    call: (vm, target, key, receiver) => getFrom(vm, object(target), toKey(vm, key), receiver, vm.dst, vm.mode),
  },
  { name: "has", call: (vm, target, key) => hasProperty(vm, object(target), toKey(vm, key), vm.dst, vm.mode) },
  {
    name: "setData",
    call: (vm, target, key, value, receiver) => setOn(vm, target, toKey(vm, key), value, receiver, vm.dst, vm.mode),
  },
  {
    name: "ownDescriptor",
    call: (vm, target, key) =>
      findOwn(vm, object(target), toKey(vm, key)) ? descriptorObject(vm, found.value, found.attr) : undefined,
  },
  { name: "hasOwnData", call: (vm, target, key) => findOwn(vm, object(target), toKey(vm, key)) },
  {
    name: "ownDataValue",
    call: (vm, target, key) =>
      findOwn(vm, object(target), toKey(vm, key)) && (found.attr & Attr.Accessor) === 0
        ? (found.value as Value)
        : undefined,
  },
  {
    name: "ownAttributes",
    call: (vm, target, key) => (findOwn(vm, object(target), toKey(vm, key)) ? found.attr : -1),
  },
  {
    name: "defineOwn",
    call: (vm, target, key, descriptor) => defineOwn(vm, object(target), toKey(vm, key), fieldsOf(object(descriptor))),
  },
  {
    name: "createOwn",
    call: (vm, target, key, value) =>
      defineOwn(vm, object(target), toKey(vm, key), {
        hasValue: true,
        value,
        hasWritable: true,
        writable: true,
        hasGet: false,
        get: undefined,
        hasSet: false,
        set: undefined,
        hasEnumerable: true,
        enumerable: true,
        hasConfigurable: true,
        configurable: true,
      }),
  },
  { name: "deleteOwn", call: (vm, target, key) => deleteOwn(vm, object(target), toKey(vm, key)) },
  {
    name: "ownKeys",
    call: (vm, target) => {
      const keys: Value[] = ownKeys(vm, object(target));
      for (let i = 0; i < keys.length; i++) {
        if ((i & 4095) === 4095) vm.charge(1024);
        keys[i] = keyToValue(keys[i] as PropertyKey);
      }
      return vm.newArray(keys);
    },
  },
  { name: "prototypeOf", call: (_vm, target) => object(target).shape.proto },
  { name: "setPrototype", call: (vm, target, proto) => setPrototype(vm, object(target), proto as GuestObject | null) },
  { name: "isExtensible", call: (_vm, target) => isExtensible(object(target)) },
  { name: "preventExtensions", call: (vm, target) => preventExtensions(vm, object(target)) },
  { name: "setIntegrity", call: (vm, target, freeze) => setIntegrity(vm, object(target), freeze === true) },
  { name: "arrayLengthOf", call: (_vm, target) => arrayLength(object(target)) },
  { name: "setLength", call: (vm, target, length) => setArrayLength(vm, object(target), length as number) },
  {
    name: "isLengthWritable",
    call: (_vm, target) => object(target).kind === Kind.Array || object(target).data.lengthWritable,
  },
  { name: "isBigIntArray", call: (_vm, target) => isBigIntArray(object(target)) },
  {
    name: "setTypedElement",
    call: (vm, target, key, value) => {
      const canonical = toKey(vm, key);
      if (typeof canonical === "number") setTypedArrayElement(object(target), canonical, value as number | bigint);
      return undefined;
    },
  },
  {
    name: "isCanonicalNumeric",
    call: (_vm, key) =>
      typeof key === "string" && (typeof keyOfString(key) === "number" || key === "-0" || String(Number(key)) === key),
  },
  // Iteration
  { name: "done", call: () => DONE },
  { name: "isDone", call: (_vm, a) => a === DONE },
  { name: "isHole", call: (_vm, list, index) => (list as ArrayObject).data[index as number] === HOLE },
  {
    name: "iteratorRecord",
    call: (vm, iterator, next) => {
      vm.allocate(48);
      return new IteratorRecord(object(iterator), next, false) as unknown as Value;
    },
  },
  { name: "iterable", call: (_vm, a) => a },
  { name: "recordIterator", call: (_vm, a) => record(a).iterator },
  { name: "isWalk", call: (_vm, a) => record(a).isWalk },
  { name: "recordNext", call: (_vm, a) => record(a).next },
  { name: "recordDone", call: (_vm, a) => record(a).done },
  {
    name: "setRecordDone",
    call: (_vm, a) => {
      record(a).done = true;
      return undefined;
    },
  },
  {
    name: "recordIndex",
    call: (_vm, a) => record(a).index++,
  },
  {
    name: "keyCursor",
    call: (_vm, keys) => new KeyCursor(null, (keys as ArrayObject).data as string[]) as unknown as Value,
  },
  { name: "iteratesPlainly", call: (vm, a) => isObject(a) && vm.iteratesPlainly(a) },
  // Functions
  {
    name: "callNative",
    call: (vm, fn, self, args) => {
      const { converted } = object(fn).data as NativeData;
      const list = (args as ArrayObject).data;
      const value = converted!(vm, self, list[0], list[1], list[2]);
      return value === MISS ? undefined : value;
    },
  },
  {
    name: "conversion",
    call: (_vm, fn, index) => (object(fn).data as NativeData).conversions?.[index as number],
  },
  {
    name: "conversionCount",
    call: (_vm, fn) => (object(fn).data as NativeData).conversions?.length ?? 0,
  },
  {
    name: "functionName",
    call: (_vm, fn) =>
      isObject(fn) && fn.data instanceof ClosureData ? fn.data.block.name : (object(fn).data as NativeData).name,
  },
  { name: "convertAs", call: (vm, value, conversion) => convertPrimitive(vm, value, conversion as Conversion) },
  { name: "hasInstanceMethod", call: (vm) => vm.realm.object("FunctionPrototype_@@hasInstance") },
  { name: "isIntrinsic", call: (_vm, a) => isObject(a) && (a.bits & Bit.Intrinsic) !== 0 },
  {
    name: "constructWith",
    call: (vm, fn, args, newTarget, proto) => {
      const self = vm.newObject(proto as GuestObject);
      pushClosure(vm, object(fn), self, (args as ArrayObject).data, vm.dst, Mode.Construct, newTarget);
      return PUSHED;
    },
  },
  {
    name: "proxyTarget",
    call: (vm, proxy) => {
      const { target } = object(proxy).data as ProxyData;
      return target ?? vm.throwType("Cannot perform an operation on a proxy that has been revoked");
    },
  },
  { name: "boundTarget", call: (_vm, fn) => (isObject(fn) && fn.kind === Kind.Bound ? fn.data.target : undefined) },
  // Promises
  { name: "newPromise", call: (vm) => newPromise(vm) },
  {
    name: "resolvePromise",
    call: (vm, promise, value) => {
      resolve(vm, promise as PromiseObject, value);
      return undefined;
    },
  },
  {
    name: "rejectPromise",
    call: (vm, promise, reason) => {
      reject(vm, promise as PromiseObject, reason);
      return undefined;
    },
  },
  {
    name: "promiseFor",
    call: (vm, value) => {
      const promise = promiseFor(vm, value);
      return promise === PUSHED ? undefined : promise;
    },
  },
  {
    name: "enqueueThenable",
    call: (vm, promise, thenable, then) => {
      vm.jobs.enqueueThenable(promise as PromiseObject, object(thenable), object(then));
      return undefined;
    },
  },
  {
    name: "fulfillPlain",
    call: (vm, promise, value) => {
      fulfill(vm, promise as PromiseObject, value);
      return undefined;
    },
  },
  // The boundary
  { name: "isPlain", call: (vm, value) => isPlain(vm, value) },
  {
    name: "programResult",
    call: (vm, value) => {
      vm.host.result(value);
      return undefined;
    },
  },
  { name: "hostCall", call: (vm, tool, args) => hostCall(vm, object(tool), args as ArrayObject) },
  {
    name: "notePromise",
    call: (vm, value) => {
      vm.notePromise(value);
      return undefined;
    },
  },
  { name: "pullStream", call: (vm, stream, end) => pullStream(vm, object(stream), end === true) },
];

export const coreFamily: Family = {
  intrinsics: [
    {
      name: "ToolStreamPrototype",
      proto: "AsyncIteratorPrototype",
      rows: [constant("@@toStringTag", "ToolStream")],
    },
    {
      name: "ThrowTypeError",
      proto: "FunctionPrototype",
      kind: Kind.Native,
      rows: [constant("length", 0), constant("name", "")],
      data: () =>
        new NativeData(
          "",
          0,
          (vm) =>
            vm.throwType(
              "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them",
            ),
          null,
          -1,
        ),
    },
  ],
  operations,
};
