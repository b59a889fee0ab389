/**
 * Prints a compiled pattern, one instruction a line, for goldens and for people. Follows the operand
 * kinds of opcodes.ts; a debugging view, never parsed back.
 */
import { FILTER_WIDTH, NO_FILTER, REGEXP_OPS, RegExpOp, type RegExpOperand } from "./opcodes.js";
import type { RegExpProgram } from "./program.js";
import { UNBOUNDED } from "./tree.js";

/** The code of `program` as text: pc, opcode, operands. */
export function disassembleRegExp(program: RegExpProgram): string {
  const lines = [`/${program.source}/${program.flags}  search: ${describeSearch(program)}`];
  for (let pc = 0; pc < program.code.length; ) {
    const name = RegExpOp[program.code[pc]] as keyof typeof REGEXP_OPS;
    const operands: string[] = [];
    let at = pc + 1;
    let count = 0;
    for (const kind of REGEXP_OPS[name] as readonly RegExpOperand[]) {
      if (kind === "count") count = program.code[at];
      const length = kind === "unit2*" ? count * 2 : kind === "unit*" || kind === "group*" ? count : 1;
      const values = [...program.code.subarray(at, at + length)];
      operands.push(describeOperand(kind, values));
      at += length;
    }
    lines.push(`${String(pc).padStart(4)} ${name} ${operands.join(", ")}`.trimEnd());
    pc = at;
  }
  return `${lines.join("\n")}\n`;
}

function describeOperand(kind: RegExpOperand, values: readonly number[]): string {
  const [value] = values;
  switch (kind) {
    case "unit":
    case "unit*":
    case "unit2*":
      return JSON.stringify(String.fromCharCode(...values));
    case "count":
      return value === UNBOUNDED ? "unbounded" : String(value);
    case "filter":
      return value === NO_FILTER ? "no filter" : `filter ${value}`;
    case "flag":
      return value === 1 ? "yes" : "no";
    case "group*":
      return values.join(" ");
    case "label":
      return `-> ${value}`;
    default:
      return `${kind} ${value}`;
  }
}

function describeSearch({ search, filters }: RegExpProgram): string {
  if (search.kind === "text") return JSON.stringify(search.text);
  if (search.kind !== "filter") return search.kind;
  let characters = "";
  for (let code = 0; code < FILTER_WIDTH - 2; code++) {
    if ((filters[search.filter * FILTER_WIDTH + code] & 1) === 1) characters += String.fromCharCode(code);
  }
  return `one of ${JSON.stringify(characters)}`;
}
