/**
 * The realm: every intrinsic object and global, assembled from the built-in tables and the
 * self-hosted library, frozen, and shared by all executions of the process. Built on first use.
 * Nothing in it changes afterwards, so no execution can see another.
 */

import type { IntrinsicSpec, NativeRow, Operation, ValueRow } from "./builtins/define.js";
import { FAMILIES, intrinsicNames } from "./builtins/index.js";
import type { LibraryImage } from "./bytecode/library.js";
import type { CodeBlock } from "./bytecode/program.js";
import { InternalError } from "./errors.js";
import { loadLibrary } from "./library/load.js";
import { ClosureData, type ClosureObject, NativeData } from "./values/function.js";
import { Bit, GuestObject, Kind, type Value } from "./values/object.js";
import { keyOfString, type PropertyKey } from "./values/property-key.js";
import { Accessor, Attr, Shape } from "./values/shape.js";
import { SYMBOLS, wellKnownSymbol } from "./values/symbol.js";

/** Attributes of a frozen built-in property. */
const FROZEN = Attr.None;

interface Building {
  readonly object: GuestObject;
  readonly proto: GuestObject | null;
  readonly keys: PropertyKey[];
  readonly attrs: number[];
  readonly slots: (Value | Accessor)[];
}

/** Table keys: "@@iterator" is the well-known symbol. */
export function tableKey(key: string): PropertyKey {
  if (!key.startsWith("@@")) return keyOfString(key);
  const symbol = wellKnownSymbol(key.slice(2));
  if (symbol === undefined) throw new InternalError(`no well-known symbol ${key}`);
  return symbol;
}

const EMPTY = Shape.root(null);

export class Realm {
  readonly library: LibraryImage = loadLibrary();
  private readonly objects = new Map<string, GuestObject>();
  private readonly namedRoutines = new Map<string, ClosureObject>();
  /** Operands of CallRoutine and LoadRoutine: library functions by block. */
  readonly routines: readonly (ClosureObject | undefined)[];
  private readonly byBlock: (ClosureObject | undefined)[] = [];
  private readonly globalTable = new Map<string, { readonly value: Value; readonly attr: number }>();
  /** Operands of LoadIntrinsic. */
  readonly values: readonly Value[];
  /** Operands of CallIntrinsic. */
  readonly operations: readonly Operation["call"][];

  /** Function.prototype[Symbol.hasInstance]. */
  readonly hasInstance: GuestObject;
  readonly objectPrototype: GuestObject;
  readonly functionPrototype: GuestObject;
  readonly arrayPrototype: GuestObject;
  readonly stringPrototype: GuestObject;
  readonly numberPrototype: GuestObject;
  readonly booleanPrototype: GuestObject;
  readonly bigintPrototype: GuestObject;
  readonly symbolPrototype: GuestObject;

  constructor() {
    const building = new Map<string, Building>();
    const specs = new Map<string, IntrinsicSpec>();
    for (const family of FAMILIES) for (const spec of family.intrinsics) specs.set(spec.name, spec);
    // Objects first, so that every reference has its target.
    for (const [name, spec] of specs) {
      const object = new GuestObject(EMPTY, [], spec.kind ?? Kind.Ordinary, spec.data?.(), Bit.Intrinsic, 0);
      this.objects.set(name, object);
    }
    const routineBlocks = new Map(this.library.routines);
    for (const row of this.library.installs) {
      if (row.target === "constructors") this.objects.set(row.key, this.closure(row.block));
    }
    for (const [name, block] of routineBlocks) this.namedRoutines.set(name, this.closure(block));

    this.routines = this.byBlock;

    this.objectPrototype = this.object("ObjectPrototype");
    this.functionPrototype = this.object("FunctionPrototype");
    this.arrayPrototype = this.object("ArrayPrototype");
    this.stringPrototype = this.object("StringPrototype");
    this.numberPrototype = this.object("NumberPrototype");
    this.booleanPrototype = this.object("BooleanPrototype");
    this.bigintPrototype = this.object("BigIntPrototype");
    this.symbolPrototype = this.object("SymbolPrototype");

    const functionShape = Shape.of(this.functionPrototype, ["length", "name"], [FROZEN, FROZEN], false);
    const begin = (name: string, proto: GuestObject | null): Building => {
      const entry = { object: this.object(name), proto, keys: [], attrs: [], slots: [] };
      building.set(name, entry);
      return entry;
    };
    for (const [name, spec] of specs) {
      begin(
        name,
        spec.proto === null ? null : this.object(spec.proto ?? (name === "ObjectPrototype" ? "" : "ObjectPrototype")),
      );
    }
    for (const family of FAMILIES) {
      for (const spec of family.constructors ?? []) {
        const object = this.object(spec.name);
        const entry = begin(spec.name, this.object(spec.proto ?? "FunctionPrototype"));
        const { block } = object.data as ClosureData;
        append(entry, "length", block.length, FROZEN);
        append(entry, "name", block.name, FROZEN);
        if (spec.prototype !== false) {
          const prototype = spec.prototype ?? `${spec.name}Prototype`;
          append(entry, "prototype", this.object(prototype), FROZEN);
          append(building.get(prototype)!, "constructor", object, FROZEN);
        }
      }
    }
    // Native rows.
    const accessors = new Map<Building, Map<PropertyKey, { get?: GuestObject; set?: GuestObject }>>();
    const accessor = (entry: Building, key: PropertyKey, half: { get?: GuestObject; set?: GuestObject }) => {
      let table = accessors.get(entry);
      if (table === undefined) {
        table = new Map();
        accessors.set(entry, table);
      }
      table.set(key, { ...table.get(key), ...half });
    };
    for (const [name, spec] of specs) {
      const entry = building.get(name)!;
      for (const row of spec.rows) {
        const key = tableKey(row.key);
        if (row.type === "value") {
          append(entry, key, this.rowValue(row), row.enumerable ? Attr.Enumerable : FROZEN);
          continue;
        }
        if (row.type === "accessor") {
          const both = this.object(row.both);
          accessor(entry, key, { get: both, set: both });
          continue;
        }
        const fn = this.native(row, functionShape);
        if (row.kind === "method") append(entry, key, fn, FROZEN);
        else accessor(entry, key, row.kind === "getter" ? { get: fn } : { set: fn });
        this.objects.set(`${name}_${row.kind === "method" ? "" : `${row.kind}_`}${row.key}`, fn);
      }
    }
    // Library rows.
    for (const row of this.library.installs) {
      if (row.target === "constructors") continue;
      const entry = building.get(row.target);
      if (entry === undefined) throw new InternalError(`library installs into unknown ${row.target}`);
      const fn = this.closure(row.block);
      fn.shape = functionShape;
      const { block } = fn.data;
      fn.slots = [block.length, block.name];
      const key = tableKey(row.key);
      if (row.kind === "method") append(entry, key, fn, FROZEN);
      else accessor(entry, key, row.kind === "getter" ? { get: fn } : { set: fn });
      this.objects.set(`${row.target}_${row.kind === "method" ? "" : `${row.kind}_`}${row.key}`, fn);
    }
    for (const [entry, table] of accessors) {
      for (const [key, { get, set }] of table) append(entry, key, new Accessor(get, set), Attr.Accessor);
    }
    for (const routine of this.namedRoutines.values()) {
      routine.shape = functionShape;
      routine.slots = [routine.data.block.length, routine.data.block.name];
    }
    for (const entry of building.values()) {
      entry.object.shape = Shape.of(entry.proto, entry.keys, entry.attrs, false);
      entry.object.slots = entry.slots as Value[];
    }
    for (const family of FAMILIES) {
      for (const [name, target] of family.globals ?? []) {
        if (typeof target === "string") this.globalTable.set(name, { value: this.object(target), attr: Attr.Hidden });
        else this.globalTable.set(name, { value: target.constant, attr: Attr.None });
      }
    }
    this.hasInstance = this.object("FunctionPrototype_@@hasInstance");
    const names = intrinsicNames();
    this.values = names.values.map((name) => (name.startsWith("@@") ? (tableKey(name) as Value) : this.object(name)));
    this.operations = FAMILIES.flatMap((family) => (family.operations ?? []).map((operation) => operation.call));
  }

  private rowValue(row: ValueRow): Value {
    const { value } = row;
    if (typeof value === "object" && value !== null && "intrinsic" in value) return this.object(value.intrinsic);
    return value as Value;
  }

  private native(row: NativeRow, shape: Shape): GuestObject {
    const symbol = row.key.startsWith("@@") ? SYMBOLS[row.key.slice(2) as keyof typeof SYMBOLS] : undefined;
    const base = symbol === undefined ? row.key : `[${symbol.description}]`;
    const name = row.kind === "method" ? base : row.kind === "getter" ? `get ${base}` : `set ${base}`;
    const fallback = row.fallback === undefined ? -1 : (this.namedRoutines.get(row.fallback)?.data.libraryIndex ?? -2);
    if (fallback === -2) throw new InternalError(`native ${name}: no routine ${row.fallback}`);
    const data = new NativeData(name, row.length, row.call, row.callAll, fallback);
    data.conversions = row.conversions;
    data.converted = row.converted;
    return new GuestObject(shape, [row.length, name], Kind.Native, data, Bit.Intrinsic, 0);
  }

  private closure(block: number): ClosureObject {
    let closure = this.byBlock[block];
    if (closure === undefined) {
      const code = this.library.program.blocks[block]!;
      closure = new GuestObject(
        EMPTY,
        [],
        Kind.Closure,
        new ClosureData(code, null, [], null, null, block),
        Bit.Intrinsic,
        0,
      ) as ClosureObject;
      this.byBlock[block] = closure;
    }
    return closure;
  }

  /** An intrinsic by name. Throws InternalError for unknown names. */
  object(name: string): GuestObject {
    const object = this.objects.get(name);
    if (object === undefined) throw new InternalError(`no intrinsic ${name}`);
    return object;
  }

  routine(name: string): ClosureObject {
    const routine = this.namedRoutines.get(name);
    if (routine === undefined) throw new InternalError(`no library routine ${name}`);
    return routine;
  }

  routineAt(block: number): ClosureObject {
    return this.closure(block);
  }

  /** A library block as such, for tests and dumps. */
  blockOf(index: number): CodeBlock {
    return this.library.program.blocks[index]!;
  }

  global(name: string): { readonly value: Value } | undefined {
    return this.globalTable.get(name);
  }

  *globals(): IterableIterator<readonly [name: string, value: Value, attr: number]> {
    for (const [name, { value, attr }] of this.globalTable) yield [name, value, attr];
  }
}

function append(entry: Building, key: PropertyKey, value: Value | Accessor, attr: number): void {
  entry.keys.push(key);
  entry.attrs.push(attr);
  entry.slots.push(value);
}

let shared: Realm | undefined;

/** The process's realm, built on first use. */
export function getRealm(): Realm {
  shared ??= new Realm();
  return shared;
}
