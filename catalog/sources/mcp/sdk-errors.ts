/**
 * What the errors of the two SDKs mean.
 *
 * Owns the reading of foreign errors, by the fields both SDKs document (`code`, `status`) and,
 * where they have no field, by their fixed wording. Never fails and imports no SDK. Used by
 * dial.ts for the handshake and by server.ts for calls.
 */
import { oneLine } from "../errors.js";

function codeOf(cause: unknown): unknown {
  return (cause as { code?: unknown } | null | undefined)?.code;
}

/** The HTTP status in an error of either SDK, or undefined. */
export function httpStatus(cause: unknown): number | undefined {
  const { status } = (cause ?? {}) as { status?: unknown };
  const value = typeof status === "number" ? status : codeOf(cause);
  return typeof value === "number" && value >= 100 && value <= 599 ? value : undefined;
}

/**
 * True when an HTTP server no longer knows the session, so that the request was not carried out. The
 * protocol says 404; the reference servers say 400 and name the session in the text.
 */
export function isSessionUnknown(cause: unknown): boolean {
  const status = httpStatus(cause);
  return status === 404 || (status === 400 && /session/i.test(oneLine(cause)));
}

/** A foreign error in one line, with the code underneath that `fetch` keeps to itself. */
export function explain(cause: unknown): string {
  const code = codeOf((cause as { cause?: unknown } | null | undefined)?.cause);
  return typeof code === "string" ? `${oneLine(cause)} (${code})` : oneLine(cause);
}

/** True for an error that only says that the other side is gone. */
export function isConnectionEnd(cause: unknown): boolean {
  const code = codeOf(cause);
  // v2's code, v1's code, and the two of a pipe whose reader is gone.
  if (code === "CONNECTION_CLOSED" || code === -32_000 || code === "EPIPE" || code === "ERR_STREAM_DESTROYED")
    return true;
  return /^(Not connected|the server's process is gone)$/.test(oneLine(cause));
}

/** True when the SDK gave up waiting for a reply. */
export function isRequestTimeout(cause: unknown): boolean {
  const code = codeOf(cause);
  return code === "REQUEST_TIMEOUT" || code === -32_001;
}

/** True when the SDK's own walk over the pages of a list came to its limit. */
export function isPaginationLimit(cause: unknown): boolean {
  return codeOf(cause) === "LIST_PAGINATION_EXCEEDED";
}

/** The message that stands in for a reply that is no JSON-RPC response. */
export const BROKEN_REPLY = "the server's reply is not a JSON-RPC response";

/** True when a reply came and was not what the protocol says it is. */
export function isMalformedReply(cause: unknown): boolean {
  if (codeOf(cause) === "INVALID_RESULT" || (cause as Error | null)?.name === "ZodError") return true;
  return oneLine(cause).endsWith(BROKEN_REPLY);
}

/**
 * The server's own words when it refused the arguments with a protocol error, as servers of older
 * SDKs do instead of `isError`; else undefined. Both SDKs report their own check of a *result* with
 * the same code, which is no refusal.
 */
export function refusedArguments(cause: unknown): string | undefined {
  if (codeOf(cause) !== -32_602) return undefined;
  const message = (cause instanceof Error ? cause.message : String(cause)).replace(/^MCP error -?\d+: /, "");
  const isOwnCheck = /^(Tool \S+ has an |Structured content |Failed to validate structured content)/.test(message);
  return isOwnCheck ? undefined : message;
}
