// defaults run only for undefined, in order, and may use earlier names
const log = [];
const d = (x) => { log.push(x); return x; };
const { a = d(1), b: { c = d(2), ...rest } = {}, [`k${a}`]: k = d(3), e = a + k } = { b: { c: null, x: 1, y: 2 }, k1: undefined };
const [p = d(4), , q = d(5), ...[r, ...s]] = [undefined, 0, null, 7, 8, 9];
console.log(a, c, rest, k, e, p, q, r, s, log);
// ---
// iterators are closed when a pattern is done with them, and not when they are
const source = (n) => { let i = 0; return { [Symbol.iterator]() { return this; }, next() { return { value: i++, done: i > n }; }, return() { console.log("closed at", i); return {}; } }; };
const [a1] = source(5);
const [b1, c1, d1] = source(2);
const [...all] = source(3);
const [] = source(1);
console.log(a1, b1, c1, d1, all);
try { const [{ x }] = source(3).map; } catch (error) { console.log(error.name); }
try { const [x = (() => { throw new Error("in default"); })()] = { [Symbol.iterator]: () => ({ next: () => ({ value: undefined }), return() { console.log("closed"); return {}; } }) }; } catch (error) { console.log(error.message); }
// ---
// assignment patterns: members, nesting, swaps, evaluation order
const o = {}; const order = [];
const at = (name) => { order.push(name); return o; };
let x = 1, y = 2;
[x, y] = [y, x];
({ a: at("a").p, b: [at("b").q = (order.push("default"), 5)], ...at("c").rest } = { a: 1, b: [], z: 9 });
[at("d")["k" + x], ...at("e").tail] = [1, 2, 3];
console.log(x, y, o, order);
// ---
// what cannot be destructured
for (const run of [() => { const { a } = null; }, () => { const { a } = undefined; }, () => { const [a] = {}; }, () => { const [a] = null; }, () => { (({ a: { b } }) => b)({}); }]) {
  try { run(); console.log("no error"); } catch (error) { console.log(error.name); }
}
// ---
// parameters: patterns, defaults with their own scope, rest, length
const fn = ({ a = 1, b: [c, d = a] = [] } = {}, e = () => a, ...[f, g]) => [a, c, d, e(), f, g];
console.log(fn(), fn({ a: 2, b: [3] }, undefined, 4, 5), fn.length);
function scope(x, read = () => x) { var x = 2; return [x, read()]; }
console.log(scope(1), ((a, b = a, c = b) => [a, b, c])(1));
try { ((a = b, b = 1) => a)(); } catch (error) { console.log(error.name, error.message); }
// ---
// loop heads with patterns
for (const { id, tags: [first = "none"] = [] } of [{ id: 1, tags: ["x"] }, { id: 2, tags: [] }, { id: 3 }]) console.log(id, first);
for (const [key, { n }] of Object.entries({ a: { n: 1 }, b: { n: 2 } })) console.log(key, n);
let m; for ([m = "dflt"] of [[1], []]) console.log(m);
for (const { length } in { four: 1, sixsix: 2 }) console.log(length);
try { throw { code: 5, more: { deep: true } }; } catch ({ code, more: { deep } }) { console.log(code, deep); }
