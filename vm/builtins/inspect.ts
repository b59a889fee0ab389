/**
 * Guest values as text for people, as Node 20's `util.inspect` prints them: quoting, prefixes,
 * `<ref *1>` for cycles, at most two levels deep, a hundred elements, ten thousand code units a
 * string. Never runs guest code and never fails: accessors show as `[Getter]`, a proxy as its
 * target, an error with the positions of its trace in the program. The nesting followed is bounded,
 * so the recursion here is; the text is bounded by a budget, after which objects show as `[Object]`.
 *
 * Deviations from Node: a map or set iterator shows no entries (its cursor cannot be peeked at); a
 * `Symbol.toStringTag` that is an accessor is not read; tools show as `[Tool: path]`.
 */

import { isCallable } from "../calls.js";
import { type PromiseData, PromiseState } from "../jobs/promise.js";
import { bigintBytes } from "../operations/bigint.js";
import { findOwn, found } from "../operations/property.js";
import { typedArrayElement, typedArrayLength } from "../operations/typed-array.js";
import { isArrayKind } from "../values/array.js";
import type { ArrayBufferData, DataViewData, ProxyData, RegExpData } from "../values/internal-slots.js";
import { GuestObject, HOLE, Kind, type Value } from "../values/object.js";
import { keyToDisplay, type PropertyKey } from "../values/property-key.js";
import { Accessor, Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { isoText } from "./date-text.js";
import { errorHeading } from "./inspect-error.js";
import { layOut } from "./inspect-layout.js";
import {
  areNumbers,
  bufferEntries,
  constructorNameOf,
  functionBase,
  plainPrefix,
  plural,
  prefixOf,
  shownKeys,
  tagOf,
  unwrapProxy,
} from "./inspect-object.js";
import { recordParts } from "./inspect-record.js";
import { escapeText, isPlainKey, linesOf, quoted } from "./inspect-text.js";

export interface InspectOptions {
  /** Levels of nesting shown below the top one. Default 2; more than 40 is 40. */
  readonly depth: number;
  /** Elements shown of an array, map or set. Default 100. */
  readonly maxArrayLength: number;
  /** Code units shown of a string. Default 10,000. */
  readonly maxStringLength: number;
  /** Columns of a line. Default 80. */
  readonly breakLength: number;
  /** Also shows properties that are not enumerable, and proxies as such. Default false. */
  readonly showHidden: boolean;
  /** Code units of text after which nothing nested is opened any more. Default 262,144. */
  readonly budget: number;
}

const DEFAULTS: InspectOptions = {
  depth: 2,
  maxArrayLength: 100,
  maxStringLength: 10_000,
  breakLength: 80,
  showHidden: false,
  budget: 262_144,
};

/** Every level takes about five host frames. */
const MAX_DEPTH = 40;
/** Strings shorter than this are never broken into lines. */
const MIN_BROKEN_STRING = 16;
/** BigInts longer than this show as their size. */
const MAX_BIGINT_BYTES = 8192;

const COLLECTION_NAMES: ReadonlyMap<Kind, string> = new Map([
  [Kind.Map, "Map"],
  [Kind.Set, "Set"],
  [Kind.WeakMap, "WeakMap"],
  [Kind.WeakSet, "WeakSet"],
]);
const BOXED_NAMES: ReadonlyMap<Kind, string> = new Map([
  [Kind.NumberObject, "Number"],
  [Kind.StringObject, "String"],
  [Kind.BooleanObject, "Boolean"],
  [Kind.BigIntObject, "BigInt"],
  [Kind.SymbolObject, "Symbol"],
]);

const moreItems = (count: number): string => `... ${plural(count, "more item")}`;

/** How an object's inside is printed. */
interface Form {
  /** Text before the bracket. */
  base: string;
  open: string;
  close: string;
  keys: PropertyKey[];
  /** Entries before the properties. */
  entries: (depth: number) => string[];
  grid: boolean;
  numeric: boolean;
}

const NO_ENTRIES = (): string[] => [];

class Inspector {
  private readonly open: GuestObject[] = [];
  private readonly circular = new Map<GuestObject, number>();
  private indentation = 0;
  private currentDepth = 0;
  private written = 0;
  private readonly maxDepth: number;

  constructor(
    private readonly vm: Vm,
    private readonly options: InspectOptions,
  ) {
    this.maxDepth = Math.min(options.depth, MAX_DEPTH);
  }

  private spend(text: string): string {
    this.vm.charge((text.length >> 4) + 2);
    this.written += text.length;
    return text;
  }

  private get exhausted(): boolean {
    return this.written > this.options.budget;
  }

  value(value: Value, depth: number): string {
    if (!(value instanceof GuestObject)) return this.spend(this.primitive(value));
    let object = value;
    if (object.kind === Kind.Proxy) {
      const target = unwrapProxy(object);
      if (target === null) return "<Revoked Proxy>";
      if (this.options.showHidden) return this.proxy(object.data as ProxyData, depth);
      object = target;
    }
    if (this.open.includes(object)) {
      let index = this.circular.get(object);
      if (index === undefined) {
        index = this.circular.size + 1;
        this.circular.set(object, index);
      }
      return `[Circular *${index}]`;
    }
    return this.object(object, depth);
  }

  primitive(value: Value): string {
    if (typeof value === "string") return this.string(value);
    if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
    if (typeof value === "bigint") return this.bigint(value);
    if (value instanceof GuestSymbol) return keyToDisplay(value);
    return String(value);
  }

  private bigint(value: bigint): string {
    const bytes = bigintBytes(value);
    if (bytes > MAX_BIGINT_BYTES) return `[BigInt of ${bytes} bytes]`;
    this.vm.charge(bytes);
    return `${value}n`;
  }

  private string(text: string): string {
    const { maxStringLength, breakLength } = this.options;
    let trailer = "";
    let shown = text;
    if (text.length > maxStringLength) {
      trailer = `... ${plural(text.length - maxStringLength, "more character")}`;
      shown = text.slice(0, maxStringLength);
    }
    this.vm.charge((shown.length >> 3) + 1);
    if (shown.length <= MIN_BROKEN_STRING || shown.length <= breakLength - this.indentation - 4) {
      return quoted(shown) + trailer;
    }
    return (
      linesOf(shown)
        .map(quoted)
        .join(` +\n${" ".repeat(this.indentation + 2)}`) + trailer
    );
  }

  private nested<T>(run: () => T): T {
    this.indentation += 2;
    const result = run();
    this.indentation -= 2;
    return result;
  }

  private proxy(data: ProxyData, depth: number): string {
    if (depth > this.maxDepth) return "Proxy [Array]";
    const parts = this.nested(() => [this.value(data.target, depth + 1), this.value(data.handler, depth + 1)]);
    return this.layOut(parts, "", "Proxy [", "]", true, false, depth + 1);
  }

  private layOut(
    parts: string[],
    base: string,
    open: string,
    close: string,
    grid: boolean,
    numeric: boolean,
    depth: number,
  ): string {
    const layout = {
      breakLength: this.options.breakLength,
      maxArrayLength: this.options.maxArrayLength,
      indentation: this.indentation,
      levelsBelow: this.currentDepth - depth,
    };
    return layOut(layout, parts, base, open, close, grid, numeric);
  }

  private object(object: GuestObject, depth: number): string {
    const { vm } = this;
    vm.charge(20);
    const constructor = constructorNameOf(vm, object);
    const tag = tagOf(vm, object);
    const form = this.form(object, constructor, tag, depth);
    if (typeof form === "string") return this.spend(form);
    if (depth > this.maxDepth || this.exhausted) {
      const name = this.collapsedName(object, constructor, tag);
      return this.spend(constructor === null ? name : `[${name}]`);
    }
    this.open.push(object);
    const below = depth + 1;
    this.currentDepth = below;
    const output = form.entries(below);
    for (let i = 0; i < form.keys.length; i++) {
      if (this.exhausted) {
        output.push(moreItems(form.keys.length - i));
        break;
      }
      output.push(this.property(object, form.keys[i]!, below));
    }
    this.open.pop();
    const reference = this.circular.get(object);
    if (reference !== undefined) {
      form.base = form.base === "" ? `<ref *${reference}>` : `<ref *${reference}> ${form.base}`;
    }
    return this.spend(this.layOut(output, form.base, form.open, form.close, form.grid, form.numeric, below));
  }

  private collapsedName(object: GuestObject, constructor: string | null, tag: string): string {
    const fallback = isArrayKind(object) ? "Array" : (COLLECTION_NAMES.get(object.kind) ?? "Object");
    return prefixOf(constructor, tag, fallback).slice(0, -1);
  }

  /** How the object prints, or its whole text when nothing of it nests. */
  private form(object: GuestObject, constructor: string | null, tag: string, depth: number): Form | string {
    const { vm } = this;
    const hidden = this.options.showHidden;
    const form: Form = {
      base: "",
      open: "{",
      close: "}",
      keys: [],
      entries: NO_ENTRIES,
      grid: false,
      numeric: false,
    };
    if (isCallable(object)) {
      form.keys = object.kind === Kind.Tool ? [] : shownKeys(vm, object, hidden, false);
      form.base = functionBase(vm, object, constructor, tag);
      return form.keys.length === 0 ? form.base : form;
    }
    switch (object.kind) {
      case Kind.Array:
      case Kind.SlowArray:
        return this.arrayForm(form, object, constructor, tag);
      case Kind.TypedArray:
        return this.typedArrayForm(form, object, constructor, tag);
      case Kind.Map:
      case Kind.Set: {
        const prefix = prefixOf(
          constructor,
          tag,
          COLLECTION_NAMES.get(object.kind)!,
          `(${(object.data as Map<Value, Value>).size})`,
        );
        form.keys = shownKeys(vm, object, hidden, false);
        if ((object.data as Map<Value, Value>).size === 0 && form.keys.length === 0) return `${prefix}{}`;
        form.open = `${prefix}{`;
        form.entries = (below) => this.members(object, below);
        return form;
      }
    }
    form.keys = shownKeys(vm, object, hidden, false);
    switch (object.kind) {
      case Kind.Arguments:
        form.open = "[Arguments] {";
        return form.keys.length === 0 ? `${form.open}}` : form;
      case Kind.RegExp: {
        const { source, flags } = object.data as RegExpData;
        const prefix = prefixOf(constructor, tag, "RegExp");
        form.base = `${prefix === "RegExp " ? "" : prefix}/${source}/${flags}`;
        return form.keys.length === 0 || depth > this.maxDepth ? form.base : form;
      }
      case Kind.Date: {
        const time = object.data as number;
        const prefix = prefixOf(constructor, tag, "Date");
        form.base = `${prefix === "Date " ? "" : prefix}${Number.isNaN(time) ? "Invalid Date" : isoText(time)}`;
        return form.keys.length === 0 ? form.base : form;
      }
      case Kind.Error:
        form.base = this.errorText(object, constructor, tag, form.keys);
        return form.keys.length === 0 ? form.base : form;
      case Kind.ArrayBuffer:
        form.open = `${prefixOf(constructor, tag, "ArrayBuffer")}{`;
        form.entries = () => bufferEntries(object, this.options.maxArrayLength);
        return form;
      case Kind.DataView:
        form.open = `${prefixOf(constructor, tag, "DataView")}{`;
        form.entries = (below) => this.dataViewEntries(object, below);
        return form;
      case Kind.Promise:
        form.open = `${prefixOf(constructor, tag, "Promise")}{`;
        form.entries = (below) => [this.promiseState(object.data as PromiseData, below)];
        return form;
      case Kind.WeakSet:
      case Kind.WeakMap:
        form.open = `${prefixOf(constructor, tag, COLLECTION_NAMES.get(object.kind)!)}{`;
        form.entries = () => ["<items unknown>"];
        return form;
      case Kind.NumberObject:
      case Kind.StringObject:
      case Kind.BooleanObject:
      case Kind.BigIntObject:
      case Kind.SymbolObject:
        return this.boxedForm(form, object, constructor, tag);
      case Kind.Record: {
        const parts = recordParts(vm, object);
        if (parts === undefined) break;
        form.open = `${plainPrefix(constructor, tag)}{`;
        if (parts.length === 0 && form.keys.length === 0) return `${form.open}}`;
        form.entries = (below) =>
          this.collection(parts.length, parts, ([label, value]) => label + this.value(value, below));
        return form;
      }
    }
    if (constructor !== "Object" || tag !== "") form.open = `${plainPrefix(constructor, tag)}{`;
    return form.keys.length === 0 ? `${form.open}}` : form;
  }

  private boxedForm(form: Form, object: GuestObject, constructor: string | null, tag: string): Form | string {
    const value = object.data as Value;
    const type = BOXED_NAMES.get(object.kind)!;
    if (typeof value === "string")
      form.keys = form.keys.filter((key) => typeof key !== "number" || key >= value.length);
    let base = `[${type}`;
    if (type !== constructor) base += constructor === null ? " (null prototype)" : ` (${constructor})`;
    base += `: ${this.primitive(value)}]`;
    if (tag !== "" && tag !== constructor) base += ` [${tag}]`;
    form.base = base;
    return form.keys.length === 0 ? base : form;
  }

  private arrayForm(form: Form, array: GuestObject, constructor: string | null, tag: string): Form | string {
    const length = array.kind === Kind.Array ? (array.data as Value[]).length : (array.data.length as number);
    const prefix = constructor !== "Array" || tag !== "" ? prefixOf(constructor, tag, "Array", `(${length})`) : "";
    form.open = `${prefix}[`;
    form.close = "]";
    form.keys = shownKeys(this.vm, array, this.options.showHidden, true);
    if (length === 0 && form.keys.length === 0) return `${form.open}]`;
    form.grid = true;
    form.entries = (below) => {
      const output = this.arrayEntries(array, length, below);
      form.numeric = areNumbers(array, output.length + form.keys.length);
      return output;
    };
    return form;
  }

  private arrayEntries(array: GuestObject, length: number, depth: number): string[] {
    const output: string[] = [];
    const limit = Math.min(this.options.maxArrayLength, length);
    const present = array.kind === Kind.Array ? null : (array.data.indices() as number[]);
    let index = 0;
    let nextPresent = 0;
    while (index < length && output.length < limit) {
      if (this.exhausted) break;
      // Holes are counted together.
      let next = index;
      if (present === null) {
        const elements = array.data as Value[];
        while (next < length && elements[next] === HOLE) next++;
      } else next = nextPresent < present.length ? present[nextPresent]! : length;
      if (next > index) {
        this.vm.charge((next - index) >> 4);
        output.push(`<${plural(next - index, "empty item")}>`);
        index = next;
        continue;
      }
      output.push(this.propertyValue(array, index, depth));
      nextPresent++;
      index++;
    }
    if (index < length) output.push(moreItems(length - index));
    return output;
  }

  private typedArrayForm(form: Form, array: GuestObject, constructor: string | null, tag: string): Form | string {
    const length = typedArrayLength(array);
    form.open = `${prefixOf(constructor, tag, tag, `(${length})`)}[`;
    form.close = "]";
    form.keys = shownKeys(this.vm, array, this.options.showHidden, true);
    if (length === 0 && form.keys.length === 0) return `${form.open}]`;
    form.grid = true;
    form.numeric = form.keys.length === 0;
    form.entries = () => {
      const output: string[] = [];
      const limit = Math.min(this.options.maxArrayLength, length);
      for (let i = 0; i < limit; i++) output.push(this.spend(this.primitive(typedArrayElement(array, i))));
      if (length > limit) output.push(moreItems(length - limit));
      return output;
    };
    return form;
  }

  private members(object: GuestObject, depth: number): string[] {
    const data = object.data as Map<Value, Value> | Set<Value>;
    if (data instanceof Set) return this.collection(data.size, data, (value) => this.value(value, depth));
    return this.collection(
      data.size,
      data,
      ([key, value]) => `${this.value(key, depth)} => ${this.value(value, depth)}`,
    );
  }

  private collection<T>(size: number, items: Iterable<T>, show: (item: T) => string): string[] {
    const output: string[] = [];
    const limit = Math.min(this.options.maxArrayLength, size);
    this.nested(() => {
      for (const item of items) {
        if (output.length >= limit || this.exhausted) break;
        output.push(show(item));
      }
    });
    if (output.length < size) output.push(moreItems(size - output.length));
    return output;
  }

  private dataViewEntries(object: GuestObject, depth: number): string[] {
    const { buffer, byteOffset, fixedLength } = object.data as DataViewData;
    const size = (buffer.data as ArrayBufferData).bytes?.byteLength ?? 0;
    return [
      `byteLength: ${fixedLength ?? Math.max(size - byteOffset, 0)}`,
      `byteOffset: ${byteOffset}`,
      `buffer: ${this.nested(() => this.value(buffer, depth))}`,
    ];
  }

  private promiseState(data: PromiseData, depth: number): string {
    if (data.state === PromiseState.Pending) return "<pending>";
    const text = this.nested(() => this.value(data.result, depth));
    return data.state === PromiseState.Rejected ? `<rejected> ${text}` : text;
  }

  private errorText(error: GuestObject, constructor: string | null, tag: string, keys: PropertyKey[]): string {
    const { vm, options } = this;
    const whole = errorHeading(vm, error, constructor, tag, keys);
    const more = whole.length - options.maxStringLength;
    const shown = more > 0 ? `${whole.slice(0, options.maxStringLength)}... ${plural(more, "more character")}` : whole;
    vm.charge((shown.length >> 3) + 1);
    return this.indentation === 0 ? shown : shown.split("\n").join(`\n${" ".repeat(this.indentation)}`);
  }

  private property(object: GuestObject, key: PropertyKey, depth: number): string {
    const text = this.propertyValue(object, key, depth);
    return `${this.label(object, key)}: ${text}`;
  }

  private label(object: GuestObject, key: PropertyKey): string {
    this.vm.charge(4);
    if (key instanceof GuestSymbol) return this.spend(`[${escapeText(keyToDisplay(key), -1)}]`);
    const text = String(key);
    if (text === "__proto__") return "['__proto__']";
    if (findOwn(this.vm, object, key) && (found.attr & Attr.Enumerable) === 0) {
      return this.spend(`[${escapeText(text, -1)}]`);
    }
    return this.spend(isPlainKey(text) ? text : quoted(text));
  }

  private propertyValue(object: GuestObject, key: PropertyKey, depth: number): string {
    if (!findOwn(this.vm, object, key)) return "undefined";
    const { value } = found;
    if (value instanceof Accessor) {
      if (value.get === undefined) return value.set === undefined ? "undefined" : "[Setter]";
      return value.set === undefined ? "[Getter]" : "[Getter/Setter]";
    }
    return this.nested(() => this.value(value, depth));
  }
}

/** Text of a value. Never runs guest code; throws only VmFault, when a limit is reached. */
export function inspectValue(vm: Vm, value: Value, options: Partial<InspectOptions> = {}): string {
  return new Inspector(vm, { ...DEFAULTS, ...options }).value(value, 0);
}
