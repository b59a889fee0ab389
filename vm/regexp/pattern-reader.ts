/**
 * Reads the text of a pattern: position, lookahead, and the escapes that stand for one character,
 * inside and outside of classes. Knows the difference between Annex B and u or v mode; knows nothing
 * of groups, quantifiers or sets. Errors are thrown as RegExpSyntaxError.
 * https://tc39.es/ecma262/#sec-patterns and https://tc39.es/ecma262/#sec-regular-expressions-patterns
 */
import { type PatternProblem, patternError } from "./errors.js";
import type { RegExpFlags } from "./flags.js";
import { isNamePart, isNameStart } from "./unicode-properties.js";

/** What lookahead gives past the end. */
export const END = -1;

export const CH = {
  bang: 0x21,
  dollar: 0x24,
  ampersand: 0x26,
  open: 0x28,
  close: 0x29,
  star: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  one: 0x31,
  seven: 0x37,
  nine: 0x39,
  colon: 0x3a,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  caret: 0x5e,
  underscore: 0x5f,
  openBrace: 0x7b,
  bar: 0x7c,
  closeBrace: 0x7d,
} as const;

const CONTROL_ESCAPES = new Map([
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x76, 0x0b],
]);

export function isDigit(unit: number): boolean {
  return unit >= CH.zero && unit <= CH.nine;
}

function isOctal(unit: number): boolean {
  return unit >= CH.zero && unit <= CH.seven;
}

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function hexValue(unit: number): number {
  if (isDigit(unit)) return unit - CH.zero;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const SYNTAX_CHARACTERS = "^$\\.*+?()[]{}|/";
const SET_SYNTAX_CHARACTERS = "()[]{}/-|";
const SET_DOUBLE_PUNCTUATORS = "&!#$%*+,.:;<=>?@^`~";
const SET_ESCAPABLE_PUNCTUATORS = "&-!#%,:;<=>@`~";

function isOneOf(unit: number, characters: string): boolean {
  return unit < 128 && characters.includes(String.fromCharCode(unit));
}

export class PatternReader {
  position = 0;
  readonly source: string;
  readonly flags: RegExpFlags;
  /** u or v: stricter syntax, and characters are code points. */
  readonly unicode: boolean;
  readonly #flagText: string;
  #groups: { count: number; named: boolean } | null = null;

  constructor(source: string, flagText: string, flags: RegExpFlags) {
    this.source = source;
    this.flags = flags;
    this.unicode = flags.unicode || flags.unicodeSets;
    this.#flagText = flagText;
  }

  fail(problem: PatternProblem): never {
    throw patternError(this.source, this.#flagText, problem);
  }

  /** The code unit `offset` units ahead, END past the end. */
  unit(offset = 0): number {
    const at = this.position + offset;
    return at < this.source.length ? this.source.charCodeAt(at) : END;
  }

  get atEnd(): boolean {
    return this.position >= this.source.length;
  }

  /** Consumes the unit if it is the next one. */
  take(unit: number): boolean {
    if (this.unit() !== unit) return false;
    this.position++;
    return true;
  }

  /** Consumes one character, a code point where `unicode` says so. Not at the end. */
  character(unicode = this.unicode): number {
    const code = unicode ? this.source.codePointAt(this.position)! : this.source.charCodeAt(this.position);
    this.position += code > 0xffff ? 2 : 1;
    return code;
  }

  /** How many groups the whole pattern has and whether any is named: decides `\2` and `\k` in Annex B. */
  groups(): { readonly count: number; readonly named: boolean } {
    this.#groups ??= countGroups(this.source);
    return this.#groups;
  }

  /** A quantifier's `{1}`, `{1,}` or `{1,2}`; leaves the position alone when there is none. */
  braces(unbounded: number): { min: number; max: number } | null {
    const start = this.position;
    this.position++;
    if (isDigit(this.unit())) {
      const min = this.count(unbounded);
      if (this.take(CH.closeBrace)) return { min, max: min };
      if (this.take(CH.comma)) {
        if (this.take(CH.closeBrace)) return { min, max: unbounded };
        const max = this.count(unbounded);
        if (this.take(CH.closeBrace)) return { min, max };
      }
    }
    this.position = start;
    return null;
  }

  /** Decimal digits, possibly none, clamped to `limit`. */
  count(limit: number): number {
    let value = 0;
    while (isDigit(this.unit())) {
      value = Math.min(value * 10 + this.unit() - CH.zero, limit);
      this.position++;
    }
    return value;
  }

  /**
   * CharacterEscape: the position is on the backslash and there is a character behind it that is no
   * class escape and no assertion.
   */
  escape(inClass: boolean): number {
    this.position++;
    const next = this.unit();
    const control = CONTROL_ESCAPES.get(next);
    if (control !== undefined) {
      this.position++;
      return control;
    }
    if (next === 0x63) return this.#controlLetter(inClass);
    if (next === CH.zero && !isDigit(this.unit(1))) {
      this.position++;
      return 0;
    }
    if (isOctal(next)) {
      if (!this.unicode) return this.octal();
      this.fail(inClass ? "invalidClassEscape" : "invalidDecimalEscape");
    }
    if (next === 0x78) {
      this.position++;
      const value = this.#hex(2);
      if (value >= 0) return value;
      if (this.unicode) this.fail("invalidEscape");
      return 0x78;
    }
    if (next === 0x75) {
      this.position++;
      const value = this.unicodeEscape(this.unicode);
      if (value >= 0) return value;
      if (this.unicode) this.fail("invalidUnicodeEscape");
      return 0x75;
    }
    return this.#identityEscape(next, inClass);
  }

  /** Up to three octal digits with a value below 256, Annex B. */
  octal(): number {
    let value = this.unit() - CH.zero;
    this.position++;
    if (isOctal(this.unit())) {
      value = value * 8 + this.unit() - CH.zero;
      this.position++;
      if (value < 32 && isOctal(this.unit())) {
        value = value * 8 + this.unit() - CH.zero;
        this.position++;
      }
    }
    return value;
  }

  /** What follows `\u`: four digits, a surrogate pair of two escapes or braces. -1, position kept, if malformed. */
  unicodeEscape(unicode: boolean): number {
    const start = this.position;
    if (unicode && this.take(CH.openBrace)) {
      let value = 0;
      let digits = 0;
      while (hexValue(this.unit()) >= 0 && value <= 0x10ffff) {
        value = value * 16 + hexValue(this.unit());
        this.position++;
        digits++;
      }
      if (digits > 0 && value <= 0x10ffff && this.take(CH.closeBrace)) return value;
      this.position = start;
      return -1;
    }
    const lead = this.#hex(4);
    if (lead >= 0xd800 && lead < 0xdc00 && unicode && this.unit() === CH.backslash && this.unit(1) === 0x75) {
      const after = this.position;
      this.position += 2;
      const trail = this.#hex(4);
      if (trail >= 0xdc00 && trail < 0xe000) return ((lead - 0xd800) << 10) + (trail - 0xdc00) + 0x10000;
      this.position = after;
    }
    return lead;
  }

  /** A group's name and its `>`; the position is behind the `<`. */
  groupName(): string {
    let name = "";
    for (;;) {
      if (this.atEnd) this.fail("invalidGroupName");
      let code = this.character(true);
      if (code === CH.greater && name !== "") return name;
      if (code === CH.backslash) {
        if (!this.take(0x75)) this.fail("invalidGroupName");
        code = this.unicodeEscape(true);
        if (code < 0) this.fail("invalidUnicodeEscape");
      }
      if (!(name === "" ? isNameStart(code) : isNamePart(code))) this.fail("invalidGroupName");
      name += String.fromCodePoint(code);
    }
  }

  /** One character of a class in v mode, in a set or in `\q{...}`. */
  setCharacter(): number {
    const unit = this.unit();
    if (unit === CH.backslash) {
      if (this.unit(1) === END) this.fail("escapeAtEnd");
      if (this.unit(1) === 0x62) {
        this.position += 2;
        return 0x08;
      }
      return this.escape(true);
    }
    if (isOneOf(unit, SET_SYNTAX_CHARACTERS)) this.fail("invalidCharacterInClass");
    if (isOneOf(unit, SET_DOUBLE_PUNCTUATORS) && this.unit(1) === unit) this.fail("invalidSetOperation");
    return this.character();
  }

  #controlLetter(inClass: boolean): number {
    const letter = this.unit(1);
    const classOnly = inClass && !this.unicode && (isDigit(letter) || letter === CH.underscore);
    if (isLetter(letter) || classOnly) {
      this.position += 2;
      return letter & 0x1f;
    }
    if (this.unicode) this.fail("invalidUnicodeEscape");
    // Annex B: the backslash is a literal character and the c is read next.
    return CH.backslash;
  }

  #identityEscape(next: number, inClass: boolean): number {
    if (this.unicode) {
      const valid =
        isOneOf(next, SYNTAX_CHARACTERS) ||
        (inClass && next === CH.minus) ||
        (inClass && this.flags.unicodeSets && isOneOf(next, SET_ESCAPABLE_PUNCTUATORS));
      if (!valid) this.fail("invalidEscape");
    } else if (next === 0x6b && this.groups().named) this.fail("invalidEscape");
    return this.character();
  }

  /** Exactly `length` hexadecimal digits, or -1 with the position kept. */
  #hex(length: number): number {
    let value = 0;
    for (let i = 0; i < length; i++) {
      const digit = hexValue(this.unit(i));
      if (digit < 0) return -1;
      value = value * 16 + digit;
    }
    this.position += length;
    return value;
  }
}

/** Counts capturing groups by a flat scan, before the pattern is parsed that far. */
function countGroups(source: string): { count: number; named: boolean } {
  let count = 0;
  let named = false;
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit === CH.backslash) i++;
    else if (inClass) inClass = unit !== CH.closeBracket;
    else if (unit === CH.openBracket) inClass = true;
    else if (unit === CH.open) {
      if (source.charCodeAt(i + 1) !== CH.question) count++;
      else if (source.charCodeAt(i + 2) === CH.less) {
        const kind = source.charCodeAt(i + 3);
        if (kind !== CH.equals && kind !== CH.bang) {
          count++;
          named = true;
        }
      }
    }
  }
  return { count, named };
}
