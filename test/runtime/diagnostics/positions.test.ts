/**
 * Positions: an error planted at a random place of a random TypeScript program is reported at exactly that place, by the
 * run and by the check, whatever types, comments, line ends and wide characters stand before it.
 */
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { CodeMode, type Diagnostic } from "../../../runtime/index.js";
import { tools } from "./fixture.js";

/** Statements; ◇ is an expression that is evaluated once, in the order of the text. */
const STATEMENTS = [
  "const a#: number = ◇ as number;",
  "let b#: Array<{ id: string; n?: number }> = [◇ as any];",
  "type T# = { readonly [key: string]: number | undefined };",
  "interface I# extends Record<string, unknown> { x: string; f?(a: number): void }",
  'enum E# { A = 1, B = A << 1, C = "c".length }\nconst e# = E#.B + (◇ as number);',
  "const f# = <X,>(x: X): X => x;\nf#<number>(◇ as number);",
  "function g#(this: void, x?: number, ...rest: readonly string[]): asserts x is number {\n  ◇;\n}\n(g# as any)();",
  "abstract class K# { constructor(private readonly v: number) {}\n  get w(): number { return this.v! + (◇ as number); } }\nnew (class extends K# {} as any)(1).w;",
  "for (const x of [1] satisfies number[]) {\n\tconst y#: unknown = ◇;\n}",
  "await (async (): Promise<void> => {\n  await null;\n  ◇;\n})();",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
  "`text ${◇ as any} and ${◇!}`;",
  "// a comment with ünïcödé 👩‍👩‍👧\n/* and\n   lines */ void (◇);",
  "const { p# = ◇, ...q# }: { p#?: any } = {};",
  "[3, 1].map((x: number): number => x).sort(<any>((a: number, b: number) => a - b)); ◇;",
  "switch (◇ as any) { case 2: case 3: break; default: ◇; }",
  "namespace N# { export const inner: number = ◇ as any; }",
  'declare const nowhere#: string;\nlet s#!: string;\ntry { ◇; } finally { s# = "x" as const; }',
  'const o# = { async *m<Q>(x?: Q) { yield ◇; }, get h(): string { return "👍"; } };\nfor await (const x of o#.m<string>()) void x;',
];

interface Plant {
  readonly name: string;
  readonly text: string;
  /** The part of `text` that is reported. */
  readonly at: string;
  readonly kind: Diagnostic["kind"];
  /** Found without running. */
  readonly isVisible: boolean;
}

const PLANTS: readonly Plant[] = [
  { name: "undefined name", text: "plantedName", at: "plantedName", kind: "ExecutionFailure", isVisible: true },
  {
    name: "undefined field",
    text: "({} as any).planted.field",
    at: "field",
    kind: "ExecutionFailure",
    isVisible: false,
  },
  { name: "no function", text: "(1 as any)()", at: "1", kind: "ExecutionFailure", isVisible: false },
  {
    name: "unknown tool",
    text: "(await tools.nowhere.planted({}))",
    at: "tools.nowhere.planted",
    kind: "UnknownTool",
    isVisible: true,
  },
  {
    name: "refused input",
    text: "(await tools.orders.lookup({ id: 5 }))",
    at: "id: 5",
    kind: "InvalidToolInput",
    isVisible: true,
  },
  {
    name: "own error",
    text: '(() => { throw new RangeError("planted"); })()',
    at: 'new RangeError("planted")',
    kind: "ProgramThrow",
    isVisible: false,
  },
  { name: "syntax", text: "(1 2)", at: "2", kind: "ParseError", isVisible: true },
];

const program = fc.record({
  statements: fc.array(fc.integer({ min: 0, max: STATEMENTS.length - 1 }), { minLength: 1, maxLength: 8 }),
  where: fc.nat(),
  plant: fc.constantFrom(...PLANTS),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  prefix: fc.constantFrom("", "\n\n", "  \t", "// 𝒳\n", 'import type { A } from "b";\n', "\ufeff"),
});

/** A program with one planted error, and the offsets of what is to be reported. */
function planted({
  statements,
  where,
  plant,
  lineEnd,
  prefix,
}: typeof program extends fc.Arbitrary<infer T> ? T : never) {
  // A statement with a place of its own, so that there is one.
  const text = [...statements, 0].map((index, i) => STATEMENTS[index]!.replaceAll("#", String(i))).join("\n");
  const parts = text.split("◇");
  const hole = where % (parts.length - 1);
  // `await` stands in async functions and at the top level only.
  const body = parts
    .map((part, i) => part + (i === parts.length - 1 ? "" : i === hole ? plant.text : "(1 as any)"))
    .join("");
  const before = parts.slice(0, hole + 1).join("(1 as any)").length;
  const source = (prefix + body).replaceAll("\n", lineEnd);
  const offset = (prefix + body.slice(0, before + plant.text.indexOf(plant.at))).replaceAll("\n", lineEnd).length;
  return { source, start: offset, end: offset + plant.at.length };
}

/** 1-based, by counting line ends. */
function positionOf(source: string, offset: number) {
  const lines = source.slice(0, offset).split(/\r\n|\n/);
  return { line: lines.length, column: lines[lines.length - 1]!.length + 1 };
}

const runtime = CodeMode.make({ tools });

beforeAll(() => runtime.warmup());

describe("a planted error", () => {
  it("is reported where it was planted", async () => {
    let visible = 0;
    await fc.assert(
      fc.asyncProperty(program, async (given) => {
        const { source, start, end } = planted(given);
        // An `await` in a plain function is another error, and one of the compiler's tests.
        const outcome = await runtime.execute(source);
        const error = outcome.isErr() ? outcome.error.error : undefined;
        fc.pre(!(given.plant.text.includes("await") && /await is only valid/.test(error?.message ?? "")));
        const from = positionOf(source, start);
        const to = positionOf(source, end);
        const location = { ...from, endLine: to.line, endColumn: to.column };
        expect({ kind: error?.kind, location: error?.location, message: error?.message }).toEqual({
          kind: given.plant.kind,
          location,
          message: error?.message,
        });
        if (!given.plant.isVisible) return;
        visible++;
        const checked = runtime.check(source);
        const found = checked.isErr() ? checked.error : [];
        expect(found.map((each) => ({ kind: each.kind, location: each.location }))).toEqual([
          { kind: given.plant.kind, location },
        ]);
      }),
      { numRuns: 300, seed: 6 },
    );
    expect(visible).toBeGreaterThan(60);
  }, 60_000);
});
