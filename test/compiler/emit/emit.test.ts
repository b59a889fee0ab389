/** Registers, constants, labels, loops and handler ranges of one block, built by hand. */
import { describe, expect, test } from "vitest";
import { Constants, type ConstIndex } from "../../../compiler/emit/constants.js";
import { FunctionBuilder, Label } from "../../../compiler/emit/function-builder.js";
import { CapacityError, MAX_REGISTERS, type Register, Registers } from "../../../compiler/emit/registers.js";
import { Op } from "../../../vm/bytecode/opcodes.js";
import { BodyKind, FunctionKind } from "../../../vm/bytecode/program.js";

const HEADER = {
  name: "f",
  kind: FunctionKind.Normal,
  body: BodyKind.Plain,
  length: 0,
  paramCount: 0,
  start: 0,
  end: 9,
};

describe("registers", () => {
  test("are a stack that remembers its height", () => {
    const registers = new Registers();
    const first = registers.allocate();
    const mark = registers.mark();
    expect([first, registers.allocateRun(3), registers.allocate()]).toEqual([0, 1, 4]);
    registers.release(mark);
    expect([registers.allocate(), registers.count]).toEqual([1, 5]);
  });

  test("a register not released is an invariant error", () => {
    const registers = new Registers();
    registers.allocate();
    expect(() => registers.expect(0, "here")).toThrow(new Error("Invariant: 1 registers not released after here"));
    expect(() => registers.release(2)).toThrow(new Error("Invariant: released to r2 with only r1 allocated"));
  });

  test("end at a limit", () => {
    const registers = new Registers();
    registers.allocateRun(MAX_REGISTERS);
    expect(() => registers.allocate()).toThrow(CapacityError);
  });
});

describe("constants", () => {
  test("primitives are stored once, told apart as Object.is does", () => {
    const constants = new Constants();
    const indices = [1, -0, 0, Number.NaN, Number.NaN, "1", 1n, -0, undefined, null, true, "1"].map((value) =>
      constants.add(value),
    );
    expect(indices).toEqual([0, 1, 2, 3, 3, 4, 5, 1, 6, 7, 8, 4]);
  });

  test("template objects are never shared", () => {
    const constants = new Constants();
    const template = () => ({ type: "template" as const, cooked: ["a"], raw: ["a"] });
    expect([constants.add(template()), constants.add(template())]).toEqual([0, 1]);
  });

  test("sites are their own up to a number, then shared by key", () => {
    const constants = new Constants();
    expect([constants.site("a"), constants.site("a")]).toEqual([0, 1]);
    while (constants.sites.length < 16_384) constants.site("b");
    const shared = constants.site("a");
    expect(constants.site("a")).toBe(shared);
  });
});

describe("function builder", () => {
  const r = (index: number) => index as Register;

  test("labels are patched in both directions, loops are charged without what they hold", () => {
    const code = new FunctionBuilder();
    const exit = new Label();
    const mark = code.registers.mark();
    code.registers.allocateRun(2);
    const outer = code.openLoop();
    code.emit(Op.JumpFalse, r(0), exit);
    const inner = code.openLoop();
    code.emit(Op.Inc, r(1), r(1));
    code.closeLoop(inner);
    code.closeLoop(outer);
    code.bind(exit);
    code.emit(Op.ReturnUndefined);
    code.registers.release(mark);
    const block = code.finish(HEADER, [], 0);
    expect(block.code).toEqual(
      [
        [Op.JumpFalse, 0, 16, 0],
        [Op.Inc, 1, 1, 0],
        [Op.JumpLoop, 4, 2, 0],
        [Op.JumpLoop, 0, 2, 0],
        [Op.ReturnUndefined, 0, 0, 0],
      ].flat(),
    );
    expect([block.entryCost, block.registerCount]).toEqual([1, 2]);
  });

  test("a paused region leaves a hole in its range, inner ranges come first", () => {
    const code = new FunctionBuilder();
    const mark = code.registers.mark();
    code.registers.allocateRun(1);
    const handler = new Label();
    const outer = code.openRegion(handler, r(0));
    const inner = code.openRegion(handler, r(0));
    code.emit(Op.LoadUndefined, r(0));
    code.pause(inner);
    code.emit(Op.LoadUndefined, r(0));
    code.resume(inner);
    code.emit(Op.LoadUndefined, r(0));
    code.closeRegion(inner);
    code.closeRegion(outer);
    code.bind(handler);
    code.emit(Op.Throw, r(0));
    code.registers.release(mark);
    expect(code.finish(HEADER, [], 0).handlers).toEqual([
      { start: 0, end: 4, target: 12, register: 0 },
      { start: 8, end: 12, target: 12, register: 0 },
      { start: 0, end: 12, target: 12, register: 0 },
    ]);
  });

  test("code behind a jump is unreachable until a label is bound", () => {
    const code = new FunctionBuilder();
    expect(code.unreachable).toBe(false);
    code.emit(Op.ThrowError, 0, 0 as ConstIndex);
    expect(code.unreachable).toBe(true);
    code.bind(new Label());
    expect(code.unreachable).toBe(false);
  });

  test("an operand between two others that is not used is 0", () => {
    const code = new FunctionBuilder();
    const mark = code.registers.mark();
    code.registers.allocateRun(3);
    code.emit(Op.SuperCallSpread, r(0), 0, r(2));
    code.registers.release(mark);
    expect(code.finish(HEADER, [], 0).code).toEqual([Op.SuperCallSpread, 0, 0, 2]);
  });
});
