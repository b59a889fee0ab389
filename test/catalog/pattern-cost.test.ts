import { expect, test } from "vitest";
import { Tool } from "../../catalog/index.js";
import { matchableLength, patternDegree, UNLIMITED_LENGTH, unicodePattern } from "../../catalog/schema/pattern-cost.js";
import { cpuMs } from "./cpu-time.js";

test.each<[string, number]>([
  ["^\\d{4}-\\d{2}$", 0],
  ["^(GET|POST|PUT)(,(GET|POST|PUT))*$", 1],
  [".*", 1],
  ["\\S+", 1],
  ["^[a-z]+$", 1],
  ["^[a-z0-9]+(?:-[a-z0-9]+)*$", 1],
  ["^([a-z]{0,63}\\.)+com$", 1],
  ["^[^@]+@[^@]+\\.[a-z]+$", 2],
  ["^.*a.*b$", 2],
  ["a+b", 2],
  ["^\\s*.*\\s*$", 3],
  ["^(a*)\\1$", 2],
  ["^(a+)+$", Number.POSITIVE_INFINITY],
  ["^(a|a)*$", Number.POSITIVE_INFINITY],
  ["^(a|ab)*$", Number.POSITIVE_INFINITY],
  ["^((a|a)x)*$", Number.POSITIVE_INFINITY],
  ["^(a?a?x)*$", Number.POSITIVE_INFINITY],
  ["^(?:[a-z]+-?)*[a-z]+$", Number.POSITIVE_INFINITY],
  ["^(.*)*$", Number.POSITIVE_INFINITY],
])("degree of %s is %d", (pattern, degree) => {
  expect(patternDegree(pattern)).toBe(degree);
});

test.each([
  "^(a+)+$",
  "^(a|a)*$",
  "^(a|ab)*$",
  "^((a|a)x)*$",
  "^(a?a?x)*$",
  "^(?:[a-z]+-?)*[a-z]+$",
  "^.*a.*a$",
  "^\\s*.*\\s*$",
  "^[^@]+@[^@]+\\.[a-z]+$",
  "(x+x+)+y",
  "^(a*)\\1$",
])("%s on the longest text it is given stays within a second", (pattern) => {
  const length = Math.min(matchableLength(pattern), 100_000);
  const expression = new RegExp(pattern, "u");
  for (const unit of ["a", "ax", " ", "x", "a@.", "a-"]) {
    const text = `${unit.repeat(length).slice(0, length - 1)}!`;
    expect(cpuMs(() => expression.test(text))).toBeLessThan(1_000);
  }
});

test.each<[string, string | undefined]>([
  ["^[\\w\\-\\:]+$", "^[\\w\\-:]+$"],
  ["a\\-b", "a[-]b"],
  ["^a$", "^a$"],
  ["(", undefined],
])("the u form of %s", (pattern, expected) => {
  expect(unicodePattern(pattern)).toBe(expected);
});

test("no limit where time grows with the text only", () => {
  expect(matchableLength("^[a-z]+$")).toBe(UNLIMITED_LENGTH);
});

function issues(schema: object, value: unknown): string[] {
  const result = Tool.validating(schema as never).schema["~standard"].validate(value) as {
    issues?: { message: string }[];
  };
  return (result.issues ?? []).map(({ message }) => message);
}

test.each<[string, object, unknown, string[]]>([
  [
    "short text is matched",
    { pattern: "^(a+)+$" },
    "aaab",
    ['expected text matching /^(a+)+$/, received string "aaab"'],
  ],
  [
    "long text is refused unmatched",
    { pattern: "^(a+)+$" },
    "a".repeat(50),
    ["expected text of at most 20 characters, received 50 characters"],
  ],
  ["text that fits", { pattern: "^(a+)+$" }, "aaa", []],
  ["no text", { pattern: "^(a+)+$" }, 3, []],
  [
    "names",
    { patternProperties: { "^(a+)+$": { type: "number" } }, additionalProperties: false },
    { aaa: 1, b: 2 },
    ['unknown property "b"; allowed: names matching /^(a+)+$/'],
  ],
  [
    "long names",
    { patternProperties: { "^(a+)+$": true } },
    { ["a".repeat(50)]: 1 },
    [`a property name is not allowed here: expected names matching {"maxLength":20}, received "${"a".repeat(50)}"`],
  ],
  [
    "long lists",
    { uniqueItems: true },
    Array.from({ length: 6_000 }, (_, at) => at),
    ["expected at most 5000 items, received 6000"],
  ],
  [
    "long formatted text",
    { format: "email" },
    `${"a".repeat(5_000)}@b.c`,
    ["expected text of at most 4096 characters, received 5004 characters"],
  ],
  ["a format that is none", { format: "url" }, "x", []],
])("guarded: %s", (_, schema, value, expected) => {
  expect(issues(schema, value)).toEqual(expected);
});

test.each([
  "date",
  "time",
  "date-time",
  "duration",
  "uri",
  "uri-reference",
  "uri-template",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "regex",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
])("the format %s stays within half a second on hostile text", (format) => {
  const { "~standard": standard } = Tool.validating({ type: "string", format }).schema;
  for (const unit of ["a", "a.", "a:", "//a", "a@", "1", "1:", "%41", "{a}", "/", "~0", "P1D", "-"]) {
    const text = `a:${unit.repeat(4_000).slice(0, 4_090)}\u0000`;
    expect(cpuMs(() => void standard.validate(text))).toBeLessThan(500);
  }
});
