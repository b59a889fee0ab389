// What is each part of this project for, and which part uses which?
// Reads every source file, keeps the answer as a graph, returns a summary.
interface Part {
  name: string;
  purpose: string;
  files: number;
  lines: number;
  uses: Record<string, number>;
}

const allowed = await tools.files.list_allowed_directories();
const root = allowed.content.trim().split("\n").at(-1)!.replaceAll("\\", "/");
const names = ["compiler", "vm", "catalog", "runtime"];

// Find: one search for each part, all at once.
const found = await Promise.all(
  names.map((name) =>
    tools.files.search_files({ path: `${root}/${name}`, pattern: "**/*.ts", excludePatterns: ["**/image.ts"] }),
  ),
);
const paths: string[] = found.flatMap((reply) => reply.content.split("\n")).filter((path) => path.endsWith(".ts"));

// Read: twenty files a call.
const batches = Array.from({ length: Math.ceil(paths.length / 20) }, (_, i) => paths.slice(i * 20, i * 20 + 20));
const texts = new Map<string, string>();
await Promise.all(
  batches.map(async (batch) => {
    const { content } = await tools.files.read_multiple_files({ paths: batch });
    batch.forEach((path, i) => {
      const start = content.indexOf(`${path}:\n`) + path.length + 2;
      const next = batch[i + 1];
      texts.set(path, content.slice(start, next === undefined ? content.length : content.indexOf(`\n---\n${next}:\n`)));
    });
  }),
);
console.log(`read ${texts.size} files in ${batches.length} calls`);

// Understand: lines, the first sentence of each index.ts, and imports that cross from one part to another.
const parts = new Map<string, Part>(names.map((name) => [name, { name, purpose: "", files: 0, lines: 0, uses: {} }]));
const sizes: { file: string; lines: number }[] = [];
for (const [path, text] of texts) {
  const file = path.replaceAll("\\", "/").slice(root.length + 1);
  const part = parts.get(file.split("/")[0])!;
  const lines = text.split("\n").length;
  part.files++;
  part.lines += lines;
  sizes.push({ file, lines });
  if (file === `${part.name}/index.ts`) {
    const comment = text.match(/\/\*\*([\s\S]*?)\*\//)?.[1].replace(/\s*\*\s*/g, " ").trim() ?? "";
    part.purpose = comment.match(/^.*?[.](?=\s|$)/)?.[0] ?? comment;
  }
  for (const [, specifier] of text.matchAll(/ from "(\.\.\/[^"]+)"/g)) {
    const target = specifier.split("/").find((step) => step !== "..");
    if (target !== part.name && parts.has(target)) part.uses[target] = (part.uses[target] ?? 0) + 1;
  }
}

// Remember: parts are entities, uses are relations.
await tools.memory.create_entities({
  entities: [...parts.values()].map(({ name, purpose, files, lines }) => ({
    name,
    entityType: "part",
    observations: [purpose, `${files} files, ${lines} lines`],
  })),
});
await tools.memory.create_relations({
  relations: [...parts.values()].flatMap(({ name, uses }) =>
    Object.keys(uses).map((to) => ({ from: name, to, relationType: "uses" })),
  ),
});

// Read the graph back, as a later program would.
const graph = await tools.memory.read_graph();
return {
  parts: [...parts.values()],
  largest: sizes.sort((a, b) => b.lines - a.lines).slice(0, 3),
  graph: graph.relations.map(({ from, to, relationType }) => `${from} ${relationType} ${to}`).sort(),
};
