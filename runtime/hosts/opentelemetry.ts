/**
 * Executions as OpenTelemetry spans, by the GenAI conventions: an `execute_tool` span for the program and one below it for
 * each tool call.
 *
 * Structural: the host passes the `@opentelemetry/api` module, or anything with its `trace` and `context`, and nothing is
 * imported. Invariants: no source, input, reply, log or message is recorded unless the host asks for content; every span
 * that starts ends, also when the execution is aborted; a tracer that throws changes no outcome. Before: CodeMode.make.
 * After: the host's exporter.
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/#execute-tool-span
 */
import { ResultAsync } from "neverthrow";
import type { CodeModeRuntime, ExecuteOptions, Failure, Success } from "../index.js";

export type AttributeValue = string | number | boolean;

/** A span, as far as it is used. */
export interface Span {
  setAttribute(name: string, value: AttributeValue): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: { [name: string]: AttributeValue }): unknown;
  end(): void;
}

/** `@opentelemetry/api`, as far as it is used. */
export interface OpenTelemetryApi<Context = unknown> {
  readonly trace: {
    getTracer(
      name: string,
      version?: string,
    ): {
      startSpan(
        name: string,
        options?: { kind?: number; attributes?: { [name: string]: AttributeValue } },
        context?: Context,
      ): Span;
    };
    // biome-ignore lint/suspicious/noExplicitAny: the API's own span class is passed back to the API
    setSpan(context: Context, span: any): Context;
  };
  readonly context: { active(): Context };
}

export interface TracingOptions<Context = unknown> {
  readonly api: OpenTelemetryApi<Context>;
  /** Records sources, inputs, results, logs and messages, which may hold anything. Default false. */
  readonly recordContent?: boolean;
  /** What the program's own span calls the tool. Default execute. */
  readonly toolName?: string;
}

const INTERNAL = 0;
const STATUS_ERROR = 2;
/** Characters of one content attribute. */
const MAX_CONTENT = 8_192;

/** The same runtime, traced. What is observed for one execution stays observed. */
export function traced<Context>(runtime: CodeModeRuntime, options: TracingOptions<Context>): CodeModeRuntime {
  return {
    ...runtime,
    execute: (code, execution = {}) => {
      const trace = new ExecutionTrace(code, options);
      const onEvent = (event: Parameters<NonNullable<ExecuteOptions["onEvent"]>>[0]) => {
        if (event.type === "log") trace.log(event.level ?? "log", event.text ?? "");
        return execution.onEvent?.(event);
      };
      const run = runtime.execute(code, {
        ...execution,
        onEvent,
        onToolCallStart: (call) => {
          trace.callStarted(call);
          return execution.onToolCallStart?.(call);
        },
        onToolCallEnd: (call) => {
          trace.callEnded(call);
          return execution.onToolCallEnd?.(call);
        },
      });
      return new ResultAsync(
        run
          .match(
            (success) => trace.settled(success),
            (failure) => trace.settled(failure),
          )
          .then(
            () => run,
            (reason) => {
              trace.aborted();
              throw reason;
            },
          ),
      );
    },
  };
}

/** The spans of one execution. */
class ExecutionTrace<Context> {
  private readonly program: Span | undefined;
  private readonly context: Context | undefined;
  private readonly calls = new Map<number, Span>();

  constructor(
    code: string,
    private readonly options: TracingOptions<Context>,
  ) {
    const { api, toolName = "execute" } = options;
    this.program = quietly(() => this.start(toolName, api.context.active()));
    const { program } = this;
    this.context = program && quietly(() => api.trace.setSpan(api.context.active(), program));
    this.content(program, "gen_ai.tool.call.arguments", () => ({ code }));
  }

  callStarted({
    index,
    path,
    input,
  }: {
    readonly index: number;
    readonly path: string;
    readonly input: unknown;
  }): void {
    const span = quietly(() => this.start(path, this.context, { "gen_ai.tool.call.id": String(index) }));
    if (span === undefined) return;
    this.calls.set(index, span);
    this.content(span, "gen_ai.tool.call.arguments", () => input);
  }

  callEnded(call: { readonly index: number; readonly outcome: string; readonly message?: string }): void {
    const span = this.calls.get(call.index);
    this.calls.delete(call.index);
    this.end(span, call.outcome === "success" ? undefined : call.outcome, call.message);
  }

  log(level: string, text: string): void {
    if (this.options.recordContent !== true) return;
    quietly(() => this.program?.addEvent("log", { "log.level": level, "log.text": bounded(text) }));
  }

  settled(outcome: Success | Failure): void {
    const { program } = this;
    quietly(() => {
      program?.setAttribute("codemode.instructions", outcome.usage.instructions);
      program?.setAttribute("codemode.peak_memory_bytes", outcome.usage.peakMemoryBytes);
      program?.setAttribute("codemode.tool_calls", outcome.usage.toolCalls);
      if (outcome.truncated === true) program?.setAttribute("codemode.truncated", true);
    });
    if (outcome.ok) this.content(program, "gen_ai.tool.call.result", () => outcome.value);
    this.endAll(outcome.ok ? undefined : outcome.error.kind, outcome.ok ? undefined : outcome.error.message);
  }

  aborted(): void {
    this.endAll("aborted", undefined);
  }

  private endAll(errorType: string | undefined, message: string | undefined): void {
    for (const span of this.calls.values()) this.end(span, "interrupted", undefined);
    this.calls.clear();
    this.end(this.program, errorType, message);
  }

  private start(name: string, context: Context | undefined, more: { [name: string]: AttributeValue } = {}): Span {
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "gen_ai.tool.type": "function",
      ...more,
    };
    const tracer = this.options.api.trace.getTracer("codemode-vm");
    return tracer.startSpan(`execute_tool ${name}`, { kind: INTERNAL, attributes }, context);
  }

  private end(span: Span | undefined, errorType: string | undefined, message: string | undefined): void {
    if (span === undefined) return;
    quietly(() => {
      if (errorType !== undefined) {
        span.setAttribute("error.type", errorType);
        const isShown = this.options.recordContent === true && message !== undefined;
        span.setStatus({ code: STATUS_ERROR, ...(isShown ? { message: bounded(message) } : {}) });
      }
    });
    quietly(() => span.end());
  }

  private content(span: Span | undefined, name: string, value: () => unknown): void {
    if (this.options.recordContent !== true || span === undefined) return;
    quietly(() => span.setAttribute(name, bounded(JSON.stringify(value()) ?? "")));
  }
}

function bounded(text: string): string {
  return text.length <= MAX_CONTENT ? text : `${text.slice(0, MAX_CONTENT - 1)}…`;
}

/** A tracer's own failure is no failure of the program. */
function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
