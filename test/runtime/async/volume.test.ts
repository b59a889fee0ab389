/** Many calls, many executions, many at once. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CodeMode, Tool } from "../../../runtime/index.js";
import { ROOT } from "../../support/import-graph.js";
import { settle, sleep } from "../../support/outcome.js";

const add = Tool.make({ description: "", input: {}, run: async ({ a, b }) => a + b });

describe("calls", () => {
  it("10,000 one after another", async () => {
    const outcome = await settle(
      "let n = 0; for (let i = 0; i < 10_000; i++) n = await tools.add({ a: n, b: 1 }); return n",
      { tools: { add } },
    );
    expect(outcome.ok && outcome.value).toBe(10_000);
    expect(outcome.usage.toolCalls).toBe(10_000);
    expect(
      outcome.toolCalls.every((call) => call.path === "add" && call.outcome === "success" && call.line === 1),
    ).toBe(true);
  });

  it("1,000 at the same time, eight of them running", async () => {
    let running = 0;
    let most = 0;
    const tools = {
      add: Tool.make({
        description: "",
        input: {},
        run: async ({ a, b }) => {
          most = Math.max(most, ++running);
          await null;
          running--;
          return a + b;
        },
      }),
    };
    const outcome = await settle(
      "return (await Promise.all(Array.from({ length: 1_000 }, (_, a) => tools.add({ a, b: 1 })))).reduce((x, y) => x + y)",
      { tools },
    );
    expect(outcome.ok && outcome.value).toBe(500_500);
    expect(most).toBe(8);
  });

  it("a stream of 10,000 items", async () => {
    const count = Tool.stream({
      description: "",
      input: {},
      run: async function* ({ to }) {
        for (let n = 0; n < to; n++) yield n;
      },
    });
    const outcome = await settle("let s = 0; for await (const n of tools.count({ to: 10_000 })) s += n; return s", {
      tools: { count },
    });
    expect(outcome.ok && outcome.value).toBe(49_995_000);
  });
});

it("200 executions of one runtime at the same time do not influence each other", async () => {
  const tools = {
    echo: Tool.make({
      description: "",
      input: {},
      run: async ({ id, ms }) => {
        await sleep(ms);
        return { id };
      },
    }),
  };
  const runtime = CodeMode.make({ tools });
  const code = (id: number) => `
    globalThis.mine = (globalThis.mine ?? 0) + 1; Symbol.for("shared").x;
    const order = [];
    const one = async (ms) => { const reply = await tools.echo({ id: ${id}, ms }); order.push(reply.id); return Math.random(); };
    const numbers = await Promise.all([one(${id % 7}), one(${id % 3}), one(0)]);
    console.log(${id});
    if (${id} % 10 === 0) throw new Error("own ${id}");
    return { id: ${id}, order, mine: globalThis.mine, numbers: numbers.sort() };`;
  const runs = await Promise.all(Array.from({ length: 200 }, (_, id) => runtime.execute(code(id))));
  const alone = await runtime.execute(code(1));
  const seen = runs.map((run, id) => {
    const outcome = run.isOk() ? run.value : run.error;
    expect(outcome.logs).toEqual([{ level: "log", text: String(id), line: 6 }]);
    expect(outcome.toolCalls.map((call) => call.outcome)).toEqual(["success", "success", "success"]);
    return outcome.ok ? outcome.value : outcome.error.message;
  });
  const numbers = alone.isOk() && (alone.value.value as { readonly numbers: unknown }).numbers;
  expect(numbers).toHaveLength(3);
  expect(seen).toEqual(
    Array.from({ length: 200 }, (_, id) =>
      id % 10 === 0 ? `Error: own ${id}` : { id, order: [id, id, id], mine: 1, numbers },
    ),
  );
});

it("10,000 executions leave no handle, no timer, no rejection and a flat heap", { timeout: 120_000 }, () => {
  const child = spawnSync(
    process.execPath,
    ["--expose-gc", join(ROOT, "test/support/many-executions.mjs"), join(ROOT, "dist/index.js"), "10000"],
    { encoding: "utf8" },
  );
  expect(child.stderr).toBe("");
  const left = JSON.parse(child.stdout);
  expect(left.rejections).toEqual([]);
  expect(left.resources).toEqual(left.resourcesBefore);
  expect(left.resources.filter((name: string) => name === "Timeout" || name === "Immediate")).toEqual([]);
  expect(left.growth).toBeLessThan(2_000_000);
  // 2,000 warm-up runs and 10,000 measured ones, a tenth of them each.
  expect(left.outcomes).toEqual({
    ok: 4_800,
    ProgramThrow: 1_200,
    Deadlock: 1_200,
    LimitExceeded: 1_200,
    "rejected stop": 1_200,
    UnknownTool: 1_200,
    ParseError: 1_200,
  });
});
