/** What the resolver refuses, what a compilation reports, and the spans instructions carry. */
import { describe, expect, test } from "vitest";
import { compile, compileAsync, inspect, positionAt } from "../../../compiler/index.js";
import { OP_NAMES } from "../../../vm/bytecode/opcodes.js";

const HINT = "Write the code directly, as a function of the program; use JSON.parse to read data.";

describe("refused calls", () => {
  test.each([
    ["eval('1')", "eval('1')", "eval(...)"],
    ["a + eval(b)", "eval(b)", "eval(...)"],
    ["eval(a).b.c()", "eval(a)", "eval(...)"],
    ["Function('return 1')", "Function('return 1')", "Function(...)"],
    ["new Function('a', 'b')", "new Function('a', 'b')", "new Function(...)"],
    ["function f() { return () => { eval(x); }; } f()", "eval(x)", "eval(...)"],
  ])("%s", (source, text, shown) => {
    const start = source.indexOf(text);
    expect(compile(source)._unsafeUnwrapErr()).toEqual([
      {
        kind: "UnsupportedSyntax",
        code: "unbound-host-name",
        message: `${shown} is not available: code cannot be made from text.`,
        span: { start, end: start + text.length },
        hint: HINT,
      },
    ]);
  });

  test.each([
    "a.eval('1')",
    "typeof eval",
    "x instanceof Function",
    "function f(Function) { return Function(1); } f(g)",
    "const F = Function; F.name",
  ])("names alone never decide: %s", (source) => {
    expect(compile(source).isOk()).toBe(true);
  });
});

describe("globals", () => {
  test("are the names read or written and not declared, with their places", () => {
    const source = "let a = b; c = a; function f(d) { return d + e + arguments.length; } f(undefined, typeof g)";
    const { globals } = compile(source)._unsafeUnwrap();
    expect(globals.map(({ name, span }) => [name, source.slice(span.start, span.end)])).toEqual([
      ["b", "b"],
      ["c", "c"],
      ["e", "e"],
      ["undefined", "undefined"],
      ["g", "g"],
    ]);
  });
});

describe("compileAsync", () => {
  test("gives what compile gives", async () => {
    const source = "return await f(1)";
    expect((await compileAsync(source))._unsafeUnwrap().program).toEqual(compile(source)._unsafeUnwrap().program);
    expect((await compileAsync("let = 1"))._unsafeUnwrapErr()).toEqual(compile("let = 1")._unsafeUnwrapErr());
  });
});

/** The text that an error at the first instruction of this name points to. */
function textAt(source: string, opName: string): string {
  for (const block of compile(source)._unsafeUnwrap().program.blocks) {
    for (let pc = 0; pc < block.code.length; pc += 4) {
      if (OP_NAMES[block.code[pc]] !== opName) continue;
      const position = positionAt(block, pc);
      return position === undefined ? "" : source.slice(position.start, position.end);
    }
  }
  return "no such instruction";
}

describe("positions", () => {
  test.each([
    ["a.b.c(1, d)", "CallMethod", "c(1, d)"],
    ["a.b.c(1, d)", "GetMethod", "c"],
    ["x(1)(2)", "Call", "x(1)"],
    ["a.b", "GetProperty", "b"],
    ["a[b + 1]", "GetElement", "b + 1"],
    ["a.b = c", "SetProperty", "b"],
    ["new A(1)", "New", "new A(1)"],
    ["throw a", "Throw", "throw a"],
    ["return a + b * c", "Mul", "b * c"],
    ["return a + b * c", "Add", "a + b * c"],
    ["if (a < b) c()", "JumpNotLt", "a < b"],
    ["missing", "LoadGlobal", "missing"],
    ["return await a", "Await", "await a"],
    ["f(x); let x = 1", "CheckTdz", "x"],
    ["for (const a of b) c()", "GetIterator", "b"],
    ["const { a } = b", "ThrowError", "b"],
    ["a`b`", "Call", "a`b`"],
    ["class A extends B {}", "GetHeritage", "B"],
    ["const a = 1; a = 2", "ThrowError", "a"],
  ])("%s: %s", (source, opName, text) => {
    expect(textAt(source, opName)).toBe(text);
  });
});

describe("inspect", () => {
  test("shows every stage", () => {
    const { ast, scopes, bytecode } = inspect("let n = 1;\nreturn () => n;")._unsafeUnwrap();
    expect(ast).toMatchObject({
      type: "Program",
      body: [{ type: "VariableDeclaration" }, { type: "ReturnStatement" }],
    });
    expect(scopes).toBe("program (program) at 0\n  n: let, cell\n  parameters (arrow) at 24\n");
    expect(bytecode).toContain("#1 <anonymous>: arrow plain, params 0, length 0, registers 1, cost 2, captures r0");
  });

  test("reports errors as compile does", () => {
    expect(inspect("let = 1")._unsafeUnwrapErr()).toEqual(compile("let = 1")._unsafeUnwrapErr());
  });
});
