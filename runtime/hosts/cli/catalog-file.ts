/**
 * A catalog as a file: what `codemode catalog --json` writes, and what --catalog reads back, so that searching and linting
 * need no server. Owns the format.
 *
 *   { "format": "codemode-catalog/1", "tools": [ { "path", "description", "signature", "tokens", "input", "output"? } ] }
 *
 * Invariant: a catalog read back ranks, renders and lints as the one that was written; its tools cannot be called.
 */
import { readFile } from "node:fs/promises";
import { err, ok, type Result } from "neverthrow";
import {
  type AnyTool,
  type CatalogEntry,
  estimateTokens,
  type JsonSchema,
  jsonSchemaOf,
  Tool,
  ToolError,
  type ToolTree,
} from "../../../catalog/index.js";
import { type Refusal, unreadable } from "./refusal.js";

const FORMAT = "codemode-catalog/1";

interface ToolRow {
  readonly path: string;
  readonly description: string;
  /** The inline form, for people and other programs; not read back. */
  readonly signature: string;
  /** Tokens of the signature. */
  readonly tokens: number;
  readonly kind?: "stream";
  readonly input: JsonSchema;
  /** Of the reply, or of one item of a stream. */
  readonly output?: JsonSchema;
}

/** The document for a catalog's entries. */
export function catalogDocument(entries: readonly CatalogEntry[]): {
  readonly format: string;
  readonly tools: readonly ToolRow[];
} {
  return { format: FORMAT, tools: entries.map(rowOf) };
}

function rowOf({ path, description, tool, inlineSignature }: CatalogEntry): ToolRow {
  const output = jsonSchemaOf(tool.kind === "stream" ? tool.item : tool.output, "output");
  return {
    path,
    description,
    signature: inlineSignature,
    tokens: estimateTokens(inlineSignature),
    ...(tool.kind === "stream" ? { kind: "stream" } : {}),
    input: jsonSchemaOf(tool.input, "input") ?? {},
    ...(output === undefined ? {} : { output }),
  };
}

/** Reads a catalog file. */
export async function readCatalog(file: string): Promise<Result<ToolTree, Refusal>> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    if (cause instanceof SyntaxError) return err({ sentence: `${file} is not valid JSON: ${cause.message}` });
    return err(unreadable(file, cause));
  }
  const { format, tools } = (isRecord(document) ? document : {}) as { format?: unknown; tools?: unknown };
  if (format !== FORMAT || !Array.isArray(tools)) {
    return err({ sentence: `${file} is no catalog: write one with \`codemode catalog --config FILE --json\`` });
  }
  const tree: { [path: string]: AnyTool } = Object.create(null);
  for (const [index, row] of tools.entries()) {
    const tool = toolOf(row);
    if (tool === undefined) return err({ sentence: `${file}: tools[${index}] is no tool of a catalog` });
    tree[(row as ToolRow).path] = tool;
  }
  return ok(tree);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isRecord(value);
}

function toolOf(row: unknown): AnyTool | undefined {
  if (!isRecord(row)) return undefined;
  const { path, description, kind, input, output } = row;
  if (typeof path !== "string" || path.split(".").includes("") || typeof description !== "string") return undefined;
  if (!isSchema(input) || (output !== undefined && !isSchema(output))) return undefined;
  const run = (): never => {
    throw new ToolError("A tool of a catalog file cannot be called");
  };
  if (kind === "stream")
    return Tool.stream({ description, input, ...(output === undefined ? {} : { item: output }), run });
  return Tool.make({ description, input, ...(output === undefined ? {} : { output }), run });
}
