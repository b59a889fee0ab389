/** The registry under a test host that runs model steps: snapshots, scopes, visibility, staleness, statuses, bounds. */
import { describe, expect, it } from "vitest";
import { type AnyTool, type NestedCall, Registry, type RegistryStep, Tool, ToolError } from "../../../runtime/index.js";

interface Session {
  readonly user: string;
}

const session: Session = { user: "ann" };

function answering(value: unknown, description = ""): AnyTool {
  return Tool.make({ description, input: {}, run: () => value });
}

/** What a model asked for in one step. */
type ModelCall = readonly [tool: string, input: unknown];

/** Runs one step as a host does: snapshot, model, every call of the model at the same time. */
async function modelStep(step: RegistryStep<Session>, ...calls: ModelCall[]) {
  return Promise.all(
    calls.map(([name, input]) =>
      step.call(name, input).match<unknown>(
        ({ value }) => value,
        ({ error }) => `${error.kind}: ${error.message}`,
      ),
    ),
  );
}

const program = (code: string): ModelCall => ["execute", { code }];

describe("a step", () => {
  it("lists direct tools as they are, and one execute for the deferred ones", async () => {
    const registry = Registry.make<Session>();
    registry.register({
      name: "read",
      exposure: "direct",
      tool: Tool.make({
        description: "Reads.",
        input: { type: "object", properties: { path: { type: "string" } } },
        run: ({ path }) => `text of ${path}`,
      }),
    });
    expect(registry.step({ context: session }).tools.map(({ name }) => name)).toEqual(["read"]);
    registry.register({
      group: "github",
      name: "issues",
      exposure: "deferred",
      tool: answering([1, 2], "Lists issues."),
    });
    registry.register({
      group: "github.pulls",
      name: "list",
      exposure: "deferred",
      tool: answering([3], "Lists pulls."),
    });
    const step = registry.step({ context: session });
    expect(step.tools).toEqual([
      {
        name: "read",
        description: "Reads.",
        inputSchema: { type: "object", properties: { path: { type: "string" } } },
      },
      {
        name: "execute",
        description: expect.stringContaining("tools.github.pulls.list("),
        inputSchema: expect.anything(),
      },
    ]);
    expect(step.tools[1].description).not.toContain("Reads.");
    expect(
      await modelStep(
        step,
        ["read", { path: "a" }],
        program("return [await tools.github.issues(), await tools.github.pulls.list()]"),
      ),
    ).toEqual(["text of a", [[1, 2], [3]]]);
    expect(await modelStep(step, program('return "read" in tools'), ["write", {}], ["execute", {}])).toEqual([
      false,
      "UnknownTool: There is no tool write; this step has read, execute",
      "InvalidToolInput: execute takes one field, code: the program as a string",
    ]);
  });

  it("is a snapshot: what is registered later is in later steps only", async () => {
    const registry = Registry.make<Session>();
    registry.register({ name: "a", exposure: "deferred", tool: answering(1) });
    const step = registry.step({ context: session });
    registry.register({ name: "b", exposure: "deferred", tool: answering(2) });
    expect(await modelStep(step, program('return ["a" in tools, "b" in tools]'))).toEqual([[true, false]]);
    const next = registry.step({ context: session });
    expect(await modelStep(next, program("return [await tools.a(), await tools.b()]"))).toEqual([[1, 2]]);
  });

  it("shares runtime and compiled programs with the step before when nothing changed", () => {
    const registry = Registry.make<Session>();
    for (let index = 0; index < 300; index++)
      registry.register({ name: `t${index}`, exposure: "deferred", tool: answering(index) });
    const [first, second] = [registry.step({ context: session }), registry.step({ context: session })];
    const inner = (step: object) => (step as { programs: unknown }).programs;
    expect(inner(second)).toBe(inner(first));
    registry.register({ name: "t0", exposure: "deferred", tool: answering("new") });
    expect(inner(registry.step({ context: session }))).not.toBe(inner(first));
  });

  it("refuses a registration that was replaced or withdrawn, before the tool runs", async () => {
    const registry = Registry.make<Session>();
    let runs = 0;
    const counted = Tool.make({ description: "", input: {}, run: () => ++runs });
    const old = registry.register({ name: "a", exposure: "deferred", tool: counted });
    const direct = registry.register({ name: "d", exposure: "direct", tool: counted });
    const step = registry.step({ context: session });
    const newer = registry.register({ name: "a", exposure: "deferred", tool: answering("new") });
    direct.withdraw();
    const refusal =
      /^ToolFailure: . was replaced or withdrawn since this step began; the next step has the tools of now$/;
    expect(await modelStep(step, program("return tools.a()"), ["d", {}])).toEqual([
      expect.stringMatching(refusal),
      expect.stringMatching(refusal),
    ]);
    expect(runs).toBe(0);
    expect(await modelStep(registry.step({ context: session }), program("return tools.a()"))).toEqual(["new"]);
    newer.withdraw();
    newer.withdraw();
    expect(await modelStep(step, program("return tools.a()"))).toEqual([1]);
    old.withdraw();
    expect(registry.step({ context: session }).tools).toEqual([]);
  });

  it("refuses in the middle of a program as well", async () => {
    const registry = Registry.make<Session>();
    const first = Tool.make({
      description: "",
      input: {},
      run: () => {
        second.withdraw();
        return "went";
      },
    });
    registry.register({ name: "first", exposure: "deferred", tool: first });
    const second = registry.register({ name: "second", exposure: "deferred", tool: answering("never") });
    const code =
      "const one = await tools.first(); try { await tools.second() } catch (error) { return [one, error.message.slice(0, 19)] }";
    expect(await modelStep(registry.step({ context: session }), program(code))).toEqual([
      ["went", "second was replaced"],
    ]);
  });
});

describe("locations", () => {
  it("hold what is below them; the nearest registration wins", async () => {
    const registry = Registry.make<Session>();
    registry.register({ name: "where", exposure: "deferred", tool: answering("everywhere") });
    registry.register({ name: "where", exposure: "deferred", location: ["w", "app"], tool: answering("app") });
    registry.register({ name: "where", exposure: "deferred", location: ["w"], tool: answering("w") });
    registry.register({ name: "only", exposure: "deferred", location: ["w", "app"], tool: answering("only") });
    const at = async (...location: string[]) =>
      modelStep(
        registry.step({ location, context: session }),
        program('return [await tools.where(), "only" in tools]'),
      );
    expect(await at()).toEqual([["everywhere", false]]);
    expect(await at("w")).toEqual([["w", false]]);
    expect(await at("w", "app", "src")).toEqual([["app", true]]);
    expect(await at("w", "application")).toEqual([["w", false]]);
  });

  it("elsewhere do not make a registration stale", async () => {
    const registry = Registry.make<Session>();
    registry.register({ name: "a", exposure: "deferred", tool: answering(1) });
    const step = registry.step({ location: ["x"], context: session });
    registry.register({ name: "a", exposure: "deferred", location: ["y"], tool: answering(2) });
    expect(await modelStep(step, program("return tools.a()"))).toEqual([1]);
  });
});

describe("visibility", () => {
  it("filters direct and deferred tools, and does not bring back what a hidden one replaces", async () => {
    const registry = Registry.make<Session>();
    registry.register({ name: "a", exposure: "direct", tool: answering(1) });
    registry.register({ name: "b", exposure: "deferred", tool: answering(2) });
    registry.register({ name: "c", exposure: "deferred", tool: answering("outer") });
    registry.register({ name: "c", exposure: "deferred", location: ["w"], tool: answering("inner") });
    const seen: unknown[] = [];
    const step = registry.step({
      location: ["w"],
      context: session,
      isVisible: (tool) => {
        seen.push(tool);
        return tool.path === "b";
      },
    });
    expect(seen).toEqual([
      { path: "a", exposure: "direct", location: [] },
      { path: "b", exposure: "deferred", location: [] },
      { path: "c", exposure: "deferred", location: ["w"] },
    ]);
    expect(step.tools.map(({ name }) => name)).toEqual(["execute"]);
    expect(await modelStep(step, program("return Object.keys(tools)"), ["a", {}])).toEqual([
      ["b"],
      "UnknownTool: There is no tool a; this step has execute",
    ]);
    expect(registry.step({ context: session, isVisible: () => false }).tools).toEqual([]);
  });
});

describe("producers", () => {
  it("make tools for the step's context, and authorise there", async () => {
    const registry = Registry.make<Session>();
    registry.register({
      name: "remove",
      exposure: "deferred",
      tool: ({ user }) =>
        Tool.make({
          description: "",
          input: {},
          run: () => {
            if (user !== "ann") throw new ToolError(`${user} may not remove`);
            return "removed";
          },
        }),
    });
    const as = (user: string) => modelStep(registry.step({ context: { user } }), program("return tools.remove()"));
    expect(await as("ann")).toEqual(["removed"]);
    expect(await as("bob")).toEqual(["ToolFailure: bob may not remove"]);
  });

  it("that fail harm no other tool", () => {
    const registry = Registry.make<Session>();
    registry.register({
      name: "bad",
      exposure: "deferred",
      tool: () => {
        throw new Error("no database");
      },
    });
    registry.register({ name: "odd", exposure: "deferred", tool: () => ({}) as AnyTool });
    registry.register({ name: "good", exposure: "direct", tool: answering(1) });
    const step = registry.step({ context: session });
    expect(step.tools.map(({ name }) => name)).toEqual(["good"]);
    expect(step.skipped).toEqual([
      { path: "bad", reason: "its producer failed: no database" },
      { path: "odd", reason: "its producer made no tool" },
    ]);
  });

  it("may register a whole tree, and take it back", async () => {
    const registry = Registry.make<Session>();
    const tree = { issues: { list: answering(1) }, "a.b": answering(2) };
    const registered = registry.registerTree(tree, { group: "gh", exposure: "deferred" });
    const code = "return [await tools.gh.issues.list(), await tools.gh.a.b()]";
    expect(await modelStep(registry.step({ context: session }), program(code))).toEqual([[1, 2]]);
    registered.withdraw();
    expect(registry.step({ context: session }).tools).toEqual([]);
    expect(() => registry.registerTree({ a: answering(1), execute: answering(2) }, { exposure: "direct" })).toThrow(
      TypeError,
    );
    expect(registry.step({ context: session }).tools).toEqual([]);
  });

  it.each([
    [{ name: "" }, "must not be empty"],
    [{ name: "a..b" }, "must not be empty"],
    [{ name: "x", group: "$codemode" }, "reserved"],
    [{ name: "execute", exposure: "direct" as const }, "programs are given to it"],
    [{ name: "a b", exposure: "direct" as const }, "1 to 64 letters"],
    [{ name: "x", exposure: "sometimes" as never }, "exposure must be"],
    [{ name: "x", tool: {} as AnyTool }, "is no tool"],
    [
      { name: "x", exposure: "direct" as const, tool: Tool.stream({ description: "", input: {}, run: () => [] }) },
      "stream",
    ],
    [{ name: "b_c", group: "a", exposure: "direct" as const }, 'both be the direct tool "a_b_c"'],
  ])("are refused at once: %j", (given, message) => {
    const registry = Registry.make<Session>();
    registry.register({ name: "c", group: "a_b", exposure: "direct", tool: answering(1) });
    expect(() => registry.register({ exposure: "deferred", tool: answering(1), ...given })).toThrow(message);
  });
});

describe("an outer call", () => {
  const limits = { maxOutputBytes: 400 };

  it("carries nested statuses and attachments, and bounds the output once", async () => {
    const registry = Registry.make<Session>({ limits });
    const big = "x".repeat(5_000);
    registry.register({
      name: "big",
      exposure: "deferred",
      tool: Tool.make({
        description: "",
        input: {},
        run: (_input, { attach }) => {
          attach({ mediaType: "text/plain", data: "AA==", name: "big.txt" });
          return big;
        },
      }),
    });
    registry.register({
      name: "bad",
      exposure: "deferred",
      tool: Tool.make({
        description: "",
        input: {},
        run: () => {
          throw new ToolError("no");
        },
      }),
    });
    const step = registry.step({ context: session });
    const live: string[] = [];
    const onStatus = (calls: readonly NestedCall[]) => void live.push(calls.map(({ status }) => status).join());
    const result = await step.call(
      "execute",
      { code: "const text = await tools.big(); await tools.bad().catch(() => {}); return text.length" },
      { onStatus },
    );
    expect(result._unsafeUnwrap()).toMatchObject({
      ok: true,
      // The nested reply was whole: only what leaves the program is bounded.
      value: 5_000,
      attachments: [{ name: "big.txt" }],
      metadata: {
        tool: "execute",
        calls: [
          { index: 0, path: "big", status: "success" },
          { index: 1, path: "bad", status: "failure", message: "no" },
        ],
      },
    });
    expect(live).toEqual(["running", "success", "success,running", "success,failure"]);
    const cut = (await step.call("execute", { code: "return tools.big()" }))._unsafeUnwrap();
    expect(cut.truncated).toBe(true);
    expect(JSON.stringify(cut.value).length).toBeLessThanOrEqual(400);
  });

  it("of a direct tool is validated, bounded and attached to in the same way", async () => {
    const registry = Registry.make<Session>({ limits });
    registry.register({
      name: "read",
      group: "fs",
      exposure: "direct",
      tool: Tool.make({
        description: "",
        input: Tool.validating({ type: "object", properties: { n: { type: "integer" } }, required: ["n"] }),
        run: (input: { n: number; ["__proto__"]?: unknown }, { attach }) => {
          attach({ mediaType: "text/plain", data: "AA==" });
          return Object.hasOwn(input, "__proto__") ? "own" : "y".repeat(input.n);
        },
      }),
    });
    const step = registry.step({ context: session });
    expect((await step.call("fs_read", { n: 3 }))._unsafeUnwrap()).toMatchObject({
      value: "yyy",
      attachments: [{ mediaType: "text/plain" }],
      metadata: { tool: "fs_read", calls: [] },
    });
    expect((await step.call("fs_read", { n: 5_000 }))._unsafeUnwrap().truncated).toBe(true);
    expect((await step.call("fs_read", JSON.parse('{"n":1,"__proto__":{}}')))._unsafeUnwrap().value).toBe("own");
    const { error } = (await step.call("fs_read", { n: "3" }))._unsafeUnwrapErr();
    expect(error.kind).toBe("InvalidToolInput");
    expect(error).not.toHaveProperty("location");
    expect(error).not.toHaveProperty("frame");
  });

  it("runs the outer hooks once, nested calls none", async () => {
    const seen: string[] = [];
    const registry = Registry.make<Session>({
      onCallStart: ({ tool }) => void seen.push(`start ${tool}`),
      onCallEnd: ({ tool, outcome }) => void seen.push(`end ${tool} ${outcome}`),
    });
    registry.register({ name: "a", exposure: "deferred", tool: answering(1) });
    registry.register({ name: "d", exposure: "direct", tool: answering(1) });
    const step = registry.step({ context: session });
    await modelStep(step, program("await tools.a(); await tools.a(); return tools.b()"));
    await modelStep(step, ["d", {}]);
    expect(seen).toEqual(["start execute", "end execute failure", "start d", "end d success"]);
  });

  it("that is cancelled cancels every nested call", async () => {
    const seen: string[] = [];
    const registry = Registry.make<Session>({ onCallEnd: ({ outcome }) => void seen.push(outcome) });
    const aborted: unknown[] = [];
    const hang = Tool.make({
      description: "",
      input: {},
      run: (_input, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(signal.reason);
            reject(signal.reason);
          });
        }),
    });
    registry.register({ name: "hang", exposure: "deferred", tool: hang });
    registry.register({ name: "wait", exposure: "direct", tool: hang });
    const step = registry.step({ context: session });
    const controller = new AbortController();
    const reason = new Error("stop");
    setTimeout(() => controller.abort(reason), 20);
    const calls = [
      step.call(
        "execute",
        { code: "return Promise.all([1, 2, 3].map(() => tools.hang()))" },
        { signal: controller.signal },
      ),
      step.call("wait", {}, { signal: controller.signal }),
    ];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
    expect(aborted).toEqual([reason, reason, reason, reason]);
    expect(seen).toEqual(["interrupted", "interrupted"]);
  });
});
