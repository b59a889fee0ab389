/** Round trips, exact sizes and errors of the encoding, and totality on random and mutated bytes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeProgram, encodeProgram } from "../../../vm/bytecode/encode.js";
import { Op } from "../../../vm/bytecode/opcodes.js";
import type { CodeBlock, Constant, Program } from "../../../vm/bytecode/program.js";
import { verify } from "../../../vm/bytecode/verify.js";
import { anyProgram } from "../../support/arbitrary-program.js";
import { assemble } from "../../support/assemble.js";
import { SAMPLE } from "../../support/sample-program.js";

const LEAF = assemble("#0 f: registers 1\nReturnUndefined");

function withBlock(change: Partial<CodeBlock>): Program {
  return { ...LEAF, blocks: [{ ...LEAF.blocks[0], ...change }] };
}

function decoded(bytes: Uint8Array): Program {
  return decodeProgram(bytes)._unsafeUnwrap();
}

/** LEB128 of a number below 16,384. */
const varint = (value: number) => (value < 128 ? [value] : [0x80 + (value % 128), value >> 7]);

describe("encodeProgram and decodeProgram", () => {
  it("give the sample back", () => {
    const bytes = encodeProgram(SAMPLE);
    expect(decoded(bytes)).toEqual(SAMPLE);
    expect(verify(decoded(bytes))).toEqual([]);
  });

  it("lay out a program of one instruction as documented", () => {
    expect([...encodeProgram(LEAF)]).toEqual([
      ...[0x43, 0x4d, 0x56, 0x4d, 1],
      ...[1, 2, 0x66],
      0,
      1,
      // name, kind, body, flags, length, params, registers, cost, start, size
      ...[0, 0, 1, 0, 0, 0, 1, 1, 0, 0],
      // captures, children, sites, constants, handlers, one instruction, positions
      ...[0, 0, 0, 0, 0, 1, ...varint(Op.ReturnUndefined), 0],
    ]);
  });

  it("give back any program", () => {
    fc.assert(
      fc.property(anyProgram, (program) => {
        const bytes = encodeProgram(program);
        const again = decoded(bytes);
        expect(again).toEqual(program);
        expect(encodeProgram(again)).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Constant]>([
    ["a negative zero", -0],
    ["not a number", Number.NaN],
    ["a fraction", 0.1],
    ["the least double", 5e-324],
    ["an integer of 33 bits", 2 ** 32],
    ["a negative BigInt", -(2n ** 100n)],
    ["lone surrogates", "\udfff\ud800x"],
    ["a long wide string", "aé😀\u2028".repeat(3000)],
    ["a template with an invalid escape", { type: "template", cooked: [undefined, ""], raw: ["\\u", ""] }],
  ])("keep %s exactly", (_, constant) => {
    expect(decoded(encodeProgram(withBlock({ constants: [constant] }))).blocks[0].constants).toStrictEqual([constant]);
  });

  it("store ASCII in a byte a unit, and each string once", () => {
    const size = (program: Program) => encodeProgram(program).length;
    expect(size({ ...LEAF, source: "x".repeat(1000) }) - size(LEAF)).toBe(1001);
    const text = "x".repeat(100);
    const once = withBlock({ constants: [text] });
    const thrice = withBlock({ constants: [text, text], sites: [text] });
    expect(size(thrice) - size(once)).toBe(3);
  });

  it.each<[string, number[], object]>([
    ["nothing", [], { kind: "not-a-program", offset: 0, message: "the bytes do not start as a program" }],
    [
      "other bytes",
      [0x43, 0x4d, 0x56, 0x4e, 1],
      { kind: "not-a-program", offset: 0, message: "the bytes do not start as a program" },
    ],
    [
      "another version",
      [0x43, 0x4d, 0x56, 0x4d, 99],
      { kind: "other-version", offset: 4, message: "bytecode version 99, this build reads 1" },
    ],
    ["a start alone", [0x43, 0x4d, 0x56, 0x4d], { kind: "truncated", offset: 4, message: "the bytes end too early" }],
    [
      "a count without items",
      [0x43, 0x4d, 0x56, 0x4d, 1, 0xff, 0xff, 0xff, 0x7f],
      { kind: "truncated", offset: 9, message: "268435455 items do not fit" },
    ],
    [
      "a string without text",
      [0x43, 0x4d, 0x56, 0x4d, 1, 1, 20],
      { kind: "truncated", offset: 7, message: "a string of 10 bytes does not fit" },
    ],
    [
      "a padded number",
      [0x43, 0x4d, 0x56, 0x4d, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
      { kind: "malformed", offset: 9, message: "a number of too many bytes" },
    ],
    [
      "a number of 33 bits",
      [0x43, 0x4d, 0x56, 0x4d, 0xff, 0xff, 0xff, 0xff, 0x1f],
      { kind: "malformed", offset: 9, message: "a number of more than 32 bits" },
    ],
    [
      "a wide string with a number too large",
      [0x43, 0x4d, 0x56, 0x4d, 1, 1, 7, 0x80, 0x80, 4],
      { kind: "malformed", offset: 10, message: "a code unit of more than 16 bits" },
    ],
    [
      "bytes after the end",
      [...encodeProgram(LEAF), 0],
      { kind: "malformed", offset: encodeProgram(LEAF).length, message: "bytes after the end" },
    ],
  ])("refuse %s", (_, bytes, error) => {
    expect(decodeProgram(Uint8Array.from(bytes))._unsafeUnwrapErr()).toEqual(error);
  });

  it("refuse every prefix of a program", () => {
    const bytes = encodeProgram(SAMPLE);
    for (let length = 0; length < bytes.length; length++) {
      expect(decodeProgram(bytes.subarray(0, length)).isErr()).toBe(true);
    }
  });

  it("never throw on random bytes", () => {
    const start = [...encodeProgram(LEAF).subarray(0, 5)];
    const random = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.oneof(fc.nat(12), fc.nat(255)), { maxLength: 200 })
        .map((rest) => Uint8Array.from([...start, ...rest])),
    );
    fc.assert(
      fc.property(random, (bytes) => {
        const result = decodeProgram(bytes);
        if (result.isOk()) verify(result.value);
      }),
      { numRuns: 3000 },
    );
  });

  it("never throw on mutated bytes, nor does verify on what decodes", () => {
    const bytes = encodeProgram(SAMPLE);
    const edits = fc.array(
      fc.record({ at: fc.nat(bytes.length - 1), byte: fc.oneof(fc.nat(12), fc.nat(255)), remove: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    );
    const outcomes = { refused: 0, unsound: 0, sound: 0 };
    fc.assert(
      fc.property(edits, (drawn) => {
        const mutated = [...bytes];
        for (const { at, byte, remove } of drawn) {
          if (remove) mutated.splice(at, 1);
          else mutated[at] = byte;
        }
        const result = decodeProgram(Uint8Array.from(mutated));
        if (result.isErr()) outcomes.refused++;
        else if (verify(result.value).length > 0) outcomes.unsound++;
        else outcomes.sound++;
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(outcomes.refused, outcomes.unsound, outcomes.sound)).toBeGreaterThan(10);
  });

  it.each<[string, Program, string]>([
    ["an unknown opcode", withBlock({ code: [9999, 0, 0, 0] }), "Invariant: opcode 9999 cannot be encoded"],
    [
      "an operand that should be 0",
      withBlock({ code: [Op.ReturnUndefined, 1, 0, 0] }),
      "Invariant: unused operand 1 cannot be encoded",
    ],
    ["a fraction", withBlock({ code: [Op.LoadInt, 0, 0.5, 0] }), "Invariant: 0.5 is not a 32-bit signed integer"],
    ["a negative count", withBlock({ length: -1 }), "Invariant: -1 is not a 32-bit unsigned integer"],
  ])("do not encode %s", (_, program, message) => {
    expect(() => encodeProgram(program)).toThrow(new Error(message));
  });
});
