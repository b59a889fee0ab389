/** Tools that misbehave, the order of a call's steps, slots, hooks, and the names search goes by. */
import { describe, expect, it } from "vitest";
import { type AnyTool, CodeMode, type CodeModeOptions, Tool, ToolError } from "../../../runtime/index.js";
import { type Outcome, outcomeOf, scriptedTools, settle, sleep, summary } from "../../support/outcome.js";

const tool = (run: (input: never, context: Parameters<AnyTool["run"]>[1]) => unknown) =>
  Tool.make({ description: "", input: {}, run });

const hostile = (get: () => unknown): object => Object.defineProperty({}, "x", { enumerable: true, get });

/** An object with a member of the name that promises look for. */
const THEN = "then";
const withThen = (value: unknown, descriptor: PropertyDescriptor = { value, enumerable: true }): object =>
  Object.defineProperty({}, THEN, descriptor);

describe("a tool that", () => {
  const defect = "ToolDefect: tools.t failed on the host's side (reference *)";
  const notData = "InvalidToolOutput: tools.t answered with something that is no JSON data (reference *)";
  type Row = readonly [name: string, run: () => unknown, expected: Outcome, reported: readonly string[]];
  it.each<Row>([
    ["answers synchronously", () => 1, { value: 1, calls: ["t success"] }, []],
    ["answers nothing", () => undefined, { value: null, calls: ["t success"] }, []],
    [
      "settles twice: the first counts",
      () =>
        new Promise((resolve, reject) => {
          resolve(1);
          resolve(2);
          reject(new Error("late"));
        }),
      { value: 1, calls: ["t success"] },
      [],
    ],
    [
      "settles with a thenable, which is followed",
      () => withThen((resolve: (x: unknown) => void) => resolve(3)),
      { value: 3, calls: ["t success"] },
      [],
    ],
    [
      "settles with a thenable that settles twice",
      () =>
        withThen((resolve: (x: unknown) => void, reject: (x: unknown) => void) => {
          resolve(3);
          reject(new Error("late"));
          throw new Error("later");
        }),
      { value: 3, calls: ["t success"] },
      [],
    ],
    [
      "has a hostile then",
      () =>
        withThen(undefined, {
          get() {
            throw new Error("secret");
          },
        }),
      { error: defect, calls: ["t failure"] },
      ["secret"],
    ],
    ["answers with then as data", () => withThen("text"), { value: withThen("text"), calls: ["t success"] }, []],
    [
      "answers with a function inside",
      () => ({ f: () => 1 }),
      { error: notData, calls: ["t failure"] },
      ["the reply cannot cross: it holds a function"],
    ],
    [
      "answers with a hostile getter",
      () =>
        hostile(() => {
          throw new Error("secret");
        }),
      { error: notData, calls: ["t failure"] },
      ["the reply cannot cross: it holds an accessor property"],
    ],
    [
      "answers with a hostile proxy",
      () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error("secret");
            },
          },
        ),
      { error: notData, calls: ["t failure"] },
      ["the reply cannot cross: its properties could not be read"],
    ],
    [
      "throws synchronously",
      () => {
        throw new Error("secret");
      },
      { error: defect, calls: ["t failure"] },
      ["secret"],
    ],
    [
      "rejects",
      async () => {
        throw new Error("secret");
      },
      { error: defect, calls: ["t failure"] },
      ["secret"],
    ],
    [
      "throws a string",
      () => {
        throw "secret";
      },
      { error: defect, calls: ["t failure"] },
      ["secret"],
    ],
    [
      "throws undefined",
      () => {
        throw undefined;
      },
      { error: defect, calls: ["t failure"] },
      ["undefined"],
    ],
    [
      "throws null",
      () => {
        throw null;
      },
      { error: defect, calls: ["t failure"] },
      ["null"],
    ],
    [
      "throws a function",
      () => {
        throw () => 1;
      },
      { error: defect, calls: ["t failure"] },
      ["() => 1"],
    ],
    [
      "throws a proxy that fails when looked at",
      () => {
        throw new Proxy(
          {},
          {
            getPrototypeOf() {
              throw new Error("deeper");
            },
            get: (_t, key) => (key === Symbol.toPrimitive ? () => "proxy" : undefined),
          },
        );
      },
      { error: defect, calls: ["t failure"] },
      ["proxy"],
    ],
    [
      "refuses",
      () => {
        throw new ToolError("out of stock");
      },
      { error: "ToolFailure: out of stock", calls: ["t failure"] },
      [],
    ],
    [
      "refuses with a message that is a hostile getter",
      () => {
        throw Object.defineProperty(new ToolError("x"), "message", {
          get() {
            throw new Error("deeper");
          },
        });
      },
      { error: defect, calls: ["t failure"] },
      ["?"],
    ],
  ])("%s", async (_name, run, expected, reported) => {
    const causes: string[] = [];
    const text = (cause: unknown) => {
      try {
        return cause instanceof Error ? cause.message : String(cause);
      } catch {
        try {
          return String(cause);
        } catch {
          return "?";
        }
      }
    };
    const options: CodeModeOptions = { tools: { t: tool(run) }, onHostError: ({ cause }) => causes.push(text(cause)) };
    expect(await outcomeOf("return tools.t({})", options)).toEqual(expected);
    expect(causes).toEqual(reported);
  });

  it("never settles ends with the timeout", async () => {
    expect(
      await outcomeOf("return tools.t({})", {
        tools: { t: tool(() => new Promise(() => {})) },
        limits: { timeoutMs: 150 },
      }),
    ).toEqual({
      error: "TimeoutExceeded: The program did not end within 150 ms; it was waiting for tools.t",
      calls: ["t interrupted"],
    });
  });

  it("answers after the end is ignored", async () => {
    const causes: unknown[] = [];
    let late: (() => void)[] = [];
    const tools = {
      t: tool(
        () =>
          new Promise((resolve, reject) => {
            late.push(
              () => resolve(hostile(() => 1)),
              () => reject(new Error("late")),
            );
          }),
      ),
    };
    const outcome = await settle("await Promise.all([tools.t({}), tools.t({})])", {
      tools,
      limits: { timeoutMs: 20 },
      onHostError: ({ cause }) => causes.push(cause),
    });
    late[0]!();
    late[3]!();
    await sleep(5);
    expect(summary(outcome).calls).toEqual(["t interrupted", "t interrupted"]);
    expect(causes).toEqual([]);
    late = [];
  });

  it("calls the runtime again, of which the first knows nothing", async () => {
    const runtime: { execute: ReturnType<typeof CodeMode.make>["execute"] } = CodeMode.make({
      tools: {
        again: Tool.make({
          description: "",
          input: {},
          run: async ({ depth }) => {
            if (depth === 0) return "bottom";
            const inner = await runtime.execute(
              `console.log("inside"); return [${depth}, await tools.again({ depth: ${depth - 1} })]`,
            );
            return inner.isOk() ? inner.value.value : "failed";
          },
        }),
      },
    });
    const outcome = await runtime.execute("return tools.again({ depth: 5 })");
    expect(outcome.isOk() && summary(outcome.value)).toEqual({
      value: [5, [4, [3, [2, [1, "bottom"]]]]],
      calls: ["again success"],
    });
  });
});

describe("the steps of a call", () => {
  it("the argument is copied at the call: call nine's, changed while it is queued, is what it was", async () => {
    const seen: unknown[] = [];
    const tools = {
      t: tool(async (input) => {
        await sleep(2);
        seen.push(input);
      }),
    };
    const code = `const input = { n: 0, list: [] }; const all = [];
      for (let n = 0; n < 12; n++) { input.n = n; input.list.push(n); all.push(tools.t(input)); input.n = -1; }
      input.list.length = 0; await Promise.all(all);`;
    await outcomeOf(code, { tools });
    expect(seen).toEqual(
      Array.from({ length: 12 }, (_, n) => ({ n, list: Array.from({ length: n + 1 }, (_, i) => i) })),
    );
  });

  it("a tool that changes its input changes nothing in the program", async () => {
    const tools = {
      t: tool((input: { n: number; deep: { x: number } }) => {
        input.n = 5;
        input.deep.x = 6;
        return input;
      }),
    };
    expect(
      (
        await outcomeOf(
          "const input = { n: 1, deep: { x: 2 } }; const reply = await tools.t(input); return [input, reply, reply === input]",
          { tools },
        )
      ).value,
    ).toEqual([{ n: 1, deep: { x: 2 } }, { n: 5, deep: { x: 6 } }, false]);
  });

  it("20 calls of 10 ms never run more than eight at a time, and start in call order", async () => {
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const tools = {
      t: tool(async ({ n }: { n: number }) => {
        started.push(n);
        most = Math.max(most, ++running);
        await sleep(10);
        running--;
      }),
    };
    await outcomeOf("await Promise.all(Array.from({ length: 20 }, (_, n) => tools.t({ n })))", { tools });
    expect(most).toBe(8);
    expect(started).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it.each([1, 3, 20])("limits.maxConcurrentToolCalls %i", async (maxConcurrentToolCalls) => {
    let running = 0;
    let most = 0;
    const tools = {
      t: tool(async () => {
        most = Math.max(most, ++running);
        await sleep(3);
        running--;
      }),
    };
    await outcomeOf("await Promise.all(Array.from({ length: 12 }, () => tools.t({})))", {
      tools,
      limits: { maxConcurrentToolCalls },
    });
    expect(most).toBe(Math.min(12, maxConcurrentToolCalls));
  });

  const orders = Tool.make({
    description: "",
    input: Tool.validating({ type: "object", properties: { id: { type: "string" } }, required: ["id"] }),
    run: ({ id }) => ({ id }),
  });
  it.each<readonly [name: string, code: string, expected: Outcome]>([
    ["an unknown path", `await tools.orders.lokup({})`, { error: "UnknownTool" }],
    ["a namespace", `await tools.orders({})`, { error: "UnknownTool" }],
    ["two arguments", `await tools.orders.lookup({ id: "a" }, 1)`, { error: "InvalidToolInput" }],
    ["no argument where one is needed", `await tools.orders.lookup()`, { error: "InvalidToolInput" }],
    ["a schema's refusal", `await tools.orders.lookup({ id: 1 })`, { error: "InvalidToolInput" }],
    ["a value that cannot cross", `await tools.orders.lookup({ id: () => 1 })`, { error: "InvalidDataValue" }],
    ["two faults at once: the argument is copied first", `await tools.orders.lokup(1n)`, { error: "InvalidDataValue" }],
    ["then the path is resolved", `await tools.orders.lokup(1, 2)`, { error: "UnknownTool" }],
    ["then arguments are counted", `await tools.orders.lookup({ id: 1 }, 2)`, { error: "InvalidToolInput" }],
    [
      "a promise in the argument",
      `await tools.orders.lookup({ id: tools.orders.lookup({ id: "a" }) })`,
      { error: "InvalidDataValue", calls: ["orders.lookup success"] },
    ],
    [
      "an accessor that throws",
      `await tools.orders.lookup({ get id() { throw new Error("own"); } })`,
      { error: "ProgramThrow" },
    ],
  ])("refused before admission, free and unlisted: %s", async (_name, code, expected) => {
    let started = 0;
    const outcome = summary(
      await settle(code, {
        tools: { orders: { lookup: orders } },
        limits: { maxToolCalls: 1 },
        onToolCallStart: () => started++,
      }),
    );
    expect({ ...outcome, error: outcome.error?.split(":")[0] }).toEqual(expected);
    expect(started).toBe(expected.calls?.length ?? 0);
    const caught = await outcomeOf(
      `try { ${code} } catch {} return (await tools.orders.lookup({ id: "b" }).catch((e) => e.name))`,
      { tools: { orders: { lookup: orders } }, limits: { maxToolCalls: 2 } },
    );
    expect(caught.value).toEqual({ id: "b" });
  });

  it("__proto__, constructor, prototype and then are path segments like any other", async () => {
    const echo = tool((input) => input);
    const tools = JSON.parse('{"__proto__": {}}');
    for (const name of ["__proto__", "constructor", "prototype", "then", "call", "apply", "toString"]) {
      Object.defineProperty(tools, name, { value: echo, enumerable: true, writable: true, configurable: true });
    }
    const names = '["__proto__", "constructor", "prototype", "then", "call", "apply", "toString"]';
    const outcome = await outcomeOf(
      `const out = []; for (const name of ${names}) out.push((await tools.ns[name]({ name })).name); return out;`,
      { tools: { ns: tools } },
    );
    expect(outcome.value).toEqual(JSON.parse(names));
    expect(outcome.calls).toEqual(JSON.parse(names).map((name: string) => `ns.${name} success`));
  });
});

describe("hooks", () => {
  it("see every call once, in order, with its outcome", async () => {
    const seen: string[] = [];
    const options: CodeModeOptions = {
      tools: scriptedTools(),
      limits: { timeoutMs: 150 },
      onToolCallStart: ({ index, path, input }) => seen.push(`start ${index} ${path} ${JSON.stringify(input)}`),
      onToolCallEnd: ({ index, path, outcome, message, durationMs }) =>
        seen.push(
          `end ${index} ${path} ${outcome}${message === undefined ? "" : ` ${message}`}${durationMs >= 0 ? "" : " negative"}`,
        ),
    };
    await outcomeOf(
      `await tools.now({ n: 1 }); await tools.fail({ n: 2 }).catch(() => {}); await tools.never({});`,
      options,
    );
    expect(seen).toEqual([
      'start 0 now {"n":1}',
      "end 0 now success",
      'start 1 fail {"n":2}',
      "end 1 fail failure failed 2",
      "start 2 never {}",
      "end 2 never interrupted",
    ]);
  });

  it("a queued call that never started has no hook, and is listed as interrupted", async () => {
    const seen: string[] = [];
    const options: CodeModeOptions = {
      tools: scriptedTools(),
      limits: { timeoutMs: 150, maxConcurrentToolCalls: 1 },
      onToolCallStart: ({ index }) => seen.push(`start ${index}`),
      onToolCallEnd: ({ index, outcome }) => seen.push(`end ${index} ${outcome}`),
    };
    expect((await outcomeOf(`await Promise.all([tools.never({}), tools.never({})])`, options)).calls).toEqual([
      "never interrupted",
      "never interrupted",
    ]);
    expect(seen).toEqual(["start 0", "end 0 interrupted"]);
  });

  it("a reply that cannot cross is a failure for the hooks too", async () => {
    const seen: string[] = [];
    await outcomeOf(`await tools.t({}).catch(() => {})`, {
      tools: { t: tool(() => () => 1) },
      onToolCallEnd: ({ outcome }) => seen.push(outcome),
    });
    expect(seen).toEqual(["failure"]);
  });

  it.each<readonly [name: string, fail: () => void]>([
    [
      "throws",
      () => {
        throw new Error("hook");
      },
    ],
    [
      "rejects",
      (async () => {
        throw new Error("hook");
      }) as () => void,
    ],
  ])("one that %s is reported and changes nothing", async (_name, fail) => {
    const reported: unknown[] = [];
    const options: CodeModeOptions = {
      tools: scriptedTools(),
      onToolCallStart: fail,
      onToolCallEnd: fail,
      onEvent: fail,
      onHostError: ({ cause }) => reported.push(cause),
    };
    expect(await outcomeOf(`console.log("log"); return tools.now({ n: 1 })`, options)).toEqual({
      value: 1,
      logs: ["log"],
      calls: ["now success"],
    });
    await sleep(1);
    // start, log, queued, started and its hook, ended and its hook, settled
    expect(reported.map((cause) => (cause as Error).message)).toEqual(Array.from({ length: 8 }, () => "hook"));
  });

  it("a reporter that throws changes nothing either", async () => {
    const options: CodeModeOptions = {
      tools: {
        t: tool(() => {
          throw new Error("x");
        }),
      },
      onHostError: () => {
        throw new Error("reporter");
      },
    };
    expect((await outcomeOf(`return tools.t({}).catch((error) => error.name)`, options)).value).toBe("ToolDefectError");
  });
});
