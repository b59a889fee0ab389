import { expect, test } from "vitest";
import { CodeMode } from "../../../runtime/index.js";

/** Runs an async body that pushes to `log` in the VM and in Node; both logs. */
async function logs(body: string): Promise<{ vm: unknown; node: unknown }> {
  const program = `const log = []; const tick = (n, f) => n === 0 ? f() : Promise.resolve().then(() => tick(n - 1, f));\n${body}\nfor (let i = 0; i < 40; i++) await undefined;\nreturn log;`;
  const result = await CodeMode.make({ tools: {} }).execute(program);
  const vm = result.isOk() ? result.value.value : result.error.error.message;
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const node = JSON.parse(JSON.stringify(await new AsyncFunction(`"use strict"; ${program}`)()));
  return { vm, node };
}

/** Name of the case, body. */
const CASES: readonly (readonly [name: string, body: string])[] = [
  [
    "then before await",
    `Promise.resolve().then(() => log.push("then")); (async () => { await null; log.push("await") })(); log.push("sync");`,
  ],
  [
    "chained thens against awaits",
    `(async () => { for (const i of [1, 2, 3]) { await i; log.push("a" + i) } })(); Promise.resolve().then(() => log.push("t1")).then(() => log.push("t2")).then(() => log.push("t3"));`,
  ],
  [
    "a promise returned from then takes three ticks",
    `Promise.resolve().then(() => Promise.resolve("p")).then((v) => log.push(v)); tick(1, () => log.push(1)); tick(2, () => log.push(2)); tick(3, () => log.push(3)); tick(4, () => log.push(4));`,
  ],
  [
    "resolving with a thenable",
    `new Promise((r) => r({ then(f) { log.push("then called"); f("v") } })).then((v) => log.push(v)); tick(1, () => log.push(1)); tick(2, () => log.push(2)); tick(3, () => log.push(3));`,
  ],
  [
    "a thenable with an accessor",
    `new Promise((r) => { r({ get then() { log.push("read"); return (f) => f("v") } }); log.push("after resolve") }).then((v) => log.push(v)); tick(1, () => log.push(1)); tick(2, () => log.push(2));`,
  ],
  [
    "a then accessor that throws",
    `Promise.resolve({ get then() { throw "boom" } }).catch((e) => log.push(e)); tick(1, () => log.push(1));`,
  ],
  [
    "resolving with itself",
    `let r; const p = new Promise((x) => (r = x)); r(p); p.catch((e) => log.push(e.name + e.message));`,
  ],
  [
    "async return of a promise",
    `(async () => Promise.resolve(1))().then((v) => log.push("r" + v)); tick(1, () => log.push(1)); tick(2, () => log.push(2)); tick(3, () => log.push(3)); tick(4, () => log.push(4));`,
  ],
  [
    "executor throws after resolving",
    `new Promise((r) => { r(1); throw 2 }).then((v) => log.push(v), (e) => log.push("no" + e));`,
  ],
  ["only the first settling counts", `new Promise((a, b) => { b("x"); a("y"); b("z") }).catch((e) => log.push(e));`],
  [
    "handlers that are no functions",
    `Promise.resolve(1).then(null, 5).then((v) => log.push(v)); Promise.reject(2).then(() => 1, undefined).catch((e) => log.push(e));`,
  ],
  [
    "finally passes values and waits",
    `Promise.resolve(1).finally(() => { log.push("f"); return tick(3, () => 9) }).then((v) => log.push(v)); Promise.reject(2).finally(() => {}).catch((e) => log.push("e" + e)); tick(2, () => log.push("t2")); tick(5, () => log.push("t5"));`,
  ],
  [
    "finally that throws",
    `Promise.resolve(1).finally(() => { throw "t" }).catch((e) => log.push(e)); Promise.resolve(1).finally(5).then((v) => log.push(v));`,
  ],
  [
    "all",
    `Promise.all([1, Promise.resolve(2), tick(3, () => 3)]).then((v) => log.push(v.join())); Promise.all([]).then((v) => log.push(v.length)); Promise.all([tick(2, () => { throw "no" }), 1]).catch((e) => log.push(e)); tick(1, () => log.push("t1")); tick(2, () => log.push("t2")); tick(3, () => log.push("t3")); tick(4, () => log.push("t4"));`,
  ],
  [
    "allSettled",
    `Promise.allSettled([1, Promise.reject("r"), tick(2, () => 3)]).then((v) => log.push(JSON.stringify(v)));`,
  ],
  [
    "any",
    `Promise.any([Promise.reject(1), tick(2, () => 2)]).then((v) => log.push(v)); Promise.any([Promise.reject(1), Promise.reject(2)]).catch((e) => log.push(e.name, e.message, e.errors.join())); Promise.any([]).catch((e) => log.push(e.errors.length));`,
  ],
  [
    "race",
    `Promise.race([tick(2, () => "slow"), tick(1, () => "fast")]).then((v) => log.push(v)); Promise.race([Promise.reject("r"), 1]).catch((e) => log.push(e)); tick(3, () => log.push("t3"));`,
  ],
  [
    "combinators refuse by rejecting",
    `Promise.all(5).catch((e) => log.push(e.message)); Promise.race().catch((e) => log.push(e.message)); Promise.all({}).catch((e) => log.push(e.message)); tick(1, () => log.push("t"));`,
  ],
  [
    "combinators close an iterator that fails later",
    `const it = { [Symbol.iterator]() { return this }, next() { return { value: { then() { throw "t" } }, done: false } }, return() { log.push("closed"); return {} } }; const P = class extends Promise { static resolve(x) { return x } }; P.all(it).catch((e) => log.push(e));`,
  ],
  [
    "subclass",
    `class P extends Promise { then(a, b) { log.push("then"); return super.then(a, b) } } const p = P.resolve(1); log.push(p instanceof P, p.then((v) => v) instanceof P, P.all([p]) instanceof P); await p; log.push("awaited");`,
  ],
  [
    "subclass species",
    `class P extends Promise { static get [Symbol.species]() { return Promise } } log.push(new P((r) => r(1)).then(() => 1) instanceof P);`,
  ],
  [
    "capability of a foreign constructor",
    `function F(executor) { this.tag = "F"; executor((v) => log.push("resolved", v), (e) => log.push("rejected", e)) } const f = Promise.resolve.call(F, 7); log.push(f.tag); Promise.reject.call(F, 8);`,
  ],
  [
    "resolve returns the same promise",
    `const p = Promise.resolve(1); log.push(Promise.resolve(p) === p); const q = Promise.resolve(1); q.constructor = Object; log.push(Promise.resolve(q) === q);`,
  ],
  [
    "errors of use",
    `for (const f of [() => Promise(), () => new Promise(), () => new Promise(5), () => Promise.prototype.then.call(1), () => Promise.resolve.call(1), () => Promise.all.call(undefined), () => Promise.all.call(() => {})]) try { f(); log.push("none") } catch (e) { log.push(e.name) }`,
  ],
  [
    "queueMicrotask among jobs",
    `Promise.resolve().then(() => log.push("a")); queueMicrotask(() => log.push("b")); Promise.resolve().then(() => log.push("c"));`,
  ],
  [
    "timers after jobs, in order of delay",
    `setTimeout(() => log.push("t2"), 12); setTimeout(() => log.push("t1"), 2); const id = setTimeout(() => log.push("never"), 1); clearTimeout(id); setTimeout((a, b) => log.push(a + b), 3, "x", "y"); Promise.resolve().then(() => log.push("job")); await new Promise((r) => setTimeout(r, 30));`,
  ],
  [
    "async generators",
    `async function* g() { try { const x = yield 1; log.push("got" + x); yield Promise.resolve(2); return 3 } finally { log.push("f") } } const it = g(); const all = await Promise.all([it.next(), it.next("v"), it.next(), it.next()]); log.push(JSON.stringify(all)); for await (const v of g()) { log.push(v); break }`,
  ],
  [
    "async generator return and throw",
    `async function* g() { yield 1 } const a = g(); log.push(JSON.stringify(await a.return(Promise.resolve(5)))); const b = g(); await b.next(); await b.throw("x").catch((e) => log.push(e)); log.push(JSON.stringify(await b.next()));`,
  ],
  [
    "for await over sync iterables",
    `for await (const v of [1, Promise.resolve(2), tick(2, () => 3)]) log.push(v); try { for await (const v of [Promise.reject("r")]) log.push(v) } catch (e) { log.push(e) }`,
  ],
  [
    "yield* to a sync iterator in an async generator",
    `async function* g() { return yield* [Promise.resolve(1), 2] } for await (const v of g()) log.push(v);`,
  ],
  [
    "await of a thenable in a loop",
    `for (let i = 0; i < 3; i++) { const v = await { then(f) { f(i) } }; log.push(v) } tick(2, () => log.push("t"));`,
  ],
  [
    "unhandled then handled later",
    `const p = Promise.reject("late"); await null; await null; p.catch((e) => log.push(e));`,
  ],
];

for (const [name, body] of CASES) {
  test(name, async () => {
    const { vm, node } = await logs(body);
    expect(vm).toEqual(node);
  });
}

test("members that are newer than Node 20", async () => {
  const program = `
    const log = [];
    const { promise, resolve } = Promise.withResolvers();
    resolve(1);
    log.push(await promise);
    log.push(await Promise.try((a, b) => a + b, 1, 2));
    log.push(await Promise.try(() => { throw 5 }).catch((e) => "caught " + e));
    log.push(await Promise.try(5).catch((e) => e.name));
    log.push(await Array.fromAsync([1, Promise.resolve(2)], (x) => x * 2));
    log.push(await Array.fromAsync((async function* () { yield 7 })()));
    log.push(await Array.fromAsync({ length: 2, 0: "a", 1: Promise.resolve("b") }));
    log.push(await Array.fromAsync([1], 5).catch((e) => e.message));
    return log;`;
  const result = await CodeMode.make({ tools: {} }).execute(program);
  expect(result.isOk() ? result.value.value : result.error.error).toEqual([
    1,
    3,
    "caught 5",
    "TypeError",
    [2, 4],
    [7],
    ["a", "b"],
    "5 is not a function",
  ]);
});
