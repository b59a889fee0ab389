/** Position tables and line lookup, by rows and against plain searches. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CodeBlock } from "../../../vm/bytecode/program.js";
import { encodePositions, lineAndColumn, positionAt } from "../../../vm/bytecode/source-map.js";
import { assemble } from "../../support/assemble.js";

function blockWith(positions: number[]): CodeBlock {
  return { ...assemble("ReturnUndefined").blocks[0], positions };
}

describe("encodePositions", () => {
  it.each([
    ["nothing", [], []],
    ["one entry", [{ pc: 0, start: 3, end: 9 }], [0, 3, 6]],
    [
      "a span before the last one",
      [
        { pc: 4, start: 10, end: 12 },
        { pc: 12, start: 2, end: 20 },
      ],
      [1, 10, 2, 2, -8, 18],
    ],
    [
      "a repeated span once",
      [
        { pc: 0, start: 5, end: 6 },
        { pc: 4, start: 5, end: 6 },
        { pc: 8, start: 5, end: 7 },
      ],
      [0, 5, 1, 2, 0, 2],
    ],
    ["an empty span at the start", [{ pc: 0, start: 0, end: 0 }], [0, 0, 0]],
  ])("codes %s", (_, entries, table) => {
    expect(encodePositions(entries)).toEqual(table);
  });

  it.each([
    [
      "a pc twice",
      [
        { pc: 4, start: 0, end: 1 },
        { pc: 4, start: 1, end: 2 },
      ],
    ],
    ["a pc inside an instruction", [{ pc: 3, start: 0, end: 1 }]],
    ["a span that ends before it starts", [{ pc: 0, start: 2, end: 1 }]],
  ])("refuses %s", (_, entries) => {
    expect(() => encodePositions(entries)).toThrow(/^Invariant: position entry/);
  });
});

describe("positionAt", () => {
  it("gives the entry of the pc, or the nearest one before it", () => {
    const block = blockWith(
      encodePositions([
        { pc: 4, start: 10, end: 12 },
        { pc: 12, start: 2, end: 20 },
      ]),
    );
    expect([0, 4, 8, 12, 400].map((pc) => positionAt(block, pc))).toEqual([
      undefined,
      { start: 10, end: 12 },
      { start: 10, end: 12 },
      { start: 2, end: 20 },
      { start: 2, end: 20 },
    ]);
  });

  it("agrees with a search through the entries", () => {
    const entry = fc.record({ pc: fc.nat(60), start: fc.nat(1000), length: fc.nat(40) });
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ pc }) => pc, maxLength: 30 }), (drawn) => {
        const entries = drawn
          .sort((x, y) => x.pc - y.pc)
          .map(({ pc, start, length }) => ({ pc: pc * 4, start, end: start + length }));
        const block = blockWith(encodePositions(entries));
        for (let pc = 0; pc < 256; pc += 4) {
          const before = entries.filter((each) => each.pc <= pc).at(-1);
          const { start, end } = before ?? {};
          expect(positionAt(block, pc)).toEqual(before && { start, end });
        }
      }),
    );
  });
});

describe("lineAndColumn", () => {
  const source = "ab\ncd\r\nef\rg\u2028h\u2029";
  it.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [5, 2, 3],
    [6, 2, 4],
    [7, 3, 1],
    [9, 3, 3],
    [10, 4, 1],
    [12, 5, 1],
    [14, 6, 1],
    [99, 6, 1],
    [-1, 1, 1],
  ])("offset %i is %i:%i", (offset, line, column) => {
    expect(lineAndColumn(source, offset)).toEqual({ line, column });
  });

  it("counts UTF-16 units and follows a change of source", () => {
    expect(lineAndColumn("😀x", 2)).toEqual({ line: 1, column: 3 });
    expect(lineAndColumn("\n\n😀x", 4)).toEqual({ line: 3, column: 3 });
    expect(lineAndColumn("", 0)).toEqual({ line: 1, column: 1 });
  });
});
