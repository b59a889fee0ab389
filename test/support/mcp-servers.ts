/** How the tests reach the MCP servers they start, and what they ask the operating system about them. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Attachment, CallTool, ToolContext, ToolTree } from "../../catalog/tool.js";

const require = createRequire(import.meta.url);

/** The entry file of a reference server that is a development dependency. */
export function serverEntry(name: "everything" | "filesystem" | "memory" | "sequential-thinking"): string {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  return join(dirname(manifest), "dist/index.js");
}

/** A configuration entry that runs a file under this Node. */
export function nodeServer(entry: string, ...args: string[]) {
  return { command: process.execPath, args: [entry, ...args] };
}

export function scriptedServer(mode = "normal", env: Record<string, string> = {}) {
  const entry = fileURLToPath(new URL("./scripted-mcp-server.mjs", import.meta.url));
  return { ...nodeServer(entry, mode), env };
}

/** A tool's context, and what the tool attached to it. */
export function fakeContext(signal: AbortSignal = new AbortController().signal) {
  const attached: Attachment[] = [];
  const context: ToolContext = { signal, callId: 0, path: "test", attach: (file) => void attached.push(file) };
  return { context, attached };
}

/** Runs the tool at a path of keys. */
export function invoke(
  tree: ToolTree,
  keys: readonly string[],
  input: unknown,
  context: ToolContext = fakeContext().context,
): Promise<unknown> {
  let node = tree as unknown as { [key: string]: unknown };
  for (const key of keys) node = node[key] as { [key: string]: unknown };
  return Promise.resolve((node as unknown as CallTool).run(input as never, context));
}

/** True while a process runs; one that ended and was not yet collected does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return true;
  return readFileSync(stat, "utf8").replace(/^.*\)/s, "").trim()[0] !== "Z";
}

/** Waits until a condition holds; fails after `ms`. */
export async function until(holds: () => boolean, ms = 5_000): Promise<void> {
  for (let waited = 0; !holds(); waited += 10) {
    if (waited > ms) throw new Error(`nothing happened within ${ms} ms`);
    await new Promise((done) => setTimeout(done, 10));
  }
}
