/** Unicode data: case folding over all of Unicode, properties, and the strings of emoji properties. */
import { describe, expect, test } from "vitest";
import { canonicalize, caseOrbit } from "../../../vm/regexp/case-folding.js";
import { findStringProperty } from "../../../vm/regexp/emoji-sequences.js";
import { compileRegExp, execRegExp } from "../../../vm/regexp/index.js";
import { findProperty } from "../../../vm/regexp/unicode-properties.js";

function classesOf(unicode: boolean, last: number): Map<number, number[]> {
  const classes = new Map<number, number[]>();
  for (let code = 0; code <= last; code++) {
    const text = String.fromCodePoint(code);
    // Characters without any case relation to another form a class of their own.
    if (code > 0x1ffff && text.toLowerCase() === text && text.toUpperCase() === text) continue;
    const canonical = canonicalize(code, unicode);
    const members = classes.get(canonical);
    if (members === undefined) classes.set(canonical, [code]);
    else members.push(code);
  }
  return classes;
}

describe("case folding", () => {
  test.each([
    [false, 0xffff],
    [true, 0x10ffff],
  ])("orbits are exactly the classes of equal characters, unicode %s", (unicode, last) => {
    const wrong: string[] = [];
    for (const members of classesOf(unicode, last).values()) {
      for (const code of members) {
        if (caseOrbit(code, unicode).join() !== members.join()) wrong.push(code.toString(16));
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [false, 0xffff],
    [true, 0x10ffff],
  ])("classes agree with the host, unicode %s", (unicode, last) => {
    const classes = [...classesOf(unicode, last).values()].filter((members) => members.length > 1);
    const cased = classes.flat();
    const all = String.fromCodePoint(...cased);
    const differences: string[] = [];
    for (const members of classes) {
      const escape = unicode ? `\\u{${members[0].toString(16)}}` : `\\u${members[0].toString(16).padStart(4, "0")}`;
      const found = (all.match(new RegExp(escape, unicode ? "giu" : "gi")) ?? []).map((text) => text.codePointAt(0)!);
      if (found.sort((a, b) => a - b).join() !== members.join()) differences.push(members[0].toString(16));
    }
    expect(classes.length).toBeGreaterThan(1000);
    expect(differences).toEqual([]);
  });
});

describe("properties", () => {
  test.each(["L", "Lu", "Script=Greek", "Script_Extensions=Latin", "Emoji", "Any", "Assigned", "gc=Nd"])(
    "\\p{%s}",
    (name) => {
      const [property, value = null] = name.split("=");
      const found = findProperty(property, value)!;
      const host = new RegExp(`^\\p{${name}}$`, "u");
      for (let code = 0; code < 0x3000; code += 7) expect(found.has(code)).toBe(host.test(String.fromCodePoint(code)));
    },
  );

  test("asking about every code point of many properties keeps right", () => {
    const names = ["L", "N", "P", "S", "Z", "M", "C"];
    for (let code = 0; code < 0x110000; code += 101) {
      expect(names.filter((name) => findProperty(name, null)!.has(code)).length).toBe(1);
    }
  });
});

describe("properties of strings", () => {
  const NAMES = [
    ["Basic_Emoji", 207],
    ["Emoji_Keycap_Sequence", 12],
    ["RGI_Emoji_Modifier_Sequence", 665],
    ["RGI_Emoji_Flag_Sequence", 259],
    ["RGI_Emoji_Tag_Sequence", 3],
    ["RGI_Emoji_ZWJ_Sequence", 1614],
    ["RGI_Emoji", 2760],
  ] as const;

  test.each(NAMES)("%s has %i strings", (name, count) => {
    expect(findStringProperty(name)!.strings.size).toBe(count);
  });

  test("names of objects are no properties", () => {
    expect(findStringProperty("constructor")).toBeNull();
    expect(findStringProperty("__proto__")).toBeNull();
  });

  test.runIf(Number(process.versions["unicode"]) >= 17).each(NAMES)("the host agrees on every string of %s", (name) => {
    const host = new RegExp(`^\\p{${name}}$`, "v");
    const refused = [...findStringProperty(name)!.strings].filter((text) => !host.test(text));
    expect(refused).toEqual([]);
  });

  test.runIf(Number(process.versions["unicode"]) >= 17)("and on every single character", () => {
    const host = /^\p{Basic_Emoji}$/v;
    const own = compileRegExp("^\\p{Basic_Emoji}$", "v", () => {});
    for (let code = 0; code < 0x20000; code++) {
      const text = String.fromCodePoint(code);
      if (host.test(text) !== (execRegExp(own, text, 0, false, () => {}) !== null)) expect.fail(code.toString(16));
    }
  });
});
