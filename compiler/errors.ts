/**
 * Every error and repair the front of the compiler can report, one table for each.
 *
 * A CompileError is data: its kind and code come from the table, its span is in UTF-16 offsets of the source as it was
 * submitted, so later stages render lines and carets without knowing how the text was normalised or stripped of types.
 * Messages follow V8's wording where V8 has one; `hint` says what to write instead.
 *
 * Before: nothing. After: parse.ts and its parts raise them, the resolver and the lowering add theirs, runtime maps them
 * to diagnostics.
 */

/** A half-open range of UTF-16 code units in the source as submitted. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type CompileErrorKind = "ParseError" | "UnsupportedSyntax" | "LimitExceeded";

/** Which kind each code belongs to. The code is stable: hosts may switch on it. */
export const ERROR_CODES = {
  // ParseError
  "empty-source": "ParseError",
  "binary-source": "ParseError",
  "typescript-not-loaded": "ParseError",
  "unexpected-token": "ParseError",
  "unexpected-end": "ParseError",
  "unclosed-bracket": "ParseError",
  "unmatched-bracket": "ParseError",
  "unterminated-literal": "ParseError",
  "await-outside-async": "ParseError",
  redeclaration: "ParseError",
  "reserved-word": "ParseError",
  "invalid-assignment": "ParseError",
  "invalid-regexp": "ParseError",
  "invalid-syntax": "ParseError",
  "not-javascript": "ParseError",
  jsx: "ParseError",
  "strict-mode": "ParseError",
  "typescript-syntax": "ParseError",
  // UnsupportedSyntax
  import: "UnsupportedSyntax",
  "dynamic-import": "UnsupportedSyntax",
  "import-meta": "UnsupportedSyntax",
  export: "UnsupportedSyntax",
  with: "UnsupportedSyntax",
  decorator: "UnsupportedSyntax",
  "unbound-host-name": "UnsupportedSyntax",
  // LimitExceeded
  "source-size": "LimitExceeded",
  nesting: "LimitExceeded",
  "tree-depth": "LimitExceeded",
  "names-in-scope": "LimitExceeded",
  "regexp-size": "LimitExceeded",
  "regexp-nesting": "LimitExceeded",
  "number-size": "LimitExceeded",
  "program-size": "LimitExceeded",
} as const satisfies Record<string, CompileErrorKind>;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface CompileError {
  readonly kind: CompileErrorKind;
  readonly code: ErrorCode;
  readonly message: string;
  readonly span: Span;
  /** For LimitExceeded: the name of the limit. */
  readonly limit?: string;
  /** One sentence: what to write instead. */
  readonly hint?: string;
}

/** What normalising may change, and the sentence a warning says it with. */
export const REPAIRS = {
  "markdown-fence": "The Markdown fence around the program was removed.",
  "byte-order-mark": "The byte-order mark at the start was removed.",
  hashbang: "The #! line was removed.",
  "export-default": "`export default` was removed; its value is the result of the program.",
  "export-keyword": "`export` was removed: a program has no importers.",
  "function-called": "The program is one function, so it was called with no arguments.",
  "type-import": "The type-only import was removed.",
  "type-export": "The type-only export was removed.",
} as const;

export type RepairCode = keyof typeof REPAIRS;

/** A change made to the source before it was compiled; reported as a warning. */
export interface Repair {
  readonly code: RepairCode;
  readonly message: string;
  readonly span: Span;
}

/** Builds an error of the kind its code stands for. */
export function compileError(
  code: ErrorCode,
  message: string,
  span: Span,
  more: { readonly limit?: string; readonly hint?: string } = {},
): CompileError {
  return { kind: ERROR_CODES[code], code, message, span, ...more };
}

/** Builds the repair a code stands for. */
export function repair(code: RepairCode, span: Span): Repair {
  return { code, message: REPAIRS[code], span };
}
