/** The shared programs, checked: no error over one that runs well, the expected kind and line where a check can see it. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { CodeMode, type Diagnostic } from "../../../runtime/index.js";
import { type CannedTool, cannedTools } from "../../support/canned-tools.js";

interface Case {
  readonly tools: { readonly [path: string]: CannedTool };
  readonly expected: { readonly ok: boolean; readonly specKind?: string; readonly line?: number };
}

const folder = new URL("../../programs/", import.meta.url);
const programs = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length))
  .sort()
  .map((name) => ({
    name,
    code: readFileSync(new URL(`${name}.ts`, folder), "utf8"),
    spec: JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as Case,
  }));

/** Failures that stand in the text. The others show when the program runs, or are warnings. */
const VISIBLE = new Set(["56", "57", "58", "62", "63", "64", "65", "76", "77", "78"]);

function check({ code, spec }: (typeof programs)[number]): { errors: Diagnostic[]; warnings: readonly Diagnostic[] } {
  return CodeMode.make({ tools: cannedTools(spec.tools) })
    .check(code)
    .match(
      ({ warnings }) => ({ errors: [] as Diagnostic[], warnings }),
      (errors) => ({ errors, warnings: [] }),
    );
}

beforeAll(() => CodeMode.make().warmup());

describe("shared programs", () => {
  it("are all here", () => expect(programs.length).toBe(84));

  it.each(programs.filter(({ spec }) => spec.expected.ok).map((each) => [each.name, each] as const))(
    "%s runs well, so it has no error",
    (_, program) => expect(check(program).errors).toEqual([]),
  );

  it.each(programs.filter(({ spec }) => !spec.expected.ok).map((each) => [each.name, each] as const))(
    "%s fails, and is told where it can be seen",
    (name, program) => {
      const { specKind, line } = program.spec.expected;
      const { errors } = check(program);
      if (!VISIBLE.has(name.slice(0, 2))) {
        expect(errors).toEqual([]);
        return;
      }
      expect(errors[0]?.kind).toBe(specKind);
      if (line !== undefined) expect(errors[0]?.location?.line).toBe(line);
    },
  );

  it("get few warnings when they run well: each is looked at here", () => {
    const warned = programs
      .filter(({ spec }) => spec.expected.ok)
      .flatMap((each) =>
        check(each).warnings.map(({ kind, location }) => `${each.name.slice(0, 2)} ${kind} ${location?.line}`),
      );
    expect(warned).toEqual([
      "39 SourceRepaired 1",
      "40 SourceRepaired 1",
      // The answer is returned, and logged again behind it.
      "42 UnreachableCode 30",
      // Refused on purpose, inside a try.
      "59 InvalidToolInput 4",
      "72 MissingAwait 1",
      "75 SourceRepaired 1",
    ]);
  });
});
