/**
 * How far apart two names are, and which of several is nearest.
 *
 * Owns the optimal string alignment distance (Levenshtein with swaps of neighbours) used by "did
 * you mean" texts. Bounded: names are compared in their first 64 code units, and a comparison
 * stops once it is known to exceed the limit.
 */

const MAX_COMPARED = 64;

/** The distance of two names, or `limit + 1` when it is more than `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  const a = left.slice(0, MAX_COMPARED);
  const b = right.slice(0, MAX_COMPARED);
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let cost = Math.min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1));
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) cost = Math.min(cost, beforePrevious[column - 2] + 1);
      current.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length];
}

/** Edits that still count as a slip of the pen: one in three characters, at most three. */
export function allowedEdits(name: string): number {
  return Math.min(3, Math.ceil(name.length / 3));
}

/** The nearest candidate, letter case and separators aside, the first of equals; undefined when none is near. */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = bare(name);
  let best: string | undefined;
  let bestDistance = allowedEdits(wanted) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, bare(candidate), bestDistance - 1);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A name without what names are told apart by in style only: case and separators. */
export function bare(name: string): string {
  const stripped = name.toLowerCase().replace(/[\s._\-/:]+/g, "");
  return stripped === "" ? name : stripped;
}
