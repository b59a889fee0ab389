/**
 * A light lexer: comments, strings, templates and regular expressions told apart from the code between them, without a
 * grammar. It never fails and never recurses, so it may run over text no parser has accepted.
 *
 * Deviation: whether `/` divides is decided by the token before it; after `)` and `}` it always divides. Both users can
 * live with that: a depth estimate (depth-guard.ts) and the place of an unclosed bracket (syntax-advice.ts).
 *
 * Before: text of any kind. After: its users see tokens in order.
 */

import { measureRegExp } from "./regexp-scan.js";

export type TokenKind = "word" | "number" | "string" | "regexp" | "open" | "close" | "punctuator";

export interface ScannedToken {
  readonly kind: TokenKind;
  /** The text of words and punctuators; of an opening or closing bracket `(`, `[`, `{`, `${`, `` ` `` and their ends. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{ID_Start}$_@#][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /(?:\d|\.\d)[\w.]*/y;
const PUNCTUATOR =
  /=>|>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|&&=|\|\|=|\?\?=|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\*\*|[-+*/%&|^]=|[^\s]/y;

/** Words after which a slash starts a regular expression. */
const OPERATOR_WORDS = new Set(
  "return typeof case in of do else void delete instanceof new throw await yield".split(" "),
);

/** The offset of the first token at or after `pos`: behind white space and comments, at most the length of the text. */
export function skipTrivia(text: string, pos: number): number {
  let at = pos;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 47 && text[at + 1] === "/") at = endOfLine(text, at);
    else if (code === 47 && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (code <= 32 || (code >= 0xa0 && WHITE_SPACE.test(text[at]))) at++;
    else return at;
  }
  return Math.min(at, text.length);
}

const WHITE_SPACE = /\s/;

function endOfLine(text: string, pos: number): number {
  let at = pos;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) break;
  }
  return at;
}

/** Calls `visit` for each token, in order. A template's text is no token; its back-ticks are brackets. */
export function scanTokens(text: string, visit: (token: ScannedToken) => void): void {
  /** What closes each open template part: "`" while inside text, "}" while inside a substitution. */
  const templates: number[] = [];
  let braces = 0;
  let pos = 0;
  let divides = false;
  /** A slash before this offset starts no regular expression: one that began earlier on the line was never closed. */
  let unclosedUntil = 0;
  const emit = (kind: TokenKind, start: number, end: number, operand: boolean): void => {
    visit({ kind, text: text.slice(start, end), start, end });
    divides = operand;
    pos = end;
  };
  /** Reads template text from `pos` up to its back-tick or its next substitution. */
  const readTemplate = (): void => {
    for (; pos < text.length; pos++) {
      const char = text[pos];
      if (char === "\\") pos++;
      else if (char === "`") {
        emit("close", pos, pos + 1, true);
        return;
      } else if (char === "$" && text[pos + 1] === "{") {
        emit("open", pos, pos + 2, false);
        templates.push(braces);
        return;
      }
    }
  };
  while (true) {
    pos = skipTrivia(text, pos);
    if (pos >= text.length) return;
    const char = text[pos];
    if (char === "`") {
      emit("open", pos, pos + 1, false);
      readTemplate();
    } else if (char === '"' || char === "'") {
      emit("string", pos, endOfString(text, pos), true);
    } else if (char === "(" || char === "[" || char === "{") {
      if (char === "{") braces++;
      emit("open", pos, pos + 1, false);
    } else if (char === "}" && templates.length > 0 && templates[templates.length - 1] === braces) {
      templates.pop();
      emit("close", pos, pos + 1, false);
      readTemplate();
    } else if (char === ")" || char === "]" || char === "}") {
      if (char === "}") braces--;
      emit("close", pos, pos + 1, true);
    } else if (char === "/" && !divides && pos >= unclosedUntil) {
      const end = endOfRegExp(text, pos);
      if (end < 0) unclosedUntil = endOfLine(text, pos);
      else emit("regexp", pos, end, true);
    } else {
      const wordEnd = match(WORD, text, pos);
      const numberEnd = wordEnd > 0 ? 0 : match(NUMBER, text, pos);
      if (wordEnd > 0) emit("word", pos, wordEnd, !OPERATOR_WORDS.has(text.slice(pos, wordEnd)));
      else if (numberEnd > 0) emit("number", pos, numberEnd, true);
      else emit("punctuator", pos, match(PUNCTUATOR, text, pos), false);
    }
  }
}

function match(pattern: RegExp, text: string, pos: number): number {
  pattern.lastIndex = pos;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let pos = start + 1; pos < text.length; pos++) {
    if (text[pos] === "\\") pos++;
    else if (text[pos] === quote) return pos + 1;
    else if (text[pos] === "\n") return pos;
  }
  return text.length;
}

/** Where the literal at `start` ends, flags included; -1 when its line ends first. */
function endOfRegExp(text: string, start: number): number {
  const close = start + 1 + measureRegExp(text, start + 1).length;
  if (text[close] !== "/") return -1;
  return Math.max(match(/[a-z]*/y, text, close + 1), close + 1);
}
