/**
 * Hostile shapes, in a child process whose stack is a quarter of the usual one: every text is parsed or refused with a
 * position, quickly, and the process lives. A stack overflow inside a regular expression's compiler would abort it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Stack of the child in kB; V8's default is 984. */
const STACK = 256;

/** Each shape as [opening, middle, closing], repeated n times around the middle. */
const NESTED: Readonly<Record<string, readonly [string, string, string]>> = {
  templates: ["`${", "1", "}`"],
  "unclosed templates": ["`${", "", ""],
  parentheses: ["(", "1", ")"],
  "unclosed parentheses": ["(", "", ""],
  arrays: ["[", "1", "]"],
  objects: ["({a:", "1", "})"],
  calls: ["f(", "1", ")"],
  "computed members": ["a[", "1", "]"],
  arrows: ["a=>", "1", ""],
  "arrow bodies": ["()=>{", "", "}"],
  "async arrows": ["async()=>{", "", "}"],
  "async calls": ["async(", "1", ")"],
  functions: ["function f(){", "", "}"],
  "function expressions": ["(function(){", "", "})"],
  classes: ["class A{m(){", "", "}}"],
  "class heritage": ["class extends ", "a", "{}"],
  "class heritage, parenthesised": ["(class extends ", "a", "{})"],
  "class fields": ["(class{a=", "1", "})"],
  "static blocks": ["class A{static{", "", "}}"],
  methods: ["({m(){", "", "}})"],
  blocks: ["{", "", "}"],
  "if chains": ["if(a)", "b", ""],
  "else-if chains": ["if(a){}else ", "b", ""],
  loops: ["for(;;)", "b", ""],
  switches: ["switch(a){case 1:", "", "}"],
  tries: ["try{", "", "}finally{}"],
  patterns: ["[", "a", "]=1"],
  "default values": ["(a=", "1", ")=>1"],
  spreads: ["[...", "a", "]"],
  "unary operators": ["!", "1", ""],
  signs: ["- ", "1", ""],
  awaits: ["await ", "1", ""],
  "new chains": ["new ", "a", ""],
  powers: ["1**", "1", ""],
  ternaries: ["a?1:", "1", ""],
  "ternary middles": ["a?", "1", ":1"],
  assignments: ["a=", "1", ""],
  imports: ["import(", "1", ")"],
  "regular-expression groups": ["(", "a", ")"],
  sums: ["1+", "1", ""],
  "member chains": ["a.b", "", ""],
  "call chains": [".b()", "", ""],
  sequences: ["1,", "1", ""],
  "tagged templates": ["``", "", ""],
  "optional chains": ["?.b", "", ""],
  comparisons: ["a<", "b", ""],
  "type arguments": ["A<", "B", ">"],
  "object types": ["{a:", "B", "}"],
  "function types": ["()=>", "B", ""],
  "conditional types": ["A extends B?C:", "D", ""],
  "array types": ["[]", "", ""],
  casts: [" as T", "", ""],
  "non-null marks": ["!", "", ""],
  "type assertions": ["<T>", "x", ""],
  "typed arrows": ["(a:T)=>{", "", "}"],
  "typed functions": ["function f(a:T){", "", "}"],
  "generic calls": ["f<T>(", "x", ")"],
  namespaces: ["namespace A{", "", "}"],
  decorators: ["@a ", "class A{}", ""],
};

const PREFIX: Readonly<Record<string, string>> = {
  "regular-expression groups": "/",
  "call chains": "a",
  "optional chains": "a",
  "tagged templates": "a",
  "array types": "let a: B",
  casts: "x",
  "non-null marks": "x",
  "type arguments": "let a: ",
  "object types": "let a: ",
  "function types": "let a: ",
  "conditional types": "let a: ",
};
const SUFFIX: Readonly<Record<string, string>> = { "regular-expression groups": "/" };

/** Wide texts, each repeated up to 250,000 characters: what tempts a scan or a regular expression into quadratic time. */
const WIDE: Readonly<Record<string, readonly [string, string, string]>> = {
  "HTML-like comments": ["", "<!--\n", ""],
  "regular expressions never closed": ["", "(/[", ""],
  slashes: ["", "/ ", ""],
  "white space before a parenthesis": ["function", " ", "x"],
  "fence of tildes": ["", "~", "`"],
  "fence of back-ticks": ["", "`", ""],
  "closing angles": ["", "a>(b);", ""],
  "pairs of angles": ["x=", "a<b>(c),", "1"],
  "one long string": ['"', "a", '"'],
  "one long comment": ["/*", " ", "*/ let"],
  "one long line of lists": ["[", " for x in", ""],
  "operators in words": ["x ", "and x ", ""],
  quotes: ["", "'", ""],
  labels: ["", "a:;", ""],
  "one-letter regular expressions": ["", "/a/;", ""],
  imports: ["", 'import "a";', ""],
  "casts in a row": ["", "x as T\n", ""],
  enums: ["", "enum A{B}", ""],
  "typed words": ["let x: number;", "a ", ""],
};

const COUNTS = [40, 100, 250, 600, 2_000, 10_000, 50_000];

/** Runs in the child: reads the shapes, prints one line of outcomes for each. */
const DRIVER = `
import { readFileSync } from "node:fs";
import { parse } from "./parse.mjs";
const { shapes, counts, wide } = JSON.parse(readFileSync(new URL("shapes.json", import.meta.url), "utf8"));
for (const [name, [prefix, unit, suffix]] of wide) {
  for (const size of [60000, 250000]) {
    const source = prefix + unit.repeat(size / unit.length) + suffix;
    const start = performance.now();
    const result = parse(source);
    console.log(JSON.stringify({ name, size, ok: result.isOk(), ms: performance.now() - start }));
  }
}
for (const [name, [prefix, open, middle, close, suffix]] of shapes) {
  for (const typed of ["", "let q: number;\\n"]) {
    const outcomes = counts.map((count) => {
      const source = typed + prefix + open.repeat(count) + middle + close.repeat(count) + suffix;
      const start = performance.now();
      const result = parse(source, { maxSourceBytes: 1e6 });
      const error = result.isErr() ? result.error[0] : undefined;
      const inside = !error || (error.span.start >= 0 && error.span.end <= source.length);
      return { code: error ? error.code : "ok", ms: performance.now() - start, inside };
    });
    console.log(JSON.stringify({ name, typed: typed !== "", outcomes }));
  }
}
`;

/** Lines the child prints for the wide texts: two sizes of each. */
const WIDTHS = 2 * Object.keys(WIDE).length;

interface Line {
  readonly name: string;
  readonly typed: boolean;
  readonly outcomes: readonly { readonly code: string; readonly ms: number; readonly inside: boolean }[];
}

let folder = "";
let lines: Line[] = [];
let wideLines: { name: string; size: number; ms: number }[] = [];
let child: { status: number | null; stderr: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hostile-source-"));
  await build({
    entryPoints: [`${ROOT}compiler/parse.ts`],
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["@babel/*"],
    outfile: join(folder, "parse.mjs"),
    logLevel: "error",
  });
  const shapes = Object.entries(NESTED).map(([name, [open, middle, close]]) => [
    name,
    [PREFIX[name] ?? "", open, middle, close, SUFFIX[name] ?? ""],
  ]);
  writeFileSync(join(folder, "shapes.json"), JSON.stringify({ shapes, counts: COUNTS, wide: Object.entries(WIDE) }));
  writeFileSync(join(folder, "driver.mjs"), DRIVER);
  const env = { ...process.env, NODE_PATH: `${ROOT}node_modules` };
  const run = spawnSync(process.execPath, [`--stack-size=${STACK}`, join(folder, "driver.mjs")], {
    encoding: "utf8",
    env,
  });
  child = { status: run.status, stderr: run.stderr };
  const printed = run.stdout.split("\n").filter(Boolean);
  wideLines = printed.slice(0, WIDTHS).map((line) => JSON.parse(line));
  lines = printed.slice(WIDTHS).map((line) => JSON.parse(line));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the process lives and has answered every shape, with and without a type before it", () => {
  expect(child).toEqual({ status: 0, stderr: "" });
  expect(lines.length).toBe(2 * Object.keys(NESTED).length);
});

/** Shapes that parse in a loop: long is not deep. */
const FLAT = [
  "sums",
  "member chains",
  "call chains",
  "sequences",
  "tagged templates",
  "optional chains",
  "comparisons",
];

describe("what the answers are", () => {
  test.each(FLAT)("%s of 50,000 are accepted as JavaScript", (name) => {
    const line = lines.find((entry) => entry.name === name && !entry.typed);
    expect(line?.outcomes.map(({ code }) => code)).toEqual(COUNTS.map(() => "ok"));
  });

  test("everything else is refused as too deep, or was no program to begin with", () => {
    const accepted = lines.filter(({ name, outcomes }) => {
      const last = outcomes[outcomes.length - 1].code;
      return last === "ok" && !FLAT.includes(name);
    });
    expect(accepted.map(({ name, typed }) => `${name}${typed ? ", typed" : ""}`)).toEqual([]);
    const codes = new Set(lines.flatMap(({ outcomes }) => outcomes.slice(2).map(({ code }) => code)));
    const expected = ["decorator", "nesting", "ok", "regexp-nesting", "regexp-size", "source-size"];
    expect([...codes].sort().filter((code) => !expected.includes(code))).toEqual(["unexpected-token"]);
  });

  test("wide texts take time in proportion", () => {
    expect(wideLines.length).toBe(WIDTHS);
    expect(wideLines.filter(({ ms }) => ms > 2_000).map(({ name, size, ms }) => `${name} ${size}: ${ms} ms`)).toEqual(
      [],
    );
  });

  test("positions lie inside the text, and no shape takes long", () => {
    const slow = lines.flatMap(({ name, typed, outcomes }) =>
      outcomes
        .filter(({ ms, inside }) => ms > 2_000 || !inside)
        .map(({ ms }) => `${name} ${typed} ${Math.round(ms)} ms`),
    );
    expect(slow).toEqual([]);
  });
});
