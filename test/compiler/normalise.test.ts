/** What is accepted around a program: each form, the repairs reported, and the body it becomes. */
import { describe, expect, test } from "vitest";
import type { AnyNode, ReturnStatement } from "../../compiler/ast.js";
import { blanked, normaliseText } from "../../compiler/normalise.js";
import { type ParsedSource, parse } from "../../compiler/parse.js";

function parsed(source: string): ParsedSource {
  return parse(source)._unsafeUnwrap();
}

/** Repairs as code and text. */
function repairsOf(source: string): string[][] {
  return parsed(source).repairs.map(({ code, span }) => [code, source.slice(span.start, span.end)]);
}

/** The body as one word a statement; a return shows what it returns. */
function shape(source: string): string[] {
  return parsed(source).ast.body.map((statement) =>
    statement.type === "ReturnStatement" ? `return ${value(statement)}` : statement.type,
  );
}

function value({ argument }: ReturnStatement): string {
  const show = (node: AnyNode): string =>
    node.type === "CallExpression" ? `${show(node.callee)}()` : node.type === "Identifier" ? node.name : node.type;
  return argument == null ? "" : show(argument);
}

describe("around the text", () => {
  test.each([
    ["```\nreturn 1\n```", ["```", ""], 4],
    ["```ts\nreturn 1\n```\n", ["```ts", ""], 6],
    ['\n  ```javascript title="a"\nreturn 1\n  ```  \n\n', ['```javascript title="a"', ""], 27],
    ["~~~js\nreturn 1\n~~~", ["~~~js", ""], 6],
    ["````js\nreturn `a``b`\n````", ["````js", ""], 7],
    ["```js\nreturn 1", ["```js", ""], 6],
    ["\ufeffreturn 1", ["\ufeff", "byte-order-mark"], 1],
    ["#!/usr/bin/env node\nreturn 1", ["#!/usr/bin/env node", "hashbang"], 20],
  ])("%j", (source, [text, code], start) => {
    expect(repairsOf(source)).toEqual([[code || "markdown-fence", text]]);
    expect(parsed(source).ast.body.map((node) => [node.type, node.start])).toEqual([["ReturnStatement", start]]);
  });

  test("all at once, in the order of the source", () => {
    const source = "\ufeff```js\n#!/bin/node\nexport default () => 1\n```";
    expect(repairsOf(source).map(([code]) => code)).toEqual([
      "byte-order-mark",
      "markdown-fence",
      "hashbang",
      "export-default",
    ]);
  });

  test("offsets never move", () => {
    const source = "\ufeff```js\r\nconst é = `\u2028`;\r\n```\r\n";
    const { text } = normaliseText(source);
    expect(text).toBe("      \r\nconst é = `\u2028`;\r\n   \r\n");
    expect(blanked("a\r\n\u{1f600}b\u2028c")).toBe(" \r\n   \u2028 ");
  });

  test.each(["const a = `\n```\n`;", "Here is the code:\n```js\nreturn 1\n```", "return 1\n```"])(
    "not a fence around the program: %j",
    (source) => {
      expect(normaliseText(source)).toEqual({ text: source, repairs: [] });
    },
  );
});

describe("a function as the whole program is called", () => {
  test.each([
    ["() => 1", "function-called", ["return ArrowFunctionExpression()"]],
    ["async () => { return 1 };", "function-called", ["return ArrowFunctionExpression()"]],
    ["(async () => { return 1 })", "function-called", ["return ArrowFunctionExpression()"]],
    ["(function () { return 1 })", "function-called", ["return FunctionExpression()"]],
    ["function () { return 1 }", "function-called", ["return FunctionExpression()"]],
    ["  async function () { return 1 };\n", "function-called", ["return FunctionExpression()"]],
    [
      "async function (x: number = 1): Promise<number> { return x };",
      "function-called",
      ["return FunctionExpression()"],
    ],
    ["function <T>(x?: T) { return x }", "function-called", ["return FunctionExpression()"]],
    ["// main\nasync function main() { return 1 }", "function-called", ["FunctionDeclaration", "return main()"]],
    [
      "'use strict'; function main() {}",
      "function-called",
      ["ExpressionStatement", "FunctionDeclaration", "return main()"],
    ],
    [
      "type A = string; async (x: A = 'b') => x",
      "function-called",
      ["EmptyStatement", "return ArrowFunctionExpression()"],
    ],
    ["export default async function run() {}", "export-default", ["FunctionDeclaration", "return run()"]],
    ["export default function () {}", "export-default", ["return FunctionExpression()"]],
    ["export default async () => 1", "export-default", ["return ArrowFunctionExpression()"]],
    ["const run = async () => 1;\nexport default run;", "export-default", ["VariableDeclaration", "return run()"]],
    ["export default run;\nfunction run() {}", "export-default", ["FunctionDeclaration", "return run()"]],
    [
      "export default function f() {}\nfunction g() {}",
      "export-default",
      ["FunctionDeclaration", "FunctionDeclaration", "return f()"],
    ],
    [
      "export default () => k;\nconst k = 1;",
      "export-default",
      ["VariableDeclaration", "VariableDeclaration", "return *default*()"],
    ],
  ])("%j", (source, code, body) => {
    expect(shape(source)).toEqual(body);
    expect(parsed(source).entry).toEqual({ kind: "call" });
    expect(repairsOf(source).map(([name]) => name)).toEqual([code]);
  });

  test("the call stands where the function does", () => {
    const source = "// first\nasync () => 1;\n";
    const [statement] = parsed(source).ast.body as ReturnStatement[];
    expect(source.slice(statement.argument?.start, statement.argument?.end)).toBe("async () => 1;");
  });
});

describe("exports of other things", () => {
  test.each([
    ["export default 1 + 1;", ["return BinaryExpression"], ["export-default"]],
    ["export default class A {}", ["ClassDeclaration", "return A"], ["export-default"]],
    ["export default value;", ["return value"], ["export-default"]],
    [
      "export default a + b;\nfoo();",
      ["VariableDeclaration", "ExpressionStatement", "return *default*"],
      ["export-default"],
    ],
    [
      "export const a = 1;\nexport function f() {}\nreturn a",
      ["VariableDeclaration", "FunctionDeclaration", "return a"],
      ["export-keyword", "export-keyword"],
    ],
    [
      "const a = 1;\nexport { a, a as b };\nreturn a",
      ["VariableDeclaration", "EmptyStatement", "return a"],
      ["export-keyword"],
    ],
  ])("%j", (source, body, repairs) => {
    expect(shape(source)).toEqual(body);
    expect(parsed(source).entry).toEqual({ kind: "body" });
    expect(repairsOf(source).map(([name]) => name)).toEqual(repairs);
  });
});

describe("ordinary bodies are left alone", () => {
  test.each([
    ["main();\nfunction main() {}", ["ExpressionStatement", "FunctionDeclaration"]],
    ["function main() {}\nmain()", ["FunctionDeclaration", "ExpressionStatement"]],
    ["(async () => 1)()", ["ExpressionStatement"]],
    ["const f = () => 1;", ["VariableDeclaration"]],
    ["class A {}", ["ClassDeclaration"]],
    ["f; () => 1", ["ExpressionStatement", "ExpressionStatement"]],
  ])("%j", (source, body) => {
    expect(shape(source)).toEqual(body);
    expect(parsed(source).repairs).toEqual([]);
    expect(parsed(source).entry).toEqual({ kind: "body" });
  });
});
