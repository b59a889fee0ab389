/**
 * `codemode run`: a program over the tools of MCP servers.
 *
 * Invariant: servers run only for a program that compiles, and none is left when this answers. Before: arguments.ts.
 * After: report.ts, or the result alone as JSON.
 */

import { ok } from "neverthrow";
import { SourceFailure } from "../../../catalog/sources/mcp/index.js";
import { compileAsync } from "../../../compiler/index.js";
import { CodeMode, type CodeModeRuntime, type Failure, limits, type Success, type ToolTree } from "../../index.js";
import type { RunArguments } from "./arguments.js";
import { diagnosticText } from "./diagnostic-text.js";
import type { Interruption } from "./interruption.js";
import { Progress } from "./progress.js";
import { ExitCode, type Refusal, refusingTypeErrors } from "./refusal.js";
import { type RunFigures, reportText } from "./report.js";
import { openServers, sentenceOf } from "./servers.js";
import { readSource, type SourceText } from "./source-text.js";
import { type Terminal, visible } from "./terminal.js";
import { type Timeline, TraceFile } from "./trace-file.js";
import { Traffic } from "./traffic.js";

/** Runs it. The exit code, or why nothing was run. */
export async function run(
  args: RunArguments,
  terminal: Terminal,
  interruption: Interruption,
): Promise<number | Refusal> {
  const source = await readSource(args.file);
  if (source.isErr()) return source.error;
  const traced = args.trace === undefined ? ok(undefined) : await TraceFile.open(args.trace, source.value.name);
  if (traced.isErr()) return traced.error;
  const trace = traced.value;
  const progress = new Progress(terminal, args.isVerbose);
  try {
    const compiles = (await compileAsync(source.value.text)).isOk();
    if (args.config === undefined || !compiles) {
      return await runOver({}, source.value, args, terminal, progress, interruption, trace?.timeline);
    }
    progress.begin("Starting servers");
    const opened = await openServers(args.config);
    if (opened.isErr()) return opened.error;
    try {
      return await runOver(opened.value.tools, source.value, args, terminal, progress, interruption, trace?.timeline);
    } finally {
      progress.begin("Closing servers");
      await opened.value.close();
    }
  } finally {
    progress.end();
    await trace?.close();
  }
}

/** Runs a program over tools and shows what came of it. The exit code, or why the tools cannot be used together. */
async function runOver(
  tools: ToolTree,
  { name, text }: SourceText,
  args: RunArguments,
  terminal: Terminal,
  progress: Progress,
  interruption: Interruption,
  timeline: Timeline | undefined,
): Promise<number | Refusal> {
  const traffic = new Traffic();
  const runtime = refusingTypeErrors(() => makeRuntime(traffic.measured(tools), traffic, args, progress));
  if (runtime.isErr()) return runtime.error;
  const signal = interruption.inOrder();
  progress.begin("Running");
  const startedAt = performance.now();
  let outcome: Success | Failure;
  try {
    outcome = await runtime.value
      .execute(text, { signal, onEvent: timeline?.note })
      .match<Success | Failure, Success | Failure>(
        (success) => success,
        (failure) => failure,
      );
  } catch (reason) {
    if (interruption.exitCode === undefined) throw reason;
    progress.line("codemode: interrupted");
    return interruption.exitCode;
  }
  const elapsedMs = performance.now() - startedAt;
  progress.end();
  if (args.isJson) terminal.printJson(outcome);
  else showOutcome(outcome, { file: name, elapsedMs, replyBytes: traffic.total }, terminal);
  return outcome.ok ? ExitCode.Ok : ExitCode.Negative;
}

function makeRuntime(tools: ToolTree, traffic: Traffic, args: RunArguments, progress: Progress): CodeModeRuntime {
  return CodeMode.make({
    tools,
    limits: { ...limits.standard, ...(args.timeoutMs === undefined ? {} : { timeoutMs: args.timeoutMs }) },
    onToolCallStart: ({ index, path }) => progress.callStarted(index, path),
    onToolCallEnd: (call) => progress.callEnded({ ...call, bytes: traffic.of(call.index) }),
    onHostError: ({ correlationId, path, cause }) => {
      // The program is told a reference only; whoever runs the command may know the cause.
      const what = cause instanceof SourceFailure ? sentenceOf(cause.error) : messageOf(cause);
      const subject = path === undefined ? "" : `${path}: `;
      progress.line(`codemode: ${visible(subject + what).replaceAll("\n", " ")} (reference ${correlationId})`);
    },
  });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "the tool failed with something that is no Error";
}

function showOutcome(outcome: Success | Failure, figures: RunFigures, terminal: Terminal): void {
  if (!outcome.ok) terminal.note(`${diagnosticText(outcome.error, figures.file, terminal.err)}\n`);
  // A program that never ran has nothing to report.
  if (!outcome.ok && outcome.usage.instructions === 0 && outcome.warnings === undefined) return;
  terminal.print(reportText(outcome, figures, terminal.out));
}
