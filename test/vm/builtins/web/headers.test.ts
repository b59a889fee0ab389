/** Headers beside Node's. */
import { describe, it } from "vitest";
import { expectSame } from "./run-both.js";

const headers = (body: string) =>
  `(() => { const h = new Headers({ "Content-Type": "text/plain", Accept: "a" }); ${body} })()`;

describe("Headers", () => {
  it("are made from records, pairs and headers", () =>
    expectSame(
      [
        "",
        "undefined",
        "{ a: 1, B: 'x' }",
        "[['a', '1'], ['A', '2']]",
        "new Headers({ a: 1 })",
        "new Map([['x', 'y']])",
        "{ a: ' \\t spaced \\r\\n' }",
        "{ a: null, b: undefined, c: [1, 2] }",
        "{ 'b ad': 1 }",
        "{ '': 1 }",
        "{ a: 'x\\r\\ny' }",
        "{ a: 'x\\0y' }",
        "{ a: '€' }",
        "{ '€': 1 }",
        "[['a']]",
        "[['a', 'b', 'c']]",
        "null",
        "5",
        "'text'",
        "{ a: 'é' }",
      ].map((init) => `[...new Headers(${init})]`),
    ));

  it("read, change and combine", () =>
    expectSame(
      [
        `return [h.get("CONTENT-TYPE"), h.get("none"), h.has("Accept"), h.has("x")]`,
        `h.append("accept", "b"); h.append("ACCEPT", "c"); return [h.get("accept"), [...h]]`,
        `h.append("x", ""); h.append("x", "1"); return h.get("x")`,
        `h.append("accept", "b"); h.set("Accept", "z"); return [...h]`,
        `h.set("accept", "content-type"); h.set("content-type", "accept"); return [...h]`,
        `h.append("x", "accept"); h.set("accept", "q"); return [...h]`,
        `h.delete("ACCEPT"); h.delete("none"); return [...h]`,
        `h.append("Set-Cookie", "a=1"); h.append("b", "2"); h.append("set-cookie", "c=3"); return [h.getSetCookie(), h.get("set-cookie"), [...h]]`,
        `return [[...h.keys()], [...h.values()], [...h.entries()]]`,
        `const out = []; h.forEach(function (v, k, g) { out.push(k, v, g === h, this.t) }, { t: 1 }); return out`,
        `const out = []; for (const [k] of h) { out.push(k); h.delete("content-type") } return out`,
        `return [Object.fromEntries(h), JSON.stringify(h), h[Symbol.iterator] === h.entries]`,
        `return Object.prototype.toString.call(h.keys())`,
      ].map(headers),
    ));

  it("refuse in Node's words", () =>
    expectSame(
      [
        `return h.get()`,
        `return h.append("a")`,
        `return h.append()`,
        `return h.set("a")`,
        `return h.delete()`,
        `return h.has()`,
        `return h.get("b ad")`,
        `return h.append("b ad", "x")`,
        `return h.set("a", "x\\ny")`,
        `return h.set("é€", "x")`,
        `return h.forEach(1)`,
        `return Headers.prototype.get.call({}, "a")`,
      ].map(headers),
    ));
});
