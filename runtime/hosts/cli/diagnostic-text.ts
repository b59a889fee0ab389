/**
 * A Diagnostic as a person at a terminal reads it: kind and message, a place that editors can open, the marked lines, what
 * to write instead. Before: the runtime. After: report.ts and check.ts.
 */
import type { Diagnostic } from "../../index.js";
import { type Colour, type Paint, visible } from "./terminal.js";

/** Several lines without a line feed at the end. `file` is what the place is called by. */
export function diagnosticText(diagnostic: Diagnostic, file: string, paint: Paint, colour: Colour = "red"): string {
  const { kind, message, location, frame, trace, suggestions } = diagnostic;
  const lines = [`${paint(colour, kind)}: ${visible(message)}`];
  if (location !== undefined) lines.push(paint("dim", `  at ${visible(file)}:${location.line}:${location.column}`));
  if (frame !== undefined)
    lines.push(...frame.split("\n").map((line) => `  ${frameLine(visible(line), paint, colour)}`));
  for (const { name, line, column } of callers(trace)) {
    lines.push(paint("dim", `  called from ${visible(name) || "the top level"} (${visible(file)}:${line}:${column})`));
  }
  for (const suggestion of suggestions ?? []) lines.push(`  ${paint("cyan", "try")}: ${visible(suggestion)}`);
  return lines.join("\n");
}

/** The chain without its first frame, which is the place itself. */
function callers(trace: Diagnostic["trace"]): NonNullable<Diagnostic["trace"]> {
  return trace === undefined ? [] : trace.slice(1);
}

function frameLine(line: string, paint: Paint, colour: Colour): string {
  if (/^\s*\|\s*\^+$/.test(line)) return paint(colour, line);
  return line.startsWith(">") ? line : paint("dim", line);
}
