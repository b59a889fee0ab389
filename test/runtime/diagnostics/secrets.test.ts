/**
 * Nothing of the host appears in any diagnostic: secrets in causes, class names, properties, paths, environment and
 * validators are looked for in everything a program and a model can see.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CodeMode, type HostErrorReport, Tool } from "../../../runtime/index.js";
import { limits, SECRET, tools } from "./fixture.js";
import { diagnose, readCorpus } from "./wrong-programs.js";

beforeAll(() => {
  process.env.CODEMODE_SECRET = SECRET;
});
afterAll(() => {
  delete process.env.CODEMODE_SECRET;
});

/** What no message may hold: the secret, a path of this machine, a stack of Node, a class of the host. */
const HOSTILE = [
  SECRET,
  process.cwd(),
  "node_modules",
  "node:internal",
  "PrivateClassOfTheHost",
  "/srv/",
  ".js:",
  ".ts:",
];

function leaks(seen: unknown): string[] {
  const text = JSON.stringify(seen);
  return HOSTILE.filter((part) => text.includes(part));
}

class Rude {
  readonly secret = SECRET;
  get message(): string {
    throw new Error(SECRET);
  }
  toString(): string {
    throw new Error(SECRET);
  }
}

const thrown: readonly [string, () => unknown][] = [
  ["an error", () => new Error(`at ${process.cwd()}/${SECRET}`)],
  ["an error with a cause", () => new Error("outer", { cause: new Error(SECRET) })],
  ["an aggregate", () => new AggregateError([new Error(SECRET)], SECRET)],
  ["text", () => SECRET],
  ["an object", () => ({ message: SECRET, toJSON: () => SECRET })],
  ["a rude object", () => new Rude()],
  ["a proxy", () => new Proxy({}, { get: () => SECRET })],
  ["a DOMException", () => new DOMException(SECRET, SECRET)],
  ["a symbol", () => Symbol(SECRET)],
  ["undefined", () => undefined],
];

describe("secrets", () => {
  it.each(thrown)("thrown as %s are not told", async (_, make) => {
    const reports: HostErrorReport[] = [];
    const runtime = CodeMode.make({
      tools: {
        rude: Tool.make({
          description: "Throws.",
          input: {},
          run: () => {
            throw make();
          },
        }),
        late: Tool.make({ description: "Rejects.", input: {}, run: () => Promise.reject(make()) }),
      },
      onHostError: (report) => reports.push(report),
    });
    for (const name of ["rude", "late"]) {
      const uncaught = await runtime.execute(`return await tools.${name}({});`);
      expect(leaks(uncaught._unsafeUnwrapErr())).toEqual([]);
      expect(uncaught._unsafeUnwrapErr().error.kind).toBe("ToolDefect");
      const caught = await runtime.execute(
        `try { await tools.${name}({}); } catch (e) { return [e.name, e.message, e.stack, String(e), Object.getOwnPropertyNames(e).map((k) => String(e[k])), e.cause]; }`,
      );
      expect(leaks(caught._unsafeUnwrap())).toEqual([]);
    }
    expect(reports.length).toBe(4);
  });

  it("of a validator that fails are not told, at run time or before", async () => {
    const broken = {
      "~standard": {
        version: 1 as const,
        vendor: "host",
        validate: (): never => {
          throw new Error(SECRET);
        },
      },
    };
    const runtime = CodeMode.make({
      tools: { broken: Tool.make({ description: "Broken.", input: broken, run: () => 1 }) },
    });
    const outcome = await runtime.execute("return await tools.broken({ a: 1 });");
    expect(leaks(outcome._unsafeUnwrapErr())).toEqual([]);
    expect(leaks(runtime.check("return await tools.broken({ a: 1 });")._unsafeUnwrap())).toEqual([]);
  });

  it("are in no diagnostic of a wrong program", async () => {
    for (const program of readCorpus()) {
      const found = await diagnose(program);
      expect(leaks(found), `${program.way}: ${program.title}`).toEqual([]);
    }
  });

  it("are in no message of a typed check", async () => {
    const runtime = CodeMode.make({ tools, limits });
    const checked = await runtime.check(
      "import type { A } from './a';\nconst a: A = require('x'); URLL; const m: Map<string> = 1; class B extends a.b {}",
      { types: true },
    );
    const errors = checked._unsafeUnwrapErr();
    expect(errors.length).toBeGreaterThan(1);
    expect(leaks(errors)).toEqual([]);
    expect(JSON.stringify(errors)).not.toMatch(/program\.ts|tools\.d\.ts|globals\.d\.ts|lib\.es/);
  });
});
