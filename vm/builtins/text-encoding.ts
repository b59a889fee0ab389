/**
 * TextEncoder and TextDecoder, native part: bytes of guest buffers in bounded pieces. Options and
 * brands are read in vm/library/text-encoding.js. https://encoding.spec.whatwg.org/#api
 */
import { isOutOfBounds, typedArrayLength } from "../operations/typed-array.js";
import { type ArrayBufferData, type DataViewData, RecordData, TypedArrayData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { newArrayBuffer } from "./array-buffer.js";
import { constant, type Family, getter } from "./define.js";
import { TextBuilder } from "./text.js";
import { type Decoder, encodingOf, InvalidBytes, makeDecoder } from "./text-decoding.js";

/** Code units or bytes taken between two charges. */
const PIECE = 1 << 16;

const encoder = new TextEncoder();

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** End of the piece that starts at `from`, not in the middle of a surrogate pair. */
function pieceEnd(text: string, from: number): number {
  const end = Math.min(from + PIECE, text.length);
  return end < text.length && isHigh(text.charCodeAt(end - 1)) ? end - 1 : end;
}

/** Bytes that the UTF-8 form of a text takes. */
function utf8Length(vm: Vm, text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    if ((i & 0xffff) === 0) vm.charge(Math.min(text.length - i, 0x10000) >> 3);
    const code = text.charCodeAt(i);
    if (code < 0x80) length++;
    else if (code < 0x800) length += 2;
    else if (isHigh(code) && i + 1 < text.length && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length += 4;
      i++;
    } else length += 3;
  }
  return length;
}

/** A Uint8Array of the program with the given length, and its bytes for the host. */
function newBytes(vm: Vm, length: number): { readonly array: GuestObject; readonly bytes: Uint8Array } {
  const buffer = newArrayBuffer(vm, vm.realm.object("ArrayBufferPrototype"), length, undefined);
  const array = vm.newExotic(
    vm.realm.object("Uint8ArrayPrototype"),
    Kind.TypedArray,
    new TypedArrayData("Uint8", 1, buffer, 0, length),
  );
  return { array, bytes: new Uint8Array((buffer.data as ArrayBufferData).bytes!) };
}

/** Writes UTF-8 until the text or the room ends; [code units read, bytes written]. */
function writeUtf8(vm: Vm, text: string, into: Uint8Array): [number, number] {
  let read = 0;
  let written = 0;
  while (read < text.length && written < into.length) {
    const end = pieceEnd(text, read);
    vm.charge(((end - read) >> 3) + 1);
    const step = encoder.encodeInto(text.slice(read, end), into.subarray(written));
    read += step.read;
    written += step.written;
    if (read < end) break;
  }
  return [read, written];
}

/** The bytes that a buffer or view covers; none when it is detached or out of bounds. */
export function sourceBytes(source: GuestObject): Uint8Array {
  if (source.kind === Kind.ArrayBuffer) {
    const whole = (source.data as ArrayBufferData).bytes;
    return whole === null ? new Uint8Array(0) : new Uint8Array(whole);
  }
  const { buffer, byteOffset } = source.data as TypedArrayData | DataViewData;
  const { bytes } = buffer.data as ArrayBufferData;
  if (bytes === null) return new Uint8Array(0);
  if (source.kind === Kind.TypedArray) {
    if (isOutOfBounds(source)) return new Uint8Array(0);
    return new Uint8Array(
      bytes,
      byteOffset,
      typedArrayLength(source) * (source.data as TypedArrayData).bytesPerElement,
    );
  }
  const length = (source.data as DataViewData).fixedLength ?? bytes.byteLength - byteOffset;
  return length < 0 || byteOffset + length > bytes.byteLength
    ? new Uint8Array(0)
    : new Uint8Array(bytes, byteOffset, length);
}

class DecoderData extends RecordData {
  readonly decoder: Decoder;
  constructor(
    readonly encoding: string,
    readonly fatal: boolean,
    readonly ignoreBom: boolean,
  ) {
    super("TextDecoder", []);
    this.decoder = makeDecoder(encoding, fatal, ignoreBom);
  }
}

function decoderOf(vm: Vm, self: Value): DecoderData {
  if (isObject(self) && self.kind === Kind.Record && self.data instanceof DecoderData) return self.data;
  return vm.throwType('Value of "this" must be of type TextDecoder');
}

/** The text of the bytes, or undefined when they are invalid and the decoder is fatal. */
function decode(vm: Vm, data: DecoderData, bytes: Uint8Array, last: boolean): Value {
  const out = new TextBuilder(vm);
  try {
    for (let from = 0; ; from += PIECE) {
      const end = Math.min(from + PIECE, bytes.length);
      vm.charge(((end - from) >> 3) + 10);
      out.add(data.decoder.decode(bytes.subarray(from, end), last && end === bytes.length));
      if (end === bytes.length) break;
    }
  } catch (error) {
    if (error instanceof InvalidBytes) return undefined;
    throw error;
  }
  return out.finish();
}

const isEncoder = (value: Value): boolean =>
  isObject(value) && value.kind === Kind.Record && (value.data as RecordData).brand === "TextEncoder";

export const textEncodingFamily: Family = {
  intrinsics: [
    {
      name: "TextEncoderPrototype",
      rows: [
        getter("encoding", (vm, self) =>
          isEncoder(self) ? "utf-8" : vm.throwType('Value of "this" must be of type TextEncoder'),
        ),
        constant("@@toStringTag", "TextEncoder"),
      ],
    },
    {
      name: "TextDecoderPrototype",
      rows: [
        getter("encoding", (vm, self) => decoderOf(vm, self).encoding),
        getter("fatal", (vm, self) => decoderOf(vm, self).fatal),
        getter("ignoreBOM", (vm, self) => decoderOf(vm, self).ignoreBom),
        constant("@@toStringTag", "TextDecoder"),
      ],
    },
  ],
  constructors: [{ name: "TextEncoder" }, { name: "TextDecoder" }],
  operations: [
    {
      name: "textEncode",
      call: (vm, text) => {
        const { array, bytes } = newBytes(vm, utf8Length(vm, text as string));
        writeUtf8(vm, text as string, bytes);
        return array;
      },
    },
    {
      /** Writes into a Uint8Array: [code units read, bytes written]. */
      name: "textEncodeInto",
      call: (vm, text, target) => vm.newArray(writeUtf8(vm, text as string, sourceBytes(target as GuestObject))),
    },
    { name: "encodingOf", call: (_vm, label) => encodingOf(label as string) },
    {
      name: "newDecoder",
      call: (vm, proto, encoding, fatal, ignoreBom) =>
        vm.newExotic(
          proto as GuestObject,
          Kind.Record,
          new DecoderData(encoding as string, fatal === true, ignoreBom === true),
        ),
    },
    {
      /** Decodes a buffer or view, or nothing; undefined for invalid bytes. */
      name: "textDecode",
      call: (vm, decoder, source, last) =>
        decode(
          vm,
          (decoder as GuestObject).data as DecoderData,
          source === undefined ? new Uint8Array(0) : sourceBytes(source as GuestObject),
          last === true,
        ),
    },
  ],
  globals: [
    ["TextEncoder", "TextEncoder"],
    ["TextDecoder", "TextDecoder"],
  ],
};
