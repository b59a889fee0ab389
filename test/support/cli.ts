/** Runs the built `codemode` in a child process, as a shell would. Needs a build: `npm test` makes one first. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./import-graph.js";

export const CLI = join(ROOT, "dist/cli.js");

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  /** Standard input; closed after it. */
  readonly input?: string;
  readonly env?: { readonly [name: string]: string };
  /** Called once it runs. */
  readonly started?: (child: ChildProcess) => void;
}

/** Runs a command of this package and waits for its end. */
export function codemode(words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return node([CLI, ...words], options);
}

/** Runs a script under this Node. Colours and the progress line are off: nothing here is a terminal. */
export function node(
  words: readonly string[],
  { cwd, input, env, started }: CommandOptions = {},
): Promise<CommandResult> {
  if (!existsSync(CLI)) throw new Error("dist/cli.js is missing: run `npm run build` first");
  const child = spawn(process.execPath, [...words], { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  // The command may end without reading.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  started?.(child);
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => done({ code, out, err }));
  });
}

/** Ids of running processes whose command line holds a text. Linux only; elsewhere none. */
export function processesNaming(text: string): number[] {
  if (!existsSync("/proc/self/cmdline")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(pid) !== process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}
