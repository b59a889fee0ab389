/** The typed check: declarations that TypeScript accepts, globals that are the realm's, positions through repairs. */
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createCatalog, SEARCH_PATH, toolDeclarations } from "../../../catalog/index.js";
import { GUEST_GLOBALS } from "../../../runtime/check/guest-globals.js";
import { globalNames } from "../../../runtime/diagnostics/names.js";
import { CodeMode, Tool, type ToolTree } from "../../../runtime/index.js";
import { type CannedTool, cannedTools } from "../../support/canned-tools.js";
import { tools } from "../diagnostics/fixture.js";

const runtime = CodeMode.make({ tools });

async function found(source: string, using = runtime): Promise<string[]> {
  const checked = await using.check(source, { types: true });
  return checked.match(
    () => [],
    (errors) => errors.map(({ kind, message, location }) => `${kind} ${location?.line}:${location?.column} ${message}`),
  );
}

describe("positions", () => {
  it.each([
    ["a fence", "```ts\nconst n: string = 5;\nreturn n;\n```", "2:7"],
    ["a byte-order mark", "\ufeffconst n: string = 5;\nreturn n;", "1:8"],
    ["an exported function", "export default async function main() {\n  const n: string = 5;\n  return n;\n}", "2:9"],
    ["a function alone", "async function () {\n  const n: string = 5;\n  return n;\n}", "2:9"],
    ["an arrow alone", "async () => {\n  const n: string = 5;\n  return n;\n}", "2:9"],
    [
      "an import of types",
      'import type { Row, Other as Mine } from "./types";\nconst n: string = 5;\nlet r: Row; let m: Mine;\nreturn n;',
      "2:7",
    ],
    ["line ends of Windows", "// a\r\nconst n: string = 5;\r\nreturn n;", "2:7"],
  ])("hold through %s", async (_, source, place) => {
    expect(await found(source)).toEqual([`TypeMismatch ${place} Type 'number' is not assignable to type 'string'.`]);
  });
});

describe("programs that are right", () => {
  it.each([
    "const rows = await tools.orders.list({ limit: 5 });\nreturn rows.map((row) => row.total.toFixed(2));",
    "const r = await tools.orders.lookup({ id: 'a' });\nreturn typeof r === 'object' && r !== null && 'total' in r ? r.total : null;",
    "const r = (await tools.orders.lookup({ id: 'a' })) as { total: number };\nreturn r.total;",
    "for await (const event of tools.feed.events()) console.log(event);\nreturn 1;",
    "const { items } = await tools.$codemode.search({ query: 'orders' });\nreturn items.map((item) => item.path);",
    "return (await search({ query: 'orders' })).total;",
    "return await tools.docs['resolve-library-id']({ name: 'zod' });",
    "const url = new URL('https://a.b/c?d=1');\nreturn [url.searchParams.get('d'), structuredClone([1]), atob(btoa('a')), crypto.randomUUID().length];",
    "setTimeout(() => console.table([{ a: 1 }]), 5);\nqueueMicrotask(() => {});\nreturn new TextDecoder().decode(new TextEncoder().encode('a'));",
    "return [Math.sumPrecise([1, 2]), new Uint8Array([1]).toHex(), Object.groupBy([1], () => 'a'), [1].toSorted(), new Set([1]).union(new Set([2])).size];",
    "return Iterator.from([1, 2]).map((x) => x * 2).toArray();",
    "enum E { A = 1 }\nclass K<T> { constructor(private readonly v: T) {} get(): T { return this.v; } }\nreturn new K(E.A).get();",
    "function sum(xs) { let total = 0; for (const x of xs) total += x; return total; }\nreturn sum([1, 2]);",
    "try { await tools.orders.list(); } catch (error) { return error.message; }\nreturn null;",
  ])("%s", async (source) => expect(await found(source)).toEqual([]));
});

describe("programs that are wrong", () => {
  it.each([
    ["return process.env.HOME;", ["ExecutionFailure 1:8 ReferenceError: process is not defined"]],
    ["return document.title;", ["ExecutionFailure 1:8 ReferenceError: document is not defined"]],
    [
      "const r = await tools.orders.lookup({ id: 'a' });\nreturn r.total;",
      ["TypeMismatch 2:8 'r' is of type 'unknown'."],
    ],
    [
      "const rows = await tools.orders.list();\nrows.push({ id: 'a' });\nreturn rows;",
      [
        "TypeMismatch 2:11 Argument of type '{ id: string; }' is not assignable to parameter of type '{ id: string; total: number; }': Property 'total' is missing in type '{ id: string; }' but required in type '{ id: string; total: number; }'.",
      ],
    ],
    ["return 'a'.contains('b');", ["TypeMismatch 1:12 Property 'contains' does not exist on type '\"a\"'."]],
    ["const input: { id: number } = { id: 5 };\nreturn await tools.orders.lookup(input);", 1],
  ])("%s", async (source, expected) => {
    const errors = await found(source);
    if (typeof expected === "number") expect(errors.length).toBe(expected);
    else expect(errors).toEqual(expected);
  });

  it("says how to narrow an unknown reply", async () => {
    const checked = await runtime.check("const r = await tools.text.json();\nreturn r.a;", { types: true });
    expect(checked._unsafeUnwrapErr()[0]?.suggestions).toEqual([
      'Narrow it first: const value = (await …) as { … }, or if (typeof r === "object" && r !== null && "field" in r)',
    ]);
  });
});

/** Names that a declaration file declares as values. */
function declaredValues(text: string): string[] {
  const file = ts.createSourceFile("a.d.ts", text, ts.ScriptTarget.ESNext);
  return file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return [statement.name!.text];
    return ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text)
      : [];
  });
}

describe("declarations", () => {
  it("of our own globals are the realm's that ECMAScript has not", () => {
    const library = ts.getDefaultLibFilePath({ target: ts.ScriptTarget.ESNext }).replace(/[^/\\]*$/, "");
    const language = new Set(
      readdirSync(library)
        .filter((name) => /^lib\.es.*\.d\.ts$/.test(name) && !name.includes(".full"))
        .flatMap((name) => declaredValues(readFileSync(library + name, "utf8"))),
    );
    // Namespaces and an abstract class of the library, no variables.
    for (const name of ["Intl", "Iterator", "Reflect"]) language.add(name);
    const roots = ["tools", "$codemode", "search", "globalThis", "undefined"];
    const ours = [...globalNames()].filter((name) => !language.has(name) && !roots.includes(name));
    expect(declaredValues(GUEST_GLOBALS).sort()).toEqual(ours.sort());
  });

  it("of tools are TypeScript, whatever the tools are called and say", async () => {
    const hostile: ToolTree = {
      "a.b-c": Tool.make({
        description: "*/ declare const evil: any; /*",
        input: { type: "object", properties: { "x y": {} } },
        run: () => 1,
      }),
      a: Tool.make({ description: "Both.", input: {}, run: () => 1 }),
      "__proto__.constructor": Tool.make({
        description: "",
        input: { $ref: "#/$defs/N", $defs: { N: { type: "object", properties: { n: { $ref: "#/$defs/N" } } } } },
        run: () => 1,
      }),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a foreign tool
      'q"uote': Tool.make({ description: "`${1}`", input: { enum: ["*/", "`", "\\"] }, run: () => 1 }),
    };
    const catalog = createCatalog(hostile);
    const text = toolDeclarations(catalog.entries, catalog.get(SEARCH_PATH)!);
    const file = ts.createSourceFile("tools.d.ts", text, ts.ScriptTarget.ESNext, true);
    expect((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
    expect(declaredValues(text)).toEqual(["tools", "$codemode", "search"]);
    const odd = CodeMode.make({ tools: hostile });
    const program =
      "await tools.a({}); await tools.a['b-c']({ 'x y': 1 }); await tools.__proto__.constructor({ n: { n: {} } }); return await tools['q\"uote']('*/');";
    const errors = await found(program, odd);
    expect(errors).toEqual([]);
  });

  it("are accepted by TypeScript for every shared program's tools", async () => {
    const folder = new URL("../../programs/", import.meta.url);
    const all: { [path: string]: CannedTool } = {};
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
      const { tools: each } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { tools: typeof all };
      for (const [path, tool] of Object.entries(each)) all[`p${file.slice(0, 2)}.${path}`] = tool;
    }
    expect(await found("const x: never = null;", CodeMode.make({ tools: cannedTools(all) }))).toEqual([
      "TypeMismatch 1:7 Type 'null' is not assignable to type 'never'.",
    ]);
  });
});
