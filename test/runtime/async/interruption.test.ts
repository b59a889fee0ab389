/** Timeouts, limits, the host's abort and `pending: "interrupt"`: cut at once, in parallel, with no guest code after it. */
import { describe, expect, it } from "vitest";
import { CodeMode, type CodeModeOptions, Tool, type ToolTree } from "../../../runtime/index.js";
import { type Outcome, outcomeOf, scriptedTools, settle, sleep, summary } from "../../support/outcome.js";

/** Tools that note when their signal fires. */
function listeningTools(): { readonly tools: ToolTree; readonly aborted: unknown[] } {
  const aborted: unknown[] = [];
  const tools = {
    ...scriptedTools(),
    hang: Tool.make({
      description: "Waits for its signal.",
      input: {},
      run: ({ n }, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(n);
            reject(signal.reason);
          });
        }),
    }),
  };
  return { tools, aborted };
}

/** Turns of the host's event loop that its own timer gets while `run` is under way. */
async function turnsDuring(run: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  await run;
  clearInterval(timer);
  return turns;
}

describe("a timeout", () => {
  it.each<readonly [name: string, code: string, aborted: readonly unknown[], expected: Outcome]>([
    [
      "interrupts one call, and names it",
      `await tools.hang({ n: 1 });`,
      [1],
      {
        error: "TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang",
        calls: ["hang interrupted"],
      },
    ],
    [
      "interrupts all calls in flight, inside all and outside, and runs no handler",
      `tools.hang({ n: 1 }).catch(() => console.log("handler")).finally(() => console.log("handler"));
       try { await Promise.all([tools.hang({ n: 2 }), tools.hang({ n: 3 })]); } catch { console.log("catch"); } finally { console.log("finally"); }`,
      [1, 2, 3],
      {
        error:
          "TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang, tools.hang, tools.hang",
        calls: ["hang interrupted", "hang interrupted", "hang interrupted"],
      },
    ],
    [
      "names three calls and counts the others, queued ones among them",
      `await Promise.all(Array.from({ length: 10 }, (_, n) => tools.hang({ n })));`,
      [0, 1, 2, 3, 4, 5, 6, 7],
      {
        error:
          "TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang, tools.hang, tools.hang and 7 more",
        calls: Array.from({ length: 10 }, () => "hang interrupted"),
      },
    ],
    [
      "in the drain keeps the value",
      `tools.hang({ n: 1 }); return "kept";`,
      [1],
      {
        value: "kept",
        warnings: ["TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang"],
        calls: ["hang interrupted"],
      },
    ],
    [
      "in the drain after a failure keeps the failure",
      `tools.hang({ n: 1 }); throw new Error("own");`,
      [1],
      {
        error: "ProgramThrow: Error: own",
        warnings: ["TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang"],
        calls: ["hang interrupted"],
      },
    ],
    [
      "in the drain still reports what nobody observed",
      `Promise.reject(new Error("lost")); tools.hang({ n: 1 }); return 1;`,
      [1],
      {
        value: 1,
        warnings: [
          "ProgramThrow: Unhandled rejection: Error: lost",
          "TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang",
        ],
        calls: ["hang interrupted"],
      },
    ],
    [
      "ends the losers of a race that never settle",
      `return Promise.race([tools.ok({ n: 1 }), tools.hang({ n: 2 })]);`,
      [2],
      {
        value: 1,
        warnings: ["TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang"],
        calls: ["ok success", "hang interrupted"],
      },
    ],
    [
      "ends the siblings of a failed all that never settle",
      `return Promise.all([tools.fail({ n: 1 }), tools.hang({ n: 2 })]);`,
      [2],
      {
        error: "ToolFailure: failed 1",
        warnings: ["TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.hang"],
        calls: ["fail failure", "hang interrupted"],
      },
    ],
    [
      "while a timer is waited for says so",
      `await new Promise((resolve) => setTimeout(resolve, 100_000));`,
      [],
      { error: "TimeoutExceeded: The program did not end within 150 ms; it was waiting for a timer" },
    ],
    [
      "while the program computes blames nothing else",
      `for (;;);`,
      [],
      { error: "TimeoutExceeded: The program did not end within 150 ms" },
    ],
    [
      "of a program that computes beside a call names the call and blames the program",
      `tools.hang({ n: 1 }); for (;;);`,
      [1],
      {
        error: "TimeoutExceeded: The program did not end within 150 ms; it was computing while tools.hang ran",
        calls: ["hang interrupted"],
      },
    ],
  ])("%s", async (_name, code, interrupted, expected) => {
    const { tools, aborted } = listeningTools();
    expect(await outcomeOf(code, { tools, limits: { timeoutMs: 150 } })).toEqual(expected);
    expect(aborted).toEqual(interrupted);
  });

  it("without one, never settling losers keep the drain waiting until the host aborts", async () => {
    const { tools, aborted } = listeningTools();
    const abort = new AbortController();
    const run = settle(`return Promise.race([tools.ok({ n: 1 }), tools.hang({ n: 2 })]);`, { tools }, abort.signal);
    await sleep(40);
    abort.abort(new Error("enough"));
    await expect(run).rejects.toThrow("enough");
    expect(aborted).toEqual([2]);
  });

  it.each<readonly [name: string, code: string]>([
    ["a loop of calls that settle at once", `for (;;) await tools.now({ n: 1 });`],
    [
      "eight such loops",
      `await Promise.all(Array.from({ length: 8 }, async () => { for (;;) await tools.now({ n: 1 }); }));`,
    ],
    ["a microtask storm", `const storm = async () => { for (;;) await null; }; storm(); await storm();`],
    [
      "microtasks that queue microtasks",
      `const again = () => queueMicrotask(again); again(); await new Promise(() => {});`,
    ],
    ["then chains without end", `const again = () => Promise.resolve().then(again); await again();`],
    ["a timer storm", `for (;;) await new Promise((resolve) => setTimeout(resolve, 0));`],
    [
      "timers that start timers",
      `const again = () => { setTimeout(again, 0); setTimeout(() => {}, 0); }; again(); await new Promise(() => {});`,
    ],
    ["an async generator without end", `for await (const x of (async function* () { for (;;) yield 1; })());`],
    ["refused calls without end", `for (;;) { try { await tools.nothing({}); } catch {} }`],
  ])("ends %s and leaves the host's loop responsive", { retry: 2 }, async (_name, code) => {
    const started = performance.now();
    const run = settle(code, { tools: scriptedTools(), limits: { timeoutMs: 300 } });
    const turns = await turnsDuring(run);
    const outcome = await run;
    expect(outcome.ok ? "ok" : outcome.error.kind).toBe("TimeoutExceeded");
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("points at the await that waited", async () => {
    const outcome = await settle(`const a = 1;\nawait tools.never({});`, {
      tools: scriptedTools(),
      limits: { timeoutMs: 20 },
    });
    expect(outcome.ok ? undefined : outcome.error.location?.line).toBe(2);
  });
});

describe("limits", () => {
  it.each<Row>([
    [
      "steps: a fault, no handler runs, calls are interrupted",
      `tools.hang({ n: 1 }).catch(() => console.log("handler")); try { for (;;); } catch { console.log("catch"); } finally { console.log("finally"); }`,
      { maxInstructions: 10_000 },
      { error: "LimitExceeded", calls: ["hang interrupted"] },
    ],
    [
      "memory",
      `tools.hang({ n: 1 }); const all = []; try { for (;;) all.push({ x: all.length }); } finally { console.log("finally"); }`,
      { maxMemoryBytes: 1_000_000 },
      { error: "LimitExceeded", calls: ["hang interrupted"] },
    ],
    [
      "steps in the drain: a value is not kept, since the program did not stay within its means",
      `setTimeout(() => { for (;;); }, 1); return 1;`,
      { maxInstructions: 10_000 },
      { error: "LimitExceeded" },
    ],
    [
      "calls: an ordinary rejection, not listed",
      `await tools.now({ n: 1 }); try { await tools.now({ n: 2 }); } catch (error) { return [error.name, error.message]; }`,
      { maxToolCalls: 1 },
      {
        value: ["LimitExceededError", "The program may call tools 1 times; tools.now was one call more"],
        calls: ["now success"],
      },
    ],
    [
      "calls: uncaught, it gives the run its kind",
      `await tools.now({ n: 1 }); await tools.now({ n: 2 });`,
      { maxToolCalls: 1 },
      { error: "LimitExceeded", calls: ["now success"] },
    ],
  ])("%s", async (_name, code, limits, expected) => {
    const { tools } = listeningTools();
    const outcome = summary(await settle(code, { tools, limits: { timeoutMs: 5_000, ...limits } }));
    expect({ ...outcome, ...(outcome.error === undefined ? {} : { error: outcome.error.split(":")[0] }) }).toEqual(
      expected,
    );
  });
  type Row = readonly [name: string, code: string, limits: NonNullable<CodeModeOptions["limits"]>, expected: Outcome];
});

describe("the host's abort", () => {
  const reason = { why: "the user left" };

  it.each<readonly [name: string, code: string, aborted: readonly unknown[]]>([
    [
      "while calls run",
      `try { await Promise.all([tools.hang({ n: 1 }), tools.hang({ n: 2 })]); } finally { console.log("finally"); }`,
      [1, 2],
    ],
    [
      "while handled work is pending",
      `tools.hang({ n: 1 }).catch(() => {}); await new Promise((resolve) => setTimeout(resolve, 1_000));`,
      [1],
    ],
    ["in the drain", `tools.hang({ n: 1 }).catch(() => {}); return 1;`, [1]],
    ["in the drain of a failure", `tools.hang({ n: 1 }).catch(() => {}); throw new Error("own");`, [1]],
    ["while the program computes", `tools.hang({ n: 1 }); for (;;);`, [1]],
  ])("rejects with the signal's reason: %s", async (_name, code, interrupted) => {
    const { tools, aborted } = listeningTools();
    const logs: unknown[] = [];
    const abort = new AbortController();
    const run = CodeMode.make({ tools, onEvent: (event) => event.type === "log" && logs.push(event.text) }).execute(
      code,
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(reason), 30);
    await expect(run).rejects.toBe(reason);
    expect(aborted).toEqual(interrupted);
    await sleep(10);
    expect(logs).toEqual([]);
  });

  it("before the start runs nothing", async () => {
    let ran = 0;
    const tools = { t: Tool.make({ description: "", input: {}, run: () => ran++ }) };
    await expect(
      CodeMode.make({ tools }).execute("await tools.t({})", { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(ran).toBe(0);
  });

  it("after the end changes nothing", async () => {
    const abort = new AbortController();
    const outcome = await CodeMode.make().execute("return 1", { signal: abort.signal });
    abort.abort(reason);
    expect(outcome.isOk() && outcome.value.value).toBe(1);
  });

  it.each<readonly [from: string, hooks: (abort: () => void) => CodeModeOptions]>([
    [
      "a tool, as it is called",
      (abort) => ({ tools: { t: Tool.make({ description: "", input: {}, run: () => abort() }) } }),
    ],
    [
      "a start hook",
      (abort) => ({ tools: { t: Tool.make({ description: "", input: {}, run: () => 1 }) }, onToolCallStart: abort }),
    ],
    [
      "an event of a log line",
      (abort) => ({
        tools: { t: Tool.make({ description: "", input: {}, run: () => 1 }) },
        onEvent: (event) => event.type === "log" && abort(),
      }),
    ],
  ])("from inside a slice, by %s", async (_from, hooks) => {
    const abort = new AbortController();
    const run = CodeMode.make(hooks(() => abort.abort(reason))).execute(`console.log(1); tools.t({}); for (;;);`, {
      signal: abort.signal,
    });
    await expect(run).rejects.toBe(reason);
  });

  it("gives the tools the same reason", async () => {
    let seen: unknown;
    const abort = new AbortController();
    const tools = {
      t: Tool.make({
        description: "",
        input: {},
        run: (_input, { signal }) => new Promise(() => signal.addEventListener("abort", () => (seen = signal.reason))),
      }),
    };
    const run = CodeMode.make({ tools }).execute("await tools.t({})", { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 10);
    await expect(run).rejects.toBe(reason);
    expect(seen).toBe(reason);
  });
});

describe('pending: "interrupt"', () => {
  it.each<readonly [name: string, code: string, expected: Outcome]>([
    [
      "cuts calls, timers and jobs, and reports them",
      `tools.hang({ n: 1 }); tools.hang({ n: 2 }).then(() => console.log("never")); setTimeout(() => console.log("never"), 5); return 1;`,
      {
        value: 1,
        warnings: [
          "Truncated: The program ended with unfinished work, which was cut: 2 tool calls, 1 timer: tools.hang, tools.hang",
        ],
        calls: ["hang interrupted", "hang interrupted"],
      },
    ],
    [
      "says nothing when nothing is unfinished",
      `await tools.ok({ n: 1 }); return 1;`,
      { value: 1, calls: ["ok success"] },
    ],
    [
      "applies to failures too",
      `tools.hang({ n: 1 }); throw new Error("own");`,
      {
        error: "ProgramThrow: Error: own",
        warnings: ["Truncated: The program ended with unfinished work, which was cut: 1 tool call: tools.hang"],
        calls: ["hang interrupted"],
      },
    ],
  ])("%s", async (_name, code, expected) => {
    const { tools } = listeningTools();
    expect(await outcomeOf(code, { tools, pending: "interrupt", limits: { timeoutMs: 5_000 } })).toEqual(expected);
  });
});
