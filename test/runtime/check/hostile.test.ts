/** Checking hostile text stays cheap and never overflows the host's stack. */
import { expect, it } from "vitest";
import { CodeMode } from "../../../runtime/index.js";
import { tools } from "../diagnostics/fixture.js";

const runtime = CodeMode.make({ tools });

it.each([
  ["a chain of thens", `tools.orders.list()${".then(f)".repeat(20_000)};`],
  ["a chain of members", `tools${".a".repeat(60_000)}();`],
  ["a chain of calls", `tools${".a()".repeat(40_000)};`],
  ["a long sum", `return 1${" + 1".repeat(50_000)};`],
  ["many unknown names", Array.from({ length: 10_000 }, (_, i) => `name${i};`).join("")],
  ["many unknown tools", Array.from({ length: 5_000 }, (_, i) => `tools.x${i % 50}.y();`).join("")],
  ["many loops", "for(;;);".repeat(20_000)],
  ["many loops that call", `function f(){}${"for(;;)f();".repeat(10_000)}`],
  [
    "many aliases",
    `const a0 = tools;${Array.from({ length: 5_000 }, (_, i) => `const a${i + 1} = a${i};`).join("")}a5000.x();`,
  ],
  ["a deep literal", `tools.orders.lookup(${"{a:".repeat(400)}1${"}".repeat(400)})`],
  ["a wide literal", `tools.orders.lookup({${Array.from({ length: 15_000 }, (_, i) => `k${i}:${i}`).join(",")}})`],
])("%s", (_, source) => {
  const before = process.cpuUsage();
  runtime.check(source);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3_000);
});
