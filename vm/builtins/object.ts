/**
 * Object and Object.prototype, native part: what needs no guest code because the object is no
 * proxy and the properties involved are data. Everything else is vm/library/object.js, which also
 * takes over whenever a native here answers MISS. A native may have written data properties before
 * it answers MISS: the routine writes them again, which nobody can tell.
 */

import { isCallable } from "../calls.js";
import { peek } from "../operations/access.js";
import { keyToValue, toKey } from "../operations/convert.js";
import {
  addNamed,
  dataFields,
  defineOwn,
  findOwn,
  found,
  isCanonicalNumeric,
  isExtensible,
  ownKeys,
  preventExtensions,
  putOwn,
  setIntegrity,
} from "../operations/property.js";
import { toolHas } from "../tool-tree.js";
import { isArrayKind } from "../values/array.js";
import { Bit, GuestObject, isObject, Kind, MISS, PUSHED, type Value } from "../values/object.js";
import type { PropertyKey } from "../values/property-key.js";
import { Attr } from "../values/shape.js";
import { GuestSymbol, SYMBOLS } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { type Family, method, methodAll } from "./define.js";

/** Properties handled between two charges. */
const CHUNK = 2048;

const NULLISH = "Cannot convert undefined or null to object";

/** An object whose own properties can be read natively. */
function isDirect(value: Value): value is GuestObject {
  return value instanceof GuestObject && value.kind !== Kind.Proxy;
}

/**
 * Enumerable own string keys, values or entries of an ordinary object without index keys: their
 * order is the shape's. null when there are index keys, or accessors and values are wanted.
 */
function enumerableOfShape(vm: Vm, object: GuestObject, what: "keys" | "values" | "entries"): Value[] | null {
  const { shape, slots } = object;
  const list: Value[] = [];
  for (let i = 0; i < shape.count; i++) {
    if (i % CHUNK === CHUNK - 1) vm.charge(CHUNK);
    const key = shape.keys[i];
    if (typeof key === "number") return null;
    if (typeof key !== "string" || (shape.attrs[i]! & Attr.Enumerable) === 0) continue;
    if (what === "keys") list.push(key);
    else if ((shape.attrs[i]! & Attr.Accessor) !== 0) return null;
    else list.push(what === "values" ? slots[i] : vm.newArray([key, slots[i]]));
  }
  return list;
}

/** Enumerable own string keys with their values; null when an accessor is among them and values are wanted. */
function enumerableOwn(vm: Vm, object: GuestObject, what: "keys" | "values" | "entries"): Value[] | null {
  const list: Value[] = [];
  let steps = 0;
  for (const key of ownKeys(vm, object)) {
    if (++steps % CHUNK === 0) vm.charge(CHUNK);
    if (key instanceof GuestSymbol || !findOwn(vm, object, key) || (found.attr & Attr.Enumerable) === 0) continue;
    if (what === "keys") list.push(keyToValue(key));
    else if ((found.attr & Attr.Accessor) !== 0) return null;
    else if (what === "values") list.push(found.value as Value);
    else list.push(vm.newArray([keyToValue(key), found.value as Value]));
  }
  return list;
}

const listOf = (what: "keys" | "values" | "entries") => (vm: Vm, _self: Value, a: Value) => {
  if (!isDirect(a)) return MISS;
  const list = (a.kind === Kind.Ordinary ? enumerableOfShape(vm, a, what) : null) ?? enumerableOwn(vm, a, what);
  return list === null ? MISS : vm.newArray(list);
};

/** [[Set]] on an ordinary object when it runs no guest code; false otherwise. */
function assignData(vm: Vm, target: GuestObject, key: PropertyKey, value: Value): boolean {
  const index = target.shape.lookup(key);
  if (index >= 0) {
    if ((target.shape.attrs[index]! & (Attr.Accessor | Attr.Writable)) !== Attr.Writable) return false;
    target.slots[index] = value;
    return true;
  }
  if (!target.shape.extensible) return false;
  for (let proto = target.shape.proto; proto !== null; proto = proto.shape.proto) {
    if (proto.kind === Kind.Proxy) return false;
    if (proto.kind === Kind.TypedArray && (typeof key === "number" || isCanonicalNumeric(key))) return false;
    if (!findOwn(vm, proto, key)) continue;
    if ((found.attr & Attr.Accessor) !== 0) return false;
    if ((found.attr & Attr.Writable) === 0 && (proto.bits & Bit.Intrinsic) === 0) return false;
    break;
  }
  addNamed(vm, target, key, value, Attr.Default);
  return true;
}

function assign(vm: Vm, _self: Value, args: Value[]): Value {
  const target = args[0];
  if (!isObject(target) || target.kind !== Kind.Ordinary) return MISS;
  for (let i = 1; i < args.length; i++) {
    const source = args[i];
    if (typeof source === "string") return MISS;
    if (!(source instanceof GuestObject)) continue;
    if (source.kind === Kind.Proxy) return MISS;
    let steps = 0;
    for (const key of ownKeys(vm, source)) {
      if (++steps % CHUNK === 0) vm.charge(2 * CHUNK);
      if (!findOwn(vm, source, key) || (found.attr & Attr.Enumerable) === 0) continue;
      if ((found.attr & Attr.Accessor) !== 0) return MISS;
      if (!assignData(vm, target, key, found.value as Value)) return MISS;
    }
  }
  return target;
}

function create(vm: Vm, _self: Value, proto: Value, properties: Value): Value {
  if (properties !== undefined) return MISS;
  if (proto !== null && !isObject(proto)) {
    return vm.throwType(`Object prototype may only be an Object or null: ${vm.describe(proto)}`);
  }
  return vm.newObject(proto);
}

/** HasOwnProperty or, with a mask, the attribute's presence. */
function ownAttribute(vm: Vm, object: Value, key: Value, mask: number): Value {
  if (isObject(key)) return MISS;
  if (!isDirect(object)) return MISS;
  if (object.kind === Kind.Tool) return !(key instanceof GuestSymbol) && toolHas(vm, object, String(toKey(vm, key)));
  return findOwn(vm, object, toKey(vm, key)) && (mask === 0 || (found.attr & mask) !== 0);
}

/** The tag that Object.prototype.toString shows without a Symbol.toStringTag. */
function builtinTag(object: GuestObject): string {
  if (isArrayKind(object)) return "Array";
  if (isCallable(object)) return "Function";
  switch (object.kind) {
    case Kind.Arguments:
      return "Arguments";
    case Kind.Error:
      return "Error";
    case Kind.BooleanObject:
      return "Boolean";
    case Kind.NumberObject:
      return "Number";
    case Kind.StringObject:
      return "String";
    case Kind.Date:
      return "Date";
    case Kind.RegExp:
      return "RegExp";
    default:
      return "Object";
  }
}

function toString(vm: Vm, self: Value): Value {
  if (self === undefined) return "[object Undefined]";
  if (self === null) return "[object Null]";
  if (!isDirect(self)) return MISS;
  const tag = self.kind === Kind.Tool ? undefined : peek(vm, self, SYMBOLS.toStringTag);
  if (tag === PUSHED) return MISS;
  return `[object ${typeof tag === "string" ? tag : builtinTag(self)}]`;
}

function isPrototypeOf(vm: Vm, self: Value, value: Value): Value {
  if (!isObject(value)) return false;
  if (self === undefined || self === null) return vm.throwType(NULLISH);
  let current: GuestObject | null = value;
  for (;;) {
    if (current.kind === Kind.Proxy) return MISS;
    current = current.shape.proto;
    if (current === null) return false;
    if (current === self) return true;
    vm.charge(1);
  }
}

export const objectFamily: Family = {
  intrinsics: [
    {
      name: "ObjectPrototype",
      proto: null,
      rows: [
        method("hasOwnProperty", 1, (vm, self, key) => ownAttribute(vm, self, key, 0), "objectHasOwnProperty"),
        method("isPrototypeOf", 1, isPrototypeOf, "objectIsPrototypeOf"),
        method(
          "propertyIsEnumerable",
          1,
          (vm, self, key) => ownAttribute(vm, self, key, Attr.Enumerable),
          "objectPropertyIsEnumerable",
        ),
        method("toString", 0, toString, "objectToString"),
        method("valueOf", 0, (_vm, self) => (isObject(self) ? self : MISS), "toObjectThis"),
      ],
    },
    {
      name: "Object",
      proto: "FunctionPrototype",
      rows: [
        methodAll("assign", 2, assign, "objectAssign"),
        method("create", 2, create, "objectCreate"),
        method("entries", 1, listOf("entries"), "objectEntries"),
        method(
          "freeze",
          1,
          (vm, _self, a) => {
            if (!isObject(a)) return a;
            if (!isDirect(a) || a.kind === Kind.TypedArray) return MISS;
            setIntegrity(vm, a, true);
            return a;
          },
          "objectFreeze",
        ),
        method("getPrototypeOf", 1, (_vm, _self, a) => (isDirect(a) ? a.shape.proto : MISS), "objectGetPrototypeOf"),
        method("hasOwn", 2, (vm, _self, a, key) => ownAttribute(vm, a, key, 0), "objectHasOwn"),
        method("is", 2, (_vm, _self, a, b) => Object.is(a, b)),
        method(
          "isExtensible",
          1,
          (_vm, _self, a) => (isObject(a) ? (isDirect(a) ? isExtensible(a) : MISS) : false),
          "objectIsExtensible",
        ),
        method("keys", 1, listOf("keys"), "objectKeys"),
        method(
          "preventExtensions",
          1,
          (vm, _self, a) => {
            if (!isObject(a)) return a;
            return isDirect(a) && preventExtensions(vm, a) ? a : MISS;
          },
          "objectPreventExtensions",
        ),
        method(
          "seal",
          1,
          (vm, _self, a) => {
            if (!isObject(a)) return a;
            if (!isDirect(a) || a.kind === Kind.TypedArray) return MISS;
            setIntegrity(vm, a, false);
            return a;
          },
          "objectSeal",
        ),
        method("values", 1, listOf("values"), "objectValues"),
      ],
    },
  ],
  constructors: [{ name: "Object" }],
  operations: [
    {
      /** Sets or adds a default data property of an ordinary object that the library made. */
      name: "putData",
      call: (vm, object, key, value) => {
        putOwn(vm, object as GuestObject, toKey(vm, key), value, Attr.Default);
        return undefined;
      },
    },
    {
      /** CreateNonEnumerableDataPropertyOrThrow on an ordinary object or error. */
      name: "defineHidden",
      call: (vm, object, key, value) =>
        defineOwn(vm, object as GuestObject, toKey(vm, key), dataFields(value, Attr.Hidden)),
    },
    {
      /** The tag of an object that is no proxy, without looking at its properties. */
      name: "builtinTag",
      call: (_vm, object) => builtinTag(object as GuestObject),
    },
  ],
  globals: [["Object", "Object"]],
};
