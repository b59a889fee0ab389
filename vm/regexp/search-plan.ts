/**
 * Decides how a compiled pattern looks for places where a match can begin: by text, by a table of first
 * characters, at line starts; and which starts a failed attempt rules out. Called by compile.ts when
 * the code is complete; search.ts carries the plan out.
 */
import type { FirstSets } from "./first-set.js";
import { HIGH_COLUMN, NO_FILTER, RegExpOp } from "./opcodes.js";
import type { SearchPlan } from "./program.js";
import type { ProgramBuilder } from "./program-builder.js";
import { type Alternative, type PatternNode, type PatternTree, UNBOUNDED } from "./tree.js";

/** The plan for a pattern whose code is in `builder`. */
export function planSearch(tree: PatternTree, builder: ProgramBuilder, firsts: FirstSets): SearchPlan {
  const edge = leadingEdge(tree.alternatives);
  if (edge !== null) return { kind: edge };
  const text = leadingText(builder.code);
  if (text !== "") return { kind: "text", text };
  if (tree.minLength === 0) return { kind: "everywhere" };
  const first = firsts.ofWholePattern(tree.alternatives);
  const columns = [...first.keys()].filter((column) => first[column] === 1);
  if (columns.length === 1 && columns[0] < HIGH_COLUMN) {
    return { kind: "text", text: String.fromCharCode(columns[0]) };
  }
  const filter = builder.filter(first, null);
  return filter === NO_FILTER
    ? { kind: "everywhere" }
    : { kind: "filter", filter, boundary: leadingBoundary(tree.alternatives) };
}

/**
 * The set of the unbounded run that every match begins with, or -1. What follows the run has been tried
 * behind each of its characters when an attempt fails, unless a reference can tell the starts apart.
 */
export function leadingRunSet(tree: PatternTree, builder: ProgramBuilder): number {
  const node = tree.hasReferences ? null : leadingRunNode(tree.alternatives);
  return node === null ? -1 : builder.setOf(node);
}

/** `^` at the start of every match. */
function leadingEdge(alternatives: readonly Alternative[]): "inputStart" | "lineStart" | null {
  if (alternatives.length !== 1 || alternatives[0].length === 0) return null;
  const node = alternatives[0][0];
  if (node.type === "group") return leadingEdge(node.alternatives);
  if (node.type !== "edge" || node.atEnd) return null;
  return node.multiline ? "lineStart" : "inputStart";
}

/** `\b` at the start of every match. */
function leadingBoundary(alternatives: readonly Alternative[]): boolean {
  if (alternatives.length !== 1 || alternatives[0].length === 0) return false;
  const node = alternatives[0][0];
  if (node.type === "group") return leadingBoundary(node.alternatives);
  return node.type === "boundary" && !node.negate && !node.extended;
}

/** The literal text at the start of every match, read from the code; empty when there is none. */
function leadingText(code: readonly number[]): string {
  let pc = 0;
  for (;;) {
    if (code[pc] === RegExpOp.Save) pc += 2;
    else if (code[pc] === RegExpOp.Clear) pc += 3;
    else break;
  }
  if (code[pc] === RegExpOp.Char) return String.fromCharCode(code[pc + 1]);
  if (code[pc] === RegExpOp.Text) return String.fromCharCode(...code.slice(pc + 2, pc + 2 + code[pc + 1]));
  return "";
}

/** The body of the unbounded run at the start, or null. Looks through groups around it. */
function leadingRunNode(alternatives: readonly Alternative[]): PatternNode | null {
  let current = alternatives;
  for (;;) {
    if (current.length !== 1 || current[0].length === 0) return null;
    const node = current[0][0];
    if (node.type === "repeat") {
      const { body } = node;
      const single = body.type === "char" || (body.type === "set" && body.strings === null);
      return single && node.max === UNBOUNDED ? body : null;
    }
    if (node.type !== "group") return null;
    current = node.alternatives;
  }
}
