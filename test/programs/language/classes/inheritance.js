// super: methods, accessors, assignment, statics, computed
class A { constructor(n) { this.n = n; } get v() { return `A${this.n}`; } set v(x) { this.n = x; } m(...xs) { return [this.n, ...xs]; } static s() { return this.label; } }
class B extends A {
  constructor() { super(1); super.v = 4; }
  get v() { return `B<${super.v}>`; }
  m(...xs) { return super.m("b", ...xs, super["m"].length); }
  static s() { return `B:${super.s()}`; }
  static label = "lab";
  arrow() { return [1].map((x) => super.m(x))[0]; }
}
const b = new B();
console.log(b.v, b.m(1, 2), B.s(), b.arrow());
// ---
// this before super, super twice, and what a derived constructor may return
class Base { constructor() { this.made = true; } }
const attempt = (run) => { try { console.log(run()); } catch (error) { console.log(`${error.name}: ${error.message}`); } };
attempt(() => new (class extends Base { constructor() { this.x = 1; super(); } })());
attempt(() => new (class extends Base { constructor() { super(); super(); } })());
attempt(() => new (class extends Base { constructor() {} })());
attempt(() => new (class extends Base { constructor() { return 1; } })());
attempt(() => new (class extends Base { constructor() { return { other: 1 }; } })());
attempt(() => new (class extends Base { constructor() { const f = () => super(); f(); this.y = 2; } })());
attempt(() => Base());
attempt(() => new (class extends null {})());
attempt(() => class extends 5 {});
// ---
// new.target and Symbol.species
class Shape { constructor() { this.kind = new.target.name; if (new.target === Shape) throw new TypeError("abstract"); } }
class Square extends Shape {}
console.log(new Square().kind, Reflect.construct(Shape, [], Square) instanceof Square);
class List extends Array { static get [Symbol.species]() { return Array; } }
const list = List.from([1, 2, 3]);
console.log(list instanceof List, list.map((x) => x) instanceof List, list.length, list);
try { new Shape(); } catch (error) { console.log(error.message); }
// ---
// extending built-ins: errors, maps, promises, with names of their own
class NotFound extends Error { constructor(id, options) { super(`no ${id}`, options); this.name = "NotFound"; this.id = id; } }
const error = new NotFound(7, { cause: new TypeError("inner") });
console.log(`${error}`, error instanceof Error, error.id, error.cause.message, Object.keys(error), NotFound.prototype.name);
class Defaults extends Map { get(key) { return super.has(key) ? super.get(key) : 0; } }
const counts = new Defaults([["a", 1]]);
counts.set("b", counts.get("zz") + 5);
console.log(counts.get("a"), counts.get("b"), counts.get("c"), counts.size, counts);
class Later extends Promise { tag() { return "later"; } }
console.log(Later.resolve(1).then((x) => x).tag(), await Later.all([1, Later.resolve(2)]));
// ---
// class bindings: TDZ in heritage and keys, const inside, mutable outside
const attempt2 = (run) => { try { console.log(run()); } catch (error) { console.log(error.name, error.message); } };
attempt2(() => { class X extends X {} });
attempt2(() => { class X { static [X.name] = 1; } });
attempt2(() => { class X { static change() { X = 1; } } X.change(); });
attempt2(() => { class X { me() { return X.name; } } const Y = X; X = null; return new Y().me(); });
// ---
// a superclass that is no constructor is named with its class
class Named extends null { constructor() { super(); } }
class Base {}
class Cut extends Base { constructor() { super(); } }
Object.setPrototypeOf(Cut, {});
for (const C of [Named, Cut]) try { new C(); } catch (error) { console.log(error.message); }
