/**
 * The compiler: source text -> Program. The only door of this folder.
 *
 *   parse -> resolve -> lower and emit
 *
 * Whatever a program does wrong is a list of CompileErrors with spans in the source as submitted; what throws is a bug of
 * ours. The compiler knows syntax and instructions, never values, tools or the host.
 */
import type { Result, ResultAsync } from "neverthrow";
import type { CompileError } from "./errors.js";
import { type ParseOptions, parse, parseAsync } from "./parse.js";
import { type Analysed, analyseParsed, type Compiled, compileParsed } from "./pipeline.js";

export { disassemble } from "../vm/bytecode/disassemble.js";
export { decodeProgram, encodeProgram } from "../vm/bytecode/encode.js";
export type { CodeBlock, Constant, HandlerRange, Program } from "../vm/bytecode/program.js";
export { BlockFlag, BodyKind, FunctionKind } from "../vm/bytecode/program.js";
export { lineAndColumn, positionAt } from "../vm/bytecode/source-map.js";
export { verify } from "../vm/bytecode/verify.js";
export { type AnyNode, childrenOf } from "./ast.js";
export type { CompileError, CompileErrorKind, ErrorCode, Repair, RepairCode, Span } from "./errors.js";
export { type Inspection, inspect } from "./inspect.js";
export { normaliseText } from "./normalise.js";
export { type ParsedSource, type ParseOptions, warmup } from "./parse.js";
export type { Analysed, Compiled } from "./pipeline.js";
export { type Binding, BindingKind, type Resolution } from "./scope/scope.js";

export type CompileOptions = ParseOptions;

/**
 * Compiles a program. TypeScript needs Babel, which is loaded on first use: see {@link compileAsync}.
 * @returns the program, or ParseError, UnsupportedSyntax and LimitExceeded errors
 */
export function compile(source: string, options: CompileOptions = {}): Result<Compiled, CompileError[]> {
  return parse(source, options).andThen(compileParsed);
}

/** As {@link compile}, and loads what TypeScript needs when it is needed. Never rejects. */
export function compileAsync(source: string, options: CompileOptions = {}): ResultAsync<Compiled, CompileError[]> {
  return parseAsync(source, options).andThen(compileParsed);
}

/** As {@link compile}, with the tree and the scopes: for checks that run nothing. */
export function analyse(source: string, options: CompileOptions = {}): Result<Analysed, CompileError[]> {
  return parse(source, options).andThen(analyseParsed);
}

/** As {@link analyse}, and loads what TypeScript needs when it is needed. Never rejects. */
export function analyseAsync(source: string, options: CompileOptions = {}): ResultAsync<Analysed, CompileError[]> {
  return parseAsync(source, options).andThen(analyseParsed);
}
