/**
 * A compiled pattern: what compile.ts produces and match.ts runs. Immutable, and shared by all
 * executions of the same pattern; only the sets' caches of answers change.
 */
import type { CompiledSet } from "./compiled-set.js";

/** How the search for a match finds places where one can begin. */
export type SearchPlan =
  /** Try every position. */
  | { readonly kind: "everywhere" }
  /** Only position 0: the pattern begins with `^`. */
  | { readonly kind: "inputStart" }
  /** Only line starts: `^` with m. */
  | { readonly kind: "lineStart" }
  /** Only where this text is. */
  | { readonly kind: "text"; readonly text: string }
  /** Only where the next character is in this filter row and, if the pattern begins with `\b`, a word begins or ends. */
  | { readonly kind: "filter"; readonly filter: number; readonly boundary: boolean };

/** Strings of a v-mode class. */
export interface StringChoice {
  readonly strings: ReadonlySet<string>;
  /** Lengths that occur, in code units, descending; 0 is the empty string. */
  readonly lengths: readonly number[];
  /** The single characters, an index into sets. */
  readonly set: number;
  readonly ignoreCase: boolean;
  readonly behind: boolean;
}

export interface RegExpProgram {
  /** The pattern as written. */
  readonly source: string;
  /** The flags, in the order of `RegExp.prototype.flags`. */
  readonly flags: string;
  /** Number of groups, group 0 included. */
  readonly groupCount: number;
  /** Names in source order, each with its groups in source order; null when no group is named. */
  readonly groupNames: ReadonlyMap<string, readonly number[]> | null;
  /** Memory held, in bytes. */
  readonly byteSize: number;
  /** u or v: characters are code points. */
  readonly unicode: boolean;
  readonly code: Int32Array;
  readonly sets: readonly CompiledSet[];
  /** The sets' rows for characters below 256, one after the other. */
  readonly lowTable: Uint8Array;
  /** Filter rows, FILTER_WIDTH each. */
  readonly filters: Uint8Array;
  /** Dispatch rows of labels, FILTER_WIDTH each. */
  readonly dispatch: Int32Array;
  readonly strings: readonly StringChoice[];
  readonly registerCount: number;
  readonly search: SearchPlan;
  /** Fewest code units of a match. */
  readonly minLength: number;
  /**
   * The set of the unbounded run that the pattern begins with, or -1. A failed attempt then rules out
   * every start inside the same run: all continuations from there have been tried.
   */
  readonly leadingRun: number;
}
