import { jsonSchema } from "ai";
import { AiSdk, type AiTool } from "../../../catalog/sources/ai-sdk/index.js";
import { Mcp, type McpClient } from "../../../catalog/sources/mcp/index.js";
import { OpenAPI } from "../../../catalog/sources/openapi/index.js";
import { ToolError } from "../../../catalog/tool.js";
import { sourceSuite } from "./sources.suite.js";

sourceSuite("MCP", {
  value: { ok: true },
  refusal: "not today",
  async make(names, world) {
    const client: McpClient = {
      listTools: async () => ({ tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) }),
      async callTool(_params, ...rest) {
        const { signal } = rest[0] as unknown as { signal: AbortSignal };
        const answer = await world.answer(signal);
        if (answer === "broken") return { content: "nothing" };
        const content = [{ type: "text", text: "not today" }];
        return answer === "refused" ? { content, isError: true } : { content, structuredContent: { ok: true } };
      },
    };
    return (await Mcp.fromClient(client))._unsafeUnwrap();
  },
});

sourceSuite("OpenAPI", {
  value: { ok: true },
  refusal: "HTTP 409: not today",
  async make(names, world) {
    const paths: Record<string, unknown> = {};
    for (const [index, operationId] of names.entries()) {
      paths[`/${index}`] = { get: { operationId, responses: { 200: { content: { "application/json": {} } } } } };
    }
    const answering = async (_url: unknown, init?: RequestInit) => {
      const answer = await world.answer(init!.signal!);
      if (answer === "broken") throw new TypeError("no route");
      const isFine = answer === "fine";
      const type = isFine ? "application/json" : "text/plain";
      return new Response(isFine ? '{"ok":true}' : "not today", {
        status: isFine ? 200 : 409,
        headers: { "content-type": type },
      });
    };
    return OpenAPI.fromSpec({
      spec: { openapi: "3.1.0", paths },
      baseUrl: "https://h",
      fetch: answering as typeof fetch,
    });
  },
});

sourceSuite("AI SDK", {
  value: { ok: true },
  refusal: "not today",
  async make(names, world) {
    const set: Record<string, AiTool> = Object.create(null);
    for (const name of names) {
      set[name] = {
        inputSchema: jsonSchema({ type: "object" }),
        async execute(_input: unknown, { abortSignal }: { abortSignal: AbortSignal }) {
          const answer = await world.answer(abortSignal);
          if (answer === "refused") throw new ToolError("not today");
          if (answer === "broken") throw new Error("nothing");
          return { ok: true };
        },
      };
    }
    return AiSdk.fromTools(set);
  },
});
