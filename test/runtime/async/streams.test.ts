/** Tool.stream end to end: a host call an item, ended early, failing midway, never ending under a limit. */
import { describe, expect, it } from "vitest";
import { CodeMode, type CodeModeOptions, Tool, ToolError } from "../../../runtime/index.js";
import { type Outcome, outcomeOf, settle, sleep, summary } from "../../support/outcome.js";

/** A stream that counts, and a list of what the host's side did. */
function counting(): { readonly tools: CodeModeOptions["tools"]; readonly host: string[] } {
  const host: string[] = [];
  const count = Tool.stream({
    description: "Counts.",
    input: Tool.validating({ type: "object", properties: { to: { type: "number" } }, required: ["to"] }),
    item: Tool.validating({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }),
    run: async function* ({ to, failsAt, badAt, oddAt, ms = 0 }) {
      try {
        for (let n = 0; n < to; n++) {
          host.push(`make ${n}`);
          if (ms > 0) await sleep(ms);
          if (n === failsAt) throw new ToolError(`broke at ${n}`);
          yield n === badAt ? { n: "text" } : n === oddAt ? { n, f: () => 1 } : { n };
        }
      } finally {
        host.push("closed");
      }
    },
  });
  return { tools: { count, now: Tool.make({ description: "", input: {}, run: ({ n }) => n }) }, host };
}

describe("a stream", () => {
  type Row = readonly [name: string, code: string, expected: Outcome, host: readonly string[]];
  it.each<Row>([
    [
      "is read item by item: the host makes the next when it is asked for",
      `for await (const { n } of tools.count({ to: 2 })) console.log(n, await tools.now({ n: "between" }));`,
      { value: null, logs: ["0 between", "1 between"], calls: ["count success", "now success", "now success"] },
      ["make 0", "make 1", "closed"],
    ],
    [
      "may be awaited first",
      `let s = 0; for await (const { n } of await tools.count({ to: 4 })) s += n; return s`,
      { value: 6, calls: ["count success"] },
      ["make 0", "make 1", "make 2", "make 3", "closed"],
    ],
    [
      "may be empty",
      `for await (const x of tools.count({ to: 0 })) console.log(x);`,
      { value: null, calls: ["count success"] },
      ["closed"],
    ],
    [
      "goes into Array.fromAsync",
      `return Array.fromAsync(tools.count({ to: 2 }), ({ n }) => n)`,
      { value: [0, 1], calls: ["count success"] },
      ["make 0", "make 1", "closed"],
    ],
    [
      "goes through yield*",
      `async function* twice(s) { yield* s; yield { n: "own" }; } const out = []; for await (const { n } of twice(tools.count({ to: 1 }))) out.push(n); return out;`,
      { value: [0, "own"], calls: ["count success"] },
      ["make 0", "closed"],
    ],
    [
      "ended early by break closes the host's iterator",
      `for await (const { n } of tools.count({ to: 9 })) { if (n === 1) break; }`,
      { value: null, calls: ["count success"] },
      ["make 0", "make 1", "closed"],
    ],
    [
      "by return",
      `return await (async () => { for await (const { n } of tools.count({ to: 9 })) return n; })();`,
      { value: 0, calls: ["count success"] },
      ["make 0", "closed"],
    ],
    [
      "by a throw, which is kept",
      `for await (const { n } of tools.count({ to: 9 })) throw new Error("own");`,
      { error: "ProgramThrow: Error: own", calls: ["count success"] },
      ["make 0", "closed"],
    ],
    [
      "by its return method, with the value",
      `const s = tools.count({ to: 9 }); await s.next(); return [await s.return("v"), await s.next(), await s.return("w")];`,
      { value: [{ value: "v", done: true }, { done: true }, { value: "w", done: true }], calls: ["count success"] },
      ["make 0", "closed"],
    ],
    [
      "failing midway rejects as a call does",
      `try { for await (const { n } of tools.count({ to: 9, failsAt: 1 })) console.log(n); } catch (error) { return [error.name, error.message, error.tool]; }`,
      { value: ["ToolError", "broke at 1", "count"], logs: ["0"], calls: ["count failure"] },
      ["make 0", "make 1", "closed"],
    ],
    [
      "failing midway gives the run its kind",
      `for await (const x of tools.count({ to: 9, failsAt: 1 }));`,
      { error: "ToolFailure: broke at 1", calls: ["count failure"] },
      ["make 0", "make 1", "closed"],
    ],
    [
      "is over after a failure",
      `const s = tools.count({ to: 9, failsAt: 0 }); const out = []; for (let i = 0; i < 3; i++) out.push(await s.next().catch((e) => e.message)); return out;`,
      { value: ["broke at 0", { done: true }, { done: true }], calls: ["count failure"] },
      ["make 0", "closed"],
    ],
    [
      "with an item its schema refuses fails, and is closed",
      `for await (const x of tools.count({ to: 9, badAt: 1 }));`,
      {
        error: "InvalidToolOutput: tools.count answered with data that its output schema refuses (reference *)",
        calls: ["count failure"],
      },
      ["make 0", "make 1", "closed"],
    ],
    [
      "with an item that cannot cross fails, and is closed",
      `for await (const x of tools.count({ to: 9, oddAt: 1 }));`,
      {
        error: "InvalidToolOutput: tools.count answered with something that is no JSON data (reference *)",
        calls: ["count failure"],
      },
      ["make 0", "make 1", "closed"],
    ],
    [
      "serves requests in order, however many are made at once",
      `const s = tools.count({ to: 2 }); return (await Promise.all([s.next(), s.next(), s.next(), s.return(7), s.next()])).map(({ value, done }) => done ? "done" : value.n);`,
      { value: [0, 1, "done", "done", "done"], calls: ["count success"] },
      ["make 0", "make 1", "closed"],
    ],
    [
      "refused before admission rejects when it is read",
      `try { for await (const x of tools.count({ to: "many" })); } catch (error) { return error.name; }`,
      { value: "InvalidToolInputError" },
      [],
    ],
    [
      "refused and never read is reported",
      `tools.count(1n); return 1`,
      {
        value: 1,
        warnings: [
          "InvalidDataValue: Unhandled rejection: input of tools.count is a BigInt, which is no JSON data: convert it with String(value) or Number(value)",
        ],
      },
      [],
    ],
    [
      "is no data",
      `return { s: tools.count({ to: 1 }) }`,
      {
        error:
          "InvalidDataValue: result.s is a stream, which is no JSON data: read it with for await and return what you need of it",
        calls: ["count interrupted"],
      },
      [],
    ],
    [
      "left open at the end is interrupted, and closed",
      `const s = tools.count({ to: 9 }); await s.next(); return 1`,
      { value: 1, calls: ["count interrupted"] },
      ["make 0", "closed"],
    ],
    [
      "read by work nobody awaits goes on in the drain",
      `(async () => { for await (const { n } of tools.count({ to: 2, ms: 5 })) console.log(n); })(); return "done";`,
      { value: "done", logs: ["0", "1"], calls: ["count success"] },
      ["make 0", "make 1", "closed"],
    ],
    [
      "methods refuse another receiver",
      `const { next } = tools.count({ to: 1 }); return next.call({}).catch((error) => error.message);`,
      {
        value: "Method ToolStream.prototype.next called on incompatible receiver #<Object>",
        calls: ["count interrupted"],
      },
      [],
    ],
  ])("%s", async (_name, code, expected, host) => {
    const stream = counting();
    expect(await outcomeOf(code, { tools: stream.tools, limits: { timeoutMs: 5_000 } })).toEqual(expected);
    await sleep(1);
    expect(stream.host).toEqual(host);
  });

  it("never ending is ended by maxStreamItems, without a handler, and closed", async () => {
    const { tools, host } = counting();
    const code = `let n = 0; try { for await (const x of tools.count({ to: 1e9 })) n++; } catch { console.log("catch"); } finally { console.log("finally", n); }`;
    expect(await outcomeOf(code, { tools, limits: { maxStreamItems: 20 } })).toEqual({
      error:
        "LimitExceeded: The program used more than its streamItems limit of 20 (reached 21). Do less at a time, or return earlier",
      calls: ["count interrupted"],
    });
    await sleep(1);
    expect(host).toEqual([...Array.from({ length: 21 }, (_, n) => `make ${n}`), "closed"]);
  });

  it("of exactly maxStreamItems items passes", async () => {
    const { tools } = counting();
    expect(
      (
        await outcomeOf(`return (await Array.fromAsync(tools.count({ to: 20 }))).length`, {
          tools,
          limits: { maxStreamItems: 20 },
        })
      ).value,
    ).toBe(20);
  });

  it("never ending is ended by the timeout, and the host's loop stays responsive", { retry: 2 }, async () => {
    const { tools, host } = counting();
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const outcome = await outcomeOf(`for await (const x of tools.count({ to: 1e9 }));`, {
      tools,
      limits: { timeoutMs: 200 },
    });
    clearInterval(timer);
    expect(outcome.error?.split(":")[0]).toBe("TimeoutExceeded");
    expect(outcome.calls).toEqual(["count interrupted"]);
    expect(turns).toBeGreaterThanOrEqual(3);
    await sleep(1);
    expect(host.at(-1)).toBe("closed");
  });

  it("waiting for an item when the host aborts gets its signal and is closed", async () => {
    const seen: string[] = [];
    const tail = Tool.stream({
      description: "",
      input: {},
      run: (_input, { signal }) => {
        signal.addEventListener("abort", () => seen.push(`aborted ${signal.reason}`));
        return {
          [Symbol.asyncIterator]: () => ({
            next: () => new Promise(() => {}),
            return: async () => {
              seen.push("return");
              return { done: true, value: 1 };
            },
          }),
        };
      },
    });
    const abort = new AbortController();
    const run = CodeMode.make({ tools: { tail } }).execute("for await (const x of tools.tail());", {
      signal: abort.signal,
    });
    setTimeout(() => abort.abort("stop"), 10);
    await expect(run).rejects.toBe("stop");
    await sleep(1);
    expect(seen).toEqual(["aborted stop", "return"]);
  });

  it("has its hooks once", async () => {
    const { tools } = counting();
    const seen: string[] = [];
    await outcomeOf(`for await (const x of tools.count({ to: 3 }));`, {
      tools,
      onToolCallStart: ({ index, path, input }) => seen.push(`start ${index} ${path} ${JSON.stringify(input)}`),
      onToolCallEnd: ({ index, outcome }) => seen.push(`end ${index} ${outcome}`),
    });
    expect(seen).toEqual(['start 0 count {"to":3}', "end 0 success"]);
  });

  it("holds a slot only while the host works: open streams keep no call from running", async () => {
    const { tools } = counting();
    const code = `const open = Array.from({ length: 5 }, () => tools.count({ to: 9 })); await Promise.all(open.map((s) => s.next())); const n = await tools.now({ n: 1 }); await Promise.all(open.map((s) => s.return())); return n;`;
    expect((await outcomeOf(code, { tools, limits: { maxConcurrentToolCalls: 2, timeoutMs: 2_000 } })).value).toBe(1);
  });

  it("counts once toward maxToolCalls", async () => {
    const { tools } = counting();
    const code = `for await (const x of tools.count({ to: 3 })); return tools.now({ n: 1 }).catch((error) => error.name)`;
    expect(await outcomeOf(code, { tools, limits: { maxToolCalls: 1 } })).toEqual({
      value: "LimitExceededError",
      calls: ["count success"],
    });
  });
});

describe("what run may return", () => {
  const defect = "ToolDefect: tools.s failed on the host's side (reference *)";
  const steps = (next: () => unknown, rest: object = {}) => ({ [Symbol.asyncIterator]: () => ({ next, ...rest }) });
  it.each<readonly [name: string, run: () => unknown, expected: Outcome]>([
    [
      "a ReadableStream",
      () =>
        new ReadableStream({
          start(c) {
            c.enqueue("a");
            c.enqueue("b");
            c.close();
          },
        }),
      { value: ["a", "b"], calls: ["s success"] },
    ],
    [
      "a promise of an async iterable",
      async () =>
        (async function* () {
          yield 1;
        })(),
      { value: [1], calls: ["s success"] },
    ],
    [
      "a stream of a platform where it is no iterable",
      () => {
        const list = [1, 2];
        return {
          getReader: () => ({ read: async () => ({ done: list.length === 0, value: list.shift() }), cancel: () => {} }),
        };
      },
      { value: [1, 2], calls: ["s success"] },
    ],
    [
      "an iterator without return",
      () => {
        let n = 0;
        return steps(() => ({ done: n === 2, value: n++ }));
      },
      { value: [0, 1], calls: ["s success"] },
    ],
    ["no iterable", () => 5, { error: defect, calls: ["s failure"] }],
    ["a plain array", () => [1, 2], { error: defect, calls: ["s failure"] }],
    [
      "a throw",
      () => {
        throw new Error("secret");
      },
      { error: defect, calls: ["s failure"] },
    ],
    ["steps that are no objects", () => steps(() => 5), { error: defect, calls: ["s failure"] }],
    [
      "a step with a hostile getter",
      () =>
        steps(() => ({
          get done() {
            throw new Error("secret");
          },
        })),
      { error: defect, calls: ["s failure"] },
    ],
    [
      "a next that throws",
      () =>
        steps(() => {
          throw new ToolError("refused");
        }),
      { error: "ToolFailure: refused", calls: ["s failure"] },
    ],
    [
      "an iterator that is refused",
      () => ({
        [Symbol.asyncIterator]: () => {
          throw new Error("secret");
        },
      }),
      { error: defect, calls: ["s failure"] },
    ],
  ])("%s", async (_name, run, expected) => {
    const tools = { s: Tool.stream({ description: "", input: {}, run }) };
    expect(
      summary(await settle("return Array.fromAsync(tools.s({}))", { tools, limits: { timeoutMs: 2_000 } })),
    ).toEqual(expected);
  });

  it("a return that fails fails the loop that ended early", async () => {
    const run = () =>
      steps(() => ({ done: false, value: 1 }), {
        return: () => {
          throw new ToolError("will not close");
        },
      });
    const tools = { s: Tool.stream({ description: "", input: {}, run }) };
    expect(await outcomeOf("for await (const x of tools.s({})) break;", { tools })).toEqual({
      error: "ToolFailure: will not close",
      calls: ["s failure"],
    });
  });
});

it("the signature says AsyncIterable", () => {
  const { tools } = counting();
  const [count] = CodeMode.make({ tools }).catalog();
  expect(count?.signature).toBe(
    `/** Counts. */\ntools.count(input: {\n  to: number;\n}): AsyncIterable<{\n  n: number;\n}>`,
  );
});
