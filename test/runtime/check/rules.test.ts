/** What a check says and does not say: rows of a program and all that is found in it, by rule, place and severity. */
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CodeMode, Tool } from "../../../runtime/index.js";
import { tools } from "../diagnostics/fixture.js";
import { spanText } from "../diagnostics/wrong-programs.js";

const zod = Tool.make({
  description: "Takes what Zod describes.",
  input: z.object({
    id: z.string().min(2),
    count: z.coerce.number().optional(),
    mode: z.enum(["fast", "slow"]).default("fast"),
    at: z.union([z.string(), z.null()]).optional(),
  }),
  run: () => 1,
});

const recursive = Tool.make({
  description: "Takes a tree.",
  input: Tool.validating({
    $ref: "#/$defs/Node",
    $defs: {
      Node: {
        type: "object",
        properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/Node" } } },
        required: ["name"],
        additionalProperties: false,
      },
    },
  }),
  run: () => 1,
});

const runtime = CodeMode.make({ tools: { ...tools, zod: { take: zod }, tree: { save: recursive } } });

/** Everything found, as `error Kind text` and `warning Kind text`. */
function found(source: string): string[] {
  const told = (severity: string) => (each: { kind: string; location?: Parameters<typeof spanText>[1] }) =>
    `${severity} ${each.kind} ${each.location === undefined ? "" : spanText(source, each.location)}`;
  return runtime.check(source).match(
    ({ warnings }) => warnings.map(told("warning")),
    (errors) => errors.map(told("error")),
  );
}

beforeAll(() => runtime.warmup());

describe("no finding", () => {
  it.each([
    "return await tools.orders.lookup({ id: Math.random() > 0.5 ? 'a' : 'b' });",
    "const input = {}; input.id = 'a'; return await tools.orders.lookup(input);",
    "const base = { id: 'a' }; return await tools.orders.lookup({ ...base });",
    "return await tools.orders.lookup({ ...(await tools.text.json()) });",
    "return await tools.orders.lookup(...[{ id: 'a' }]);",
    "const key = 'id'; return await tools.orders.lookup({ [key]: 'a' });",
    "let status = 'opne'; status = 'open'; return await tools.orders.list({ status });",
    "return await tools.orders.list(undefined);",
    "return await tools.orders.list({ limit: undefined });",
    "return await tools.orders.list({ limit: -1 });",
    "const x = await tools.text.json(); return await tools.shape.draw({ kind: x, radius: 1 });",
    "const n = await tools.text.json(); return await tools.shape.draw({ kind: 'circle', radius: n });",
    "return await tools.zod.take({ id: 'ab', count: '5' });",
    "return await tools.zod.take({ id: 'ab', at: null });",
    "return await tools.zod.take({ id: 'ab', mode: undefined });",
    "const at = await tools.text.json(); return await tools.zod.take({ id: 'ab', at });",
    "const name = await tools.text.json(); return await tools.tree.save({ name, children: [{ name: 'a' }] });",
    "for await (const event of tools.feed.events()) console.log(event);",
    "const events = tools.feed.events(); for await (const event of events) console.log(event);",
    "const p = tools.orders.list(); const [a] = await Promise.all([p]); return a;",
    "const p = tools.orders.list(); return p.then((rows) => rows.length);",
    "const p = tools.orders.list(); return await p;",
    "let r = tools.orders.list(); r = await r; return r.length;",
    "tools.orders.list().catch(() => null); return 1;",
    "await Promise.allSettled([tools.orders.nope({})].slice(1)); return 1;".replace("nope", "list"),
    "return typeof fetch === 'function' ? fetch('a') : null;",
    "if (tools.orders.nope) return await tools.orders.nope({}); return 1;",
    "if (typeof tools.orders.nope === 'function') { await tools.orders.nope({}); }",
    "const out = []; while (true) { out.push(1); if (out.length > 3) break; } return out;",
    "outer: while (true) { while (true) { break outer; } }",
    "outer: for (;;) { for (const x of [1]) continue outer; }".replace("continue outer", "break outer"),
    "while (true) { await tools.orders.list(); }",
    "while (true) { step(); } function step() { throw new Error('end'); }",
    "let i = 0; while (i < 3) i++; return i;",
    "let i = 0; const up = () => i++; while (i < 3) up(); return i;",
    "const q = [1]; while (q.length) q.pop(); return 1;",
    "function* g() { while (true) yield 1; } return g().next().value;",
    "return f(); function f() { return 1; }",
    "switch (1) { case 1: break; default: } return 1;",
    "const xs = [3, 1]; xs.sort(); xs.reverse(); return xs;",
    "class Text { trim() { this.done = true; } } const t = new Text(); t.trim(); return t.done;",
    "const s = new Set([1]); s.add(2); return [...s];",
    "({ tools }) => tools; return 1;".replace(
      "({ tools }) => tools;",
      "const f = (tools) => tools.any.thing(); f({ any: { thing() {} } });",
    ),
    "const tools2 = { a: { b() { return 1; } } }; return tools2.a.b();",
    "const search = (x) => x; return search('a');",
    "return (await search({ query: 'x' })).items;",
    "return (await tools.$codemode.search({ query: 'x' })).items;",
    "try { undefinedName; } catch {} return arguments.length;"
      .replace("undefinedName;", "")
      .replace("arguments.length", "1"),
    "const { orders: { lookup } } = tools; return await lookup({ id: 'a' });",
    "const rows = await Promise.all(['a'].map((id) => tools.orders.lookup({ id }))); return rows;",
    "function main() { return tools.orders.list(); } return main();",
    "return new Promise((resolve) => setTimeout(resolve, 1));",
    "label: { break label; } return 1;",
    "'use strict'; return 1;",
  ])("%s", (source) => expect(found(source)).toEqual([]));
});

describe("findings", () => {
  it.each<[string, string[]]>([
    ["return await tools.zod.take({ id: 'a' });", ["error InvalidToolInput id: 'a'"]],
    ["return await tools.zod.take({ id: 'ab', mode: 'quick' });", ["error InvalidToolInput mode: 'quick'"]],
    ["return await tools.zod.take({ id: 'ab', at: 5 });", ["error InvalidToolInput at: 5"]],
    [
      "const id = String(1); return await tools.zod.take({ id, mode: 'quick' });",
      ["warning InvalidToolInput mode: 'quick'"],
    ],
    [
      "const n = await tools.text.json(); return await tools.tree.save({ name: n, children: [{ name: n, child: [] }] });",
      ["error InvalidToolInput child"],
    ],
    [
      "const n = await tools.text.json(); return await tools.tree.save({ children: [n] });",
      ["error InvalidToolInput { children: [n] }"],
    ],
    ["const n = await tools.text.json(); return await tools.orders.list({ tags: [n, ...n, 5] });", []],
    [
      "const n = await tools.text.json(); return await tools.orders.list({ limit: n, size: n });",
      ["error InvalidToolInput size"],
    ],
    ["return await tools.orders.lookup?.({ id: 1 });", ["error InvalidToolInput id: 1"]],
    ["return await globalThis.tools.orders.lookup({ id: 1 });", ["error InvalidToolInput id: 1"]],
    ["const { lookup: get } = tools.orders; return await get({ id: 1 });", ["error InvalidToolInput id: 1"]],
    ["return await tools.orders.lookup({ id: 1 }).catch(() => null);", ["warning InvalidToolInput id: 1"]],
    ["return await Promise.allSettled([tools.orders.lookup({ id: 1 })]);", ["warning InvalidToolInput id: 1"]],
    ["try { await tools.orders.lookup({ id: 1 }); } finally { console.log(1); }", ["error InvalidToolInput id: 1"]],
    ["const go = async () => { tools.orders.list(); }; await go();", ["warning FloatingPromise tools.orders.list()"]],
    ["const load = async () => 1; const r = load(); return r.total;", ["warning MissingAwait r"]],
    ["const x = 1; while (x < 2) { console.log(x); }", ["warning EndlessLoop while (x < 2)"]],
    ["for (let i = 0; i < 3; ) console.log(i);", ["warning EndlessLoop for (let i = 0; i < 3; )"]],
    ["while (true) { switch (1) { case 1: break; } }", ["warning EndlessLoop while (true)"]],
    ["while (true) { const f = () => { return 1; }; }", ["warning EndlessLoop while (true)"]],
    ["a; b; a; return 1;", ["error ExecutionFailure a", "error ExecutionFailure b"]],
  ])("%s", (source, expected) => expect(found(source)).toEqual(expected));
});

describe("manifest", () => {
  it.each<[string, string[], boolean]>([
    ["return 1;", [], false],
    [
      "await tools.orders.list(); await tools.orders.lookup({ id: 'a' }); await tools.orders.list();",
      ["orders.list", "orders.lookup"],
      false,
    ],
    ["const o = tools.orders; return await o.list();", ["orders.list"], false],
    ["const { list } = tools.orders; return await list();", ["orders.list"], false],
    ["return await tools['docs']['resolve-library-id']({ name: 'a' });", ["docs.resolve-library-id"], false],
    ["const f = tools.orders.list; return await f();", ["orders.list"], false],
    ["const n = 'list'; return await tools.orders[n]();", [], true],
    ["const call = (ns) => ns.list(); return await call(tools.orders);", [], true],
    ["let t = tools; return await t.orders.list();", ["orders.list"], false],
    ["let t = tools; t = {}; return 1;", [], true],
    ["return Object.keys(tools);", [], false],
    ["return Object.values(tools.orders).length;", [], true],
    ["return 'orders' in tools;", [], false],
    ["for (const name in tools) console.log(name);", [], false],
    ["return (await search({ query: 'a' })).total;", ["$codemode.search"], false],
    ["return [tools.orders.list].length;", ["orders.list"], false],
  ])("%s", (source, paths, isDynamic) => {
    expect(runtime.check(source)._unsafeUnwrap().tools).toEqual({ paths, isDynamic });
  });

  it("names what is written where no tools are known", () => {
    const checked = CodeMode.make().check("await tools.any.thing({}); return await tools.other[1 + 1]();", {
      tools: "any",
    });
    expect(checked._unsafeUnwrap().tools).toEqual({ paths: ["any.thing"], isDynamic: true });
  });
});
