/**
 * source text -> ESTree. The door of the compiler's front: parse(), and parseAsync() for hosts that may wait.
 *
 *   source --normalise--> text --Acorn--> tree --normalise--> tree --subset--> ParsedSource
 *                              \--Babel, if Acorn refuses the text or TypeScript gives it another meaning--/
 *
 * The program is read as the body of a strict async function: top-level `return` and `await` are ordinary, `new.target`
 * and `super` are not. Every offset in the answer is one of the source as submitted. No text makes the host's stack
 * overflow or throws out of here.
 *
 * Before: nothing. After: scope/ resolves names in the tree.
 */
import { err, ok, Result, ResultAsync } from "neverthrow";
import { type AnyNode, type Program, walk } from "./ast.js";
import { type CompileError, compileError, type Repair } from "./errors.js";
import { GuardedParser, ParseFailure } from "./guarded-parser.js";
import { isAnonymousFunction, normaliseText, normaliseTree } from "./normalise.js";
import { checkSubset } from "./subset.js";
import { awaitOutsideAsync, explainFailure } from "./syntax-advice.js";
import { wordingOf } from "./syntax-messages.js";
import { hasTypeArguments } from "./type-arguments.js";
import { isTypeScriptReady, loadTypeScript, parseTypeScript, TYPESCRIPT_SIZE_LIMIT } from "./typescript.js";

/** UTF-8 bytes of source, unless the host says otherwise. */
export const SOURCE_SIZE_LIMIT = 262_144;

/** How the program's result is formed. For information: the tree is an ordinary body either way. */
export interface Entry {
  /** `call`: the program was one function, or exported one, and the tree's last statement returns its call. */
  readonly kind: "body" | "call";
}

export interface ParsedSource {
  /** The text as submitted. */
  readonly source: string;
  /** Every node's start and end are offsets into `source`. */
  readonly ast: Program;
  /** What was changed before compiling, in the order of the source: warnings. */
  readonly repairs: readonly Repair[];
  readonly language: "javascript" | "typescript";
  readonly entry: Entry;
}

export interface ParseOptions {
  /** UTF-8 bytes; default SOURCE_SIZE_LIMIT. TypeScript is bounded by TYPESCRIPT_SIZE_LIMIT as well. */
  readonly maxSourceBytes?: number;
  /** `javascript`: exactly the text, nothing normalised, never TypeScript. Default `auto`. */
  readonly language?: "auto" | "javascript";
}

/**
 * Parses a program.
 * @returns the tree, or the errors found: ParseError (one), UnsupportedSyntax (all of them) or LimitExceeded (one). Where
 * Babel is needed and this host can load it only asynchronously, a ParseError asks for warmup()
 */
export function parse(source: string, options: ParseOptions = {}): Result<ParsedSource, CompileError[]> {
  const attempt = begin(source, options);
  return attempt.isErr() ? err(attempt.error) : finish(source, attempt.value);
}

/** parse(), loading Babel first when this source needs it. Never rejects for what a source holds. */
export function parseAsync(source: string, options: ParseOptions = {}): ResultAsync<ParsedSource, CompileError[]> {
  const attempt = begin(source, options);
  if (attempt.isErr()) return new ResultAsync(Promise.resolve(err(attempt.error)));
  const { value } = attempt;
  if (value.kind === "settled") return new ResultAsync(Promise.resolve(finish(source, value)));
  // A host without Babel gets the answer that parse() gives it.
  const loaded = loadTypeScript().catch(() => undefined);
  return new ResultAsync(loaded.then(() => finish(source, value)));
}

/** Loads what TypeScript needs, so that the first TypeScript program does not wait for it (some 150 ms). */
export function warmup(): Promise<void> {
  return loadTypeScript();
}

/** A tree that is final, or a text that TypeScript has to be asked about. */
type Attempt =
  | {
      readonly kind: "settled";
      readonly ast: Program;
      readonly repairs: readonly Repair[];
      readonly normalise: boolean;
    }
  | {
      readonly kind: "typescript";
      readonly text: string;
      readonly repairs: readonly Repair[];
      /** What Acorn made of the text: used when TypeScript does not know better. */
      readonly javascript: Result<Program, CompileError>;
    };

function begin(source: string, options: ParseOptions): Result<Attempt, CompileError[]> {
  const limit = options.maxSourceBytes ?? SOURCE_SIZE_LIMIT;
  if (exceedsBytes(source, limit)) return err([tooLarge(source, limit)]);
  if (options.language === "javascript") {
    const tree = Result.fromThrowable(() => new GuardedParser(source).parse(), toFailure)();
    return tree
      .map((ast): Attempt => ({ kind: "settled", ast, repairs: [], normalise: false }))
      .mapErr((failure) => [explainFailure(failure, source)]);
  }
  const { text, repairs } = normaliseText(source);
  if (text.trim() === "") {
    const span = { start: 0, end: source.length };
    return err([
      compileError("empty-source", "The program is empty.", span, { hint: "Write code that returns a value." }),
    ]);
  }
  const parser = new GuardedParser(text);
  const tree = Result.fromThrowable(() => parser.parse(), toFailure)();
  if (tree.isOk()) {
    const ast = tree.value;
    const strayAwait = findStrayAwait(ast, parser);
    if (strayAwait !== undefined) return err([strayAwait]);
    if (!hasTypeArguments(text, parser)) return ok({ kind: "settled", ast, repairs, normalise: true });
    return ok({ kind: "typescript", text, repairs, javascript: ok(ast) });
  }
  const expression = parseWholeFunction(text);
  if (expression !== undefined) return ok({ kind: "settled", ast: expression, repairs, normalise: true });
  const failure = tree.error;
  const error = explainFailure(failure, text);
  const settled =
    failure.error !== undefined || error.code === "await-outside-async" || wordingOf(failure, text).settled;
  if (settled) return err([error]);
  return ok({ kind: "typescript", text, repairs, javascript: err(error) });
}

function finish(source: string, attempt: Attempt): Result<ParsedSource, CompileError[]> {
  if (attempt.kind === "settled") {
    if (attempt.normalise) return accept(source, attempt.ast, attempt.repairs, "javascript");
    const { ast, repairs } = attempt;
    return refuseOr(ast, { source, ast, repairs, language: "javascript", entry: { kind: "body" } });
  }
  const { text, javascript, repairs } = attempt;
  if (exceedsBytes(text, TYPESCRIPT_SIZE_LIMIT)) {
    if (javascript.isErr()) return err([looksTyped(text) ? tooLarge(source, TYPESCRIPT_SIZE_LIMIT) : javascript.error]);
    return accept(source, javascript.value, repairs, "javascript");
  }
  if (!isTypeScriptReady()) {
    return err([javascript.isErr() && !looksTyped(text) ? javascript.error : notLoaded(source)]);
  }
  const tree = parseTypeScript(text);
  if (tree.isOk()) {
    const { ast, parser, repairs: more } = tree.value;
    const strayAwait = findStrayAwait(ast, parser);
    return strayAwait ? err([strayAwait]) : accept(source, ast, [...repairs, ...more], "typescript");
  }
  if (javascript.isOk()) return accept(source, javascript.value, repairs, "javascript");
  return err(betterOf(javascript.error, tree.error));
}

/** Normalises a tree and applies the subset. */
function accept(
  source: string,
  ast: Program,
  before: readonly Repair[],
  language: ParsedSource["language"],
): Result<ParsedSource, CompileError[]> {
  const { repairs, called } = normaliseTree(ast);
  const all = [...before, ...repairs].sort((a, b) => a.span.start - b.span.start);
  return refuseOr(ast, { source, ast, repairs: all, language, entry: { kind: called ? "call" : "body" } });
}

function refuseOr(ast: Program, parsed: ParsedSource): Result<ParsedSource, CompileError[]> {
  const errors = checkSubset(ast);
  return errors.length > 0 ? err(errors) : ok(parsed);
}

/** `function () {}` as the whole program, or undefined. */
function parseWholeFunction(text: string): Program | undefined {
  if (!isAnonymousFunction(text)) return undefined;
  return Result.fromThrowable(() => new GuardedParser(text).parseAsExpression(), toFailure)().unwrapOr(undefined);
}

/**
 * In a plain function `await` is a name, so `await (f())` parses as a call. When nothing declares that name, the author
 * meant the operator.
 */
function findStrayAwait(ast: Program, { declared, awaitNames }: GuardedParser): CompileError | undefined {
  if (awaitNames === 0 || declared.has("await")) return undefined;
  let found: CompileError | undefined;
  walk(ast, (node: AnyNode) => {
    if (found !== undefined) return false;
    const operand =
      node.type === "CallExpression"
        ? node.callee
        : node.type === "MemberExpression" && node.computed
          ? node.object
          : node.type === "TaggedTemplateExpression"
            ? node.tag
            : undefined;
    if (operand?.type === "Identifier" && operand.name === "await") found = awaitOutsideAsync(operand);
    return true;
  });
  return found;
}

/** Of two parsers' errors, that of the one which understood more of the text. */
function betterOf(javascript: CompileError, typescript: CompileError[]): CompileError[] {
  const first = typescript[0];
  if (javascript.code === "jsx") return [javascript];
  if (first.kind !== "ParseError") return typescript;
  return first.span.start > javascript.span.end ? typescript : [javascript];
}

/** A RangeError is the host's stack, which the caller had nearly used up: the counted levels fit in a quarter of it. */
function toFailure(thrown: unknown): ParseFailure {
  if (thrown instanceof ParseFailure) return thrown;
  if (thrown instanceof RangeError) return ParseFailure.ofStack();
  throw thrown;
}

/** Whether a text that is not JavaScript could be TypeScript at all. */
function looksTyped(text: string): boolean {
  return /\b(?:interface|type|enum|namespace|declare|abstract|implements|satisfies|readonly|as)\b|[\w)\]}?]\s*:\s*[\w{([]/.test(
    text,
  );
}

function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  return byteLength(text) > limit;
}

/** UTF-8 bytes; a lone surrogate counts as the three bytes of its replacement. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // A surrogate pair is two code units and four bytes.
    bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}

function tooLarge(source: string, limit: number): CompileError {
  const size = byteLength(source);
  const kind = limit === TYPESCRIPT_SIZE_LIMIT ? "TypeScript source" : "source";
  return compileError(
    "source-size",
    `The ${kind} is ${size} bytes long, over the limit of ${limit}.`,
    { start: 0, end: source.length },
    { limit: "sourceBytes", hint: "Keep data out of the program: fetch it with tools, or run several programs." },
  );
}

function notLoaded(source: string): CompileError {
  return compileError(
    "typescript-not-loaded",
    "This program is TypeScript, and the TypeScript support is not loaded.",
    { start: 0, end: source.length },
    { hint: "Call `await warmup()` first, or use the asynchronous form." },
  );
}
