/**
 * What is said about a path that cannot be called.
 *
 * Owns the text of the `UnknownTool` diagnostic: what is wrong with the path, and what to call instead.
 * The kinds of a tool source's own errors are in sources/errors.ts.
 */
import { pathExpression } from "./tool-path.js";

/** Why a path cannot be called. */
export type UnknownToolReason = "missing" | "namespace";

/** An `UnknownTool` failure as data: the message, and the expressions it names. */
export interface UnknownTool {
  readonly kind: "UnknownTool";
  readonly reason: UnknownToolReason;
  /** The expression that was called. */
  readonly expression: string;
  readonly message: string;
  readonly suggestions: readonly string[];
}

/** The failure for a called path; `isPartial` tells whether search may find more, and is asked only then. Never fails. */
export function unknownTool(
  segments: readonly string[],
  reason: UnknownToolReason,
  suggestions: readonly string[],
  isPartial: () => boolean,
): UnknownTool {
  const expression = pathExpression(segments);
  const problem =
    reason === "namespace" ? `${expression} is a namespace, not a tool.` : `There is no tool ${expression}.`;
  const advice = [];
  if (suggestions.length > 0) advice.push(`Did you mean ${alternatives(suggestions)}?`);
  else if (isPartial()) advice.push("Find one with tools.$codemode.search({ query }).");
  else advice.push("Call one of the listed paths as it is written.");
  return { kind: "UnknownTool", reason, expression, message: [problem, ...advice].join(" "), suggestions };
}

function alternatives(expressions: readonly string[]): string {
  if (expressions.length === 1) return expressions[0];
  return `${expressions.slice(0, -1).join(", ")} or ${expressions[expressions.length - 1]}`;
}
