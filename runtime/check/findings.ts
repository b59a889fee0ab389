/**
 * What a check can find: one table of rules, each with the kind of diagnostic it makes and whether it is an error.
 *
 * Invariant: an error is about something that fails whenever it is reached; what only may be wrong, or is caught by the
 * program, is a warning. Before: the rules of this folder. After: check.ts makes diagnostics of them.
 */
import type { AnyNode, Span } from "../../compiler/index.js";
import type { DiagnosticKind } from "../result.js";

export const RULES = {
  "undefined-name": { kind: "ExecutionFailure", severity: "error" },
  "unknown-tool": { kind: "UnknownTool", severity: "error" },
  "argument-count": { kind: "InvalidToolInput", severity: "error" },
  "tool-as-callback": { kind: "InvalidToolInput", severity: "error" },
  "invalid-input": { kind: "InvalidToolInput", severity: "error" },
  "no-data": { kind: "InvalidDataValue", severity: "error" },
  "doubtful-input": { kind: "InvalidToolInput", severity: "warning" },
  "promise-iterated": { kind: "ExecutionFailure", severity: "error" },
  "missing-await": { kind: "MissingAwait", severity: "warning" },
  "floating-call": { kind: "FloatingPromise", severity: "warning" },
  "async-callback": { kind: "FloatingPromise", severity: "warning" },
  "unused-result": { kind: "UnusedResult", severity: "warning" },
  "unreachable-code": { kind: "UnreachableCode", severity: "warning" },
  "endless-loop": { kind: "EndlessLoop", severity: "warning" },
} as const satisfies Readonly<
  Record<string, { readonly kind: DiagnosticKind; readonly severity: "error" | "warning" }>
>;

export type Rule = keyof typeof RULES;

export interface Finding {
  readonly rule: Rule;
  readonly span: Span;
  readonly message: string;
  readonly suggestions?: readonly string[];
  /** Dotted path of the tool concerned. */
  readonly tool?: string;
  /** The node whose surroundings decide whether the program catches the failure. */
  readonly node: AnyNode;
}
