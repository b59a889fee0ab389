/** Hooks of one execution beside the runtime's own. */
import { describe, expect, it } from "vitest";
import { CodeMode, Tool } from "../../runtime/index.js";

const tools = { one: Tool.make({ description: "", input: {}, run: () => 1 }) };

describe("the hooks of one execution", () => {
  it("are called after the runtime's, for that execution alone", async () => {
    const seen: string[] = [];
    const runtime = CodeMode.make({ tools, onToolCallStart: () => void seen.push("runtime") });
    await runtime.execute("return tools.one()", { onToolCallStart: () => void seen.push("once") });
    await runtime.execute("return tools.one()");
    expect(seen).toEqual(["runtime", "once", "runtime"]);
  });

  it("are called although the runtime's throws, and both defects are reported", async () => {
    const seen: string[] = [];
    const runtime = CodeMode.make({
      tools,
      onToolCallEnd: () => {
        throw new Error("runtime");
      },
      onHostError: ({ cause }) => void seen.push((cause as Error).message),
    });
    const result = await runtime.execute("return tools.one()", {
      onToolCallEnd: async () => {
        seen.push("once");
      },
    });
    expect(result.isOk()).toBe(true);
    expect(seen).toEqual(["once", "runtime"]);
  });

  it("must be functions", () => {
    expect(() => CodeMode.make().execute("1", { onEvent: 7 as never })).toThrow(
      "onEvent must be a function, got number",
    );
  });
});
