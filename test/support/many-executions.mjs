/**
 * Runs very many executions in one process and prints, as one line of JSON, what they left behind.
 * Needs --expose-gc. Arguments: the built entry, the number of executions.
 */
const [entry, count] = process.argv.slice(2);
const { CodeMode, Tool, ToolError } = await import(entry);

const rejections = [];
process.on("unhandledRejection", (reason) => rejections.push(String(reason)));
process.on("warning", (warning) => rejections.push(String(warning)));

const later = (value) => new Promise((resolve) => setImmediate(resolve, value));
const run = (of) => Tool.make({ description: "", input: {}, run: of });
const tools = {
  ok: run(({ n }) => later(n)),
  fail: run(async () => {
    await later();
    throw new ToolError("refused");
  }),
  // Refuses after the execution has ended.
  late: run(
    (_input, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("late")))),
  ),
  stream: Tool.stream({
    description: "",
    input: {},
    run: async function* () {
      for (let n = 0; ; n++) yield n;
    },
  }),
};
/** Every way an execution ends, and everything it may leave open then. */
const programs = [
  `return Promise.all([tools.ok({ n: 1 }), tools.ok({ n: 2 })])`,
  `tools.fail({}); const t = setTimeout(() => {}, 1000); clearTimeout(t); return 1`,
  `tools.fail({}); Promise.reject(1); throw new Error("own")`,
  `for await (const n of tools.stream({})) if (n > 3) break; return 1`,
  `const s = tools.stream({}); await s.next(); return 1`,
  `await new Promise(() => {})`,
  `setTimeout(() => {}, 100000); tools.late({}); for (;;);`,
  `await tools.late({})`,
  `return tools.nothing({})`,
  `return (`,
];
const runtime = CodeMode.make({ tools, limits: { maxInstructions: 20_000 } });
const outcomes = {};

async function once(n) {
  const index = n % programs.length;
  const abort = index === 7 ? new AbortController() : undefined;
  const running = runtime.execute(programs[index], { signal: abort?.signal });
  if (abort !== undefined) setImmediate(() => abort.abort(new Error("stop")));
  let kind;
  try {
    const outcome = await running;
    kind = outcome.isOk() ? "ok" : outcome.error.error.kind;
  } catch (error) {
    kind = `rejected ${error.message}`;
  }
  outcomes[kind] = (outcomes[kind] ?? 0) + 1;
}

async function batch(from, to) {
  for (let n = from; n < to; n++) await once(n);
}

async function heap() {
  for (let i = 0; i < 4; i++) {
    await later();
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

// Warm code, caches and lazily made objects are there before the first measure.
await batch(0, 2_000);
const before = await heap();
const resourcesBefore = process.getActiveResourcesInfo();
await batch(0, Number(count));
const after = await heap();
const resources = process.getActiveResourcesInfo();
console.log(JSON.stringify({ outcomes, growth: after - before, heap: after, resourcesBefore, resources, rejections }));
