/** Which patterns are refused, and with which words: V8's, checked against the host where it knows the syntax. */
import { describe, expect, test } from "vitest";
import { compileRegExp, isValidFlags, parseFlags, RegExpSyntaxError } from "../../../vm/regexp/index.js";
import { newerWording } from "./random-patterns.js";

const free = (): void => {};

function messageOf(source: string, flags: string): string {
  try {
    compileRegExp(source, flags, free);
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return error.message;
    throw error;
  }
  return "accepted";
}

function hostMessageOf(source: string, flags: string): string {
  try {
    new RegExp(source, flags);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
}

/** Pattern, flags, and the tail of the message, or "accepted". */
const ROWS: readonly (readonly [source: string, flags: string, problem: string])[] = [
  ["(", "", "Unterminated group"],
  ["(", "ig", "Unterminated group"],
  [")", "", "Unmatched ')'"],
  ["a)", "u", "Unmatched ')'"],
  ["(?:a", "", "Unterminated group"],
  ["(?", "", "Invalid group"],
  ["(?a)", "", "Invalid group"],
  ["\\", "", "\\ at end of pattern"],
  ["[\\", "", "\\ at end of pattern"],
  ["[\\", "v", "\\ at end of pattern"],
  ["*", "", "Nothing to repeat"],
  ["a**", "", "Nothing to repeat"],
  ["a{1}{2}", "", "Nothing to repeat"],
  ["{1}", "", "Nothing to repeat"],
  ["^*", "", "Nothing to repeat"],
  ["\\b+", "", "Nothing to repeat"],
  ["(*)", "", "Nothing to repeat"],
  ["|?", "", "Nothing to repeat"],
  ["a{2,1}", "", "numbers out of order in {} quantifier"],
  ["a{99999999999,1}", "", "numbers out of order in {} quantifier"],
  ["{", "u", "Lone quantifier brackets"],
  ["}", "u", "Lone quantifier brackets"],
  ["]", "v", "Lone quantifier brackets"],
  ["a{", "u", "Incomplete quantifier"],
  ["a{1", "u", "Incomplete quantifier"],
  ["(?=a)*", "", "accepted"],
  ["(?=a)*", "u", "Invalid quantifier"],
  ["(?!a)+", "v", "Invalid quantifier"],
  ["(?<=a)*", "", "Invalid quantifier"],
  ["(?<!a){2}", "", "Invalid quantifier"],
  ["[a", "", "Unterminated character class"],
  ["[[a]", "v", "Unterminated character class"],
  ["[\\W-", "v", "Unterminated character class"],
  ["[a-", "v", "Unterminated character class"],
  ["[b-a]", "", "Range out of order in character class"],
  ["[b-a]", "v", "Range out of order in character class"],
  ["[\\d-a]", "", "accepted"],
  ["[\\d-a]", "u", "Invalid character class"],
  ["[a-\\d]", "v", "Invalid character class"],
  ["[\\q{ab}-c]", "v", "Invalid character class"],
  ["\\-", "u", "Invalid escape"],
  ["[\\-]", "u", "accepted"],
  ["\\z", "u", "Invalid escape"],
  ["\\z", "", "accepted"],
  ["[\\B]", "u", "Invalid escape"],
  ["\\1", "", "accepted"],
  ["\\1", "u", "Invalid escape"],
  ["(a)\\2", "u", "Invalid escape"],
  ["\\8", "u", "Invalid escape"],
  ["\\00", "u", "Invalid decimal escape"],
  ["\\0", "u", "accepted"],
  ["[\\1]", "u", "Invalid class escape"],
  ["[\\00]", "u", "Invalid class escape"],
  ["[\\8]", "u", "Invalid escape"],
  ["\\x1", "u", "Invalid escape"],
  ["\\x1", "", "accepted"],
  ["\\c", "u", "Invalid Unicode escape"],
  ["[\\c_]", "", "accepted"],
  ["\\u{110000}", "u", "Invalid Unicode escape"],
  ["\\u{", "u", "Invalid Unicode escape"],
  ["[\\u]", "u", "Invalid Unicode escape"],
  ["\\p", "u", "Invalid property name"],
  ["\\p", "", "accepted"],
  ["\\p{x}", "u", "Invalid property name"],
  ["\\p{General_Category=Zzz}", "u", "Invalid property name"],
  ["\\p{L", "u", "Invalid property name"],
  ["\\p{L=}", "u", "Invalid property name"],
  ["\\p{__proto__}", "u", "Invalid property name"],
  ["[\\p{x}]", "u", "Invalid property name in character class"],
  ["\\P{RGI_Emoji}", "v", "Invalid property name"],
  ["\\p{RGI_Emoji}", "u", "Invalid property name"],
  ["\\p{RGI_Emoji}", "v", "accepted"],
  ["[^\\p{RGI_Emoji}]", "v", "Negated character class may contain strings"],
  ["[^\\q{ab}]", "v", "Negated character class may contain strings"],
  ["[^[\\q{ab}&&a]]", "v", "accepted"],
  ["[^\\q{a|b}]", "v", "accepted"],
  ["[\\q]", "v", "Invalid escape"],
  ["[\\q{a]", "v", "Invalid character in character class"],
  ["[\\q{a", "v", "Unterminated character class"],
  ["[a&&&b]", "v", "Invalid character in character class"],
  ["[a&&]", "v", "Invalid character in character class"],
  ["[(]", "v", "Invalid character in character class"],
  ["[a-]", "v", "Invalid character in character class"],
  ["[a--b&&c]", "v", "Invalid set operation in character class"],
  ["[a-z--b]", "v", "Invalid set operation in character class"],
  ["[a!!b]", "v", "Invalid set operation in character class"],
  ["[\\&\\-]", "v", "accepted"],
  ["[\\&]", "u", "Invalid escape"],
  ["(?<a", "", "Invalid capture group name"],
  ["(?<1>a)", "", "Invalid capture group name"],
  ["(?<>a)", "", "Invalid capture group name"],
  ["(?<a>", "", "Unterminated group"],
  ["(?<a\\u{62>x)", "", "Invalid Unicode escape"],
  ["(?<𝒜>a)\\k<\\ud835\\udc9c>", "", "accepted"],
  ["(?<a>b)(?<a>c)", "", "Duplicate capture group name"],
  ["\\k<a>", "", "accepted"],
  ["\\k<a>", "u", "Invalid named capture referenced"],
  ["(?<a>)\\k<b>", "", "Invalid named capture referenced"],
  ["(?<a>)\\k", "", "Invalid named reference"],
  ["(?<a>)[\\k]", "", "Invalid escape"],
  ["\\k", "v", "Invalid named reference"],
];

/** Syntax of ES2025 that hosts may lack; duplicates and modifiers. */
const NEW_ROWS: readonly (readonly [source: string, flags: string, problem: string])[] = [
  ["(?<a>b)|(?<a>c)", "", "accepted"],
  ["(?:(?<a>b)|(?<a>c))\\k<a>", "", "accepted"],
  ["(?:(?<a>b)|c)(?<a>d)", "", "Duplicate capture group name"],
  ["(?<a>(?<a>b))", "", "Duplicate capture group name"],
  ["(?<a>b)|(?:(?<a>c)|d(?<a>e))", "", "accepted"],
  ["(?<a>b)|(?:(?<a>c)d(?<a>e))", "", "Duplicate capture group name"],
  ["(?i:a)", "", "accepted"],
  ["(?ims-:a)", "", "accepted"],
  ["(?-ims:a)", "", "accepted"],
  ["(?-:a)", "", "Invalid flag group"],
  ["(?i)", "", "Invalid flag group"],
  ["(?g:a)", "", "Invalid group"],
  ["(?ig:a)", "", "Invalid flag group"],
  ["(?ii:a)", "", "Repeated flag in flag group"],
  ["(?i-i:a)", "", "Repeated flag in flag group"],
  ["(?i--m:a)", "", "Multiple dashes in flag group"],
  ["(?\\u0069:a)", "", "Invalid group"],
];

function expected(source: string, flags: string, problem: string): string {
  if (problem === "accepted") return problem;
  const ordered = [..."dgimsuvy"].filter((letter) => flags.includes(letter)).join("");
  return `Invalid regular expression: /${source}/${ordered}: ${problem}`;
}

describe("pattern syntax", () => {
  test.each(ROWS)("/%s/%s: %s", (source, flags, problem) => {
    const message = expected(source, flags, problem);
    expect(messageOf(source, flags)).toBe(message);
    expect([message, newerWording(message)]).toContain(hostMessageOf(source, flags));
  });

  test.each(NEW_ROWS)("ES2025 /%s/%s: %s", (source, flags, problem) => {
    expect(messageOf(source, flags)).toBe(expected(source, flags, problem));
  });
});

describe("flags", () => {
  test.each([
    ["", true],
    ["dgimsuy", true],
    ["v", true],
    ["gg", false],
    ["uv", false],
    ["x", false],
    ["G", false],
    ["g ", false],
  ])("%j valid: %s", (flags, valid) => {
    expect(isValidFlags(flags)).toBe(valid);
    expect(parseFlags(flags) !== null).toBe(valid);
  });

  test("the record", () => {
    expect(parseFlags("yig")).toEqual({
      hasIndices: false,
      global: true,
      ignoreCase: true,
      multiline: false,
      dotAll: false,
      unicode: false,
      unicodeSets: false,
      sticky: true,
    });
  });

  test("invalid flags are a syntax error", () => {
    expect(messageOf("a", "gg")).toBe("Invalid flags supplied to RegExp constructor 'gg'");
  });
});

describe("limits", () => {
  const tooLarge = "Regular expression too large";

  test("length of 32 kB", () => {
    expect(messageOf("a".repeat(32 * 1024), "")).toBe("accepted");
    expect(messageOf("a".repeat(32 * 1024 + 1), "").endsWith(tooLarge)).toBe(true);
  });

  test.each([
    ["(", ")"],
    ["(?:", ")"],
    ["(?=", ")"],
    ["(?<!", ")"],
    ["(?:a|", ")"],
    ["(", ")*"],
    ["[", "]"],
    ["[a--[", "]]"],
  ])("nesting of 200: %s %s", (open, close) => {
    const levels = open.split("[").length > 2 ? 100 : 200;
    const flags = open.startsWith("[") ? "v" : "";
    expect(messageOf(open.repeat(levels) + close.repeat(levels), flags)).toBe("accepted");
    expect(messageOf(open.repeat(levels + 1) + close.repeat(levels + 1), flags).endsWith(tooLarge)).toBe(true);
    expect(messageOf(open.repeat(5000) + close.repeat(5000), flags).endsWith(tooLarge)).toBe(true);
  });

  test("program of 1 MB", () => {
    const classes = (count: number): string =>
      Array.from({ length: count }, (_, i) => `[\\u${(0x4000 + i).toString(16)}z]`).join("");
    expect(messageOf(classes(500), "")).toBe("accepted");
    expect(messageOf(classes(3600), "").endsWith(tooLarge)).toBe(true);
    expect(compileRegExp(classes(500), "", free).byteSize).toBeLessThan(1 << 20);
  });

  test("long chains of set operations do not nest", () => {
    for (const operator of ["--", "&&"]) {
      const chain = `[${`\\w${operator}`.repeat(8000)}a]`;
      expect(messageOf(chain, "v")).toBe("accepted");
      expect(messageOf(chain, "iv")).toBe("accepted");
    }
  });

  test("nested counts do not multiply the code", () => {
    const small = compileRegExp("(?:(?:(?:ab){2,9}){2,9}){2,9}", "", free);
    const big = compileRegExp("(?:(?:(?:ab){2,9999}){2,9999}){2,9999}", "", free);
    expect(big.code.length).toBe(small.code.length);
  });

  test("deep duplicate names take no exponential time", () => {
    const half = `${"(?:".repeat(99)}(?<a>x)${")".repeat(99)}`;
    expect(messageOf(half + half, "").endsWith("Duplicate capture group name")).toBe(true);
    expect(messageOf(`${half}|${half}`, "")).toBe("accepted");
  });
});

describe("groups", () => {
  test("names in source order, duplicates under one name", () => {
    const program = compileRegExp("(?<b>x)(?:(?<a>y)|(?<a>z))()", "", free);
    expect(program.groupCount).toBe(5);
    expect([...program.groupNames!]).toEqual([
      ["b", [1]],
      ["a", [2, 3]],
    ]);
    expect(compileRegExp("(x)", "", free).groupNames).toBeNull();
  });

  test("a name may be any identifier, __proto__ too", () => {
    expect([...compileRegExp("(?<__proto__>x)(?<$_1>y)", "", free).groupNames!.keys()]).toEqual(["__proto__", "$_1"]);
  });
});
