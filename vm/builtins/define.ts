/**
 * Row types of the built-in tables and the constructors that make rows. A family file (one global
 * or a few) exports a {@link Family}: its intrinsic objects, their native members, the operations
 * that library code may use, and its globals. realm.ts assembles the families once a process.
 *
 * Native members touch only primitives and representations. Whatever may run guest code is library
 * code (vm/library/*.js): a native returns MISS to hand over to its `fallback` routine, which gets
 * the same this value and arguments.
 */

import { toIntegerOrInfinity, toNumber, toStringValue } from "../operations/convert.js";
import type { NativeCall, NativeCallAll } from "../values/function.js";
import { GuestObject, type Kind, MISS, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";

/** How a coercing native's this value or argument is converted before it is called. */
export type Conversion = "string" | "number" | "integer" | "raw";

export interface NativeRow {
  readonly type: "native";
  /** Property key; "@@iterator" for a well-known symbol. */
  readonly key: string;
  readonly length: number;
  readonly call: NativeCall | null;
  readonly callAll: NativeCallAll | null;
  /** Library routine that takes over on MISS. */
  readonly fallback: string | undefined;
  readonly kind: "method" | "getter" | "setter";
  /** For coercing natives: conversions of this and the arguments, used by the routine `coerceAndCall`. */
  readonly conversions: readonly Conversion[] | undefined;
  /** The native on converted values. */
  readonly converted: NativeCall | undefined;
}

export interface ValueRow {
  readonly type: "value";
  readonly key: string;
  /** A primitive, or the name of an intrinsic as `{ intrinsic }`. */
  readonly value: Value | { readonly intrinsic: string };
  /** True for constants such as Math.PI that were never writable nor configurable. */
  readonly enumerable?: boolean;
}

/** An accessor whose two halves are one intrinsic function. */
export interface SharedAccessorRow {
  readonly type: "accessor";
  readonly key: string;
  /** Name of the intrinsic that is getter and setter. */
  readonly both: string;
}

export type Row = NativeRow | ValueRow | SharedAccessorRow;

/** One intrinsic object. */
export interface IntrinsicSpec {
  readonly name: string;
  /** Name of its prototype intrinsic; null for none. Default "ObjectPrototype". */
  readonly proto?: string | null;
  readonly kind?: Kind;
  /** Internal slots. */
  readonly data?: () => unknown;
  readonly rows: readonly Row[];
}

/** A native operation that library code calls as `$name(...)`: up to four arguments. */
export interface Operation {
  readonly name: string;
  readonly call: (vm: Vm, a: Value, b: Value, c: Value, d: Value) => Value;
}

export interface Family {
  readonly intrinsics: readonly IntrinsicSpec[];
  readonly operations?: readonly Operation[];
  /** Global bindings: name to intrinsic name, or a primitive constant. */
  readonly globals?: readonly (readonly [name: string, intrinsic: string | { readonly constant: Value }])[];
  /** Built-in constructors written in the library: name, and whether a prototype intrinsic `${name}Prototype` belongs to it. */
  readonly constructors?: readonly {
    readonly name: string;
    readonly proto?: string;
    readonly prototype?: string | false;
  }[];
}

const native = (
  key: string,
  length: number,
  call: NativeCall | null,
  callAll: NativeCallAll | null,
  fallback: string | undefined,
  kind: "method" | "getter" | "setter" = "method",
): NativeRow => ({
  type: "native",
  key,
  length,
  call,
  callAll,
  fallback,
  kind,
  conversions: undefined,
  converted: undefined,
});

/** A native of up to three arguments. */
export const method = (key: string, length: number, call: NativeCall, fallback?: string): NativeRow =>
  native(key, length, call, null, fallback);

/** A native that takes all its arguments. */
export const methodAll = (key: string, length: number, callAll: NativeCallAll, fallback?: string): NativeRow =>
  native(key, length, null, callAll, fallback);

export const getter = (key: string, call: NativeCall, fallback?: string): NativeRow =>
  native(key, 0, call, null, fallback, "getter");

export const setter = (key: string, call: NativeCall, fallback?: string): NativeRow =>
  native(key, 1, call, null, fallback, "setter");

export const constant = (key: string, value: ValueRow["value"], enumerable = false): ValueRow => ({
  type: "value",
  key,
  value,
  enumerable,
});

/** Converts a primitive as a coercing native asks. Throws as the conversion does. */
export function convertPrimitive(vm: Vm, value: Value, conversion: Conversion): Value {
  switch (conversion) {
    case "string":
      return toStringValue(vm, value);
    case "number":
      return toNumber(vm, value);
    case "integer":
      return toIntegerOrInfinity(vm, value);
    case "raw":
      return value;
  }
}

/**
 * A native whose this value and first arguments are converted in order before it runs:
 * `coercing("charAt", 1, ["string", "integer"], call)` has conversions for this and one argument.
 * Undefined arguments of "integer" and "number" become 0 and NaN as the conversion says; use "raw"
 * where undefined has a meaning of its own (the native then calls `convertPrimitive` itself, and an
 * object there is converted by the library to a primitive number first).
 * Objects hand over to the routine `coerceAndCall`, which converts in the same order.
 * `nullish` this values throw for "string" this, as RequireObjectCoercible does.
 */
export function coercing(key: string, length: number, conversions: readonly Conversion[], call: NativeCall): NativeRow {
  const [c0, c1, c2, c3] = [
    conversions[0] ?? "raw",
    conversions[1] ?? "raw",
    conversions[2] ?? "raw",
    conversions[3] ?? "raw",
  ];
  const count = conversions.length;
  const wrapped: NativeCall = (vm, self, a, b, c) => {
    if (
      self instanceof GuestObject ||
      a instanceof GuestObject ||
      b instanceof GuestObject ||
      c instanceof GuestObject
    ) {
      if (
        (c0 !== "raw" && self instanceof GuestObject) ||
        (count > 1 && a instanceof GuestObject) ||
        (count > 2 && b instanceof GuestObject) ||
        (count > 3 && c instanceof GuestObject)
      ) {
        return MISS;
      }
    }
    if (c0 === "string" && (self === undefined || self === null)) {
      return vm.throwType(`String.prototype.${key} called on null or undefined`);
    }
    return call(
      vm,
      convertPrimitive(vm, self, c0),
      convertPrimitive(vm, a, c1),
      convertPrimitive(vm, b, c2),
      convertPrimitive(vm, c, c3),
    );
  };
  return {
    type: "native",
    key,
    length,
    call: wrapped,
    callAll: null,
    fallback: "coerceAndCall",
    kind: "method",
    conversions,
    converted: call,
  };
}
