/** check, catalog, search, inspect: over real servers where they need any. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codemode, processesNaming } from "../../../support/cli.js";
import { ROOT } from "../../../support/import-graph.js";
import { nodeServer, scriptedServer, serverEntry } from "../../../support/mcp-servers.js";

let folder: string;
const inFolder = (...words: string[]) => codemode(words, { cwd: folder });

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "codemode-commands-")));
  writeFileSync(join(folder, "good.ts"), "const n: number = 1;\nreturn n;\n");
  writeFileSync(join(folder, "bad.js"), "const a = 1;\nconst a = 2;\n");
  writeFileSync(join(folder, "import.js"), 'import fs from "fs";\nreturn await import("os");\n');
  writeFileSync(join(folder, "fenced.md"), "```js\nreturn 1\n```\n");
  const mcpServers = {
    files: nodeServer(serverEntry("filesystem"), folder),
    memory: { ...nodeServer(serverEntry("memory"), folder), env: { MEMORY_FILE_PATH: join(folder, "m.jsonl") } },
  };
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers }));
  writeFileSync(join(folder, "scripted.json"), JSON.stringify({ mcpServers: { s: scriptedServer() } }));
  const { code, out, err } = await inFolder("catalog", "--config", "mcp.json", "--json");
  expect([code, err]).toEqual([0, ""]);
  writeFileSync(join(folder, "tools.json"), out);
});

afterAll(() => {
  expect(processesNaming(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

describe("--help and --version", () => {
  it("answer on standard output", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(await codemode(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
    const { code, out, err } = await codemode(["run", "--help"]);
    expect([code, out.split("\n")[0], err]).toEqual([0, "codemode run FILE|- [options]", ""]);
  });
});

describe("check", () => {
  it("says ok, once a file", async () => {
    expect(await inFolder("check", "good.ts", "good.ts")).toEqual({
      code: 0,
      out: "good.ts: ok\ngood.ts: ok\n",
      err: "",
    });
  });

  it("shows every finding with its place, and goes on with the next file", async () => {
    const { code, out, err } = await inFolder("check", "bad.js", "import.js", "good.ts");
    expect([code, err]).toEqual([1, ""]);
    const heads = out.split("\n").filter((line) => /^\w|^ {2}at /.test(line));
    expect(heads).toEqual([
      "ParseError: Identifier 'a' has already been declared",
      "  at bad.js:2:7",
      "UnsupportedSyntax: `import` is not part of the language.",
      "  at import.js:1:1",
      "UnsupportedSyntax: Dynamic `import()` is not part of the language.",
      "  at import.js:2:14",
      "good.ts: ok",
    ]);
  });

  it("reports repairs as warnings, and is still ok", async () => {
    const { code, out } = await inFolder("check", "fenced.md");
    expect([code, out.split("\n")[0], out.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      "SourceRepaired: The Markdown fence around the program was removed.",
      "fenced.md: ok",
    ]);
  });

  it("prints one array with --json, standard input included", async () => {
    const { code, out } = await codemode(["check", "-", "--json"], { input: "return (" });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { file: "standard input", ok: false, errors: [{ kind: "ParseError" }], warnings: [] },
    ]);
  });
});

describe("catalog", () => {
  it("shows what a model sees, and the cost of each namespace", async () => {
    const { code, out, err } = await inFolder("catalog", "--config", "mcp.json");
    expect([code, err]).toEqual([0, ""]);
    const table = out.slice(out.indexOf("\nnamespace ") + 1).split("\n");
    expect(table.slice(0, 4).map((row) => row.replace(/ +/g, " ").replace(/[\d,]+$/, "N"))).toEqual([
      "namespace tools shown tokens",
      "files 14 14 N",
      "memory 9 9 N",
      "total 23 23 N",
    ]);
    expect(table[5]).toMatch(/^Instructions and catalog: [\d,]+ tokens\. The same tools as JSON schemas: [\d,]+\.$/);
    expect(out).toMatch(
      /\n {2}tools\.files\.read_text_file\(input: \{ path: string; tail\?: number; head\?: number \}\)/,
    );
  });

  it("is the same from a file, without a server", async () => {
    const [served, filed] = await Promise.all([
      inFolder("catalog", "--config", "mcp.json"),
      inFolder("catalog", "--catalog", "tools.json"),
    ]);
    expect(filed).toEqual(served);
    expect((await inFolder("catalog", "--catalog", "tools.json", "--json")).out).toBe(
      readFileSync(join(folder, "tools.json"), "utf8"),
    );
  });

  it("keeps to a budget", async () => {
    const { out } = await inFolder("catalog", "--catalog", "tools.json", "--budget", "100");
    const total = /\ntotal +23 +(\d+) +(\d+)\n/.exec(out)!;
    expect(Number(total[1])).toBeGreaterThan(0);
    expect(Number(total[2])).toBeLessThanOrEqual(100);
  });

  it("names what it left out", async () => {
    const { out } = await inFolder("catalog", "--config", "scripted.json");
    const left = out.slice(out.indexOf("\nLeft out\n") + 1).split("\n");
    expect(left.slice(1, 3).map((line) => line.split(":")[0])).toEqual(["  s.bad..name", "  s.echo"]);
  });

  it("lints: no finding is 0, a finding is 1", async () => {
    expect(await inFolder("catalog", "--catalog", "tools.json", "--lint")).toEqual({
      code: 0,
      out: "0 findings in 23 tools\n",
      err: "",
    });
    const tool = { path: "a.login", description: "Logs in.", input: { properties: { password: { type: "string" } } } };
    writeFileSync(join(folder, "odd.json"), JSON.stringify({ format: "codemode-catalog/1", tools: [tool] }));
    expect(await inFolder("catalog", "--catalog", "odd.json", "--lint")).toEqual({
      code: 1,
      out: `missing-output-schema  tools.a.login has no output schema; its reply is unknown to a program
secret-parameter  tools.a.login takes "password", which looks like a secret; a host should supply it, not a model  at input/properties/password
2 findings in 1 tool
`,
      err: "",
    });
  });
});

describe("search", () => {
  it("finds tools by words, best first", async () => {
    const { code, out, err } = await inFolder("search", "read", "text", "file", "--config", "mcp.json", "--limit", "1");
    expect([code, err]).toEqual([0, ""]);
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^tools\.files\.read_text_file {2}\S/);
    expect(lines.at(-1)).toMatch(/^\d+ tools found; \d+ more, see --limit$/);
  });

  it("answers as the search tool does with --json", async () => {
    const { out } = await inFolder("search", "memory.read_graph", "--catalog", "tools.json", "--json");
    expect(JSON.parse(out)).toMatchObject({
      items: [{ path: "tools.memory.read_graph" }],
      total: 1,
      remaining: 0,
      next: null,
    });
  });

  it("keeps to a namespace, and finding nothing is 1", async () => {
    const words = ["search", "graph", "--catalog", "tools.json"];
    expect((await inFolder(...words, "--namespace", "memory")).code).toBe(0);
    expect(await inFolder(...words, "--namespace", "nowhere")).toEqual({ code: 1, out: "Nothing found\n", err: "" });
  });
});

describe("inspect", () => {
  it("dumps each stage", async () => {
    const dump = async (stage: string) => (await inFolder("inspect", "good.ts", `--dump=${stage}`)).out;
    expect(JSON.parse(await dump("ast"))).toMatchObject({
      type: "Program",
      body: [{ type: "VariableDeclaration" }, { type: "ReturnStatement" }],
    });
    expect(await dump("scopes")).toMatch(/\bn\b/);
    expect(await dump("bytecode")).toMatch(/^#0 .*\n +0 +LoadInt +r0, 1 +; \S+\n +1 +Return +r0 +; 2:1-2:10\n$/);
    expect((await inFolder("inspect", "good.ts")).out).toBe(await dump("bytecode"));
  });

  it("traces a run, jobs and all, and says how it failed", async () => {
    const { code, out, err } = await inFolder("inspect", "good.ts", "--dump=trace");
    expect([code, err]).toEqual([0, ""]);
    const own = out.split("\n").filter((line) => /^ *#0 /.test(line));
    expect(own.map((line) => line.trim().replace(/ +/g, " "))).toEqual([
      "#0 <anonymous> 0 LoadInt r0, 1",
      "#0 <anonymous> 1 Return r0",
    ]);
    const failed = await codemode(["inspect", "-", "--dump=trace"], { input: "return tools.a.b();" });
    expect([failed.code, failed.err.split(":")[0]]).toEqual([1, "UnknownTool"]);
    const endless = await codemode(["inspect", "-", "--dump=trace"], { input: "for (;;);" });
    expect([endless.code, endless.err.split(":")[0]]).toEqual([1, "LimitExceeded"]);
  });

  it("says why a program has no stages", async () => {
    const { code, out, err } = await inFolder("inspect", "bad.js");
    expect([code, out, err.split("\n")[0]]).toEqual([1, "", "ParseError: Identifier 'a' has already been declared"]);
  });
});
