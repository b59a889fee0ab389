/** The error catalogue says what the tables say; every kind is reachable and shown. `UPDATE_GOLDEN=1` writes the page again. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { HINTS } from "../../../runtime/diagnostics/hints.js";
import { DIAGNOSTIC_KINDS } from "../../../runtime/diagnostics/kinds.js";
import { cataloguePage } from "./catalogue-page.js";
import { diagnose, readCorpus } from "./wrong-programs.js";

const PAGE = new URL("../../../runtime/diagnostics/README.md", import.meta.url);

/** Kinds that take more than a program: their own tests reach them (output.ts's cuts, our own defects). */
const ELSEWHERE = ["Truncated", "InternalError"];

it("shows every kind that a program can give", () => {
  const shown = new Set(
    readCorpus().flatMap(({ expected }) => [...expected.matchAll(/^--[>?] (\w+)/gm)].map((match) => match[1])),
  );
  expect(Object.keys(DIAGNOSTIC_KINDS).filter((kind) => !shown.has(kind))).toEqual(ELSEWHERE);
});

it("is the page in the tree", async () => {
  const met = new Map<string, string>();
  const corpus = readCorpus();
  let current: string | undefined;
  for (const hint of HINTS) {
    const suggest = hint.suggest;
    vi.spyOn(hint, "suggest").mockImplementation((match, failed) => {
      const found = suggest(match, failed);
      if (found !== undefined && found.length > 0) current ??= hint.id;
      return found;
    });
  }
  for (const program of corpus) {
    if (program.way !== "run") continue;
    current = undefined;
    await diagnose(program);
    if (current !== undefined) met.set(program.title, current);
  }
  vi.restoreAllMocks();
  const page = cataloguePage(met);
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});
