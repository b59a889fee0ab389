/**
 * Reading JSON Schema documents: draft-07, 2020-12 and the OpenAPI 3.0 and 3.1 dialects of them.
 *
 * Owns the lazy resolver of local references and the keyword readers that rendering, searching,
 * validating and linting share. A document is foreign data: every read is of an own data
 * property, nothing is dereferenced that is not asked for, and no function here fails.
 * Before: jsonSchemaOf (standard.ts). After: to-typescript.ts, validating.ts, search.ts, lint.ts.
 */

/** A JSON Schema document (draft-07, 2020-12 or an OpenAPI dialect of them), as plain data. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema that is an object of keywords (not `true` or `false`). */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** The value when it is a plain object of keywords, else undefined. */
export function schemaObject(value: unknown): SchemaObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as SchemaObject) : undefined;
}

/** An own property of foreign data; never one of the prototype's. Undefined when absent or a throwing getter. */
export function keyword(schema: SchemaObject, name: string): unknown {
  try {
    return Object.hasOwn(schema, name) ? schema[name] : undefined;
  } catch {
    return undefined;
  }
}

/** A keyword that must hold a list, else an empty one. */
export function listKeyword(schema: SchemaObject, name: string): readonly unknown[] {
  const value = keyword(schema, name);
  return Array.isArray(value) ? value : [];
}

/** A keyword that must hold text, else undefined. */
export function textKeyword(schema: SchemaObject, name: string): string | undefined {
  const value = keyword(schema, name);
  return typeof value === "string" ? value : undefined;
}

/** Name and schema of each member of `properties` (or of any keyword that maps names to schemas), in document order. */
export function schemaEntries(schema: SchemaObject, name = "properties"): readonly (readonly [string, JsonSchema])[] {
  const map = schemaObject(keyword(schema, name));
  if (map === undefined) return [];
  const entries: [string, JsonSchema][] = [];
  for (const key of Object.keys(map)) {
    const value = keyword(map, key);
    entries.push([key, typeof value === "boolean" ? value : (schemaObject(value) ?? true)]);
  }
  return entries;
}

/** The names in `required`. OpenAPI 2's per-property `required: true` is no list and counts as none. */
export function requiredNames(schema: SchemaObject): ReadonlySet<string> {
  return new Set(listKeyword(schema, "required").filter((name): name is string => typeof name === "string"));
}

/** The names in `type`, which is one name or a list; OpenAPI 3.0's `nullable` adds "null". */
export function typeNames(schema: SchemaObject): readonly string[] {
  const type = keyword(schema, "type");
  const names =
    typeof type === "string" ? [type] : listKeyword(schema, "type").filter((t): t is string => typeof t === "string");
  return isNullable(schema) && names.length > 0 && !names.includes("null") ? [...names, "null"] : names;
}

/** OpenAPI 3.0's way of adding null to a type, and its older extension. */
export function isNullable(schema: SchemaObject): boolean {
  return keyword(schema, "nullable") === true || keyword(schema, "x-nullable") === true;
}

/** What a reference led to. `pointer` names the place and is equal for equal targets. */
export interface Resolved {
  readonly pointer: string;
  readonly schema: JsonSchema;
}

/**
 * Resolves local references of one document, each on first use: JSON pointers into any part of
 * the document (`#/$defs/X`, `#/definitions/X`, `#/components/schemas/X`, `#`), `#anchor`, and the
 * `$id` of an embedded schema. Nothing is fetched; a reference elsewhere is undefined.
 */
export class References {
  readonly #resolved = new Map<string, Resolved | undefined>();
  #named: Map<string, JsonSchema> | undefined;

  constructor(readonly document: JsonSchema) {}

  /** The reference a schema is, if it is one. A *property named* `$ref` holds a schema, not text, and is none. */
  static of(schema: SchemaObject): string | undefined {
    return textKeyword(schema, "$ref") ?? textKeyword(schema, "$dynamicRef") ?? textKeyword(schema, "$recursiveRef");
  }

  resolve(reference: string): Resolved | undefined {
    if (this.#resolved.has(reference)) return this.#resolved.get(reference);
    const found = this.#find(reference);
    this.#resolved.set(reference, found);
    return found;
  }

  /** Follows a chain of references that are nothing else; undefined when it ends nowhere or in itself. */
  follow(schema: JsonSchema): JsonSchema | undefined {
    let current: JsonSchema = schema;
    const seen = new Set<string>();
    for (;;) {
      const object = schemaObject(current);
      const reference = object === undefined ? undefined : References.of(object);
      if (reference === undefined) return current;
      const target = this.resolve(reference);
      if (target === undefined || seen.has(target.pointer)) return undefined;
      seen.add(target.pointer);
      current = target.schema;
    }
  }

  #find(reference: string): Resolved | undefined {
    const hash = reference.indexOf("#");
    const base = hash === -1 ? reference : reference.slice(0, hash);
    const fragment = hash === -1 ? "" : reference.slice(hash + 1);
    let from: JsonSchema | undefined = this.document;
    if (base !== "" && base !== rootId(this.document)) from = this.#embedded(base);
    if (from === undefined) return undefined;
    if (fragment === "" || fragment.startsWith("/")) {
      const target = pointed(from, fragment);
      return target === undefined ? undefined : { pointer: `${base}#${fragment}`, schema: target };
    }
    const anchored = this.#embedded(`#${fragment}`);
    return anchored === undefined ? undefined : { pointer: `#${fragment}`, schema: anchored };
  }

  /** Schemas by `$id` and by `#anchor`, collected once, only when a reference needs it. */
  #embedded(name: string): JsonSchema | undefined {
    this.#named ??= namedSchemas(this.document);
    return this.#named.get(name);
  }
}

function rootId(document: JsonSchema): string | undefined {
  const object = schemaObject(document);
  return object === undefined ? undefined : (textKeyword(object, "$id") ?? textKeyword(object, "id"));
}

/** RFC 6901, with the percent-encoding of a URI fragment. */
function pointed(document: JsonSchema, fragment: string): JsonSchema | undefined {
  let current: unknown = document;
  if (fragment !== "") {
    for (const token of fragment.slice(1).split("/")) {
      const name = decodeFragment(token).replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
      current = (current as SchemaObject)[name];
    }
  }
  return typeof current === "boolean" ? current : schemaObject(current);
}

function decodeFragment(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** A search for names looks at this many objects of a document at most. */
const MAX_SCANNED = 200_000;

function namedSchemas(document: JsonSchema): Map<string, JsonSchema> {
  const named = new Map<string, JsonSchema>();
  const pending: unknown[] = [document];
  const seen = new Set<unknown>();
  for (let next = 0; next < pending.length && next < MAX_SCANNED; next++) {
    const value = pending[next];
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const object = schemaObject(value);
    if (object !== undefined) {
      for (const [key, prefix] of NAMING) {
        const text = textKeyword(object, key);
        if (text !== undefined && !named.has(prefix + text)) named.set(prefix + text, object);
      }
    }
    for (const key of Object.keys(value)) pending.push((value as SchemaObject)[key]);
  }
  return named;
}

const NAMING = [
  ["$id", ""],
  ["id", ""],
  ["$anchor", "#"],
  ["$dynamicAnchor", "#"],
] as const;
