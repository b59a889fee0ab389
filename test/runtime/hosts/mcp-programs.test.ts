/** Every program of test/programs through the MCP server, called by the official client. */

import { readdirSync, readFileSync } from "node:fs";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { McpHost } from "../../../runtime/hosts/mcp-server/index.js";
import type { Failure, Limits, Success } from "../../../runtime/index.js";
import { type CannedTool, cannedTools } from "../../support/canned-tools.js";

interface Case {
  readonly tools: { readonly [path: string]: CannedTool };
  readonly expected: { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly specKind: string };
  readonly options?: Limits & { readonly unhandledRejections?: "report" | "fail" };
}

const folder = new URL("../../programs/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length));

it.each(names)("%s", async (name) => {
  const { tools, expected, options } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as Case;
  const { unhandledRejections, ...limits } = options ?? {};
  const host = McpHost.make({
    tools: cannedTools(tools),
    limits: { timeoutMs: 10_000, ...limits },
    unhandledRejections,
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const serving = (await host.serveStdio(theirs as never))._unsafeUnwrap();
  const client = new Client({ name: "test", version: "1" });
  await client.connect(ours);
  try {
    const code = readFileSync(new URL(`${name}.ts`, folder), "utf8");
    const result = await client.callTool({ name: "execute", arguments: { code } });
    const outcome = result.structuredContent as unknown as Success | Failure;
    expect(result.isError === true).toBe(!expected.ok);
    if (expected.ok) expect(outcome).toMatchObject({ ok: true, value: expected.value });
    else expect(outcome).toMatchObject({ ok: false, error: { kind: expected.specKind } });
  } finally {
    await client.close();
    await serving.close();
  }
});
