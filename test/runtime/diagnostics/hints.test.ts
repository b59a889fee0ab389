/** Every row of the hints has a program that meets it; names and methods of other places are told as their tables say. */
import { describe, expect, it, vi } from "vitest";
import { foreignMethod, METHOD_ROWS } from "../../../runtime/diagnostics/foreign-methods.js";
import { FOREIGN_NAMES } from "../../../runtime/diagnostics/foreign-names.js";
import { HINTS } from "../../../runtime/diagnostics/hints.js";
import { globalNames } from "../../../runtime/diagnostics/names.js";
import { CodeMode, type Diagnostic } from "../../../runtime/index.js";
import { tools } from "./fixture.js";
import { diagnose, readCorpus } from "./wrong-programs.js";

/** Without a tool or namespace that has the name of another place. */
const plain = CodeMode.make({ tools: { loose: tools.loose! } });

async function failure(code: string): Promise<Diagnostic | undefined> {
  return (await plain.execute(code)).match(
    () => undefined,
    ({ error }) => error,
  );
}

describe("hints", () => {
  it("have ids of their own", () => expect(new Set(HINTS.map(({ id }) => id)).size).toBe(HINTS.length));

  it("are each met by a wrong program", async () => {
    const spies = HINTS.map((hint) => ({ id: hint.id, spy: vi.spyOn(hint, "suggest") }));
    for (const program of readCorpus()) if (program.way === "run") await diagnose(program);
    // The first row that says anything is the answer, so one that said something was it.
    const silent = spies.filter(({ spy }) => !spy.mock.results.some(({ value }) => (value as string[])?.length > 0));
    vi.restoreAllMocks();
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it("are many: rows of the table, names and methods together", () => {
    expect(HINTS.length + new Set(FOREIGN_NAMES.values()).size + METHOD_ROWS.length).toBeGreaterThanOrEqual(60);
  });
});

describe("names of other places", () => {
  it("are none of the language's", () => {
    expect([...FOREIGN_NAMES.keys()].filter((name) => globalNames().has(name))).toEqual([]);
  });

  it.each([...FOREIGN_NAMES])("%s", async (name, suggestion) => {
    expect(await failure(`return ${name};`)).toMatchObject({
      kind: "ExecutionFailure",
      message: `ReferenceError: ${name} is not defined`,
      location: { line: 1, column: 8, endLine: 1, endColumn: 8 + name.length },
      suggestions: [suggestion],
    });
    expect(plain.check(`return ${name};`)._unsafeUnwrapErr()[0]).toMatchObject({ suggestions: [suggestion] });
  });

  it("give way to a tool of that name", async () => {
    const withOpen = CodeMode.make({ tools: { files: { open: (tools.loose as { put: never }).put } } });
    const outcome = await withOpen.execute("return open;");
    expect(outcome._unsafeUnwrapErr().error.suggestions).toEqual(["tools.files.open"]);
  });
});

describe("methods of other places", () => {
  const rows = METHOD_ROWS.flatMap(([names]) => names.split(" "));

  it("are each named once", () => expect(new Set(rows).size).toBe(rows.length));

  it.each(rows)("%s", async (name) => {
    const error = await failure(`const thing = { a: 1 };\nreturn thing.${name}();`);
    expect(error).toMatchObject({
      kind: "ExecutionFailure",
      message: `TypeError: thing.${name} is not a function`,
      location: { line: 2, column: 8, endLine: 2, endColumn: 14 + name.length },
      suggestions: [foreignMethod(name, "thing")],
    });
  });
});
