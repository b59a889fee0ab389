/**
 * Collects the parts of one program: code, sets, filter and dispatch rows, strings. Equal parts are
 * kept once, and the sum of all parts is watched: a program over its size limit is a syntax error as
 * soon as it gets there. Used by compile.ts alone.
 */
import { canonicalText, caseOrbit } from "./case-folding.js";
import { type CharSet, complementOf, inRanges, MAX_CODE_POINT, rangesOf, setWeight } from "./char-set.js";
import { CompiledSet, LOW_CHARACTERS } from "./compiled-set.js";
import type { FirstSet } from "./first-set.js";
import { FILTER_WIDTH, NO_FILTER, type RegExpOp } from "./opcodes.js";
import type { StringChoice } from "./program.js";
import type { PatternNode, SetNode } from "./tree.js";

/** Largest program, in bytes. */
export const MAX_PROGRAM_SIZE = 1 << 20;

/** More filters than this are not worth their memory; the matcher then just tries. */
const MAX_FILTERS = 256;
const MAX_DISPATCH_ROWS = 64;
/** Sets up to this size are examined for being closed under case folding. */
const CLOSURE_LIMIT = 512;

/** How one character is matched: as one unit, as one of two units, as a surrogate pair, or by a set. */
export type CharacterForm =
  | { readonly kind: "unit"; readonly unit: number }
  | { readonly kind: "either"; readonly units: readonly [number, number] }
  | { readonly kind: "pair"; readonly lead: number; readonly trail: number }
  | { readonly kind: "set"; readonly set: number };

export class ProgramBuilder {
  readonly code: number[] = [];
  readonly sets: CompiledSet[] = [];
  readonly strings: StringChoice[] = [];
  registerCount = 0;
  readonly #unicode: boolean;
  readonly #unicodeSets: boolean;
  readonly #charge: (steps: number) => void;
  readonly #tooLarge: () => never;
  readonly #setIndex = new Map<string, number>();
  readonly #filterIndex = new Map<string, number>();
  readonly #filters: Uint8Array[] = [];
  readonly #dispatch: number[][] = [];
  #partsSize = 0;

  constructor(
    mode: { readonly unicode: boolean; readonly unicodeSets: boolean },
    charge: (steps: number) => void,
    tooLarge: () => never,
  ) {
    this.#unicode = mode.unicode;
    this.#unicodeSets = mode.unicodeSets;
    this.#charge = charge;
    this.#tooLarge = tooLarge;
  }

  /** Bytes of everything collected so far. */
  get byteSize(): number {
    return this.code.length * 4 + this.#partsSize;
  }

  /** Appends an instruction and returns its place. */
  emit(op: RegExpOp, ...operands: number[]): number {
    const at = this.code.length;
    this.code.push(op);
    for (const operand of operands) this.code.push(operand);
    if (this.byteSize > MAX_PROGRAM_SIZE) this.#tooLarge();
    return at;
  }

  register(): number {
    return this.registerCount++;
  }

  /** The form of a single-character node; one that has strings is none. */
  form(node: PatternNode): CharacterForm {
    if (node.type === "set") return { kind: "set", set: this.#setOfNode(node) };
    if (node.type !== "char") throw new Error(`a ${node.type} node is no character`);
    const orbit = node.ignoreCase ? caseOrbit(node.value, this.#unicode) : [node.value];
    if (orbit.length === 2 && orbit.every((code) => !this.#needsSet(code) && code <= 0xffff)) {
      return { kind: "either", units: [orbit[0], orbit[1]] };
    }
    const code = node.value;
    if (orbit.length > 1 || this.#needsSet(code)) return { kind: "set", set: this.#exactSet(orbit) };
    if (code <= 0xffff) return { kind: "unit", unit: code };
    const offset = code - 0x10000;
    return { kind: "pair", lead: 0xd800 + (offset >> 10), trail: 0xdc00 + (offset & 0x3ff) };
  }

  /** The set of a single-character node, even if the node is one unit. */
  setOf(node: PatternNode): number {
    const form = this.form(node);
    if (form.kind === "set") return form.set;
    if (form.kind === "unit") return this.#exactSet([form.unit]);
    if (form.kind === "either") return this.#exactSet(form.units);
    return this.#exactSet([((form.lead - 0xd800) << 10) + (form.trail - 0xdc00) + 0x10000]);
  }

  /** The strings of a node as an operand of Strings. */
  stringChoice(node: SetNode, behind: boolean): number {
    const texts = node.strings!;
    const lengths = [...new Set(texts.map((text) => text.length))].sort((a, b) => b - a);
    this.#grow(64 + texts.reduce((sum, text) => sum + 48 + text.length * 2, 0));
    this.#charge(texts.length);
    const set = this.#setOfNode(node);
    const strings = new Set(node.ignoreCase ? texts.map(canonicalText) : texts);
    this.strings.push({ strings, lengths, set, ignoreCase: node.ignoreCase, behind });
    return this.strings.length - 1;
  }

  /**
   * A filter row whose bit 0 tells where `first` may go on and bit 1 where `second` may. NO_FILTER when
   * the row would exclude nothing or there are too many rows.
   */
  filter(first: FirstSet, second: FirstSet | null): number {
    const row = new Uint8Array(FILTER_WIDTH);
    for (let column = 0; column < FILTER_WIDTH; column++) {
      row[column] = first[column] | (second === null ? 2 : second[column] << 1);
    }
    if (row.every((bits) => bits === 3)) return NO_FILTER;
    const key = String.fromCharCode(...row);
    const known = this.#filterIndex.get(key);
    if (known !== undefined) return known;
    if (this.#filters.length >= MAX_FILTERS) return NO_FILTER;
    this.#grow(FILTER_WIDTH);
    this.#filters.push(row);
    this.#filterIndex.set(key, this.#filters.length - 1);
    return this.#filters.length - 1;
  }

  /** Reserves a dispatch row, or null when there are too many. Its labels are filled in later. */
  dispatchRow(): { readonly index: number; readonly labels: number[] } | null {
    if (this.#dispatch.length >= MAX_DISPATCH_ROWS) return null;
    this.#grow(FILTER_WIDTH * 4);
    const labels: number[] = new Array(FILTER_WIDTH).fill(0);
    this.#dispatch.push(labels);
    return { index: this.#dispatch.length - 1, labels };
  }

  lowTable(): Uint8Array {
    const table = new Uint8Array(this.sets.length * LOW_CHARACTERS);
    this.sets.forEach((set, index) => {
      table.set(set.low, index * LOW_CHARACTERS);
    });
    return table;
  }

  filterTable(): Uint8Array {
    const table = new Uint8Array(this.#filters.length * FILTER_WIDTH);
    this.#filters.forEach((row, index) => {
      table.set(row, index * FILTER_WIDTH);
    });
    return table;
  }

  dispatchTable(): Int32Array {
    const table = new Int32Array(this.#dispatch.length * FILTER_WIDTH);
    this.#dispatch.forEach((labels, index) => {
      table.set(labels, index * FILTER_WIDTH);
    });
    return table;
  }

  /** Lone surrogates in u and v mode only match where they are not half of a pair. */
  #needsSet(code: number): boolean {
    return this.#unicode && code >= 0xd800 && code < 0xe000;
  }

  #exactSet(codes: readonly number[]): number {
    return this.#compiled(rangesOf(codes.flatMap((code) => [code, code])), false, false);
  }

  #setOfNode(node: SetNode): number {
    const { set, invert, ignoreCase } = node;
    if (ignoreCase && set.kind === "ranges" && this.#isClosed(set.ranges)) {
      return this.#compiled(invert ? complementOf(set) : set, false, false);
    }
    return this.#compiled(set, invert, ignoreCase);
  }

  /** Whether a set already holds every character equal to one of its own, so that case does not matter. */
  #isClosed(ranges: readonly number[]): boolean {
    const { ranges: outside } = complementOf({ kind: "ranges", ranges }) as { ranges: readonly number[] };
    const smaller = ranges[ranges.length - 1] === MAX_CODE_POINT ? outside : ranges;
    let size = 0;
    for (let i = 0; i < smaller.length; i += 2) size += smaller[i + 1] - smaller[i] + 1;
    if (size > CLOSURE_LIMIT) return false;
    for (let i = 0; i < smaller.length; i += 2) {
      for (let code = smaller[i]; code <= smaller[i + 1]; code++) {
        if (!this.#unicode && code > 0xffff) return true;
        if (!caseOrbit(code, this.#unicode).every((member) => inRanges(smaller, member))) return false;
      }
    }
    return true;
  }

  #compiled(set: CharSet, invert: boolean, ignoreCase: boolean): number {
    const key = `${invert ? "^" : ""}${ignoreCase ? "i" : ""}${setKey(set)}`;
    const known = this.#setIndex.get(key);
    if (known !== undefined) return known;
    this.#charge(LOW_CHARACTERS * setWeight(set));
    const compiled = new CompiledSet(set, invert, {
      ignoreCase,
      unicode: this.#unicode,
      unicodeSets: this.#unicodeSets,
    });
    this.#grow(compiled.byteSize + LOW_CHARACTERS);
    this.sets.push(compiled);
    this.#setIndex.set(key, this.sets.length - 1);
    return this.sets.length - 1;
  }

  #grow(bytes: number): void {
    this.#partsSize += bytes;
    if (this.byteSize > MAX_PROGRAM_SIZE) this.#tooLarge();
  }
}

/** Equal descriptions have equal keys. */
function setKey(set: CharSet): string {
  switch (set.kind) {
    case "ranges":
      return `[${set.ranges.join()}]`;
    case "property":
      return `{${set.property.name}}`;
    case "union":
    case "intersection":
      return `(${set.parts.map(setKey).join(set.kind === "union" ? "|" : "&")})`;
    case "complement":
      return `!${setKey(set.of)}`;
    case "difference":
      return `(${setKey(set.left)}-${setKey(set.right)})`;
  }
}
