/**
 * Sets of characters as a class describes them, before they are compiled: sorted ranges, host-decided
 * Unicode properties and the set operations of v mode over them. A set is a description only; whether
 * it contains a character, with or without case folding, is answered here one character at a time.
 * Only nested classes nest sets, so the recursion here is bounded by the parser's limit.
 * Before: parse-class.ts. After: compiled-set.ts.
 */
import { caseOrbit } from "./case-folding.js";
import type { UnicodeProperty } from "./unicode-properties.js";

export const MAX_CODE_POINT = 0x10ffff;

export type CharSet =
  /** Inclusive pairs low, high; ascending, disjoint and not touching. */
  | { readonly kind: "ranges"; readonly ranges: readonly number[] }
  | { readonly kind: "property"; readonly property: UnicodeProperty }
  | { readonly kind: "union" | "intersection"; readonly parts: readonly CharSet[] }
  | { readonly kind: "difference"; readonly left: CharSet; readonly right: CharSet }
  | { readonly kind: "complement"; readonly of: CharSet };

/** How a set compares characters. */
export interface FoldMode {
  readonly ignoreCase: boolean;
  readonly unicode: boolean;
  /** v mode folds every operand before the set operations, the other modes fold the finished set. */
  readonly unicodeSets: boolean;
}

/** Normalises pairs in any order: sorts them and joins those that overlap or touch. */
export function rangesOf(pairs: readonly number[]): CharSet {
  const sorted: [number, number][] = [];
  for (let i = 0; i < pairs.length; i += 2) sorted.push([pairs[i], pairs[i + 1]]);
  sorted.sort((a, b) => a[0] - b[0]);
  const ranges: number[] = [];
  for (const [low, high] of sorted) {
    if (ranges.length > 0 && low <= ranges[ranges.length - 1] + 1) {
      if (high > ranges[ranges.length - 1]) ranges[ranges.length - 1] = high;
    } else ranges.push(low, high);
  }
  return { kind: "ranges", ranges };
}

/** Everything outside `set`; plain ranges stay plain ranges. */
export function complementOf(set: CharSet): CharSet {
  if (set.kind === "complement") return set.of;
  if (set.kind !== "ranges") return { kind: "complement", of: set };
  const ranges: number[] = [];
  let next = 0;
  for (let i = 0; i < set.ranges.length; i += 2) {
    if (set.ranges[i] > next) ranges.push(next, set.ranges[i] - 1);
    next = set.ranges[i + 1] + 1;
  }
  if (next <= MAX_CODE_POINT) ranges.push(next, MAX_CODE_POINT);
  return { kind: "ranges", ranges };
}

export const DIGITS = rangesOf([0x30, 0x39]);
/** https://tc39.es/ecma262/#sec-compiletocharset: WhiteSpace and LineTerminator. */
export const SPACES = rangesOf([
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f,
  0x3000, 0x3000, 0xfeff, 0xfeff,
]);
export const WORD_CHARACTERS = rangesOf([0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]);
/** With i and u or v, long s and the Kelvin sign fold to word characters. */
export const EXTENDED_WORD_CHARACTERS = rangesOf([
  0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a, 0x17f, 0x17f, 0x212a, 0x212a,
]);
export const LINE_ENDS = rangesOf([0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029]);

/** Whether sorted `ranges` contain `code`. */
export function inRanges(ranges: ArrayLike<number>, code: number): boolean {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code > ranges[middle * 2 + 1]) low = middle + 1;
    else high = middle;
  }
  return low * 2 < ranges.length && code >= ranges[low * 2];
}

function containsExactly(set: CharSet, code: number): boolean {
  switch (set.kind) {
    case "ranges":
      return inRanges(set.ranges, code);
    case "property":
      return set.property.has(code);
    case "union":
      return set.parts.some((part) => containsExactly(part, code));
    case "intersection":
      return set.parts.every((part) => containsExactly(part, code));
    case "difference":
      return containsExactly(set.left, code) && !containsExactly(set.right, code);
    case "complement":
      return !containsExactly(set.of, code);
  }
}

/** v mode with i: leaves contain a whole class of equal characters or none of it. */
function containsFolded(set: CharSet, orbit: readonly number[]): boolean {
  switch (set.kind) {
    case "ranges":
      return orbit.some((code) => inRanges(set.ranges, code));
    case "property":
      return orbit.some((code) => set.property.has(code));
    case "union":
      return set.parts.some((part) => containsFolded(part, orbit));
    case "intersection":
      return set.parts.every((part) => containsFolded(part, orbit));
    case "difference":
      return containsFolded(set.left, orbit) && !containsFolded(set.right, orbit);
    case "complement":
      return !containsFolded(set.of, orbit);
  }
}

/**
 * Whether a character of the subject is matched by the set.
 * https://tc39.es/ecma262/#sec-runtime-semantics-charactersetmatcher-abstract-operation
 */
export function setContains(set: CharSet, code: number, mode: FoldMode): boolean {
  if (!mode.ignoreCase) return containsExactly(set, code);
  const orbit = caseOrbit(code, mode.unicode);
  if (mode.unicodeSets) return containsFolded(set, orbit);
  return orbit.some((member) => containsExactly(set, member));
}

/** Nodes and ranges of the description: what deciding one character may cost, in steps. */
export function setWeight(set: CharSet): number {
  switch (set.kind) {
    case "ranges":
      return 1 + (set.ranges.length >> 3);
    case "property":
      return 1;
    case "union":
    case "intersection":
      return set.parts.reduce((sum, part) => sum + setWeight(part), 1);
    case "complement":
      return 1 + setWeight(set.of);
    case "difference":
      return 1 + setWeight(set.left) + setWeight(set.right);
  }
}
