/**
 * How well a search ranks labelled queries: recall and reciprocal rank, by group.
 *
 * Owns the measures that the tests pin and the benchmark prints. recall@k is the share of the needed
 * tools among the first k, of as many as k places can hold; MRR is that of the first needed tool;
 * a group is one kind of query in one suite, and groups weigh the same (macro average).
 */
import { createCatalog } from "../../catalog/index.js";
import { type LabelledQuery, type SearchSet, toolOf } from "./shared-data.js";

export interface Scores {
  readonly recall1: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr: number;
}

/** Paths found for a query in one suite, best first. */
export type Ranker = (query: string) => readonly string[];
/** Makes the ranker of one suite's tools. */
export type RankerOf = (tools: SearchSet["suites"][string]["tools"]) => Ranker;

/** The catalog's own search. */
export const catalogRanker: RankerOf = (tools) => {
  const paths = new Map(tools.map((tool) => [`${tool.path}`, tool]));
  const catalog = createCatalog(Object.fromEntries([...paths].map(([path, tool]) => [path, toolOf(tool)])));
  return (query) => catalog.rank(query).map(({ path }) => path);
};

export function runQueries(
  set: SearchSet,
  rankerOf: RankerOf = catalogRanker,
): { query: LabelledQuery; scores: Scores }[] {
  const rankers = new Map(Object.entries(set.suites).map(([name, { tools }]) => [name, rankerOf(tools)]));
  return set.queries.map((query) => ({ query, scores: scoresOf(query, rankers.get(query.suite)!(query.query)) }));
}

function scoresOf({ relevant }: LabelledQuery, ranked: readonly string[]): Scores {
  const recall = (depth: number): number => {
    const top = new Set(ranked.slice(0, depth));
    return relevant.filter((paths) => paths.some((path) => top.has(path))).length / Math.min(depth, relevant.length);
  };
  const wanted = new Set(relevant.flat());
  const first = ranked.findIndex((path) => wanted.has(path));
  return { recall1: recall(1), recall5: recall(5), recall10: recall(10), mrr: first === -1 ? 0 : 1 / (first + 1) };
}

/** Means by group, in order of first appearance. */
export function averages(results: readonly { query: LabelledQuery; scores: Scores }[]): Map<string, Scores> {
  const groups = new Map<string, Scores[]>();
  for (const { query, scores } of results) {
    const name = `${query.suite}/${query.kind}`;
    groups.set(name, [...(groups.get(name) ?? []), scores]);
  }
  return new Map([...groups].map(([name, list]) => [name, macro(list)]));
}

/** The mean of several, each weighing the same. */
export function macro(list: readonly Scores[]): Scores {
  const mean = (key: keyof Scores): number => list.reduce((sum, scores) => sum + scores[key], 0) / list.length;
  return { recall1: mean("recall1"), recall5: mean("recall5"), recall10: mean("recall10"), mrr: mean("mrr") };
}
