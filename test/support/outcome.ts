/**
 * Runs one program and gives what a table can state: value or failure, logs, warnings and calls,
 * without frames, places and usage, which other tests are about.
 */
import {
  CodeMode,
  type CodeModeOptions,
  type Failure,
  type Success,
  Tool,
  ToolError,
  type ToolTree,
} from "../../runtime/index.js";

export interface Outcome {
  readonly value?: unknown;
  /** "Kind: message". */
  readonly error?: string;
  readonly logs?: readonly string[];
  /** "Kind: message", in order. */
  readonly warnings?: readonly string[];
  /** "path outcome", in admission order. */
  readonly calls?: readonly string[];
}

/** Random ids of sanitised failures, made equal. */
const withoutReference = (text: string) => text.replace(/\(reference [0-9a-f]+\)/, "(reference *)");

export function summary(outcome: Success | Failure): Outcome {
  const text = ({ kind, message }: { readonly kind: string; readonly message: string }) =>
    withoutReference(`${kind}: ${message}`);
  return {
    ...(outcome.ok ? { value: outcome.value } : { error: text(outcome.error) }),
    ...(outcome.logs === undefined ? {} : { logs: outcome.logs.map((line) => line.text) }),
    ...(outcome.warnings === undefined ? {} : { warnings: outcome.warnings.map(text) }),
    ...(outcome.toolCalls.length === 0
      ? {}
      : { calls: outcome.toolCalls.map((call) => `${call.path} ${call.outcome}`) }),
  };
}

export async function settle(code: string, options: CodeModeOptions, signal?: AbortSignal): Promise<Success | Failure> {
  return (await CodeMode.make(options).execute(code, { signal })).match<Success | Failure>(
    (success) => success,
    (failure) => failure,
  );
}

export async function outcomeOf(code: string, options: CodeModeOptions): Promise<Outcome> {
  return summary(await settle(code, options));
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tools whose answers are scripted by their input: `ok` and `fail` after `ms`, `now` at once, `never`. */
export function scriptedTools(): ToolTree {
  return {
    ok: Tool.make({
      description: "Answers n after ms.",
      input: {},
      run: async ({ n, ms = 0 }) => {
        await sleep(ms);
        return n;
      },
    }),
    fail: Tool.make({
      description: "Fails after ms.",
      input: {},
      run: async ({ n, ms = 0 }) => {
        await sleep(ms);
        throw new ToolError(`failed ${n}`);
      },
    }),
    now: Tool.make({ description: "Answers at once.", input: {}, run: ({ n }) => n }),
    never: Tool.make({ description: "Does not answer.", input: {}, run: () => new Promise(() => {}) }),
  };
}
