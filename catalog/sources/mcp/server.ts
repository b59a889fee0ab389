/**
 * One MCP server over its whole life: dialled, listed, called, lost, dialled again, closed.
 *
 * Owns the restart policy and the wording of what goes wrong while a tool runs. Invariants: at
 * most one link is live and at most one dial is under way; a call is sent once, and never again
 * after the server may have acted on it; every failure is one {@link SourceFailure}.
 *
 *   new -> ready <-> lost -> exhausted        (lost: the next call dials again, bounded)
 *            `------`----> closed             (by the host; final)
 */
import { type ToolContext, ToolError } from "../../tool.js";
import type { SourceErrorKind } from "../errors.js";
import { oneLine, type SourceError, SourceFailure, sourceError } from "../errors.js";
import type { ToolSource } from "../source.js";
import {
  EndlessListError,
  type McpListedTool,
  type McpProgress,
  type McpSession,
  type McpSessionHooks,
} from "./client.js";
import {
  explain,
  isMalformedReply,
  isPaginationLimit,
  isRequestTimeout,
  isSessionUnknown,
  refusedArguments,
} from "./sdk-errors.js";
import { type McpToolName, toolsFromList } from "./tools.js";

/** What happens outside of calls, in order. Enough for a host to keep its catalog and its screen current. */
export type McpEvent =
  | { readonly type: "server-ready"; readonly server: string; readonly tools: number; readonly restarts: number }
  | { readonly type: "server-lost"; readonly server: string; readonly detail: string }
  | { readonly type: "tools-changed"; readonly server: string; readonly tools: number }
  | { readonly type: "server-error"; readonly server: string; readonly error: SourceError }
  | ({
      readonly type: "progress";
      readonly server: string;
      readonly tool: string;
      readonly callId: number;
    } & McpProgress);

/** A connected session with what is known about the process or socket under it. */
export interface Link {
  readonly session: McpSession;
  readonly serverInfo?: { readonly name?: string; readonly version?: string };
  readonly instructions?: string;
  readonly pid?: number;
  readonly isHttp: boolean;
  ended(): string | undefined;
  output(): string;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly emit: (event: McpEvent) => void;
  /** Milliseconds a call may take without progress; absent: the execution's signal decides. */
  readonly callTimeoutMs?: number;
  readonly listTimeoutMs: number;
  /** How often a lost server is dialled again within {@link restartWindowMs}. 0: never. */
  readonly maxRestarts: number;
  readonly restartWindowMs: number;
}

export type ServerState = "ready" | "lost" | "exhausted" | "closed";

/** Waits before the second, third, ... dial in a row (ms); the first is at once. */
const RESTART_DELAYS_MS = [0, 250, 1_000, 2_000];
/** A server that registers ten tools says ten times that its list changed. */
const RELIST_DEBOUNCE_MS = 50;

export class McpServer {
  state: ServerState = "lost";
  restarts = 0;
  link: Link | undefined;
  /** The tools as of the last complete list. */
  source: ToolSource<McpToolName> = { tools: Object.create(null), skipped: [] };

  private dialling: Promise<Link> | undefined;
  private relisting: Promise<void> | undefined;
  private relistTimer: ReturnType<typeof setTimeout> | undefined;
  private isListStale = false;
  private listedText = "";
  private restartTimes: number[] = [];
  /** Ends a dial that is under way, and the wait before it. */
  private readonly closing = new AbortController();

  constructor(
    readonly name: string,
    private readonly dial: (hooks: McpSessionHooks, closing: AbortSignal) => Promise<Link>,
    private readonly options: ServerOptions,
  ) {}

  /** Asked again after every wait: the host may have closed meanwhile. */
  private isClosed(): boolean {
    return this.state === "closed";
  }

  /** Dials and lists. Rejects with a {@link SourceFailure}; nothing is left running then. */
  async start(): Promise<void> {
    await this.connect();
  }

  /** Closes the link for good. Calls under way reject with `Closed`. Never fails. */
  async close(): Promise<void> {
    if (this.isClosed()) return;
    this.state = "closed";
    this.closing.abort();
    clearTimeout(this.relistTimer);
    const dialling = this.dialling;
    const link = this.link;
    this.link = undefined;
    await link?.close();
    await dialling?.then(
      (late) => late.close(),
      () => {},
    );
  }

  /**
   * Runs one tool. Rejects with the signal's reason when it aborts, with a {@link ToolError} when the
   * server refuses the arguments, else with a {@link SourceFailure}.
   */
  async call(tool: McpListedTool, args: Record<string, unknown>, context: ToolContext): Promise<unknown> {
    context.signal.throwIfAborted();
    for (let attempt = 0; ; attempt++) {
      const link = this.link ?? (await raceSignal(this.reconnect(), context.signal));
      try {
        return await link.session.call(tool, args, {
          signal: context.signal,
          timeoutMs: this.options.callTimeoutMs,
          onProgress: (progress) => {
            this.options.emit({
              type: "progress",
              server: this.name,
              tool: tool.name,
              callId: context.callId,
              ...progress,
            });
          },
        });
      } catch (cause) {
        context.signal.throwIfAborted();
        // The session is unknown to the server, so the call was not carried out: dial again, once.
        if (link.isHttp && isSessionUnknown(cause) && attempt === 0) {
          this.lose(link, "the session expired");
          await link.close().catch(() => {});
          continue;
        }
        throw this.callFailure(link, tool.name, cause);
      }
    }
  }

  private callFailure(link: Link, tool: string, cause: unknown): Error {
    const server = this.name;
    const beside = { output: link.output(), cause };
    if (this.isClosed()) return new SourceFailure(sourceError("Closed", { server }, beside));
    const waitedMs = this.options.callTimeoutMs;
    if (waitedMs !== undefined && isRequestTimeout(cause)) {
      return new SourceFailure(sourceError("CallTimeout", { server, tool, waitedMs }, beside));
    }
    if (this.link !== link || link.ended() !== undefined) {
      const detail = link.ended() ?? "the connection closed";
      return new SourceFailure(sourceError("ServerDied", { server, tool, detail }, beside));
    }
    const refused = refusedArguments(cause);
    if (refused !== undefined) return new ToolError(refused);
    const kind: SourceErrorKind = isMalformedReply(cause) ? "MalformedReply" : "CallFailed";
    return new SourceFailure(sourceError(kind, { server, tool, detail: explain(cause) }, beside));
  }

  /** The link after a loss: dials again if the policy allows. Concurrent callers share one dial. */
  private reconnect(): Promise<Link> {
    if (this.isClosed()) {
      return Promise.reject(new SourceFailure(sourceError("Closed", { server: this.name })));
    }
    if (this.dialling !== undefined) return this.dialling;
    const now = Date.now();
    this.restartTimes = this.restartTimes.filter((at) => now - at < this.options.restartWindowMs);
    if (this.restartTimes.length >= this.options.maxRestarts) {
      this.state = "exhausted";
      const { maxRestarts, restartWindowMs } = this.options;
      const detail =
        maxRestarts === 0 ? "restarts are switched off" : `${maxRestarts} restarts within ${restartWindowMs} ms`;
      return Promise.reject(new SourceFailure(sourceError("RestartsExhausted", { server: this.name, detail })));
    }
    const wait = RESTART_DELAYS_MS[Math.min(this.restartTimes.length, RESTART_DELAYS_MS.length - 1)];
    this.restartTimes.push(now);
    this.restarts++;
    return this.connect(wait);
  }

  private connect(waitMs = 0): Promise<Link> {
    const dialling = this.dialAndList(waitMs).finally(() => {
      if (this.dialling === dialling) this.dialling = undefined;
    });
    this.dialling = dialling;
    // Every waiter sees a failure through its own copy; without any, it is not unhandled.
    dialling.catch(() => {});
    return dialling;
  }

  private async dialAndList(waitMs: number): Promise<Link> {
    if (waitMs > 0) await pause(waitMs, this.closing.signal);
    if (this.isClosed()) throw new SourceFailure(sourceError("Closed", { server: this.name }));
    let link: Link | undefined;
    let isLost = false;
    this.isListStale = false;
    const hooks: McpSessionHooks = {
      listChanged: () => this.listChanged(link),
      closed: () => {
        isLost = true;
        if (link !== undefined) this.lose(link, link.ended() ?? "the connection closed");
      },
      error: (error) => {
        if (this.link !== link) return;
        const stray = sourceError("StrayMessage", { server: this.name, detail: oneLine(error) }, { cause: error });
        this.options.emit({ type: "server-error", server: this.name, error: stray });
      },
    };
    link = await this.dial(hooks, this.closing.signal);
    try {
      await this.list(link);
    } catch (failure) {
      await link.close();
      throw failure;
    }
    if (this.isClosed() || isLost) {
      const detail = link.ended() ?? "the connection closed";
      await link.close();
      if (this.isClosed()) throw new SourceFailure(sourceError("Closed", { server: this.name }));
      throw new SourceFailure(sourceError("ServerExited", { server: this.name, detail }, { output: link.output() }));
    }
    this.link = link;
    this.state = "ready";
    const tools = Object.keys(this.source.tools).length;
    this.options.emit({ type: "server-ready", server: this.name, tools, restarts: this.restarts });
    if (this.isListStale) this.listChanged(link);
    return link;
  }

  private lose(link: Link, detail: string): void {
    if (this.link !== link || this.isClosed()) return;
    this.link = undefined;
    this.state = "lost";
    this.options.emit({ type: "server-lost", server: this.name, detail });
  }

  /**
   * Lists until no change came in between, so that a server that adds tools while it is asked is
   * complete. Resolves with whether the list differs from the one before.
   */
  private async list(link: Link): Promise<boolean> {
    let listed: McpListedTool[] = [];
    for (let round = 0; round < 3; round++) {
      this.isListStale = false;
      try {
        listed = await link.session.list({ timeoutMs: this.options.listTimeoutMs });
      } catch (cause) {
        const kind: SourceErrorKind =
          cause instanceof EndlessListError || isPaginationLimit(cause) ? "ListEndless" : "ListFailed";
        const detail = link.ended() ?? oneLine(cause);
        throw new SourceFailure(sourceError(kind, { server: this.name, detail }, { output: link.output(), cause }));
      }
      if (!this.isListStale) break;
    }
    const listedText = JSON.stringify(listed);
    if (listedText === this.listedText) return false;
    this.listedText = listedText;
    this.source = toolsFromList(this.name, listed, (tool, args, context) => this.call(tool, args, context));
    return true;
  }

  private listChanged(link: Link | undefined): void {
    this.isListStale = true;
    if (link === undefined || this.link !== link) return;
    clearTimeout(this.relistTimer);
    this.relistTimer = setTimeout(() => this.relist(link), RELIST_DEBOUNCE_MS);
    (this.relistTimer as { unref?: () => void }).unref?.();
  }

  private relist(link: Link): void {
    const previous = this.relisting ?? Promise.resolve();
    this.relisting = previous.then(async () => {
      if (this.link !== link) return;
      try {
        if (!(await this.list(link))) return;
        const tools = Object.keys(this.source.tools).length;
        this.options.emit({ type: "tools-changed", server: this.name, tools });
      } catch (failure) {
        // The tools of the last good list stay; the host is told.
        const error = (failure as SourceFailure).error;
        if (this.link === link) this.options.emit({ type: "server-error", server: this.name, error });
      }
    });
  }
}

/** The promise's outcome, or the signal's reason if that comes first. */
function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** Waits; a signal ends the wait early. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}
