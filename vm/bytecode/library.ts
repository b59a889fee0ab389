/**
 * The self-hosted library as the build leaves it: one Program and where its functions go.
 * Produced by compiler/library.ts from vm/library/*.js, embedded in vm/library/image.ts,
 * installed by vm/realm.ts.
 */
import type { Program } from "./program.js";

/** One function of the library that a program can reach as a property of an intrinsic. */
export interface InstallRow {
  /** Name of the intrinsic object that gets the property, such as "ArrayPrototype"; "constructors" for built-in constructors. */
  readonly target: string;
  /** Property key; "@@iterator" means the well-known symbol. */
  readonly key: string;
  readonly kind: "method" | "getter" | "setter";
  /** Block index in the program. */
  readonly block: number;
}

export interface LibraryImage {
  readonly program: Program;
  readonly installs: readonly InstallRow[];
  /** Every named top-level routine and its block. */
  readonly routines: readonly (readonly [name: string, block: number])[];
}

/** What library code may name beyond its own routines; the index is the operand of CallIntrinsic and LoadIntrinsic. */
export interface IntrinsicNames {
  /** Names of operations, written `$name(...)` in library source. */
  readonly operations: readonly string[];
  /** Names of values, written as they are: `$ArrayPrototype`, `TypeError`, `Symbol.iterator`. */
  readonly values: readonly string[];
}
