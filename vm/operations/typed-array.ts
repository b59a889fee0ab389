/**
 * Elements of typed arrays over (possibly resizable, possibly detached) buffers. Values arrive
 * converted: conversions may run guest code and happen before.
 * https://tc39.es/ecma262/#sec-typedarray-exotic-objects
 */
import type { ArrayBufferData, ElementKind, TypedArrayData } from "../values/internal-slots.js";
import type { GuestObject, Value } from "../values/object.js";
import type { PropertyKey } from "../values/property-key.js";
import type { Vm } from "../vm.js";
import { float16Bits, float16Value } from "./float16.js";
import type { PropertyFields } from "./property.js";

/** Bytes of the buffer, or null when detached. */
function bytesOf(object: GuestObject): ArrayBuffer | null {
  return ((object.data as TypedArrayData).buffer.data as ArrayBufferData).bytes;
}

/** True when the array's buffer is detached or no longer covers it. */
export function isOutOfBounds(object: GuestObject): boolean {
  const data = object.data as TypedArrayData;
  const bytes = bytesOf(object);
  if (bytes === null) return true;
  if (data.byteOffset > bytes.byteLength) return true;
  return data.fixedLength !== undefined && data.byteOffset + data.fixedLength * data.bytesPerElement > bytes.byteLength;
}

/** TypedArrayLength; 0 when out of bounds. */
export function typedArrayLength(object: GuestObject): number {
  if (isOutOfBounds(object)) return 0;
  const data = object.data as TypedArrayData;
  if (data.fixedLength !== undefined) return data.fixedLength;
  return Math.floor((bytesOf(object)!.byteLength - data.byteOffset) / data.bytesPerElement);
}

export function typedArrayHasIndex(object: GuestObject, index: number): boolean {
  return index < typedArrayLength(object);
}

const views = new WeakMap<ArrayBuffer, DataView>();

/** A cached view over host bytes. */
export function viewOf(bytes: ArrayBuffer): DataView {
  let view = views.get(bytes);
  if (view === undefined || view.byteLength !== bytes.byteLength) {
    view = new DataView(bytes);
    views.set(bytes, view);
  }
  return view;
}

/** Reads a value of the given kind; the offset is in range. */
export function readElement(view: DataView, kind: ElementKind, at: number, littleEndian: boolean): number | bigint {
  switch (kind) {
    case "Int8":
      return view.getInt8(at);
    case "Uint8":
    case "Uint8Clamped":
      return view.getUint8(at);
    case "Int16":
      return view.getInt16(at, littleEndian);
    case "Uint16":
      return view.getUint16(at, littleEndian);
    case "Int32":
      return view.getInt32(at, littleEndian);
    case "Uint32":
      return view.getUint32(at, littleEndian);
    case "Float16":
      return float16Value(view.getUint16(at, littleEndian));
    case "Float32":
      return view.getFloat32(at, littleEndian);
    case "Float64":
      return view.getFloat64(at, littleEndian);
    case "BigInt64":
      return view.getBigInt64(at, littleEndian);
    case "BigUint64":
      return view.getBigUint64(at, littleEndian);
  }
}

/** Writes a number or BigInt of the given kind, wrapped as the kind says; the offset is in range. */
export function writeElement(
  view: DataView,
  kind: ElementKind,
  at: number,
  value: number | bigint,
  littleEndian: boolean,
): void {
  switch (kind) {
    case "Int8":
      view.setInt8(at, value as number);
      break;
    case "Uint8":
      view.setUint8(at, value as number);
      break;
    case "Uint8Clamped":
      view.setUint8(at, clamp(value as number));
      break;
    case "Int16":
      view.setInt16(at, value as number, littleEndian);
      break;
    case "Uint16":
      view.setUint16(at, value as number, littleEndian);
      break;
    case "Int32":
      view.setInt32(at, value as number, littleEndian);
      break;
    case "Uint32":
      view.setUint32(at, value as number, littleEndian);
      break;
    case "Float16":
      view.setUint16(at, float16Bits(value as number), littleEndian);
      break;
    case "Float32":
      view.setFloat32(at, value as number, littleEndian);
      break;
    case "Float64":
      view.setFloat64(at, value as number, littleEndian);
      break;
    case "BigInt64":
      view.setBigInt64(at, value as bigint, littleEndian);
      break;
    case "BigUint64":
      view.setBigUint64(at, value as bigint, littleEndian);
      break;
  }
}

/** ToUint8Clamp: ties go to even. */
function clamp(value: number): number {
  if (!(value > 0)) return 0;
  if (value >= 255) return 255;
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

export function typedArrayElement(object: GuestObject, index: number): Value {
  const data = object.data as TypedArrayData;
  return readElement(viewOf(bytesOf(object)!), data.element, data.byteOffset + index * data.bytesPerElement, true);
}

export function isBigIntArray(object: GuestObject): boolean {
  return (object.data as TypedArrayData).element.startsWith("Big");
}

/** TypedArraySetElement after conversion: out of range is ignored. */
export function setTypedArrayElement(object: GuestObject, index: number, value: number | bigint): void {
  if (!typedArrayHasIndex(object, index)) return;
  const data = object.data as TypedArrayData;
  writeElement(viewOf(bytesOf(object)!), data.element, data.byteOffset + index * data.bytesPerElement, value, true);
}

/** [[DefineOwnProperty]] for a canonical numeric key, the value already converted. */
export function definePropertyOfTypedArray(
  _vm: Vm,
  object: GuestObject,
  key: PropertyKey,
  fields: PropertyFields,
): boolean {
  if (typeof key !== "number" || !typedArrayHasIndex(object, key)) return false;
  if (fields.hasConfigurable && !fields.configurable) return false;
  if (fields.hasEnumerable && !fields.enumerable) return false;
  if (fields.hasGet || fields.hasSet) return false;
  if (fields.hasWritable && !fields.writable) return false;
  if (fields.hasValue) setTypedArrayElement(object, key, fields.value as number | bigint);
  return true;
}
