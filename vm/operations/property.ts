/**
 * Own properties of every kind of object but proxies, natively: finding, defining, deleting,
 * listing. Nothing here runs guest code. Walking prototypes, accessors and proxies is access.ts.
 * https://tc39.es/ecma262/#sec-ordinary-object-internal-methods-and-internal-slots
 */

import { InternalError } from "../errors.js";
import { toolMember, toolMembers } from "../tool-tree.js";
import {
  type ArrayObject,
  isArrayKind,
  MAX_GAP,
  MAX_STORE,
  makeSlow,
  type SlowArrayObject,
  type SlowElements,
} from "../values/array.js";
import { Bit, type GuestObject, HOLE, Kind, type Value } from "../values/object.js";
import type { PropertyKey } from "../values/property-key.js";
import { Accessor, Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { materialise } from "./function-properties.js";
import { definePropertyOfTypedArray, typedArrayElement, typedArrayHasIndex, typedArrayLength } from "./typed-array.js";

/** Result of {@link findOwn}: valid until its next call. */
export const found: { value: Value | Accessor; attr: number } = { value: undefined, attr: 0 };

function hit(value: Value | Accessor, attr: number): true {
  found.value = value;
  found.attr = attr;
  return true;
}

/** A property to define: absent fields are undefined in `has`. */
export interface PropertyFields {
  hasValue: boolean;
  value: Value;
  hasWritable: boolean;
  writable: boolean;
  hasGet: boolean;
  get: GuestObject | undefined;
  hasSet: boolean;
  set: GuestObject | undefined;
  hasEnumerable: boolean;
  enumerable: boolean;
  hasConfigurable: boolean;
  configurable: boolean;
}

/** Fields of a complete data property. */
export function dataFields(value: Value, attr: number): PropertyFields {
  return {
    hasValue: true,
    value,
    hasWritable: true,
    writable: (attr & Attr.Writable) !== 0,
    hasGet: false,
    get: undefined,
    hasSet: false,
    set: undefined,
    hasEnumerable: true,
    enumerable: (attr & Attr.Enumerable) !== 0,
    hasConfigurable: true,
    configurable: (attr & Attr.Configurable) !== 0,
  };
}

/** [[GetOwnProperty]] for every kind but proxies: true when present, the answer in {@link found}. */
export function findOwn(vm: Vm, object: GuestObject, key: PropertyKey): boolean {
  switch (object.kind) {
    case Kind.Array: {
      const elements = (object as ArrayObject).data;
      if (typeof key === "number") {
        if (key >= elements.length) return false;
        const value = elements[key];
        return value !== HOLE && hit(value, Attr.Default);
      }
      if (key === "length") return hit(elements.length, Attr.Writable);
      break;
    }
    case Kind.SlowArray: {
      const slow = (object as SlowArrayObject).data;
      if (typeof key === "number") {
        const item = slow.items.get(key);
        return item !== undefined && hit(item.value, item.attr);
      }
      if (key === "length") return hit(slow.length, slow.lengthWritable ? Attr.Writable : Attr.None);
      break;
    }
    case Kind.StringObject: {
      const text = object.data as string;
      if (typeof key === "number" && key < text.length) return hit(text[key], Attr.Enumerable);
      if (key === "length") return hit(text.length, Attr.None);
      break;
    }
    case Kind.TypedArray:
      if (typeof key === "number") {
        return typedArrayHasIndex(object, key) && hit(typedArrayElement(object, key), Attr.Default);
      }
      if (isCanonicalNumeric(key)) return false;
      break;
    case Kind.Closure:
    case Kind.Native:
      if ((object.bits & Bit.LazyFunction) !== 0) materialise(vm, object);
      break;
    case Kind.Tool:
      return findToolMember(vm, object, key);
    case Kind.Proxy:
      throw new InternalError("findOwn met a proxy");
  }
  const { shape } = object;
  const index = shape.lookup(key);
  return index >= 0 && hit(object.slots[index], shape.attrs[index]!);
}

function findToolMember(vm: Vm, object: GuestObject, key: PropertyKey): boolean {
  if (key instanceof GuestSymbol) return false;
  return hit(toolMember(vm, object, String(key)), Attr.Enumerable);
}

/** Is a string key the canonical text of a number that is no array index ("-0", "1.5", "NaN")? */
export function isCanonicalNumeric(key: PropertyKey): boolean {
  if (typeof key !== "string") return false;
  if (key === "-0") return true;
  const first = key.charCodeAt(0);
  // Digits, a sign, Infinity or NaN begin every canonical numeric text.
  if (!((first >= 48 && first <= 57) || first === 45 || first === 73 || first === 78)) return false;
  return String(Number(key)) === key;
}

/** Bytes of an index in a list of keys, with the text it becomes. */
const INDEX_BYTES = 40;

function indexKeys(vm: Vm, length: number, keys: PropertyKey[]): void {
  vm.allocate(INDEX_BYTES * length);
  for (let i = 0; i < length; i++) {
    if ((i & 4095) === 0) vm.charge(1024);
    keys.push(i);
  }
}

/** [[OwnPropertyKeys]]: indices ascending, then strings, then symbols. Private names are left out. */
export function ownKeys(vm: Vm, object: GuestObject): PropertyKey[] {
  const keys: PropertyKey[] = [];
  switch (object.kind) {
    case Kind.Array: {
      const elements = (object as ArrayObject).data;
      vm.allocate(INDEX_BYTES * elements.length);
      for (let i = 0; i < elements.length; i++) {
        if ((i & 4095) === 0) vm.charge(1024);
        if (elements[i] !== HOLE) keys.push(i);
      }
      break;
    }
    case Kind.SlowArray:
      vm.charge((object as SlowArrayObject).data.items.size);
      for (const index of (object as SlowArrayObject).data.indices()) keys.push(index);
      break;
    case Kind.StringObject:
      indexKeys(vm, (object.data as string).length, keys);
      break;
    case Kind.TypedArray:
      indexKeys(vm, typedArrayLength(object), keys);
      break;
    case Kind.Closure:
    case Kind.Native:
      if ((object.bits & Bit.LazyFunction) !== 0) materialise(vm, object);
      break;
    case Kind.Tool:
      return toolMembers(vm, object).slice();
    case Kind.Proxy:
      throw new InternalError("ownKeys met a proxy");
  }
  const { shape } = object;
  vm.charge(shape.count >> 3);
  let indices: number[] | null = null;
  let symbols: GuestSymbol[] | null = null;
  const strings: string[] = [];
  for (let i = 0; i < shape.count; i++) {
    const key = shape.keys[i];
    if (typeof key === "string") strings.push(key);
    else if (typeof key === "number") {
      if (indices === null) indices = [key];
      else indices.push(key);
    } else if (key !== null && key !== undefined && !key.isPrivate) {
      if (symbols === null) symbols = [key];
      else symbols.push(key);
    }
  }
  if (indices !== null) for (const index of indices.sort((a, b) => a - b)) keys.push(index);
  if (isArrayKind(object) || object.kind === Kind.StringObject) keys.push("length");
  for (const key of strings) keys.push(key);
  if (symbols !== null) for (const key of symbols) keys.push(key);
  return keys;
}

/** [[IsExtensible]] for every kind but proxies. */
export function isExtensible(object: GuestObject): boolean {
  return object.shape.extensible;
}

/** [[PreventExtensions]]; false when the object cannot (a typed array over a resizable buffer). */
export function preventExtensions(vm: Vm, object: GuestObject): boolean {
  if (
    object.kind === Kind.TypedArray &&
    (object.data.fixedLength === undefined || object.data.buffer.data.maxByteLength !== undefined)
  )
    return false;
  if ((object.bits & Bit.LazyFunction) !== 0) materialise(vm, object);
  if (object.kind === Kind.Array) makeSlow(object as ArrayObject);
  if (object.shape.extensible) {
    changed(vm, object);
    object.shape = object.shape.withoutExtension();
    vm.payShapes();
  }
  return true;
}

/** Invalidates prototype caches when `object` may be in one. */
export function changed(vm: Vm, object: GuestObject): void {
  if ((object.bits & Bit.Prototype) !== 0) vm.prototypeEpoch++;
}

/** Appends a property that is known to be absent to an extensible object's shape. */
export function addNamed(vm: Vm, object: GuestObject, key: PropertyKey, value: Value | Accessor, attr: number): void {
  changed(vm, object);
  vm.allocate(8);
  object.shape = object.shape.add(key, attr);
  object.slots.push(value as Value);
  vm.payShapes();
}

/** Sets or adds an own property without checks: literals, fresh objects, built-ins. */
export function putOwn(vm: Vm, object: GuestObject, key: PropertyKey, value: Value | Accessor, attr: number): void {
  if (object.kind !== Kind.Ordinary) {
    if ((object.bits & Bit.LazyFunction) !== 0) materialise(vm, object);
    if (typeof key === "number" && isArrayKind(object)) {
      defineElement(vm, object, key, value, attr);
      return;
    }
  }
  const index = object.shape.lookup(key);
  if (index < 0) {
    addNamed(vm, object, key, value, attr);
    return;
  }
  if (object.shape.attrs[index] !== attr) {
    changed(vm, object);
    object.shape = object.shape.withAttr(index, attr);
    vm.payShapes();
  }
  object.slots[index] = value as Value;
}

/** Puts an element whose definition was validated. */
export function defineElement(vm: Vm, object: GuestObject, index: number, value: Value | Accessor, attr: number): void {
  if (object.kind === Kind.Array) {
    const elements = (object as ArrayObject).data;
    if (attr === Attr.Default && index <= elements.length + MAX_GAP) {
      if (index < elements.length) elements[index] = value as Value;
      else {
        vm.growStore(elements.length, index + 1 - elements.length);
        while (elements.length < index) elements.push(HOLE);
        elements.push(value as Value);
      }
      return;
    }
    makeSlow(object as ArrayObject);
  }
  const slow = object.data as SlowElements;
  const item = slow.items.get(index);
  if (item === undefined) {
    if (slow.items.size >= MAX_STORE) vm.throwRange("Invalid array length");
    vm.allocate(72);
    slow.items.set(index, { value, attr });
  } else {
    item.value = value;
    item.attr = attr;
  }
  if (index >= slow.length) slow.length = index + 1;
}

/**
 * [[DefineOwnProperty]] for every kind but proxies; false when refused.
 * https://tc39.es/ecma262/#sec-validateandapplypropertydescriptor
 */
export function defineOwn(vm: Vm, object: GuestObject, key: PropertyKey, fields: PropertyFields): boolean {
  if (object.kind === Kind.TypedArray && (typeof key === "number" || isCanonicalNumeric(key))) {
    return definePropertyOfTypedArray(vm, object, key, fields);
  }
  if (object.kind === Kind.Tool) return false;
  if (isArrayKind(object)) {
    if (key === "length") return defineLength(vm, object, fields);
    if (typeof key === "number" && key >= arrayLength(object) && object.kind === Kind.SlowArray) {
      if (!(object.data as SlowElements).lengthWritable) return false;
    }
  }
  const present = findOwn(vm, object, key);
  if (!present) {
    if (!object.shape.extensible) return false;
    const accessor = fields.hasGet || fields.hasSet;
    const attr =
      (fields.enumerable ? Attr.Enumerable : 0) |
      (fields.configurable ? Attr.Configurable : 0) |
      (accessor ? Attr.Accessor : fields.writable ? Attr.Writable : 0);
    write(vm, object, key, accessor ? new Accessor(fields.get, fields.set) : fields.value, attr);
    return true;
  }
  const { value: current, attr } = found;
  const isAccessor = (attr & Attr.Accessor) !== 0;
  const wantsAccessor = fields.hasGet || fields.hasSet;
  const wantsData = fields.hasValue || fields.hasWritable;
  if ((attr & Attr.Configurable) === 0) {
    if (fields.hasConfigurable && fields.configurable) return false;
    if (fields.hasEnumerable && fields.enumerable !== ((attr & Attr.Enumerable) !== 0)) return false;
    if (wantsAccessor && !isAccessor) return false;
    if (wantsData && isAccessor) return false;
    if (isAccessor) {
      const pair = current as Accessor;
      if (fields.hasGet && fields.get !== pair.get) return false;
      if (fields.hasSet && fields.set !== pair.set) return false;
    } else if ((attr & Attr.Writable) === 0) {
      if (fields.hasWritable && fields.writable) return false;
      if (fields.hasValue && !Object.is(fields.value, current)) return false;
    }
  }
  let next = attr & (Attr.Enumerable | Attr.Configurable);
  if (fields.hasEnumerable) next = fields.enumerable ? next | Attr.Enumerable : next & ~Attr.Enumerable;
  if (fields.hasConfigurable) next = fields.configurable ? next | Attr.Configurable : next & ~Attr.Configurable;
  let value: Value | Accessor = current;
  if (wantsAccessor || (isAccessor && !wantsData)) {
    next |= Attr.Accessor;
    const pair = isAccessor ? (current as Accessor) : new Accessor(undefined, undefined);
    value = new Accessor(fields.hasGet ? fields.get : pair.get, fields.hasSet ? fields.set : pair.set);
  } else {
    const writable = fields.hasWritable ? fields.writable : !isAccessor && (attr & Attr.Writable) !== 0;
    if (writable) next |= Attr.Writable;
    if (fields.hasValue) value = fields.value;
    else if (isAccessor) value = undefined;
  }
  write(vm, object, key, value, next);
  return true;
}

function write(vm: Vm, object: GuestObject, key: PropertyKey, value: Value | Accessor, attr: number): void {
  // A built-in may shadow its own element keys only where it is exotic: string objects refuse in validation.
  putOwn(vm, object, key, value, attr);
}

export function arrayLength(object: GuestObject): number {
  return object.kind === Kind.Array ? (object as ArrayObject).data.length : (object.data as SlowElements).length;
}

/** ArraySetLength with a value already converted. https://tc39.es/ecma262/#sec-arraysetlength */
function defineLength(vm: Vm, object: GuestObject, fields: PropertyFields): boolean {
  if ((fields.hasConfigurable && fields.configurable) || (fields.hasEnumerable && fields.enumerable)) return false;
  if (fields.hasGet || fields.hasSet) return false;
  const old = arrayLength(object);
  const writable = object.kind === Kind.Array || (object.data as SlowElements).lengthWritable;
  if (!writable) {
    if (fields.hasWritable && fields.writable) return false;
    return !fields.hasValue || fields.value === old;
  }
  let ok = true;
  if (fields.hasValue) ok = setArrayLength(vm, object, fields.value as number);
  if (fields.hasWritable && !fields.writable) {
    const slow = object.kind === Kind.Array ? makeSlow(object as ArrayObject) : (object as SlowArrayObject);
    slow.data.lengthWritable = false;
  }
  return ok;
}

/** Sets the length of an array whose length is writable; false when an element cannot be deleted. */
export function setArrayLength(vm: Vm, object: GuestObject, length: number): boolean {
  if (object.kind === Kind.Array) {
    const elements = (object as ArrayObject).data;
    if (length <= elements.length) {
      vm.charge((elements.length - length) >> 6);
      elements.length = length;
      return true;
    }
    if (length <= elements.length + MAX_GAP) {
      vm.growStore(elements.length, length - elements.length);
      while (elements.length < length) elements.push(HOLE);
      return true;
    }
    makeSlow(object as ArrayObject);
  }
  const slow = object.data as SlowElements;
  if (length < slow.length) {
    vm.charge(slow.items.size);
    const indices = slow.indices();
    for (let i = indices.length - 1; i >= 0; i--) {
      const index = indices[i]!;
      if (index < length) break;
      if ((slow.items.get(index)!.attr & Attr.Configurable) === 0) {
        slow.length = index + 1;
        return false;
      }
      slow.items.delete(index);
    }
  }
  slow.length = length;
  return true;
}

/** [[Delete]] for every kind but proxies; false when refused. */
export function deleteOwn(vm: Vm, object: GuestObject, key: PropertyKey): boolean {
  if (!findOwn(vm, object, key)) return true;
  if (object.kind === Kind.Tool) return false;
  if (object.kind === Kind.TypedArray && typeof key === "number") return false;
  if ((found.attr & Attr.Configurable) === 0) return false;
  if (typeof key === "number") {
    if (object.kind === Kind.Array) {
      (object as ArrayObject).data[key] = HOLE;
      return true;
    }
    if (object.kind === Kind.SlowArray) {
      (object as SlowArrayObject).data.items.delete(key);
      return true;
    }
  }
  removeNamed(vm, object, key);
  return true;
}

/** Removes a property that lies in the shape. */
export function removeNamed(vm: Vm, object: GuestObject, key: PropertyKey): void {
  changed(vm, object);
  if (!object.shape.dictionary) object.shape = object.shape.toDictionary();
  vm.payShapes();
  const index = object.shape.lookup(key);
  object.slots[index] = undefined;
  object.shape.removeAt(index);
  if (object.shape.wasteful) object.slots = object.shape.compact(object.slots);
}

/** Object.freeze and Object.seal without proxies. */
export function setIntegrity(vm: Vm, object: GuestObject, freeze: boolean): boolean {
  if (!preventExtensions(vm, object)) return false;
  if (object.kind === Kind.TypedArray && freeze && typedArrayLength(object) > 0) return false;
  if (object.kind === Kind.SlowArray) {
    const slow = (object as SlowArrayObject).data;
    vm.charge(slow.items.size);
    for (const item of slow.items.values()) {
      item.attr &= ~Attr.Configurable;
      if (freeze && (item.attr & Attr.Accessor) === 0) item.attr &= ~Attr.Writable;
    }
    if (freeze) slow.lengthWritable = false;
  }
  vm.charge(object.shape.count);
  changed(vm, object);
  object.shape = object.shape.sealed(freeze);
  vm.payShapes();
  return true;
}
