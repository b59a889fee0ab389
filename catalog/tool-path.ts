/**
 * The grammar of tool paths and the expressions that call them.
 *
 * A path is one or more segments joined by dots (`context7.resolve-library-id`); a segment is any
 * text without a dot, never empty, never normalised: `__proto__`, `constructor` and `then` are
 * segments like any other. An expression is what a program writes for it
 * (`tools.context7["resolve-library-id"]`).
 */

/** The namespace that the package keeps for itself. */
export const RESERVED_NAMESPACE = "$codemode";

/** Path of the search tool. */
export const SEARCH_PATH = "$codemode.search";

/** ASCII only: which letters beyond it are identifiers depends on the Unicode version of an engine. */
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** True for a name that can follow a dot or stand unquoted in an object type. */
export function isIdentifierName(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** Splits a path at its dots. Throws `TypeError` when a segment is empty. */
export function pathSegments(path: string): string[] {
  const segments = path.split(".");
  if (segments.includes("")) throw new TypeError(`Tool path ${JSON.stringify(path)} has an empty segment`);
  return segments;
}

/** The expression a program writes for a path: `tools.orders.lookup`, `tools.context7["resolve-library-id"]`. Never fails. */
export function pathExpression(path: string | readonly string[]): string {
  const segments = typeof path === "string" ? path.split(".") : path;
  return `tools${segments.map(memberAccess).join("")}`;
}

function memberAccess(segment: string): string {
  return isIdentifierName(segment) ? `.${segment}` : `[${quoted(segment)}]`;
}

/** Controls, line separators, and marks that hide or reorder text: a reader must see them. */
const UNSEEN = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** A string literal of exactly this text, in which nothing is invisible. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}

/**
 * The segments that a text spells, in any form a model writes one: a canonical path, the same
 * with `tools.` before it, or an expression with brackets, with or without `await` and a call's
 * parentheses. Undefined when the text is none of these. Never fails.
 */
export function readPath(text: string): string[] | undefined {
  const source = text
    .trim()
    .replace(/^await\s+/, "")
    .replace(/\(.*\)?;?$/s, "")
    .trim();
  const segments: string[] = [];
  let at = 0;
  while (at < source.length) {
    if (source[at] === "[") {
      const quoted = /^\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`\\$]*)`)\s*\]/s.exec(source.slice(at));
      if (quoted === null) return undefined;
      segments.push(unquoted(quoted[1] ?? quoted[2] ?? quoted[3]));
      at += quoted[0].length;
      continue;
    }
    if (segments.length > 0 || source[at] === ".") {
      const dot = /^\??\./.exec(source.slice(at));
      if (dot === null) return undefined;
      at += dot[0].length;
      if (source[at] === "[") continue;
    }
    const plain = /^[^.[\]"'`()?\s]+/.exec(source.slice(at));
    if (plain === null) return undefined;
    segments.push(plain[0]);
    at += plain[0].length;
  }
  const rest = segments[0] === "tools" && segments.length > 1 ? segments.slice(1) : segments;
  return rest.length === 0 ? undefined : rest.flatMap((segment) => segment.split("."));
}

function unquoted(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, unit: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES.get(unit) ?? unit;
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
]);

/** Code-unit order, the same on every machine (`localeCompare` is not). */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
