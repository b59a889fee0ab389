/** The library image: round trips by way of text, and blocks that open when touched. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LibraryImage } from "../../../vm/bytecode/library.js";
import { decodeLibrary, encodeLibrary } from "../../../vm/bytecode/library-image.js";
import type { Constant, Program } from "../../../vm/bytecode/program.js";
import { anyConstant, anyProgram, anyText } from "../../support/arbitrary-program.js";
import { assemble } from "../../support/assemble.js";
import { SAMPLE } from "../../support/sample-program.js";

describe("the library image", () => {
  const image: LibraryImage = {
    program: SAMPLE,
    installs: [
      { target: "ArrayPrototype", key: "map", kind: "method", block: 1 },
      { target: "MapPrototype", key: "size", kind: "getter", block: 2 },
      { target: "ObjectPrototype", key: "__proto__", kind: "setter", block: 2 },
      { target: "ArrayPrototype", key: "@@iterator", kind: "method", block: 3 },
    ],
    routines: [
      ["arrayMap", 1],
      ["", 2],
    ],
  };

  function withConstants(constants: Constant[]): Program {
    return { ...SAMPLE, blocks: [{ ...SAMPLE.blocks[0], constants }] };
  }

  /** Blocks with their lists opened, as plain records. */
  function opened(program: Program): Program {
    const blocks = program.blocks.map((block) => {
      const { name, kind, body, flags, length, paramCount, registerCount, entryCost, start, end } = block;
      const { code, constants, sites, captures, children, handlers, positions } = block;
      return {
        ...{ name, kind, body, flags, length, paramCount, registerCount, entryCost, start, end },
        ...{ code, constants, sites, captures, children, handlers, positions },
      };
    });
    return { ...program, blocks };
  }

  it("comes back, by way of text", () => {
    const text = encodeLibrary(image);
    const again = decodeLibrary(text);
    expect({ ...again, program: opened(again.program) }).toEqual(image);
  });

  it("comes back whatever the program holds, as printable ASCII", () => {
    const anyImage = fc.record({
      program: anyProgram,
      installs: fc.array(
        fc.record({
          target: anyText,
          key: anyText,
          kind: fc.constantFrom("method" as const, "getter" as const, "setter" as const),
          block: fc.nat(),
        }),
        { maxLength: 4 },
      ),
      routines: fc.array(fc.tuple(anyText, fc.nat()), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(anyImage, (drawn) => {
        const text = encodeLibrary(drawn);
        expect(text).toMatch(/^[ -~\n]*$/);
        const again = decodeLibrary(text);
        expect({ ...again, program: opened(again.program) }).toEqual(drawn);
      }),
      { numRuns: 300 },
    );
  });

  it("decodes a list once", () => {
    const [block] = decodeLibrary(encodeLibrary(image)).program.blocks;
    expect(block.code).toBe(block.code);
    expect(block.constants).toBe(block.constants);
    expect(block.positions).toBe(block.positions);
  });

  it("does not look at the lists of a block that is not touched", () => {
    const text = encodeLibrary({ ...image, program: assemble("LoadInt r0, 77\nReturn r0") });
    expect(decodeLibrary(text).program.blocks[0].code[2]).toBe(77);
    const broken = decodeLibrary(text.replace("77", "}")).program.blocks[0];
    expect(broken.registerCount).toBe(16);
    expect(() => broken.code).toThrow(SyntaxError);
  });

  it("of another version is refused", () => {
    const text = encodeLibrary({ ...image, program: { ...SAMPLE, version: 2 } });
    expect(() => decodeLibrary(text)).toThrow(new Error("Invariant: the library image has bytecode version 2"));
  });

  it("keeps any constant", () => {
    fc.assert(
      fc.property(fc.array(anyConstant), (constants) => {
        const text = encodeLibrary({ ...image, program: withConstants(constants) });
        expect(decodeLibrary(text).program.blocks[0].constants).toEqual(constants);
      }),
    );
  });
});
