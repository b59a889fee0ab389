/** Bad input: one clear sentence, an exit code that is not 0, nothing left running. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codemode, processesNaming } from "../../../support/cli.js";
import { scriptedServer } from "../../../support/mcp-servers.js";

let folder: string;

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
}

function config(name: string, server: object): void {
  write(name, JSON.stringify({ mcpServers: { s: server } }));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "codemode-cli-"));
  mkdirSync(join(folder, "directory"));
  write("good.js", "return 1");
  write("empty.js", "");
  write("blank.ts", " \n\t\n");
  write("large.js", `const text = "${"x".repeat(300 * 1024)}";\nreturn text.length`);
  write("nested.js", `return ${"(".repeat(2_000)}1${")".repeat(2_000)}`);
  write("nested.ts", `const n: number = ${"(".repeat(2_000)}1${")".repeat(2_000)};`);
  write(
    "binary.js",
    Uint8Array.from({ length: 4_096 }, (_, i) => (i * 197 + 129) % 256),
  );
  write("control.js", "return 1\u0000\u0001\u0002");
  write("utf16.js", Buffer.from("\ufeffreturn 1", "utf16le"));
  write("huge.js", Buffer.alloc(17 * 1024 * 1024, 0x20));
  write("not-json.json", "{ servers");
  write("empty.json", "");
  write("list.json", "[]");
  write("no-servers.json", '{ "name": "x" }');
  write("unset.json", '{ "mcpServers": { "s": { "command": "x", "args": ["\u0024{CODEMODE_TEST_UNSET}"] } } }');
  config("unknown-command.json", { command: "codemode-test-no-such-command" });
  config("directory.json", { command: process.execPath, cwd: "no-such-directory" });
  config("exits.json", scriptedServer("exit"));
  config("refuses.json", scriptedServer("refuse"));
  config("crashes.json", { command: process.execPath, args: ["no-such-script.js"] });
  write("one-dies.json", JSON.stringify({ mcpServers: { a: scriptedServer(), b: scriptedServer("exit") } }));
  write(
    "reserved.json",
    JSON.stringify({
      format: "codemode-catalog/1",
      tools: [{ path: "$codemode.x", description: "", input: {} }],
    }),
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true });
  expect(processesNaming("scripted-mcp-server")).toEqual([]);
});

describe("a program that cannot run", () => {
  it.each<[file: string, sentence: string, remedy: string]>([
    ["empty.js", "ParseError: The program is empty.", "Write code that returns a value."],
    ["blank.ts", "ParseError: The program is empty.", "Write code that returns a value."],
    [
      "large.js",
      "LimitExceeded: The source is 307235 bytes long, over the limit of 262144.",
      "Keep data out of the program: fetch it with tools, or run several programs.",
    ],
    [
      "nested.js",
      "LimitExceeded: The program nests deeper than the limit of 200 levels.",
      "Move inner parts into variables or functions of their own.",
    ],
    [
      "nested.ts",
      "LimitExceeded: The program nests deeper than the limit of 100 levels for TypeScript.",
      "Move inner parts into variables or functions of their own, or drop the types.",
    ],
    [
      "control.js",
      "ParseError: The program contains binary data, not JavaScript or TypeScript text.",
      "Hand in the source of the program as plain text.",
    ],
  ])("%s", async (file, sentence, remedy) => {
    const { code, out, err } = await codemode(["run", file], { cwd: folder });
    const lines = err.trimEnd().split("\n");
    expect({ code, out, first: lines[0], last: lines.at(-1) }).toEqual({
      code: 1,
      out: "",
      first: sentence,
      last: `  try: ${remedy}`,
    });
    // The sentence, the place, and a frame of at most three lines.
    expect(err.trimEnd().split("\n").length).toBeLessThanOrEqual(6);
    expect(err.length).toBeLessThan(800);
  });

  it("starts no server", async () => {
    const { code, err } = await codemode(["run", "empty.js", "--config", "exits.json"], { cwd: folder });
    expect([code, err.split("\n")[0]]).toEqual([1, "ParseError: The program is empty."]);
  });

  it("is a Failure with --json", async () => {
    const { code, out, err } = await codemode(["run", "-", "--json"], { input: "return (" });
    expect([code, err]).toEqual([1, ""]);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { kind: "ParseError", location: { line: 1 } } });
  });
});

describe("a command that cannot be carried out", () => {
  it.each<[words: string, sentence: string | RegExp]>([
    ["", "No command is given (see codemode --help)"],
    [
      "frob",
      'There is no command "frob"; the commands are run, check, catalog, search, inspect, mcp, completions (see codemode --help)',
    ],
    ["run", "run needs FILE|- (see codemode run --help)"],
    ["run good.js --frob", "run has no option --frob (see codemode run --help)"],
    ["run missing.js", "Cannot read missing.js: there is no such file"],
    ["run good.js/x", "Cannot read good.js/x: there is no such file"],
    ["run directory", "Cannot read directory: it is a directory"],
    ["run binary.js", "binary.js is not UTF-8 text, so it is no program"],
    ["run utf16.js", "utf16.js is not UTF-8 text, so it is no program"],
    ["run huge.js", "huge.js is larger than 16777216 bytes, too large for a program"],
    ["check good.js missing.js", "Cannot read missing.js: there is no such file"],
    ["inspect missing.js", "Cannot read missing.js: there is no such file"],
    ["run good.js --config missing.json", "Cannot read missing.json: there is no such file"],
    ["run good.js --config directory", "Cannot read directory: it is a directory"],
    ["run good.js --config not-json.json", /^not-json\.json is not valid JSON: [^\n]+$/],
    ["run good.js --config empty.json", "empty.json is not valid JSON: it is empty"],
    ["run good.js --config list.json", "list.json: the top level must be an object, got an array"],
    [
      "run good.js --config no-servers.json",
      'no-servers.json: the top level has none of "mcpServers", "servers" and "mcp"',
    ],
    [
      "run good.js --config unset.json",
      "unset.json: mcpServers.s.args[0] uses \u0024{CODEMODE_TEST_UNSET}, but the environment variable CODEMODE_TEST_UNSET is not set",
    ],
    [
      "run good.js --config unknown-command.json",
      'MCP server "s": the command "codemode-test-no-such-command" was not found',
    ],
    [
      "run good.js --config directory.json",
      /^MCP server "s": the command ".+" could not be started \(the working directory .+no-such-directory does not exist\)$/,
    ],
    [
      "run good.js --config exits.json",
      'MCP server "s" exited before the handshake was complete (exit code 3); it wrote: scripted server, mode exit, secret none',
    ],
    [
      "run good.js --config crashes.json",
      /^MCP server "s" exited before the handshake was complete \(exit code 1\); it wrote: Error: Cannot find module '.+no-such-script\.js'$/,
    ],
    ["run good.js --config refuses.json", /^MCP server "s" failed the handshake: [^\n]+$/],
    [
      "run good.js --config one-dies.json",
      'MCP server "b" exited before the handshake was complete (exit code 3); it wrote: scripted server, mode exit, secret none',
    ],
    [
      "catalog --config exits.json",
      'MCP server "s" exited before the handshake was complete (exit code 3); it wrote: scripted server, mode exit, secret none',
    ],
    ["catalog --catalog not-json.json", /^not-json\.json is not valid JSON: [^\n]+$/],
    ["search x --catalog list.json", "list.json is no catalog: write one with `codemode catalog --config FILE --json`"],
    ["search x --catalog reserved.json", 'The namespace "$codemode" is reserved; rename the tool "$codemode.x"'],
  ])("codemode %s", async (words, sentence) => {
    const args = words === "" ? [] : words.split(" ");
    const { code, out, err } = await codemode(args, { cwd: folder });
    expect([code, out]).toEqual([2, ""]);
    expect(err.startsWith("codemode: ") && err.endsWith("\n")).toBe(true);
    const said = err.slice("codemode: ".length, -1);
    if (typeof sentence === "string") expect(said).toBe(sentence);
    else expect(said).toMatch(sentence);
  });
});
