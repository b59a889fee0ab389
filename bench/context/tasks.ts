/**
 * Ten multi-step tasks over three public MCP servers (filesystem, memory, everything), each with the
 * program a model would write for it. The calls and replies of a real run are in recorded.json
 * (record.ts makes it); accounting.ts says what the same calls cost with and without programs.
 */

export interface Task {
  readonly name: string;
  readonly prompt: string;
  /** JavaScript: the body of an async function of `tools`. */
  readonly program: string;
}

export const TASKS: readonly Task[] = [
  {
    name: "licences of all packages",
    prompt: "Which licence does each package under /home/user/packages have? Give me a table.",
    program: `const { content } = await tools.filesystem.list_directory({ path: "/home/user/packages" })
const names = content.split("\\n").filter((line) => line.startsWith("[DIR]")).map((line) => line.slice(6))
const files = await Promise.all(names.map((name) => tools.filesystem.read_text_file({ path: \`/home/user/packages/\${name}/package.json\` })))
return Object.fromEntries(files.map((file, i) => [names[i], JSON.parse(file.content).license]))`,
  },
  {
    name: "packages without dependencies",
    prompt: "Find the packages under /home/user/packages that have no runtime dependencies, with their versions.",
    program: `const found = await tools.filesystem.search_files({ path: "/home/user/packages", pattern: "**/package.json" })
const paths = found.content.split("\\n")
const files = await Promise.all(paths.map((path) => tools.filesystem.read_text_file({ path })))
return files.map(({ content }) => JSON.parse(content))
  .filter((pkg) => Object.keys(pkg.dependencies ?? {}).length === 0)
  .map((pkg) => \`\${pkg.name}@\${pkg.version}\`)`,
  },
  {
    name: "longest readme",
    prompt: "Which three packages under /home/user/packages have the longest README, in bytes?",
    program: `const { content } = await tools.filesystem.list_directory({ path: "/home/user/packages" })
const names = content.split("\\n").map((line) => line.replace("[DIR] ", ""))
const infos = await Promise.allSettled(names.map((name) => tools.filesystem.get_file_info({ path: \`/home/user/packages/\${name}/README.md\` })))
return infos.map((info, i) => ({ name: names[i], bytes: info.status === "fulfilled" ? Number(/size: (\\d+)/.exec(info.value.content)[1]) : 0 }))
  .sort((a, b) => b.bytes - a.bytes).slice(0, 3)`,
  },
  {
    name: "who mentions a word",
    prompt: "Which READMEs under /home/user/packages mention 'zero dependencies' or 'no dependencies'? Quote the line.",
    program: `const found = await tools.filesystem.search_files({ path: "/home/user/packages", pattern: "**/README.md" })
const paths = found.content.split("\\n")
const files = await Promise.all(paths.map((path) => tools.filesystem.read_text_file({ path })))
return files.flatMap(({ content }, i) => content.split("\\n")
  .filter((line) => /(zero|no)(-| |\\w)*dependenc/i.test(line))
  .map((line) => ({ file: paths[i].split("/").at(-2), line: line.trim().slice(0, 120) })))`,
  },
  {
    name: "report written and checked",
    prompt:
      "Write /home/user/packages/SUMMARY.md with one line a package (name, version, description), then make sure that the file is there and how long it is.",
    program: `const found = await tools.filesystem.search_files({ path: "/home/user/packages", pattern: "**/package.json" })
const files = await Promise.all(found.content.split("\\n").map((path) => tools.filesystem.read_text_file({ path })))
const lines = files.map(({ content }) => JSON.parse(content)).map((pkg) => \`- \${pkg.name} \${pkg.version}: \${pkg.description ?? ""}\`)
await tools.filesystem.write_file({ path: "/home/user/packages/SUMMARY.md", content: lines.join("\\n") })
const info = await tools.filesystem.get_file_info({ path: "/home/user/packages/SUMMARY.md" })
return { lines: lines.length, bytes: Number(/size: (\\d+)/.exec(info.content)[1]) }`,
  },
  {
    name: "packages into a knowledge graph",
    prompt:
      "Remember each package under /home/user/packages as an entity with its version, and its keywords as relations; then tell me how many nodes and edges there are.",
    program: `const found = await tools.filesystem.search_files({ path: "/home/user/packages", pattern: "**/package.json" })
const files = await Promise.all(found.content.split("\\n").map((path) => tools.filesystem.read_text_file({ path })))
const packages = files.map(({ content }) => JSON.parse(content))
await tools.memory.create_entities({ entities: packages.map((pkg) => ({ name: pkg.name, entityType: "package", observations: [\`version \${pkg.version}\`] })) })
await tools.memory.create_relations({ relations: packages.flatMap((pkg) => (pkg.keywords ?? []).map((word) => ({ from: pkg.name, to: word, relationType: "about" }))) })
const graph = await tools.memory.read_graph({})
return { nodes: graph.entities.length, edges: graph.relations.length }`,
  },
  {
    name: "questions to the graph",
    prompt:
      "From what you remember: which packages are about 'typescript', which about 'parser', which about 'test', and which about more than one of these?",
    program: `const words = ["typescript", "parser", "test"]
const replies = await Promise.all(words.map((query) => tools.memory.search_nodes({ query })))
const graph = await tools.memory.read_graph({})
const about = Object.fromEntries(words.map((word) => [word, graph.relations.filter(({ to }) => to.includes(word)).map(({ from }) => from)]))
const names = Object.values(about).flat()
return { about, several: [...new Set(names.filter((name, i) => names.indexOf(name) !== i))], named: replies.map(({ entities }) => entities.length) }`,
  },
  {
    name: "weather of several cities",
    prompt: "Which of New York, Chicago and Los Angeles is the coldest now, and what is the mean humidity?",
    program: `const cities = ["New York", "Chicago", "Los Angeles"]
const reports = await Promise.all(cities.map((location) => tools.everything["get-structured-content"]({ location })))
const coldest = reports.reduce((low, each, i) => (each.temperature < reports[low].temperature ? i : low), 0)
return { coldest: cities[coldest], humidity: reports.reduce((sum, { humidity }) => sum + humidity, 0) / cities.length }`,
  },
  {
    name: "running total",
    prompt:
      "Add up the number of runtime dependencies of acorn, vite, vitest, zod, arktype, fast-check and valibot with the sum tool.",
    program: `const names = ["acorn", "vite", "vitest", "zod", "arktype", "fast-check", "valibot"]
const files = await Promise.all(names.map((name) => tools.filesystem.read_text_file({ path: \`/home/user/packages/\${name}/package.json\` })))
let total = 0
for (const { content } of files) {
  const count = Object.keys(JSON.parse(content).dependencies ?? {}).length
  const reply = await tools.everything["get-sum"]({ a: total, b: count })
  total = Number(/is (\\d+)/.exec(reply)[1])
}
return total`,
  },
  {
    name: "versions that drifted",
    prompt:
      "For each package under /home/user/packages: does its README mention a major version other than its own? List them.",
    program: `const { content } = await tools.filesystem.list_directory({ path: "/home/user/packages" })
const names = content.split("\\n").filter((line) => line.startsWith("[DIR]")).map((line) => line.slice(6))
const read = (name, file) => tools.filesystem.read_text_file({ path: \`/home/user/packages/\${name}/\${file}\` }).then((reply) => reply.content, () => "")
const pairs = await Promise.all(names.map(async (name) => [name, ...(await Promise.all([read(name, "package.json"), read(name, "README.md")]))]))
return pairs.flatMap(([name, manifest, readme]) => {
  const own = JSON.parse(manifest).version.split(".")[0]
  const others = [...new Set([...readme.matchAll(/\\bv(\\d+)\\b/g)].map(([, major]) => major))].filter((major) => major !== own)
  return others.length > 0 ? [{ name, own, others }] : []
})`,
  },
];
