/**
 * Escapes: every way that ended another sandbox. A program that returns true found nothing of the
 * host; TRIPWIRE stands for a name that the host's Object.prototype has and no guest object.
 */
import { failing, type HostileProgram, returning } from "./program.js";

/** Runs code from text when it can: true when every way is refused. */
const refused = (get: string) =>
  `let out; try { const F = ${get}; out = F("return 7")(); } catch (e) { return e instanceof Error && e.constructor !== undefined } return out === undefined`;

export const ESCAPES: readonly HostileProgram[] = [
  ...returning(true, {
    "Function of an object": refused("({}).constructor.constructor"),
    "Function of a function": refused("(() => 0).constructor"),
    "Function of an async function": refused("Object.getPrototypeOf(async () => 0).constructor"),
    "Function of a generator": refused("Object.getPrototypeOf(function* () {}).constructor"),
    "Function of an async generator": refused("Object.getPrototypeOf(async function* () {}).constructor"),
    "Function of a native": refused("[].map.constructor"),
    "Function of a bound function": refused("[].map.bind([]).constructor"),
    "Function of a class": refused("(class {}).constructor"),
    "Function of a tool": refused("tools.echo.constructor"),
    "Function of an error": refused("new Error('').constructor.constructor"),
    "Function of a promise": refused("Promise.resolve().constructor.constructor"),
    "Function of a symbol": refused("Symbol.iterator.constructor.constructor"),
    "Function of a BigInt": refused("(1n).constructor.constructor"),
    "Function of a regular expression": refused("/a/.constructor.constructor"),
    "Function of a match": refused("/a/.exec('a').constructor.constructor"),
    "Function of a tool's reply": refused("(await tools.echo({ a: 1 })).constructor.constructor"),
    "Function of a tool's failure":
      "try { await tools.fail({}) } catch (e) { try { return e.constructor.constructor('return 7')() !== 7 } catch { return true } }",
    "Function of an overflow":
      "const f = () => f(); try { f() } catch (e) { try { return e.constructor.constructor('return 7')() !== 7 } catch { return true } }",
    "Function of an iterator": refused("[][Symbol.iterator]().constructor.constructor"),
    "Function of an iterator's next": refused("[][Symbol.iterator]().next.constructor"),
    "Function of a proxy": refused("new Proxy(() => 0, {}).constructor"),
    "Function of resolving functions":
      "let r; new Promise((resolve) => { r = resolve }); try { return r.constructor('return 7')() !== 7 } catch { return true }",
    "Function of an accessor": refused("Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.constructor"),
    "Function of console": refused("console.log.constructor"),
    "Function of JSON": refused("JSON.parse.constructor"),
    "Function of Math": refused("Math.max.constructor"),
    "Function through Reflect": refused("Reflect.get(Reflect.get({}, 'constructor'), 'constructor')"),
    "Function by computed keys": refused("({})['constr' + 'uctor'][['constr', 'uctor'].join('')]"),
    "Function by an array as key": refused("({})[['constructor']][['constructor']]"),
    "Function constructed":
      "try { return Reflect.construct((() => 0).constructor, ['return 7'])() !== 7 } catch { return true }",
    "no host globals":
      "return [typeof process, typeof require, typeof module, typeof global, typeof Buffer, typeof window, typeof self, typeof fetch, typeof WebAssembly, typeof SharedArrayBuffer, typeof Atomics, typeof setImmediate, typeof importScripts].every((x) => x === 'undefined')",
    "no host globals on globalThis":
      "return ['process', 'require', 'Buffer', 'global'].every((k) => !(k in globalThis))",
    "globalThis has a guest prototype":
      "const p = Object.getPrototypeOf(globalThis); return p === null || p === Object.prototype || Object.getPrototypeOf(p) === Object.prototype",
    "sloppy this is no global": "return (function () { return this })() === undefined",
    "this at the top": "return this === undefined",
    "the tripwire on an object": "return ({}).zqTripwire === undefined && !('zqTripwire' in {})",
    "the tripwire on every kind":
      "return [{}, [], () => 0, /a/, new Map(), new Set(), new Date(0), 'a', 1, true, 1n, Symbol.iterator, new Error('x'), Promise.resolve(), new Uint8Array(1), console, Math, JSON, globalThis].every((x) => x.zqTripwire === undefined)",
    "the tripwire as a variable": "return typeof zqTripwire === 'undefined'",
    "the tripwire assigned": "const o = {}; o.zqTripwire = 1; return Object.hasOwn(o, 'zqTripwire')",
    "the tripwire in a class":
      "class A { zqTripwire = 1; static zqTripwire = 2 } return new A().zqTripwire + A.zqTripwire === 3",
    "the tripwire as a label": "zqTripwire: for (;;) { break zqTripwire } return true",
    "the tripwire in JSON": "return JSON.parse('{\"zqTripwire\":1}').zqTripwire === 1",
    "the tripwire destructured": "const { zqTripwire = 5 } = {}; return zqTripwire === 5",
    "the tripwire as a named group": "return 'ab'.match(/(?<zqTripwire>b)/).groups.zqTripwire === 'b'",
    "the tripwire as a Map key": "return new Map([['zqTripwire', 1]]).get('zqTripwire') === 1",
    "the tripwire grouped": "return Object.groupBy(['x'], () => 'zqTripwire').zqTripwire[0] === 'x'",
    "the tripwire from entries": "return Object.fromEntries([['zqTripwire', 1]]).zqTripwire === 1",
    "the tripwire cloned": "return structuredClone({ zqTripwire: 1 }).zqTripwire === 1",
    "the tripwire through a tool": "return (await tools.echo({ zqTripwire: 1 })).zqTripwire === 1",
    "the tripwire as an option": "return new Intl.NumberFormat('en', { zqTripwire: 1 }).format(1) === '1'",
    "__proto__ in JSON is data":
      "const o = JSON.parse('{\"__proto__\":{\"polluted\":1}}'); return Object.hasOwn(o, '__proto__') && ({}).polluted === undefined",
    "__proto__ through a tool stays data":
      'await tools.echo(JSON.parse(\'{"__proto__":{"polluted":1}}\')); return ({}).polluted === undefined',
    "merging __proto__":
      "const merge = (a, b) => { for (const k in b) { if (typeof b[k] === 'object' && a[k]) merge(a[k], b[k]); else a[k] = b[k] } return a }; try { merge({}, JSON.parse('{\"__proto__\":{\"polluted\":1}}')) } catch {} return [].polluted === undefined",
    "constructor.prototype is frozen":
      "try { ({}).constructor.prototype.polluted = 1 } catch {} return ({}).polluted === undefined",
    __defineGetter__:
      "try { Object.prototype.__defineGetter__('polluted', () => 1) } catch {} return ({}).polluted === undefined",
    "Array.prototype is frozen": "try { Array.prototype.map = () => 0 } catch {} return [1].map((x) => x + 1)[0] === 2",
    "Promise.prototype.then is frozen":
      "let seen = 0; try { Promise.prototype.then = function () { seen++ } } catch {} await tools.echo({}); return seen === 0",
    "Symbol.species of arrays":
      "class A extends Array { static get [Symbol.species]() { return Object } } const r = new A(1, 2, 3).map((x) => x); return !(r instanceof A)",
    "Symbol.species of promises":
      "const p = Promise.resolve(1); Object.defineProperty(p, 'constructor', { value: { [Symbol.species]: function (f) { f(() => {}, () => {}); } } }); try { p.then(() => 0) } catch {} return true",
    "a thenable sees guest functions only":
      "let k; await { then(r) { k = Object.getPrototypeOf(r) === Object.getPrototypeOf(() => 0); r() } }; return k",
    "yield* return":
      "function* g() { try { yield* { [Symbol.iterator]() { return { next: () => ({ done: false }), return: (x) => ({ done: true, value: x }) } } } } finally {} } const i = g(); i.next(); return i.return(7).value === 7",
    "a getter of the error's stack":
      "return typeof new Error('x').stack === 'string' && !/node:|\\.js:|\\.mjs:|file:/.test(new Error('x').stack)",
    "stack of an overflow":
      "const f = () => f(); try { f() } catch (e) { return e instanceof RangeError && !/node:|\\.mjs/.test(e.stack) }",
    "Error.prepareStackTrace":
      "let got; try { Error.prepareStackTrace = (e, sites) => { got = sites; return '' } } catch {} void new Error('x').stack; return got === undefined",
    "Error.captureStackTrace":
      "const o = {}; try { Error.captureStackTrace(o) } catch {} return o.stack === undefined || typeof o.stack === 'string'",
    "the source of a native": "return !/\\n.*\\n.*\\n/.test(String([].map)) && /native code/.test(String([].map))",
    "caller and arguments":
      "function f() { try { return f.caller } catch { return null } } return (f() ?? null) === null",
    "arguments.callee":
      "try { return (function () { return arguments.callee })() === undefined } catch (e) { return e instanceof TypeError }",
    "a host error through a number format":
      "try { new Intl.NumberFormat('xx-invalid-locale-xxxxxxxxxxxxxxxx') } catch (e) { return e instanceof RangeError }",
    "a host error through toFixed":
      "try { (1).toFixed(1000) } catch (e) { return e instanceof RangeError && Object.getPrototypeOf(e) === RangeError.prototype }",
    "a host error through normalize":
      "try { 'a'.normalize('X') } catch (e) { return Object.getPrototypeOf(e) === RangeError.prototype }",
    "a host error through BigInt":
      "try { BigInt('x') } catch (e) { return Object.getPrototypeOf(e) === SyntaxError.prototype }",
    "a host error through a pattern":
      "try { new RegExp('(') } catch (e) { return Object.getPrototypeOf(e) === SyntaxError.prototype }",
    "a host error through decodeURIComponent":
      "try { decodeURIComponent('%') } catch (e) { return Object.getPrototypeOf(e) === URIError.prototype }",
    "a host error through JSON":
      "try { JSON.parse('{') } catch (e) { return Object.getPrototypeOf(e) === SyntaxError.prototype }",
    "a host error through a URL":
      "try { new URL('::') } catch (e) { return Object.getPrototypeOf(e) === TypeError.prototype }",
    "a host error through atob": "try { atob('*') } catch (e) { return e instanceof Error }",
    "a host error through a typed array":
      "try { new Uint8Array(-1) } catch (e) { return Object.getPrototypeOf(e) === RangeError.prototype }",
    "a host error through a date":
      "try { new Date(NaN).toISOString() } catch (e) { return Object.getPrototypeOf(e) === RangeError.prototype }",
    "a host error through a symbol":
      "try { '' + Symbol() } catch (e) { return Object.getPrototypeOf(e) === TypeError.prototype }",
    "WeakRef runs nothing late":
      "return typeof FinalizationRegistry === 'undefined' || (new FinalizationRegistry(() => { throw 1 }), true)",
    "a proxy over everything":
      "const log = []; const p = new Proxy(() => {}, new Proxy({}, { get: (t, k) => { log.push(k); return undefined } })); p.a; 'b' in p; delete p.c; Object.keys(p); return log.every((k) => typeof k === 'string')",
    "a revoked proxy":
      "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); try { proxy.a } catch (e) { return e instanceof TypeError }",
    "a proxy as prototype":
      "const o = Object.create(new Proxy({}, { get: (t, k) => k })); return o.zqTripwire === 'zqTripwire'",
    "internal slots are no properties":
      "return [new Map(), new Date(0), /a/, Promise.resolve(), new Proxy({}, {}), (function* () {})()].every((x) => Reflect.ownKeys(x).every((k) => k === 'lastIndex'))",
    "the brand of a Map":
      "try { Map.prototype.get.call({ __proto__: Map.prototype }, 1) } catch (e) { return e instanceof TypeError }",
    "the brand of a Date":
      "try { Date.prototype.getTime.call(Object.create(Date.prototype)) } catch (e) { return e instanceof TypeError }",
    "the brand of a promise":
      "try { await Promise.prototype.then.call({}, () => 0) } catch (e) { return e instanceof TypeError }",
    "marks are not visible":
      "return [, 1][0] === undefined && new Array(3).every(() => false) && Object.keys([, 1]).length === 1",
    "Symbol.for is the run's own":
      "return Symbol.keyFor(Symbol.for('nodejs.util.inspect.custom')) === 'nodejs.util.inspect.custom'",
    "inspect hooks do not run":
      "let n = 0; const o = { [Symbol.for('nodejs.util.inspect.custom')]() { n++ }, inspect() { n++ }, toString() { n++; return '' } }; console.log(o); return n === 0",
    "console tables do not run getters": "let n = 0; console.table([{ get a() { n++ } }]); return n === 0",
    "with new.target": "function F() { return new.target } return new F() === F",
    "super of an object":
      "try { return ({ __proto__: null, m() { return super.toString } }).m() === undefined } catch (e) { return e instanceof TypeError }",
    "a class extends null": "class A extends null { static x = 1 } return A.x === 1",
  }),
  ...failing(["UnsupportedSyntax", "ParseError", "ProgramThrow", "ExecutionFailure"], {
    eval: "return eval('1')",
    "indirect eval": "return (0, eval)('1')",
    "new Function": "return new Function('return 1')()",
    "dynamic import": "return await import('node:fs')",
    "static import": "import fs from 'node:fs'; return fs",
    require: "return require('fs')",
    "import.meta": "return import.meta.url",
    "with statement": "with ({}) { return 1 }",
    "HTML comment": "<!-- x\nreturn process.pid",
    "a program that closes its wrapper": "}); process.exit(3); (async () => {",
    "a program that closes its wrapper with a comment": "return 1 }) //",
    "process exit": "process.exit(3)",
    "octal escape": "return '\\8' + '\\07'",
  }),
];
