/**
 * ArrayBuffer, native part: allocation, resizing, detaching, and copying of bytes. The bytes lie
 * in a host ArrayBuffer that is replaced when a resizable buffer changes its length, so that views
 * always look through the guest buffer. https://tc39.es/ecma262/#sec-arraybuffer-objects
 */
import type { ArrayObject } from "../values/array.js";
import { ArrayBufferData } from "../values/internal-slots.js";
import { GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, getter, method } from "./define.js";

/** Longest buffer, in bytes: more is refused as the host would. */
const MAX_BYTES = 2 ** 32;

const dataOf = (buffer: Value) => (buffer as GuestObject).data as ArrayBufferData;

/** Host bytes for a length, charged. Throws RangeError for lengths that no host could have. */
export function allocateBytes(vm: Vm, length: number): ArrayBuffer {
  if (length > MAX_BYTES) return vm.throwRange("Array buffer allocation failed");
  vm.charge(length >> 10);
  vm.allocate(length);
  try {
    return new ArrayBuffer(length);
  } catch {
    return vm.throwRange("Array buffer allocation failed");
  }
}

export function newArrayBuffer(vm: Vm, proto: GuestObject, length: number, maxLength: number | undefined): GuestObject {
  if (maxLength !== undefined && maxLength > MAX_BYTES) return vm.throwRange("Array buffer allocation failed");
  return vm.newExotic(proto, Kind.ArrayBuffer, new ArrayBufferData(allocateBytes(vm, length), maxLength));
}

function bufferOf(vm: Vm, self: Value, name: string): ArrayBufferData {
  if (self instanceof GuestObject && self.kind === Kind.ArrayBuffer) return self.data as ArrayBufferData;
  return vm.throwType(`Method ArrayBuffer.prototype.${name} called on incompatible receiver ${vm.describe(self)}`);
}

export const arrayBufferFamily: Family = {
  intrinsics: [
    {
      name: "ArrayBufferPrototype",
      rows: [
        getter("byteLength", (vm, self) => bufferOf(vm, self, "byteLength").bytes?.byteLength ?? 0),
        getter("maxByteLength", (vm, self) => {
          const data = bufferOf(vm, self, "maxByteLength");
          return data.bytes === null ? 0 : (data.maxByteLength ?? data.bytes.byteLength);
        }),
        getter("resizable", (vm, self) => bufferOf(vm, self, "resizable").maxByteLength !== undefined),
        getter("detached", (vm, self) => bufferOf(vm, self, "detached").bytes === null),
        constant("@@toStringTag", "ArrayBuffer"),
      ],
    },
    {
      name: "ArrayBuffer",
      proto: "FunctionPrototype",
      rows: [
        method(
          "isView",
          1,
          (_vm, _self, value) => isObject(value) && (value.kind === Kind.TypedArray || value.kind === Kind.DataView),
        ),
      ],
    },
  ],
  constructors: [{ name: "ArrayBuffer" }],
  operations: [
    {
      name: "newArrayBuffer",
      call: (vm, proto, length, maxLength) =>
        newArrayBuffer(vm, proto as GuestObject, length as number, maxLength as number | undefined),
    },
    /** Byte length, or -1 for a detached buffer. */
    { name: "bufferLength", call: (_vm, buffer) => dataOf(buffer).bytes?.byteLength ?? -1 },
    /** [[ArrayBufferMaxByteLength]], undefined for a buffer of fixed length. */
    { name: "bufferMaxLength", call: (_vm, buffer) => dataOf(buffer).maxByteLength },
    {
      name: "resizeBuffer",
      call: (vm, buffer, length) => {
        const data = dataOf(buffer);
        const old = data.bytes!;
        const bytes = allocateBytes(vm, length as number);
        new Uint8Array(bytes).set(new Uint8Array(old, 0, Math.min(old.byteLength, length as number)));
        data.bytes = bytes;
        return undefined;
      },
    },
    {
      name: "detachBuffer",
      call: (_vm, buffer) => {
        dataOf(buffer).bytes = null;
        return undefined;
      },
    },
    {
      /**
       * Copies bytes from one buffer to another; range is [target byte, source byte, count]. Within
       * one buffer the bytes go in ascending order, as the specification writes them.
       */
      name: "copyBytes",
      call: (vm, target, source, range) => {
        const [to, from, count] = (range as ArrayObject).data as [number, number, number];
        vm.charge(count >> 8);
        const input = new Uint8Array(dataOf(source).bytes!);
        const output = new Uint8Array(dataOf(target).bytes!);
        if (target !== source) output.set(input.subarray(from, from + count), to);
        else {
          vm.charge(count >> 4);
          for (let i = 0; i < count; i++) output[to + i] = input[from + i]!;
        }
        return undefined;
      },
    },
    {
      /** Moves bytes within a buffer as if through a copy; range is [target byte, source byte, count]. */
      name: "moveBytes",
      call: (vm, buffer, range) => {
        const [to, from, count] = (range as ArrayObject).data as [number, number, number];
        vm.charge(count >> 8);
        new Uint8Array(dataOf(buffer).bytes!).copyWithin(to, from, from + count);
        return undefined;
      },
    },
  ],
  globals: [["ArrayBuffer", "ArrayBuffer"]],
};
