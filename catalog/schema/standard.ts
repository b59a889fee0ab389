/**
 * The Standard Schema interface, as far as a catalog needs it.
 *
 * Owns the structural types (https://standardschema.dev, version 1) and the three questions asked
 * of what a host gave as a tool's schema: does it validate, with which validator, and which
 * JSON Schema does it render as. Nothing here depends on a schema library, and no question
 * fails: a converter that throws counts as "cannot be rendered".
 */
import type { JsonSchema } from "./json-schema.js";

/** One reason why a value was refused. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What `validate` answers: the decoded value, or the issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** Options of a Standard JSON Schema converter. */
export interface StandardJsonSchemaOptions {
  readonly target: string;
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Standard Schema version 1, with the optional Standard JSON Schema converters. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?:
      | {
          readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
          readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
        }
      | undefined;
  };
}

/** A schema that validates and decodes: anything with the Standard Schema interface. */
export type ValidatingSchema<Output = unknown> = StandardSchemaV1<unknown, Output>;

/**
 * What a tool's `input`, `output` and `item` take: a validating schema, the same with its JSON
 * Schema beside it, or a JSON Schema document that shapes the signature and validates nothing.
 */
export type ToolSchema<Output = unknown> =
  | ValidatingSchema<Output>
  | { readonly schema: ValidatingSchema<Output>; readonly jsonSchema: JsonSchema }
  | JsonSchema;

/** The same value when it implements Standard Schema version 1, else undefined. Never fails. */
export function standardSchemaOf(value: unknown): StandardSchemaV1 | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  try {
    const props = (value as Partial<StandardSchemaV1>)["~standard"];
    const validates = typeof props === "object" && props !== null && typeof props.validate === "function";
    return validates && props.version === 1 ? (value as StandardSchemaV1) : undefined;
  } catch {
    return undefined;
  }
}

/** The validating side of what a tool takes as a schema; undefined when it only renders. Never fails. */
export function validatorOf(schema: unknown): StandardSchemaV1 | undefined {
  const direct = standardSchemaOf(schema);
  if (direct !== undefined) return direct;
  return schemaPair(schema)?.schema;
}

/** `{ schema, jsonSchema }`, told from a JSON Schema document by its validating half. */
function schemaPair(value: unknown): { schema: StandardSchemaV1; jsonSchema: JsonSchema } | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const pair = value as { readonly schema?: unknown; readonly jsonSchema?: unknown };
  const schema = standardSchemaOf(pair.schema);
  return schema === undefined ? undefined : { schema, jsonSchema: pair.jsonSchema as JsonSchema };
}

/**
 * Asked in this order. The second attempt tells Zod (`unrepresentable`) and ArkType (`fallback`) to
 * write what JSON Schema cannot say (dates, transforms, predicates) as its nearest wider type
 * instead of throwing; a library ignores options that are not its own.
 */
const CONVERSIONS: readonly StandardJsonSchemaOptions[] = [
  { target: "draft-2020-12" },
  {
    target: "draft-2020-12",
    libraryOptions: {
      unrepresentable: "any",
      errorMode: "ignore",
      fallback: (context: { readonly base?: unknown }) => context.base ?? {},
    },
  },
  { target: "draft-07" },
];

/**
 * The JSON Schema a tool's schema renders as: the document itself, the one given beside a
 * validator, or the library's own conversion of the input or output side. Undefined when there
 * is none, which renders as `unknown`. Never fails.
 */
export function jsonSchemaOf(schema: ToolSchema | undefined, side: "input" | "output"): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const standard = standardSchemaOf(schema);
  if (standard !== undefined) return convert(standard, side);
  const pair = schemaPair(schema);
  if (pair !== undefined) return isDocument(pair.jsonSchema) ? pair.jsonSchema : convert(pair.schema, side);
  return isDocument(schema) ? schema : undefined;
}

function convert(standard: StandardSchemaV1, side: "input" | "output"): JsonSchema | undefined {
  const converter = standard["~standard"].jsonSchema?.[side];
  if (typeof converter !== "function") return undefined;
  for (const options of CONVERSIONS) {
    try {
      const document = converter(options);
      if (isDocument(document)) return document;
    } catch {
      // The next conversion asks for less.
    }
  }
  return undefined;
}

function isDocument(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
}

/** Path of an issue as a program would write it: `items[3].name`, `headers["x-id"]`; empty for the value itself. */
export function issuePath(issue: StandardIssue): string {
  let text = "";
  for (const part of issue.path ?? []) {
    const key = typeof part === "object" ? part.key : part;
    if (typeof key === "number") text += `[${key}]`;
    else if (typeof key === "symbol") text += "[symbol]";
    else if (/^[A-Za-z_$][\w$]*$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

/** An issue of any library as one line that names the place once: `year: expected integer, received string "2024"`. Never fails. */
export function issueText(issue: StandardIssue): string {
  const path = issuePath(issue);
  return path === "" || issue.message.startsWith(`${path}: `) ? issue.message : `${path}: ${issue.message}`;
}
