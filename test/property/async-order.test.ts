/**
 * Order of jobs: random asynchronous programs leave the same log, end the same way and leave the
 * same rejections unobserved in the VM as in Node, with the same scripted arrival of answers.
 * ASYNC_ORDER_PROGRAMS and ASYNC_ORDER_SEED widen the run.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runInNode, runInRuntime, runInVm, watchRejections } from "../support/async-log.js";
import { asyncProgram } from "../support/async-program.js";

const PROGRAMS = Number(process.env.ASYNC_ORDER_PROGRAMS ?? 2_000);
const FIRST_SEED = Number(process.env.ASYNC_ORDER_SEED ?? 1);

let watch: ReturnType<typeof watchRejections>;
beforeAll(() => {
  watch = watchRejections();
});
afterAll(() => watch.restore());

it(`${PROGRAMS} programs run in the same order as in Node`, { timeout: 3_600_000 }, async () => {
  let lines = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
    const code = asyncProgram(seed, 12 + (seed % 50));
    const there = await runInNode(code, watch.open);
    const here = runInVm(code);
    lines += there.log.length;
    expect(here, `seed ${seed}\n${code}`).toEqual(there);
  }
  // A generator that writes programs which do nothing would prove nothing.
  expect(lines).toBeGreaterThan(PROGRAMS * 4);
});

const EXECUTIONS = 300;

it(`${EXECUTIONS} whole executions do too`, { timeout: 60_000 }, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + EXECUTIONS; seed++) {
    const code = asyncProgram(seed, 12 + (seed % 50));
    const there = await runInNode(code, watch.open);
    expect(await runInRuntime(code), `seed ${seed}\n${code}`).toEqual(there);
  }
});
