/** Promises that are shared, discarded, raced and nested: starts once, settles once, in JavaScript's order. */
import { describe, expect, it } from "vitest";
import { Tool } from "../../../runtime/index.js";
import { type Outcome, outcomeOf, scriptedTools, sleep } from "../../support/outcome.js";

type Row = readonly [name: string, code: string, expected: Outcome];

const run = (code: string) => outcomeOf(code, { tools: scriptedTools(), limits: { timeoutMs: 5_000 } });

describe("sharing", () => {
  it.each<Row>([
    [
      "one promise in several combinators is one call",
      `const p = tools.ok({ n: 1 });
       const [a, b, c, d] = await Promise.all([Promise.all([p, p]), Promise.race([p]), Promise.any([p]), Promise.allSettled([p])]);
       return [a, b, c, d];`,
      { value: [[1, 1], 1, 1, [{ status: "fulfilled", value: 1 }]], calls: ["ok success"] },
    ],
    [
      "one failure in several combinators is one error",
      `const p = tools.fail({ n: 1 });
       const reasons = (await Promise.allSettled([Promise.all([p, p]), Promise.race([p]), p])).map((x) => x.reason);
       return [reasons.every((r) => r === reasons[0]), reasons[0].message];`,
      { value: [true, "failed 1"], calls: ["fail failure"] },
    ],
    [
      "awaiting twice settles once",
      `const p = tools.ok({ n: 1 }); return [await p, await p, await p];`,
      { value: [1, 1, 1], calls: ["ok success"] },
    ],
    [
      "awaiting a failure twice gives the same object twice",
      `const p = tools.fail({ n: 1 }); const seen = [];
       for (let i = 0; i < 2; i++) { try { await p; } catch (error) { seen.push(error); } }
       return [seen.length, seen[0] === seen[1]];`,
      { value: [2, true], calls: ["fail failure"] },
    ],
    [
      "discarded inner chains: handlers run, values go nowhere",
      `const p = tools.ok({ n: 1 }); p.then((n) => { console.log("inner", n); return tools.ok({ n: 2 }); }); return await p;`,
      { value: 1, logs: ["inner 1"], calls: ["ok success", "ok success"] },
    ],
    [
      "a discarded chain that observes a failure leaves another branch unobserved",
      `const p = tools.fail({ n: 1 }); p.catch(() => console.log("seen")); p.then(() => {}); return 1;`,
      { value: 1, logs: ["seen"], warnings: ["ToolFailure: Unhandled rejection: failed 1"], calls: ["fail failure"] },
    ],
    [
      "resolvers kept for later settle once",
      `let settle; const p = new Promise((resolve, reject) => { settle = [resolve, reject]; });
       settle[0](1); settle[0](2); settle[1](new Error("late")); return p;`,
      { value: 1 },
    ],
    [
      "withResolvers, try and subclasses",
      `class Sub extends Promise {} const { promise, resolve } = Promise.withResolvers(); resolve(tools.ok({ n: 1 }));
       const sub = Sub.all([promise, Promise.try(() => 2)]);
       return [await sub, sub instanceof Sub, sub.then(() => {}) instanceof Sub];`,
      { value: [[1, 2], true, true], calls: ["ok success"] },
    ],
  ])("%s", async (_name, code, expected) => expect(await run(code)).toEqual(expected));
});

describe("overlap and order", () => {
  it("two aggregates made before either is awaited overlap", async () => {
    const running = { now: 0, most: 0 };
    const tools = {
      t: Tool.make({
        description: "",
        input: {},
        run: async ({ n }) => {
          running.most = Math.max(running.most, ++running.now);
          await sleep(10);
          running.now--;
          return n;
        },
      }),
    };
    const code = `const a = Promise.all([tools.t({ n: 1 }), tools.t({ n: 2 })]); const b = Promise.all([tools.t({ n: 3 }), tools.t({ n: 4 })]);
      return [await a, await b];`;
    expect((await outcomeOf(code, { tools })).value).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(running.most).toBe(4);
  });

  it.each<Row>([
    [
      "race([all([p]), resolved]) is won by the shorter way",
      `return Promise.race([Promise.all([Promise.resolve("long")]), Promise.resolve("short")]);`,
      { value: "short" },
    ],
    [
      "race([all([p]), p]) too",
      `const p = Promise.resolve("p"); return Promise.race([Promise.all([p]), p]);`,
      { value: "p" },
    ],
    [
      "race([resolved, all([p])]) by the first",
      `return Promise.race([Promise.resolve("first"), Promise.all([])]);`,
      { value: "first" },
    ],
    [
      "race([all([]), resolved]): an empty all is settled",
      `return Promise.race([Promise.all([]), Promise.resolve("second")]);`,
      { value: [] },
    ],
    [
      "a reaction that suspends does not block the next",
      `const p = Promise.resolve();
       p.then(async () => { console.log("a1"); await tools.ok({ n: 1, ms: 10 }); console.log("a2"); });
       p.then(() => console.log("b"));
       return p.then(() => "done");`,
      { value: "done", logs: ["a1", "b", "a2"], calls: ["ok success"] },
    ],
    [
      "an async function runs to its first await at once, a call is made before the caller goes on",
      `const f = async () => { console.log("f1"); const p = tools.ok({ n: 1 }); console.log("f2"); await p; console.log("f3"); };
       const p = f(); console.log("after"); await p; return 0;`,
      { value: 0, logs: ["f1", "f2", "after", "f3"], calls: ["ok success"] },
    ],
    [
      "answers arrive in their own order",
      `const order = []; await Promise.all([30, 5, 15].map(async (ms, i) => { await tools.ok({ ms }); order.push(i); })); return order;`,
      { value: [1, 2, 0], calls: ["ok success", "ok success", "ok success"] },
    ],
  ])("%s", async (_name, code, expected) => expect(await run(code)).toEqual(expected));
});

describe("combinators take what JavaScript takes", () => {
  it.each<Row>([
    [
      "any iterable",
      `return Promise.all((function* () { yield tools.ok({ n: 1 }); yield 2; })());`,
      { value: [1, 2], calls: ["ok success"] },
    ],
    [
      "sets, maps and strings",
      `return [await Promise.all(new Set([1, 2])), await Promise.all("ab"), await Promise.all(new Map([[1, 2]]))];`,
      { value: [[1, 2], ["a", "b"], [[1, 2]]] },
    ],
    [
      "invalid input is a rejected promise, not a throw",
      `const made = ["all", "allSettled", "race", "any"].map((name) => Promise[name](5)); console.log("made");
       return (await Promise.allSettled(made)).map((x) => x.reason.name);`,
      { value: ["TypeError", "TypeError", "TypeError", "TypeError"], logs: ["made"] },
    ],
    [
      "everything callable is a handler: program functions, built-ins, bound functions, tools, resolvers",
      `const { promise, resolve } = Promise.withResolvers();
       Promise.resolve("via resolver").then(resolve);
       const bound = function (x) { return [this.n, x]; }.bind({ n: 1 });
       return [await promise, await Promise.resolve("3").then(Number), await Promise.resolve(2).then(bound), await Promise.resolve({ n: 4 }).then(tools.now)];`,
      { value: ["via resolver", 3, [1, 2], 4], calls: ["now success"] },
    ],
    [
      "a class as a handler throws JavaScript's TypeError",
      `class K {} return Promise.resolve(1).then(K).catch((error) => String(error));`,
      { value: "TypeError: Class constructor K cannot be invoked without 'new'" },
    ],
    [
      "what cannot be called is no handler",
      `return Promise.resolve(1).then(5, {}).then(null).catch("x").finally(undefined);`,
      { value: 1 },
    ],
    [
      "a tool as an array callback gets too much: it takes one object",
      `return (await Promise.allSettled([{ n: 1 }].map(tools.now)))[0].reason.message;`,
      { value: "tools.now takes one object with its fields, got 3 arguments" },
    ],
    [
      "namespaces and tools are no thenables",
      `const t = await tools; const now = await tools.now; return [typeof t, await now({ n: 1 })];`,
      { value: ["object", 1], calls: ["now success"] },
    ],
  ])("%s", async (_name, code, expected) => expect(await run(code)).toEqual(expected));
});
