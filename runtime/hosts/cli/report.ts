/**
 * The outcome of a run as text for people: result, logs, warnings, attachments, calls, usage. Invariant: sections that
 * have nothing to say are left out; nothing of a program reaches the screen unescaped. Before: run.ts. After: stdout.
 */
import type { Diagnostic, Failure, LogLine, Success, ToolCallRecord } from "../../index.js";
import { diagnosticText } from "./diagnostic-text.js";
import { type Colour, type Paint, visible } from "./terminal.js";
import { jsonSize } from "./traffic.js";
import { bytesText, countText, durationText, plural } from "./units.js";

export interface RunFigures {
  /** What places in the program are called by. */
  readonly file: string;
  /** Milliseconds of the execution. */
  readonly elapsedMs: number;
  /** Bytes of all tool replies. */
  readonly replyBytes: number;
}

/** The whole report of an outcome, ending in a line feed; the error of a failure is not part of it. */
export function reportText(outcome: Success | Failure, figures: RunFigures, paint: Paint): string {
  const sections = [
    ...(outcome.ok ? [section("Result", [resultText(outcome.value)], paint)] : []),
    section(
      "Logs",
      (outcome.logs ?? []).map((line) => logText(line, paint)),
      paint,
    ),
    section(
      "Warnings",
      (outcome.warnings ?? []).map((each) => warningText(each, figures.file, paint)),
      paint,
    ),
    section("Attachments", (outcome.attachments ?? []).map(attachmentText), paint),
    section(`Calls (${outcome.toolCalls.length})`, callLines(outcome.toolCalls, paint), paint),
    section("Usage", usageLines(outcome, figures), paint),
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

function section(title: string, blocks: readonly string[], paint: Paint): string {
  return blocks.length === 0 ? "" : `${paint("bold", title)}\n${blocks.map(indented).join("\n")}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** JSON, but for text of several lines: escapes would make it unreadable. */
function resultText(value: unknown): string {
  return visible(typeof value === "string" && value.includes("\n") ? value : JSON.stringify(value, null, 2));
}

const LEVEL_COLOURS: Readonly<Record<string, Colour>> = { error: "red", warn: "yellow" };

function logText({ level, text, line }: LogLine, paint: Paint): string {
  const place = line === undefined ? "" : paint("dim", `  (line ${line})`);
  const label = level === "log" ? "" : `${paint(LEVEL_COLOURS[level] ?? "dim", level)} `;
  return `${label}${visible(text)}${place}`;
}

function warningText(warning: Diagnostic, file: string, paint: Paint): string {
  return diagnosticText(warning, file, paint, "yellow");
}

function attachmentText({ name, mediaType, data, uri }: NonNullable<Success["attachments"]>[number]): string {
  const size = data === undefined ? "" : `, ${bytesText(Buffer.byteLength(data, "base64"))}`;
  return visible(`${name ?? uri ?? "unnamed"} (${mediaType}${size})`);
}

/** One line for each path and outcome, in order of the first call; lines of the source for what did not succeed. */
function callLines(calls: readonly ToolCallRecord[], paint: Paint): string[] {
  const groups = new Map<string, { readonly call: ToolCallRecord; count: number; readonly lines: Set<number> }>();
  for (const call of calls) {
    const key = `${call.outcome} ${call.path}`;
    const group = groups.get(key) ?? { call, count: 0, lines: new Set<number>() };
    groups.set(key, group);
    group.count++;
    if (call.line !== undefined) group.lines.add(call.line);
  }
  return [...groups.values()].map(({ call, count, lines }) => {
    const times = count === 1 ? "" : ` ×${countText(count)}`;
    const name = `${visible(call.path)}${times}`;
    if (call.outcome === "success") return name;
    const places = lines.size === 0 ? "" : ` (line ${[...lines].join(", ")})`;
    return `${name}  ${paint("red", call.outcome)}${places}`;
  });
}

function usageLines({ usage, ...outcome }: Success | Failure, { elapsedMs, replyBytes }: RunFigures): string[] {
  const lines = [
    `${plural(usage.instructions, "instruction")}, ${bytesText(usage.peakMemoryBytes)} of memory at most, ${plural(usage.toolCalls, "tool call")}, ${durationText(elapsedMs)}`,
  ];
  if (replyBytes === 0 || !outcome.ok) return lines;
  const returned = jsonSize(outcome.value) + (outcome.logs === undefined ? 0 : jsonSize(outcome.logs));
  lines.push(
    `tools answered ${bytesText(replyBytes)}; ${bytesText(returned)} go to the model${shareText(returned, replyBytes)}`,
  );
  return lines;
}

function shareText(returned: number, replyBytes: number): string {
  if (returned >= replyBytes) return "";
  const percent = (100 * returned) / replyBytes;
  return ` (${percent < 0.1 ? "less than 0.1" : percent.toFixed(1)} %)`;
}
