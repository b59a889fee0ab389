/** The engine as an MCP server, driven by the official client: in memory, and over its HTTP handler without a network. */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { McpHost, type McpHostOptions } from "../../../runtime/hosts/mcp-server/index.js";
import { Tool, type ToolTree } from "../../../runtime/index.js";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connectedTo(host: McpHost): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  // The server package has its own, equal declaration of the transport.
  const serving = (await host.serveStdio(theirs as never))._unsafeUnwrap();
  const client = new Client({ name: "test", version: "1" });
  await client.connect(ours);
  closing.push(
    () => serving.close(),
    () => client.close(),
  );
  return client;
}

function clientOf(options: McpHostOptions): Promise<Client> {
  return connectedTo(McpHost.make(options));
}

const execute = (code: string) => ({ name: "execute", arguments: { code } });

const echo = Tool.make({
  description: "Says it again.",
  input: Tool.validating({ type: "object", properties: { text: { type: "string" } }, required: ["text"] }),
  annotations: { readOnlyHint: true },
  run: ({ text }: { text: string }) => text,
});

/** Hangs until it is aborted; tells how many runs hang and what they were aborted with. */
function hanging() {
  const state = { running: 0, reasons: [] as unknown[] };
  const tool = Tool.make({
    description: "",
    input: {},
    run: (_input, { signal }) =>
      new Promise((_, reject) => {
        state.running++;
        signal.addEventListener("abort", () => {
          state.running--;
          state.reasons.push(signal.reason);
          reject(signal.reason);
        });
      }),
  });
  return { state, tool };
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 5) {
    if (waited > 3_000) throw new Error("nothing happened");
    await new Promise((done) => setTimeout(done, 5));
  }
}

describe("a client", () => {
  it("is told the instructions, and of one tool when the catalog is complete", async () => {
    const client = await clientOf({ tools: { text: { echo } }, serverInfo: { name: "mine", version: "7" } });
    expect(client.getServerVersion()).toMatchObject({ name: "mine", version: "7" });
    expect(client.getInstructions()).toContain("tools.text.echo(input: { text: string })");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["execute"]);
    expect(tools[0]).toMatchObject({
      inputSchema: { required: ["code"], properties: { code: { type: "string" } } },
      outputSchema: { type: "object", required: ["ok", "toolCalls", "usage"] },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(tools[0].description).toContain("Tools, as members of `tools` inside the program: text (1).");
    expect(tools[0].description).not.toContain("tools.text.echo");
  });

  it("finds the instructions in the tool where the host wants that", async () => {
    const client = await clientOf({ tools: { echo }, instructionsIn: "tool" });
    expect(client.getInstructions()).toBe(undefined);
    expect((await client.listTools()).tools[0].description).toContain("tools.echo(input: { text: string })");
  });

  it("is given search when the catalog is partial, and only then", async () => {
    const tools: Record<string, typeof echo> = {};
    for (let index = 0; index < 60; index++) tools[`tool${index}`] = echo;
    const client = await clientOf({ tools, discovery: { catalogBudget: 100 } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["execute", "search"]);
    const found = await client.callTool({ name: "search", arguments: { query: "tool59", limit: 2 } });
    expect(found.structuredContent).toMatchObject({ items: [{ path: "tools.tool59" }], total: 1 });
    expect(JSON.parse((found.content as [{ text: string }])[0].text)).toEqual(found.structuredContent);
    const refused = await client.callTool({ name: "search", arguments: { query: 7 } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("query: expected string") }],
    });
    const complete = await clientOf({ tools: { echo } });
    await expect(complete.callTool({ name: "search", arguments: {} })).rejects.toThrow('There is no tool "search"');
  });
});

describe("execute", () => {
  it("answers with text and the same as structured data", async () => {
    const client = await clientOf({ tools: { echo } });
    const result = await client.callTool(
      execute('console.log("seen"); return { said: await tools.echo({ text: "hi" }) }'),
    );
    expect(result.content).toEqual([{ type: "text", text: '{"said":"hi"}\n\nLogs:\nseen' }]);
    expect(result.structuredContent).toMatchObject({
      ok: true,
      value: { said: "hi" },
      logs: [{ level: "log", text: "seen", line: 1 }],
      toolCalls: [{ path: "echo", outcome: "success" }],
    });
    expect(result.isError).toBe(undefined);
  });

  it("answers with a failure that says where, what, and what was done before", async () => {
    const client = await clientOf({ tools: { echo } });
    const result = await client.callTool(execute('await tools.echo({ text: "a" });\nawait tools.echo({ text: 1 })'));
    expect(result.isError).toBe(true);
    const [{ text }] = result.content as [{ text: string }];
    expect(text).toContain("InvalidToolInput (line 2, column 20)");
    expect(text).toContain("Calls made before the failure:\n- echo: success");
    expect(result.structuredContent).toMatchObject({ ok: false, error: { kind: "InvalidToolInput" } });
    expect(await client.callTool({ name: "execute", arguments: {} })).toMatchObject({ isError: true });
  });

  it("carries attachments as content, their bytes once", async () => {
    const files = Tool.make({
      description: "",
      input: {},
      run: (_input, { attach }) => {
        attach({ mediaType: "image/png", data: "AAAA", name: "a.png" });
        attach({ mediaType: "audio/wav", data: "BBBB" });
        attach({ mediaType: "application/pdf", data: "CCCC", name: "ü.pdf" });
        attach({ mediaType: "text/html", uri: "https://example.com/" });
        return null;
      },
    });
    const { content, structuredContent } = await (await clientOf({ tools: { files } })).callTool(
      execute("return tools.files()"),
    );
    expect((content as unknown[]).slice(1)).toEqual([
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "audio", data: "BBBB", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "attachment:///3/%C3%BC.pdf", mimeType: "application/pdf", blob: "CCCC" } },
      { type: "resource_link", uri: "https://example.com/", name: "https://example.com/", mimeType: "text/html" },
    ]);
    expect(JSON.stringify(structuredContent)).not.toMatch(/AAAA|BBBB|CCCC/);
  });

  it("reports progress that grows, to those who ask", async () => {
    const slow = Tool.make({ description: "", input: {}, run: () => new Promise((done) => setTimeout(done, 80)) });
    const client = await clientOf({ tools: { slow } });
    const seen: { progress: number; message?: string }[] = [];
    const onprogress = (progress: { progress: number; message?: string }) => void seen.push(progress);
    await client.callTool(execute("await tools.slow(); await tools.slow(); return tools.slow()"), { onprogress });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen[0]).toEqual({ progress: 1, message: "slow started (1 running, 0 ended)" });
    expect(seen.map(({ progress }) => progress)).toEqual(
      [...new Set(seen.map(({ progress }) => progress))].sort((a, b) => a - b),
    );
  });

  it("is cancelled by the client, with every nested call", async () => {
    const { state, tool } = hanging();
    const client = await clientOf({ tools: { hang: tool } });
    const controller = new AbortController();
    const call = client.callTool(execute("return Promise.all([1, 2, 3].map(() => tools.hang()))"), {
      signal: controller.signal,
    });
    await until(() => state.running === 3);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    await until(() => state.running === 0);
    expect(state.reasons).toHaveLength(3);
  });

  it("ends when the client goes away", async () => {
    const { state, tool } = hanging();
    const client = await clientOf({ tools: { hang: tool } });
    const call = client.callTool(execute("return tools.hang()")).catch(() => "gone");
    await until(() => state.running === 1);
    await client.close();
    expect(await call).toBe("gone");
    await until(() => state.running === 0);
  });
});

describe("tools that change", () => {
  const first: ToolTree = { one: echo };

  it("are told to the client, with the new instructions in the tool", async () => {
    const host = McpHost.make({ tools: first });
    const client = await connectedTo(host);
    let told = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => void told++);
    host.setTools({ one: echo, two: echo });
    await until(() => told === 1);
    expect((await client.listTools()).tools[0].description).toContain("tools.two(input: { text: string })");
    expect((await client.callTool(execute('return tools.two({ text: "x" })'))).structuredContent).toMatchObject({
      value: "x",
    });
    const later = await connectedTo(host);
    expect(later.getInstructions()).toContain("tools.two(");
    expect((await later.listTools()).tools[0].description).not.toContain("tools.two(");
  });

  it("leave running programs what they began with, and stay when the new ones cannot stand together", async () => {
    let finish: (value: string) => void = () => {};
    const slow = Tool.make({ description: "", input: {}, run: () => new Promise<string>((done) => (finish = done)) });
    const host = McpHost.make({ tools: { slow, echo } });
    const client = await connectedTo(host);
    const call = client.callTool(execute('await tools.slow(); return tools.echo({ text: "old" })'));
    await new Promise((done) => setTimeout(done, 30));
    host.setTools({});
    finish("");
    expect((await call).structuredContent).toMatchObject({ ok: true, value: "old" });
    expect(() => host.setTools({ "a..b": echo })).toThrow(TypeError);
    expect((await client.callTool(execute("return Object.keys(tools)"))).structuredContent).toMatchObject({
      value: [],
    });
  });
});

describe.each(["legacy", "auto"] as const)("streamable HTTP without sessions, a %s client", (mode) => {
  /** A client whose requests go, in turn, to handlers that share nothing: as replicas behind a load balancer. */
  async function balanced(options: McpHostOptions, replicas = 2) {
    const handlers = await Promise.all(
      Array.from({ length: replicas }, async () => (await McpHost.make(options).serveHttp())._unsafeUnwrap()),
    );
    let turn = 0;
    const fetch = (url: string | URL, init?: RequestInit) =>
      handlers[turn++ % replicas].fetch(new Request(url, init as RequestInit));
    const client = new Client(
      { name: "test", version: "1" },
      mode === "auto" ? { versionNegotiation: { mode: "auto" } } : {},
    );
    await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
    closing.push(() => client.close(), ...handlers.map(({ close }) => close));
    return client;
  }

  it("serves any request from any replica", async () => {
    const client = await balanced({ tools: { echo } }, 3);
    expect(client.getInstructions()).toContain("tools.echo(");
    for (let round = 0; round < 4; round++) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["execute"]);
      const { structuredContent } = await client.callTool(execute(`return tools.echo({ text: "${round}" })`));
      expect(structuredContent).toMatchObject({ value: String(round) });
    }
  });

  it("reports progress", async () => {
    const slow = Tool.make({ description: "", input: {}, run: () => new Promise((done) => setTimeout(done, 60)) });
    const client = await balanced({ tools: { slow } });
    const seen: unknown[] = [];
    await client.callTool(execute("return tools.slow()"), { onprogress: ({ message }) => void seen.push(message) });
    expect(seen[0]).toBe("slow started (1 running, 0 ended)");
  });
});

describe("an HTTP handler for this machine alone", () => {
  it("refuses other hosts and origins", async () => {
    const serving = (await McpHost.make({ tools: { echo } }).serveHttp({ localOnly: true }))._unsafeUnwrap();
    closing.push(() => serving.close());
    const post = (headers: Record<string, string>) =>
      serving.fetch(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        }),
      );
    expect((await post({ host: "localhost:3000" })).status).toBe(200);
    expect((await post({ host: "evil.example" })).status).toBe(403);
    expect((await post({ host: "localhost", origin: "https://evil.example" })).status).toBe(403);
  });
});
