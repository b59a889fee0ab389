/**
 * `codemode inspect`: what each stage of the compiler made of a program, or every step of running it. Before: arguments.ts.
 * After: stdout.
 */
import { compileAsync, type Inspection, inspect as inspectStages } from "../../../compiler/index.js";
import { CodeMode, type Diagnostic, limits } from "../../index.js";
import type { InspectArguments } from "./arguments.js";
import { diagnosticText } from "./diagnostic-text.js";
import { ExitCode, type Refusal } from "./refusal.js";
import { readSource, type SourceText } from "./source-text.js";
import { type Terminal, visible } from "./terminal.js";

/** Steps of a traced run: an endless program must not fill a disk. */
const MAX_TRACED_INSTRUCTIONS = 200_000;
/** Lines written at a time. */
const LINES_AT_ONCE = 1_000;

/** Dumps a stage. The exit code, or why the file could not be read. */
export async function inspect(args: InspectArguments, terminal: Terminal): Promise<number | Refusal> {
  const read = await readSource(args.file);
  if (read.isErr()) return read.error;
  const { name, text } = read.value;
  if (args.stage === "trace") return trace(read.value, terminal);
  // Loads what TypeScript needs where this source does; inspecting itself does not wait.
  await compileAsync(text);
  const stages = inspectStages(text);
  if (stages.isErr()) {
    const checked = CodeMode.make().check(text);
    showErrors(checked.isErr() ? checked.error : [], name, terminal);
    return ExitCode.Negative;
  }
  terminal.print(`${visible(dumpOf(stages.value, args.stage).trimEnd())}\n`);
  return ExitCode.Ok;
}

function dumpOf({ ast, scopes, bytecode }: Inspection, stage: "ast" | "scopes" | "bytecode"): string {
  switch (stage) {
    case "ast":
      return JSON.stringify(ast, null, 2);
    case "scopes":
      return scopes;
    case "bytecode":
      return bytecode;
  }
}

/** Runs a program without tools and prints each instruction and job before it runs. */
async function trace({ name, text }: SourceText, terminal: Terminal): Promise<number> {
  const lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) terminal.print(visible(`${lines.join("\n")}\n`));
    lines.length = 0;
  };
  const runtime = CodeMode.make({
    limits: { ...limits.standard, maxInstructions: MAX_TRACED_INSTRUCTIONS },
    onTrace: (line) => {
      if (lines.push(line) >= LINES_AT_ONCE) flush();
    },
  });
  const outcome = await runtime.execute(text);
  flush();
  if (outcome.isErr()) showErrors([outcome.error.error], name, terminal);
  return outcome.isOk() ? ExitCode.Ok : ExitCode.Negative;
}

function showErrors(errors: readonly Diagnostic[], file: string, terminal: Terminal): void {
  for (const error of errors) terminal.note(`${diagnosticText(error, file, terminal.err)}\n`);
}
