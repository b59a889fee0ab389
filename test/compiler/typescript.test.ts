/** TypeScript: what is erased or transformed means what TypeScript says, and every position is that of the source. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as babel from "@babel/core";
import presetTypeScript from "@babel/preset-typescript";
import * as acorn from "acorn";
import ts from "typescript";
import { describe, expect, test, vi } from "vitest";
import { type AnyNode, type Program, walk } from "../../compiler/ast.js";
import { parse } from "../../compiler/parse.js";
import { isTypeScriptReady, parseTypeScript } from "../../compiler/typescript.js";

isTypeScriptReady();

/** A tree without positions and empty statements, as text. */
function canonical(body: readonly unknown[]): string {
  return JSON.stringify(body, (key, value) => {
    if (key === "start" || key === "end" || key === "raw") return undefined;
    if (typeof value === "bigint") return `${value}n`;
    return Array.isArray(value) ? value.filter((item) => item?.type !== "EmptyStatement") : value;
  });
}

function javascript(source: string): string {
  return canonical(
    acorn.parse(source, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    }).body,
  );
}

/** TypeScript's own compiler on the same source: the oracle. */
function oracle(source: string): string {
  const { ESNext } = ts.ScriptTarget;
  const compilerOptions = { target: ESNext, module: ts.ModuleKind.ESNext, removeComments: true, alwaysStrict: false };
  return ts.transpileModule(source, { compilerOptions }).outputText.replace(/^export \{\};\n/m, "");
}

/** Names and literals whose positions do not show their own text. */
function misplaced(source: string, ast: Program): string[] {
  const wrong: string[] = [];
  walk(ast, (node) => {
    const text = source.slice(node.start, node.end);
    if (node.end < node.start) wrong.push(`${node.type} ${node.start}-${node.end}`);
    if (node.type === "Identifier" && text !== node.name) wrong.push(`${node.name} at ${JSON.stringify(text)}`);
    if (node.type === "Literal" && text !== node.raw) wrong.push(`${node.raw} at ${JSON.stringify(text)}`);
  });
  return wrong;
}

/** The forms a JavaScript parser accepts with another meaning, or not at all; and what TypeScript means by them. */
const AMBIGUOUS: readonly (readonly [string, string, "javascript" | "typescript"])[] = [
  ["f<T>(x);", "f(x);", "typescript"],
  ["f<T>();", "f();", "typescript"],
  ["const r = arr.reduce<number>((a, b) => a + b, 0);", "const r = arr.reduce((a, b) => a + b, 0);", "typescript"],
  ["const m = new Map<string, number>(xs);", "const m = new Map(xs);", "typescript"],
  ["m = new Map<string, number>(xs);", "m = new Map(xs);", "typescript"],
  ["foo(new Map<string, number>(xs));", "foo(new Map(xs));", "typescript"],
  ["const s = new Set<string>(xs);", "const s = new Set(xs);", "typescript"],
  ["const s = new Set<string>();", "const s = new Set();", "typescript"],
  ["const g = JSON.parse<Foo>(t);", "const g = JSON.parse(t);", "typescript"],
  ["const r = await tools.get<User[]>({ id: 1 });", "const r = await tools.get({ id: 1 });", "typescript"],
  ["const r = await tools.get<User>({ id: 1 });", "const r = await tools.get({ id: 1 });", "typescript"],
  [
    "const r = xs.reduce<Record<string, number>>((a, x) => a, {});",
    "const r = xs.reduce((a, x) => a, {});",
    "typescript",
  ],
  ["return xs.map<Row>((x) => ({ a: x }));", "return xs.map((x) => ({ a: x }));", "typescript"],
  ["foo(a < b, c > (d));", "foo(a(d));", "typescript"],
  ["const x = y as T;", "const x = y;", "typescript"],
  ["const x = <any>y;", "const x = y;", "typescript"],
  ["const x = y!;", "const x = y;", "typescript"],
  ["const x = y!.z;", "const x = y.z;", "typescript"],
  ["let x: number = 1;", "let x = 1;", "typescript"],
  ["const f = async <T>(x: T) => x;", "const f = async (x) => x;", "typescript"],
  ["x satisfies T;", "x;", "typescript"],
  ["const g = f<string>;", "const g = f;", "typescript"],
  ["f<T>`a`;", "f`a`;", "typescript"],
  ["const a = b ? (c) : d => e;", "const a = b ? (c) : d => e;", "javascript"],
  ["type\nFoo = 1;", "type\nFoo = 1;", "javascript"],
  ["abstract\nclass A {}", "abstract\nclass A {}", "javascript"],
  ["declare\nconst z = 1;", "declare\nconst z = 1;", "javascript"],
  ["if (a < b && c > (d)) x();", "if (a < b && c > (d)) x();", "javascript"],
  ["const o = { a: f<T>(x) };", "const o = { a: f(x) };", "typescript"],
  ["a?.b<T>(c);", "a?.b(c);", "typescript"],
  ["let t = a<b>(c)<d>(e);", "let t = a(c)(e);", "typescript"],
  ["class User {}\nconst s = new Set<User>(xs);", "class User {}\nconst s = new Set(xs);", "typescript"],
  ["const s = useState<'on' | \"off\">('on');", "const s = useState('on');", "typescript"],
  ["const s = new Set<{ id: number }>(xs);", "const s = new Set(xs);", "typescript"],
  ["const s = new Set<Array<Row>>(xs);", "const s = new Set(xs);", "typescript"],
  ["const s = f<A, Map<B, Set<C>>>(x);", "const s = f(x);", "typescript"],
  ["const s = f<typeof x /* > */, A.B>(x);", "const s = f(x);", "typescript"],
];

describe("forms that are ambiguous", () => {
  test.each(AMBIGUOUS)("%j", (source, meaning, language) => {
    const result = parse(source)._unsafeUnwrap();
    expect(result.language).toBe(language);
    expect(canonical(result.ast.body)).toBe(javascript(meaning));
    expect(misplaced(source, result.ast)).toEqual([]);
  });

  test.each([
    "let a, b, c, d;\nfoo(a < b, c > (d));",
    "let i = 0; const n = 3; f(i < n, n > (2));",
    "const lo = 1; if (x < lo || lo > (y)) z();",
    "let a, b; return a < b > (1);",
    "for (let i = 0; i < n; i++) if (x > (y)) z();",
    "f(x < Math.PI, undefined > (y)); let x, y;",
    "let b; return [a < 1, b > (2)];",
    "return a < b / 2, c > (d);",
  ])("comparisons stay comparisons: %j", (source) => {
    const result = parse(source)._unsafeUnwrap();
    expect(result.language).toBe("javascript");
    expect(canonical(result.ast.body)).toBe(javascript(source));
  });
});

/** Type syntax, each row judged by TypeScript's own output. */
const ERASED: readonly string[] = [
  "let a: string, b!: number, [c, d]: [number, number] = [1, 2], { e }: { e: string } = x;",
  "function f(this: Foo, a: string, b?: number, ...rest: string[]): asserts a is 'x' { return a; }",
  "function f(this: Foo) {}  function g(this: Foo,) {}",
  "const f = (a?: string, { b }: X = {}, [c]?: number[]): a is string => true;",
  "const f = (a: string):\n  Promise<\n    string\n  > => a;",
  "const f = async <\n  T\n>(a: T): Promise<T> => a;",
  "const f = <T,>(a: T) => a; const g = <T extends Row = {}>(a: T) => a;",
  "const f = function <T>(a: T): T { return a; }; const o = { m<T>(a: T): T { return a; }, get x(): string { return ''; }, async *g<T>(): AsyncGenerator<T> {} };",
  "interface A { a: string; b?(): void; [k: string]: unknown; new (x: string): A; readonly c: number }\nfoo();",
  "type A = { a: string } | Array<B>\ntype C<T> = T extends `a${infer U}` ? U : never\nfoo()",
  "foo()\ntype A = string\n(bar)()\ntype B = string;\n[1].map(foo)\ninterface C {}\n`x`.length",
  "declare const a: string; declare function f(x: string): void; declare class A { x: string } declare enum E { A } declare namespace N { const x: string } declare global { interface Window {} } declare module 'm' {}",
  "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) { return a; }",
  "abstract class A<T> extends B<T> implements C, D<T> { abstract x: string; abstract m(): void; y: T; private readonly z = 1; protected static override w?: string; declare v: string; [k: string]: any; constructor(); constructor(a?: string) { super(); } m2?(): void; n!: number; public async p(): Promise<void> {} }",
  "class A { get: string\n size() { return 1; } static: number\n foo() {} }",
  "class A { x = 1\n private [y] = 2\n readonly *g() {} }",
  "class A { a: string\n [b]: number\n *c() {} 'd'?: string; [e]!: string; 4: number; #f?: string; static #g: number = 1 }",
  "class A { private static async *m() {} protected get x() { return 1 } public set x(v: number) {} override toString(): string { return '' } }",
  "const A = class<T> extends (B as any)<T> implements C {};",
  "const a = x as const, b = (x as unknown) as string, c = x as string[] | null, d = (<any>x).y, e = <T>(x), g = <T><U>x;",
  "const a = x satisfies A as B satisfies C;",
  "(x as any) = 1; (x as any).y = 2; [(x as any), y!] = z; for ((x as any) of y) {} (<any>x)++; x!++; delete (x as any).y;",
  "const a = x as T\n(foo)()\nconst b = y as T\n[1].map(f)\nconst c = z satisfies T\n`t`.length",
  "const a = x as T\n+ 1\nconst b = x as T\n.foo\nconst c = x!\n(foo)()",
  "return (x as T);\nthrow x as T;",
  "const a = b ? (c as T) : d as U, e = { f: g as H, [i as string]: j! }, k = `${l as string}`;",
  "const a = x! + y!.z![0]!(1)!; if (a! in b!) c!; const d = x!instanceof Foo; const e = a?.b!.c!; const g = (a?.b)!.c; const h = new x!();",
  "const a = b + c as T * d;",
  "const a = b || c as T & d, e = b == c as T == d, g = b < c as T > d;",
  "const a = b ** c as T ** d, e = b * c as T ** d;",
  "const f = () => <T>{ a: 1 }; const g = () => (<T>{ a: 1 }).a; <T>{ a: 1 }; const h = (): T => ({ a: 1 } as T);",
  "const a = <T>function () {}; <T>function () {};",
  "f<string>('x'); new Foo<string>; new Foo<A<B>>('x'); a?.b<T>(); a?.<T>(b); f<T>`x`; (f<T>)(x); const a = f<T>\nfoo();",
  "try { x() } catch (e: unknown) { y() } for (const x of y as T[]) {} for (const k in <any>o) {} switch (x as T) { case y as U: z() }",
  "label: for (let i: number = 0, j = 1 as number; i < 3; i++) continue label;",
  "import type { A } from './a'; import { type B } from './b'; import type C from './c'; import { D } from './d'; import * as E from './e'; let x: D | E.F; foo();",
  "export interface A {}\nexport type B = string;\nfoo();",
  "let a: unique symbol, b: typeof import('x'), c: new () => void, d: abstract new () => void, e: [a: string, b?: number, ...c: X[]], f: `a${string}`, g: A['b'][], h: { readonly [K in keyof T]?: T[K] }, i: (this: X) => void, j: (x: unknown) => x is string, k: A extends infer U extends string ? U : never;",
  "const é: string = '\u{1f600}' as string; const b = /* ü: */ x as /* as */ T; // y: string",
  "let x = y as any as Record<string, Array<{ a: number }>>; let z: Map<string, Map<string, number>>= w;",
  "accessor\nlet type = 1, declare = 2, as = 3, satisfies = 4, of = 5; (type as any); (as as as); namespace\nfoo;",
  "const x = a < b as any; const y = a as any < b; const z = (a as any) > b;",
  "async function f(): Promise<void> { await (x as any)(); for await (const y of z as AsyncIterable<T>) {} using r: T = q(); }",
];

describe("types are erased as TypeScript erases them", () => {
  test.each(ERASED)("%s", (source) => {
    const tree = parseTypeScript(source);
    if (tree.isErr()) throw new Error(JSON.stringify(tree.error));
    expect(canonical(tree.value.ast.body)).toBe(javascript(oracle(source)));
    expect(misplaced(source, tree.value.ast)).toEqual([]);
  });
});

/** Runs a program with the host's own engine. */
async function outcome(code: string): Promise<unknown> {
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  return await new AsyncFunction(code.replace(/^export /gm, ""))();
}

/** Babel's preset on the whole source, without any erasing of ours before it. */
function preset(source: string): string {
  const result = babel.transformSync(source, {
    configFile: false,
    babelrc: false,
    filename: "program.ts",
    presets: [[presetTypeScript, { allowDeclareFields: true }]],
    parserOpts: { allowReturnOutsideFunction: true },
  });
  return (result?.code ?? "").replace(/^export \{\};$/m, "");
}

/** Where the constructs stand that bring code of their own: names in there may be made up. */
function constructsOf(source: string): [number, number][] {
  const spans: [number, number][] = [];
  const visit = (node: ts.Node): void => {
    const made = ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node) || ts.isImportEqualsDeclaration(node);
    if (made) spans.push([node.getStart(file), node.end]);
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile("program.ts", source, ts.ScriptTarget.ESNext);
  visit(file);
  return spans;
}

const TRANSFORMED: readonly string[] = [
  "enum Color { Red, Green = 5, Blue }\nreturn [Color.Red, Color.Blue, Color[5]];",
  "enum S { A = 'a', B = `b` }\nreturn Object.entries(S);",
  "const n: number = 3;\nenum C { A = n * 2, B = [n].length, D = A | B, 'e' = 9 }\nreturn [C.A, C.B, C.D, C.e];",
  "const enum Flag { A = 1 << 0, B = 1 << 1, C = A | B, D = 'abc'.length }\nreturn [Flag.A, Flag.C, Flag.D];",
  "enum E { A }\nenum E { B = 7 }\nreturn [E.A, E.B, E[7]];",
  "namespace N { export const a: number = 1; export function f(x: number) { return x + a; } export namespace M { export const b = 2 } }\nreturn [N.a, N.f(2), N.M.b];",
  "namespace A.B { export type T = string; export const c = 3 }\nimport D = A.B;\nreturn D.c;",
  "class P { constructor(private readonly a: number, public b = 2, protected c?: string) {} sum() { return this.a + this.b } }\nreturn [new P(1).sum(), Object.keys(new P(1)).sort()];",
  "class P { x = 1; constructor(public a: string) {} }\nclass Q extends P { constructor(readonly q: number) { super('s'); } }\nreturn { ...new Q(4) };",
  "const f = () => <{ a: number }>{ a: 1 };\nconst n = 2 + 3 as number * 4, m = 2 ** 2 as any ** 3;\nreturn [f().a, n, m];",
  "export enum Level { Low = 'low' }\ninterface Row { level: Level }\nconst rows: Row[] = [{ level: Level.Low }];\nreturn rows.map((row): string => row.level);",
  "/* \u{1f600} */ enum É { \u00e9 = '\u00e9\\n' }\r\nconst s: string = `a\r\n${É.\u00e9}`;\r\nreturn [s, /* c */ É.\u00e9.length as number];",
];

describe("what has code of its own", () => {
  test.each(TRANSFORMED)("%s", async (source) => {
    const { ast, language } = parse(source)._unsafeUnwrap();
    expect(language).toBe("typescript");
    expect(canonical(ast.body)).toBe(javascript(preset(source).replace(/^export /gm, "")));
    expect(await outcome(preset(source))).toEqual(await outcome(oracle(source)));
    const constructs = constructsOf(source);
    walk(ast, (node: AnyNode) => {
      expect(node.end).toBeGreaterThan(node.start);
      const [wrong] = misplaced(source, { ...ast, body: [node as never] }).slice(0, isLeaf(node) ? 1 : 0);
      if (wrong === undefined) return;
      const inside = constructs.some(([start, end]) => start <= node.start && node.end <= end);
      expect(inside ? "made up" : wrong).toBe("made up");
    });
  });
});

function isLeaf({ type }: AnyNode): boolean {
  return type === "Identifier" || type === "Literal";
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The compiler's own sources, with their imports made type-only: real TypeScript, some hundred thousand characters. */
function ownSources(): [string, string][] {
  return readdirSync(`${ROOT}compiler`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, readFileSync(`${ROOT}compiler/${path}`, "utf8")])
    .map(([path, text]) => [
      path,
      text.replace(/^import (?!type)/gm, "import type ").replace(/^export \{[^}]*\}.*;$/gm, ""),
    ]);
}

/** Whether a source has parameter properties: Babel and TypeScript order the fields they make differently. */
function hasParameterProperties(source: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    found ||= ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("program.ts", source, ts.ScriptTarget.ESNext, true));
  return found;
}

test("the compiler's own sources keep meaning and positions", () => {
  const wrong: string[] = [];
  for (const [path, source] of ownSources()) {
    const tree = parseTypeScript(source);
    if (tree.isErr()) {
      wrong.push(`${path}: ${JSON.stringify(tree.error[0])}`);
      continue;
    }
    const exact = !hasParameterProperties(source) && constructsOf(source).length === 0;
    if (exact && canonical(tree.value.ast.body) !== javascript(oracle(source))) wrong.push(`${path}: another meaning`);
    if (exact) wrong.push(...misplaced(source, tree.value.ast).map((entry) => `${path}: ${entry}`));
  }
  expect(wrong).toEqual([]);
}, 120_000);

describe("refused", () => {
  test.each([
    ["import fs = require('fs');", "import", "import fs = require('fs');"],
    ["const a: number = 1;\nimport { x } from 'y';\nx();", "import", "import { x } from 'y';"],
    ["const a: number = 1;\nimport 'y';", "import", "import 'y';"],
    ["let a: number;\nexport = a;", "export", "export = a;"],
    ["let a: number;\nexport { b } from 'c';", "export", "export { b } from 'c';"],
    ["let a: number;\n@dec class A {}", "decorator", "@"],
    ["let a: number;\nlet a = 2;", "redeclaration", "a"],
    ["enum A { X }\nlet b: A;\nlet b = 2;", "redeclaration", "b"],
    ["let a: number = ;", "unexpected-token", ";"],
    ["interface A { a: string \nreturn 1", "unexpected-token", "1"],
    ["let a: number;\nxs.forEach((x: number) => { await f(x); });", "await-outside-async", "await"],
    ["let a: number;\nfunction f() { await (a); }", "await-outside-async", "await"],
    ["function (x: number) { return x; } extra: 1", "unexpected-token", "("],
    [
      `enum A { ${Array.from({ length: 1_001 }, (_, i) => `M${i}`).join()} }`,
      "program-size",
      `enum A { ${Array.from({ length: 1_001 }, (_, i) => `M${i}`).join()} }`,
    ],
    ["enum A { X }\nreturn /(/;", "invalid-regexp", "/"],
  ])("%j", (source, code, text) => {
    const [error] = parse(source)._unsafeUnwrapErr();
    expect([error.code, source.slice(error.span.start, error.span.end)]).toEqual([code, text]);
  });
});

test("imports of types only are reported as repairs", () => {
  const source = "import type { A } from './a';\nimport { B } from './b';\nlet x: A | B;";
  const { repairs } = parse(source)._unsafeUnwrap();
  expect(repairs.map(({ code, span }) => [code, source.slice(span.start, span.end)])).toEqual([
    ["type-import", "import type { A } from './a';"],
    ["type-import", "import { B } from './b';"],
  ]);
});

test("sources over 64 kB stay JavaScript, or are refused", () => {
  const padding = `/*${" ".repeat(65_536)}*/`;
  expect(parse(`let x: number;${padding}`)._unsafeUnwrapErr()[0]).toMatchObject({
    code: "source-size",
    limit: "sourceBytes",
  });
  expect(parse(`f<T>(x);${padding}`)._unsafeUnwrap().language).toBe("javascript");
});

/** A hundred times over what the depth guard allows for nesting. */
test.each([
  ["statements without semicolons", "if (x) return 1\n"],
  ["optional members", "interface A { a?: string\n b?: { c?: number }\n }\n"],
  ["fields", "class A { a: number = 1\n b?: () => void\n }; {}\n"],
  ["members of an object", "f({ a: 1, b: { c: 2 }, d: x ? y : z })\n"],
  ["comparisons", "if (a < b && c < d) e < f\n"],
  ["cases", "switch (a) { case 1: x = 1\n break\n default: y = 2 }\n"],
  ["blocks", "for (const x of xs) { if (x) { f(x) } else if (y) { g(y) } else { h() } }\n"],
  ["arrows", "xs.map((x) => (y) => ({ z: x + y })).filter(Boolean)\n"],
  ["strings", "s += 'a' + b + `c${d}` + \"e\"\n"],
  ["regular expressions", "s = s.replace(/[(]+/g, '(').split(/\\//)\n"],
])("long is not deep: %s", (_name, line) => {
  const source = `let q: number = 0\n{\n${line.replace("class A", "(class").replace("}; {}", "})").repeat(400)}}\n`;
  expect(parse(source).isOk()).toBe(true);
});

test("without a synchronous loader TypeScript asks for warmup", async () => {
  vi.resetModules();
  const builtin = process.getBuiltinModule;
  (process as { getBuiltinModule?: unknown }).getBuiltinModule = undefined;
  try {
    const fresh = await import("../../compiler/parse.js");
    expect(fresh.parse("let x: number = 1;")._unsafeUnwrapErr()[0]).toMatchObject({
      code: "typescript-not-loaded",
      hint: "Call `await warmup()` first, or use the asynchronous form.",
    });
    expect(fresh.parse("let x = ;")._unsafeUnwrapErr()[0].message).toBe("Unexpected token ';'");
    expect((await fresh.parseAsync("let x: number = 1;"))._unsafeUnwrap().language).toBe("typescript");
    expect(fresh.parse("let x: number = 1;")._unsafeUnwrap().language).toBe("typescript");
  } finally {
    process.getBuiltinModule = builtin;
  }
});
