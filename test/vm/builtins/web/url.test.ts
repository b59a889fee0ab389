/** URL and URLSearchParams give what Node gives, error for error. */
import { describe, expect, it } from "vitest";
import { CodeMode } from "../../../../runtime/index.js";
import { expectSame, inVm, vmTexts } from "./run-both.js";

const URLS = [
  "https://u:p@shop.example:8080/a/b/../c?x=1&y=%20#top",
  "HTTP://EXAMPLE.com:80/./a//b?",
  "https://münchen.example/straße?q=ü#ß",
  "http://[::1]:3000/",
  "http://192.168.0.1.:1/",
  "http://0x7f.1/",
  "file:///etc/../tmp/x",
  "mailto:ann@example.com?subject=Hi there",
  "data:text/plain;base64,SGk=",
  "javascript:alert(1)",
  "blob:https://a.example/1",
  "  https://a.example/  ",
  "ht\ttps://a.ex\nample/",
  "https:a.example",
  "https:\\\\a.example\\x",
  "//a.example",
  "/x",
  "",
  "https://",
  "https://a b.example/",
  "https://a.example:99999/",
  "https://%zz.example/",
  "https://xn--mnchen-3ya.example/",
  "urn:isbn:1",
  "custom://Host/Path",
];

const PARTS = "href origin protocol username password host hostname port pathname search hash".split(" ");

describe("URL", () => {
  it("splits texts into components as Node does", () =>
    expectSame(
      URLS.map(
        (url) =>
          `(() => { const u = new URL(${JSON.stringify(url)}); return [${PARTS.map((p) => `u.${p}`).join(", ")}] })()`,
      ),
    ));

  it("resolves against a base", () =>
    expectSame(
      ["", "x", "/x", "../x", "?q", "#h", "//b.example/y", "https://c.example", "http:d", "a:b"].flatMap((url) => [
        `new URL(${JSON.stringify(url)}, "https://a.example/p/q/r?s#t").href`,
        `new URL(${JSON.stringify(url)}, "mailto:x").href`,
        `URL.canParse(${JSON.stringify(url)}, "https://a.example/p/q")`,
      ]),
    ));

  const set = (part: string, value: string) =>
    `(() => { const u = new URL("https://u:p@a.example:81/b?c=d#e"); u.searchParams; u.${part} = ${value}; return [u.href, [...u.searchParams]] })()`;

  it("changes components", () =>
    expectSame([
      set("href", '"http://x.example/?z=1&z=2"'),
      set("href", '"nonsense"'),
      set("protocol", '"http"'),
      set("protocol", '"mailto"'),
      set("username", '"é:@"'),
      set("password", '""'),
      set("host", '"b.example:90"'),
      set("host", '"b c"'),
      set("hostname", '"münchen.example"'),
      set("port", '"443"'),
      set("port", '"x"'),
      set("port", "8080"),
      set("pathname", '"a b/../c?d#e"'),
      set("search", '"?q=1&q=2&é=ü"'),
      set("search", '""'),
      set("hash", '"x y"'),
      set("hash", '""'),
      set("href", "{ toString() { return 'https://o.example/' } }"),
    ]));

  it("is text, JSON and an object of its class", () =>
    expectSame([
      `JSON.stringify({ u: new URL("https://a.example") })`,
      `String(new URL("https://a.example/?q"))`,
      `new URL(new URL("https://a.example/b")).href`,
      `new URL("https://a.example") instanceof URL`,
      `Object.prototype.toString.call(new URL("https://a.example"))`,
      `Object.keys(new URL("https://a.example")).length`,
      `new (class extends URL { get short() { return this.host } })("https://a.example/x").short`,
      `new URL("https://a.example").searchParams === new URL("https://a.example").searchParams`,
      `(() => { const u = new URL("https://a.example"); return u.searchParams === u.searchParams })()`,
      `[URL.length, URL.name, URLSearchParams.length, URLSearchParams.name]`,
    ]));

  it("reports errors in Node's words", () =>
    expectSame([
      `new URL()`,
      `URL("https://a.example")`,
      `new URL("x")`,
      `new URL("x", "y")`,
      `new URL(Symbol())`,
      `URL.canParse()`,
      `(() => { try { new URL("x") } catch (e) { return [e.code, e.input, Object.keys(e), e instanceof TypeError] } })()`,
      `(() => { try { new URL("x", "y") } catch (e) { return [e.code, e.input, e.base] } })()`,
      `Object.getOwnPropertyDescriptor(URL.prototype, "href").get.call({})`,
      `URL.parse("x")`,
    ]));

  it("refuses texts that would take the parser too long", async () => {
    expect(
      await vmTexts([
        `URL.canParse("https://a.example/" + "x".repeat(1000000))`,
        `URL.canParse("https://a.example/" + "x".repeat(1100000))`,
        `URL.canParse("https://" + "a".repeat(2000))`,
        `URL.canParse("https://" + "ü".repeat(3000))`,
        `URL.canParse("h\\tttps:" + "\\n".repeat(5000) + "/".repeat(3000) + "ü".repeat(3000))`,
        `URL.canParse("data:," + "ü".repeat(5000))`,
        `URL.canParse("//" + "ü".repeat(3000), "https://a.example")`,
        `(() => { const u = new URL("https://a.example"); u.hostname = "ü".repeat(3000); return u.href })()`,
      ]),
    ).toEqual(["true", "false", "true", "false", "false", "true", "false", '"https://a.example/"']);
  });

  it("keeps a loop over urls within the limits", async () => {
    const runtime = CodeMode.make({ tools: {}, limits: { timeoutMs: 10_000, maxInstructions: 5_000_000 } });
    const outcome = await runtime.execute(
      `const host = "ü".repeat(2000); for (;;) URL.canParse("https://" + host + ".example/");`,
    );
    expect(outcome.isErr() && outcome.error.error.kind).toBe("LimitExceeded");
  });
});

const params = (body: string) => `(() => { const p = new URLSearchParams("a=1&b=2&a=3&c=%20+%C3%A9"); ${body} })()`;

describe("URLSearchParams", () => {
  it("is made from texts, pairs and records", () =>
    expectSame(
      [
        "",
        '"?a=1&&b&=c&%zz=%C3%A9%FF+x"',
        '"??a"',
        '"a=b=c"',
        '"\\ud800=\\udc00"',
        "null",
        "undefined",
        "5",
        '[["a", "b"], ["c", 1]]',
        "[]",
        "{ a: 1, b: [1, 2], c: undefined }",
        "new Map([['x', 'y']])",
        "new URLSearchParams('q=1&q=2')",
        "new Set(['ab', 'cd'].map((t) => [...t]))",
        "[['a']]",
        "[1]",
        "{ [Symbol.iterator]: 1 }",
        "{ toString() { return 'a' }, x: 'y' }",
        "[['a', 'b', 'c']]",
      ].flatMap((init) => [`[...new URLSearchParams(${init})]`, `String(new URLSearchParams(${init}))`]),
    ));

  it("encodes and decodes every byte", () =>
    expectSame([
      `String(new URLSearchParams([[Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join(""), "😀€"]]))`,
      `[...new URLSearchParams("x=" + Array.from({ length: 256 }, (_, i) => "%" + i.toString(16).padStart(2, "0")).join(""))]`,
      `[...new URLSearchParams("x=%F0%9F%98%80%EF%BB%BFq%E2%82")]`,
      `new URLSearchParams("a=" + "é+".repeat(50000)).get("a").length`,
    ]));

  it("reads, changes, sorts and iterates", () =>
    expectSame([
      params(`return [p.get("a"), p.get("z"), p.getAll("a"), p.has("a"), p.has("a", "3"), p.has("a", "9"), p.size]`),
      params(`p.append("d", {}); p.append("a", null); return [...p]`),
      params(`p.set("a", 9); p.set("z", 8); return [...p]`),
      params(`p.delete("a"); return [...p]`),
      params(`p.delete("a", "3"); p.delete("b", "9"); return [...p]`),
      params(`p.sort(); return [...p]`),
      params(`return [[...p.keys()], [...p.values()], [...p.entries()]]`),
      params(`const out = []; p.forEach(function (v, k, q) { out.push(k, v, q === p, this.t) }, { t: 1 }); return out`),
      params(`const out = []; for (const [k] of p) { out.push(k); if (out.length < 3) p.delete(k) } return out`),
      params(
        `const it = p.keys(); return [it.next(), it[Symbol.iterator]() === it, Object.prototype.toString.call(it)]`,
      ),
      params(`return p[Symbol.iterator] === p.entries`),
      params(`return Object.fromEntries(p)`),
      params(`return [...p].filter(([k]) => k !== "a").map(([k, v]) => k + "=" + v).join("&")`),
      params(`return p.append("a")`),
      params(`return p.get()`),
      params(`return p.set("a")`),
      params(`return p.delete()`),
      params(`return p.has()`),
      `URLSearchParams("a=1")`,
      `URLSearchParams.prototype.get.call({}, "a")`,
      `new URLSearchParams([["ﬃ", "1"], ["🌈", "2"], ["a", "3"], ["ﬃ", "4"]]).toString()`,
      `(() => { const p = new URLSearchParams([["ﬃ", "1"], ["🌈", "2"], ["a", "3"], ["ﬃ", "4"]]); p.sort(); return String(p) })()`,
    ]));

  it("is linked with its URL both ways", () =>
    expectSame(
      [
        `u.searchParams.append("x", "y z"); return u.href`,
        `u.searchParams.delete("a"); u.searchParams.delete("b"); return u.href`,
        `u.search = "?q=1"; return [...p]`,
        `u.href = "https://b.example/?r=2"; return [...p]`,
        `u.hash = "h"; return [...p]`,
        `p.sort(); return [u.search, u.searchParams === p]`,
        `p.set("a", "é"); return [u.search, u.href, String(u.searchParams)]`,
        `u.search = "?a=%20b"; const before = u.search; p.append("c", "d"); return [before, u.search]`,
        `try { u.searchParams = "x=1" } catch (e) { return [e.name, u.href, u.searchParams === p] }`,
        `try { u.origin = "https://b.example" } catch (e) { return [e.name, u.href] }`,
      ].map(
        (body) => `(() => { const u = new URL("https://a.example/?b=2&a=1"); const p = u.searchParams; ${body} })()`,
      ),
    ));

  it("survives many changes", async () => {
    expect(
      await inVm(
        `const p = new URLSearchParams(); for (let i = 0; i < 20000; i++) p.append("k" + (i % 100), i); p.sort(); return [p.size, p.get("k99")]`,
      ),
    ).toEqual([20000, "99"]);
  });
});
