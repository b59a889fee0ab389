/**
 * `codemode inspect`: what each stage of the compiler made of a program. Before: arguments.ts. After: stdout.
 */
import { compileAsync, inspect as inspectStages } from "../../../compiler/index.js";
import { CodeMode } from "../../index.js";
import type { InspectArguments } from "./arguments.js";
import { diagnosticText } from "./diagnostic-text.js";
import { ExitCode, type Refusal } from "./refusal.js";
import { readSource } from "./source-text.js";
import { type Terminal, visible } from "./terminal.js";

/** Dumps a stage. The exit code, or why the file could not be read. */
export async function inspect(args: InspectArguments, terminal: Terminal): Promise<number | Refusal> {
  const read = await readSource(args.file);
  if (read.isErr()) return read.error;
  const { name, text } = read.value;
  // Loads what TypeScript needs where this source does; inspecting itself does not wait.
  await compileAsync(text);
  const stages = inspectStages(text);
  if (stages.isErr()) {
    const errors = CodeMode.make().check(text);
    for (const error of errors.isErr() ? errors.error : []) {
      terminal.note(`${diagnosticText(error, name, terminal.err)}\n`);
    }
    return ExitCode.Negative;
  }
  const { ast, scopes, bytecode } = stages.value;
  const dump = args.stage === "ast" ? JSON.stringify(ast, null, 2) : args.stage === "scopes" ? scopes : bytecode;
  terminal.print(`${visible(dump.trimEnd())}\n`);
  return ExitCode.Ok;
}
