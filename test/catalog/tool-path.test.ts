import { expect, test } from "vitest";
import { pathExpression, pathSegments, readPath } from "../../catalog/tool-path.js";

test.each<[string, string]>([
  ["orders.lookup", "tools.orders.lookup"],
  ["context7.resolve-library-id", 'tools.context7["resolve-library-id"]'],
  ["12306-mcp.get tickets", 'tools["12306-mcp"]["get tickets"]'],
  ["a.default.__proto__.constructor.then", "tools.a.default.__proto__.constructor.then"],
  ["日本.検索", 'tools["日本"]["検索"]'],
  ['a."\\', 'tools.a["\\"\\\\"]'],
  ["a.x\u{e0041}", 'tools.a["x\\udb40\\udc41"]'],
  ["a.x\u2028\u202ey", 'tools.a["x\\u2028\\u202ey"]'],
])("expression of %s", (path, expected) => {
  expect(pathExpression(path)).toBe(expected);
});

test.each<[string, string[] | undefined]>([
  ["orders.lookup", ["orders", "lookup"]],
  ["tools.orders.lookup", ["orders", "lookup"]],
  ["  await tools.orders.lookup({ id: 1 });", ["orders", "lookup"]],
  ['tools.context7["resolve-library-id"]', ["context7", "resolve-library-id"]],
  ["tools['context7']['resolve-library-id'](", ["context7", "resolve-library-id"]],
  ["context7.resolve-library-id", ["context7", "resolve-library-id"]],
  ['tools["github.issues"].list', ["github", "issues", "list"]],
  ["tools?.orders?.[`lookup`]", ["orders", "lookup"]],
  ['tools.a["\\"x\\""]', ["a", '"x"']],
  ['tools.a["x\\u2028\\n"]', ["a", "x\u2028\n"]],
  ["tools", ["tools"]],
  ["tools.a.__proto__", ["a", "__proto__"]],
  ["create a pull request", undefined],
  ["a..b", undefined],
  ["a.", undefined],
  ["a[b]", undefined],
  ["", undefined],
])("reading %j", (text, expected) => {
  expect(readPath(text)).toEqual(expected);
});

test.each(["", ".", "a.", ".a", "a..b"])("%j has an empty segment", (path) => {
  expect(() => pathSegments(path)).toThrow(new TypeError(`Tool path ${JSON.stringify(path)} has an empty segment`));
});
