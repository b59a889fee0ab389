/**
 * Configured servers, or one client the host already has -> a connection with a tool tree.
 *
 * Owns what a host holds: the tree (one namespace a server), the state of each server, and the
 * end of it all. Invariants: when connecting fails, everything that was opened is closed before
 * the error is returned; `close` may be called any number of times, at any time, and nothing is
 * running when it resolves. Before it: config.ts. After it: the host gives `tools` to a runtime.
 */
import { errAsync, ResultAsync } from "neverthrow";
import type { ToolTree } from "../../tool.js";
import { oneLine, type SourceError, SourceFailure, sourceError } from "../errors.js";
import type { Skipped } from "../source.js";
import { type McpClient, type McpSdk, openSession } from "./client.js";
import { type McpServerConfig, parseConfig } from "./config.js";
import { dial } from "./dial.js";
import { type McpEvent, McpServer, type ServerOptions, type ServerState } from "./server.js";
import type { McpToolName } from "./tools.js";

export interface McpConnectOptions {
  /** Servers by name, as in a configuration file; variables are expanded. Give this or `servers`. */
  readonly mcpServers?: { readonly [name: string]: object };
  /** Servers already parsed (`parseConfig`). */
  readonly servers?: readonly McpServerConfig[];
  /** For `${VAR}` and for the variables that servers inherit. Default: this process's environment. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Where servers run unless their configuration says otherwise. */
  readonly cwd?: string;
  readonly onEvent?: (event: McpEvent) => void;
  /** Milliseconds that a call may take without progress. Default: no limit but the execution's own. */
  readonly callTimeoutMs?: number;
  /** Milliseconds for starting a server and its handshake. Default 30,000. */
  readonly handshakeTimeoutMs?: number;
  /** What a server that cannot be connected means: the whole connection fails, or its tools are missing. Default "fail". */
  readonly onServerError?: "fail" | "skip";
  /** How often a server that went away is started again, within one minute. Default 3. */
  readonly maxRestarts?: number;
  /** Ends connecting, and all that was started for it; without meaning once connected. */
  readonly signal?: AbortSignal;
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** For HTTP servers. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** One server as it is now. */
export interface McpServerStatus {
  readonly name: string;
  readonly state: ServerState | "failed";
  readonly transport: McpServerConfig["transport"] | "client";
  readonly tools: number;
  readonly restarts: number;
  readonly pid?: number;
  readonly serverInfo?: { readonly name?: string; readonly version?: string };
  readonly instructions?: string;
  /** Why it failed. */
  readonly error?: SourceError;
}

/** Connected servers. */
export interface McpConnection extends AsyncDisposable {
  /** One namespace a server, as of now: a new tree after a `tools-changed` event. */
  readonly tools: ToolTree;
  readonly servers: readonly McpServerStatus[];
  /** Listed tools that cannot be used, each with its reason. */
  readonly skipped: readonly Skipped<McpToolName>[];
  /** Ends every server and connection. Resolves when nothing is left running; never fails. */
  close(): Promise<void>;
}

const DEFAULT_HANDSHAKE_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;
const CLIENT_INFO = { name: "codemode-vm", version: "0.1.0" };

/** An observer's failure must not become a failure of the call it watches. */
function guarded(onEvent: ((event: McpEvent) => void) | undefined): (event: McpEvent) => void {
  return (event) => {
    try {
      onEvent?.(event);
    } catch {
      // The host's own defect; there is nobody to tell but the host.
    }
  };
}

interface Entry {
  readonly server: McpServer;
  readonly transport: McpServerStatus["transport"];
  readonly error?: SourceError;
}

class Connection implements McpConnection {
  constructor(
    private readonly entries: readonly Entry[],
    /** Absent: the only server's tools are the tree itself. */
    private readonly hasNamespaces: boolean,
  ) {}

  get tools(): ToolTree {
    if (!this.hasNamespaces) return this.entries[0].server.source.tools;
    const tree: { [name: string]: ToolTree } = Object.create(null);
    for (const { server, error } of this.entries) {
      if (error === undefined) tree[server.name] = server.source.tools;
    }
    return tree;
  }

  get servers(): readonly McpServerStatus[] {
    return this.entries.map(({ server, transport, error }) => ({
      name: server.name,
      state: error === undefined ? server.state : "failed",
      transport,
      tools: Object.keys(server.source.tools).length,
      restarts: server.restarts,
      ...(server.link?.pid === undefined ? {} : { pid: server.link.pid }),
      ...(server.link?.serverInfo === undefined ? {} : { serverInfo: server.link.serverInfo }),
      ...(server.link?.instructions === undefined ? {} : { instructions: server.link.instructions }),
      ...(error === undefined ? {} : { error }),
    }));
  }

  get skipped(): readonly Skipped<McpToolName>[] {
    return this.entries.flatMap(({ server }) => server.source.skipped);
  }

  async close(): Promise<void> {
    await Promise.all(this.entries.map(({ server }) => server.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function processEnv(): { readonly [name: string]: string | undefined } {
  return typeof process === "object" ? process.env : {};
}

/**
 * Connects the configured servers, all at once. Errs with the error of the first one (in the
 * configuration's order) that cannot be connected, after the others have been closed.
 */
export function connect(options: McpConnectOptions): ResultAsync<McpConnection, SourceError> {
  const env = options.env ?? processEnv();
  let configs = options.servers ?? [];
  if (options.mcpServers !== undefined) {
    const parsed = parseConfig({ mcpServers: options.mcpServers }, { file: "connect", env, cwd: options.cwd });
    if (parsed.isErr()) return errAsync(parsed.error);
    configs = [...configs, ...parsed.value.servers];
  }
  const emit = guarded(options.onEvent);
  const handshakeTimeoutMs = options.handshakeTimeoutMs ?? DEFAULT_HANDSHAKE_TIMEOUT_MS;
  const dialOptions = {
    clientInfo: options.clientInfo ?? CLIENT_INFO,
    handshakeTimeoutMs,
    env,
    cwd: options.cwd,
    fetch: options.fetch,
  };
  const serverOptions: ServerOptions = {
    emit,
    callTimeoutMs: options.callTimeoutMs,
    listTimeoutMs: handshakeTimeoutMs,
    maxRestarts: options.maxRestarts ?? DEFAULT_MAX_RESTARTS,
    restartWindowMs: RESTART_WINDOW_MS,
  };
  const servers = configs.map((config) => ({
    config,
    server: new McpServer(config.name, (hooks, closing) => dial(config, hooks, closing, dialOptions), serverOptions),
  }));

  const start = async (): Promise<McpConnection> => {
    const closeAll = () => Promise.all(servers.map(({ server }) => server.close()));
    options.signal?.addEventListener("abort", closeAll, { once: true });
    if (options.signal?.aborted) await closeAll();
    const outcomes = await Promise.allSettled(servers.map(({ server }) => server.start()));
    options.signal?.removeEventListener("abort", closeAll);
    const entries = servers.map(({ server, config }, index): Entry => {
      const outcome = outcomes[index];
      if (outcome.status === "fulfilled") return { server, transport: config.transport };
      return { server, transport: config.transport, error: asSourceError(config.name, outcome.reason) };
    });
    const failed = entries.find(({ error }) => error !== undefined);
    if (failed !== undefined && (options.onServerError !== "skip" || options.signal?.aborted)) {
      await closeAll();
      throw new SourceFailure(failed.error!);
    }
    return new Connection(entries, true);
  };
  return ResultAsync.fromPromise(start(), (failure) => asSourceError("", failure));
}

export interface FromClientOptions {
  /** The namespace of its tools. Absent: the tools are the tree itself. */
  readonly name?: string;
  /** Which SDK the client is of, where it cannot be told (a wrapper). Default: detected. */
  readonly sdk?: McpSdk;
  readonly onEvent?: (event: McpEvent) => void;
  readonly callTimeoutMs?: number;
  readonly listTimeoutMs?: number;
}

/**
 * Tools from a client that the host has connected: v1, v2, or anything of the same shape. The host
 * keeps the client: `close` lets go of it and does not close it, and a lost one is not dialled again.
 * Errs with `ListFailed` or `ListEndless`.
 */
export function fromClient(
  client: McpClient,
  options: FromClientOptions = {},
): ResultAsync<McpConnection, SourceError> {
  const name = options.name ?? client.getServerVersion?.()?.name ?? "client";
  const server = new McpServer(
    name,
    async (hooks) => {
      const session = openSession(client, hooks, { sdk: options.sdk });
      return {
        session,
        serverInfo: client.getServerVersion?.(),
        instructions: client.getInstructions?.(),
        isHttp: false,
        ended: () => undefined,
        output: () => "",
        close: async () => session.detach(),
      };
    },
    {
      emit: guarded(options.onEvent),
      callTimeoutMs: options.callTimeoutMs,
      listTimeoutMs: options.listTimeoutMs ?? DEFAULT_HANDSHAKE_TIMEOUT_MS,
      maxRestarts: 0,
      restartWindowMs: RESTART_WINDOW_MS,
    },
  );
  const start = async (): Promise<McpConnection> => {
    await server.start();
    return new Connection([{ server, transport: "client" }], options.name !== undefined);
  };
  return ResultAsync.fromPromise(start(), (failure) => asSourceError(name, failure));
}

function asSourceError(server: string, failure: unknown): SourceError {
  if (failure instanceof SourceFailure) return failure.error;
  return sourceError("HandshakeFailed", { server, detail: oneLine(failure) }, { cause: failure });
}
