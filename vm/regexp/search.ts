/**
 * Finds the next place where a match can begin, by the program's search plan: native search for text,
 * a table for the first character, line starts. Big subjects are searched in windows, so that no
 * single native call runs for long unpaid. Part of match.ts.
 */
import { FILTER_WIDTH, HIGH_COLUMN } from "./opcodes.js";
import type { RegExpProgram, SearchPlan } from "./program.js";
import { isLineEnd, isWordAt } from "./subject.js";

/** Code units that a loop searches between two charges; the caller pays for the rest itself. */
export const SEARCH_WINDOW = 1 << 16;
/** The same for native search, which takes under a millisecond for it. Slicing costs more than it, so windows are big. */
const NATIVE_WINDOW = 1 << 20;
const STEPS_PER_WINDOW = SEARCH_WINDOW >> 4;

/**
 * The first candidate at or behind `start`, or -1. Charges for all whole windows it passes; the caller
 * pays for the distance modulo a window.
 */
export function nextStart(
  program: RegExpProgram,
  subject: string,
  start: number,
  charge: (steps: number) => void,
): number {
  const { search } = program;
  switch (search.kind) {
    case "everywhere":
      return start <= subject.length ? start : -1;
    case "inputStart":
      return start === 0 ? 0 : -1;
    case "lineStart":
      return nextLineStart(subject, start, charge);
    case "text":
      return nextText(subject, search.text, start, charge);
    case "filter":
      return nextInFilter(program, search, subject, start, charge);
  }
}

function nextLineStart(subject: string, start: number, charge: (steps: number) => void): number {
  if (start === 0) return 0;
  for (let at = start; at <= subject.length; at++) {
    if (isLineEnd(subject.charCodeAt(at - 1))) return at;
    if (at - start === SEARCH_WINDOW) {
      charge(STEPS_PER_WINDOW);
      start = at;
    }
  }
  return -1;
}

function nextText(subject: string, text: string, start: number, charge: (steps: number) => void): number {
  let at = start;
  while (subject.length - at > NATIVE_WINDOW + text.length) {
    const found = subject.slice(at, at + NATIVE_WINDOW + text.length - 1).indexOf(text);
    const passed = found < 0 ? NATIVE_WINDOW : found;
    if (passed >= SEARCH_WINDOW) charge(Math.floor(passed / SEARCH_WINDOW) * STEPS_PER_WINDOW);
    at += passed;
    if (found >= 0) return at;
  }
  const found = subject.indexOf(text, at);
  const passed = (found < 0 ? subject.length : found) - at;
  if (passed >= SEARCH_WINDOW) charge(Math.floor(passed / SEARCH_WINDOW) * STEPS_PER_WINDOW);
  return found;
}

function nextInFilter(
  program: RegExpProgram,
  search: SearchPlan & { kind: "filter" },
  subject: string,
  start: number,
  charge: (steps: number) => void,
): number {
  const { filters } = program;
  const { boundary } = search;
  const row = search.filter * FILTER_WIDTH;
  const end = subject.length;
  let at = start;
  for (;;) {
    const stop = end - at > SEARCH_WINDOW ? at + SEARCH_WINDOW : end;
    for (; at < stop; at++) {
      const unit = subject.charCodeAt(at);
      if ((filters[row + (unit > 255 ? HIGH_COLUMN : unit)] & 1) === 0) continue;
      if (!boundary || isWordAt(subject, at - 1, false) !== isWordAt(subject, at, false)) return at;
    }
    if (stop === end) return -1;
    charge(STEPS_PER_WINDOW);
  }
}
