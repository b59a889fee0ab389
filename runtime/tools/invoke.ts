/**
 * Tool calls, each in SPEC §1.4's order: copy out, resolve, count, decode, admit, queue, start hook,
 * run, decode the reply, copy in, settle. What is refused before admission costs nothing and is
 * not listed. Failures of a tool are sanitised here: only ToolError speaks to the program.
 */
import {
  type AnyTool,
  type CallTool,
  type Catalog,
  issueText,
  type Resolution,
  type StandardIssue,
  type StreamTool,
  ToolError,
  toolValidator,
} from "../../catalog/index.js";
import {
  type CallId,
  type HostFailure,
  type HostReply,
  type LogPosition,
  type Value,
  type Vm,
  VmFault,
} from "../../vm/index.js";
import { fromVm } from "../boundary/from-vm.js";
import type { Budget } from "../budgets.js";
import { type CallFailure, ERROR_NAMES, issueKeys, refusedProperty } from "../diagnostics/failures.js";
import type { DiagnosticKind, Json } from "../result.js";
import { Admitted, type AdmittedPort } from "./admitted.js";
import type { Slots } from "./slots.js";
import { HostStream, type StreamAnswer } from "./stream.js";

const { then } = Promise.prototype;

/** What a reply turns into: plain data to copy in, or a failure. */
export type ToolAnswer = { readonly value: unknown; readonly path: string } | StreamAnswer;

export interface InvokerPort extends AdmittedPort {
  readonly vm: () => Vm;
  readonly catalog: Catalog;
  readonly budget: Budget;
  readonly slots: Slots;
  /**
   * An answer is ready: copies it in and settles the call inside the VM. Returns the failure that
   * the program got instead, when the reply could not cross.
   */
  answer(id: CallId, answer: ToolAnswer): HostFailure | undefined;
  /** Ends the execution. */
  fault(fault: VmFault): void;
}

export class Invoker {
  readonly admitted: Admitted[] = [];
  private readonly running = new Set<Admitted>();
  private readonly streams = new Map<CallId, HostStream>();
  private readonly streamOf = new Map<Admitted, HostStream>();
  private stopped = false;

  constructor(private readonly port: InvokerPort) {}

  /** Expressions of the calls that the host owes an answer, in call order. */
  get waitingFor(): string[] {
    const waiting = [...this.running].filter((call) => this.streamOf.get(call)?.isWaiting !== false);
    return waiting.map((call) => `tools.${call.path}`);
  }

  /** The VM's door: everything up to admission happens before this returns, unless a schema validates asynchronously. */
  call(id: CallId, segments: readonly string[], args: readonly Value[], at: LogPosition | undefined): HostReply {
    const resolution = this.port.catalog.resolve(segments);
    const reply = this.refuseOrAdmit(id, segments, resolution, args, at);
    if (resolution.kind !== "tool" || resolution.entry.tool.kind !== "stream") return reply;
    return reply.kind === "failure" ? { kind: "stream", failure: reply.failure } : { kind: "stream" };
  }

  private refuseOrAdmit(
    id: CallId,
    segments: readonly string[],
    resolution: Resolution,
    args: readonly Value[],
    at: LogPosition | undefined,
  ): HostReply {
    const { catalog, budget } = this.port;
    const path = segments.join(".");
    const copied =
      args.length === 0 || args[0] === undefined
        ? ({ ok: true, value: {} } as const)
        : fromVm(this.port.vm(), args[0], "input", budget);
    if (!copied.ok) {
      const { path: where, what, hint } = copied.refusal;
      return refusal("InvalidDataValue", path, `${where} of tools.${path} is ${what}, which is no JSON data: ${hint}`);
    }
    if (resolution.kind !== "tool") {
      const { message, suggestions } = catalog.unknown(segments);
      return refusal("UnknownTool", path, message, { suggestions });
    }
    if (args.length > 1) {
      return refusal(
        "InvalidToolInput",
        path,
        `tools.${path} takes one object with its fields, got ${args.length} arguments`,
      );
    }
    const { tool, path: canonical } = resolution.entry;
    const input = copied.value === undefined ? {} : copied.value;
    const schema = toolValidator(tool.input);
    if (schema === undefined) return this.admit(id, canonical, tool, input, at);
    let result: ReturnType<(typeof schema)["~standard"]["validate"]>;
    try {
      result = schema["~standard"].validate(input);
    } catch (cause) {
      return { kind: "failure", failure: this.defect(canonical, cause) };
    }
    if (!(result instanceof Promise)) {
      if (result.issues !== undefined) return invalidInput(canonical, result.issues, input);
      return this.admit(id, canonical, tool, result.value, at);
    }
    const late = (reply: HostReply) => {
      if (reply.kind === "failure") this.port.answer(id, { failure: reply.failure });
    };
    result.then(
      (decoded) => {
        if (this.stopped) return;
        late(
          decoded.issues !== undefined
            ? invalidInput(canonical, decoded.issues, input)
            : this.admit(id, canonical, tool, decoded.value, at),
        );
      },
      (cause) => {
        if (!this.stopped) late({ kind: "failure", failure: this.defect(canonical, cause) });
      },
    );
    return { kind: "pending" };
  }

  /** A request of an open stream. */
  pull(id: CallId, stream: CallId, end: boolean): void {
    const open = this.streams.get(stream);
    if (open !== undefined) open.pull(id, end);
    else this.port.answer(id, { item: undefined, done: true, path: "" });
  }

  private admit(id: CallId, path: string, tool: AnyTool, input: unknown, at: LogPosition | undefined): HostReply {
    const { maxToolCalls } = this.port.budget;
    if (this.admitted.length >= maxToolCalls) {
      return refusal(
        "LimitExceeded",
        path,
        `The program may call tools ${maxToolCalls} times; tools.${path} was one call more`,
        {
          limit: { name: "toolCalls", allowed: maxToolCalls, reached: maxToolCalls + 1 },
        },
      );
    }
    const call = new Admitted(path, at, this.admitted.length, input, this.port);
    this.admitted.push(call);
    this.running.add(call);
    if (tool.kind === "stream") this.openStream(id, tool, input, call);
    else this.port.slots.enter(() => this.start(id, tool, input, call));
    return { kind: "pending" };
  }

  private start(id: CallId, tool: CallTool, input: unknown, call: Admitted): void {
    if (this.stopped) return;
    call.start();
    let reply: Promise<unknown>;
    try {
      // One thenable is followed, as `await` does; what is left is data.
      reply = Promise.resolve(tool.run(input as never, call.context()));
    } catch (cause) {
      reply = Promise.reject(cause);
    }
    // The intrinsic then: a host promise may carry one of its own.
    then.call(
      reply,
      (value) => this.decode(id, tool, call, value),
      (cause) => this.fail(id, call, cause),
    );
  }

  /** The reply as its schema has it. */
  private decode(id: CallId, tool: CallTool, call: Admitted, reply: unknown): void {
    if (call.ended) return;
    const { path } = call;
    const schema = toolValidator(tool.output);
    if (schema === undefined) {
      this.port.catalog.learn(path, reply);
      this.finish(id, call, { value: reply, path });
      return;
    }
    const decoded = (
      result: { readonly issues?: undefined; readonly value: unknown } | { readonly issues: readonly StandardIssue[] },
    ) => {
      if (result.issues === undefined) this.finish(id, call, { value: result.value, path });
      else if (!call.ended)
        this.finish(id, call, { failure: this.badOutput(path, result.issues.map(issueText).join("; ")) });
    };
    try {
      const result = schema["~standard"].validate(reply);
      if (result instanceof Promise) result.then(decoded).catch((cause) => this.fail(id, call, cause));
      else decoded(result);
    } catch (cause) {
      this.fail(id, call, cause);
    }
  }

  private fail(id: CallId, call: Admitted, cause: unknown): void {
    // What a tool says after it was told to stop is no failure to report.
    if (!call.ended) this.finish(id, call, { failure: this.failureOf(call.path, cause) });
  }

  private finish(id: CallId, call: Admitted, answer: ToolAnswer): void {
    // A late answer: the execution is over.
    if (call.ended) return;
    const failed = this.port.answer(id, answer) ?? ("failure" in answer ? answer.failure : undefined);
    call.end(failed === undefined ? "success" : "failure", failed?.message);
    this.running.delete(call);
    this.port.slots.release();
  }

  private openStream(id: CallId, tool: StreamTool, input: unknown, call: Admitted): void {
    const { slots, budget } = this.port;
    const { path } = call;
    const stream = new HostStream(tool, input, call, {
      slots,
      maxItems: budget.maxStreamItems,
      answer: (request, answer) => this.port.answer(request, answer),
      failureOf: (cause) => this.failureOf(path, cause),
      badItem: (issues) => this.badOutput(path, issues),
      overrun: (reached) =>
        this.port.fault(new VmFault({ kind: "limit", limit: "streamItems", allowed: budget.maxStreamItems, reached })),
    });
    this.streams.set(id, stream);
    this.streamOf.set(call, stream);
    stream.open(id);
  }

  private badOutput(path: string, issues: string): HostFailure {
    const id = this.port.report(path, new TypeError(issues));
    return failure(
      "InvalidToolOutput",
      path,
      `tools.${path} answered with data that its output schema refuses (reference ${id})`,
    );
  }

  /** What the program may know of what a tool threw. Nothing of it is formatted before its type is known. */
  private failureOf(path: string, cause: unknown): HostFailure {
    try {
      if (cause instanceof ToolError) {
        const { message } = cause;
        return failure("ToolFailure", path, typeof message === "string" ? message : "The tool failed");
      }
    } catch {
      // A proxy or a getter that fails: what was thrown is reported as it is.
    }
    return this.defect(path, cause);
  }

  private defect(path: string, cause: unknown): HostFailure {
    const id = this.port.report(path, cause);
    return failure("ToolDefect", path, `tools.${path} failed on the host's side (reference ${id})`);
  }

  /** Ends every call: running tools get their signal aborted, open streams are closed, nothing is answered any more. */
  stop(reason: unknown): void {
    this.stopped = true;
    this.port.slots.clear();
    for (const call of this.running) if (!call.ended) call.stop(reason);
    for (const stream of this.streams.values()) stream.stop();
    this.running.clear();
    this.streams.clear();
    this.streamOf.clear();
  }
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
  const [first] = issues;
  if (first === undefined) return refusal("InvalidToolInput", path, `Invalid input for tools.${path}`);
  const unknownKey = refusedProperty(first);
  return refusal("InvalidToolInput", path, `Invalid input for tools.${path}: ${text}${more}${shape}`, {
    refused: { path: issueKeys(first), ...(unknownKey === undefined ? {} : { unknownKey }) },
  });
}
