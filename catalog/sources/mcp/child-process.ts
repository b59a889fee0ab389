/**
 * An MCP server as a child process: the stdio transport, and the promise that no process is left.
 *
 * The only file of the sources that needs Node, so connect.ts imports it when the first stdio
 * server is opened. Invariants: a server and whatever it starts live in one process group (POSIX),
 * which is ended when the transport closes, when the server's first process ends, and when this
 * process exits or is told to by a signal; what a server writes on standard error is kept, bounded;
 * a line on standard output that is not a message never breaks the stream.
 *
 *   spawn -> running -> closing: end of input -> 500 ms -> SIGTERM -> 1 s -> SIGKILL -> gone
 *
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve as resolvePath } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { StdioServerConfig } from "./config.js";
import { BROKEN_REPLY } from "./sdk-errors.js";
import type { Transport, TransportMessage } from "./transport.js";

const CLOSE_INPUT_GRACE_MS = 500;
const TERMINATE_GRACE_MS = 1_000;
/** How long output may keep flowing after the server's first process ended. */
const DRAIN_GRACE_MS = 200;
const MAX_OUTPUT_CHARS = 8_192;
/** One message; the largest replies seen in practice are images of a few MiB. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** What a server inherits beside its configured `env`: enough to run, no secrets. */
const INHERITED = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/** The groups that must not outlive this process, by the id of their first process. */
const liveGroups = new Set<number>();
const TERMINATING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

function endLiveGroups(): void {
  for (const pid of liveGroups) signalGroup(pid, "SIGKILL");
  liveGroups.clear();
}

/** The default action of these signals ends this process without an `exit` event; we put ours in between. */
function onTerminatingSignal(signal: NodeJS.Signals): void {
  // Somebody else handles the signal, and closes or exits; `exit` then ends what is left.
  if (process.listenerCount(signal) > 1) return;
  endLiveGroups();
  watchOwnEnd(false);
  process.kill(process.pid, signal);
}

function watchOwnEnd(watch: boolean): void {
  const change = watch ? "on" : "removeListener";
  process[change]("exit", endLiveGroups);
  for (const signal of TERMINATING_SIGNALS) process[change](signal, onTerminatingSignal);
}

function track(pid: number): void {
  if (liveGroups.size === 0) watchOwnEnd(true);
  liveGroups.add(pid);
}

function untrack(pid: number): void {
  if (liveGroups.delete(pid) && liveGroups.size === 0) watchOwnEnd(false);
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Ends every process of a group whose first process is already gone. Never fails. */
async function endGroup(pid: number): Promise<void> {
  if (signalGroup(pid, "SIGTERM")) {
    for (let waited = 0; waited < TERMINATE_GRACE_MS && signalGroup(pid, 0); waited += 20) await delay(20);
    signalGroup(pid, "SIGKILL");
  }
  untrack(pid);
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface ChildTransportOptions {
  /** Where the inherited variables come from. */
  readonly env: { readonly [name: string]: string | undefined };
  /** A relative `cwd` of the configuration starts here. Default: this process's directory. */
  readonly cwd?: string;
}

/** A transport over one child process. Single use: started once, closed once. */
export class ChildTransport implements Transport {
  onmessage?: (message: TransportMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  private child: Child | undefined;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private errorOutput = "";
  private end: string | undefined;
  private isFinished = false;
  private isClosing = false;
  private readonly finished: Promise<void>;
  private markFinished: () => void = () => {};
  private groupEnd: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: StdioServerConfig,
    private readonly options: ChildTransportOptions,
  ) {
    this.finished = new Promise((done) => {
      this.markFinished = done;
    });
  }

  /** The id of the server's first process; undefined before it started. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** How the process ended ("exit code 1", "signal SIGKILL"), or undefined while it runs. */
  ended(): string | undefined {
    return this.end;
  }

  /** The end of what the server wrote on standard error, at most 8,192 UTF-16 units. */
  output(): string {
    return this.errorOutput;
  }

  /** Starts the process. Rejects with Node's error (`code` ENOENT, EACCES, ...) when it cannot be started. */
  start(): Promise<void> {
    const base = this.options.cwd ?? process.cwd();
    const cwd = this.config.cwd === undefined ? base : resolvePath(base, this.config.cwd);
    // Closed before it was started: a process now would have no owner.
    if (this.isClosing) return Promise.reject(new Error("the transport is closed"));
    if (!existsSync(cwd)) return Promise.reject(new Error(`the working directory ${cwd} does not exist`));
    const env: NodeJS.ProcessEnv = {};
    for (const name of INHERITED) {
      const value = this.options.env[name];
      // A shell exports its functions as values like this; a server has no use for them.
      if (value !== undefined && !value.startsWith("()")) env[name] = value;
    }
    for (const name of Object.keys(this.config.env)) env[name] = this.config.env[name];
    const child: Child = spawn(this.config.command, [...this.config.args], {
      cwd,
      env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.child = child;
    child.stdout.on("data", (chunk: Buffer) => this.read(chunk));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.errorOutput = (this.errorOutput + text).slice(-MAX_OUTPUT_CHARS);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on("error", (error) => this.onerror?.(error));
    }
    child.once("exit", (code, signal) => {
      this.end = signal === null ? `exit code ${code}` : `signal ${signal}`;
      this.groupEnd = endGroup(child.pid!);
      setTimeout(() => this.finish(), DRAIN_GRACE_MS);
    });
    child.once("close", () => this.finish());
    return new Promise((started, failed) => {
      child.once("error", (error) => {
        this.finish();
        failed(error);
      });
      child.once("spawn", () => {
        track(child.pid!);
        started();
      });
    });
  }

  /** Writes one message. Rejects when the process no longer reads. */
  send(message: TransportMessage): Promise<void> {
    return new Promise((sent, failed) => {
      const input = this.child?.stdin;
      if (input === undefined || !input.writable) {
        failed(new Error("the server's process is gone"));
        return;
      }
      input.write(`${JSON.stringify(message)}\n`, (error) => (error ? failed(error) : sent()));
    });
  }

  /** Ends the process and all it started, politely first. Resolves when they are gone. Never fails. */
  async close(): Promise<void> {
    this.isClosing = true;
    const child = this.child;
    if (child?.pid === undefined) return;
    if (this.end === undefined) {
      const gone = new Promise<void>((done) => child.once("exit", () => done()));
      child.stdin.end();
      await Promise.race([gone, delay(CLOSE_INPUT_GRACE_MS)]);
      if (this.end === undefined) {
        signalGroup(child.pid, "SIGTERM");
        await Promise.race([gone, delay(TERMINATE_GRACE_MS)]);
      }
      if (this.end === undefined) {
        signalGroup(child.pid, "SIGKILL");
        await gone;
      }
    }
    await this.groupEnd;
    await this.finished;
  }

  private finish(): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.child?.stdin.destroy();
    this.child?.stdout.destroy();
    this.child?.stderr.destroy();
    this.markFinished();
    this.onclose?.();
  }

  private read(chunk: Buffer): void {
    let start = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, start)) {
      this.pending.push(chunk.subarray(start, at));
      start = at + 1;
      const line = Buffer.concat(this.pending).toString("utf8");
      this.pending = [];
      this.pendingBytes = 0;
      this.readLine(line);
    }
    if (start === chunk.length) return;
    this.pending.push(chunk.subarray(start));
    this.pendingBytes += chunk.length - start;
    if (this.pendingBytes > MAX_MESSAGE_BYTES) {
      this.pending = [];
      this.pendingBytes = 0;
      this.onerror?.(new Error(`a message is larger than ${MAX_MESSAGE_BYTES} bytes`));
      void this.close();
    }
  }

  private readLine(line: string): void {
    const text = line.trim();
    if (text === "") return;
    const message = readMessage(text);
    if (message === undefined) this.onerror?.(new Error(`not a JSON-RPC message: ${text.slice(0, 200)}`));
    else this.onmessage?.(message);
  }
}

const BROKEN = { code: -32_603, message: BROKEN_REPLY };

/**
 * One line of output as a message; undefined when it is none (servers do print logs there). A reply
 * that is broken but tells its id becomes an error reply to that id, or its caller would wait for good.
 */
function readMessage(text: string): TransportMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const id = text.startsWith("{") && text.includes('"jsonrpc"') ? /"id"\s*:\s*(\d+)/.exec(text) : null;
    return id === null ? undefined : { jsonrpc: "2.0", id: Number(id[1]), error: BROKEN };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const message = value as { id?: unknown; method?: unknown; result?: unknown; error?: unknown };
  if (typeof message.method === "string") return message as TransportMessage;
  if (typeof message.id !== "number" && typeof message.id !== "string") return undefined;
  if (typeof message.result === "object" && message.result !== null) {
    return { jsonrpc: "2.0", id: message.id, result: message.result };
  }
  const error = message.error as { code?: unknown; message?: unknown } | undefined | null;
  const isError = typeof error === "object" && error !== null && typeof error.message === "string";
  if (!isError || !Number.isSafeInteger(error.code)) return { jsonrpc: "2.0", id: message.id, error: BROKEN };
  return { jsonrpc: "2.0", id: message.id, error };
}
