/**
 * Runs a compiled pattern over a subject: a backtracking matcher in one loop, without recursion and
 * without calls back into a program. What the specification expresses by continuations is a stack of
 * choices here, with the old values of what changed since in between (an undo trail). Every
 * instruction is a step; scans charge a step for eight characters. Steps are a function of pattern,
 * subject and start alone, so a budget ends an execution at the same place each time.
 * Before: compile.ts. Semantics: https://tc39.es/ecma262/#sec-pattern-semantics
 */
import { borrowStack, growStack, KIND_BITS, RECORD_SIZE, RecordKind, returnStack } from "./backtrack-stack.js";
import { MatchState, SCAN_CHUNK, SLICE, UNSET } from "./match-state.js";
import { COUNT_LOOP_WIDTH, END_COLUMN, FILTER_WIDTH, HIGH_COLUMN, NO_FILTER, RegExpOp, RUN_WIDTH } from "./opcodes.js";
import type { RegExpProgram } from "./program.js";
import { growLazyRun, runEndInChunks, runEndU, stepBack } from "./scan.js";
import { nextStart, SEARCH_WINDOW } from "./search.js";
import { isLineEnd, isWordAt, setHas, splitsPair } from "./subject.js";
import { setRegister, stepUncommon } from "./uncommon-ops.js";

const KIND_MASK = (1 << KIND_BITS) - 1;

/**
 * Looks for a match from `lastIndex` on, only there if `sticky`.
 * @returns captures as start, end of each group in UTF-16 code units, -1 for a group that took no part;
 * null when there is no match.
 * @param charge called with steps already made, at most 4096 and one scan apart; may throw to stop,
 * which leaves nothing behind. Throws RegExpStackError when backtracking needs too much memory.
 * https://tc39.es/ecma262/#sec-regexpbuiltinexec
 */
export function execRegExp(
  program: RegExpProgram,
  subject: string,
  lastIndex: number,
  sticky: boolean,
  charge: (steps: number) => void,
): number[] | null {
  const { unicode } = program;
  const end = subject.length;
  const state = new MatchState(program, subject, borrowStack(), charge);
  let start = lastIndex;
  let matched = false;
  // Only the first attempt can begin inside a pair; it then reads the whole pair, as the specification says.
  let insidePair = unicode && splitsPair(subject, start);
  for (;;) {
    if (!sticky && !insidePair) {
      const scanned = start;
      start = nextStart(program, subject, start, charge);
      if (start < 0 && program.search.kind === "inputStart") break;
      state.fuel -= (((start < 0 ? end : start) - scanned) & (SEARCH_WINDOW - 1)) >> 4;
      if (start < 0) break;
      if (unicode && splitsPair(subject, start)) {
        start++;
        continue;
      }
    }
    state.pos = insidePair ? start - 1 : start;
    if (state.pos > end - program.minLength) break;
    matched = attempt(state);
    if (matched || sticky) break;
    if (insidePair) {
      insidePair = false;
      start++;
    } else start = startAfter(state, start);
    if (program.groupCount > 1) state.captures.fill(UNSET);
  }
  returnStack(state.stack);
  if (state.fuel < SLICE) state.settle();
  if (!matched) return null;
  state.captures[0] = Math.min(start, state.pos);
  state.captures[1] = state.pos;
  return state.captures;
}

/** The next start to try when the attempt at `start` has failed. */
function startAfter(state: MatchState, start: number): number {
  const { program, subject } = state;
  if (program.leadingRun >= 0) {
    const set = program.sets[program.leadingRun];
    const next = program.unicode
      ? runEndU(state, start, 0, subject.length, set)
      : runEndInChunks(state, start, subject.length, set);
    state.fuel -= ((next - start) & (SCAN_CHUNK - 1)) >> 3;
    if (next > start) return next;
  }
  return start + (program.unicode && splitsPair(subject, start + 1) ? 2 : 1);
}

/** Tries to match at state.pos; true with state.pos at the end of the match. */
function attempt(state: MatchState): boolean {
  const { program, subject, charge, captures, registers } = state;
  const { code, sets, lowTable, filters } = program;
  const end = subject.length;
  let { stack, fuel, pos } = state;
  let pc = 0;
  let sp = 0;
  run: for (;;) {
    if (--fuel < 0) {
      charge(SLICE - fuel);
      fuel = SLICE;
    }
    switch (code[pc]) {
      case RegExpOp.Match:
        state.stack = stack;
        state.fuel = fuel;
        state.pos = pos;
        return true;
      case RegExpOp.Char:
        if (pos < end && subject.charCodeAt(pos) === code[pc + 1]) {
          pos++;
          pc += 2;
          continue;
        }
        break;
      case RegExpOp.EitherChar:
        if (pos < end) {
          const unit = subject.charCodeAt(pos);
          if (unit === code[pc + 1] || unit === code[pc + 2]) {
            pos++;
            pc += 3;
            continue;
          }
        }
        break;
      case RegExpOp.Text: {
        const length = code[pc + 1];
        if (pos + length > end) break;
        let i = 0;
        while (i < length && subject.charCodeAt(pos + i) === code[pc + 2 + i]) i++;
        fuel -= i >> 3;
        if (i < length) break;
        pos += length;
        pc += 2 + length;
        continue;
      }
      case RegExpOp.EitherText: {
        const length = code[pc + 1];
        if (pos + length > end) break;
        let i = 0;
        for (; i < length; i++) {
          const unit = subject.charCodeAt(pos + i);
          if (unit !== code[pc + 2 + i * 2] && unit !== code[pc + 3 + i * 2]) break;
        }
        fuel -= i >> 3;
        if (i < length) break;
        pos += length;
        pc += 2 + length * 2;
        continue;
      }
      case RegExpOp.Set:
        if (pos < end) {
          const unit = subject.charCodeAt(pos);
          const set = code[pc + 1];
          if (unit < 256 ? lowTable[(set << 8) + unit] === 1 : sets[set].hasHigh(unit)) {
            pos++;
            pc += 2;
            continue;
          }
        }
        break;
      case RegExpOp.SetU:
        if (pos < end) {
          const point = subject.codePointAt(pos)!;
          if (!setHas(sets[code[pc + 1]], point)) break;
          pos += point > 0xffff ? 2 : 1;
          pc += 2;
          continue;
        }
        break;
      case RegExpOp.Run:
      case RegExpOp.RunAll: {
        const set = sets[code[pc + 1]];
        const min = code[pc + 2];
        const limit = code[pc + 3] < end - pos ? pos + code[pc + 3] : end;
        const at = runEndInChunks(state, pos, limit, set);
        fuel -= ((at - pos) & (SCAN_CHUNK - 1)) >> 3;
        if (at - pos < min) break;
        if (code[pc] === RegExpOp.Run && at - pos > min) {
          if (sp + RECORD_SIZE > stack.length) stack = growStack(stack, charge);
          stack[sp] = pos + min;
          stack[sp + 1] = at;
          stack[sp + 2] = (pc << KIND_BITS) | RecordKind.Run;
          sp += RECORD_SIZE;
        }
        pos = at;
        pc += RUN_WIDTH;
        continue;
      }
      case RegExpOp.RunU:
      case RegExpOp.RunAllU: {
        const min = code[pc + 2];
        const at = runEndU(state, pos, min, code[pc + 3], sets[code[pc + 1]]);
        if (at < 0) {
          fuel -= min >> 3;
          break;
        }
        fuel -= ((at - pos) & (SCAN_CHUNK - 1)) >> 3;
        if (code[pc] === RegExpOp.RunU && at > pos) {
          // The emitter sees to it that min is 0 or 1 here.
          const least = min === 0 ? pos : pos + (splitsPair(subject, pos + 1) ? 2 : 1);
          if (at > least) {
            if (sp + RECORD_SIZE > stack.length) stack = growStack(stack, charge);
            stack[sp] = least;
            stack[sp + 1] = at;
            stack[sp + 2] = (pc << KIND_BITS) | RecordKind.Run;
            sp += RECORD_SIZE;
          }
        }
        pos = at;
        pc += RUN_WIDTH;
        continue;
      }
      case RegExpOp.LazyRun:
      case RegExpOp.LazyRunU: {
        if (sp + RECORD_SIZE > stack.length) stack = growStack(stack, charge);
        stack[sp] = pos;
        stack[sp + 1] = code[pc + 3];
        stack[sp + 2] = (pc << KIND_BITS) | RecordKind.LazyRun;
        sp += RECORD_SIZE;
        const filter = code[pc + 4];
        if (filter !== NO_FILTER && pos < end) {
          // If what follows cannot begin here, the record is taken up at once.
          const unit = subject.charCodeAt(pos);
          if ((filters[filter * FILTER_WIDTH + (unit > 255 ? HIGH_COLUMN : unit)] & 1) === 0) break;
        }
        pc += RUN_WIDTH;
        continue;
      }
      case RegExpOp.Fork:
        if (sp + RECORD_SIZE > stack.length) stack = growStack(stack, charge);
        stack[sp] = pos;
        stack[sp + 2] = (code[pc + 2] << KIND_BITS) | RecordKind.Choice;
        sp += RECORD_SIZE;
        pc = code[pc + 1];
        continue;
      case RegExpOp.Choose: {
        let column = END_COLUMN;
        if (pos < end) {
          column = subject.charCodeAt(pos);
          if (column > 255) column = HIGH_COLUMN;
        }
        const ways = filters[code[pc + 1] * FILTER_WIDTH + column];
        if (ways === 0) break;
        if (ways === 3) {
          if (sp + RECORD_SIZE > stack.length) stack = growStack(stack, charge);
          stack[sp] = pos;
          stack[sp + 2] = (code[pc + 3] << KIND_BITS) | RecordKind.Choice;
          sp += RECORD_SIZE;
        }
        pc = ways === 2 ? code[pc + 3] : code[pc + 2];
        continue;
      }
      case RegExpOp.Dispatch: {
        let column = END_COLUMN;
        if (pos < end) {
          column = subject.charCodeAt(pos);
          if (column > 255) column = HIGH_COLUMN;
        }
        pc = program.dispatch[code[pc + 1] * FILTER_WIDTH + column];
        continue;
      }
      case RegExpOp.Jump:
        pc = code[pc + 1];
        continue;
      case RegExpOp.Save: {
        const slot = code[pc + 1];
        if (sp > 0) {
          if (sp + RECORD_SIZE > stack.length) stack = growStack(stack, charge);
          stack[sp] = captures[slot];
          stack[sp + 2] = (slot << KIND_BITS) | RecordKind.Capture;
          sp += RECORD_SIZE;
        }
        captures[slot] = pos;
        pc += 2;
        continue;
      }
      case RegExpOp.InputStart:
        if (pos !== 0) break;
        pc++;
        continue;
      case RegExpOp.LineStart:
        if (pos !== 0 && !isLineEnd(subject.charCodeAt(pos - 1))) break;
        pc++;
        continue;
      case RegExpOp.InputEnd:
        if (pos !== end) break;
        pc++;
        continue;
      case RegExpOp.LineEnd:
        if (pos !== end && !isLineEnd(subject.charCodeAt(pos))) break;
        pc++;
        continue;
      case RegExpOp.Boundary: {
        const extended = code[pc + 2] === 1;
        const differ = isWordAt(subject, pos - 1, extended) !== isWordAt(subject, pos, extended);
        if (differ !== (code[pc + 1] === 1)) break;
        pc += 3;
        continue;
      }
      default: {
        state.stack = stack;
        state.sp = sp;
        state.fuel = fuel;
        state.pos = pos;
        state.pc = pc;
        const succeeded = stepUncommon(state);
        stack = state.stack;
        sp = state.sp;
        fuel = state.fuel;
        if (!succeeded) break;
        pos = state.pos;
        pc = state.pc;
        continue;
      }
    }

    // Failed: undo until there is a choice, and take it.
    for (;;) {
      if (sp === 0) {
        state.stack = stack;
        state.fuel = fuel;
        return false;
      }
      sp -= RECORD_SIZE;
      const tag = stack[sp + 2];
      const payload = tag >> KIND_BITS;
      switch (tag & KIND_MASK) {
        case RecordKind.Capture:
          captures[payload] = stack[sp];
          continue;
        case RecordKind.Register:
          registers[payload] = stack[sp];
          continue;
        case RecordKind.Choice:
          pos = stack[sp];
          pc = payload;
          continue run;
        case RecordKind.Run: {
          const least = stack[sp];
          pos = stepBack(state, stack[sp + 1], least, code[payload + 4]);
          fuel -= ((stack[sp + 1] - pos) & (SCAN_CHUNK - 1)) >> 3;
          if (pos > least) {
            stack[sp + 1] = pos;
            sp += RECORD_SIZE;
          }
          pc = payload + RUN_WIDTH;
          continue run;
        }
        case RecordKind.LazyRun: {
          state.stack = stack;
          state.sp = sp + RECORD_SIZE;
          state.fuel = fuel;
          const grown = growLazyRun(state);
          fuel = state.fuel;
          if (!grown) continue;
          sp += RECORD_SIZE;
          pos = state.pos;
          pc = state.pc;
          continue run;
        }
        case RecordKind.CountedBody:
          pos = stack[sp];
          pc = payload + COUNT_LOOP_WIDTH;
          state.stack = stack;
          state.sp = sp;
          setRegister(state, code[payload + 1], registers[code[payload + 1]] + 1);
          sp = state.sp;
          continue run;
      }
    }
  }
}
