/**
 * The recorded catalogs beside the repository, made into tools for tests and benchmarks.
 *
 * Owns where they lie (../shared/data, seen from the repository, where commands run) and how an OpenAPI operation becomes a tool
 * for the purpose of rendering only. Everything here is absent where the data is absent; callers
 * ask `hasSharedData` and say that they skip.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { type AnyTool, type JsonSchema, Tool, type ToolTree } from "../../catalog/index.js";

const DATA = new URL("../shared/data/", pathToFileURL(`${process.cwd()}/`));

export const hasSharedData = existsSync(new URL("mcp/", DATA));

/** A tool as `tools/list` describes it. */
export interface RecordedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

const LIVE = "livemcpbench-70-servers.json";

function readJson(file: string): unknown {
  const bytes = readFileSync(new URL(file, DATA));
  return JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
}

export function toolOf(recorded: RecordedTool): AnyTool {
  return Tool.make({
    description: recorded.description ?? "",
    input: recorded.inputSchema,
    ...(recorded.outputSchema === undefined ? {} : { output: recorded.outputSchema }),
    run: () => null,
  });
}

/** The 59 recorded servers by name, in file order. */
export function mcpServers(): { readonly name: string; readonly tools: readonly RecordedTool[] }[] {
  const files = readdirSync(new URL("mcp/", DATA))
    .filter((file) => file.endsWith(".json") && file !== LIVE)
    .sort();
  return files.map((file) => ({
    name: file.slice(0, -".json".length),
    tools: (readJson(`mcp/${file}`) as { tools: RecordedTool[] }).tools,
  }));
}

/** The 59 servers as one tree, a namespace each. */
export function mcpTree(): ToolTree {
  return Object.fromEntries(
    mcpServers().map(({ name, tools }) => [name, Object.fromEntries(tools.map((tool) => [tool.name, toolOf(tool)]))]),
  );
}

/** The tools of the 70 further servers. */
export function liveTools(): RecordedTool[] {
  const found: RecordedTool[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const tool = value as Partial<RecordedTool>;
    if (typeof tool.name === "string" && tool.inputSchema !== undefined) found.push(tool as RecordedTool);
    else for (const member of Object.values(value)) visit(member);
  };
  visit(readJson(`mcp/${LIVE}`));
  return found;
}

export function openApiFiles(): string[] {
  return readdirSync(new URL("openapi/", DATA)).sort();
}

type Part = Readonly<Record<string, unknown>>;

/** Operations of a document as tools for rendering: parameters and body in, the success reply out. */
export function openApiTools(file: string): Map<string, AnyTool> {
  const document = readJson(`openapi/${file}`) as Part;
  const tools = new Map<string, AnyTool>();
  for (const [route, item] of Object.entries(document["paths"] as Part)) {
    for (const method of ["get", "put", "post", "delete", "patch", "head", "options"]) {
      const operation = (item as Part)[method] as Part | undefined;
      if (operation === undefined) continue;
      const name = `${String(operation["operationId"] ?? `${method} ${route}`).replaceAll(".", "_")}_${tools.size}`;
      tools.set(name, operationTool(document, item as Part, operation));
    }
  }
  return tools;
}

function operationTool(document: Part, item: Part, operation: Part): AnyTool {
  const components = document["components"];
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const raw of [...list(item["parameters"]), ...list(operation["parameters"])]) {
    const parameter = pointed(document, raw);
    if (parameter === undefined) continue;
    const name = String(parameter["name"]);
    properties[name] = {
      ...((parameter["schema"] ?? mediaSchema(parameter) ?? {}) as Part),
      description: parameter["description"],
    };
    if (parameter["required"] === true) required.push(name);
  }
  const body = pointed(document, operation["requestBody"]);
  if (body !== undefined) properties["body"] = mediaSchema(body) ?? {};
  const responses = (operation["responses"] ?? {}) as Part;
  const reply = pointed(document, responses["200"] ?? responses["201"] ?? responses["default"]);
  const output = reply === undefined ? undefined : mediaSchema(reply);
  return Tool.make({
    description: String(operation["description"] ?? operation["summary"] ?? ""),
    input: { type: "object", properties, required, components },
    ...(output === undefined ? {} : { output: { ...output, components } }),
    run: () => null,
  });
}

function mediaSchema(part: Part): Part | undefined {
  const [media] = Object.values((part["content"] ?? {}) as Part);
  return (media as Part | undefined)?.["schema"] as Part | undefined;
}

function pointed(document: Part, value: unknown): Part | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const reference = (value as Part)["$ref"];
  if (typeof reference !== "string") return value as Part;
  let current: unknown = document;
  for (const token of reference.slice(2).split("/")) {
    current = (current as Part | undefined)?.[token.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return current as Part | undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** One labelled query of the development set: needed tools, each a list of interchangeable paths. */
export interface LabelledQuery {
  readonly id: string;
  readonly suite: string;
  readonly kind: string;
  readonly query: string;
  readonly relevant: readonly (readonly string[])[];
}

export interface SearchSet {
  readonly suites: Readonly<Record<string, { readonly tools: readonly (RecordedTool & { readonly path: string })[] }>>;
  readonly queries: readonly LabelledQuery[];
}

export function searchSet(): SearchSet {
  return readJson("search-dev.json") as SearchSet;
}
