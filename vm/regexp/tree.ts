/**
 * The parsed pattern: what parse.ts produces and compile.ts reads. Flags and modifiers are resolved
 * here already: each node says by itself how it treats case, lines and line ends, so later stages
 * carry no flags along. Groups are numbered and references resolved. Immutable once parsed.
 */
import type { CharSet } from "./char-set.js";

/** No upper bound of a quantifier. Counts are clamped to it, as V8 does. */
export const UNBOUNDED = 0x7fffffff;

export type PatternNode =
  | CharNode
  | SetNode
  | GroupNode
  | LookNode
  | EdgeNode
  | BoundaryNode
  | ReferenceNode
  | RepeatNode;

/** A sequence of terms. */
export type Alternative = readonly PatternNode[];

/** One literal character: a code point in u or v mode, otherwise a UTF-16 code unit. */
export interface CharNode {
  readonly type: "char";
  readonly value: number;
  readonly ignoreCase: boolean;
}

/** One character out of a set or, in v mode, also one of several strings. */
export interface SetNode {
  readonly type: "set";
  readonly set: CharSet;
  /** Matches when the set does not: `[^...]` without v, where case folding comes before the inversion. */
  readonly invert: boolean;
  readonly ignoreCase: boolean;
  /** Strings of other lengths than one character, folded when case is ignored; null when there are none. */
  readonly strings: readonly string[] | null;
}

export interface GroupNode {
  readonly type: "group";
  /** Number of the group, 0 when it does not capture. */
  readonly capture: number;
  readonly alternatives: readonly Alternative[];
  /** Fewest code units a match consumes. */
  readonly minLength: number;
}

export interface LookNode {
  readonly type: "look";
  readonly behind: boolean;
  readonly negate: boolean;
  readonly alternatives: readonly Alternative[];
}

/** `^` and `$`. */
export interface EdgeNode {
  readonly type: "edge";
  readonly atEnd: boolean;
  readonly multiline: boolean;
}

/** `\b` and `\B`. */
export interface BoundaryNode {
  readonly type: "boundary";
  readonly negate: boolean;
  /** U+017F and U+212A are word characters too: i together with u or v. */
  readonly extended: boolean;
}

/** `\1` and `\k<name>`; a duplicated name refers to several groups, of which at most one took part. */
export interface ReferenceNode {
  readonly type: "reference";
  readonly groups: readonly number[];
  readonly ignoreCase: boolean;
}

export interface RepeatNode {
  readonly type: "repeat";
  readonly min: number;
  /** UNBOUNDED for none. */
  readonly max: number;
  readonly greedy: boolean;
  readonly body: PatternNode;
  /** Groups inside the body, first to last; empty when last < first. */
  readonly firstCapture: number;
  readonly lastCapture: number;
  readonly minLength: number;
}

export interface PatternTree {
  readonly alternatives: readonly Alternative[];
  /** Number of groups, group 0 included. */
  readonly groupCount: number;
  /** Names in source order with their group numbers, or null when no group is named. */
  readonly groupNames: ReadonlyMap<string, readonly number[]> | null;
  readonly minLength: number;
  /** u or v: characters are code points. */
  readonly unicode: boolean;
  readonly hasReferences: boolean;
}

/** Fewest code units that `node` consumes. Constant time: groups and repeats carry theirs. */
export function minLengthOf(node: PatternNode): number {
  switch (node.type) {
    case "char":
      return node.value > 0xffff ? 2 : 1;
    case "set":
      return node.strings?.includes("") ? 0 : 1;
    case "group":
    case "repeat":
      return node.minLength;
    default:
      return 0;
  }
}

/** Fewest code units that a sequence consumes, at most UNBOUNDED. */
export function sequenceMinLength(alternative: Alternative): number {
  let length = 0;
  for (const node of alternative) length = Math.min(length + minLengthOf(node), UNBOUNDED);
  return length;
}

/** Fewest code units that a choice consumes. */
export function choiceMinLength(alternatives: readonly Alternative[]): number {
  let least = UNBOUNDED;
  for (const alternative of alternatives) least = Math.min(least, sequenceMinLength(alternative));
  return least;
}
