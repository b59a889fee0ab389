/**
 * `codemode mcp`: the configured servers behind one `execute` tool, for any MCP client.
 *
 * Invariant: standard output belongs to the protocol, everything else goes to standard error; a server that cannot be
 * started is said and left out, and the others serve; when the client goes away, or a signal comes, every server is
 * closed before the process ends. Before: arguments.ts. After: an MCP client.
 */
import type { McpConnection, McpEvent } from "../../../catalog/sources/mcp/index.js";
import { limits, type ToolTree } from "../../index.js";
import { McpHost } from "../mcp-server/index.js";
import type { McpArguments } from "./arguments.js";
import { isLoopback, listen } from "./http.js";
import type { Interruption } from "./interruption.js";
import { ExitCode, type Refusal, refusingTypeErrors } from "./refusal.js";
import { openServers, sentenceOf } from "./servers.js";
import { type Terminal, visible } from "./terminal.js";

const HTTP_PATH = "/mcp";

/** Serves until the client goes away or a signal comes. The exit code, or why serving did not begin. */
export async function mcp(
  args: McpArguments,
  terminal: Terminal,
  interruption: Interruption,
  version: string,
): Promise<number | Refusal> {
  const say = (text: string): void => terminal.note(`codemode: ${visible(text).replaceAll("\n", " ")}\n`);
  let host: McpHost | undefined;
  let connection: McpConnection | undefined;
  const onEvent = (event: McpEvent): void => {
    if (event.type === "server-lost") say(`MCP server "${event.server}" went away: ${event.detail}`);
    if (event.type === "server-error") say(sentenceOf(event.error));
    if (event.type !== "tools-changed" || host === undefined || connection === undefined) return;
    const changed = refusingTypeErrors(() => host?.setTools(toolsOf(connection)));
    if (changed.isErr()) say(`${changed.error.sentence}; the tools of before stay`);
  };
  const opened = await openServers(args.config, { onEvent, onServerError: "skip" });
  if (opened.isErr()) return opened.error;
  connection = opened.value;
  try {
    for (const { error } of connection.servers)
      if (error !== undefined) say(`${sentenceOf(error)}; serving without it`);
    const made = refusingTypeErrors(() =>
      McpHost.make({
        tools: toolsOf(connection),
        limits: { ...limits.standard, ...(args.timeoutMs === undefined ? {} : { timeoutMs: args.timeoutMs }) },
        discovery: { catalogBudget: args.budget },
        instructionsIn: args.instructionsIn,
        serverInfo: { name: "codemode", version },
        onHostError: ({ correlationId, path, cause }) =>
          say(
            `${path ?? "program"}: ${cause instanceof Error ? cause.message : "no Error was thrown"} (reference ${correlationId})`,
          ),
        onError: (error) => say(error.message),
      }),
    );
    if (made.isErr()) return made.error;
    host = made.value;
    const until = interruption.inOrder();
    const refusal = await (args.http === undefined ? serveStdio(host, until) : serveHttp(host, args.http, until, say));
    return refusal ?? interruption.exitCode ?? ExitCode.Ok;
  } finally {
    await connection.close();
  }
}

/** Tools of the servers that are up. */
function toolsOf(connection: McpConnection | undefined): ToolTree {
  return connection?.tools ?? {};
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}

async function serveStdio(host: McpHost, until: AbortSignal): Promise<Refusal | undefined> {
  const gone = new Promise<void>((done) => {
    for (const event of ["end", "close"] as const) process.stdin.once(event, () => done());
  });
  const serving = await host.serveStdio();
  if (serving.isErr()) return { sentence: serving.error.message };
  await Promise.race([gone, aborted(until)]);
  await serving.value.close();
  return undefined;
}

async function serveHttp(
  host: McpHost,
  address: NonNullable<McpArguments["http"]>,
  until: AbortSignal,
  say: (text: string) => void,
): Promise<Refusal | undefined> {
  const serving = await host.serveHttp({ localOnly: isLoopback(address.host) });
  if (serving.isErr()) return { sentence: serving.error.message };
  const listening = await listen(address, HTTP_PATH, (request) => serving.value.fetch(request));
  if (listening.isErr()) return listening.error;
  const name = address.host.includes(":") ? `[${address.host}]` : address.host;
  say(`serving at http://${name}:${listening.value.port}${HTTP_PATH}`);
  await aborted(until);
  await serving.value.close();
  await listening.value.close();
  return undefined;
}
