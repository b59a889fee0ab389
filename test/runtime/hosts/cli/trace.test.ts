/** `codemode run --trace`: the timeline as Chrome's trace events. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Timeline } from "../../../../runtime/hosts/cli/trace-file.js";
import { CodeMode, Tool } from "../../../../runtime/index.js";
import { codemode } from "../../../support/cli.js";
import { nodeServer, serverEntry } from "../../../support/mcp-servers.js";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly args: Record<string, unknown>;
}

const spans = (events: readonly unknown[]) => (events as TraceEvent[]).filter(({ ph }) => ph === "X");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "codemode-trace-"));
  writeFileSync(
    join(folder, "mcp.json"),
    JSON.stringify({ mcpServers: { everything: nodeServer(serverEntry("everything"), "stdio") } }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a timeline", () => {
  it("puts calls that run at the same time on tracks of their own, and uses a free track again", async () => {
    const timeline = new Timeline("p.js");
    const wait = Tool.make({
      description: "",
      input: {},
      run: ({ ms }: { ms: number }) => new Promise((done) => setTimeout(done, ms)),
    });
    const runtime = CodeMode.make({ tools: { wait }, onEvent: timeline.note });
    await runtime.execute(
      "await Promise.all([tools.wait({ ms: 40 }), tools.wait({ ms: 20 })]); console.warn('half'); await tools.wait({ ms: 1 })",
    );
    const { traceEvents } = timeline.document();
    const calls = spans(traceEvents).filter(({ name }) => name === "wait");
    expect(calls.map(({ tid, args }) => [args["index"], tid])).toEqual([
      [1, 2],
      [0, 1],
      [2, 1],
    ]);
    expect(calls[1].dur).toBeGreaterThan(30_000);
    const [program] = spans(traceEvents).filter(({ tid }) => tid === 0);
    expect(program).toMatchObject({ name: "p.js", ts: 0 });
    for (const { ts, dur } of calls) expect(ts + dur).toBeLessThanOrEqual(program.dur + 1_000);
    expect(traceEvents).toContainEqual(
      expect.objectContaining({ ph: "i", name: "warn", s: "t", args: { text: "half" } }),
    );
    expect(traceEvents.filter(({ ph }) => ph === "M").map(({ args }) => args?.["name"])).toEqual([
      "codemode",
      "p.js",
      "tool calls 1",
      "tool calls 2",
    ]);
  });

  it("shows calls that were interrupted, and those that never started", async () => {
    const timeline = new Timeline("p.js");
    const hang = Tool.make({ description: "", input: {}, run: () => new Promise(() => {}) });
    const limits = { timeoutMs: 30, maxConcurrentToolCalls: 1 };
    await CodeMode.make({ tools: { hang }, limits, onEvent: timeline.note }).execute(
      "await Promise.all([tools.hang(), tools.hang()])",
    );
    const { traceEvents } = timeline.document();
    expect(spans(traceEvents)).toContainEqual(
      expect.objectContaining({ name: "hang", args: expect.objectContaining({ index: 0, outcome: "interrupted" }) }),
    );
    expect(traceEvents).toContainEqual(
      expect.objectContaining({ ph: "i", name: "hang never started", args: { index: 1 } }),
    );
  });
});

describe("codemode run --trace", () => {
  it("writes the file and answers as without it", async () => {
    const input =
      'return [await tools.everything.echo({ message: "a" }), await tools.everything["get-sum"]({ a: 1, b: 2 })].length';
    const { code, out, err } = await codemode(["run", "-", "--config", "mcp.json", "--json", "--trace", "out.json"], {
      cwd: folder,
      input,
    });
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({ ok: true, value: 2 });
    const document = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
    expect(spans(document.traceEvents).map(({ name }) => name)).toEqual([
      "standard input",
      "everything.echo",
      "everything.get-sum",
    ]);
  });

  it("refuses a path that cannot be written before anything runs", async () => {
    const { code, out, err } = await codemode(["run", "-", "--trace", "no/such/out.json"], { cwd: folder, input: "1" });
    expect([code, out, err]).toEqual([2, "", "codemode: Cannot write no/such/out.json: there is no such folder\n"]);
  });
});
