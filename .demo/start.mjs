// `npm start`: a program of several steps over two real MCP servers, run by the command line of this package. No network,
// no key. The filesystem server may read this project and nothing else; the memory server writes to a fresh folder.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cli = join(root, "dist/cli.js");
if (!existsSync(cli)) {
  console.error("dist/cli.js is missing: run `npm ci` or `npm run build` first");
  process.exit(2);
}

const program = ".demo/survey-project.ts";
const lines = readFileSync(join(root, program), "utf8").trimEnd().split("\n");
console.log(`A model's program, ${program}: it finds and reads the sources of this project through the
filesystem server, and keeps what it learned in the memory server.
`);
console.log(lines.map((line, i) => `${String(i + 1).padStart(4)}  ${line}`.trimEnd()).join("\n"));
console.log(`\n$ codemode run ${program} --config .demo/mcp.json --verbose\n`);

const folder = mkdtempSync(join(tmpdir(), "codemode-demo-"));
const child = spawn(process.execPath, [cli, "run", program, "--config", ".demo/mcp.json", "--verbose"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
});
// Ctrl-C reaches the child by itself; this process waits for it to end in order.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`The demo could not be started: ${error.message}`);
  process.exitCode = 2;
});
child.on("close", (code, signal) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
