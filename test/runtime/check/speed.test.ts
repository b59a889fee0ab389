/**
 * What checking costs, in processor time, warm: at most 1 ms for a JavaScript program of 50 lines, 60 ms with types. The
 * best of several medians counts: the machine has other work.
 */
import { expect, it } from "vitest";
import { CodeMode } from "../../../runtime/index.js";
import { tools } from "../diagnostics/fixture.js";

const block = (i: number) => `const orders${i} = await tools.orders.list({ status: "open", limit: ${i} });
const rows${i} = [];
for (const order of orders${i}) {
  const detail = await tools.orders.lookup({ id: order.id });
  if (typeof detail === "object" && detail !== null && "total" in detail) {
    rows${i}.push({ id: order.id, total: Number(detail.total) * 2 });
  }
}
const sum${i} = rows${i}.reduce((total, row) => total + row.total, 0);
console.log(\`sum \${sum${i}}\`);`;

const program = [1, 2, 3, 4, 5].map(block).join("\n");
const runtime = CodeMode.make({ tools });

/** Milliseconds of processor time, the median of `times` runs. */
async function median(times: number, run: (i: number) => unknown): Promise<number> {
  const figures: number[] = [];
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    await run(i);
    const { user, system } = process.cpuUsage(before);
    figures.push((user + system) / 1000);
  }
  return figures.sort((a, b) => a - b)[times >> 1]!;
}

it("checks 50 lines in a millisecond", async () => {
  expect(program.split("\n").length).toBe(50);
  expect(runtime.check(program)._unsafeUnwrap().warnings).toEqual([]);
  const rounds: number[] = [];
  for (let round = 0; round < 6; round++)
    rounds.push(await median(150, (i) => runtime.check(`${program}\n// ${round} ${i}`)));
  console.log(`check of 50 lines: ${Math.min(...rounds).toFixed(3)} ms`);
  expect(Math.min(...rounds)).toBeLessThanOrEqual(1);
});

it("checks 50 lines with types in 60 milliseconds", async () => {
  expect((await runtime.check(program, { types: true })).isOk()).toBe(true);
  const rounds: number[] = [];
  for (let round = 0; round < 4; round++) {
    rounds.push(await median(12, (i) => runtime.check(`${program}\nconst last${round}${i} = ${i};`, { types: true })));
  }
  console.log(`typed check of 50 lines: ${Math.min(...rounds).toFixed(1)} ms`);
  expect(Math.min(...rounds)).toBeLessThanOrEqual(60);
});
