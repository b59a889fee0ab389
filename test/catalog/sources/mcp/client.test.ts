import { Client as V2Client } from "@modelcontextprotocol/client";
import { StdioClientTransport as V2Stdio } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Stdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { detectSdk } from "../../../../catalog/sources/mcp/client.js";
import { Mcp, type McpClient, type McpEvent } from "../../../../catalog/sources/mcp/index.js";
import { fakeContext, invoke, nodeServer, scriptedServer, serverEntry, until } from "../../../support/mcp-servers.js";

const info = { name: "host", version: "1.0.0" };

/** The same scenario for every client: the structural interface is all that is used. */
const sdks = {
  v1: () => new V1Client(info) satisfies McpClient,
  v2: () => new V2Client(info) satisfies McpClient,
};

async function connected(sdk: keyof typeof sdks, server: { command: string; args: string[] }) {
  const options = { ...server, stderr: "ignore" as const };
  if (sdk === "v1") {
    const client = sdks.v1();
    await client.connect(new V1Stdio(options));
    return client;
  }
  const client = sdks.v2();
  await client.connect(new V2Stdio(options));
  return client;
}

describe.each(["v1", "v2"] as const)("a client of the host, SDK %s", (sdk) => {
  it("is told from the other", () => {
    expect(detectSdk(sdks[sdk]())).toBe(sdk);
  });

  it("lists and calls a real server", async () => {
    const client = await connected(sdk, nodeServer(serverEntry("everything")));
    const connection = (await Mcp.fromClient(client, { name: "e" }))._unsafeUnwrap();
    expect(connection.servers).toMatchObject([{ name: "e", state: "ready", transport: "client", tools: 12 }]);
    const { context, attached } = fakeContext();
    expect(await invoke(connection.tools, ["e", "get-sum"], { a: 1, b: 2 })).toBe("The sum of 1 and 2 is 3.");
    expect(await invoke(connection.tools, ["e", "get-structured-content"], { location: "Chicago" })).toMatchObject({
      temperature: 36,
    });
    await invoke(connection.tools, ["e", "get-tiny-image"], {}, context);
    expect(attached.length).toBe(1);
    await expect(invoke(connection.tools, ["e", "echo"], {})).rejects.toMatchObject({ name: "ToolError" });
    await connection.close();
    // The client is the host's: it still works.
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });

  it("passes progress, cancellation, pages and changes of the list", async () => {
    const events: McpEvent[] = [];
    const client = await connected(sdk, scriptedServer());
    const connection = (
      await Mcp.fromClient(client, { name: "s", onEvent: (event) => events.push(event) })
    )._unsafeUnwrap();
    await invoke(connection.tools, ["s", "progress"], {});
    expect(events.filter((event) => event.type === "progress").length).toBe(3);
    const controller = new AbortController();
    const pending = invoke(connection.tools, ["s", "silent"], {}, fakeContext(controller.signal).context);
    setTimeout(() => controller.abort(new Error("stop")), 30);
    await expect(pending).rejects.toThrow("stop");
    expect(await invoke(connection.tools, ["s", "cancelled"], {})).toMatchObject({ cancelled: [expect.any(Number)] });
    await invoke(connection.tools, ["s", "add-tool"], {});
    await until(() => "added" in connection.tools.s);
    await expect(invoke(connection.tools, ["s", "refuse"], {})).rejects.toMatchObject({
      name: "ToolError",
      message: "Invalid arguments: path is required",
    });
    await client.close();

    const paged = await connected(sdk, scriptedServer("pages"));
    const pages = (await Mcp.fromClient(paged))._unsafeUnwrap();
    expect(Object.keys(pages.tools).length).toBe(20);
    await paged.close();
  });

  it("reports a server that dies, and does not start it again", async () => {
    const client = await connected(sdk, scriptedServer());
    const connection = (await Mcp.fromClient(client, { name: "s" }))._unsafeUnwrap();
    await expect(invoke(connection.tools, ["s", "crash"], {})).rejects.toMatchObject({
      message: 'MCP server "s" went away while "crash" was running (the connection closed)',
    });
    await expect(invoke(connection.tools, ["s", "echo"], {})).rejects.toMatchObject({
      message: 'MCP server "s" went away too often and is not started again (restarts are switched off)',
    });
  });

  it("keeps the handlers that the host had set", async () => {
    const seen: string[] = [];
    const client = await connected(sdk, scriptedServer());
    client.onclose = () => seen.push("closed");
    client.fallbackNotificationHandler = async (notification) => void seen.push(notification.method);
    const connection = (await Mcp.fromClient(client, { name: "s" }))._unsafeUnwrap();
    await invoke(connection.tools, ["s", "add-tool"], {});
    await until(() => seen.length > 0);
    await client.close();
    await until(() => seen.length > 1);
    expect(seen).toEqual(["notifications/tools/list_changed", "closed"]);
  });
});

describe("a fake client", () => {
  const tool = { name: "a", inputSchema: { type: "object" } };

  it("needs only two methods", async () => {
    const asked: unknown[] = [];
    const fake: McpClient = {
      listTools: async () => ({ tools: [tool] }),
      callTool: async (params, ...rest) => {
        asked.push(params, ...(rest as unknown[]));
        return { content: [{ type: "text", text: "hi" }] };
      },
    };
    expect(detectSdk(fake)).toBe("v2");
    const connection = (await Mcp.fromClient(fake))._unsafeUnwrap();
    const { context } = fakeContext();
    expect(await invoke(connection.tools, ["a"], { x: 1 }, context)).toBe("hi");
    expect(asked[0]).toEqual({ name: "a", arguments: { x: 1 } });
    expect(asked[1]).toMatchObject({ signal: context.signal, resetTimeoutOnProgress: true });
  });

  it("may say that it has the v1 order", async () => {
    let options: unknown;
    const fake: McpClient = {
      listTools: async () => ({ tools: [tool] }),
      callTool: async (_params, ...rest) => {
        options = (rest as unknown[])[1];
        return { content: [] };
      },
    };
    const connection = (await Mcp.fromClient(fake, { sdk: "v1", callTimeoutMs: 5 }))._unsafeUnwrap();
    expect(await invoke(connection.tools, ["a"], {})).toBe(null);
    expect(options).toMatchObject({ timeout: 5 });
  });

  const lists: [title: string, listTools: McpClient["listTools"], kind: string, message: string][] = [
    [
      "repeats a cursor",
      async () => ({ tools: [], nextCursor: "again" }),
      "ListEndless",
      'MCP server "f" never ends its list of tools: a page\'s cursor came a second time',
    ],
    [
      "never ends",
      async (params) => ({ tools: [], nextCursor: `${params?.cursor ?? ""}x` }),
      "ListEndless",
      'MCP server "f" never ends its list of tools: it has more than 200 pages',
    ],
    [
      "lists nothing",
      async () => ({}) as never,
      "ListFailed",
      'MCP server "f" did not list its tools: the reply holds no list of tools',
    ],
    [
      "rejects with a text",
      async () => Promise.reject("no\n  luck"),
      "ListFailed",
      'MCP server "f" did not list its tools: no luck',
    ],
  ];
  it.each(lists)("%s", async (_title, listTools, kind, message) => {
    const result = await Mcp.fromClient({ listTools, callTool: async () => null }, { name: "f" });
    expect(result._unsafeUnwrapErr()).toMatchObject({ kind, message });
  });
});
