import { describe, expect, test } from "vitest";
import { type AnyTool, createCatalog, Tool, type ToolTree } from "../../catalog/index.js";
import { stem } from "../../catalog/search/stemmer.js";
import { termsOf, wordsOf } from "../../catalog/search/words.js";
import { cpuMs } from "./cpu-time.js";
import { averages, macro, runQueries } from "./search-quality.js";
import { hasSharedData, mcpTree, searchSet } from "./shared-data.js";

function tool(description: string, parameters: Record<string, string> = {}): AnyTool {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, { type: "string", description: text }]),
  );
  return Tool.make({ description, input: { type: "object", properties }, run: () => null });
}

const TREE: ToolTree = {
  github: {
    create_issue: tool("Creates an issue in a repository"),
    list_issues: tool("Lists issues of a repository"),
    create_pull_request: tool("Opens a pull request"),
    get_file_contents: tool("Reads a file or a directory", { path: "Where it lies" }),
  },
  "github.actions": { runWorkflow: tool("Starts a workflow") },
  weather: { forecast: tool("Weather for a city", { city: "Name of the city", days: "How many days ahead" }) },
  "12306": { "get-tickets": tool("查询12306余票信息。") },
  geo: { geocode_address: tool("Turns an address into coordinates") },
  files: { list_directory: tool("Everything inside a folder") },
};
const catalog = createCatalog(TREE);
const found = (query: string, namespace?: string): string[] =>
  catalog.search(namespace === undefined ? { query } : { query, namespace }).items.map(({ path }) => path);

describe("ranking", () => {
  test.each<[string, string, string]>([
    ["name and description", "create an issue", "tools.github.create_issue"],
    ["another form of a word", "listing the issues", "tools.github.list_issues"],
    ["a synonym", "open file contents", "tools.github.get_file_contents"],
    ["a synonym of the name", "make a new issue", "tools.github.create_issue"],
    ["camelCase", "run workflow", "tools.github.actions.runWorkflow"],
    ["a parameter", "city days", "tools.weather.forecast"],
    ["a start of a word", "geoco", "tools.geo.geocode_address"],
    ["a word made of two", "listdirectory", "tools.files.list_directory"],
    ["another script", "余票", 'tools["12306"]["get-tickets"]'],
    ["accents", "wéather", "tools.weather.forecast"],
  ])("%s", (_, query, expected) => {
    expect(found(query)[0] ?? "").toBe(expected);
  });

  test("nothing in common", () => {
    expect(catalog.search({ query: "zzz" })).toEqual({ items: [], total: 0, remaining: 0, next: null });
  });

  test("equal scores go by path, whatever the order of insertion", () => {
    const names = ["b", "a", "d", "c"];
    const forwards = createCatalog({ n: Object.fromEntries(names.map((name) => [name, tool("same words")])) });
    const backwards = createCatalog({
      n: Object.fromEntries([...names].reverse().map((name) => [name, tool("same words")])),
    });
    for (const each of [forwards, backwards]) {
      expect(each.search({ query: "words" }).items.map(({ path }) => path)).toEqual([
        "tools.n.a",
        "tools.n.b",
        "tools.n.c",
        "tools.n.d",
      ]);
    }
  });
});

describe("exact paths", () => {
  test.each([
    "context.do-it",
    "tools.context.do-it",
    'tools.context["do-it"]',
    "await tools.context['do-it']({ id: 1 })",
    " context.do-it ",
  ])("%s", (query) => {
    const exact = createCatalog({ context: { "do-it": tool("Does it"), "do-it-again": tool("Does it again") } });
    expect(exact.search({ query })).toEqual({
      items: [
        {
          path: 'tools.context["do-it"]',
          description: "Does it",
          signature: '/** Does it */\ntools.context["do-it"](): Promise<unknown>',
        },
      ],
      total: 1,
      remaining: 0,
      next: null,
    });
  });

  test("below the namespace it is scoped to", () => {
    expect(found("create_issue", "github")).toEqual(["tools.github.create_issue"]);
  });

  test("outside the namespace it is scoped to", () => {
    expect(found("weather.forecast", "github")).toEqual([]);
  });
});

describe("browsing", () => {
  test("an empty query lists in path order, page by page", () => {
    const pages = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const page = catalog.search({ limit: 4, offset });
      pages.push([page.items.map(({ path }) => path), page.total, page.remaining]);
      offset = page.next;
    }
    expect(pages).toEqual([
      [
        [
          'tools["12306"]["get-tickets"]',
          "tools.files.list_directory",
          "tools.geo.geocode_address",
          "tools.github.actions.runWorkflow",
        ],
        9,
        5,
      ],
      [
        [
          "tools.github.create_issue",
          "tools.github.create_pull_request",
          "tools.github.get_file_contents",
          "tools.github.list_issues",
        ],
        9,
        1,
      ],
      [["tools.weather.forecast"], 9, 0],
    ]);
  });

  test.each<[string, string[]]>([
    ["github.actions", ["tools.github.actions.runWorkflow"]],
    ["tools.weather", ["tools.weather.forecast"]],
    ["12306", ['tools["12306"]["get-tickets"]']],
    [
      "GitHub",
      [
        "tools.github.actions.runWorkflow",
        "tools.github.create_issue",
        "tools.github.create_pull_request",
        "tools.github.get_file_contents",
        "tools.github.list_issues",
      ],
    ],
    ["GitHub.Actions", ["tools.github.actions.runWorkflow"]],
    ["githu", []],
    ["no such namespace", []],
  ])("namespace %s", (namespace, expected) => {
    expect(found("", namespace)).toEqual(expected);
  });

  test.each<[object, number]>([
    [{ limit: 0 }, 1],
    [{ limit: -3 }, 1],
    [{ limit: 2.9 }, 2],
    [{ limit: 1e9 }, 9],
    [{ limit: Number.NaN }, 1],
    [{ offset: -1 }, 9],
    [{ offset: 100 }, 0],
  ])("%j is brought into range", (input, count) => {
    expect(catalog.search(input).items.length).toBe(count);
  });
});

describe("the search tool", () => {
  const { searchTool } = catalog;

  function decoded(input: unknown): unknown {
    const schema = (searchTool.input as { schema: { "~standard": { validate(value: unknown): unknown } } }).schema;
    return schema["~standard"].validate(input);
  }

  test("signature", () => {
    expect(catalog.get("$codemode.search")!.inlineSignature).toBe(
      "tools.$codemode.search(input?: { query?: string; namespace?: string; limit?: number; offset?: number }): Promise<{ items: { path: string; description: string; signature: string }[]; total: number; remaining: number; next: number | null }>  // Finds tools by what they do",
    );
  });

  test.each<[string, unknown, unknown]>([
    ["an object", { query: "x", limit: 3 }, { value: { query: "x", limit: 3 } }],
    ["text is a query", "x", { value: { query: "x" } }],
    ["null is absent", { query: null, offset: 1 }, { value: { offset: 1 } }],
    ["nothing", {}, { value: {} }],
    [
      "a wrong kind",
      { query: 1 },
      { issues: [{ message: "query: expected string, received number 1", path: ["query"] }] },
    ],
    [
      "an unknown member",
      { q: "x" },
      { issues: [{ message: 'unknown property "q"; allowed: "query", "namespace", "limit", "offset"', path: [] }] },
    ],
  ])("input: %s", (_, input, expected) => {
    expect(decoded(input)).toEqual(expected);
  });

  test("running it searches", () => {
    const run = searchTool.run as (input: unknown, context: unknown) => unknown;
    expect(run({ query: "weather.forecast" }, {})).toEqual(catalog.search({ query: "weather.forecast" }));
  });
});

test.each<[string, string]>([
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["feed", "feed"],
  ["agreed", "agre"],
  ["plastered", "plaster"],
  ["motoring", "motor"],
  ["sing", "sing"],
  ["conflated", "conflat"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["filing", "file"],
  ["happy", "happi"],
  ["relational", "relat"],
  ["vietnamization", "vietnam"],
  ["electriciti", "electr"],
  ["goodness", "good"],
  ["adjustment", "adjust"],
  ["adoption", "adopt"],
  ["controll", "control"],
  ["rate", "rate"],
  ["go", "go"],
  ["naïve", "naïve"],
  ["v2", "v2"],
])("the stem of %s is %s", (word, expected) => {
  expect(stem(word)).toBe(expected);
});

test.each<[string, string[]]>([
  ["getFileInfo", ["get", "file", "info"]],
  ["HTTPServer_v2", ["http", "server", "v", "2"]],
  ["résumé naïve", ["resume", "naive"]],
  ["查询余票", ["查询", "询余", "余票"]],
  ["東京へ行く", ["東京", "京へ", "へ行", "行く"]],
  ["票", ["票"]],
  ["Привет мир", ["привет", "мир"]],
  ["", []],
])("words of %s", (text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});

test("a long text is read to a bounded length", () => {
  expect(termsOf("word ".repeat(1_000_000)).length).toBe(800);
});

describe.skipIf(!hasSharedData)("recorded queries (skipped without ../shared/data)", () => {
  test("recall and rank over 128 queries in 1,820 tools", () => {
    const scores = macro([...averages(runQueries(searchSet())).values()]);
    expect(scores.recall1).toBeGreaterThanOrEqual(0.58);
    expect(scores.recall5).toBeGreaterThanOrEqual(0.73);
    expect(scores.recall10).toBeGreaterThanOrEqual(0.78);
    expect(scores.mrr).toBeGreaterThanOrEqual(0.68);
  });

  test("2,443 tools: index at most 500 ms, a query at most 2 ms", () => {
    const large = createCatalog(mcpTree());
    expect(cpuMs(() => large.rank("warm up"))).toBeLessThan(500);
    const { queries } = searchSet();
    const searchAll = (): void => {
      for (const { query } of queries) large.search({ query });
    };
    searchAll();
    expect(cpuMs(searchAll) / queries.length).toBeLessThan(2);
  });

  test("16,500 tools: index under 5 s", () => {
    const tree = Object.fromEntries(
      Array.from({ length: 7 }, (_, copy) =>
        Object.entries(mcpTree()).map(([name, tools]) => [`${name}_${copy}`, tools]),
      ).flat(),
    );
    const large = createCatalog(tree);
    expect(large.entries.length).toBe(17_101);
    const ms = cpuMs(() => expect(large.search({ query: "create a pull request" }).total).toBeGreaterThan(100));
    expect(ms).toBeLessThan(5_000);
  });
});
