#!/usr/bin/env node
/**
 * The bin: words -> command -> exit code. Owns dispatch, refusals and the last resort for defects of our own.
 *
 * Invariant: the process ends by itself once the command has answered, with everything flushed and nothing left running.
 * Before: the shell. After: one file a command.
 */
import { readFileSync } from "node:fs";
import { type Invocation, readArguments } from "./arguments.js";
import { catalog } from "./catalog.js";
import { check } from "./check.js";
import { completionScript } from "./completions.js";
import { commandHelp, generalHelp } from "./help.js";
import { inspect } from "./inspect.js";
import { Interruption } from "./interruption.js";
import { mcp } from "./mcp.js";
import { ExitCode, type Refusal } from "./refusal.js";
import { run } from "./run.js";
import { search } from "./search.js";
import { Terminal, visible } from "./terminal.js";

async function dispatch(invocation: Invocation, terminal: Terminal): Promise<number | Refusal> {
  switch (invocation.command) {
    case "help":
      terminal.print(invocation.about === undefined ? generalHelp() : commandHelp(invocation.about));
      return ExitCode.Ok;
    case "version":
      terminal.print(`${version()}\n`);
      return ExitCode.Ok;
    case "run":
      return run(invocation, terminal, new Interruption());
    case "check":
      return check(invocation, terminal);
    case "catalog":
      return catalog(invocation, terminal);
    case "search":
      return search(invocation, terminal);
    case "inspect":
      return inspect(invocation, terminal);
    case "mcp":
      return mcp(invocation, terminal, new Interruption(), version());
    case "completions":
      terminal.print(completionScript(invocation.shell));
      return ExitCode.Ok;
  }
}

/** The package's version, from the manifest beside the built file's folder. */
function version(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

function refuse({ sentence, helpFor }: Refusal, terminal: Terminal): number {
  const help = helpFor === undefined ? "" : ` (see codemode ${helpFor === "" ? "" : `${helpFor} `}--help)`;
  terminal.note(`codemode: ${visible(sentence).replaceAll("\n", " ")}${help}\n`);
  return ExitCode.Refused;
}

async function main(words: readonly string[]): Promise<number> {
  const terminal = new Terminal(process.env);
  const read = readArguments(words);
  if (read.isErr()) return refuse(read.error, terminal);
  const answer = await dispatch(read.value, terminal);
  return typeof answer === "number" ? answer : refuse(answer, terminal);
}

// A reader that has seen enough (`| head`) closes the pipe; that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(ExitCode.Ok);
});
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (defect) {
  const text = defect instanceof Error ? (defect.stack ?? defect.message) : String(defect);
  process.stderr.write(`codemode: a defect of codemode itself, please report it: ${visible(text)}\n`);
  process.exitCode = ExitCode.Defect;
}
