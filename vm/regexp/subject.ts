/**
 * What the matcher asks about places of a subject: surrogate pairs, line ends, word characters, equal
 * stretches, and the strings of a class. Pure functions on positions in UTF-16 code units.
 * Part of match.ts.
 */
import { canonicalize, canonicalText } from "./case-folding.js";
import type { CompiledSet } from "./compiled-set.js";
import type { StringChoice } from "./program.js";

/** A high surrogate. */
export function isLead(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** A low surrogate. */
function isTrail(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** Whether `position` lies between the halves of a surrogate pair. */
export function splitsPair(subject: string, position: number): boolean {
  return (
    position > 0 &&
    position < subject.length &&
    isTrail(subject.charCodeAt(position)) &&
    isLead(subject.charCodeAt(position - 1))
  );
}

/** The code point before `position`, which is not 0. */
export function codePointBefore(subject: string, position: number): number {
  const unit = subject.charCodeAt(position - 1);
  if (isTrail(unit) && position >= 2) {
    const lead = subject.charCodeAt(position - 2);
    if (isLead(lead)) return ((lead - 0xd800) << 10) + (unit - 0xdc00) + 0x10000;
  }
  return unit;
}

/** LineTerminator, what `^` and `$` look for with m. */
export function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

/** Whether there is a word character at `position`, which may lie outside. */
export function isWordAt(subject: string, position: number, extended: boolean): boolean {
  if (position < 0 || position >= subject.length) return false;
  const unit = subject.charCodeAt(position);
  if (unit < 128) {
    return (
      (unit >= 0x61 && unit <= 0x7a) ||
      (unit >= 0x41 && unit <= 0x5a) ||
      (unit >= 0x30 && unit <= 0x39) ||
      unit === 0x5f
    );
  }
  return extended && (unit === 0x17f || unit === 0x212a);
}

/** Whether any character is in a set. */
export function setHas(set: CompiledSet, code: number): boolean {
  return code < 256 ? set.low[code] === 1 : set.hasHigh(code);
}

/** Whether two stretches of the subject of the same length are equal under i. */
export function equalFolded(subject: string, a: number, b: number, length: number, unicode: boolean): boolean {
  for (let i = 0; i < length; i++) {
    let left = subject.charCodeAt(a + i);
    let right = subject.charCodeAt(b + i);
    if (left === right) continue;
    if (unicode && isLead(left) && isLead(right) && i + 1 < length) {
      left = subject.codePointAt(a + i)!;
      right = subject.codePointAt(b + i)!;
      i++;
    } else if (unicode && isTrail(left) && isTrail(right) && i > 0) {
      left = codePointBefore(subject, a + i + 1);
      right = codePointBefore(subject, b + i + 1);
    }
    if (canonicalize(left, unicode) !== canonicalize(right, unicode)) return false;
  }
  return true;
}

/** Ends of the ways in which a string choice matches at `pos`, the preferred one last. */
export function stringEnds(choice: StringChoice, set: CompiledSet, subject: string, pos: number): number[] {
  const ends: number[] = [];
  const limit = choice.behind ? pos : subject.length - pos;
  const one = singleLength(choice, set, subject, pos);
  for (const length of choice.lengths) {
    if (length > limit) continue;
    const end = choice.behind ? pos - length : pos + length;
    if (splitsPair(subject, end)) continue;
    const text = choice.behind ? subject.slice(end, pos) : subject.slice(pos, end);
    if (choice.strings.has(choice.ignoreCase ? canonicalText(text) : text)) ends.push(end);
  }
  if (one > 0) {
    ends.push(choice.behind ? pos - one : pos + one);
    ends.sort((a, b) => Math.abs(b - pos) - Math.abs(a - pos));
  }
  return ends.reverse();
}

/** Length of the single character that matches at `pos`, 0 for none. */
function singleLength(choice: StringChoice, set: CompiledSet, subject: string, pos: number): number {
  if (choice.behind ? pos === 0 : pos === subject.length) return 0;
  const code = choice.behind ? codePointBefore(subject, pos) : subject.codePointAt(pos)!;
  return setHas(set, code) ? (code > 0xffff ? 2 : 1) : 0;
}
