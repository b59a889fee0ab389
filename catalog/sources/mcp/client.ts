/**
 * One way to talk to an MCP client, whichever SDK it came from.
 *
 * Owns the structural interface that the v1 SDK's Client, the v2 Client and a fake satisfy,
 * and the session over it: the complete list of tools, one call, and the two signals that
 * matter (the list changed, the connection closed). Invariant: nothing here imports an SDK,
 * so a host may bring either, or neither. Before it: connect.ts makes a client, or the host
 * hands one in. After it: tools.ts maps what the session lists and returns.
 */

/** The options both SDKs take for one request. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds; both SDKs default to 60,000. */
  readonly timeout?: number;
  readonly resetTimeoutOnProgress?: boolean;
  readonly onprogress?: (progress: McpProgress) => void;
  /** v2 only: the definition that the call is checked against instead of the cached list. */
  readonly toolDefinition?: unknown;
}

/** One progress notification. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A tool as `tools/list` describes it; every field is the server's word and is read with care. */
export interface McpListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly execution?: unknown;
}

/**
 * The part of an MCP client that is used. A `Client` of `@modelcontextprotocol/client` (v2)
 * and of `@modelcontextprotocol/sdk` (v1) fit as they are.
 */
export interface McpClient {
  listTools(
    params?: { cursor?: string },
    options?: McpRequestOptions,
  ): Promise<{ tools: readonly McpListedTool[]; nextCursor?: string }>;
  /** v2: `(params, options)`. v1: `(params, resultSchema, options)`. See {@link McpSdk}. */
  callTool(params: { name: string; arguments?: Record<string, unknown> }, ...rest: never[]): Promise<unknown>;
  close?(): Promise<void>;
  getServerCapabilities?(): { readonly tools?: object } | undefined;
  getServerVersion?(): { readonly name?: string; readonly version?: string } | undefined;
  getInstructions?(): string | undefined;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  fallbackNotificationHandler?: (notification: { method: string; params?: never }) => Promise<void>;
}

/** Which argument order `callTool` has. */
export type McpSdk = "v1" | "v2";

/**
 * Tells the SDKs apart by what only one of them has: the v2 client reports a protocol era; the
 * v1 client's `callTool` has a default for its second parameter, so it declares one parameter
 * only. A fake that is neither counts as v2, the shorter form. Never fails.
 */
export function detectSdk(client: McpClient): McpSdk {
  if (typeof (client as { getProtocolEra?: unknown }).getProtocolEra === "function") return "v2";
  const hasV1Surface = typeof (client as { assertCapability?: unknown }).assertCapability === "function";
  return hasV1Surface && client.callTool.length <= 1 ? "v1" : "v2";
}

/** Both SDKs wait 60 s unless told otherwise, and none waits longer than a timer can (2^31 - 1 ms). */
const NO_TIMEOUT_MS = 2_147_483_647;
/** A list of this many pages is taken for one that never ends. */
export const MAX_LIST_PAGES = 200;

/** Raised by {@link McpSession.list} when the pages of a list lead in a circle or never stop. */
export class EndlessListError extends Error {
  override readonly name = "EndlessListError";
}

export interface McpSessionHooks {
  /** The server said that its list of tools changed. */
  listChanged(): void;
  /** The connection closed, by whichever side. */
  closed(): void;
  /** Something out of band: a malformed message, a late reply. */
  error(error: Error): void;
}

/** A connected client, reduced to what a source needs. */
export interface McpSession {
  /**
   * Every page of `tools/list`, in order. Rejects with {@link EndlessListError} when a cursor
   * repeats or pages exceed {@link MAX_LIST_PAGES}, else with what the client rejected with.
   */
  list(options: { signal?: AbortSignal; timeoutMs?: number }): Promise<McpListedTool[]>;
  /** One `tools/call`; resolves with the server's result as it came. `timeoutMs` absent: waits for the signal only. */
  call(
    tool: McpListedTool,
    args: Record<string, unknown>,
    options: { signal?: AbortSignal; timeoutMs?: number; onProgress?: (progress: McpProgress) => void },
  ): Promise<unknown>;
  /** Detaches the hooks; the client itself stays as it is. */
  detach(): void;
}

/**
 * Opens a session over a connected client (or one about to connect, so that nothing the server
 * says first is lost). The client's own handlers keep running after ours.
 *
 * `trustOutputs` asks a v2 client not to check a result against the listed output schema: outputs
 * are render-only here, and the SDK's check would compile the server's schema to code.
 */
export function openSession(
  client: McpClient,
  hooks: McpSessionHooks,
  options: { readonly sdk?: McpSdk; readonly trustOutputs?: boolean } = {},
): McpSession {
  const sdk = options.sdk ?? detectSdk(client);
  const before = { close: client.onclose, error: client.onerror, notified: client.fallbackNotificationHandler };
  let attached = true;
  client.onclose = () => {
    if (attached) hooks.closed();
    before.close?.call(client);
  };
  client.onerror = (error) => {
    if (attached) hooks.error(error);
    before.error?.call(client, error);
  };
  client.fallbackNotificationHandler = async (notification) => {
    if (attached && notification.method === "notifications/tools/list_changed") hooks.listChanged();
    await before.notified?.call(client, notification);
  };

  return {
    async list({ signal, timeoutMs }) {
      // Both SDKs answer differently when the server offers no tools at all; v2 even prints a line.
      if (client.getServerCapabilities !== undefined) {
        const capabilities = client.getServerCapabilities();
        if (capabilities !== undefined && capabilities.tools === undefined) return [];
      }
      const request: McpRequestOptions = { signal, timeout: timeoutMs ?? NO_TIMEOUT_MS };
      const tools: McpListedTool[] = [];
      const seen = new Set<string>();
      let cursor: string | undefined;
      for (let page = 0; page < MAX_LIST_PAGES; page++) {
        const reply = await client.listTools(cursor === undefined ? undefined : { cursor }, request);
        if (reply === null || typeof reply !== "object" || !Array.isArray(reply.tools)) {
          throw new TypeError("the reply holds no list of tools");
        }
        for (const tool of reply.tools) tools.push(tool);
        cursor = reply.nextCursor;
        if (cursor === undefined || cursor === null) return tools;
        if (seen.has(cursor)) throw new EndlessListError("a page's cursor came a second time");
        seen.add(cursor);
      }
      throw new EndlessListError(`it has more than ${MAX_LIST_PAGES} pages`);
    },

    call(tool, args, { signal, timeoutMs, onProgress }) {
      const request: McpRequestOptions = {
        signal,
        timeout: timeoutMs ?? NO_TIMEOUT_MS,
        resetTimeoutOnProgress: true,
        ...(onProgress === undefined ? {} : { onprogress: onProgress }),
      };
      const params = { name: tool.name, arguments: args };
      const callTool = client.callTool as (params: unknown, ...rest: unknown[]) => Promise<unknown>;
      if (sdk === "v1") return callTool.call(client, params, undefined, request);
      if (!options.trustOutputs) return callTool.call(client, params, request);
      const { outputSchema: _unchecked, ...toolDefinition } = tool;
      return callTool.call(client, params, { ...request, toolDefinition });
    },

    detach() {
      attached = false;
    },
  };
}
