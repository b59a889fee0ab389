/**
 * How long a text a pattern of a schema may safely be given.
 *
 * The validator runs patterns on the host's backtracking matcher, over text that a program or a server
 * chose. Owns the estimate that bounds it: the degree of the polynomial that backtracking can cost,
 * read off the pattern's syntax tree (each repetition without a small bound that another can
 * take over from adds one; a repetition of such repetitions without a separator between rounds is
 * exponential), and from it the length up to which a match stays within a fixed number of steps.
 * The estimate errs to the high side. Before: normal-form.ts, which puts the length beside the pattern.
 */
import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Steps that one match may cost: a fraction of a second at worst. */
const MAX_STEPS = 5e7;
/** Doublings that stay within the steps. */
const MAX_EXPONENTIAL = 20;
/** Stands for no limit: time grows with the text only. */
export const UNLIMITED_LENGTH = Number.MAX_SAFE_INTEGER;
/** A repetition of at most this many more rounds than its least counts as bounded. */
const SMALL_RANGE = 8;

/** UTF-16 units of the longest text that may be matched against a pattern valid under the u flag. Never fails. */
export function matchableLength(pattern: string): number {
  const degree = patternDegree(pattern);
  if (degree === Number.POSITIVE_INFINITY) return MAX_EXPONENTIAL;
  return degree < 2 ? UNLIMITED_LENGTH : Math.floor(MAX_STEPS ** (1 / degree));
}

/** Degree of the worst backtracking: 0 for none, infinite for exponential. */
export function patternDegree(pattern: string): number {
  let parsed: AST.Pattern;
  try {
    parsed = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  const degree = Math.max(0, ...parsed.alternatives.map(({ elements }) => sequenceDegree(withoutOpenEnd(elements))));
  const isAnchored = parsed.alternatives.every(
    ({ elements: [first] }) => first?.type === "Assertion" && first.kind === "start",
  );
  // Without an anchor the match is tried from each place of the text.
  return isAnchored ? degree : degree + 1;
}

/** A repetition of one character that ends the pattern gives nothing back, for nothing after it can fail. */
function withoutOpenEnd(elements: readonly AST.Element[]): readonly AST.Element[] {
  const last = elements[elements.length - 1];
  const isOpen = last?.type === "Quantifier" && elementDegree(last.element) === 0 && !isVariable(last.element);
  return isOpen ? elements.slice(0, -1) : elements;
}

function alternativesDegree(alternatives: readonly AST.Alternative[]): number {
  return Math.max(0, ...alternatives.map(({ elements }) => sequenceDegree(elements)));
}

/** Repetitions that cannot take over from each other, because what stands between is in neither, do not multiply. */
function sequenceDegree(elements: readonly AST.Element[]): number {
  let worst = 0;
  let running = 0;
  let open: Characters | undefined;
  for (const element of elements) {
    const degree = elementDegree(element);
    const characters = charactersOf(element);
    if (degree > 0) {
      const takesOver = open?.overlaps(firstCharacters(element)) ?? true;
      running = takesOver ? running + degree : Math.max(running, degree);
      open = open === undefined ? characters : open.with(characters);
    } else if (open !== undefined && isMandatory(element) && !open.overlaps(characters)) {
      open = undefined;
      worst = Math.max(worst, running);
      running = 0;
    }
    worst = Math.max(worst, running);
  }
  return worst;
}

function elementDegree(element: AST.Element): number {
  switch (element.type) {
    case "Quantifier":
      return quantifierDegree(element);
    case "Group":
    case "CapturingGroup":
      return alternativesDegree(element.alternatives);
    case "Assertion":
      return element.kind === "lookahead" || element.kind === "lookbehind"
        ? alternativesDegree(element.alternatives)
        : 0;
    case "Backreference":
      return 1;
    default:
      return 0;
  }
}

function quantifierDegree({ min, max, element }: AST.Quantifier): number {
  const inner = elementDegree(element);
  if (max - min <= SMALL_RANGE) return inner;
  if (element.type !== "Group" && element.type !== "CapturingGroup") return inner + 1;
  const { alternatives } = element;
  const isDivided = alternatives.every(({ elements }) => !elements.some(isVariable) || hasSeparator(elements));
  if (!isDivided || isAmbiguous(element)) return Number.POSITIVE_INFINITY;
  // There is one way to divide a text into rounds, and one to match a round: repeating multiplies nothing.
  return Math.max(1, inner);
}

/** True when one text can be matched in several ways: alternatives that overlap, or neighbours of variable length that do. */
function isAmbiguous(group: AST.Group | AST.CapturingGroup): boolean {
  if (group.alternatives.length > 1 && !areDistinct(group.alternatives)) return true;
  return group.alternatives.some(({ elements }) => {
    let open: Characters | undefined;
    for (const element of elements) {
      const inner = element.type === "Quantifier" ? element.element : element;
      if ((inner.type === "Group" || inner.type === "CapturingGroup") && isAmbiguous(inner)) return true;
      const characters = charactersOf(element);
      if (isVariable(element)) {
        if (open?.overlaps(characters)) return true;
        open = open?.with(characters) ?? characters;
      } else if (open !== undefined && isMandatory(element) && !open.overlaps(characters)) {
        open = undefined;
      }
    }
    return false;
  });
}

/** Alternatives that no text can take two ways: each two differ at a character that both must have. */
function areDistinct(alternatives: readonly AST.Alternative[]): boolean {
  return alternatives.every((left, at) =>
    alternatives.slice(at + 1).every((right) => differ(left.elements, right.elements)),
  );
}

function differ(left: readonly AST.Element[], right: readonly AST.Element[]): boolean {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (!isMandatory(left[at]) || !isMandatory(right[at])) return false;
    if (!firstCharacters(left[at]).overlaps(firstCharacters(right[at]))) return true;
    if (!isSingle(left[at]) || !isSingle(right[at])) return false;
  }
  return false;
}

function isSingle({ type }: AST.Element): boolean {
  return type === "Character" || type === "CharacterClass" || type === "CharacterSet";
}

/** A character that every round has, and that nothing of variable length in the round can match. */
function hasSeparator(elements: readonly AST.Element[]): boolean {
  const variable = elements.filter(isVariable).map(charactersOf);
  return elements.some(
    (element) =>
      isMandatory(element) && !isVariable(element) && !variable.some((other) => other.overlaps(charactersOf(element))),
  );
}

function isVariable(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min !== element.max || isVariable(element.element);
  if (element.type === "Backreference") return true;
  if (element.type !== "Group" && element.type !== "CapturingGroup") return false;
  return element.alternatives.length > 1 || element.alternatives.some(({ elements }) => elements.some(isVariable));
}

/** True when an element always takes at least one character. */
function isMandatory(element: AST.Element): boolean {
  switch (element.type) {
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
      return true;
    case "Quantifier":
      return element.min > 0 && isMandatory(element.element);
    case "Group":
    case "CapturingGroup":
      return element.alternatives.every(({ elements }) => elements.some(isMandatory));
    default:
      return false;
  }
}

/** Which characters something can match: the ASCII ones exactly, all others as one. */
class Characters {
  constructor(readonly codes: ReadonlySet<number>) {}

  overlaps(other: Characters): boolean {
    for (const code of this.codes) if (other.codes.has(code)) return true;
    return false;
  }

  with(other: Characters): Characters {
    return new Characters(new Set([...this.codes, ...other.codes]));
  }
}

/** Stands for every character beyond ASCII. */
const BEYOND_ASCII = 128;
const ANY = new Characters(new Set(Array.from({ length: BEYOND_ASCII + 1 }, (_, code) => code)));

function charactersOf(element: AST.Element): Characters {
  switch (element.type) {
    case "Character":
      return new Characters(new Set([Math.min(element.value, BEYOND_ASCII)]));
    case "CharacterClass":
    case "CharacterSet":
      return asciiOf(element.raw);
    case "Quantifier":
      return charactersOf(element.element);
    case "Group":
    case "CapturingGroup":
      return element.alternatives
        .flatMap(({ elements }) => elements.map(charactersOf))
        .reduce((all, each) => all.with(each), new Characters(new Set()));
    case "Assertion":
      return new Characters(new Set());
    default:
      return ANY;
  }
}

function firstCharacters(element: AST.Element): Characters {
  if (element.type === "Quantifier") return firstCharacters(element.element);
  if (element.type !== "Group" && element.type !== "CapturingGroup") return charactersOf(element);
  return element.alternatives
    .map(({ elements }) => (elements[0] !== undefined && isMandatory(elements[0]) ? firstCharacters(elements[0]) : ANY))
    .reduce((all, each) => all.with(each), new Characters(new Set()));
}

/** The ASCII members of a class, asked of the host one character at a time; a class of ASCII text only holds no others. */
function asciiOf(raw: string): Characters {
  const single = new RegExp(`^${raw}$`, "u");
  const codes = new Set(ASCII_CLASS.test(raw) ? [] : [BEYOND_ASCII]);
  for (let code = 0; code < BEYOND_ASCII; code++) if (single.test(String.fromCharCode(code))) codes.add(code);
  return new Characters(codes);
}

/** A class that is not negated and lists ASCII characters, or an escape that stands for some. */
const ASCII_CLASS = /^(?:\[(?!\^)(?:[^\\\P{ASCII}]|\\[dw\-./\\\][^$*+?(){}|])*\]|\\[dw])$/u;

/** Escapes of characters that need none: many authors write them, the u flag refuses them. */
const NEEDLESS_ESCAPE = /\\([^\w\s^$\\.*+?()[\]{}|/-])/gu;

/** The pattern as the u flag takes it, undefined when it is no regular expression. */
export function unicodePattern(pattern: string): string | undefined {
  for (const candidate of [
    pattern,
    pattern.replace(NEEDLESS_ESCAPE, "$1"),
    pattern.replace(NEEDLESS_ESCAPE, "$1").replaceAll("\\-", "[-]"),
  ]) {
    try {
      new RegExp(candidate, "u");
      return candidate;
    } catch {
      // The next candidate has fewer escapes.
    }
  }
  return undefined;
}
