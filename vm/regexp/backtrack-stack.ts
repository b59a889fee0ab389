/**
 * The memory of backtracking: a growing Int32Array of records, three numbers each, lent to one
 * execution at a time. An execution that ends by an exception simply does not give it back, so no
 * state survives it; the next one starts with a fresh stack.
 *
 *     [a, b, kind | payload << 3]
 *     Choice        a = pos                       payload = pc to continue at
 *     Capture       a = old value                 payload = slot to restore
 *     Register      a = old value                 payload = register to restore
 *     Run           a = least pos, b = pos now    payload = pc of the Run
 *     LazyRun       a = pos, b = how many more    payload = pc of the LazyRun
 *     CountedBody   a = pos                       payload = pc of the CountLoop
 */
import { RegExpStackError } from "./errors.js";

export const enum RecordKind {
  Choice,
  Capture,
  Register,
  Run,
  LazyRun,
  CountedBody,
}

/** Numbers of a record. */
export const RECORD_SIZE = 3;
/** Bits of the kind below the payload. */
export const KIND_BITS = 3;

const INITIAL_SIZE = 1024 * RECORD_SIZE;
/** 16 MB. V8 grants its own 64 MB with smaller records. */
const MAX_SIZE = 1024 * 1024 * 4;
/** A stack that grew past this is not kept for the next execution. */
const KEPT_SIZE = 64 * 1024;

let spare: Int32Array | null = null;

/** A stack for one execution, of unknown contents. */
export function borrowStack(): Int32Array {
  const stack = spare ?? new Int32Array(INITIAL_SIZE);
  spare = null;
  return stack;
}

export function returnStack(stack: Int32Array): void {
  if (stack.length <= KEPT_SIZE) spare = stack;
}

/**
 * A stack of twice the size with the same records. Charges one step for eight numbers before it
 * allocates; throws RegExpStackError when the stack would be too large.
 */
export function growStack(stack: Int32Array, charge: (steps: number) => void): Int32Array {
  const size = Math.min(stack.length * 2, MAX_SIZE);
  if (size === stack.length) throw new RegExpStackError();
  charge(size >> 3);
  const grown = new Int32Array(size);
  grown.set(stack);
  return grown;
}
