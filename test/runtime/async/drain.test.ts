/** The end of a program: what is unfinished goes on, nothing is lost, nothing is reported twice. */
import { describe, expect, it } from "vitest";
import type { CodeModeOptions } from "../../../runtime/index.js";
import { type Outcome, outcomeOf, scriptedTools } from "../../support/outcome.js";

type Row = readonly [name: string, code: string, expected: Outcome, options?: CodeModeOptions];

const check = async (code: string, expected: Outcome, options: CodeModeOptions = {}) => {
  expect(await outcomeOf(code, { tools: scriptedTools(), limits: { timeoutMs: 5_000 }, ...options })).toEqual(expected);
};

describe("work nobody awaits goes on", () => {
  it.each<Row>([
    [
      "a call started by an async function that is not awaited",
      `(async () => { const n = await tools.ok({ n: 1 }); console.log("first", n); console.log("second", await tools.ok({ n: 2 })); })();
       return "done";`,
      { value: "done", logs: ["first 1", "second 2"], calls: ["ok success", "ok success"] },
    ],
    [
      "a call started in a then handler",
      `tools.ok({ n: 1 }).then(() => { tools.ok({ n: 2 }).then((n) => console.log(n)); }); return "done";`,
      { value: "done", logs: ["2"], calls: ["ok success", "ok success"] },
    ],
    [
      "a call started in a catch handler",
      `tools.fail({ n: 1 }).catch(() => { tools.ok({ n: 2 }).then((n) => console.log(n)); }); return "done";`,
      { value: "done", logs: ["2"], calls: ["fail failure", "ok success"] },
    ],
    [
      "a call started in a finally handler",
      `tools.ok({ n: 1 }).finally(() => { tools.ok({ n: 2 }).then((n) => console.log(n)); }); return "done";`,
      { value: "done", logs: ["2"], calls: ["ok success", "ok success"] },
    ],
    [
      "calls nested three deep, in rounds",
      `tools.ok({ n: 1 }).then(async () => { await tools.ok({ n: 2 }); tools.ok({ n: 3 }).finally(() => tools.ok({ n: 4 }).then(console.log)); });
       return "done";`,
      { value: "done", logs: ["4"], calls: ["ok success", "ok success", "ok success", "ok success"] },
    ],
    [
      "timers and microtasks",
      `setTimeout(() => { console.log("timer"); queueMicrotask(() => console.log("microtask")); }, 5); return 1;`,
      { value: 1, logs: ["timer", "microtask"] },
    ],
    [
      "an ordinary failure drains and keeps its error",
      `tools.ok({ n: 1, ms: 5 }).then((n) => console.log("late", n)); throw new Error("first");`,
      { error: "ProgramThrow: Error: first", logs: ["late 1"], calls: ["ok success"] },
    ],
    [
      "a failure keeps its error when the drain brings another",
      `tools.fail({ n: 1, ms: 5 }); throw new Error("first");`,
      {
        error: "ProgramThrow: Error: first",
        warnings: ["ToolFailure: Unhandled rejection: failed 1"],
        calls: ["fail failure"],
      },
    ],
    [
      "a race won by a rejection drains its slow loser",
      `const slow = tools.ok({ n: 1, ms: 20 }).then((n) => console.log("loser", n));
       return Promise.race([tools.fail({ n: 2 }), slow]);`,
      { error: "ToolFailure: failed 2", logs: ["loser 1"], calls: ["ok success", "fail failure"] },
    ],
    [
      "a race won by a value drains its loser",
      `return Promise.race([tools.ok({ n: 1 }), tools.ok({ n: 2, ms: 15 })]);`,
      { value: 1, calls: ["ok success", "ok success"] },
    ],
    [
      "all fails promptly while its siblings go on",
      `const slow = tools.ok({ n: 1, ms: 20 }).then((n) => { console.log("sibling", n); return n; });
       try { await Promise.all([slow, tools.fail({ n: 2 })]); } catch (error) { console.log("caught", error.message); }
       return "early";`,
      { value: "early", logs: ["caught failed 2", "sibling 1"], calls: ["ok success", "fail failure"] },
    ],
    [
      "the value is that of the return, not of later changes",
      `const result = { n: 1 }; setTimeout(() => { result.n = 2; }, 1); return result;`,
      { value: { n: 1 } },
    ],
    ["a returned promise is awaited", `return (async () => { await null; return { n: 1 }; })();`, { value: { n: 1 } }],
  ])("%s", (_name, code, expected, options) => check(code, expected, options));
});

describe("rejections nobody observed are reported once each", () => {
  const prefix = "Unhandled rejection: ";
  it.each<Row>([
    [
      "a failing call",
      `tools.fail({ n: 1 }); return 1;`,
      { value: 1, warnings: [`ToolFailure: ${prefix}failed 1`], calls: ["fail failure"] },
    ],
    [
      "an async function",
      `(async () => { throw new Error("lost"); })(); return 1;`,
      { value: 1, warnings: [`ProgramThrow: ${prefix}Error: lost`] },
    ],
    ["Promise.reject", `Promise.reject("plain"); return 1;`, { value: 1, warnings: [`ProgramThrow: ${prefix}plain`] }],
    [
      "a chain: its last promise alone",
      `Promise.reject(new Error("a")).then(() => 1).finally(() => {}); return 1;`,
      { value: 1, warnings: [`ProgramThrow: ${prefix}Error: a`] },
    ],
    [
      "a combinator: itself alone, since it observes its parts",
      `Promise.all([tools.fail({ n: 1 }), tools.fail({ n: 2 })]); return 1;`,
      { value: 1, warnings: [`ToolFailure: ${prefix}failed 1`], calls: ["fail failure", "fail failure"] },
    ],
    [
      "any: an AggregateError",
      `Promise.any([Promise.reject(1), Promise.reject(2)]); return 1;`,
      { value: 1, warnings: [`ExecutionFailure: ${prefix}AggregateError: All promises were rejected`] },
    ],
    [
      "the outer async function before the inner, though the inner rejects first",
      `const inner = async () => { await null; throw new Error("inner"); };
       const outer = async () => { inner(); await null; await null; throw new Error("outer"); };
       outer(); return 1;`,
      { value: 1, warnings: [`ProgramThrow: ${prefix}Error: outer`, `ProgramThrow: ${prefix}Error: inner`] },
    ],
    [
      "in the order of creation, whatever the order of settling",
      `tools.fail({ n: 1, ms: 15 }); tools.fail({ n: 2, ms: 1 }); return 1;`,
      {
        value: 1,
        warnings: [`ToolFailure: ${prefix}failed 1`, `ToolFailure: ${prefix}failed 2`],
        calls: ["fail failure", "fail failure"],
      },
    ],
    [
      "what a timer or microtask throws",
      `setTimeout(() => { throw new Error("timer"); }, 1); queueMicrotask(() => { throw new Error("micro"); }); return 1;`,
      { value: 1, warnings: [`ProgramThrow: ${prefix}Error: micro`, `ProgramThrow: ${prefix}Error: timer`] },
    ],
    [
      "not one that is handled during the drain",
      `const p = tools.fail({ n: 1 }); tools.ok({ n: 2, ms: 15 }).then(() => p.catch((error) => console.log("late", error.message))); return 1;`,
      { value: 1, logs: ["late failed 1"], calls: ["fail failure", "ok success"] },
    ],
    [
      "not one that a later timer handles",
      `const p = Promise.reject(new Error("x")); setTimeout(() => p.catch(() => {}), 5); return 1;`,
      { value: 1 },
    ],
    [
      "not a refused call that was caught; one that was not",
      `try { await tools.nothing({}); } catch {} tools.nothing({}); return 1;`,
      {
        value: 1,
        warnings: [
          `UnknownTool: ${prefix}There is no tool tools.nothing. Call one of the listed paths as it is written.`,
        ],
      },
    ],
    [
      "beside a deadlock",
      `Promise.reject(new Error("lost")); await new Promise(() => {});`,
      {
        error:
          "Deadlock: The program awaits a promise that nothing left can settle: no tool call, timer or job is outstanding",
        warnings: [`ProgramThrow: ${prefix}Error: lost`],
      },
    ],
    [
      '"fail": the first in creation order fails the run',
      `tools.fail({ n: 1, ms: 10 }); Promise.reject(new Error("second")); return 1;`,
      { error: "ToolFailure: failed 1", warnings: [`ProgramThrow: ${prefix}Error: second`], calls: ["fail failure"] },
      { unhandledRejections: "fail" },
    ],
    [
      '"fail": nothing fails when all are observed',
      `const p = tools.fail({ n: 1 }); setTimeout(() => p.catch(() => {}), 10); return 1;`,
      { value: 1, calls: ["fail failure"] },
      { unhandledRejections: "fail" },
    ],
    [
      '"fail": a failure of the program itself comes first',
      `Promise.reject(new Error("other")); throw new Error("own");`,
      { error: "ProgramThrow: Error: own", warnings: [`ProgramThrow: ${prefix}Error: other`] },
      { unhandledRejections: "fail" },
    ],
  ])("%s", (_name, code, expected, options) => check(code, expected, options));

  it("keeps one error object wherever it is observed", () =>
    check(
      `const p = tools.fail({ n: 1 }); const seen = [];
       await p.catch((e) => seen.push(e)); try { await p; } catch (e) { seen.push(e); }
       const [settled] = await Promise.allSettled([p]); seen.push(settled.reason);
       const e = seen[0];
       return [seen.every((x) => x === e), e instanceof Error, e.name, e.message, e.tool];`,
      { value: [true, true, "ToolError", "failed 1", "fail"], calls: ["fail failure"] },
    ));
});

describe("deadlocks are found at once", () => {
  const message =
    "Deadlock: The program awaits a promise that nothing left can settle: no tool call, timer or job is outstanding";
  it.each<Row>([
    ["a promise that is never settled", `await new Promise(() => {});`, { error: message }],
    ["a returned one", `return new Promise(() => {});`, { error: message }],
    ["race of nothing", `await Promise.race([]);`, { error: message }],
    [
      "after everything else is done",
      `const n = await tools.ok({ n: 1 }); console.log(n); await new Promise(() => {});`,
      { error: message, logs: ["1"], calls: ["ok success"] },
    ],
    [
      "two promises that wait for each other",
      `let second; const first = new Promise((r) => setTimeout(() => r(second), 1)); second = first.then(() => 1); await second;`,
      { error: message },
    ],
    [
      "an iterator whose next never answers",
      `for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) });`,
      { error: message },
    ],
    [
      "not while a never settling promise is abandoned",
      `new Promise(() => {}).then(() => console.log("never")); return 1;`,
      { value: 1 },
    ],
    [
      "not when a race has a winner",
      `return Promise.race([new Promise(() => {}), tools.ok({ n: 1 })]);`,
      { value: 1, calls: ["ok success"] },
    ],
  ])("%s", (_name, code, expected, options) => check(code, expected, options));
});
