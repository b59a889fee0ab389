// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources of programs contain templates
/**
 * What the language has and what it refuses: each row a tiny program. One that is supported returns true; one that is
 * refused fails, and what it fails with is what the table prints. vm/SUPPORT.md is made from this list and nothing else.
 */

export interface SupportRow {
  readonly feature: string;
  readonly program: string;
}

export interface SupportSection {
  readonly title: string;
  /** Whether the rows are supported, or refused. */
  readonly supported: boolean;
  readonly rows: readonly SupportRow[];
}

/** What a run of a row gave. */
export type SupportOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly kind: string; readonly message: string; readonly hint: string | undefined };

const rows = (...pairs: readonly (readonly [feature: string, program: string])[]): SupportRow[] =>
  pairs.map(([feature, program]) => ({ feature, program }));

const SYNTAX = rows(
  [
    "`let`, `const`, `var`, temporal dead zone",
    "let a = 1; const b = 2; var c = 3; try { d; let d; } catch (e) { return e instanceof ReferenceError && a + b + c === 6; }",
  ],
  [
    "destructuring with defaults and rest",
    "const { a = 1, b: [c, ...d] = [2, 3, 4], ...e } = { f: 5 }; return a + c + d[1] + e.f === 12;",
  ],
  [
    "spread in calls, arrays and objects",
    "return Math.max(...[1, 2], ...new Set([7])) === 7 && { ...{ a: 1 }, ...null }.a === 1;",
  ],
  [
    "default, rest and pattern parameters",
    "return ((a, { b = 2 } = {}, ...c) => a + b + c.length)(1, undefined, 3, 4) === 5;",
  ],
  ["arrow functions, closures, recursion", "const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); return f(15) === 610;"],
  [
    "`arguments`, `new.target`",
    "return (function () { return arguments.length === 2 && new.target === undefined; })(1, 2);",
  ],
  [
    "template literals and tagged templates",
    "return `${1 + 1}` === '2' && ((s, v) => s.raw[0] + v)`\\n${3}` === '\\\\n3';",
  ],
  [
    "optional chaining and nullish operators",
    "const o = { n: null }; o.n ??= 4; return o?.a?.b.c === undefined && o.n === 4;",
  ],
  ["logical assignment, exponentiation, numeric separators", "let a = 0; a ||= 2 ** 10; return a === 1_024;"],
  [
    "`if`, `switch`, `for`, `while`, `do`, labels",
    "l: for (let i = 0; ; i++) { switch (i) { case 2: continue; case 4: break l; } } return true;",
  ],
  [
    "`for…of`, `for…in`",
    "let s = ''; for (const k in { a: 1, b: 2 }) s += k; for (const v of new Set([3])) s += v; return s === 'ab3';",
  ],
  [
    "one binding an iteration",
    "const f = []; for (let i = 0; i < 2; i++) f.push(() => i); return f[0]() === 0 && f[1]() === 1;",
  ],
  [
    "`try`, `catch`, `finally`",
    "const f = () => { try { throw 1; } catch { return 2; } finally { return 3; } }; return f() === 3;",
  ],
  [
    "classes, inheritance, `super`",
    "class A { m() { return 1; } } class B extends A { m() { return super.m() + 1; } } return new B().m() === 2;",
  ],
  [
    "private names, fields, accessors, static blocks",
    "class A { #x = 1; static y; static { A.y = 2; } get x() { return this.#x; } static is(o) { return #x in o; } } return new A().x + A.y === 3 && A.is(new A());",
  ],
  [
    "getters, setters, computed names",
    "const o = { get ['a' + 1]() { return 5; }, set b(v) { this.c = v; } }; o.b = 1; return o.a1 + o.c === 6;",
  ],
  [
    "generators",
    "function* g() { const x = yield 1; return x; } const i = g(); i.next(); return i.next(4).value === 4;",
  ],
  ["`async`, `await` at the top level and anywhere else", "return (await (async () => await 5)()) === 5;"],
  [
    "async generators, `for await`",
    "async function* g() { yield 1; yield 2; } let s = 0; for await (const x of g()) s += x; return s === 3;",
  ],
  [
    "`using` and `await using`",
    "let s = ''; { using a = { [Symbol.dispose]() { s += 'a'; } }; await using b = { async [Symbol.asyncDispose]() { s += 'b'; } }; } return s === 'ba';",
  ],
  ["BigInt", "return 2n ** 64n === 18446744073709551616n;"],
  [
    "regular expressions: named groups, lookbehind, Unicode properties, flags `dgimsuvy`",
    "return /(?<=\\$)(?<n>\\p{Nd}+)/u.exec('$42').groups.n === '42' && /[\\p{L}--[a-z]]/v.test('A');",
  ],
  [
    "regular expressions: modifiers, duplicate names",
    "return /(?i:A)b/.test('ab') && /(?<y>a)|(?<y>b)/.exec('b').groups.y === 'b';",
  ],
  ["`debugger`, which does nothing", "debugger; return true;"],
);

const BUILT_INS = rows(
  [
    "Array, with `toSorted`, `toSpliced`, `with`, `findLast`, `flat`, `fromAsync`",
    "return [3, 1].toSorted()[0] === 1 && [1].with(0, 2)[0] === 2 && (await Array.fromAsync([Promise.resolve(1)]))[0] === 1;",
  ],
  ["Object, with `groupBy`, `hasOwn`, `fromEntries`", "return Object.groupBy([1, 2], (x) => x % 2)[1].length === 1;"],
  [
    "String, with `at`, `replaceAll`, `isWellFormed`, `normalize`",
    "return 'a-b'.replaceAll('-', '').at(-1) === 'b' && '\\ud800'.isWellFormed() === false;",
  ],
  [
    "Number, Math, with `sumPrecise` and `f16round`",
    "return Math.sumPrecise([1e20, 0.1, -1e20]) === 0.1 && Number.isInteger(Math.f16round(2));",
  ],
  [
    "Map, Set, with set composition and `Map.groupBy`",
    "return new Set([1, 2]).union(new Set([3])).size === 3 && Map.groupBy([1], () => 'k').get('k')[0] === 1;",
  ],
  [
    "WeakMap, WeakSet, WeakRef",
    "const k = {}; return new WeakMap([[k, 1]]).get(k) === 1 && new WeakSet([k]).has(k) && new WeakRef(k).deref() === k;",
  ],
  ["Iterator helpers", "return [1, 2, 3].values().filter((x) => x > 1).map((x) => x * 2).toArray().join() === '4,6';"],
  [
    "Promise, with `try`, `withResolvers`, `any`, `allSettled`",
    "const { promise, resolve } = Promise.withResolvers(); resolve(1); return (await Promise.try(() => promise)) === 1 && (await Promise.any([promise])) === 1;",
  ],
  ["Symbol and its well-known symbols", "return `${{ [Symbol.toPrimitive]: () => 'p' }}` === 'p';"],
  [
    "Proxy, Reflect",
    "return new Proxy({}, { get: (_, k) => k }).abc === 'abc' && Reflect.ownKeys({ a: 1 }).length === 1;",
  ],
  ["JSON", "return JSON.stringify(JSON.parse('{\"a\":[1]}')) === '{\"a\":[1]}';"],
  ["Date", "return new Date('2024-02-29T00:00:00Z').getUTCDate() === 29;"],
  [
    "RegExp, with `escape` and `matchAll`",
    "return new RegExp(RegExp.escape('a.b')).test('a.b') && [...'a1b2'.matchAll(/\\d/g)].length === 2;",
  ],
  [
    "Error and its kinds, `cause`, `AggregateError`, `isError`",
    "return new Error('x', { cause: 1 }).cause === 1 && Error.isError(new AggregateError([]));",
  ],
  [
    "ArrayBuffer (resizable, `transfer`), DataView",
    "const b = new ArrayBuffer(2, { maxByteLength: 4 }); b.resize(4); return new DataView(b).byteLength === 4 && b.transfer().byteLength === 4;",
  ],
  [
    "typed arrays, Float16Array, base64 and hex of Uint8Array",
    "return new Float16Array(1).length === 1 && Uint8Array.fromHex('ff')[0] === 255 && new Uint8Array([104, 105]).toBase64() === 'aGk=';",
  ],
  [
    "`structuredClone`, `queueMicrotask`, `setTimeout`",
    "const o = structuredClone(new Map([[1, { a: 2 }]])); await new Promise((r) => setTimeout(r, 1)); await new Promise((r) => queueMicrotask(r)); return o.get(1).a === 2;",
  ],
  ["URL, URLSearchParams", "return new URL('../b?x=1', 'https://e.org/a/c').searchParams.get('x') === '1';"],
  [
    "TextEncoder, TextDecoder, `atob`, `btoa`",
    "return new TextDecoder().decode(new TextEncoder().encode('é')) === 'é' && atob(btoa('x')) === 'x';",
  ],
  ["Headers", "return new Headers({ A: '1' }).get('a') === '1';"],
  [
    "`crypto.randomUUID`, `crypto.getRandomValues`",
    "return crypto.randomUUID().length === 36 && crypto.getRandomValues(new Uint8Array(4)).length === 4;",
  ],
  [
    "Intl: NumberFormat, DateTimeFormat, Collator, PluralRules, RelativeTimeFormat, ListFormat",
    "return new Intl.NumberFormat('en-US').format(1234) === '1,234' && new Intl.PluralRules('en-US').select(1) === 'one' && new Intl.ListFormat('en-US').format(['a', 'b']) === 'a and b' && typeof Intl.DateTimeFormat === 'function' && typeof Intl.Collator === 'function' && typeof Intl.RelativeTimeFormat === 'function';",
  ],
  ["console", "console.log('%s', 'x'); console.table([{ a: 1 }]); console.count(); return true;"],
  ["`globalThis`, with `globalThis.name = value`", "globalThis.shared = 4; return shared === 4;"],
);

const TYPESCRIPT = rows(
  [
    "annotations, interfaces, type aliases, generics",
    "interface A<T> { a: T } type B = A<number>; const f = <T,>(x: T): T => x; const b: B = { a: f<number>(1) }; return b.a === 1;",
  ],
  [
    "`as`, `as const`, `satisfies`, non-null `!`",
    "const a = [1] as const; const o = { k: a! } satisfies { k: unknown }; return (o.k as readonly number[])[0] === 1;",
  ],
  [
    "enums and const enums",
    "enum A { X, Y = 5, Z } const enum B { S = 's' } return A.Z === 6 && A[5] === 'Y' && B.S === 's';",
  ],
  [
    "namespaces",
    "namespace N { export const a = 1; export namespace M { export const b = a + 1; } } return N.M.b === 2;",
  ],
  [
    "parameter properties",
    "class P { constructor(private readonly a: number, public b = 2) {} sum() { return this.a + this.b; } } return new P(1).sum() === 3;",
  ],
  [
    "overloads, abstract classes, `implements`, `override`, `declare`",
    "declare const x: string; interface I { m(): number } abstract class A { abstract m(): number; } class B extends A implements I { override m(): number { return 1; } } function f(a: string): void; function f(a: any) { return a; } return new B().m() === 1 && f('s') === 's';",
  ],
  [
    "imports and exports of types only",
    "import type { A } from './a'; export type B = A; let x: B; return x === undefined;",
  ],
);

const REPAIRED = rows(
  ["a Markdown fence around the program", "```js\nreturn true;\n```"],
  ["one function as the whole program", "async () => true"],
  ["`export default <expression>`", "export default true"],
  ["`export` before a declaration", "export const a = true; return a;"],
);

const REFUSED = rows(
  ["`import`", "import { x } from 'y'; x();"],
  ["`import()`", "const m = await import('x'); return m;"],
  ["`import.meta`", "return import.meta.url;"],
  ["`export … from`", "export * from 'x';"],
  ["`with`", "with ({}) {}"],
  ["`eval(…)`", "return eval('1 + 1');"],
  ["`Function(…)`", "return new Function('return 1')();"],
  ["decorators", "@sealed class A {}"],
  ["`import x = require(…)`", "import fs = require('fs'); fs();"],
  ["JSX", "return <div />;"],
  ["octal literals, `delete name` and the rest of sloppy mode", "return 010;"],
  ["redeclaration", "let a = 1; let a = 2;"],
);

const REFUSED_RUNNING = rows(
  ["code from text by other ways", "return (() => {}).constructor('return 1')();"],
  ["changes of built-in objects", "Array.prototype.last = 1;"],
  ["`require`", "return require('fs');"],
  ["`process`", "return process.env.TOKEN;"],
  ["`fetch`", "return await fetch('https://example.com');"],
  ["file names of a module", "return __dirname;"],
  ["`Buffer`", "return Buffer.from('x');"],
  ["`window`, `document`", "return document.title;"],
  ["`SharedArrayBuffer`, `Atomics`", "return new SharedArrayBuffer(1);"],
  ["`FinalizationRegistry`", "return new FinalizationRegistry(() => {});"],
  ["`ShadowRealm`", "return new ShadowRealm();"],
  ["`WebAssembly`", "return WebAssembly;"],
);

export const SUPPORT: readonly SupportSection[] = [
  { title: "Syntax", supported: true, rows: SYNTAX },
  { title: "Built-ins", supported: true, rows: BUILT_INS },
  { title: "TypeScript", supported: true, rows: TYPESCRIPT },
  { title: "Repaired, with a warning", supported: true, rows: REPAIRED },
  { title: "Refused before anything runs", supported: false, rows: REFUSED },
  { title: "Refused when reached", supported: false, rows: REFUSED_RUNNING },
];

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** Rows of cells as lines of a Markdown table, columns of equal width, as the formatter wants them. */
function padded(table: readonly (readonly string[])[]): string[] {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const fill = (text: string, column: number) => text.padEnd(widths[column]!, text === "---" ? "-" : " ");
  return table.map((row) => `| ${row.map(fill).join(" | ")} |`);
}

/** The Markdown of the whole table, from what each program gave. */
export function supportMarkdown(outcomeOf: (program: string) => SupportOutcome): string {
  const lines = [
    "# What the language has",
    "",
    "Generated by `UPDATE_SUPPORT=1 npx vitest run --config test/vitest.config.ts test/vm/support.test.ts` from",
    "[test/support/support-table.ts](../test/support/support-table.ts), whose every row is a program that runs. Names alone never",
    "refuse: a property called `import`, a method called `require` and a key `eval` are ordinary.",
  ];
  for (const { title, supported, rows } of SUPPORT) {
    lines.push("", `## ${title}`, "");
    if (supported) {
      lines.push(...rows.map(({ feature }) => `- ${feature}`));
      continue;
    }
    const table = rows.map(({ feature, program }) => {
      const outcome = outcomeOf(program);
      return [feature, outcome.ok ? "supported" : outcome.message, (outcome.ok ? "" : outcome.hint) ?? ""].map(cell);
    });
    lines.push(...padded([["feature", "what it says", "hint"], ["---", "---", "---"], ...table]));
  }
  return `${lines.join("\n")}\n`;
}
