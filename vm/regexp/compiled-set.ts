/**
 * A character set as the matcher uses it: for characters below 256 a row of a byte table, for the
 * others the cheapest test that the set allows. Answers that are dear are kept in a small
 * direct-mapped cache, so memory stays fixed whatever the subject. Before: char-set.ts.
 */
import { type CharSet, type FoldMode, inRanges, MAX_CODE_POINT, setContains, setWeight } from "./char-set.js";
import type { UnicodeProperty } from "./unicode-properties.js";

/** Characters that have a table entry. */
export const LOW_CHARACTERS = 256;

const CACHE_SIZE = 512;

/** What a set contains, as far as one may tell without asking for each character. */
export type HighPart = "none" | "some" | "all";

export class CompiledSet {
  /** Membership of the characters below 256, one byte each. */
  readonly low = new Uint8Array(LOW_CHARACTERS);
  /** The characters from 256 on. */
  readonly high: HighPart;
  readonly #set: CharSet;
  readonly #invert: boolean;
  readonly #mode: FoldMode;
  /** Set when the high part is exactly these ranges. */
  readonly #ranges: Int32Array | null;
  readonly #property: UnicodeProperty | null;
  /** Entries are code * 2 + answer, at index code % CACHE_SIZE; -1 when unused. */
  #cache: Int32Array | null = null;

  constructor(set: CharSet, invert: boolean, mode: FoldMode) {
    this.#set = set;
    this.#invert = invert;
    this.#mode = mode;
    for (let code = 0; code < LOW_CHARACTERS; code++) this.low[code] = this.#decide(code) ? 1 : 0;
    const plain = !mode.ignoreCase && !invert;
    this.#ranges = plain && set.kind === "ranges" ? Int32Array.from(set.ranges) : null;
    this.#property = plain && set.kind === "property" ? set.property : null;
    this.high = this.#ranges === null ? "some" : highPartOf(this.#ranges);
  }

  /** Bytes that the set may come to hold. */
  get byteSize(): number {
    const dear = this.#ranges === null && this.#property === null;
    return 128 + LOW_CHARACTERS + setWeight(this.#set) * 64 + (dear ? CACHE_SIZE * 4 : 0);
  }

  /** Whether a character from 256 on is in the set. */
  hasHigh(code: number): boolean {
    if (this.high !== "some") return this.high === "all";
    if (this.#ranges !== null) return inRanges(this.#ranges, code);
    if (this.#property !== null) return this.#property.has(code);
    this.#cache ??= new Int32Array(CACHE_SIZE).fill(-1);
    const slot = code & (CACHE_SIZE - 1);
    const entry = this.#cache[slot];
    if (entry >> 1 === code) return (entry & 1) === 1;
    const answer = this.#decide(code);
    this.#cache[slot] = code * 2 + (answer ? 1 : 0);
    return answer;
  }

  #decide(code: number): boolean {
    return setContains(this.#set, code, this.#mode) !== this.#invert;
  }
}

function highPartOf(ranges: Int32Array): HighPart {
  if (ranges.length === 0 || ranges[ranges.length - 1] < LOW_CHARACTERS) return "none";
  const [low, high] = ranges.slice(-2);
  return low <= LOW_CHARACTERS && high === MAX_CODE_POINT ? "all" : "some";
}
