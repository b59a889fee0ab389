/**
 * The dumps of every stage of the compiler: tree, scopes, bytecode. For people and for the CLI's inspect command.
 *
 * Before: parse.ts, resolve.ts and the lowering, which it only calls. After: text.
 */
import type { Result } from "neverthrow";
import { disassemble } from "../vm/bytecode/disassemble.js";
import { toPlain } from "./ast.js";
import type { CompileError } from "./errors.js";
import { type ParseOptions, parse } from "./parse.js";
import { compileParsed } from "./pipeline.js";
import { resolve } from "./scope/resolve.js";
import { describeScopes } from "./scope/scope.js";

export interface Inspection {
  /** The ESTree tree as plain data. */
  readonly ast: unknown;
  /** One line a scope and a binding. */
  readonly scopes: string;
  /** The disassembly, with positions. */
  readonly bytecode: string;
}

/** Compiles a source and shows every stage. @returns the errors of compile */
export function inspect(source: string, options: ParseOptions = {}): Result<Inspection, CompileError[]> {
  return parse(source, options).andThen((parsed) =>
    compileParsed(parsed).map(({ program }) => ({
      ast: toPlain(parsed.ast),
      scopes: describeScopes(resolve(parsed.ast).resolution),
      bytecode: disassemble(program, { positions: true }),
    })),
  );
}
