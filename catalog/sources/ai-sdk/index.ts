/**
 * Tools from an AI SDK tool set (`ai` 6 and 7): the public door of this source.
 *
 * Structural: it reads the objects that the SDK's `tool()` returns and imports nothing of the SDK. Invariants: every entry
 * of the set is a tool or a skipped item with its reason; a tool that asks for approval runs only when the host supplied a
 * way to ask, and only after the answer was yes. Before: the host's tool set. After: the runtime.
 */
import { type CallTool, type JsonSchema, Tool, type ToolContext, ToolError } from "../../tool.js";
import { type Skipped, type ToolSource, unusablePathReason } from "../source.js";
import { inputSchemaOf, outputSchemaOf } from "./schema.js";

export type { Skipped, ToolSource } from "../source.js";

/** How a skipped entry is named. */
export interface AiToolName {
  readonly tool: string;
}

/** What `execute` and a `needsApproval` function of a tool are given. */
export interface AiToolCallOptions {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
  readonly abortSignal: AbortSignal;
  readonly [name: string]: unknown;
}

/** An entry of a tool set, as far as it is read. */
export interface AiTool {
  readonly description?: unknown;
  readonly title?: unknown;
  readonly type?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly needsApproval?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: every tool has its own input type
  readonly execute?: ((input: any, options: any) => unknown) | undefined;
}

/** A call that waits for a person's or a policy's yes. */
export interface ApprovalRequest {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

export interface FromToolSetOptions {
  /**
   * Decides on calls of tools that need approval. Without it those tools are left out: a program cannot stop and wait for
   * the SDK's approval round.
   */
  readonly approve?: (request: ApprovalRequest) => boolean | PromiseLike<boolean>;
  /** Further tools that need approval: what `ai` 7 takes as `toolApproval` beside the set. */
  readonly needsApproval?: readonly string[];
  /** Told of every tool that is left out, in one sentence each. */
  readonly onWarning?: (sentence: string) => void;
  /** Put beside the options of every call: `context`, `experimental_context`, and what else tools expect. */
  readonly callOptions?: Readonly<Record<string, unknown>>;
}

function fromTools(set: Readonly<Record<string, AiTool>>, options: FromToolSetOptions = {}): ToolSource<AiToolName> {
  const tools: { [name: string]: CallTool } = Object.create(null);
  const skipped: Skipped<AiToolName>[] = [];
  for (const [name, entry] of Object.entries(set)) {
    const made = toolOf(name, entry, options);
    if (typeof made !== "string") {
      tools[name] = made;
      continue;
    }
    skipped.push({ tool: name, reason: made });
    options.onWarning?.(`The AI SDK tool "${name}" is left out: ${made}`);
  }
  return { tools, skipped };
}

/** The definition, or why there is none. */
function toolOf(name: string, entry: AiTool, options: FromToolSetOptions): CallTool | string {
  const path = unusablePathReason(name);
  if (path !== undefined) return path;
  if (typeof entry !== "object" || entry === null) return "it is no tool";
  if (entry.type === "provider" || entry.type === "provider-defined") {
    if (entry.execute === undefined) return "its provider runs it, inside the model's own turn";
  }
  if (typeof entry.execute !== "function") return "it has no execute function: the host or a user answers it";
  const isAsked = options.needsApproval?.includes(name) === true || (entry.needsApproval ?? false) !== false;
  if (isAsked && options.approve === undefined) return "it needs approval, and no approve function is given";
  const input = inputSchemaOf(entry.inputSchema);
  if (typeof input === "string") return input;
  const output = outputSchemaOf(entry.outputSchema);
  return Tool.make({
    description: textOf(entry.description) ?? textOf(entry.title) ?? "",
    input,
    ...(output === undefined ? {} : { output: output as JsonSchema }),
    ...(textOf(entry.title) === undefined ? {} : { annotations: { title: textOf(entry.title)! } }),
    run: (value: unknown, context) => run(name, entry, value, context, options),
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

async function run(
  name: string,
  entry: AiTool,
  input: unknown,
  { signal, callId, path }: ToolContext,
  { approve, needsApproval, callOptions }: FromToolSetOptions,
): Promise<unknown> {
  signal.throwIfAborted();
  const call: AiToolCallOptions = {
    ...callOptions,
    toolCallId: `${path}-${callId}`,
    messages: [],
    abortSignal: signal,
  };
  if (needsApproval?.includes(name) === true || (await asksFor(entry.needsApproval, input, call))) {
    const isApproved = (await approve?.({ tool: name, input, signal })) === true;
    signal.throwIfAborted();
    if (!isApproved) throw new ToolError("The call was not approved");
  }
  return lastOf(await entry.execute!(input, call), signal);
}

async function asksFor(needsApproval: unknown, input: unknown, call: AiToolCallOptions): Promise<boolean> {
  if (typeof needsApproval !== "function") return (needsApproval ?? false) !== false;
  return (await needsApproval(input, call)) !== false;
}

/** A tool that yields shows preliminary results; the last one is the reply. */
async function lastOf(reply: unknown, signal: AbortSignal): Promise<unknown> {
  if (typeof reply !== "object" || reply === null || !(Symbol.asyncIterator in reply)) return reply;
  let last: unknown = null;
  for await (const value of reply as AsyncIterable<unknown>) {
    signal.throwIfAborted();
    last = value;
  }
  return last;
}

export const AiSdk = {
  /**
   * Turns a tool set into tools, one at each of its names. Never throws for what the set holds. Its tools throw a plain
   * Error as the SDK's do: a model is told only what they throw as `ToolError`.
   */
  fromTools,
} as const;
