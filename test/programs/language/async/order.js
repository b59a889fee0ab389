// jobs run in the order of the specification
const log = [];
const p = (async () => { log.push(1); await null; log.push(4); await { then(r) { log.push("then"); r(); } }; log.push("after"); })();
Promise.resolve().then(() => log.push(5)).then(() => log.push(6));
queueMicrotask(() => log.push("micro"));
log.push(2); await p; console.log(log.join());
// ---
// combinators: values, errors, order, empties
const later = (v) => new Promise((r) => queueMicrotask(() => r(v)));
console.log(await Promise.all([1, later(2), Promise.resolve(3)]), await Promise.all([]), await Promise.allSettled([1, Promise.reject("x")]));
console.log(await Promise.race([later("slow"), "now"]), await Promise.any([Promise.reject(1), later(2)]));
try { await Promise.any([Promise.reject(1), Promise.reject(2)]); } catch (error) { console.log(error.name, error.message, error.errors); }
const { promise, resolve } = Promise.withResolvers?.() ?? (() => { let resolve; const promise = new Promise((r) => (resolve = r)); return { promise, resolve }; })();
resolve("with"); console.log(await promise);
// ---
// thenables, self resolution, finally
const thenable = { then(ok) { ok("adopted"); } };
console.log(await thenable, await Promise.resolve(thenable));
let self; self = new Promise((r) => queueMicrotask(() => r(self)));
try { await self; } catch (error) { console.log(error.name, error.message); }
console.log(await Promise.resolve(1).finally(() => 2), await Promise.reject(new Error("kept")).finally(() => 3).catch((e) => e.message));
console.log(await Promise.resolve(1).finally(() => { throw new Error("from finally"); }).catch((e) => e.message));
// ---
// errors in async functions: parameters, finally, nested, rethrown
const f = async (x = (() => { throw new Error("param"); })()) => x;
console.log(await f().catch((e) => e.message));
const g = async () => { try { await Promise.reject(new Error("a")); } catch (e) { throw new Error("b", { cause: e }); } finally { console.log("f"); } };
try { await g(); } catch (e) { console.log(e.message, e.cause.message); }
const h = async () => { try { return await Promise.resolve("r"); } finally { await null; console.log("cleanup"); } };
console.log(await h(), await (async () => { for (const x of [1, 2]) try { if (x) return x; } finally { console.log("loop"); } })());
// ---
// await in every place of an expression
const v = async (x) => x;
const o = { [await v("k")]: await v(1), m: async function () { return this.k + (await v(2)); } };
console.log(o, await o.m(), `${await v("t")}`, (await v([1, 2]))[await v(1)], (await v(null)) ?? (await v("d")), await v(1) + await v(2), [...await v([1]), await v(2)]);
let x = 1; x += await (async () => { x = 10; return 5; })(); console.log(x);
console.log(await (await v(v))(await v("nested")), (await v({ a: null })).a?.[await v("never")]);
