/**
 * DataView. Getters and setters of numbers are native; an object among the arguments goes through
 * vm/library/data-view.js, which converts it and calls the native again.
 * https://tc39.es/ecma262/#sec-dataview-objects
 */
import { toIntegerOrInfinity, toNumber } from "../operations/convert.js";
import { readElement, viewOf, writeElement } from "../operations/typed-array.js";
import type { ArrayObject } from "../values/array.js";
import { type ArrayBufferData, DataViewData, type ElementKind } from "../values/internal-slots.js";
import { GuestObject, isObject, Kind, MISS, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, getter, method, type NativeRow } from "./define.js";

/** Member name, element kind, size in bytes. */
const MEMBERS: readonly (readonly [name: string, kind: ElementKind, size: number])[] = [
  ["BigInt64", "BigInt64", 8],
  ["BigUint64", "BigUint64", 8],
  ["Float16", "Float16", 2],
  ["Float32", "Float32", 4],
  ["Float64", "Float64", 8],
  ["Int8", "Int8", 1],
  ["Int16", "Int16", 2],
  ["Int32", "Int32", 4],
  ["Uint8", "Uint8", 1],
  ["Uint16", "Uint16", 2],
  ["Uint32", "Uint32", 4],
];

function viewData(vm: Vm, self: Value, name: string): DataViewData {
  if (self instanceof GuestObject && self.kind === Kind.DataView) return self.data as DataViewData;
  return vm.throwType(`Method DataView.prototype.${name} called on incompatible receiver ${vm.describe(self)}`);
}

/** GetViewByteLength, or -1 when the view is out of bounds. */
function viewLength(data: DataViewData): number {
  const { bytes } = data.buffer.data as ArrayBufferData;
  if (bytes === null || data.byteOffset > bytes.byteLength) return -1;
  if (data.fixedLength === undefined) return bytes.byteLength - data.byteOffset;
  return data.byteOffset + data.fixedLength > bytes.byteLength ? -1 : data.fixedLength;
}

/** ToIndex of a primitive. */
function toIndex(vm: Vm, value: Value): number {
  const index = toIntegerOrInfinity(vm, value);
  if (index < 0 || index > Number.MAX_SAFE_INTEGER)
    return vm.throwRange("Offset is outside the bounds of the DataView");
  return index;
}

/** Place of an element in the buffer. Throws when the view or the index is out of bounds. */
function placeOf(vm: Vm, data: DataViewData, name: string, index: number, size: number): number {
  const length = viewLength(data);
  if (length < 0) {
    return vm.throwType(`Cannot perform DataView.prototype.${name} on a detached ArrayBuffer`);
  }
  if (index + size > length) return vm.throwRange("Offset is outside the bounds of the DataView");
  return data.byteOffset + index;
}

const bytesOf = (data: DataViewData) => viewOf((data.buffer.data as ArrayBufferData).bytes!);

function reader(name: string, kind: ElementKind, size: number): NativeRow {
  return method(
    name,
    1,
    (vm, self, offset, littleEndian) => {
      const data = viewData(vm, self, name);
      if (isObject(offset)) return MISS;
      const place = placeOf(vm, data, name, toIndex(vm, offset), size);
      return readElement(bytesOf(data), kind, place, Boolean(littleEndian));
    },
    "dataViewGet",
  );
}

function writer(name: string, kind: ElementKind, size: number): NativeRow {
  const big = kind === "BigInt64" || kind === "BigUint64";
  return method(
    name,
    2,
    (vm, self, offset, value, littleEndian) => {
      const data = viewData(vm, self, name);
      if (isObject(offset) || isObject(value) || (big && typeof value !== "bigint")) return MISS;
      const index = toIndex(vm, offset);
      const element = big ? (value as bigint) : toNumber(vm, value);
      writeElement(
        bytesOfChecked(vm, data, name, index, size),
        kind,
        data.byteOffset + index,
        element,
        Boolean(littleEndian),
      );
      return undefined;
    },
    "dataViewSet",
  );
}

function bytesOfChecked(vm: Vm, data: DataViewData, name: string, index: number, size: number): DataView {
  placeOf(vm, data, name, index, size);
  return bytesOf(data);
}

export const dataViewFamily: Family = {
  intrinsics: [
    {
      name: "DataViewPrototype",
      rows: [
        getter("buffer", (vm, self) => viewData(vm, self, "buffer").buffer),
        getter("byteLength", (vm, self) => {
          const length = viewLength(viewData(vm, self, "byteLength"));
          return length >= 0
            ? length
            : vm.throwType("Cannot perform DataView.prototype.byteLength on a detached ArrayBuffer");
        }),
        getter("byteOffset", (vm, self) => {
          const data = viewData(vm, self, "byteOffset");
          if (viewLength(data) < 0)
            vm.throwType("Cannot perform DataView.prototype.byteOffset on a detached ArrayBuffer");
          return data.byteOffset;
        }),
        ...MEMBERS.map(([name, kind, size]) => reader(`get${name}`, kind, size)),
        ...MEMBERS.map(([name, kind, size]) => writer(`set${name}`, kind, size)),
        constant("@@toStringTag", "DataView"),
      ],
    },
  ],
  constructors: [{ name: "DataView" }],
  operations: [
    {
      /** A view; range is [byte offset, length or undefined]. */
      name: "newDataView",
      call: (vm, proto, buffer, range) => {
        const [offset, length] = (range as ArrayObject).data;
        const data = new DataViewData(buffer as GuestObject, offset as number, length as number | undefined);
        return vm.newExotic(proto as GuestObject, Kind.DataView, data);
      },
    },
  ],
  globals: [["DataView", "DataView"]],
};
