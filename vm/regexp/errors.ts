/**
 * What can go wrong with a pattern: its syntax, its size, and the memory its matching needs.
 * Messages follow V8's wording, because programs and the models that write them know those.
 * The classes are for the caller alone: it turns them into guest errors of its own, and none of
 * these objects ever reaches a program.
 */
import { canonicalFlags } from "./flags.js";

/** Why a pattern was refused. The text is the tail of V8's message. */
export const PATTERN_PROBLEMS = {
  tooLarge: "Regular expression too large",
  unterminatedGroup: "Unterminated group",
  unmatchedParen: "Unmatched ')'",
  escapeAtEnd: "\\ at end of pattern",
  invalidPropertyName: "Invalid property name",
  invalidPropertyNameInClass: "Invalid property name in character class",
  invalidEscape: "Invalid escape",
  invalidDecimalEscape: "Invalid decimal escape",
  invalidClassEscape: "Invalid class escape",
  invalidUnicodeEscape: "Invalid Unicode escape",
  nothingToRepeat: "Nothing to repeat",
  loneQuantifierBrackets: "Lone quantifier brackets",
  rangeOutOfOrder: "numbers out of order in {} quantifier",
  incompleteQuantifier: "Incomplete quantifier",
  invalidQuantifier: "Invalid quantifier",
  invalidGroup: "Invalid group",
  multipleFlagDashes: "Multiple dashes in flag group",
  repeatedFlag: "Repeated flag in flag group",
  invalidFlagGroup: "Invalid flag group",
  invalidGroupName: "Invalid capture group name",
  duplicateGroupName: "Duplicate capture group name",
  invalidNamedReference: "Invalid named reference",
  unknownNamedReference: "Invalid named capture referenced",
  invalidSetOperation: "Invalid set operation in character class",
  invalidCharacterInClass: "Invalid character in character class",
  invalidClass: "Invalid character class",
  unterminatedClass: "Unterminated character class",
  classOutOfOrder: "Range out of order in character class",
  negatedClassWithStrings: "Negated character class may contain strings",
} as const;

export type PatternProblem = keyof typeof PATTERN_PROBLEMS;

/** A pattern or its flags are not acceptable. `message` is what a guest SyntaxError should say. */
export class RegExpSyntaxError extends Error {
  override readonly name = "RegExpSyntaxError";
}

/**
 * Matching needs more backtracking memory than the engine grants. The caller reports it as V8 reports
 * an exhausted backtrack stack: a catchable RangeError with this message.
 */
export class RegExpStackError extends Error {
  override readonly name = "RegExpStackError";
  constructor() {
    super("Maximum call stack size exceeded");
  }
}

/** Longest pattern that a message shows in full; the engine takes none that are longer. */
const SHOWN_LENGTH = 32 * 1024;

/** The error of a refused pattern, worded as V8 words it. */
export function patternError(source: string, flags: string, problem: PatternProblem): RegExpSyntaxError {
  const shown = source.length > SHOWN_LENGTH ? `${source.slice(0, 100)}...` : source;
  return new RegExpSyntaxError(
    `Invalid regular expression: /${shown}/${canonicalFlags(flags)}: ${PATTERN_PROBLEMS[problem]}`,
  );
}
