/**
 * Tools from an OpenAPI document: the public door of this source.
 *
 * `OpenAPI.fromSpec` is synchronous and total: it never throws for what a document holds, and every
 * operation is a tool or a skipped item with its reason. No request is made before a tool is called.
 */
import type { CallTool } from "../../tool.js";
import type { Skipped, ToolSource } from "../source.js";
import { OpenApiDocument, type RawOperation } from "./document.js";
import { type OperationName, operationName, operationTool, toolName } from "./operation.js";
import type { RequestHost } from "./request.js";
import type { Auth } from "./security.js";
import { Skip } from "./skipped.js";

export type { SourceError, SourceErrorKind } from "../errors.js";
export { SourceFailure } from "../errors.js";
export type { Skipped, ToolSource } from "../source.js";
export type { OperationName } from "./operation.js";
export type { Auth, Credential, CredentialRequest, CredentialSource } from "./security.js";

export interface FromSpecOptions {
  /** The document, parsed or as JSON text. OpenAPI 3.0 and 3.1. It is not copied: do not change it later. */
  readonly spec: unknown;
  /** Takes the place of every server that the document names. Needed where they are relative. */
  readonly baseUrl?: string;
  /** Credentials by the document's security scheme names, resolved at each call. */
  readonly auth?: Auth;
  /** Sent with every request, to the operation's own origin only. */
  readonly headers?: { readonly [name: string]: string };
  /** Which operations become tools: `operationId` or `"GET /path"`, or a test. Default: all. */
  readonly operations?:
    | readonly string[]
    | ((operation: OperationName & { readonly tags: readonly string[]; readonly deprecated: boolean }) => boolean);
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Bytes of one reply; a larger one is refused. Default 16 MiB. */
  readonly maxResponseBytes?: number;
}

const DEFAULT_MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

function fromSpec(options: FromSpecOptions): ToolSource<OperationName> {
  const host: RequestHost = {
    auth: options.auth,
    headers: options.headers,
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
  };
  const tools: { [name: string]: CallTool } = Object.create(null);
  const skipped: Skipped<OperationName>[] = [];
  const document = OpenApiDocument.open(options.spec);
  const operations = OpenApiDocument.operations(document instanceof Skip ? options.spec : document.root);
  if (document instanceof Skip) {
    const named = operations.length > 0 ? operations.map(operationName) : [{ method: "*", path: "*" }];
    return { tools, skipped: named.map((name) => ({ ...name, reason: document.reason })) };
  }
  const taken = new Map<string, true>();
  for (const raw of operations) {
    if (!isWanted(raw, options.operations)) continue;
    try {
      const tool = operationTool(document, raw, options.baseUrl, host);
      const name = toolName(raw, taken);
      taken.set(name, true);
      tools[name] = tool;
    } catch (skip) {
      if (!(skip instanceof Skip)) throw skip;
      skipped.push({ ...operationName(raw), reason: skip.reason });
    }
  }
  return { tools, skipped };
}

function isWanted(raw: RawOperation, wanted: FromSpecOptions["operations"]): boolean {
  if (wanted === undefined) return true;
  const name = operationName(raw);
  if (typeof wanted !== "function") {
    return (
      wanted.includes(`${name.method} ${name.path}`) ||
      (name.operationId !== undefined && wanted.includes(name.operationId))
    );
  }
  const operation = (raw.operation ?? {}) as { tags?: unknown; deprecated?: unknown };
  const tags = Array.isArray(operation.tags)
    ? operation.tags.filter((tag): tag is string => typeof tag === "string")
    : [];
  return wanted({ ...name, tags, deprecated: operation.deprecated === true });
}

export const OpenAPI = {
  /**
   * Turns a document into tools, one an operation: dotted operationIds make namespaces, inputs are
   * flat. Never throws for what the document holds.
   */
  fromSpec,
} as const;
