/**
 * What an execution answers: plain JSON-safe data, told apart by `ok`. No key is ever undefined.
 */
import type { Attachment } from "../catalog/index.js";

/** Kinds of diagnostics, one meaning each (README lists them with examples). */
export type DiagnosticKind =
  | "ParseError"
  | "UnsupportedSyntax"
  | "UnknownTool"
  | "InvalidToolInput"
  | "InvalidToolOutput"
  | "InvalidDataValue"
  | "ToolFailure"
  | "ToolDefect"
  | "LimitExceeded"
  | "TimeoutExceeded"
  | "ProgramThrow"
  | "ExecutionFailure"
  | "Deadlock"
  | "Truncated"
  | "SourceRepaired"
  | "PromiseAsText"
  | "InternalError"
  | "MissingAwait"
  | "FloatingPromise"
  | "UnusedResult"
  | "UnreachableCode"
  | "EndlessLoop"
  | "TypeMismatch";

/** 1-based line and column, in UTF-16 units of the source as submitted. */
export interface Location {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface TraceFrame {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

export interface Diagnostic {
  readonly kind: DiagnosticKind;
  readonly message: string;
  readonly location?: Location;
  /** The line, its neighbours, and carets under the exact span. */
  readonly frame?: string;
  /** The program's own call chain, innermost first, through awaits. */
  readonly trace?: readonly TraceFrame[];
  /** What to write instead. */
  readonly suggestions?: readonly string[];
  /** Dotted path of the tool concerned. */
  readonly tool?: string;
  readonly limit?: { readonly name: string; readonly allowed: number; readonly reached: number };
}

export type CallOutcome = "success" | "failure" | "interrupted";

/** An admitted tool call. Never its input or output. */
export interface ToolCallRecord {
  readonly path: string;
  readonly outcome: CallOutcome;
  readonly line?: number;
}

export type LogLevel = "log" | "info" | "debug" | "warn" | "error";

export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
  readonly line?: number;
}

/** The same on every machine. */
export interface Usage {
  /** Steps. */
  readonly instructions: number;
  /** Bytes of guest data, at most. */
  readonly peakMemoryBytes: number;
  /** Admitted calls. */
  readonly toolCalls: number;
}

interface Common {
  readonly attachments?: readonly Attachment[];
  readonly warnings?: readonly Diagnostic[];
  readonly logs?: readonly LogLine[];
  /** True when anything was cut to fit the output limit. */
  readonly truncated?: true;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly usage: Usage;
}

/** Plain JSON data. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Success extends Common {
  readonly ok: true;
  readonly value: Json;
}

export interface Failure extends Common {
  readonly ok: false;
  readonly error: Diagnostic;
}
