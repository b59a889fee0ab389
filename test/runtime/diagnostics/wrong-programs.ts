/**
 * The corpus of wrong programs: wrong-programs.golden, read, run, and written again.
 *
 *   ### run: title          a program that is run; `check` one that is checked, `types` one that is checked with types
 *   …program…
 *   --> Kind 1:8-1:12 `text of the span`
 *       message, on one line
 *       try: a suggestion
 *       from: name 2:3      a caller
 *   --? the same for a warning; `--- ok` when there is nothing to say
 */
import { readFileSync } from "node:fs";
import { CodeMode, type Diagnostic } from "../../../runtime/index.js";
import { limits, tools } from "./fixture.js";

export type Way = "run" | "check" | "types";

export interface WrongProgram {
  readonly way: Way;
  readonly title: string;
  readonly source: string;
  /** As the golden has it. */
  readonly expected: string;
}

export const GOLDEN = new URL("wrong-programs.golden", import.meta.url);

export function readCorpus(): WrongProgram[] {
  const blocks = readFileSync(GOLDEN, "utf8").split(/^### /m).slice(1);
  return blocks.map((block) => {
    const [head, ...lines] = block.replace(/\n$/, "").split("\n");
    const [, way, title] = /^(run|check|types): (.+)$/.exec(head!)!;
    const end = lines.findIndex((line) => /^--[->?] /.test(line));
    return {
      way: way as Way,
      title: title!,
      source: (end < 0 ? lines : lines.slice(0, end)).join("\n"),
      expected: end < 0 ? "" : lines.slice(end).join("\n"),
    };
  });
}

export function writeCorpus(programs: readonly WrongProgram[], found: readonly string[]): string {
  return programs.map(({ way, title, source }, i) => `### ${way}: ${title}\n${source}\n${found[i]}\n`).join("");
}

const runtime = CodeMode.make({ tools, limits });

export interface Found {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** What a program gives, in the way it asks for. */
export async function diagnose({ way, source }: Pick<WrongProgram, "way" | "source">): Promise<Found> {
  if (way === "run") {
    const outcome = await runtime.execute(source);
    return outcome.match<Found>(
      ({ warnings = [] }) => ({ errors: [], warnings }),
      ({ error, warnings = [] }) => ({ errors: [error], warnings }),
    );
  }
  await runtime.warmup();
  const checked = way === "types" ? await runtime.check(source, { types: true }) : runtime.check(source);
  return checked.match<Found>(
    ({ warnings }) => ({ errors: [], warnings }),
    (errors) => ({ errors, warnings: [] }),
  );
}

/** The golden's text of what was found. */
export function goldenOf({ errors, warnings }: Found, source: string): string {
  const text = [
    ...errors.map((each) => entry("-->", each, source)),
    ...warnings.map((each) => entry("--?", each, source)),
  ];
  return text.length === 0 ? "--- ok" : text.join("\n");
}

function entry(mark: string, { kind, message, location, suggestions, trace }: Diagnostic, source: string): string {
  const place =
    location === undefined
      ? ""
      : ` ${location.line}:${location.column}-${location.endLine}:${location.endColumn} \`${spanText(source, location)}\``;
  // Correlation ids, figures and shares of the time differ from run to run.
  const said = message
    .replace(/\(reference [0-9a-f]{8}\)/, "(reference …)")
    .replace(/\(reached \d+\)/, "(reached …)")
    .replace(/(?:: most of the time went to|; it was) waiting for/, " … waiting for");
  return [
    `${mark} ${kind}${place}`,
    `    ${said.replaceAll("\n", "⏎")}`,
    ...(suggestions ?? []).map((each) => `    try: ${each}`),
    ...(trace ?? []).map(({ name, line, column }) => `    from: ${name || "the top level"} ${line}:${column}`),
  ].join("\n");
}

/** The text that a location spans, its ends shown when it is long. */
export function spanText(source: string, location: NonNullable<Diagnostic["location"]>): string {
  const starts = [0];
  for (const match of source.matchAll(/\n/g)) starts.push(match.index + 1);
  const offset = (line: number, column: number) => starts[line - 1]! + column - 1;
  const text = source.slice(
    offset(location.line, location.column),
    offset(location.endLine ?? location.line, location.endColumn ?? location.column),
  );
  const line = text.replaceAll("\n", "⏎");
  return line.length <= 60 ? line : `${line.slice(0, 40)}…${line.slice(-15)}`;
}
