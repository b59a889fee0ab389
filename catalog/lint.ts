/**
 * The linter of catalogs: what makes tools hard for a model to find, call or trust.
 *
 * Owns the rules and their wording. Each finding names a tool and, where there is one, the place in
 * its schema. Findings are in path order, then in the order of the rules below; a schema is walked
 * to a bounded number of places. Nothing here changes what a catalog does.
 */

import { bare } from "./edit-distance.js";
import type { CatalogEntry } from "./entry.js";
import type { JsonSchema } from "./schema/json-schema.js";
import {
  keyword,
  listKeyword,
  References,
  type SchemaObject,
  schemaEntries,
  schemaObject,
  textKeyword,
} from "./schema/json-schema.js";
import { jsonSchemaOf } from "./schema/standard.js";
import { wordsOf } from "./search/words.js";
import type { Tokenize } from "./tokens.js";
import { pathExpression } from "./tool-path.js";

export type LintRule =
  | "missing-description"
  | "long-description"
  | "missing-output-schema"
  | "similar-names"
  | "secret-parameter"
  | "unrendered-keyword"
  | "unresolved-reference"
  | "costly-tool";

/** One finding. `at` is a JSON pointer into the tool's input or output schema. */
export interface LintFinding {
  readonly rule: LintRule;
  readonly path: string;
  readonly message: string;
  readonly at?: string;
}

/** Longest description that needs no word, in UTF-16 units. */
const MAX_DESCRIPTION = 1_000;
/** Most a tool should cost, in tokens. */
const MAX_TOKENS = 500;
/** Places of one schema that are looked at. */
const MAX_PLACES = 5_000;

/** Keywords that narrow a value in ways a TypeScript type does not show. */
const UNRENDERED = [
  "not",
  "if",
  "then",
  "else",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "contains",
  "unevaluatedItems",
  "$dynamicRef",
] as const;

/** Words, or pairs of words, of a name that say its value is a secret. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  "password",
  "passwd",
  "passphrase",
  "secret",
  "credential",
  "credentials",
  "apikey",
]);
const SECRET_PAIRS: ReadonlySet<string> = new Set([
  "api key",
  "access key",
  "access token",
  "auth token",
  "private key",
  "secret key",
  "client secret",
  "bearer token",
  "refresh token",
]);

/** All findings over the entries of a catalog. Never fails. */
export function lintEntries(entries: readonly CatalogEntry[], tokenize: Tokenize): LintFinding[] {
  const alike = similarNames(entries);
  const findings: LintFinding[] = [];
  for (const entry of entries) {
    const add = (rule: LintRule, message: string, at?: string): void => {
      findings.push(at === undefined ? { rule, path: entry.path, message } : { rule, path: entry.path, message, at });
    };
    describeRules(entry, add);
    for (const other of alike.get(entry.path) ?? []) {
      add("similar-names", `differs from ${pathExpression(other)} only in case or separators`);
    }
    for (const side of ["input", "output"] as const) schemaRules(entry, side, add);
    const inline = tokenize(entry.inlineSignature);
    const pretty = tokenize(entry.prettySignature);
    if (inline > MAX_TOKENS) add("costly-tool", `costs ${inline} tokens in a list; ${MAX_TOKENS} should do`);
    else if (pretty > MAX_TOKENS)
      add("costly-tool", `costs ${pretty} tokens in a search result; ${MAX_TOKENS} should do`);
  }
  return findings;
}

type Add = (rule: LintRule, message: string, at?: string) => void;

function describeRules({ tool, description }: CatalogEntry, add: Add): void {
  if (description.trim() === "") add("missing-description", "has no description; a model finds it by its name only");
  if (description.length > MAX_DESCRIPTION) {
    add(
      "long-description",
      `has a description of ${description.length} characters; more than ${MAX_DESCRIPTION} is cut or ignored`,
    );
  }
  const reply = tool.kind === "stream" ? tool.item : tool.output;
  if (jsonSchemaOf(reply, "output") === undefined) {
    add(
      "missing-output-schema",
      `has no ${tool.kind === "stream" ? "item" : "output"} schema; its reply is unknown to a program`,
    );
  }
}

function schemaRules({ tool }: CatalogEntry, side: "input" | "output", add: Add): void {
  const reply = tool.kind === "stream" ? tool.item : tool.output;
  const schema = jsonSchemaOf(side === "input" ? tool.input : reply, side);
  if (schema === undefined) return;
  const references = new References(schema);
  for (const { object, at, name } of places(schema, side)) {
    if (side === "input" && name !== undefined && isSecretName(name) && textKeyword(object, "type") !== "boolean") {
      add("secret-parameter", `takes "${name}", which looks like a secret; a host should supply it, not a model`, at);
    }
    for (const word of UNRENDERED) {
      if (Object.hasOwn(object, word)) add("unrendered-keyword", `uses "${word}", which a signature cannot show`, at);
    }
    if (schemaEntries(object, "patternProperties").length > 1) {
      add(
        "unrendered-keyword",
        `uses "patternProperties" with several patterns, which a signature cannot tell apart`,
        at,
      );
    }
    const reference = References.of(object);
    if (reference !== undefined && references.resolve(reference) === undefined) {
      add(
        "unresolved-reference",
        `refers to "${reference}", which is not in the schema; it is rendered as unknown`,
        at,
      );
    }
  }
}

interface Place {
  readonly object: SchemaObject;
  readonly at: string;
  /** The property this schema describes. */
  readonly name?: string;
}

const CHILDREN = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"] as const;
const CHILD_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"] as const;
const CHILD_MAPS = ["properties", "patternProperties", "$defs", "definitions"] as const;

/** Every schema inside a document, breadth first; references are not followed, their targets are places themselves. */
function places(schema: JsonSchema, side: string): Place[] {
  const found: Place[] = [];
  const root = schemaObject(schema);
  if (root !== undefined) found.push({ object: root, at: side });
  for (let next = 0; next < found.length && found.length < MAX_PLACES; next++) {
    const { object, at } = found[next];
    const push = (value: unknown, place: string, name?: string): void => {
      const child = schemaObject(value);
      if (child !== undefined)
        found.push(name === undefined ? { object: child, at: place } : { object: child, at: place, name });
    };
    for (const word of CHILD_MAPS) {
      for (const [name, child] of schemaEntries(object, word))
        push(child, `${at}/${word}/${name}`, word === "properties" ? name : undefined);
    }
    for (const word of CHILDREN) push(keyword(object, word), `${at}/${word}`);
    for (const word of CHILD_LISTS)
      for (const [index, child] of listKeyword(object, word).entries()) push(child, `${at}/${word}/${index}`);
  }
  return found;
}

function isSecretName(name: string): boolean {
  const words = wordsOf(name.replaceAll("_", " "));
  return words.some((word, at) => SECRET_WORDS.has(word) || (at > 0 && SECRET_PAIRS.has(`${words[at - 1]} ${word}`)));
}

/** For each path, the others with the same letters. */
function similarNames(entries: readonly CatalogEntry[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path } of entries) {
    const key = bare(path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [path]);
    else group.push(path);
  }
  const alike = new Map<string, string[]>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const path of group)
      alike.set(
        path,
        group.filter((other) => other !== path),
      );
  }
  return alike;
}
