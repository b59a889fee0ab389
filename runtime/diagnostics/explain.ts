/**
 * A diagnostic of a run, made exact: the span of the expression at fault, and what to write instead.
 *
 * Runs after the program has ended and looks at its text only, so nothing of it costs a program that runs well. Invariant:
 * the kind stays as it is, and so does the message, but for the expression V8 names in "xs is not iterable".
 * Before: execute.ts. After: CodeMode hands the outcome out.
 */
import type { Catalog } from "../../catalog/index.js";
import type { AnyNode } from "../../compiler/index.js";
import { unwrap } from "../check/analysis.js";
import type { Diagnostic, Failure, Success } from "../result.js";
import { hintsFor } from "./hints.js";
import { ProgramText, placeOfResult, type Range, rangeOf } from "./program-text.js";
import { frameOf, locationOf } from "./render.js";

/** Kinds that a program's text says nothing about. */
const FINAL = new Set<Diagnostic["kind"]>(["ProgramThrow", "ToolFailure", "ToolDefect", "InternalError", "Truncated"]);

/** Warnings explained at most: each looks through the text again. */
const MAX_EXPLAINED = 20;

/** Explains the error and the warnings of an outcome. Never fails. */
export function explainOutcome<T extends Success | Failure>(outcome: T, source: string, catalog: Catalog): T {
  if (outcome.ok && outcome.warnings === undefined) return outcome;
  const text = new ProgramText(source, catalog);
  const warnings = outcome.warnings?.map((each, i) => (i < MAX_EXPLAINED ? explain(each, text) : each));
  return {
    ...outcome,
    ...(outcome.ok ? {} : { error: explain(outcome.error, text) }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

/** Explains one diagnostic. */
export function explain(diagnostic: Diagnostic, text: ProgramText): Diagnostic {
  if (FINAL.has(diagnostic.kind)) return diagnostic;
  const range = diagnostic.location === undefined ? { start: 0, end: 0 } : rangeOf(text.source, diagnostic.location);
  const suggestions = diagnostic.suggestions ?? hintsFor({ diagnostic, text, range });
  const place = exactPlace(diagnostic, text, range);
  const message = iterableNamed(diagnostic.message, text, range);
  const location = place === undefined ? undefined : locationOf(text.source, place.start, place.end);
  return {
    ...diagnostic,
    message,
    ...(location === undefined ? {} : { location, frame: frameOf(text.source, location) }),
    ...(suggestions.length === 0 ? {} : { suggestions }),
  };
}

/** The exact span where the VM knows only the call: the callee, the argument, the part of the result. */
function exactPlace({ kind, message, location }: Diagnostic, text: ProgramText, range: Range): Range | undefined {
  if (kind === "InvalidDataValue" && location === undefined) {
    const path = /^(result\S*) is /.exec(message)?.[1];
    return path === undefined ? undefined : placeOfResult(text, path);
  }
  if (location === undefined) return undefined;
  if (kind === "UnknownTool") return calleeOf(text, range);
  if (kind === "InvalidToolInput" && /takes one object with its fields, got \d+ arguments$/.test(message)) {
    const args = text.callAt(range)?.arguments ?? [];
    return args.length > 1 ? { start: args[1].start, end: args[args.length - 1].end } : undefined;
  }
  if (
    kind === "ExecutionFailure" &&
    / is not a (?:function|constructor)$|^TypeError: Class constructor /.test(message)
  ) {
    return calleeOf(text, range);
  }
  return undefined;
}

/** The callee of the call at a range; its last member when it stretches over lines. */
function calleeOf(text: ProgramText, range: Range): Range | undefined {
  const call = text.callAt(range);
  if (call === undefined) return undefined;
  const callee = unwrap(call.callee as AnyNode);
  const isLong = text.source.slice(callee.start, callee.end).includes("\n");
  return isLong && callee.type === "MemberExpression" ? callee.property : callee;
}

/** V8's sentence with the text of the expression, where the VM knows only what the value is. */
function iterableNamed(message: string, text: ProgramText, { start, end }: Range): string {
  const parts = /^((?:Unhandled rejection: )?TypeError: )(#<\w+>|\[object \w+\]) is not iterable$/.exec(message);
  if (parts === null) return message;
  const node = text.nodeAt({ start, end });
  const declarator = text.analysis?.nodes.find((each) => each.type === "VariableDeclarator" && each.id === node);
  const value =
    node?.type === "SpreadElement"
      ? node.argument
      : declarator?.type === "VariableDeclarator" && declarator.init != null
        ? declarator.init
        : node;
  const written = value === undefined ? "" : text.source.slice(value.start, value.end);
  return written === "" || written.length > 60 || written.includes("\n")
    ? message
    : `${parts[1]}${written} is not iterable`;
}
