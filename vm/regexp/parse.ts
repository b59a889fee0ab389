/**
 * Parses a pattern into a tree: disjunctions, terms, groups, quantifiers, references. Written after
 * the grammar with Annex B and the order in which V8 looks for errors, so that messages agree. Nesting
 * is counted and refused past a limit, so the recursion here and in every later stage is bounded.
 * Before: flags.ts. After: compile.ts.
 */
import { type CharSet, complementOf, LINE_ENDS } from "./char-set.js";
import type { RegExpFlags } from "./flags.js";
import { type ClassContents, ClassParser } from "./parse-class.js";
import { CH, END, PatternReader } from "./pattern-reader.js";
import {
  type Alternative,
  choiceMinLength,
  minLengthOf,
  type PatternNode,
  type PatternTree,
  type ReferenceNode,
  UNBOUNDED,
} from "./tree.js";

/** Longest pattern, in UTF-16 code units. */
export const MAX_PATTERN_LENGTH = 32 * 1024;
/** How deep groups, look-arounds and v-mode classes may nest. */
export const MAX_NESTING = 200;

/** The flags that a modifier group can change. */
interface Modes {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** One alternative being parsed or done: tells whether two groups can take part in the same match. */
interface AlternativeScope {
  readonly parent: AlternativeScope | null;
  /** The disjunction it belongs to. */
  readonly choice: { open: boolean };
  open: boolean;
}

/** A reference whose group is only known by name until the end of the pattern. */
interface NamedReference extends ReferenceNode {
  readonly name: string;
  groups: readonly number[];
}

const ANYTHING: CharSet = complementOf({ kind: "ranges", ranges: [] });
const NOT_LINE_END: CharSet = complementOf(LINE_ENDS);

/**
 * The tree of `source`. `flagText` is only shown in messages.
 * Throws RegExpSyntaxError; a pattern over a limit is "Regular expression too large".
 */
export function parsePattern(source: string, flagText: string, flags: RegExpFlags): PatternTree {
  const reader = new PatternReader(source, flagText, flags);
  if (source.length > MAX_PATTERN_LENGTH) reader.fail("tooLarge");
  return new Parser(reader).pattern();
}

class Parser {
  readonly #reader: PatternReader;
  readonly #classes: ClassParser;
  readonly #names = new Map<string, number[]>();
  readonly #scopes = new Map<string, AlternativeScope[]>();
  readonly #namedReferences: NamedReference[] = [];
  #groupCount = 1;
  #scope: AlternativeScope | null = null;
  #hasReferences = false;

  constructor(reader: PatternReader) {
    this.#reader = reader;
    this.#classes = new ClassParser(reader, MAX_NESTING);
  }

  pattern(): PatternTree {
    const { ignoreCase, multiline, dotAll } = this.#reader.flags;
    const alternatives = this.#disjunction({ ignoreCase, multiline, dotAll }, 0);
    for (const reference of this.#namedReferences) {
      const groups = this.#names.get(reference.name);
      if (groups === undefined) this.#reader.fail("unknownNamedReference");
      reference.groups = groups;
    }
    return {
      alternatives,
      groupCount: this.#groupCount,
      groupNames: this.#names.size > 0 ? this.#names : null,
      minLength: choiceMinLength(alternatives),
      unicode: this.#reader.unicode,
      hasReferences: this.#hasReferences,
    };
  }

  /** Alternatives up to the closing parenthesis, which is consumed, or the end. */
  #disjunction(modes: Modes, depth: number): Alternative[] {
    const reader = this.#reader;
    if (depth > MAX_NESTING) reader.fail("tooLarge");
    const parent = this.#scope;
    const choice = { open: true };
    const alternatives: Alternative[] = [];
    do {
      const scope: AlternativeScope = { parent, choice, open: true };
      this.#scope = scope;
      alternatives.push(this.#alternative(modes, depth));
      scope.open = false;
    } while (reader.take(CH.bar));
    choice.open = false;
    this.#scope = parent;
    if (depth > 0 && !reader.take(CH.close)) reader.fail("unterminatedGroup");
    if (depth === 0 && !reader.atEnd) reader.fail("unmatchedParen");
    return alternatives;
  }

  #alternative(modes: Modes, depth: number): Alternative {
    const reader = this.#reader;
    const terms: PatternNode[] = [];
    while (!reader.atEnd && reader.unit() !== CH.bar && reader.unit() !== CH.close) {
      const groupsBefore = this.#groupCount;
      const term = this.#term(modes, depth);
      terms.push(isQuantifiable(term) ? this.#quantified(term, groupsBefore) : term);
    }
    return terms;
  }

  #term(modes: Modes, depth: number): PatternNode {
    const reader = this.#reader;
    switch (reader.unit()) {
      case CH.star:
      case CH.plus:
      case CH.question:
        return reader.fail("nothingToRepeat");
      case CH.caret:
        reader.position++;
        return { type: "edge", atEnd: false, multiline: modes.multiline };
      case CH.dollar:
        reader.position++;
        return { type: "edge", atEnd: true, multiline: modes.multiline };
      case CH.open:
        return this.#group(modes, depth);
      case CH.dot:
        reader.position++;
        return setNode(modes.dotAll ? ANYTHING : NOT_LINE_END, false);
      case CH.openBracket:
        return contentsNode(this.#classes.bracketed(modes.ignoreCase, depth + 1), modes.ignoreCase);
      case CH.backslash:
        return this.#escape(modes);
      case CH.openBrace:
        if (reader.braces(UNBOUNDED) !== null) reader.fail("nothingToRepeat");
        if (reader.unicode) reader.fail("loneQuantifierBrackets");
        break;
      case CH.closeBrace:
      case CH.closeBracket:
        if (reader.unicode) reader.fail("loneQuantifierBrackets");
        break;
    }
    return { type: "char", value: reader.character(), ignoreCase: modes.ignoreCase };
  }

  #quantified(term: PatternNode, groupsBefore: number): PatternNode {
    const reader = this.#reader;
    let bounds: { min: number; max: number } | null = null;
    const unit = reader.unit();
    if (unit === CH.star) bounds = { min: 0, max: UNBOUNDED };
    else if (unit === CH.plus) bounds = { min: 1, max: UNBOUNDED };
    else if (unit === CH.question) bounds = { min: 0, max: 1 };
    if (bounds !== null) reader.position++;
    else if (unit === CH.openBrace) {
      bounds = reader.braces(UNBOUNDED);
      if (bounds === null && reader.unicode) reader.fail("incompleteQuantifier");
      if (bounds !== null && bounds.max < bounds.min) reader.fail("rangeOutOfOrder");
    }
    if (bounds === null) return term;
    const greedy = !reader.take(CH.question);
    if (term.type === "look" && (reader.unicode || term.behind)) reader.fail("invalidQuantifier");
    return {
      type: "repeat",
      ...bounds,
      greedy,
      body: term,
      firstCapture: groupsBefore,
      lastCapture: this.#groupCount - 1,
      minLength: Math.min(bounds.min * minLengthOf(term), UNBOUNDED),
    };
  }

  #group(modes: Modes, depth: number): PatternNode {
    const reader = this.#reader;
    reader.position++;
    if (!reader.take(CH.question)) return this.#capturingGroup(null, modes, depth);
    switch (reader.unit()) {
      case CH.colon:
        reader.position++;
        return this.#plainGroup(modes, depth);
      case CH.equals:
      case CH.bang:
        return this.#look(false, modes, depth);
      case CH.less: {
        reader.position++;
        if (reader.unit() === CH.equals || reader.unit() === CH.bang) return this.#look(true, modes, depth);
        const name = reader.groupName();
        this.#checkDuplicate(name);
        return this.#capturingGroup(name, modes, depth);
      }
      case CH.minus:
      case 0x69:
      case 0x6d:
      case 0x73:
        return this.#plainGroup(this.#modifiers(modes), depth);
      default:
        return reader.fail("invalidGroup");
    }
  }

  #plainGroup(modes: Modes, depth: number): PatternNode {
    const alternatives = this.#disjunction(modes, depth + 1);
    return { type: "group", capture: 0, alternatives, minLength: choiceMinLength(alternatives) };
  }

  #capturingGroup(name: string | null, modes: Modes, depth: number): PatternNode {
    const capture = this.#groupCount++;
    if (name !== null) {
      const groups = this.#names.get(name);
      if (groups === undefined) this.#names.set(name, [capture]);
      else groups.push(capture);
    }
    const alternatives = this.#disjunction(modes, depth + 1);
    return { type: "group", capture, alternatives, minLength: choiceMinLength(alternatives) };
  }

  #look(behind: boolean, modes: Modes, depth: number): PatternNode {
    const negate = this.#reader.unit() === CH.bang;
    this.#reader.position++;
    return { type: "look", behind, negate, alternatives: this.#disjunction(modes, depth + 1) };
  }

  /** `i`, `m`, `s` to switch on, then behind a dash those to switch off, then the colon. */
  #modifiers(modes: Modes): Modes {
    const reader = this.#reader;
    const changed = { ...modes };
    let seen = "";
    let value = true;
    for (;;) {
      const letter = String.fromCharCode(reader.unit());
      if (letter === "-") {
        if (!value) reader.fail("multipleFlagDashes");
        value = false;
      } else if (letter === "i" || letter === "m" || letter === "s") {
        if (seen.includes(letter)) reader.fail("repeatedFlag");
        seen += letter;
        if (letter === "i") changed.ignoreCase = value;
        else if (letter === "m") changed.multiline = value;
        else changed.dotAll = value;
      } else if (letter === ":" && seen !== "") {
        reader.position++;
        return changed;
      } else reader.fail("invalidFlagGroup");
      reader.position++;
    }
  }

  /**
   * Two groups may share a name only if they can never both take part in a match: somewhere above them
   * they lie in different alternatives of the same disjunction.
   * https://tc39.es/ecma262/#sec-static-semantics-mightbothparticipate
   */
  #checkDuplicate(name: string): void {
    const scope = this.#scope!;
    const earlier = this.#scopes.get(name);
    if (earlier === undefined) {
      this.#scopes.set(name, [scope]);
      return;
    }
    for (const other of earlier) {
      let ancestor: AlternativeScope = other;
      while (!ancestor.open && !ancestor.choice.open) ancestor = ancestor.parent!;
      if (ancestor.open) this.#reader.fail("duplicateGroupName");
    }
    earlier.push(scope);
  }

  /** An escape outside of classes; the position is on the backslash. */
  #escape(modes: Modes): PatternNode {
    const reader = this.#reader;
    const next = reader.unit(1);
    if (next === END) reader.fail("escapeAtEnd");
    if (next === 0x62 || next === 0x42) {
      reader.position += 2;
      return { type: "boundary", negate: next === 0x42, extended: modes.ignoreCase && reader.unicode };
    }
    if (next >= CH.one && next <= CH.nine) {
      const group = this.#referenceNumber();
      if (group > 0) {
        this.#hasReferences = true;
        return { type: "reference", groups: [group], ignoreCase: modes.ignoreCase };
      }
      if (reader.unicode) reader.fail("invalidEscape");
    }
    if (next === 0x6b && (reader.unicode || reader.groups().named)) return this.#namedReference(modes);
    const contents = this.#classes.escapeClass(modes.ignoreCase, false);
    if (contents !== null) return contentsNode(contents, modes.ignoreCase);
    return { type: "char", value: reader.escape(false), ignoreCase: modes.ignoreCase };
  }

  /** The group that a decimal escape refers to; 0, position kept, when there are not as many groups. */
  #referenceNumber(): number {
    const reader = this.#reader;
    const start = reader.position;
    reader.position++;
    const group = reader.count(UNBOUNDED);
    if (group <= reader.groups().count) return group;
    reader.position = start;
    return 0;
  }

  #namedReference(modes: Modes): PatternNode {
    const reader = this.#reader;
    reader.position += 2;
    if (!reader.take(CH.less)) reader.fail("invalidNamedReference");
    const reference: NamedReference = {
      type: "reference",
      name: reader.groupName(),
      groups: [],
      ignoreCase: modes.ignoreCase,
    };
    this.#hasReferences = true;
    this.#namedReferences.push(reference);
    return reference;
  }
}

/** A quantifier behind an assertion is looked at as a term of its own, which then has nothing to repeat. */
function isQuantifiable(term: PatternNode): boolean {
  return term.type !== "edge" && term.type !== "boundary";
}

function setNode(set: CharSet, ignoreCase: boolean): PatternNode {
  return { type: "set", set, invert: false, ignoreCase, strings: null };
}

/** A class as a node; one of a single character is that character. */
function contentsNode(contents: ClassContents, ignoreCase: boolean): PatternNode {
  const { set, strings } = contents;
  if (set.kind === "ranges" && set.ranges.length === 2 && set.ranges[0] === set.ranges[1]) {
    if (strings.size === 0 && !contents.invert) return { type: "char", value: set.ranges[0], ignoreCase };
  }
  if (contents.invert && !ignoreCase) return setNode(complementOf(set), false);
  return {
    type: "set",
    set,
    invert: contents.invert,
    ignoreCase,
    strings: strings.size > 0 ? [...strings] : null,
  };
}
