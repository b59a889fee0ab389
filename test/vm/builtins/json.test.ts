import fc from "fast-check";
import { expect, test } from "vitest";
import { CodeMode } from "../../../runtime/index.js";
import { compared, inVm, rowsOf } from "./both.js";

const ROWS = rowsOf(String.raw`
  JSON.parse('{"a":[1,2,{"b":null}],"c":"x\\n\\u0041","d":-0.5e3}')
  Object.keys(JSON.parse('{"b":1,"a":2,"1":3,"0":4,"a":5}'))
  [Object.hasOwn(JSON.parse('{"__proto__":1}'), "__proto__"), JSON.parse('{"__proto__":1}').__proto__, Object.keys(JSON.parse('{"__proto__":[]}'))]
  [JSON.parse("1"), JSON.parse(" true "), JSON.parse("null"), JSON.parse('"x"'), JSON.parse("[]"), JSON.parse("{}")]
  [JSON.parse("-0"), JSON.parse("1e400"), JSON.parse("9007199254740993"), JSON.parse("0.1"), JSON.parse("1E-2")]
  JSON.parse(null)
  JSON.parse(undefined)
  JSON.parse({})
  JSON.parse("")
  JSON.parse("{")
  JSON.parse("[1,]")
  JSON.parse("{a:1}")
  JSON.parse("{'a':1}")
  JSON.parse('{"a":1,}')
  JSON.parse("tru")
  JSON.parse("01")
  JSON.parse("1.")
  JSON.parse("-")
  JSON.parse('"\n"')
  JSON.parse('"\\x"')
  JSON.parse('"\\u12"')
  JSON.parse('"abc')
  JSON.parse("[1 2]")
  JSON.parse("1 2")
  JSON.parse("<!doctype html><html>not found</html>")
  JSON.parse('{"items":[{"id":1},{"id":}]}')
  JSON.parse(Symbol())
  JSON.parse({ toString() { return "[1]" } })
  JSON.parse("[1,2,3]", (k, v) => Array.isArray(v) ? v : v === 2 ? undefined : v)
  Object.keys(JSON.parse('{"a":1,"b":2}', (k, v) => k === "a" ? undefined : v))
  JSON.parse('{"a":{"b":[1,{"c":2}]}}', function (k, v) { return typeof v === "number" ? v * 10 + Object.keys(this).length : v })
  (() => { const order = []; JSON.parse('{"a":[1,{"b":2}],"c":3}', (k, v) => (order.push(k), v)); return order })()
  JSON.parse('{"a":1,"b":2}', function (k, v) { if (k === "a") this.b = [7, 8]; return v })
  JSON.parse("1", 5)
  JSON.stringify({ a: [1, "x", null, true, undefined, () => 1, Symbol("s")], b: undefined, c: NaN, d: -0, e: Infinity })
  [JSON.stringify(undefined), JSON.stringify(() => 1), JSON.stringify(Symbol("x")), JSON.stringify(null), JSON.stringify("a\"\\\b\f\n\r\t\u0001\ud800é\u2028")]
  JSON.stringify(1n)
  JSON.stringify({ a: [1n] })
  JSON.stringify({ a: 1, b: [1, { c: 2 }], d: {}, e: [] }, null, 2)
  [JSON.stringify([1], null, 20), JSON.stringify([1], null, "abcdefghijklmno"), JSON.stringify([1], null, -1), JSON.stringify([1], null, 1.9), JSON.stringify([1], null, "")]
  [JSON.stringify([1], null, new Number(2)), JSON.stringify([1], null, new String("-")), JSON.stringify([1], null, {})]
  JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 }, 1: 5 }, ["c", "a", 1, "a", new String("zz"), {}])
  JSON.stringify({ a: 1, b: [2, 3] }, (k, v) => typeof v === "number" ? v + 1 : v)
  JSON.stringify({ a: 1 }, (k, v) => k === "" ? { z: v } : v === 1 ? undefined : v)
  (() => { const seen = []; JSON.stringify({ a: [1, { b: 2 }] }, function (k, v) { seen.push(k, Array.isArray(this)); return v }); return seen })()
  JSON.stringify(new Date(0))
  JSON.stringify({ d: new Date(NaN), e: [new Date(86400000)] })
  JSON.stringify({ toJSON(key) { return "<" + key + ">" } })
  JSON.stringify({ x: { toJSON(key) { return [key, this === undefined] } } })
  JSON.stringify({ get a() { return 1 }, b: 2 })
  JSON.stringify([new Number(1), new String("x"), new Boolean(false), Object(Symbol("q"))])
  JSON.stringify({ a: new Map([[1, 2]]), b: new Set([1]), c: /x/g, d: new Error("m"), e: new Uint8Array([1, 2]) })
  JSON.stringify(Object.assign(Object.create({ inherited: 1 }), { own: 2 }))
  JSON.stringify(new (class A { x = 1; #y = 2; get z() { return 3 } })())
  JSON.stringify(new (class B { toJSON() { return "B!" } })())
  JSON.stringify(new Proxy({ a: 1, b: 2 }, {}))
  JSON.stringify(new Proxy([1, 2], {}))
  JSON.stringify([1, , 3])
  JSON.stringify(Object.defineProperty({ a: 1 }, "h", { value: 2 }))
  JSON.stringify({ [Symbol("s")]: 1, a: 1 })
  JSON.stringify(Object.freeze({ a: Object.freeze([1]) }))
  (() => { const a = {}; a.self = a; return JSON.stringify(a) })()
  (() => { const a = [1]; a.push(a); return JSON.stringify(a) })()
  (() => { const a = { b: { c: { d: {} } } }; a.b.c.d.e = a; return JSON.stringify(a) })()
  (() => { const a = { b: [{ c: {} }] }; a.b[0].c.x = a.b; return JSON.stringify({ top: a }) })()
  (() => { class Node1 { constructor() { this.next = this } } return JSON.stringify(new Node1()) })()
  (() => { const a = { get x() { return a } }; return JSON.stringify(a) })()
  (() => { const shared = { s: 1 }; return JSON.stringify([shared, shared, { shared }]) })()
  JSON.stringify({ a: 1 }, null, "  ").split("\n")
  JSON.stringify("\u{10ffff}\udc00\ud83d")
  [JSON[Symbol.toStringTag], JSON.parse.length, JSON.stringify.length]
  JSON.stringify(Array.from({ length: 20 }).reduce((o) => ({ o }), 1))
  JSON.stringify({ a: [{ id: 1, n: "x" }, { id: 2, n: "y" }, { n: "z", id: 3 }, { id: 4 }] })
  JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, i) => ["k" + i, i])))
  (() => { const o = { a: 1, b: 2, c: 3 }; delete o.b; o.d = 4; return JSON.stringify(o) })()
`);

test("JSON answers as in Node", async () => {
  const { vm, node } = await compared(ROWS);
  expect(vm).toEqual(node);
});

const runtime = CodeMode.make({ tools: {} });

async function valueOf(code: string): Promise<unknown> {
  const result = await runtime.execute(code);
  if (result.isErr()) throw new Error(result.error.error.message);
  return result.value.value;
}

test("any JSON text parses and prints as in Node", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.json({ maxDepth: 6 }), { minLength: 20, maxLength: 40 }), async (texts) => {
      const code = `return ${JSON.stringify(texts)}.map((t) => [JSON.stringify(JSON.parse(t)), JSON.stringify(JSON.parse(t, (k, v) => v), (k, v) => v, 1)])`;
      expect(await valueOf(code)).toEqual(
        texts.map((text) => [JSON.stringify(JSON.parse(text)), JSON.stringify(JSON.parse(text), null, 1)]),
      );
    }),
    { numRuns: 40, seed: 11 },
  );
});

test("any broken text fails with Node's words", async () => {
  const pieces = fc.constantFrom(
    ..."{}[],:1-.eE+ \n\\xtfn".split(""),
    '"',
    '"a"',
    "true",
    "nul",
    "0",
    "\\u00",
    '"a":1,',
  );
  const text = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
  const nodeAnswer = (source: string) => {
    try {
      return JSON.stringify(JSON.parse(source));
    } catch (error) {
      return (error as Error).message;
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 100 }), async (texts) => {
      const code = `return ${JSON.stringify(texts)}.map((t) => { try { return JSON.stringify(JSON.parse(t)) } catch (e) { return e.message } })`;
      expect(await valueOf(code)).toEqual(texts.map(nodeAnswer));
    }),
    { numRuns: 40, seed: 12 },
  );
});

test("deep data costs memory, not the host's stack", async () => {
  const rows = [
    `JSON.parse("[".repeat(200000) + "]".repeat(200000)).length`,
    `(() => { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return JSON.stringify(a).length })()`,
    `(() => { let a = []; for (let i = 0; i < 3000; i++) a = { get a() { return a.b }, b: a }; return typeof JSON.stringify([1, { get x() { return 1 } }]) })()`,
    `(() => { let n = 0; JSON.parse("[".repeat(20000) + "]".repeat(20000), (k, v) => (n++, v)); return n })()`,
    `(() => { let a = 1; for (let i = 0; i < 5000; i++) a = [a]; return JSON.stringify(a, (k, v) => v).length })()`,
  ];
  expect(await inVm(rows)).toEqual(["1", "200002", `"string"`, "20000", "10001"]);
});
