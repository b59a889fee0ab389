/**
 * A CodeBlock in one execution: its inline caches, materialised constants and frame pool. Made
 * when the first closure of the block is made, so that executions share nothing mutable.
 */
import { BlockFlag, BodyKind, type CodeBlock, FunctionKind, type Program } from "./bytecode/program.js";
import type { Frame } from "./frame.js";
import type { GuestObject, Value } from "./values/object.js";
import { keyOfString, type PropertyKey } from "./values/property-key.js";
import { Shape } from "./values/shape.js";

/** A shape that no object has: fills empty caches. */
const NO_SHAPE = Shape.root(null);

/** One property site: a key and the last shape it met. */
export class PropertySite {
  /** Receiver shape of the cached answer. */
  shape: Shape = NO_SHAPE;
  slot = 0;
  /** Where the slot lies: null for the receiver itself. */
  holder: GuestObject | null = null;
  /** Entries with a holder are valid while the execution's prototype epoch has this value. */
  epoch = 0;
  /** A second receiver shape and its answer. */
  shape2: Shape = NO_SHAPE;
  slot2 = 0;
  holder2: GuestObject | null = null;
  /** A receiver shape whose property is a getter on the chain, valid while `epoch` holds. */
  getterShape: Shape = NO_SHAPE;
  getter: GuestObject | null = null;
  /** The value of a global binding, while the execution has no global object. */
  constant: Value = undefined;
  isConstant = false;
  /** Writes: the receiver shape of an own writable slot. */
  writeShape: Shape = NO_SHAPE;
  writeSlot = 0;
  /** Writes that append: the receiver shape before and after, while the prototype epoch holds. */
  appendShape: Shape = NO_SHAPE;
  next: Shape = NO_SHAPE;
  appendEpoch = 0;
  constructor(readonly key: PropertyKey) {}

  /** Remembers an answer; the one before becomes the second. */
  fill(shape: Shape, slot: number, holder: GuestObject | null, epoch: number): void {
    if (this.epoch !== epoch) {
      // Entries with a holder are stale: only own slots survive a change of some prototype.
      if (this.holder !== null) this.shape = NO_SHAPE;
      if (this.holder2 !== null) this.shape2 = NO_SHAPE;
      this.getterShape = NO_SHAPE;
      this.epoch = epoch;
    }
    if (this.shape !== shape) {
      this.shape2 = this.shape;
      this.slot2 = this.slot;
      this.holder2 = this.holder;
    }
    this.shape = shape;
    this.slot = slot;
    this.holder = holder;
  }

  /** Remembers a getter on the chain. */
  fillGetter(shape: Shape, getter: GuestObject, epoch: number): void {
    this.fill(NO_SHAPE, 0, null, epoch);
    this.getterShape = shape;
    this.getter = getter;
  }
}

export class Unit {
  readonly code: readonly number[];
  readonly constants: readonly unknown[];
  readonly sites: PropertySite[];
  readonly paramCount: number;
  readonly entryCost: number;
  readonly flags: number;
  readonly body: number;
  /** The loop may call it without preparation: a plain body, no kept arguments, no class. */
  readonly isDirect: boolean;
  readonly children: (Unit | null)[];
  /** Free frames, linked through prev. */
  pool: Frame | null = null;
  /** Objects made once a site: templates, literal shapes, by constant index. */
  readonly literals = new Map<number, unknown>();

  constructor(
    readonly program: Program,
    readonly block: CodeBlock,
  ) {
    this.code = block.code;
    this.constants = block.constants;
    this.sites = block.sites.map((key) => new PropertySite(keyOfString(key)));
    this.paramCount = block.paramCount;
    this.entryCost = block.entryCost;
    this.flags = block.flags;
    this.body = block.body;
    this.isDirect =
      block.body === BodyKind.Plain &&
      block.kind < FunctionKind.ClassConstructor &&
      (block.flags & BlockFlag.KeepsArguments) === 0;
    this.children = block.children.map(() => null);
  }

  child(index: number): Unit {
    let unit = this.children[index]!;
    if (unit === null) {
      unit = new Unit(this.program, this.program.blocks[this.block.children[index]!]!);
      this.children[index] = unit;
    }
    return unit;
  }
}

/**
 * A packed array of `count` undefined values: registers and slots. Made from literals that hold a
 * tagged value, so that the host keeps one element kind for all of them: an array that began with
 * doubles or small integers would make every read in the dispatch loop polymorphic.
 */
export function newValues(count: number): Value[] {
  switch (count) {
    case 0:
      return [];
    case 1:
      return [undefined];
    case 2:
      return [undefined, undefined];
    case 3:
      return [undefined, undefined, undefined];
    case 4:
      return [undefined, undefined, undefined, undefined];
  }
  const values: Value[] = [undefined, undefined, undefined, undefined, undefined];
  for (let i = 5; i < count; i++) values.push(undefined);
  return values;
}
