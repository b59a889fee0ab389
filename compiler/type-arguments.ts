/**
 * Decides whether a text Acorn accepted means something else in TypeScript: `xs.reduce<number>(f, 0)` parses as two
 * comparisons.
 *
 * The rule needs no second parse. A `>` before a parenthesis or a template, with a `<` before it and between the two only
 * what a list of type arguments may hold, is suspicious. It is a comparison after all if every name in between is the name
 * of a value: one the text declares (classes aside, they are types as well), or a global number. Names are looked up
 * without regard to scope, which can only keep a text JavaScript.
 *
 * Before: guarded-parser.ts noted angle brackets and names. After: parse.ts sends suspicious texts to typescript.ts.
 */
import type { AngleBracket } from "./guarded-parser.js";

export interface ParserNotes {
  readonly angles: readonly AngleBracket[];
  readonly declared: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
}

/** Globals that a program does compare with; the others are constructors, and `x < Map` is no comparison. */
const COMPARED_GLOBALS = new Set(["undefined", "NaN", "Infinity", "Math", "Number", "this"]);

/** Characters between two angle brackets: a bound on the time the search takes, far above real lists. */
const LONGEST_LIST = 2_000;

const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
/** What no type argument contains: assignment, arithmetic, conditions, statements. */
const NO_TYPE = /&&|\|\||\?\?|[=!]=|[-+*/%^~!;`]|=(?!>)|\?(?!\s*:)/;
const NAME = /(?<!\.\s*)(?<![\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*(?!\s*\??:)/gu;

/** Whether the text must be read as TypeScript. */
export function hasTypeArguments(text: string, notes: ParserNotes): boolean {
  return notes.angles.some((close, index) => {
    if (!close.closes) return false;
    const open = matchingAngle(text, notes.angles, index);
    return open !== undefined && holdsTypes(text.slice(open.pos + 1, close.pos), notes);
  });
}

/** The `<` that the closing bracket at `index` would pair with, when what is between could be types. */
function matchingAngle(text: string, angles: readonly AngleBracket[], index: number): AngleBracket | undefined {
  const close = angles[index];
  let missing = close.count;
  for (let i = index - 1; i >= 0; i--) {
    const angle = angles[i];
    if (close.pos - angle.pos > LONGEST_LIST) return undefined;
    if (angle.closes) missing += angle.count;
    else if (--missing === 0) {
      const between = plainText(text.slice(angle.pos + 1, close.pos));
      return isBalanced(between) && !NO_TYPE.test(between) ? angle : undefined;
    }
  }
  return undefined;
}

function holdsTypes(between: string, { declared, classes }: ParserNotes): boolean {
  const names = plainText(between).match(NAME) ?? [];
  if (names.length === 0) return /["']/.test(between.replace(COMMENT, " "));
  return names.some((name) => !(COMPARED_GLOBALS.has(name) || (declared.has(name) && !classes.has(name))));
}

/** Without strings and comments. */
function plainText(text: string): string {
  return text.replace(STRING, " 0 ").replace(COMMENT, " ");
}

function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const char of text) {
    if (char === "(" || char === "[" || char === "{") open.push(char);
    else if (char === ")" && open.pop() !== "(") return false;
    else if (char === "]" && open.pop() !== "[") return false;
    else if (char === "}" && open.pop() !== "{") return false;
  }
  return open.length === 0;
}
