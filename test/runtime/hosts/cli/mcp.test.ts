/** `codemode mcp` in front of the real servers, driven by the official client over stdio and over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLI, codemode, processesNaming } from "../../../support/cli.js";
import { isAlive, nodeServer, scriptedServer, serverEntry, until } from "../../../support/mcp-servers.js";

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "codemode-mcp-")));
  writeFileSync(join(folder, "a.txt"), "a line of text\n".repeat(3));
  writeFileSync(
    join(folder, "mcp.json"),
    JSON.stringify({
      mcpServers: {
        everything: nodeServer(serverEntry("everything"), "stdio", folder),
        files: nodeServer(serverEntry("filesystem"), folder),
        memory: { ...nodeServer(serverEntry("memory"), folder), env: { MEMORY_FILE_PATH: join(folder, "m.jsonl") } },
        thinking: nodeServer(serverEntry("sequential-thinking"), folder),
      },
    }),
  );
});

afterAll(() => {
  expect(processesNaming(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function stdioClient(
  ...words: string[]
): Promise<{ client: Client; transport: StdioClientTransport; said: () => string }> {
  const args = [CLI, "mcp", ...words];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: "pipe" });
  let said = "";
  transport.stderr!.on("data", (chunk) => {
    said += chunk;
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return { client, transport, said: () => said };
}

const execute = (code: string) => ({ name: "execute", arguments: { code } });

/** A program over four servers, and its value. */
const OVER_ALL = `
const [text, sum, image] = await Promise.all([
  tools.files.read_text_file({ path: "a.txt" }),
  tools.everything["get-sum"]({ a: 2, b: 40 }),
  tools.everything["get-tiny-image"](),
]);
await tools.memory.create_entities({ entities: [{ name: "a", entityType: "file", observations: [sum] }] });
const graph = await tools.memory.read_graph();
const thought = await tools.thinking.sequentialthinking({
  thought: "count", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1,
});
return {
  lines: text.content.trim().split("\\n").length,
  sum: sum.match(/\\d+/g),
  entities: graph.entities.map(({ name }) => name),
  thoughts: thought.totalThoughts,
  image: image.length,
};`;
const VALUE = { lines: 3, sum: ["2", "40", "42"], entities: ["a"], thoughts: 1, image: 2 };

describe("codemode mcp over stdio", () => {
  let served: Awaited<ReturnType<typeof stdioClient>>;
  beforeAll(async () => {
    rmSync(join(folder, "m.jsonl"), { force: true });
    served = await stdioClient("--config", "mcp.json");
  });
  afterAll(() => served.client.close());

  it("serves four servers as one tool", async () => {
    expect(served.client.getInstructions()).toContain("tools.files.read_text_file(");
    const { tools } = await served.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["execute"]);
    expect(tools[0].description).toMatch(/everything \(\d+\), files \(14\), memory \(9\), thinking \(1\)\.$/);
  });

  it("runs a program over all of them", async () => {
    const { structuredContent, content, isError } = await served.client.callTool(execute(OVER_ALL));
    expect([isError, (structuredContent as { error?: unknown }).error]).toEqual([undefined, undefined]);
    expect(structuredContent).toMatchObject({ ok: true, value: VALUE });
    expect((content as { type: string }[]).map(({ type }) => type)).toEqual(["text", "image"]);
  });

  it("passes on what a server refuses", async () => {
    const result = await served.client.callTool(
      execute('return tools.files.read_text_file({ path: "/etc/hostname" })'),
    );
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      error: { kind: "ToolFailure", message: expect.stringContaining("denied") },
    });
  });

  it("reports progress and is cancelled down to the server", async () => {
    const controller = new AbortController();
    const seen: (string | undefined)[] = [];
    const call = served.client.callTool(
      execute('return tools.everything["trigger-long-running-operation"]({ duration: 60, steps: 60 })'),
      { signal: controller.signal, onprogress: ({ message }) => void seen.push(message) },
    );
    await until(() => seen.length > 0);
    expect(seen[0]).toBe("everything.trigger-long-running-operation started (1 running, 0 ended)");
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect((await served.client.callTool(execute("return 1"))).structuredContent).toMatchObject({ value: 1 });
  });

  it("writes nothing but the protocol on standard output, and says nothing when all is well", () => {
    expect(served.said()).toBe("");
  });
});

describe("the life of codemode mcp", () => {
  it("ends with its client, and every server with it", async () => {
    const { client, transport } = await stdioClient("--config", "mcp.json");
    const pid = transport.pid!;
    await until(() => processesNaming(folder).length >= 4);
    await client.close();
    await until(() => !isAlive(pid) && processesNaming(folder).length === 0);
  });

  it("serves without a server that cannot be started, and says so", async () => {
    const config = join(folder, "partial.json");
    const servers = { files: nodeServer(serverEntry("filesystem"), folder), gone: { command: "no-such-command-here" } };
    writeFileSync(config, JSON.stringify({ mcpServers: servers }));
    const { client, said } = await stdioClient("--config", config);
    expect((await client.callTool(execute("return Object.keys(tools)"))).structuredContent).toMatchObject({
      value: ["files"],
    });
    expect(said()).toBe(
      'codemode: MCP server "gone": the command "no-such-command-here" was not found; serving without it\n',
    );
    await client.close();
  });

  it("offers search when the catalog does not fit", async () => {
    const { client } = await stdioClient("--config", "mcp.json", "--budget", "300", "--instructions", "tool");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["execute", "search"]);
    expect(tools[0].description).toContain("PARTIAL: ");
    expect(client.getInstructions()).toBe(undefined);
    const found = await client.callTool({ name: "search", arguments: { query: "read a text file" } });
    expect(found.structuredContent).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ path: "tools.files.read_text_file" })]),
    });
    await client.close();
  });

  it("tells of tools that a server adds while it runs", async () => {
    writeFileSync(join(folder, "scripted.json"), JSON.stringify({ mcpServers: { s: scriptedServer() } }));
    const { client } = await stdioClient("--config", "scripted.json");
    let told = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      told++;
    });
    const before = (await client.callTool(execute("return Object.keys(tools.s)"))).structuredContent as {
      value: string[];
    };
    await client.callTool(execute('return tools.s["add-tool"]()'));
    await until(() => told > 0);
    const after = (await client.callTool(execute("return Object.keys(tools.s)"))).structuredContent as {
      value: string[];
    };
    expect(after.value.length).toBeGreaterThan(before.value.length);
    await client.close();
  });

  it.each([
    [["mcp"], "codemode: mcp needs servers: give --config FILE (see codemode mcp --help)\n"],
    [["mcp", "--config", "no.json"], "codemode: Cannot read no.json: there is no such file\n"],
    [
      ["mcp", "--config", "x", "--http", "far:away"],
      'codemode: --http must be [HOST:]PORT with a port of 0 to 65535, got "far:away" (see codemode mcp --help)\n',
    ],
    [
      ["mcp", "--config", "x", "--instructions", "both"],
      'codemode: --instructions must be server or tool, got "both" (see codemode mcp --help)\n',
    ],
  ])("refuses %j", async (words, err) => {
    expect(await codemode(words, { cwd: folder })).toEqual({ code: 2, out: "", err });
  });
});

describe("codemode mcp over streamable HTTP", () => {
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    rmSync(join(folder, "m.jsonl"), { force: true });
    child = spawn(process.execPath, [CLI, "mcp", "--config", "mcp.json", "--http", "0"], {
      cwd: folder,
      stdio: "pipe",
    });
    let said = "";
    child.stderr!.on("data", (chunk) => {
      said += chunk;
    });
    await until(() => said.includes("serving at"), 15_000);
    url = /serving at (\S+)/.exec(said)![1];
  });

  const connected = async (mode: "legacy" | "auto") => {
    const client = new Client({ name: "test", version: "1" }, mode === "auto" ? { versionNegotiation: { mode } } : {});
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return client;
  };

  it.each(["legacy", "auto"] as const)("serves clients of both protocol eras: %s", async (mode) => {
    rmSync(join(folder, "m.jsonl"), { force: true });
    const client = await connected(mode);
    expect(client.getInstructions()).toContain("tools.files.read_text_file(");
    expect((await client.callTool(execute(OVER_ALL))).structuredContent).toMatchObject({ ok: true, value: VALUE });
    await client.close();
  });

  it("serves many clients at once, each its own answers", async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => connected("legacy")));
    const values = await Promise.all(
      clients.map((client, index) => client.callTool(execute(`return tools.everything.echo({ message: "${index}" })`))),
    );
    expect(values.map(({ structuredContent }) => (structuredContent as { value: unknown }).value)).toEqual(
      clients.map((_, index) => `Echo: ${index}`),
    );
    await Promise.all(clients.map((client) => client.close()));
  });

  it("answers other paths and other hosts with a refusal", async () => {
    expect((await fetch(new URL("/other", url))).status).toBe(404);
    const response = await fetch(url, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(403);
  });

  it("ends in order at a signal", async () => {
    const ended = new Promise<number | null>((done) => child.on("close", done));
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(processesNaming(folder)).toEqual([]);
    expect(readFileSync(join(folder, "m.jsonl"), "utf8")).toContain('"name":"a"');
  });
});
