/**
 * Random patterns and subjects for comparing the engine with the host's RegExp, and the comparison.
 * Seeded, so that a difference can be run again. Used by the fuzz test and the fuzz script.
 */
import { compileRegExp, execRegExp, RegExpStackError, RegExpSyntaxError } from "../../../vm/regexp/index.js";

/** A linear congruential generator; equal seeds give equal sequences. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 4294967296) * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}

const FLAG_SETS = ["", "i", "m", "s", "u", "iu", "imsu", "v", "iv", "y", "g", "ims", "iuy", "sv"];
const LEGACY_ATOMS = ["\\u0061", "[é-ü]", "[A-Z]", "[b-d]", "[^]", "[]", "[\\w-é]", "\\x41", "\\cA", "]", "{", "\\8"];
const UNICODE_ATOMS = ["\\u{1F600}", "\\p{L}", "\\P{Lu}", "\\p{Script=Greek}", "[\\p{Lu}\\d]", "[^\\p{Ll}]", "\\ud83d"];
/** V8 13 does not fold a single cased character within `\q`, so there is none. */
const SET_ATOMS = [
  "[\\w--[b]]",
  "[[a-z]&&[b-k]]",
  "[\\q{ab|1|}x]",
  "[^\\d--5]",
  "[\\q{aB|éa|b}--\\q{b}]",
  "[\\p{Lu}--[A]]",
];
const COMMON_ATOMS = [
  "\\d",
  "\\w",
  "\\s",
  "\\W",
  "\\D",
  "\\S",
  "[ab]",
  "[^ab]",
  "[a-c]",
  "[^\\d]",
  "[\\w\\-]",
  "[^\\W]",
];
const LITERALS = ["a", "b", "c", "A", "é", "1", " ", "s", "k", "ſ", "\\n", "-", "ab", "Σ", "ß", "ǆ"];
const QUANTIFIERS = ["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "{0}", "{0,}", "{3}"];
const SUBJECT_PARTS = [
  ..."abcABC1 \n-sSkK",
  "é",
  "É",
  "ſ",
  "\u212a",
  "\u{1F600}",
  "\ud83d",
  "\ude00",
  "σ",
  "ς",
  "Σ",
  "ab",
  "aB",
  "ß",
  "ẞ",
  "ǅ",
  "Ǆ",
  "\u2028",
];

function hostAccepts(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

/**
 * Duplicate names are only generated where the host can be compared with. Modifiers never: with them V8 13
 * takes wrong flags for classes of v mode and skips matches; compareModifiers has another measure.
 */
const DUPLICATE_NAMES = hostAccepts("(?<a>a)|(?<a>b)");

/** Builds one pattern at a time, keeping count of its groups. */
class PatternMaker {
  readonly #random: Random;
  readonly #flags: string;
  #groups = 0;
  #names = 0;

  constructor(random: Random, flags: string) {
    this.#random = random;
    this.#flags = flags;
  }

  choice(depth: number): string {
    const count = this.#random.below(3) === 0 ? 2 + this.#random.below(3) : 1;
    return Array.from({ length: count }, () => this.#sequence(depth)).join("|");
  }

  #sequence(depth: number): string {
    return Array.from({ length: 1 + this.#random.below(3) }, () => this.#term(depth)).join("");
  }

  #term(depth: number): string {
    const atom = this.#atom(depth);
    if (/^(\^|\$|\\b|\\B|\(\?<?[=!])/.test(atom) || this.#random.below(3) > 0) return atom;
    return atom + this.#random.pick(QUANTIFIERS) + this.#random.pick(["", "", "?"]);
  }

  #atom(depth: number): string {
    const random = this.#random;
    const kind = random.below(depth > 0 ? 16 : 8);
    if (kind < 4) return random.pick(LITERALS);
    if (kind < 5) return ".";
    if (kind < 7) return this.#class();
    if (kind < 8) return random.pick(["^", "$", "\\b", "\\B"]);
    if (kind < 10) {
      this.#groups++;
      return `(${this.choice(depth - 1)})`;
    }
    if (kind < 11) {
      this.#groups++;
      return `(?<n${this.#names++}>${this.choice(depth - 1)})`;
    }
    if (kind < 13) return this.#plainGroup(depth);
    if (kind < 14) return `(?${random.pick(["=", "!", "<=", "<!"])}${this.choice(depth - 1)})`;
    if (this.#groups === 0) return "b";
    if (this.#names > 0 && random.below(2) === 0) return `\\k<n${random.below(this.#names)}>`;
    return `\\${1 + random.below(this.#groups)}`;
  }

  #plainGroup(depth: number): string {
    const random = this.#random;
    if (!DUPLICATE_NAMES || random.below(4) > 0) return `(?:${this.choice(depth - 1)})`;
    const name = `n${this.#names++}`;
    this.#groups += 2;
    return `(?:(?<${name}>${this.choice(depth - 1)})|(?<${name}>${this.choice(depth - 1)}))`;
  }

  #class(): string {
    const random = this.#random;
    const own = random.below(3);
    if (own > 0) return random.pick(COMMON_ATOMS);
    if (this.#flags.includes("v")) return random.pick([...UNICODE_ATOMS, ...SET_ATOMS]);
    return random.pick(this.#flags.includes("u") ? UNICODE_ATOMS : LEGACY_ATOMS);
  }
}

export interface Tally {
  /** Subjects on which both engines were asked. */
  comparisons: number;
  /** Patterns that both refuse, with the same message. */
  refused: number;
  /** Runs ended by the step limit, not compared. */
  stopped: number;
  /** Where the host matched from inside a surrogate pair, which the specification does not allow. */
  insidePairs: number;
  readonly differences: string[];
}

export function newTally(): Tally {
  return { comparisons: 0, refused: 0, stopped: 0, insidePairs: 0, differences: [] };
}

class StepLimit extends Error {}

/** A charge function that throws StepLimit once `limit` steps are used. */
function limitedTo(limit: number): (steps: number) => void {
  let left = limit;
  return (steps) => {
    left -= steps;
    if (left < 0) throw new StepLimit();
  };
}

/** Makes one random pattern and compares both engines on `subjects` random subjects. */
export function compareRandomPattern(random: Random, subjects: number, tally: Tally): void {
  const flags = random.pick(FLAG_SETS);
  const source = new PatternMaker(random, flags).choice(3);
  comparePattern(source, flags, random, subjects, tally);
}

/** Cuts, doubles and replaces characters of a random pattern, so that most are syntax errors. */
export function compareMutatedPattern(random: Random, tally: Tally): void {
  const flags = random.pick(["", "u", "v", "i"]);
  let source = new PatternMaker(random, flags).choice(2);
  for (let i = 1 + random.below(3); i > 0; i--) {
    const at = random.below(source.length + 1);
    const piece = random.pick([
      ..."()[]{}?*+|\\^$-&,1<>=!:kpuxcq",
      "\\q{",
      "(?<",
      "[^",
      "--",
      "&&",
      "\\p{",
      "{1,",
      "\\u{",
    ]);
    source = source.slice(0, at) + piece + source.slice(at + random.below(2));
  }
  comparePattern(source, flags, random, 1, tally);
}

/** Duplicate names and modifiers are newer than some hosts, and of two errors V8 13 sees the duplicate last. */
function hostMayDiffer(source: string, message: string): boolean {
  return (
    message.endsWith("Duplicate capture group name") || (message.endsWith("Invalid group") && /\(\?[ims-]/.test(source))
  );
}

/** V8 12 calls a decimal escape in a class by another name than V8 11, which the engine follows. */
export function newerWording(message: unknown): string {
  return String(message).replace(/Invalid class escape$/, "Invalid decimal escape");
}

function comparePattern(source: string, flags: string, random: Random, subjects: number, tally: Tally): void {
  let host: RegExp | string;
  try {
    host = new RegExp(source, flags.includes("y") || flags.includes("g") ? flags : `${flags}g`);
  } catch (error) {
    host = (error as Error).message;
    if (hostMayDiffer(source, host)) return;
  }
  let program: ReturnType<typeof compileRegExp> | string;
  try {
    program = compileRegExp(
      source,
      typeof host === "string" ? `${flags}${flags.includes("g") || flags.includes("y") ? "" : "g"}` : flags,
      () => {},
    );
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    program = error.message;
    if (typeof host === "string" && hostMayDiffer(source, program)) return;
  }
  if (typeof host === "string" || typeof program === "string") {
    if (host === program || host === newerWording(program)) tally.refused++;
    else
      tally.differences.push(
        `${JSON.stringify(source)} ${flags}: host ${host}, engine ${typeof program === "string" ? program : "accepts"}`,
      );
    return;
  }
  for (let i = 0; i < subjects; i++) {
    const subject = randomSubject(random);
    compareMatch(host, program, subject, random.below(4) === 0 ? random.below(subject.length + 1) : 0, tally);
  }
}

function compareMatch(
  host: RegExp,
  program: ReturnType<typeof compileRegExp>,
  subject: string,
  lastIndex: number,
  tally: Tally,
): void {
  const unicode = host.unicode || host.unicodeSets;
  if (unicode && isInsidePair(subject, lastIndex)) return;
  let captures: ReturnType<typeof execRegExp>;
  try {
    captures = execRegExp(program, subject, lastIndex, host.sticky, limitedTo(500_000));
  } catch (error) {
    if (!(error instanceof StepLimit || error instanceof RegExpStackError)) throw error;
    // Such a subject could keep the host busy for ever.
    tally.stopped++;
    return;
  }
  host.lastIndex = lastIndex;
  const expected = host.exec(subject);
  if (unicode && expected !== null && isInsidePair(subject, expected.index)) {
    tally.insidePairs++;
    return;
  }
  tally.comparisons++;
  const hostText = JSON.stringify(expected && [expected.index, ...expected.map((group) => group ?? null)]);
  const ownText = JSON.stringify(captures && [captures[0], ...groupTexts(captures, subject)]);
  if (hostText !== ownText) {
    tally.differences.push(
      `/${program.source}/${host.flags} on ${JSON.stringify(subject)} at ${lastIndex}: host ${hostText}, engine ${ownText}`,
    );
  }
}

/**
 * Switches one flag of a random pattern by a modifier group around it and by the flag itself, which must
 * come to the same. Compares the engine with itself.
 */
export function compareModifiers(random: Random, tally: Tally): void {
  const flags = random.pick(["", "u", "v", "s", "mu"]);
  const letter = random.pick(["i", "m", "s"].filter((each) => !flags.includes(each)));
  const source = new PatternMaker(random, flags).choice(3);
  if (isRefused(source, flags)) return;
  const pairs = [
    [compileRegExp(source, flags + letter, () => {}), compileRegExp(`(?${letter}:${source})`, flags, () => {})],
    [compileRegExp(source, flags, () => {}), compileRegExp(`(?-${letter}:${source})`, flags + letter, () => {})],
  ];
  for (const [byFlag, byGroup] of pairs) {
    const subject = randomSubject(random);
    try {
      const expected = JSON.stringify(execRegExp(byFlag, subject, 0, false, limitedTo(100_000)));
      const actual = JSON.stringify(execRegExp(byGroup, subject, 0, false, limitedTo(200_000)));
      tally.comparisons++;
      if (actual !== expected)
        tally.differences.push(`/${byGroup.source}/${byGroup.flags}: ${actual}, by flag ${expected}`);
    } catch (error) {
      if (!(error instanceof StepLimit)) throw error;
      tally.stopped++;
    }
  }
}

function isRefused(source: string, flags: string): boolean {
  try {
    compileRegExp(source, flags, () => {});
    return false;
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return true;
    throw error;
  }
}

function randomSubject(random: Random): string {
  return Array.from({ length: random.below(9) }, () => random.pick(SUBJECT_PARTS)).join("");
}

function isInsidePair(subject: string, index: number): boolean {
  return index > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(subject.slice(index - 1, index + 1));
}

/** The texts of all groups, null for one that took no part. */
export function groupTexts(captures: ArrayLike<number>, subject: string): (string | null)[] {
  const texts: (string | null)[] = [];
  for (let i = 0; i < captures.length; i += 2)
    texts.push(captures[i] < 0 ? null : subject.slice(captures[i], captures[i + 1]));
  return texts;
}
