/** `codemode run` over the real servers: the report, the result as JSON, calls as they run, failures, interruption. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLI, codemode, processesNaming } from "../../../support/cli.js";
import { nodeServer, scriptedServer, serverEntry, until } from "../../../support/mcp-servers.js";

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "codemode-run-")));
  for (const [name, lines] of [
    ["a.txt", 3],
    ["b.txt", 40],
  ] as const) {
    writeFileSync(join(folder, name), "a line of text\n".repeat(lines));
  }
  writeFileSync(
    join(folder, "mcp.json"),
    JSON.stringify({
      mcpServers: {
        everything: nodeServer(serverEntry("everything"), "stdio", folder),
        files: nodeServer(serverEntry("filesystem"), folder),
        memory: { ...nodeServer(serverEntry("memory"), folder), env: { MEMORY_FILE_PATH: join(folder, "m.jsonl") } },
      },
    }),
  );
  writeFileSync(join(folder, "scripted.json"), JSON.stringify({ mcpServers: { s: scriptedServer() } }));
});

afterAll(() => {
  expect(processesNaming(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

function run(program: string, ...words: string[]) {
  return codemode(["run", "-", ...words], { cwd: folder, input: program });
}

/** Figures that differ from machine to machine or with the VM's costs, as words. */
function withoutFigures(report: string): string {
  return report
    .replace(/\d[\d,]* instructions/, "N instructions")
    .replace(/[\d.]+ k?B of memory/, "M of memory")
    .replace(/[\d.]+ m?s$/gm, "T");
}

const THREE_SERVERS = `
const names = ["a.txt", "b.txt"];
const texts = await Promise.all(
  names.map((name) => tools.files.read_text_file({ path: root + "/" + name })),
);
const entities = texts.map(({ content }, i) => ({
  name: names[i],
  entityType: "file",
  observations: [String(content.split("\\n").length - 1) + " lines"],
}));
await tools.memory.create_entities({ entities });
console.log("stored", entities.length);
const sum = await tools.everything["get-sum"]({ a: 3, b: 40 });
const graph = await tools.memory.read_graph();
return { sum, observed: graph.entities.map((entity: { observations: string[] }) => entity.observations[0]) };
`;

describe("a program over three servers", () => {
  it("is reported: result, logs, calls, usage", async () => {
    const program = `const root: string = ${JSON.stringify(folder)};${THREE_SERVERS}`;
    const { code, out, err } = await run(program, "--config", "mcp.json");
    expect([code, err]).toEqual([0, ""]);
    expect(withoutFigures(out)).toBe(`Result
  {
    "sum": "The sum of 3 and 40 is 43.",
    "observed": [
      "3 lines",
      "40 lines"
    ]
  }

Logs
  stored 2  (line 12)

Calls (5)
  files.read_text_file ×2
  memory.create_entities
  everything.get-sum
  memory.read_graph

Usage
  N instructions, M of memory at most, 5 tool calls, T
  tools answered 1.04 kB; 115 B go to the model (11.0 %)
`);
  });

  it("shows each call as it ends with --verbose, and the result alone with --json", async () => {
    const program = "await tools.files.list_allowed_directories(); return tools.everything.echo({ message: 'hi' })";
    const { code, out, err } = await run(program, "--config", "mcp.json", "--json", "--verbose");
    expect(code).toBe(0);
    expect(err.replace(/ +[\d.]+ m?s/g, " T").replace(/ +(\d+) B/g, " $1 B")).toMatch(
      /^✓ files\.list_allowed_directories T \d+ B\n✓ everything\.echo T 10 B\n$/,
    );
    const result = JSON.parse(out);
    expect(out).toBe(`${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({
      ok: true,
      value: "Echo: hi",
      toolCalls: [
        { path: "files.list_allowed_directories", outcome: "success", line: 1 },
        { path: "everything.echo", outcome: "success", line: 1 },
      ],
    });
  });

  it("attaches images beside the result", async () => {
    const { code, out } = await run('return tools.everything["get-tiny-image"]()', "--config", "mcp.json");
    expect(code).toBe(0);
    expect(out).toMatch(/\nAttachments\n {2}unnamed \(image\/png, [\d.]+ kB\)\n\nCalls \(1\)\n/);
  });
});

describe("a program that fails", () => {
  it("by the refusal of a tool is told the tool's words, with the place", async () => {
    const program = 'const path = "/no/such/place";\nreturn (await tools.files.read_text_file({ path })).content;\n';
    const { code, out, err } = await run(program, "--config", "mcp.json");
    expect(code).toBe(1);
    expect(err).toBe(`ToolFailure: Access denied - path outside allowed directories: /no/such/place not in ${folder}
  at standard input:2:27
    1 | const path = "/no/such/place";
  > 2 | return (await tools.files.read_text_file({ path })).content;
      |                           ^^^^^^^^^^^^^^^^^^^^^^^^
    3 |
`);
    expect(out).toMatch(/^Calls \(1\)\n {2}files\.read_text_file {2}failure \(line 2\)\n\nUsage\n/);
  });

  it("when a server dies is told a reference, and the user the cause", async () => {
    const { code, err } = await run("return tools.s.crash()", "--config", "scripted.json");
    expect(code).toBe(1);
    const [cause, error] = err.split("\n");
    const reference = /\(reference (\w+)\)$/.exec(cause)?.[1];
    expect(cause).toMatch(
      /^codemode: s\.crash: MCP server "s" went away while "crash" was running \(.+\); it wrote: .+/,
    );
    expect(error).toBe(`ToolDefect: tools.s.crash failed on the host's side (reference ${reference})`);
  });

  it("by an unknown tool is told the nearest", async () => {
    const { code, out } = await run("return tools.files.read_txt_file({})", "--config", "mcp.json", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      error: {
        kind: "UnknownTool",
        tool: "files.read_txt_file",
        suggestions: ["tools.files.read_text_file", "tools.files.read_file", "tools.files.read_media_file"],
      },
      toolCalls: [],
    });
  });

  it("by its time is cut off", async () => {
    const { code, err } = await run("for (;;);", "--timeout", "50");
    expect([code, err.split("\n")[0]]).toEqual([1, "TimeoutExceeded: The program did not end within 50 ms"]);
  });

  it("while a tool runs is cut off too, and the server is gone", async () => {
    const program = 'return tools.everything["trigger-long-running-operation"]({ duration: 30, steps: 2 })';
    const { code, err } = await run(program, "--config", "mcp.json", "--timeout", "200");
    expect(code).toBe(1);
    expect(err.split("\n")[0]).toBe(
      "TimeoutExceeded: The program did not end within 200 ms; it was waiting for tools.everything.trigger-long-running-operation",
    );
    expect(processesNaming(folder)).toEqual([]);
  });
});

describe("what a program prints", () => {
  it("cannot drive the terminal", async () => {
    const { out } = await run('console.warn("\\u001b[2J\\r\\u009b"); return "a\\n\\u001b]0;title\\u0007\\u202eb"');
    expect(out.slice(0, out.indexOf("\n\nUsage"))).toBe(
      "Result\n  a\n  \\x1b]0;title\\x07\\u202eb\n\nLogs\n  warn \\x1b[2J\\x0d\\x9b  (line 1)",
    );
  });

  it("may be read to the first line only", async () => {
    const child = spawn("sh", ["-c", `"$NODE" "$CLI" run - | head -n 1`], {
      env: { ...process.env, NODE: process.execPath, CLI },
      stdio: "pipe",
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.stdin.end('return "line\\n".repeat(19_000)');
    await new Promise((done) => child.on("close", done));
    expect([out, err]).toEqual(["Result\n", ""]);
  });
});

describe("Ctrl-C", () => {
  const waiting = (): Parameters<typeof run> => [
    'console.log("started"); return tools.everything["trigger-long-running-operation"]({ duration: 30, steps: 2 })',
    "--config",
    "mcp.json",
    "--verbose",
  ];

  /** Sends a signal some time after all servers have started. */
  async function interrupted(signals: readonly NodeJS.Signals[]) {
    const [program, ...words] = waiting();
    const startedAt = Date.now();
    const result = codemode(["run", "-", ...words], {
      cwd: folder,
      input: program,
      started: async (child) => {
        // The command itself does not name the folder: its servers do.
        await until(() => processesNaming(folder).length >= 3);
        await new Promise((done) => setTimeout(done, 2_000));
        for (const signal of signals) child.kill(signal);
      },
    });
    return { ...(await result), elapsedMs: Date.now() - startedAt };
  }

  it("ends the run and closes the servers", async () => {
    const { code, out, err, elapsedMs } = await interrupted(["SIGINT"]);
    expect([code, out]).toEqual([130, ""]);
    expect(err.replace(/ +[\d.]+ m?s/, " T")).toBe(
      "– everything.trigger-long-running-operation T\ncodemode: interrupted\n",
    );
    expect(processesNaming(folder)).toEqual([]);
    expect(elapsedMs).toBeLessThan(15_000);
  });

  it("that npm or a shell passes on twice is one; SIGTERM works alike", async () => {
    const { code, err } = await interrupted(["SIGTERM", "SIGTERM"]);
    expect([code, err.trimEnd().split("\n").at(-1)]).toEqual([143, "codemode: interrupted"]);
    expect(processesNaming(folder)).toEqual([]);
  });

  it("while servers start leaves none", async () => {
    const result = await codemode(["run", "-", "--config", "mcp.json"], {
      cwd: folder,
      input: "return 1",
      started: async (child) => {
        await until(() => processesNaming(folder).length >= 1);
        child.kill("SIGINT");
      },
    });
    expect([result.code, result.out]).toEqual([130, ""]);
    await until(() => processesNaming(folder).length === 0);
  });
});

it("the built file can be executed as it is", () => {
  expect(readFileSync(CLI, "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
});
