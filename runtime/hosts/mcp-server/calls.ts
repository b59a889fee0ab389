/**
 * One tools/call of a client -> its result. Owns cancellation and progress of a call.
 *
 * Invariant: a client's cancellation, or its disconnection, aborts the execution and with it every nested call; progress
 * is sent only to a client that asked for it, grows with every notification, and stops with the answer. Before: the SDK
 * hands over the request. After: content.ts.
 */
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { type CallTool, issueText, toolValidator } from "../../../catalog/index.js";
import type { ExecuteOptions, ExecutionEvent } from "../../index.js";
import { refusalOf, resultOf } from "./content.js";
import type { Offer } from "./offer.js";

/** Milliseconds between two progress notifications of one call, the last one aside. */
const PROGRESS_INTERVAL_MS = 50;

export interface CallRequest {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/**
 * Runs it; undefined when there is no tool of that name. Rejects with the reason when the client took the call back.
 */
export async function callOf(
  offer: Offer,
  request: CallRequest,
  context: ServerContext,
): Promise<CallToolResult | undefined> {
  if (request.name === "execute") return executeCall(offer, request.arguments, context);
  if (request.name === "search" && offer.isPartial) return searchCall(offer, request.arguments, context);
  return undefined;
}

async function executeCall(
  { runtime }: Offer,
  input: CallRequest["arguments"],
  context: ServerContext,
): Promise<CallToolResult> {
  const code = input?.["code"];
  if (typeof code !== "string") return refusalOf("execute takes one argument, `code`: the program as a string");
  const progress = new ProgressSender(context);
  try {
    const outcome = await runtime.execute(code, { signal: signalOf(context), onEvent: progress.onEvent });
    return outcome.match(resultOf, resultOf);
  } finally {
    progress.end();
  }
}

/** Aborted when the client cancels, and when the exchange that would carry the answer is gone. */
function signalOf({ mcpReq, http }: ServerContext): AbortSignal {
  const disconnected = http?.req?.signal;
  if (disconnected === undefined) return mcpReq.signal;
  const either = new AbortController();
  for (const signal of [mcpReq.signal, disconnected]) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener("abort", () => either.abort(signal.reason), { once: true });
  }
  return either.signal;
}

async function searchCall(
  { catalog }: Offer,
  input: CallRequest["arguments"] = {},
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = catalog.searchTool as CallTool;
  const decoded = await toolValidator(tool.input)?.["~standard"].validate(input);
  if (decoded?.issues !== undefined) return refusalOf(decoded.issues.map((issue) => issueText(issue)).join("; "));
  const found = await tool.run((decoded?.value ?? input) as never, {
    signal: signalOf(context),
    callId: 0,
    path: "search",
    attach: () => {},
  });
  return {
    content: [{ type: "text", text: JSON.stringify(found) }],
    structuredContent: found as Record<string, unknown>,
  };
}

/** Tool calls that start and end -> progress notifications of the call they belong to. */
class ProgressSender {
  private readonly token: string | number | undefined;
  private started = 0;
  private ended = 0;
  private sentAt = Number.NEGATIVE_INFINITY;
  private isOver = false;

  constructor(private readonly context: ServerContext) {
    this.token = context.mcpReq._meta?.progressToken;
  }

  /** Undefined when nobody asked for progress. */
  get onEvent(): ExecuteOptions["onEvent"] {
    return this.token === undefined ? undefined : (event) => this.note(event);
  }

  end(): void {
    this.isOver = true;
  }

  private note({ type, path, outcome }: ExecutionEvent): void {
    if (type === "toolStarted") this.started++;
    else if (type === "toolEnded") this.ended++;
    else return;
    const now = performance.now();
    if (this.isOver || now - this.sentAt < PROGRESS_INTERVAL_MS) return;
    this.sentAt = now;
    const what = type === "toolStarted" ? "started" : outcome === "success" ? "done" : (outcome ?? "ended");
    const message = `${path} ${what} (${this.started - this.ended} running, ${this.ended} ended)`;
    const params = { progressToken: this.token!, progress: this.started + this.ended, message };
    // A client that is gone is told nothing; its call is aborted by the signal.
    this.context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  }
}
