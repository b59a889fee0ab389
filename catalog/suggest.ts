/**
 * "Did you mean": the callable expressions nearest to a path that names no tool.
 *
 * Owns the comparison. In order of nearness: the same letters in another style, the right name in
 * another namespace, a slip of the pen in either, words in common. Never the expression that has
 * just failed, and never one that cannot be called. Deterministic; ties go by path.
 */
import { allowedEdits, bare, editDistance } from "./edit-distance.js";
import type { CatalogEntry } from "./entry.js";
import { termsOf } from "./search/words.js";
import { byCodeUnit, pathExpression, SEARCH_PATH } from "./tool-path.js";

const MAX_SUGGESTIONS = 3;
/** A farther candidate is no help. */
const FARTHEST = 20;
/** Answers kept: a program that calls the same wrong path in a loop must not cost the host a search each time. */
const MAX_KEPT = 200;

/** A callable path, with what it is compared by. */
interface Candidate {
  readonly path: string;
  readonly segments: readonly string[];
  readonly name: string;
  readonly namespace: string;
  readonly whole: string;
  readonly terms: ReadonlySet<string>;
}

/** Suggestions over the entries of one catalog; prepared on the first question. */
export class Suggestions {
  #candidates: readonly Candidate[] | undefined;
  readonly #kept = new Map<string, readonly string[]>();

  constructor(readonly entries: readonly CatalogEntry[]) {}

  /** Up to three expressions, nearest first; for a namespace called as a tool, tools of that namespace. Never fails. */
  nearest(segments: readonly string[]): readonly string[] {
    const failed = pathExpression(segments);
    const kept = this.#kept.get(failed);
    if (kept !== undefined) return kept;
    const found = this.#search(segments, failed);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(failed, found);
    return found;
  }

  #search(segments: readonly string[], failed: string): readonly string[] {
    this.#candidates ??= [
      ...this.entries.map(({ segments: each }) => candidateOf(each)),
      candidateOf(SEARCH_PATH.split(".")),
    ];
    const wanted = candidateOf(segments);
    const found: { path: string; expression: string; distance: number }[] = [];
    for (const candidate of this.#candidates) {
      const distance = distanceBetween(wanted, candidate);
      if (distance > FARTHEST) continue;
      const expression = pathExpression(candidate.segments);
      if (expression !== failed) found.push({ path: candidate.path, expression, distance });
    }
    found.sort((a, b) => a.distance - b.distance || byCodeUnit(a.path, b.path));
    // The same letters in another style leave no doubt.
    const certain = found.filter(({ distance }) => distance === 0);
    return (certain.length > 0 ? certain : found).slice(0, MAX_SUGGESTIONS).map(({ expression }) => expression);
  }
}

function candidateOf(segments: readonly string[]): Candidate {
  return {
    path: segments.join("."),
    segments,
    name: bare(segments[segments.length - 1] ?? ""),
    namespace: bare(segments.slice(0, -1).join(".")),
    whole: bare(segments.join(".")),
    terms: new Set(termsOf(segments.join(" "))),
  };
}

/** 0 for the same letters, growing with what must be changed; more than FARTHEST when unrelated. */
function distanceBetween(wanted: Candidate, candidate: Candidate): number {
  if (candidate.whole === wanted.whole) return 0;
  if (wanted.segments.every((segment, at) => candidate.segments[at] === segment)) {
    return 1 + candidate.segments.length - wanted.segments.length;
  }
  const nameEdits = edits(wanted.name, candidate.name);
  const namespaceEdits = edits(wanted.namespace, candidate.namespace);
  if (nameEdits !== undefined && namespaceEdits !== undefined) return 1 + nameEdits + namespaceEdits;
  const wholeEdits = edits(wanted.whole, candidate.whole);
  if (wholeEdits !== undefined) return 2 + wholeEdits;
  if (nameEdits !== undefined && candidate.name.length > 2) return 5 + nameEdits;
  const shared = overlap(wanted.terms, candidate.terms);
  if (shared < 0.5) return FARTHEST + 1;
  return (namespaceEdits === undefined ? 14 : 8) + Math.round(5 * (1 - shared));
}

/** Words in common, as a share of the words of both. */
function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const term of left) if (right.has(term)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}

/** Edits between two names, undefined when they are more than a slip. */
function edits(wanted: string, name: string): number | undefined {
  if (wanted === name) return 0;
  const limit = allowedEdits(wanted);
  const distance = editDistance(wanted, name, limit);
  return distance > limit ? undefined : distance;
}
