/**
 * Questions about the expression that failed: what it is a member of, where its value comes from, what is missing from it.
 *
 * Invariant: an answer holds in every run; what is not certain is undefined. Before: program-text.ts. After: hints.ts.
 */
import type { Catalog } from "../../catalog/index.js";
import type { AnyNode } from "../../compiler/index.js";
import type { Diagnostic } from "../result.js";
import { type Analysis, type Of, unwrap } from "../source/analysis.js";
import type { ProgramText, Range } from "./program-text.js";

/** One failure, as far as a row may look. */
export interface Failed {
  readonly diagnostic: Diagnostic;
  readonly text: ProgramText;
  /** Offsets of the place the VM reported. */
  readonly range: Range;
}

/** The object whose member failed, and the analysis to ask about it. */
export interface Subject {
  readonly analysis: Analysis;
  readonly object: AnyNode;
  readonly text: string;
}

/** For an error about a member (read, or called): the object before it. */
export function subjectOf({ text, range }: Failed): Subject | undefined {
  const { analysis } = text;
  if (analysis === undefined) return undefined;
  const call = text.callAt(range);
  let member = call === undefined ? undefined : unwrap(call.callee as AnyNode);
  if (member?.type !== "MemberExpression" || member.property.start !== range.start) {
    member = analysis.nodes.find(
      (node) =>
        node.type === "MemberExpression" && node.property.start === range.start && node.property.end === range.end,
    );
  }
  if (member?.type !== "MemberExpression") return undefined;
  const object = unwrap(member.object as AnyNode);
  return { analysis, object, text: shortText(analysis, object) };
}

export function shortText(analysis: Analysis, node: AnyNode): string {
  const text = analysis.text(node);
  return text.length <= 60 && !text.includes("\n") ? text : "value";
}

/** The promise that an expression reads a field of, or is itself. */
export function promiseBelow(analysis: Analysis, node: AnyNode): AnyNode | undefined {
  let at = unwrap(node);
  for (;;) {
    if (analysis.isPromise(at)) return at;
    const origin = analysis.originOf(at);
    if (origin !== undefined && analysis.isPromise(origin.init)) return origin.init;
    if (at.type !== "MemberExpression") return undefined;
    at = unwrap(at.object as AnyNode);
  }
}

/** "Await it" with the place where it is best written: the declaration of the name, or the expression. */
export function awaitText(analysis: Analysis, promise: AnyNode): string {
  const origin = analysis.originOf(promise);
  const init = origin === undefined ? promise : origin.init;
  return `await ${shortText(analysis, init)}`;
}

/** The call an expression's value comes from, through names and awaits. */
export function sourceCall(analysis: Analysis, node: AnyNode): Of<"CallExpression"> | undefined {
  let at = unwrap(node);
  for (let step = 0; step < 16; step++) {
    if (at.type === "CallExpression") return at;
    if (at.type === "AwaitExpression") at = unwrap(at.argument);
    else {
      const origin = analysis.originOf(at);
      if (origin?.keys?.length !== 0) return undefined;
      at = unwrap(origin.init);
    }
  }
  return undefined;
}

/** The method a call calls, with the object it is called on. */
export function methodOf(call: Of<"CallExpression">): { readonly name: string; readonly object: AnyNode } | undefined {
  const callee = unwrap(call.callee as AnyNode);
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return undefined;
  return { name: callee.property.name, object: callee.object as AnyNode };
}

/** The class that `new` makes the value from. */
export function madeBy(analysis: Analysis, node: AnyNode): string | undefined {
  const origin = analysis.originOf(node);
  const value = unwrap(origin?.keys?.length === 0 ? origin.init : node);
  if (value.type !== "NewExpression" || value.callee.type !== "Identifier") return undefined;
  return analysis.bindingOf(value.callee) === undefined ? value.callee.name : undefined;
}

/** The tool whose reply an expression is, or is a part of. */
export function replyingTool(analysis: Analysis, catalog: Catalog, node: AnyNode) {
  let at = unwrap(node);
  while (at.type === "MemberExpression") at = unwrap(at.object as AnyNode);
  const origin = analysis.originOf(at);
  const call = sourceCall(analysis, origin?.keys === undefined ? at : origin.init);
  const path = call === undefined ? undefined : analysis.toolPath(call.callee as AnyNode);
  if (path === undefined || path.isDynamic) return undefined;
  const resolution = catalog.resolve(path.segments);
  return resolution.kind === "tool" ? resolution.entry : undefined;
}

/** The promise that a spread around a range iterates. */
export function spreadAround(analysis: Analysis | undefined, { start, end }: Range): AnyNode | undefined {
  let found: AnyNode | undefined;
  for (const node of analysis?.nodes ?? []) {
    if (node.type === "SpreadElement" && node.start <= start && node.end >= end) found = node.argument;
  }
  return found !== undefined && analysis?.isPromise(found) ? found : undefined;
}
