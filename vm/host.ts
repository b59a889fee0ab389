/**
 * HostPort: the only door outwards. The VM knows no clock, no randomness, no tool and no log but
 * through it. Everything that crosses is guest values on this side; the runtime copies them.
 */
import type { Value } from "./values/object.js";

declare const callIdBrand: unique symbol;
/** Identifies a host call within one execution, in call order from 0. */
export type CallId = number & { readonly [callIdBrand]: true };

/** What the tool tree has at a path. */
export interface ToolNode {
  readonly callable: boolean;
  /** Names of the members, in catalog order. */
  readonly members: readonly string[];
}

/** A failure that the program sees as an Error object. */
export interface HostFailure {
  readonly name: string;
  readonly message: string;
  /** The dotted tool path, when a tool is concerned. */
  readonly tool?: string;
  /** Opaque to the VM; found again when the error reaches the top. */
  readonly detail?: unknown;
}

export type HostReply =
  | { readonly kind: "pending" }
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "failure"; readonly failure: HostFailure }
  /** A stream: its opening is answered under the call's own id, unless it failed at once. */
  | { readonly kind: "stream"; readonly failure?: HostFailure };

/** What ends a host call: a value, a step of a stream, or a failure. */
export type HostAnswer =
  | { readonly value: Value }
  | { readonly item: Value; readonly done: boolean }
  | { readonly failure: HostFailure };

export interface LogPosition {
  readonly start: number;
  readonly end: number;
}

export interface HostPort {
  /** Milliseconds since the epoch, as the program sees them. */
  now(): number;
  /** A number in [0, 1), from the seeded generator. */
  random(): number;
  /** Monotonic milliseconds, for slices and the deadline. Never shown to the program. */
  monotonic(): number;
  /** Milliseconds on the monotonic clock after which the execution times out; Infinity for none. */
  readonly deadline: number;
  /** True once the host asked to stop. */
  isCancelled(): boolean;
  /** What is at a path of the tool tree; undefined for nothing. */
  toolNode(segments: readonly string[]): ToolNode | undefined;
  /**
   * Calls a tool. The arguments are plain data by now (no accessors, no proxies, toJSON applied)
   * and are copied before this returns. `at` is the call's place in the source.
   */
  call(id: CallId, segments: readonly string[], args: readonly Value[], at: LogPosition | undefined): HostReply;
  /**
   * Asks an open stream for its next item, or, with `end`, tells it that nobody wants more.
   * Answered with a step, the last one saying `done`. Requests of a stream are served in order.
   */
  pull(id: CallId, stream: CallId, end: boolean): void;
  /** Names of globals that are members of the tool tree, with their segments. */
  readonly toolGlobals: readonly (readonly [name: string, segments: readonly string[]])[];
  /** Starts a timer; the host answers by `Vm.fireTimer`. */
  startTimer(id: number, delayMs: number): void;
  stopTimer(id: number): void;
  /** The program returned: its value, plain data by now. Copied before this returns. */
  result(value: Value): void;
  /** One console line, finished text. */
  log(level: string, text: string, at: LogPosition | undefined): void;
  /** Something a diagnostic should mention although nothing failed, such as a promise turned into text. */
  warn(code: string, at: LogPosition | undefined): void;
  /** The default IANA time zone and BCP 47 locale. */
  readonly timeZone: string;
  readonly locale: string;
}
