/**
 * Measures a regular-expression literal before any parser looks inside it.
 *
 * Acorn's validator and the host's own parser both recurse once for each group, so the nesting is counted here first, in
 * one pass without recursion. The scan finds the end of the literal as ECMA-262's RegularExpressionBody does: a `/` outside
 * a class, not escaped (https://tc39.es/ecma262/#prod-RegularExpressionBody).
 *
 * Before: the tokenizer stands behind the opening slash. After: Acorn validates the pattern.
 */

/** UTF-16 code units of the pattern. */
export const REGEXP_SIZE_LIMIT = 32_768;
/** Groups within groups, and with the `v` flag classes within classes. */
export const REGEXP_NESTING_LIMIT = 200;

const BACKSLASH = 92;
const SLASH = 47;

/**
 * Measures the literal whose pattern starts at `start`. Never fails: an unterminated literal is measured up to the end of
 * its line and left to the parser.
 * @returns length of the pattern in code units, and its deepest nesting
 */
export function measureRegExp(text: string, start: number): { readonly length: number; readonly nesting: number } {
  let inClass = false;
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (isLineEnd(code)) break;
    if (code === BACKSLASH) end++;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === SLASH && !inClass) break;
  }
  const length = Math.min(end, text.length) - start;
  const nestedClasses = /^[a-z]*v/.test(text.slice(end + 1, end + 9));
  return { length, nesting: nestingOf(text, start, start + length, nestedClasses) };
}

/**
 * The deepest nesting of groups and classes. Only the `v` flag lets classes nest; without it `[` inside a class is itself,
 * and taking it for a level would hide the groups behind the class.
 */
function nestingOf(text: string, start: number, end: number, nestedClasses: boolean): number {
  let groups = 0;
  let classes = 0;
  let deepest = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === 91 && (nestedClasses || classes === 0)) classes++;
    else if (code === 93 && classes > 0) classes--;
    else if (code === 40 && classes === 0) groups++;
    else if (code === 41 && classes === 0 && groups > 0) groups--;
    if (groups + classes > deepest) deepest = groups + classes;
  }
  return deepest;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}
