/**
 * A configuration file -> connected MCP servers. Owns the wording of what can go wrong, one sentence each.
 *
 * Invariant: when this answers with a refusal, nothing it started is still running. Before: arguments.ts. After: the
 * command that uses the tools, and closes the connection.
 */
import { readFile } from "node:fs/promises";
import { err, ok, type Result } from "neverthrow";
import { Mcp, type McpConnection, type McpEvent, type SourceError } from "../../../catalog/sources/mcp/index.js";
import { type Refusal, unreadable } from "./refusal.js";

/** Characters shown of what a server wrote before it failed. */
const MAX_OUTPUT = 200;

export interface OpenOptions {
  readonly onEvent?: (event: McpEvent) => void;
  /** Whether a server that cannot be started is a refusal (default) or left out. */
  readonly onServerError?: "fail" | "skip";
}

/** Starts every server of a configuration file. */
export async function openServers(file: string, options: OpenOptions = {}): Promise<Result<McpConnection, Refusal>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    return err(unreadable(file, cause));
  }
  const parsed = Mcp.parseConfig(text, { file, env: process.env, cwd: process.cwd() });
  if (parsed.isErr()) return err({ sentence: parsed.error.message });
  const connected = await Mcp.connect({ ...options, servers: parsed.value.servers });
  return connected.isOk() ? ok(connected.value) : err({ sentence: sentenceOf(connected.error) });
}

/** The error, and what the server itself said about it where it said something. */
export function sentenceOf({ message, output }: SourceError): string {
  const said = lastWords(output ?? "");
  return said === undefined ? message : `${message}; it wrote: ${said}`;
}

/** The line that says most: the last one that names an error, else the last one. */
function lastWords(output: string): string | undefined {
  const lines = output.split("\n").map((line) => line.trim());
  const line =
    lines.findLast((each) => /\b\w*(error|cannot|failed|not found)\b/i.test(each) && !each.startsWith("at ")) ??
    lines.findLast((each) => each !== "");
  if (line === undefined) return undefined;
  return line.length <= MAX_OUTPUT ? line : `${line.slice(0, MAX_OUTPUT)}…`;
}
