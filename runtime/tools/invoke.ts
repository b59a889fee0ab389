/**
 * One tool call, in SPEC §1.4's order: copy out, resolve, count, decode, admit, queue, start hook,
 * run, decode the reply, copy in, settle. What is refused before admission costs nothing and is
 * not listed. Failures of a tool are sanitised here: only ToolError speaks to the program.
 */
import {
  type AnyTool,
  type Attachment,
  type Catalog,
  issueText,
  ToolError,
  toolValidator,
} from "../../catalog/index.js";
import type { CallId, HostFailure, HostReply, LogPosition, Value, Vm } from "../../vm/index.js";
import { fromVm } from "../boundary/from-vm.js";
import type { Budget } from "../budgets.js";
import { type CallFailure, ERROR_NAMES } from "../diagnostics/failures.js";
import type { CallOutcome, DiagnosticKind, Json } from "../result.js";
import type { Slots } from "./slots.js";

/** An admitted call while it lives; its record in the result. */
export interface AdmittedCall {
  readonly path: string;
  readonly at: LogPosition | undefined;
  outcome: CallOutcome;
}

export interface ToolCallStart {
  readonly index: number;
  readonly path: string;
  readonly input: unknown;
}

export interface ToolCallEnd extends ToolCallStart {
  /** Milliseconds from the start of `run`. */
  readonly durationMs: number;
  readonly outcome: CallOutcome;
  readonly message?: string;
}

export interface HostErrorReport {
  readonly correlationId: string;
  readonly path?: string;
  readonly cause: unknown;
}

export interface ExecutionEvent {
  readonly type: "start" | "toolQueued" | "toolStarted" | "toolEnded" | "log" | "settled";
  /** Milliseconds since the execution began. */
  readonly atMs: number;
  readonly index?: number;
  readonly path?: string;
  readonly outcome?: CallOutcome | "success" | "failure";
  readonly level?: string;
  readonly text?: string;
}

export interface Hooks {
  readonly onToolCallStart?: ((call: ToolCallStart) => void) | undefined;
  readonly onToolCallEnd?: ((call: ToolCallEnd) => void) | undefined;
  readonly onEvent?: ((event: ExecutionEvent) => void) | undefined;
  readonly onHostError?: ((report: HostErrorReport) => void) | undefined;
  /** One line for each instruction and job, about to run: for looking at an execution, and very slow. */
  readonly onTrace?: ((line: string) => void) | undefined;
}

/** What a reply turns into: plain data to copy in, or a failure. */
export type ToolAnswer = { readonly value: unknown; readonly path: string } | { readonly failure: HostFailure };

export interface InvokerPort {
  readonly vm: () => Vm;
  readonly catalog: Catalog;
  readonly budget: Budget;
  readonly slots: Slots;
  readonly hooks: Hooks;
  readonly elapsed: () => number;
  /** An answer is ready: settles the call inside the VM. */
  answer(id: CallId, answer: ToolAnswer): void;
  attach(file: Attachment): void;
  /** Reports a failure that the program must not see; returns its correlation id. */
  report(path: string | undefined, cause: unknown): string;
}

interface Running {
  readonly id: CallId;
  readonly call: AdmittedCall;
  readonly controller: AbortController;
  readonly end: (outcome: CallOutcome, message?: string) => void;
}

export class Invoker {
  readonly admitted: AdmittedCall[] = [];
  private readonly running = new Set<Running>();
  private stopped = false;

  constructor(private readonly port: InvokerPort) {}

  /** Paths of the calls that are queued or running. */
  get waitingFor(): string[] {
    return [...this.running].map((entry) => `tools.${entry.call.path}`);
  }

  /** The VM's door: everything up to admission happens before this returns, unless a schema validates asynchronously. */
  call(id: CallId, segments: readonly string[], args: readonly Value[], at: LogPosition | undefined): HostReply {
    const { catalog, budget } = this.port;
    const path = segments.join(".");
    if (args.length > 1) {
      return (
        this.resolveOnly(segments) ??
        refusal(
          "InvalidToolInput",
          path,
          `tools.${path} takes one object with its fields, got ${args.length} arguments`,
        )
      );
    }
    const copied =
      args.length === 0 || args[0] === undefined
        ? ({ ok: true, value: {} } as const)
        : fromVm(this.port.vm(), args[0], "input", budget);
    if (!copied.ok) {
      const { path: where, what, hint } = copied.refusal;
      return refusal("InvalidDataValue", path, `${where} of tools.${path} is ${what}, which is no JSON data: ${hint}`);
    }
    const unknown = this.resolveOnly(segments);
    if (unknown !== undefined) return unknown;
    const resolution = catalog.resolve(segments);
    if (resolution.kind !== "tool") return refusal("UnknownTool", path, `tools.${path} does not exist`);
    const { tool, path: canonical } = resolution.entry;
    const input = copied.value === undefined ? {} : copied.value;
    const schema = toolValidator(tool.input);
    if (schema === undefined) return this.admit(id, canonical, tool, input, at);
    let result: ReturnType<(typeof schema)["~standard"]["validate"]>;
    try {
      result = schema["~standard"].validate(input);
    } catch (cause) {
      return this.defect(canonical, cause);
    }
    if (!(result instanceof Promise)) {
      if (result.issues !== undefined) return invalidInput(canonical, result.issues, input);
      return this.admit(id, canonical, tool, result.value, at);
    }
    result.then(
      (late) => {
        if (this.stopped) return;
        const reply =
          late.issues !== undefined
            ? invalidInput(canonical, late.issues, input)
            : this.admit(id, canonical, tool, late.value, at);
        if (reply.kind === "failure") this.port.answer(id, { failure: reply.failure });
      },
      (cause) => {
        const reply = this.defect(canonical, cause);
        if (reply.kind === "failure") this.port.answer(id, { failure: reply.failure });
      },
    );
    return { kind: "pending" };
  }

  /** The refusal of a path that names no tool; undefined when it names one. */
  private resolveOnly(segments: readonly string[]): HostReply | undefined {
    if (this.port.catalog.resolve(segments).kind === "tool") return undefined;
    const { message, suggestions } = this.port.catalog.unknown(segments);
    return refusal("UnknownTool", segments.join("."), message, { suggestions });
  }

  private defect(path: string, cause: unknown): HostReply {
    const id = this.port.report(path, cause);
    return refusal("ToolDefect", path, `tools.${path} failed on the host's side (reference ${id})`);
  }

  private admit(id: CallId, path: string, tool: AnyTool, input: unknown, at: LogPosition | undefined): HostReply {
    const { budget, slots } = this.port;
    if (this.admitted.length >= budget.maxToolCalls) {
      return refusal(
        "LimitExceeded",
        path,
        `The program may call tools ${budget.maxToolCalls} times; tools.${path} was one call more`,
        {
          limit: { name: "toolCalls", allowed: budget.maxToolCalls, reached: budget.maxToolCalls + 1 },
        },
      );
    }
    const index = this.admitted.length;
    const call: AdmittedCall = { path, at, outcome: "interrupted" };
    this.admitted.push(call);
    this.event({ type: "toolQueued", index, path });
    const controller = new AbortController();
    let startedAt = 0;
    let ended = false;
    const entry: Running = {
      id,
      call,
      controller,
      end: (outcome, message) => {
        if (ended) return;
        ended = true;
        call.outcome = outcome;
        this.running.delete(entry);
        if (startedAt === 0) return;
        this.event({ type: "toolEnded", index, path, outcome });
        this.hook("onToolCallEnd", path, {
          index,
          path,
          input,
          durationMs: this.port.elapsed() - startedAt,
          outcome,
          ...(message === undefined ? {} : { message }),
        });
      },
    };
    this.running.add(entry);
    slots.enter(() => {
      if (this.stopped) return;
      startedAt = Math.max(this.port.elapsed(), Number.MIN_VALUE);
      this.event({ type: "toolStarted", index, path });
      this.hook("onToolCallStart", path, { index, path, input });
      const finish = (answer: ToolAnswer) => {
        if (ended) return;
        entry.end(
          "failure" in answer ? "failure" : "success",
          "failure" in answer ? answer.failure.message : undefined,
        );
        this.port.answer(id, answer);
        slots.release();
      };
      this.run(tool, path, input, index, controller.signal).then(finish, (cause) => {
        // What a tool says after it was told to stop is no failure to report.
        if (!ended) finish({ failure: this.failureOf(path, cause) });
      });
    });
    return { kind: "pending" };
  }

  private async run(
    tool: AnyTool,
    path: string,
    input: unknown,
    index: number,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const attach = (file: Attachment) => {
      if (!signal.aborted && !this.stopped) this.port.attach(file);
    };
    const reply = settled(await tool.run(input as never, { signal, callId: index, path, attach }));
    const schema = tool.kind === "call" ? toolValidator(tool.output) : undefined;
    if (schema === undefined) {
      this.port.catalog.learn(path, reply);
      return { value: reply, path };
    }
    const result = await schema["~standard"].validate(reply);
    if (result.issues === undefined) return { value: result.value, path };
    const id = this.port.report(path, new TypeError(result.issues.map(issueText).join("; ")));
    return {
      failure: failure(
        "InvalidToolOutput",
        path,
        `tools.${path} answered with data that its output schema refuses (reference ${id})`,
      ),
    };
  }

  /** What the program may know of what a tool threw. Nothing of it is formatted before its type is known. */
  private failureOf(path: string, cause: unknown): HostFailure {
    if (cause instanceof ToolError) {
      const { message } = cause;
      return failure("ToolFailure", path, typeof message === "string" ? message : "The tool failed");
    }
    const id = this.port.report(path, cause);
    return failure("ToolDefect", path, `tools.${path} failed on the host's side (reference ${id})`);
  }

  /** Ends every call: running tools get their signal aborted, nothing is answered any more. */
  stop(reason: unknown): void {
    this.stopped = true;
    this.port.slots.clear();
    for (const entry of [...this.running]) {
      entry.end("interrupted");
      entry.controller.abort(reason);
    }
  }

  private hook<K extends "onToolCallStart" | "onToolCallEnd">(
    name: K,
    path: string,
    call: Parameters<NonNullable<Hooks[K]>>[0],
  ): void {
    const fn = this.port.hooks[name] as ((call: unknown) => void) | undefined;
    if (fn === undefined) return;
    try {
      fn(call);
    } catch (cause) {
      this.port.report(path, cause);
    }
  }

  private event(event: Omit<ExecutionEvent, "atMs">): void {
    const { onEvent } = this.port.hooks;
    if (onEvent === undefined) return;
    try {
      onEvent({ ...event, atMs: this.port.elapsed() });
    } catch (cause) {
      this.port.report(event.path, cause);
    }
  }
}

/** `await` of a tool's result already followed one thenable; what is left is data. */
function settled(value: unknown): unknown {
  return value;
}

function failure(kind: DiagnosticKind, tool: string, message: string, more: Partial<CallFailure> = {}): HostFailure {
  const detail: CallFailure = { kind, tool, ...more };
  return { name: ERROR_NAMES[kind] ?? "Error", message, tool, detail };
}

function refusal(kind: DiagnosticKind, tool: string, message: string, more: Partial<CallFailure> = {}): HostReply {
  return { kind: "failure", failure: failure(kind, tool, message, more) };
}

/** Each issue with path, expected and received, as the validator says it. */
function invalidInput(
  path: string,
  issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[],
  input: Json | undefined,
): HostReply {
  const text = issues
    .slice(0, 8)
    .map((issue) => issueText(issue as Parameters<typeof issueText>[0]))
    .join("; ");
  const more = issues.length > 8 ? `; and ${issues.length - 8} more` : "";
  const shape =
    typeof input === "object" && input !== null && !Array.isArray(input)
      ? ""
      : ` (the input must be an object, got ${input === null ? "null" : Array.isArray(input) ? "an array" : typeof input})`;
  const [first] = issues[0]?.path ?? [];
  const property = typeof first === "object" && first !== null && "key" in first ? first.key : first;
  return refusal("InvalidToolInput", path, `Invalid input for tools.${path}: ${text}${more}${shape}`, {
    ...(typeof property === "string" ? { property } : {}),
  });
}
