/** Places in a source as people read them: locations, code frames, compact text. */
import { lineAndColumn } from "../../vm/index.js";
import type { Diagnostic, Location } from "../result.js";

/** Lines shown before and after the marked one. */
const CONTEXT = 1;
/** Characters of a line that a frame shows. */
const MAX_LINE = 160;

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

/** A diagnostic as compact text for a model: kind, message, place, frame, suggestions. */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const place = diagnostic.location ? ` (line ${diagnostic.location.line}, column ${diagnostic.location.column})` : "";
  const parts = [`${diagnostic.kind}${place}: ${diagnostic.message}`];
  if (diagnostic.frame !== undefined) parts.push(diagnostic.frame);
  const trace = diagnostic.trace?.filter((frame) => frame.name !== "");
  if (trace !== undefined && trace.length > 1) {
    parts.push(trace.map((frame) => `    at ${frame.name} (line ${frame.line}, column ${frame.column})`).join("\n"));
  }
  if (diagnostic.suggestions !== undefined && diagnostic.suggestions.length > 0) {
    parts.push(`Try: ${diagnostic.suggestions.join(" | ")}`);
  }
  return parts.join("\n");
}
