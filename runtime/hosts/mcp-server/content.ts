/**
 * An outcome -> the result of an MCP tool call. Owns the mapping: the text that a model reads, the same as structured data,
 * and attachments as content blocks.
 *
 *   image/*, audio/* with data      an image or audio block
 *   other media types with data     an embedded resource with a blob
 *   a URI alone                     a resource link
 *
 * Invariant: the bytes of an attachment are in one place of the result, its content block; the structured side names it.
 * Before: the runtime. After: the SDK writes it on the wire.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result
 */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { type Attachment, type Failure, type JsonSchema, outcomeText, type Success } from "../../index.js";

/** What the structured side of `execute` looks like. `value` and everything below it is the program's. */
export const OUTCOME_SCHEMA: JsonSchema = Object.freeze({
  type: "object",
  properties: {
    ok: { type: "boolean", description: "Whether the program ended without a failure" },
    value: { description: "What the program returned; only when ok" },
    error: { type: "object", description: "Why it failed: kind, message, location, suggestions; only when not ok" },
    logs: { type: "array", items: { type: "object" } },
    warnings: { type: "array", items: { type: "object" } },
    attachments: { type: "array", items: { type: "object" }, description: "Names of the files among the content" },
    truncated: { type: "boolean" },
    toolCalls: { type: "array", items: { type: "object" } },
    usage: { type: "object" },
  },
  required: ["ok", "toolCalls", "usage"],
});

/** The whole result. Never fails. */
export function resultOf(outcome: Success | Failure): CallToolResult {
  const attachments = outcome.attachments ?? [];
  const structuredContent: Record<string, unknown> = { ...outcome };
  if (attachments.length > 0) structuredContent["attachments"] = attachments.map(({ data: _, ...named }) => named);
  return {
    content: [{ type: "text", text: outcomeText(outcome) }, ...attachments.map(blockOf)],
    structuredContent,
    ...(outcome.ok ? {} : { isError: true }),
  };
}

/** A refusal before anything ran. */
export function refusalOf(sentence: string): CallToolResult {
  return { content: [{ type: "text", text: sentence }], isError: true };
}

function blockOf({ name, mediaType, data, uri }: Attachment, index: number): ContentBlock {
  if (data === undefined) {
    return {
      type: "resource_link",
      uri: uri ?? "",
      name: name ?? uri ?? `attachment ${index + 1}`,
      mimeType: mediaType,
    };
  }
  if (mediaType.startsWith("image/")) return { type: "image", data, mimeType: mediaType };
  if (mediaType.startsWith("audio/")) return { type: "audio", data, mimeType: mediaType };
  const address = uri ?? `attachment:///${index + 1}/${encodeURIComponent(name ?? "file")}`;
  return { type: "resource", resource: { uri: address, mimeType: mediaType, blob: data } };
}
