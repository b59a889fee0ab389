/**
 * Checks a program against a catalog without running it.
 *
 *   source -> compile -> Analysis -> rules -> findings -> Diagnostic[]
 *
 * Invariant: a program that has an error fails whenever the place is reached; one without runs, as far as can be seen.
 * Before: the compiler. After: CodeMode's check, and the CLI.
 */
import { err, ok, type Result } from "neverthrow";
import { type Catalog, createCatalog } from "../../catalog/index.js";
import { type Analysed, analyse, type CompileOptions } from "../../compiler/index.js";
import { bounded, fromCompileError, fromRepair } from "../diagnostics/map.js";
import { frameOf, locationOf } from "../diagnostics/render.js";
import type { Diagnostic } from "../result.js";
import { Analysis } from "../source/analysis.js";
import { type Finding, RULES } from "./findings.js";
import { checkFlow } from "./flow.js";
import { checkNames } from "./names.js";
import { checkPromises } from "./promises.js";
import { checkTools, type Manifest, namedTools } from "./tool-calls.js";

export type { Manifest } from "./tool-calls.js";

/** What checking a program found without running it. */
export interface Checked {
  readonly language: "javascript" | "typescript";
  /** What may be wrong, in the order of the source. */
  readonly warnings: readonly Diagnostic[];
  /** The tools it can call. */
  readonly tools: Manifest;
}

let noTools: Catalog | undefined;

/** The catalog without tools, made on first use. */
function withoutTools(): Catalog {
  noTools ??= createCatalog({});
  return noTools;
}

/** More findings than anybody reads. */
const MAX_FINDINGS = 100;

/**
 * Checks a source.
 * @param catalog undefined when the tools are not known: then nothing is said of them
 * @returns what was found, or the errors
 */
export function checkProgram(
  source: string,
  catalog: Catalog | undefined,
  options: CompileOptions,
): Result<Checked, Diagnostic[]> {
  return analyse(source, options)
    .mapErr((errors) => errors.map((error) => fromCompileError(error, source)))
    .andThen((program) => checkAnalysed(program, source, catalog));
}

/** Checks a source that compiles. */
export function checkAnalysed(
  program: Analysed,
  source: string,
  catalog: Catalog | undefined,
): Result<Checked, Diagnostic[]> {
  const isStream = (segments: readonly string[]) => {
    const resolution = catalog?.resolve(segments);
    // A call of a tool that is not known may be a stream.
    return resolution === undefined || (resolution.kind === "tool" && resolution.entry.tool.kind === "stream");
  };
  const analysis = new Analysis(program, source, isStream);
  const findings: Finding[] = [];
  const report = (finding: Finding) => void findings.push(finding);
  checkNames(analysis, catalog ?? withoutTools(), report);
  const tools = catalog === undefined ? namedTools(analysis) : checkTools(analysis, catalog, report);
  checkPromises(analysis, report);
  checkFlow(analysis, report);
  findings.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = program.repairs.map((repair) => fromRepair(repair, source));
  for (const finding of findings.slice(0, MAX_FINDINGS)) {
    const isError = RULES[finding.rule].severity === "error" && !analysis.isGuarded(finding.node);
    (isError ? errors : warnings).push(diagnosticOf(finding, source));
  }
  if (errors.length > 0) return err(errors);
  return ok({ language: program.language, warnings, tools });
}

function diagnosticOf({ rule, span, message, suggestions, tool }: Finding, source: string): Diagnostic {
  const location = locationOf(source, span.start, span.end);
  return {
    kind: RULES[rule].kind,
    message: bounded(message),
    location,
    frame: frameOf(source, location),
    ...(suggestions === undefined || suggestions.length === 0 ? {} : { suggestions }),
    ...(tool === undefined ? {} : { tool }),
  };
}
