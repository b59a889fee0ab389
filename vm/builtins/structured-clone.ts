/**
 * structuredClone, native part: copies of internal slots. The walk over the graph reads properties
 * and so is library code (vm/library/structured-clone.js), iterative, with a map from originals to
 * copies. https://html.spec.whatwg.org/multipage/structured-data.html
 */
import type { SlowElements } from "../values/array.js";
import { ArrayBufferData, ErrorData, RegExpData } from "../values/internal-slots.js";
import { GuestObject, isObject, Kind, type Value } from "../values/object.js";
import { type Accessor, Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
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
  return vm.newExotic(
    vm.realm.object("ArrayBufferPrototype"),
    Kind.ArrayBuffer,
    new ArrayBufferData(copy, maxByteLength),
  );
}

/** A plain object with the enumerable own data properties of another; null when it has an accessor. */
function copyFields(vm: Vm, source: GuestObject): GuestObject | null {
  const { shape, slots } = source;
  vm.charge(2 + (shape.count >> 1));
  vm.allocate(96 + 8 * shape.count);
  let alike = shape.proto === vm.realm.objectPrototype && shape.extensible && !shape.dictionary;
  for (let i = 0; i < shape.count; i++) {
    if ((shape.attrs[i]! & Attr.Accessor) !== 0) return null;
    if (shape.attrs[i] !== Attr.Default || shape.keys[i] instanceof GuestSymbol) alike = false;
  }
  if (alike) return new GuestObject(shape, slots.slice(), Kind.Ordinary, undefined, 0, 0);
  const copy = new GuestObject(vm.shapes.object, [], Kind.Ordinary, undefined, 0, 0);
  for (let i = 0; i < shape.count; i++) {
    const key = shape.keys[i]!;
    if (key === null || key instanceof GuestSymbol || (shape.attrs[i]! & Attr.Enumerable) === 0) continue;
    copy.shape = copy.shape.add(key, Attr.Default);
    copy.slots.push(slots[i]!);
  }
  return copy;
}

/** A dense copy of an array in the slow form that has all its elements and is ordinary otherwise, else null. */
function copySlowArray(vm: Vm, { items, length }: SlowElements): GuestObject | null {
  if (items.size !== length) return null;
  const elements: Value[] = [];
  vm.allocate(8 * length);
  for (let i = 0; i < length; i++) {
    if ((i & 4095) === 0) vm.charge(1024);
    const element = items.get(i)!;
    if (element.attr !== Attr.Default) return null;
    elements.push(element.value as Value);
  }
  return vm.newArray(elements);
}

/** A copy whose parts are still the original's; null for what is no plain data. */
function copyOuter(vm: Vm, source: GuestObject): GuestObject | null {
  if (source.kind === Kind.Ordinary) return copyFields(vm, source);
  if (source.kind === Kind.Array && source.shape.count === 0) {
    const elements = source.data as Value[];
    vm.charge(2 + (elements.length >> 2));
    return vm.newArray(elements.slice());
  }
  if (source.kind === Kind.SlowArray && source.shape.count === 0) return copySlowArray(vm, source.data as SlowElements);
  if (source.kind === Kind.Date) return vm.newExotic(vm.realm.object("DatePrototype"), Kind.Date, source.data);
  return null;
}

/**
 * Copies a graph of plain objects, dense arrays, dates and primitives, where no copying runs guest
 * code: undefined when there is anything else in it, and nothing was changed.
 */
function copyPlainGraph(vm: Vm, root: GuestObject): Value {
  const copies = new Map<GuestObject, GuestObject>();
  const unfinished: GuestObject[] = [];
  const copyOf = (source: GuestObject): GuestObject | null => {
    const known = copies.get(source);
    if (known !== undefined) return known;
    const copy = copyOuter(vm, source);
    if (copy === null) return null;
    copies.set(source, copy);
    if (copy.kind !== Kind.Date) unfinished.push(copy);
    return copy;
  };
  const result = copyOf(root);
  if (result === null) return undefined;
  for (let current = unfinished.pop(); current !== undefined; current = unfinished.pop()) {
    const parts: (Value | Accessor)[] = current.kind === Kind.Array ? (current.data as Value[]) : current.slots;
    for (let i = 0; i < parts.length; i++) {
      if ((i & 8191) === 8191) vm.charge(2048);
      const part = parts[i] as Value;
      if (part instanceof GuestSymbol) return undefined;
      if (!isObject(part)) continue;
      const copy = copyOf(part);
      if (copy === null) return undefined;
      parts[i] = copy;
    }
  }
  return result;
}

export const structuredCloneFamily: Family = {
  // Holds the function; only its member is reachable, as a global.
  intrinsics: [{ name: "StructuredClone", rows: [] }],
  operations: [
    { name: "copyPlainGraph", call: (vm, root) => copyPlainGraph(vm, object(root)) },
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
