/** The listing: exact text by rows, and read back by the assembler. */
import { describe, expect, it } from "vitest";
import { disassemble, disassembleInstruction } from "../../../vm/bytecode/disassemble.js";
import { Op } from "../../../vm/bytecode/opcodes.js";
import { encodePositions } from "../../../vm/bytecode/source-map.js";
import { assemble } from "../../support/assemble.js";
import { SAMPLE, SAMPLE_LISTING } from "../../support/sample-program.js";

describe("disassemble", () => {
  it("lists every kind of operand and header part", () => {
    expect(disassemble(SAMPLE)).toBe(SAMPLE_LISTING);
  });

  it("gives a listing that assembles to the same program", () => {
    expect(assemble(disassemble(SAMPLE))).toEqual({ ...SAMPLE, source: "" });
  });

  it("lists one block", () => {
    const paragraphs = SAMPLE_LISTING.split("\n\n");
    expect(disassemble(SAMPLE, { block: 2 })).toBe(`${paragraphs[2]}\n`);
    expect(disassemble(SAMPLE, { block: 99 })).toBe("");
  });

  it("adds positions as line and column, or as offsets without source", () => {
    const program = assemble("LoadInt r0, 1\nNot r1, r0\nReturn r1", "let a\n= !1");
    const positions = encodePositions([
      { pc: 0, start: 8, end: 10 },
      { pc: 8, start: 0, end: 10 },
    ]);
    const placed = { ...program, blocks: [{ ...program.blocks[0], positions, end: 10 }] };
    const head = "#0 <anonymous>: normal async, params 0, length 0, registers 16, cost 3, text 0..10\n";
    const listing = (first: string, last: string) =>
      `${head}   0  LoadInt              r0, 1  ; ${first}\n   1  Not                  r1, r0\n   2  Return               r1  ; ${last}\n`;
    expect(disassemble(placed, { positions: true })).toBe(listing("2:3-2:5", "1:1-2:5"));
    expect(disassemble({ ...placed, source: "" }, { positions: true })).toBe(listing("8..10", "0..10"));
  });

  it.each([
    ["a plain word", "price", "price"],
    ["words", "two words", '"two words"'],
    ["nothing", "", '""'],
    ["line ends and controls", "a\n\u2028\u007f", '"a\\n\\u2028\\u007f"'],
    ["a lone surrogate", "\ud800", '"\\ud800"'],
    ["long text", "x".repeat(100), `"${"x".repeat(80)}"+20`],
  ])("shows a site key of %s", (_, key, text) => {
    const program = assemble("GetProperty r0, r1, @name");
    const block = { ...program.blocks[0], sites: [key] };
    expect(disassembleInstruction(program, block, 0)).toBe(`GetProperty          r0, r1, @0 ${text}`);
  });

  it("shows what is not there as ?", () => {
    const program = assemble("ReturnUndefined");
    const rows: [number[], string][] = [
      [[9999, 0, 0, 0], "?9999"],
      [[Op.LoadConst, 0, 7, 0], "LoadConst            r0, k7 ?"],
      [[Op.GetProperty, 0, 1, -1], "GetProperty          r0, r1, @-1 ?"],
      [[Op.MakeClosure, 0, 3, 0], "MakeClosure          r0, #? child 3"],
      [[Op.LoadRoutine, 0, 8, 0], "LoadRoutine          r0, #8 ?"],
      [[Op.LoadInt, 0], "LoadInt              r0, undefined"],
    ];
    for (const [code, text] of rows) {
      expect(disassembleInstruction(program, { ...program.blocks[0], code }, 0)).toBe(text);
    }
  });
});
