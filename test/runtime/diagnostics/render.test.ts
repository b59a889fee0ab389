/** The text forms: compact and bounded for a model, one line for a forge, plain data for everybody. */
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../catalog/index.js";
import { COMPACT_TOKENS, frameOf, locationOf } from "../../../runtime/diagnostics/render.js";
import { githubAnnotation, renderDiagnostic } from "../../../runtime/index.js";
import { diagnose, readCorpus } from "./wrong-programs.js";

describe("compact text", () => {
  it("is at most 150 tokens for every wrong program", async () => {
    let largest = 0;
    for (const program of readCorpus()) {
      const { errors, warnings } = await diagnose(program);
      for (const each of [...errors, ...warnings]) largest = Math.max(largest, estimateTokens(renderDiagnostic(each)));
    }
    expect(COMPACT_TOKENS).toBe(150);
    expect(largest).toBeLessThanOrEqual(COMPACT_TOKENS);
    expect(largest).toBeGreaterThan(60);
  });

  it("is at most 150 tokens whatever the source holds", async () => {
    const source = `const ${"x".repeat(500)} = 1;\nreturn ${"y".repeat(900)}.${"z".repeat(900)}(${"w ,".repeat(40)} 1);`;
    const { errors } = await diagnose({ way: "run", source });
    expect(estimateTokens(renderDiagnostic(errors[0]!))).toBeLessThanOrEqual(COMPACT_TOKENS);
  });

  it("tells what, where, what to write and who called", async () => {
    const source = "const r = tools.orders.list();\nfunction ids() {\n  return r.map((x) => x.id);\n}\nreturn ids();";
    const { errors } = await diagnose({ way: "run", source });
    expect(renderDiagnostic(errors[0]!)).toBe(
      [
        "ExecutionFailure (line 3, column 10): TypeError: r.map is not a function",
        "Try: await tools.orders.list()",
        "  2 | function ids() {",
        "> 3 |   return r.map((x) => x.id);",
        "    |          ^^^^^",
        "  4 | }",
        "  called from the top level (line 5, column 8)",
      ].join("\n"),
    );
  });
});

describe("annotations", () => {
  it("are one line with the place, escaped", () => {
    const diagnostic = {
      kind: "ParseError",
      message: "100% wrong\nhere",
      location: { line: 2, column: 3, endLine: 2, endColumn: 6 },
      suggestions: ["a: b, c"],
    } as const;
    expect(githubAnnotation(diagnostic, "a,b:c.ts", "error")).toBe(
      "::error file=a%2Cb%3Ac.ts,line=2,col=3,endLine=2,endColumn=5,title=ParseError::100%25 wrong%0Ahere%0ATry: a: b, c",
    );
  });

  it("have no end column over several lines, and no place where there is none", () => {
    const diagnostic = { kind: "Deadlock", message: "m" } as const;
    expect(githubAnnotation(diagnostic, "a.ts", "warning")).toBe("::warning file=a.ts,title=Deadlock::m");
    const location = { line: 1, column: 2, endLine: 3, endColumn: 4 };
    expect(githubAnnotation({ ...diagnostic, location }, "a.ts", "warning")).toBe(
      "::warning file=a.ts,line=1,col=2,endLine=3,title=Deadlock::m",
    );
  });
});

describe("frames", () => {
  it.each([
    ["a tab", "\treturn x;", 8, 9, "> 1 | \treturn x;\n    | \t       ^"],
    ["the end of the text", "return (", 8, 8, "> 1 | return (\n    |         ^"],
    ["several lines", "a(\n  b\n)", 0, 8, "> 1 | a(\n    | ^^\n  2 |   b"],
    ["CRLF", "a\r\nb\r\nc", 3, 4, "  1 | a\n> 2 | b\n    | ^\n  3 | c"],
  ])("%s", (_, source, start, end, frame) => {
    expect(frameOf(source, locationOf(source, start, end))).toBe(frame);
  });

  it("show a long line around the span", () => {
    const source = `${"a".repeat(400)}!${"b".repeat(400)}`;
    const [line, carets] = frameOf(source, locationOf(source, 400, 401)).split("\n");
    expect(line!.length).toBeLessThanOrEqual(170);
    expect(line![carets!.indexOf("^")]).toBe("!");
  });
});
