/**
 * Hidden classes. A shape says which keys an object has, in order, with their attributes, its
 * prototype and whether it is extensible; the values lie in the object's slots by index. Objects
 * built alike share shapes, so an inline cache needs one comparison.
 *
 *   root(proto) --add "a"--> {a} --add "b"--> {a, b}        shared, immutable once made
 *   dictionary                                              owned by one object, changed in place
 *
 * Shapes of one lineage share one key table: shape s owns the entries with index < s.count.
 */
import type { GuestObject } from "./object.js";
import type { PropertyKey } from "./property-key.js";
import { GuestSymbol } from "./symbol.js";

/** Property attributes; `Accessor` marks a slot that holds an Accessor. */
export const enum Attr {
  None = 0,
  Writable = 1,
  Enumerable = 2,
  Configurable = 4,
  Accessor = 8,
  /** Writable and configurable, not enumerable: built-in methods before freezing, class methods. */
  Hidden = 5,
  /** Writable, enumerable, configurable: what assignment creates. */
  Default = 7,
}

/** The value of an accessor property's slot. */
export class Accessor {
  constructor(
    readonly get: GuestObject | undefined,
    readonly set: GuestObject | undefined,
  ) {}
}

/** Bytes of a shape, and of an entry in its key table. */
const SHAPE_BYTES = 120;
const KEY_BYTES = 40;
/** Bytes of a dictionary with few keys: its table is a Map of its own. */
const DICTIONARY_BYTES = 400;
/** Children of one shape, and bytes of the shapes of one execution: beyond, objects become dictionaries. */
const MAX_TRANSITIONS = 1024;
const MAX_SHARED_BYTES = 1 << 22;

/** What an execution's shapes cost. Shapes are paid after they are made: one is small. */
export class ShapeAccount {
  /** Bytes made since the last payment. */
  owed = 0;
  /** Bytes of the shapes that transitions keep until the end of the execution. */
  sharedBytes = 0;
}

/** Keys beyond which an object becomes a dictionary: shapes cost more than they save (DESIGN §3). */
const DICTIONARY_KEYS = 64;

export class Shape {
  /** Transition to the shape with one more default property, by key. */
  private transitions: Map<PropertyKey, Shape> | null = null;
  /** Transitions that add a property with other attributes. */
  private special: Map<PropertyKey, Shape[]> | null = null;
  private lastKey: PropertyKey | null = null;
  private lastShape: Shape | null = null;
  /** Frozen, sealed and non-extensible forms, shared by objects built alike. */
  private frozen: Shape | null = null;
  private closed: Shape | null = null;
  private fixed: Shape | null = null;
  /** Epoch of the last census that saw it. */
  mark = 0;

  private constructor(
    readonly proto: GuestObject | null,
    public table: Map<PropertyKey, number> | null,
    public keys: (PropertyKey | null)[],
    public attrs: number[],
    /** Slots in use, tombstones of a dictionary included. */
    public count: number,
    public readonly extensible: boolean,
    readonly dictionary: boolean,
    /** Deleted entries of a dictionary. */
    private tombstones: number,
    /** null for intrinsics and for the shape of empty caches. */
    private readonly account: ShapeAccount | null,
    /** Bytes that the census counts; 0 for what the account counts as shared. */
    private readonly ownBytes: number,
  ) {}

  static root(proto: GuestObject | null, account: ShapeAccount | null = null): Shape {
    if (account !== null) account.owed += SHAPE_BYTES;
    return new Shape(proto, null, [], [], 0, true, false, 0, account, SHAPE_BYTES);
  }

  /** Bytes of this shape alone: a dictionary grows. */
  get bytes(): number {
    return this.dictionary ? DICTIONARY_BYTES + KEY_BYTES * this.count : this.ownBytes;
  }

  /** A finished shape with the given entries, of any size: intrinsics. */
  static of(proto: GuestObject | null, keys: PropertyKey[], attrs: number[], extensible: boolean): Shape {
    const table = new Map<PropertyKey, number>();
    for (let i = 0; i < keys.length; i++) table.set(keys[i]!, i);
    return new Shape(proto, table, keys, attrs, keys.length, extensible, false, 0, null, 0);
  }

  /** Slot index of `key`, or -1. */
  lookup(key: PropertyKey): number {
    const table = this.table;
    if (table === null) return -1;
    const index = table.get(key);
    return index !== undefined && index < this.count ? index : -1;
  }

  /**
   * The shape with `key` appended; a dictionary changes in place and returns itself. The caller
   * appends the value to the slots and has checked that the key is absent.
   */
  add(key: PropertyKey, attr: number): Shape {
    if (this.dictionary) {
      this.append(key, attr);
      return this;
    }
    if (attr === Attr.Default) {
      if (this.lastKey === key && this.lastShape !== null) return this.lastShape;
      const known = this.transitions?.get(key);
      if (known !== undefined) {
        this.lastKey = key;
        this.lastShape = known;
        return known;
      }
    } else {
      const known = this.special?.get(key);
      if (known !== undefined) for (const shape of known) if (shape.attrs[this.count] === attr) return shape;
    }
    if (this.count >= DICTIONARY_KEYS || this.isCrowded()) {
      const own = this.toDictionary();
      own.append(key, attr);
      return own;
    }
    const shape = this.extended(key, attr);
    if (attr === Attr.Default) {
      this.transitions ??= new Map();
      this.transitions.set(key, shape);
      this.lastKey = key;
      this.lastShape = shape;
    } else {
      this.special ??= new Map();
      const known = this.special.get(key);
      if (known === undefined) this.special.set(key, [shape]);
      else known.push(shape);
    }
    return shape;
  }

  /** Too many shapes already: the tree of transitions is never freed. */
  private isCrowded(): boolean {
    return (
      this.account !== null &&
      (this.account.sharedBytes >= MAX_SHARED_BYTES ||
        (this.transitions !== null && this.transitions.size >= MAX_TRANSITIONS))
    );
  }

  private extended(key: PropertyKey, attr: number): Shape {
    let { table, keys, attrs } = this;
    const { count, account } = this;
    let bytes = SHAPE_BYTES + KEY_BYTES;
    // The tip of a lineage lends its table to the first child; others copy.
    if (table === null || table.size !== count || keys.length !== count) {
      bytes += KEY_BYTES * count;
      table = new Map();
      for (let i = 0; i < count; i++) table.set(keys[i]!, i);
      keys = keys.slice(0, count);
      attrs = attrs.slice(0, count);
    }
    table.set(key, count);
    keys.push(key);
    attrs.push(attr);
    if (account !== null) {
      account.owed += bytes;
      account.sharedBytes += bytes;
    }
    return new Shape(this.proto, table, keys, attrs, count + 1, this.extensible, false, 0, account, 0);
  }

  private append(key: PropertyKey, attr: number): void {
    if (this.account !== null) this.account.owed += KEY_BYTES;
    this.table!.set(key, this.count);
    this.keys.push(key);
    this.attrs.push(attr);
    this.count++;
  }

  private copy(proto: GuestObject | null, extensible: boolean, dictionary: boolean): Shape {
    const table = new Map<PropertyKey, number>();
    for (let i = 0; i < this.count; i++) {
      const key = this.keys[i];
      if (key !== null && key !== undefined) table.set(key, i);
    }
    const { count, account } = this;
    const bytes = (dictionary ? DICTIONARY_BYTES : SHAPE_BYTES) + KEY_BYTES * count;
    if (account !== null) account.owed += bytes;
    return new Shape(
      proto,
      table,
      this.keys.slice(0, count),
      this.attrs.slice(0, count),
      count,
      extensible,
      dictionary,
      this.tombstones,
      account,
      bytes,
    );
  }

  /** A dictionary of its own with the same properties. */
  toDictionary(): Shape {
    return this.copy(this.proto, this.extensible, true);
  }

  /** The same properties over another prototype. */
  withProto(proto: GuestObject | null): Shape {
    return this.count === 0 && !this.dictionary && this.extensible
      ? Shape.root(proto, this.account)
      : this.copy(proto, this.extensible, this.dictionary);
  }

  /** The same properties, no more to come. */
  withoutExtension(): Shape {
    if (!this.extensible) return this;
    if (this.dictionary) return this.copy(this.proto, false, true);
    this.fixed ??= this.copy(this.proto, false, false);
    return this.fixed;
  }

  /** Other attributes at one index. Shared shapes are copied. */
  withAttr(index: number, attr: number): Shape {
    if (this.attrs[index] === attr) return this;
    const shape = this.dictionary ? this : this.copy(this.proto, this.extensible, false);
    shape.attrs[index] = attr;
    return shape;
  }

  /** Every property non-configurable, data properties also non-writable when `freeze`; not extensible. */
  sealed(freeze: boolean): Shape {
    const known = freeze ? this.frozen : this.closed;
    if (known !== null) return known;
    const shape = this.copy(this.proto, false, this.dictionary);
    for (let i = 0; i < shape.count; i++) {
      const key = shape.keys[i];
      if (key instanceof GuestSymbol && key.isPrivate) continue;
      const attr = shape.attrs[i]! & ~Attr.Configurable;
      shape.attrs[i] = freeze && (attr & Attr.Accessor) === 0 ? attr & ~Attr.Writable : attr;
    }
    if (!this.dictionary) {
      if (freeze) this.frozen = shape;
      else this.closed = shape;
    }
    return shape;
  }

  /** Removes the entry at `index` of a dictionary; the caller clears the slot. */
  removeAt(index: number): void {
    this.table!.delete(this.keys[index]!);
    this.keys[index] = null;
    this.tombstones++;
  }

  /** True when a dictionary has more tombstones than entries and `compact` pays. */
  get wasteful(): boolean {
    return this.tombstones > 16 && this.tombstones * 2 > this.count;
  }

  /** Closes the gaps of a dictionary; returns the slots in their new order. */
  compact<T>(slots: readonly T[]): T[] {
    const kept: T[] = [];
    const keys: PropertyKey[] = [];
    const attrs: number[] = [];
    for (let i = 0; i < this.count; i++) {
      const key = this.keys[i];
      if (key === null || key === undefined) continue;
      this.table!.set(key, kept.length);
      kept.push(slots[i]!);
      keys.push(key);
      attrs.push(this.attrs[i]!);
    }
    this.keys = keys;
    this.attrs = attrs;
    this.count = kept.length;
    this.tombstones = 0;
    return kept;
  }
}
