/**
 * What an opcode demands beyond the kinds of its operands: windows of registers, values of
 * immediate integers, types of constants, and the bodies it may stand in. Tables only; an opcode
 * without a row demands nothing more. Stage after: verify.ts.
 */
import type { OpName } from "./opcodes.js";

/** Largest immediate integer, size or offset. */
export const MAX_INT = 0x7fffffff;

/** A fixed number of registers from the operand in `slot`, and with `plus` as many more as that operand says. */
export interface RegisterWindow {
  readonly slot: 0 | 1 | 2;
  readonly fixed: number;
  readonly plus?: 0 | 1 | 2;
}

/** Instructions that touch consecutive registers from one operand. NewObjectWith is checked with its constant. */
export const WINDOWS: ReadonlyMap<OpName, RegisterWindow> = new Map<OpName, RegisterWindow>([
  ["Concat", { slot: 1, fixed: 0, plus: 2 }],
  ["NewArray", { slot: 1, fixed: 0, plus: 2 }],
  ["GetMethod", { slot: 0, fixed: 2 }],
  ["GetElementMethod", { slot: 0, fixed: 2 }],
  ["GetSuper", { slot: 1, fixed: 3 }],
  ["SetSuper", { slot: 0, fixed: 3 }],
  ["GetHeritage", { slot: 0, fixed: 2 }],
  ["MakeClass", { slot: 0, fixed: 2 }],
  ["Call", { slot: 0, fixed: 1, plus: 1 }],
  ["CallMethod", { slot: 0, fixed: 2, plus: 1 }],
  ["CallCaptured", { slot: 0, fixed: 1, plus: 1 }],
  ["CallSpread", { slot: 0, fixed: 3 }],
  ["New", { slot: 0, fixed: 1, plus: 1 }],
  ["NewSpread", { slot: 0, fixed: 2 }],
  ["SuperCall", { slot: 0, fixed: 1, plus: 1 }],
  ["SuperCallSpread", { slot: 0, fixed: 2 }],
  ["DelegateResume", { slot: 0, fixed: 3 }],
  ["DelegateDone", { slot: 0, fixed: 3 }],
  ["DelegateYield", { slot: 0, fixed: 3 }],
  ["UsingDispose", { slot: 1, fixed: 3 }],
  ["CallIntrinsic", { slot: 0, fixed: 1, plus: 1 }],
  ["CallRoutine", { slot: 0, fixed: 1, plus: 1 }],
]);

/** Values allowed in an `int` operand that is not simply a number. */
export const INT_RANGES: ReadonlyMap<OpName, readonly [low: number, high: number]> = new Map([
  ["LoadRest", [0, MAX_INT]],
  ["SetFunctionName", [0, 2]],
  ["ThrowError", [0, 2]],
  ["UsingAdd", [0, 1]],
  ["UsingDispose", [0, 1]],
]);

/** `primitive` is anything but the records; a string is one too. */
export type ConstantType = "primitive" | "string" | "keys" | "template" | "regexp";

/** What a `const` operand must hold; a string, the name in a message, where nothing is said. */
export const CONSTANT_TYPES: ReadonlyMap<OpName, ConstantType> = new Map([
  ["LoadConst", "primitive"],
  ["NewObjectWith", "keys"],
  ["NewRegExp", "regexp"],
  ["GetTemplate", "template"],
]);

/** Instructions after which the next one is not reached. */
export const TERMINATORS: ReadonlySet<OpName> = new Set([
  "Jump",
  "JumpLoop",
  "Return",
  "ReturnUndefined",
  "ReturnDerived",
  "Throw",
  "ThrowError",
]);

/** Instructions of generator bodies, async or not. */
export const GENERATOR_ONLY: ReadonlySet<OpName> = new Set([
  "GeneratorStart",
  "Yield",
  "DelegateResume",
  "DelegateDone",
  "DelegateYield",
]);

/** Instructions of blocks with the Library flag. */
export const LIBRARY_ONLY: ReadonlySet<OpName> = new Set([
  "CallIntrinsic",
  "LoadIntrinsic",
  "LoadRoutine",
  "CallRoutine",
]);
