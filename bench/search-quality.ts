/**
 * The catalog's search beside two others, over the labelled queries of ../shared/data: recall and rank by
 * group, time to index and to query 2,443 tools. `minisearch` takes part where it is installed.
 *
 *     esbuild bench/search-quality.ts --bundle --platform=node --format=esm --packages=external --outfile=search-quality.mjs && node search-quality.mjs
 */
import {
  averages,
  catalogRanker,
  macro,
  type RankerOf,
  runQueries,
  type Scores,
} from "../test/catalog/search-quality.js";
import {
  hasSharedData,
  mcpServers,
  type RecordedTool,
  type SearchSet,
  searchSet,
} from "../test/catalog/shared-data.js";

type Documents = SearchSet["suites"][string]["tools"];

/** What catalogs commonly do: points for each word of the query that a field contains, added up. */
const additiveRanker: RankerOf = (tools) => {
  const documents = tools.map(({ path, description, inputSchema }) => ({
    path,
    name: path.toLowerCase(),
    description: (description ?? "").toLowerCase(),
    parameters: JSON.stringify(inputSchema).toLowerCase(),
  }));
  return (query) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const scored = documents.map(({ path, name, description, parameters }) => {
      let score = 0;
      for (const word of words) {
        if (name.includes(word)) score += 8;
        if (description.includes(word)) score += 4;
        if (parameters.includes(word)) score += 2;
      }
      return { path, score };
    });
    scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
    return scored.filter(({ score }) => score > 0).map(({ path }) => path);
  };
};

/** minisearch with its defaults, the path weighing most; undefined where it is not installed. */
async function miniRanker(): Promise<RankerOf | undefined> {
  const name = "minisearch";
  const module = await import(name).catch(() => undefined);
  if (module === undefined) return undefined;
  return (tools) => {
    const index = new module.default({
      idField: "path",
      fields: ["name", "description", "parameters"],
      tokenize: (text: string) => text.replace(/([a-z])([A-Z])/g, "$1 $2").match(/[\p{L}\p{N}]+/gu) ?? [],
      searchOptions: { boost: { name: 3 }, prefix: true },
    });
    index.addAll(
      tools.map(({ path, description, inputSchema }) => ({
        path,
        name: path,
        description: description ?? "",
        parameters: Object.entries(Object((inputSchema as { properties?: object }).properties))
          .map(([key, value]) => `${key} ${(value as { description?: string }).description ?? ""}`)
          .join(" "),
      })),
    );
    return (query) => index.search(query).map(({ id }: { id: string }) => id);
  };
}

function row(label: string, { recall1, recall5, recall10, mrr }: Scores): string {
  return [label.padEnd(24), ...[recall1, recall5, recall10, mrr].map((value) => value.toFixed(3).padStart(7))].join(
    " ",
  );
}

function quality(title: string, set: SearchSet, rankerOf: RankerOf): void {
  const groups = averages(runQueries(set, rankerOf));
  console.log(`\n${title.padEnd(24)}     @1      @5     @10     MRR`);
  for (const [name, scores] of groups) console.log(row(name, scores));
  console.log(row("macro average", macro([...groups.values()])));
}

/** Index and mean query time over one merged catalog, rendering aside. */
function speed(title: string, documents: Documents, queries: readonly string[], rankerOf: RankerOf): void {
  let started = performance.now();
  const ranker = rankerOf(documents);
  ranker("warm up");
  const index = performance.now() - started;
  started = performance.now();
  for (const query of queries) ranker(query);
  const each = (performance.now() - started) / queries.length;
  console.log(
    `${title.padEnd(24)} ${documents.length} tools: index ${index.toFixed(0)} ms, query ${each.toFixed(2)} ms`,
  );
}

if (!hasSharedData) {
  console.log("skipped: ../shared/data is not there");
} else {
  const set = searchSet();
  const rankers: [string, RankerOf][] = [
    ["catalog", catalogRanker],
    ["additive", additiveRanker],
  ];
  const mini = await miniRanker();
  if (mini === undefined) console.log("minisearch is not installed; it is left out");
  else rankers.push(["minisearch", mini]);
  for (const [title, rankerOf] of rankers) quality(title, set, rankerOf);

  console.log("");
  const merged: Documents = mcpServers().flatMap(({ name, tools }) =>
    tools.map((tool: RecordedTool) => ({ ...tool, path: `${name}.${tool.name.replaceAll(".", "_")}` })),
  );
  const large: Documents = Array.from({ length: 7 }, (_, copy) =>
    merged.map((tool) => ({ ...tool, path: `n${copy}_${tool.path}` })),
  ).flat();
  const queries = set.queries.map(({ query }) => query);
  for (const [title, rankerOf] of rankers) {
    speed(title, merged, queries, rankerOf);
    if (title !== "additive") speed(title, large, queries, rankerOf);
  }
}
