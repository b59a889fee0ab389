/**
 * An OpenAPI document, read lazily.
 *
 * Owns the version check, local references, servers, and the trick that keeps schemas small: a
 * tool's schema stays as the document has it, references included, and carries the document's
 * parts beside it so that they resolve. Invariants: a document is foreign data, read by own
 * properties only; nothing is dereferenced that is not asked for, so recursion costs nothing.
 * After it: operation.ts plans each operation.
 */
import type { JsonSchema } from "../../tool.js";
import { Skip } from "./skipped.js";

export type Json = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property, or undefined: a name from the document never reaches a prototype. */
export function own(object: Json, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What a value is, for a reason. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** One operation as the document has it, with the path item around it. */
export interface RawOperation {
  readonly method: string;
  readonly path: string;
  readonly item: Json;
  readonly operation: unknown;
  /** The reference of a path item that could not be followed; its operations are unknown then. */
  readonly unfollowed?: string;
}

/** A chain of references longer than this is a circle. */
const MAX_REFERENCE_CHAIN = 32;

export class OpenApiDocument {
  /** References that leave the document exist somewhere in it, so schemas must be searched for them. */
  private readonly hasExternal: boolean;
  /** The parts of the document that schemas refer into: `components`, and rarer ones. */
  private readonly referredParts: Json;
  private readonly externalIn = new Map<object, string | undefined>();

  private constructor(
    readonly root: Json,
    readonly is30: boolean,
  ) {
    const heads = new Set<string>();
    let hasExternal = false;
    for (const reference of referencesIn(root)) {
      if (!reference.startsWith("#")) hasExternal = true;
      else heads.add(decodeToken(reference.split("/")[1] ?? ""));
    }
    this.hasExternal = hasExternal;
    const parts: { [name: string]: unknown } = Object.create(null);
    for (const head of heads) if (Object.hasOwn(root, head)) parts[head] = root[head];
    this.referredParts = parts;
  }

  /** Reads a document: the parsed value, or JSON text. A {@link Skip} when it is not OpenAPI 3.0 or 3.1. */
  static open(spec: unknown): OpenApiDocument | Skip {
    let root = spec;
    if (typeof spec === "string") {
      try {
        root = JSON.parse(spec);
      } catch (cause) {
        return new Skip("NotJson", (cause as Error).message);
      }
    }
    if (!isObject(root)) return new Skip("NotADocument", kindOf(root));
    const swagger = own(root, "swagger");
    if (swagger !== undefined) return new Skip("Swagger2");
    const version = own(root, "openapi");
    if (typeof version !== "string") return new Skip("NotADocument", "an object without a version");
    if (!/^3\.[01](\.|$)/.test(version)) return new Skip("Version", version);
    return new OpenApiDocument(root, version.startsWith("3.0"));
  }

  /** Every operation in document order; webhooks and callbacks are the other side's. Never fails. */
  static operations(root: unknown): RawOperation[] {
    const operations: RawOperation[] = [];
    const paths = isObject(root) ? own(root, "paths") : undefined;
    if (!isObject(paths)) return operations;
    for (const path of Object.keys(paths)) {
      if (path.startsWith("x-")) continue;
      let item = paths[path];
      const reference = isObject(item) ? own(item, "$ref") : undefined;
      if (typeof reference === "string") {
        const target = pointed(root as Json, reference);
        if (target === undefined)
          operations.push({ method: "*", path, item: {}, operation: undefined, unfollowed: reference });
        item = { ...target, ...(item as Json) };
      }
      if (!isObject(item)) continue;
      for (const key of Object.keys(item)) {
        if (METHODS.has(key)) operations.push({ method: key.toUpperCase(), path, item, operation: item[key] });
      }
    }
    return operations;
  }

  /** Follows references to an object. Throws a {@link Skip} when one leaves the document or leads nowhere. */
  object(value: unknown): Json | undefined {
    let current = value;
    for (let step = 0; isObject(current); step++) {
      const reference = own(current, "$ref");
      if (typeof reference !== "string") return current;
      if (!reference.startsWith("#")) throw new Skip("ExternalReference", reference);
      if (step === MAX_REFERENCE_CHAIN) throw new Skip("BrokenReference", reference);
      current = pointed(this.root, reference);
      if (current === undefined) throw new Skip("BrokenReference", reference);
    }
    return undefined;
  }

  /** A schema with its references followed, for planning; `true`, `{}` and absence are `{}`. */
  schema(value: unknown): Json {
    return this.object(value) ?? {};
  }

  /** Throws a {@link Skip} when a schema reaches a reference that leaves the document. */
  checkLocal(schema: unknown): void {
    if (!this.hasExternal || typeof schema !== "object" || schema === null) return;
    const external = this.findExternal(schema);
    if (external !== undefined) throw new Skip("ExternalReference", external);
  }

  private findExternal(start: object): string | undefined {
    const known = this.externalIn.get(start);
    if (known !== undefined || this.externalIn.has(start)) return known;
    const seen = new Set<object>();
    const pending: object[] = [start];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      if (seen.has(value)) continue;
      seen.add(value);
      const reference = isObject(value) ? own(value, "$ref") : undefined;
      if (typeof reference === "string") {
        if (!reference.startsWith("#")) {
          this.externalIn.set(start, reference);
          return reference;
        }
        const target = pointed(this.root, reference);
        if (target !== undefined) pending.push(target);
      }
      for (const member of Object.values(value)) {
        if (typeof member === "object" && member !== null) pending.push(member);
      }
    }
    this.externalIn.set(start, undefined);
    return undefined;
  }

  /**
   * A schema that stands alone: the parts of the document that references point into are beside it.
   * They are shared and hidden from enumeration, so that a tool's schema can be printed or copied
   * without the whole document.
   */
  standalone(schema: { [keyword: string]: unknown }): JsonSchema {
    for (const part of Object.keys(this.referredParts)) {
      if (Object.hasOwn(schema, part)) continue;
      Object.defineProperty(schema, part, { value: this.referredParts[part], enumerable: false });
    }
    return schema;
  }

  /**
   * The base URL of an operation, without a trailing slash: the host's `baseUrl`, else the first
   * server of the operation, the path item or the document, with its variables' defaults.
   * https://spec.openapis.org/oas/v3.1.1.html#server-object
   */
  server(item: Json, operation: Json, baseUrl: string | undefined): string {
    if (baseUrl !== undefined) {
      const base = absolute(baseUrl);
      if (base === undefined) throw new Skip("BaseUrl", baseUrl);
      return base;
    }
    for (const holder of [operation, item, this.root]) {
      const servers = own(holder, "servers");
      if (!Array.isArray(servers) || servers.length === 0) continue;
      const first = this.object(servers[0]);
      const url = first === undefined ? undefined : text(own(first, "url"));
      if (first === undefined || url === undefined) throw new Skip("BadServer", String(url ?? ""));
      return serverUrl(url, own(first, "variables"));
    }
    throw new Skip("NoServer", "/");
  }
}

function serverUrl(template: string, variables: unknown): string {
  const url = template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = isObject(variables) ? own(variables, name) : undefined;
    const value = isObject(variable) ? own(variable, "default") : undefined;
    if (typeof value !== "string" && typeof value !== "number") throw new Skip("ServerVariable", name);
    return String(value);
  });
  // A network-path reference names its host; only the scheme is left open.
  if (url.startsWith("//")) return absolute(`https:${url}`) ?? badServer(url);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) throw new Skip("NoServer", url);
  return absolute(url) ?? badServer(url);
}

function badServer(url: string): never {
  throw new Skip("BadServer", url);
}

function absolute(url: string): string | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return undefined;
  }
  const isUsable = /^https?:$/.test(parsed.protocol) && parsed.search === "" && parsed.hash === "";
  return isUsable && parsed.username === "" ? parsed.href.replace(/\/+$/, "") : undefined;
}

/** RFC 6901 in a URI fragment; undefined when it leads nowhere or to no object. */
function pointed(root: Json, reference: string): Json | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let current: unknown = root;
  for (const token of reference.slice(2).split("/")) {
    const name = decodeToken(token);
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Json)[name];
  }
  return isObject(current) ? current : undefined;
}

function decodeToken(token: string): string {
  let decoded = token;
  try {
    if (token.includes("%")) decoded = decodeURIComponent(token);
  } catch {
    // A stray percent sign stands for itself.
  }
  return decoded.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Every reference of a document, once each. A property *named* `$ref` holds a schema and is none. */
function referencesIn(root: Json): Set<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const pending: object[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) {
      for (const member of value) if (typeof member === "object" && member !== null) pending.push(member);
      continue;
    }
    // Documents that were dereferenced in memory share objects, and may hold circles.
    if (seen.has(value)) continue;
    seen.add(value);
    for (const key of Object.keys(value)) {
      const member = (value as Json)[key];
      if (typeof member === "object" && member !== null) {
        if (key !== "example" && key !== "examples") pending.push(member);
      } else if (key === "$ref" && typeof member === "string") {
        found.add(member);
      }
    }
  }
  return found;
}
