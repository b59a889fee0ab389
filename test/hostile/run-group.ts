/**
 * Runs a group of hostile programs in child processes: a watchdog ends a child that says nothing for
 * a while, the program it was at counts as hung, and another child goes on with the next.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Report } from "./child.js";
import type { HostileProgram } from "./program.js";
import { type Group, groups, MEMORY_LIMIT } from "./suite.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Bundle {
  readonly file: string;
  dispose(): void;
}

/** The child as one file. */
export async function bundleChild(): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  const file = join(folder, "child.mjs");
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["test/hostile/child.ts"],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return { file, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface RunOptions {
  readonly bundle: Bundle;
  readonly timeoutMs: number;
  /** Kilobytes; V8's own default is 984. */
  readonly stack?: number;
}

/** Reports of a group's programs by index; null where the child died or hung. */
export async function runGroup(at: number, options: RunOptions): Promise<(Report | null)[]> {
  const group = groups(options.timeoutMs)[at]!;
  const silence = (group.limits.timeoutMs ?? 0) * group.runs + 10_000;
  const reports: (Report | null)[] = [];
  while (reports.length < group.programs.length) {
    await runChild(at, reports, silence, options);
    if (reports.length < group.programs.length) reports.push(null);
  }
  return reports;
}

function runChild(
  at: number,
  reports: (Report | null)[],
  silence: number,
  { bundle, timeoutMs, stack }: RunOptions,
): Promise<void> {
  return new Promise((resolve) => {
    const flags = ["--expose-gc", ...(stack === undefined ? [] : [`--stack-size=${stack}`])];
    const args = [...flags, bundle.file, String(timeoutMs), String(at), String(reports.length)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let watchdog = setTimeout(() => child.kill("SIGKILL"), silence);
    let rest = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => child.kill("SIGKILL"), silence);
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) reports.push(JSON.parse(line) as Report);
    });
    child.on("close", () => {
      clearTimeout(watchdog);
      resolve();
    });
  });
}

/** What is wrong with a report; nothing when the program was held. */
export function problems(program: HostileProgram, report: Report | null, group: Group): string[] {
  if (report === null) return ["the process died or hung"];
  const wrong: string[] = [];
  const { outcome } = report;
  const { expected } = program;
  if (outcome.error === "InternalError") wrong.push(`a defect: ${outcome.message}`);
  if (expected !== "bounded") {
    if ("value" in expected) {
      if (JSON.stringify(outcome.value) !== JSON.stringify(expected.value))
        wrong.push(`answered ${JSON.stringify(outcome)}`);
    } else if (outcome.error === undefined || !([] as string[]).concat(expected.error).includes(outcome.error)) {
      wrong.push(`ended with ${JSON.stringify(outcome)}`);
    }
  }
  if (/node:|\.mjs|secret/.test(JSON.stringify(outcome))) wrong.push(`told of the host: ${JSON.stringify(outcome)}`);
  if (report.tripwires > 0) wrong.push(`met the tripwire ${report.tripwires} times`);
  if (report.changed.length > 0) wrong.push(`changed ${report.changed.slice(0, 5).join(", ")}`);
  if (report.marks.length > 0) wrong.push(`ran after its end: ${report.marks.join(", ")}`);
  if (!report.same) wrong.push("runs differ");
  if (group.class === "memory") {
    const most = 1.5 * MEMORY_LIMIT + 32 * 2 ** 20;
    if (report.peakBytes > most) wrong.push(`held ${(report.peakBytes / 2 ** 20).toFixed(0)} MiB`);
  }
  return wrong;
}
