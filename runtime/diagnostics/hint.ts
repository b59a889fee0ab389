/** A row of the hints. */
import type { Failed } from "./failed-expression.js";

export interface Hint {
  readonly id: string;
  /** One line for the catalogue: what the model meant. */
  readonly about: string;
  readonly matches: RegExp;
  /** Suggestions; undefined when the row does not fit after all. */
  readonly suggest: (match: RegExpExecArray, failed: Failed) => readonly string[] | undefined;
}
