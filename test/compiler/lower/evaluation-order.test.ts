/** Random programs with numbered side effects run in the VM and in Node: the order of everything must agree. */
import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CodeMode } from "../../../runtime/index.js";
import { randomProgram } from "./random-program.js";

const runtime = CodeMode.make({ tools: {} });

async function inVm(source: string): Promise<unknown> {
  const result = await runtime.execute(source);
  return result.isOk() ? result.value.value : `failed: ${result.error.error.message}`;
}

/** The function of a program in a realm of its own, or null when it breaks an early error rule. */
function scriptOf(source: string): vm.Script | null {
  try {
    return new vm.Script(`(async function () { "use strict"; ${source} })`);
  } catch {
    return null;
  }
}

async function inNode(script: vm.Script): Promise<unknown> {
  try {
    return await script.runInContext(vm.createContext({}))();
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}

describe("evaluation order", () => {
  test("equals Node's", async () => {
    // Promises of the programs that nobody observes are part of the game.
    const ignore = () => {};
    process.on("unhandledRejection", ignore);
    try {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const source = randomProgram(seed);
          const script = scriptOf(source);
          fc.pre(script !== null);
          expect(await inVm(source)).toBe(await inNode(script as vm.Script));
        }),
        { seed: 2026, numRuns: 300 },
      );
    } finally {
      process.off("unhandledRejection", ignore);
    }
  });
});
