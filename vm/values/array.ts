/**
 * Array storage. The common case is dense: `data` of a Kind.Array object is a host array whose
 * length is the guest length and whose holes are HOLE, every element writable, enumerable and
 * configurable, the array extensible and its length writable. Anything else is a SlowElements.
 */
import type { GuestObject, Value } from "./object.js";
import { HOLE, Kind } from "./object.js";
import { type Accessor, Attr } from "./shape.js";

export interface ArrayObject extends GuestObject {
  kind: Kind.Array;
  data: Value[];
}

export interface SlowArrayObject extends GuestObject {
  kind: Kind.SlowArray;
  data: SlowElements;
}

/** A gap larger than this turns a dense array into a sparse one (SECURITY §4.6). */
export const MAX_GAP = 100_000;

/** Longest array that is dense when it is made with a length, where it fits into 0.8 of the memory limit. */
export const MAX_MADE = 1 << 22;

/** Items of one array, Map or Set: the host ends the process at some larger size (SECURITY §4.6). */
export const MAX_STORE = 2 ** 24 - 1;

export interface SlowElement {
  value: Value | Accessor;
  attr: number;
}

export class SlowElements {
  readonly items = new Map<number, SlowElement>();
  constructor(
    public length: number,
    public lengthWritable: boolean,
  ) {}

  /** Present indices in ascending order. */
  indices(): number[] {
    return [...this.items.keys()].sort((a, b) => a - b);
  }
}

/** Turns a dense array into a slow one in place. */
export function makeSlow(array: ArrayObject): SlowArrayObject {
  const dense = array.data;
  const slow = new SlowElements(dense.length, true);
  for (let i = 0; i < dense.length; i++) {
    const value = dense[i]!;
    if (value !== HOLE) slow.items.set(i, { value, attr: Attr.Default });
  }
  const object = array as GuestObject;
  object.kind = Kind.SlowArray;
  object.data = slow;
  return object as SlowArrayObject;
}

export function isArrayKind(object: GuestObject): boolean {
  return object.kind === Kind.Array || object.kind === Kind.SlowArray;
}
