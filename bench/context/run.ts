/**
 * Prints what the recorded tasks cost with ordinary tool calling and with programs.
 *
 *     esbuild bench/context/run.ts --bundle --platform=node --format=esm --packages=external --outfile=context.mjs && node context.mjs
 */
import { readFileSync } from "node:fs";
import { type Cost, type Recording, type TaskCosts, taskCosts } from "./accounting.js";
import { TASKS } from "./tasks.js";

const recording = JSON.parse(readFileSync("bench/context/recorded.json", "utf8")) as Recording;
const costs = taskCosts(recording, TASKS);

const cell = ({ requests, input, output }: Cost): string =>
  `${String(requests).padStart(4)} ${String(input).padStart(9)} ${String(output).padStart(7)}`;
console.log(
  `${"".padEnd(34)} calls |  ideal parallel agent  |    one call a turn     |       program          | input`,
);
console.log(`${"task".padEnd(40)} |  req     input  output |  req     input  output |  req     input  output | ratio`);
for (const each of costs) print(each);
const sum = (pick: (each: TaskCosts) => Cost): Cost => ({
  requests: costs.reduce((total, each) => total + pick(each).requests, 0),
  input: costs.reduce((total, each) => total + pick(each).input, 0),
  output: costs.reduce((total, each) => total + pick(each).output, 0),
});
print({
  name: "all",
  calls: costs.reduce((total, { calls }) => total + calls, 0),
  ideal: sum(({ ideal }) => ideal),
  sequential: sum(({ sequential }) => sequential),
  program: sum(({ program }) => program),
});

function print({ name, calls, ideal, sequential, program }: TaskCosts): void {
  const ratios = `${(ideal.input / program.input).toFixed(1)} / ${(sequential.input / program.input).toFixed(1)}`;
  console.log(
    `${name.padEnd(34)} ${String(calls).padStart(5)} | ${cell(ideal)} | ${cell(sequential)} | ${cell(program)} | ${ratios}`,
  );
}
