import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Mcp, type McpConnection, type McpEvent } from "../../../../catalog/sources/mcp/index.js";
import { fakeContext, invoke, isAlive, nodeServer, serverEntry } from "../../../support/mcp-servers.js";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let folder: string;
let connection: McpConnection;
const events: McpEvent[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "codemode-mcp-"));
  await writeFile(join(folder, "a.txt"), "alpha\n");
  await writeFile(join(folder, "dot.png"), Buffer.from(PNG, "base64"));
  const connected = await Mcp.connect({
    mcpServers: {
      everything: nodeServer(serverEntry("everything")),
      files: nodeServer(serverEntry("filesystem"), folder),
      memory: { ...nodeServer(serverEntry("memory")), env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } },
    },
    onEvent: (event) => events.push(event),
  });
  connection = connected._unsafeUnwrap();
});

afterAll(async () => {
  const pids = connection.servers.map((server) => server.pid!);
  expect(pids.map(isAlive)).toEqual([true, true, true]);
  await connection.close();
  expect(pids.map(isAlive)).toEqual([false, false, false]);
  expect(connection.servers.map((server) => server.state)).toEqual(["closed", "closed", "closed"]);
  await rm(folder, { recursive: true });
});

describe("everything, filesystem and memory over stdio", () => {
  it("lists one namespace a server", () => {
    expect(Object.keys(connection.tools)).toEqual(["everything", "files", "memory"]);
    const counts = connection.servers.map(({ name, state, tools }) => [name, state, tools]);
    expect(counts).toEqual([
      ["everything", "ready", 12],
      ["files", "ready", 14],
      ["memory", "ready", 9],
    ]);
    expect(connection.servers[0].serverInfo).toMatchObject({ name: "mcp-servers/everything", version: "2.0.0" });
    expect(connection.servers[0].instructions).toMatch(/^# Everything Server/);
    expect(connection.skipped).toEqual([
      {
        server: "everything",
        tool: "simulate-research-query",
        reason: 'it runs only as a task (execution.taskSupport is "required"), and tasks are not supported',
      },
    ]);
  });

  it("keeps schemas and annotations", () => {
    const read = (connection.tools.files as Record<string, unknown>).read_text_file;
    expect(read).toMatchObject({
      description: expect.stringMatching(/^Read the complete contents of a file/),
      input: { type: "object", required: ["path"] },
      output: { type: "object", required: ["content"] },
      annotations: { readOnlyHint: true },
    });
  });

  it("calls each of them", async () => {
    const { tools } = connection;
    expect(await invoke(tools, ["everything", "get-sum"], { a: 2, b: 40 })).toBe("The sum of 2 and 40 is 42.");
    expect(await invoke(tools, ["files", "read_text_file"], { path: join(folder, "a.txt") })).toEqual({
      content: "alpha\n",
    });
    const entities = [{ name: "Ada", entityType: "person", observations: ["wrote programs"] }];
    expect(await invoke(tools, ["memory", "create_entities"], { entities })).toEqual({ entities });
    expect(await invoke(tools, ["memory", "search_nodes"], { query: "Ada" })).toEqual({ entities, relations: [] });
    await invoke(tools, ["files", "write_file"], { path: join(folder, "b.txt"), content: "beta" });
    expect(await readFile(join(folder, "b.txt"), "utf8")).toBe("beta");
  });

  it("turns an error reply into a ToolError with the server's words", async () => {
    const { tools } = connection;
    await expect(invoke(tools, ["files", "read_text_file"], { path: "/etc/hostname" })).rejects.toMatchObject({
      name: "ToolError",
      message: expect.stringMatching(/^Access denied - path outside allowed directories: \/etc\/hostname not in /),
    });
    await expect(invoke(tools, ["everything", "echo"], {})).rejects.toMatchObject({
      name: "ToolError",
      message: expect.stringMatching(/Invalid arguments for tool echo/),
    });
  });

  it("attaches images", async () => {
    const { context, attached } = fakeContext();
    expect(await invoke(connection.tools, ["everything", "get-tiny-image"], {}, context)).toEqual([
      "Here's the image you requested:",
      "The image above is the MCP logo.",
    ]);
    await invoke(connection.tools, ["files", "read_media_file"], { path: join(folder, "dot.png") }, context);
    expect(attached.map(({ mediaType }) => mediaType)).toEqual(["image/png", "image/png"]);
    expect(attached[1].data).toBe(PNG);
  });

  it("runs 50 calls at once", async () => {
    const calls = Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0
        ? invoke(connection.tools, ["everything", "echo"], { message: `${i}` })
        : invoke(connection.tools, ["files", "read_text_file"], { path: join(folder, "a.txt") }),
    );
    const replies = await Promise.all(calls);
    expect(replies).toEqual(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? `Echo: ${i}` : { content: "alpha\n" })),
    );
  });

  it("reports progress", async () => {
    events.length = 0;
    await invoke(connection.tools, ["everything", "trigger-long-running-operation"], { duration: 0.2, steps: 2 });
    const progress = events.filter((event) => event.type === "progress");
    expect(progress[0]).toEqual({
      type: "progress",
      server: "everything",
      tool: "trigger-long-running-operation",
      callId: 0,
      progress: 1,
      total: 2,
    });
  });

  it("cancels at the signal, with its reason", async () => {
    const controller = new AbortController();
    const { context } = fakeContext(controller.signal);
    const call = invoke(
      connection.tools,
      ["everything", "trigger-long-running-operation"],
      { duration: 20, steps: 2 },
      context,
    );
    setTimeout(() => controller.abort(new Error("enough")), 50);
    const started = Date.now();
    await expect(call).rejects.toThrow("enough");
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  it("rejects clearly when the server is killed in mid-call, and starts it again", async () => {
    const before = connection.servers[0];
    const call = invoke(connection.tools, ["everything", "trigger-long-running-operation"], { duration: 20, steps: 2 });
    setTimeout(() => process.kill(before.pid!, "SIGKILL"), 100);
    await expect(call).rejects.toMatchObject({
      name: "SourceFailure",
      message: 'MCP server "everything" went away while "trigger-long-running-operation" was running (signal SIGKILL)',
      error: { kind: "ServerDied", output: expect.stringMatching(/Starting default \(STDIO\) server/) },
    });
    expect(isAlive(before.pid!)).toBe(false);
    expect(connection.servers[0].state).toBe("lost");
    expect(await invoke(connection.tools, ["everything", "echo"], { message: "again" })).toBe("Echo: again");
    expect(connection.servers[0]).toMatchObject({ state: "ready", restarts: 1 });
    expect(connection.servers[0].pid).not.toBe(before.pid);
  });
});
