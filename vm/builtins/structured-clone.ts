/**
 * structuredClone, native part: copies of internal slots. The walk over the graph reads properties
 * and so is library code (vm/library/structured-clone.js), iterative, with a map from originals to
 * copies. https://html.spec.whatwg.org/multipage/structured-data.html
 */
import { ArrayBufferData, ErrorData, RegExpData } from "../values/internal-slots.js";
import { type GuestObject, Kind, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";
import { allocateBytes } from "./array-buffer.js";
import type { Family } from "./define.js";

const object = (value: Value) => value as GuestObject;

/** An error like another one, with its trace and no properties. */
function copyError(vm: Vm, source: GuestObject, proto: GuestObject): GuestObject {
  const { trace, raised } = source.data as ErrorData;
  return vm.newExotic(proto, Kind.Error, new ErrorData(trace, raised));
}

/** A regular expression with the same compiled program, its lastIndex 0. */
function copyRegExp(vm: Vm, source: GuestObject): GuestObject {
  const { source: pattern, flags, program } = source.data as RegExpData;
  const copy = vm.newExotic(vm.realm.object("RegExpPrototype"), Kind.RegExp, new RegExpData(pattern, flags, program));
  copy.shape = copy.shape.add("lastIndex", Attr.Writable);
  copy.slots.push(0);
  return copy;
}

/** A buffer with the same bytes, of the same greatest length. */
function copyBuffer(vm: Vm, source: GuestObject): GuestObject {
  const { bytes, maxByteLength } = source.data as ArrayBufferData;
  const copy = allocateBytes(vm, bytes!.byteLength);
  vm.charge(bytes!.byteLength >> 8);
  new Uint8Array(copy).set(new Uint8Array(bytes!));
  return vm.newExotic(vm.realm.object("ArrayBufferPrototype"), Kind.ArrayBuffer, new ArrayBufferData(copy, maxByteLength));
}

export const structuredCloneFamily: Family = {
  // Holds the function; only its member is reachable, as a global.
  intrinsics: [{ name: "StructuredClone", rows: [] }],
  operations: [
    { name: "copyError", call: (vm, source, proto) => copyError(vm, object(source), object(proto)) },
    { name: "copyRegExp", call: (vm, source) => copyRegExp(vm, object(source)) },
    { name: "copyBuffer", call: (vm, source) => copyBuffer(vm, object(source)) },
    {
      /** An empty buffer that will take the bytes of another. */
      name: "heirOfBuffer",
      call: (vm, source) => {
        const { maxByteLength } = object(source).data as ArrayBufferData;
        return vm.newExotic(
          vm.realm.object("ArrayBufferPrototype"),
          Kind.ArrayBuffer,
          new ArrayBufferData(new ArrayBuffer(0), maxByteLength),
        );
      },
    },
    {
      /** Moves the bytes of a buffer to its heir and detaches it. */
      name: "bequeathBuffer",
      call: (_vm, source, heir) => {
        const data = object(source).data as ArrayBufferData;
        (object(heir).data as ArrayBufferData).bytes = data.bytes;
        data.bytes = null;
        return undefined;
      },
    },
    { name: "dataViewBuffer", call: (_vm, view) => object(view).data.buffer as Value },
    {
      /** [byte offset, length or undefined when it follows the buffer's]. */
      name: "viewRange",
      call: (vm, view) => vm.newArray([object(view).data.byteOffset as Value, object(view).data.fixedLength as Value]),
    },
  ],
  globals: [["structuredClone", "StructuredClone_structuredClone"]],
};
