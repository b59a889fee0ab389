/**
 * Text that built-ins make or look through: the cap on a string's length, what a string costs,
 * and searching with a bound on the work. Searching is linear for every pair of strings: the host
 * compares short needles window by window, longer ones go through Knuth, Morris and Pratt's
 * automaton, because host engines are quadratic there for repetitive text.
 */
import type { Value } from "../values/object.js";
import type { Vm } from "../vm.js";

/** Code units of the longest string. */
export const MAX_STRING_LENGTH = 2 ** 28;

/** Code units looked at between two charges of a search: the first time, and at most. */
const FIRST_WINDOW = 1024;
const LAST_WINDOW = 1 << 18;
/** Needles up to this many code units are left to the host's search. */
const SHORT_NEEDLE = 200;
/** The host's backward search compares the whole needle at every place: a tighter bound. */
const SHORT_NEEDLE_BACKWARD = 16;

/** Charges a string of `length` code units about to be made. Throws RangeError over the cap. */
export function chargeText(vm: Vm, length: number): void {
  if (length > MAX_STRING_LENGTH) vm.throwRange("Invalid string length");
  vm.charge((length >> 5) + 1);
  vm.allocateText(length);
}

/** String.prototype.indexOf with converted arguments; -1 when absent. */
export function indexOfText(vm: Vm, text: string, needle: string, from: number): number {
  const last = text.length - needle.length;
  if (from > last) return -1;
  if (needle.length > SHORT_NEEDLE) return indexByAutomaton(vm, text, needle, from, false);
  // What is found near is paid as near: windows double.
  let window = FIRST_WINDOW;
  for (let start = from; ; start += window, window = Math.min(2 * window, LAST_WINDOW)) {
    if (last - start <= window) {
      vm.charge(((text.length - start) >> 5) + 1);
      return text.indexOf(needle, start);
    }
    vm.charge(window >> 5);
    const at = text.slice(start, start + window + needle.length - 1).indexOf(needle);
    if (at >= 0) return start + at;
  }
}

/** String.prototype.lastIndexOf with converted arguments; -1 when absent. */
export function lastIndexOfText(vm: Vm, text: string, needle: string, from: number): number {
  const start = Math.min(from, text.length - needle.length);
  if (start < 0) return -1;
  if (needle.length > SHORT_NEEDLE_BACKWARD) return indexByAutomaton(vm, text, needle, start, true);
  let window = FIRST_WINDOW;
  for (let end = start; ; end -= window, window = Math.min(2 * window, LAST_WINDOW)) {
    const low = end - window + 1;
    if (low <= 0) {
      vm.charge((end >> 4) + 1);
      return text.lastIndexOf(needle, end);
    }
    vm.charge(window >> 4);
    const at = text.slice(low, end + needle.length).lastIndexOf(needle);
    if (at >= 0) return low + at;
  }
}

/** Search by the failure function of the needle, forward from `from` or backward from a match at `from`. */
function indexByAutomaton(vm: Vm, text: string, needle: string, from: number, backward: boolean): number {
  const size = needle.length;
  vm.charge((size >> 2) + 1);
  vm.allocate(6 * size);
  const units = new Uint16Array(size);
  for (let i = 0; i < size; i++) units[i] = needle.charCodeAt(backward ? size - 1 - i : i);
  const failure = new Int32Array(size);
  for (let i = 1, k = 0; i < size; i++) {
    while (k > 0 && units[i] !== units[k]) k = failure[k - 1]!;
    if (units[i] === units[k]) k++;
    failure[i] = k;
  }
  const step = backward ? -1 : 1;
  let at = backward ? from + size - 1 : from;
  const end = backward ? -1 : text.length;
  let matched = 0;
  for (let count = 0; at !== end; at += step, count++) {
    if ((count & 0xfff) === 0) vm.charge(Math.min(0x1000, Math.abs(end - at)) >> 3);
    const code = text.charCodeAt(at);
    while (matched > 0 && code !== units[matched]) matched = failure[matched - 1]!;
    if (code === units[matched]) matched++;
    if (matched === size) return backward ? at : at - size + 1;
  }
  return -1;
}

/** Results of one code unit below this are shared by the host and cost nothing. */
const SHARED_UNITS = 256;

/** The code unit at an index in range, as a string. */
export function unitAt(vm: Vm, text: string, index: number): string {
  if (text.charCodeAt(index) >= SHARED_UNITS) vm.allocate(34);
  return text.charAt(index);
}

/** Pieces joined at a time: seven times faster than appending each to a string that must be flattened. */
const JOINED_PIECES = 1024;
/** Code units of pieces after which they are joined at once. */
const JOINED_UNITS = 1 << 16;

/** Collects the pieces of a result, charged as they are added. */
export class TextBuilder {
  private readonly pieces: string[] = [];
  private count = 0;
  private units = 0;
  private readonly joined: string[] = [];
  /** Code units joined so far. */
  private length = 0;
  constructor(private readonly vm: Vm) {}

  add(piece: string): void {
    this.pieces[this.count++] = piece;
    this.units += piece.length;
    if (this.count === JOINED_PIECES || this.units >= JOINED_UNITS) this.join();
  }

  private join(): void {
    const { pieces, count, units } = this;
    this.length += units;
    if (this.length > MAX_STRING_LENGTH) this.vm.throwRange("Invalid string length");
    this.vm.charge((units >> 5) + (count >> 1) + 1);
    this.vm.allocateText(units);
    this.joined.push((count === pieces.length ? pieces : pieces.slice(0, count)).join(""));
    this.count = 0;
    this.units = 0;
  }

  finish(): string {
    this.join();
    if (this.joined.length === 1) return this.joined[0]!;
    chargeText(this.vm, this.length);
    return this.joined.join("");
  }
}

/**
 * GetSubstitution for a match without captures: `$$ $& $` $'` are replaced, everything else is literal.
 * https://tc39.es/ecma262/#sec-getsubstitution
 */
export function addSubstitution(out: TextBuilder, template: string, matched: string, text: string, at: number): void {
  let from = 0;
  for (;;) {
    const dollar = template.indexOf("$", from);
    if (dollar < 0 || dollar === template.length - 1) break;
    if (dollar > from) out.add(template.slice(from, dollar));
    from = dollar + 2;
    switch (template.charCodeAt(dollar + 1)) {
      case 0x24:
        out.add("$");
        break;
      case 0x26:
        out.add(matched);
        break;
      case 0x60:
        out.add(text.slice(0, at));
        break;
      case 0x27:
        out.add(text.slice(at + matched.length));
        break;
      default:
        out.add("$");
        from = dollar + 1;
    }
  }
  if (from < template.length) out.add(from === 0 ? template : template.slice(from));
}

/** Code units that a change of case or form works on between two charges. */
const CHUNK = 1 << 16;

/**
 * Applies `change` chunk by chunk, `stepsPerUnit` charged for each: the host cannot be interrupted
 * within a call. `mayCut(text, at)` says whether the text may be cut before the unit at `at` without
 * changing the result; where it never may, the chunk grows.
 */
export function inChunks(
  vm: Vm,
  text: string,
  stepsPerUnit: number,
  mayCut: (text: string, at: number) => boolean,
  change: (chunk: string) => string,
): string {
  const whole = text.length <= CHUNK;
  if (whole) {
    vm.charge(Math.ceil(text.length * stepsPerUnit) + 1);
    vm.allocateText(text.length);
    const changed = change(text);
    if (changed.length > text.length) chargeText(vm, changed.length);
    return changed;
  }
  const out = new TextBuilder(vm);
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + CHUNK, text.length);
    while (to < text.length && !mayCut(text, to)) to++;
    vm.charge(Math.ceil((to - from) * stepsPerUnit));
    out.add(change(text.slice(from, to)));
    from = to;
  }
  return out.finish();
}

/** A cut before `at` leaves code points whole. */
export function betweenPoints(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0xdc00 || code > 0xdfff;
}

/** Letters, digits and spaces that no mapping of case looks past, but sigma. */
function isSimple(code: number): boolean {
  const letter = code | 32;
  if (code < 128) return code === 32 || code === 10 || (code >= 48 && code <= 57) || (letter >= 97 && letter <= 122);
  return (
    (code >= 0xc0 && code < 0x250) ||
    (code >= 0x391 && code <= 0x3c9 && code !== 0x3a3) ||
    (code >= 0x410 && code <= 0x44f) ||
    (code >= 0x4e00 && code <= 0x9fff)
  );
}

/** A cut before `at` hides no context from a capital sigma, whose lower case depends on its neighbours. */
export function betweenLetters(text: string, at: number): boolean {
  return isSimple(text.charCodeAt(at - 1)) && isSimple(text.charCodeAt(at));
}

/** A cut before `at` separates nothing that composes: what follows never joins what precedes. */
export function betweenStarters(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code < 0x300 ||
    (code >= 0x370 && code <= 0x482) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** True for values that a string operation converts without running guest code and without a symbol's TypeError. */
export function isTextual(value: Value): boolean {
  return value === null || typeof value !== "object";
}
