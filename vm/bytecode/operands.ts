/**
 * Operand kinds: what the three operands of an instruction may mean, how each is checked
 * by the verifier and printed by the disassembler. Stage before: compiler/emit. Stage after:
 * disassemble.ts, verify.ts.
 */

/** How one operand is read. `none` operands are 0. */
export type OperandKind =
  /** A register that the instruction writes. */
  | "dst"
  /** A register that the instruction reads. */
  | "src"
  /** A register that the instruction reads and writes, or a register that holds a Cell or iterator. */
  | "reg"
  /** First of several consecutive registers; their number is another operand or fixed by the opcode. */
  | "base"
  /** A register to read, or -1 for none. */
  | "src?"
  /** How many registers or arguments. */
  | "count"
  /** A signed 32-bit integer used as it is. */
  | "int"
  /** An index into the block's constants. */
  | "const"
  /** An index into the block's property sites (each has a key and an inline cache). */
  | "site"
  /** An index into the closure's captured cells. */
  | "capture"
  /** An index into the block's children. */
  | "child"
  /** An instruction index of the same block. */
  | "label"
  /** Steps to charge. */
  | "fuel"
  /** An index into the intrinsic operations (library code only). */
  | "intrinsic"
  /** A block index in the library program (library code only). */
  | "routine"
  | "none";

/** Every instruction has an opcode and three operands: four numbers. */
export const INSTRUCTION_WIDTH = 4;

/** Which list of the block (or program) an operand is an index into; `nothing` for plain numbers. */
export type OperandSpace =
  | "registers"
  | "constants"
  | "sites"
  | "captures"
  | "children"
  | "code"
  | "intrinsics"
  | "blocks"
  | "nothing";

export interface OperandSpec {
  /** What is written before the number in a listing, and read back by the assembler of the tests. */
  readonly prefix: string;
  readonly space: OperandSpace;
  /** Lowest number allowed. */
  readonly minimum: number;
}

/** How each kind is printed and bounded. */
export const OPERANDS: Readonly<Record<OperandKind, OperandSpec>> = {
  dst: { prefix: "r", space: "registers", minimum: 0 },
  src: { prefix: "r", space: "registers", minimum: 0 },
  reg: { prefix: "r", space: "registers", minimum: 0 },
  base: { prefix: "r", space: "registers", minimum: 0 },
  "src?": { prefix: "r", space: "registers", minimum: -1 },
  count: { prefix: "x", space: "nothing", minimum: 0 },
  int: { prefix: "", space: "nothing", minimum: -0x80000000 },
  const: { prefix: "k", space: "constants", minimum: 0 },
  site: { prefix: "@", space: "sites", minimum: 0 },
  capture: { prefix: "c", space: "captures", minimum: 0 },
  child: { prefix: "#", space: "children", minimum: 0 },
  label: { prefix: "->", space: "code", minimum: 0 },
  fuel: { prefix: "fuel ", space: "nothing", minimum: 1 },
  intrinsic: { prefix: "$", space: "intrinsics", minimum: 0 },
  routine: { prefix: "#", space: "blocks", minimum: 0 },
  none: { prefix: "", space: "nothing", minimum: 0 },
};
