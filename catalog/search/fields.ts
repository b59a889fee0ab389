/**
 * What of a tool is searched: its path, description and parameters as plain text by field.
 *
 * Bounded whatever the schema: a fixed number of parameters, two levels deep, and of each text no
 * more than the tokeniser reads. Before: index entries. After: ranking.ts.
 */

import type { JsonSchema } from "../schema/json-schema.js";
import {
  keyword,
  listKeyword,
  References,
  type SchemaObject,
  schemaEntries,
  schemaObject,
  textKeyword,
} from "../schema/json-schema.js";
import { jsonSchemaOf } from "../schema/standard.js";
import type { AnyTool } from "../tool.js";
import type { Fields } from "./ranking.js";

const MAX_PARAMETERS = 60;
const MAX_LEVELS = 2;
const MAX_SUMMARY = 300;

/** The searched text of a tool at a path. Never fails. */
export function searchFields(segments: readonly string[], tool: AnyTool): Fields {
  const [summary, description] = summarized(tool.description);
  const names: string[] = [];
  const descriptions: string[] = [];
  const schema = jsonSchemaOf(tool.input, "input");
  if (schema !== undefined) collect(schema, new References(schema), 1, names, descriptions);
  return {
    name: `${segments[segments.length - 1]} ${tool.annotations?.title ?? ""}`,
    namespace: segments.slice(0, -1).join(" "),
    summary,
    description,
    parameters: names.join(" "),
    parameterDescriptions: descriptions.join(" "),
  };
}

/** The first sentence or line, and what follows it. */
function summarized(description: string): [string, string] {
  const text = description.trimStart();
  const end = /[.!?。！？](?=\s|$)|\n/.exec(text.slice(0, MAX_SUMMARY));
  const cut = end === null ? Math.min(text.length, MAX_SUMMARY) : end.index + 1;
  return [text.slice(0, cut), text.slice(cut)];
}

function collect(
  schema: JsonSchema,
  references: References,
  level: number,
  names: string[],
  descriptions: string[],
): void {
  const object = schemaObject(references.follow(schema));
  if (object === undefined) return;
  for (const source of [object, ...forms(object, references)]) {
    for (const [name, member] of schemaEntries(source)) {
      if (names.length >= MAX_PARAMETERS) return;
      names.push(name);
      const target = schemaObject(references.follow(member));
      const text = description(member) ?? (target && textKeyword(target, "description"));
      if (text !== undefined) descriptions.push(text);
      if (level < MAX_LEVELS && target !== undefined) {
        collect(target, references, level + 1, names, descriptions);
        const items = schemaObject(keyword(target, "items"));
        if (items !== undefined) collect(items, references, level + 1, names, descriptions);
      }
    }
  }
}

function description(schema: JsonSchema): string | undefined {
  const object = schemaObject(schema);
  return object === undefined ? undefined : textKeyword(object, "description");
}

function forms(object: SchemaObject, references: References): SchemaObject[] {
  const found: SchemaObject[] = [];
  for (const name of ["allOf", "anyOf", "oneOf"]) {
    for (const form of listKeyword(object, name).slice(0, MAX_PARAMETERS)) {
      const target = schemaObject(references.follow(form as JsonSchema));
      if (target !== undefined) found.push(target);
    }
  }
  return found;
}
