/** What a host may watch: the shapes of its hooks. A hook decides nothing; one that throws is reported. */
import type { Trace } from "../../vm/index.js";
import type { CallOutcome } from "../result.js";

export interface ToolCallStart {
  /** Admission order, from 0. */
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
  readonly outcome?: CallOutcome;
  readonly level?: string;
  readonly text?: string;
}

export interface Hooks {
  readonly onToolCallStart?: ((call: ToolCallStart) => void) | undefined;
  readonly onToolCallEnd?: ((call: ToolCallEnd) => void) | undefined;
  readonly onEvent?: ((event: ExecutionEvent) => void) | undefined;
  readonly onHostError?: ((report: HostErrorReport) => void) | undefined;
  /** Each instruction and job as it runs, as text. Slow: for looking at small programs. */
  readonly onTrace?: Trace | undefined;
}
