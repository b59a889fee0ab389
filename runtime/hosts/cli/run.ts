/**
 * `codemode run`: a program over the tools of MCP servers.
 *
 * Invariant: servers run only for a program that compiles, and none is left when this answers. Before: arguments.ts.
 * After: report.ts, or the result alone as JSON.
 */
import { SourceFailure } from "../../../catalog/sources/mcp/index.js";
import { compileAsync } from "../../../compiler/index.js";
import { CodeMode, type CodeModeRuntime, type Failure, limits, type Success, type ToolTree } from "../../index.js";
import type { RunArguments } from "./arguments.js";
import { diagnosticText } from "./diagnostic-text.js";
import type { Interruption } from "./interruption.js";
import { Progress } from "./progress.js";
import { ExitCode, type Refusal } from "./refusal.js";
import { reportText } from "./report.js";
import { openServers, sentenceOf } from "./servers.js";
import { readSource } from "./source-text.js";
import { type Terminal, visible } from "./terminal.js";
import { Traffic } from "./traffic.js";

/** Runs it. The exit code, or why nothing was run. */
export async function run(
  args: RunArguments,
  terminal: Terminal,
  interruption: Interruption,
): Promise<number | Refusal> {
  const read = await readSource(args.file);
  if (read.isErr()) return read.error;
  const { name, text } = read.value;
  const progress = new Progress(terminal, args.isVerbose);
  const traffic = new Traffic();
  const makeRuntime = (tools: ToolTree): CodeModeRuntime =>
    CodeMode.make({
      tools: traffic.measured(tools),
      limits: { ...limits.standard, ...(args.timeoutMs === undefined ? {} : { timeoutMs: args.timeoutMs }) },
      onToolCallStart: ({ index, path }) => progress.callStarted(index, path),
      onToolCallEnd: (call) => progress.callEnded({ ...call, bytes: traffic.of(call.index) }),
      onHostError: ({ correlationId, path, cause }) => {
        const what = cause instanceof SourceFailure ? sentenceOf(cause.error) : messageOf(cause);
        progress.line(
          `codemode: ${visible(`${path === undefined ? "" : `${path}: `}${what}`)} (reference ${correlationId})`,
        );
      },
    });

  const compiles = (await compileAsync(text)).isOk();
  let tools: ToolTree = {};
  let close = async (): Promise<void> => {};
  if (compiles && args.config !== undefined) {
    progress.begin("Starting servers");
    const opened = await openServers(args.config);
    if (opened.isErr()) {
      progress.end();
      return opened.error;
    }
    ({ tools } = opened.value);
    close = () => opened.value.close();
  }
  const signal = interruption.inOrder();
  try {
    progress.begin("Running");
    const startedAt = performance.now();
    const outcome = await makeRuntime(tools)
      .execute(text, { signal })
      .match<Success | Failure, Success | Failure>(
        (success) => success,
        (failure) => failure,
      );
    const elapsedMs = performance.now() - startedAt;
    progress.end();
    if (args.isJson) terminal.printJson(outcome);
    else showOutcome(outcome, { file: name, elapsedMs, replyBytes: traffic.total }, terminal);
    return outcome.ok ? ExitCode.Ok : ExitCode.Negative;
  } catch (reason) {
    progress.end();
    if (interruption.exitCode === undefined) throw reason;
    terminal.note("codemode: interrupted\n");
    return interruption.exitCode;
  } finally {
    await close();
  }
}

function showOutcome(outcome: Success | Failure, figures: Parameters<typeof reportText>[1], terminal: Terminal): void {
  if (!outcome.ok) terminal.note(`${diagnosticText(outcome.error, figures.file, terminal.err)}\n`);
  // A program that never ran has nothing to report.
  if (!outcome.ok && outcome.usage.instructions === 0 && outcome.warnings === undefined) return;
  terminal.print(reportText(outcome, figures, terminal.out));
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "the tool failed with something that is no Error";
}
