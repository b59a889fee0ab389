// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources of programs contain templates
/**
 * TypeScript end to end: programs run in the VM as what TypeScript's own compiler makes of them runs in Node, errors stand
 * where the author wrote them, to the column, and what is refused is refused precisely.
 */
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { CodeMode, type Failure, type Success } from "../../runtime/index.js";

const runtime = CodeMode.make({ tools: {}, limits: { timeoutMs: 10_000 } });

async function run(code: string): Promise<Success | Failure> {
  return (await runtime.execute(code)).match<Success | Failure>(
    (success) => success,
    (failure) => failure,
  );
}

const AsyncFunction = (async () => {}).constructor as new (text: string) => () => Promise<unknown>;

/** What the program gives when TypeScript compiles it and Node runs it. */
async function oracle(source: string): Promise<unknown> {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, alwaysStrict: false };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  const body = outputText.replace(/^export \{\};$/m, "").replace(/^export /gm, "");
  return JSON.parse(JSON.stringify(await new AsyncFunction(`"use strict";\n${body}`)()));
}

const FEATURES: readonly (readonly [feature: string, source: string])[] = [
  [
    "annotations",
    "const add = (a: number, b?: number): number => a + (b ?? 1); let x: string | undefined; return [add(1), x ?? null];",
  ],
  [
    "enums: numbers and reverse names",
    "enum Color { Red, Green = 5, Blue } return [Color.Red, Color.Blue, Color[5], Color.Green as number];",
  ],
  [
    "enums: text, computed, merged",
    "enum S { A = 'a', B = `b` } enum N { X = 'abc'.length, Y = X * 2, Z = 1 << 3 } enum N { W = 100 } return [Object.entries(S), N.X, N.Y, N.Z, N.W, N[6]];",
  ],
  [
    "enums as types and in switch",
    "enum Kind { A, B } function name(k: Kind): string { switch (k) { case Kind.A: return 'a'; case Kind.B: return 'b'; } } return [name(Kind.A), name(1)];",
  ],
  [
    "const enums",
    "const enum Flag { None = 0, A = 1 << 0, B = 1 << 1, AB = A | B } return [Flag.A, Flag.AB, (Flag.AB & Flag.B) !== 0];",
  ],
  [
    "namespaces: nested, merged, dotted",
    "namespace N { const hidden = 1; export const a = hidden + 1; export function f(x: number) { return x + a; } export class C { v = a; } } namespace N { export const b = N.a * 2; } namespace A.B.C { export const deep = N.b; } import D = A.B; return [N.f(1), N.b, new N.C().v, A.B.C.deep, D.C.deep, Object.keys(N).sort()];",
  ],
  [
    "a namespace merged with a function",
    "function f() { return f.extra; } namespace f { export const extra = 3; } return f();",
  ],
  [
    "parameter properties",
    "class P { constructor(private readonly a: number, public b = 2, protected c?: string) {} sum() { return this.a + this.b + (this.c ?? ''); } } class Q extends P { constructor(readonly q: number) { super(q, q + 1, 'c'); } } return [new P(1).sum(), new Q(4).sum(), Object.keys(new Q(4)).sort()];",
  ],
  [
    "satisfies",
    "const config = { retries: 3, tags: ['a'] } satisfies { retries: number; tags: string[] }; return [config.retries, [1, 2] satisfies number[]];",
  ],
  [
    "as, as const, angle brackets, non-null",
    "const a = ['x', 'y'] as const; const b = (a as unknown) as string[]; const c = <any>b; const m = new Map([['k', 1]]); return [a[0], b.length, c.length, m.get('k')!.toFixed(1), (m.get('z') as number | undefined) ?? null];",
  ],
  [
    "imports and exports of types only",
    "import type { A } from './a';\nimport { type B, type C } from './b';\nexport type D = A | B;\nexport interface E { c: C }\nlet d: D | E | undefined; return d ?? 'none';",
  ],
  [
    "overloads",
    "function f(a: string): string; function f(a: number): number; function f(a: any) { return a; } class O { m(): void; m(a?: number): number | void { return a; } } return [f('s'), f(1), new O().m(3)];",
  ],
  [
    "abstract classes",
    "abstract class Shape { abstract area(): number; abstract readonly kind: string; describe() { return `${this.kind}: ${this.area()}`; } } class Sq extends Shape { override readonly kind = 'sq'; constructor(private s: number) { super(); } override area() { return this.s ** 2; } } return new Sq(3).describe();",
  ],
  [
    "class members",
    "class A<T> { static #count = 0; declare ghost: string; private x?: T; protected readonly y: number = 1; [key: string]: unknown; static make<U>(this: new () => A<U>) { A.#count++; return new this(); } get count(): number { return A.#count; } } A.make(); return [A.make().count, 'ghost' in new A(), 'x' in new A()];",
  ],
  [
    "generics on arrows, calls and news",
    "const id = <T,>(x: T): T => x; const pair = async <A, B extends A[]>(a: A, b: B): Promise<[A, B]> => [a, b]; return [id<number>(1), await pair<number, number[]>(1, [2]), new Map<string, Array<number>>([['a', [1]]]).size, [3, 1].reduce<Record<string, number>>((o, x) => ({ ...o, [x]: x }), {})];",
  ],
  [
    "types that look like code",
    "type Fn = new (...args: any[]) => { a: string }; interface I { (x: number): string; new (x: string): I; readonly [k: string]: any } type M = { readonly [K in keyof I]?: I[K] }; type C<T> = T extends `a${infer U}` ? U : never; declare function g(x: Fn): I; function is(x: unknown): x is string { return typeof x === 'string'; } function assert(x: unknown): asserts x { if (!x) throw 1; } return [is('a'), assert(1) ?? null];",
  ],
  [
    "for, catch, destructuring",
    "for (const [k, v] of Object.entries({ a: 1 }) as [string, number][]) { try { throw { k, v } as const; } catch (e: unknown) { const { v: w, ...rest }: { v: number; k: string } = e as any; return [w, rest]; } }",
  ],
  [
    "optional chains with types",
    "const o: { f?: <T>(x: T) => T; n?: { m: number } | null } = { f: (x) => x }; return [o.f?.<number>(1), o.n?.m ?? null, o!.f!(2), (o as any)?.n?.m ?? 0];",
  ],
];

/** Text that JavaScript would read another way, or not at all, with declarations that make it run. */
const AMBIGUOUS: readonly (readonly [form: string, before: string, after: string])[] = [
  ["f<T>(x);", "const f = (v) => r = v; let r; const x = 1;", "return r;"],
  ["f<T>();", "let r = 0; const f = () => r = 2;", "return r;"],
  ["const r = arr.reduce<number>((a, b) => a + b, 0);", "const arr = [1, 2];", "return r;"],
  ["const m = new Map<string, number>(xs);", "const xs = [['a', 1]];", "return [...m];"],
  ["m = new Map<string, number>(xs);", "let m; const xs = [['a', 1]];", "return m.size;"],
  ["foo(new Map<string, number>(xs));", "let r; const foo = (m) => r = m.size, xs = [];", "return r;"],
  ["const s = new Set<string>(xs);", "const xs = 'ab';", "return s.size;"],
  ["const s = new Set<string>();", "", "return s.size;"],
  ["const g = JSON.parse<Foo>(t);", "const t = '[1]';", "return g;"],
  ["const r = await get<User[]>({ id: 1 });", "const get = async (x) => x;", "return r;"],
  ["const r = await tools2.get<User>({ id: 1 });", "const tools2 = { get: async (x) => x };", "return r;"],
  ["const r = xs.reduce<Record<string, number>>((a, x) => a, {});", "const xs = [1];", "return r;"],
  ["return xs.map<Row>((x) => ({ a: x }));", "const xs = [1];", ""],
  ["foo(a < b, c > (d));", "let r; const foo = (...xs) => r = xs, a = (x) => x, d = 4;", "return r;"],
  ["const x = y as T;", "const y = 1;", "return x;"],
  ["const x = <any>y;", "const y = 1;", "return x;"],
  ["const x = y!;", "const y = 1;", "return x;"],
  ["const x = y!.z;", "const y = { z: 1 };", "return x;"],
  ["let x: number = 1;", "", "return x;"],
  ["const f = async <T>(x: T) => x;", "", "return await f(1);"],
  ["x satisfies T;", "const x = 1;", "return x;"],
  ["const g = f<string>;", "const f = () => 1;", "return g();"],
  ["r = f<T>`a`;", "let r; const f = (s) => s[0];", "return r;"],
  ["const a = b ? (c) : d => e;", "const b = 1, c = 2, e = 3;", "return a;"],
  ["type\nFoo = 1;", "let type = 0, Foo;", "return [type, Foo];"],
  ["abstract\nclass A {}", "let abstract = 0;", "return typeof A;"],
  ["declare\nconst z = 1;", "let declare = 0;", "return z;"],
  ["if (a < b && c > (d)) x();", "let r = 0; const a = 1, b = 2, c = 4, d = 3, x = () => r++;", "return r;"],
  ["const o = { a: f<T>(x) };", "const f = (v) => v, x = 1;", "return o;"],
  ["r = a?.b<T>(c);", "let r; const a = { b: (x) => x }, c = 1;", "return r;"],
  ["let t = a<b>(c)<d>(e);", "const a = (x) => (y) => [x, y], c = 1, e = 2;", "return t;"],
];

describe("TypeScript runs as TypeScript compiles it", () => {
  it.each(FEATURES)("%s", async (_feature, source) => {
    const outcome = await run(source);
    expect(outcome.ok ? outcome.value : outcome.error.message).toEqual(await oracle(source));
  });

  it.each(AMBIGUOUS)("%s", async (form, before, after) => {
    const source = `${before}\n${form}\n${after}`;
    const outcome = await run(source);
    expect(outcome.ok ? outcome.value : outcome.error.message).toEqual(await oracle(source));
  });

  it("comparisons whose operands are the program's own values stay comparisons", async () => {
    const outcome = await run("const foo = (...xs) => xs, a = 1, b = 2, c = 3, d = 4;\nreturn foo(a < b, c > (d));");
    expect(outcome.ok ? outcome.value : outcome.error.message).toEqual([true, false]);
  });
});

/** The error stands at the mark. */
const PLACES: readonly (readonly [what: string, source: string])[] = [
  ["after annotations on its line", "const a: Array<{ b: string }> = [], c = (x: number): string => ''; «null.x»;"],
  ["after an enum", "enum Color { Red, Green }\nconst c: Color = Color.Red; throw «new Error(Color[c])»;"],
  ["in an enum's initialiser", "const n: any = null;\nenum E { A = 1, B = «n.length» }"],
  ["after a const enum", "const enum F { A = 1 } const v = F.A as number; throw «new Error('x')»;"],
  ["in a namespace", "namespace N {\n  export const a: any = undefined;\n  export const b = «a.b»;\n}"],
  [
    "in a constructor with parameter properties",
    "class P { constructor(private readonly a: any, public b = 1) { «this.a.missing.deep»; } }\nnew P({});",
  ],
  [
    "in a parameter property's default",
    "class P { constructor(private a: any, public b: string = «a.b.c») {} }\nnew P({ b: null });",
  ],
  ["behind as, satisfies and !", "const o = ({ a: 1 } as any) satisfies object; «(o as any).b!.c»;"],
  [
    "after type-only imports",
    "import type { A } from './a';\nimport { type B } from './b';\nlet x: A | B; «undefinedName»;",
  ],
  [
    "after overloads",
    "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any): any { return «a.b.c»; }\nf(1);",
  ],
  [
    "in an abstract class's method",
    "abstract class S { abstract m(): number; run(): number { return «this.m()»; } }\nclass T extends S { declare m: any; }\nnew T().run();",
  ],
  [
    "behind generics on an arrow and a call",
    "const id = <T extends object,>(x: T): T => x; const n = id<any>({}); «n.a.b»;",
  ],
  ["after text beyond ASCII", "const é: string = '😀' as string; /* ü */ type T = string; «é.x.y»;"],
];

describe("places are the author's, to the column", () => {
  it.each(PLACES)("%s", async (_what, marked) => {
    const start = marked.indexOf("«");
    const source = marked.replace("«", "").replace("»", "");
    const outcome = await run(source);
    if (outcome.ok) expect.fail(`it ended well: ${JSON.stringify(outcome.value)}`);
    const { line, column } = outcome.error.location!;
    const offset =
      source
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length +
      (line > 1 ? 1 : 0) +
      column -
      1;
    const end = marked.indexOf("»") - 1;
    expect(["ExecutionFailure", "ProgramThrow"], outcome.error.message).toContain(outcome.error.kind);
    // The span of a failed read is the name that was read: it lies within the marks.
    expect(source.slice(start, end), outcome.error.message).toContain(source.slice(offset, offset + 1));
    expect(offset).toBeGreaterThanOrEqual(start);
    expect(offset).toBeLessThan(end);
  });
});

describe("refused precisely", () => {
  it.each([
    ["«@»sealed class A {}"],
    ["const a: number = 1;\nclass A { «@»log m(): void {} }"],
    ["class A { constructor(«@»inject private x: number) {} }"],
    ["class A { «@»observed accessor x = 1; }"],
    ["export «@»sealed class A {}"],
  ])("decorators: %s", async (marked) => {
    const start = marked.indexOf("«");
    const outcome = await run(marked.replace("«", "").replace("»", ""));
    if (outcome.ok) expect.fail("it ran");
    const before = marked.slice(0, start).split("\n");
    expect(outcome.error).toMatchObject({
      kind: "UnsupportedSyntax",
      message: "Decorators are not part of the language.",
      location: { line: before.length, column: before.at(-1)!.length + 1 },
    });
    expect(outcome.error.suggestions).toHaveLength(1);
  });
});
