/**
 * The hostile suite: programs that try to escape, to run for ever, to fill memory, to break parsers
 * and to confuse the boundary, each group in a child process with a watchdog, once as Node comes and
 * once with a quarter of its stack. An ordinary run gives each cpu program 60 ms; HOSTILE=full gives
 * a second, and asserts the overrun.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bundle, bundleChild, problems, runGroup } from "./run-group.js";
import { groups } from "./suite.js";

const FULL = process.env.HOSTILE === "full";
const TIMEOUT_MS = FULL ? 1_000 : 60;
/** Overrun of timeoutMs that is allowed; a machine that others use as well adds its own in ordinary runs. */
const MOST_OVERRUN_MS = FULL ? 50 : 2_000;

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleChild();
});
afterAll(() => bundle.dispose());

test("there are at least 200 programs in seven classes", () => {
  const all = groups(TIMEOUT_MS);
  expect(all.reduce((sum, group) => sum + group.programs.length, 0)).toBeGreaterThanOrEqual(200);
  expect(new Set(all.map((group) => group.class)).size).toBe(7);
});

/** The memory class takes as long with any stack: an ordinary run has it once. */
const stacks = (name: string): readonly (number | undefined)[] =>
  FULL || !name.includes("memory") ? [undefined, 256] : [undefined];

describe.each(groups(TIMEOUT_MS).map((group, at) => ({ name: group.name, group, at })))(
  "$name",
  ({ name, group, at }) => {
    test.each(stacks(name).map((stack) => ({ stack })))(
      "holds every program, stack $stack",
      { timeout: 400_000 },
      async ({ stack }) => {
        const reports = await runGroup(at, {
          bundle,
          timeoutMs: TIMEOUT_MS,
          ...(stack === undefined ? {} : { stack }),
        });
        const wrong = reports.flatMap((report, i) => {
          const program = group.programs[i]!;
          const found = problems(program, report, group);
          const overrun = (report?.ms ?? 0) - (group.limits.timeoutMs ?? 0);
          if (overrun > MOST_OVERRUN_MS) found.push(`overran by ${overrun.toFixed(0)} ms`);
          return found.map((each) => `${program.name}: ${each}`);
        });
        expect(wrong).toEqual([]);
      },
    );
  },
);
