/**
 * The door of the regular-expression engine: ECMAScript 2025 patterns, compiled to bytecode and
 * matched by an own budgeted matcher, so that no guest subject ever meets the host's RegExp. Knows
 * strings and steps only; values, objects and `lastIndex` as a property are the caller's.
 *
 *     pattern text -> parse.ts -> tree.ts -> compile.ts -> program.ts -> match.ts -> captures
 */

export { compileRegExp } from "./compile.js";
export { disassembleRegExp } from "./disassemble.js";
export { RegExpStackError, RegExpSyntaxError } from "./errors.js";
export { isValidFlags, parseFlags, type RegExpFlags } from "./flags.js";
export { execRegExp } from "./match.js";
export type { RegExpProgram } from "./program.js";
