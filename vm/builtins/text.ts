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

/** Code units looked at between two charges of a search. */
const WINDOW = 1 << 18;
/** Needles up to this many code units are left to the host's search. */
const SHORT_NEEDLE = 200;
/** The host's backward search compares the whole needle at every place: a tighter bound. */
const SHORT_NEEDLE_BACKWARD = 16;

/** Charges a string of `length` code units about to be made. Throws RangeError over the cap. */
export function chargeText(vm: Vm, length: number): void {
  if (length > MAX_STRING_LENGTH) vm.throwRange("Invalid string length");
  vm.charge((length >> 5) + 1);
  vm.allocate(32 + length);
}

/** String.prototype.indexOf with converted arguments; -1 when absent. */
export function indexOfText(vm: Vm, text: string, needle: string, from: number): number {
  const last = text.length - needle.length;
  if (from > last) return -1;
  if (needle.length > SHORT_NEEDLE) return indexByAutomaton(vm, text, needle, from, false);
  for (let start = from; ; start += WINDOW) {
    if (last - start <= WINDOW) {
      vm.charge(((text.length - start) >> 5) + 1);
      return text.indexOf(needle, start);
    }
    vm.charge(WINDOW >> 5);
    const at = text.slice(start, start + WINDOW + needle.length - 1).indexOf(needle);
    if (at >= 0) return start + at;
  }
}

/** String.prototype.lastIndexOf with converted arguments; -1 when absent. */
export function lastIndexOfText(vm: Vm, text: string, needle: string, from: number): number {
  const start = Math.min(from, text.length - needle.length);
  if (start < 0) return -1;
  if (needle.length > SHORT_NEEDLE_BACKWARD) return indexByAutomaton(vm, text, needle, start, true);
  for (let end = start; ; end -= WINDOW) {
    const low = Math.max(0, end - WINDOW + 1);
    vm.charge(((end - low) >> 4) + 1);
    const at = text.slice(low, end + needle.length).lastIndexOf(needle);
    if (at >= 0) return low + at;
    if (low === 0) return -1;
  }
}

/** Search by the failure function of the needle, forward from `from` or backward from a match at `from`. */
function indexByAutomaton(vm: Vm, text: string, needle: string, from: number, backward: boolean): number {
  const size = needle.length;
  vm.charge((size >> 3) + 1);
  vm.allocate(4 * size);
  const unit = (index: number): number => needle.charCodeAt(backward ? size - 1 - index : index);
  const failure = new Int32Array(size);
  for (let i = 1, k = 0; i < size; i++) {
    while (k > 0 && unit(i) !== unit(k)) k = failure[k - 1]!;
    if (unit(i) === unit(k)) k++;
    failure[i] = k;
  }
  const step = backward ? -1 : 1;
  let at = backward ? from + size - 1 : from;
  const end = backward ? -1 : text.length;
  let matched = 0;
  for (let count = 0; at !== end; at += step, count++) {
    if ((count & 0xffff) === 0) vm.charge(0x10000 >> 3);
    const code = text.charCodeAt(at);
    while (matched > 0 && code !== unit(matched)) matched = failure[matched - 1]!;
    if (code === unit(matched)) matched++;
    if (matched === size) return backward ? at : at - size + 1;
  }
  return -1;
}

/** Bytes under construction from which the whole is charged again now and then. */
const PENDING_STEP = 1 << 16;

/**
 * Memory of a result under construction. No root holds it yet, so a census forgets what was charged:
 * each time the size has doubled the whole of it is charged anew, and a result that outgrows the
 * limit ends the run by twice the limit.
 */
export class PendingMemory {
  private total = 0;
  private next = PENDING_STEP;
  constructor(private readonly vm: Vm) {}

  add(bytes: number): void {
    this.total += bytes;
    this.vm.allocate(bytes);
    if (this.total >= this.next) {
      this.next = 2 * this.total;
      this.vm.allocate(this.total);
    }
  }
}

/** Results of one code unit below this are shared by the host and cost nothing. */
const SHARED_UNITS = 256;

/** The code unit at an index in range, as a string. */
export function unitAt(vm: Vm, text: string, index: number): string {
  if (text.charCodeAt(index) >= SHARED_UNITS) vm.allocate(34);
  return text.charAt(index);
}

/** Collects the pieces of a result, each charged when it is added. */
export class TextBuilder {
  private readonly pieces: string[] = [];
  private readonly pending: PendingMemory;
  /** Code units so far. */
  length = 0;
  constructor(private readonly vm: Vm) {
    this.pending = new PendingMemory(vm);
  }

  add(piece: string): void {
    this.length += piece.length;
    if (this.length > MAX_STRING_LENGTH) this.vm.throwRange("Invalid string length");
    this.vm.charge((piece.length >> 5) + 1);
    this.pending.add(16 + piece.length);
    this.pieces.push(piece);
  }

  finish(): string {
    this.vm.charge((this.length >> 5) + 1);
    return this.pieces.join("");
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
    vm.allocate(32 + text.length);
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
