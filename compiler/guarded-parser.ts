/**
 * Acorn, made safe for hostile text and set to our language: the body of a strict async function.
 *
 * Invariants:
 *  - the host's stack never sets a limit: every recursive entry point of the parser is counted, NESTING_LIMIT levels in all,
 *    and operator chains are built in a loop. Near the end of the stack V8 aborts the process when it has to compile a
 *    regular expression, so running out and catching the RangeError is not an option;
 *  - a regular-expression literal is measured before Acorn validates it;
 *  - every failure leaves as a ParseFailure with what the parser knew, in offsets of its input.
 * Early errors stay Acorn's. The class also notes what the TypeScript check needs: declared names, and comparisons that
 * look like type arguments.
 *
 * Before: parse.ts gives it text. After: subset.ts, syntax-messages.ts.
 */
import { type Node, type Options, Parser, type Token, type TokenType, tokTypes } from "acorn";
import type { AnyNode, Class, Expression, Program } from "./ast.js";
import { type CompileError, compileError, type Span } from "./errors.js";
import { measureRegExp, REGEXP_NESTING_LIMIT, REGEXP_SIZE_LIMIT } from "./regexp-scan.js";

/** Levels counted over all recursive entry points together; one parenthesis or one call argument takes two. */
export const NESTING_LIMIT = 200;
/** Declarations in one scope; Acorn looks each name up in a list. */
export const SCOPE_NAMES_LIMIT = 10_000;
/** Characters of a number literal, and of one that ends in `n`. */
export const NUMBER_SIZE_LIMIT = 1_000;
export const BIGINT_SIZE_LIMIT = 10_000;

/** What Acorn keeps of a lexical scope. */
interface ScopeRecord {
  flags: number;
  readonly var: readonly string[];
  readonly lexical: readonly string[];
  readonly functions: readonly string[];
}

/** The part of Acorn's parser that plugins may use but its declarations leave out. */
interface ParserInternals {
  readonly input: string;
  pos: number;
  start: number;
  end: number;
  type: TokenType & { readonly binop: number | null };
  value: unknown;
  lastTokStart: number;
  lastTokEnd: number;
  scopeStack: ScopeRecord[];
  next(): void;
  nextToken(): void;
  eat(type: TokenType): boolean;
  startNode(): Node;
  finishNode<T>(node: unknown, type: string): T;
  raise(pos: number, message: string): never;
  raiseRecoverable(pos: number, message: string): never;
  parse(): Program;
  parseExpression(): Expression;
  parseStatement(context: string | null, topLevel?: boolean, exports?: unknown): AnyNode;
  parseMaybeAssign(forInit?: unknown, errors?: unknown, afterLeft?: unknown): Expression;
  parseMaybeUnary(errors: unknown, sawUnary: boolean, incDec: boolean, forInit: unknown): Expression;
  parseExprOp(left: Expression, leftStart: number, leftLoc: unknown, minPrec: number, forInit: unknown): Expression;
  parseBindingAtom(): AnyNode;
  parseFunction(
    node: unknown,
    statement: number,
    expressionBody?: boolean,
    isAsync?: boolean,
    forInit?: unknown,
  ): AnyNode;
  parseNew(): Expression;
  parseClass(node: unknown, isStatement: boolean | string): Class;
  parseWithStatement(node: unknown): AnyNode;
  buildBinary(
    start: number,
    loc: unknown,
    left: Expression,
    right: Expression,
    op: unknown,
    logical: boolean,
  ): Expression;
  checkUnreserved(ref: Node & { readonly name: string }): void;
  declareName(name: string, bindingType: number, pos: number): void;
  catchStackOverflow<T>(parse: () => T): T;
  skipSpace(): void;
  skipLineComment(length: number): void;
  readRegexp(): void;
  readNumber(startsWithDot: boolean): void;
  readRadixNumber(radix: number): void;
}

const AcornParser = Parser as unknown as new (options: Options, input: string) => ParserInternals;

/** Acorn's scope flags (scopeflags.js). */
const SCOPE_FUNCTION = 2;
const SCOPE_ASYNC = 4;
const SCOPE_ARROW = 16;
const SCOPE_CLASS_STATIC_BLOCK = 256;
const SCOPE_CLASS_FIELD_INIT = 512;

const OPTIONS: Options = {
  ecmaVersion: "latest",
  // The only source type whose top level is a function body.
  sourceType: "commonjs",
  strict: true,
  // Module syntax is read, so that subset.ts can refuse it at its exact place with advice.
  allowImportExportEverywhere: true,
  allowHashBang: true,
};

/** What the parser knew when it gave up. Offsets are those of its input. */
export class ParseFailure extends Error {
  constructor(
    /** Acorn's words, without the position. */
    readonly reason: string,
    readonly pos: number,
    /** The token before the one the parser was looking at. */
    readonly previous: Span,
    /** Set when the error needs no more wording: a limit or a refused construct. */
    readonly error: CompileError | undefined,
  ) {
    super(reason);
    this.name = "ParseFailure";
  }

  /** The host's stack ran out. */
  static ofStack(): ParseFailure {
    const message = "The program nests too deep to be parsed on the stack that is left.";
    const span = { start: 0, end: 0 };
    const error = compileError("nesting", message, span, { limit: "nesting" });
    return new ParseFailure(message, 0, span, error);
  }
}

/** A comparison by `<` or `>` that may be half of a pair of angle brackets. */
export interface AngleBracket {
  readonly pos: number;
  /** How many brackets the operator stands for: 2 for `>>`. */
  readonly count: number;
  /** `>` before a parenthesis or a template: where type arguments could end. */
  readonly closes: boolean;
}

export class GuardedParser extends AcornParser {
  /** Every name the text declares, in whatever scope; `classes` are those that a class declares. */
  readonly declared = new Set<string>();
  readonly classes = new Set<string>();
  readonly angles: AngleBracket[] = [];
  /** How often `await` was read as a name. */
  awaitNames = 0;
  private depth = 0;

  /** @param tokens collects every token, where positions have to be mapped */
  constructor(input: string, tokens?: Token[]) {
    super(tokens === undefined ? OPTIONS : { ...OPTIONS, onToken: tokens }, input);
    this.scopeStack[0].flags |= SCOPE_ASYNC;
  }

  /**
   * Parses a text that is one expression and nothing else, as a program of one expression statement: an anonymous
   * `function () {}` is no statement, but models hand it in as the program.
   * @throws ParseFailure
   */
  parseAsExpression(): Program {
    const program = this.startNode();
    this.nextToken();
    const statement = this.startNode();
    const expression = this.parseExpression();
    this.eat(tokTypes.semi);
    const body = [this.finishNode(Object.assign(statement, { expression }), "ExpressionStatement")];
    if (this.type !== tokTypes.eof) this.raise(this.start, "Unexpected token");
    return this.finishNode(Object.assign(program, { body, sourceType: "script" }), "Program");
  }

  /** `new.target` needs a function of the program's own around it. */
  get allowNewDotTarget(): boolean {
    for (let i = this.scopeStack.length - 1; i > 0; i--) {
      const { flags } = this.scopeStack[i];
      if ((flags & (SCOPE_CLASS_STATIC_BLOCK | SCOPE_CLASS_FIELD_INIT)) !== 0) return true;
      if ((flags & SCOPE_FUNCTION) !== 0 && (flags & SCOPE_ARROW) === 0) return true;
    }
    return false;
  }

  override raise(pos: number, message: string): never {
    this.fail(pos, message, undefined);
  }

  override raiseRecoverable(pos: number, message: string): never {
    this.fail(pos, message, undefined);
  }

  override checkUnreserved(ref: Node & { readonly name: string }): void {
    if (ref.name === "await") this.awaitNames++;
    super.checkUnreserved(ref);
  }

  // ## Nesting

  override parseStatement(context: string | null, topLevel?: boolean, exports?: unknown): AnyNode {
    this.descend();
    const node = super.parseStatement(context, topLevel, exports);
    this.depth--;
    return node;
  }

  override parseMaybeAssign(forInit?: unknown, errors?: unknown, afterLeft?: unknown): Expression {
    this.descend();
    const node = super.parseMaybeAssign(forInit, errors, afterLeft);
    this.depth--;
    return node;
  }

  override parseMaybeUnary(errors: unknown, sawUnary: boolean, incDec: boolean, forInit: unknown): Expression {
    this.descend();
    const node = super.parseMaybeUnary(errors, sawUnary, incDec, forInit);
    this.depth--;
    return node;
  }

  override parseBindingAtom(): AnyNode {
    this.descend();
    const node = super.parseBindingAtom();
    this.depth--;
    return node;
  }

  override parseFunction(
    node: unknown,
    statement: number,
    expressionBody?: boolean,
    isAsync?: boolean,
    forInit?: unknown,
  ): AnyNode {
    this.descend();
    const fn = super.parseFunction(node, statement, expressionBody, isAsync, forInit);
    this.depth--;
    return fn;
  }

  override parseNew(): Expression {
    this.descend();
    const node = super.parseNew();
    this.depth--;
    return node;
  }

  override parseClass(node: unknown, isStatement: boolean | string): Class {
    // Counted twice: `class extends class extends …` has no other counted method between two levels.
    this.descend();
    this.descend();
    const cls = super.parseClass(node, isStatement);
    if (cls.id != null) this.classes.add(cls.id.name);
    this.depth -= 2;
    return cls;
  }

  /**
   * Operator precedence in a loop: Acorn calls itself once for each term, and a sum of 50,000 terms is ordinary text.
   * The right operand is parsed by a call of this method, whose depth is bounded by the number of precedences.
   */
  override parseExprOp(
    left: Expression,
    leftStart: number,
    leftLoc: unknown,
    minPrec: number,
    forInit: unknown,
  ): Expression {
    let node = left;
    for (;;) {
      const { type } = this;
      if (type.binop == null || type.binop <= minPrec || (forInit && type === tokTypes._in)) return node;
      const logical = type === tokTypes.logicalOR || type === tokTypes.logicalAND;
      const coalesce = type === tokTypes.coalesce;
      // `??` binds like `&&` here, so that a mixture of the two is seen as one and refused.
      const precedence = coalesce ? AND_PRECEDENCE : type.binop;
      const op = this.value;
      const opStart = this.start;
      this.next();
      if (type === tokTypes.relational || type === tokTypes.bitShift) this.noteAngle(op as string, opStart);
      const rightStart = this.start;
      const unary = this.parseMaybeUnary(null, false, false, forInit);
      const right = this.parseExprOp(unary, rightStart, undefined, precedence, forInit);
      node = this.buildBinary(leftStart, leftLoc, node, right, op, logical || coalesce);
      const after = this.type;
      if (
        (logical && after === tokTypes.coalesce) ||
        (coalesce && (after === tokTypes.logicalOR || after === tokTypes.logicalAND))
      ) {
        this.raise(this.start, "Logical expressions and coalesce expressions cannot be mixed");
      }
    }
  }

  /**
   * Skips HTML-like comments with the white space: Acorn's tokenizer calls itself once for each, and a text may be nothing
   * but `<!--` lines (https://tc39.es/ecma262/#sec-html-like-comments).
   */
  override skipSpace(): void {
    super.skipSpace();
    for (;;) {
      const { input, pos } = this;
      const code = input.charCodeAt(pos);
      if (code === 60 && input.startsWith("<!--", pos)) this.skipLineComment(4);
      else if (code === 45 && input.startsWith("-->", pos) && this.startsLine(pos)) this.skipLineComment(3);
      else return;
      super.skipSpace();
    }
  }

  // ## Sizes

  override readRegexp(): void {
    const { length, nesting } = measureRegExp(this.input, this.pos);
    const span = { start: this.pos - 1, end: this.pos + length };
    if (length > REGEXP_SIZE_LIMIT) {
      this.refuse(
        compileError(
          "regexp-size",
          `A regular expression of ${length} characters is longer than the limit of ${REGEXP_SIZE_LIMIT}.`,
          span,
          { limit: "regexpSize", hint: "Split the pattern, or work on the text with string methods." },
        ),
      );
    }
    if (nesting > REGEXP_NESTING_LIMIT) {
      this.refuse(
        compileError(
          "regexp-nesting",
          `The groups of this regular expression nest deeper than the limit of ${REGEXP_NESTING_LIMIT} levels.`,
          span,
          { limit: "regexpNesting", hint: "Write a flatter pattern." },
        ),
      );
    }
    super.readRegexp();
  }

  override readNumber(startsWithDot: boolean): void {
    super.readNumber(startsWithDot);
    this.checkNumberSize();
  }

  override readRadixNumber(radix: number): void {
    super.readRadixNumber(radix);
    this.checkNumberSize();
  }

  override declareName(name: string, bindingType: number, pos: number): void {
    this.declared.add(name);
    super.declareName(name, bindingType, pos);
    const scope = this.scopeStack[this.scopeStack.length - 1];
    if (scope.var.length + scope.lexical.length + scope.functions.length > SCOPE_NAMES_LIMIT) {
      this.refuse(
        compileError(
          "names-in-scope",
          `One scope declares more than the limit of ${SCOPE_NAMES_LIMIT} names.`,
          { start: pos, end: pos + name.length },
          { limit: "namesInScope", hint: "Keep the values in an array or an object." },
        ),
      );
    }
  }

  // ## What strict mode refuses and a model should hear about

  override parseWithStatement(): never {
    this.refuse(
      compileError(
        "with",
        "The `with` statement is not part of the language.",
        { start: this.start, end: this.end },
        { hint: "Name the object: `const { a, b } = object;`." },
      ),
    );
  }

  private descend(): void {
    if (++this.depth > NESTING_LIMIT) {
      this.refuse(
        compileError(
          "nesting",
          `The program nests deeper than the limit of ${NESTING_LIMIT} levels.`,
          { start: this.start, end: Math.max(this.end, this.start + 1) },
          { limit: "nesting", hint: "Move inner parts into variables or functions of their own." },
        ),
      );
    }
  }

  private startsLine(pos: number): boolean {
    return this.lastTokEnd === 0 || /[\n\r\u2028\u2029]/.test(this.input.slice(this.lastTokEnd, pos));
  }

  private noteAngle(op: string, pos: number): void {
    if (op === "<") this.angles.push({ pos, count: 1, closes: false });
    else if (op === ">" || op === ">>" || op === ">>>") {
      const { type } = this;
      const closes = type === tokTypes.parenL || type === tokTypes.backQuote;
      if (closes) this.angles.push({ pos, count: op.length, closes });
    }
  }

  private checkNumberSize(): void {
    const size = this.pos - this.start;
    if (size <= NUMBER_SIZE_LIMIT) return;
    const limit = this.input.charCodeAt(this.pos - 1) === 110 ? BIGINT_SIZE_LIMIT : NUMBER_SIZE_LIMIT;
    if (size <= limit) return;
    this.refuse(
      compileError(
        "number-size",
        `A number of ${size} digits is longer than the limit of ${limit}.`,
        { start: this.start, end: this.pos },
        { limit: "numberSize" },
      ),
    );
  }

  private refuse(error: CompileError): never {
    this.fail(error.span.start, error.message, error);
  }

  override catchStackOverflow<T>(parse: () => T): T {
    return parse();
  }

  private fail(pos: number, message: string, error: CompileError | undefined): never {
    throw new ParseFailure(message, pos, { start: this.lastTokStart, end: this.lastTokEnd }, error);
  }
}

const AND_PRECEDENCE = (tokTypes.logicalAND as TokenType & { readonly binop: number }).binop;
