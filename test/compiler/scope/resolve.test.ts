/** Which references look for TDZ, which bindings become cells, and when those cells are made. */
import { describe, expect, test } from "vitest";
import { parse } from "../../../compiler/parse.js";
import { resolve } from "../../../compiler/scope/resolve.js";
import { describeScopes, type Resolution } from "../../../compiler/scope/scope.js";

function resolved(source: string): Resolution {
  const { resolution, errors } = resolve(parse(source, { language: "javascript" })._unsafeUnwrap().ast);
  expect(errors).toEqual([]);
  return resolution;
}

/** Checked references as `name@offset`. */
function checkedIn(source: string): string[] {
  return [...resolved(source).checked]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => `${source.slice(start, end)}@${start}`);
}

describe("references that may run before initialisation", () => {
  test.each<[source: string, checked: string[]]>([
    ["let x = 1; x; x = 2", []],
    ["x; let x = 1", ["x@0"]],
    ["let x = x", ["x@8"]],
    ["let x = 1; { x; let y = x; y; }", []],
    ["for (let i = 0; i < 3; i++) i", []],
    ["for (const x of [x]) x", ["x@17"]],
    ["const { a, b = a } = c", ["a@15"]],
    ["const f = () => f()", []],
    ["const o = { m() { return o; }, n: [() => o] }", []],
    ["const r = run(() => r)", ["r@20"]],
    ["const f = () => x; let x = 1", ["x@16"]],
    ["let x = 1; const f = () => x", []],
    ["let x = 1; function f() { return x; } f()", []],
    ["f(); let x = 1; function f() { return x; }", ["x@38"]],
    ["let x = 1; f(); function f() { return g(); } function g() { return x; }", []],
    ["f(); let x = 1; function f() { return g(); } function g() { return x; }", ["x@67"]],
    ["let a = f(); let x = 1; function f() { return () => x; }", ["x@52"]],
    ["function f(a = b, b) { return a; }", ["b@15"]],
    ["function f(a, b = a) { return b; }", []],
    ["function f(a, b = () => c, c = 1) { return b; }", ["c@24"]],
    ["switch (v) { case 0: let x = 1; x; }", ["x@32"]],
    ["class A { m() { return A; } static s = A; }", []],
    ["class A extends f(A) {}", ["A@18"]],
    ["const A = class { static s = A; }", ["A@29"]],
    ["const A = class { m() { return A; } }", []],
    ["{ f(); const x = 1; function f() { x; } }", ["x@35"]],
    ["class B extends A { constructor() { super(); this.x = 1; } }", []],
    ["class B extends A { constructor() { this.x = 1; super(); } }", ["this@36"]],
    ["class B extends A { constructor() { if (a) super(); this.x; } }", ["this@52"]],
  ])("%s", (source, checked) => {
    // super() stands for the place of this too, which the call itself checks.
    expect(checkedIn(source).filter((each) => !each.startsWith("super"))).toEqual(checked);
  });
});

describe("cells", () => {
  test.each<[source: string, scopes: string]>([
    [
      "let a = 1; let b = a; () => b;",
      "program (program) at 0\n  a: let, register\n  b: let, cell\n  parameters (arrow) at 28\n",
    ],
    [
      "function f(p, q) { return () => p; }",
      "program (program) at 0\n  f: function, register, unused\n  parameters (function) at 17\n    p: parameter, cell\n    q: parameter, register, unused\n    parameters (arrow) at 32\n",
    ],
    [
      "{ let x; try {} catch (e) { e; } }",
      "program (program) at 0\n  block (program) at 0\n    x: let, register, unused\n    catch (program) at 16\n      e: catch, register\n",
    ],
    [
      "class A { #p; m() { return this.#p; } }",
      "program (program) at 0\n  A: class, register, unused\n  class (program) at 0\n    A: classname, register, unused\n    #p: synthetic, cell\n    parameters (method) at 18\n",
    ],
  ])("%s", (source, scopes) => {
    expect(describeScopes(resolved(source))).toBe(scopes);
  });
});

describe("bindings that never hold an object", () => {
  test.each<[source: string, primitive: boolean]>([
    ["let x = 1; x += f(); x++", true],
    ["let x; x = a + b", true],
    ["let x = 1; x = f()", false],
    ["let x = f()", false],
    ["let x = 1; [x] = f()", false],
    ["for (const x in o) x", true],
    ["for (const x of o) x", false],
    ["let x = 1; x ??= f()", false],
    ["var x = {}; x", false],
  ])("%s", (source, primitive) => {
    const resolution = resolved(source);
    const scopes = [resolution.program.body, ...resolution.scopes.values()];
    const bindings = scopes.flatMap((scope) => [...scope.bindings.values()]).filter(({ name }) => name === "x");
    expect(bindings.some((binding) => binding.primitive)).toBe(primitive);
  });
});
