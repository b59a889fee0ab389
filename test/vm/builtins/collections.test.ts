import { expect, test } from "vitest";
import { compared, inVm, rowsOf } from "./both.js";

const COLLECTIONS = rowsOf(String.raw`
  [...new Map([["a", 1], ["b", 2]]).set("a", 3)]
  (() => { const m = new Map([[NaN, 1], [0, 2]]); return [m.get(NaN), m.get(-0), [...m.set(-0, 3).keys()], m.size]; })()
  (() => { const m = new Map([[1, "a"], [2, "b"], [3, "c"]]); const out = []; for (const [k] of m) { out.push(k); if (k === 1) { m.delete(2); m.set(4, "d"); } } return out; })()
  (() => { const m = new Map([[1, 1]]); const it = m.entries(); it.next(); m.clear(); m.set(2, 2); return [...it]; })()
  (() => { const m = new Map([[1, 1]]); const out = []; m.forEach(function (v, k, map) { out.push(v, k, map === m, this.t); if (m.size < 4) m.set(m.size + 1, 9); }, { t: 5 }); return out; })()
  [[...new Map([[1, 2]]).keys()], [...new Map([[1, 2]]).values()], new Map().size, new Map(null).size, new Map([[1, 2]]).delete(1)]
  new Map([1])
  new Map(5)
  new Map({})
  Map()
  Map.prototype.get.call(new Set(), 1)
  Map.prototype.forEach.call([], () => 1)
  new Map().forEach(1)
  (() => { class M extends Map { set(k, v) { return super.set(k, v * 2) } } return [...new M([["a", 1]])]; })()
  [...new Set([1, 1, "1", NaN, NaN, 0, -0])]
  (() => { const s = new Set("hello"); return [s.has("l"), s.delete("h"), s.size, [...s], [...s.entries()][0], s.keys === s.values]; })()
  (() => { const s = new Set([1, 2, 3]); const out = []; for (const x of s) { out.push(x); s.delete(x); if (x < 3) s.add(x + 10); } return [out, [...s]]; })()
  (() => { const out = []; new Set(["a"]).forEach((v, k) => out.push(v, k)); return out; })()
  new Set(5)
  Set.prototype.add.call(new Map(), 1)
  [String(new Map()), String(new Set().values()), Object.prototype.toString.call(new Map().entries())]
  (() => { const k = {}; const w = new WeakMap([[k, 1]]); return [w.get(k), w.has({}), w.delete(k), w.has(k), w.set(k, 2) === w, w.get(1)]; })()
  new WeakMap([[1, 2]])
  new WeakSet([1])
  (() => { const k = {}; const w = new WeakSet([k]); return [w.has(k), w.has(1), w.delete(k), w.add(k) === w]; })()
  (() => { const o = { a: 1 }; return new WeakRef(o).deref() === o; })()
  new WeakRef(1)
  WeakMap.prototype.get.call({}, {})
  (() => { const m = new Map([["a", 1]]); const [[k, v]] = m; const { size } = m; return [k, v, size, Array.from(m, ([x]) => x), Object.fromEntries(m)]; })()
  new Map([["x", 1]]).entries().next.call({})
  [typeof Map.prototype[Symbol.iterator], Map.prototype[Symbol.iterator] === Map.prototype.entries, Map[Symbol.species] === Map]
`);

const GENERATORS = rowsOf(String.raw`
  (() => { function* g() { const x = yield 1; yield x * 2; return 9 } const it = g(); return [it.next("ignored"), it.next(5), it.next(), it.next()]; })()
  (() => { const log = []; function* g() { try { yield 1; yield 2 } finally { log.push("f") } } for (const x of g()) { log.push(x); break; } return log; })()
  (() => { function* g() { try { yield 1 } catch (e) { yield "caught " + e } } const it = g(); it.next(); return [it.throw("x"), it.next()]; })()
  (() => { function* g() { yield 1 } const it = g(); return [it.return(4), it.next()]; })()
  (() => { function* a() { const r = yield* b(); yield r } function* b() { yield 1; return 2 } return [...a()]; })()
  (() => { function* g() { it.next() } const it = g(); it.next(); })()
  (() => { function* g() { yield 1 } g().next.call({}); })()
  [..."a😀"].length
  (() => { function* g() {} const it = g(); return [it[Symbol.iterator]() === it, Object.prototype.toString.call(it), Object.getPrototypeOf(g).constructor.name, g.prototype.constructor]; })()
  (() => { const it = { i: 0, next() { return { value: this.i++, done: this.i > 3 } }, [Symbol.iterator]() { return this }, return() { this.closed = true; return {} } }; const [a] = it; return [a, it.closed, [...it]]; })()
  (() => { const [x, , ...y] = new Set([1, 2, 3, 4]); return [x, y]; })()
`);

for (const [name, rows] of Object.entries({ COLLECTIONS, GENERATORS })) {
  test(`${name.toLowerCase()}: as Node's`, async () => {
    const { vm, node } = await compared(rows);
    expect(vm).toEqual(node);
  });
}

/** Members that Node 20 lacks, with the answers of the specification. */
const NEWER: readonly (readonly [expression: string, answer: string])[] = [
  ["[...new Set([1, 2]).union(new Set([2, 3]))]", "[1,2,3]"],
  ["[...new Set([3, 1, 2]).intersection(new Set([2, 3]))]", "[2,3]"],
  ["[...new Set([1, 2, 3]).intersection(new Set([3, 9]))]", "[3]"],
  ["[...new Set([1, 2, 3]).difference(new Map([[2, 0]]))]", "[1,3]"],
  ["[...new Set([1, 2]).symmetricDifference(new Set([2, 3]))]", "[1,3]"],
  [
    "[new Set([1]).isSubsetOf(new Set([1, 2])), new Set([1, 2]).isSupersetOf(new Set([2])), new Set([1]).isDisjointFrom(new Set([2]))]",
    "[true,true,true]",
  ],
  ["new Set([1]).union([2])", "TypeError: The 'size' property must be a number"],
  ["new Set().union({ size: -1, has() {}, keys() {} })", "RangeError: '-1' is an invalid size"],
  ["[...Map.groupBy([1, 2, 3], (x) => x % 2)].map(([k, v]) => [k, v.join()])", '[[1,"1,3"],[0,"2"]]'],
  ["[1, 2, 3, 4].values().map((x, i) => x * i).filter((x) => x > 1).toArray()", "[2,6,12]"],
  ["[1, 2, 3].values().drop(1).take(1).toArray()", "[2]"],
  ["[[1], [2, 3]].values().flatMap((x) => x).toArray()", "[1,2,3]"],
  ["[1, 2].values().flatMap((x) => 'ab').toArray()", "TypeError: ab is not an object"],
  ["[1, 2, 3].values().reduce((a, b) => a + b)", "6"],
  ["[].values().reduce((a, b) => a + b)", "TypeError: Reduce of a done iterator with no initial value"],
  [
    "[[1, 2].values().some((x) => x > 1), [1, 2].values().every((x) => x > 1), [1, 2].values().find((x) => x > 1)]",
    "[true,false,2]",
  ],
  ["[1].values().take(-1)", "RangeError: -1 must be positive"],
  ["[1].values().map(5)", "TypeError: 5 is not a function"],
  ["(() => { const out = []; [7].values().forEach((x, i) => out.push(x, i)); return out })()", "[7,0]"],
  ["Iterator.from({ next() { return { done: true } } }) instanceof Iterator", "true"],
  ["Iterator.from([5, 6]).toArray()", "[5,6]"],
  ["Iterator.from('ab').toArray()", '["a","b"]'],
  ["new Iterator()", "TypeError: Abstract class Iterator not directly constructable"],
  [
    "(() => { class I extends Iterator { next() { return { value: 1, done: false } } } return new I().take(2).toArray() })()",
    "[1,1]",
  ],
  [
    "(() => { let closed = 0; const it = { next: () => ({ value: 1, done: false }), return() { closed++; return {} }, __proto__: Iterator.prototype }; it.find(() => true); const m = it.map((x) => x); m.next(); m.return(); return closed })()",
    "2",
  ],
  [
    "(() => { function* g() { yield* [1, 2, 3] } const h = g().map((x) => x); h.next(); return [h.return().done, h.next().done] })()",
    "[true,true]",
  ],
  ["Object.prototype.toString.call([].values().map((x) => x))", '"[object Iterator Helper]"'],
  ["Iterator.concat([1], new Set([2])).toArray()", "[1,2]"],
];

test("members that are newer than Node 20", async () => {
  const answers = await inVm(NEWER.map(([expression]) => expression));
  expect(answers.map((answer, i) => `${NEWER[i]![0]}  =>  ${answer}`)).toEqual(
    NEWER.map(([expression, answer]) => `${expression}  =>  ${answer}`),
  );
});
