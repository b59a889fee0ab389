/**
 * Every failure to a Diagnostic: compile errors, values a program threw, faults of the VM, tool
 * failures. Nothing of the host appears in any of them.
 */
import type { CompileError, Repair } from "../../compiler/index.js";
import {
  type ErrorData,
  type FaultReason,
  GuestObject,
  GuestSymbol,
  inspectValue,
  Kind,
  peek,
  type Value,
  type Vm,
  VmFault,
} from "../../vm/index.js";
import type { BoundaryRefusal } from "../boundary/from-vm.js";
import type { Budget } from "../budgets.js";
import type { Diagnostic, TraceFrame } from "../result.js";
import { isCallFailure } from "./failures.js";
import { inputPlace } from "./program-text.js";
import { frameOf, locationOf } from "./render.js";

/** Characters of a message (SECURITY rule 21). */
const MAX_MESSAGE = 2_000;

export function bounded(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE)}… (${message.length} characters)`;
}

function at(source: string, start: number, end: number): Pick<Diagnostic, "location" | "frame"> {
  const location = locationOf(source, start, end);
  return { location, frame: frameOf(source, location) };
}

export function fromCompileError(error: CompileError, source: string): Diagnostic {
  return {
    kind: error.kind,
    message: bounded(error.message),
    ...at(source, error.span.start, error.span.end),
    ...(error.hint === undefined ? {} : { suggestions: [error.hint] }),
    ...(error.limit === undefined ? {} : { limit: { name: error.limit, allowed: 0, reached: 0 } }),
  };
}

export function fromRepair(repair: Repair, source: string): Diagnostic {
  return { kind: "SourceRepaired", message: repair.message, ...at(source, repair.span.start, repair.span.end) };
}

/** What the program waits for when it is ended. */
export interface Waiting {
  /** Expressions of calls, and "a timer". */
  readonly for: readonly string[];
  /** Nothing but waiting was going on. */
  readonly isIdle: boolean;
}

export function fromFault(reason: FaultReason, budget: Budget, waiting: Waiting): Diagnostic {
  switch (reason.kind) {
    case "limit": {
      const { limit, allowed, reached } = reason;
      const unit = limit === "memory" ? " bytes" : limit === "instructions" ? " steps" : "";
      return {
        kind: "LimitExceeded",
        message: `The program used more than its ${limit} limit of ${allowed}${unit} (reached ${reached}). Do less at a time, or return earlier`,
        limit: { name: limit, allowed, reached },
      };
    }
    case "timeout": {
      const names = `${waiting.for.slice(0, 3).join(", ")}${waiting.for.length > 3 ? ` and ${waiting.for.length - 3} more` : ""}`;
      const text = waiting.isIdle ? `; it was waiting for ${names}` : `; it was computing while ${names} ran`;
      return {
        kind: "TimeoutExceeded",
        message: `The program did not end within ${budget.timeoutMs} ms${waiting.for.length === 0 ? "" : text}`,
        limit: { name: "timeoutMs", allowed: budget.timeoutMs, reached: budget.timeoutMs },
      };
    }
    case "cancelled":
      return { kind: "TimeoutExceeded", message: "The host stopped the program" };
  }
}

export function fromRefusal(refusal: BoundaryRefusal): Diagnostic {
  return {
    kind: "InvalidDataValue",
    message: `${refusal.path} is ${refusal.what}, which is no JSON data: ${refusal.hint}`,
  };
}

/** Text of a thrown value that is no Error. */
function textOf(vm: Vm, value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof GuestSymbol || value instanceof GuestObject) return vm.describe(value);
  return String(value);
}

function readText(vm: Vm, error: GuestObject, key: string): string | undefined {
  const value = peek(vm, error, key);
  return typeof value === "string" ? value : undefined;
}

/** The diagnostic of a value that reached the top. */
export function fromThrown(vm: Vm, thrown: Value, source: string): Diagnostic {
  if (!(thrown instanceof GuestObject) || thrown.kind !== Kind.Error) {
    const site = vm.throwSite(thrown);
    return {
      kind: "ProgramThrow",
      message: bounded(thrown instanceof GuestObject ? objectText(vm, thrown) : textOf(vm, thrown)),
      ...(site === undefined ? {} : at(source, site.start, site.end)),
    };
  }
  const data = thrown.data as ErrorData;
  const name = readText(vm, thrown, "name") ?? "Error";
  const message = readText(vm, thrown, "message") ?? "";
  const [origin] = data.trace;
  const place = origin === undefined ? {} : at(source, origin.start, origin.end);
  const trace = traceOf(data, source);
  const common = { ...place, ...(trace.length > 1 ? { trace } : {}) };
  if (isCallFailure(data.detail)) {
    const { kind, tool, suggestions, limit, refused } = data.detail;
    const refusedAt = refused === undefined || origin === undefined ? undefined : inputPlace(source, origin, refused);
    return {
      kind,
      message: bounded(message),
      ...common,
      ...(refusedAt === undefined ? {} : at(source, refusedAt.start, refusedAt.end)),
      tool,
      ...(suggestions === undefined || suggestions.length === 0 ? {} : { suggestions }),
      ...(limit === undefined ? {} : { limit }),
    };
  }
  const text = name === "" ? message : message === "" ? name : `${name}: ${message}`;
  if (!data.raised) return { kind: "ProgramThrow", message: bounded(text), ...common };
  return { kind: "ExecutionFailure", message: bounded(text), ...common };
}

/** A thrown plain object: its message if it has one, else what it is. */
function objectText(vm: Vm, value: GuestObject): string {
  if (value.kind === Kind.Proxy) return vm.describe(value);
  // Read without running code of the program's: accessors are not called.
  const message = peek(vm, value, "message");
  const name = peek(vm, value, "name");
  if (typeof message === "string") return typeof name === "string" ? `${name}: ${message}` : message;
  try {
    return inspectValue(vm, value, { breakLength: Number.POSITIVE_INFINITY });
  } catch (error) {
    // A limit was reached: the program has ended all the same.
    if (error instanceof VmFault) return vm.describe(value);
    throw error;
  }
}

function traceOf(data: ErrorData, source: string): TraceFrame[] {
  return data.trace.slice(0, 10).map((entry) => {
    const { line, column } = locationOf(source, entry.start, entry.start);
    return { name: entry.name, line, column };
  });
}
