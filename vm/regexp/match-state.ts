/**
 * The state of one execution as far as several parts of the matcher share it. The main loop keeps
 * position, pc, stack and fuel in local variables and lends them here for the time of a call to the
 * instructions that live outside of it. Part of match.ts.
 */
import { growStack, KIND_BITS, RECORD_SIZE, type RecordKind } from "./backtrack-stack.js";
import type { RegExpProgram } from "./program.js";

/** Steps between two charges, at most, apart from a scan. */
export const SLICE = 4096;
/** Characters that a scan reads between two charges: eight of them are a step. */
export const SCAN_CHUNK = SLICE * 8;
/** A group that took no part. */
export const UNSET = -1;

export class MatchState {
  readonly program: RegExpProgram;
  readonly subject: string;
  readonly charge: (steps: number) => void;
  /** Start and end of each group. */
  readonly captures: number[];
  /** Loop counters and marks. */
  readonly registers: number[];
  stack: Int32Array;
  sp = 0;
  pos = 0;
  pc = 0;
  /** Steps left until the next charge. */
  fuel = SLICE;

  constructor(program: RegExpProgram, subject: string, stack: Int32Array, charge: (steps: number) => void) {
    this.program = program;
    this.subject = subject;
    this.stack = stack;
    this.charge = charge;
    this.captures = filled(program.groupCount * 2, UNSET);
    this.registers = filled(program.registerCount, 0);
  }

  /** Pays for the steps made since the last charge. */
  settle(): void {
    const steps = SLICE - this.fuel;
    this.fuel = SLICE;
    this.charge(steps);
  }

  push(kind: RecordKind, payload: number, a: number): void {
    if (this.sp + RECORD_SIZE > this.stack.length) this.stack = growStack(this.stack, this.charge);
    this.stack[this.sp] = a;
    this.stack[this.sp + 2] = (payload << KIND_BITS) | kind;
    this.sp += RECORD_SIZE;
  }
}

/** Pushing makes a packed array, which a preallocated one would not be. */
function filled(length: number, value: number): number[] {
  const items: number[] = [];
  for (let i = 0; i < length; i++) items.push(value);
  return items;
}
