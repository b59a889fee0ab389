/** An AI SDK tool set as a tree: schemas of every kind, approval, what is left out, streams of preliminary results. */

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { dynamicTool, jsonSchema, tool } from "ai";
import * as valibot from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createCatalog } from "../../../catalog/index.js";
import { AiSdk, type AiTool, type FromToolSetOptions } from "../../../catalog/sources/ai-sdk/index.js";
import { CodeMode } from "../../../runtime/index.js";

const add = tool({
  description: "Adds two numbers.",
  inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
  outputSchema: z.object({ sum: z.number() }),
  execute: ({ a, b }) => ({ sum: a + b }),
});

function run(set: Record<string, unknown>, code: string, options?: FromToolSetOptions) {
  const { tools } = AiSdk.fromTools(set as Record<string, AiTool>, options);
  return CodeMode.make({ tools }).execute(code);
}

describe("schemas", () => {
  it.each<[title: string, schema: unknown]>([
    ["Zod", z.object({ id: z.string() })],
    ["Valibot", toStandardJsonSchema(valibot.object({ id: valibot.string() }))],
    [
      "the SDK's own, without a validator",
      jsonSchema({ type: "object", properties: { id: { type: "string" } }, required: ["id"] }),
    ],
    [
      "the SDK's own, with a validator",
      jsonSchema<{ id: string }>(
        { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        {
          validate: async (value) =>
            typeof (value as { id?: unknown }).id === "string"
              ? { success: true, value: value as { id: string } }
              : { success: false, error: new Error("id is no text") },
        },
      ),
    ],
    ["a lazy one", () => jsonSchema({ type: "object", properties: { id: { type: "string" } }, required: ["id"] })],
  ])("%s: renders and validates", async (_title, inputSchema) => {
    let seen: unknown;
    const set = {
      look: {
        description: "Looks.",
        inputSchema,
        execute: (input: unknown) => {
          seen = input;
          return "found";
        },
      },
    };
    const [entry] = createCatalog(AiSdk.fromTools(set).tools).entries;
    expect(entry.inlineSignature).toContain("tools.look(input: { id: string }): Promise<unknown>");
    expect((await run(set, 'return tools.look({ id: "x" })'))._unsafeUnwrap().value).toBe("found");
    expect(seen).toEqual({ id: "x" });
    expect((await run(set, "return tools.look({ id: 1 })"))._unsafeUnwrapErr().error.kind).toBe("InvalidToolInput");
  });

  it("decodes the input and checks the output", async () => {
    expect((await run({ add }, "return tools.add({ a: 2 })"))._unsafeUnwrap().value).toEqual({ sum: 3 });
    const odd = { odd: { ...add, execute: () => ({ sum: "many" }) } };
    expect((await run(odd, "return tools.odd({ a: 2 })"))._unsafeUnwrapErr().error.kind).toBe("InvalidToolOutput");
  });
});

describe("what is left out, each with a reason and a warning", () => {
  const set = {
    asks: { ...add, needsApproval: true },
    mayAsk: { ...add, needsApproval: () => false },
    client: { description: "", inputSchema: z.object({}) },
    provider: { type: "provider", id: "x.search", args: {}, inputSchema: z.object({}) },
    later: { inputSchema: jsonSchema(Promise.resolve({ type: "object" } as const)), execute: () => 1 },
    odd: { inputSchema: 7, execute: () => 1 },
    "a..b": add,
    fine: add,
  };

  it("names it", () => {
    const warnings: string[] = [];
    const { tools, skipped } = AiSdk.fromTools(set as unknown as Record<string, AiTool>, {
      onWarning: (sentence) => warnings.push(sentence),
    });
    expect(Object.keys(tools)).toEqual(["fine"]);
    expect(Object.fromEntries(skipped.map(({ tool: name, reason }) => [name, reason]))).toEqual({
      asks: "it needs approval, and no approve function is given",
      mayAsk: "it needs approval, and no approve function is given",
      client: "it has no execute function: the host or a user answers it",
      provider: "its provider runs it, inside the model's own turn",
      later: "its input schema is a promise: await it before the set is read",
      odd: "its input schema is no schema",
      "a..b": expect.stringContaining("empty part"),
    });
    expect(warnings).toHaveLength(7);
    expect(warnings[0]).toBe('The AI SDK tool "asks" is left out: it needs approval, and no approve function is given');
  });
});

describe("approval", () => {
  const calls: unknown[] = [];
  const pay = tool({
    inputSchema: z.object({ cents: z.number() }),
    needsApproval: async ({ cents }) => cents > 100,
    execute: ({ cents }) => {
      calls.push(cents);
      return "paid";
    },
  });

  it("is asked for exactly where the tool asks, and a no never reaches the tool", async () => {
    const asked: unknown[] = [];
    const approve: FromToolSetOptions["approve"] = ({ tool: name, input }) => {
      asked.push([name, input]);
      return (input as { cents: number }).cents < 1000;
    };
    const program = `return (await Promise.allSettled([50, 500, 5000].map((cents) => tools.pay({ cents })))).map((each) => each.value ?? each.reason.message)`;
    const { value } = (await run({ pay }, program, { approve }))._unsafeUnwrap();
    expect(value).toEqual(["paid", "paid", "The call was not approved"]);
    expect(asked).toEqual([
      ["pay", { cents: 500 }],
      ["pay", { cents: 5000 }],
    ]);
    expect(calls).toEqual([50, 500]);
  });

  it("can be asked for by the host for further tools", async () => {
    const options = { needsApproval: ["add"] };
    expect(AiSdk.fromTools({ add } as Record<string, AiTool>, options).skipped).toHaveLength(1);
    const denied = await run({ add }, "return tools.add({ a: 1 })", { ...options, approve: () => false });
    expect(denied._unsafeUnwrapErr().error).toMatchObject({
      kind: "ToolFailure",
      message: "The call was not approved",
    });
  });
});

describe("calls", () => {
  it("get the SDK's call options", async () => {
    let seen: Record<string, unknown> = {};
    const look = dynamicTool({
      inputSchema: z.object({}),
      execute: (_input, options) => {
        seen = options as unknown as Record<string, unknown>;
        return null;
      },
    });
    await run({ look }, "return tools.look()", { callOptions: { experimental_context: { user: "u" } } });
    expect(seen).toMatchObject({ toolCallId: "look-0", messages: [], experimental_context: { user: "u" } });
    expect(seen["abortSignal"]).toBeInstanceOf(AbortSignal);
  });

  it("answer with the last of what a tool yields", async () => {
    const counts = {
      inputSchema: z.object({}),
      async *execute() {
        yield 1;
        yield 2;
      },
    };
    expect((await run({ counts }, "return tools.counts()"))._unsafeUnwrap().value).toBe(2);
  });
});
