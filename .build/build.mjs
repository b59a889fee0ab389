// Builds dist/: the self-hosted library's image first, then one bundle an entry point, then the
// declarations (left out with --fast).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const fast = process.argv.includes("--fast");
const image = join(root, "vm/library/image.ts");
const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "node20",
  mainFields: ["module", "main"],
  logLevel: "warning",
};

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

// The compiler's own bundle imports the realm, which imports the image: an empty one will do.
if (!existsSync(image)) writeFileSync(image, 'export const LIBRARY_TEXT: string = "";\n');
// Bundled: what every program needs, so that a start reads few files. External: Babel, which only
// TypeScript needs, and the optional peers.
const bundled = ["acorn", "acorn-walk", "@eslint-community/regexpp", "@cfworker/json-schema", "neverthrow"];
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const external = Object.keys({ ...dependencies, ...devDependencies })
  .filter((name) => !bundled.includes(name))
  .flatMap((name) => [name, `${name}/*`]);
const tool = join(root, "node_modules/.cache/codemode-vm/library.mjs");
mkdirSync(dirname(tool), { recursive: true });
await build({ ...common, entryPoints: [".build/library.ts"], outfile: tool, packages: "external" });
run(process.execPath, [tool, root]);

rmSync(join(root, "dist"), { recursive: true, force: true });
const entries = {
  index: "runtime/index.ts",
  compiler: "compiler/index.ts",
  vm: "vm/index.ts",
  catalog: "catalog/index.ts",
  mcp: "catalog/sources/mcp/index.ts",
  openapi: "catalog/sources/openapi/index.ts",
  "mcp-server": "runtime/hosts/mcp-server/index.ts",
  "ai-sdk": "runtime/hosts/ai-sdk.ts",
  opentelemetry: "runtime/hosts/opentelemetry.ts",
  cli: "runtime/hosts/cli/main.ts",
};
const present = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(join(root, file))));
await build({
  ...common,
  entryPoints: present,
  outdir: "dist",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  external: ["node:*", ...external],
  legalComments: "linked",
  minify: true,
  keepNames: false,
});
if (!fast) run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json"]);
