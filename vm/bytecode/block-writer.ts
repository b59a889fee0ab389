/**
 * One CodeBlock to bytes, the writing half of encode.ts (the layout is there). Read back by
 * block-reader.ts.
 */
import { ConstantTag, MAX_BIGINT_DIGITS, OPERAND_CODINGS, OperandCoding } from "./block-reader.js";
import type { ByteWriter } from "./byte-stream.js";
import { OP_NAMES } from "./opcodes.js";
import { INSTRUCTION_WIDTH } from "./operands.js";
import type { CodeBlock, Constant } from "./program.js";
import { POSITION_WIDTH } from "./source-map.js";
import type { StringTable } from "./string-table.js";

/** Writes `block`. Throws when the format has no place for it, such as an opcode it does not know. */
export function writeBlock(writer: ByteWriter, block: CodeBlock, strings: StringTable): void {
  writer.uint(strings.indexOf(block.name));
  writer.uint(block.kind);
  writer.uint(block.body);
  writer.uint(block.flags);
  writer.uint(block.length);
  writer.uint(block.paramCount);
  writer.uint(block.registerCount);
  writer.uint(block.entryCost);
  writer.uint(block.start);
  writer.uint(block.end - block.start);
  writeList(writer, block.captures, (cell) => writer.int(cell));
  writeList(writer, block.children, (child) => writer.uint(child));
  writeList(writer, block.sites, (key) => writer.uint(strings.indexOf(key)));
  writeList(writer, block.constants, (constant) => writeConstant(writer, constant, strings));
  writeList(writer, block.handlers, ({ start, end, target, register }) => {
    writer.uint(start / INSTRUCTION_WIDTH);
    writer.uint(end / INSTRUCTION_WIDTH);
    writer.uint(target / INSTRUCTION_WIDTH);
    writer.uint(register);
  });
  writeCode(writer, block.code);
  writer.uint(block.positions.length);
  for (const [index, number] of block.positions.entries()) {
    if (index % POSITION_WIDTH === 1) writer.int(number);
    else writer.uint(number);
  }
}

function writeList<T>(writer: ByteWriter, list: readonly T[], write: (item: T) => void): void {
  writer.uint(list.length);
  for (const item of list) write(item);
}

function writeCode(writer: ByteWriter, code: readonly number[]): void {
  writer.uint(code.length / INSTRUCTION_WIDTH);
  for (let pc = 0; pc < code.length; pc += INSTRUCTION_WIDTH) {
    const op = code[pc];
    if (!(op in OP_NAMES)) throw new Error(`Invariant: opcode ${op} cannot be encoded`);
    writer.uint(op);
    for (let slot = 0; slot < 3; slot++) writeOperand(writer, OPERAND_CODINGS[op * 3 + slot], code[pc + 1 + slot], pc);
  }
}

function writeOperand(writer: ByteWriter, coding: OperandCoding, value: number, pc: number): void {
  switch (coding) {
    case OperandCoding.Absent:
      if (value !== 0) throw new Error(`Invariant: unused operand ${value} cannot be encoded`);
      break;
    case OperandCoding.Plain:
      writer.uint(value);
      break;
    case OperandCoding.Signed:
      writer.int(value);
      break;
    case OperandCoding.Optional:
      writer.uint(value + 1);
      break;
    case OperandCoding.Relative:
      writer.int((value - pc) / INSTRUCTION_WIDTH);
  }
}

function writeConstant(writer: ByteWriter, constant: Constant, strings: StringTable): void {
  switch (typeof constant) {
    case "undefined":
      writer.uint(ConstantTag.Undefined);
      return;
    case "boolean":
      writer.uint(constant ? ConstantTag.True : ConstantTag.False);
      return;
    case "number":
      writeNumber(writer, constant);
      return;
    case "string":
      writer.uint(ConstantTag.String);
      writer.uint(strings.indexOf(constant));
      return;
    case "bigint": {
      const digits = constant.toString(16);
      if (digits.length > MAX_BIGINT_DIGITS) throw new Error("Invariant: a BigInt constant is too long to be encoded");
      // Its own string: a shared one would be parsed again for each of its uses in hostile bytes.
      writer.uint(ConstantTag.BigInt);
      writer.string(digits);
      return;
    }
  }
  if (constant === null) {
    writer.uint(ConstantTag.Null);
    return;
  }
  switch (constant.type) {
    case "template":
      writer.uint(ConstantTag.Template);
      writer.uint(constant.raw.length);
      for (const [index, raw] of constant.raw.entries()) {
        const cooked = constant.cooked[index];
        writer.uint(strings.indexOf(raw));
        writer.uint(cooked === undefined ? 0 : strings.indexOf(cooked) + 1);
      }
      break;
    case "regexp":
      writer.uint(ConstantTag.RegExp);
      writer.uint(strings.indexOf(constant.source));
      writer.uint(strings.indexOf(constant.flags));
      break;
    case "keys":
      writer.uint(ConstantTag.Keys);
      writeList(writer, constant.keys, (key) => writer.uint(strings.indexOf(key)));
  }
}

/** Where the bits of a double are taken apart. */
const scratch = new DataView(new ArrayBuffer(8));

function writeNumber(writer: ByteWriter, value: number): void {
  if (Object.is(value, value | 0)) {
    writer.uint(ConstantTag.Int);
    writer.int(value);
    return;
  }
  writer.uint(ConstantTag.Float);
  scratch.setFloat64(0, value);
  writer.uint(scratch.getUint32(0));
  writer.uint(scratch.getUint32(4));
}
