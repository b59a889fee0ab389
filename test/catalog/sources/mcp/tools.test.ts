import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readResult, toolsFromList } from "../../../../catalog/sources/mcp/tools.js";
import { isTool } from "../../../../catalog/tool.js";
import { fakeContext, invoke } from "../../../support/mcp-servers.js";

interface Recorded {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly result: {
    readonly content: { readonly type: string; readonly text?: string; readonly data?: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
  };
}

const replies: Recorded[] = JSON.parse(readFileSync(new URL("./mcp-replies.json", import.meta.url), "utf8"));

const recorded = (tool: string, args: Record<string, unknown>): unknown => {
  const found = replies.find((one) => one.tool === tool && JSON.stringify(one.arguments) === JSON.stringify(args));
  if (found === undefined) throw new Error(`no recorded reply for ${tool}`);
  return found.result;
};

describe("recorded replies of real servers", () => {
  it("holds the 29 that the table below covers", () => {
    expect(replies.length).toBe(29);
  });

  it.each(
    replies.map((one) => [`${one.server} ${one.tool} ${JSON.stringify(one.arguments).slice(0, 60)}`, one] as const),
  )("%s", (_title, { result }) => {
    const outcome = readResult(result);
    const texts = result.content.filter((block) => block.type === "text").map((block) => block.text);
    if (result.isError) {
      expect(outcome).toEqual({ kind: "refused", message: texts.join("\n"), attachments: [] });
      return;
    }
    if (outcome.kind !== "value") throw new Error(`unexpected ${outcome.kind}`);
    expect(outcome.attachments.length).toBe(result.content.length - texts.length);
    if (result.structuredContent !== undefined) expect(outcome.value).toBe(result.structuredContent);
    else if (result.content.length === 1) expect(outcome.value).toBe(texts[0]);
  });

  const rows: [title: string, result: unknown, value: unknown, attached: unknown[]][] = [
    ["one text", recorded("get-sum", { a: 2, b: 40 }), "The sum of 2 and 40 is 42.", []],
    [
      "a text that looks like JSON stays a text",
      recorded("hash", { input: "abc", algorithm: "sha256", action: "hash" }),
      '{"hash":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}',
      [],
    ],
    [
      "structured content without its twin",
      recorded("get-structured-content", { location: "Chicago" }),
      { temperature: 36, conditions: "Light rain / drizzle", humidity: 82 },
      [],
    ],
    [
      "texts around an image",
      recorded("get-tiny-image", {}),
      ["Here's the image you requested:", "The image above is the MCP logo."],
      [{ mediaType: "image/png", data: expect.stringMatching(/^iVBORw0KGgo/) }],
    ],
    [
      "a text resource is read and attached",
      recorded("get-resource-reference", { resourceType: "Text", resourceId: 1 }),
      [
        "Returning resource reference for Resource 1:",
        { uri: "demo://resource/dynamic/text/1", mimeType: "text/plain", text: expect.stringMatching(/^Resource 1:/) },
        expect.stringMatching(/^You can access this resource using the URI/),
      ],
      [{ name: "1", mediaType: "text/plain", uri: "demo://resource/dynamic/text/1", data: expect.any(String) }],
    ],
    [
      "a blob resource is attached",
      recorded("get-resource-reference", { resourceType: "Blob", resourceId: 2 }),
      ["Returning resource reference for Resource 2:", expect.stringMatching(/^You can access/)],
      [{ name: "2", mediaType: "text/plain", uri: "demo://resource/dynamic/blob/2", data: expect.any(String) }],
    ],
    [
      "resource links are attached",
      recorded("get-resource-links", { count: 3 }),
      "Here are 3 resource links to resources available in this server:",
      [
        { name: "Blob Resource 1", mediaType: "text/plain", uri: "demo://resource/dynamic/blob/1" },
        { name: "Text Resource 2", mediaType: "text/plain", uri: "demo://resource/dynamic/text/2" },
        { name: "Blob Resource 3", mediaType: "text/plain", uri: "demo://resource/dynamic/blob/3" },
      ],
    ],
  ];
  it.each(rows)("%s", (_title, result, value, attachments) => {
    expect(readResult(result)).toEqual({ kind: "value", value, attachments });
  });

  it("decodes what it encodes", () => {
    const text = "é 😀 \u0000".repeat(5_000);
    const outcome = readResult({ content: [{ type: "resource", resource: { uri: "a:/b/", text } }] });
    if (outcome.kind !== "value") throw new Error("unexpected");
    expect(outcome.value).toEqual({ uri: "a:/b/", text });
    expect(outcome.attachments[0].name).toBe("b");
    expect(Buffer.from(outcome.attachments[0].data!, "base64").toString("utf8")).toBe(text);
  });
});

describe("results that no server recorded", () => {
  const rows: [result: unknown, outcome: unknown][] = [
    [{ content: [] }, { kind: "value", value: null, attachments: [] }],
    [{ structuredContent: null }, { kind: "value", value: null, attachments: [] }],
    [
      { structuredContent: 0, content: [{ type: "text", text: "0" }] },
      { kind: "value", value: 0, attachments: [] },
    ],
    [
      { content: [], isError: true },
      { kind: "refused", message: "The tool failed and gave no message", attachments: [] },
    ],
    [
      { content: [], structuredContent: { code: 4 }, isError: true },
      { kind: "refused", message: '{"code":4}', attachments: [] },
    ],
    [
      { content: [{ type: "audio", data: "AA==", mimeType: "audio/wav" }] },
      { kind: "value", value: null, attachments: [{ mediaType: "audio/wav", data: "AA==" }] },
    ],
    [null, { kind: "malformed", detail: "the result is null, not an object" }],
    ["text", { kind: "malformed", detail: "the result is a string, not an object" }],
    [{}, { kind: "malformed", detail: "the result has neither content nor structuredContent" }],
    [{ content: "x" }, { kind: "malformed", detail: "content is a string, not an array" }],
    [{ content: [1] }, { kind: "malformed", detail: "content[0] is a number, not a content block" }],
    [{ content: [{ type: "text" }] }, { kind: "malformed", detail: "content[0] is a text block without text" }],
    [
      { content: [{ type: "image", data: "x" }] },
      { kind: "malformed", detail: "content[0] is an image block without data or mimeType" },
    ],
    [
      { content: [{ type: "resource", resource: {} }] },
      { kind: "malformed", detail: "content[0] is a resource without uri" },
    ],
    [
      { content: [{ type: "resource", resource: { uri: "a:b" } }] },
      { kind: "malformed", detail: "content[0] is a resource with neither text nor blob" },
    ],
    [{ content: [{ type: "hologram" }] }, { kind: "malformed", detail: 'content[0] has the unknown type "hologram"' }],
  ];
  it.each(rows)("%j", (result, outcome) => {
    expect(readResult(result)).toEqual(outcome);
  });
});

describe("toolsFromList", () => {
  const answer = async () => ({ content: [{ type: "text", text: "yes" }] });

  it("keeps names, schemas, descriptions and annotations as the server gave them", async () => {
    const inputSchema = { type: "object", properties: { id: { type: "string" } } };
    const outputSchema = { type: "object" };
    const { tools, skipped } = toolsFromList(
      "srv",
      [
        {
          name: "a.b",
          title: "A",
          description: "does",
          inputSchema,
          outputSchema,
          annotations: { readOnlyHint: true, vendor: 1 },
        },
        { name: "__proto__", title: "Only a title" },
        { name: "constructor", inputSchema: "nonsense" as never },
      ],
      answer,
    );
    expect(skipped).toEqual([]);
    expect(Object.keys(tools)).toEqual(["a.b", "__proto__", "constructor"]);
    expect(tools["a.b"]).toMatchObject({
      description: "does",
      input: inputSchema,
      output: outputSchema,
      annotations: { title: "A", readOnlyHint: true },
    });
    expect(Object.keys(tools["a.b"])).not.toContain("vendor");
    expect(Object.values(tools)[1]).toMatchObject({
      description: "Only a title",
      input: { type: "object", properties: {} },
    });
    for (const name of Object.keys(tools)) expect(isTool(tools[name])).toBe(true);
    expect(await invoke(tools, ["constructor"], {})).toBe("yes");
  });

  it("skips what cannot be called, each with its reason", () => {
    const { tools, skipped } = toolsFromList(
      "srv",
      [
        { name: "a" },
        { name: "a" },
        { name: "" },
        { name: "b..c" },
        { name: "t", execution: { taskSupport: "required" } },
        { name: "o", execution: { taskSupport: "optional" } },
        null as never,
      ],
      answer,
    );
    expect(Object.keys(tools)).toEqual(["a", "o"]);
    expect(skipped).toEqual([
      { server: "srv", tool: "a", reason: "an earlier tool of the list has the same name" },
      { server: "srv", tool: "", reason: "its name is empty" },
      { server: "srv", tool: "b..c", reason: 'its name "b..c" has an empty part between, before or after dots' },
      {
        server: "srv",
        tool: "t",
        reason: 'it runs only as a task (execution.taskSupport is "required"), and tasks are not supported',
      },
      { server: "srv", tool: "", reason: "the entry has no name" },
    ]);
  });

  it("attaches before it refuses, and refuses with the server's words", async () => {
    const { tools } = toolsFromList("srv", [{ name: "a" }], async () => ({
      isError: true,
      content: [
        { type: "image", data: "AA==", mimeType: "image/png" },
        { type: "text", text: "no such page" },
      ],
    }));
    const { context, attached } = fakeContext();
    await expect(invoke(tools, ["a"], {}, context)).rejects.toMatchObject({
      name: "ToolError",
      message: "no such page",
    });
    expect(attached).toEqual([{ mediaType: "image/png", data: "AA==" }]);
  });

  it("rejects a malformed reply with an error that is no ToolError", async () => {
    const { tools } = toolsFromList("srv", [{ name: "a" }], async () => ({ content: 1 }));
    await expect(invoke(tools, ["a"], {})).rejects.toMatchObject({
      name: "MalformedReplyError",
      message: "content is a number, not an array",
    });
  });

  it("refuses an input that is no object without calling", async () => {
    let calls = 0;
    const { tools } = toolsFromList("srv", [{ name: "a" }], async () => ++calls);
    await expect(invoke(tools, ["a"], [1])).rejects.toMatchObject({
      name: "ToolError",
      message: "The input must be an object, got an array",
    });
    expect(calls).toBe(0);
  });
});
