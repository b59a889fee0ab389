/**
 * An MCP server over stdio that misbehaves on request. It speaks JSON-RPC by hand, so that it can
 * break the protocol. The first argument chooses how it starts, each tool how it answers.
 *
 *   normal       answers everything            exit      exits at once with code 3
 *   pages        lists in pages of two         endless   there is always one more page
 *   deaf         never answers, ignores SIGTERM and the end of its input
 *   refuse       refuses the handshake         bad-list  lists something that is no list
 *   changing     says that its list changed right after the handshake, and adds a tool
 *   toolless     offers no tools at all
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const mode = process.argv[2] ?? "normal";
process.stderr.write(`scripted server, mode ${mode}, secret ${process.env.SCRIPTED_SECRET ?? "none"}\n`);
if (mode === "exit") process.exit(3);
if (mode === "deaf") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}

const any = { type: "object" };
const names = [
  "echo",
  "crash",
  "exit",
  "silent",
  "slow",
  "broken-json",
  "broken-reply",
  "broken-result",
  "broken-block",
  "refuse",
  "fail",
  "error-result",
  "add-tool",
  "progress",
  "env",
  "noise",
  "flood",
  "cancelled",
  "grandchild",
  "no-structured",
];
const tools = names.map((name) => ({ name, description: `does ${name}`, inputSchema: any }));
tools.push(
  { name: "dotted.name", inputSchema: any, annotations: { readOnlyHint: true, title: "Dotted" } },
  { name: "bad..name", inputSchema: any },
  { name: "echo", inputSchema: any },
  { name: "task", inputSchema: any, execution: { taskSupport: "required" } },
);
tools.find((tool) => tool.name === "no-structured").outputSchema = {
  type: "object",
  properties: { a: { type: "number" } },
  required: ["a"],
};
const cancelled = [];

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const reply = (id, result) => send({ id, result });
const text = (id, value) => reply(id, { content: [{ type: "text", text: value }] });

function list(id, params) {
  if (mode === "bad-list") return reply(id, { tools: "many" });
  if (mode === "endless")
    return reply(id, { tools: tools.slice(0, 1), nextCursor: String(Number(params?.cursor ?? 0) + 1) });
  if (mode !== "pages") return reply(id, { tools });
  const from = Number(params?.cursor ?? 0);
  const page = names.slice(from, from + 2).map((name) => ({ name, inputSchema: any }));
  return reply(id, from + 2 < names.length ? { tools: page, nextCursor: String(from + 2) } : { tools: page });
}

function call(id, { name, arguments: args, _meta }) {
  switch (name) {
    case "echo":
    case "dotted.name":
      return text(id, JSON.stringify(args));
    case "crash":
      return process.kill(process.pid, "SIGKILL");
    case "exit":
      process.stderr.write("about to leave\n");
      return setTimeout(() => process.exit(7), 20);
    case "silent":
      return undefined;
    case "slow":
      return setTimeout(() => text(id, "late"), args.ms ?? 200);
    case "broken-json":
      return process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[\n`);
    case "broken-reply":
      return send({ id, outcome: "fine" });
    case "broken-result":
      return reply(id, { content: "text" });
    case "broken-block":
      return reply(id, { content: [{ type: "hologram", data: "x" }] });
    case "refuse":
      return send({ id, error: { code: -32602, message: "Invalid arguments: path is required" } });
    case "fail":
      return send({ id, error: { code: -32603, message: "database password is hunter2" } });
    case "error-result":
      return reply(id, {
        isError: true,
        content: [
          { type: "text", text: "first line" },
          { type: "text", text: "second line" },
        ],
      });
    case "add-tool":
      tools.push({ name: "added", inputSchema: any });
      send({ method: "notifications/tools/list_changed" });
      return text(id, "added");
    case "progress":
      for (const step of [1, 2, 3]) {
        send({
          method: "notifications/progress",
          params: { progressToken: _meta.progressToken, progress: step, total: 3, message: `step ${step}` },
        });
      }
      return setTimeout(() => text(id, "done"), 20);
    case "env":
      return reply(id, { content: [], structuredContent: { ...process.env } });
    case "noise":
      process.stdout.write("a log line\n\n[]\n{ not json\n");
      return text(id, "after the noise");
    case "flood":
      process.stderr.write("x".repeat(100_000));
      return text(id, "flooded");
    case "cancelled":
      return reply(id, { content: [], structuredContent: { cancelled } });
    case "grandchild": {
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      return text(id, String(child.pid));
    }
    case "no-structured":
      return text(id, "only text");
    default:
      return send({ id, error: { code: -32602, message: `Tool ${name} not found` } });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (mode === "deaf") return;
  if (method === "initialize") {
    if (mode === "refuse") {
      send({ id, error: { code: -32603, message: "no more seats" } });
      return;
    }
    reply(id, {
      protocolVersion: params.protocolVersion,
      capabilities: mode === "toolless" ? {} : { tools: { listChanged: true } },
      serverInfo: { name: "scripted", version: "1.2.3" },
      instructions: "Use with care.",
    });
  } else if (method === "notifications/initialized") {
    if (mode === "changing") {
      send({ method: "notifications/tools/list_changed" });
      setTimeout(() => {
        tools.push({ name: "added", inputSchema: any });
        send({ method: "notifications/tools/list_changed" });
      }, 20);
    }
  } else if (method === "notifications/cancelled") {
    cancelled.push(params.requestId);
  } else if (method === "tools/list") {
    list(id, params);
  } else if (method === "tools/call") {
    call(id, params);
  } else if (id !== undefined) {
    send({ id, error: { code: -32601, message: "Method not found" } });
  }
});
