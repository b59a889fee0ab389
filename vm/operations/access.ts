/**
 * [[Get]], [[Set]] and [[HasProperty]] along the prototype chain. Data properties are answered
 * natively; an accessor pushes a frame, a proxy calls the library. `dst` and `mode` say where a
 * later result goes.
 * https://tc39.es/ecma262/#sec-ordinaryget https://tc39.es/ecma262/#sec-ordinaryset
 */

import { invoke } from "../calls.js";
import { Mode } from "../frame.js";
import { toolHas } from "../tool-tree.js";
import { isArrayKind } from "../values/array.js";
import { Bit, GuestObject, Kind, PUSHED, type Value } from "../values/object.js";
import type { PropertyKey } from "../values/property-key.js";
import { type Accessor, Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { keyToValue } from "./convert.js";
import {
  addNamed,
  arrayLength,
  dataFields,
  defineElement,
  defineOwn,
  findOwn,
  found,
  isCanonicalNumeric,
  setArrayLength,
} from "./property.js";
import { isBigIntArray, setTypedArrayElement } from "./typed-array.js";

/** The object whose properties a primitive has; undefined and null have none. */
export function prototypeOfPrimitive(vm: Vm, value: Value): GuestObject | null {
  switch (typeof value) {
    case "string":
      return vm.realm.stringPrototype;
    case "number":
      return vm.realm.numberPrototype;
    case "boolean":
      return vm.realm.booleanPrototype;
    case "bigint":
      return vm.realm.bigintPrototype;
  }
  if (value instanceof GuestSymbol) return vm.realm.symbolPrototype;
  return null;
}

/** [[Get]] of an object. */
export function getFrom(
  vm: Vm,
  start: GuestObject,
  key: PropertyKey,
  receiver: Value,
  dst: number,
  mode: number,
): Value {
  let object: GuestObject | null = start;
  do {
    if (object.kind === Kind.Proxy) {
      return vm.callRoutine("proxyGet", [object, keyToValue(key), receiver], dst, mode);
    }
    if (findOwn(vm, object, key)) {
      if ((found.attr & Attr.Accessor) === 0) return found.value as Value;
      const getter = (found.value as Accessor).get;
      if (getter === undefined) return undefined;
      return invoke(vm, getter, receiver, [], dst, mode);
    }
    if (object.kind === Kind.TypedArray && (typeof key === "number" || isCanonicalNumeric(key))) return undefined;
    object = object.shape.proto;
    // A chain may be as long as the memory lets the program make it.
    if (--vm.fuel < 0) vm.charge(0);
  } while (object !== null);
  return undefined;
}

/** GetV: property of any value. Throws TypeError for undefined and null, in V8's words. */
export function getValue(vm: Vm, base: Value, key: PropertyKey, dst: number, mode: number = Mode.Normal): Value {
  if (base instanceof GuestObject) return getFrom(vm, base, key, base, dst, mode);
  if (typeof base === "string") {
    if (key === "length") return base.length;
    if (typeof key === "number") {
      if (key < base.length) return base[key];
    }
  }
  const proto = prototypeOfPrimitive(vm, base);
  if (proto === null) return vm.throwNoProperty(base, key, "read");
  return getFrom(vm, proto, key, base, dst, mode);
}

/**
 * Finds a data property without running guest code: its value, or PUSHED when an accessor or a
 * proxy is in the way. Absent gives undefined.
 */
export function peek(vm: Vm, start: GuestObject, key: PropertyKey): Value {
  let object: GuestObject | null = start;
  do {
    if (object.kind === Kind.Proxy) return PUSHED;
    if (findOwn(vm, object, key)) return (found.attr & Attr.Accessor) !== 0 ? PUSHED : (found.value as Value);
    if (object.kind === Kind.TypedArray && (typeof key === "number" || isCanonicalNumeric(key))) return undefined;
    object = object.shape.proto;
    // A chain may be as long as the memory lets the program make it.
    if (--vm.fuel < 0) vm.charge(0);
  } while (object !== null);
  return undefined;
}

/** [[HasProperty]]: true, false, or PUSHED when a proxy answers later. */
export function hasProperty(vm: Vm, start: GuestObject, key: PropertyKey, dst: number, mode: number): Value {
  let object: GuestObject | null = start;
  do {
    if (object.kind === Kind.Proxy) return vm.callRoutine("proxyHas", [object, keyToValue(key)], dst, mode);
    if (object.kind === Kind.Tool) return typeof key !== "object" && toolHas(vm, object, String(key));
    if (findOwn(vm, object, key)) return true;
    if (object.kind === Kind.TypedArray && (typeof key === "number" || isCanonicalNumeric(key))) return false;
    object = object.shape.proto;
    // A chain may be as long as the memory lets the program make it.
    if (--vm.fuel < 0) vm.charge(0);
  } while (object !== null);
  return false;
}

/**
 * [[Set]]: true when done, false when refused, PUSHED when a setter or proxy decides later; a
 * pushed call delivers by `mode` (Discard for assignments: the library throws for a refusal).
 */
export function setOn(
  vm: Vm,
  start: Value,
  key: PropertyKey,
  value: Value,
  receiver: Value,
  dst: number,
  mode: number,
): Value {
  let object: GuestObject | null = start instanceof GuestObject ? start : prototypeOfPrimitive(vm, start);
  while (object !== null) {
    if (object.kind === Kind.Proxy) {
      return vm.callRoutine("proxySetStrict", [object, keyToValue(key), value, receiver], dst, mode);
    }
    if (object.kind === Kind.TypedArray && (typeof key === "number" || isCanonicalNumeric(key))) {
      return setTypedElement(vm, object, key, value, receiver, dst, mode);
    }
    if (findOwn(vm, object, key)) {
      const { attr } = found;
      if ((attr & Attr.Accessor) !== 0) {
        const setter = (found.value as Accessor).set;
        if (setter === undefined) return false;
        const result = invoke(vm, setter, receiver, [value], dst, mode);
        return result === PUSHED ? PUSHED : true;
      }
      if ((attr & Attr.Writable) === 0) {
        // Deviation: a frozen intrinsic's property may be shadowed (no override mistake, DESIGN §3).
        if ((object.bits & Bit.Intrinsic) === 0 || object === receiver) return false;
        break;
      }
      if (object === receiver) return writeOwn(vm, object, key, value, dst, mode);
      break;
    }
    object = object.shape.proto;
    // A chain may be as long as the memory lets the program make it.
    if (--vm.fuel < 0) vm.charge(0);
  }
  return defineOnReceiver(vm, key, value, receiver, object !== receiver, dst, mode);
}

function defineOnReceiver(
  vm: Vm,
  key: PropertyKey,
  value: Value,
  receiver: Value,
  check: boolean,
  dst: number,
  mode: number,
): Value {
  if (!(receiver instanceof GuestObject)) return false;
  if (receiver.kind === Kind.Proxy) {
    return vm.callRoutine("proxyDefineForSet", [receiver, keyToValue(key), value], dst, mode);
  }
  if (receiver.kind === Kind.TypedArray && (typeof key === "number" || isCanonicalNumeric(key))) {
    return setTypedElement(vm, receiver, key, value, receiver, dst, mode);
  }
  if (check && findOwn(vm, receiver, key)) {
    if ((found.attr & (Attr.Accessor | Attr.Writable)) !== Attr.Writable) return false;
    return writeOwn(vm, receiver, key, value, dst, mode);
  }
  if (!receiver.shape.extensible) return false;
  if (isArrayKind(receiver) && typeof key === "number") {
    if (receiver.kind === Kind.SlowArray && key >= arrayLength(receiver) && !receiver.data.lengthWritable) return false;
    defineElement(vm, receiver, key, value, Attr.Default);
    return true;
  }
  if (receiver.kind === Kind.Tool) return false;
  addNamed(vm, receiver, key, value, Attr.Default);
  return true;
}

/** Writes an own writable data property. */
function writeOwn(vm: Vm, object: GuestObject, key: PropertyKey, value: Value, dst: number, mode: number): Value {
  if (isArrayKind(object)) {
    if (typeof key === "number") {
      defineElement(
        vm,
        object,
        key,
        value,
        object.kind === Kind.Array ? Attr.Default : object.data.items.get(key).attr,
      );
      return true;
    }
    if (key === "length") {
      if (typeof value === "number" && value >>> 0 === value) return setArrayLength(vm, object, value);
      return vm.callRoutine("setArrayLength", [object, value], dst, mode);
    }
  }
  const index = object.shape.lookup(key);
  if (index < 0) return defineOwn(vm, object, key, dataFields(value, Attr.Default));
  object.slots[index] = value;
  return true;
}

/** TypedArray [[Set]]. https://tc39.es/ecma262/#sec-typedarray-set */
function setTypedElement(
  vm: Vm,
  object: GuestObject,
  key: PropertyKey,
  value: Value,
  receiver: Value,
  dst: number,
  mode: number,
): Value {
  if (object !== receiver) {
    // Only a valid index of this array goes on to the receiver.
    const valid = typeof key === "number" && findOwn(vm, object, key);
    return valid ? defineOnReceiver(vm, key, value, receiver, true, dst, mode) : true;
  }
  const big = isBigIntArray(object);
  if (big ? typeof value === "bigint" : typeof value === "number") {
    if (typeof key === "number") setTypedArrayElement(object, key, value as number | bigint);
    return true;
  }
  // Conversion may run guest code and comes before the bounds check.
  return vm.callRoutine("setTypedElement", [object, keyToValue(key), value], dst, mode);
}
