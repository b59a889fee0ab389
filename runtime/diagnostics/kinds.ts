/**
 * Every kind of diagnostic with its meaning: one table, exhaustive by its type. README.md of this folder is made from it.
 */
import type { DiagnosticKind } from "../result.js";

/** When each kind is given. */
export const DIAGNOSTIC_KINDS: { readonly [kind in DiagnosticKind]: string } = {
  ParseError: "The text is neither JavaScript nor TypeScript, or empty. Nothing has run.",
  UnsupportedSyntax: "A construct outside the language: modules, eval, with, decorators. Nothing has run.",
  UnknownTool: "A call of a path that is no tool, or that is a namespace.",
  InvalidToolInput: "The argument of a tool is not one object, or its schema refuses it. The tool did not run.",
  InvalidToolOutput: "The reply of a tool does not fit its schema or is no data. Nothing of the reply is told.",
  InvalidDataValue: "A value that cannot leave the program: a function, a promise, a BigInt, a cycle.",
  ToolFailure: "The tool refused, and said why.",
  ToolDefect: "The tool failed on the host's side. Nothing of the cause is told; the host finds it by the reference.",
  LimitExceeded: "A limit of the host: steps, memory, calls, size. The program ends where it is.",
  TimeoutExceeded: "The time of the program is over.",
  ProgramThrow: "The program threw, and did not catch.",
  ExecutionFailure:
    "The language raised an error that the program did not catch: TypeError, ReferenceError, RangeError.",
  Deadlock: "The program awaits what nothing left can settle. Found at once.",
  Truncated: "Warning: part of the result, the logs or the warnings was cut to fit the output limit.",
  SourceRepaired: "Warning: the text was changed before it was compiled, as models write what is no program.",
  PromiseAsText: "Warning: a promise was turned into text or a number.",
  InternalError: "A defect of this package. The host lives; the reference finds the cause.",
  MissingAwait: "Check: a promise is used as if it were its value.",
  FloatingPromise: "Check: nobody waits for a call, or for an async callback.",
  UnusedResult: "Check: an expression whose only effect is its value, which is not used.",
  UnreachableCode: "Check: statements behind one that always leaves.",
  EndlessLoop: "Check: a loop that nothing in it can end.",
  TypeMismatch: "Check with types: what TypeScript says of the program.",
};
