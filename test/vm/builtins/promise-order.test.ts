import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { CodeMode } from "../../../runtime/index.js";
import { randomAsyncProgram } from "./random-async.js";

/** Runs bodies of async functions in a Node of their own: they leave rejections that nobody handles. */
function inNodeProcess(bodies: readonly string[]): string[] {
  const script = `
    process.on("unhandledRejection", () => {});
    const AsyncFunction = (async () => {}).constructor;
    let text = "";
    process.stdin.on("data", (part) => { text += part });
    process.stdin.on("end", async () => {
      const logs = [];
      for (const body of JSON.parse(text)) logs.push(await new AsyncFunction('"use strict";' + body)());
      console.log(JSON.stringify(logs));
    });`;
  const { stdout } = spawnSync(process.execPath, ["-e", script], { input: JSON.stringify(bodies), encoding: "utf8" });
  return JSON.parse(stdout) as string[];
}

test("the jobs of random async programs run in Node's order", async () => {
  const bodies = Array.from({ length: 150 }, (_, i) => randomAsyncProgram(i + 1));
  const node = inNodeProcess(bodies);
  const runtime = CodeMode.make({ tools: {} });
  for (const [i, body] of bodies.entries()) {
    const result = await runtime.execute(body);
    const vm = result.isOk() ? result.value.value : result.error.error.message;
    expect(`seed ${i + 1}: ${vm}`).toBe(`seed ${i + 1}: ${node[i]}`);
  }
  expect(node.length).toBe(150);
});
