/** The shape of the source: import directions, cycles, file sizes, and one handler and golden for every opcode. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { OP_COUNT, OP_NAMES, OPS, Op, type OpSpec } from "../vm/bytecode/opcodes.js";
import { cycles, importsOf, ROOT, readSources } from "./support/import-graph.js";
import { importProblem } from "./support/import-rules.js";

const sources = readSources(["compiler", "vm", "runtime", "catalog"]);

const MAX_LINES = 500;

/** Files that may be longer, each with the reason. */
const LONG_FILES: ReadonlyMap<string, string> = new Map([
  ["vm/bytecode/opcodes.ts", "a table: one row an opcode, the single declaration of each"],
]);

describe("imports", () => {
  it("go in the directions of the architecture", () => {
    const problems = sources.flatMap(({ path, imports }) =>
      imports
        .map((each) => importProblem(path, each))
        .flatMap((problem) => problem ?? [])
        .map((each) => `${path}: ${each}`),
    );
    expect(problems).toEqual([]);
  });

  it.each<[path: string, text: string, problem: string | undefined]>([
    ["vm/bytecode/a.ts", 'import { x } from "./b.js";', undefined],
    ["vm/bytecode/a.ts", 'import type { X } from "../frame.js";', "vm/bytecode may not import vm/frame.ts"],
    ["vm/ops/a.ts", 'import { x } from "../bytecode/opcodes.js";', undefined],
    ["vm/ops/a.ts", 'import { x } from "../../compiler/index.js";', "vm may not import compiler/index.ts"],
    ["vm/a.ts", 'import { readFileSync } from "fs";', "vm may not import the builtin fs"],
    ["vm/a.ts", 'export * from "node:fs/promises";', "vm may not import the builtin node:fs/promises"],
    ["vm/a.ts", 'import { z } from "zod";', "vm may not import the package zod"],
    ["compiler/lower/a.ts", 'import { Op } from "../../vm/bytecode/opcodes.js";', undefined],
    ["compiler/lower/a.ts", 'import { x } from "../../vm/frame.js";', "compiler may not import vm/frame.ts"],
    ["compiler/parse.ts", 'import { parse } from "acorn";', undefined],
    ["compiler/lower/a.ts", 'import type { Node } from "acorn";', "acorn belongs to the parsing files of compiler"],
    ["compiler/typescript.ts", 'const babel = await import("@babel/core");', undefined],
    ["compiler/typescript.ts", 'import type { TransformOptions } from "@babel/core";', undefined],
    ["compiler/typescript.ts", 'import { x } from "@babel/core";', "@babel/core must be imported when first needed"],
    ["catalog/a.ts", 'import { x } from "../vm/index.js";', "catalog may not import vm/index.ts"],
    ["catalog/a.ts", 'import { x } from "node:path";', "catalog may not import the builtin node:path"],
    ["catalog/sources/mcp/stdio.ts", 'import { spawn } from "node:child_process";', undefined],
    ["runtime/execute.ts", 'import { createVm } from "../vm/index.js";', undefined],
    [
      "runtime/execute.ts",
      'import { x } from "../vm/bytecode/encode.js";',
      "runtime may not import vm/bytecode/encode.ts",
    ],
    [
      "runtime/execute.ts",
      'import { x } from "./hosts/mcp-server.js";',
      "runtime may not import runtime/hosts/mcp-server.ts",
    ],
    ["runtime/tools/a.ts", 'import { x } from "../../catalog/index.js";', undefined],
    ["runtime/hosts/ai-sdk.ts", 'import { CodeMode } from "../index.js";', undefined],
    [
      "runtime/hosts/ai-sdk.ts",
      'import { x } from "../codemode.js";',
      "runtime/hosts may not import runtime/codemode.ts",
    ],
    ["runtime/hosts/cli/main.ts", 'import { x } from "./run.js";\nimport "node:process";', undefined],
    [
      "runtime/hosts/cli/main.ts",
      'import { x } from "../../codemode.js";',
      "runtime/hosts/cli may not import runtime/codemode.ts",
    ],
    ["test/a.ts", 'import "x";', "lies outside the source folders"],
  ])("%s: %s", (path, text, problem) => {
    expect(
      importsOf(path, text)
        .map((each) => importProblem(path, each))
        .find((each) => each !== undefined),
    ).toBe(problem);
  });

  it("lead to files that exist", () => {
    const missing = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ file }) => (file === undefined || existsSync(join(ROOT, file)) ? [] : [`${path}: ${file}`])),
    );
    // The one generated file is there after the first build only.
    expect(missing.filter((each) => !each.endsWith("vm/library/image.ts"))).toEqual([]);
  });

  it("make no cycle of files at run time", () => {
    expect(cycles(graph((path) => path))).toEqual([]);
  });

  it("make no cycle of folders at run time, a folder and its subfolders aside", () => {
    expect(cycles(graph(folderOf))).toEqual([]);
  });

  it("make cycles that are found", () => {
    const edges = { a: ["b"], b: ["c"], c: ["b", "d"], d: ["a2"], a2: [], e: ["e"] };
    expect(cycles(new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)])))).toEqual([["b", "c"]]);
  });
});

/** Imports that remain at run time and happen while modules load, between the `group`s of files. */
function graph(group: (path: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = group(path);
    const targets = edges.get(from) ?? new Set();
    edges.set(from, targets);
    for (const { file, typeOnly, dynamic } of imports) {
      if (file === undefined || typeOnly || dynamic) continue;
      const to = group(file);
      if (!`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`)) targets.add(to);
    }
  }
  return edges;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

describe("files", () => {
  it(`have at most ${MAX_LINES} lines, or a reason`, () => {
    const long = sources.filter(({ path, lines }) => lines > MAX_LINES && !LONG_FILES.has(path));
    expect(long.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
  });

  it("that are listed as long are long", () => {
    const lines = new Map(sources.map((each) => [each.path, each.lines]));
    expect([...LONG_FILES.keys()].filter((path) => (lines.get(path) ?? 0) <= MAX_LINES)).toEqual([]);
  });

  it("open with a comment", () => {
    const bare = sources.filter(({ path }) => !/^(#!.*\n)?\/\*\*/.test(readFileSync(join(ROOT, path), "utf8")));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it("are named in kebab-case, for a thing", () => {
    const vague = /(^|\/)(utils?|helpers?|common|types|misc)(\.ts|\/)/;
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*\.ts$/;
    const odd = sources.filter(({ path }) => vague.test(path) || !kebab.test(path.slice(path.lastIndexOf("/") + 1)));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

const HANDLERS_FILE = join(ROOT, "vm/ops/index.ts");
const GOLDEN_FOLDER = join(ROOT, "test/golden");

describe("every opcode", () => {
  it("has its row in its place", () => {
    expect(OP_NAMES.map((name) => Op[name])).toEqual(OP_NAMES.map((_, index) => index));
    const rows: Readonly<Record<string, OpSpec>> = OPS;
    expect(OP_NAMES.filter((name) => rows[name].meaning === "" || rows[name].operands.length !== 3)).toEqual([]);
  });

  it.skipIf(!existsSync(HANDLERS_FILE))("has a handler", async () => {
    const { HANDLERS } = (await import(pathToFileURL(HANDLERS_FILE).href)) as { HANDLERS: readonly unknown[] };
    expect(HANDLERS).toHaveLength(OP_COUNT);
    expect(OP_NAMES.filter((name) => typeof HANDLERS[Op[name]] !== "function")).toEqual([]);
  });

  it.skipIf(!existsSync(GOLDEN_FOLDER))("is in a golden listing", () => {
    const listings = readdirSync(GOLDEN_FOLDER, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".dis"),
    );
    const words = new Set(
      listings.flatMap((name) => readFileSync(join(GOLDEN_FOLDER, name), "utf8").match(/\w+/g) ?? []),
    );
    expect(OP_NAMES.filter((name) => !words.has(name))).toEqual([]);
  });
});
