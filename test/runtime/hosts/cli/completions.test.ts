/** `codemode completions`: scripts that real shells accept, and what bash offers. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../../runtime/hosts/cli/commands.js";
import { completionScript, SHELLS } from "../../../../runtime/hosts/cli/completions.js";
import { codemode } from "../../../support/cli.js";

/** What bash would offer for the last of the words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript("bash")}
COMP_WORDS=(codemode "$@"); COMP_CWORD=$#; _codemode; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

describe("completions", () => {
  it("offer commands, their options, and the values that options have", () => {
    expect(offered("")).toEqual([...Object.keys(COMMANDS), "--help", "--version"]);
    expect(offered("ca")).toEqual(["catalog"]);
    expect(offered("run", "--t")).toEqual(["--timeout", "--trace"]);
    expect(offered("inspect", "--dump", "b")).toEqual(["bytecode"]);
    expect(offered("mcp", "--instructions", "")).toEqual(["server", "tool"]);
    expect(offered("help", "ins")).toEqual(["inspect"]);
    expect(offered("check", "package.js")).toEqual(["package.json"]);
  });

  it.each(SHELLS)("name every command and option in %s", (shell) => {
    const script = completionScript(shell);
    for (const [name, { options }] of Object.entries(COMMANDS)) {
      expect(script).toContain(name);
      for (const option of Object.keys(options)) expect(script).toMatch(new RegExp(`(--|-l )${option}\\b`));
    }
  });

  it.each(["zsh", "fish"] as const)("are a script that %s accepts, where it is installed", (shell) => {
    const { error, status, stderr } = spawnSync(shell, ["-n"], { input: completionScript(shell), encoding: "utf8" });
    if (error !== undefined) expect((error as NodeJS.ErrnoException).code).toBe("ENOENT");
    else expect([status, stderr]).toEqual([0, ""]);
  });

  it("are printed by the command, and other shells refused", async () => {
    expect(await codemode(["completions", "fish"])).toEqual({ code: 0, out: completionScript("fish"), err: "" });
    const { code, err } = await codemode(["completions", "csh"]);
    expect([code, err]).toEqual([
      2,
      'codemode: completions are for bash, zsh, fish, not "csh" (see codemode completions --help)\n',
    ]);
  });
});
