/**
 * One call -> one HTTP exchange.
 *
 * Owns the URL, the headers, redirects, and the order of a call: input known to be good ->
 * credentials -> request -> reply. Invariants: the URL's origin and path are those of the plan;
 * what the host keeps secret goes to no other origin; the execution's signal ends everything.
 */
import { type ToolContext, ToolError } from "../../tool.js";
import { oneLine, SourceFailure, sourceError } from "../errors.js";
import type { SentBody } from "./encode-body.js";
import { emptyParts, expandTemplate, type RequestParts } from "./parameters.js";
import { type ReplyPlan, readReply, refusal } from "./reply.js";
import { type Auth, applySecurity, type SecurityPlan } from "./security.js";

export interface RequestPlan {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  /** Without a trailing slash. */
  readonly server: string;
  readonly security: SecurityPlan;
  readonly reply: ReplyPlan;
}

/** The host's side of every request. */
export interface RequestHost {
  readonly auth?: Auth;
  /** Sent with every request to the operation's own origin; treated as secret. */
  readonly headers?: { readonly [name: string]: string };
  readonly fetch: typeof fetch;
  readonly maxResponseBytes: number;
}

/** A call whose input has been written into a request. */
export interface Prepared {
  readonly parts: RequestParts;
  readonly body?: SentBody;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Carries a call out. Rejects with {@link ToolError} (a status that is no success, a reply that is
 * too large), {@link SourceFailure} (credentials, transport, an unreadable reply), or the signal's reason.
 */
export async function send(
  plan: RequestPlan,
  prepared: Prepared,
  host: RequestHost,
  context: ToolContext,
): Promise<unknown> {
  const { signal } = context;
  signal.throwIfAborted();
  const operation = `${plan.method} ${plan.path}`;
  const secret = emptyParts();
  const { method, path, operationId } = plan;
  const facts = { method, path, ...(operationId === undefined ? {} : { operationId }), signal };
  await applySecurity(plan.security, host.auth, { operation, request: facts }, secret);
  signal.throwIfAborted();
  const url = requestUrl(plan, prepared.parts, secret.query);
  const ordinary = new Headers({ accept: plan.reply.accept });
  for (const [name, value] of prepared.parts.headers) ordinary.set(name, value);
  if (prepared.body !== undefined) ordinary.set("content-type", prepared.body.contentType);
  const confidential = new Headers(host.headers);
  for (const [name, value] of secret.headers) confidential.set(name, value);
  const cookies = [...prepared.parts.cookies, ...secret.cookies];
  const response = await exchange(
    { operation, url, method, body: prepared.body, ordinary, confidential, cookies },
    host,
    signal,
  );
  const finalUrl = response.url || url;
  try {
    if (response.ok) return await readReply(plan.reply, response, { operation, method, url: finalUrl }, host, context);
    throw new ToolError(await refusal(response, redactor(confidential, secret)));
  } catch (cause) {
    if (cause instanceof ToolError || cause instanceof SourceFailure) throw cause;
    signal.throwIfAborted();
    throw failed(operation, cause);
  }
}

function failed(operation: string, cause: unknown): SourceFailure {
  const code = (cause as { cause?: { code?: unknown } } | null)?.cause?.code;
  const detail = typeof code === "string" ? `${oneLine(cause)} (${code})` : oneLine(cause);
  return new SourceFailure(sourceError("RequestFailed", { operation, detail }, { cause }));
}

/** Server, path with its variables filled in, query: in the document's order, credentials last. */
function requestUrl(plan: RequestPlan, { path, query }: RequestParts, secretQuery: readonly string[]): string {
  const target = expandTemplate(plan.path, path);
  const pairs = [...query, ...secretQuery].join("&");
  const separator = target.includes("?") ? "&" : "?";
  return new URL(`${plan.server}${target}${pairs === "" ? "" : separator + pairs}`).href;
}

interface Exchange {
  readonly operation: string;
  readonly url: string;
  readonly method: string;
  readonly body: SentBody | undefined;
  readonly ordinary: Headers;
  readonly confidential: Headers;
  readonly cookies: readonly string[];
}

/** Sends, and follows redirects by the rules of https://fetch.spec.whatwg.org/#http-redirect-fetch, without the secrets elsewhere. */
async function exchange(given: Exchange, host: RequestHost, signal: AbortSignal): Promise<Response> {
  const { operation } = given;
  const home = new URL(given.url).origin;
  let { url, method, body } = given;
  let isHome = true;
  for (let hop = 0; ; hop++) {
    const headers = new Headers(given.ordinary);
    if (isHome) {
      for (const [name, value] of given.confidential) headers.set(name, value);
      // A cookie belongs to its origin, whoever gave it.
      if (given.cookies.length > 0) headers.set("cookie", given.cookies.join("; "));
    }
    if (body === undefined) headers.delete("content-type");
    let response: Response;
    try {
      response = await host.fetch(url, {
        method,
        headers,
        body: body?.data as BodyInit | undefined,
        redirect: "manual",
        signal,
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw failed(operation, cause);
    }
    if (response.type === "opaqueredirect") throw redirected(operation, "and this platform hides where to");
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return response;
    await response.body?.cancel().catch(() => {});
    if (hop === MAX_REDIRECTS) throw redirected(operation, `more than ${MAX_REDIRECTS} times`);
    const next = nextUrl(operation, location, url);
    const isToGet = (response.status === 303 && method !== "HEAD") || (response.status < 303 && method === "POST");
    if (isToGet) {
      method = "GET";
      body = undefined;
    }
    // Once away, secrets stay away: a way back could be a trap laid by the other origin.
    isHome = isHome && next.origin === home;
    url = next.href;
  }
}

function nextUrl(operation: string, location: string, from: string): URL {
  let next: URL;
  try {
    next = new URL(location, from);
  } catch {
    throw redirected(operation, "to something that is no URL");
  }
  if (next.protocol !== "https:" && (next.protocol !== "http:" || from.startsWith("https:"))) {
    throw redirected(operation, `to a ${next.protocol} URL`);
  }
  return next;
}

function redirected(operation: string, detail: string): SourceFailure {
  return new SourceFailure(sourceError("RedirectRefused", { operation, detail }));
}

/** Removes what the host keeps secret from a text that a program may see: some servers repeat it. */
function redactor(confidential: Headers, secret: RequestParts): (text: string) => string {
  const words = new Set<string>();
  for (const [, value] of confidential) {
    for (const word of [value, value.replace(/^\S+ /, "")]) if (word.length >= 6) words.add(word);
  }
  for (const pair of [...secret.query, ...secret.cookies]) {
    const value = pair.slice(pair.indexOf("=") + 1);
    for (const word of [value, decodeURIComponent(value)]) if (word.length >= 6) words.add(word);
  }
  return (text) => [...words].reduce((said, word) => said.replaceAll(word, "[redacted]"), text);
}
