/** `npm start`, as a newcomer runs it; standard output is no terminal here. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { node, processesNaming } from "../../../support/cli.js";
import { ROOT } from "../../../support/import-graph.js";

it("the demo shows the program, its calls, its result and its cost within ten seconds", async () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } };
  expect(manifest.scripts.start).toBe("node .demo/start.mjs");
  const startedAt = Date.now();
  const { code, out, err } = await node([join(ROOT, ".demo/start.mjs")], { cwd: join(ROOT, "test") });
  expect(code).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(10_000);

  const program = readFileSync(join(ROOT, ".demo/survey-project.ts"), "utf8").trimEnd().split("\n");
  for (const [i, line] of program.entries()) expect(out).toContain(`${String(i + 1).padStart(4)}  ${line}`.trimEnd());

  const result = JSON.parse(/\nResult\n([\s\S]*?)\n\nLogs\n/.exec(out)![1]) as {
    parts: { name: string; purpose: string; files: number; lines: number }[];
    graph: string[];
  };
  expect(result.parts.map(({ name }) => name)).toEqual(["compiler", "vm", "catalog", "runtime"]);
  for (const { purpose, files, lines } of result.parts) {
    expect(purpose).toMatch(/^\S.+\.$/);
    expect(lines).toBeGreaterThan(files);
  }
  expect(result.graph).toEqual([
    "compiler uses vm",
    "runtime uses catalog",
    "runtime uses compiler",
    "runtime uses vm",
  ]);

  // One line on standard error for each call of the report.
  const calls = Number(/\nCalls \((\d+)\)\n/.exec(out)![1]);
  expect(
    err
      .trimEnd()
      .split("\n")
      .filter((line) => line.startsWith("✓ ")),
  ).toHaveLength(calls);
  expect(calls).toBeGreaterThan(10);
  expect(out).toMatch(/\n {2}tools answered [\d.]+ MB; [\d.]+ k?B go to the model \([\w .]+ %\)\n$/);
  expect(processesNaming("codemode-demo-")).toEqual([]);
});
