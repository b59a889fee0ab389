/**
 * A validator's failures in words: path, what was expected, what was received.
 *
 * Owns the wording that a model reads after a refused call, e.g.
 *   year: expected integer, received string "2024"
 *   sort: expected one of "asc", "desc", received "up"
 *   unknown property "nmae" (did you mean "name"?); allowed: "name", "size"
 * A failed union is told by the form that fits best, never by all of its forms. Bounded: at most
 * twenty issues, values shortened. Before: validating.ts.
 */
import type { OutputUnit } from "@cfworker/json-schema";
import { closest } from "../edit-distance.js";
import type { Lookup, NormalSchema } from "./normal-form.js";
import { issueText, type StandardIssue } from "./standard.js";

const MAX_ISSUES = 20;
const MAX_VALUE_CHARS = 60;
const MAX_LISTED = 20;

/** Keywords that only say "something below failed"; the reason is another failure. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "items",
  "prefixItems",
  "$ref",
  "allOf",
  "dependentSchemas",
  "if",
]);
const UNIONS: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

type SchemaRecord = { readonly [keyword: string]: unknown };

interface Failure {
  readonly keyword: string;
  /** Path in the value. */
  readonly path: readonly string[];
  /** Keyword path in the schema, as the library writes it. */
  readonly location: string;
}

/** The issues of a refused value, outermost and first properties first; at least one. Never fails. */
export function validationIssues(
  value: unknown,
  schema: NormalSchema,
  lookup: Lookup,
  errors: readonly OutputUnit[],
): StandardIssue[] {
  const failures = errors.map((error) => ({
    keyword: error.keyword,
    path: pointerTokens(error.instanceLocation),
    location: error.keywordLocation,
  }));
  const wording = new Wording(value, schema, lookup);
  const issues: StandardIssue[] = [];
  const told = new Set<string>();
  const worded = new Set<string>();
  for (const failure of explained(failures, wording)) {
    // One keyword at one place says one thing, however many properties it fails for.
    const id = `${failure.location} ${failure.path.join("/")}`;
    if (worded.has(id)) continue;
    worded.add(id);
    const text = wording.of(failure);
    const path = failure.path.map((token) =>
      /^(0|[1-9]\d*)$/.test(token) && wording.isIndex(failure.path, token) ? Number(token) : token,
    );
    const message = issueText({ message: text, path });
    if (told.has(message)) continue;
    told.add(message);
    issues.push({ message, path });
    if (issues.length === MAX_ISSUES) break;
  }
  return issues.length > 0 ? issues : [{ message: "the value does not match the schema", path: [] }];
}

/** The failures worth telling: leaves, and of each failed union the failures of its best form. */
function explained(failures: readonly Failure[], wording: Wording): Failure[] {
  const out: Failure[] = [];
  for (let index = 0; index < failures.length; index++) {
    const failure = failures[index];
    if (WRAPPERS.has(failure.keyword)) continue;
    if (failure.keyword === "additionalProperties" || failure.keyword === "unevaluatedProperties") {
      const next = failures[index + 1];
      // `additionalProperties: { … }` fails through its own schema, which says more.
      if (next !== undefined && next.keyword !== "false" && next.location.startsWith(failure.location)) continue;
      out.push(failure);
      // The refusal by `false` itself; the property is told by now.
      if (next?.keyword === "false") index++;
      continue;
    }
    if (failure.keyword === "not" || failure.keyword === "contains" || failure.keyword === "propertyNames") {
      out.push(failure);
      index = lastBelow(failures, index);
      continue;
    }
    if (!UNIONS.has(failure.keyword)) {
      out.push(failure);
      continue;
    }
    const end = lastBelow(failures, index);
    const below = failures.slice(index + 1, end + 1);
    const best = bestForm(below, failure, wording);
    if (best === undefined) out.push(failure);
    else out.push(...explained(best, wording));
    index = end;
  }
  return out;
}

function lastBelow(failures: readonly Failure[], index: number): number {
  const prefix = `${failures[index].location}/`;
  let last = index;
  while (last + 1 < failures.length && failures[last + 1].location.startsWith(prefix)) last++;
  return last;
}

/**
 * The form of a union the value was meant for: the one form of the value's own kind (not refused
 * for its type), or the one whose constants fit. Undefined when several or none qualify: then
 * the union itself is told.
 */
function bestForm(below: readonly Failure[], union: Failure, wording: Wording): readonly Failure[] | undefined {
  const forms = new Map<string, Failure[]>();
  for (const failure of below) {
    const form = failure.location.slice(union.location.length + 1).split("/", 1)[0];
    const list = forms.get(form);
    if (list === undefined) forms.set(form, [failure]);
    else list.push(failure);
  }
  const depth = union.path.length;
  const isWrongKind = (failure: Failure) =>
    failure.path.length === depth &&
    (failure.keyword === "type" || failure.keyword === "const" || failure.keyword === "enum");
  let candidates = [...forms.values()].filter((form) => !form.some(isWrongKind));
  if (candidates.length > 1) {
    const isWrongTag = (failure: Failure) =>
      failure.path.length === depth + 1 &&
      (failure.keyword === "const" || (failure.keyword === "enum" && wording.isSingle(failure)));
    const tagged = candidates.filter((form) => !form.some(isWrongTag));
    if (tagged.length > 0) candidates = tagged;
  }
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Words for one failure; reads the schema and the value at the place of it. */
class Wording {
  constructor(
    readonly value: unknown,
    readonly schema: NormalSchema,
    readonly lookup: Lookup,
  ) {}

  of(failure: Failure): string {
    const schema = this.#schemaAt(failure.location);
    const received = this.#received(failure.path);
    const limit = schema?.[failure.keyword];
    switch (failure.keyword) {
      case "type":
        return `expected ${listed(asList(limit).map(String), "or")}, received ${received}`;
      case "enum":
        return `expected one of ${values(asList(limit))}, received ${received}`;
      case "const":
        return `expected ${shown(limit)}, received ${received}`;
      case "required": {
        const value = this.#valueAt(failure.path);
        const missing = asList(limit)
          .map(String)
          .filter((name) => !isOwn(value, name));
        return missing
          .map((name) => `missing required property ${JSON.stringify(name)}${this.#typeOf(schema, name)}`)
          .join("; ");
      }
      case "additionalProperties":
      case "unevaluatedProperties":
        return this.#unknownProperties(failure, schema);
      case "false":
        return `no value is allowed here, received ${received}`;
      case "dependentRequired":
        return this.#missingCompanions(failure, limit);
      case "propertyNames":
        return `a property name is not allowed here: expected names matching ${shown(limit)}, received ${values(Object.keys(Object(this.#valueAt(failure.path))))}`;
      case "minimum":
        return `expected a number of at least ${limit}, received ${received}`;
      case "maximum":
        return `expected a number of at most ${limit}, received ${received}`;
      case "exclusiveMinimum":
        return `expected a number greater than ${limit}, received ${received}`;
      case "exclusiveMaximum":
        return `expected a number less than ${limit}, received ${received}`;
      case "multipleOf":
        return `expected a multiple of ${limit}, received ${received}`;
      case "minLength":
        return `expected text of at least ${limit} characters, received ${received}`;
      case "maxLength":
        return `expected text of at most ${limit} characters, received ${this.#length(failure.path)} characters`;
      case "pattern":
        return `expected text matching /${limit}/, received ${received}`;
      case "format":
        return `expected text in the format ${limit}, received ${received}`;
      case "minItems":
        return `expected at least ${limit} items, received ${this.#length(failure.path)}`;
      case "maxItems":
        return `expected at most ${limit} items, received ${this.#length(failure.path)}`;
      case "uniqueItems":
        return "expected items without duplicates";
      case "minProperties":
        return `expected at least ${limit} properties, received ${received}`;
      case "maxProperties":
        return `expected at most ${limit} properties, received ${received}`;
      case "contains":
      case "minContains":
      case "maxContains":
        return `expected an array whose items fit the schema's "contains", received ${received}`;
      case "not":
        return `expected a value outside ${shown(limit)}, received ${received}`;
      case "anyOf":
      case "oneOf":
        return this.#union(failure, asList(limit), received);
      default:
        return `does not match "${failure.keyword}", received ${received}`;
    }
  }

  /** True when the path's last token indexes an array (a numeric property name stays text). */
  isIndex(path: readonly string[], token: string): boolean {
    const at = path.lastIndexOf(token);
    return Array.isArray(this.#valueAt(path.slice(0, at)));
  }

  /** True when an `enum` allows one value: a tag written as an enum. */
  isSingle(failure: Failure): boolean {
    return asList(this.#schemaAt(failure.location)?.["enum"]).length === 1;
  }

  #unknownProperties(failure: Failure, schema: SchemaRecord | undefined): string {
    const known = Object.keys(Object(schema?.["properties"]));
    const patterns = Object.keys(Object(schema?.["patternProperties"]));
    const given = Object.keys(Object(this.#valueAt(failure.path)));
    const unknown = given.filter(
      (name) => !known.includes(name) && !patterns.some((pattern) => new RegExp(pattern, "u").test(name)),
    );
    const told = unknown.slice(0, MAX_LISTED).map((name) => {
      const near = closest(name, known);
      return `unknown property ${JSON.stringify(name)}${near === undefined ? "" : ` (did you mean ${JSON.stringify(near)}?)`}`;
    });
    const names = [...known.map(shown), ...patterns.map((pattern) => `names matching /${pattern}/`)];
    const allowed = names.length === 0 ? "no property is allowed" : `allowed: ${cutList(names)}`;
    return `${told.join("; ")}; ${allowed}`;
  }

  #missingCompanions(failure: Failure, limit: unknown): string {
    const value = this.#valueAt(failure.path);
    const needs = Object.entries(Object(limit) as Record<string, unknown>).filter(([name]) => isOwn(value, name));
    return needs
      .flatMap(([name, others]) => asList(others).map((other) => [name, String(other)] as const))
      .filter(([, other]) => !isOwn(value, other))
      .map(([name, other]) => `${shown(name)} is given without ${shown(other)}, which it needs`)
      .join("; ");
  }

  #union(failure: Failure, forms: readonly unknown[], received: string): string {
    const kinds = new Set<string>();
    for (const form of forms) {
      const record = this.#target(form);
      const type = record?.["type"];
      if (record === undefined) continue;
      if (record["const"] !== undefined) kinds.add(shown(record["const"]));
      else if (Array.isArray(record["enum"])) kinds.add(`one of ${values(record["enum"])}`);
      else for (const name of asList(type)) kinds.add(String(name));
    }
    const only = failure.keyword === "oneOf" ? "exactly one" : "one";
    return kinds.size === 0 || (kinds.size === 1 && kinds.has("object"))
      ? `expected ${only} of ${forms.length} forms, received ${received}${this.#tags(forms)}`
      : `expected ${listed([...kinds], "or")}, received ${received}`;
  }

  /** The properties each form requires: what a model needs to choose one. */
  #tags(forms: readonly unknown[]): string {
    const told = forms.slice(0, MAX_LISTED).map((form) => {
      const record = this.#target(form);
      const required = asList(record?.["required"]).map(String);
      return required.length === 0 ? "{}" : `{ ${required.join(", ")} }`;
    });
    return `; the forms need ${listed(told, "or")}`;
  }

  #typeOf(schema: SchemaRecord | undefined, name: string): string {
    const properties = schema?.["properties"] as SchemaRecord | undefined;
    const record = properties === undefined ? undefined : this.#target(properties[name]);
    if (record === undefined) return "";
    if (Array.isArray(record["enum"])) return ` (one of ${values(record["enum"])})`;
    const types = asList(record["type"]);
    return types.length === 0 ? "" : ` (${listed(types.map(String), "or")})`;
  }

  #target(schema: unknown): SchemaRecord | undefined {
    let current = schema;
    for (let step = 0; step < 32; step++) {
      if (typeof current !== "object" || current === null) return undefined;
      const record = current as SchemaRecord;
      const reference = record["$ref"];
      if (typeof reference !== "string") return record;
      current = this.lookup[reference];
    }
    return undefined;
  }

  /** The schema that holds the failing keyword: its location without the last token. */
  #schemaAt(location: string): SchemaRecord | undefined {
    let current: unknown = this.schema;
    for (const token of pointerTokens(location).slice(0, -1)) {
      if (token === "$ref") {
        current = this.lookup[String((current as SchemaRecord | undefined)?.["$ref"])];
        continue;
      }
      if (typeof current !== "object" || current === null || !Object.hasOwn(current, token)) return undefined;
      current = (current as SchemaRecord)[token];
    }
    return typeof current === "object" && current !== null ? (current as SchemaRecord) : undefined;
  }

  #valueAt(path: readonly string[]): unknown {
    let current = this.value;
    for (const token of path) {
      if (!isOwn(current, token)) return undefined;
      current = (current as SchemaRecord)[token];
    }
    return current;
  }

  #received(path: readonly string[]): string {
    return receivedText(this.#valueAt(path));
  }

  #length(path: readonly string[]): number {
    const value = this.#valueAt(path);
    return typeof value === "string" || Array.isArray(value) ? value.length : 0;
  }
}

/** A value as a model should see it named: its kind, and itself when it is short. */
function receivedText(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length} items`;
  if (typeof value === "object") {
    const keys = Object.keys(value as object);
    return keys.length === 0 ? "an empty object" : `an object with ${values(keys)}`;
  }
  return typeof value === "string" ? `string ${shown(value)}` : `${typeof value} ${shown(value)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  if (text.length <= MAX_VALUE_CHARS) return text;
  const cut = text.slice(0, MAX_VALUE_CHARS).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut}…`;
}

function values(list: readonly unknown[]): string {
  return cutList(list.map(shown));
}

function cutList(list: readonly string[]): string {
  const told = list.slice(0, MAX_LISTED).join(", ");
  return list.length > MAX_LISTED ? `${told}, … ${list.length - MAX_LISTED} more` : told;
}

function listed(words: readonly string[], conjunction: string): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${words[words.length - 1]}`;
}

function asList(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function isOwn(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

/** `#/a/b~1c` as tokens; the library percent-encodes what a fragment may not hold. */
function pointerTokens(pointer: string): string[] {
  const hash = pointer.indexOf("/");
  if (hash === -1) return [];
  return pointer
    .slice(hash + 1)
    .split("/")
    .map((token) => {
      let decoded = token;
      try {
        decoded = decodeURIComponent(token);
      } catch {
        // A token that was never encoded stays as it is.
      }
      return decoded.replaceAll("~1", "/").replaceAll("~0", "~");
    });
}
