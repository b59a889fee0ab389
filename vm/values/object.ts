/**
 * Guest objects. One final class with one layout for every kind of object: a property read in
 * the dispatch loop sees one host map, whatever the program mixes. `kind` is the brand, `data`
 * the internal slots of that kind. No host object is reachable from a guest object but through
 * `data`, which no guest operation exposes.
 */
import type { Shape } from "./shape.js";
import type { GuestSymbol } from "./symbol.js";

/** What an object is, beyond an ordinary one. */
export const enum Kind {
  Ordinary,
  /** Dense array: `data` is a host array of values, holes are HOLE; its length is the length. */
  Array,
  /** Array with attributes, gaps or limits: `data` is a SlowElements. */
  SlowArray,
  Closure,
  Native,
  Bound,
  /** A member of the tool tree. */
  Tool,
  Proxy,
  Error,
  /** `data` is the wrapped primitive for the next five. */
  BooleanObject,
  NumberObject,
  StringObject,
  SymbolObject,
  BigIntObject,
  /** `data` is the time value. */
  Date,
  RegExp,
  Map,
  Set,
  WeakMap,
  WeakSet,
  WeakRef,
  Promise,
  Generator,
  AsyncGenerator,
  ArrayBuffer,
  TypedArray,
  DataView,
  Arguments,
  /** The global object. */
  Global,
  /** Internal slots made by library code: `data` is a RecordData. */
  Record,
}

/** Bits of {@link GuestObject.bits}. */
export const enum Bit {
  /** A frozen intrinsic shared by every execution: its read-only properties may be shadowed by assignment. */
  Intrinsic = 1,
  /** Some shape has it as prototype: adding to it invalidates prototype caches. */
  Prototype = 2,
  /** Its function properties (`length`, `name`, `prototype`) are not made yet. */
  LazyFunction = 4,
}

// biome-ignore lint/suspicious/noExplicitAny: internal slots differ by kind; the aliases beside each kind give their type
type InternalSlots = any;

export class GuestObject {
  constructor(
    public shape: Shape,
    public slots: Value[],
    public kind: Kind,
    public data: InternalSlots,
    public bits: number,
    /** Epoch of the last census that saw it. */
    public mark: number,
  ) {}
}

/** Everything a guest register can hold as a value of the language. */
export type Value = undefined | null | boolean | number | string | bigint | GuestSymbol | GuestObject;

/** Marks, never visible to a program: an array hole, a binding before initialisation. */
class Mark {
  constructor(readonly label: string) {}
}
const mark = (label: string) => new Mark(label) as unknown as Value;

/** An array element that is not there. */
export const HOLE = mark("hole");
/** A binding not yet initialised. */
export const TDZ = mark("tdz");
/** Returned by an operation that pushed a frame: the result arrives later, in its register. */
export const PUSHED = mark("pushed");
/** Returned by a native fast path that needs its library fallback. */
export const MISS = mark("miss");
/** Returned by the library's iterator step when the iterator is done. */
export const DONE = mark("done");

/** True for guest objects (symbols are records too, and no objects). */
export function isObject(value: Value): value is GuestObject {
  return value instanceof GuestObject;
}
