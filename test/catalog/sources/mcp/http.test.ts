import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Mcp } from "../../../../catalog/sources/mcp/index.js";
import { fakeContext, invoke, serverEntry } from "../../../support/mcp-servers.js";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function everything(transport: "streamableHttp" | "sse", port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [serverEntry("everything"), transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((ready) => {
    let text = "";
    child.stderr!.on("data", (chunk) => {
      text += chunk;
      if (text.includes(String(port))) ready();
    });
  });
  return child;
}

describe.each(["streamableHttp", "sse"] as const)("everything over %s", (transport) => {
  let child: ChildProcess;
  let port: number;
  const url = () => `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`;
  const entry = () => ({ type: transport === "sse" ? "sse" : "http", url: url() });

  beforeAll(async () => {
    port = await freePort();
    child = await everything(transport, port);
  });
  afterAll(() => {
    child.kill("SIGKILL");
  });

  it("lists, calls, attaches, refuses and closes", async () => {
    const connection = (await Mcp.connect({ mcpServers: { e: entry() } }))._unsafeUnwrap();
    expect(connection.servers).toMatchObject([{ name: "e", state: "ready", tools: 12 }]);
    expect(await invoke(connection.tools, ["e", "get-sum"], { a: 1, b: 2 })).toBe("The sum of 1 and 2 is 3.");
    const { context, attached } = fakeContext();
    await invoke(connection.tools, ["e", "get-tiny-image"], {}, context);
    expect(attached.length).toBe(1);
    await expect(invoke(connection.tools, ["e", "echo"], {})).rejects.toMatchObject({ name: "ToolError" });
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, i) => invoke(connection.tools, ["e", "echo"], { message: `${i}` })),
    );
    expect(many[49]).toBe("Echo: 49");
    const controller = new AbortController();
    const slow = invoke(
      connection.tools,
      ["e", "trigger-long-running-operation"],
      { duration: 20 },
      fakeContext(controller.signal).context,
    );
    setTimeout(() => controller.abort(new Error("enough")), 50);
    await expect(slow).rejects.toThrow("enough");
    await connection.close();
    expect(connection.servers[0].state).toBe("closed");
  });

  it.runIf(transport === "streamableHttp")("opens a new session when the server forgot the old one", async () => {
    const connection = (await Mcp.connect({ mcpServers: { e: entry() } }))._unsafeUnwrap();
    child.kill("SIGKILL");
    await expect(invoke(connection.tools, ["e", "echo"], { message: "x" })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^MCP server "e" could not run "echo": fetch failed \((ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)\)$/,
      ),
    });
    child = await everything(transport, port);
    expect(await invoke(connection.tools, ["e", "echo"], { message: "back" })).toBe("Echo: back");
    await connection.close();
  });
});

describe("HTTP servers that refuse", () => {
  let server: Server;
  let status = 401;
  let seen: string | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen = request.headers.authorization;
      response.writeHead(status, { "content-type": "text/plain" }).end("go away");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterAll(() => new Promise((done) => server.close(done)));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

  it.each([401, 403])("with %i", async (code) => {
    status = code;
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a configuration's placeholder
    const mcpServers = { s: { url: url(), headers: { Authorization: "Bearer ${TOKEN}" } } };
    const error = (await Mcp.connect({ mcpServers, env: { TOKEN: "t-9" } }))._unsafeUnwrapErr();
    expect(seen).toBe("Bearer t-9");
    expect(error).toMatchObject({
      kind: "Unauthorized",
      message: `MCP server "s" at ${url()} refused the credentials (HTTP ${code})`,
    });
    expect(error.message).not.toContain("t-9");
  });

  it("with a page that is no MCP", async () => {
    status = 200;
    const error = (await Mcp.connect({ mcpServers: { s: { url: url() } } }))._unsafeUnwrapErr();
    expect(error.kind).toBe("HandshakeFailed");
    expect(error.message).toMatch(/^MCP server "s" failed the handshake: /);
  });
});
