/**
 * The matcher's instructions: the one declaration that the emitter, the matcher and the dump follow.
 * Code is a flat Int32Array; an instruction is its opcode and as many operands as its row says.
 *
 * Notation. `pos` is the position in the subject, `fail` means: undo back to the last choice and go on
 * there. A *filter* is a row of the filter table, indexed by the next character (256 for any above
 * 255, 257 at the end): bit 0 says that the first way may succeed, bit 1 the second. Names ending in
 * U read code points, those beginning with Back read the character before `pos` and move left.
 */

export enum RegExpOp {
  /** The match is complete, or at the end of a look-around's body nothing: those end in their own. */
  Match,
  /** Never matches. */
  Fail,
  /** One code unit. */
  Char,
  /** One of two code units: a letter in both cases. */
  EitherChar,
  /** The next n code units. */
  Text,
  /** The next n code units, each one of two. */
  EitherText,
  /** One character of a set. */
  Set,
  SetU,
  BackChar,
  BackEitherChar,
  BackSet,
  BackSetU,
  /** One of several strings or one character of a set, the longest first. */
  Strings,
  /** pos = the longest run of a set's characters, min to max; gives characters back one by one. */
  Run,
  RunU,
  /** The same, but never gives back: what follows cannot succeed earlier. */
  RunAll,
  RunAllU,
  /** The shortest run first; takes one more each time. */
  LazyRun,
  LazyRunU,
  /** Continue at the first label, on failure at the second. */
  Fork,
  /** The same, leaving out ways that the filter excludes. */
  Choose,
  /** Continue at the label that the table has for the next character. */
  Dispatch,
  Jump,
  /** captures[slot] = pos. */
  Save,
  /** captures[first..last] = unset. */
  Clear,
  InputStart,
  LineStart,
  InputEnd,
  LineEnd,
  /** `\b` or `\B`: is it a boundary = operand; extended word characters = operand. */
  Boundary,
  /** The text of the one group among n that took part; nothing when none did. */
  Reference,
  BackReference,
  /** A look-around begins: registers r, r+1 = height of the stack, pos. */
  LookEnter,
  /** A positive one has matched: drop its choices, pos = as before. */
  LookLeave,
  /** A negative one begins; if its body fails, continue at the label. */
  NotEnter,
  /** Its body has matched: undo everything since NotEnter and fail. */
  NotLeave,
  /** register = 0. */
  ZeroCount,
  /** Counted loop: below min go on, at max exit, between choose; counts up when it goes on. */
  CountLoop,
  /** register = pos. */
  Mark,
  /** Fail if nothing was consumed since Mark. */
  CheckProgress,
  /** The same, once the counter is above min. */
  CheckProgressAbove,
}

/** How an operand is read, for the dump. `unit*` and `group*` are as many as the count before says, `unit2*` twice. */
export type RegExpOperand =
  | "unit"
  | "count"
  | "unit*"
  | "unit2*"
  | "group*"
  | "set"
  | "strings"
  | "filter"
  | "label"
  | "dispatch"
  | "slot"
  | "register"
  | "flag";

/** Operands of each opcode, in order. */
export const REGEXP_OPS = {
  Match: [],
  Fail: [],
  Char: ["unit"],
  EitherChar: ["unit", "unit"],
  Text: ["count", "unit*"],
  EitherText: ["count", "unit2*"],
  Set: ["set"],
  SetU: ["set"],
  BackChar: ["unit"],
  BackEitherChar: ["unit", "unit"],
  BackSet: ["set"],
  BackSetU: ["set"],
  Strings: ["strings"],
  Run: ["set", "count", "count", "filter"],
  RunU: ["set", "count", "count", "filter"],
  RunAll: ["set", "count", "count", "filter"],
  RunAllU: ["set", "count", "count", "filter"],
  LazyRun: ["set", "count", "count", "filter"],
  LazyRunU: ["set", "count", "count", "filter"],
  Fork: ["label", "label"],
  Choose: ["filter", "label", "label"],
  Dispatch: ["dispatch"],
  Jump: ["label"],
  Save: ["slot"],
  Clear: ["slot", "slot"],
  InputStart: [],
  LineStart: [],
  InputEnd: [],
  LineEnd: [],
  Boundary: ["flag", "flag"],
  Reference: ["flag", "count", "group*"],
  BackReference: ["flag", "count", "group*"],
  LookEnter: ["register"],
  LookLeave: ["register"],
  NotEnter: ["register", "label"],
  NotLeave: ["register"],
  ZeroCount: ["register"],
  CountLoop: ["register", "count", "count", "flag", "label"],
  Mark: ["register"],
  CheckProgress: ["register"],
  CheckProgressAbove: ["register", "register", "count"],
} satisfies Record<keyof typeof RegExpOp, readonly RegExpOperand[]>;

/** Length of all Run instructions. */
export const RUN_WIDTH = 5;
export const COUNT_LOOP_WIDTH = 6;
/** Columns of a filter row and of a dispatch row. */
export const FILTER_WIDTH = 258;
/** Column of characters above 255. */
export const HIGH_COLUMN = 256;
/** Column of the end of the subject. */
export const END_COLUMN = 257;
/** Filter operand of an instruction that has none. */
export const NO_FILTER = -1;
