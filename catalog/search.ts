/**
 * Finding tools by words, by path and by browsing.
 *
 * Owns the order of the questions: an exact path in any spelling answers alone, an empty query
 * browses in path order, everything else is ranked (search/ranking.ts); scope, paging and the shape of
 * the answer. The index is built on the first ranked search; pretty signatures are rendered only for
 * what is returned. Never fails: input that is out of range is brought into it.
 */
import { bare } from "./edit-distance.js";
import type { CatalogEntry } from "./entry.js";
import { searchFields } from "./search/fields.js";
import { RankingIndex } from "./search/ranking.js";
import { inlineDescription } from "./signature.js";
import { pathExpression, readPath } from "./tool-path.js";

/** What a program gives to `$codemode.search`. */
export interface SearchInput {
  /** Words, or a path in any spelling; empty or absent browses. */
  readonly query?: string;
  /** Only tools below this namespace, in any spelling. */
  readonly namespace?: string;
  /** Most items to return, 1 to 50. */
  readonly limit?: number;
  /** Items to skip. */
  readonly offset?: number;
}

/** One tool found; `path` is the expression a program calls it by. */
export interface SearchItem {
  readonly path: string;
  readonly description: string;
  readonly signature: string;
}

export interface SearchResult {
  readonly items: readonly SearchItem[];
  /** Tools that match, on all pages. */
  readonly total: number;
  /** Tools that match after this page. */
  readonly remaining: number;
  /** `offset` of the next page; null on the last one. */
  readonly next: number | null;
}

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 50;

/** Search over the entries of one catalog, which are in path order. */
export class CatalogSearch {
  #index: RankingIndex | undefined;
  #namespaces: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(
    readonly entries: readonly CatalogEntry[],
    readonly find: (segments: readonly string[]) => CatalogEntry | undefined,
  ) {}

  search(input: SearchInput = {}): SearchResult {
    const matched = this.rank(input.query ?? "", input.namespace);
    const limit = within(input.limit ?? DEFAULT_LIMIT, 1, MAX_LIMIT);
    const offset = within(input.offset ?? 0, 0, Number.MAX_SAFE_INTEGER);
    const page = matched.slice(offset, offset + limit);
    const remaining = Math.max(0, matched.length - offset - page.length);
    return {
      items: page.map(searchItem),
      total: matched.length,
      remaining,
      next: remaining > 0 ? offset + page.length : null,
    };
  }

  /** Every entry that matches a query, best first; nothing is rendered. */
  rank(query: string, namespace?: string): readonly CatalogEntry[] {
    return this.#matched(query.trim(), this.#scopeOf(namespace));
  }

  /** Builds the index now, for a host that prefers to pay before the first search. */
  warm(): void {
    this.#index ??= new RankingIndex(this.entries.map((entry) => searchFields(entry.segments, entry.tool)));
  }

  #matched(query: string, scope: readonly string[]): readonly CatalogEntry[] {
    const scoped = (entry: CatalogEntry): boolean => scope.every((segment, at) => entry.segments[at] === segment);
    if (query === "") return scope.length === 0 ? this.entries : this.entries.filter(scoped);
    const exact = this.#exact(query, scope);
    if (exact !== undefined) return [exact];
    this.warm();
    const ranked = this.#index!.rank(query, (document) => scope.length === 0 || scoped(this.entries[document]));
    return ranked.map((document) => this.entries[document]);
  }

  /** A namespace as segments: as it is spelled, else the one with the same letters; an unknown name matches nothing. */
  #scopeOf(namespace: string | undefined): readonly string[] {
    const text = (namespace ?? "").trim();
    if (text === "" || text === "tools") return [];
    const segments = readPath(text) ?? [text];
    this.#namespaces ??= namespacesOf(this.entries);
    const known = this.#namespaces.get(segments.join(".")) ?? this.#namespaces.get(bare(segments.join(".")));
    return known ?? segments;
  }

  /** The tool a query names in full: from the root, or below the namespace it is scoped to. */
  #exact(query: string, scope: readonly string[]): CatalogEntry | undefined {
    const segments = readPath(query);
    if (segments === undefined) return undefined;
    const found = this.find(segments);
    if (found !== undefined && scope.every((segment, at) => found.segments[at] === segment)) return found;
    return scope.length > 0 ? this.find([...scope, ...segments]) : undefined;
  }
}

/** Every namespace by its path and by its letters alone; a path wins over letters, the first over later ones. */
function namespacesOf(entries: readonly CatalogEntry[]): Map<string, readonly string[]> {
  const exact = new Map<string, readonly string[]>();
  for (const { segments } of entries) {
    for (let length = 1; length < segments.length; length++) {
      const namespace = segments.slice(0, length);
      exact.set(namespace.join("."), namespace);
    }
  }
  const all = new Map(exact);
  for (const [path, segments] of exact) {
    const letters = bare(path);
    if (!all.has(letters)) all.set(letters, segments);
  }
  return all;
}

function searchItem(entry: CatalogEntry): SearchItem {
  return {
    path: pathExpression(entry.segments),
    description: inlineDescription(entry.description),
    signature: entry.prettySignature,
  };
}

function within(value: number, least: number, most: number): number {
  if (Number.isNaN(value)) return least;
  return Math.min(most, Math.max(least, Math.trunc(value)));
}
