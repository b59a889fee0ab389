/**
 * Acorn's error messages -> our codes and V8's wording: one table, first matching row wins.
 *
 * `settled` marks errors that no TypeScript program can run into before its first type, so that parse.ts need not load
 * Babel to be sure. Regular-expression errors keep Acorn's detail, which already is V8's wording.
 *
 * Before: guarded-parser.ts gives up. After: syntax-advice.ts adds what to write instead.
 */
import type { ErrorCode } from "./errors.js";
import type { ParseFailure } from "./guarded-parser.js";

export interface Wording {
  readonly code: ErrorCode;
  readonly message: string;
  readonly settled: boolean;
}

interface Row {
  readonly acorn: RegExp;
  readonly code: ErrorCode;
  /** `$1` stands for the first group of the pattern. */
  readonly v8: string;
  readonly settled?: true;
}

const ROWS: readonly Row[] = [
  row(
    /^Identifier '(.+)' has already been declared$/,
    "redeclaration",
    "Identifier '$1' has already been declared",
    true,
  ),
  row(/^Label '(.+)' is already declared$/, "redeclaration", "Label '$1' has already been declared", true),
  row(/^Argument name clash$/, "redeclaration", "Duplicate parameter name not allowed in this context", true),
  row(/^Invalid regular expression: (.+)$/, "invalid-regexp", "Invalid regular expression: $1", true),
  row(/regular expression flag$/, "invalid-regexp", "Invalid regular expression flags", true),
  row(/^Unterminated regular expression$/, "unterminated-literal", "Invalid regular expression: missing /"),
  row(
    /^Unterminated string constant$/,
    "unterminated-literal",
    "Invalid or unexpected token: this string is not closed on its line",
  ),
  row(/^Unterminated template/, "unterminated-literal", "Unterminated template literal"),
  row(/^Unterminated comment$/, "unterminated-literal", "Invalid or unexpected token: this comment is never closed"),
  row(/^Unexpected character '(.+)'$/, "unexpected-token", "Invalid or unexpected token '$1'"),
  row(/^Unsyntactic break$/, "invalid-syntax", "Illegal break statement", true),
  row(
    /^Unsyntactic continue$/,
    "invalid-syntax",
    "Illegal continue statement: no surrounding iteration statement",
    true,
  ),
  row(
    /^(?:The keyword 'await' is reserved|Cannot use keyword 'await' outside an async function)$/,
    "reserved-word",
    "Unexpected reserved word",
  ),
  row(/^Cannot use 'await' as identifier/, "reserved-word", "Unexpected reserved word", true),
  row(/^Cannot use 'yield' as identifier/, "reserved-word", "Unexpected identifier 'yield'", true),
  row(/^The keyword 'enum' is reserved$/, "reserved-word", "Unexpected reserved word"),
  row(/^The keyword '(.+)' is reserved$/, "reserved-word", "Unexpected strict mode reserved word '$1'"),
  row(/^Unexpected keyword '(.+)'$/, "reserved-word", "Unexpected token '$1'"),
  row(
    /^let is disallowed as a lexically bound name$/,
    "reserved-word",
    "let is disallowed as a lexically bound name",
    true,
  ),
  row(
    /^(?:Binding|Assigning to) (eval|arguments) in strict mode$/,
    "strict-mode",
    "Unexpected eval or arguments in strict mode",
    true,
  ),
  row(
    /^Deleting local variable in strict mode$/,
    "strict-mode",
    "Delete of an unqualified identifier in strict mode.",
    true,
  ),
  row(/^Invalid number$/, "strict-mode", "Octal literals are not allowed in strict mode."),
  row(/^Octal literal in strict mode$/, "strict-mode", "Octal escape sequences are not allowed in strict mode.", true),
  row(/^Assigning to rvalue$/, "invalid-assignment", "Invalid left-hand side in assignment"),
  row(
    /^Binding (?:rvalue|member expression)|^Parenthesized pattern$|^Binding parenthesized expression$/,
    "invalid-assignment",
    "Invalid destructuring assignment target",
  ),
  row(
    /^Optional chaining cannot appear in left-hand side$/,
    "invalid-assignment",
    "Invalid left-hand side in assignment",
  ),
  row(/^Shorthand property assignments/, "invalid-assignment", "Invalid shorthand property initializer"),
  row(/^Comma is not permitted after the rest element$/, "invalid-syntax", "Rest element must be last element", true),
  row(
    /^Optional chaining cannot appear in the callee of new/,
    "invalid-syntax",
    "Invalid optional chain from new expression",
    true,
  ),
  row(
    /^Optional chaining cannot appear in the tag/,
    "invalid-syntax",
    "Invalid tagged template on optional chain",
    true,
  ),
  row(
    /^'super' keyword outside a method$|^super\(\) call outside/,
    "invalid-syntax",
    "'super' keyword unexpected here",
  ),
  row(/^'new\.target' can only be used/, "invalid-syntax", "new.target expression is not allowed here", true),
  row(
    /^Redefinition of __proto__ property$/,
    "invalid-syntax",
    "Duplicate __proto__ fields are not allowed in object literals",
    true,
  ),
  row(/^Duplicate constructor in the same class$/, "invalid-syntax", "A class may only have one constructor"),
  row(/^Multiple default clauses$/, "invalid-syntax", "More than one default clause in switch statement", true),
  row(/^Missing catch or finally clause$/, "invalid-syntax", "Missing catch or finally after try", true),
  row(/^Illegal newline after throw$/, "invalid-syntax", "Illegal newline after throw", true),
  row(/^getter should have no params$/, "invalid-syntax", "Getter must not have any formal parameters."),
  row(/^setter should have exactly one param$/, "invalid-syntax", "Setter must have exactly one formal parameter."),
  row(/^Missing initializer in (.+) declaration$/, "invalid-syntax", "Missing initializer in $1 declaration"),
  row(/^Complex binding patterns require/, "invalid-syntax", "Missing initializer in destructuring declaration"),
  row(/^(Illegal 'use strict' directive.+)$/, "strict-mode", "$1", true),
  row(
    /^Identifier directly after number$/,
    "unexpected-token",
    "Invalid or unexpected token: an identifier starts immediately after a number",
    true,
  ),
  row(/^(Private field '#.+' must be declared in an enclosing class)$/, "invalid-syntax", "$1"),
  row(/^(.+)$/, "invalid-syntax", "$1"),
];

function row(acorn: RegExp, code: ErrorCode, v8: string, settled?: true): Row {
  return { acorn, code, v8, settled };
}

/** Words a failure of the parser in V8's way. `text` is the parser's input. */
export function wordingOf(failure: ParseFailure, text: string): Wording {
  if (failure.reason === "Unexpected token") {
    const { code, message } = unexpectedAt(text, failure.pos);
    return { code, message, settled: false };
  }
  for (const { acorn, code, v8, settled } of ROWS) {
    const match = acorn.exec(failure.reason);
    if (match !== null) return { code, message: v8.replace("$1", () => match[1]), settled: settled === true };
  }
  return { code: "invalid-syntax", message: failure.reason, settled: false };
}

/** V8's name for the token at an offset. */
export function unexpectedAt(text: string, pos: number): { readonly code: ErrorCode; readonly message: string } {
  const code = "unexpected-token";
  if (pos >= text.length) return { code: "unexpected-end", message: "Unexpected end of input" };
  const token = tokenAt(text, pos);
  if (/^["']/.test(token)) return { code, message: "Unexpected string" };
  if (token.startsWith("`")) return { code, message: "Unexpected template string" };
  if (/^\.?\d/.test(token)) return { code, message: "Unexpected number" };
  if (/^[\p{ID_Start}$_#]/u.test(token) && !KEYWORDS.has(token)) {
    return { code, message: `Unexpected identifier '${token}'` };
  }
  return { code, message: `Unexpected token '${token}'` };
}

/** The text of the token that starts at `pos`, roughly: what an error should underline. Empty at the end. */
export function tokenAt(text: string, pos: number): string {
  TOKEN.lastIndex = pos;
  return TOKEN.exec(text)?.[0] ?? text.slice(pos, pos + 1);
}

const TOKEN =
  /#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*|\.?\d[\w.]*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|=>|\.\.\.|>>>=?|[=!]==?|\*\*=?|<<=?|>>=?|&&=?|\|\|=?|\?\?=?|\?\.|\+\+|--|[-+*/%&|^<>]=?|\S/uy;

const KEYWORDS = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for function " +
    "if import in instanceof new null return super switch this throw true try typeof var void while with"
  ).split(" "),
);
