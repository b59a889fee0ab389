/**
 * Compares the engine with the host's RegExp on random patterns, as long as one likes:
 *
 *     esbuild test/vm/regexp/fuzz.ts --bundle --platform=node --format=esm --outfile=fuzz.mjs
 *     node fuzz.mjs <patterns> <seed>
 */
import { compareModifiers, compareMutatedPattern, compareRandomPattern, newTally, Random } from "./random-patterns.js";

const patterns = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const random = new Random(seed);
const tally = newTally();
for (let i = 0; i < patterns; i++) {
  compareRandomPattern(random, 4, tally);
  if (i % 4 === 0) compareMutatedPattern(random, tally);
  if (i % 4 === 1) compareModifiers(random, tally);
}
for (const difference of tally.differences.slice(0, 40)) console.log(difference);
console.log(
  `seed ${seed}: ${tally.comparisons} comparisons, ${tally.refused} refused alike, ${tally.stopped} stopped, ` +
    `${tally.insidePairs} inside pairs, ${tally.differences.length} differences`,
);
process.exitCode = tally.differences.length > 0 ? 1 : 0;
