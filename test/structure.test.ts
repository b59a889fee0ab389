/**
 * What confinement rests on, counted in the source: no code from text, no host pattern or sort that
 * meets a program's own values, and few host frames while a program runs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CodeMode, Tool } from "../runtime/index.js";
import { ROOT, readSources } from "./support/import-graph.js";

const sources = readSources(["compiler", "vm", "runtime"])
  .map(({ path }) => path)
  .filter((path) => !path.endsWith("library/image.ts"))
  .map((path) => ({ path, text: withoutComments(readFileSync(join(ROOT, path), "utf8")) }));

/** Code alone: what comments say is not called. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

function sites(pattern: RegExp, folder = ""): string[] {
  return sources.flatMap(({ path, text }) =>
    path.startsWith(folder) ? [...text.matchAll(pattern)].map((match) => `${path}: ${match[0].trim()}`) : [],
  );
}

describe("the source", () => {
  it("makes no code from text", () => {
    expect(sites(/(?<![\w.$"'`])(?:eval\(|new Function\(|Function\()|await import\((?!["'])|node:vm/g)).toEqual([]);
  });

  it("finds such code", () => {
    const text = withoutComments('const f = new Function("x"); // eval(x)');
    expect([...text.matchAll(/(?<![\w.$"'`])(?:eval\(|new Function\()/g)].map(([match]) => match)).toEqual([
      "new Function(",
    ]);
  });

  it("does not sort with a comparator of the program: library code has no host sort", () => {
    expect(sites(/\.sort\((?!\)|\((?:a|x), (?:b|y)\) =>|\(?(?:by|compare)\w*)/g, "vm/")).toEqual([]);
  });

  it("extends no host prototype and freezes no host intrinsic", () => {
    const host = /\b(?:Object|Array|Function|String|Number|Promise|Map|Set|RegExp|Error)\.prototype\.\w+\s*=[^=]/g;
    expect(sites(host)).toEqual([]);
  });

  it("assigns no __proto__", () => {
    expect(sites(/\.__proto__\s*=[^=]|Object\.setPrototypeOf\(/g)).toEqual([]);
  });
});

/** Frames of the host below a call of `see`. */
function hostFrames(): number {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 500;
  const frames = new Error().stack!.split("\n").length - 1;
  Error.stackTraceLimit = before;
  return frames;
}

describe("the host's stack", () => {
  it.each([
    ["at the top", "tools.see({})"],
    ["in deep recursion", "const f = (n) => n === 0 ? tools.see({}) : f(n - 1); f(5000)"],
    ["in callbacks of built-ins", "const f = (n) => n === 0 ? tools.see({}) : [1].map(() => f(n - 1)); f(500)"],
    ["in getters", "const o = (n) => ({ get a() { return n === 0 ? tools.see({}) : o(n - 1).a } }); o(500).a"],
    [
      "in proxies",
      "let p = { get a() { return tools.see({}) } }; for (let i = 0; i < 500; i++) p = new Proxy(p, {}); p.a",
    ],
    [
      "in conversions",
      "const o = (n) => ({ toString() { return n === 0 ? (tools.see({}), '') : `${o(n - 1)}` } }); String(o(500))",
    ],
    ["in sorting", "const f = (n) => n === 0 ? tools.see({}) : [1, 2].sort(() => (f(n - 1), 0)); f(500)"],
    ["in replacing", "const f = (n) => n === 0 ? (tools.see({}), '') : 'a'.replace(/a/, () => f(n - 1)); f(500)"],
    ["in generators", "function* g(n) { if (n === 0) tools.see({}); else yield* g(n - 1) } [...g(500)]"],
    ["in constructors", "class A { constructor(n) { n === 0 ? tools.see({}) : new A(n - 1) } } new A(500)"],
    ["in async functions", "const f = async (n) => n === 0 ? tools.see({}) : f(n - 1); f(500)"],
  ])("has at most 60 frames %s", async (_name, source) => {
    let most = 0;
    const see = Tool.make({
      description: "",
      input: {},
      run: () => {
        most = Math.max(most, hostFrames());
        return null;
      },
    });
    const result = await CodeMode.make({ tools: { see } }).execute(`${source}; return 1`);
    expect(result.isOk()).toBe(true);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(60);
  });
});

describe("a run that is stopped by its steps", () => {
  it("stops at the same step and place every time", async () => {
    const source = "let n = 0; for (;;) { n++; [n, 2].map((x) => x * n); 'ab'.repeat(n % 50).split('a') }";
    const runtime = CodeMode.make({ limits: { maxInstructions: 200_003 } });
    const outcomes = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const result = await runtime.execute(source);
      if (result.isOk()) throw new Error("it ended");
      outcomes.add(JSON.stringify([result.error.error, result.error.usage]));
    }
    expect(outcomes.size).toBe(1);
  });
});
