/**
 * The normal form of a JSON Schema that is handed to @cfworker/json-schema.
 *
 * Owns the rewriting: assertions only, null prototypes (no name in a document or a value reaches
 * one), every reference a key of a lazy table, OpenAPI's `nullable`, draft-04's boolean bounds
 * and draft-07's tuples and dependencies in their 2020-12 form. The document is never changed.
 * Before: a host's document. After: validating.ts.
 */
import {
  isNullable,
  type JsonSchema,
  keyword,
  listKeyword,
  References,
  schemaEntries,
  schemaObject,
  typeNames,
} from "./json-schema.js";
import { matchableLength, UNLIMITED_LENGTH, unicodePattern } from "./pattern-cost.js";

/** Subschemas kept by name-to-schema maps, lists and single positions. */
const MAPS = ["properties", "patternProperties", "dependentSchemas"] as const;
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const SINGLES = [
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "not",
  "if",
  "then",
  "else",
] as const;
const NUMBERS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
] as const;
const TYPE_NAMES: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** The formats of JSON Schema. The library knows a further one, "url", whose expression can take exponential time. */
const FORMATS: ReadonlySet<string> = new Set([
  "date",
  "time",
  "date-time",
  "duration",
  "uri",
  "uri-reference",
  "uri-template",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "regex",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
]);
/** Longest text a format is checked on, in UTF-16 units; longer ones are refused. */
const MAX_FORMATTED = 4_096;
/** Longest list whose items are compared each with each. */
const MAX_COMPARED = 5_000;

/** A schema in normal form. Null prototype; `$ref` is a key of the lookup table. */
export type NormalSchema = boolean | { [keyword: string]: unknown };

/** Where a validator finds the target of each `$ref`. */
export type Lookup = { readonly [reference: string]: NormalSchema };

/** Deeper documents are refused: reading one must not exhaust the host's stack. */
const MAX_SCHEMA_DEPTH = 256;

/** Rewrites one document; `lookup` grows as targets are first asked for. Throws `TypeError` on what is no schema. */
export class Normalizer {
  /** Each target is normalised when the library first asks for it. */
  readonly lookup: Lookup = Object.create(null);
  readonly #references: References;

  constructor(document: JsonSchema) {
    this.#references = new References(document);
  }

  normalize(schema: unknown, at: string, depth: number): NormalSchema {
    if (typeof schema === "boolean") return schema;
    const source = schemaObject(schema);
    if (source === undefined) throw new TypeError(`JSON Schema at ${at} must be an object or a boolean`);
    if (depth > MAX_SCHEMA_DEPTH) throw new TypeError(`JSON Schema is nested deeper than ${MAX_SCHEMA_DEPTH} levels`);
    const normal: { [keyword: string]: unknown } = Object.create(null);

    const reference = References.of(source);
    if (reference !== undefined) normal["$ref"] = this.#target(reference, at);
    this.#assertions(source, normal, at);
    for (const name of MAPS) {
      if (schemaObject(keyword(source, name)) === undefined) continue;
      const map: { [key: string]: NormalSchema } = Object.create(null);
      for (const [key, value] of schemaEntries(source, name)) {
        const member = name === "patternProperties" ? usablePattern(key, `${at}/${name}`) : key;
        map[member] = this.normalize(value, `${at}/${name}/${key}`, depth + 1);
      }
      normal[name] = map;
    }
    for (const name of LISTS) {
      const list = listKeyword(source, name);
      if (list.length === 0) continue;
      normal[name] = list.map((value, index) => this.normalize(value, `${at}/${name}/${index}`, depth + 1));
    }
    for (const name of SINGLES) {
      const value = keyword(source, name);
      if (value !== undefined) normal[name] = this.normalize(value, `${at}/${name}`, depth + 1);
    }
    this.#items(source, normal, at, depth);
    this.#dependencies(source, normal, at, depth);
    guard(normal);
    return nullable(source, normal);
  }

  #target(reference: string, at: string): string {
    const target = this.#references.resolve(reference);
    const end = target === undefined ? undefined : this.#references.follow(target.schema);
    if (target === undefined || end === undefined) {
      throw new TypeError(`JSON Schema at ${at} refers to "${reference}", which leads nowhere`);
    }
    if (!Object.hasOwn(this.lookup, target.pointer)) {
      const normalize = (): NormalSchema => this.normalize(target.schema, target.pointer, 0);
      let normal: NormalSchema | undefined;
      Object.defineProperty(this.lookup, target.pointer, {
        get() {
          normal ??= normalize();
          return normal;
        },
      });
    }
    return target.pointer;
  }

  #assertions(
    source: { readonly [keyword: string]: unknown },
    normal: { [keyword: string]: unknown },
    at: string,
  ): void {
    const types = typeNames(source);
    for (const type of types) {
      if (!TYPE_NAMES.has(type)) throw new TypeError(`JSON Schema at ${at} has the unknown type "${type}"`);
    }
    if (types.length > 0) normal["type"] = types.length === 1 ? types[0] : types;
    const allowed = keyword(source, "enum");
    if (Array.isArray(allowed))
      normal["enum"] = types.includes("null") && isNullable(source) ? [...allowed, null] : allowed;
    if (Object.hasOwn(source, "const")) normal["const"] = keyword(source, "const");
    for (const name of NUMBERS) {
      const value = keyword(source, name);
      if (typeof value === "number") normal[name] = value;
    }
    // Draft-04 and OpenAPI 3.0 write an exclusive bound as a flag beside the bound.
    for (const [flag, bound] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"],
    ] as const) {
      if (keyword(source, flag) !== true || normal[bound] === undefined) continue;
      normal[flag] = normal[bound];
      delete normal[bound];
    }
    if (keyword(source, "uniqueItems") === true) normal["uniqueItems"] = true;
    const required = listKeyword(source, "required").filter((name) => typeof name === "string");
    if (required.length > 0) normal["required"] = required;
    const format = keyword(source, "format");
    if (typeof format === "string" && FORMATS.has(format)) normal["format"] = format;
    const pattern = keyword(source, "pattern");
    if (typeof pattern === "string") normal["pattern"] = usablePattern(pattern, at);
  }

  /** Draft-07 gives a tuple as a list in `items`; the rest is then `additionalItems`. */
  #items(
    source: { readonly [keyword: string]: unknown },
    normal: { [keyword: string]: unknown },
    at: string,
    depth: number,
  ): void {
    const items = keyword(source, "items");
    if (Array.isArray(items)) {
      normal["prefixItems"] = items.map((item, index) => this.normalize(item, `${at}/items/${index}`, depth + 1));
      if (normal["additionalItems"] !== undefined) normal["items"] = normal["additionalItems"];
    } else if (items !== undefined) {
      normal["items"] = this.normalize(items, `${at}/items`, depth + 1);
    }
    delete normal["additionalItems"];
  }

  /** Draft-07's `dependencies` holds what 2020-12 calls `dependentRequired` and `dependentSchemas`. */
  #dependencies(
    source: { readonly [keyword: string]: unknown },
    normal: { [keyword: string]: unknown },
    at: string,
    depth: number,
  ): void {
    const required: { [name: string]: readonly unknown[] } = Object.create(null);
    const schemas = (normal["dependentSchemas"] ?? Object.create(null)) as { [name: string]: NormalSchema };
    for (const name of ["dependentRequired", "dependencies"]) {
      const map = schemaObject(keyword(source, name));
      for (const key of map === undefined ? [] : Object.keys(map)) {
        const value = keyword(map!, key);
        if (Array.isArray(value)) required[key] = value.filter((other) => typeof other === "string");
        else schemas[key] = this.normalize(value, `${at}/${name}/${key}`, depth + 1);
      }
    }
    if (Object.keys(required).length > 0) normal["dependentRequired"] = required;
    if (Object.keys(schemas).length > 0) normal["dependentSchemas"] = schemas;
  }
}

/** OpenAPI 3.0's `nullable` beside `$ref`, `allOf` or no type at all: real documents mean "or null". */
function nullable(
  source: { readonly [keyword: string]: unknown },
  normal: { [keyword: string]: unknown },
): NormalSchema {
  if (!isNullable(source)) return normal;
  const hasOnlyType =
    normal["type"] !== undefined && normal["$ref"] === undefined && LISTS.every((name) => normal[name] === undefined);
  return hasOnlyType ? normal : record({ anyOf: [normal, { type: "null" }] });
}

function usablePattern(pattern: string, at: string): string {
  const usable = unicodePattern(pattern);
  if (usable !== undefined) return usable;
  throw new TypeError(`JSON Schema at ${at} has a pattern that is no regular expression: ${pattern}`);
}

/**
 * Puts what the library may take long over behind a bound on the size of the value: it runs patterns and
 * formats on the host's backtracking matcher, and compares the items of a list each with each.
 */
function guard(normal: { [keyword: string]: unknown }): void {
  const guards: NormalSchema[] = [];
  const move = (bound: string, limit: number, keywords: readonly string[]): void => {
    const moved: { [keyword: string]: unknown } = Object.create(null);
    for (const name of keywords) {
      if (normal[name] === undefined) continue;
      moved[name] = normal[name];
      delete normal[name];
    }
    const within = bound === "propertyNames" ? { propertyNames: { maxLength: limit } } : { [bound]: limit };
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    guards.push(record({ if: record(within), then: moved, else: record(within) }));
  };
  if (typeof normal["pattern"] === "string") {
    const limit = matchableLength(normal["pattern"]);
    if (limit < UNLIMITED_LENGTH) move("maxLength", limit, ["pattern"]);
  }
  if (normal["format"] !== undefined) move("maxLength", MAX_FORMATTED, ["format"]);
  if (normal["uniqueItems"] !== undefined) move("maxItems", MAX_COMPARED, ["uniqueItems"]);
  const patterns = Object.keys(Object(normal["patternProperties"]));
  const limit = Math.min(UNLIMITED_LENGTH, ...patterns.map(matchableLength));
  if (limit < UNLIMITED_LENGTH) {
    move("propertyNames", limit, ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"]);
  }
  if (guards.length > 0) normal["allOf"] = [...((normal["allOf"] as NormalSchema[] | undefined) ?? []), ...guards];
}

function record(members: { readonly [keyword: string]: unknown }): { [keyword: string]: unknown } {
  return Object.assign(Object.create(null), members);
}
