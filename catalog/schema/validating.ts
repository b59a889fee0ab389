/**
 * A JSON Schema document made into a validator, without generated code.
 *
 * Owns the Standard Schema around @cfworker/json-schema: a document is rewritten (normal-form.ts),
 * a value is checked, a refusal is put into words (validation-issues.ts). A value or a document
 * that the library cannot handle is refused with an issue; nothing is thrown at the caller.
 */
import { type Schema, validate } from "@cfworker/json-schema";
import type { JsonSchema } from "./json-schema.js";
import { type Lookup, Normalizer, type NormalSchema } from "./normal-form.js";
import type { StandardIssue, StandardResult, StandardSchemaV1 } from "./standard.js";
import { validationIssues } from "./validation-issues.js";

/**
 * A validator for a JSON Schema document. Values are validated as they are: no default is filled
 * in and nothing is coerced. Throws `TypeError` when the document is not a schema: not an object
 * or boolean, an unknown `type`, a `pattern` that is no regular expression, a reference that
 * leads nowhere (found when the document is read; what is only reached through references is
 * read on first use, and refuses the value).
 */
export function validatingJsonSchema(jsonSchema: JsonSchema): StandardSchemaV1 {
  const normalizer = new Normalizer(jsonSchema);
  const schema = normalizer.normalize(jsonSchema, "#", 0);
  return {
    "~standard": {
      version: 1,
      vendor: "codemode-vm",
      validate: (value) => check(value, schema, normalizer.lookup),
    },
  };
}

function check(value: unknown, schema: NormalSchema, lookup: Lookup): StandardResult<unknown> {
  if (value === undefined) return { issues: [{ message: "expected a value, received undefined", path: [] }] };
  try {
    // The first run stops at the first failure of each level, which is cheap on hostile input.
    const first = run(value, schema, lookup, true);
    if (first.valid) return { value };
    return { issues: validationIssues(value, schema, lookup, errorsOf(value, schema, lookup) ?? first.errors) };
  } catch (cause) {
    return { issues: [unusable(cause)] };
  }
}

/** Every failure, or undefined when there are more than the library can collect. */
function errorsOf(value: unknown, schema: NormalSchema, lookup: Lookup) {
  try {
    return run(value, schema, lookup, false).errors;
  } catch {
    return undefined;
  }
}

function run(value: unknown, schema: NormalSchema, lookup: Lookup, stopAtFirst: boolean) {
  return validate(value, schema as Schema | boolean, "2020-12", lookup as Record<string, Schema>, stopAtFirst);
}

/** The library recurses over references that never consume input and over very deep values. */
function unusable(cause: unknown): StandardIssue {
  const reason = cause instanceof TypeError ? cause.message : "it is recursive without end, or the value is too large";
  return { message: `the value cannot be checked against the tool's schema: ${reason}`, path: [] };
}
