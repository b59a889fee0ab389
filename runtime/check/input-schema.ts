/**
 * A tool's JSON Schema, narrowed to what can be decided about one literal argument.
 *
 * Where a part of the literal is unknown, the schema below it is dropped, and so is every keyword whose verdict depends on
 * it: alternatives, counts, required names behind a spread. What is left is checked by the validator that the runtime uses,
 * so that both say the same of the same mistake.
 *
 * Invariant: the narrowed schema refuses a literal only if the tool's schema refuses every value the literal can have.
 * Before: literal.ts. After: tool-calls.ts.
 */
import {
  issueText,
  type JsonSchema,
  jsonSchemaOf,
  type StandardIssue,
  Tool,
  type ToolSchema,
  toolValidator,
} from "../../catalog/index.js";
import { isComplete, type Literal } from "../source/literal.js";

type Document = { readonly [keyword: string]: unknown };

/** Verdicts that depend on the whole value below them. */
const WHOLE_VALUE = [
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "allOf",
  "enum",
  "const",
  "dependentSchemas",
  "dependentRequired",
  "dependencies",
  "contains",
  "minContains",
  "maxContains",
  "uniqueItems",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "$dynamicRef",
] as const;

/** Verdicts that need every key or element. */
const WHOLE_KEYS = ["required", "minProperties", "maxProperties", "minItems", "maxItems"] as const;

const MAX_REFERENCES = 16;

/** What is to be said against an input, and whether the run would say it too. */
export interface InputIssues {
  readonly issues: readonly StandardIssue[];
  readonly isCertain: boolean;
}

/**
 * The issues of a tool's schema with a literal; none when nothing can be decided. Never fails. A validator of the host's
 * (Zod, …) may accept more than the JSON Schema it renders as: it is asked itself where the whole value is known, and
 * otherwise its JSON Schema is an opinion. A document that only renders refuses nothing at run time.
 */
export function inputIssues(input: ToolSchema, literal: Literal, data: unknown): InputIssues {
  const schema = jsonSchemaOf(input, "input");
  const isOwn = isOwnValidator(input);
  const validator = toolValidator(input);
  if (!isOwn && validator !== undefined && isComplete(literal)) {
    try {
      const result = validator["~standard"].validate(JSON.parse(JSON.stringify(data)));
      if (!(result instanceof Promise)) return { issues: result.issues ?? [], isCertain: true };
      result.catch(() => undefined);
    } catch {
      return { issues: [], isCertain: false };
    }
  }
  if (schema === undefined) return { issues: [], isCertain: false };
  return { issues: literalIssues(schema, literal, data), isCertain: isOwn };
}

/** True for a validator made from exactly the JSON Schema that is looked at here. */
export function isOwnValidator(input: ToolSchema): boolean {
  return toolValidator(input)?.["~standard"].vendor === "codemode-vm";
}

/** The issues that a schema certainly has with a literal. */
function literalIssues(schema: JsonSchema, literal: Literal, data: unknown): readonly StandardIssue[] {
  const narrowed = isComplete(literal) ? schema : narrow(schema, literal, schema);
  let result: ReturnType<ReturnType<typeof Tool.validating>["schema"]["~standard"]["validate"]>;
  try {
    result = validatorOf(narrowed, narrowed === schema)["~standard"].validate(data);
  } catch {
    // A document that is no schema refuses nothing here; making the tool validate is where it is reported.
    return [];
  }
  return result instanceof Promise ? [] : (result.issues ?? []);
}

type Validator = ReturnType<typeof Tool.validating>["schema"];

/** Validators of whole schemas, kept as long as the schema is: making one takes longer than using it. */
const validators = new WeakMap<object, Validator>();

function validatorOf(schema: JsonSchema, isWhole: boolean): Validator {
  const kept = typeof schema === "object" ? validators.get(schema) : undefined;
  if (kept !== undefined) return kept;
  const made = Tool.validating(schema).schema;
  if (isWhole && typeof schema === "object") validators.set(schema, made);
  return made;
}

/** As the runtime puts the issues into words. */
export function issuesText(issues: readonly StandardIssue[]): string {
  const more = issues.length > 8 ? `; and ${issues.length - 8} more` : "";
  return `${issues.slice(0, 8).map(issueText).join("; ")}${more}`;
}

function narrow(schema: JsonSchema, literal: Literal, root: JsonSchema): JsonSchema {
  if (literal.kind === "unknown") return true;
  if (isComplete(literal)) return schema;
  const target = dereferenced(schema, root);
  if (target === undefined) return true;
  const kept: { [keyword: string]: unknown } = { ...target };
  for (const keyword of WHOLE_VALUE) delete kept[keyword];
  if (!literal.isWhole) for (const keyword of WHOLE_KEYS) delete kept[keyword];
  if (literal.members !== undefined) {
    const properties = record(target.properties);
    const narrowed: { [key: string]: unknown } = Object.create(null);
    for (const key of Object.keys(properties)) {
      const member = literal.members.get(key);
      narrowed[key] = member === undefined ? properties[key] : narrow(asSchema(properties[key]), member.literal, root);
    }
    kept.properties = narrowed;
    // A schema for the keys not named is applied to values that may be unknown.
    if (kept.patternProperties !== undefined) {
      delete kept.patternProperties;
      delete kept.additionalProperties;
    } else if (typeof kept.additionalProperties === "object") delete kept.additionalProperties;
  }
  if (literal.elements !== undefined) {
    const items = Array.isArray(target.prefixItems) || Array.isArray(target.items) ? true : asSchema(target.items);
    delete kept.items;
    delete kept.additionalItems;
    kept.prefixItems = literal.elements.map((element) => narrow(items, element, root));
  }
  return withDefinitions(kept, root);
}

/** The definitions go along with the root only: pointers of what was kept lead there. */
function withDefinitions(schema: { [keyword: string]: unknown }, root: JsonSchema): JsonSchema {
  if (typeof root !== "object") return schema;
  for (const name of ["$defs", "definitions", "components"]) {
    if (schema[name] === undefined && root[name] !== undefined) schema[name] = root[name];
  }
  return schema;
}

/** The object of keywords a schema stands for; undefined when it decides nothing or leads elsewhere. */
function dereferenced(schema: JsonSchema, root: JsonSchema): Document | undefined {
  let current: JsonSchema | undefined = schema;
  for (let step = 0; step < MAX_REFERENCES; step++) {
    if (typeof current !== "object" || current === null) return undefined;
    const reference: unknown = current.$ref;
    if (typeof reference !== "string") return current;
    current = pointed(root, reference);
  }
  return undefined;
}

function pointed(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!reference.startsWith("#/")) return reference === "#" ? root : undefined;
  let current: unknown = root;
  for (const token of reference.slice(2).split("/")) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Document)[name];
  }
  return typeof current === "boolean" || (typeof current === "object" && current !== null)
    ? (current as JsonSchema)
    : undefined;
}

function record(value: unknown): Document {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Document) : {};
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value))
    ? (value as JsonSchema)
    : true;
}
