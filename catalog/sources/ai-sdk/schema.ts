/**
 * The SDK's ways to give a schema -> what the catalog takes. Owns the four of them: a Standard Schema (Zod, Valibot,
 * ArkType), the SDK's own `jsonSchema()` object with its validator, a function that makes one of those on first use, and
 * nothing at all.
 *
 * Invariant: a schema that validates in the SDK validates here, with the same validator. Before: index.ts. After: the
 * catalog renders and the runtime validates.
 */
import { type StandardResult, type StandardSchemaV1, standardSchemaOf } from "../../schema/standard.js";
import { type JsonSchema, Tool, type ToolSchema } from "../../tool.js";

const SDK_SCHEMA = Symbol.for("vercel.ai.schema");
const NO_INPUT: JsonSchema = Object.freeze({ type: "object", properties: Object.freeze({}) });

/** What `jsonSchema()` of the SDK returns, as far as it is read. */
interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => unknown) | undefined;
}

/** The input side, or why it cannot be had. Never fails. */
export function inputSchemaOf(given: unknown): ToolSchema | string {
  if (given === undefined || given === null) return NO_INPUT;
  try {
    return read(given);
  } catch {
    return "its input schema cannot be read";
  }
}

/** The output side; undefined when there is none that can be had, which renders as unknown. Never fails. */
export function outputSchemaOf(given: unknown): ToolSchema | undefined {
  if (given === undefined || given === null) return undefined;
  try {
    const schema = read(given);
    return typeof schema === "string" ? undefined : schema;
  } catch {
    return undefined;
  }
}

function read(given: unknown): ToolSchema | string {
  const standard = standardSchemaOf(given);
  if (standard !== undefined) return standard;
  if (typeof given === "function") return read((given as () => unknown)());
  if (typeof given !== "object" || given === null || !(SDK_SCHEMA in given)) return "its input schema is no schema";
  const { jsonSchema, validate } = given as unknown as SdkSchema;
  if (typeof jsonSchema !== "object" || jsonSchema === null) return "its input schema is no schema";
  if (typeof (jsonSchema as { then?: unknown }).then === "function") {
    return "its input schema is a promise: await it before the set is read";
  }
  const document = jsonSchema as JsonSchema;
  if (typeof validate !== "function") return Tool.validating(document);
  return { schema: standardOf(validate), jsonSchema: document };
}

/** The SDK's `{ success, value } | { success, error }` as a Standard Schema validator. */
function standardOf(validate: (value: unknown) => unknown): StandardSchemaV1 {
  const translate = (result: unknown): StandardResult<unknown> => {
    const { success, value, error } = result as { success: boolean; value?: unknown; error?: unknown };
    if (success) return { value };
    const cause = (error as { cause?: { issues?: unknown } } | undefined)?.cause;
    const issues = (error as { issues?: unknown } | undefined)?.issues ?? cause?.issues;
    if (Array.isArray(issues)) return { issues };
    return { issues: [{ message: error instanceof Error ? error.message : "the input does not fit the schema" }] };
  };
  return {
    "~standard": {
      version: 1,
      vendor: "ai-sdk",
      validate: (value) => {
        const result = validate(value);
        return isThenable(result) ? Promise.resolve(result).then(translate) : translate(result);
      },
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null)?.then === "function";
}
