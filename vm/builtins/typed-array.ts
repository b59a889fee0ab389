/**
 * %TypedArray% and its twelve constructors, native part: representation, bulk moves of bytes and
 * elements, the default sort. Everything that reads arguments is vm/library/typed-array.js, which
 * validates before it calls an operation here. https://tc39.es/ecma262/#sec-typedarray-objects
 */
import {
  isBigIntArray,
  isOutOfBounds,
  readElement,
  setTypedArrayElement,
  typedArrayElement,
  typedArrayLength,
  viewOf,
  writeElement,
} from "../operations/typed-array.js";
import type { ArrayObject } from "../values/array.js";
import { type ArrayBufferData, type ElementKind, TypedArrayData } from "../values/internal-slots.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { newArrayIterator } from "./array.js";
import { newArrayBuffer } from "./array-buffer.js";
import { sortedOrder } from "./array-sort.js";
import { type Decoded, decodeBase64, decodeHex, encodeBase64, encodeHex } from "./base64.js";
import { constant, type Family, getter, type IntrinsicSpec, method } from "./define.js";

/** Element kinds and their sizes in bytes. */
const SIZES: ReadonlyMap<ElementKind, number> = new Map([
  ["Int8", 1],
  ["Uint8", 1],
  ["Uint8Clamped", 1],
  ["Int16", 2],
  ["Uint16", 2],
  ["Int32", 4],
  ["Uint32", 4],
  ["BigInt64", 8],
  ["BigUint64", 8],
  ["Float16", 2],
  ["Float32", 4],
  ["Float64", 8],
]);

const KINDS = [...SIZES.keys()];

/** Elements handled between two charges. */
const CHUNK = 16_384;

const isTyped = (value: Value): value is GuestObject => value instanceof GuestObject && value.kind === Kind.TypedArray;
const dataOf = (value: Value) => (value as GuestObject).data as TypedArrayData;
const bytesOf = (data: TypedArrayData) => (data.buffer.data as ArrayBufferData).bytes!;

function typed(vm: Vm, self: Value, name: string): GuestObject {
  if (isTyped(self)) return self;
  return vm.throwType(`Method TypedArray.prototype.${name} called on incompatible receiver ${vm.describe(self)}`);
}

/** Runs `step` for each index of a range, charging every chunk before it is done. */
function inChunks(vm: Vm, start: number, end: number, step: (index: number) => void): void {
  for (let from = start; from < end; from += CHUNK) {
    const to = Math.min(from + CHUNK, end);
    vm.charge((to - from) >> 2);
    for (let i = from; i < to; i++) step(i);
  }
}

/** Numeric order of the elements in place: NaN last, -0 before +0. */
function sortElements(vm: Vm, array: GuestObject, length: number): void {
  const values: (number | bigint)[] = [];
  let nans = 0;
  let negativeZeros = 0;
  vm.allocate(24 * length);
  inChunks(vm, 0, length, (i) => {
    const value = typedArrayElement(array, i) as number | bigint;
    if (typeof value === "number" && Number.isNaN(value)) nans++;
    else {
      if (Object.is(value, -0)) negativeZeros++;
      values.push(value);
    }
  });
  const order = sortedOrder(vm, values);
  let at = 0;
  inChunks(vm, 0, values.length, (i) => {
    const value = values[order[i]!]!;
    // The two zeros compare equal, so their run is written again by count.
    if (value === 0 && negativeZeros > 0) {
      negativeZeros--;
      setTypedArrayElement(array, at++, -0);
    } else setTypedArrayElement(array, at++, value === 0 ? 0 : value);
  });
  for (; nans > 0; nans--) setTypedArrayElement(array, at++, Number.NaN);
}

const iterate = (kind: number) => (vm: Vm, self: Value) => {
  if (!isTyped(self)) return vm.throwType("this is not a typed array.");
  if (isOutOfBounds(self))
    return vm.throwType("Cannot perform %TypedArray%.prototype.values on a detached ArrayBuffer");
  return newArrayIterator(vm, self, kind);
};

const concrete = (kind: ElementKind): readonly IntrinsicSpec[] => [
  {
    name: `${kind}ArrayPrototype`,
    proto: "TypedArrayPrototype",
    rows: [constant("BYTES_PER_ELEMENT", SIZES.get(kind))],
  },
  { name: `${kind}Array`, proto: "TypedArray", rows: [constant("BYTES_PER_ELEMENT", SIZES.get(kind))] },
];

/** Host bytes that a Uint8Array covers. */
function coveredBytes(array: GuestObject): Uint8Array {
  const data = dataOf(array);
  return new Uint8Array(bytesOf(data), data.byteOffset, typedArrayLength(array));
}

/** Bytes encoded at once: a multiple of three. */
const ENCODE_CHUNK = 12_288;

/** Encodes in chunks, charging each before it is done. */
function encodeChunks(vm: Vm, bytes: Uint8Array, encode: (chunk: Uint8Array) => string): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += ENCODE_CHUNK) {
    vm.charge(ENCODE_CHUNK >> 3);
    text += encode(bytes.subarray(from, from + ENCODE_CHUNK));
  }
  return text;
}

/** [read, error, buffer with the decoded bytes] as a list. */
function decodeResult(vm: Vm, result: Decoded): Value {
  const buffer = newArrayBuffer(vm, vm.realm.object("ArrayBufferPrototype"), result.bytes.length, undefined);
  new Uint8Array((buffer.data as ArrayBufferData).bytes!).set(result.bytes);
  return vm.newArray([result.read, result.error, buffer]);
}

export const typedArrayFamily: Family = {
  intrinsics: [
    {
      name: "TypedArrayPrototype",
      rows: [
        getter("buffer", (vm, self) => dataOf(typed(vm, self, "buffer")).buffer),
        getter("byteLength", (vm, self) => {
          const array = typed(vm, self, "byteLength");
          return typedArrayLength(array) * dataOf(array).bytesPerElement;
        }),
        getter("byteOffset", (vm, self) => {
          const array = typed(vm, self, "byteOffset");
          return isOutOfBounds(array) ? 0 : dataOf(array).byteOffset;
        }),
        getter("length", (vm, self) => typedArrayLength(typed(vm, self, "length"))),
        method("entries", 0, iterate(2)),
        method("keys", 0, iterate(0)),
        method("values", 0, iterate(1)),
        constant("toString", { intrinsic: "ArrayPrototype_toString" }),
        constant("@@iterator", { intrinsic: "TypedArrayPrototype_values" }),
        getter("@@toStringTag", (_vm, self) => (isTyped(self) ? `${dataOf(self).element}Array` : undefined)),
      ],
    },
    ...KINDS.flatMap(concrete),
  ],
  constructors: [{ name: "TypedArray" }, ...KINDS.map((kind) => ({ name: `${kind}Array`, proto: "TypedArray" }))],
  operations: [
    {
      /** A typed array; range is [byte offset, length or undefined for tracking]. */
      name: "newTypedArray",
      call: (vm, proto, kind, buffer, range) => {
        const [offset, length] = (range as ArrayObject).data;
        const element = kind as ElementKind;
        const size = SIZES.get(element)!;
        const data = new TypedArrayData(
          element,
          size,
          buffer as GuestObject,
          offset as number,
          length as number | undefined,
        );
        return vm.newExotic(proto as GuestObject, Kind.TypedArray, data);
      },
    },
    { name: "typedLength", call: (_vm, array) => typedArrayLength(array as GuestObject) },
    { name: "typedOutOfBounds", call: (_vm, array) => isOutOfBounds(array as GuestObject) },
    { name: "typedElement", call: (_vm, array) => dataOf(array).element },
    { name: "typedElementSize", call: (_vm, kind) => SIZES.get(kind as ElementKind)! },
    { name: "typedConstructor", call: (vm, array) => vm.realm.object(`${dataOf(array).element}Array`) },
    { name: "typedBuffer", call: (_vm, array) => dataOf(array).buffer },
    { name: "typedByteOffset", call: (_vm, array) => dataOf(array).byteOffset },
    { name: "typedTracksLength", call: (_vm, array) => dataOf(array).fixedLength === undefined },
    {
      /** Sets elements from start to end to a converted value. */
      name: "typedFill",
      call: (vm, array, value, start, end) => {
        const data = dataOf(array);
        const view = viewOf(bytesOf(data));
        inChunks(vm, start as number, end as number, (i) => {
          writeElement(view, data.element, data.byteOffset + i * data.bytesPerElement, value as number, true);
        });
        return undefined;
      },
    },
    {
      /**
       * Copies elements between typed arrays of the same content type; range is [target index,
       * source index, count]. Overlapping memory is read before it is written.
       */
      name: "typedCopy",
      call: (vm, target, source, range) => {
        const [to, from, count] = (range as ArrayObject).data as [number, number, number];
        const output = dataOf(target);
        const input = dataOf(source);
        const outputView = viewOf(bytesOf(output));
        const outputStart = output.byteOffset + to * output.bytesPerElement;
        const inputStart = input.byteOffset + from * input.bytesPerElement;
        if (output.element === input.element) {
          vm.charge(count >> 6);
          const size = count * input.bytesPerElement;
          new Uint8Array(bytesOf(output)).set(new Uint8Array(bytesOf(input), inputStart, size), outputStart);
          return undefined;
        }
        const overlaps = output.buffer === input.buffer;
        if (overlaps) vm.allocate(count * input.bytesPerElement);
        const inputBytes = overlaps ? bytesOf(input).slice(0) : bytesOf(input);
        const inputView = viewOf(inputBytes);
        inChunks(vm, 0, count, (i) => {
          const value = readElement(inputView, input.element, inputStart + i * input.bytesPerElement, true);
          writeElement(outputView, output.element, outputStart + i * output.bytesPerElement, value, true);
        });
        return undefined;
      },
    },
    {
      name: "typedReverse",
      call: (vm, array, length) => {
        const object = array as GuestObject;
        inChunks(vm, 0, (length as number) >> 1, (i) => {
          const j = (length as number) - 1 - i;
          const value = typedArrayElement(object, i) as number;
          setTypedArrayElement(object, i, typedArrayElement(object, j) as number);
          setTypedArrayElement(object, j, value);
        });
        return array;
      },
    },
    {
      name: "typedSort",
      call: (vm, array, length) => {
        sortElements(vm, array as GuestObject, length as number);
        return array;
      },
    },
    {
      /** The elements as a list of a given length; indices that are gone read as undefined. */
      name: "typedValues",
      call: (vm, array, length) => {
        const object = array as GuestObject;
        const values: Value[] = [];
        const available = Math.min(typedArrayLength(object), length as number);
        vm.allocate(8 * (length as number));
        inChunks(vm, 0, available, (i) => {
          values.push(typedArrayElement(object, i));
        });
        while (values.length < (length as number)) values.push(undefined);
        return vm.newArray(values);
      },
    },
    {
      /** Index of an element between start and end by strict equality, or -1; step 1 or -1. */
      name: "typedIndexOf",
      call: (vm, array, value, start, end) => {
        const object = array as GuestObject;
        const step = (start as number) <= (end as number) ? 1 : -1;
        if (typeof value !== (isBigIntArray(object) ? "bigint" : "number")) return -1;
        const length = typedArrayLength(object);
        for (let i = start as number; i !== (end as number); i += step) {
          if ((i & 4095) === 0) vm.charge(512);
          if (i < length && typedArrayElement(object, i) === value) return i;
        }
        return -1;
      },
    },
    {
      name: "bytesToBase64",
      call: (vm, array, url, omitPadding) => {
        const bytes = coveredBytes(array as GuestObject);
        vm.allocateText(Math.ceil(bytes.length / 3) * 4);
        return encodeChunks(vm, bytes, (chunk) => encodeBase64(chunk, url === true, omitPadding === true));
      },
    },
    {
      name: "bytesToHex",
      call: (vm, array) => {
        const bytes = coveredBytes(array as GuestObject);
        vm.allocateText(bytes.length * 2);
        return encodeChunks(vm, bytes, encodeHex);
      },
    },
    {
      /** [read, error or undefined, buffer]; lastChunk is "loose", "strict" or "stop-before-partial". */
      name: "base64ToBytes",
      call: (vm, text, url, lastChunk, limit) => {
        vm.allocate((text as string).length * 8);
        const tick = () => vm.charge(2048);
        return decodeResult(vm, decodeBase64(text as string, url === true, lastChunk as string, limit as number, tick));
      },
    },
    {
      name: "hexToBytes",
      call: (vm, text, limit) => {
        vm.allocate((text as string).length * 4);
        return decodeResult(
          vm,
          decodeHex(text as string, limit as number, () => vm.charge(2048)),
        );
      },
    },
  ],
  globals: KINDS.map((kind) => [`${kind}Array`, `${kind}Array`] as const),
};
