/**
 * The source text of a call's callee, for V8's sentence "xs.foo is not a function". The position of
 * a call instruction covers from the callee's property name (or the callee) to the closing
 * parenthesis; the receiver before it is read backwards: names, members, calls as `f(...)`, short
 * literals. What V8 has no text for is "(intermediate value)".
 */
import type { CodeBlock } from "./bytecode/program.js";
import { positionAt } from "./bytecode/source-map.js";

const MAX_TEXT = 80;
/** How far back a bracket or quote is looked for. */
const MAX_BACK = 2_000;
const UNNAMED = "(intermediate value)";

/** undefined when the text is too long. */
export function calleeTextAt(block: CodeBlock, pc: number, source: string): string | undefined {
  const at = positionAt(block, pc);
  if (at === undefined) return undefined;
  const own = source.slice(at.start, at.end);
  const isNew = /^new\b/.test(own);
  const callee = calleeOf(isNew ? own.slice(3).trimStart() : own);
  const text = isNew ? callee : withReceiver(source, at.start, callee);
  return text.length === 0 || text.length > MAX_TEXT ? undefined : text;
}

/** The callee's own text: up to the arguments, which begin at the first bracket that is none of its own. */
function calleeOf(text: string): string {
  if (/^(?:\(|function\b|class\b|async\b|[{`/])/.test(text)) return UNNAMED;
  const head = /^[^([`{]*(?:\[[\w$."']{1,40}\][^([`{]*)*/.exec(text)?.[0] ?? "";
  return head.replace(/\?\.$/, "").trim();
}

function withReceiver(source: string, start: number, name: string): string {
  const before = backOverSpace(source, start);
  if (source[before - 1] === "[") {
    const close = source.indexOf("]", start);
    const key = source.slice(start, close < 0 ? start : close);
    return `${receiverBefore(source, before - 1)}${keyText(key)}`;
  }
  const isMember = source[before - 1] === "." && source[before - 2] !== ".";
  if (!isMember) return name;
  const dot = source[before - 2] === "?" ? before - 2 : before - 1;
  return `${receiverBefore(source, dot)}.${name}`;
}

function keyText(key: string): string {
  return /^[\w$."']{1,40}$/.test(key) ? (/^["']/.test(key) ? `.${key.slice(1, -1)}` : `[${key}]`) : `[${UNNAMED}]`;
}

/** The text of the expression that ends before `end`, as V8 would print it. */
function receiverBefore(source: string, end: number): string {
  let at = backOverSpace(source, end);
  let text = "";
  for (;;) {
    const last = source[at - 1];
    if (last === ")" || last === "]") {
      const open = openerOf(source, at - 1);
      if (open < 0) return UNNAMED + text;
      const before = backOverSpace(source, open);
      const word = wordBefore(source, before);
      const follows = /[\w$)\]]/.test(source[before - 1] ?? "") && !KEYWORDS.has(word);
      const inner = source.slice(open + 1, at - 1);
      if (!follows) return (last === "]" && /^[\w$,."' -]{0,40}$/.test(inner) ? `[${inner}]` : UNNAMED) + text;
      text = (last === ")" ? "(...)" : keyText(inner)) + text;
      at = before;
      continue;
    }
    if (last === '"' || last === "'") {
      const open = source.lastIndexOf(last, at - 2);
      const literal = open < 0 ? "" : source.slice(open, at);
      return (literal === "" || literal.includes("\n") ? UNNAMED : literal) + text;
    }
    const word = wordBefore(source, at);
    if (word === "") return UNNAMED + text;
    text = word + text;
    const before = backOverSpace(source, at - word.length);
    if (source[before - 1] !== "." || source[before - 2] === ".") return text;
    text = `.${text}`;
    at = backOverSpace(source, source[before - 2] === "?" ? before - 2 : before - 1);
  }
}

const KEYWORDS = new Set(
  "await return typeof void delete throw in of case do else yield if while for switch new".split(" "),
);

function wordBefore(source: string, end: number): string {
  let start = end;
  while (start > 0 && /[\p{ID_Continue}$#]/u.test(source[start - 1]!)) start--;
  return source.slice(start, end);
}

function backOverSpace(source: string, from: number): number {
  let at = from;
  while (at > 0 && /\s/.test(source[at - 1]!)) at--;
  return at;
}

/** The bracket that the one at `close` closes; -1 when it is not found near. */
function openerOf(source: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && close - at < MAX_BACK; at--) {
    const unit = source[at]!;
    if (unit === '"' || unit === "'") {
      const open = source.lastIndexOf(unit, at - 1);
      if (open >= 0 && !source.slice(open, at).includes("\n")) at = open;
    } else if (unit === ")" || unit === "]" || unit === "}") depth++;
    else if ((unit === "(" || unit === "[" || unit === "{") && --depth === 0) return at;
  }
  return -1;
}
