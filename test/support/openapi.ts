/** Small OpenAPI documents, and calls of their tools the way the runtime makes them. */
import { OpenAPI } from "../../catalog/sources/openapi/index.js";
import { type CallTool, toolValidator } from "../../catalog/tool.js";
import { fakeContext } from "./mcp-servers.js";

export type FromSpecOptions = Parameters<typeof OpenAPI.fromSpec>[0];

/** A document with one operation, `op`. */
export function document(
  operation: Record<string, unknown>,
  {
    method = "get",
    path = "/r",
    version = "3.0.3",
    ...rest
  }: Record<string, unknown> & { method?: string; path?: string; version?: string } = {},
): Record<string, unknown> {
  const full = {
    operationId: "op",
    responses: { 200: { description: "", content: { "application/json": {} } } },
    ...operation,
  };
  return { openapi: version, info: { title: "t", version: "1" }, paths: { [path]: { [method]: full } }, ...rest };
}

/** The one tool of such a document. Fails with the reason when there is none. */
export function onlyTool(options: FromSpecOptions): CallTool {
  const { tools, skipped } = OpenAPI.fromSpec(options);
  const names = Object.keys(tools);
  if (names.length !== 1) throw new Error(skipped.map(({ reason }) => reason).join("; ") || `${names.length} tools`);
  return tools[names[0]] as CallTool;
}

/** Validates, then runs; what validation says is thrown as text. */
export async function callTool(tool: CallTool, input: unknown, context = fakeContext().context): Promise<unknown> {
  const outcome = await toolValidator(tool.input)!["~standard"].validate(input);
  if (outcome.issues !== undefined)
    throw new Error(`refused: ${outcome.issues.map(({ message }) => message).join("; ")}`);
  return tool.run(outcome.value as never, context);
}
