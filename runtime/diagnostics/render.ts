/**
 * Places in a source as people read them, and diagnostics in their text forms: compact for a model, an annotation for a
 * forge. The pretty form, with colours, is the command line's.
 *
 * Invariant: the compact form of an ordinary error is at most COMPACT_TOKENS, whatever stands in the source.
 */
import { estimateTokens } from "../../catalog/index.js";
import { lineAndColumn } from "../../vm/index.js";
import type { Diagnostic, Location } from "../result.js";

/** Lines shown before and after the marked one. */
const CONTEXT = 1;
/** Characters of a line that a frame shows. */
const MAX_LINE = 160;
/** Estimated tokens of the compact form. */
export const COMPACT_TOKENS = 150;
/** Characters of a line in the compact form. */
const COMPACT_LINE = 80;
/** Characters of the message in the compact form. */
const COMPACT_MESSAGE = 240;

/** The location of a span of offsets. */
export function locationOf(source: string, start: number, end: number): Location {
  const from = lineAndColumn(source, start);
  const to = lineAndColumn(source, Math.max(end, start));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

const LINES = /\r\n|[\n\r\u2028\u2029]/;

/** The line, its neighbours, and carets under the exact span. */
export function frameOf(source: string, location: Location): string {
  const lines = source.split(LINES);
  const first = Math.max(1, location.line - CONTEXT);
  const last = Math.min(lines.length, location.line + CONTEXT);
  const width = String(last).length;
  const rows: string[] = [];
  for (let line = first; line <= last; line++) {
    const text = lines[line - 1] ?? "";
    // A long line is shown around the span.
    const offset = line === location.line && location.column > MAX_LINE - 40 ? location.column - 60 : 0;
    const shown = text.slice(offset, offset + MAX_LINE);
    const marker = line === location.line ? ">" : " ";
    rows.push(`${marker} ${String(line).padStart(width)} | ${shown}`.trimEnd());
    if (line !== location.line) continue;
    const from = location.column - 1 - offset;
    const to =
      location.endLine === location.line ? (location.endColumn ?? location.column + 1) - 1 - offset : shown.length;
    const indent = shown.slice(0, from).replace(/[^\t]/g, " ");
    rows.push(`  ${" ".repeat(width)} | ${indent}${"^".repeat(Math.max(1, Math.min(to, shown.length) - from))}`);
  }
  return rows.join("\n");
}

/**
 * A diagnostic as compact text for a model: kind, place, message, what to write instead, the marked line, the callers.
 * At most COMPACT_TOKENS: parts are added in that order as long as they fit.
 */
export function renderDiagnostic({ kind, message, location, frame, trace, suggestions }: Diagnostic): string {
  const place = location === undefined ? "" : ` (line ${location.line}, column ${location.column})`;
  let text = `${kind}${place}: ${cut(message, COMPACT_MESSAGE)}`;
  const add = (part: string): boolean => {
    const longer = `${text}\n${part}`;
    if (estimateTokens(longer) > COMPACT_TOKENS) return false;
    text = longer;
    return true;
  };
  for (const suggestion of (suggestions ?? []).slice(0, 3)) add(`Try: ${cut(suggestion, COMPACT_MESSAGE)}`);
  if (frame !== undefined && !add(compactFrame(frame))) add(markedLine(frame));
  const callers = trace?.slice(1) ?? [];
  for (const { name, line, column } of callers) {
    if (!add(`  called from ${name || "the top level"} (line ${line}, column ${column})`)) break;
  }
  return text;
}

function compactFrame(frame: string): string {
  return frame
    .split("\n")
    .map((line) => line.slice(0, COMPACT_LINE))
    .join("\n");
}

/** The line of the frame that the carets are under, with them. */
function markedLine(frame: string): string {
  const lines = frame.split("\n");
  const at = lines.findIndex((line) => line.startsWith(">"));
  return compactFrame(lines.slice(at, at + 2).join("\n"));
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/**
 * A diagnostic as a workflow command of GitHub Actions, one line, for a file of that name.
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function githubAnnotation(diagnostic: Diagnostic, file: string, severity: "error" | "warning"): string {
  const { kind, message, location, suggestions } = diagnostic;
  const properties = [["file", file], ...(location === undefined ? [] : placeProperties(location)), ["title", kind]];
  const said = properties.map(([name, value]) => `${name}=${escapedProperty(value)}`).join(",");
  const text = [message, ...(suggestions ?? []).map((each) => `Try: ${each}`)].join("\n");
  return `::${severity} ${said}::${escapedData(text)}`;
}

function placeProperties({ line, column, endLine, endColumn }: Location): [string, string][] {
  const properties: [string, string][] = [
    ["line", String(line)],
    ["col", String(column)],
  ];
  if (endLine !== undefined) properties.push(["endLine", String(endLine)]);
  // The last column itself, where the location has the one behind it; columns need one line.
  if (endColumn !== undefined && endLine === line)
    properties.push(["endColumn", String(Math.max(column, endColumn - 1))]);
  return properties;
}

function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
