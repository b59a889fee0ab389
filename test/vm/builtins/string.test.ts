import { expect, test } from "vitest";
import { compared, inNode, inVm, rowsOf } from "./both.js";

const ROWS = rowsOf(String.raw`
  "abc".at(-1)
  "abc".at(3)
  "abc".charAt(1) + "abc".charAt(9)
  "😀".codePointAt(0) + "😀".codePointAt(1)
  ["abc".charCodeAt(1), "abc".charCodeAt(-1), "abc".charCodeAt(NaN)]
  "a".concat(1, null, undefined, { toString() { return "x" } })
  ["banana".indexOf("a", 2), "banana".lastIndexOf("a", 4), "banana".lastIndexOf("a", NaN), "banana".indexOf("")]
  ["banana".lastIndexOf("an", -1), "banana".lastIndexOf("ban", -1), "banana".lastIndexOf("", 99)]
  ["abc".includes("b"), "abc".startsWith("b", 1), "abc".endsWith("b", 2), "abc".includes("a", 1)]
  "abc".includes(/b/)
  "abc".startsWith(/a/)
  ["abc".slice(-2), "abc".slice(1, -1), "abc".substring(2, 0), "abc".substr(-2, 1), "abc".slice(2, 1)]
  ["abc".slice(NaN), "abc".substring(NaN, Infinity), "abc".substr(1), "abc".slice(undefined, undefined)]
  ["ab".repeat(3), "".repeat(5), "x".repeat(0)]
  "x".repeat(-1)
  "x".repeat(Infinity)
  "xx".repeat(2 ** 29)
  ["a".padStart(5), "a".padEnd(5, "xy"), "abc".padStart(2, "z"), "a".padStart(3, ""), "a".padStart(3, undefined)]
  ["aXbX".replace("X", "-"), "aXbX".replaceAll("X", "-"), "aXb".replace("X", "[$&$$$${"`"}$'$1]")]
  ["aXbX".replaceAll("X", "<$&$${"`"}>"), "abc".replaceAll("", "-"), "".replaceAll("", "x"), "abc".replace("", "_")]
  "aXbX".replaceAll("X", (m, at, all) => m + at + all.length)
  "aXb".replace("X", (m) => undefined)
  "a.b".replaceAll(/./, "x")
  "a1b2".replace(/\d/g, (d) => d * 2)
  ["a,b,c".split(","), "abc".split(""), "abc".split(), "a,b".split(",", 1), "".split(","), "".split("")]
  ["a,b,c".split(",", -1), "a,b,c".split(",", 0), "abc".split("abc"), "a1b2c".split(/\d/), "aXXb".split("X")]
  ["abc".match("b").index, "abc".match("z"), "aab".match(/a/g), [..."a1b2".matchAll(/\d/g)].map(String)]
  ["abc".search("c"), "abc".search(/z/)]
  "abc".matchAll(/b/)
  ["ÄÖ".toLowerCase(), "ß".toUpperCase(), "İ".toLowerCase().length, "ΑΣ".toLowerCase()]
  ["i".toLocaleUpperCase("tr"), "I".toLocaleLowerCase("tr"), "i".toLocaleUpperCase(["tr", "en"])]
  "a".toLocaleUpperCase("not a tag")
  "a".toLocaleUpperCase([1])
  ["  a ".trim(), "\u00a0\ufeffa\n".trim(), " a ".trimStart(), " a ".trimEnd()]
  ["e\u0301".normalize(), "é".normalize("NFD").length, "ﬁ".normalize("NFKC")]
  "a".normalize("x")
  ["a\ud800".isWellFormed(), "😀".isWellFormed(), "a\ud800b\udc00".toWellFormed(), "ok".toWellFormed()]
  ["a".localeCompare("b"), "a".localeCompare("a"), "é".localeCompare("f"), "a".localeCompare("A"), "10".localeCompare("2")]
  ["10".localeCompare("2", undefined, { numeric: true }), "a".localeCompare("A", "en", { sensitivity: "base" })]
  ["ä".localeCompare("z", "sv"), "ä".localeCompare("z", "de")]
  "a".localeCompare("b", "xx-invalid-locale-tag-that-is-too-long")
  ["z", "ä", "a"].sort((x, y) => x.localeCompare(y))
  [..."a😀b"]
  String.raw${"`"}a\n${"${"}1}b${"`"}
  [String.raw({ raw: "abc" }, 1, 2, 3), String.raw({ raw: [] }), String.raw({ raw: ["x"] }, 1)]
  String.raw()
  [String.fromCharCode(97, 98, 0x1f600), String.fromCodePoint(0x1f600, 97), String.fromCharCode("97", { valueOf() { return 98 } })]
  String.fromCodePoint(-1)
  String.fromCodePoint(1.5)
  String.fromCodePoint("x")
  ["a".anchor('"'), "b".bold(), "l".link("u"), "s".fontsize(7), "c".fontcolor("red"), "x".sup()]
  [String(Symbol("a")), String(null), String([1, [2]]), String({}), String(-0), String()]
  String(Object.create(null))
  ${"`"}${"${"}Symbol("a")}${"`"}
  String.prototype.trim.call(null)
  String.prototype.at.call(undefined)
  String.prototype.match.call(null)
  String.prototype.toString.call(1)
  [typeof new String("a"), new String("ab").length, new String("ab")[1], Object.keys(new String("ab"))]
  ["abc".toString(), new String("x").valueOf(), "abc".length, "abc"[1], "abc"[9]]
  String.prototype.indexOf.call(12345, 34)
  "abc".indexOf({ toString() { throw new RangeError("no") } })
  "x".padStart({ valueOf() { return 3 } }, { toString() { return "ab" } })
  "abc".slice({ valueOf() { return 1 } }, { valueOf() { return undefined } })
  "abc".includes("b", { valueOf() { return 2 } })
  "a-b".split({ [Symbol.split](s, l) { return [s, l] } }, 3)
  "a".replace({ [Symbol.replace](s, r) { return s + r } }, "z")
  [String.length, String.name, "".replace.length, "".concat.length, String.fromCharCode.length]
  "".trimLeft.name + "".trimRight.name
  "a\u2028b".split("\u2028")
  ["ab".substr(0, -1), "ab".substr(-5), "ab".substr(1, NaN)]
`);

test("strings answer as in Node", async () => {
  const { vm, node } = await compared(ROWS);
  expect(vm).toEqual(node);
});

test("long and repetitive texts are searched in bounded work", async () => {
  const rows = [
    `"a".repeat(100000).concat("b").indexOf("b" + "a".repeat(50000))`,
    `("a".repeat(200000) + "b").indexOf("a".repeat(100000) + "b")`,
    `("b" + "a".repeat(200000)).lastIndexOf("b" + "a".repeat(100000))`,
    `"a".repeat(200000).lastIndexOf("a".repeat(100000) + "b")`,
    `("x".repeat(600000) + "needle").indexOf("needle")`,
    `("needle" + "x".repeat(600000)).lastIndexOf("needle")`,
    `"ab".repeat(100000).split("ab").length`,
  ];
  const started = performance.now();
  expect(await inVm(rows)).toEqual(["-1", "100000", "0", "-1", "600000", "0", "100001"]);
  expect(performance.now() - started).toBeLessThan(3000);
});

test("every result is charged before it is made", async () => {
  const { CodeMode } = await import("../../../runtime/index.js");
  const runtime = CodeMode.make({ tools: {}, limits: { maxMemoryBytes: 1_000_000 } });
  for (const code of [
    `"x".repeat(5_000_000)`,
    `"x".padStart(5_000_000)`,
    `"ab".repeat(1000).replaceAll("a", "y".repeat(10000))`,
    `"x".repeat(400000).replaceAll("x", "yyyy")`,
    `"x".repeat(200000).split("")`,
    `[1, 2, 3].map((n) => String(n).repeat(400000))`,
  ]) {
    const result = await runtime.execute(code);
    expect(result.isErr() ? [code, result.error.error.kind, result.error.error.limit?.name] : code).toEqual([
      code,
      "LimitExceeded",
      "memory",
    ]);
  }
});

test("long texts change case and form chunk by chunk without a seam", async () => {
  const rows = ["ΑΣ. ΒΣ ", "ΣΣ", "é\u0301a", "ﬁß", "😀𐐀x", "ᄀ", "각", "\ud800", "İ"].flatMap((unit) => {
    const text = `${JSON.stringify(unit)}.repeat(40000)`;
    const checked = (expression: string) =>
      `(() => { let h = 0; const s = ${expression}; for (let i = 0; i < s.length; i += 97) h = (h * 31 + s.charCodeAt(i)) | 0; return [s.length, h, s.at(-1)] })()`;
    return ["toLowerCase()", "toUpperCase()", 'normalize("NFC")', 'normalize("NFKD")'].map((call) =>
      checked(`${text}.${call}`),
    );
  });
  expect(await inVm(rows)).toEqual(inNode(rows));
});
