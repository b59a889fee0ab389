import { expect, test } from "vitest";
import { compared, inVm, rowsOf } from "./both.js";

const BASICS = rowsOf(String.raw`
  [new Array(3).length, new Array(3, 4), Array(2).fill(0), new Array("3"), Array.of(7).length]
  new Array(-1)
  new Array(1.5)
  (() => { const a = [1, 2, 3]; return [a.push(4, 5), a.pop(), a.shift(), a.unshift(9, 8), a]; })()
  (() => { const a = []; a[3] = 1; return [a.length, 2 in a, a]; })()
  (() => { const a = [1, 2, 3]; a.length = 1; a.length = 3; return [a, Object.keys(a)]; })()
  (() => { const a = [1]; a.length = -1; })()
  [[1, 2, 3, 4].slice(1, -1), [1, 2].slice(-1), [1, 2].slice(), [1, 2, 3].slice("1"), [1, 2].slice({ valueOf: () => 1 })]
  (() => { const a = [1, 2, 3, 4, 5]; return [a.splice(1, 2, "x", "y", "z"), a, a.splice(-1), a, a.splice(), a.splice(1, undefined), a]; })()
  [[1, 2].concat(3, [4, [5]], "x"), [].concat({ length: 1, 0: "a", [Symbol.isConcatSpreadable]: true }), [1].concat([, 2])]
  [[3, 1, 3].indexOf(3, 1), [NaN].indexOf(NaN), [NaN].includes(NaN), [, 1].includes(undefined), [, 1].indexOf(undefined), [1, 2, 1].lastIndexOf(1)]
  [[1, 2].indexOf(1, -5), [1, 2].includes(2, 2), [1, 2].lastIndexOf(2, -2), [].lastIndexOf(1), [1, 2, 3].lastIndexOf(3, undefined)]
  [[1, null, undefined, [2, [3]]].join(), [1, 2].join("-"), [[]].join(), [, ,].join("x"), [1, { toString: () => "o" }].join("+")]
  (() => { const a = [1]; a.push(a, [a]); return [a.join(), String(a)]; })()
  [Symbol("s")].join()
  [[1, 2, 3].reverse(), [1, , 3].reverse().hasOwnProperty(1), [1, 2, 3].toReversed(), [1, , 3].toReversed().hasOwnProperty(1)]
  [[1, 2, 3].fill(0, 1), [1, 2, 3].fill(9, -1), Array(3).fill(), [1, 2, 3, 4, 5].copyWithin(0, 3), [1, 2, 3, 4, 5].copyWithin(1, 0, 3)]
  [[1, 2, 3].at(-1), [1].at(5), [1, 2].at("1"), [1, 2, 3].with(1, 9), [1, 2].with(-1, 5)]
  [1].with(3, 0)
  [[1, [2, [3, [4]]]].flat(), [1, [2, [3, [4]]]].flat(Infinity), [[], [, 1]].flat(), [1, 2].flatMap((x) => [x, [x]]), [[1]].flat(0)]
  [1, 2, 3].toSpliced(1, 1, "a", "b")
  [[..."ab"].entries().next(), [...["a", "b"].keys()], [...["a"].entries()], [...[, 1].values()]]
  [Array.isArray([]), Array.isArray({ length: 1 }), Array.isArray(Array.prototype)]
  [Array.from("aé😀"), Array.from({ length: 2, 0: "x" }), Array.from([1, 2], (x, i) => x * 10 + i), Array.from(new Set([1, 1, 2]))]
  Array.from(5)
  Array.from(null)
  Array.from([1], 5)
  Array.from.call(function (n) { this.n = n }, { length: 2, 0: 1, 1: 2 })
  [Array.of.call(Object, 1), Array.from.call({}, [1, 2])]
  Object.keys(Array.prototype[Symbol.unscopables]).sort()
  [[1, 2].toString(), Array.prototype.toString.call({ join: () => "j" }), Array.prototype.toString.call({})]
  [1234.5, new Date(0)].map((x) => [x].toLocaleString("en-US", { timeZone: "UTC" }))
  (() => { const a = [1, 2, 3]; delete a[1]; return [a, a.length, Object.keys(a)]; })()
  (() => { const a = Object.freeze([3, 1, 2]); return a.sort(); })()
  (() => { const a = [1, 2, 3]; Object.defineProperty(a, 1, { get: () => "got", enumerable: true }); return [a.map((x) => x), a.slice(), a.concat([9]), a.indexOf("got"), [...a]]; })()
  (() => { const o = { length: 2, 0: "a", 1: "b" }; return [Array.prototype.push.call(o, "c"), o, Array.prototype.shift.call(o), o, Array.prototype.splice.call(o, 0, 1), o]; })()
  Array.prototype.push.call({ length: 2 ** 53 - 1 }, 1)
`);

const CALLBACKS = rowsOf(String.raw`
  [1, 2, 3].map((x, i, a) => x * i + a.length)
  [1, , 3].map((x) => x * 2)
  [[1, , 3].filter(() => true), [1, undefined, 3].filter((x) => x === undefined).length]
  [1, 2, 3].reduce((a, x, i) => a + x * i)
  [[1, 2, 3].reduceRight((a, x) => a + "-" + x), [1].reduce((a) => a), [].reduce((a) => a, 5), [, 4].reduce((a, b) => a + b)]
  [].reduce((a) => a)
  [].reduceRight((a) => a)
  [1].map(5)
  [1].forEach("abc")
  [1].filter({})
  [1, 2].find(null)
  (() => { const seen = []; [1, , 3].forEach((x, i) => seen.push([i, x])); return seen; })()
  [[1, 2, 3].some((x) => x > 2), [].some(Boolean), [1, 2].every((x) => x > 0), [].every(() => false), [, 0].every((x) => x === 0)]
  [[5, 6, 7].find((x) => x > 5), [5, 6].findIndex((x) => x > 5), [5, 6, 7].findLast((x) => x < 7), [5].findLastIndex((x) => x > 9), [, 1].find((x) => x === undefined)]
  (function () { return [1].map(function () { return this.v }, { v: 7 }) })()
  (() => { const a = [1, 2, 3]; return a.map((x) => { if (x === 1) a.push(9); return x; }); })()
  (() => { const a = [1, 2, 3, 4]; const out = []; a.forEach((x) => { out.push(x); if (x === 2) a.length = 2; }); return out; })()
  (() => { const a = [1, 2, 3]; return a.filter((x) => { a[2] = 7; return true; }); })()
  (() => { class A extends Array {} const a = A.from([1, 2]); return [a.map((x) => x) instanceof A, a.filter(Boolean).constructor === A, a.length, a instanceof Array]; })()
  (() => { class A extends Array { static get [Symbol.species]() { return Array } } return new A(1, 2).map((x) => x) instanceof A; })()
  (() => { const a = [1]; a.constructor = { [Symbol.species]: function (n) { this.made = n } }; return Object.keys(a.map((x) => x)); })()
  (() => { const a = [1]; a.constructor = 5; return a.map((x) => x); })()
  (() => { let depth = 0; const f = (n) => n === 0 ? 0 : [n].map((x) => f(x - 1))[0] + 1; return f(500); })()
  (() => { try { [1, 2].forEach((x) => { if (x === 2) throw new Error("stop") }) } catch (e) { return e.message } })()
  Array.prototype.map.call("abc", (c) => c + c)
  Array.prototype.filter.call({ length: 3, 0: 1, 2: 3 }, () => true)
`);

const SORTING = rowsOf(String.raw`
  [[3, 1, 2].sort(), [10, 9, 1].sort(), ["b", , "a", undefined, "c"].sort(), [true, false].sort(), [null, undefined, 3].sort()]
  [[10, 9, 1].sort((a, b) => a - b), [1, 2, 3].sort((a, b) => b - a), [3, 2, 1].toSorted(), [5, 1].toSorted((a, b) => a - b)]
  [{ k: 1, v: "a" }, { k: 0, v: "b" }, { k: 1, v: "c" }, { k: 0, v: "d" }].sort((a, b) => a.k - b.k).map((o) => o.v)
  Array.from({ length: 100 }, (_, i) => ({ i, k: i % 3 })).sort((a, b) => a.k - b.k).map((o) => o.i)
  Array.from({ length: 50 }, (_, i) => (i * 37) % 50).sort((a, b) => a - b)
  Array.from({ length: 40 }, (_, i) => (i * 13) % 40).sort()
  [3, 1, 2].sort(() => NaN)
  [3, 1, 2].sort((a, b) => ({ valueOf: () => a - b }))
  [1, 2].sort(5)
  [1, 2].sort(null)
  [{ toString: () => "b" }, { toString: () => "a" }].sort().map(String)
  [Symbol("a"), 1].sort()
  ["é", "z", "a", "Z", "😀", "\uffff"].sort()
  (() => { const a = [2, 1, 3]; a.sort((x, y) => { a.length = 0; return x - y; }); return a; })()
  Array.prototype.sort.call({ length: 3, 0: "c", 2: "a" })
  [-1, -10, 5, 0, -0].sort()
  [1n, 10n, 9n].sort()
`);

for (const [name, rows] of Object.entries({ BASICS, CALLBACKS, SORTING })) {
  test(`arrays, ${name.toLowerCase()}: as Node's`, async () => {
    const { vm, node } = await compared(rows);
    expect(vm).toEqual(node);
  });
}

test("two hundred random sorts agree with Node's, stable and with repeated keys", async () => {
  const program = `
    let seed = 7;
    const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
    const out = [];
    for (let round = 0; round < 200; round++) {
      const n = Math.floor(next() * 60);
      const items = Array.from({ length: n }, (_, i) => ({ i, k: Math.floor(next() * 12) }));
      out.push(items.sort((a, b) => a.k - b.k).map((o) => o.i).join());
      out.push(items.map((o) => (o.k % 2 ? o.k : String(o.k * 7))).sort().join());
    }
    return out.join(";");`;
  const row = `(() => {${program}})()`;
  const { vm, node } = await compared([row]);
  expect(vm).toEqual(node);
});

test("sparse arrays stay cheap and behave", async () => {
  const rows: readonly (readonly [expression: string, answer: string])[] = [
    ["(() => { const a = []; a[4294967294] = 1; return a.length })()", "4294967295"],
    [
      "(() => { const a = []; a[1e9] = 1; a.push(2); return [a.length, a[1e9 + 1], Object.keys(a)] })()",
      '[1000000002,2,["1000000000","1000000001"]]',
    ],
  ];
  const answers = await inVm(rows.map(([expression]) => expression));
  expect(answers).toEqual(rows.map(([, answer]) => answer));
});
