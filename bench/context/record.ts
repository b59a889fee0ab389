/**
 * Runs the tasks against the real servers and writes recorded.json: the tools as listed, and each task's
 * calls with their replies, in order of starting, with the round an ideal parallel agent could make
 * them in (one more than the last round whose reply was in when the call started).
 *
 *     esbuild bench/context/record.ts --bundle --platform=node --format=esm --packages=external --outfile=record.mjs && node record.mjs
 *
 * The workspace is a copy of a dozen installed packages' manifests and readmes; its place on this machine is
 * written as /home/user.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { RecordedCall, Recording } from "./accounting.js";
import { TASKS } from "./tasks.js";

const PACKAGES = [
  "acorn",
  "acorn-walk",
  "arktype",
  "esbuild",
  "fast-check",
  "neverthrow",
  "tinybench",
  "typescript",
  "valibot",
  "vite",
  "vitest",
  "zod",
];
const HOME = "/home/user";

const place = mkdtempSync(join(tmpdir(), "context-"));
for (const name of PACKAGES) {
  mkdirSync(join(place, "packages", name), { recursive: true });
  for (const file of ["package.json", "README.md"]) {
    const source = join("node_modules", name, file);
    if (existsSync(source)) copyFileSync(source, join(place, "packages", name, file));
  }
}

const outwards = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(HOME, place));
const inwards = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(place, HOME)
      .replaceAll(
        /\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} [\d:]+ GMT\S* \([^)]*\)/g,
        "2026-01-01T00:00:00.000Z",
      ),
  );

async function connect(name: string, args: readonly string[]): Promise<Client> {
  const client = new Client({ name: "context-benchmark", version: "1.0.0" });
  const server = join("node_modules", "@modelcontextprotocol", `server-${name}`, "dist", "index.js");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [server, ...args],
      env: { MEMORY_FILE_PATH: join(place, "memory.jsonl") },
      stderr: "ignore",
    }),
  );
  return client;
}

const clients = new Map<string, Client>([
  ["filesystem", await connect("filesystem", [join(place, "packages")])],
  ["memory", await connect("memory", [])],
  ["everything", await connect("everything", [])],
]);

const recording: Recording = { servers: [], texts: [], tasks: [] };
const textIndex = new Map<string, number>();
const keep = (text: string): number => {
  const known = textIndex.get(text);
  if (known !== undefined) return known;
  textIndex.set(text, recording.texts.length);
  return recording.texts.push(text) - 1;
};

for (const [name, client] of clients) {
  const { tools } = await client.listTools();
  recording.servers.push({
    name,
    tools: inwards(tools).map(({ name: tool, description, inputSchema, outputSchema }) => ({
      name: tool,
      description: description ?? "",
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
    })),
  });
}

for (const task of TASKS) {
  const calls: RecordedCall[] = [];
  let lastSettled = 0;
  const call = async (path: string, input: unknown): Promise<unknown> => {
    const [server, tool] = path.split(".");
    const round = lastSettled + 1;
    const recorded = { path, input, round, text: 0 } as RecordedCall & { text: number };
    calls.push(recorded);
    const result = inwards(
      await clients.get(server)!.callTool({ name: tool, arguments: outwards(input) as Record<string, unknown> }),
    );
    lastSettled = Math.max(lastSettled, round);
    const content = result.content as { type: string; text?: string }[];
    const text = content.map((block) => block.text ?? "").join("\n");
    Object.assign(recorded, { text: keep(text) });
    if (result.isError === true) {
      Object.assign(recorded, { isError: true });
      throw new Error(text);
    }
    const structured = result.structuredContent;
    // Most servers repeat a reply's text as its one structured member.
    if (structured !== undefined && JSON.stringify(structured) !== JSON.stringify({ content: text })) {
      Object.assign(recorded, { value: keep(JSON.stringify(structured)) });
    } else if (structured !== undefined) {
      Object.assign(recorded, { isContent: true });
    }
    return structured ?? text;
  };
  const tools = Object.fromEntries(
    [...clients.keys()].map((server) => [
      server,
      new Proxy({}, { get: (_, tool) => (input: unknown) => call(`${server}.${String(tool)}`, input) }),
    ]),
  );
  const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (tools: unknown) => Promise<unknown>;
  const result = await new AsyncFunction("tools", task.program)(tools);
  recording.tasks.push({ name: task.name, calls, result: inwards(result) });
  console.log(
    task.name,
    calls.length,
    "calls",
    Math.max(...calls.map(({ round }) => round)),
    "rounds",
    JSON.stringify(result).slice(0, 150),
  );
}

writeFileSync("bench/context/recorded.json", `${JSON.stringify(recording, undefined, 1)}\n`);
for (const client of clients.values()) await client.close();
rmSync(place, { recursive: true });
