/**
 * CodeBlocks from bytes, the reading half of encode.ts (the layout is there). What block-writer.ts
 * wrote comes back; anything else throws DecodeFailure or gives a block that is well formed.
 */
import type { ByteReader } from "./byte-stream.js";
import { OP_COUNT, OP_NAMES, OPS } from "./opcodes.js";
import { INSTRUCTION_WIDTH, type OperandKind } from "./operands.js";
import { BodyKind, type CodeBlock, type Constant, FunctionKind, type HandlerRange } from "./program.js";
import { POSITION_WIDTH } from "./source-map.js";

/** Most hexadecimal digits of a BigInt constant; 2^24 make 8 MB. */
export const MAX_BIGINT_DIGITS = 2 ** 24;

/** First number of an encoded constant. */
export const enum ConstantTag {
  Undefined,
  Null,
  False,
  True,
  Int,
  Float,
  String,
  BigInt,
  Template,
  RegExp,
  Keys,
}

/** How an operand is written, by its kind. */
export const enum OperandCoding {
  /** Not at all. */
  Absent,
  Plain,
  Signed,
  /** Plus 1, so that -1 has a place. */
  Optional,
  /** Instructions from this one. */
  Relative,
}

/** Three codings an opcode: flat. */
export const OPERAND_CODINGS: Uint8Array = Uint8Array.from(
  OP_NAMES.flatMap((name) => OPS[name].operands.map(operandCoding)),
);

function operandCoding(kind: OperandKind): OperandCoding {
  switch (kind) {
    case "none":
      return OperandCoding.Absent;
    case "int":
      return OperandCoding.Signed;
    case "src?":
      return OperandCoding.Optional;
    case "label":
      return OperandCoding.Relative;
    default:
      return OperandCoding.Plain;
  }
}

/** Where the bits of a double are put together. */
const scratch = new DataView(new ArrayBuffer(8));

/** The string table of a program. */
export interface StringReader {
  /** Throws DecodeFailure when there is no string `index`. */
  at(index: number): string;
}

/** The whole table, decoded. */
export function readStrings(reader: ByteReader): StringReader {
  const list = readList(reader, () => reader.string());
  return {
    at(index: number): string {
      if (index >= list.length) throw reader.malformed(`string ${index} of ${list.length}`);
      return list[index];
    },
  };
}

/** A count and that many items; `read` takes at least one byte. */
export function readList<T>(reader: ByteReader, read: () => T): T[] {
  const list: T[] = [];
  for (let rest = reader.count(); rest > 0; rest--) list.push(read());
  return list;
}

/** A number that must be below `bound`, such as an enumeration. */
function readBelow(reader: ByteReader, bound: number): number {
  const value = reader.uint();
  if (value >= bound) throw reader.malformed(`${value} is not below ${bound}`);
  return value;
}

/** The next block. */
export function readBlock(reader: ByteReader, strings: StringReader): CodeBlock {
  const name = strings.at(reader.uint());
  const kind = readBelow(reader, FunctionKind.DerivedConstructor + 1);
  const body = readBelow(reader, BodyKind.AsyncGenerator + 1);
  const flags = reader.uint();
  const length = reader.uint();
  const paramCount = reader.uint();
  const registerCount = reader.uint();
  const entryCost = reader.uint();
  const start = reader.uint();
  const end = start + reader.uint();
  const captures = readList(reader, () => reader.int());
  const children = readList(reader, () => reader.uint());
  const sites = readList(reader, () => strings.at(reader.uint()));
  const constants = readList(reader, () => readConstant(reader, strings));
  const handlers = readList(reader, () => readHandler(reader));
  const code = readCode(reader);
  const positions = readPositions(reader);
  return {
    ...{ name, kind, body, flags, length, paramCount, registerCount, entryCost, start, end },
    ...{ captures, children, sites, constants, handlers, code, positions },
  };
}

function readHandler(reader: ByteReader): HandlerRange {
  return {
    start: reader.uint() * INSTRUCTION_WIDTH,
    end: reader.uint() * INSTRUCTION_WIDTH,
    target: reader.uint() * INSTRUCTION_WIDTH,
    register: reader.uint(),
  };
}

function readCode(reader: ByteReader): number[] {
  const size = reader.count() * INSTRUCTION_WIDTH;
  const code: number[] = [];
  for (let pc = 0; pc < size; pc += INSTRUCTION_WIDTH) {
    const op = readBelow(reader, OP_COUNT);
    code.push(op);
    for (let slot = op * 3; slot < op * 3 + 3; slot++) {
      switch (OPERAND_CODINGS[slot]) {
        case OperandCoding.Absent:
          code.push(0);
          break;
        case OperandCoding.Plain:
          code.push(reader.uint() | 0);
          break;
        case OperandCoding.Signed:
          code.push(reader.int() | 0);
          break;
        case OperandCoding.Optional:
          code.push((reader.uint() - 1) | 0);
          break;
        case OperandCoding.Relative:
          code.push((pc + reader.int() * INSTRUCTION_WIDTH) | 0);
      }
    }
  }
  return code;
}

function readConstant(reader: ByteReader, strings: StringReader): Constant {
  const tag: ConstantTag = reader.uint();
  switch (tag) {
    case ConstantTag.Undefined:
      return undefined;
    case ConstantTag.Null:
      return null;
    case ConstantTag.False:
      return false;
    case ConstantTag.True:
      return true;
    case ConstantTag.Int:
      return reader.int();
    case ConstantTag.Float:
      scratch.setUint32(0, reader.uint());
      scratch.setUint32(4, reader.uint());
      return scratch.getFloat64(0);
    case ConstantTag.String:
      return strings.at(reader.uint());
    case ConstantTag.BigInt:
      return readBigInt(reader, reader.string());
    case ConstantTag.Template: {
      const raw: string[] = [];
      const cooked: (string | undefined)[] = [];
      for (let rest = reader.count(); rest > 0; rest--) {
        raw.push(strings.at(reader.uint()));
        const index = reader.uint();
        cooked.push(index === 0 ? undefined : strings.at(index - 1));
      }
      return { type: "template", cooked, raw };
    }
    case ConstantTag.RegExp:
      return { type: "regexp", source: strings.at(reader.uint()), flags: strings.at(reader.uint()) };
    case ConstantTag.Keys:
      return { type: "keys", keys: readList(reader, () => strings.at(reader.uint())) };
    default:
      throw reader.malformed(`constant tag ${tag}`);
  }
}

function readBigInt(reader: ByteReader, digits: string): bigint {
  if (digits.length > MAX_BIGINT_DIGITS || !/^-?[0-9a-f]+$/.test(digits)) throw reader.malformed("a BigInt constant");
  return digits.startsWith("-") ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
}

function readPositions(reader: ByteReader): number[] {
  const positions: number[] = [];
  const size = reader.count();
  while (positions.length < size) {
    positions.push(positions.length % POSITION_WIDTH === 1 ? reader.int() : reader.uint());
  }
  return positions;
}
