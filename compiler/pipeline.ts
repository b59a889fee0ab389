/**
 * From a parsed source to its Program: resolve, lower, emit.
 *
 * Before: parse.ts. After: vm/bytecode takes the Program. index.ts and inspect.ts are its only callers.
 */
import { err, ok, type Result } from "neverthrow";
import type { CodeBlock, Program } from "../vm/bytecode/program.js";
import { BYTECODE_VERSION } from "../vm/bytecode/version.js";
import type { Program as Tree } from "./ast.js";
import { CapacityError } from "./emit/registers.js";
import { type CompileError, compileError, type Repair, type Span } from "./errors.js";
import { TABLES } from "./lower/index.js";
import type { Unit } from "./lower/lowering.js";
import { lowerProgram } from "./lower/program.js";
import type { ParsedSource } from "./parse.js";
import { resolve } from "./scope/resolve.js";
import type { Resolution } from "./scope/scope.js";

/** A compiled source and what is worth knowing of it. */
export interface Compiled {
  readonly program: Program;
  /** What was changed in the text before it was compiled. */
  readonly repairs: readonly Repair[];
  readonly language: "javascript" | "typescript";
  /** Names the program reads or writes and does not declare, one entry a mention, in source order. */
  readonly globals: readonly { readonly name: string; readonly span: Span }[];
}

/** A compiled source with its tree and scopes, for those who look at a program instead of running it. */
export interface Analysed extends Compiled {
  readonly ast: Tree;
  readonly resolution: Resolution;
}

/** Compiles a source that is already parsed. */
export function compileParsed(parsed: ParsedSource): Result<Compiled, CompileError[]> {
  return analyseParsed(parsed).map(({ program, repairs, language, globals }) => ({
    program,
    repairs,
    language,
    globals,
  }));
}

/** As {@link compileParsed}, and keeps what it found on the way. */
export function analyseParsed(parsed: ParsedSource): Result<Analysed, CompileError[]> {
  const { ast, source } = parsed;
  const { resolution, errors } = resolve(ast);
  if (errors.length > 0) return err(errors);
  const blocks: (CodeBlock | undefined)[] = [];
  const unit: Unit = { source, resolution, blocks, tables: TABLES, library: null };
  try {
    lowerProgram(unit, ast);
  } catch (failure) {
    if (!(failure instanceof CapacityError)) throw failure;
    const message = `The program needs more than ${failure.limit} ${failure.what}.`;
    const hint = "Split the code into smaller functions, or pass large data in as a value.";
    return err([
      compileError("program-size", message, { start: 0, end: source.length }, { limit: failure.what, hint }),
    ]);
  }
  const program: Program = { version: BYTECODE_VERSION, blocks: blocks as CodeBlock[], source };
  const { repairs, language } = parsed;
  return ok({ program, repairs, language, globals: resolution.globals, ast, resolution });
}
