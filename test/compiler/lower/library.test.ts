/** The build's compiler of the self-hosted library: what its files may say, and what becomes of it. */
import { describe, expect, test } from "vitest";
import { disassemble, verify } from "../../../compiler/index.js";
import { compileLibrary } from "../../../compiler/library.js";
import type { IntrinsicNames } from "../../../vm/bytecode/library.js";
import { BlockFlag, FunctionKind } from "../../../vm/bytecode/program.js";

const NAMES: IntrinsicNames = {
  operations: ["size", "$list"],
  values: ["TypeError", "$MapPrototype", "@@iterator", "Symbol.species"],
};

function compileOne(source: string) {
  return compileLibrary([{ name: "one.js", source }], NAMES);
}

describe("compileLibrary", () => {
  test("installs members of targets", () => {
    const image = compileOne(`
      const MapPrototype = {
        get(key) { return key; },
        get size() { return 1; },
        set size(value) {},
        *[Symbol.iterator]() { yield 1; },
        async later(a, b = undefined) { return a; },
      };
      const constructors = { Map(iterable) { return new.target; } };`);
    expect(verify(image.program, NAMES)).toEqual([]);
    expect(image.installs).toEqual([
      { target: "MapPrototype", key: "get", kind: "method", block: 1 },
      { target: "MapPrototype", key: "size", kind: "getter", block: 2 },
      { target: "MapPrototype", key: "size", kind: "setter", block: 3 },
      { target: "MapPrototype", key: "@@iterator", kind: "method", block: 4 },
      { target: "MapPrototype", key: "later", kind: "method", block: 5 },
      { target: "constructors", key: "Map", kind: "method", block: 6 },
    ]);
    const { blocks } = image.program;
    expect(blocks.map(({ name }) => name)).toEqual([
      "<library>",
      "get",
      "get size",
      "set size",
      "[Symbol.iterator]",
      "later",
      "Map",
    ]);
    expect(blocks[5].length).toBe(1);
    expect(blocks.every(({ flags }) => (flags & BlockFlag.Library) !== 0)).toBe(true);
    expect([blocks[1].kind, blocks[6].kind]).toEqual([FunctionKind.Method, FunctionKind.Normal]);
    expect(blocks[6].flags & BlockFlag.LibraryConstructor).not.toBe(0);
  });

  test("routines call each other across files", () => {
    const image = compileLibrary(
      [
        { name: "a.js", source: "function first(a) { return second(a, first); }" },
        { name: "b.js", source: "function second(b, c) { return c(...b); }" },
      ],
      NAMES,
    );
    expect(image.routines).toEqual([
      ["first", 1],
      ["second", 2],
    ]);
    expect(disassemble(image.program, { block: 1 })).toContain("CallRoutine          r1, x2, #2 second");
    expect(disassemble(image.program, { block: 1 })).toContain("LoadRoutine          r3, #1 first");
  });

  test("the program holds no source text", () => {
    expect(compileOne("function f() {}").program.source).toBe("");
  });

  test.each([
    ["function f() { return unknown; }", "one.js: 1:23: unknown is neither a routine nor an intrinsic"],
    ["function f() {\n  x = 1;\n}", "one.js: 2:3: x is neither a routine nor an intrinsic"],
    ["function f() { return $missing(1); }", "one.js: 1:23: there is no intrinsic operation $missing"],
    ["function f(a) { return $size(...a); }", "one.js: 1:24: an intrinsic operation takes no spread"],
    ["function f() { return $call(1); }", "one.js: 1:23: $call with 1 arguments"],
    ["let a = 1;", "one.js: 1:1: the top level holds functions and `const Target = { ... }` only"],
    ["const a = 1;", "one.js: 1:1: a target is `const Name = { ... }`"],
    ["const A = { b: 1 };", "one.js: 1:13: a member of a target is a method or accessor"],
    ["const A = { ...b };", "one.js: 1:13: a target holds methods and accessors only"],
    ["const A = { [b]() {} };", "one.js: 1:14: a computed key is a well-known symbol"],
    ["function f() {} function g() {}\nfunction f() {}", "one.js: 2:1: routine f is declared twice"],
  ])("refuses %s", (source, message) => {
    expect(() => compileOne(source)).toThrow(new Error(message));
  });

  test("a syntax error names file and place", () => {
    expect(() => compileOne("function f( {}")).toThrow(/^one\.js: 1:\d+: /);
  });
});
