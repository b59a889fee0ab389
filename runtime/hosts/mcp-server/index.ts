/**
 * The engine served as MCP tools: any MCP client gets `execute`, and `search` when the catalog is partial.
 *
 * Owns what is being served and who is told when it changes. The optional peer `@modelcontextprotocol/server` is imported
 * when serving begins; it speaks both protocol eras over stdio and over HTTP. Invariants: nothing is kept between HTTP
 * requests, so that any replica can answer any of them; a call runs to its end over the tools it began with. Before: a
 * host's tools. After: an MCP client.
 */
import type { Server, Transport } from "@modelcontextprotocol/server";
import { ResultAsync } from "neverthrow";
import type { CodeModeOptions, ToolTree } from "../../index.js";
import { callOf } from "./calls.js";
import { type Offer, offerOf } from "./offer.js";

export interface McpHostOptions extends CodeModeOptions {
  /** How clients are told the server is called. Default codemode-vm. */
  readonly serverInfo?: { readonly name: string; readonly version: string };
  /**
   * Where clients find the instructions: in the server's instructions (default), or in the description of `execute` for
   * clients that do not show those to the model.
   */
  readonly instructionsIn?: "server" | "tool";
  /** Trouble on the wire, for a log; never changes an answer. */
  readonly onError?: (error: Error) => void;
}

/** Why serving could not begin. */
export interface McpHostError {
  readonly kind: "ServerMissing";
  readonly message: string;
}

export interface StdioServing {
  /** Ends the connection; running calls are aborted. */
  close(): Promise<void>;
}

export interface HttpServing {
  /** Answers one request of streamable HTTP; the path is the caller's business. */
  fetch(request: Request): Promise<Response>;
  /** Ends open exchanges. */
  close(): Promise<void>;
}

export interface McpHost {
  /** Serves other tools from now on and tells clients. Throws `TypeError` as {@link CodeMode.make} does, changing nothing. */
  setTools(tools: ToolTree): void;
  /** Serves one client over this process's standard streams, or over a transport of the SDK. */
  serveStdio(transport?: Transport): ResultAsync<StdioServing, McpHostError>;
  /**
   * A handler for streamable HTTP. `localOnly` refuses requests whose Host or Origin is not this machine, which keeps web
   * pages (DNS rebinding) from a server that listens on a loopback address.
   */
  serveHttp(options?: { readonly localOnly?: boolean }): ResultAsync<HttpServing, McpHostError>;
}

const SERVER_INFO = { name: "codemode-vm", version: "0.1.0" };

class Host implements McpHost {
  private offer: Offer;
  /** Counts the sets of tools, so that a connection knows whether its instructions are of today. */
  private edition = 0;
  /** Connections that may be told of a change, each with the edition its instructions were of. */
  private readonly connected = new Map<Server, number>();
  private readonly handlers = new Set<{ readonly notify: { toolsChanged(): void } }>();
  private readonly runtimeOptions: Omit<CodeModeOptions, "tools">;

  constructor(private readonly options: McpHostOptions) {
    const { tools = {}, serverInfo: _info, instructionsIn: _where, onError: _hook, ...runtimeOptions } = options;
    this.runtimeOptions = runtimeOptions;
    this.offer = offerOf(tools, runtimeOptions);
  }

  setTools(tools: ToolTree): void {
    this.offer = offerOf(tools, this.runtimeOptions);
    this.edition++;
    for (const server of this.connected.keys()) server.sendToolListChanged().catch(() => {});
    for (const { notify } of this.handlers) notify.toolsChanged();
  }

  serveStdio(transport?: Transport): ResultAsync<StdioServing, McpHostError> {
    return load(async () => {
      const [sdk, stdio] = await Promise.all([
        import("@modelcontextprotocol/server"),
        import("@modelcontextprotocol/server/stdio"),
      ]);
      return stdio.serveStdio(() => this.connection(sdk, true), {
        ...(transport === undefined ? {} : { transport }),
        ...this.onerror,
      });
    });
  }

  serveHttp({ localOnly = false } = {}): ResultAsync<HttpServing, McpHostError> {
    return load(async () => {
      const sdk = await import("@modelcontextprotocol/server");
      const handler = sdk.createMcpHandler(() => this.connection(sdk, false), this.onerror);
      this.handlers.add(handler);
      const refusal = (request: Request): Response | undefined =>
        sdk.hostHeaderValidationResponse(request, sdk.localhostAllowedHostnames()) ??
        sdk.originValidationResponse(request, sdk.localhostAllowedOrigins());
      return {
        fetch: async (request) => (localOnly ? refusal(request) : undefined) ?? handler.fetch(request),
        close: async () => {
          this.handlers.delete(handler);
          await handler.close();
        },
      };
    });
  }

  private get onerror(): { onerror?: (error: Error) => void } {
    return this.options.onError === undefined ? {} : { onerror: this.options.onError };
  }

  /** A protocol instance: of one client's connection, or of one HTTP request. */
  private connection(sdk: typeof import("@modelcontextprotocol/server"), isLasting: boolean): Server {
    const inTool = this.options.instructionsIn === "tool";
    const server = new sdk.Server(this.options.serverInfo ?? SERVER_INFO, {
      capabilities: { tools: { listChanged: true } },
      ...(inTool ? {} : { instructions: this.offer.instructions }),
    });
    // An HTTP client may have read the instructions of the first edition from another replica or request.
    const edition = isLasting ? this.edition : 0;
    if (isLasting) {
      this.connected.set(server, edition);
      server.onclose = () => void this.connected.delete(server);
    }
    server.setRequestHandler("tools/list", () => ({ tools: this.offer.list(inTool || edition !== this.edition) }));
    server.setRequestHandler("tools/call", async (request, context) => {
      const result = await callOf(this.offer, request.params, context);
      if (result !== undefined) return result;
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `There is no tool "${request.params.name}"`);
    });
    return server;
  }
}

function load<T>(serve: () => Promise<T>): ResultAsync<T, McpHostError> {
  return ResultAsync.fromPromise(serve(), (cause) => {
    if ((cause as { code?: unknown } | null)?.code !== "ERR_MODULE_NOT_FOUND") throw cause;
    return {
      kind: "ServerMissing",
      message:
        "Serving MCP needs the package @modelcontextprotocol/server, which is not installed: npm install @modelcontextprotocol/server",
    };
  });
}

export const McpHost = {
  /** Makes a host over a tree of tools. Throws `TypeError` or `RangeError` for misuse, as `CodeMode.make`. */
  make: (options: McpHostOptions): McpHost => new Host(options),
};
