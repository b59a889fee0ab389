/**
 * Which signatures a model sees at once.
 *
 * Owns the round-robin choice under a token budget: namespaces take turns in code-unit order, each
 * placing its cheapest remaining entry, so that no large namespace starves the others; one whose
 * next entry does not fit drops out while the others go on. Equal input gives an equal choice.
 * Before: inline signatures (signature.ts). After: instructions.ts.
 */
import type { CatalogEntry } from "./entry.js";
import type { Tokenize } from "./tokens.js";
import { byCodeUnit } from "./tool-path.js";

/** One namespace with the entries of it that are shown, both in path order. */
export interface ShownNamespace {
  /** First segment of its tools; empty for tools that stand in no namespace. */
  readonly name: string;
  readonly total: number;
  readonly shown: readonly CatalogEntry[];
  /** Tokens of the signatures that are shown, and of all. */
  readonly shownTokens: number;
  readonly totalTokens: number;
}

/** The choice over a whole catalog. */
export interface Selection {
  readonly namespaces: readonly ShownNamespace[];
  readonly shown: number;
  readonly total: number;
  /** Tokens of all shown signatures. */
  readonly tokens: number;
  /** Every tool is shown. */
  readonly isComplete: boolean;
}

interface Contender {
  readonly name: string;
  readonly total: number;
  readonly shown: CatalogEntry[];
  shownTokens: number;
  readonly totalTokens: number;
  /** Cheapest last. */
  readonly waiting: { readonly entry: CatalogEntry; readonly cost: number }[];
}

/**
 * Chooses entries for `budget` tokens. Pinned entries are shown whatever they cost, and their cost is
 * taken off the budget first. `entries` are in path order. Never fails.
 */
export function selectEntries(
  entries: readonly CatalogEntry[],
  budget: number,
  pinned: ReadonlySet<string>,
  tokenize: Tokenize,
): Selection {
  let left = budget;
  const contenders: Contender[] = [...byNamespace(entries)].map(([name, group]) => {
    const costed = group.map((entry) => ({ entry, cost: tokenize(entry.inlineSignature) }));
    const shown = costed.filter(({ entry }) => pinned.has(entry.path));
    let shownTokens = 0;
    for (const { cost } of shown) shownTokens += cost;
    left -= shownTokens;
    const waiting = costed.filter(({ entry }) => !pinned.has(entry.path));
    waiting.sort((a, b) => b.cost - a.cost || byCodeUnit(b.entry.path, a.entry.path));
    const totalTokens = costed.reduce((sum, { cost }) => sum + cost, 0);
    return { name, total: group.length, shown: shown.map(({ entry }) => entry), shownTokens, totalTokens, waiting };
  });

  let turn = contenders.filter((contender) => contender.waiting.length > 0);
  while (turn.length > 0) {
    const next: Contender[] = [];
    for (const contender of turn) {
      const cheapest = contender.waiting[contender.waiting.length - 1];
      if (cheapest.cost > left) continue;
      contender.waiting.pop();
      contender.shown.push(cheapest.entry);
      contender.shownTokens += cheapest.cost;
      left -= cheapest.cost;
      if (contender.waiting.length > 0) next.push(contender);
    }
    turn = next;
  }

  const namespaces = contenders.map(({ name, total, shown, shownTokens, totalTokens }) => ({
    name,
    total,
    shownTokens,
    totalTokens,
    shown: shown.sort((a, b) => byCodeUnit(a.path, b.path)),
  }));
  const shown = namespaces.reduce((sum, namespace) => sum + namespace.shown.length, 0);
  return { namespaces, shown, total: entries.length, tokens: budget - left, isComplete: shown === entries.length };
}

/** Entries by first segment, in code-unit order; a tool at the top that is no namespace itself is listed under "". */
function byNamespace(entries: readonly CatalogEntry[]): Map<string, readonly CatalogEntry[]> {
  const namespaces = new Set(entries.filter(({ segments }) => segments.length > 1).map(({ segments }) => segments[0]));
  const groups = new Map<string, CatalogEntry[]>();
  for (const entry of entries) {
    const [first] = entry.segments;
    const name = namespaces.has(first) ? first : "";
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  return new Map([...groups].sort(([left], [right]) => byCodeUnit(left, right)));
}
