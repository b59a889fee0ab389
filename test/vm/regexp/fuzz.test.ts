/** Random patterns against the host's RegExp; the script fuzz.ts runs as many as one likes. */
import { expect, test } from "vitest";
import { compareModifiers, compareMutatedPattern, compareRandomPattern, newTally, Random } from "./random-patterns.js";

test.each([1, 2])("random patterns match like the host's, seed %i", { timeout: 120_000 }, (seed) => {
  const random = new Random(seed);
  const tally = newTally();
  for (let i = 0; i < 2_500; i++) compareRandomPattern(random, 4, tally);
  expect(tally.differences).toEqual([]);
  expect(tally.comparisons).toBeGreaterThan(9_000);
});

test("a modifier does what the flag does", { timeout: 60_000 }, () => {
  const random = new Random(4);
  const tally = newTally();
  for (let i = 0; i < 3_000; i++) compareModifiers(random, tally);
  expect(tally.differences).toEqual([]);
  expect(tally.comparisons).toBeGreaterThan(5_000);
});

test("damaged patterns are refused like by the host", { timeout: 60_000 }, () => {
  const random = new Random(3);
  const tally = newTally();
  for (let i = 0; i < 4_000; i++) compareMutatedPattern(random, tally);
  expect(tally.differences).toEqual([]);
  expect(tally.refused).toBeGreaterThan(1_500);
});
