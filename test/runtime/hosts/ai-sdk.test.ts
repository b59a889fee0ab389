/** The runtime as a tool of the AI SDK, in real generateText loops over the SDK's mock model. */
import { generateText, stepCountIs, type ToolSet, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AiSdk, type AiTool, codeModeTool } from "../../../runtime/hosts/ai-sdk.js";
import { CodeMode, Tool } from "../../../runtime/index.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that gives one program a step, then says "done"; what it is sent is kept. */
function modelOf(...programs: string[]) {
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const code = programs[step++];
      if (code === undefined) {
        return {
          content: [{ type: "text", text: "done" }],
          finishReason: { unified: "stop", raw: undefined },
          usage,
          warnings: [],
        };
      }
      return {
        content: [
          { type: "tool-call", toolCallId: `call-${step}`, toolName: "execute", input: JSON.stringify({ code }) },
        ],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

function runtimeOf(set: Record<string, unknown>) {
  return CodeMode.make({ tools: AiSdk.fromTools(set as Record<string, AiTool>).tools });
}

/** What the model was shown of the tool results, by step. */
function shown(model: MockLanguageModelV3): unknown[] {
  const last = model.doGenerateCalls.at(-1)!.prompt;
  return last.flatMap((message) =>
    message.role === "tool" ? message.content.flatMap((part) => ("output" in part ? [part.output] : [])) : [],
  );
}

function generate(model: MockLanguageModelV3, runtime: ReturnType<typeof CodeMode.make>, signal?: AbortSignal) {
  return generateText({
    model,
    tools: { execute: codeModeTool(runtime) } as unknown as ToolSet,
    prompt: "go",
    stopWhen: stepCountIs(5),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
}

const price = tool({
  description: "Price of one item.",
  inputSchema: z.object({ sku: z.string() }),
  execute: ({ sku }) => sku.length * 100,
});

describe("a generateText loop", () => {
  it("runs programs over a tool set and shows the model their results", async () => {
    const model = modelOf(
      'return (await Promise.all(["a", "bcd"].map((sku) => tools.price({ sku })))).reduce((x, y) => x + y)',
      "return await tools.prise({})",
    );
    const result = await generate(model, runtimeOf({ price }));
    expect(result.text).toBe("done");
    expect(model.doGenerateCalls).toHaveLength(3);
    expect(shown(model)).toEqual([
      { type: "text", value: "400" },
      {
        type: "error-text",
        value: expect.stringContaining("UnknownTool (line 1, column 14): There is no tool tools.prise"),
      },
    ]);
    const [first] = result.steps.flatMap(({ toolResults }) => toolResults);
    expect(first.output).toMatchObject({ ok: true, value: 400, toolCalls: [{ path: "price" }, { path: "price" }] });
  });

  it("tells the model the instructions and the shape of the input", async () => {
    const model = modelOf();
    await generate(model, runtimeOf({ price }));
    const [sent] = model.doGenerateCalls[0].tools!;
    expect(sent).toMatchObject({
      name: "execute",
      description: expect.stringContaining("tools.price(input: { sku: string })"),
      inputSchema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
    });
  });

  it("shows images and files", async () => {
    const files = Tool.make({
      description: "",
      input: {},
      run: (_input, { attach }) => {
        attach({ mediaType: "image/png", data: "AAAA" });
        attach({ mediaType: "application/pdf", data: "BBBB", name: "a.pdf" });
        attach({ mediaType: "text/html", uri: "https://example.com/x" });
        return "three";
      },
    });
    const model = modelOf("return tools.files()");
    await generate(model, CodeMode.make({ tools: { files } }));
    expect(shown(model)).toEqual([
      {
        type: "content",
        value: [
          {
            type: "text",
            text: expect.stringMatching(
              /^three\n\nAttached:\n(- .*\n){2}- file \(text\/html\) https:\/\/example.com\/x$/,
            ),
          },
          { type: "image-data", data: "AAAA", mediaType: "image/png" },
          { type: "file-data", data: "BBBB", mediaType: "application/pdf", filename: "a.pdf" },
        ],
      },
    ]);
  });

  it("aborts nested calls with the SDK's signal", async () => {
    const controller = new AbortController();
    let reason: unknown;
    const hang = tool({
      inputSchema: z.object({}),
      execute: (_input, { abortSignal }) =>
        new Promise<never>((_, reject) => {
          abortSignal!.addEventListener("abort", () => {
            reason = abortSignal!.reason;
            reject(reason);
          });
          setTimeout(() => controller.abort(new Error("enough")), 5);
        }),
    });
    const run = generate(modelOf("return tools.hang()"), runtimeOf({ hang }), controller.signal);
    await expect(run).rejects.toThrow("enough");
    expect(reason).toMatchObject({ message: "enough" });
  });

  it("refuses an input that is no program before it reaches the runtime", async () => {
    const { inputSchema } = codeModeTool(CodeMode.make());
    expect(await inputSchema["~standard"].validate({ code: 1 })).toHaveProperty("issues");
    expect(await inputSchema["~standard"].validate({ code: "1" })).toEqual({ value: { code: "1" } });
  });
});
