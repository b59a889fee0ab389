import { expect, test } from "vitest";
import { compared, inVm, rowsOf } from "./both.js";

const OBJECT = rowsOf(String.raw`
  [Object.keys({ b: 1, a: 2, 1: 0, 0: 0 }), Object.values("ab"), Object.entries([7, 8])]
  Object.keys(null)
  Object.keys({ get x() { return 1 }, [Symbol("s")]: 2, y: 3 })
  Object.values({ get x() { return 1 }, y: 3 })
  Object.assign({ a: 1 }, null, { b: 2 }, "xy", [9], { get c() { return 3 } })
  Object.assign(Object.freeze({ a: 1 }), { a: 2 })
  Object.assign({ set a(v) { this.b = v } }, { a: 5 })
  Object.assign(Object.create({ set a(v) { this.b = v } }), { a: 5 })
  Object.assign(undefined, {})
  [Object.is(NaN, NaN), Object.is(0, -0), Object.is("a", "a")]
  Object.getOwnPropertyNames(Object.create({ x: 1 }, { y: { value: 2 }, z: { value: 3, enumerable: true } }))
  Object.create(1)
  Object.fromEntries(new Map([["a", 1], [2, 3]]))
  Object.fromEntries([1])
  Object.fromEntries(5)
  [Object.hasOwn({ a: 1 }, "a"), ({ a: 1 }).hasOwnProperty("b"), Object.hasOwn([1], 0), Object.hasOwn("ab", "length")]
  Object.hasOwn(null, "a")
  [Object.isFrozen(1), Object.isFrozen({}), Object.isFrozen(Object.freeze([1])), Object.isSealed(Object.seal({ a: 1 }))]
  [Object.isExtensible(Object.preventExtensions({})), Object.isExtensible([])]
  (() => { const o = Object.freeze({ a: 1 }); o.a = 2; })()
  (() => { const a = Object.freeze([1]); a.push(2); })()
  (() => { const o = Object.seal({ a: 1 }); delete o.a; })()
  Object.getOwnPropertyDescriptor({ get a() { return 1 } }, "a").get.name
  Object.getOwnPropertyDescriptors({ a: 1, get b() { return 2 } })
  Object.defineProperty({}, "x", { value: 1, get() {} })
  Object.defineProperty(Object.defineProperty({}, "x", { value: 1 }), "x", { value: 2 })
  Object.defineProperty(1, "x", {})
  Object.defineProperties({}, { a: { value: 1, enumerable: true }, b: { get: () => 2, enumerable: true } })
  Object.getPrototypeOf(1) === Number.prototype
  Object.setPrototypeOf({}, 1)
  (() => { const a = {}; const b = Object.create(a); Object.setPrototypeOf(a, b); })()
  (() => { const o = {}; o.__proto__ = { x: 1 }; return [o.x, Object.keys(o)]; })()
  (() => { const o = { __proto__: null }; return o.__proto__; })()
  JSON.parse('{"__proto__": 1}').__proto__
  [{}, [], () => 1, new Error("x"), new Date(0), /x/, true, 1, "s", null, undefined].map((v) => Object.prototype.toString.call(v))
  [new Map(), new Set(), Promise.resolve(), Symbol(), 1n, JSON, Math, (function () { return arguments })()].map((v) => Object.prototype.toString.call(v))
  Object.prototype.toString.call({ get [Symbol.toStringTag]() { return "Mine" } })
  [String({}), String({ toString() { return "x" } }), ({ toString() { return "t" } }).toLocaleString()]
  [Object.prototype.isPrototypeOf({}), Array.prototype.isPrototypeOf([]), Object.prototype.isPrototypeOf(1)]
  [[1].propertyIsEnumerable(0), [1].propertyIsEnumerable("length")]
  (() => { const o = {}; o.__defineGetter__("x", () => 4); o.__defineSetter__("x", function (v) { this.y = v }); o.x = 3; return [o.x, o.y, typeof o.__lookupGetter__("x"), o.__lookupSetter__("z")]; })()
  [Object(1) instanceof Number, typeof Object("a"), Object(null), new Object({ a: 1 })]
  (() => { class A extends Object { constructor() { super(1); } } return new A() instanceof A; })()
  Object.valueOf.call(null)
`);

const FUNCTION = rowsOf(String.raw`
  ((a, b) => [a, b]).call(null, 1, 2)
  (function () { return this }).call("x")
  Math.max.apply(null, [1, 3, 2])
  Math.max.apply(null, { length: 2, 0: 4, 1: 9 })
  Math.max.apply(null, 5)
  (function (a, b) { return [this.x, a, b] }).bind({ x: 1 }, 2)(3)
  [(function f(a, b, c) {}).bind(null, 1).length, (function f() {}).bind().name, (() => {}).bind().bind().name]
  (() => { class P { constructor(a, b) { this.s = a + b } } const B = P.bind(null, 1); return [new B(2).s, new B(2) instanceof B]; })()
  (() => { const f = function () {}; Object.defineProperty(f, "name", { get() { return "got" } }); return f.bind().name; })()
  Function.prototype.bind.call({})
  [Math.max.toString(), (x  =>  x).toString(), (class A { m() {} }).toString(), ({ get  a() { return 1 } }).toString()]
  [(function () {}).bind().toString(), Object.getOwnPropertyDescriptor({ get  a() { return 1 } }, "a").get.toString()]
  Function.prototype.toString.call({})
  [Function.prototype(), Function.prototype.length, Function.prototype.name, typeof Function.prototype]
  [[] instanceof Array, Array[Symbol.hasInstance]([]), Function.prototype[Symbol.hasInstance].call({}, [])]
  (() => { class Even { static [Symbol.hasInstance](n) { return n % 2 === 0 } } return [2 instanceof Even, 3 instanceof Even]; })()
  ({}) instanceof (() => {})
  (() => { function f() {} f.prototype = 1; return {} instanceof f; })()
  [parseInt.length, [].map.length, "".replace.name, Object.getOwnPropertyDescriptor(Map.prototype, "size").get.name, [][Symbol.iterator].name]
  (function () { return [arguments.length, ...arguments] }).apply(null, [, 2])
`);

const ERROR = rowsOf(String.raw`
  [new Error("m").message, new Error().message, String(new TypeError("t")), String(new Error()), Error("x") instanceof Error]
  [new Error("m", { cause: 7 }).cause, "cause" in new Error("m", {}), Object.keys(new Error("m", { cause: 1 }))]
  [new AggregateError([1, 2], "m").errors, new AggregateError([]).message, new AggregateError(new Set([5]), "a", { cause: 3 }).cause]
  new AggregateError(5)
  (() => { class MyError extends Error { constructor(m) { super(m); this.name = "MyError"; this.code = 4 } } const e = new MyError("boom"); return [String(e), e.code, e instanceof MyError, e instanceof Error, Object.keys(e)]; })()
  (() => { class E2 extends RangeError {} return [new E2("x").name, String(new E2("y")), new E2() instanceof RangeError]; })()
  [Error.prototype.toString.call({ name: "N", message: "M" }), Error.prototype.toString.call({}), Error.prototype.toString.call({ name: "" , message: "M" })]
  Error.prototype.toString.call(1)
  [Object.getPrototypeOf(TypeError) === Error, TypeError.prototype.name, TypeError.prototype.message, TypeError.length, AggregateError.length]
  [typeof new Error("x").stack, new Error("first line").stack.split("\n")[0], new TypeError("t").stack.split("\n")[0]]
  (() => { const o = {}; Error.captureStackTrace(o); return [typeof o.stack, Object.keys(o)]; })()
  (() => { const e = new Error("x"); e.stack = "mine"; return e.stack; })()
  (() => { try { null.x } catch (e) { return [e.name, e.message, e.constructor === TypeError] } })()
  (() => { try { undefinedName } catch (e) { return [e.name, e.message] } })()
  new Error({ toString() { return "obj" } }).message
  [new Error(undefined).hasOwnProperty("message"), new Error("").hasOwnProperty("message")]
`);

const REFLECT = rowsOf(String.raw`
  [Reflect.apply(Math.max, null, [1, 2]), Reflect.construct(Date, [0]).getTime(), Reflect.construct(Array, [3]).length]
  (() => { class A { constructor() { this.t = new.target === B } } class B {} return [Reflect.construct(A, [], B).t, Reflect.construct(A, [], B) instanceof B]; })()
  Reflect.construct(() => 1, [])
  [Reflect.has({ a: 1 }, "a"), Reflect.get({ get a() { return this.b } }, "a", { b: 9 }), Reflect.ownKeys({ b: 1, 2: 0, [Symbol.iterator]: 0 })]
  (() => { const o = { set a(v) { this.b = v } }; const r = {}; return [Reflect.set(o, "a", 5, r), r.b, Reflect.set(Object.freeze({ a: 1 }), "a", 2)]; })()
  [Reflect.defineProperty({}, "a", { value: 1 }), Reflect.defineProperty(Object.freeze({}), "a", { value: 1 }), Reflect.deleteProperty(Object.freeze({ a: 1 }), "a")]
  [Reflect.setPrototypeOf({}, null), Reflect.getPrototypeOf([]) === Array.prototype, Reflect.isExtensible({}), Reflect.preventExtensions({})]
  Reflect.get(1, "a")
  Reflect.getOwnPropertyDescriptor({ a: 1 }, "a")
`);

const PROXY = rowsOf(String.raw`
  (() => { const log = []; const p = new Proxy({ a: 1 }, new Proxy({}, { get(t, k) { log.push(k); } })); p.a; p.b = 2; "c" in p; delete p.a; Object.keys(p); Object.getPrototypeOf(p); Object.isExtensible(p); return log; })()
  new Proxy({}, { get: (t, k) => "got " + String(k) }).anything
  (() => { const p = new Proxy([1, 2, 3], {}); return [Array.isArray(p), p.length, p.map((x) => x * 2), [...p], JSON.stringify(p)]; })()
  (() => { const f = new Proxy(function (a) { return a + 1 }, { apply: (t, self, args) => t(...args) * 10 }); return [f(1), typeof f, f.name]; })()
  (() => { const C = new Proxy(class { constructor(x) { this.x = x } }, { construct: (t, args) => ({ made: args }) }); return new C(1).made; })()
  new Proxy(Object.freeze({ a: 1 }), { get: () => 2 }).a
  Object.keys(new Proxy({}, { ownKeys: () => ["a", "b"], getOwnPropertyDescriptor: (t, k) => ({ value: k, enumerable: k === "a", configurable: true }) }))
  Object.keys(new Proxy({}, { ownKeys: () => ["a", "a"] }))
  (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); revoke(); return proxy.x; })()
  new Proxy({}, { set: () => false }).x = 1
  (() => { const o = Object.create(new Proxy({}, { set(t, k, v, r) { Reflect.defineProperty(r, k, { value: v + 1, enumerable: true }); return true } })); o.q = 1; return o; })()
  Proxy({}, {})
  new Proxy(1, {})
  [Object.prototype.toString.call(new Proxy([], {})), Object.prototype.toString.call(new Proxy(() => 1, {}))]
  (() => { for (const k in new Proxy({ a: 1, b: 2 }, { ownKeys: () => ["b", "a"] })) return k; })()
`);

for (const [name, rows] of Object.entries({ OBJECT, FUNCTION, ERROR, REFLECT, PROXY })) {
  test(`${name.toLowerCase()} members answer as Node's`, async () => {
    const { vm, node } = await compared(rows);
    expect(vm).toEqual(node);
  });
}

test("what Node 20 does not have, or has otherwise on purpose", async () => {
  const rows: readonly (readonly [expression: string, answer: string])[] = [
    ["Object.groupBy([1, 2, 3], (x) => (x % 2 ? 'odd' : 'even'))", '{"odd":[1,3],"even":[2]}'],
    ["Object.getPrototypeOf(Object.groupBy([], String))", "null"],
    ["Error.isError(new TypeError()) && !Error.isError({}) && !Error.isError(Object.create(Error.prototype))", "true"],
    ["new SuppressedError(1, 2, 'm').suppressed", "2"],
    ["(() => {}).constructor('return 1')", "TypeError: Code generation from strings is disallowed"],
    ["(0, eval)('1')", "TypeError: Code generation from strings is disallowed"],
    ["(0, eval)(5)", "5"],
    ["(async () => {}).constructor('x')", "TypeError: Code generation from strings is disallowed"],
    ["Object.isFrozen(Array.prototype) && Object.isFrozen(Object)", "true"],
    [
      "(() => { Array.prototype.length = 3 })()",
      "TypeError: Cannot assign to property 'length' of [object Array]: built-in objects are frozen in this runtime",
    ],
    ["(() => { class A { constructor() { this.toString = 1 } } return new A().toString })()", "1"],
    [
      "(() => { const o = {}; o.constructor = 5; o.hasOwnProperty = 6; return [o.constructor, o.hasOwnProperty] })()",
      "[5,6]",
    ],
  ];
  expect(await inVm(rows.map(([expression]) => expression))).toEqual(rows.map(([, answer]) => answer));
});
