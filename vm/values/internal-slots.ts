/**
 * Internal slots of the remaining kinds of objects, each a class whose instance is the `data` of
 * a GuestObject of that kind.
 */
import type { RegExpProgram } from "../regexp/index.js";
import type { GuestObject, Value } from "./object.js";

/** Fields that library code keeps on an object: iterators, helpers, URL parts. */
export class RecordData {
  constructor(
    /** Names the kind of object; library code compares it before it reads a field. */
    readonly brand: string,
    readonly fields: Value[],
  ) {}

  /** Bytes that a record holds on the host's side, beyond its fields. */
  get hostBytes(): number {
    return 0;
  }
}

/** Call positions of an error's origin: pairs of (block name, source offset), innermost first. */
export interface TraceEntry {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export class ErrorData {
  /** What the host attached to a failed call: comes back when the error reaches the top. */
  detail: unknown = undefined;
  constructor(
    public trace: readonly TraceEntry[],
    /** The language raised it (an operation failed), not the program's own `new Error`. */
    readonly raised: boolean,
  ) {}
}

export class ProxyData {
  constructor(
    /** null after revocation. */
    public target: GuestObject | null,
    public handler: GuestObject | null,
    readonly callable: boolean,
    readonly constructible: boolean,
  ) {}
}

export class RegExpData {
  constructor(
    public source: string,
    public flags: string,
    public program: RegExpProgram,
  ) {}
}

export class ArrayBufferData {
  constructor(
    /** null once detached. */
    public bytes: ArrayBuffer | null,
    /** Resizable buffers have a limit; others undefined. */
    public readonly maxByteLength: number | undefined,
  ) {}
}

export type ElementKind =
  | "Int8"
  | "Uint8"
  | "Uint8Clamped"
  | "Int16"
  | "Uint16"
  | "Int32"
  | "Uint32"
  | "BigInt64"
  | "BigUint64"
  | "Float16"
  | "Float32"
  | "Float64";

export class TypedArrayData {
  constructor(
    readonly element: ElementKind,
    readonly bytesPerElement: number,
    readonly buffer: GuestObject,
    readonly byteOffset: number,
    /** undefined: tracks the buffer's length. */
    readonly fixedLength: number | undefined,
  ) {}
}

export class DataViewData {
  constructor(
    readonly buffer: GuestObject,
    readonly byteOffset: number,
    readonly fixedLength: number | undefined,
  ) {}
}

/**
 * An iterator in a register of the running code, never visible to a program. Arrays whose
 * iteration nobody changed are walked by index, without iterator objects.
 */
export class IteratorRecord {
  /** Set when a step found the end or threw: closing then does nothing. */
  done = false;
  /** Next index of a fast array walk. */
  index = 0;
  constructor(
    /** The iterator, or the array of a fast walk. */
    readonly iterator: GuestObject,
    /** The `next` method. */
    readonly next: Value,
    /** A fast walk over an array: `next` is unused. */
    readonly isWalk: boolean,
  ) {}
}

/** The keys that a for-in loop will visit. */
export class KeyCursor {
  index = 0;
  constructor(
    readonly object: GuestObject | null,
    readonly keys: readonly string[],
  ) {}
}
