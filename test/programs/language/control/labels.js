// labels, break and continue through finally
const log = [];
outer: for (let i = 0; i < 3; i++) {
  for (let j = 0; j < 3; j++) {
    try { if (j === 1) continue outer; if (i === 2) break outer; log.push(`${i}${j}`); } finally { log.push("f"); }
  }
}
block: { log.push("in"); if (log.length) break block; log.push("never"); }
a: b: for (;;) { do { if (log.length > 3) break b; continue a; } while (false); }
console.log(log.join());
// ---
// finally overrides: return, throw, break
const f = () => { try { return 1; } finally { return 2; } };
const g = () => { try { throw new Error("lost"); } finally { return "kept"; } };
const h = () => { for (const x of [1, 2, 3]) { try { return x; } finally { if (x < 3) continue; } } };
const i = () => { l: try { return "no"; } finally { break l; } return "after"; };
const j = () => { let n = 0; try { return n; } finally { n = 5; } };
const k = () => { try { try { throw 1; } finally { throw 2; } } catch (e) { return e; } };
console.log(f(), g(), h(), i(), j(), k());
// ---
// closures in loops: one binding an iteration
const fs = [];
for (let i = 0; i < 3; i++) { fs.push(() => i++); i += 0; }
for (const k in { a: 1, b: 2 }) fs.push(() => k);
for (const v of [7, 8]) fs.push(() => v);
for (var w = 0; w < 2; w++) fs.push(() => w);
for (let i = 0, inc = () => i++; i < 2; inc(), i++) fs.push(() => i);
console.log(fs.map((f) => f()), fs[0](), fs[0]());
// ---
// switch: fall through, default in the middle, strictness, lexical scope
const f = (x) => { const out = []; switch (x) { case 1: out.push("one"); default: out.push("default"); case 2: out.push("two"); break; case "1": out.push("text"); } return out.join("-"); };
console.log(f(1), f(2), f("1"), f(9), f(NaN));
switch (3) { case 3: let v = "scoped"; var late = () => v; }
console.log(late());
const order = []; switch (order.push("disc") && 5) { case order.push("a"): case (order.push("b"), 5): order.push("hit"); break; case order.push("never"): }
console.log(order);
try { switch (1) { case 0: let q; case 1: q; } console.log("initialised"); } catch (error) { console.log(error.name); }
try { switch (1) { case 0: let q = 1; case 1: q; } } catch (error) { console.log(error.message); }
// ---
// for-in: order, shadowing, deletion while running, inherited keys
const base = { z: 1, 2: "two", hidden: 1 };
const o = Object.create(base, { hidden: { value: 1, enumerable: false }, own: { value: 1, enumerable: true }, 10: { value: 1, enumerable: true }, 1: { value: 1, enumerable: true } });
const seen = []; for (const k in o) seen.push(k); console.log(seen);
const p = { a: 1, b: 2, c: 3 }; const got = []; for (const k in p) { got.push(k); delete p.b; p.d = 4; } console.log(got);
for (const k in null) console.log("never"); for (const k in "ab") console.log(k); for (const k in [5, , 6]) console.log(k);
// ---
// hoisting: functions in blocks, var, TDZ of let, const and class
console.log(typeof early, early()); function early() { return later; } var later = 1;
{ function inner() { return "block"; } console.log(inner()); }
console.log(typeof inner === "undefined");
for (const run of [() => { x; let x = 1; }, () => { const f = () => y; f(); const y = 1; }, () => { new Z(); class Z {} }, () => { typeof w; let w; }, () => { let a = a; }, () => { const c = 1; c = 2; }, () => { undeclared = 1; }, () => missing]) {
  try { run(); } catch (error) { console.log(`${error.name}: ${error.message}`); }
}
// ---
// exceptions: rethrow, nested, values of every kind, finally order
for (const value of [1, "s", null, undefined, { a: 1 }, Symbol.for("q")]) try { throw value; } catch (e) { console.log(e === value); }
const order = []; const f = () => { try { order.push(1); try { throw new Error("x"); } catch (e) { order.push(2); throw e; } finally { order.push(3); } } catch { order.push(4); return order.push(5); } finally { order.push(6); } };
console.log(f(), order);
throw new TypeError("ends the program");
