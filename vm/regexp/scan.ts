/**
 * The loops over many characters: how far a run of a set reaches, where it can give back to, how far a
 * lazy run goes. Small functions of their own, so that the host's compiler optimises them long before
 * the matcher's main loop. Whole chunks they charge themselves, the rest of the distance is the caller's.
 */
import { KIND_BITS, RECORD_SIZE, RecordKind } from "./backtrack-stack.js";
import type { CompiledSet } from "./compiled-set.js";
import { type MatchState, SCAN_CHUNK, SLICE } from "./match-state.js";
import { END_COLUMN, FILTER_WIDTH, HIGH_COLUMN, NO_FILTER, RegExpOp, RUN_WIDTH } from "./opcodes.js";
import { isLead, splitsPair } from "./subject.js";
import { UNBOUNDED } from "./tree.js";

/** The first position from `at` to `stop` whose code unit is not in the set. */
function runEnd(subject: string, at: number, stop: number, set: CompiledSet): number {
  const { low } = set;
  let position = at;
  while (position < stop) {
    const unit = subject.charCodeAt(position);
    if (unit < 256 ? low[unit] === 0 : !set.hasHigh(unit)) break;
    position++;
  }
  return position;
}

/**
 * The same up to `limit`. Charges for every whole chunk that it reads; the caller pays for the distance
 * modulo a chunk.
 */
export function runEndInChunks(state: MatchState, start: number, limit: number, set: CompiledSet): number {
  const { subject } = state;
  let at = start;
  while (limit - at > SCAN_CHUNK) {
    const stop = at + SCAN_CHUNK;
    at = runEnd(subject, at, stop, set);
    if (at < stop) return at;
    state.charge(SLICE);
  }
  return runEnd(subject, at, limit, set);
}

/**
 * The end of the longest run of `min` to `max` code points of the set at `start`, or -1. Charges for
 * every whole chunk that it reads; the caller pays for the distance modulo a chunk.
 */
export function runEndU(state: MatchState, start: number, min: number, max: number, set: CompiledSet): number {
  const { subject } = state;
  const { low } = set;
  const end = subject.length;
  let position = start;
  let count = 0;
  let chargeAt = start + SCAN_CHUNK;
  while (position < end && count < max) {
    let unit = subject.charCodeAt(position);
    if (unit < 256) {
      if (low[unit] === 0) break;
    } else {
      if (isLead(unit)) unit = subject.codePointAt(position)!;
      if (!set.hasHigh(unit)) break;
    }
    position += unit > 0xffff ? 2 : 1;
    count++;
    if (position >= chargeAt) {
      state.charge(SLICE);
      chargeAt += SCAN_CHUNK;
    }
  }
  return count < min ? -1 : position;
}

/**
 * One step back in a run that ends at `at`, and further ones while the filter row says that what
 * follows cannot begin there, not below `least`. Charges like the runs.
 */
export function stepBack(state: MatchState, at: number, least: number, filter: number): number {
  const { subject, program } = state;
  const { filters, unicode } = program;
  const row = filter * FILTER_WIDTH;
  let position = at;
  let chargeAt = at - SCAN_CHUNK;
  do {
    position--;
    if (position === chargeAt) {
      state.charge(SLICE);
      chargeAt -= SCAN_CHUNK;
    }
    if (unicode && position > least && splitsPair(subject, position)) continue;
    if (filter === NO_FILTER) break;
    const unit = subject.charCodeAt(position);
    if ((filters[row + (unit > 255 ? HIGH_COLUMN : unit)] & 1) === 1) break;
  } while (position > least);
  return position;
}

/**
 * Takes up the lazy run whose record is on top of the stack at state.sp: takes one more character, and
 * further ones for as long as what follows cannot begin. True: pos and pc are set and the record is
 * updated and kept. False: the run cannot grow, the record is to be dropped. Pays for itself.
 */
export function growLazyRun(state: MatchState): boolean {
  const { subject, program, stack } = state;
  const { code, filters } = program;
  const record = state.sp - RECORD_SIZE;
  const pc = stack[record + 2] >> KIND_BITS;
  const set = program.sets[code[pc + 1]];
  const row = code[pc + 4] * FILTER_WIDTH;
  const codePoints = code[pc] === RegExpOp.LazyRunU;
  const end = subject.length;
  const from = stack[record];
  let position = from;
  let left = stack[record + 1];
  let found = false;
  let chargeAt = from + SCAN_CHUNK;
  while (!found && left > 0 && position < end) {
    const unit = codePoints ? subject.codePointAt(position)! : subject.charCodeAt(position);
    if (unit < 256 ? set.low[unit] === 0 : !set.hasHigh(unit)) break;
    position += unit > 0xffff ? 2 : 1;
    if (left !== UNBOUNDED) left--;
    let column = END_COLUMN;
    if (position < end) {
      column = subject.charCodeAt(position);
      if (column > 255) column = HIGH_COLUMN;
    }
    found = row < 0 || (filters[row + column] & 1) === 1;
    if (position >= chargeAt) {
      state.charge(SLICE);
      chargeAt += SCAN_CHUNK;
    }
  }
  state.fuel -= ((position - from) & (SCAN_CHUNK - 1)) >> 3;
  if (!found) return false;
  stack[record] = position;
  stack[record + 1] = left;
  state.pos = position;
  state.pc = pc + RUN_WIDTH;
  return true;
}

/** Undoes what changed since the stack had `height`, choices included, and leaves it there. */
export function unwindTo(state: MatchState, height: number): void {
  const { stack, captures, registers } = state;
  while (state.sp > height) {
    state.sp -= RECORD_SIZE;
    const tag = stack[state.sp + 2];
    const kind = tag & ((1 << KIND_BITS) - 1);
    if (kind === RecordKind.Capture) captures[tag >> KIND_BITS] = stack[state.sp];
    else if (kind === RecordKind.Register) registers[tag >> KIND_BITS] = stack[state.sp];
  }
}
