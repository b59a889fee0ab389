/**
 * Running a program with every instruction and job told to an observer, as text.
 *
 * It dispatches through the handler table alone. Handlers hold the whole meaning of an opcode and
 * interpreter.ts only repeats some of it faster, so outcome and usage are those of an ordinary run,
 * and the ordinary loop pays nothing for being observable. Before: index.ts chooses one of the two
 * loops. After: the same frames and jobs.
 */
import { disassembleInstruction } from "./bytecode/disassemble.js";
import { INSTRUCTION_WIDTH } from "./bytecode/operands.js";
import type { CodeBlock, Program } from "./bytecode/program.js";
import { GuestThrow } from "./errors.js";
import type { Frame } from "./frame.js";
import { HANDLERS } from "./ops/index.js";
import { CHANGED } from "./ops/protocol.js";
import { unwind } from "./unwind.js";
import type { Vm } from "./vm.js";

/** Takes one line: "job", or an instruction about to run, indented by its depth of calls. */
export type Trace = (line: string) => void;

/** Numbers of a program's blocks: looking one up for each instruction would walk the list. */
const numbers = new WeakMap<Program, Map<CodeBlock, number>>();

function numberOf(program: Program, block: CodeBlock): number {
  let known = numbers.get(program);
  if (known === undefined) {
    known = new Map();
    numbers.set(program, known);
  }
  let number = known.get(block);
  if (number === undefined) {
    number = program.blocks.indexOf(block);
    known.set(block, number);
  }
  return number;
}

function lineOf(vm: Vm, frame: Frame, pc: number): string {
  const { program, block } = frame.unit;
  const owner = program === vm.program ? "" : "library ";
  const place = `${owner}#${numberOf(program, block)} ${block.name || "<anonymous>"} ${pc / INSTRUCTION_WIDTH}`;
  return `${"  ".repeat(vm.depth)}${place}  ${disassembleInstruction(program, block, pc)}`;
}

/** As `run` of interpreter.ts: until the current job ends (false) or the slice does (true). Throws VmFault and InternalError. */
export function runTraced(vm: Vm, trace: Trace): boolean {
  let pc = 0;
  while (vm.frame !== null) {
    let frame: Frame = vm.frame;
    pc = frame.pc;
    if (vm.fuel < 0 && vm.refuel()) return true;
    try {
      for (;;) {
        trace(lineOf(vm, frame, pc));
        // Handlers and traces of errors read the place from the frame.
        frame.pc = pc + INSTRUCTION_WIDTH;
        const next = HANDLERS[frame.unit.code[pc]!]!(vm, frame, pc);
        if (next !== CHANGED) {
          pc = next;
          continue;
        }
        const current: Frame | null = vm.frame;
        if (current === null) return false;
        frame = current;
        pc = frame.pc;
        if (vm.fuel < 0 && vm.refuel()) return true;
      }
    } catch (error) {
      if (!(error instanceof GuestThrow) || vm.frame === null) throw error;
      unwind(vm, vm.frame, pc, error.value);
    }
  }
  return false;
}
