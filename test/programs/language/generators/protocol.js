// next, return and throw at every state
function* g() { try { const x = yield 1; console.log("got", x); yield 2; } catch (error) { console.log("caught", error); yield "after"; } finally { console.log("finally"); yield "last"; } return "end"; }
let it = g(); console.log(it.next("ignored"), it.next("x"), it.throw("boom"), it.next(), it.next(), it.next());
it = g(); console.log(it.return(9), it.next());
it = g(); it.next(); console.log(it.return(9), it.next(), it.next());
it = g(); try { it.throw(new Error("early")); } catch (error) { console.log(error.message, it.next()); }
// ---
// yield* delegates next, throw and return, and gives the inner return value
function* inner() { try { const a = yield "i1"; console.log("inner got", a); yield "i2"; } finally { console.log("inner done"); } return "value"; }
function* outer() { const result = yield* inner(); console.log("result", result); yield* [10, 20]; return yield* "ab"; }
console.log([...outer()]);
const o = outer(); o.next(); console.log(o.next("sent"), o.return("stop"), o.next());
const t = outer(); t.next(); try { t.throw(new Error("in")); } catch (error) { console.log(error.message); }
// ---
// a delegate without throw is closed and a TypeError
function* g() { yield* { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { console.log("closed"); return {}; } }) }; }
const it = g(); it.next();
try { it.throw(1); } catch (error) { console.log(error.name); }
// ---
// a running generator cannot be entered, and generators are no constructors
function* g() { try { it.next(); } catch (error) { yield error.message; } }
const it = g(); console.log(it.next().value);
try { new g(); } catch (error) { console.log(error.message); }
console.log(Object.prototype.toString.call(it), typeof g.prototype, g.constructor.name, it instanceof g);
// ---
// return in a finally wins; break and throw close
function* nat() { let n = 0; try { for (;;) yield n++; } finally { console.log("closed at", n); } }
for (const n of nat()) if (n > 2) break;
const first = () => { for (const n of nat()) if (n === 1) return n; };
console.log(first());
try { for (const n of nat()) throw new Error("x"); } catch (error) { console.log(error.message); }
function* f() { try { return "try"; } finally { return "finally"; } }
console.log(f().next(), [...(function* () { try { yield 1; } finally { yield 2; } })()]);
// ---
// generator methods, parameters evaluated at the call, arguments, this
const o = { *m(a = console.log("param")) { yield this === o; yield arguments.length; }, async *am() { yield 1; }, *[Symbol.iterator]() { yield* [1, 2]; } };
const it = o.m(); console.log("made"); console.log([...it], [...o]);
class Tree { constructor(v, l, r) { Object.assign(this, { v, l, r }); } *[Symbol.iterator]() { if (this.l) yield* this.l; yield this.v; if (this.r) yield* this.r; } }
console.log([...new Tree(2, new Tree(1), new Tree(3))]);
