/**
 * What every tool source must do, whatever it reads. A source's test hands over how to make it from
 * item names and how its world behaves; the suite runs the same expectations against each.
 */
import { describe, expect, it } from "vitest";
import type { ToolSource } from "../../../catalog/sources/source.js";
import { type CallTool, isTool, ToolError } from "../../../catalog/tool.js";
import { fakeContext } from "../../support/mcp-servers.js";

/** How the world behind a source behaves when one of its tools is called. */
export interface World {
  answer: (signal: AbortSignal) => Promise<"fine" | "refused" | "broken">;
}

export interface SourceUnderTest {
  /** A source of items with these names, over a world. */
  make(names: readonly string[], world: World): Promise<ToolSource<object>>;
  /** The value that a "fine" answer becomes. */
  readonly value: unknown;
  /** The message that a "refused" answer becomes. */
  readonly refusal: string;
}

const NAMES = ["plain", "dotted.name", "with space", "a/b", "__proto__", "constructor", "toString", "$x", "日本"];

export function sourceSuite(title: string, source: SourceUnderTest): void {
  const fine: World = { answer: async () => "fine" };
  const first = async (world: World): Promise<CallTool> => {
    const { tools } = await source.make(["one"], world);
    return tools.one as CallTool;
  };
  const run = (tool: CallTool, context = fakeContext().context) => Promise.resolve(tool.run({} as never, context));

  describe(`${title}, as every tool source`, () => {
    it("keeps names as they are, also those of object prototypes", async () => {
      const { tools, skipped } = await source.make(NAMES, fine);
      expect(Object.keys(tools)).toEqual(NAMES);
      expect(Object.getPrototypeOf(tools)).toBe(null);
      for (const name of NAMES) expect(isTool(tools[name])).toBe(true);
      expect(skipped).toEqual([]);
    });

    it("is empty for an empty description", async () => {
      expect(await source.make([], fine)).toMatchObject({ tools: {}, skipped: [] });
    });

    it("makes equal definitions from equal descriptions", async () => {
      const [a, b] = await Promise.all([source.make(NAMES, fine), source.make(NAMES, fine)]);
      expect(JSON.stringify(a.tools)).toBe(JSON.stringify(b.tools));
    });

    it("calls nothing before a tool is run, and once when it is", async () => {
      let calls = 0;
      const counted = async () => {
        calls++;
        return "fine" as const;
      };
      const tool = await first({ answer: counted });
      expect(calls).toBe(0);
      expect(await run(tool)).toEqual(source.value);
      expect(calls).toBe(1);
    });

    it("refuses with the other side's words", async () => {
      const call = run(await first({ answer: async () => "refused" }));
      await expect(call).rejects.toBeInstanceOf(ToolError);
      await expect(call).rejects.toMatchObject({ message: source.refusal });
    });

    it("keeps what breaks from the program: no ToolError", async () => {
      const error = await run(await first({ answer: async () => "broken" })).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(ToolError);
    });

    it("rejects with the signal's reason, before and during a call", async () => {
      let seen: AbortSignal | undefined;
      const tool = await first({
        answer: (signal) => {
          seen = signal;
          return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        },
      });
      await expect(run(tool, fakeContext(AbortSignal.abort(new Error("before"))).context)).rejects.toThrow("before");
      expect(seen).toBe(undefined);
      const controller = new AbortController();
      const call = run(tool, fakeContext(controller.signal).context);
      setTimeout(() => controller.abort(new Error("during")), 5);
      await expect(call).rejects.toThrow("during");
      expect(seen?.aborted).toBe(true);
    });
  });
}
