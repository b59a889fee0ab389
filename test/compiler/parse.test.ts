/** The parser's door on JavaScript: what is accepted, what is refused and with which words, and where. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as acorn from "acorn";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHILD_KEYS, walk } from "../../compiler/ast.js";
import { type CompileError, ERROR_CODES } from "../../compiler/errors.js";
import { parse, parseAsync } from "../../compiler/parse.js";
import { SUBSET } from "../../compiler/subset.js";

function errorsOf(source: string): CompileError[] {
  const result = parse(source);
  if (result.isOk()) throw new Error(`accepted: ${source}`);
  return result.error;
}

function bodyOf(source: string): string[] {
  return parse(source)
    ._unsafeUnwrap()
    .ast.body.map((statement) => statement.type);
}

describe("the body of a strict async function", () => {
  test.each([
    ["return await tools.a.b({});", ["ReturnStatement"]],
    ["for await (const x of xs) log(x);", ["ForOfStatement"]],
    ["using a = open(); await using b = open();", ["VariableDeclaration", "VariableDeclaration"]],
    ["<!-- a comment of old\nreturn 1", ["ReturnStatement"]],
    ["obj.import(); obj.require(); obj.eval; eval", Array(4).fill("ExpressionStatement")],
    [
      "function f() { new.target } class A { static { new.target } x = new.target }",
      ["FunctionDeclaration", "ClassDeclaration"],
    ],
    ["debugger;", ["DebuggerStatement"]],
    ["var f; function f() {} var f;", ["VariableDeclaration", "FunctionDeclaration", "VariableDeclaration"]],
  ])("%j", (source, types) => {
    expect(bodyOf(source)).toEqual(types);
  });

  test("a name that a plain function may use for itself stays a name", () => {
    expect(bodyOf("function f(await) { return await (1); }\nf();")).toEqual([
      "FunctionDeclaration",
      "ExpressionStatement",
    ]);
  });
});

/** source, code, message, the text underlined, hint. */
const ERRORS: readonly (readonly [string, string, string, string, string?])[] = [
  ["", "empty-source", "The program is empty.", ""],
  [" \n\t", "empty-source", "The program is empty.", " \n\t"],
  ["```js\n```", "empty-source", "The program is empty.", "```js\n```"],
  ["return 1 +", "unexpected-end", "Unexpected end of input", ""],
  [
    "if (x) {\n  return [1,\n}",
    "unmatched-bracket",
    "Unexpected token '}': the '[' opened on line 2 is not closed yet",
    "}",
    "Close it with `]` first.",
  ],
  [
    "const a = {\n  b: 1,\n",
    "unclosed-bracket",
    "Unexpected end of input: the '{' opened on line 1 is never closed",
    "{",
    "Add the missing `}`.",
  ],
  [
    "const a = `x ${b",
    "unclosed-bracket",
    "Unexpected end of input: the '${' opened on line 1 is never closed",
    "${",
    "Add the missing `}`.",
  ],
  [
    "// ( [ {\nf('(', /[(]/, `(`",
    "unclosed-bracket",
    "Unexpected end of input: the '(' opened on line 2 is never closed",
    "(",
    "Add the missing `)`.",
  ],
  [
    "return 1 }",
    "unmatched-bracket",
    "Unexpected token '}'",
    "}",
    "No bracket is open here: remove this `}`, or add the one it should close.",
  ],
  [
    "if (a) { b } else { c } } else { d }",
    "unmatched-bracket",
    "Unexpected token '}'",
    "}",
    "No bracket is open here: remove this `}`, or add the one it should close.",
  ],
  [
    "if (a) b; c; else d;",
    "unexpected-token",
    "Unexpected token 'else'",
    "else",
    "`else` must follow the block of its `if` directly; a brace before it is missing or too many.",
  ],
  ["f(a b)", "unexpected-token", "Unexpected identifier 'b'", "b", "A comma or an operator is missing before this."],
  ['const x = "a" "b"', "unexpected-token", "Unexpected string", '"b"'],
  ["const x = 5 6", "unexpected-token", "Unexpected number", "6"],
  ["class A `x` {}", "unexpected-token", "Unexpected template string", "`"],
  [
    "const x = 3px",
    "unexpected-token",
    "Invalid or unexpected token: an identifier starts immediately after a number",
    "px",
  ],
  [
    "const s = 'abc\nreturn s",
    "unterminated-literal",
    "Invalid or unexpected token: this string is not closed on its line",
    "'abc",
    "Close it with ' on the same line; text over several lines goes into back-ticks.",
  ],
  [
    "const t = `abc",
    "unterminated-literal",
    "Unterminated template literal",
    "`abc".slice(0, 1),
    "Close the template with a back-tick.",
  ],
  ["const r = /abc", "unterminated-literal", "Invalid regular expression: missing /", "/"],
  ["return /(a/g", "invalid-regexp", "Invalid regular expression: /(a/: Unterminated group", "/(a/g"],
  ["return /a/gg", "invalid-regexp", "Invalid regular expression flags", "/a/gg"],
  ["const x;", "invalid-syntax", "Missing initializer in const declaration", ";"],
  ["const { x };", "invalid-syntax", "Missing initializer in destructuring declaration", ";"],
  [
    "let a;\nconst a = 1",
    "redeclaration",
    "Identifier 'a' has already been declared",
    "a",
    "Rename one of the two, or assign to the first without declaring it again.",
  ],
  [
    "function f(a, a) {}",
    "redeclaration",
    "Duplicate parameter name not allowed in this context",
    "a",
    "Rename one of the two, or assign to the first without declaring it again.",
  ],
  ["1 = 2", "invalid-assignment", "Invalid left-hand side in assignment", "1"],
  ["yield 1", "reserved-word", "Unexpected strict mode reserved word 'yield'", "yield"],
  ["break", "invalid-syntax", "Illegal break statement", "break"],
  ["continue", "invalid-syntax", "Illegal continue statement: no surrounding iteration statement", "continue"],
  ["delete x", "strict-mode", "Delete of an unqualified identifier in strict mode.", "delete"],
  ["arguments = 1", "strict-mode", "Unexpected eval or arguments in strict mode", "arguments"],
  ["return 010", "strict-mode", "Octal literals are not allowed in strict mode.", "010"],
  ["new.target", "invalid-syntax", "new.target expression is not allowed here", "new"],
  ["const f = () => new.target", "invalid-syntax", "new.target expression is not allowed here", "new"],
  ["super.x", "invalid-syntax", "'super' keyword unexpected here", "super"],
  ["try { x() }", "invalid-syntax", "Missing catch or finally after try", "try"],
  [
    "with (a) b",
    "with",
    "The `with` statement is not part of the language.",
    "with",
    "Name the object: `const { a, b } = object;`.",
  ],
  [
    "@dec class A {}",
    "decorator",
    "Decorators are not part of the language.",
    "@",
    "Call the function on the class or method instead.",
  ],
  [
    "return <App />",
    "jsx",
    "Unexpected token '<'",
    "<",
    "JSX is not part of the language: return plain data, or text in a template literal.",
  ],
  [
    "def f(x):\n    return x",
    "not-javascript",
    "Unexpected identifier 'f'",
    "f",
    "This looks like Python; programs are JavaScript or TypeScript. Write `function name(a, b) { … }`.",
  ],
  [
    'return f"a {x}"',
    "not-javascript",
    "Unexpected string",
    '"a {x}"',
    "This looks like Python; programs are JavaScript or TypeScript. Write a template literal, in back-ticks.",
  ],
  [
    "# note\nreturn 1",
    "not-javascript",
    "Invalid or unexpected token '#'",
    "#",
    "This looks like Python; programs are JavaScript or TypeScript. Write `//` for a comment.",
  ],
  [
    "if x is None:\n  y()",
    "not-javascript",
    "Unexpected identifier 'x'",
    "x",
    "This looks like Python; programs are JavaScript or TypeScript. Write `if (condition) { … }` with braces.",
  ],
  [
    '{ "a": 1, "b": 2 }',
    "not-javascript",
    "Unexpected token ':'",
    ":",
    "This is data, not a program: write `return` before it.",
  ],
  [
    "Here is it:\n```js\nreturn 1\n```",
    "not-javascript",
    "Unexpected identifier 'is'",
    "is",
    "Hand in the code only, without prose or Markdown around it.",
  ],
  [
    "\u0000\u0001ELF",
    "binary-source",
    "The program contains binary data, not JavaScript or TypeScript text.",
    "\u0000",
    "Hand in the source of the program as plain text.",
  ],
];

const AWAIT =
  "await is only valid in async functions and the top level bodies of modules: the enclosing function must be async";

describe("errors say what, where and what instead", () => {
  test.each(ERRORS)("%j", (source, code, message, underlined, hint) => {
    const [error, ...others] = errorsOf(source);
    expect(others).toEqual([]);
    expect({ ...error, span: source.slice(error.span.start, error.span.end) }).toEqual({
      kind: ERROR_CODES[code as keyof typeof ERROR_CODES],
      code,
      message,
      span: underlined,
      ...(hint === undefined
        ? code === "empty-source"
          ? { hint: "Write code that returns a value." }
          : {}
        : { hint }),
    });
  });

  test.each([
    "xs.forEach(x => { await f(x); })",
    "function f() { return await g(); }",
    "function f() { await (g()); }",
    "xs.map(function (x) { await [x]; })",
    "function f() { for await (const x of xs) {} }",
    "class A { m() { const x = await y; } }",
  ])("await outside an async function: %j", (source) => {
    const [error] = errorsOf(source);
    expect([error.code, error.message]).toEqual(["await-outside-async", AWAIT]);
    expect(source.slice(error.span.start, error.span.end)).toBe("await");
  });

  test("every refused construct is reported, in order, with its exact span", () => {
    const source =
      'import a from "a";\nconst b = await import("b");\nexport * from "c";\nreturn [a, b, import.meta.url];';
    expect(errorsOf(source).map(({ kind, code, span }) => [kind, code, source.slice(span.start, span.end)])).toEqual([
      ["UnsupportedSyntax", "import", 'import a from "a";'],
      ["UnsupportedSyntax", "dynamic-import", 'import("b")'],
      ["UnsupportedSyntax", "export", 'export * from "c";'],
      ["UnsupportedSyntax", "import-meta", "import.meta"],
    ]);
  });
});

describe("limits", () => {
  const names = (count: number) => `let ${Array.from({ length: count }, (_, i) => `v${i}`).join(",")};`;
  test.each([
    [
      "source in bytes",
      `"${"é".repeat(131_072)}"`,
      "source-size",
      "The source is 262146 bytes long, over the limit of 262144.",
    ],
    ["names in one scope", names(10_001), "names-in-scope", "One scope declares more than the limit of 10000 names."],
    ["digits", "1".repeat(1_001), "number-size", "A number of 1001 digits is longer than the limit of 1000."],
    [
      "digits of a BigInt",
      `${"1".repeat(10_001)}n`,
      "number-size",
      "A number of 10002 digits is longer than the limit of 10000.",
    ],
    [
      "hexadecimal digits",
      `0x${"1".repeat(1_001)}`,
      "number-size",
      "A number of 1003 digits is longer than the limit of 1000.",
    ],
    [
      "regular expression",
      `/${"a".repeat(32_769)}/`,
      "regexp-size",
      "A regular expression of 32769 characters is longer than the limit of 32768.",
    ],
    [
      "groups",
      `/${"(".repeat(201)}${")".repeat(201)}/`,
      "regexp-nesting",
      "The groups of this regular expression nest deeper than the limit of 200 levels.",
    ],
    [
      "groups behind a class",
      `/[[]${"(".repeat(201)}${")".repeat(201)}/`,
      "regexp-nesting",
      "The groups of this regular expression nest deeper than the limit of 200 levels.",
    ],
    [
      "classes",
      `/${"[".repeat(201)}a${"]".repeat(201)}/v`,
      "regexp-nesting",
      "The groups of this regular expression nest deeper than the limit of 200 levels.",
    ],
    ["nesting", "[".repeat(300), "nesting", "The program nests deeper than the limit of 200 levels."],
  ])("%s", (_name, source, code, message) => {
    expect(errorsOf(source).map((error) => [error.kind, error.code, error.message])).toEqual([
      ["LimitExceeded", code, message],
    ]);
  });

  test.each([
    ["source", `"${"é".repeat(131_071)}"`],
    ["names", names(10_000)],
    ["digits", "1".repeat(1_000)],
    ["BigInt", `${"1".repeat(9_999)}n`],
    ["brackets in a class are no nesting", `/[${"[".repeat(300)}]/`],
    ["a sum of 50,000 terms", `1${"+1".repeat(50_000)}`],
    ["a chain of 50,000 members", `a${".b".repeat(50_000)}`],
    ["a chain of 20,000 calls", `a${".b()".repeat(20_000)}`],
    ["a logical chain of 50,000", `a${"||a".repeat(50_000)}`],
  ])("just inside: %s", (_name, source) => {
    expect(parse(source).isOk()).toBe(true);
  });

  test("a host's own limit on the source", () => {
    const result = parse("return 12345;", { maxSourceBytes: 12 });
    expect(result._unsafeUnwrapErr()[0]).toMatchObject({
      kind: "LimitExceeded",
      code: "source-size",
      limit: "sourceBytes",
    });
    expect(parse("return 12345;", { maxSourceBytes: 13 }).isOk()).toBe(true);
  });
});

describe("language: javascript", () => {
  test("takes the text as it is", () => {
    const result = parse("() => 1", { language: "javascript" })._unsafeUnwrap();
    expect(result.entry.kind).toBe("body");
    expect(result.ast.body.map(({ type }) => type)).toEqual(["ExpressionStatement"]);
    expect(parse("```js\nreturn 1\n```", { language: "javascript" }).isOk()).toBe(true);
    expect(parse("let x: number", { language: "javascript" }).isErr()).toBe(true);
    expect(parse("f<T>(x)", { language: "javascript" })._unsafeUnwrap().language).toBe("javascript");
  });
});

test("operators group as Acorn groups them", () => {
  const operators = [
    "||",
    "&&",
    "|",
    "^",
    "&",
    "==",
    "!==",
    "<",
    ">=",
    "in",
    "instanceof",
    "<<",
    ">>>",
    "+",
    "-",
    "*",
    "%",
    "**",
  ];
  const plain = (text: string) =>
    acorn.parse(text, { ecmaVersion: "latest", sourceType: "script" }).body.map((node) => JSON.stringify(node));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...operators), { minLength: 1, maxLength: 12 }), (list) => {
      const source = `a ${list.map((operator, i) => `${operator} b${i}`).join(" ")}`;
      const body = parse(source, { language: "javascript" })._unsafeUnwrap().ast.body;
      expect(body.map((node) => JSON.stringify(node))).toEqual(plain(source));
    }),
    { numRuns: 300 },
  );
});

test("the tables name the same node types", () => {
  expect(Object.keys(SUBSET).sort()).toEqual(Object.keys(CHILD_KEYS).sort());
});

test("walk visits in the order of the source and can skip", () => {
  const { ast } = parse("f(a, [b, c], d + e)")._unsafeUnwrap();
  const names: string[] = [];
  walk(ast, (node) => {
    if (node.type === "Identifier") names.push(node.name);
    return node.type !== "ArrayExpression";
  });
  expect(names).toEqual(["f", "a", "d", "e"]);
});

test("parseAsync answers as parse does", async () => {
  for (const source of ["return 1", "let x: number = 1; return x", "let", "f<T>(x)", "", "() => 1"]) {
    const sync = parse(source);
    const async = await parseAsync(source);
    expect(JSON.stringify(async)).toBe(JSON.stringify(sync));
  }
});

// The set of realistic programs lies beside the repository where the project is developed.
const PROGRAMS = fileURLToPath(new URL("../../../shared/programs/", import.meta.url));
const names = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).filter((name) => name.endsWith(".ts")) : [];

describe.skipIf(names.length === 0)("realistic programs", () => {
  const expectation = (name: string): { ok: boolean; kind?: string; line?: number; messageIncludes?: string[] } =>
    JSON.parse(readFileSync(`${PROGRAMS}${name.replace(/\.ts$/, ".json")}`, "utf8")).expected;

  test.each(names)("%s", (name) => {
    const source = readFileSync(`${PROGRAMS}${name}`, "utf8");
    const expected = expectation(name);
    const result = parse(source);
    if (expected.kind !== "ParseError" && expected.kind !== "UnsupportedSyntax") {
      expect(result.isOk()).toBe(true);
      return;
    }
    const [error] = result._unsafeUnwrapErr();
    expect(error.kind).toBe(expected.kind);
    if (expected.line !== undefined) expect(source.slice(0, error.span.start).split("\n").length).toBe(expected.line);
    for (const part of expected.messageIncludes ?? []) expect(error.message).toContain(part);
  });

  test("damaged programs are refused, never thrown at", () => {
    const sources = names.map((name) => readFileSync(`${PROGRAMS}${name}`, "utf8"));
    const damage = fc.constantFrom(
      "",
      "(",
      "}",
      "`",
      "<",
      "as T",
      "/",
      '"',
      "await ",
      "\u0000",
      "${",
      "\ud800",
      "?:",
      "enum ",
    );
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.nat(), fc.nat(20), damage, (source, at, cut, text) => {
        const start = at % source.length;
        const damaged = source.slice(0, start) + text + source.slice(start + cut);
        const result = parse(damaged);
        if (result.isOk()) return;
        for (const { span, message } of result.error) {
          expect(message).not.toBe("");
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(damaged.length);
        }
      }),
      { numRuns: 400, seed: 20 },
    );
  });
});
