/** vm/SUPPORT.md says what the programs of its list do. UPDATE_SUPPORT=1 writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { CodeMode, type Failure, type Success } from "../../runtime/index.js";
import { SUPPORT, type SupportOutcome, supportMarkdown } from "../support/support-table.js";

const file = new URL("../../vm/SUPPORT.md", import.meta.url);
const runtime = CodeMode.make({ tools: {}, limits: { timeoutMs: 10_000 } });
const outcomes = new Map<string, SupportOutcome>();

async function run(program: string): Promise<SupportOutcome> {
  const outcome = (await runtime.execute(program)).match<Success | Failure>(
    (success) => success,
    (failure) => failure,
  );
  if (outcome.ok) return { ok: true, value: outcome.value };
  const { kind, message, suggestions } = outcome.error;
  return { ok: false, kind, message, hint: suggestions?.join(" ") };
}

beforeAll(async () => {
  for (const { rows } of SUPPORT) for (const { program } of rows) outcomes.set(program, await run(program));
});

describe.each(SUPPORT)("$title", ({ title, supported, rows }) => {
  it.each(rows)("$feature", ({ program }) => {
    const outcome = outcomes.get(program);
    if (supported) expect(outcome).toEqual({ ok: true, value: true });
    else {
      const early = ["UnsupportedSyntax", "ParseError"];
      const kinds = title === "Refused when reached" ? ["ExecutionFailure"] : early;
      expect(outcome).toMatchObject({ ok: false, kind: expect.toSatisfy((kind: string) => kinds.includes(kind)) });
    }
  });
});

it("vm/SUPPORT.md is up to date", () => {
  const text = supportMarkdown((program) => outcomes.get(program) as SupportOutcome);
  if (process.env.UPDATE_SUPPORT === "1") writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});
