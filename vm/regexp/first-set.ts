/**
 * Which characters can come next: an over-approximation of what a part of a pattern can begin with.
 * The emitter turns it into filters, which spare the matcher choices that cannot succeed, and finds
 * runs that need not give anything back. Work is bounded: past a few nodes the answer is "anything".
 */
import type { CompiledSet } from "./compiled-set.js";
import { END_COLUMN, FILTER_WIDTH, HIGH_COLUMN } from "./opcodes.js";
import type { Alternative, PatternNode } from "./tree.js";
import { choiceMinLength, minLengthOf } from "./tree.js";

/** One byte a column: 1 when the next character may be that one. */
export type FirstSet = Uint8Array;

/** What comes behind the part that is being emitted. */
export interface Follow {
  readonly first: FirstSet;
  /** Nothing behind can fail: the match is then complete. */
  readonly certain: boolean;
}

export function anything(): FirstSet {
  return new Uint8Array(FILTER_WIDTH).fill(1);
}

/** The end of a pattern or of a look-around's body. */
export const COMPLETE: Follow = { first: anything(), certain: true };
/** Nothing is known, as in matching backwards. */
export const UNKNOWN: Follow = { first: anything(), certain: false };

export function addFirst(into: FirstSet, from: FirstSet): void {
  for (let column = 0; column < FILTER_WIDTH; column++) into[column] |= from[column];
}

export function unionOf(a: FirstSet, b: FirstSet): FirstSet {
  const union = Uint8Array.from(a);
  addFirst(union, b);
  return union;
}

/** Whether no character, the end included, is in both. */
export function disjointFrom(set: CompiledSet, follow: FirstSet): boolean {
  if (set.high !== "none" && follow[HIGH_COLUMN] === 1) return false;
  return set.low.every((member, code) => member === 0 || follow[code] === 0);
}

/** Nodes that one question may visit, and all questions about one pattern together. */
const VISIT_LIMIT = 24;
const TOTAL_VISIT_LIMIT = 20_000;
const STEPS_PER_QUESTION = 16;
/** The question where a match can begin is asked once and worth more. */
const WHOLE_PATTERN_LIMIT = 2_000;

/** Answers questions about one pattern; `setOf` gives the compiled set of a single-character node. */
export class FirstSets {
  readonly #setOf: (node: PatternNode) => CompiledSet | number;
  readonly #charge: (steps: number) => void;
  #visits = 0;
  #visitsLeft = TOTAL_VISIT_LIMIT;

  /** `setOf` returns a code unit for a node that is exactly one unit. */
  constructor(setOf: (node: PatternNode) => CompiledSet | number, charge: (steps: number) => void) {
    this.#setOf = setOf;
    this.#charge = charge;
  }

  /** What `alternative`, from its element `start` on and then `follow`, can begin with. */
  ofSequence(alternative: Alternative, start: number, follow: Follow): FirstSet {
    this.#charge(STEPS_PER_QUESTION);
    const first = new Uint8Array(FILTER_WIDTH);
    this.#visits = Math.min(VISIT_LIMIT, this.#visitsLeft);
    if (this.#sequence(alternative, start, first)) addFirst(first, follow.first);
    return first;
  }

  /** What a match, which is not empty, can begin with. */
  ofWholePattern(alternatives: readonly Alternative[]): FirstSet {
    const first = new Uint8Array(FILTER_WIDTH);
    this.#visits = WHOLE_PATTERN_LIMIT;
    if (this.#choice(alternatives, first)) first.fill(1);
    return first;
  }

  /** Adds to `into`; true when the sequence can match without consuming. */
  #sequence(alternative: Alternative, start: number, into: FirstSet): boolean {
    for (let i = start; i < alternative.length; i++) if (!this.#node(alternative[i], into)) return false;
    return true;
  }

  #choice(alternatives: readonly Alternative[], into: FirstSet): boolean {
    let nullable = false;
    for (const alternative of alternatives) {
      if (!this.#visit(into)) return false;
      if (this.#sequence(alternative, 0, into)) nullable = true;
    }
    return nullable;
  }

  /** Counts a node; false, with everything added, when the question has become too dear. */
  #visit(into: FirstSet): boolean {
    this.#visitsLeft--;
    if (--this.#visits >= 0) return true;
    into.fill(1);
    return false;
  }

  #node(node: PatternNode, into: FirstSet): boolean {
    if (!this.#visit(into)) return false;
    switch (node.type) {
      case "char":
      case "set":
        return this.#character(node, into);
      case "group":
        return this.#choice(node.alternatives, into);
      case "repeat":
        if (node.max === 0) return true;
        return this.#node(node.body, into) || node.min === 0;
      case "edge":
        if (!node.atEnd) return true;
        into[END_COLUMN] = 1;
        if (node.multiline) into[0x0a] = into[0x0d] = into[HIGH_COLUMN] = 1;
        return false;
      case "reference":
        into.fill(1);
        return false;
      case "look":
        // What a positive look-ahead demands, the next character must be, whatever follows.
        if (node.behind || node.negate || choiceMinLength(node.alternatives) === 0) return true;
        return this.#choice(node.alternatives, into);
      default:
        return true;
    }
  }

  #character(node: PatternNode, into: FirstSet): boolean {
    if (node.type === "set" && node.strings !== null) {
      into.fill(1);
      return minLengthOf(node) === 0;
    }
    const set = this.#setOf(node);
    if (typeof set === "number") into[Math.min(set, HIGH_COLUMN)] = 1;
    else {
      for (let code = 0; code < HIGH_COLUMN; code++) into[code] |= set.low[code];
      if (set.high !== "none") into[HIGH_COLUMN] = 1;
    }
    return false;
  }
}
