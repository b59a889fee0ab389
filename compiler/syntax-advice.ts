/**
 * A parser's failure -> the CompileError a model can act on: V8's message, the span to underline, and where the mistake is
 * a known one, what to write instead.
 *
 * Looks at text only, and only after a parser has refused it: nothing here decides whether a program is valid.
 *
 * Before: guarded-parser.ts or Babel failed. After: parse.ts hands the error out.
 */
import { Result } from "neverthrow";
import { type CompileError, compileError, type ErrorCode, type Span } from "./errors.js";
import type { ParseFailure } from "./guarded-parser.js";
import { measureRegExp } from "./regexp-scan.js";
import { scanTokens } from "./source-scan.js";
import { tokenAt, wordingOf } from "./syntax-messages.js";

interface Advice {
  readonly code: ErrorCode;
  readonly hint?: string;
  readonly message?: string;
  readonly span?: Span;
}

/** Explains why Acorn refused `text`. */
export function explainFailure(failure: ParseFailure, text: string): CompileError {
  if (failure.error !== undefined) return failure.error;
  const { code, message } = wordingOf(failure, text);
  const { previous } = failure;
  if (code === "unexpected-token") {
    if (text.slice(previous.start, previous.end) === "await") return awaitOutsideAsync(previous);
    if (tokenAt(text, failure.pos) === "await") return awaitOutsideAsync({ start: failure.pos, end: failure.pos + 5 });
  }
  if (code === "invalid-regexp") return compileError(code, message, regExpSpan(text, failure.pos));
  // Acorn points behind the opening character of a literal, and behind a `#`.
  const opens = code === "unterminated-literal" || /^Unexpected character/.test(failure.reason);
  const pos = opens && /[/`#]/.test(text[failure.pos - 1] ?? "") ? failure.pos - 1 : failure.pos;
  return explain(text, pos, code, message.startsWith(CHARACTER) ? `${CHARACTER}'${tokenAt(text, pos)}'` : message);
}

const CHARACTER = "Invalid or unexpected token ";

/** The literal whose pattern starts at `pos`. */
function regExpSpan(text: string, pos: number): Span {
  const close = pos + measureRegExp(text, pos).length;
  return { start: pos - 1, end: close + (/^\/[\w$]*/.exec(text.slice(close, close + 16))?.[0].length ?? 0) };
}

/** Explains an error at an offset, with the advice that its surroundings give. */
export function explain(text: string, pos: number, code: ErrorCode, message: string): CompileError {
  const advice = adviceFor(text, pos, code, message);
  const span = advice?.span ?? { start: pos, end: pos + Math.max(1, tokenAt(text, pos).length) };
  return compileError(
    advice?.code ?? code,
    advice?.message ?? message,
    { start: Math.min(span.start, text.length), end: Math.min(span.end, text.length) },
    advice?.hint === undefined ? {} : { hint: advice.hint },
  );
}

/** `await` where no async function is around it. */
export function awaitOutsideAsync(span: Span): CompileError {
  return compileError(
    "await-outside-async",
    "await is only valid in async functions and the top level bodies of modules: the enclosing function must be async",
    { start: span.start, end: span.end },
    { hint: "Write `async` before the function, or loop with `for (const item of items)`, where `await` works." },
  );
}

/** Errors so general that the text around them may say more. */
const ADVISED: ReadonlySet<ErrorCode> = new Set([
  "unexpected-token",
  "reserved-word",
  "invalid-syntax",
  "typescript-syntax",
]);

function adviceFor(text: string, pos: number, code: ErrorCode, message: string): Advice | undefined {
  if (text.includes("\u0000")) {
    return {
      code: "binary-source",
      message: "The program contains binary data, not JavaScript or TypeScript text.",
      hint: "Hand in the source of the program as plain text.",
    };
  }
  if (code === "unterminated-literal") return unterminated(text, pos);
  if (code === "redeclaration")
    return { code, hint: "Rename one of the two, or assign to the first without declaring it again." };
  if (code === "unexpected-end") return initializer(text, pos) ?? unclosedBracket(text, message) ?? python(text, pos);
  if (!ADVISED.has(code)) return undefined;
  return (
    decorator(text, pos) ??
    jsx(text, pos) ??
    data(text) ??
    initializer(text, pos) ??
    python(text, pos) ??
    prose(text) ??
    misplaced(text, pos, code, message)
  );
}

function unterminated(text: string, pos: number): Advice | undefined {
  const opener = text[pos];
  if (opener === "`") return { code: "unterminated-literal", hint: "Close the template with a back-tick." };
  if (opener !== '"' && opener !== "'") return undefined;
  return {
    code: "unterminated-literal",
    hint: `Close it with ${opener} on the same line; text over several lines goes into back-ticks.`,
  };
}

function decorator(text: string, pos: number): Advice | undefined {
  if (!/^@[\w$]/.test(text.slice(pos, pos + 2))) return undefined;
  return {
    code: "decorator",
    message: "Decorators are not part of the language.",
    hint: "Call the function on the class or method instead.",
  };
}

function jsx(text: string, pos: number): Advice | undefined {
  const tag = /^<([A-Za-z][\w.]*)?[\s/>]/.exec(text.slice(pos, pos + 64));
  if (tag === null || !/<\/[A-Za-z>]|\/>/.test(text.slice(pos))) return undefined;
  return { code: "jsx", hint: "JSX is not part of the language: return plain data, or text in a template literal." };
}

/** JSON in place of a program. */
function data(text: string): Advice | undefined {
  if (!/^\s*[{[]/.test(text) || !Result.fromThrowable(() => JSON.parse(text))().isOk()) return undefined;
  return { code: "not-javascript", hint: "This is data, not a program: write `return` before it." };
}

function initializer(text: string, pos: number): Advice | undefined {
  const before = /\bconst\s+(?:[\p{ID_Continue}$]+|[{[][^=;()]*[}\]])\s*$/u.exec(
    text.slice(Math.max(0, pos - 200), pos),
  );
  if (before === null || /^[:!=]/.test(tokenAt(text, pos))) return undefined;
  const what = /[}\]]\s*$/.test(before[0]) ? "destructuring" : "const";
  return { code: "invalid-syntax", message: `Missing initializer in ${what} declaration` };
}

/** Each row: how the line of the error looks when the program is Python, and the JavaScript for it. */
const PYTHON: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:async\s+)?def\s+\w+\s*\(/, "`function name(a, b) { … }`"],
  [/^\s*for\s+[\w\s,]+\s+in\s+.+:\s*(?:#.*)?$/, "`for (const x of xs) { … }`"],
  [
    /^\s*(?:if|elif|while|with|except|try|else|finally|class)\b[^{(]*:\s*(?:#.*)?$/,
    "`if (condition) { … }` with braces",
  ],
  [/^\s*(?:elif|except|pass)\b/, "`else if (condition) { … }` and `catch (error) { … }`"],
  [/^\s*from\s+\w[\w.]*\s+import\s/, "the `tools` object; nothing is imported"],
  [/\blambda\b[^:]*:/, "`(x) => …`"],
  [/\b[fr]["']/, "a template literal, in back-ticks"],
  [/^\s*print\s+["'\w]/, "`console.log(value)`"],
  [/^\s*"""|^\s*'''/, "`/* … */` for comments and `…` for text of several lines"],
  [/\bnot\s+\w+|\w\s+(?:and|or)\s+\w/, "`!`, `&&` and `||`"],
  [/\bis\s+(?:not\s+)?None\b|\bNone\b/, "`null`"],
  [/(?:^|\s)#(?!\w+\s*[=({;.]|!)/, "`//` for a comment"],
  [/\[.+\sfor\s+\w+\s+in\s.+\]/, "`xs.map((x) => …)` and `xs.filter((x) => …)`"],
];

function python(text: string, pos: number): Advice | undefined {
  // No line of Python is longer, and some of the patterns take quadratic time.
  const start = Math.max(text.lastIndexOf("\n", pos - 1) + 1, pos - 200);
  const line = text.slice(start, pos + 200).split("\n", 1)[0];
  for (const [pattern, javascript] of PYTHON) {
    if (pattern.test(line)) {
      return {
        code: "not-javascript",
        hint: `This looks like Python; programs are JavaScript or TypeScript. Write ${javascript}.`,
      };
    }
  }
  return undefined;
}

function prose(text: string): Advice | undefined {
  const isSentence = /^\s*[A-Z][a-z']+(?: [a-z']+){2,}[ ,.:!\n]/.test(text);
  if (!isSentence && !/^[^\S\n]*(?:```|~~~)/m.test(text)) return undefined;
  return { code: "not-javascript", hint: "Hand in the code only, without prose or Markdown around it." };
}

/** A closing bracket that fits nothing, or an `else` whose block was closed too early. */
function misplaced(text: string, pos: number, code: ErrorCode, message: string): Advice | undefined {
  const token = tokenAt(text, pos);
  if (token === "else") {
    return {
      code,
      hint: "`else` must follow the block of its `if` directly; a brace before it is missing or too many.",
    };
  }
  const opener = openAt(text, pos);
  if (token === ";" && (opener?.text === "(" || opener?.text === "[")) return notClosed(text, code, message, opener);
  if (token !== ")" && token !== "]" && token !== "}") {
    const operand = /^Unexpected (?:identifier|string|number|template)/.test(message);
    const inList = opener !== undefined && opener.text !== "{" && opener.text !== "${";
    return operand && inList ? { code, hint: "A comma or an operator is missing before this." } : undefined;
  }
  if (opener === undefined) {
    return {
      code: "unmatched-bracket",
      hint: `No bracket is open here: remove this \`${token}\`, or add the one it should close.`,
    };
  }
  return CLOSES[opener.text] === token ? undefined : notClosed(text, "unmatched-bracket", message, opener);
}

function notClosed(text: string, code: ErrorCode, message: string, opener: { text: string; start: number }): Advice {
  return {
    code,
    message: `${message}: the '${opener.text}' opened on line ${lineOf(text, opener.start)} is not closed yet`,
    hint: `Close it with \`${CLOSES[opener.text]}\` first.`,
  };
}

function unclosedBracket(text: string, message: string): Advice | undefined {
  const opener = openAt(text, text.length);
  if (opener === undefined) return undefined;
  return {
    code: "unclosed-bracket",
    message: `${message}: the '${opener.text}' opened on line ${lineOf(text, opener.start)} is never closed`,
    hint: `Add the missing \`${CLOSES[opener.text]}\`.`,
    span: { start: opener.start, end: opener.end },
  };
}

const CLOSES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  "(": ")",
  "[": "]",
  "{": "}",
  "${": "}",
  "`": "`",
});

/** The innermost bracket still open before `limit`. */
function openAt(text: string, limit: number): { text: string; start: number; end: number } | undefined {
  const open: { text: string; start: number; end: number }[] = [];
  scanTokens(text, (token) => {
    if (token.start >= limit) return;
    if (token.kind === "open") open.push(token);
    else if (token.kind === "close" && open.length > 0 && CLOSES[open[open.length - 1].text] === token.text) open.pop();
  });
  return open[open.length - 1];
}

function lineOf(text: string, pos: number): number {
  return text.slice(0, pos).split(/\r\n|[\n\r\u2028\u2029]/).length;
}
