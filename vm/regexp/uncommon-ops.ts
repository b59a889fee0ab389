/**
 * The instructions that everyday patterns use little: look-arounds, references, counted loops, matching
 * to the left, strings. They work on a lent MatchState; keeping them out of the main loop keeps that
 * small enough for the host to optimise it early. Part of match.ts.
 */
import { KIND_BITS, RECORD_SIZE, RecordKind } from "./backtrack-stack.js";
import { type MatchState, UNSET } from "./match-state.js";
import { COUNT_LOOP_WIDTH, RegExpOp } from "./opcodes.js";
import { unwindTo } from "./scan.js";
import { codePointBefore, equalFolded, setHas, splitsPair, stringEnds } from "./subject.js";

/** Runs the instruction at state.pc. False: it failed, and the caller goes back to the last choice. */
export function stepUncommon(state: MatchState): boolean {
  const { code } = state.program;
  const { pc } = state;
  switch (code[pc]) {
    case RegExpOp.Fail:
      return false;
    case RegExpOp.BackChar:
      return moveBack(state, 2, (unit) => unit === code[pc + 1]);
    case RegExpOp.BackEitherChar:
      return moveBack(state, 3, (unit) => unit === code[pc + 1] || unit === code[pc + 2]);
    case RegExpOp.BackSet:
      return moveBack(state, 2, (unit) => setHas(state.program.sets[code[pc + 1]], unit));
    case RegExpOp.BackSetU:
      return backSetU(state);
    case RegExpOp.Strings:
      return strings(state);
    case RegExpOp.Clear:
      clear(state);
      return true;
    case RegExpOp.Reference:
    case RegExpOp.BackReference:
      return reference(state);
    case RegExpOp.LookEnter:
      lookEnter(state);
      return true;
    case RegExpOp.LookLeave:
      lookLeave(state);
      return true;
    case RegExpOp.NotEnter:
      notEnter(state);
      return true;
    case RegExpOp.NotLeave: {
      const height = state.registers[code[pc + 1]];
      state.fuel -= (state.sp - height) >> 5;
      unwindTo(state, height);
      return false;
    }
    case RegExpOp.ZeroCount:
    case RegExpOp.Mark:
      setRegister(state, code[pc + 1], code[pc] === RegExpOp.Mark ? state.pos : 0);
      state.pc += 2;
      return true;
    case RegExpOp.CountLoop:
      countLoop(state);
      return true;
    case RegExpOp.CheckProgress:
      state.pc += 2;
      return state.registers[code[pc + 1]] !== state.pos;
    case RegExpOp.CheckProgressAbove:
      state.pc += 4;
      return state.registers[code[pc + 1]] !== state.pos || state.registers[code[pc + 2]] <= code[pc + 3];
    default:
      throw new Error(`no such matcher instruction: ${code[pc]}`);
  }
}

/** Sets a register; undone on the way back to any choice there is. */
export function setRegister(state: MatchState, register: number, value: number): void {
  if (state.sp > 0) state.push(RecordKind.Register, register, state.registers[register]);
  state.registers[register] = value;
}

function moveBack(state: MatchState, width: number, accepts: (unit: number) => boolean): boolean {
  if (state.pos === 0 || !accepts(state.subject.charCodeAt(state.pos - 1))) return false;
  state.pos--;
  state.pc += width;
  return true;
}

function backSetU(state: MatchState): boolean {
  const { program, subject } = state;
  if (state.pos === 0) return false;
  const point = codePointBefore(subject, state.pos);
  if (!setHas(program.sets[program.code[state.pc + 1]], point)) return false;
  state.pos -= point > 0xffff ? 2 : 1;
  state.pc += 2;
  return true;
}

function strings(state: MatchState): boolean {
  const { program, subject } = state;
  const choice = program.strings[program.code[state.pc + 1]];
  const ends = stringEnds(choice, program.sets[choice.set], subject, state.pos);
  for (const length of choice.lengths) state.fuel -= 2 + (length >> 2);
  if (ends.length === 0) return false;
  state.pc += 2;
  for (let i = 0; i < ends.length - 1; i++) state.push(RecordKind.Choice, state.pc, ends[i]);
  state.pos = ends[ends.length - 1];
  return true;
}

function clear(state: MatchState): void {
  const { captures } = state;
  const { code } = state.program;
  const first = code[state.pc + 1];
  const last = code[state.pc + 2];
  state.fuel -= (last - first) >> 3;
  for (let slot = first; slot <= last; slot++) {
    if (captures[slot] === UNSET) continue;
    if (state.sp > 0) state.push(RecordKind.Capture, slot, captures[slot]);
    captures[slot] = UNSET;
  }
  state.pc += 3;
}

/** https://tc39.es/ecma262/#sec-backreference-matcher */
function reference(state: MatchState): boolean {
  const { captures, subject, program } = state;
  const { code, unicode } = program;
  const { pc, pos } = state;
  const count = code[pc + 2];
  let from = UNSET;
  let to = UNSET;
  for (let i = 0; i < count; i++) {
    const slot = code[pc + 3 + i] * 2;
    if (captures[slot] === UNSET || captures[slot + 1] === UNSET) continue;
    from = captures[slot];
    to = captures[slot + 1];
  }
  const length = to - from;
  state.fuel -= (count + length) >> 3;
  state.pc += 3 + count;
  if (length === 0) return true;
  const forward = code[pc] === RegExpOp.Reference;
  const low = forward ? pos : pos - length;
  if (low < 0 || low + length > subject.length) return false;
  const edge = forward ? low + length : low;
  if (unicode && splitsPair(subject, edge)) return false;
  state.pos = edge;
  if (code[pc + 1] === 1) return equalFolded(subject, from, low, length, unicode);
  return subject.slice(from, to) === subject.slice(low, low + length);
}

function lookEnter(state: MatchState): void {
  const register = state.program.code[state.pc + 1];
  const height = state.sp;
  setRegister(state, register, height);
  setRegister(state, register + 1, state.pos);
  state.pc += 2;
}

/** A look-around is never entered again: its choices go, what it changed stays undoable. */
function lookLeave(state: MatchState): void {
  const { registers, stack } = state;
  const register = state.program.code[state.pc + 1];
  const height = registers[register];
  let kept = height;
  state.fuel -= (state.sp - height) >> 5;
  for (let record = height; height > 0 && record < state.sp; record += RECORD_SIZE) {
    const kind = stack[record + 2] & ((1 << KIND_BITS) - 1);
    if (kind !== RecordKind.Capture && kind !== RecordKind.Register) continue;
    stack[kept] = stack[record];
    stack[kept + 2] = stack[record + 2];
    kept += RECORD_SIZE;
  }
  state.sp = kept;
  state.pos = registers[register + 1];
  state.pc += 2;
}

function notEnter(state: MatchState): void {
  const { code } = state.program;
  const { pc } = state;
  const height = state.sp;
  setRegister(state, code[pc + 1], height);
  state.push(RecordKind.Choice, code[pc + 2], state.pos);
  state.pc += 3;
}

function countLoop(state: MatchState): void {
  const { code } = state.program;
  const { pc } = state;
  const register = code[pc + 1];
  const count = state.registers[register];
  if (count >= code[pc + 3]) {
    state.pc = code[pc + 5];
    return;
  }
  if (count >= code[pc + 2]) {
    if (code[pc + 4] === 0) {
      state.push(RecordKind.CountedBody, pc, state.pos);
      state.pc = code[pc + 5];
      return;
    }
    state.push(RecordKind.Choice, code[pc + 5], state.pos);
  }
  setRegister(state, register, count + 1);
  state.pc += COUNT_LOOP_WIDTH;
}
