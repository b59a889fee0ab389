/** CPU: endless loops of every kind, and single built-in calls that run long. */
import { bounded, failing, type HostileProgram } from "./program.js";

const TIMES = ["TimeoutExceeded"] as const;

export const CPU: readonly HostileProgram[] = [
  ...failing(TIMES, {
    "for without end": "for (;;);",
    "while with finally": "while (true) { try { for (;;); } finally { continue } }",
    "catch that goes on": "for (;;) { try { throw 1 } catch {} }",
    labels: "a: for (;;) { b: for (;;) { continue a } }",
    do: "let i = 0; do { i++ } while (i >= 0)",
    "recursion with catch": "const f = () => { try { f() } catch { f() } }; f()",
    microtasks: "const f = () => Promise.resolve().then(f); await f(); await new Promise(() => f())",
    "async recursion": "const f = async () => { await null; return f() }; await f()",
    "await in a loop": "for (;;) await null",
    queueMicrotask: "const f = () => queueMicrotask(f); f(); for (;;) await null",
    generator: "function* g() { for (;;) yield 1 } for (const x of g()) x",
    "async generator": "async function* g() { for (;;) yield 1 } for await (const x of g()) x",
    "iterator without end":
      "const it = { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }) } } }; for (const x of it);",
    "thenable that resolves with itself again": "const t = { then(r) { r(t) } }; await t",
    "thenables without end": "const t = () => ({ then(r) { r(t()) } }); await t()",
    "getter without end": "const o = { get a() { for (;;); } }; return o.a",
    "toString without end": "return `${{ toString() { for (;;); } }}`",
    "valueOf without end": "return 1 + { valueOf() { for (;;); } }",
    "toPrimitive without end": "return +{ [Symbol.toPrimitive]() { for (;;); } }",
    "toJSON without end": "return JSON.stringify({ toJSON() { for (;;); } })",
    "reviver without end": "return JSON.parse('[1]', () => { for (;;); })",
    "comparator without end": "[1, 2].sort(() => { for (;;); })",
    "replacer without end": "'a'.replace(/a/, () => { for (;;); })",
    "proxy trap without end": "new Proxy({}, { get() { for (;;); } }).a",
    "static block without end": "class A { static { for (;;); } }",
    "computed key without end": "({ [(() => { for (;;); })()]: 1 })",
    "default parameter without end": "((a = (() => { for (;;); })()) => 0)()",
    "destructuring without end": "const [a] = { *[Symbol.iterator]() { for (;;); } }",
    "iterator close without end":
      "for (const x of { [Symbol.iterator]() { return { next: () => ({ done: false }), return() { for (;;); } } } }) break",
    "using without end": "{ using x = { [Symbol.dispose]() { for (;;); } } }",
    "instanceof without end": "return 1 instanceof { [Symbol.hasInstance]() { for (;;); } }",
    "exponential backtracking": "for (;;) /^(a+)+$/.test('a'.repeat(40) + 'b')",
    "exponential alternation": "return /^(a|a)*$/.test('a'.repeat(60) + 'b')",
    "exponential backtracking, case ignored": "return /^(a+)+$/iu.test('A'.repeat(60) + 'b')",
    "exponential back reference": "return /^(a*)*\\1$/.test('a'.repeat(60) + 'b')",
    "nested counts": "return /^((a{1,99}){1,99}){1,99}$/.test('a'.repeat(400) + 'b')",
    "proxy chain": "let p = {}; for (let i = 0; i < 2000; i++) p = new Proxy(p, {}); for (;;) p.x",
  }),
  ...bounded({
    "exponential look-behind": "return /(?<=^(a+)+)c/.test('a'.repeat(60) + 'b')",
    "exponential flat": "let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return a.flat(Infinity).length",
    fibonacci: "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); return f(90)",
    "endless spread": "return [...{ *[Symbol.iterator]() { for (;;) yield 1 } }].length",
    "endless Array.from": "return Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) })",
    "endless Set": "return new Set({ *[Symbol.iterator]() { let i = 0; for (;;) yield i++ } }).size",
    "indexOf over a huge array": "return new Array(4294967295).indexOf(1)",
    "includes over a huge array": "return new Array(4294967295).includes(1)",
    "forEach over a huge array": "let n = 0; new Array(4294967295).forEach(() => n++); return n",
    "join of a huge array": "return new Array(4294967295).join('x').length",
    "sort of a huge array": "return new Array(4294967295).sort().length",
    "fill of a huge array": "return new Array(4294967295).fill(1).length",
    "reverse of a huge array": "return new Array(4294967295).reverse().length",
    "unshift of a huge array": "const a = new Array(4294967290); a.unshift(1); return a.length",
    "spread of a huge array": "return [...new Array(4294967295)].length",
    "slice of a huge array": "return new Array(4294967295).slice(0).length",
    "concat of huge arrays": "return [].concat(new Array(4294967295), new Array(4294967295)).length",
    "copyWithin of a huge array": "return new Array(4294967295).copyWithin(0, 1).length",
    "array-like of 2^53 - 1": "return Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1)",
    "Array.from of 2^32": "return Array.from({ length: 2 ** 32 }).length",
    "apply with a long list": "return Math.max.apply(null, { length: 1e9 })",
    "many unshifts":
      "const a = Array.from({ length: 1e5 }, (_, i) => i); for (let i = 0; i < 1e5; i++) a.unshift(i); return a.length",
    "many shifts": "const a = Array.from({ length: 2e5 }, (_, i) => i); while (a.length) a.shift(); return 1",
    "many splices":
      "const a = Array.from({ length: 1e5 }, (_, i) => i); for (let i = 0; i < 1e5; i++) a.splice(500, 1, i, i); return a.length",
    "sort of many numbers": "return Array.from({ length: 1e6 }, (_, i) => (i * 7919) % 1e6).sort().length",
    "sort with a comparator":
      "return Array.from({ length: 5e5 }, (_, i) => (i * 7919) % 5e5).sort((a, b) => a - b).length",
    "sort of strings with long prefixes":
      "const p = 'x'.repeat(1e5); return Array.from({ length: 200 }, (_, i) => p + i).sort().length",
    "JSON of a DAG": "let o = {}; for (let i = 0; i < 60; i++) o = { a: o, b: o }; return JSON.stringify(o).length",
    "inspect of a DAG": "let o = {}; for (let i = 0; i < 60; i++) o = { a: o, b: o }; console.log(o); return 1",
    "result that is a DAG": "let o = {}; for (let i = 0; i < 60; i++) o = { a: o, b: o }; return o",
    "input that is a DAG": "let o = {}; for (let i = 0; i < 60; i++) o = { a: o, b: o }; return await tools.echo(o)",
    "clone of a DAG": "let o = {}; for (let i = 0; i < 60; i++) o = { a: o, b: o }; structuredClone(o); return 1",
    "join of a DAG": "let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; return a.join().length",
    "string comparison":
      "const a = 'x'.repeat(4e6); const b = 'x'.repeat(4e6); let n = 0; for (;;) if (a + n < b + n) n++; else break; return n",
    "long equal strings":
      "const a = 'x'.repeat(4e6), b = 'x'.repeat(2e6) + 'x'.repeat(2e6); let n = 0; for (let i = 0; i < 1e6; i++) n += a === b; return n",
    "search for a periodic needle":
      "const a = 'a'.repeat(2e6), b = 'a'.repeat(1e6) + 'b'; let n = 0; for (let i = 0; i < 1000; i++) n += a.indexOf(b); return n",
    "backward search": "const a = 'a'.repeat(2e6), b = 'b' + 'a'.repeat(1e6); return a.lastIndexOf(b)",
    "replaceAll with many hits":
      "let s = 'a'.repeat(1e6); for (let i = 0; i < 50; i++) s = s.replaceAll('a', 'b').replaceAll('b', 'a'); return s.length",
    "replaceAll that grows": "let s = 'a'; for (;;) s = s.replaceAll('a', 'aaaaaaaaaa')",
    "split into units": "let n = 0; for (;;) n += 'a'.repeat(1e6).split('').length",
    "many normalizations":
      "const s = '\\ufb03'.repeat(2e5); let n = 0; for (let i = 0; i < 500; i++) n += s.normalize('NFKD').length; return n",
    "many changes of case":
      "const s = '\\u0130ß'.repeat(2e5); let n = 0; for (let i = 0; i < 500; i++) n += s.toLowerCase().toUpperCase().length; return n",
    "trim of spaces":
      "const s = ' '.repeat(8e6); let n = 0; for (let i = 0; i < 2000; i++) n += s.trim().length; return n",
    "localeCompare of long texts":
      "const s = 'é'.repeat(2e6); let n = 0; for (let i = 0; i < 2000; i++) n += s.localeCompare(s + 'a'); return n",
    "numbers of many digits":
      "const s = '1'.repeat(4e6); let n = 0; for (let i = 0; i < 500; i++) n += Number(s) + parseFloat(s) + parseInt(s, 10); return n",
    "colliding keys of a Map":
      "const p = 'x'.repeat(20000); const m = new Map(); for (let i = 0; i < 1500; i++) m.set(p + (1e6 + i), i); return m.size",
    "colliding keys of an object":
      "const p = 'x'.repeat(20000); const m = {}; for (let i = 0; i < 1500; i++) m[p + (1e6 + i)] = i; return Object.keys(m).length",
    "many keys": "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
    deletes: "const o = {}; for (let i = 0; ; i++) { o['k' + (i % 5000)] = i; delete o['k' + ((i * 7) % 5000)] }",
    "BigInt powers": "let x = 3n; for (;;) x = x * x",
    "BigInt decimal digits":
      "const x = 7n ** 300000n; let n = 0; for (let i = 0; i < 100; i++) n += x.toString().length; return n",
    "BigInt digits in templates":
      "const x = 7n ** 300000n; let n = 0; for (let i = 0; i < 100; i++) n += `${x}`.length; return n",
    "BigInt from text":
      "const s = '7'.repeat(3e5); let n = 0n; for (let i = 0; i < 100; i++) n += BigInt(s); return String(n).length",
    "BigInt shift": "return (1n << 2n ** 40n) > 0n",
    "BigInt exponent": "return 2n ** 2n ** 40n > 0n",
    "BigInt division": "const a = 1n << 1000000n, b = (1n << 500000n) + 1n; let n = 0n; for (;;) n += a / b % 7n",
    "BigInt.asUintN": "return BigInt.asUintN(2 ** 40, -1n) > 0n",
    dates: "let n = 0; for (;;) n += Date.parse('2020-01-01T00:00:00Z') + Date.parse('x'.repeat(1e5))",
    "date texts": "let n = 0; for (;;) n += new Date(n).toLocaleString('en', { timeZone: 'America/New_York' }).length",
    "URL parsing":
      "const s = 'http://a/' + '../'.repeat(1e5); let n = 0; for (let i = 0; i < 200; i++) n += new URL(s).href.length; return n",
    "search parameters":
      "const p = new URLSearchParams('a=1&'.repeat(1e5)); let n = 0; for (let i = 0; i < 100; i++) { p.sort(); n += p.toString().length } return n",
    base64: "let n = 0; for (let i = 0; i < 200; i++) n += atob(btoa('x'.repeat(3e6))).length; return n",
    "text encoding":
      "const s = 'é'.repeat(2e6); let n = 0; for (let i = 0; i < 200; i++) n += new TextDecoder().decode(new TextEncoder().encode(s)).length; return n",
    "typed array sort":
      "const a = new Float64Array(1e6); for (let i = 0; i < 1e6; i++) a[i] = (i * 7919) % 1e6; for (let i = 0; i < 100; i++) a.sort().reverse(); return a[0]",
    "typed array search":
      "const a = new Uint8Array(8e6); let n = 0; for (let i = 0; i < 5000; i++) n += a.indexOf(1) + a.lastIndexOf(1) + (a.includes(1) ? 1 : 0); return n",
    segmenter:
      "const s = 'a\\u0301'.repeat(3e5); let n = 0; for (const x of new Intl.Segmenter('en').segment(s)) n++; return n",
    "list format": "return new Intl.ListFormat('en').format(Array.from({ length: 3e5 }, () => 'x')).length",
    "Set composition":
      "const s = new Set(Array.from({ length: 2e5 }, (_, i) => i)); let n = 0; for (let i = 0; i < 100; i++) n += s.union(s).size + s.intersection(s).size; return n",
    "copies of a Map":
      "const m = new Map(Array.from({ length: 1e5 }, (_, i) => [i, i])); let n = 0; for (let i = 0; i < 100; i++) n += new Map(m).size; return n",
    "Object.entries of many":
      "const o = Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ['k' + i, i])); let n = 0; for (let i = 0; i < 100; i++) n += Object.entries(o).length; return n",
    "Math.sumPrecise":
      "const a = Array.from({ length: 1e5 }, (_, i) => i * 1.1); let n = 0; for (let i = 0; i < 100; i++) n += typeof Math.sumPrecise === 'function' ? Math.sumPrecise(a) : 0; return n",
    "regexp split": "let n = 0; for (let i = 0; i < 200; i++) n += 'a,'.repeat(2e5).split(/,/).length; return n",
    "regexp matchAll":
      "let n = 0; for (let i = 0; i < 200; i++) n += [...'ab'.repeat(1e5).matchAll(/a(b)/g)].length; return n",
    "quadratic pattern": "return /a*b/.test('a'.repeat(1e6))",
    "compiling many patterns":
      "let n = 0; for (let i = 0; ; i++) n += new RegExp('(a|b' + i + ')*[x-z]{2,9}').source.length",
    "a pattern of many groups": "return new RegExp('(a?)'.repeat(5000) + 'b').test('a'.repeat(5000))",
    "error construction": "for (;;) { try { null.x } catch (e) { e.stack } }",
    "deep stack traces":
      "const f = (n) => n === 0 ? new Error('x').stack.length : f(n - 1); let n = 0; for (;;) n += f(5000)",
    "cause chains": "let e = new Error('a'); for (let i = 0; i < 1e5; i++) e = new Error('b', { cause: e }); throw e",
    "promise chain": "let p = Promise.resolve(); for (let i = 0; i < 2e5; i++) p = p.then(() => i); return await p",
    "promise adoption":
      "let p = Promise.resolve(1); for (let i = 0; i < 1e5; i++) { const q = p; p = new Promise((r) => r(q)) } return await p",
    "Promise.all of many": "return (await Promise.all(Array.from({ length: 2e5 }, (_, i) => i))).length",
    timers: "for (let i = 0; i < 1e5; i++) setTimeout(() => 0, 1e6); return 1",
    "refused tools": "for (let i = 0; i < 1e6; i++) { try { await tools.nope({}) } catch {} }",
    "invalid inputs": "for (let i = 0; i < 1e6; i++) { try { await tools.strict({ n: 'x' }) } catch {} }",
    console: "for (let i = 0; i < 1e6; i++) console.log(i)",
    "console of long texts": "for (;;) console.log('x'.repeat(1e5))",
  }),
];
