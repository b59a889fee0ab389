/**
 * Every wrong program gives exactly the kind, span, message, suggestions and call chain that its golden says.
 * `UPDATE_GOLDEN=1` writes the golden again; its diff is read before it is kept.
 */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { diagnose, GOLDEN, goldenOf, readCorpus, writeCorpus } from "./wrong-programs.js";

const programs = readCorpus();

describe("wrong programs", () => {
  if (process.env.UPDATE_GOLDEN === "1") {
    it("are written again", async () => {
      const found: string[] = [];
      for (const program of programs) found.push(goldenOf(await diagnose(program), program.source));
      writeFileSync(GOLDEN, writeCorpus(programs, found));
    }, 120_000);
    return;
  }

  it("are many, each with a title of its own", () => {
    expect(programs.length).toBeGreaterThanOrEqual(150);
    expect(new Set(programs.map(({ way, title }) => `${way}: ${title}`)).size).toBe(programs.length);
  });

  it.each(programs.map((program) => [`${program.way}: ${program.title}`, program] as const))(
    "%s",
    async (_, program) => {
      expect(goldenOf(await diagnose(program), program.source)).toBe(program.expected);
    },
  );
});
