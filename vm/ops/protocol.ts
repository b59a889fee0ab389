/**
 * What every handler shares: its signature, the CHANGED answer, and how a result that may come
 * later is stored.
 */
import { invoke } from "../calls.js";
import { type Frame, Mode } from "../frame.js";
import { PUSHED, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";

/** Runs one instruction; returns the next pc or CHANGED. */
export type Handler = (vm: Vm, frame: Frame, pc: number) => number;

/** Another frame is current (or none): the loop reloads from `vm.frame`. */
export const CHANGED = -1;

/** Stores a result that is known, or leaves it to the pushed frame. `frame.pc` was set before. */
export function store(frame: Frame, dst: number, value: Value, pc: number): number {
  if (value === PUSHED) return CHANGED;
  frame.registers[dst] = value;
  return pc + 4;
}

/** Calls `fn` from an instruction whose result goes to register `dst`. */
export function callFrom(
  vm: Vm,
  frame: Frame,
  pc: number,
  fn: Value,
  self: Value,
  args: readonly Value[],
  dst: number,
): number {
  frame.pc = pc + 4;
  return store(frame, dst, invoke(vm, fn, self, args, dst, Mode.Normal), pc);
}

/** Calls a library routine from an instruction. */
export function routineFrom(
  vm: Vm,
  frame: Frame,
  pc: number,
  name: string,
  args: readonly Value[],
  dst: number,
  mode: number = Mode.Normal,
): number {
  frame.pc = pc + 4;
  vm.callRoutine(name, args, dst, mode);
  return CHANGED;
}

/** Strings longer than this are charged when they are compared. */
const LONG_TEXT = 1024;

/** IsStrictlyEqual. Guest values compare as the host's do. */
export function strictEquals(vm: Vm, x: Value, y: Value): boolean {
  if (typeof x === "string" && x.length > LONG_TEXT && typeof y === "string" && x.length === y.length) {
    vm.charge(x.length >> 7);
  }
  return x === y;
}
