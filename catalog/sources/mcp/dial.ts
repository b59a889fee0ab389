/**
 * Opens one connection to one configured server: transport, client, handshake.
 *
 * The only place that imports the optional peer `@modelcontextprotocol/client`, and only when a
 * server is dialled. Invariant: a failed dial leaves no process and no socket behind, and its
 * error says which of the ways to fail it was. After it: server.ts keeps the link in use.
 */

import { oneLine, SourceFailure, sourceError } from "../errors.js";
import { MAX_LIST_PAGES, type McpClient, type McpSessionHooks, openSession } from "./client.js";
import type { McpServerConfig, StdioServerConfig } from "./config.js";
import { httpStatus, isConnectionEnd } from "./sdk-errors.js";
import type { Link } from "./server.js";

export interface DialOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly handshakeTimeoutMs: number;
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd?: string;
  readonly fetch?: typeof fetch;
}

/** A transport with what is known about the process or socket under it. */
interface Line {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's own transports are passed back to the SDK as they are
  readonly transport: any;
  pid(): number | undefined;
  ended(): string | undefined;
  output(): string;
  close(): Promise<void>;
}

type ClientPackage = typeof import("@modelcontextprotocol/client");

async function loadClientPackage(): Promise<ClientPackage> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    throw new SourceFailure(sourceError("ClientMissing", {}, { cause }));
  }
}

async function childLine(config: StdioServerConfig, options: DialOptions): Promise<Line> {
  if (globalThis.process?.platform === "win32") return windowsLine(config, options);
  const { ChildTransport } = await import("./child-process.js");
  const transport = new ChildTransport(config, { env: options.env, cwd: options.cwd });
  return {
    transport,
    pid: () => transport.pid,
    ended: () => transport.ended(),
    output: () => transport.output(),
    close: () => transport.close(),
  };
}

/** Windows has no process groups, and `npx` is a batch file there: the SDK's own transport knows how to start it. */
async function windowsLine(config: StdioServerConfig, options: DialOptions): Promise<Line> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = new StdioClientTransport({
    command: config.command,
    args: [...config.args],
    env: { ...config.env },
    cwd: config.cwd ?? options.cwd,
    stderr: "pipe",
  });
  let output = "";
  transport.stderr?.on("data", (chunk: { toString(): string }) => {
    output = (output + chunk.toString()).slice(-8_192);
  });
  return {
    transport,
    pid: () => transport.pid ?? undefined,
    ended: () => undefined,
    output: () => output,
    close: () => transport.close(),
  };
}

function httpLine(sdk: ClientPackage, config: McpServerConfig & { url: string }, options: DialOptions): Line {
  const { headers } = config as { headers: { readonly [name: string]: string } };
  const settings = { requestInit: { headers: { ...headers } }, ...(options.fetch && { fetch: options.fetch }) };
  const url = new URL(config.url);
  const isOld = config.transport === "sse";
  const transport = isOld
    ? new sdk.SSEClientTransport(url, settings)
    : new sdk.StreamableHTTPClientTransport(url, settings);
  return {
    transport,
    pid: () => undefined,
    ended: () => undefined,
    output: () => "",
    async close() {
      // A server keeps a session until told otherwise; one that cannot be told is left to its own timeout.
      if ("terminateSession" in transport) await within(transport.terminateSession(), 1_000).catch(() => {});
      await transport.close();
    },
  };
}

function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Dials one server. Rejects with a {@link SourceFailure}, also when `closing` aborts; nothing is left
 * running then.
 */
export async function dial(
  config: McpServerConfig,
  hooks: McpSessionHooks,
  closing: AbortSignal,
  options: DialOptions,
): Promise<Link> {
  const sdk = await loadClientPackage();
  const isHttp = config.transport !== "stdio";
  const line = config.transport === "stdio" ? await childLine(config, options) : httpLine(sdk, config, options);
  const client = new sdk.Client(options.clientInfo, {
    // A server may change its tools as soon as it is initialised; this also opens the subscription
    // that the revision of 2026 needs for the notification.
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => hooks.listChanged() } },
    listMaxPages: MAX_LIST_PAGES,
  });
  // The SDK's declarations of the v2 client hold more than is used.
  const session = openSession(client as McpClient, hooks, { sdk: "v2", trustOutputs: true });
  let isLate = false;
  let endEarly = (): void => {};
  const handshake = client.connect(line.transport, { timeout: options.handshakeTimeoutMs + 1_000 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => {
      isLate = true;
      failed(new Error("timeout"));
    }, options.handshakeTimeoutMs);
    endEarly = () => failed(closing.reason);
    closing.addEventListener("abort", endEarly, { once: true });
    if (closing.aborted) endEarly();
  });
  try {
    await Promise.race([handshake, late]);
  } catch (cause) {
    handshake.catch(() => {});
    session.detach();
    await line.close();
    if (closing.aborted) throw new SourceFailure(sourceError("Closed", { server: config.name }));
    throw new SourceFailure(dialError(config, line, isLate, options.handshakeTimeoutMs, cause));
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", endEarly);
  }
  return {
    session,
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
    pid: line.pid(),
    isHttp,
    ended: line.ended,
    output: line.output,
    async close() {
      session.detach();
      await line.close();
      await client.close();
    },
  };
}

function dialError(config: McpServerConfig, line: Line, isLate: boolean, waitedMs: number, cause: unknown) {
  const server = config.name;
  const beside = { output: line.output(), cause };
  const code = String((cause as { code?: unknown } | null)?.code ?? "");
  if (isLate) return sourceError("HandshakeTimeout", { server, waitedMs }, beside);
  if (config.transport === "stdio") {
    const target = config.command;
    if (code === "ENOENT") return sourceError("CommandNotFound", { server, target }, beside);
    if (line.pid() === undefined) {
      const detail = /^E[A-Z]+$/.test(code) ? code : oneLine(cause);
      return sourceError("CommandFailed", { server, target, detail }, beside);
    }
    const end = line.ended();
    if (end !== undefined && isConnectionEnd(cause))
      return sourceError("ServerExited", { server, detail: end }, beside);
    return sourceError("HandshakeFailed", { server, detail: oneLine(cause) }, beside);
  }
  const target = config.url;
  const status = httpStatus(cause);
  if (status === 401 || status === 403 || (cause as Error)?.name === "UnauthorizedError") {
    return sourceError("Unauthorized", { server, target, detail: String(status ?? 401) }, beside);
  }
  if (cause instanceof TypeError) {
    const reason = (cause as { cause?: { code?: unknown } }).cause;
    return sourceError(
      "Unreachable",
      { server, target, detail: String(reason?.code ?? oneLine(reason ?? cause)) },
      beside,
    );
  }
  return sourceError("HandshakeFailed", { server, detail: oneLine(cause) }, beside);
}
