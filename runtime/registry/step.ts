/**
 * One model step: the tools as they were when it began, and calls of them.
 *
 * Owns the snapshot and the outer side of a call: hooks, nested statuses, the one output bound. A direct call is run as
 * the program that makes that one call, so that both kinds are validated, bounded, sanitised and cancelled by the same
 * engine. Invariants: a step's list never changes; a nested call runs no outer hook and is not bounded by itself; aborting
 * a call aborts every call below it. Before: registrations.ts and engines.ts. After: the host's model loop.
 */
import { errAsync, ResultAsync } from "neverthrow";
import { type AnyTool, isTool, type JsonSchema, jsonSchemaOf } from "../../catalog/index.js";
import type { CodeModeRuntime } from "../codemode.js";
import type { CallOutcome, Diagnostic, Failure, Success } from "../result.js";
import type { HostErrorReport } from "../tools/hooks.js";
import type { Captured, EngineOptions, Engines } from "./engines.js";
import { EXECUTE, type Exposure, type Registration, type ToolLocation } from "./registrations.js";

/** A tool as the model is shown it. */
export interface StepTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A call below `execute`, as it stands. */
export interface NestedCall {
  /** Admission order, from 0. */
  readonly index: number;
  readonly path: string;
  readonly status: "running" | CallOutcome;
  readonly durationMs?: number;
  /** Why it failed. */
  readonly message?: string;
}

/** What a host keeps beside a result and never shows to the model. */
export interface StepMetadata {
  readonly tool: string;
  readonly durationMs: number;
  /** Of `execute`; empty for a direct tool. */
  readonly calls: readonly NestedCall[];
}

export type StepSuccess = Success & { readonly metadata: StepMetadata };
export type StepFailure = Failure & { readonly metadata: StepMetadata };

export interface StepCallOptions {
  /** The user's cancellation; reaches every nested call. */
  readonly signal?: AbortSignal;
  /** Called at each change of a nested call, with all of them. */
  readonly onStatus?: (calls: readonly NestedCall[]) => void;
}

/** A call as the outer hooks see it: of a direct tool, or of `execute`. */
export interface OuterCall {
  readonly tool: string;
  readonly input: unknown;
}

export interface StepHooks {
  readonly onCallStart?: ((call: OuterCall) => void) | undefined;
  readonly onCallEnd?:
    | ((call: OuterCall & { readonly durationMs: number; readonly outcome: CallOutcome }) => void)
    | undefined;
  readonly onHostError?: ((report: HostErrorReport) => void) | undefined;
}

export interface StepOptions extends StepHooks, EngineOptions {}

export class Step<Context> {
  /** Direct tools, then `execute` when there are deferred ones. */
  readonly tools: readonly StepTool[];
  private readonly direct = new Map<string, Captured<Context>>();
  private readonly programs: CodeModeRuntime | undefined;

  constructor(
    captured: readonly Captured<Context>[],
    private readonly location: ToolLocation,
    private readonly engines: Engines<Context>,
    private readonly hooks: StepHooks,
  ) {
    const of = (exposure: Exposure) => captured.filter(({ registration }) => registration.exposure === exposure);
    for (const each of of("direct")) this.direct.set(each.registration.directName, each);
    const tools = [...this.direct].map(([name, { tool }]) => stepTool(name, tool));
    const deferred = of("deferred");
    if (deferred.length > 0) {
      this.programs = engines.forPrograms(deferred, location);
      tools.push({ name: EXECUTE, description: this.programs.instructions(), inputSchema: CODE_SCHEMA });
    }
    this.tools = tools;
  }

  /**
   * Calls a tool of this step by the name the model used. Rejects only with the signal's reason; everything else that can
   * go wrong is a failure to show to the model.
   */
  call(name: string, input: unknown, options: StepCallOptions = {}): ResultAsync<StepSuccess, StepFailure> {
    const direct = this.direct.get(name);
    if (direct !== undefined) {
      return this.run(name, input, this.engines.forDirect(direct, this.location), directProgram(name, input), options);
    }
    if (name !== EXECUTE || this.programs === undefined) {
      const known = this.tools.map((tool) => tool.name).join(", ");
      return this.refuse(name, {
        kind: "UnknownTool",
        message: `There is no tool ${name}; this step has ${known === "" ? "none" : known}`,
      });
    }
    const code = (input as { code?: unknown } | null | undefined)?.code;
    if (typeof code !== "string") {
      return this.refuse(name, {
        kind: "InvalidToolInput",
        message: "execute takes one field, code: the program as a string",
      });
    }
    return this.run(name, input, this.programs, code, options);
  }

  private run(
    name: string,
    input: unknown,
    runtime: CodeModeRuntime,
    code: string,
    { signal, onStatus }: StepCallOptions,
  ): ResultAsync<StepSuccess, StepFailure> {
    const isDirect = this.direct.has(name);
    const outer = { tool: name, input };
    const statuses = new Map<number, NestedCall>();
    const startedAt = performance.now();
    this.observe(() => this.hooks.onCallStart?.(outer));
    const note = (call: NestedCall): void => {
      statuses.set(call.index, call);
      if (!isDirect) onStatus?.([...statuses.values()]);
    };
    const ended = (outcome: CallOutcome): StepMetadata => {
      const durationMs = performance.now() - startedAt;
      this.observe(() => this.hooks.onCallEnd?.({ ...outer, durationMs, outcome }));
      return { tool: name, durationMs, calls: isDirect ? [] : [...statuses.values()] };
    };
    const execution = runtime.execute(code, {
      signal,
      onToolCallStart: ({ index, path }) => note({ index, path, status: "running" }),
      onToolCallEnd: ({ index, path, durationMs, outcome, message }) =>
        note({ index, path, status: outcome, durationMs, ...(message === undefined ? {} : { message }) }),
    });
    const settled = execution
      .map((success): StepSuccess => ({ ...success, metadata: ended("success") }))
      .mapErr(
        (failure): StepFailure => ({
          ...failure,
          ...(isDirect ? { error: withoutPlace(failure.error) } : {}),
          metadata: ended("failure"),
        }),
      );
    return new ResultAsync(
      settled.then(
        (result) => result,
        (reason) => {
          ended("interrupted");
          throw reason;
        },
      ) as Promise<Awaited<typeof settled>>,
    );
  }

  private refuse(tool: string, error: Diagnostic): ResultAsync<StepSuccess, StepFailure> {
    const failure: StepFailure = {
      ok: false,
      error,
      toolCalls: [],
      usage: { instructions: 0, peakMemoryBytes: 0, toolCalls: 0 },
      metadata: { tool, durationMs: 0, calls: [] },
    };
    return errAsync(failure);
  }

  private observe(hook: () => unknown): void {
    try {
      hook();
    } catch (cause) {
      this.hooks.onHostError?.({ correlationId: "outer-hook", cause });
    }
  }
}

const CODE_SCHEMA: JsonSchema = Object.freeze({
  type: "object",
  properties: {
    code: { type: "string", description: "The program: JavaScript, or TypeScript whose types are erased" },
  },
  required: ["code"],
  additionalProperties: false,
});

function stepTool(name: string, { description, input }: AnyTool): StepTool {
  return { name, description, inputSchema: jsonSchemaOf(input, "input") ?? { type: "object" } };
}

/** The program that makes one call. The input is parsed inside, so that a key `__proto__` stays data. */
function directProgram(name: string, input: unknown): string {
  const text = JSON.stringify(input ?? {}) ?? "{}";
  return `return await tools[${JSON.stringify(name)}](JSON.parse(${JSON.stringify(text)}))`;
}

/** Places in a program that the model did not write say nothing to it. */
function withoutPlace({ location: _at, frame: _frame, trace: _trace, ...error }: Diagnostic): Diagnostic {
  return error;
}

/** The tool of a registration for a context, or why there is none. */
export function produce<Context>(registration: Registration<Context>, context: Context): AnyTool | string {
  let tool: unknown;
  try {
    tool = typeof registration.tool === "function" ? registration.tool(context) : registration.tool;
  } catch (cause) {
    return `its producer failed: ${cause instanceof Error ? cause.message : "with something that is no Error"}`;
  }
  if (!isTool(tool)) return "its producer made no tool";
  if (registration.exposure === "direct" && tool.kind === "stream") return "a direct tool cannot answer with a stream";
  return tool;
}

/** Where a step is, and what it may see. */
export interface StepRequest<Context> {
  readonly location?: ToolLocation;
  /** Given to producers: the session, the user, the request. */
  readonly context: Context;
  /** A tool that is not visible is neither listed nor callable; one that it hides stays hidden. */
  readonly isVisible?: (tool: {
    readonly path: string;
    readonly exposure: Exposure;
    readonly location: ToolLocation;
  }) => boolean;
}
