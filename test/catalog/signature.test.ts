import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  type AnyTool,
  createCatalog,
  estimateTokens,
  MAX_SIGNATURE_TOKENS,
  Tool,
  type ToolTree,
} from "../../catalog/index.js";
import { inlineDescription } from "../../catalog/signature.js";
import { cpuMs } from "./cpu-time.js";
import { declared } from "./declared.js";
import { hasSharedData, liveTools, mcpServers, openApiFiles, openApiTools, toolOf } from "./shared-data.js";

const run = () => null;

function signatures(tool: AnyTool, path = "ns.tool"): { inline: string; pretty: string } {
  const entry = createCatalog({ [path]: tool }).get(path)!;
  return { inline: entry.inlineSignature, pretty: entry.prettySignature };
}

const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});

test.each<[string, AnyTool, string]>([
  [
    "no input",
    Tool.make({ description: "Lists all.", input: { type: "object", properties: {} }, run }),
    "tools.ns.tool(): Promise<unknown>  // Lists all",
  ],
  [
    "all members optional",
    Tool.make({ description: "", input: { type: "object", properties: { a: { type: "string" } } }, run }),
    "tools.ns.tool(input?: { a?: string }): Promise<unknown>",
  ],
  [
    "a stream",
    Tool.stream({ description: "Lines", input: { type: "object", properties: {} }, item: { type: "string" }, run }),
    "tools.ns.tool(): AsyncIterable<string>  // Lines",
  ],
  [
    "a stream of anything",
    Tool.stream({ description: "", input: true, run }),
    "tools.ns.tool(input?: unknown): AsyncIterable<unknown>",
  ],
  [
    "Zod, input side",
    Tool.make({
      description: "",
      input: z.object({ id: z.string(), sort: z.enum(["asc", "desc"]).default("asc") }),
      run,
    }),
    'tools.ns.tool(input: { id: string; sort?: "asc" | "desc" }): Promise<unknown>',
  ],
  [
    "Zod, output side",
    Tool.make({
      description: "",
      input: z.object({}),
      output: z.object({ sort: z.enum(["asc", "desc"]).default("asc"), n: z.number().nullable() }),
      run,
    }),
    'tools.ns.tool(): Promise<{ sort: "asc" | "desc"; n: number | null }>',
  ],
  [
    "Zod, what JSON Schema cannot say",
    Tool.make({ description: "", input: z.object({ at: z.date(), n: z.number() }), run }),
    "tools.ns.tool(input: { at: unknown; n: number }): Promise<unknown>",
  ],
  [
    "Zod, recursion",
    Tool.make({ description: "", input: Tree, run }),
    "tools.ns.tool(input: Input): Promise<unknown>; type Input = { name: string; children: Input[] }",
  ],
  [
    "Zod, records and tuples",
    Tool.make({
      description: "",
      input: z.object({ m: z.record(z.enum(["a", "b"]), z.number()), t: z.tuple([z.string(), z.number()]) }),
      run,
    }),
    'tools.ns.tool(input: { m: Record<"a" | "b", number>; t: [string, number] }): Promise<unknown>',
  ],
  [
    "ArkType",
    Tool.make({
      description: "",
      input: type({ id: "string", "tags?": "string[]" }),
      output: type({ kind: "'a'|'b'" }),
      run,
    }),
    'tools.ns.tool(input: { id: string; tags?: string[] }): Promise<{ kind: "a" | "b" }>',
  ],
  [
    "ArkType, what JSON Schema cannot say",
    Tool.make({ description: "", input: type({ when: "Date", n: "number" }), run }),
    "tools.ns.tool(input: { n: number; when: unknown }): Promise<unknown>",
  ],
  [
    "Valibot, which brings no JSON Schema",
    Tool.make({ description: "", input: v.object({ id: v.string() }), run }),
    "tools.ns.tool(input: unknown): Promise<unknown>",
  ],
  [
    "Valibot with its JSON Schema beside it",
    Tool.make({
      description: "",
      input: {
        schema: v.object({ id: v.string() }),
        jsonSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      },
      run,
    }),
    "tools.ns.tool(input: { id: string }): Promise<unknown>",
  ],
])("inline: %s", (_, tool, expected) => {
  expect(signatures(tool).inline).toBe(expected);
});

test.each<[string, string]>([
  ["a.b", "tools.a.b()"],
  ["context7.resolve-library-id", 'tools.context7["resolve-library-id"]()'],
  ["a.__proto__.then", "tools.a.__proto__.then()"],
  ['q."x"\n', 'tools.q["\\"x\\"\\n"]()'],
])("path %j is written %s", (path, expected) => {
  const tool = Tool.make({ description: "", input: { type: "object", properties: {} }, run });
  expect(signatures(tool, path).inline).toBe(`${expected}: Promise<unknown>`);
});

test.each<[string, string]>([
  ["Looks up an order.", "Looks up an order"],
  ["\n\n## Search\nmore", "Search"],
  ["- **Bold** `code`", "Bold `code`"],
  [
    "First sentence that is long enough to stand. Then a second one that goes on and on without an end.",
    "First sentence that is long enough to stand",
  ],
  [
    "One line without any end that goes on for much longer than a list of tools has room for in it",
    "One line without any end that goes on for much longer than a list of tools has…",
  ],
  ["line\u2028separator", "line"],
  ["<p>Deletes <code>it</code> at <user_id>.</p>", "Deletes it at <user_id>"],
  ["", ""],
])("description %j is told as %j", (description, expected) => {
  expect(inlineDescription(description)).toBe(expected);
});

test("pretty", () => {
  const tool = Tool.make({
    description: "Looks up an order.\n\nReturns it whole.",
    input: { type: "object", properties: { id: { type: "string", description: "Order id" } }, required: ["id"] },
    output: {
      $ref: "#/$defs/Order",
      $defs: {
        Order: { type: "object", properties: { parent: { $ref: "#/$defs/Order" }, total: { type: "number" } } },
      },
    },
    run,
  });
  expect(signatures(tool).pretty).toBe(`/**
 * Looks up an order.
 * Returns it whole.
 */
tools.ns.tool(input: {
  /** Order id */
  id: string;
}): Promise<Order>
type Order = {
  parent?: Order;
  total?: number;
};`);
});

test("foreign text cannot end a comment, a line or a literal", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: template syntax as text is what is tested
  const text = "Lists projects/*/secrets. */ declare const evil: any; /*\n} `${x}` // */\u2028*\u200b/";
  const tool = Tool.make({
    description: text,
    input: JSON.parse(
      JSON.stringify({
        type: "object",
        properties: { [text]: { description: text, enum: [text], default: text, pattern: text } },
        required: [text],
      }),
    ),
    output: { $ref: `#/$defs/x`, $defs: { x: { type: "object", properties: { [text]: { $ref: "#/$defs/x" } } } } },
    run,
  });
  const { inline, pretty } = signatures(tool, "secrets.list");
  expect(inline.includes("\n")).toBe(false);
  for (const signature of [inline, pretty]) {
    expect(declared(signature)).toEqual({ functions: 1, types: ["X"], errors: [] });
  }
});

test("one bad schema harms no other tool", () => {
  const bad = Tool.make({
    description: "bad",
    input: { type: "object", properties: { a: null, b: 7, c: "x" } } as never,
    output: { $ref: "http://example.test/#" },
    run,
  });
  const good = Tool.make({ description: "good", input: { type: "object", properties: {} }, run });
  const catalog = createCatalog({ ns: { bad, good } });
  expect(catalog.entries.map((entry) => entry.inlineSignature)).toEqual([
    "tools.ns.bad(input?: { a?: unknown; b?: unknown; c?: unknown }): Promise<unknown>  // bad",
    "tools.ns.good(): Promise<unknown>  // good",
  ]);
});

test("every form is bounded, whatever the schema", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [
      `property_number_${at}`,
      { type: "string", description: "x".repeat(500) },
    ]),
  );
  const tool = Tool.make({
    description: "y".repeat(100_000),
    input: { type: "object", properties: wide },
    output: { type: "object", properties: wide },
    run,
  });
  for (const signature of Object.values(signatures(tool))) {
    expect(estimateTokens(signature)).toBeLessThanOrEqual(MAX_SIGNATURE_TOKENS);
    expect(declared(signature)).toEqual({ functions: 1, types: [], errors: [] });
  }
});

describe.skipIf(!hasSharedData)("recorded catalogs (skipped without ../shared/data)", () => {
  /** Renders both forms of every tool: each is bounded, parses, and declares one tool. Mean tokens of the inline form. */
  function renderAll(tree: ToolTree): { count: number; meanInline: number; ms: number } {
    const catalog = createCatalog(tree);
    const started = performance.now();
    const texts = catalog.entries.map((entry) => [entry.inlineSignature, entry.prettySignature]);
    const ms = performance.now() - started;
    for (const signature of texts.flat()) {
      expect(estimateTokens(signature)).toBeLessThanOrEqual(MAX_SIGNATURE_TOKENS);
      const { functions, errors } = declared(signature);
      if (functions !== 1 || errors.length > 0) expect.soft(signature).toBe(errors.join());
    }
    const total = texts.reduce((sum, [inline]) => sum + estimateTokens(inline), 0);
    return { count: texts.length, meanInline: total / texts.length, ms };
  }

  test("59 servers: at most 70 tokens a tool, 3.8 times less than raw schemas", () => {
    const servers = mcpServers();
    const tree = Object.fromEntries(
      servers.map(({ name, tools }) => [name, Object.fromEntries(tools.map((tool) => [tool.name, toolOf(tool)]))]),
    );
    const { count, meanInline } = renderAll(tree);
    const raw = servers.flatMap(({ tools }) =>
      tools.map(({ name, description, inputSchema }) =>
        estimateTokens(JSON.stringify({ name, description, inputSchema })),
      ),
    );
    const meanRaw = raw.reduce((sum, tokens) => sum + tokens, 0) / raw.length;
    expect(count).toBe(2_443);
    expect(meanInline).toBeLessThanOrEqual(70);
    expect(meanRaw / meanInline).toBeGreaterThanOrEqual(3.8);
  });

  test("70 further servers", () => {
    const tree = Object.fromEntries(
      liveTools().map((tool, at) => [`live.${tool.name.replaceAll(".", "_")}_${at}`, toolOf(tool)]),
    );
    expect(renderAll(tree).count).toBe(527);
  });

  test.each(hasSharedData ? openApiFiles() : [])("operations of %s", (file) => {
    const tools = openApiTools(file);
    const { count } = renderAll({ api: Object.fromEntries(tools) });
    expect(count).toBe(tools.size);
  });

  test.each(["github.json.gz", "stripe.json.gz"])("the inline catalog of %s renders in under 500 ms", (file) => {
    const tree = { api: Object.fromEntries(openApiTools(file)) };
    expect(cpuMs(() => createCatalog(tree).instructions())).toBeLessThan(500);
  });
});
