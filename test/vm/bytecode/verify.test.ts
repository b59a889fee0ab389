/** Each rule of the verifier by a row with its exact message, and totality on mutated programs. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disassemble } from "../../../vm/bytecode/disassemble.js";
import type { CodeBlock, Program } from "../../../vm/bytecode/program.js";
import { positionAt } from "../../../vm/bytecode/source-map.js";
import { verify } from "../../../vm/bytecode/verify.js";
import { assemble } from "../../support/assemble.js";
import { mutatedPrograms } from "../../support/mutate-program.js";
import { SAMPLE } from "../../support/sample-program.js";

const INTRINSICS = { operations: ["charge", "fail"], values: ["ArrayPrototype"] };

/** `program` with some fields of one block replaced. */
function withBlock(program: Program, index: number, change: Partial<Record<keyof CodeBlock, unknown>>): Program {
  const blocks = program.blocks.map((block, at) => (at === index ? ({ ...block, ...change } as CodeBlock) : block));
  return { ...program, blocks };
}

const LEAF = assemble("ReturnUndefined");

describe("verify", () => {
  it("accepts a program with every kind of operand, constant and function", () => {
    expect(verify(SAMPLE)).toEqual([]);
  });

  it.each<[text: string, ...messages: string[]]>([
    ["registers 2\nLoadInt r2, 1\nReturnUndefined", "instruction 0 LoadInt: r2 is outside the 2 registers"],
    ["LoadInt r-1, 1\nReturnUndefined", "instruction 0 LoadInt: r-1 is not dst"],
    ["LoadInt r0, 2147483648\nReturnUndefined", "instruction 0 LoadInt: 2147483648 is not int"],
    ["LoadInt r0, 1.5\nReturnUndefined", "instruction 0 LoadInt: 1.5 is not int"],
    ["registers 4\nCall r2, x2\nReturnUndefined", "instruction 0 Call: registers r2 to r4 are outside the 4 registers"],
    ["registers 4\nCallMethod r2, x0\nReturnUndefined"],
    [
      "registers 4\nCallMethod r2, x1\nReturnUndefined",
      "instruction 0 CallMethod: registers r2 to r4 are outside the 4 registers",
    ],
    ["registers 4\nNewArray r0, r4, x0\nReturnUndefined"],
    ["registers 4\nNewArray r0, r5, x0\nReturnUndefined", "instruction 0 NewArray: r5 is outside the 4 registers"],
    [
      "registers 4\nConcat r0, r2, x3\nReturnUndefined",
      "instruction 0 Concat: registers r2 to r4 are outside the 4 registers",
    ],
    [
      "registers 4\nNewObjectWith r0, r3, k {a, b}\nReturnUndefined",
      "instruction 0 NewObjectWith: registers r3 to r4 are outside the 4 registers",
    ],
    [
      "registers 4\nGetMethod r3, r0, @a\nReturnUndefined",
      "instruction 0 GetMethod: registers r3 to r4 are outside the 4 registers",
    ],
    [
      "registers 4\nUsingDispose r0, r2, 0\nReturnUndefined",
      "instruction 0 UsingDispose: registers r2 to r4 are outside the 4 registers",
    ],
    ["LoadRest r0, -1\nReturnUndefined", "instruction 0 LoadRest: -1 is not in 0..2147483647"],
    ['ThrowError 3, k "no"', "instruction 0 ThrowError: 3 is not in 0..2"],
    ["LoadConst r0, k {a}\nReturnUndefined", "instruction 0 LoadConst: k0 is a keys constant, not primitive"],
    ["CheckTdz r0, k 5\nReturnUndefined", "instruction 0 CheckTdz: k0 is a primitive constant, not string"],
    ['NewRegExp r0, k "a"\nReturnUndefined', "instruction 0 NewRegExp: k0 is a string constant, not regexp"],
    [
      'GetTemplate r0, k regexp "a"\nReturnUndefined',
      "instruction 0 GetTemplate: k0 is a regexp constant, not template",
    ],
    ["NewObjectWith r0, r1, k 1\nReturnUndefined", "instruction 0 NewObjectWith: k0 is a primitive constant, not keys"],
    ["NewObject r0\nNewObjectWith r0, r1, k {a, a}\nReturnUndefined", "constant 0: has a key twice"],
    ["NewObjectWith r0, r1, k {a, 17}\nReturnUndefined", 'constant 0: has the key "17"'],
    ["NewObjectWith r0, r1, k {__proto__}\nReturnUndefined", 'constant 0: has the key "__proto__"'],
    ["NewObjectWith r0, r1, k {017, 4294967295, -1}\nReturnUndefined"],
    ["GetLength r0, r1, @size\nReturnUndefined", "instruction 0 GetLength: @0 is not the site of length"],
    ["LoadCaptured r0, c0\nReturnUndefined", "instruction 0 LoadCaptured: c0 is outside the 0 captures"],
    ["Jump ->1", "instruction 0 Jump: label 4 is past the end of the code"],
    ["LoadInt r0, 1\nJump ->0", "instruction 1 Jump: ->0 is a backward jump, which only JumpLoop may make"],
    [
      "JumpTrue r0, ->0\nReturnUndefined",
      "instruction 0 JumpTrue: ->0 is a backward jump, which only JumpLoop may make",
    ],
    ["JumpLoop ->1, fuel 1\nReturnUndefined", "instruction 0 JumpLoop: ->1 is not a backward jump"],
    ["JumpLoop ->0, fuel 1"],
    ["JumpLoop ->0, fuel 0", "instruction 0 JumpLoop: fuel 0 is not fuel"],
    ["LoadInt r0, 1", "instruction 0 LoadInt: the code runs past its end"],
    ["GeneratorStart\nReturnUndefined", "instruction 0 GeneratorStart: only a generator body may do this"],
    ["generator\nReturnUndefined", "a generator body without GeneratorStart", "the top level is an async body"],
    [
      "plain\nAwait r0, r0\nReturnUndefined",
      "the top level is an async body",
      "instruction 0 Await: only an async body may do this",
    ],
    ["cost 0\nReturnUndefined", "entry cost 0 is not positive"],
    ["params 1\nReturnUndefined", "the top level has no parameters"],
    [
      "params 3, registers 2\nReturnUndefined",
      "3 parameters do not fit in 2 registers",
      "the top level has no parameters",
    ],
    ["registers 65537\nReturnUndefined", "65537 registers, at most 65536 are allowed"],
    ["library\nReturnUndefined", "flags 2 are not allowed"],
    [
      "LoadIntrinsic r0, $0\nReturnUndefined",
      "instruction 0 LoadIntrinsic: $0 is outside the 0 intrinsics",
      "instruction 0 LoadIntrinsic: only library code may do this",
    ],
    ["captures r0\nReturnUndefined", "the top level captures nothing"],
    ["text 4..2\nReturnUndefined", "text 4..2 is outside the source"],
    ["class constructor async\nReturnUndefined", "a class constructor has a plain body"],
    ["LoadInt r0, 1\nReturnUndefined\nhandler 0..0 -> 1 r0", "handler 0: range 0..0 is empty"],
    ["LoadInt r0, 1\nReturnUndefined\nhandler 0..3 -> 1 r0", "handler 0: range 0..12 is not made of instructions"],
    ["LoadInt r0, 1\nReturnUndefined\nhandler 0..1 -> 2 r0", "handler 0: target 8 is not an instruction"],
    ["LoadInt r0, 1\nReturnUndefined\nhandler 0..2 -> 1 r0", "handler 0: target 1 is not behind the range"],
    ["LoadInt r0, 1\nReturnUndefined\nhandler 0..1 -> 1 r16", "handler 0: r16 is outside the 16 registers"],
  ])("row %#: %j", (text, ...messages) => {
    const [first, ...rest] = text.split("\n");
    const program = assemble(/^[A-Z]/.test(first) ? text : `#0 <anonymous>: ${first}\n${rest.join("\n")}`);
    const found = verify(program);
    expect([...found].sort()).toEqual(messages.map((message) => expected(message)).sort());
  });

  it.each<[name: string, program: Program, ...messages: string[]]>([
    ["another version", { ...LEAF, version: 0 }, "program: bytecode version 0, this build runs 1"],
    ["no blocks", { ...LEAF, blocks: [] }, "program: no blocks"],
    ["an unknown opcode", withBlock(LEAF, 0, { code: [9999, 0, 0, 0] }), "block 0, instruction 0: unknown opcode 9999"],
    [
      "an operand that should be 0",
      withBlock(LEAF, 0, { code: [...LEAF.blocks[0].code.slice(0, 3), 5] }),
      "block 0, instruction 0 ReturnUndefined: unused operand 5 is not 0",
    ],
    [
      "code cut short",
      withBlock(LEAF, 0, { code: [1, 0, 0] }),
      "block 0: the code has 3 numbers, not a positive multiple of 4",
    ],
    [
      "code that is not numbers",
      withBlock(LEAF, 0, { code: [157, 0, 0, 0n] }),
      "block 0: code is not a list of numbers",
    ],
    ["no code", withBlock(LEAF, 0, { code: [] }), "block 0: the code has 0 numbers, not a positive multiple of 4"],
    ["a list that is none", withBlock(LEAF, 0, { handlers: null }), "block 0: handlers is not a list"],
    [
      "a label inside an instruction",
      withBlock(assemble("JumpTrue r0, ->1\nReturnUndefined"), 0, {
        code: assemble("JumpTrue r0, ->1\nReturnUndefined").blocks[0].code.map((each, at) => (at === 2 ? 5 : each)),
      }),
      "block 0, instruction 0 JumpTrue: label 5 is inside an instruction",
    ],
    ["kinds unknown", withBlock(LEAF, 0, { kind: 9, body: 1, name: "f" }), "block 0 (f): unknown function kind 9"],
    ["a site without key", withBlock(LEAF, 0, { sites: [5] }), "block 0: site 0 has no key"],
    ["a constant without type", withBlock(LEAF, 0, { constants: [{}] }), "block 0: constant 0: has no known type"],
    [
      "a template of unequal parts",
      withBlock(LEAF, 0, { constants: [{ type: "template", cooked: ["a"], raw: ["a", "b"] }] }),
      "block 0: constant 0: has 1 cooked and 2 raw parts",
    ],
    [
      "positions cut short",
      withBlock(LEAF, 0, { positions: [0, 1] }),
      "block 0: the position table has 2 numbers, not a multiple of 3",
    ],
    [
      "positions past the code",
      withBlock(LEAF, 0, { positions: [1, 0, 0] }),
      "block 0: position 0 is out of order or past the code",
    ],
    [
      "positions out of order",
      withBlock(LEAF, 0, { positions: [0, 0, 0, 0, 0, 0] }),
      "block 0: position 1 is out of order or past the code",
    ],
    [
      "positions outside the source",
      { ...withBlock(LEAF, 0, { positions: [0, 3, 3] }), source: "12345" },
      "block 0: position 0 is outside the source",
    ],
    [
      "a block out of the tree",
      assemble("ReturnUndefined\n#1 f:\nReturnUndefined"),
      "block 1 (f): no block that can run creates it",
    ],
    [
      "a child with two parents",
      assemble(
        "MakeClosure r0, #1\nReturnUndefined\n#1 f:\nMakeClosure r0, #2\nReturnUndefined\n#2 g:\nMakeClosure r0, #1\nReturnUndefined",
      ),
      "block 2 (g): child #1 belongs to block 0 already",
    ],
    [
      "blocks that create each other",
      assemble(
        "ReturnUndefined\n#1 f:\nMakeClosure r0, #2\nReturnUndefined\n#2 g:\nMakeClosure r0, #1\nReturnUndefined",
      ),
      "block 1 (f): no block that can run creates it",
      "block 2 (g): no block that can run creates it",
    ],
    [
      "a child that is the top level",
      withBlock(LEAF, 0, { children: [0] }),
      "block 0: child #0 is not a block below the top level",
    ],
    [
      "a child that is no block",
      withBlock(LEAF, 0, { children: [7] }),
      "block 0: child #7 is not a block below the top level",
    ],
    [
      "captures that the parent lacks",
      assemble("#0 m: registers 2\nMakeClosure r0, #1\nReturnUndefined\n#1 f: captures r1 r2 c0\nReturnUndefined"),
      "block 0 (m): child #1 captures r2, which is not there",
      "block 0 (m): child #1 captures c0, which is not there",
    ],
    [
      "a class made as a closure",
      assemble("MakeClosure r0, #1\nReturnUndefined\n#1 f: class constructor\nReturnUndefined"),
      "block 0, instruction 0 MakeClosure: #1 is a class constructor",
    ],
    [
      "a closure made as a class",
      assemble("MakeClass r0, #1, none\nReturnUndefined\n#1 f: method\nReturnUndefined"),
      "block 0, instruction 0 MakeClass: #1 is not a class constructor",
    ],
    [
      "a generator that yields before it starts and starts twice",
      assemble(
        "MakeClosure r0, #1\nReturnUndefined\n#1 f: generator\nYield r0, r0, ->1\nGeneratorStart\nGeneratorStart\nReturnUndefined",
      ),
      "block 1 (f), instruction 0 Yield: the generator has not started",
      "block 1 (f), instruction 2 GeneratorStart: the generator has already started",
    ],
  ])("refuses %s", (_, program, ...messages) => {
    expect(verify(program)).toEqual(messages);
  });

  describe("handler nesting", () => {
    const code = `${"LoadInt r0, 1\n".repeat(9)}ReturnUndefined\n`;
    it.each<[ranges: string[], ...messages: string[]]>([
      [["2..4", "1..5", "0..9"]],
      [["2..4", "6..8", "1..5", "6..9", "5..6"]],
      [["2..4", "2..4"]],
      [["1..5", "2..4"], "handler 1: lies inside handler 0, which comes first"],
      [["1..5", "3..7"], "handler 1: overlaps handler 0 without lying inside it"],
      [["6..8", "1..2", "0..9", "3..4"], "handler 3: lies inside handler 2, which comes first"],
    ])("%j", (ranges, ...messages) => {
      const program = assemble(code + ranges.map((range) => `handler ${range} -> 9 r1`).join("\n"));
      expect(verify(program)).toEqual(messages.map(expected));
    });
  });

  describe("of the library", () => {
    const text = `#0 <anonymous>: plain, library
      ReturnUndefined
#1 map: library, library constructor
      CallIntrinsic r0, x1, $1
      LoadIntrinsic r0, $0
      LoadRoutine r1, #2
      CallRoutine r1, x0, #2
      Return r1
#2 each: library
      ReturnUndefined`;

    it("accepts intrinsics and routines that stand alone", () => {
      expect(verify(assemble(text), INTRINSICS)).toEqual([]);
    });

    it("refuses intrinsics without name", () => {
      expect(verify(assemble(text), { operations: ["charge"], values: [] })).toEqual([
        "block 1 (map), instruction 0 CallIntrinsic: $1 is outside the 1 intrinsics",
        "block 1 (map), instruction 1 LoadIntrinsic: $0 is outside the 0 intrinsics",
      ]);
    });

    it("refuses a routine that captures, and intrinsics in a block without the flag", () => {
      const program = assemble(
        "LoadRoutine r0, #1\nMakeClosure r0, #1\nReturnUndefined\n#1 f: library, captures r0\nReturnUndefined",
      );
      expect(verify(program, INTRINSICS)).toEqual([
        "block 0, instruction 0 LoadRoutine: #1 captures and is not a routine",
        "block 0, instruction 0 LoadRoutine: only library code may do this",
      ]);
    });
  });

  it("stops after 100 messages", () => {
    expect(verify(assemble("LoadInt r99, 1\n".repeat(500)))).toHaveLength(100);
  });

  it("takes time in proportion to the program", () => {
    const lines = 50_000;
    const program = assemble(`${"LoadInt r0, 1\n".repeat(lines)}ReturnUndefined`);
    const block = program.blocks[0];
    const handlers = Array.from({ length: lines }, (_, i) => ({
      start: 4 * (lines - 1 - i),
      end: 4 * lines,
      target: 4 * lines,
      register: 0,
    }));
    const start = performance.now();
    expect(verify(withBlock(program, 0, { ...block, handlers }))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1500);
  });

  it("never throws on mutated programs, and what it accepts can be listed", () => {
    let accepted = 0;
    fc.assert(
      fc.property(mutatedPrograms(), (program) => {
        const messages = verify(program);
        expect(Array.isArray(messages)).toBe(true);
        if (messages.length > 0) return;
        accepted++;
        expect(disassemble(program, { positions: true })).not.toContain("?");
        for (const block of program.blocks) positionAt(block, 0);
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(10);
  });
});

/** Messages about block 0, written without its name. */
function expected(message: string): string {
  return /^(instruction|handler) \d/.test(message) ? `block 0, ${message}` : `block 0: ${message}`;
}
