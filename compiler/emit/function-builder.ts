/**
 * One CodeBlock being built: typed emission, labels, handler ranges, positions, and what each loop costs.
 *
 * `emit` takes the operands that OPS declares for the opcode and no others. Labels are patched when they are bound. A
 * handler region may be paused, so that code that leaves it (closing an iterator on `break`) is not covered by it; its pieces
 * become ranges when it ends, and since inner regions end first, inner ranges come first. Instructions inside a loop are
 * charged by its JumpLoop, the rest when the function is entered.
 *
 * Before: lower/. After: the finished block goes into the Program.
 */
import { type OPS, Op, type OpName } from "../../vm/bytecode/opcodes.js";
import { INSTRUCTION_WIDTH, type OperandKind } from "../../vm/bytecode/operands.js";
import type { BlockFlag, BodyKind, CodeBlock, FunctionKind, HandlerRange } from "../../vm/bytecode/program.js";
import { encodePositions } from "../../vm/bytecode/source-map.js";
import { Constants, type ConstIndex, type SiteIndex } from "./constants.js";
import { type Register, Registers } from "./registers.js";

/** A place in the code, bound once. */
export class Label {
  position = -1;
  /** Operand slots waiting for the position. */
  readonly uses: number[] = [];
}

type OperandTypes = {
  dst: Register;
  src: Register;
  reg: Register;
  base: Register;
  "src?": Register | -1;
  const: ConstIndex;
  site: SiteIndex;
  label: Label;
};
type OperandType<K extends OperandKind> = K extends keyof OperandTypes ? OperandTypes[K] : number;
type OperandsOf<T extends readonly OperandKind[]> = T extends readonly [
  infer K,
  ...infer Rest extends readonly OperandKind[],
]
  ? K extends "none"
    ? OperandsOf<Rest> extends []
      ? []
      : [0, ...OperandsOf<Rest>]
    : [OperandType<K & OperandKind>, ...OperandsOf<Rest>]
  : [];
type Instructions = { [N in OpName as (typeof Op)[N]]: OperandsOf<(typeof OPS)[N]["operands"]> };

/** A try body or the like: code whose throws go to `target`. */
export interface HandlerRegion {
  readonly target: Label;
  readonly register: Register;
  readonly pieces: [start: number, end: number][];
  /** Start of the open piece, -1 while paused. */
  open: number;
}

interface Loop {
  readonly start: number;
  /** Length of the loops inside, in instructions. */
  nested: number;
}

/** What a block needs to know of its function beyond its code. */
export interface BlockHeader {
  readonly name: string;
  readonly kind: FunctionKind;
  readonly body: BodyKind;
  readonly length: number;
  readonly paramCount: number;
  readonly start: number;
  readonly end: number;
}

export class FunctionBuilder {
  readonly registers = new Registers();
  readonly constants = new Constants();
  readonly children: number[] = [];
  flags = 0;
  private readonly code: number[] = [];
  private readonly positions: { pc: number; start: number; end: number }[] = [];
  private readonly handlers: { range: Omit<HandlerRange, "target">; target: Label }[] = [];
  private readonly loops: Loop[] = [];
  private looped = 0;
  private spanStart = 0;
  private spanEnd = 0;

  /** The span recorded for the instructions that follow. */
  at(start: number, end: number): this {
    this.spanStart = start;
    this.spanEnd = end;
    return this;
  }

  emit<O extends Op>(op: O, ...operands: Instructions[O]): void {
    const pc = this.code.length;
    const last = this.positions[this.positions.length - 1];
    if (last === undefined || last.start !== this.spanStart || last.end !== this.spanEnd) {
      this.positions.push({ pc, start: this.spanStart, end: this.spanEnd });
    }
    this.code.push(op, 0, 0, 0);
    for (let i = 0; i < operands.length; i++) {
      const operand = (operands as readonly (number | Label)[])[i];
      if (operand instanceof Label) {
        if (operand.position < 0) operand.uses.push(pc + 1 + i);
        else this.code[pc + 1 + i] = operand.position;
      } else this.code[pc + 1 + i] = operand;
    }
  }

  /** Whether code emitted here could not be reached: the last instruction leaves and no label is bound here. */
  get unreachable(): boolean {
    const { length } = this.code;
    if (length === 0 || this.boundAt === length) return false;
    switch (this.code[length - INSTRUCTION_WIDTH] as Op) {
      case Op.Jump:
      case Op.JumpLoop:
      case Op.Return:
      case Op.ReturnUndefined:
      case Op.ReturnDerived:
      case Op.Throw:
      case Op.ThrowError:
        return true;
      default:
        return false;
    }
  }
  private boundAt = -1;

  bind(label: Label): void {
    label.position = this.code.length;
    this.boundAt = label.position;
    for (const use of label.uses) this.code[use] = label.position;
    label.uses.length = 0;
  }

  // ---- loops ----

  /** Opens a loop whose first instruction is the next one; `top` is bound here. */
  openLoop(): Label {
    const top = new Label();
    this.bind(top);
    this.loops.push({ start: this.code.length, nested: 0 });
    return top;
  }

  /** Ends the loop opened last with the jump back. */
  closeLoop(top: Label): void {
    const loop = this.loops.pop() as Loop;
    const length = (this.code.length - loop.start) / INSTRUCTION_WIDTH + 1;
    this.emit(Op.JumpLoop, top, length - loop.nested);
    const outer = this.loops[this.loops.length - 1];
    if (outer === undefined) this.looped += length;
    else outer.nested += length;
  }

  // ---- handlers ----

  openRegion(target: Label, register: Register): HandlerRegion {
    return { target, register, pieces: [], open: this.code.length };
  }

  pause(region: HandlerRegion): void {
    if (region.open >= 0 && region.open < this.code.length) region.pieces.push([region.open, this.code.length]);
    region.open = -1;
  }

  resume(region: HandlerRegion): void {
    region.open = this.code.length;
  }

  closeRegion(region: HandlerRegion): void {
    this.pause(region);
    for (const [start, end] of region.pieces) {
      this.handlers.push({ range: { start, end, register: region.register }, target: region.target });
    }
  }

  // ---- the end ----

  /** The block. Every label must be bound and every register released. */
  finish(header: BlockHeader, captures: readonly number[], flags: BlockFlag | number): CodeBlock {
    this.registers.expect(0, `function ${header.name}`);
    const instructions = this.code.length / INSTRUCTION_WIDTH;
    const handlers = this.handlers.map(({ range, target }) => {
      if (target.position < 0) throw new Error("Invariant: a handler without a place");
      return { start: range.start, end: range.end, target: target.position, register: range.register };
    });
    return {
      name: header.name,
      kind: header.kind,
      body: header.body,
      flags: this.flags | flags,
      length: header.length,
      paramCount: header.paramCount,
      registerCount: Math.max(this.registers.count, header.paramCount),
      entryCost: Math.max(1, instructions - this.looped),
      code: smallIntegers(this.code),
      constants: this.constants.pool,
      sites: this.constants.sites,
      captures,
      children: this.children,
      handlers,
      positions: encodePositions(this.positions),
      start: header.start,
      end: header.end,
    };
  }
}

/**
 * The same numbers in an array that never held anything but small integers: the host keeps such an
 * array in another form than one that a computed number once widened, and reads it faster.
 */
function smallIntegers(values: readonly number[]): number[] {
  const copy: number[] = [];
  for (const value of values) copy.push(value | 0);
  return copy;
}
