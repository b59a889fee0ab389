/**
 * Programs with some of their bytes changed: each is refused with a place in its text, or runs into
 * some ordinary end. MUTATIONS sets their number; an ordinary run has 1,500.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CodeMode } from "../../runtime/index.js";
import { ROOT } from "../support/import-graph.js";

const COUNT = Number(process.env.MUTATIONS ?? 1_500);
const SEED = Number(process.env.SEED ?? 1);

const folder = join(ROOT, "test/programs");
const seeds = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(folder, name)));

/** Numerical Recipes' generator: enough to choose places and bytes. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TOKENS = [
  "(",
  ")",
  "{",
  "}",
  "[",
  "`",
  "${",
  "/",
  "*",
  "=>",
  "await ",
  "async ",
  "class ",
  "<",
  ">",
  ":",
  "\\u{",
  "\0",
  "\ud800",
];

function mutated(random: (below: number) => number): string {
  const bytes = [...seeds[random(seeds.length)]!];
  for (let changes = 1 + random(4); changes > 0; changes--) {
    const at = random(bytes.length);
    switch (random(4)) {
      case 0:
        bytes[at] = random(256);
        break;
      case 1:
        bytes.splice(at, 1 + random(20));
        break;
      case 2:
        bytes.splice(at, 0, ...Buffer.from(TOKENS[random(TOKENS.length)]!));
        break;
      default:
        bytes.splice(at, 0, ...bytes.slice(random(bytes.length)).slice(0, 30));
    }
  }
  return Buffer.from(bytes).toString("utf8");
}

test(`${COUNT} programs with changed bytes come to no defect`, { timeout: 3_600_000 }, async () => {
  const random = generator(SEED);
  const runtime = CodeMode.make({ limits: { maxInstructions: 20_000, maxMemoryBytes: 1 << 24, timeoutMs: 5_000 } });
  await runtime.warmup();
  const defects: string[] = [];
  let refused = 0;
  for (let i = 0; i < COUNT; i++) {
    const source = mutated(random);
    const result = await runtime.execute(source);
    if (result.isOk()) continue;
    const { error } = result.error;
    if (error.kind === "ParseError" || error.kind === "UnsupportedSyntax") {
      refused++;
      if (error.location === undefined) defects.push(`no place: ${error.message} in ${JSON.stringify(source)}`);
    }
    if (error.kind === "InternalError") defects.push(`${error.message} in ${JSON.stringify(source)}`);
  }
  expect(defects).toEqual([]);
  // Some of either: changed bytes that never break a program would test nothing.
  expect(refused).toBeGreaterThan(COUNT / 10);
  expect(refused).toBeLessThan(COUNT);
});
