/**
 * The programs of language/<area>/*.js run in the VM and in Node: same log, same result, same error.
 *
 * A file holds chunks divided by `// ---`, each a program of its own whose first line is its title. A chunk with a line
 * `// differs: <reason>` is not compared with Node (an older Node lacks the feature, or the language leaves V8 on purpose):
 * it writes what the VM logs, one `//> ` comment a line.
 */
import { readdirSync, readFileSync } from "node:fs";
import { format } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CodeMode, type Failure, type Success } from "../../runtime/index.js";

interface Run {
  readonly log: readonly string[];
  readonly value?: unknown;
  /** "Name: message". */
  readonly error?: string;
}

const AsyncFunction = (async () => {}).constructor as new (...texts: string[]) => (console: object) => Promise<unknown>;

/** What a result is outside: JSON, and null for what JSON leaves out. */
const crossing = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value) ?? "null");

async function inNode(code: string): Promise<Run> {
  const log: string[] = [];
  const print = (...items: unknown[]) => void log.push(format(...items));
  try {
    const main = new AsyncFunction("console", `"use strict";\n${code}`);
    return { log, value: crossing(await main({ log: print })) };
  } catch (error) {
    return { log, error: error instanceof Error ? `${error.name}: ${error.message}` : `thrown ${String(error)}` };
  }
}

const runtime = CodeMode.make({ tools: {}, limits: { timeoutMs: 10_000 } });

async function inVm(code: string): Promise<Run> {
  const outcome = (await runtime.execute(code)).match<Success | Failure>(
    (success) => success,
    (failure) => failure,
  );
  const log = (outcome.logs ?? []).map((line) => line.text);
  return outcome.ok ? { log, value: outcome.value } : { log, error: outcome.error.message };
}

const folder = new URL("language/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".js"))
  .sort();

const chunks = files.flatMap((path) =>
  readFileSync(new URL(path, folder), "utf8")
    .split(/^\/\/ ---\n/m)
    .map((code) => ({
      path,
      code,
      title: /^\/\/ (.*)/.exec(code)?.[1] ?? "",
      differs: /^\/\/ differs: (.+)$/m.exec(code)?.[1],
    })),
);

describe("programs run as in Node", () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = "UTC";
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it("are many, and each has a title", () => {
    expect(chunks.length).toBeGreaterThanOrEqual(60);
    expect(chunks.filter(({ title }) => title === "").map(({ path }) => path)).toEqual([]);
  });

  it.each(chunks)("$path: $title", async ({ code, differs }) => {
    const here = await inVm(code);
    expect(here.log.length, "a chunk logs something").toBeGreaterThan(0);
    if (differs === undefined) expect(here).toEqual(await inNode(code));
    else expect(here.log).toEqual([...code.matchAll(/^\/\/> ?(.*)$/gm)].map(([, text]) => text));
  });
});
