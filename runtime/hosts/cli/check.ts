/**
 * `codemode check`: programs checked without running them. Before: arguments.ts. After: stdout, one block a finding.
 */
import { compileAsync } from "../../../compiler/index.js";
import { CodeMode, type Diagnostic, limits } from "../../index.js";
import type { CheckArguments } from "./arguments.js";
import { diagnosticText } from "./diagnostic-text.js";
import { ExitCode, type Refusal } from "./refusal.js";
import { readSource } from "./source-text.js";
import type { Terminal } from "./terminal.js";

/** One file's answer, as `--json` prints it. */
interface CheckedFile {
  readonly file: string;
  readonly ok: boolean;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Checks all files. The exit code, or why a file could not be read. */
export async function check(args: CheckArguments, terminal: Terminal): Promise<number | Refusal> {
  const runtime = CodeMode.make({ limits: limits.standard });
  const checked: CheckedFile[] = [];
  for (const file of args.files) {
    const read = await readSource(file);
    if (read.isErr()) return read.error;
    const { name, text } = read.value;
    // Loads what TypeScript needs where this source does; checking itself does not wait.
    await compileAsync(text);
    const result = runtime.check(text);
    checked.push({
      file: name,
      ok: result.isOk(),
      errors: result.isErr() ? result.error : [],
      warnings: result.isOk() ? result.value.warnings : [],
    });
  }
  if (args.isJson) terminal.printJson(checked);
  else for (const each of checked) terminal.print(checkedText(each, terminal));
  return checked.every(({ ok }) => ok) ? ExitCode.Ok : ExitCode.Negative;
}

function checkedText({ file, ok, errors, warnings }: CheckedFile, { out }: Terminal): string {
  const findings = [
    ...errors.map((each) => diagnosticText(each, file, out)),
    ...warnings.map((each) => diagnosticText(each, file, out, "yellow")),
  ];
  if (ok) findings.push(`${file}: ${out("green", "ok")}`);
  return `${findings.join("\n")}\n`;
}
