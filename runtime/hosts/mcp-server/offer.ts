/**
 * One set of tools, made ready to serve: the runtime over them, their catalog, and what a client is told of `execute` and
 * `search`. Owns the texts and the hints of the two tools.
 *
 * Invariant: an offer never changes; other tools are another offer. `search` is offered exactly when the instructions do
 * not show every tool. Before: the host's options. After: calls.ts runs what a client calls.
 */
import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import { type Catalog, createCatalog, type JsonSchema, jsonSchemaOf, type ToolTree } from "../../../catalog/index.js";
import { CodeMode, type CodeModeOptions, type CodeModeRuntime } from "../../index.js";
import { OUTCOME_SCHEMA } from "./content.js";

/** Namespaces named in the description of `execute`. */
const MAX_NAMESPACES = 40;

const CODE_SCHEMA: JsonSchema = Object.freeze({
  type: "object",
  properties: {
    code: {
      type: "string",
      description: "The program: JavaScript, or TypeScript whose types are erased. Top-level await and return work.",
    },
  },
  required: ["code"],
  additionalProperties: false,
});

export interface Offer {
  readonly runtime: CodeModeRuntime;
  readonly catalog: Catalog;
  readonly instructions: string;
  readonly isPartial: boolean;
  /** What tools/list answers; with the instructions inside the description of `execute` where a client lacks them. */
  list(withInstructions: boolean): ListedTool[];
}

/** Makes an offer. Throws `TypeError` and `RangeError` as {@link CodeMode.make} does. */
export function offerOf(tools: ToolTree, options: Omit<CodeModeOptions, "tools">): Offer {
  const runtime = CodeMode.make({ ...options, tools });
  const catalog = createCatalog(tools, options.discovery);
  const instructions = runtime.instructions();
  const isPartial = !catalog.selection().isComplete;
  return {
    runtime,
    catalog,
    instructions,
    isPartial,
    list: (withInstructions) => [
      executeTool(catalog, withInstructions ? instructions : undefined),
      ...(isPartial ? [searchTool(catalog)] : []),
    ],
  };
}

function executeTool(catalog: Catalog, instructions: string | undefined): ListedTool {
  const where =
    instructions === undefined
      ? `This server's instructions say how to write one and list signatures${searchHint(catalog)}. Tools, as members of \`tools\` inside the program: ${namespacesText(catalog)}`
      : instructions;
  return {
    name: "execute",
    title: "Run a program over tools",
    description: `Runs a JavaScript or TypeScript program that calls tools, works on their replies and returns only what is needed. ${where}`,
    inputSchema: CODE_SCHEMA as ListedTool["inputSchema"],
    outputSchema: OUTCOME_SCHEMA as NonNullable<ListedTool["outputSchema"]>,
    annotations: hintsOf(catalog),
  };
}

function searchHint(catalog: Catalog): string {
  return catalog.entries.length === 0 ? "" : "; `await tools.$codemode.search({ query })` inside a program finds more";
}

/** Name and number of tools of each namespace, so that a client which hides instructions leaves no model blind. */
function namespacesText(catalog: Catalog): string {
  const { namespaces, total } = catalog.selection();
  if (total === 0) return "none.";
  const shown = namespaces.slice(0, MAX_NAMESPACES).map(({ name, total: count }) => {
    return `${name === "" ? "(top level)" : name} (${count})`;
  });
  const left = namespaces.length - shown.length;
  return `${shown.join(", ")}${left === 0 ? "" : `, and ${left} more namespaces`}.`;
}

/** True of the whole only when true of every tool; what no tool says stays unsaid. */
function hintsOf({ entries }: Catalog): NonNullable<ListedTool["annotations"]> {
  const every = (holds: (hints: NonNullable<(typeof entries)[number]["tool"]["annotations"]>) => boolean): boolean =>
    entries.every(({ tool }) => tool.annotations !== undefined && holds(tool.annotations));
  const isReadOnly = every(({ readOnlyHint }) => readOnlyHint === true);
  const isHarmless = every(({ readOnlyHint, destructiveHint }) => readOnlyHint === true || destructiveHint === false);
  const isClosed = every(({ openWorldHint }) => openWorldHint === false);
  return {
    readOnlyHint: isReadOnly,
    ...(isHarmless ? { destructiveHint: false } : {}),
    ...(isClosed ? { openWorldHint: false } : {}),
  };
}

function searchTool({ searchTool: tool }: Catalog): ListedTool {
  return {
    name: "search",
    title: "Find tools for programs",
    description: `${tool.description} The tools found are called inside a program given to \`execute\`.`,
    inputSchema: (jsonSchemaOf(tool.input, "input") ?? { type: "object" }) as ListedTool["inputSchema"],
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}
