/**
 * What patterns match: rows of pattern, subject and all group texts. Each row is also put to the host
 * where the host knows the syntax, so that the rows themselves are right.
 */
import { describe, expect, test } from "vitest";
import { compileRegExp, disassembleRegExp, execRegExp } from "../../../vm/regexp/index.js";
import { groupTexts } from "./random-patterns.js";

const free = (): void => {};

function run(source: string, flags: string, subject: string, lastIndex = 0): number[] | null {
  return execRegExp(compileRegExp(source, flags, free), subject, lastIndex, flags.includes("y"), free);
}

function texts(source: string, flags: string, subject: string): (string | null)[] | null {
  const captures = run(source, flags, subject);
  return captures && groupTexts(captures, subject);
}

function hostTexts(source: string, flags: string, subject: string): (string | null)[] | null | "unknown syntax" {
  let host: RegExp;
  try {
    host = new RegExp(source, flags);
  } catch {
    return "unknown syntax";
  }
  const match = host.exec(subject);
  return match && [...match].map((group) => group ?? null);
}

type Row = readonly [source: string, flags: string, subject: string, groups: readonly (string | null)[] | null];

const GROUPS: Record<string, readonly Row[]> = {
  "captures and quantifiers": [
    ["(a*)*", "", "b", ["", null]],
    ["(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", ["zaacbbbcac", "z", "ac", "a", null, "c"]],
    ["(?:a?)*?b", "", "aab", ["aab"]],
    ["(a?)*?b", "", "aab", ["aab", "a"]],
    ["(?:(a)|b)*", "", "ab", ["ab", null]],
    ["(a{1,3}?)(a*)", "", "aaaa", ["aaaa", "a", "aaa"]],
    ["(?:ab){2,3}", "", "abababab", ["ababab"]],
    ["(?:ab){2,3}?", "", "abababab", ["abab"]],
    ["(?:a|ab)(?:c|bcd)(d*)", "", "abcd", ["abcd", ""]],
    ["((a)|(b)){2}", "", "ab", ["ab", "b", null, "b"]],
    ["(?:){3}", "", "x", [""]],
    ["(|a){2,}b", "", "ab", ["ab", "a"]],
    ["a{0}b", "", "ab", ["b"]],
    ["(?:(a)){0}b\\1", "", "b", ["b", null]],
    ["x*?y|xx", "", "xx", ["xx"]],
    ["(a+)+b", "", "aaab", ["aaab", "aaa"]],
    ["[^]*?(?:b|$)", "", "aab", ["aab"]],
    ["(?:a{2}){2}a", "", "aaaa", null],
  ],
  "back references": [
    ["(a)\\1", "", "aa", ["aa", "a"]],
    ["\\1(a)", "", "aa", ["a", "a"]],
    ["(a\\1)", "", "aa", ["a", "a"]],
    ["(?:(a)|b)\\1", "", "b", ["b", null]],
    ["(a)\\1", "i", "aA", ["aA", "a"]],
    ["(?<x>a)\\k<x>", "", "aa", ["aa", "a"]],
    ["\\k<x>(?<x>a)", "", "a", ["a", "a"]],
    ["(\\u{10400})\\1", "iu", "\u{10400}\u{10428}", ["\u{10400}\u{10428}", "\u{10400}"]],
    ["(\\ud83d)\\1", "u", "\ud83d\ud83d\ude00", null],
    ["(.)\\1", "u", "\u{1f600}\u{1f600}", ["\u{1f600}\u{1f600}", "\u{1f600}"]],
    ["(?:(?<x>a)|(?<x>b))\\k<x>", "", "bb", ["bb", null, "b"]],
    ["(?:(?:(?<x>a)|(?<x>b))\\k<x>){2}", "", "aabb", ["aabb", null, "b"]],
    ["(?:(?:(?<x>a)|(?<x>b)|c)\\k<x>){2}", "", "aac", ["aac", null, null]],
    ["(?<x>a)|\\k<x>b|(?<x>c)", "", "b", ["b", null, null]],
  ],
  "look-around": [
    ["(?=(a+))a*b\\1", "", "baaabac", ["aba", "a"]],
    ["(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", ["baaabaac", "ba", null, "abaac"]],
    ["(?<=\\$)\\d+", "", "a$42", ["42"]],
    ["(?<!\\$)\\b\\d+", "", "$42 17", ["17"]],
    ["(?<=(\\d+)(\\d+))$", "", "1053", ["", "1", "053"]],
    ["(?<=\\1(a))b", "", "aab", ["b", "a"]],
    ["(?<=(a)\\1)b", "", "aab", ["b", "a"]],
    ["(?<=([abc]+)([abc]+))x", "", "abcx", ["x", "a", "bc"]],
    ["(?<=a{2})b", "", "aaab", ["b"]],
    ["(?<=^|,)[^,]*", "", "a,b", ["a"]],
    ["(?<=a|bc)d", "", "bcd", ["d"]],
    ["(?<=\\u{1f600})x", "u", "\u{1f600}x", ["x"]],
    ["(?<=^.)x", "u", "\u{1f600}x", ["x"]],
    ["(?<=^.)x", "", "\u{1f600}x", null],
    ["(?<=.(?=b)).", "", "ab", ["b"]],
    ["(?=a)*b", "", "b", ["b"]],
    ["(?:(?=(a))){2}b|a", "", "a", ["a", null]],
    ["(?!(?!(a)))a", "", "a", ["a", null]],
  ],
  case: [
    ["\\u212a", "i", "k", null],
    ["\\u212a", "iu", "k", ["k"]],
    ["ſ", "i", "s", null],
    ["ſ", "iu", "S", ["S"]],
    ["[^x]", "i", "X", null],
    ["\\w", "iu", "ſ", ["ſ"]],
    ["\\W", "iu", "s", null],
    ["[^\\W]", "iu", "\u212a", ["\u212a"]],
    ["\\b", "iu", "\u212a", [""]],
    ["\\b", "u", "\u212a", null],
    ["σ+", "i", "ΣΣς", ["ΣΣς"]],
    ["ß", "iu", "ẞ", ["ẞ"]],
    ["ß", "i", "ẞ", null],
    ["\\p{Lu}", "iu", "a", ["a"]],
    ["[^\\p{Lu}]", "iu", "a", null],
    ["\\P{Lu}", "iu", "A", ["A"]],
    ["[^\\P{Lu}]", "iv", "a", ["a"]],
    ["\\P{Lu}", "iv", "A", null],
    ["[\\p{Lu}--[a-y]]", "iv", "b", null],
    ["[\\p{Lu}--[a-y]]", "iv", "z", ["z"]],
    ["[\\q{Ab}]", "iv", "aB", ["aB"]],
    ["[\\q{Ab|c}--\\q{aB}]", "iv", "ab", null],
    ["I", "i", "ı", null],
    ["ǆ", "i", "ǅ", ["ǅ"]],
    ["error", "i", "ERRoR", ["ERRoR"]],
    ["[a-z]+", "i", "aBſ", ["aB"]],
  ],
  modifiers: [
    ["a(?i:b)c", "", "aBc", ["aBc"]],
    ["a(?i:b)c", "", "aBC", null],
    ["a(?-i:b)c", "i", "AbC", ["AbC"]],
    ["a(?-i:b)c", "i", "ABC", null],
    ["(?m:^b)", "", "a\nb", ["b"]],
    ["(?-m:^b)|^c", "m", "a\nc", ["c"]],
    ["(?s:.)", "", "\n", ["\n"]],
    ["(?-s:.)", "s", "\n", null],
    ["(?i:(?-i:a)b)", "", "aB", ["aB"]],
    ["(?i:(b))\\1", "", "BB", ["BB", "B"]],
    ["(?i:(b))\\1", "", "Bb", null],
    ["(?i:\\b\\u212a)", "u", "\u212a", ["\u212a"]],
    ["(?i:[^x])", "", "X", null],
    ["(a)(?i:\\1)", "", "aA", ["aA", "a"]],
  ],
  "classes and sets": [
    ["[]", "", "a", null],
    ["[^]", "", "\n", ["\n"]],
    ["[\\b]", "", "\b", ["\b"]],
    ["[\\d-z]+", "", "1-z", ["1-z"]],
    ["[a-c-e]+", "", "a-e", ["a-e"]],
    ["\\s+", "", "\u00a0\ufeff\u2029\u3000", ["\u00a0\ufeff\u2029\u3000"]],
    [".+", "", "ab\u2028c", ["ab"]],
    ["[\\w&&[^\\d]]+", "v", "1ab2", ["ab"]],
    ["[\\p{L}--[a-z]]+", "v", "aBé", ["Bé"]],
    ["[[a-z]&&[aeiou]]+", "v", "xae", ["ae"]],
    ["[\\q{abc|ab|a}b]", "v", "abd", ["ab"]],
    ["[\\q{abc|}]", "v", "x", [""]],
    ["^[\\q{ab|a}]b$", "v", "ab", ["ab"]],
    ["^[\\q{ab|a}]+$", "v", "aaba", ["aaba"]],
    ["(?<=[\\q{ab|c}])d", "v", "abd", ["d"]],
    ["[\\q{ab|c}--\\q{ab}]", "v", "ab", null],
    ["[\\q{ab|cd}&&\\q{cd|e}]", "v", "abcd", ["cd"]],
    ["[^\\q{a|b}]+", "v", "abc", ["c"]],
    ["[\\w--a--[b-d]]+", "v", "abcde", ["e"]],
    ["[\\w&&[a-e]&&\\p{L}&&[^c]]+", "v", "1abcd", ["ab"]],
    ["[\\q{ab|cd|ef}--\\q{ab}--\\q{cd}]", "v", "abcdef", ["ef"]],
    ["^\\p{RGI_Emoji}$", "v", "\u{1f468}\u{1f3fd}\u200d\u{1f4bb}", ["\u{1f468}\u{1f3fd}\u200d\u{1f4bb}"]],
    ["\\p{RGI_Emoji}", "v", "#\ufe0f\u20e3", ["#\ufe0f\u20e3"]],
    ["^[\\p{RGI_Emoji}--\\q{\u{1f1e9}\u{1f1ea}}]$", "v", "\u{1f1e9}\u{1f1ea}", null],
    [
      "^\\p{RGI_Emoji_Flag_Sequence}{2}$",
      "v",
      "\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}",
      ["\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}"],
    ],
  ],
  surrogates: [
    ["^.$", "", "\u{1f600}", null],
    ["^.$", "u", "\u{1f600}", ["\u{1f600}"]],
    ["\\ud83d", "u", "\u{1f600}", null],
    ["\\ud83d", "", "\u{1f600}", ["\ud83d"]],
    ["\\ud83d\\ude00", "u", "\u{1f600}", ["\u{1f600}"]],
    ["[\\ude00]", "u", "x\ude00", ["\ude00"]],
    ["[^a]", "u", "\u{1f600}", ["\u{1f600}"]],
    ["(?:\\ud83d)+", "u", "\ud83d\ud83d\u{1f600}", ["\ud83d\ud83d"]],
    [".{2}", "u", "\u{1f600}\ud83d", ["\u{1f600}\ud83d"]],
    ["\\p{Emoji}{2}", "u", "\u{1f600}\u{1f601}x", ["\u{1f600}\u{1f601}"]],
  ],
  "Annex B": [
    ["\\1", "", "\x01", ["\x01"]],
    ["\\8", "", "8", ["8"]],
    ["\\08", "", "\x008", ["\x008"]],
    ["\\377\\400", "", "\xff\x200", ["\xff\x200"]],
    ["(a)\\2", "", "a\x02", ["a\x02", "a"]],
    ["\\c", "", "\\c", ["\\c"]],
    ["\\cA[\\c1][\\c*]", "", "\x01\x11c", ["\x01\x11c"]],
    ["\\u{2}", "", "uu", ["uu"]],
    ["\\xg\\u12", "", "xgu12", ["xgu12"]],
    ["a{,2}{x}]}", "", "a{,2}{x}]}", ["a{,2}{x}]}"]],
    ["\\k<a>", "", "k<a>", ["k<a>"]],
    ["\\p{L}", "", "p{L}", ["p{L}"]],
    ["\\a\\-", "", "a-", ["a-"]],
  ],
  "lines and edges": [
    ["^b$", "m", "a\nb\r\nc", ["b"]],
    ["^b$", "", "a\nb", null],
    ["(?:^|\\n)(.*)$", "m", "ab\ncd", ["ab", "ab"]],
    ["$\\n^", "m", "a\nb", ["\n"]],
    ["a$", "m", "a\u2029", ["a"]],
    ["^^a$$", "", "a", ["a"]],
    ["\\Ba\\B", "", "bab", ["a"]],
    ["^\\s*$", "m", "a\n  \nb", ["  "]],
    ["(?:.|\\n)*$", "", "a\nb", ["a\nb"]],
  ],
};

for (const [title, rows] of Object.entries(GROUPS)) {
  describe(title, () => {
    test.each(rows)("/%s/%s on %j", (source, flags, subject, groups) => {
      const host = hostTexts(source, flags, subject);
      expect(texts(source, flags, subject)).toEqual(groups);
      if (host !== "unknown syntax") expect(host).toEqual(groups);
    });
  });
}

describe("where a match is looked for", () => {
  test("lastIndex and sticky", () => {
    expect(run("a", "", "aba", 1)).toEqual([2, 3]);
    expect(run("a", "y", "aba", 1)).toBeNull();
    expect(run("a", "y", "aba", 2)).toEqual([2, 3]);
    expect(run("(?:)", "", "ab", 2)).toEqual([2, 2]);
    expect(run("(?:)", "", "ab", 3)).toBeNull();
    expect(run("^a", "y", "aa", 1)).toBeNull();
    expect(run("^a", "my", "\na", 1)).toEqual([1, 2]);
  });

  test("a lastIndex inside a surrogate pair reads the whole pair", () => {
    expect(run("\\ude00", "u", "\u{1f600}", 1)).toBeNull();
    expect(run(".", "u", "\u{1f600}x", 1)).toEqual([1, 2]);
    expect(run(".", "uy", "\u{1f600}x", 1)).toEqual([1, 2]);
    expect(run("x", "u", "\u{1f600}x", 1)).toEqual([2, 3]);
    expect(run("(?:)", "u", "\u{1f600}", 1)).toEqual([0, 0]);
    expect(run("\\ude00", "", "\u{1f600}", 1)).toEqual([1, 2]);
  });

  test("a search never ends inside a pair", () => {
    expect(run("[\\ude00-\\ude0f]", "u", "\u{1f600}\ude00")).toEqual([2, 3]);
    expect(run("(?!\\u{1f600})[^a]?$", "u", "\u{1f600}")).toEqual([2, 2]);
  });

  test("subjects longer than a search window", () => {
    const long = "ab".repeat(40_000);
    expect(run("c", "", `${long}c`)).toEqual([80_000, 80_001]);
    expect(run("[cd]e", "", `${long}de`)).toEqual([80_000, 80_002]);
    expect(run("^c", "m", `${long}\nc`)).toEqual([80_001, 80_002]);
    expect(run("[ab]+c", "", `${long}c`)).toEqual([0, 80_001]);
    expect(run("\\p{L}+\\d", "u", `${long}1`)).toEqual([0, 80_001]);
    expect(run("x.*?c", "", `x${long}c`)).toEqual([0, 80_002]);
    expect(run("[ab]+c", "", long)).toBeNull();
    expect(run("bac", "", `${"ab".repeat(600_000)}ac`)).toEqual([1_199_999, 1_200_002]);
    expect(run("bad", "", "ab".repeat(600_000))).toBeNull();
  });
});

describe("alternatives", () => {
  test("many words are told apart by a table", () => {
    const words = ["break", "case", "catch", "const", "continue", "default", "do", "else", "for", "function", "if"];
    const source = `^(?:${words.join("|")})$`;
    for (const word of [...words, "cases", "d", ""]) {
      expect(run(source, "", word) !== null).toBe(words.includes(word));
    }
  });

  test("the first alternative that leads to a match wins", () => {
    expect(texts("(a|ab|abc|abcd)(c|bcd|d)?", "", "abcd")).toEqual(["abcd", "a", "bcd"]);
    expect(texts("(?:a|b|c|[a-c]x)+d", "", "axbxd")).toEqual(["axbxd"]);
  });
});

describe("the dump", () => {
  test("prints one instruction a line", () => {
    expect(disassembleRegExp(compileRegExp('"([^"]*)"|x{2,}?y(?!z)', "", free))).toBe(
      [
        '/"([^"]*)"|x{2,}?y(?!z)/  search: one of "\\"x"',
        "   0 Choose filter 0, -> 4, -> 19",
        '   4 Char "\\""',
        "   6 Save slot 2",
        "   8 RunAll set 0, 0, unbounded, no filter",
        "  13 Save slot 3",
        '  15 Char "\\""',
        "  17 Jump -> 33",
        "  19 RunAll set 1, 2, unbounded, no filter",
        '  24 Char "y"',
        "  26 NotEnter register 0, -> 33",
        '  29 Char "z"',
        "  31 NotLeave register 0",
        "  33 Match",
        "",
      ].join("\n"),
    );
  });
});
