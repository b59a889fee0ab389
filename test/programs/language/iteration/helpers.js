// iterator helpers are lazy and close their source
// differs: Node 20 has no iterator helpers
function* n() { let i = 0; try { for (;;) yield i++; } finally { console.log("closed at", i); } }
console.log(n().filter((x) => x % 2).map((x) => x * x).drop(1).take(3).toArray());
console.log(n().take(4).flatMap((x) => [x, x]).reduce((a, b) => a + b), n().some((x) => x > 2), n().find((x) => x === 1), n().take(2).every(Number.isInteger));
console.log(Iterator.from({ next: () => ({ done: true }) }).toArray(), [1, 2].values().map((x) => x + 1).next(), n() instanceof Iterator);
try { n().take(-1); } catch (error) { console.log(error.name); }
try { n().map(1); } catch (error) { console.log(error.name, error.message); }
//> closed at 8
//> [ 9, 25, 49 ]
//> closed at 4
//> closed at 4
//> closed at 2
//> closed at 2
//> 12 true 1 true
//> [] { value: 2, done: false } true
//> RangeError
//> TypeError 1 is not a function
// ---
// arrays: callbacks, holes, copies, sorting
const a = [3, 1, , 2]; console.log(a.map((x) => x * 2), a.forEach.length, a.includes(undefined), a.indexOf(undefined), a.flat(), [[1, [2, [3]]]].flat(Infinity), a.findLast((x) => x > 1), a.at(-1), a.toSorted(), a.with(0, 9), a.toSpliced(1, 1, "x", "y"), a.toReversed(), Object.keys(a));
console.log([10, 9, 1].sort(), ["b", undefined, "a"].sort(), [3, 1, 2].sort((x, y) => y - x), [..."cab"].sort().join(""), [1, 2, 3, 4].copyWithin(0, 2), [1, 2, 3].fill(0, 1), Array.from({ length: 3 }, (_, i) => i * i), Array.of(7), [1, 2, 3].reduceRight((x, y) => `${x}${y}`), [1, [2]].concat(3, [4]), [1, 2, 3, 4, 5].splice(1, 2), [5, 1].entries().next(), [..."ab"].keys().next().value, [1, 2].lastIndexOf(2), [[1, 2], [3]].flatMap((x) => x));
const b = [1, 2, 3]; b.length = 1; b[3] = 4; b.x = 1; console.log(b, b.length, b.unshift(0), b.shift(), b.pop(), delete b[0], b);
for (const run of [() => { [].length = -1; }, () => [].reduce((x) => x), () => [1].map(null), () => new Array(-1), () => Array.from(null), () => [3].with(2, 1), () => [2, 1].sort("x")]) try { run(); } catch (error) { console.log(`${error.name}: ${error.message}`); }
// ---
// sorting is stable and calls the comparator as the specification allows
const rows = Array.from({ length: 40 }, (_, i) => ({ k: i % 3, i })); const sorted = rows.toSorted((x, y) => x.k - y.k);
console.log(sorted.map((r) => r.i).join(), sorted.every((r, i) => i === 0 || sorted[i - 1].k < r.k || sorted[i - 1].i < r.i));
// ---
// iterables of one's own, spread, and what the protocol checks
class Range { constructor(a, b) { this.a = a; this.b = b; } [Symbol.iterator]() { let x = this.a; return { next: () => (x < this.b ? { value: x++, done: false } : { value: undefined, done: true }) }; } }
console.log([...new Range(1, 4)], Math.max(...new Range(0, 5)), new Set(new Range(0, 2)), Array.from(new Range(0, 3), (x) => x * 2), Object.fromEntries([...new Range(0, 2)].map((x) => [`k${x}`, x])));
for (const bad of [{ [Symbol.iterator]: 1 }, { [Symbol.iterator]: () => 1 }, { [Symbol.iterator]: () => ({}) }, { [Symbol.iterator]: () => ({ next: () => 1 }) }]) try { [...bad]; console.log("no error"); } catch (error) { console.log(error.name); }
// ---
// Array.fromAsync and grouping
// differs: Node 20 has neither Array.fromAsync nor Object.groupBy
async function* g() { yield 1; yield 2; }
console.log(await Array.fromAsync(g(), async (x) => x * 2), await Array.fromAsync([Promise.resolve(3)]));
console.log(JSON.stringify(Object.groupBy([1, 2, 3], (x) => (x % 2 ? "odd" : "even"))), Map.groupBy([1, 2, 3], (x) => x > 1).get(true));
//> [ 2, 4 ] [ 3 ]
//> {"odd":[1,3],"even":[2]} [ 2, 3 ]
// ---
// using and await using dispose in reverse order
// differs: Node 20 cannot parse `using`
const r = (name) => ({ [Symbol.dispose]() { console.log("dispose", name); }, async [Symbol.asyncDispose]() { await null; console.log("async dispose", name); } });
{ using a = r("a"), b = r("b"), none = null; console.log("body"); }
{ await using c = r("c"); console.log("async body"); }
try { using d = r("d"); throw new Error("body"); } catch (error) { console.log(error.message); }
try { using e = { [Symbol.dispose]() { throw new Error("dispose"); } }; throw new Error("body"); } catch (error) { console.log(error.name, error.error.message, error.suppressed.message); }
for (using f of [r("f1"), r("f2")]) console.log("loop");
//> body
//> dispose b
//> dispose a
//> async body
//> async dispose c
//> dispose d
//> body
//> SuppressedError dispose body
//> loop
//> dispose f1
//> loop
//> dispose f2
