/** Memory: every way of keeping more than the limit alive, and honest programs that only throw away. */
import { failing, type HostileProgram, returning } from "./program.js";

const STOPPED = ["LimitExceeded"] as const;

export const HOGS: readonly HostileProgram[] = [
  ...failing(STOPPED, {
    "one array": "const a = []; for (;;) a.push(1.5)",
    "many arrays": "const a = []; for (;;) a.push([1, 2, 3])",
    "many objects": "const a = []; for (;;) a.push({ a: 1, b: 2 })",
    "one Map": "const m = new Map(); for (let i = 0; ; i++) m.set(i, i)",
    "many Maps": "const a = []; for (;;) a.push(new Map([[1, 1]]))",
    "one Set": "const m = new Set(); for (let i = 0; ; i++) m.add(i)",
    "one object": "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
    "objects of distinct keys": "const a = []; for (let i = 0; ; i++) a.push({ ['k' + i]: i })",
    "objects of distinct shapes":
      "const a = []; for (let i = 0; ; i++) { const o = {}; o['a' + (i % 900)] = 1; o['b' + i] = 1; a.push(o) }",
    "frozen objects": "const a = []; for (let i = 0; ; i++) a.push(Object.freeze({ ['k' + (i % 50)]: i, b: 1 }))",
    "objects of distinct prototypes": "const a = []; for (;;) a.push(Object.create({}))",
    "equal strings": "const a = []; for (;;) a.push('x'.repeat(1e6))",
    "different strings": "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(1e5) + i)",
    "strings of 200": "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(190) + i)",
    doubling: "let s = 'x'; for (;;) s += s",
    "strings split": "const a = []; for (;;) a.push('ab,'.repeat(1e5).split(','))",
    "strings by slicing": "const s = 'x'.repeat(1e6); const a = []; for (let i = 0; ; i++) a.push(s.slice(i % 1000))",
    "strings by padding": "const a = []; for (;;) a.push('x'.padStart(1e6))",
    "strings by joining": "const a = []; for (;;) a.push(Array(1e5).join('ab'))",
    "strings of JSON": "const a = []; const o = Array(1e5).fill(1); for (;;) a.push(JSON.stringify(o))",
    "strings in objects": "const a = []; for (;;) a.push({ t: 'abc'.repeat(1e4) })",
    "upper case": "const a = []; const s = 'ß'.repeat(1e5); for (;;) a.push(s.toUpperCase())",
    "normal forms": "const a = []; const s = '\\ufdfa'.repeat(1e5); for (;;) a.push(s.normalize('NFKD'))",
    replacements: "const a = []; const s = 'a'.repeat(1e5); for (;;) a.push(s.replaceAll('a', 'bcd'))",
    closures: "const a = []; for (;;) { const x = [1]; a.push(() => x) }",
    promises: "const a = []; for (;;) a.push(new Promise(() => 0))",
    reactions: "const p = new Promise(() => 0); for (;;) p.then(() => 0)",
    microtasks: "for (;;) queueMicrotask(() => 0)",
    timers: "for (;;) setTimeout(() => 0, 1e6)",
    generators: "function* g() { yield 1 } const a = []; for (;;) { const i = g(); i.next(); a.push(i) }",
    "async functions": "const a = []; const f = async () => { await new Promise(() => 0) }; for (;;) a.push(f())",
    "deep linked list": "let l = null; for (;;) l = { l }",
    "deep arrays": "let l = []; for (;;) l = [l]",
    buffers: "const a = []; for (;;) a.push(new ArrayBuffer(1e5))",
    "typed arrays": "const a = []; for (;;) a.push(new Float64Array(1e4))",
    "bytes of text": "const a = []; const s = 'x'.repeat(1e5); for (;;) a.push(new TextEncoder().encode(s))",
    BigInts: "const a = []; for (;;) a.push(1n << 500000n)",
    "small BigInts": "const a = []; for (let i = 0n; ; i++) a.push(i + 2n ** 200n)",
    symbols: "const a = []; for (;;) a.push(Symbol('x'))",
    "registered symbols": "for (let i = 0; ; i++) Symbol.for('s' + i)",
    errors: "const a = []; for (;;) a.push(new Error('x'))",
    dates: "const a = []; for (;;) a.push(new Date(0))",
    patterns: "const a = []; for (let i = 0; ; i++) a.push(new RegExp('(a|b){1,9}' + i))",
    matches: "const a = []; const s = 'ab'.repeat(1000); for (;;) a.push(...s.matchAll(/(a)(b)/g))",
    proxies: "const a = []; for (;;) a.push(new Proxy({}, {}))",
    "bound functions": "const a = []; for (;;) a.push((() => 0).bind(null, 1, 2, 3))",
    classes: "const a = []; for (;;) a.push(class { m() {} })",
    "class fields": "class A { a = 1; #b = 2; c = [3] } const a = []; for (;;) a.push(new A())",
    iterators: "const a = []; for (;;) a.push([1].values())",
    spread: "let a = [1]; for (;;) a = [...a, ...a]",
    concat: "let a = [1]; for (;;) a = a.concat(a)",
    "concat in a tree": "const a = []; for (;;) a.push([].concat(Array(1e4).fill(1)))",
    "argument lists": "const f = (...r) => r; const a = []; const b = Array(1e4).fill(1); for (;;) a.push(f(...b))",
    "JSON.parse": "const t = JSON.stringify(Array(1e5).fill({ a: 1 })); const a = []; for (;;) a.push(JSON.parse(t))",
    "one JSON.parse": "return JSON.parse('[' + '[],'.repeat(2e6) + '1]').length",
    "one split": "return 'a,'.repeat(4e6).split(',').length",
    "one match": "return 'ab'.repeat(2e6).match(/a/g).length",
    "one clone":
      "const a = []; for (let i = 0; i < 1e5; i++) a.push({ i }); const all = []; for (;;) all.push(structuredClone(a))",
    grouping: "const a = []; for (;;) a.push(Object.groupBy(Array(1e4).fill(1), (x, i) => i))",
    console: "for (;;) console.log('x'.repeat(1e4))",
    "search parameters": "const p = new URLSearchParams(); for (let i = 0; ; i++) p.append('k' + i, 'x'.repeat(100))",
    headers: "const h = new Headers(); for (let i = 0; ; i++) h.append('k' + i, 'x'.repeat(100))",
    "weak maps": "const w = new WeakMap(), a = []; for (;;) { const k = {}; a.push(k); w.set(k, [1]) }",
    "recursion with big frames":
      "const f = (a) => { const b = a.concat(a.slice(0, 1e4)); return f(b) }; try { return f(Array(1e4).fill(1)) } catch { return f(Array(1e4).fill(1)) }",
    "repeat too much": "return 'x'.repeat(2 ** 27).length",
    "pad too much": "return 'x'.padEnd(2 ** 27).length",
    "a huge buffer": "return new ArrayBuffer(2 ** 30).byteLength",
    "a huge typed array": "return new Float64Array(2 ** 27).length",
    replies: "const a = []; for (;;) a.push(await tools.big({}))",
    "result much larger than what it holds": "const s = 'x'.repeat(1e6); return Array(1000).fill(s)",
  }),
];

/** Live data of about 0.8 of the limit at most, whatever they throw away: these run to their end. */
export const HONEST: readonly HostileProgram[] = returning(true, {
  "temporary strings": "for (let i = 0; i < 400; i++) 'x'.repeat(1e6); return true",
  "temporary equal-length strings beside a shared one":
    "const s = 'y'.repeat(1e6); const keep = Array(1000).fill(s); for (let i = 0; i < 300; i++) 'x'.repeat(1e5 + i); return keep.length === 1000",
  "temporary arrays": "for (let i = 0; i < 300; i++) Array.from({ length: 20000 }, (_, j) => j); return true",
  "temporary objects": "for (let i = 0; i < 3e5; i++) ({ a: i, b: [i] }); return true",
  "temporary JSON":
    "const t = JSON.stringify(Array(2e4).fill({ a: 1 })); for (let i = 0; i < 60; i++) JSON.parse(t); return true",
  "temporary distinct keys": "for (let i = 0; i < 1e5; i++) ({ ['k' + i]: i }); return true",
  "temporary classes": "for (let i = 0; i < 2e4; i++) new (class { a = 1 })(); return true",
  "temporary promises": "for (let i = 0; i < 2e5; i++) await null; return true",
  "temporary buffers": "for (let i = 0; i < 2000; i++) new Uint8Array(1e5); return true",
  "temporary Maps": "for (let i = 0; i < 3e4; i++) new Map([[1, { a: 1 }]]); return true",
  "temporary closures": "for (let i = 0; i < 2e5; i++) { const x = [i]; (() => x)() } return true",
  "temporary matches": "const s = 'ab'.repeat(1000); for (let i = 0; i < 100; i++) s.match(/a(b)/g); return true",
  "temporary replies": "for (let i = 0; i < 60; i++) await tools.big({}); return true",
  "a string that is replaced":
    "let s = ''; for (let i = 0; i < 2e5; i++) { s += 'ab'; if (s.length > 1e5) s = '' } return true",
  "a queue":
    "const q = []; for (let i = 0; i < 3e5; i++) { q.push({ i }); if (q.length > 1000) q.shift() } return true",
  "half the limit beside garbage":
    "const live = 'x'.repeat(16e6); for (let i = 0; i < 300; i++) 'y'.repeat(5e5 + i); return live.length === 16e6",
  "three quarters of the limit in an array":
    "const live = Array(3e6).fill(1.5); for (let i = 0; i < 200; i++) 'y'.repeat(1e5 + i); return live.length === 3e6",
  "three quarters of the limit in objects":
    "const live = []; for (let i = 0; i < 2e5; i++) live.push({ i }); for (let i = 0; i < 2e5; i++) ({ i }); return live.length === 2e5",
});
