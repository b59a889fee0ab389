/** Programs that look for anything that differs from run to run: value, logs and usage must be the same. */
import type { HostileProgram } from "./program.js";

const PROGRAMS: { readonly [name: string]: string } = {
  "random numbers": "return [Math.random(), Math.random(), crypto.randomUUID()]",
  "the clock":
    "const a = Date.now(); for (let i = 0; i < 1e4; i++); return [a, Date.now(), new Date().toISOString(), String(new Date(0))]",
  "the time zone":
    "return [new Date(2020, 6, 1).toISOString(), new Date(0).getTimezoneOffset(), Intl.DateTimeFormat().resolvedOptions().timeZone]",
  "the locale":
    "return [(1234.5).toLocaleString(), new Date(0).toLocaleString(), ['b', 'ä', 'a'].sort((x, y) => x.localeCompare(y))]",
  "key order":
    "const o = { b: 1, 2: 1, a: 1, 1: 1 }; o.c = 1; delete o.b; o.b = 2; return [Object.keys(o), JSON.stringify(o)]",
  "sort stability":
    "return Array.from({ length: 500 }, (_, i) => ({ k: i % 7, i })).sort((a, b) => a.k - b.k).map((x) => x.i)",
  "an inconsistent comparator":
    "let n = 1; return Array.from({ length: 200 }, (_, i) => i).sort(() => ((n = (n * 16807) % 2147483647) & 1) ? 1 : -1)",
  "job order":
    "const log = []; const f = async (n) => { for (let i = 0; i < 3; i++) { await null; log.push(n) } }; await Promise.all([f(1), f(2), f(3)]); return log",
  timers:
    "const log = []; await Promise.all([30, 10, 20].map((ms) => new Promise((r) => setTimeout(() => { log.push(ms); r() }, ms)))); return log",
  "tool order":
    "const log = []; await Promise.all([1, 2, 3].map(async (n) => { await tools.echo({ n }); log.push(n) })); return log",
  "floating point":
    "let x = 0.1; for (let i = 0; i < 1000; i++) x = Math.sin(x) * Math.exp(x) % 1.7; return [x, 0.1 + 0.2, 1e21, 5e-324, (0.000001234).toString()]",
  stacks: "const f = () => g(); const g = () => new Error('x').stack; return f()",
  "overflow depth": "let n = 0; const f = () => { n++; f() }; try { f() } catch { return n }",
  "memory stop": "const a = []; for (let i = 0; ; i++) a.push({ i, s: 'x'.repeat(i % 100) })",
  "census and garbage":
    "let n = 0; for (let i = 0; i < 2e5; i++) n += [i, i, i].length + ('x'.repeat(i % 300)).length; return n",
  "instruction stop": "let n = 0; for (;;) { n++; [n].map((x) => x) }",
  "instruction stop in a native": "const s = 'ab'.repeat(1e5); for (;;) s.split('a').join('b').toUpperCase()",
  "instruction stop in a pattern": "for (;;) /^(a|aa)*b/.test('a'.repeat(200))",
  inspect:
    "console.log(new Map([[{ a: 1 }, [1, , 3]]]), new Set('abc'), class A {}, Symbol('x'), -0, 1n, [undefined, null]); return 1",
  errors: "try { null.a } catch (e) { return [e.message, e.stack] }",
};

export const DETERMINISM: readonly HostileProgram[] = Object.entries(PROGRAMS).map(([name, source]) => ({
  name,
  source,
  expected: "bounded",
}));
