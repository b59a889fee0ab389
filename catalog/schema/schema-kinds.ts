/**
 * What kind of value a schema describes.
 *
 * Owns the reading of `type` and of the keywords that imply one, which combinators shape a type, and
 * the merging of the plain objects of an `allOf`. Used by to-typescript.ts.
 */
import {
  isNullable,
  type JsonSchema,
  keyword,
  listKeyword,
  References,
  requiredNames,
  type SchemaObject,
  schemaEntries,
  schemaObject,
  typeNames,
} from "./json-schema.js";

/** Keywords that combine schemas or list values. */
export const COMBINATORS = ["allOf", "anyOf", "oneOf", "enum"] as const;

/** True when a schema has keywords that shape a type, beside a reference. */
export function hasShape(object: SchemaObject): boolean {
  return (
    kindsOf(object).length > 0 ||
    Object.hasOwn(object, "const") ||
    COMBINATORS.some((name) => listKeyword(object, name).length > 0)
  );
}

/** A form that only requires or forbids members described elsewhere. */
export function isConditionOnly(form: unknown): boolean {
  const object = schemaObject(form);
  if (object === undefined) return false;
  return References.of(object) === undefined && kindsOf(object).length === 0 && !hasShape(object);
}

const IMPLIED: readonly (readonly [string, readonly string[]])[] = [
  [
    "object",
    ["properties", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties"],
  ],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]],
  ["string", ["minLength", "maxLength", "pattern", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The type names of a schema, or the one its other keywords imply; without "null" where `nullable` adds it. */
export function kindsOf(object: SchemaObject): readonly string[] {
  const names = typeNames(object);
  if (names.length > 0)
    return isNullable(object) ? names.filter((name) => name !== "null" || keyword(object, "type") === "null") : names;
  for (const [kind, keywords] of IMPLIED) {
    if (keywords.some((name) => Object.hasOwn(object, name))) return [kind];
  }
  return [];
}

/** One object with the members and requirements of several; a member that recurs fits all its schemas. */
export function mergeObjects(objects: readonly SchemaObject[]): SchemaObject {
  const properties: { [name: string]: JsonSchema } = Object.create(null);
  const required = new Set<string>();
  const merged: { [keyword: string]: unknown } = { type: "object" };
  for (const object of objects) {
    for (const [name, schema] of schemaEntries(object)) {
      const known = properties[name];
      const isNew = known === undefined || known === true || known === schema;
      properties[name] = isNew ? schema : { allOf: [known, schema] };
    }
    for (const name of requiredNames(object)) required.add(name);
    const additional = keyword(object, "additionalProperties");
    if (schemaObject(additional) !== undefined || additional === true) merged["additionalProperties"] = additional;
    const patterns = keyword(object, "patternProperties");
    if (patterns !== undefined) merged["patternProperties"] = patterns;
  }
  merged["properties"] = properties;
  merged["required"] = [...required];
  return merged;
}
