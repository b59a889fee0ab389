// this: strict functions, arrows, call, apply, bind, detached methods
const f = function () { return this; };
console.log(f(), f.call(1), typeof f.call(1), f.apply("s"), f.bind({ a: 1 }).call({ b: 2 }), (() => this === undefined || typeof this)() !== null);
const o = { n: 1, m() { return this?.n; }, arrow() { return (() => this.n)(); } };
const { m } = o; console.log(o.m(), m(), (0, o.m)(), (o.m)(), o?.m(), o["m"](), o.arrow());
const bound = function (a, b, c) { return [this.x, a, b, c, new.target === undefined]; }.bind({ x: 1 }, 2);
console.log(bound(3, 4), bound.name, bound.length, new (function P(a) { this.a = a; }.bind(null, 5))().a);
// ---
// arguments is unmapped, has length, iterates, and arrows see the outer one
function f(a) { a = 9; arguments[1] = 8; return [arguments[0], a, arguments.length, [...arguments], (() => arguments[1])(), Object.prototype.toString.call(arguments)]; }
console.log(f(1, 2, 3));
try { (function () { return arguments.callee; })(); } catch (error) { console.log(error.name); }
console.log((function () { return Array.from(arguments, (x) => x * 2); })(1, 2), (function (...r) { return r.length; })(1, 2));
// ---
// names and lengths
const a = () => {}, { b = function () {}, c = class {} } = {}; let d; d ??= () => {}; const o = { e() {}, get f() { return 1; }, ["g" + 1]: () => {}, [Symbol("s")]: () => {}, h: (0, () => {}) };
console.log(a.name, b.name, c.name, d.name, o.e.name, Object.getOwnPropertyDescriptor(o, "f").get.name, o.g1.name, o[Object.getOwnPropertySymbols(o)[0]].name, JSON.stringify(o.h.name));
console.log(((a, b) => {}).length, ((a, b = 1, c) => {}).length, ((...r) => {}).length, (function (a, { b }) {}).length);
// ---
// recursion, mutual recursion, closures that count, currying
const even = (n) => (n === 0 ? true : odd(n - 1)), odd = (n) => (n === 0 ? false : even(n - 1));
const counter = () => { let n = 0; return { up: () => ++n, get n() { return n; } }; };
const [p, q] = [counter(), counter()]; p.up(); p.up(); q.up();
const curry = (f, ...xs) => (xs.length >= f.length ? f(...xs) : (...ys) => curry(f, ...xs, ...ys));
console.log(even(100), p.n, q.n, curry((a, b, c) => a + b + c)(1)(2)(3), (function fact(n) { return n < 2 ? 1 : n * fact(n - 1); })(10));
const deep = (n) => { try { return deep(n + 1); } catch (error) { return error.name; } }; console.log(deep(0));
// ---
// calls: spread, order of evaluation, messages when it is no function
const log = []; const v = (x) => (log.push(x), x);
const o = { f: (...xs) => xs }; console.log(v(o).f(v(1), ...[v(2), v(3)], v(4)), log.length);
for (const run of [() => o.nothing(), () => o.a.b, () => null.x, () => new o.f(), () => o.f.g.h(), () => [1](2), () => { let z; z(); }, () => [...5], () => new Map([1])]) {
  try { run(); console.log("no error"); } catch (error) { console.log(error.name, error.message); }
}
