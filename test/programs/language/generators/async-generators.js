// requests queue up and are answered in order
async function* g() { console.log("start"); const a = yield 1; console.log("a", a); const b = yield Promise.resolve(2); console.log("b", b); return 3; }
const it = g();
console.log(await Promise.all([it.next("x"), it.next("y"), it.next("z"), it.next()]));
// ---
// return and throw await what they are given
async function* g() { try { yield 1; yield 2; } finally { console.log("cleanup"); await null; } }
let it = g(); await it.next(); console.log(await it.return(Promise.resolve("r")), await it.next());
it = g(); await it.next(); try { await it.throw(new Error("t")); } catch (error) { console.log(error.message); }
it = g(); console.log(await it.return(Promise.resolve(5)));
it = g(); try { await it.return(Promise.reject(new Error("rej"))); } catch (error) { console.log(error.message); }
// ---
// for await over promises, sync iterables and async generators; closing
for await (const x of [Promise.resolve(1), 2, new Promise((r) => r(3))]) console.log(x);
async function* g() { let n = 0; try { while (true) yield n++; } finally { console.log("closed"); } }
for await (const x of g()) { if (x === 1) continue; if (x > 2) break; console.log(x); }
try { for await (const x of [Promise.reject(new Error("no"))]) console.log(x); } catch (error) { console.log(error.message); }
// ---
// yield* over async and sync iterables in an async generator
async function* a() { const r = yield* b(); console.log("r", r); yield* [Promise.resolve("p"), "q"]; }
async function* b() { yield 1; await null; yield 2; return "done"; }
const seen = []; for await (const x of a()) seen.push(x); console.log(seen);
