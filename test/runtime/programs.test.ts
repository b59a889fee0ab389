/** Every program of test/programs gives its expected value, kind, line, logs and tool calls. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CodeMode, type Failure, type Limits, type Success } from "../../runtime/index.js";
import { type CannedTool, cannedTools } from "../support/canned-tools.js";

interface Case {
  readonly tools: { readonly [path: string]: CannedTool };
  readonly expected:
    | { readonly ok: true; readonly value: unknown }
    | {
        readonly ok: false;
        readonly specKind: string;
        readonly messageIncludes?: readonly string[];
        readonly line?: number;
      };
  readonly logs?: readonly string[];
  readonly toolCalls?: readonly string[];
  readonly options?: Limits & { readonly unhandledRejections?: "report" | "fail" };
}

const folder = new URL("../programs/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length))
  .sort();

async function run(name: string): Promise<{ readonly spec: Case; readonly outcome: Success | Failure }> {
  const spec = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as Case;
  const code = readFileSync(new URL(`${name}.ts`, folder), "utf8");
  const { unhandledRejections, ...limits } = spec.options ?? {};
  const causes: unknown[] = [];
  const runtime = CodeMode.make({
    tools: cannedTools(spec.tools),
    limits: { timeoutMs: 10_000, ...limits },
    unhandledRejections,
    onHostError: ({ cause }) => causes.push(cause),
  });
  const outcome = (await runtime.execute(code)).match<Success | Failure>(
    (success) => success,
    (failure) => failure,
  );
  expect(causes, "host errors").toEqual([]);
  return { spec, outcome };
}

describe("programs", () => {
  it("are all here", () => expect(names.length).toBe(84));

  it.each(names)("%s", async (name) => {
    const { spec, outcome } = await run(name);
    const { expected } = spec;
    if (expected.ok) {
      expect(outcome.ok ? outcome.value : outcome.error).toEqual(expected.value);
    } else {
      if (outcome.ok) expect.fail(`it ended well: ${JSON.stringify(outcome.value)}`);
      expect(outcome.error.kind, outcome.error.message).toBe(expected.specKind);
      for (const part of expected.messageIncludes ?? []) expect(outcome.error.message).toContain(part);
      if (expected.line !== undefined) expect(outcome.error.location?.line).toBe(expected.line);
    }
    if (spec.logs !== undefined) expect((outcome.logs ?? []).map((line) => line.text)).toEqual(spec.logs);
    if (spec.toolCalls !== undefined) expect(outcome.toolCalls.map((call) => call.path)).toEqual(spec.toolCalls);
    expect(JSON.parse(JSON.stringify(outcome)), "plain JSON data").toEqual(outcome);
  });
});
