/** structuredClone beside Node's. */
import { describe, expect, it } from "vitest";
import { expectSame, inVm, vmTexts } from "./run-both.js";

describe("structuredClone", () => {
  it("copies values of every kind", () =>
    expectSame([
      ...["1", "-0", "NaN", '"x"', "true", "null", "undefined", "10n"].map((value) => `structuredClone(${value})`),
      `structuredClone({ a: 1, b: { c: [1, , 3] }, 2: "x", [Symbol("s")]: 1 })`,
      `structuredClone([1, , [2]])`,
      `Object.keys(structuredClone(Object.assign([1], { x: 2 })))`,
      `structuredClone(Object.assign(new Array(5), { 3: 1 })).length`,
      `structuredClone(new Date(123))`,
      `structuredClone(new Date(NaN)).getTime()`,
      `(() => { const r = /a(b)/gi; r.lastIndex = 3; const c = structuredClone(r); return [c, c.flags, c.lastIndex, c.test("AB")] })()`,
      `structuredClone(new Map([[{ k: 1 }, [1]], ["x", new Map([[1, 2]])]]))`,
      `structuredClone(new Set([1, { a: 1 }, new Set([2])]))`,
      `[Object(1), Object("s"), Object(true), Object(2n)].map((v) => { const c = structuredClone(v); return [typeof c, c.valueOf()] })`,
      `(() => { class A { #x = 1; y = 2; get z() { return 3 } } const c = structuredClone(new A()); return [c, c.constructor === Object] })()`,
      `structuredClone({ get x() { return 5 }, set y(v) {} })`,
      `structuredClone(Object.create({ inherited: 1 }, { hidden: { value: 1 }, seen: { value: 2, enumerable: true } }))`,
      `(function () { return structuredClone(arguments) })(1, 2).length`,
      `Object.isFrozen(structuredClone(Object.freeze({ a: 1 })))`,
      `Object.isFrozen(structuredClone(Object.freeze([1, [2]])))`,
      `(() => { const a = Array.from({ length: 150000 }, (_, i) => ({ i })); const c = structuredClone(a); return [c.length, c[149999], c[5] === a[5]] })()`,
      `(() => { const a = []; a[200000] = [1]; const c = structuredClone(a); return [c.length, c[200000], 3 in c] })()`,
      `structuredClone(Object.defineProperty([1, 2], 0, { get: () => 7, enumerable: true }))`,
      `structuredClone(Object.defineProperty([1, 2], 0, { value: 7, enumerable: false })).length`,
      `structuredClone(Object.create(null, { a: { value: 1, enumerable: true } })) instanceof Object`,
      `structuredClone({ __proto__: null, ["__proto__"]: 1 }).hasOwnProperty("__proto__")`,
    ]));

  it("copies errors", () =>
    expectSame([
      ...["Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"].map(
        (name) =>
          `(() => { const c = structuredClone(new ${name}("m")); return [c.name, c.message, c instanceof ${name}, Object.keys(c)] })()`,
      ),
      `(() => { class Mine extends Error { name = "Mine"; extra = 1 } const c = structuredClone(new Mine("m")); return [c.name, c.message, c.extra, c.constructor === Error] })()`,
      `Object.hasOwn(structuredClone(new Error()), "message")`,
      `structuredClone(new Error("m", { cause: { a: 1 } })).cause`,
    ]));

  it("copies buffers and views, sharing what they share", () =>
    expectSame([
      `structuredClone(new Uint8Array([1, 2, 3]).buffer)`,
      `structuredClone(new Float64Array([1.5, NaN]))`,
      `structuredClone(new BigUint64Array([5n]))`,
      `(() => { const a = new Uint8Array([1, 2, 3, 4]); const c = structuredClone({ a, b: a.buffer, s: a.subarray(1, 3), d: new DataView(a.buffer, 2) }); c.a[2] = 9; return [c.s, c.a.buffer === c.b, c.d.getUint8(0), c.d.byteLength, a] })()`,
      `(() => { const c = structuredClone(new ArrayBuffer(2, { maxByteLength: 8 })); c.resize(4); return [c.byteLength, c.maxByteLength] })()`,
      `structuredClone(new Uint8ClampedArray([300])) instanceof Uint8ClampedArray`,
      `(() => { const b = new ArrayBuffer(2); structuredClone(b, { transfer: [b] }); return structuredClone(b) })()`,
      `(() => { const b = new ArrayBuffer(2); const a = new Uint8Array(b); structuredClone(0, { transfer: [b] }); return structuredClone(a) })()`,
    ]));

  it("keeps cycles and shared parts", () =>
    expectSame([
      `(() => { const o = { n: { } }; o.self = o; o.n.up = o; const c = structuredClone(o); return [c.self === c, c.n.up === c, c !== o] })()`,
      `(() => { const m = new Map(); m.set(m, m); const c = structuredClone(m); return [c.get(c) === c, c.size] })()`,
      `(() => { const s = new Set(); s.add([s]); const c = structuredClone(s); return [...c][0][0] === c })()`,
      `(() => { const x = {}; const c = structuredClone([x, x, { x }]); return [c[0] === c[1], c[0] === c[2].x] })()`,
    ]));

  it("reads properties in order", () =>
    expectSame([
      `(() => { const log = []; const p = (name, value) => ({ get [name]() { log.push(name); return value } }); structuredClone([p("a", p("b", 1)), p("c", 1), new Map([[p("d", 1), p("e", 1)]])]); return log })()`,
      `(() => { const o = { get a() { delete o.b; return 1 }, b: 2, c: 3 }; return structuredClone(o) })()`,
      `(() => { const m = new Map([[1, { get x() { m.set(2, 2); return 1 } }]]); return structuredClone(m).size })()`,
      `structuredClone({ get x() { throw new RangeError("mine") } })`,
    ]));

  it("refuses what cannot be copied", () =>
    expectSame([
      ...[
        "() => 1",
        "function f() {}",
        "{ a: class A {} }",
        'Symbol("q")',
        'Object(Symbol("q"))',
        "Promise.resolve()",
        "new WeakMap()",
        "new WeakSet()",
        "new WeakRef({})",
        "new Proxy({}, {})",
        "(function* () {})()",
        "[[() => 2]]",
        "new Map([[1, Symbol.iterator]])",
      ].map((value) => `structuredClone(${value})`),
      `structuredClone()`,
      `structuredClone(1, 2)`,
      `structuredClone(1, null)`,
      `structuredClone(1, {})`,
      `(() => { try { structuredClone(() => 1) } catch (e) { return [e.name, e.code, e instanceof Error] } })()`,
    ]));

  it("transfers buffers", () =>
    expectSame([
      `(() => { const b = new Uint8Array([1, 2]).buffer; const c = structuredClone({ b }, { transfer: [b] }); return [b.byteLength, c.b] })()`,
      `(() => { const a = new Uint8Array([1, 2]); const c = structuredClone(a, { transfer: new Set([a.buffer]) }); return [a.length, c] })()`,
      `(() => { const b = new ArrayBuffer(1); return structuredClone(1, { transfer: [b, b] }) })()`,
      `structuredClone(1, { transfer: [1] })`,
      `structuredClone(1, { transfer: [{}] })`,
      `structuredClone(1, { transfer: 1 })`,
      `(() => { const b = new ArrayBuffer(3); try { structuredClone(() => 1, { transfer: [b] }) } catch {} return b.byteLength })()`,
    ]));

  it("copies an error that is its own cause, where V8 fails", async () => {
    const code = `const e = new Error("m"); e.cause = e; const c = structuredClone(e); return [c.cause === c, c === e]`;
    expect(await inVm(code)).toEqual([true, false]);
  });

  it("refuses a program's tools, URLs and headers", async () => {
    expect(
      await vmTexts([
        `structuredClone(new URL("https://a.example"))`,
        `structuredClone(new Headers())`,
        `structuredClone([][Symbol.iterator]())`,
      ]),
    ).toEqual([
      "throws DataCloneError: #<URL> could not be cloned.",
      "throws DataCloneError: #<Headers> could not be cloned.",
      "throws DataCloneError: #<Object> could not be cloned.",
    ]);
  });

  it.each(["{}", "new Set()"])("copies any depth down to %s", async (leaf) => {
    expect(
      await inVm(
        `let o = ${leaf}; for (let i = 0; i < 20000; i++) o = i % 2 ? { o } : [o]; let c = structuredClone(o), n = 0; while (c) { c = Array.isArray(c) ? c[0] : c.o; n++ } return n`,
      ),
    ).toBe(20001);
  });
});
