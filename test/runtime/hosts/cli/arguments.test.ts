/** Words of the command line, read without running anything. */
import { describe, expect, it } from "vitest";
import { type Invocation, readArguments } from "../../../../runtime/hosts/cli/arguments.js";
import { COMMANDS, type CommandName } from "../../../../runtime/hosts/cli/commands.js";
import { commandHelp, generalHelp } from "../../../../runtime/hosts/cli/help.js";

describe("words that are understood", () => {
  it.each<[words: string, invocation: Invocation]>([
    ["--help", { command: "help", about: undefined }],
    ["-h", { command: "help", about: undefined }],
    ["help", { command: "help", about: undefined }],
    ["help run", { command: "help", about: "run" }],
    ["run --help", { command: "help", about: "run" }],
    ["search -h", { command: "help", about: "search" }],
    ["--version", { command: "version" }],
    [
      "run a.ts",
      {
        command: "run",
        file: "a.ts",
        config: undefined,
        timeoutMs: undefined,
        isJson: false,
        isVerbose: false,
        trace: undefined,
      },
    ],
    [
      "run --json - --config=c.json --timeout 50 --verbose",
      { command: "run", file: "-", config: "c.json", timeoutMs: 50, isJson: true, isVerbose: true, trace: undefined },
    ],
    [
      "check a.ts b.ts",
      { command: "check", files: ["a.ts", "b.ts"], from: undefined, isTyped: false, format: "pretty" },
    ],
    [
      "check a.ts --catalog c.json --types --format github",
      {
        command: "check",
        files: ["a.ts"],
        from: { kind: "catalog", file: "c.json" },
        isTyped: true,
        format: "github",
      },
    ],
    ["check - --json", { command: "check", files: ["-"], from: undefined, isTyped: false, format: "json" }],
    [
      "catalog --config c.json --budget 0 --lint",
      { command: "catalog", from: { kind: "config", file: "c.json" }, budget: 0, isLint: true, isJson: false },
    ],
    [
      "search read a file --catalog t.json --limit 3 --namespace files --json",
      {
        command: "search",
        query: "read a file",
        from: { kind: "catalog", file: "t.json" },
        namespace: "files",
        limit: 3,
        isJson: true,
      },
    ],
    ["inspect a.ts", { command: "inspect", file: "a.ts", stage: "bytecode" }],
    [
      "run a.ts --trace out.json",
      {
        command: "run",
        file: "a.ts",
        config: undefined,
        timeoutMs: undefined,
        isJson: false,
        isVerbose: false,
        trace: "out.json",
      },
    ],
    [
      "mcp --config c.json",
      {
        command: "mcp",
        config: "c.json",
        http: undefined,
        timeoutMs: undefined,
        budget: undefined,
        instructionsIn: "server",
      },
    ],
    [
      "mcp --config c.json --http [::1]:80 --budget 9 --timeout 5 --instructions tool",
      {
        command: "mcp",
        config: "c.json",
        http: { host: "::1", port: 80 },
        timeoutMs: 5,
        budget: 9,
        instructionsIn: "tool",
      },
    ],
    ["completions zsh", { command: "completions", shell: "zsh" }],
    ["inspect a.ts --dump=scopes", { command: "inspect", file: "a.ts", stage: "scopes" }],
    [
      "run -- --odd-name.ts",
      {
        command: "run",
        file: "--odd-name.ts",
        config: undefined,
        timeoutMs: undefined,
        isJson: false,
        isVerbose: false,
        trace: undefined,
      },
    ],
  ])("%s", (words, invocation) => {
    expect(readArguments(words.split(" "))._unsafeUnwrap()).toEqual(invocation);
  });
});

describe("words that are refused", () => {
  it.each<[words: string, sentence: string, helpFor: string]>([
    ["frob", 'There is no command "frob"; the commands are run, check, catalog, search, inspect, mcp, completions', ""],
    [
      "constructor",
      'There is no command "constructor"; the commands are run, check, catalog, search, inspect, mcp, completions',
      "",
    ],
    ["help frob", 'There is no command "frob"', ""],
    ["--json run", "The command must come first, before --json", ""],
    ["run", "run needs FILE|-", "run"],
    ["run a b", "run takes one FILE|-, got 2", "run"],
    ["run a --frob", "run has no option --frob", "run"],
    ["run a -x", "run has no option -x", "run"],
    ["run a --timeout", "--timeout needs a value", "run"],
    ["run a --timeout --json", "--timeout needs a value", "run"],
    ["run a --json=1", "--json takes no value", "run"],
    ["run a --timeout 0", '--timeout must be a whole number of milliseconds, at least 1, got "0"', "run"],
    ["run a --timeout 1.5", '--timeout must be a whole number of milliseconds, at least 1, got "1.5"', "run"],
    ["run a --timeout 1e3", '--timeout must be a whole number of milliseconds, at least 1, got "1e3"', "run"],
    [
      "run a --timeout 99999999999999999999",
      '--timeout must be a whole number of milliseconds, at least 1, got "99999999999999999999"',
      "run",
    ],
    ["check", "check needs FILE...|-", "check"],
    ["check - -", "Standard input (-) can be checked once", "check"],
    ["check a.ts --types", "--types needs tools: give --config FILE or --catalog FILE", "check"],
    ["check a.ts --format xml", '--format must be one of pretty, json, github, got "xml"', "check"],
    ["check a.ts --json --format github", "Give --json or --format, not both", "check"],
    ["check a.ts --config a.json --catalog b.json", "Give --config or --catalog, not both", "check"],
    ["catalog", "catalog needs tools: give --config FILE or --catalog FILE", "catalog"],
    ["catalog x --config c", "catalog takes no operands, got 1", "catalog"],
    ["catalog --config a --catalog b", "Give --config or --catalog, not both", "catalog"],
    ["search --config c", "search needs QUERY...", "search"],
    ["search x", "search needs tools: give --config FILE or --catalog FILE", "search"],
    ["search x --config c --limit none", '--limit must be a whole number of tools, at least 1, got "none"', "search"],
    ["inspect a --dump=all", '--dump must be one of ast, scopes, bytecode, trace, got "all"', "inspect"],
  ])("%s", (words, sentence, helpFor) => {
    expect(readArguments(words.split(" "))._unsafeUnwrapErr()).toEqual({ sentence, helpFor });
  });

  it("are none at all", () => {
    expect(readArguments([])._unsafeUnwrapErr()).toEqual({ sentence: "No command is given", helpFor: "" });
  });
});

describe("the help", () => {
  const names = Object.keys(COMMANDS) as CommandName[];

  it("lists every command", () => {
    const listed = generalHelp()
      .split("\n")
      .flatMap((line) => /^ {2}codemode ([a-z]+) /.exec(line)?.[1] ?? []);
    expect(listed).toEqual(names);
  });

  it.each(names)("of %s lists its options, and examples that are understood", (name) => {
    const text = commandHelp(name);
    const options = text.split("\n").flatMap((line) => /^ {2}--([a-z]+)/.exec(line)?.[1] ?? []);
    expect(options).toEqual([...Object.keys(COMMANDS[name].options), "help"]);
    for (const example of COMMANDS[name].examples) {
      const words = example
        .replace(/^.*\| /, "")
        .replace(/ [<>] \S+/, "")
        .split(" ");
      expect(words[0]).toBe("codemode");
      expect(readArguments(words.slice(1))._unsafeUnwrap().command).toBe(name);
    }
  });

  it("fits into 120 columns", () => {
    const texts = [generalHelp(), ...names.map(commandHelp)];
    expect(texts.flatMap((text) => text.split("\n")).filter((line) => line.length > 120)).toEqual([]);
  });
});
