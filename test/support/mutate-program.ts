/** Programs with a few numbers, strings or list lengths changed: hostile input that is almost right. */
import fc from "fast-check";
import type { Program } from "../../vm/bytecode/program.js";
import { encodePositions } from "../../vm/bytecode/source-map.js";
import { SAMPLE } from "./sample-program.js";

const PLACED: Program = {
  ...SAMPLE,
  source: "x".repeat(100),
  blocks: SAMPLE.blocks.map((block) => ({
    ...block,
    end: 50,
    positions: encodePositions([
      { pc: 0, start: 20, end: 30 },
      { pc: 4, start: 3, end: 40 },
    ]).slice(0, block.code.length > 4 ? 6 : 3),
  })),
};

const values = fc.oneof(
  fc.integer({ min: -2, max: 40 }),
  fc.integer(),
  fc.constantFrom<unknown>(Number.NaN, 0.5, 2 ** 53, -0, undefined, null, "length", "__proto__", [], {}, true, 3n),
);

/** Where to change: a walk down the tree, one draw a level, until a leaf or the draws end. */
const steps = fc.array(fc.nat(1000), { minLength: 3, maxLength: 6 });
const changes = fc.record({ steps, kind: fc.constantFrom("set", "drop", "repeat"), value: values });

/** A sound program after one to four changes. */
export function mutatedPrograms(): fc.Arbitrary<Program> {
  return fc.array(changes, { minLength: 1, maxLength: 4 }).map((drawn) => {
    const program = structuredClone(PLACED) as Program;
    for (const { steps, kind, value } of drawn) change(program, steps, kind, value);
    return program;
  });
}

function change(root: object, steps: readonly number[], kind: string, value: unknown): void {
  let holder = root as Record<string, unknown>;
  let key = "blocks";
  for (const step of steps) {
    const next = holder[key];
    if (typeof next !== "object" || next === null) break;
    const keys = Object.keys(next);
    if (keys.length === 0) break;
    holder = next as Record<string, unknown>;
    key = keys[step % keys.length];
  }
  if (kind === "set" || !Array.isArray(holder)) holder[key] = value;
  else holder.splice(Number(key), 1, ...(kind === "repeat" ? [holder[Number(key)], holder[Number(key)]] : []));
}
