/** The names search goes by, and the warning where a promise is taken for its value. */
import { describe, expect, it } from "vitest";
import { type CodeModeOptions, Tool } from "../../../runtime/index.js";
import { outcomeOf, scriptedTools, settle, summary } from "../../support/outcome.js";

const tool = (run: () => unknown) => Tool.make({ description: "", input: {}, run });

describe("search has short names", () => {
  const all = `[typeof search, typeof $codemode, (await search({ query: "" })).total, (await tools.search({})).total, (await $codemode.search()).total, (await tools.$codemode.search("")).total]`;
  it.each<readonly [name: string, tools: CodeModeOptions["tools"], code: string, expected: unknown]>([
    ["all of them", scriptedTools(), `return ${all}`, ["function", "object", 4, 4, 4, 4]],
    [
      "unless the program owns them",
      scriptedTools(),
      `const search = 1; function $codemode() {} return [typeof search, typeof $codemode]`,
      ["number", "function"],
    ],
    ["unless a parameter owns them", scriptedTools(), `return ((search) => search)(5)`, 5],
    [
      "unless the host has a tool of that name",
      { search: tool(() => "own") },
      `return [await tools.search({}), typeof search, (await $codemode.search("")).total]`,
      ["own", "undefined", 1],
    ],
    [
      "unless the host has a namespace of that name",
      { search: { web: tool(() => "own") } },
      `return [await tools.search.web({}), typeof search, (await $codemode.search("")).total]`,
      ["own", "undefined", 1],
    ],
    ["and they are not listed", scriptedTools(), `return Object.keys(tools)`, ["fail", "never", "now", "ok"]],
  ])("%s", async (_name, tools, code, expected) => {
    expect((await outcomeOf(code, { tools })).value).toEqual(expected);
  });

  it("counts as a call", async () => {
    expect((await outcomeOf(`await search(""); await tools.search("")`, { tools: {} })).calls).toEqual([
      "$codemode.search success",
      "$codemode.search success",
    ]);
  });
});

describe("a promise turned into text or a number is a warning with its place", () => {
  const message =
    "PromiseAsText: A promise is turned into text or a number here, so the answer is probably wrong: await it first";
  it.each<readonly [name: string, code: string, value: unknown, column: number]>([
    ["template", `const p = Promise.resolve(1); return \`is \${p}\`;`, "is [object Promise]", 44],
    ["plus", `const p = Promise.resolve(1); return p + 1;`, "[object Promise]1", 38],
    ["text plus", `const p = Promise.resolve(1); return "a" + p;`, "a[object Promise]", 38],
    ["arithmetic", `const p = Promise.resolve(1); return p * 2;`, null, 38],
    ["comparison", `const p = Promise.resolve(1); return p > 2;`, false, 38],
    ["unary", `const p = Promise.resolve(1); return +p;`, null, 38],
    ["String()", `const p = Promise.resolve(1); return String(p);`, "[object Promise]", 38],
    ["Number()", `const p = Promise.resolve(1); return Number(p);`, null, 38],
    ["join", `const p = Promise.resolve(1); return [1, p].join("-");`, "1-[object Promise]", 45],
    ["a key", `const p = Promise.resolve(1); return Object.keys({ [p]: 1 });`, ["[object Promise]"], 53],
    ["call in place", `return \`\${tools.now({ n: 1 })}\`;`, "[object Promise]", 11],
  ])("%s", async (_name, code, value, column) => {
    const outcome = await settle(code, { tools: scriptedTools() });
    expect(summary(outcome)).toMatchObject({ value, warnings: [message] });
    expect(outcome.warnings?.map((warning) => warning.location?.column)).toEqual([column]);
  });

  it("once a place, however often it runs; never for what is fine", async () => {
    const loop = await outcomeOf(`const p = Promise.resolve(1); for (let i = 0; i < 5; i++) \`\${p}\`; return 1`, {});
    expect(loop.warnings).toEqual([message]);
    const fine = await outcomeOf(
      `const p = Promise.resolve(1); console.log(p); return [p === p, !p, p == null, typeof p, \`\${await p}\`]`,
      {},
    );
    expect(fine.warnings).toBeUndefined();
  });
});
