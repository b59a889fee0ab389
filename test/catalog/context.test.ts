import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Recording, replyOf, taskCosts } from "../../bench/context/accounting.js";
import { TASKS } from "../../bench/context/tasks.js";

const recording = JSON.parse(readFileSync("bench/context/recorded.json", "utf8")) as Recording;
const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (tools: unknown) => Promise<unknown>;

/** Tools that answer with what was recorded for the same input. */
function replayed(calls: Recording["tasks"][number]["calls"]): { tools: unknown; made: string[] } {
  const keyOf = (path: string, input: unknown): string => `${path} ${JSON.stringify(input)}`;
  const recorded = new Map(calls.map((call) => [keyOf(call.path, call.input), call]));
  const made: string[] = [];
  const namespace = (server: string): unknown =>
    new Proxy(
      {},
      {
        get: (_, tool) => async (input: unknown) => {
          const key = keyOf(`${server}.${String(tool)}`, input);
          made.push(key);
          const call = recorded.get(key);
          if (call === undefined) throw new Error(`not recorded: ${key}`);
          if (call.isError === true) throw new Error(recording.texts[call.text]);
          return replyOf(recording, call);
        },
      },
    );
  return { tools: Object.fromEntries(recording.servers.map(({ name }) => [name, namespace(name)])), made };
}

describe.each(TASKS)("$name", ({ name, program }) => {
  test("the program makes the recorded calls and comes to the recorded result", async () => {
    const { calls, result } = recording.tasks.find((task) => task.name === name)!;
    const { tools, made } = replayed(calls);
    expect(JSON.parse(JSON.stringify(await new AsyncFunction("tools", program)(tools)))).toEqual(result);
    expect(made).toEqual(calls.map((call) => `${call.path} ${JSON.stringify(call.input)}`));
  });
});

test("a program costs about a tenth of the input of an ideal parallel agent, a fortieth of one call a turn", () => {
  const costs = taskCosts(recording, TASKS);
  expect(costs.length).toBe(10);
  const total = (side: "ideal" | "sequential" | "program"): number =>
    costs.reduce((sum, each) => sum + each[side].input, 0);
  expect(total("ideal") / total("program")).toBeGreaterThanOrEqual(9.5);
  expect(total("sequential") / total("program")).toBeGreaterThanOrEqual(40);
  for (const { ideal, program } of costs) expect(program.input).toBeLessThan(ideal.input);
});

test("with a budget that shows nothing, programs search first and still cost less", () => {
  for (const { ideal, program } of taskCosts(recording, TASKS, 0)) {
    expect(program.requests).toBe(3);
    expect(program.input).toBeLessThan(ideal.input);
  }
});
