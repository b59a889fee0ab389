/**
 * An HTTP reply -> the value a program receives, or the reason it was refused.
 *
 * Owns what a 2xx status and a content type mean, the caps on what is read, and the schema that a
 * signature shows. Invariants: a body is read through a cap, never whole first; the type that the
 * server sent decides, not the one that the document promised; nothing is parsed that is not JSON
 * by its type. https://spec.openapis.org/oas/v3.1.1.html#responses-object
 */
import { type ToolContext, ToolError } from "../../tool.js";
import { SourceFailure, sourceError } from "../errors.js";
import { isStructured } from "./body.js";
import { isObject, type Json, type OpenApiDocument, own, text } from "./document.js";
import { essence, isAny, isJson, isText, parameter } from "./media-type.js";

export interface ReplyPlan {
  /** The `Accept` header. */
  readonly accept: string;
  /** What a signature shows; undefined when the document says nothing. */
  readonly output?: Json;
  /** A reply without a content type is JSON, because the document says so. */
  readonly isJsonAssumed: boolean;
}

/** What a program receives in place of a body that is neither JSON nor text; the body is attached. */
const ATTACHED_SCHEMA: Json = {
  type: "object",
  description: "The file is attached to the result",
  properties: {
    attached: { type: "string" },
    mediaType: { type: "string" },
    size: { type: "integer", description: "bytes" },
  },
  required: ["attached", "mediaType", "size"],
};

/** Plans the reading of an operation's replies. Throws a Skip when their schemas leave the document. */
export function planReply(document: OpenApiDocument, operation: Json, method: string): ReplyPlan {
  const responses = own(operation, "responses");
  const jsonTypes = new Set<string>();
  const otherTypes = new Set<string>();
  const schemas: Json[] = [];
  let isEmptyPossible = method === "HEAD";
  let isDeclared = false;
  for (const status of isObject(responses) ? Object.keys(responses) : []) {
    if (!/^2(\d\d|XX)$/i.test(status)) continue;
    isDeclared = true;
    const response = document.object((responses as Json)[status]);
    const content = response === undefined ? undefined : own(response, "content");
    if (!isObject(content) || Object.keys(content).length === 0) {
      isEmptyPossible = true;
      continue;
    }
    for (const type of Object.keys(content)) {
      const media = document.object(content[type]);
      const schema = media === undefined ? undefined : own(media, "schema");
      const isOpen = isAny(type);
      if (isJson(type) || (isOpen && isStructured(document.schema(schema)))) {
        document.checkLocal(schema);
        jsonTypes.add(isOpen ? "application/json" : type);
        addSchema(schemas, isObject(schema) ? schema : {});
      } else {
        otherTypes.add(isOpen ? "*/*" : type);
        if (jsonTypes.size === 0) addSchema(schemas, isOpen ? {} : isText(type) ? { type: "string" } : ATTACHED_SCHEMA);
      }
    }
  }
  if (jsonTypes.size > 0) {
    // Where JSON can be had, only JSON is asked for, and the other types' schemas do not apply.
    const own = schemas.filter((schema) => schema !== ATTACHED_SCHEMA && schema.type !== "string");
    const plain = [...jsonTypes].filter((type) => !type.includes(";"));
    return {
      accept: (plain.length > 0 ? plain : [...jsonTypes]).join(", "),
      isJsonAssumed: true,
      output: union(own.length > 0 ? own : schemas, isEmptyPossible),
    };
  }
  const accept = otherTypes.size > 0 ? [...otherTypes].join(", ") : "*/*";
  const output = isDeclared ? union(schemas, isEmptyPossible) : undefined;
  return { accept, isJsonAssumed: false, ...(output === undefined ? {} : { output }) };
}

function addSchema(schemas: Json[], schema: Json): void {
  const reference = own(schema, "$ref");
  const isKnown = schemas.some(
    (known) => known === schema || (reference !== undefined && own(known, "$ref") === reference),
  );
  if (!isKnown) schemas.push(schema);
}

function union(schemas: readonly Json[], isEmptyPossible: boolean): Json | undefined {
  const members = isEmptyPossible ? [...schemas, { type: "null" }] : schemas;
  if (members.length === 0 || members.some((schema) => Object.keys(schema).length === 0))
    return members.length === 0 ? undefined : {};
  return members.length === 1 ? members[0] : { anyOf: members };
}

export interface ReadLimits {
  /** Bytes of a reply's body; more is refused. */
  readonly maxResponseBytes: number;
}

/** A refused reply is read this far, for its summary. */
const MAX_ERROR_BYTES = 65_536;
/** UTF-16 units of a refusal's summary. */
const MAX_SUMMARY = 1_000;

/** Reads a successful reply. Rejects with {@link ToolError} when it is too large, {@link SourceFailure} when unreadable. */
export async function readReply(
  plan: ReplyPlan,
  response: Response,
  request: { readonly operation: string; readonly method: string; readonly url: string },
  limits: ReadLimits,
  context: ToolContext,
): Promise<unknown> {
  const body = request.method === "HEAD" ? NOTHING : await readBytes(response, limits.maxResponseBytes);
  if (body === undefined) {
    throw new ToolError(`The reply is larger than ${limits.maxResponseBytes} bytes; ask for less`);
  }
  if (body.length === 0) return null;
  const type = response.headers.get("content-type") ?? "";
  if (isJson(type) || (type === "" && plan.isJsonAssumed)) {
    try {
      return JSON.parse(decode(body, type));
    } catch (cause) {
      throw new SourceFailure(
        sourceError("ReplyUnreadable", { operation: request.operation, detail: "it is not JSON" }, { cause }),
      );
    }
  }
  if (isText(type)) return decode(body, type);
  const mediaType = essence(type) || "application/octet-stream";
  const name = fileName(response, request.url);
  context.attach({ name, mediaType, data: base64(body) });
  return { attached: name, mediaType, size: body.length };
}

/** The message of a reply that is no success: status, and what the server says, bounded. */
export async function refusal(response: Response, redact: (text: string) => string): Promise<string> {
  const status = `HTTP ${response.status}${response.statusText ? ` ${response.statusText}` : ""}`;
  const retry = response.headers.get("retry-after");
  const wait = retry !== null && /^\d+$/.test(retry) ? ` (retry after ${retry} s)` : "";
  const bytes = (await readBytes(response, MAX_ERROR_BYTES, true)) ?? NOTHING;
  const type = response.headers.get("content-type") ?? "";
  const summary = summarise(decode(bytes, type), type);
  return redact(`${status}${wait}${summary === "" ? "" : `: ${summary}`}`);
}

function summarise(body: string, type: string): string {
  let said = body;
  if (isJson(type)) {
    try {
      said = JSON.stringify(JSON.parse(body));
    } catch {
      // Said as it came.
    }
  } else if (essence(type) === "text/html") {
    said = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1] ?? "";
  } else if (!isText(type) && type !== "") {
    return "";
  }
  const line = said.replace(/\s+/g, " ").trim();
  return line.length <= MAX_SUMMARY ? line : `${line.slice(0, MAX_SUMMARY - 1)}…`;
}

const NOTHING = new Uint8Array(0);

/** A body up to a number of bytes; beyond it undefined, or with `cut` the first of them. The rest is not read. */
async function readBytes(response: Response, limit: number, cut = false): Promise<Uint8Array | undefined> {
  if (response.body === null) return NOTHING;
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size <= limit) continue;
    await reader.cancel().catch(() => {});
    if (!cut) return undefined;
    break;
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return cut ? all.subarray(0, limit) : all;
}

function decode(bytes: Uint8Array, type: string): string {
  const charset = parameter(type, "charset") ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** `Content-Disposition`'s file name, else the last part of the path. */
function fileName(response: Response, url: string): string {
  const disposition = response.headers.get("content-disposition") ?? "";
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = parameter(`;${disposition}`, "filename");
  let name = plain ?? "";
  try {
    name = decodeURIComponent(extended ?? "") || name;
  } catch {
    // The plain name stands.
  }
  const last = new URL(url).pathname.split("/").pop();
  // A name, not a path: what the host does with it must not leave its folder.
  return (name.split(/[\\/]/).pop() || text(last) || "reply").slice(0, 200);
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}
