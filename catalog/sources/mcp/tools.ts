/**
 * Listed MCP tools -> tool definitions; MCP results -> values and attachments.
 *
 * Pure: it is given a way to call and knows no connection. Invariants: a listed tool becomes a
 * definition or a skipped item with its reason; names are never changed; a result is read once
 * and only in the shapes that the protocol has. Before it: client.ts lists and calls. After it:
 * the runtime copies the value into the program and puts attachments beside the outer result.
 *
 * What a program receives for a result without `isError`:
 *
 *   structuredContent            the structured content; text beside it repeats it and is left out
 *   else one textual block       a string (never parsed: a text that looks like JSON stays a text)
 *   else several textual blocks  an array of them, in order (joining would lose where one ended)
 *   else                         null
 *
 * An embedded resource that holds text counts as textual, as `{ uri, mimeType?, text }`: it is what
 * the program asked for. Images, audio, resources and resource links are attached in every case.
 */
import type { Attachment, CallTool, JsonSchema, ToolAnnotations, ToolContext } from "../../tool.js";
import { Tool, ToolError } from "../../tool.js";
import type { Skipped, ToolSource } from "../source.js";
import { unusablePathReason } from "../source.js";
import type { McpListedTool } from "./client.js";

/** How a skipped MCP tool is named. */
export interface McpToolName {
  readonly server: string;
  readonly tool: string;
}

/** Runs one listed tool; resolves with the server's result as it came. */
export type McpInvoke = (tool: McpListedTool, args: Record<string, unknown>, context: ToolContext) => Promise<unknown>;

/** What a result became. `refused` is the text of a result with `isError`. */
export type McpOutcome =
  | { readonly kind: "value"; readonly value: unknown; readonly attachments: readonly Attachment[] }
  | { readonly kind: "refused"; readonly message: string; readonly attachments: readonly Attachment[] }
  | { readonly kind: "malformed"; readonly detail: string };

/** Raised by a tool when the server's reply is none of the protocol's shapes; the runtime shows no detail of it. */
export class MalformedReplyError extends Error {
  override readonly name = "MalformedReplyError";
}

const EMPTY_INPUT: JsonSchema = Object.freeze({ type: "object", properties: Object.freeze({}) });

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A foreign JSON Schema, or undefined when it is not one. Render-only: nothing is validated with it. */
function schemaOf(value: unknown): JsonSchema | undefined {
  return isRecord(value) ? value : undefined;
}

function annotationsOf(tool: McpListedTool): ToolAnnotations | undefined {
  const kept: { [hint: string]: unknown } = {};
  const given = isRecord(tool.annotations) ? tool.annotations : {};
  const title = typeof tool.title === "string" ? tool.title : given.title;
  if (typeof title === "string") kept.title = title;
  for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]) {
    if (typeof given[hint] === "boolean") kept[hint] = given[hint];
  }
  return Object.keys(kept).length === 0 ? undefined : (kept as ToolAnnotations);
}

/** Why a listed tool cannot be called in one request and one reply, or undefined when it can. */
function taskOnlyReason(tool: McpListedTool): string | undefined {
  return isRecord(tool.execution) && tool.execution.taskSupport === "required"
    ? 'it runs only as a task (execution.taskSupport is "required"), and tasks are not supported'
    : undefined;
}

/**
 * Maps a server's list to a flat tree: one key a tool, its name as the server gave it (a dot in it
 * separates namespaces). Never fails: an item that cannot be a tool is in `skipped`.
 */
export function toolsFromList(
  server: string,
  listed: readonly McpListedTool[],
  invoke: McpInvoke,
): ToolSource<McpToolName> {
  const tools: { [name: string]: CallTool } = Object.create(null);
  const skipped: Skipped<McpToolName>[] = [];
  const names = new Set<string>();
  for (const tool of listed) {
    if (!isRecord(tool) || typeof tool.name !== "string") {
      skipped.push({ server, tool: "", reason: "the entry has no name" });
      continue;
    }
    const reason =
      unusablePathReason(tool.name) ??
      (names.has(tool.name) ? "an earlier tool of the list has the same name" : undefined) ??
      taskOnlyReason(tool);
    if (reason !== undefined) {
      skipped.push({ server, tool: tool.name, reason });
      continue;
    }
    names.add(tool.name);
    tools[tool.name] = toolFromListed(tool, invoke);
  }
  return { tools, skipped };
}

function toolFromListed(tool: McpListedTool, invoke: McpInvoke): CallTool {
  const output = schemaOf(tool.outputSchema);
  const annotations = annotationsOf(tool);
  return Tool.make({
    description: typeof tool.description === "string" ? tool.description : (annotations?.title ?? ""),
    input: schemaOf(tool.inputSchema) ?? EMPTY_INPUT,
    ...(output === undefined ? {} : { output }),
    ...(annotations === undefined ? {} : { annotations }),
    async run(input: unknown, context) {
      if (!isRecord(input)) throw new ToolError(`The input must be an object, got ${describe(input)}`);
      const outcome = readResult(await invoke(tool, input, context));
      if (outcome.kind === "malformed") throw new MalformedReplyError(outcome.detail);
      for (const attachment of outcome.attachments) context.attach(attachment);
      if (outcome.kind === "refused") throw new ToolError(outcome.message);
      return outcome.value;
    },
  });
}

function describe(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

/** A textual block: a text, or an embedded resource that holds text. */
type Textual = string | { readonly uri: string; readonly mimeType?: string; readonly text: string };

/** One content block read: what it says, what it shows, or what is wrong with it. */
type Block =
  | { readonly kind: "read"; readonly textual?: Textual; readonly attachment?: Attachment }
  | { readonly kind: "malformed"; readonly detail: string };

/**
 * Reads one `CallToolResult` by the table above. Never fails: what is not such a result is `malformed`.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result
 */
export function readResult(result: unknown): McpOutcome {
  if (!isRecord(result)) return { kind: "malformed", detail: `the result is ${describe(result)}, not an object` };
  const structured = result.structuredContent;
  if (result.content !== undefined && !Array.isArray(result.content)) {
    return { kind: "malformed", detail: `content is ${describe(result.content)}, not an array` };
  }
  if (result.content === undefined && structured === undefined) {
    return { kind: "malformed", detail: "the result has neither content nor structuredContent" };
  }
  const textual: Textual[] = [];
  const attachments: Attachment[] = [];
  for (const [index, item] of ((result.content as unknown[] | undefined) ?? []).entries()) {
    const block = readBlock(item);
    if (block.kind === "malformed") return { kind: "malformed", detail: `content[${index}] ${block.detail}` };
    if (block.textual !== undefined) textual.push(block.textual);
    if (block.attachment !== undefined) attachments.push(block.attachment);
  }
  if (result.isError === true) return { kind: "refused", message: refusalText(textual, structured), attachments };
  if (structured !== undefined) return { kind: "value", value: structured, attachments };
  const value = textual.length === 0 ? null : textual.length === 1 ? textual[0] : textual;
  return { kind: "value", value, attachments };
}

function refusalText(textual: readonly Textual[], structured: unknown): string {
  const lines = textual.map((part) => (typeof part === "string" ? part : part.text)).filter((text) => text !== "");
  if (lines.length > 0) return lines.join("\n");
  if (structured !== undefined) return JSON.stringify(structured);
  return "The tool failed and gave no message";
}

function readBlock(block: unknown): Block {
  if (!isRecord(block)) return { kind: "malformed", detail: `is ${describe(block)}, not a content block` };
  switch (block.type) {
    case "text":
      if (typeof block.text !== "string") return { kind: "malformed", detail: "is a text block without text" };
      return { kind: "read", textual: block.text };
    case "image":
    case "audio":
      if (typeof block.data !== "string" || typeof block.mimeType !== "string") {
        return { kind: "malformed", detail: `is an ${block.type} block without data or mimeType` };
      }
      return { kind: "read", attachment: { mediaType: block.mimeType, data: block.data } };
    case "resource":
      return readResource(block.resource);
    case "resource_link":
      if (typeof block.uri !== "string") return { kind: "malformed", detail: "is a resource link without uri" };
      return {
        kind: "read",
        attachment: {
          name: typeof block.name === "string" ? block.name : lastSegment(block.uri),
          mediaType: typeof block.mimeType === "string" ? block.mimeType : "application/octet-stream",
          uri: block.uri,
        },
      };
    default:
      return { kind: "malformed", detail: `has the unknown type ${JSON.stringify(block.type)}` };
  }
}

function readResource(resource: unknown): Block {
  if (!isRecord(resource) || typeof resource.uri !== "string") {
    return { kind: "malformed", detail: "is a resource without uri" };
  }
  const uri = resource.uri;
  const name = lastSegment(uri);
  const mimeType = typeof resource.mimeType === "string" ? resource.mimeType : undefined;
  if (typeof resource.text === "string") {
    const text = resource.text;
    return {
      kind: "read",
      textual: mimeType === undefined ? { uri, text } : { uri, mimeType, text },
      attachment: { name, mediaType: mimeType ?? "text/plain", data: base64OfText(text), uri },
    };
  }
  if (typeof resource.blob === "string") {
    const mediaType = mimeType ?? "application/octet-stream";
    return { kind: "read", attachment: { name, mediaType, data: resource.blob, uri } };
  }
  return { kind: "malformed", detail: "is a resource with neither text nor blob" };
}

/** The part of a URI after its last slash, else the whole of it. */
function lastSegment(uri: string): string {
  const path = uri.replace(/[?#].*$/s, "").replace(/\/+$/, "");
  return path.slice(path.lastIndexOf("/") + 1) || uri;
}

/** Base64 of a text's UTF-8 bytes, in pieces that fit an argument list. */
function base64OfText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(binary);
}
