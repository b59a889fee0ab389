/**
 * JSON.stringify of plain data, natively: one walk with an explicit stack. "Plain" means that
 * nothing on the way runs guest code: no accessor, proxy, `toJSON` of the program's, wrapper object.
 * Where that does not hold {@link stringifyPlain} gives up with MISS, having had no effect, and
 * vm/library/json.js does the whole again by the letter of the specification.
 * https://tc39.es/ecma262/#sec-json.stringify
 */

import { isCallable } from "../calls.js";
import { peek } from "../operations/access.js";
import { findOwn, found, ownKeys } from "../operations/property.js";
import { Bit, type GuestObject, HOLE, isObject, Kind, MISS, PUSHED, type Value } from "../values/object.js";
import { keyToDisplay, type PropertyKey } from "../values/property-key.js";
import { Attr, type Shape } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { isoText } from "./date-text.js";
import { TextBuilder } from "./text.js";

/** Texts longer than this are charged by their length. */
const LONG_TEXT = 64;
/** Steps that gather before they are charged: a charge may look at the clock. */
const CHARGED_AT_ONCE = 1024;
/** Depth from which open objects are found by a set instead of a walk up the stack. */
const DEEP = 16;

/** The enumerable own properties of a shape in order; null when reading one may run guest code. */
interface Plan {
  readonly slots: readonly number[];
  /** `"key":` for each. */
  readonly labels: readonly string[];
  readonly keys: readonly PropertyKey[];
}

const plans = new WeakMap<Shape, Plan | null>();

/** QuoteJSONString. https://tc39.es/ecma262/#sec-quotejsonstring */
export function quoteJson(text: string): string {
  let from = 0;
  let result = '"';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 32 && code !== 34 && code !== 92 && (code < 0xd800 || code > 0xdfff)) continue;
    let escaped: string;
    switch (code) {
      case 8:
        escaped = "\\b";
        break;
      case 9:
        escaped = "\\t";
        break;
      case 10:
        escaped = "\\n";
        break;
      case 12:
        escaped = "\\f";
        break;
      case 13:
        escaped = "\\r";
        break;
      case 34:
        escaped = '\\"';
        break;
      case 92:
        escaped = "\\\\";
        break;
      default:
        if (code >= 0xd800 && code < 0xdc00) {
          const next = text.charCodeAt(i + 1);
          if (next >= 0xdc00 && next <= 0xdfff) {
            i++;
            continue;
          }
        }
        escaped = `\\u${code.toString(16).padStart(4, "0")}`;
    }
    result += text.slice(from, i) + escaped;
    from = i + 1;
  }
  return from === 0 ? `"${text}"` : `${result}${text.slice(from)}"`;
}

/** The gap of a `space` argument that is a primitive. */
export function gapOf(space: Value): string {
  if (typeof space === "number") return " ".repeat(Math.max(0, Math.min(10, Math.trunc(space) || 0)));
  return typeof space === "string" ? space.slice(0, 10) : "";
}

/** JSON text of a primitive; undefined for what JSON leaves out. Throws TypeError for a BigInt. */
export function primitiveJson(vm: Vm, value: Value): string | undefined {
  switch (typeof value) {
    case "string":
      // Short texts are paid for by the step that reaches them.
      if (value.length > LONG_TEXT) {
        vm.charge(value.length >> 3);
        vm.allocate(value.length);
      }
      return quoteJson(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return vm.throwType("Do not know how to serialize a BigInt");
  }
  return value === null ? "null" : undefined;
}

/** Name of the constructor that an object shows, as V8 finds it without running code. */
function constructorName(vm: Vm, object: GuestObject): string {
  const constructor = object.kind === Kind.Proxy ? undefined : peek(vm, object, "constructor");
  if (!isObject(constructor)) return "Object";
  if (constructor.kind === Kind.Closure) return constructor.data.block.name || "Object";
  return "Object";
}

/** V8's account of a cycle: `objects[from]` is met again under the last of `keys`. */
export function cycleMessage(
  vm: Vm,
  objects: readonly GuestObject[],
  keys: readonly PropertyKey[],
  from: number,
): string {
  const shown = (key: PropertyKey) => {
    const text = keyToDisplay(key);
    const short = text.length > 64 ? `${text.slice(0, 64)}…` : text;
    return typeof key === "number" ? `index ${key}` : `property '${short}'`;
  };
  const named = (object: GuestObject) => `object with constructor '${constructorName(vm, object)}'`;
  const lines = ["Converting circular structure to JSON", `    --> starting at ${named(objects[from]!)}`];
  const last = objects.length - 1;
  // Two steps from the start and the last one; an ellipsis for those between.
  for (let i = from; i < last; i++) {
    if (i < from + 2 || i === last - 1) lines.push(`    |     ${shown(keys[i]!)} -> ${named(objects[i + 1]!)}`);
    else if (i === from + 2) lines.push("    |     ...");
  }
  lines.push(`    --- ${shown(keys[last]!)} closes the circle`);
  return lines.join("\n");
}

/** An object or array being written. */
class Level {
  index = 0;
  /** True once a member was written. */
  wrote = false;
  constructor(
    readonly object: GuestObject,
    /** Elements of an array; null for an object. */
    readonly elements: readonly Value[] | null,
    readonly plan: Plan | null,
  ) {}
}

class PlainWriter {
  private readonly out: TextBuilder;
  /** Steps done and not yet charged. */
  private owed = 0;
  private readonly levels: Level[] = [];
  private open: Set<GuestObject> | null = null;
  /** "\n" and the indentation, by depth; none without a gap. */
  private readonly indents: string[] = ["\n"];
  private lastShape: Shape | null = null;
  private lastPlan: Plan | null = null;

  constructor(
    private readonly vm: Vm,
    private readonly gap: string,
  ) {
    this.out = new TextBuilder(vm);
  }

  private pay(): void {
    this.vm.charge(this.owed);
    this.owed = 0;
  }

  private indent(depth: number): string {
    while (this.indents.length <= depth) this.indents.push(this.indents[this.indents.length - 1]! + this.gap);
    return this.indents[depth]!;
  }

  /** Text, undefined when there is none, or MISS. */
  write(start: Value): Value {
    const { vm, levels } = this;
    let value = start;
    if (!isObject(value)) return primitiveJson(vm, value);
    const kind = this.objectKind(value);
    if (kind !== true) return kind;
    // Each turn opens an object whose label is already out, then writes or finds the next member.
    for (;;) {
      this.owed += 4;
      if (this.owed >= CHARGED_AT_ONCE) this.pay();
      if (isObject(value)) {
        const opened = this.begin(value);
        if (opened === MISS) return MISS;
        this.out.add(opened as string);
      }
      // Next member of the innermost level, closing those that are done.
      let level: Level;
      for (;;) {
        if (levels.length === 0) {
          this.pay();
          return this.out.finish();
        }
        level = levels[levels.length - 1]!;
        const count = level.elements !== null ? level.elements.length : level.plan!.slots.length;
        if (level.index < count) break;
        this.close(level);
      }
      const next = this.member(level);
      if (next === MISS) return MISS;
      value = next;
    }
  }

  private close(level: Level): void {
    this.levels.pop();
    this.open?.delete(level.object);
    if (level.wrote && this.gap !== "") this.out.add(this.indent(this.levels.length));
    this.out.add(level.elements !== null ? "]" : "}");
  }

  /** Writes the next member; an object is returned for the main loop to open, after its label. */
  private member(level: Level): Value {
    const { vm } = this;
    const index = level.index++;
    if (level.elements !== null) {
      this.separate(level);
      const element = level.elements[index]!;
      const value = element === HOLE ? undefined : element;
      if (isObject(value)) {
        const kind = this.objectKind(value);
        if (kind === undefined) this.out.add("null");
        return kind === undefined || kind === MISS ? kind : value;
      }
      this.out.add(primitiveJson(vm, value) ?? "null");
      return undefined;
    }
    const plan = level.plan!;
    const value = level.object.slots[plan.slots[index]!];
    let text: string | undefined;
    if (isObject(value)) {
      const kind = this.objectKind(value);
      if (kind === undefined || kind === MISS) return kind;
    } else {
      text = primitiveJson(vm, value);
      if (text === undefined) return undefined;
    }
    this.separate(level);
    this.out.add(plan.labels[index]!);
    if (this.gap !== "") this.out.add(" ");
    if (text === undefined) return value;
    this.out.add(text);
    return undefined;
  }

  private separate(level: Level): void {
    if (level.wrote) this.out.add(",");
    level.wrote = true;
    if (this.gap !== "") this.out.add(this.indent(this.levels.length));
  }

  /** True when the object is written, undefined when JSON leaves it out, MISS when the library must look. */
  private objectKind(object: GuestObject): Value {
    switch (object.kind) {
      case Kind.Proxy:
      case Kind.NumberObject:
      case Kind.StringObject:
      case Kind.BigIntObject:
      case Kind.SlowArray:
      case Kind.TypedArray:
        return MISS;
    }
    if (object.kind === Kind.Date) {
      return object.shape.count === 0 && object.shape.proto === this.vm.realm.object("DatePrototype") ? true : MISS;
    }
    const { realm } = this.vm;
    const { shape } = object;
    const { proto } = shape;
    // Frozen prototypes without a toJSON need no look.
    const plainProto = proto === null || proto === realm.objectPrototype || proto === realm.arrayPrototype;
    if (!plainProto || shape.lookup("toJSON") >= 0) {
      const toJson = peek(this.vm, object, "toJSON");
      if (toJson === PUSHED || isCallable(toJson)) return MISS;
    }
    return isCallable(object) ? undefined : true;
  }

  /** Opens an object that is to be written: its first text, or MISS. */
  private begin(object: GuestObject): Value {
    const { vm, levels } = this;
    if (object.kind === Kind.Date) {
      const time = object.data as number;
      return Number.isNaN(time) ? "null" : `"${isoText(time)}"`;
    }
    if (object.kind === Kind.BooleanObject) return String(object.data);
    this.checkCycle(object);
    vm.allocate(64);
    if (object.kind === Kind.Array) {
      // A hole reads the prototype: only the intrinsic one is known to have no elements.
      if (object.shape.proto !== vm.realm.arrayPrototype) return MISS;
      levels.push(new Level(object, object.data as Value[], null));
      return "[";
    }
    const plan = this.planOf(object);
    if (plan === null) return MISS;
    levels.push(new Level(object, null, plan));
    return "{";
  }

  private checkCycle(object: GuestObject): void {
    const { levels, vm } = this;
    if (levels.length >= DEEP) {
      this.open ??= new Set(levels.map((level) => level.object));
      const size = this.open.size;
      this.open.add(object);
      if (this.open.size > size) return;
    } else this.open = null;
    for (let i = 0; i < levels.length; i++) {
      if (levels[i]!.object !== object) continue;
      const keys = levels.map((level) =>
        level.elements !== null ? level.index - 1 : level.plan!.keys[level.index - 1]!,
      );
      vm.throwType(
        cycleMessage(
          vm,
          levels.map((level) => level.object),
          keys,
          i,
        ),
      );
    }
  }

  private planOf(object: GuestObject): Plan | null {
    const { shape } = object;
    if (shape === this.lastShape) return this.lastPlan;
    // Shapes of intrinsics outlive the execution: a kept plan would make the next one cheaper.
    if (shape.dictionary || (object.bits & Bit.Intrinsic) !== 0) return makePlan(this.vm, object);
    let plan = plans.get(shape);
    if (plan === undefined) {
      plan = makePlan(this.vm, object);
      plans.set(shape, plan);
    }
    this.lastShape = shape;
    this.lastPlan = plan;
    return plan;
  }
}

function makePlan(vm: Vm, object: GuestObject): Plan | null {
  const { shape } = object;
  const slots: number[] = [];
  const labels: string[] = [];
  const kept: PropertyKey[] = [];
  for (const key of ownKeys(vm, object)) {
    if (key instanceof GuestSymbol) continue;
    const slot = shape.lookup(key);
    // A property outside the shape belongs to an exotic object.
    if (slot < 0) return null;
    const attr = shape.attrs[slot]!;
    if ((attr & Attr.Enumerable) === 0) continue;
    if ((attr & Attr.Accessor) !== 0) return null;
    slots.push(slot);
    labels.push(`${quoteJson(String(key))}:`);
    kept.push(key);
  }
  return { slots, labels, keys: kept };
}

/** JSON text of plain data, undefined when there is none, or MISS for the library. */
export function stringifyPlain(vm: Vm, value: Value, gap: string): Value {
  return new PlainWriter(vm, gap).write(value);
}

/** Enumerable own string keys of an object that is no proxy. */
export function enumerableKeys(vm: Vm, object: GuestObject): Value[] {
  const keys: Value[] = [];
  for (const key of ownKeys(vm, object)) {
    if (key instanceof GuestSymbol) continue;
    if (findOwn(vm, object, key) && (found.attr & Attr.Enumerable) !== 0) keys.push(String(key));
  }
  return keys;
}
