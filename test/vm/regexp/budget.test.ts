/** Steps: patterns that would run for ever stop, always at the same step, and stopping breaks nothing. */
import { describe, expect, test } from "vitest";
import { compileRegExp, execRegExp, RegExpStackError } from "../../../vm/regexp/index.js";

class Stop extends Error {}

interface Spent {
  steps: number;
  largest: number;
  stopped: boolean;
}

/** Runs until the limit; what it took. */
function spend(source: string, flags: string, subject: string, limit: number): Spent {
  const spent: Spent = { steps: 0, largest: 0, stopped: false };
  const program = compileRegExp(source, flags, () => {});
  try {
    execRegExp(program, subject, 0, false, (steps) => {
      spent.steps += steps;
      spent.largest = Math.max(spent.largest, steps);
      if (spent.steps > limit) throw new Stop();
    });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    spent.stopped = true;
  }
  return spent;
}

const CATASTROPHES: readonly (readonly [source: string, flags: string, subject: string])[] = [
  ["^(a+)+$", "", `${"a".repeat(40)}!`],
  ["^(?:a|a|aa)+$", "", `${"a".repeat(60)}b`],
  ["^(a*)*(?:\\1b)+$", "", `${"a".repeat(34)}c`],
  ["((((a{1,1000}){1,1000}){1,1000}){1,1000})b", "", "a".repeat(2000)],
  ["(x+x+)+y", "i", "x".repeat(40)],
  ["(?:[\\q{a|ab|}]|b)*c", "v", "ab".repeat(40)],
  ["(?:(?=a)a|(?!b)a|(?<=a)a)*c", "u", "a".repeat(60)],
  ["(a?){30}a{30}b", "", "a".repeat(40)],
  [".*.*.*=.*", "", "x".repeat(3000)],
];

describe("budget", () => {
  test.each(CATASTROPHES)("/%s/%s stops at an exact step", (source, flags, subject) => {
    const first = spend(source, flags, subject, 300_000);
    const second = spend(source, flags, subject, 300_000);
    expect(first.stopped).toBe(true);
    expect(second).toEqual(first);
    expect(first.steps - 300_000).toBeLessThan(2 * 4096);
  });

  test("steps are the same after other work and in any slice of it", () => {
    const before = spend("(\\w+)\\s(\\w+)x", "", "hello brave new world ".repeat(50), 1e9);
    spend("^(a+)+$", "", `${"a".repeat(40)}!`, 50_000);
    expect(spend("(\\w+)\\s(\\w+)x", "", "hello brave new world ".repeat(50), 1e9)).toEqual(before);
  });

  test.each([
    ["[^a]*b", "", "x".repeat(2_000_000)],
    ["[^a]*b", "u", "x".repeat(2_000_000)],
    ["a.*?b", "", `a${"x".repeat(2_000_000)}`],
    ["[bc]", "", "x".repeat(2_000_000)],
    ["^b", "m", "x".repeat(2_000_000)],
    ["^(?:ab)*?c", "", "ab".repeat(300_000)],
  ])("long scans of /%s/%s are charged piece by piece", (source, flags, subject) => {
    const spent = spend(source, flags, subject, 1e9);
    expect(spent.stopped).toBe(false);
    // Native search for text goes by windows of a million characters, sixteen a step.
    expect(spent.largest).toBeLessThanOrEqual(source.startsWith("a") ? 1 << 16 : 3 * 4096);
    expect(spent.steps).toBeGreaterThan(subject.length >> 5);
    expect(spend(source, flags, subject, 10_000).stopped).toBe(true);
  });

  test("white space before the end of a line is linear", () => {
    const spent = spend("\\s+$", "", `${" ".repeat(50_000)}x`, 1e9);
    expect(spent.steps).toBeLessThan(50_000);
  });

  test("an anchored pattern does not pay for the rest of the subject", () => {
    expect(spend("^x", "", "y".repeat(1_000_000), 1e9).steps).toBeLessThan(20);
  });

  test("stopping in the middle leaves the program usable, also from within the charge", () => {
    const program = compileRegExp("(a+)+b|(c)", "", () => {});
    const other = compileRegExp("(d)(e)", "", () => {});
    const seen: unknown[] = [];
    const interrupted = (): void => {
      seen.push(execRegExp(other, "xde", 0, false, () => {}));
      throw new Stop();
    };
    expect(() => execRegExp(program, "a".repeat(40), 0, false, interrupted)).toThrow(Stop);
    expect(seen).toEqual([[1, 3, 1, 2, 2, 3]]);
    expect(execRegExp(program, "aabc", 0, false, () => {})).toEqual([0, 3, 0, 2, -1, -1]);
    expect(execRegExp(program, "c", 0, false, () => {})).toEqual([0, 1, -1, -1, 0, 1]);
  });

  test("a nested execution within a charge does not disturb the outer one", () => {
    const outer = compileRegExp("(?:a|ab)*c", "", () => {});
    const inner = compileRegExp("(?:x|xy)*z", "", () => {});
    const subject = `${"ab".repeat(30_000)}c`;
    const alone = execRegExp(outer, subject, 0, false, () => {});
    let nested = 0;
    const result = execRegExp(outer, subject, 0, false, () => {
      nested++;
      execRegExp(inner, `${"xy".repeat(500)}z`, 0, false, () => {});
    });
    expect(nested).toBeGreaterThan(10);
    expect(result).toEqual(alone);
    expect(result).toEqual([0, 60_001]);
  });

  test("backtracking memory is bounded and its growth charged", () => {
    const program = compileRegExp("(?:(a)|b)*?c|(?:[ab]|(?:ab))*c", "", () => {});
    let steps = 0;
    const subject = "ab".repeat(1_000_000);
    expect(() =>
      execRegExp(program, subject, 0, false, (n) => {
        steps += n;
      }),
    ).toThrow(RegExpStackError);
    expect(steps).toBeGreaterThan((4 << 20) >> 3);
    expect(execRegExp(program, "abc", 0, false, () => {})).toEqual([0, 3, -1, -1]);
  });

  test("compilation is charged before it is done", () => {
    let steps = 0;
    compileRegExp("a".repeat(1000), "", (n) => {
      steps += n;
    });
    expect(steps).toBeGreaterThanOrEqual(20_000);
    const refuse = (): never => {
      throw new Stop();
    };
    expect(() => compileRegExp("(", "", refuse)).toThrow(Stop);
  });
});
