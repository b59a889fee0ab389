/**
 * `codemode check`: programs checked without running them, one block, object or annotation a finding. Before:
 * arguments.ts, with-catalog.ts for the tools. After: stdout; exit code 1 when a program has an error.
 */
import { type Result, ResultAsync } from "neverthrow";
import { compileAsync } from "../../../compiler/index.js";
import {
  type Checked,
  CodeMode,
  type CodeModeRuntime,
  type Diagnostic,
  githubAnnotation,
  limits,
} from "../../index.js";
import type { CheckArguments } from "./arguments.js";
import { diagnosticText } from "./diagnostic-text.js";
import { ExitCode, type Refusal, refusingTypeErrors } from "./refusal.js";
import { readSource } from "./source-text.js";
import type { Terminal } from "./terminal.js";
import { loadTools } from "./with-catalog.js";

/** One file's answer, as `--format json` prints it. */
interface CheckedFile {
  readonly file: string;
  readonly ok: boolean;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** The tools it can call; left out when it has errors. */
  readonly tools?: Checked["tools"];
}

type Check = (text: string) => PromiseLike<Result<Checked, Diagnostic[]>>;

/** Checks all files. The exit code, or why a file could not be read or the tools not be had. */
export async function check(args: CheckArguments, terminal: Terminal): Promise<number | Refusal> {
  let runtime = CodeMode.make({ limits: limits.standard });
  if (args.from !== undefined) {
    const loaded = await loadTools(args.from, terminal);
    const made = loaded.andThen(({ tools }) =>
      refusingTypeErrors(() => CodeMode.make({ tools, limits: limits.standard })),
    );
    if (made.isErr()) return made.error;
    runtime = made.value;
  }
  const checking = checkWith(runtime, args);
  const checked: CheckedFile[] = [];
  for (const file of args.files) {
    const read = await readSource(file);
    if (read.isErr()) return read.error;
    const { name, text } = read.value;
    const found = await ResultAsync.fromPromise(Promise.resolve(checking(text)), (cause) => cause);
    if (found.isErr()) {
      // What checking rejects with is said by name: the package it needs is missing.
      if (found.error instanceof TypeError) return { sentence: found.error.message };
      throw found.error;
    }
    const result = found.value;
    checked.push({
      file: name,
      ok: result.isOk(),
      errors: result.isErr() ? result.error : [],
      warnings: result.isOk() ? result.value.warnings : [],
      ...(result.isOk() ? { tools: result.value.tools } : {}),
    });
  }
  if (args.format === "json") terminal.printJson(checked);
  else if (args.format === "github") for (const each of checked) terminal.print(annotations(each));
  else for (const each of checked) terminal.print(checkedText(each, terminal));
  return checked.every(({ ok }) => ok) ? ExitCode.Ok : ExitCode.Negative;
}

function checkWith(runtime: CodeModeRuntime, { from, isTyped }: CheckArguments): Check {
  if (isTyped) return (text) => runtime.check(text, { types: true });
  return async (text) => {
    // Loads what TypeScript needs where this source does; checking itself does not wait.
    await compileAsync(text);
    return runtime.check(text, from === undefined ? { tools: "any" } : {});
  };
}

function annotations({ file, errors, warnings }: CheckedFile): string {
  const lines = [
    ...errors.map((each) => githubAnnotation(each, file, "error")),
    ...warnings.map((each) => githubAnnotation(each, file, "warning")),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function checkedText({ file, ok, errors, warnings }: CheckedFile, { out }: Terminal): string {
  const findings = [
    ...errors.map((each) => diagnosticText(each, file, out)),
    ...warnings.map((each) => diagnosticText(each, file, out, "yellow")),
  ];
  if (ok) findings.push(`${file}: ${out("green", "ok")}`);
  return `${findings.join("\n")}\n`;
}
