import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  Mcp,
  type McpConnection,
  type McpConnectOptions,
  type McpEvent,
  type SourceFailure,
} from "../../../../catalog/sources/mcp/index.js";
import { fakeContext, invoke, isAlive, scriptedServer, until } from "../../../support/mcp-servers.js";

/** Runs with a connected scripted server and leaves nothing behind. */
async function withServer(
  mode: string,
  body: (connection: McpConnection, events: McpEvent[]) => Promise<void>,
  options: Partial<McpConnectOptions> = {},
): Promise<void> {
  const events: McpEvent[] = [];
  const connected = await Mcp.connect({
    mcpServers: { s: scriptedServer(mode) },
    onEvent: (event) => events.push(event),
    ...options,
  });
  const connection = connected._unsafeUnwrap();
  try {
    await body(connection, events);
  } finally {
    const pids = connection.servers.map(({ pid }) => pid);
    await connection.close();
    for (const pid of pids) if (pid !== undefined) expect(isAlive(pid)).toBe(false);
  }
}

const call = (connection: McpConnection, tool: string, input: unknown = {}, context = fakeContext().context) =>
  invoke(connection.tools, ["s", tool], input, context);

describe("servers that cannot be connected", () => {
  const rows: [title: string, server: object, kind: string, message: string | RegExp][] = [
    [
      "unknown command",
      { command: "no-such-command-4711" },
      "CommandNotFound",
      'MCP server "s": the command "no-such-command-4711" was not found',
    ],
    [
      "no permission",
      { command: "/" },
      "CommandFailed",
      'MCP server "s": the command "/" could not be started (EACCES)',
    ],
    [
      "no directory",
      { command: "node", cwd: "no-such-folder" },
      "CommandFailed",
      /^MCP server "s": the command "node" could not be started \(the working directory .*no-such-folder does not exist\)$/,
    ],
    [
      "exits at once",
      scriptedServer("exit"),
      "ServerExited",
      'MCP server "s" exited before the handshake was complete (exit code 3)',
    ],
    [
      "never answers",
      scriptedServer("deaf"),
      "HandshakeTimeout",
      'MCP server "s" did not complete the handshake within 400 ms',
    ],
    ["refuses", scriptedServer("refuse"), "HandshakeFailed", 'MCP server "s" failed the handshake: no more seats'],
    [
      "lists nonsense",
      scriptedServer("bad-list"),
      "ListFailed",
      /^MCP server "s" did not list its tools: Invalid result for tools\/list/,
    ],
    ["lists for ever", scriptedServer("endless"), "ListEndless", /^MCP server "s" never ends its list of tools: /],
    [
      "no such host",
      { url: "http://127.0.0.1:9/mcp" },
      "Unreachable",
      /^MCP server "s" cannot be reached at http:\/\/127\.0\.0\.1:9\/mcp: /,
    ],
    [
      "bad configuration",
      { command: 4 },
      "ConfigShape",
      "connect: mcpServers.s.command must be a string, got a number",
    ],
  ];
  it.each(rows)("%s", async (_title, server, kind, message) => {
    const connected = await Mcp.connect({
      mcpServers: { s: server },
      handshakeTimeoutMs: kind === "HandshakeTimeout" ? 400 : 5_000,
    });
    const error = connected._unsafeUnwrapErr();
    expect(error.kind).toBe(kind);
    if (typeof message === "string") expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    expect(error.message).not.toContain("secret");
    if (kind === "ServerExited") expect(error.output).toBe("scripted server, mode exit, secret none\n");
  });

  it("closes the others before it errs, and leaves no process", async () => {
    const marker = `marker-${process.pid}-${Date.now()}`;
    const connected = await Mcp.connect({
      mcpServers: {
        good: { command: process.execPath, args: [...scriptedServer().args, marker] },
        bad: { command: process.execPath, args: [...scriptedServer("exit").args, marker] },
        deaf: { command: process.execPath, args: [...scriptedServer("deaf").args, marker] },
      },
      handshakeTimeoutMs: 500,
    });
    expect(connected._unsafeUnwrapErr().kind).toBe("ServerExited");
    expect(await processesWith(marker)).toEqual([]);
  });

  it("goes on without them when asked to", async () => {
    const connected = await Mcp.connect({
      mcpServers: { s: scriptedServer(), bad: scriptedServer("exit") },
      onServerError: "skip",
    });
    await using connection = connected._unsafeUnwrap();
    expect(Object.keys(connection.tools)).toEqual(["s"]);
    expect(connection.servers.map(({ name, state }) => [name, state])).toEqual([
      ["s", "ready"],
      ["bad", "failed"],
    ]);
    expect(connection.servers[1].error?.kind).toBe("ServerExited");
    expect(await call(connection, "echo", { a: 1 })).toBe('{"a":1}');
  });
});

describe("calls that go wrong", () => {
  const rows: [tool: string, error: Record<string, unknown>][] = [
    [
      "crash",
      { name: "SourceFailure", message: 'MCP server "s" went away while "crash" was running (signal SIGKILL)' },
    ],
    [
      "exit",
      {
        name: "SourceFailure",
        message: 'MCP server "s" went away while "exit" was running (exit code 7)',
        error: expect.objectContaining({ output: "scripted server, mode normal, secret none\nabout to leave\n" }),
      },
    ],
    ["silent", { name: "SourceFailure", message: 'MCP server "s" did not answer "silent" within 300 ms' }],
    [
      "broken-json",
      {
        name: "SourceFailure",
        message:
          'MCP server "s" answered "broken-json" with a malformed reply: the server\'s reply is not a JSON-RPC response',
      },
    ],
    [
      "broken-reply",
      {
        name: "SourceFailure",
        message:
          'MCP server "s" answered "broken-reply" with a malformed reply: the server\'s reply is not a JSON-RPC response',
      },
    ],
    ["broken-result", { name: "SourceFailure", error: expect.objectContaining({ kind: "MalformedReply" }) }],
    ["broken-block", { name: "SourceFailure", error: expect.objectContaining({ kind: "MalformedReply" }) }],
    ["refuse", { name: "ToolError", message: "Invalid arguments: path is required" }],
    ["fail", { name: "SourceFailure", message: 'MCP server "s" could not run "fail": database password is hunter2' }],
    ["error-result", { name: "ToolError", message: "first line\nsecond line" }],
  ];
  it.each(rows)("%s", async (tool, error) => {
    await withServer(
      "normal",
      async (connection) => {
        await expect(call(connection, tool)).rejects.toMatchObject(error);
        // Whatever happened, the next call works: on the same server or on a new one.
        expect(await call(connection, "echo", { next: true })).toBe('{"next":true}');
      },
      { callTimeoutMs: 300 },
    );
  });

  it("rejects every call that was under way when the server died, and restarts once for all that follow", async () => {
    await withServer("normal", async (connection, events) => {
      const slow = Array.from({ length: 10 }, () => call(connection, "slow", { ms: 5_000 }));
      const all = Promise.allSettled([...slow, call(connection, "crash")]);
      expect((await all).map((one) => one.status)).toEqual(Array(11).fill("rejected"));
      const after = await Promise.all(Array.from({ length: 10 }, (_, i) => call(connection, "echo", { i })));
      expect(after[9]).toBe('{"i":9}');
      expect(events.filter((event) => event.type === "server-ready").length).toBe(2);
    });
  });

  it("stops restarting a server that keeps dying", async () => {
    await withServer(
      "normal",
      async (connection) => {
        for (let round = 0; round < 3; round++) {
          await expect(call(connection, "crash")).rejects.toMatchObject({ error: { kind: "ServerDied" } });
        }
        await expect(call(connection, "echo")).rejects.toMatchObject({
          message: 'MCP server "s" went away too often and is not started again (2 restarts within 60000 ms)',
        });
        expect(connection.servers[0].state).toBe("exhausted");
      },
      { maxRestarts: 2 },
    );
  });

  it("tells the server about a cancelled call", async () => {
    await withServer("normal", async (connection) => {
      const controller = new AbortController();
      const pending = call(connection, "silent", {}, fakeContext(controller.signal).context);
      await new Promise((done) => setTimeout(done, 30));
      controller.abort(new DOMException("stop", "AbortError"));
      await expect(pending).rejects.toMatchObject({ name: "AbortError", message: "stop" });
      const { cancelled } = (await call(connection, "cancelled")) as { cancelled: number[] };
      expect(cancelled.length).toBe(1);
      await expect(call(connection, "echo", {}, fakeContext(controller.signal).context)).rejects.toThrow("stop");
    });
  });

  it("keeps what a server writes on standard error bounded", async () => {
    await withServer("normal", async (connection) => {
      await call(connection, "flood");
      const failure = await call(connection, "crash").catch((error) => error as SourceFailure);
      expect((failure as SourceFailure).error.output).toBe("x".repeat(8_192));
    });
  });

  it("does not hold a server to its output schema", async () => {
    await withServer("normal", async (connection) => {
      expect(await call(connection, "no-structured")).toBe("only text");
    });
  });

  it("survives what is no message on standard output, and reports it", async () => {
    await withServer("normal", async (connection, events) => {
      expect(await call(connection, "noise")).toBe("after the noise");
      const stray = events.flatMap((event) => (event.type === "server-error" ? [event.error.message] : []));
      expect(stray).toEqual([
        'MCP server "s" sent something out of place: not a JSON-RPC message: a log line',
        'MCP server "s" sent something out of place: not a JSON-RPC message: []',
        'MCP server "s" sent something out of place: not a JSON-RPC message: { not json',
      ]);
    });
  });

  it("reports progress with the call's id", async () => {
    await withServer("normal", async (connection, events) => {
      await call(connection, "progress");
      const progress = events.filter((event) => event.type === "progress");
      expect(progress).toEqual(
        [1, 2, 3].map((step) => ({
          type: "progress",
          server: "s",
          tool: "progress",
          callId: 0,
          progress: step,
          total: 3,
          message: `step ${step}`,
        })),
      );
    });
  });
});

describe("lists", () => {
  it("follows the pages", async () => {
    await withServer("pages", async (connection) => {
      expect(Object.keys(connection.tools.s).length).toBe(20);
    });
  });

  it("is empty for a server without tools", async () => {
    await withServer("toolless", async (connection) => {
      expect(Object.keys(connection.tools.s)).toEqual([]);
    });
  });

  it("lists again when the list changed right after the handshake", async () => {
    await withServer("changing", async (connection, events) => {
      await until(() => "added" in connection.tools.s);
      expect(events.filter((event) => event.type === "tools-changed").length).toBe(1);
    });
  });

  it("lists again when a call changed the list, and the old tree stays as it was", async () => {
    await withServer("normal", async (connection) => {
      const before = connection.tools;
      await call(connection, "add-tool");
      await until(() => "added" in connection.tools.s);
      expect("added" in before.s).toBe(false);
      expect(await invoke(before, ["s", "echo"], { still: 1 })).toBe('{"still":1}');
    });
  });

  it("names what it leaves out", async () => {
    await withServer("normal", async (connection) => {
      expect(connection.skipped.map(({ tool }) => tool)).toEqual(["bad..name", "echo", "task"]);
    });
  });
});

describe("the environment of a server", () => {
  it("holds what is configured and a small safe set", async () => {
    const env = { PATH: process.env.PATH, HOME: "/home/ada", API_SECRET: "not for servers", SHARED: "yes" };
    const server = scriptedServer("normal");
    await withServer(
      "normal",
      async (connection) => {
        const seen = (await call(connection, "env")) as Record<string, string>;
        expect(seen).toMatchObject({ HOME: "/home/ada", GIVEN: "yes" });
        expect(Object.keys(seen)).not.toContain("API_SECRET");
      },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a configuration's placeholder
      { env, mcpServers: { s: { ...server, env: { GIVEN: "${SHARED}" } } } },
    );
  });
});

describe("nothing is left running", () => {
  it("ends what the server started, too", async () => {
    let grandchild = 0;
    await withServer("normal", async (connection) => {
      grandchild = Number(await call(connection, "grandchild"));
      expect(isAlive(grandchild)).toBe(true);
    });
    expect(isAlive(grandchild)).toBe(false);
  });

  it("ends connecting at the signal", async () => {
    const marker = `marker-${process.pid}-signal`;
    const controller = new AbortController();
    const deaf = { command: process.execPath, args: [...scriptedServer("deaf").args, marker] };
    const connecting = Mcp.connect({ mcpServers: { s: deaf }, signal: controller.signal, onServerError: "skip" });
    setTimeout(() => controller.abort(), 200);
    const started = Date.now();
    expect((await connecting)._unsafeUnwrapErr()).toMatchObject({
      kind: "Closed",
      message: 'The connection to MCP server "s" was closed by the host',
    });
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(await processesWith(marker)).toEqual([]);
    const late = await Mcp.connect({ mcpServers: { s: deaf }, signal: AbortSignal.abort() });
    expect(late._unsafeUnwrapErr().kind).toBe("Closed");
  });

  it("ends what a crashed server had started", async () => {
    await withServer("normal", async (connection) => {
      const grandchild = Number(await call(connection, "grandchild"));
      await expect(call(connection, "crash")).rejects.toThrow();
      await until(() => !isAlive(grandchild));
    });
  });

  it("rejects calls under way when the host closes, and later ones", async () => {
    await withServer("normal", async (connection) => {
      const pending = call(connection, "silent").catch((error) => error);
      await new Promise((done) => setTimeout(done, 20));
      await Promise.all([connection.close(), connection.close()]);
      expect(await pending).toMatchObject({ message: 'The connection to MCP server "s" was closed by the host' });
      await expect(call(connection, "echo")).rejects.toMatchObject({ error: { kind: "Closed" } });
    });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP", "exit", "throw"] as const)("when this process ends by %s", async (how) => {
    const marker = `marker-${process.pid}-${how}`;
    const host = new URL("../../../support/mcp-host.ts", import.meta.url).pathname;
    const { build } = await import("esbuild");
    const built = await build({
      entryPoints: [host],
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      packages: "external",
    });
    const args = [...scriptedServer("deaf").args.slice(0, 1), "normal", marker];
    const child = spawn(process.execPath, ["--input-type=module", "-", how, JSON.stringify(args)], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    child.stdin.end(built.outputFiles[0].text);
    const ended = new Promise<[number | null, NodeJS.Signals | null]>((done) =>
      child.once("exit", (code, signal) => done([code, signal])),
    );
    await new Promise<void>((ready) => child.stdout.once("data", () => ready()));
    expect((await processesWith(marker)).length).toBeGreaterThanOrEqual(1);
    if (how.startsWith("SIG")) child.kill(how as NodeJS.Signals);
    else child.kill("SIGUSR2");
    const [code, signal] = await ended;
    if (how.startsWith("SIG")) expect(signal).toBe(how);
    else expect(code).toBe(how === "exit" ? 0 : 1);
    await waitForNone(marker);
  });
});

/** Ids of running processes whose command line holds a text, this one's children included. */
async function processesWith(text: string): Promise<string[]> {
  const { execFile } = await import("node:child_process");
  const listing = await new Promise<string>((done) =>
    execFile("ps", ["-eo", "pid=,stat=,args="], { maxBuffer: 1 << 26 }, (_error, out) => done(out)),
  );
  return listing
    .split("\n")
    .filter((line) => line.includes(text) && line.includes("scripted-mcp-server.mjs") && !line.includes("--input-type"))
    .filter((line) => !/^\s*\d+\s+Z/.test(line));
}

async function waitForNone(text: string): Promise<void> {
  for (let round = 0; round < 100; round++) {
    if ((await processesWith(text)).length === 0) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  expect(await processesWith(text)).toEqual([]);
}
