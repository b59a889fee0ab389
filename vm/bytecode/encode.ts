/**
 * Programs as bytes, and back. Layout, every number and string as byte-stream.ts writes them:
 *
 *   "CMVM" version | strings | source | blocks
 *   block = name kind body flags length paramCount registerCount entryCost start size
 *           captures children sites constants handlers code positions
 *
 * Strings are stored once and named by index. An instruction is its opcode and those of its
 * operands that are not `none`; labels are relative. Decoding reads everything and trusts nothing:
 * counts are held against the bytes left before anything is allocated. What decodes is well formed,
 * not sound: verify.ts comes next. Stage before: compiler/. The library has a form of its own,
 * library-image.ts.
 */
import { err, ok, type Result } from "neverthrow";
import { readBlock, readList, readStrings } from "./block-reader.js";
import { writeBlock } from "./block-writer.js";
import { ByteReader, ByteWriter, DecodeFailure } from "./byte-stream.js";
import type { Program } from "./program.js";
import { StringTable } from "./string-table.js";
import { BYTECODE_VERSION } from "./version.js";

/** Why bytes are no program: `offset` is in bytes. */
export interface DecodeError {
  readonly kind:
    | "not-a-program"
    /** Encoded by a build with another instruction set. */
    | "other-version"
    | "truncated"
    | "malformed";
  readonly offset: number;
  readonly message: string;
}

/** The letters CMVM. */
const MAGIC = [0x43, 0x4d, 0x56, 0x4d];

/** The bytes of a program. Throws on one that verify refuses, when the format has no place for it. */
export function encodeProgram(program: Program): Uint8Array {
  const strings = new StringTable();
  const blocks = new ByteWriter();
  for (const block of program.blocks) writeBlock(blocks, block, strings);
  const writer = new ByteWriter();
  for (const letter of MAGIC) writer.byte(letter);
  writer.uint(program.version);
  writer.uint(strings.list.length);
  for (const text of strings.list) writer.string(text);
  writer.string(program.source);
  writer.uint(program.blocks.length);
  writer.append(blocks);
  return writer.finish();
}

/**
 * The program in `bytes`: well formed, and to be verified before it runs. Never throws; takes time
 * and memory in proportion to the bytes.
 */
export function decodeProgram(bytes: Uint8Array): Result<Program, DecodeError> {
  try {
    const reader = new ByteReader(bytes);
    for (const letter of MAGIC) {
      if (reader.remaining === 0 || reader.byte() !== letter) {
        return err({ kind: "not-a-program", offset: 0, message: "the bytes do not start as a program" });
      }
    }
    const version = reader.uint();
    if (version !== BYTECODE_VERSION) {
      const message = `bytecode version ${version}, this build reads ${BYTECODE_VERSION}`;
      return err({ kind: "other-version", offset: MAGIC.length, message });
    }
    const strings = readStrings(reader);
    const source = reader.string();
    const blocks = readList(reader, () => readBlock(reader, strings));
    if (reader.remaining > 0) throw reader.malformed("bytes after the end");
    return ok({ version, blocks, source });
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error;
    return err({ kind: error.kind, offset: error.offset, message: error.message });
  }
}

export { decodeLibrary, encodeLibrary } from "./library-image.js";
