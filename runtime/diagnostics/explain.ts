/**
 * A diagnostic of a run, made exact: the span of the expression at fault, and what to write instead.
 *
 * Runs after the program has ended and looks at its text only, so nothing of it costs a program that runs well. Invariant:
 * the kind stays as it is, and so does the message, but for the expression V8 names in "xs is not iterable".
 * Before: execute.ts. After: CodeMode hands the outcome out.
 */
import type { Catalog } from "../../catalog/index.js";
import type { AnyNode } from "../../compiler/index.js";
import type { Diagnostic, Failure, Success } from "../result.js";
import { type Analysis, isFunction, unwrap } from "../source/analysis.js";
import { hintFor } from "./hints.js";
import { ProgramText, placeOfArgument, placeOfResult, type Range, rangeOf } from "./program-text.js";
import { frameOf, locationOf } from "./render.js";

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
  const thrown = diagnostic.kind === "ProgramThrow" ? atThrow(diagnostic, text) : diagnostic;
  return explained(thrown.trace === undefined ? thrown : { ...thrown, trace: namedFrames(thrown.trace, text) }, text);
}

function explained(diagnostic: Diagnostic, text: ProgramText): Diagnostic {
  const range = diagnostic.location === undefined ? { start: 0, end: 0 } : rangeOf(text.source, diagnostic.location);
  const suggestions = diagnostic.suggestions ?? hintFor({ diagnostic, text, range })?.suggestions ?? [];
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
  if (kind === "InvalidDataValue") {
    const path = /^(input\S*) of tools\b/.exec(message)?.[1];
    return path === undefined ? undefined : placeOfArgument(text, range, path);
  }
  if (kind === "UnknownTool") return calleeOf(text, range);
  if (kind === "InvalidToolInput" && /takes one object with its fields, got \d+ arguments$/.test(message)) {
    const callback = text.callbackAt(range)?.arguments[0];
    if (callback !== undefined) return callback;
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
  const parts =
    /^((?:Unhandled rejection: )?TypeError: )(?:\S+ is not iterable|Cannot read properties of (?:undefined|null) \(reading 'Symbol\(Symbol\.iterator\)'\))$/.exec(
      message,
    );
  if (parts === null) return message;
  const value = iteratedAt(text, { start, end });
  const written = value === undefined ? "" : text.source.slice(value.start, value.end);
  return written === "" || written.length > 60 || written.includes("\n")
    ? message
    : `${parts[1]}${written} is not iterable`;
}

/** The expression that is iterated at a range: of a loop, a spread, or the initialiser of a pattern. */
function iteratedAt(text: ProgramText, range: Range): AnyNode | undefined {
  const node = text.nodeAt(range);
  if (node?.type === "SpreadElement") return node.argument;
  for (const each of text.analysis?.nodes ?? []) {
    if (each.type === "VariableDeclarator" && each.id === node) return each.init ?? undefined;
    if (each.type === "SpreadElement" && each.start <= range.start && each.end >= range.end) return each.argument;
  }
  return node;
}

type Frames = NonNullable<Diagnostic["trace"]>;

/** Callers without a name are told from the top level: `<anonymous>` for a function. */
function namedFrames(trace: Frames, text: ProgramText): Frames {
  const { analysis } = text;
  if (analysis === undefined) return trace;
  return trace.map((frame) => {
    if (frame.name !== "") return frame;
    const { start } = rangeOf(text.source, frame);
    const isInside = analysis.nodes.some((node) => isFunction(node) && node.start < start && start < node.end);
    return isInside ? { ...frame, name: "<anonymous>" } : frame;
  });
}

/** An error of the program's own class is thrown where it is made, not inside its constructor. */
function atThrow(diagnostic: Diagnostic, text: ProgramText): Diagnostic {
  const { analysis } = text;
  let trace = diagnostic.trace ?? [];
  if (analysis === undefined || trace.length < 2) return diagnostic;
  while (trace.length > 1 && isInConstructor(analysis, rangeOf(text.source, trace[0]).start)) trace = trace.slice(1);
  if (trace.length === diagnostic.trace?.length) return diagnostic;
  const { start } = rangeOf(text.source, trace[0]);
  const made = analysis.nodes.find((node) => node.type === "NewExpression" && node.start === start);
  const location = locationOf(text.source, start, made?.end ?? start + 1);
  const { trace: _, ...rest } = diagnostic;
  return { ...rest, location, frame: frameOf(text.source, location), ...(trace.length > 1 ? { trace } : {}) };
}

function isInConstructor(analysis: Analysis, offset: number): boolean {
  return analysis.nodes.some((node) => {
    if (node.type === "ClassDeclaration" || node.type === "ClassExpression") return node.start === offset;
    return node.type === "MethodDefinition" && node.kind === "constructor" && node.start <= offset && offset < node.end;
  });
}
