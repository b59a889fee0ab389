/**
 * The catalog: making, rendering, choosing, indexing and searching, over the recorded catalogs of
 * ../shared/data, and what a model pays for them.
 *
 *     esbuild bench/cases/catalog.ts --bundle --platform=node --format=esm --packages=external --outfile=catalog.mjs && node catalog.mjs
 */
import { Bench } from "tinybench";
import { createCatalog, estimateTokens } from "../../catalog/index.js";
import { hasSharedData, mcpServers, mcpTree, openApiTools, searchSet } from "../../test/catalog/shared-data.js";

if (!hasSharedData) {
  console.log("skipped: ../shared/data is not there");
} else {
  const tree = mcpTree();
  const github = { api: Object.fromEntries(openApiTools("github.json.gz")) };
  const stripe = { api: Object.fromEntries(openApiTools("stripe.json.gz")) };
  const queries = searchSet().queries.map(({ query }) => query);
  const ready = createCatalog(tree);
  ready.search({ query: "warm up" });
  let turn = 0;

  const bench = new Bench({ time: 1_000, iterations: 5, warmupIterations: 1 });
  bench
    .add("createCatalog, 2,443 tools", () => void createCatalog(tree))
    .add("instructions, 2,443 tools", () => void createCatalog(tree).instructions())
    .add("describe, 2,443 tools", () => void createCatalog(tree).describe())
    .add("inline catalog, GitHub's 1,223 operations", () => void createCatalog(github).instructions())
    .add("inline catalog, Stripe's 452 operations", () => void createCatalog(stripe).instructions())
    .add("index, 2,443 tools", () => void createCatalog(tree).rank("warm up"))
    .add("query, ranked", () => void ready.rank(queries[turn++ % queries.length]))
    .add("query, with ten signatures", () => void ready.search({ query: queries[turn++ % queries.length] }))
    .add("query, exact path", () => void ready.search({ query: "tools.github.create_issue" }))
    .add("suggest", () => void ready.suggest(["github", `createIsue${turn++ % 1_000}`]));
  await bench.run();
  for (const task of bench.tasks) {
    const { latency } = task.result as { latency: { mean: number; p99: number } };
    console.log(`${task.name.padEnd(44)} ${latency.mean.toFixed(3).padStart(10)} ms  p99 ${latency.p99.toFixed(3)} ms`);
  }

  const mean = (texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + estimateTokens(text), 0) / texts.length;
  const inline = mean(ready.entries.map(({ inlineSignature }) => inlineSignature));
  const raw = mean(
    mcpServers().flatMap(({ tools }) =>
      tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema })),
    ),
  );
  const { shown, namespaces, tokens } = ready.selection();
  console.log(
    `\ntokens a tool: inline ${inline.toFixed(1)}, pretty ${mean(ready.entries.map(({ prettySignature }) => prettySignature)).toFixed(1)}, raw schema ${raw.toFixed(1)} (${(raw / inline).toFixed(2)} times the inline form)`,
  );
  console.log(
    `at ${tokens} tokens: ${shown} tools shown, in ${namespaces.filter((namespace) => namespace.shown.length > 0).length} of ${namespaces.length} namespaces`,
  );
  console.log(
    `instructions without the list: ${estimateTokens(ready.instructions().split("## Available tools")[0])} tokens`,
  );
}
