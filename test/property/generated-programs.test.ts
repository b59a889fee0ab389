/**
 * Random programs whose every side effect is numbered: each one that Node accepts compiles, verifies, and logs the same in
 * the VM as in Node. GENERATED_PROGRAMS and GENERATED_SEED widen the run.
 *
 * And random edits of small programs: what Acorn parses, and the language does not refuse by name, compiles and verifies.
 */
import * as acorn from "acorn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile, verify } from "../../compiler/index.js";
import { CodeMode } from "../../runtime/index.js";
import { FORMS } from "../compiler/lower/forms.js";
import { randomProgram } from "../compiler/lower/random-program.js";
import { Random } from "../support/async-program.js";

const PROGRAMS = Number(process.env.GENERATED_PROGRAMS ?? 1_000);
const FIRST_SEED = Number(process.env.GENERATED_SEED ?? 1);

const AsyncFunction = (async () => {}).constructor as new (text: string) => () => Promise<unknown>;

/** The program as a function of Node's, or null when it breaks an early error rule. */
function inNode(source: string): (() => Promise<unknown>) | null {
  try {
    return new AsyncFunction(`"use strict";\n${source}`);
  } catch {
    return null;
  }
}

const failed = (error: unknown) => `failed: ${String(error)}`;

describe("generated programs", () => {
  const runtime = CodeMode.make({ tools: {} });
  // Promises of the programs that nobody observes are part of the game.
  const ignore = () => {};
  beforeAll(() => void process.on("unhandledRejection", ignore));
  afterAll(() => void process.off("unhandledRejection", ignore));

  it(`${PROGRAMS} run as in Node`, { timeout: 7_200_000 }, async () => {
    let ran = 0;
    for (let seed = FIRST_SEED; ran < PROGRAMS; seed++) {
      const source = randomProgram(seed);
      const main = inNode(source);
      if (main === null) continue;
      ran++;
      const there = await main().catch(failed);
      const { program } = compile(source, { language: "javascript" })._unsafeUnwrap();
      if (seed % 10 === 0) expect(verify(program), `seed ${seed}\n${source}`).toEqual([]);
      const here = (await runtime.execute(source)).match<unknown>(
        (success) => success.value,
        (failure) => failed(failure.error.message),
      );
      if (here !== there) expect(here, `seed ${seed}\n${source}`).toBe(there);
    }
  });
});

const TOKENS =
  "a b x 1 'k' ( ) [ ] { } , ; . ... ?. => = += ??= + - * / ! ++ : ? async await yield function class let const var return throw new delete typeof in of for if else try catch finally break continue this super static get set # ` ${ null".split(
    " ",
  );

/** A form with a few of its tokens dropped, doubled, swapped with those of another, or made up. */
function edited(random: Random): string {
  const pieces = (text: string) => text.match(/\s+|[\w$]+|[^\w\s]/g) ?? [];
  const tokens = pieces(`${random.pick(FORMS)};\n${random.pick(FORMS)}`);
  for (let edits = 1 + random.below(2); edits > 0; edits--) {
    const at = random.below(tokens.length + 1);
    const other = pieces(random.pick(FORMS));
    const from = random.below(other.length);
    const insert = random.chance(0.5) ? [random.pick(TOKENS)] : other.slice(from, from + 1 + random.below(12));
    tokens.splice(at, random.below(3), " ", ...insert, " ");
  }
  return tokens.join("");
}

/** Whether Acorn takes the source as the language reads it: the body of a strict async function. */
function parses(source: string): boolean {
  try {
    acorn.parse(source, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
    return true;
  } catch {
    return false;
  }
}

describe("edited programs", () => {
  const EDITS = PROGRAMS * 10;

  it(`${EDITS} compile and verify when they parse`, { timeout: 7_200_000 }, () => {
    const random = new Random(FIRST_SEED);
    let compiled = 0;
    for (let edit = 0; edit < EDITS; edit++) {
      const source = edited(random);
      if (!parses(source)) continue;
      const result = compile(source, { language: "javascript" });
      if (result.isErr()) {
        expect(result.error[0]?.kind, `${source}\n${result.error[0]?.message}`).toBe("UnsupportedSyntax");
        continue;
      }
      compiled++;
      expect(verify(result.value.program), source).toEqual([]);
    }
    // Edits that only break programs would prove nothing.
    expect(compiled).toBeGreaterThan(EDITS / 40);
  });
});
