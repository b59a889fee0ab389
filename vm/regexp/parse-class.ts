/**
 * Parses what matches one character: `[...]` in the three modes, `\d` and its kin, and `\p{...}`.
 * In v mode a class may hold strings too and has set operations; the operations on strings are carried
 * out here, those on characters are left to char-set.ts. Part of parse.ts; errors are thrown.
 * https://tc39.es/ecma262/#prod-CharacterClass
 */
import { canonicalText } from "./case-folding.js";
import {
  type CharSet,
  complementOf,
  DIGITS,
  EXTENDED_WORD_CHARACTERS,
  rangesOf,
  SPACES,
  WORD_CHARACTERS,
} from "./char-set.js";
import { findStringProperty } from "./emoji-sequences.js";
import { CH, END, type PatternReader } from "./pattern-reader.js";
import { findProperty } from "./unicode-properties.js";

/** What a class matches. */
export interface ClassContents {
  readonly set: CharSet;
  /** Strings that are not one character, folded when case is ignored. Never mutated once handed on. */
  readonly strings: ReadonlySet<string>;
  /** By syntax, so also true where the strings cancel out. */
  readonly mayContainStrings: boolean;
  /** `[^...]` without v: inverted after case folding. */
  readonly invert: boolean;
}

const NO_STRINGS: ReadonlySet<string> = new Set();
const NOTHING: CharSet = { kind: "ranges", ranges: [] };

function characters(set: CharSet): ClassContents {
  return { set, strings: NO_STRINGS, mayContainStrings: false, invert: false };
}

/** The parts of a union while it is being read. */
class UnionBuilder {
  readonly #pairs: number[] = [];
  readonly #parts: CharSet[] = [];
  readonly #strings = new Set<string>();
  mayContainStrings = false;

  addRange(low: number, high: number): void {
    this.#pairs.push(low, high);
  }

  addSet(set: CharSet): void {
    if (set.kind === "ranges") for (const bound of set.ranges) this.#pairs.push(bound);
    else this.#parts.push(set);
  }

  addString(text: string): void {
    this.#strings.add(text);
    this.mayContainStrings = true;
  }

  addContents(contents: ClassContents): void {
    this.addSet(contents.set);
    for (const text of contents.strings) this.#strings.add(text);
    this.mayContainStrings ||= contents.mayContainStrings;
  }

  finish(): ClassContents {
    const ranges = rangesOf(this.#pairs);
    let set: CharSet = ranges;
    if (this.#parts.length > 0) {
      const parts = this.#pairs.length > 0 ? [ranges, ...this.#parts] : this.#parts;
      set = parts.length === 1 ? parts[0] : { kind: "union", parts };
    }
    return { set, strings: this.#strings, mayContainStrings: this.mayContainStrings, invert: false };
  }
}

/** A term of a v-mode class: a character, which may begin a range, or anything else. */
type Operand =
  | { readonly kind: "character"; readonly code: number }
  | { readonly kind: "contents"; readonly contents: ClassContents };

export class ClassParser {
  readonly #reader: PatternReader;
  /** How far v-mode classes may nest, counted together with groups. */
  readonly #maxDepth: number;

  constructor(reader: PatternReader, maxDepth: number) {
    this.#reader = reader;
    this.#maxDepth = maxDepth;
  }

  /**
   * `\d \D \s \S \w \W \p{...} \P{...}`: null, with the position kept, when the escape is none of them.
   * The position is on the backslash.
   */
  escapeClass(ignoreCase: boolean, inClass: boolean): ClassContents | null {
    const reader = this.#reader;
    const letter = reader.unit(1);
    const set = this.#shorthand(letter | 0x20, ignoreCase);
    if (set !== null) {
      reader.position += 2;
      return characters((letter & 0x20) === 0 ? complementOf(set) : set);
    }
    if (!reader.unicode || (letter !== 0x70 && letter !== 0x50)) return null;
    reader.position += 2;
    const contents = this.#property(letter === 0x50, ignoreCase);
    return contents ?? reader.fail(inClass ? "invalidPropertyNameInClass" : "invalidPropertyName");
  }

  /** `[...]`; the position is on the opening bracket. `depth` is the number of groups and classes around. */
  bracketed(ignoreCase: boolean, depth: number): ClassContents {
    const reader = this.#reader;
    if (depth > this.#maxDepth) reader.fail("tooLarge");
    reader.position++;
    const negate = reader.take(CH.caret);
    if (!reader.flags.unicodeSets) return { ...this.#ranges(ignoreCase), invert: negate };
    const contents = this.#setExpression(ignoreCase, negate, depth);
    if (!negate) return contents;
    // With i the members are folded before the complement is taken, so it cannot be taken here.
    return characters(ignoreCase ? { kind: "complement", of: contents.set } : complementOf(contents.set));
  }

  #shorthand(letter: number, ignoreCase: boolean): CharSet | null {
    switch (letter) {
      case 0x64:
        return DIGITS;
      case 0x73:
        return SPACES;
      case 0x77:
        return ignoreCase && this.#reader.unicode ? EXTENDED_WORD_CHARACTERS : WORD_CHARACTERS;
      default:
        return null;
    }
  }

  /** `{name}` or `{name=value}` behind `\p` or `\P`; null when there is no such property. */
  #property(negate: boolean, ignoreCase: boolean): ClassContents | null {
    const reader = this.#reader;
    if (!reader.take(CH.openBrace)) return null;
    const name = this.#propertyWord();
    const value = reader.take(CH.equals) ? this.#propertyWord() : null;
    if (name === "" || value === "" || !reader.take(CH.closeBrace)) return null;
    const property = findProperty(name, value);
    if (property !== null) {
      const set: CharSet = { kind: "property", property };
      return characters(negate ? complementOf(set) : set);
    }
    if (value !== null || negate || !reader.flags.unicodeSets) return null;
    const sequences = findStringProperty(name);
    if (sequences === null) return null;
    const strings = ignoreCase ? new Set([...sequences.strings].map(canonicalText)) : sequences.strings;
    return { set: sequences.set, strings, mayContainStrings: true, invert: false };
  }

  #propertyWord(): string {
    const reader = this.#reader;
    const start = reader.position;
    for (let unit = reader.unit(); isPropertyCharacter(unit); unit = reader.unit()) reader.position++;
    return reader.source.slice(start, reader.position);
  }

  /** The contents of a class without v. https://tc39.es/ecma262/#prod-NonemptyClassRanges */
  #ranges(ignoreCase: boolean): ClassContents {
    const reader = this.#reader;
    const union = new UnionBuilder();
    while (!reader.atEnd && reader.unit() !== CH.closeBracket) {
      const first = this.#classAtom(ignoreCase);
      if (!reader.take(CH.minus)) {
        addAtom(union, first);
        continue;
      }
      if (reader.atEnd) break;
      if (reader.unit() === CH.closeBracket) {
        addAtom(union, first);
        union.addRange(CH.minus, CH.minus);
        break;
      }
      const last = this.#classAtom(ignoreCase);
      if (typeof first === "number" && typeof last === "number") {
        if (first > last) reader.fail("classOutOfOrder");
        union.addRange(first, last);
        continue;
      }
      // Annex B: a range with a class at either end is the two ends and a hyphen.
      if (reader.unicode) reader.fail("invalidClass");
      addAtom(union, first);
      union.addRange(CH.minus, CH.minus);
      addAtom(union, last);
    }
    if (!reader.take(CH.closeBracket)) reader.fail("unterminatedClass");
    return union.finish();
  }

  #classAtom(ignoreCase: boolean): number | CharSet {
    const reader = this.#reader;
    if (reader.unit() !== CH.backslash) return reader.character();
    if (reader.unit(1) === END) reader.fail("escapeAtEnd");
    if (reader.unit(1) === 0x62) {
      reader.position += 2;
      return 0x08;
    }
    return this.escapeClass(ignoreCase, true)?.set ?? reader.escape(true);
  }

  /** The contents of a class in v mode, closing bracket included. https://tc39.es/ecma262/#prod-ClassUnion */
  #setExpression(ignoreCase: boolean, negate: boolean, depth: number): ClassContents {
    const reader = this.#reader;
    if (reader.take(CH.closeBracket)) return characters(NOTHING);
    if (reader.atEnd) reader.fail("unterminatedClass");
    const first = this.#operand(ignoreCase, depth);
    const next = reader.unit();
    const contents =
      (next === CH.minus || next === CH.ampersand) && reader.unit(1) === next
        ? this.#operation(asContents(first), next, ignoreCase, depth)
        : this.#union(first, ignoreCase, depth);
    if (reader.atEnd) reader.fail("unterminatedClass");
    if (negate && contents.mayContainStrings) reader.fail("negatedClassWithStrings");
    reader.position++;
    return contents;
  }

  /** `--` or `&&` between operands, up to the closing bracket. */
  #operation(first: ClassContents, operator: number, ignoreCase: boolean, depth: number): ClassContents {
    const reader = this.#reader;
    const right: ClassContents[] = [];
    while (!reader.atEnd && reader.unit() !== CH.closeBracket) {
      if (reader.unit() !== operator || reader.unit(1) !== operator) reader.fail("invalidSetOperation");
      reader.position += 2;
      if (operator === CH.ampersand && reader.unit() === CH.ampersand) reader.fail("invalidCharacterInClass");
      right.push(asContents(this.#operand(ignoreCase, depth)));
    }
    return operator === CH.ampersand ? intersect(first, right) : subtract(first, right);
  }

  #union(first: Operand, ignoreCase: boolean, depth: number): ClassContents {
    const reader = this.#reader;
    const union = new UnionBuilder();
    let last: Operand | null = first;
    while (!reader.atEnd && reader.unit() !== CH.closeBracket) {
      if (reader.unit() !== CH.minus) {
        addOperand(union, last);
        last = this.#operand(ignoreCase, depth);
        continue;
      }
      if (reader.unit(1) === CH.minus) reader.fail("invalidSetOperation");
      if (reader.unit(1) === END) reader.fail("unterminatedClass");
      if (last === null || last.kind !== "character") return reader.fail("invalidClass");
      reader.position++;
      const high = this.#operand(ignoreCase, depth);
      if (high.kind !== "character") return reader.fail("invalidClass");
      if (last.code > high.code) reader.fail("classOutOfOrder");
      union.addRange(last.code, high.code);
      last = null;
    }
    addOperand(union, last);
    return union.finish();
  }

  #operand(ignoreCase: boolean, depth: number): Operand {
    const reader = this.#reader;
    if (reader.unit() === CH.backslash) {
      if (reader.unit(1) === 0x71) return { kind: "contents", contents: this.#stringDisjunction(ignoreCase) };
      const contents = this.escapeClass(ignoreCase, true);
      if (contents !== null) return { kind: "contents", contents };
    }
    if (reader.unit() === CH.openBracket) {
      return { kind: "contents", contents: this.bracketed(ignoreCase, depth + 1) };
    }
    if (reader.atEnd) reader.fail("unterminatedClass");
    return { kind: "character", code: reader.setCharacter() };
  }

  /** `\q{ab|c}`: strings, those of one character being characters. */
  #stringDisjunction(ignoreCase: boolean): ClassContents {
    const reader = this.#reader;
    reader.position += 2;
    if (!reader.take(CH.openBrace)) reader.fail("invalidEscape");
    const union = new UnionBuilder();
    for (;;) {
      const codes: number[] = [];
      while (!reader.atEnd && reader.unit() !== CH.bar && reader.unit() !== CH.closeBrace) {
        codes.push(reader.setCharacter());
      }
      if (reader.atEnd) reader.fail("unterminatedClass");
      if (codes.length === 1) union.addRange(codes[0], codes[0]);
      else {
        const text = codes.map((code) => String.fromCodePoint(code)).join("");
        union.addString(ignoreCase ? canonicalText(text) : text);
      }
      if (reader.take(CH.closeBrace)) return union.finish();
      reader.position++;
    }
  }
}

function isPropertyCharacter(unit: number): boolean {
  return (
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= CH.zero && unit <= CH.nine) ||
    unit === CH.underscore
  );
}

function addAtom(union: UnionBuilder, atom: number | CharSet): void {
  if (typeof atom === "number") union.addRange(atom, atom);
  else union.addSet(atom);
}

function addOperand(union: UnionBuilder, operand: Operand | null): void {
  if (operand === null) return;
  if (operand.kind === "character") union.addRange(operand.code, operand.code);
  else union.addContents(operand.contents);
}

function asContents(operand: Operand): ClassContents {
  return operand.kind === "contents" ? operand.contents : characters(rangesOf([operand.code, operand.code]));
}

function intersect(first: ClassContents, right: readonly ClassContents[]): ClassContents {
  const strings = [...first.strings].filter((text) => right.every((each) => each.strings.has(text)));
  return {
    set: { kind: "intersection", parts: [first.set, ...right.map((each) => each.set)] },
    strings: new Set(strings),
    mayContainStrings: first.mayContainStrings && right.every((each) => each.mayContainStrings),
    invert: false,
  };
}

function subtract(first: ClassContents, right: readonly ClassContents[]): ClassContents {
  const strings = [...first.strings].filter((text) => !right.some((each) => each.strings.has(text)));
  const removed: CharSet = { kind: "union", parts: right.map((each) => each.set) };
  return {
    set: { kind: "difference", left: first.set, right: removed },
    strings: new Set(strings),
    mayContainStrings: first.mayContainStrings,
    invert: false,
  };
}
