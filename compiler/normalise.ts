/**
 * Accepts what models hand in around a program: a Markdown fence, a byte-order mark, a hashbang, `export`, or a single
 * function in place of a body. Each change is a repair, reported as a warning.
 *
 * Text is only ever blanked, one code unit by one space, so offsets never move; the rest is done in the tree by putting a
 * `return` at its end. Later stages therefore see an ordinary program body. Prose around a program is not guessed at.
 *
 *   text --normaliseText--> text of equal length --(parser)--> tree --normaliseTree--> body of the program
 */
import type { AnyNode, CallExpression, Expression, Program, ReturnStatement, Statement } from "./ast.js";
import { type Repair, repair } from "./errors.js";

export interface NormalisedText {
  /** As long as the text given, offset for offset. */
  readonly text: string;
  readonly repairs: readonly Repair[];
}

export interface NormalisedTree {
  readonly repairs: readonly Repair[];
  /** Whether the program was a function that is now called. */
  readonly called: boolean;
}

/** The specification's own name for the binding of `export default`; no program can spell it. */
const DEFAULT_NAME = "*default*";

const OPENING_FENCE = /^[^\S\n]*(`{3,}(?!`)|~{3,}(?!~))[^`\n]*(?:\n|$)/;

/** Blanks what stands around the program. Never fails. */
export function normaliseText(source: string): NormalisedText {
  const repairs: Repair[] = [];
  let text = source;
  const blank = (start: number, end: number): void => {
    text = text.slice(0, start) + blanked(text.slice(start, end)) + text.slice(end);
  };
  if (text.charCodeAt(0) === 0xfeff) {
    repairs.push(repair("byte-order-mark", { start: 0, end: 1 }));
    blank(0, 1);
  }
  const fence = findFence(text);
  if (fence !== undefined) {
    repairs.push(repair("markdown-fence", fence.open));
    blank(fence.open.start, fence.open.end);
    if (fence.close !== undefined) blank(fence.close.start, fence.close.end);
  }
  const first = text.search(/\S/);
  if (first >= 0 && text.startsWith("#!", first)) {
    const lineEnd = text.indexOf("\n", first);
    const end = lineEnd < 0 ? text.length : lineEnd;
    repairs.push(repair("hashbang", { start: first, end }));
    blank(first, end);
  }
  return { text, repairs };
}

/** Whether a text begins with a function that has no name: no statement, but as a whole program its meaning is plain. */
export function isAnonymousFunction(text: string): boolean {
  return /^\s*(?:async\s+)?function\s*(?:\*\s*)?[(<]/.test(text);
}

/** Spaces in place of everything but line ends. */
export function blanked(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, " ");
}

/**
 * Turns exports and whole-program functions into statements of an ordinary body. Changes `program` in place.
 * What it leaves of module syntax is refused by subset.ts.
 */
export function normaliseTree(program: Program): NormalisedTree {
  const repairs: Repair[] = [];
  const body: Statement[] = [];
  let result: { readonly value: Expression; readonly callable: boolean; readonly span: AnyNode } | undefined;
  for (const [index, statement] of program.body.entries()) {
    if (statement.type === "ExportNamedDeclaration" && statement.declaration != null) {
      repairs.push(repair("export-keyword", { start: statement.start, end: statement.declaration.start }));
      body.push(statement.declaration);
    } else if (statement.type === "ExportNamedDeclaration" && statement.source == null) {
      // `export { a, b }` of the program's own names: nothing is left of it.
      repairs.push(repair("export-keyword", { start: statement.start, end: statement.end }));
      body.push({ type: "EmptyStatement", start: statement.start, end: statement.end });
    } else if (statement.type === "ExportDefaultDeclaration") {
      repairs.push(repair("export-default", { start: statement.start, end: statement.declaration.start }));
      const isLast = program.body.slice(index + 1).every(isInert);
      result = takeDefault(statement.declaration as AnyNode, isLast, body);
    } else {
      body.push(statement as Statement);
    }
  }
  if (result !== undefined) {
    const callable = result.callable || isFunctionName(result.value, body);
    body.push(returnOf(result.value, result.span, callable));
    program.body = body;
    return { repairs, called: callable };
  }
  program.body = body;
  const only = onlyStatement(body);
  const fn = only === undefined ? undefined : wholeFunction(only);
  if (only === undefined || fn === undefined) return { repairs, called: false };
  repairs.push(repair("function-called", { start: only.start, end: only.end }));
  const call = returnOf(fn, only, true);
  if (only.type === "FunctionDeclaration") body.push(call);
  else body[body.indexOf(only)] = call;
  return { repairs, called: true };
}

/** Moves the value of an `export default` into the body where it must be evaluated there; answers what to return. */
function takeDefault(
  declaration: AnyNode,
  isLast: boolean,
  body: Statement[],
): { readonly value: Expression; readonly callable: boolean; readonly span: AnyNode } {
  const callable = isFunction(declaration);
  if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") {
    if (declaration.id !== null) {
      body.push(declaration as Statement);
      return { value: nameOf(declaration.id.name, declaration.id), callable, span: declaration };
    }
    const type = declaration.type === "FunctionDeclaration" ? "FunctionExpression" : "ClassExpression";
    return defaultValue({ ...declaration, type } as unknown as Expression, callable, isLast, body);
  }
  return defaultValue(declaration as Expression, callable, isLast, body);
}

function defaultValue(
  value: Expression,
  callable: boolean,
  isLast: boolean,
  body: Statement[],
): { readonly value: Expression; readonly callable: boolean; readonly span: AnyNode } {
  if (isLast) return { value, callable, span: value };
  const { start, end } = value;
  const id = nameOf(DEFAULT_NAME, value);
  body.push({
    type: "VariableDeclaration",
    kind: "const",
    declarations: [{ type: "VariableDeclarator", id, init: value, start, end }],
    start,
    end,
  });
  return { value: nameOf(DEFAULT_NAME, value), callable, span: value };
}

function returnOf(value: Expression, { start, end }: AnyNode, called: boolean): ReturnStatement {
  const call: CallExpression = { type: "CallExpression", callee: value, arguments: [], optional: false, start, end };
  return { type: "ReturnStatement", argument: called ? call : value, start, end };
}

function nameOf(name: string, { start, end }: AnyNode): Expression & { type: "Identifier" } {
  return { type: "Identifier", name, start, end };
}

/** Whether an exported name is that of a function of the program. */
function isFunctionName(value: Expression, body: readonly Statement[]): boolean {
  if (value.type !== "Identifier") return false;
  return body.some((statement) => {
    if (statement.type === "FunctionDeclaration") return statement.id.name === value.name;
    if (statement.type !== "VariableDeclaration" || statement.kind !== "const") return false;
    return statement.declarations.some(
      ({ id, init }) => id.type === "Identifier" && id.name === value.name && init != null && isFunction(init),
    );
  });
}

/** The statement that is the whole program, directives and empty statements aside. */
function onlyStatement(body: readonly Statement[]): Statement | undefined {
  const real = body.filter((s) => s.type !== "EmptyStatement" && !(s.type === "ExpressionStatement" && s.directive));
  return real.length === 1 ? real[0] : undefined;
}

function wholeFunction(statement: Statement): Expression | undefined {
  if (statement.type === "FunctionDeclaration") return nameOf(statement.id.name, statement.id);
  if (statement.type === "ExpressionStatement" && isFunction(statement.expression)) return statement.expression;
  return undefined;
}

function isFunction(node: AnyNode): boolean {
  return (
    node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression" || node.type === "FunctionDeclaration"
  );
}

/** Statements after which the value before them still is the last one. */
function isInert(statement: AnyNode): boolean {
  return statement.type === "EmptyStatement" || statement.type === "FunctionDeclaration";
}

function findFence(
  text: string,
): { open: { start: number; end: number }; close: { start: number; end: number } | undefined } | undefined {
  const first = text.search(/\S/);
  if (first < 0) return undefined;
  const lineStart = text.lastIndexOf("\n", first) + 1;
  const opening = OPENING_FENCE.exec(text.slice(lineStart));
  if (opening === null) return undefined;
  const open = { start: first, end: lineStart + opening[0].trimEnd().length };
  const last = text.trimEnd().length;
  const lastLine = text.lastIndexOf("\n", last - 1) + 1;
  const closing = text.slice(lastLine, last).trim();
  const closes = lastLine > open.start && closing.startsWith(opening[1]) && /^(`+|~+)$/.test(closing);
  return { open, close: closes ? { start: lastLine, end: last } : undefined };
}
