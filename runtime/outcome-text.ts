/**
 * An outcome as the text that a model reads: the value first, then what it should know beside it. Owns the wording that
 * every host shares (MCP server, AI SDK, registry).
 *
 * Invariant: a result without logs, warnings and attachments is its value and nothing else; text of several lines stays
 * text. Nothing is cut here: limits.maxOutputBytes already did. Before: execute.ts. After: a host's tool result.
 */
import type { Attachment } from "../catalog/index.js";
import { renderDiagnostic } from "./diagnostics/render.js";
import type { Failure, Json, LogLine, Success, ToolCallRecord } from "./result.js";

/** The whole text; sections that have nothing to say are left out. Never fails. */
export function outcomeText(outcome: Success | Failure): string {
  const sections = [
    outcome.ok ? valueText(outcome.value) : renderDiagnostic(outcome.error),
    section("Calls made before the failure", outcome.ok ? [] : callLines(outcome.toolCalls)),
    section("Logs", (outcome.logs ?? []).map(logText)),
    section("Warnings", (outcome.warnings ?? []).map(renderDiagnostic)),
    section("Attached", (outcome.attachments ?? []).map(attachmentText)),
  ];
  return sections.filter((text) => text !== "").join("\n\n");
}

function valueText(value: Json): string {
  if (value === "") return '""';
  return typeof value === "string" ? value : JSON.stringify(value);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.join("\n")}`;
}

function logText({ level, text }: LogLine): string {
  return level === "log" ? text : `${level}: ${text}`;
}

/** One line for each path and outcome, in order of the first call. */
function callLines(calls: readonly ToolCallRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { path, outcome } of calls) {
    const key = `${path}: ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `- ${key}${count === 1 ? "" : ` ×${count}`}`);
}

function attachmentText({ name, uri, mediaType }: Attachment): string {
  const address = uri === undefined || uri === name ? "" : ` ${uri}`;
  return `- ${name ?? "file"} (${mediaType})${address}`;
}
