/** `codemode check` against a catalog file: formats, exit codes, many files, types. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCatalog } from "../../../../catalog/index.js";
import { catalogDocument } from "../../../../runtime/hosts/cli/catalog-file.js";
import { codemode } from "../../../support/cli.js";
import { tools } from "../../diagnostics/fixture.js";

let folder: string;

const FILES = {
  "good.ts": "const rows = await tools.orders.list({ limit: 5 });\nreturn rows.map((row): string => row.id);\n",
  "unknown.js": "return await tools.orders.lokup({ id: 'a' });\n",
  "input.js": "return await tools.orders.list({ status: 'opne' });\n",
  "warned.js": "tools.orders.list();\nreturn 1;\n",
  "typed.ts": "const rows = await tools.orders.list();\nconst n: string = rows[0].total;\nreturn n;\n",
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "codemode-check-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "catalog.json"), JSON.stringify(catalogDocument(createCatalog(tools).entries)));
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (...words: string[]) => codemode(["check", ...words, "--catalog", "catalog.json"], { cwd: folder });

describe("codemode check --catalog", () => {
  it("is 0 for programs without errors, warnings shown", async () => {
    const { code, out } = await check("good.ts", "warned.js");
    expect(code).toBe(0);
    expect(out.split("\n").filter((line) => /^\S/.test(line))).toEqual([
      "good.ts: ok",
      "FloatingPromise: Nobody awaits tools.orders.list(): what comes after runs before it has ended, and its failure goes unseen",
      "warned.js: ok",
    ]);
  });

  it("is 1 for a program with errors, all files shown", async () => {
    const { code, out } = await check("unknown.js", "good.ts");
    expect(code).toBe(1);
    expect(out).toBe(
      [
        "UnknownTool: There is no tool tools.orders.lokup. Did you mean tools.orders.lookup?",
        "  at unknown.js:1:14",
        "  > 1 | return await tools.orders.lokup({ id: 'a' });",
        "      |              ^^^^^^^^^^^^^^^^^^",
        "    2 |",
        "  try: tools.orders.lookup",
        "good.ts: ok",
        "",
      ].join("\n"),
    );
  });

  it("says nothing of tools when none are given", async () => {
    const { code, out } = await codemode(["check", "unknown.js"], { cwd: folder });
    expect([code, out]).toEqual([0, "unknown.js: ok\n"]);
  });

  it("prints JSON, with the tools a program can call", async () => {
    const { code, out } = await check("good.ts", "--format", "json");
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [{ file: "good.ts", ok: true, errors: [], warnings: [], tools: { paths: ["orders.list"], isDynamic: false } }],
    ]);
  });

  it("prints annotations for GitHub", async () => {
    const { code, out } = await check("unknown.js", "warned.js", "--format", "github");
    expect(code).toBe(1);
    expect(out).toBe(
      "::error file=unknown.js,line=1,col=14,endLine=1,endColumn=31,title=UnknownTool::There is no tool tools.orders.lokup. " +
        "Did you mean tools.orders.lookup?%0ATry: tools.orders.lookup\n" +
        "::warning file=warned.js,line=1,col=1,endLine=1,endColumn=19,title=FloatingPromise::Nobody awaits tools.orders.list(): " +
        "what comes after runs before it has ended, and its failure goes unseen%0ATry: await tools.orders.list()\n",
    );
  });

  it("checks types when asked", async () => {
    expect((await check("typed.ts")).code).toBe(0);
    const { code, out } = await check("typed.ts", "good.ts", "--types");
    expect(code).toBe(1);
    expect(out.split("\n").filter((line) => /^\S|^ {2}at/.test(line))).toEqual([
      "TypeMismatch: Type 'number' is not assignable to type 'string'.",
      "  at typed.ts:2:7",
      "good.ts: ok",
    ]);
  });
});
