// getters, setters, descriptors, freezing
const o = { _x: 1, get x() { return this._x; }, set x(v) { this._x = v * 2; }, get only() { return 1; } };
o.x = 5; o.x++; console.log(o.x, Object.getOwnPropertyDescriptor(o, "only").set, Object.keys(o), o);
for (const run of [() => { o.only = 2; }, () => { Object.freeze([1]).push(2); }, () => { Object.freeze({ a: 1 }).a = 2; }, () => { Object.preventExtensions({}).n = 1; }, () => { delete Object.freeze({ a: 1 }).a; }, () => { Object.defineProperty({}, "a", { get() {}, value: 1 }); }]) {
  try { run(); } catch (error) { console.log(`${error.name}: ${error.message}`); }
}
const d = Object.defineProperties({}, { a: { value: 1 }, b: { get: () => 2, enumerable: true } });
console.log(Object.getOwnPropertyDescriptors(d), JSON.stringify(d), Object.isFrozen(Object.freeze({})), Object.isSealed(Object.seal({ a: 1 })));
// ---
// inherited setters and read-only properties decide assignment
const proto = { set s(v) { this.got = v; } }; Object.defineProperty(proto, "ro", { value: 1 });
const child = Object.create(proto); child.s = 3; console.log(child.got, Object.keys(child));
try { child.ro = 2; } catch (error) { console.log(error.name); }
console.log(Reflect.set({}, "a", 1, Object.freeze({})), Reflect.get({ get x() { return this.y; } }, "x", { y: 4 }), Reflect.has({ a: 1 }, "a"), Reflect.ownKeys({ b: 1, 1: 1, [Symbol.iterator]: 1, 0: 1 }).length);
// ---
// symbols: keys, registry, well-known ones
const s = Symbol("desc"); const o = { [s]: 1, plain: 2, [Symbol.toPrimitive](hint) { return hint === "number" ? 42 : `<${hint}>`; }, get [Symbol.toStringTag]() { return "Tagged"; } };
console.log(Object.keys(o), s.description, s.toString(), Symbol.for("a") === Symbol.for("a"), Symbol.keyFor(Symbol.for("a")), +o, `${o}`, o + "", Object.prototype.toString.call(o));
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } }
console.log(2 instanceof Even, 1 instanceof Even, [].concat({ length: 1, 0: "spread", [Symbol.isConcatSpreadable]: true }));
try { s + ""; } catch (error) { console.log(error.message); } try { +s; } catch (error) { console.log(error.message); }
// ---
// literals: spread, __proto__, computed, shorthand, numeric keys, order
const a = 1, key = "k"; const o = { z: 0, 2: "b", a, [key + 1]: 2, 1: "a", ...{ s: 1, a: 5 }, ..."hi", ...null, ...[9], async *gen() {}, "quoted-key": 1, 0x10: "hex", 1e3: "exp" };
console.log(Object.keys(o), o.a, { __proto__: { inherited: 1 } }.inherited, Object.hasOwn({ ["__proto__"]: 1 }, "__proto__"), Object.keys({ __proto__: null, x: 1 }));
// ---
// Object statics
const people = [{ n: "a", g: 1 }, { n: "b", g: 2 }, { n: "c", g: 1 }];
console.log(Object.entries({ a: 1, b: 2 }), Object.fromEntries(new Map([["x", 1]])), Object.assign({ a: 1 }, null, { b: 2 }, "s"), Object.is(-0, 0), Object.is(NaN, NaN), Object.values("ab"));
console.log(people.reduce((m, p) => ({ ...m, [p.g]: [...(m[p.g] ?? []), p.n] }), {}), Object.getOwnPropertyNames("ab"), structuredClone({ d: new Date(0), m: new Map([[1, { a: [1] }]]) }));
// ---
// optional chains and nullish operators short-circuit whole chains
const log = []; const v = (x) => (log.push(x), x); const o = { a: { f() { return this.k; }, k: 1 }, z: 0, n: null };
console.log(o?.a?.f(), o.b?.c.d.e[v("never")], o.n?.[v("never2")](), o.b?.(v("x")), delete o.q?.r, (o?.a).k, o.a?.["k"], o.a.f?.call({ k: 3 }), log);
let x = null; x ??= 5; x &&= x + 1; x ||= v("no"); o.z ||= 7; o.n ??= "set"; o.a.k &&= "and"; console.log(x, o.z, o.n, o.a.k, 0 ?? 1, null ?? "d", log);
