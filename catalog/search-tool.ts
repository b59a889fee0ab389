/**
 * Search offered to programs as an ordinary tool.
 *
 * Owns the tool at `$codemode.search`: its schemas, and the reading of its input. It is called like
 * any other tool and counts like one. Models guess its shape before they have seen it, so a
 * bare string is a query and `null` members are absent; a member of the wrong kind is refused
 * with the same wording as any tool's input. Before: search.ts. After: index.ts (resolve).
 */
import type { StandardIssue, StandardSchemaV1 } from "./schema/standard.js";
import { validatingJsonSchema } from "./schema/validating.js";
import { DEFAULT_LIMIT, MAX_LIMIT, type SearchInput, type SearchResult } from "./search.js";
import { type CallTool, type JsonSchema, Tool } from "./tool.js";

const INPUT: JsonSchema = {
  type: "object",
  properties: {
    query: {
      type: "string",
      description: "Words for what the tool should do, or an exact path; empty lists all tools in path order",
    },
    namespace: { type: "string", description: "Only tools of this namespace" },
    limit: {
      type: "integer",
      description: "Most tools to return",
      default: DEFAULT_LIMIT,
      minimum: 1,
      maximum: MAX_LIMIT,
    },
    offset: { type: "integer", description: "Tools to skip: `next` of the page before", default: 0, minimum: 0 },
  },
  additionalProperties: false,
};

const OUTPUT: JsonSchema = {
  type: "object",
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          path: { type: "string", description: "The expression to call, as it stands" },
          description: { type: "string" },
          signature: { type: "string", description: "TypeScript" },
        },
        required: ["path", "description", "signature"],
      },
    },
    total: { type: "integer" },
    remaining: { type: "integer" },
    next: { type: ["integer", "null"], description: "offset of the next page" },
  },
  required: ["items", "total", "remaining", "next"],
};

/** Only kinds are checked; a limit out of range is brought into range by the search. */
const KINDS: JsonSchema = {
  type: "object",
  properties: {
    query: { type: "string" },
    namespace: { type: "string" },
    limit: { type: "number" },
    offset: { type: "number" },
  },
  additionalProperties: false,
};

let kinds: StandardSchemaV1 | undefined;

const SCHEMA: StandardSchemaV1<unknown, SearchInput> = {
  "~standard": {
    version: 1,
    vendor: "codemode-vm",
    validate(value): { value: SearchInput } | { issues: readonly StandardIssue[] } {
      kinds ??= validatingJsonSchema(KINDS);
      const checked = kinds["~standard"].validate(typeof value === "string" ? { query: value } : withoutNulls(value));
      if (checked instanceof Promise) throw new Error("invariant: JSON Schema validation is synchronous");
      return checked.issues === undefined ? { value: checked.value as SearchInput } : { issues: checked.issues };
    },
  },
};

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** The tool over a search function. */
export function searchToolOf(search: (input: SearchInput) => SearchResult): CallTool {
  return Tool.make({
    description: "Finds tools by what they do. Returns paths to call and their signatures, best match first.",
    input: { schema: SCHEMA, jsonSchema: INPUT },
    output: OUTPUT,
    annotations: { readOnlyHint: true, idempotentHint: true },
    run: (input: SearchInput) => search(input),
  });
}
