/**
 * A Program as text: the format of the golden files and of the bytecode dump. Equal programs give
 * equal text. Stage before: compiler/emit.
 *
 *   #1 add: normal plain, params 2, length 2, registers 4, cost 3, captures r0 c1
 *      0  LoadConst      r2, k0 "total: "
 *      1  GetProperty    r3, r0, @0 price
 *      2  JumpFalse      r3, ->0
 *     handler 0..2 -> 2 r3
 *
 * `#1` is the number of the block, `r` a register, `k` a constant, `@` a site, `c` a captured cell,
 * `x` a count, `$` an intrinsic, `->` an instruction. Instructions are numbered from 0. A code
 * array that is not sound still prints: what cannot be resolved shows as `?`.
 */
import { OP_NAMES, OPS } from "./opcodes.js";
import { INSTRUCTION_WIDTH, OPERANDS, type OperandKind } from "./operands.js";
import { BlockFlag, BodyKind, type CodeBlock, type Constant, FunctionKind, type Program } from "./program.js";
import { lineAndColumn, POSITION_WIDTH, positionAt } from "./source-map.js";

export interface DisassembleOptions {
  /** Print this block only. */
  readonly block?: number;
  /** Add where the text of an instruction lies, as line:column, or as offsets when the source is stripped. */
  readonly positions?: boolean;
}

/** Longest text of a string constant or name shown, in UTF-16 code units. */
const MAX_TEXT = 80;

/** Width of the opcode column; fixed, so that a new opcode leaves the goldens as they are. */
const OPCODE_COLUMN = 20;

/** The listing of `program`, one paragraph a block, ending in a line feed. Never fails. */
export function disassemble(program: Program, options: DisassembleOptions = {}): string {
  const paragraphs: string[] = [];
  for (const [index, block] of program.blocks.entries()) {
    if (options.block !== undefined && options.block !== index) continue;
    paragraphs.push(listBlock(program, index, block, options.positions === true));
  }
  return paragraphs.join("\n");
}

/** One instruction as it stands in the listing, without its number: for traces. Never fails. */
export function disassembleInstruction(program: Program, block: CodeBlock, pc: number): string {
  const name = OP_NAMES[block.code[pc]];
  if (name === undefined) return `?${block.code[pc]}`;
  const texts: string[] = [];
  for (const [slot, kind] of OPS[name].operands.entries()) {
    if (kind !== "none") texts.push(operandText(program, block, kind, block.code[pc + 1 + slot]));
  }
  return `${name.padEnd(OPCODE_COLUMN)} ${texts.join(", ")}`.trimEnd();
}

function listBlock(program: Program, index: number, block: CodeBlock, positions: boolean): string {
  const lines = [headerText(index, block) + (positions ? `, text ${block.start}..${block.end}` : "")];
  const width = Math.max(4, String(block.code.length / INSTRUCTION_WIDTH).length + 1);
  const entries = positions ? positionPcs(block) : undefined;
  for (let pc = 0; pc < block.code.length; pc += INSTRUCTION_WIDTH) {
    const number = String(pc / INSTRUCTION_WIDTH).padStart(width);
    const note = entries?.has(pc) ? `  ; ${positionText(program, block, pc)}` : "";
    lines.push(`${number}  ${disassembleInstruction(program, block, pc)}${note}`);
  }
  for (const { start, end, target, register } of block.handlers) {
    const [from, to, goal] = [start, end, target].map((label) => label / INSTRUCTION_WIDTH);
    lines.push(`  handler ${from}..${to} -> ${goal} r${register}`);
  }
  return `${lines.join("\n")}\n`;
}

function headerText(index: number, block: CodeBlock): string {
  const parts = [
    `${kindText(FunctionKind[block.kind])} ${kindText(BodyKind[block.body])}`,
    `params ${block.paramCount}`,
    `length ${block.length}`,
    `registers ${block.registerCount}`,
    `cost ${block.entryCost}`,
  ];
  if (block.flags & BlockFlag.KeepsArguments) parts.push("keeps arguments");
  if (block.flags & BlockFlag.Library) parts.push("library");
  if (block.flags & BlockFlag.LibraryConstructor) parts.push("library constructor");
  if (block.captures.length > 0) {
    parts.push(`captures ${block.captures.map((cell) => (cell < 0 ? `c${-1 - cell}` : `r${cell}`)).join(" ")}`);
  }
  return `#${index} ${nameText(block.name)}: ${parts.join(", ")}`;
}

/** "AsyncGenerator" as "async generator". */
function kindText(name: string | undefined): string {
  return name === undefined ? "?" : name.replace(/(?!^)[A-Z]/g, " $&").toLowerCase();
}

function operandText(program: Program, block: CodeBlock, kind: OperandKind, value: number): string {
  const plain = `${OPERANDS[kind].prefix}${value}`;
  switch (kind) {
    case "src?":
      return value === -1 ? "none" : plain;
    case "const":
      return `${plain} ${value in block.constants ? constantText(block.constants[value]) : "?"}`;
    case "site":
      return `${plain} ${value in block.sites ? keyText(block.sites[value]) : "?"}`;
    case "label":
      return `->${value / INSTRUCTION_WIDTH}`;
    case "child":
      return value in block.children ? blockText(program, block.children[value]) : `#? child ${value}`;
    case "routine":
      return blockText(program, value);
    default:
      return plain;
  }
}

function blockText(program: Program, index: number): string {
  const target = program.blocks[index];
  return `#${index} ${target === undefined ? "?" : nameText(target.name)}`;
}

const IDENTIFIER = /^[\p{ID_Start}$_#][\p{ID_Continue}$]*$/u;

/** A function's name; its plain text when it reads as one word. */
function nameText(name: string): string {
  return name === "" ? "<anonymous>" : keyText(name);
}

function keyText(key: string): string {
  return IDENTIFIER.test(key) && key.length <= MAX_TEXT ? key : quote(key);
}

/** A string literal on one line, cut after {@link MAX_TEXT} code units. */
function quote(text: string): string {
  const shown = JSON.stringify(text.slice(0, MAX_TEXT)).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return text.length > MAX_TEXT ? `${shown}+${text.length - MAX_TEXT}` : shown;
}

function constantText(constant: Constant): string {
  switch (typeof constant) {
    case "string":
      return quote(constant);
    case "bigint":
      return `${constant}n`;
    case "number":
      return Object.is(constant, -0) ? "-0" : String(constant);
    case "object":
      break;
    default:
      return String(constant);
  }
  if (constant === null) return "null";
  switch (constant.type) {
    case "template":
      return `template ${constant.raw
        .map((raw, part) => {
          const cooked = constant.cooked[part];
          if (cooked === raw) return quote(raw);
          return `${cooked === undefined ? "undefined" : quote(cooked)} raw ${quote(raw)}`;
        })
        .join(", ")}`;
    case "regexp":
      return `regexp ${quote(constant.source)} ${constant.flags}`.trimEnd();
    case "keys":
      return `{${constant.keys.map(keyText).join(", ")}}`;
  }
}

/** The pcs that have an entry of their own: only those lines get a note. */
function positionPcs(block: CodeBlock): Set<number> {
  const pcs = new Set<number>();
  let pc = 0;
  for (let i = 0; i + POSITION_WIDTH <= block.positions.length; i += POSITION_WIDTH) {
    pc += block.positions[i] * INSTRUCTION_WIDTH;
    pcs.add(pc);
  }
  return pcs;
}

function positionText(program: Program, block: CodeBlock, pc: number): string {
  const position = positionAt(block, pc);
  if (position === undefined) return "?";
  if (program.source === "") return `${position.start}..${position.end}`;
  const start = lineAndColumn(program.source, position.start);
  const end = lineAndColumn(program.source, position.end);
  return `${start.line}:${start.column}-${end.line}:${end.column}`;
}
