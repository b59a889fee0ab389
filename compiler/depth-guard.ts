/**
 * Estimates how deep Babel would recurse on a text, before Babel sees it.
 *
 * Babel cannot be given a counter, so the text is scanned: open brackets, unclosed `<`, and runs of heads that recurse
 * without a bracket (`a => b => …`, `!!!x`, `if (a) if (b) …`, `else if`, `a ? b : c ? …`, `a = b = …`, `x: y: …`). The
 * estimate errs on the high side; a run ends where a statement or a list item must end. Babel's own overflow begins below
 * 250 levels of functions on a default stack.
 *
 * Before: Acorn has refused the text. After: typescript.ts hands it to Babel.
 */
import { type CompileError, compileError, type Span } from "./errors.js";
import { scanTokens } from "./source-scan.js";

/** Levels of brackets and heads together. */
export const BABEL_NESTING_LIMIT = 100;
/** Operators, members and calls in one unbroken chain: Babel calls itself for each. */
export const BABEL_CHAIN_LIMIT = 1_000;

const HEADS = new Set(
  (
    "=> ! ~ ? = else if for while do new await typeof void delete yield async keyof readonly infer extends class " +
    "unique function ++ -- ... **"
  ).split(" "),
);
const CHAIN = new Set("+ - * / % & | ^ && || ?? == != === !== in instanceof as satisfies . ?.".split(" "));
const ENDS = new Set([";", ","]);

interface Level {
  heads: number;
  angles: number;
  chain: number;
}

/** Answers the error when the text nests too deep for Babel. */
export function guardDepth(text: string): CompileError | undefined {
  const levels: Level[] = [{ heads: 0, angles: 0, chain: 0 }];
  let open = 0;
  let found: CompileError | undefined;
  let previous = "";
  let beforePrevious = "";
  let previousOperand = false;
  let beforeBrace = 0;
  scanTokens(text, (token) => {
    if (found !== undefined) return;
    const level = levels[levels.length - 1];
    if (token.kind === "open") {
      levels.push({ heads: 0, angles: 0, chain: 0 });
      open += level.heads + level.angles + 1;
      previousOperand = false;
    } else if (token.kind === "close") {
      if (levels.length > 1) levels.pop();
      const outer = levels[levels.length - 1];
      open = Math.max(0, open - outer.heads - outer.angles - 1);
      if (token.text === "}") {
        beforeBrace = outer.heads;
        outer.heads = 0;
        outer.chain = 0;
      } else {
        outer.chain++;
      }
      previousOperand = true;
    } else if (ENDS.has(token.text)) {
      Object.assign(level, { heads: 0, chain: 0, angles: token.text === "," ? level.angles : 0 });
      previousOperand = false;
    } else {
      if (token.text === "else") level.heads = Math.max(level.heads, beforeBrace);
      if (token.text === "<") level.angles++;
      else if (/^>+$/.test(token.text)) level.angles = Math.max(0, level.angles - token.text.length);
      // Only labels recurse on a colon, and they come in rows: `a: b: c: …`.
      else if (token.text === ":" && beforePrevious === ":") level.heads++;
      else if (HEADS.has(token.text)) level.heads++;
      else if ((token.text === "+" || token.text === "-") && !previousOperand) level.heads++;
      else if (CHAIN.has(token.text)) level.chain++;
      else if (previousOperand && token.kind !== "punctuator") {
        // Two operands side by side: a new statement without a semicolon.
        Object.assign(level, { heads: 0, angles: 0, chain: 0 });
      }
      // `x?: T` is a mark, not a conditional.
      if (token.text === ":" && previous === "?") level.heads--;
      previousOperand = token.kind !== "punctuator" && !HEADS.has(token.text) && !CHAIN.has(token.text);
    }
    beforePrevious = previous;
    previous = token.text;
    const now = levels[levels.length - 1];
    if (open + now.heads + now.angles > BABEL_NESTING_LIMIT) found = tooDeep(token);
    else if (now.chain > BABEL_CHAIN_LIMIT) found = tooLong(token);
  });
  return found;
}

/** The error for TypeScript that nests too deep. */
export function tooDeep({ start, end }: Span): CompileError {
  return compileError(
    "nesting",
    `The program nests deeper than the limit of ${BABEL_NESTING_LIMIT} levels for TypeScript.`,
    { start, end },
    { limit: "nesting", hint: "Move inner parts into variables or functions of their own, or drop the types." },
  );
}

function tooLong({ start, end }: Span): CompileError {
  return compileError(
    "nesting",
    `One expression chains more than the limit of ${BABEL_CHAIN_LIMIT} operators and calls for TypeScript.`,
    { start, end },
    { limit: "nesting", hint: "Build the value in a loop, or drop the types." },
  );
}
