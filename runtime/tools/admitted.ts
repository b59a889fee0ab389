/**
 * An admitted call from its admission to its end: its record in the result, the hooks and events
 * around it, and what its tool is given. A stream is one call, however many items it has.
 *
 *   queued --start--> running --end--> success | failure
 *     +------stop--------+-----------> interrupted; the signal is aborted
 */
import type { Attachment, ToolContext } from "../../catalog/index.js";
import type { LogPosition } from "../../vm/index.js";
import type { CallOutcome } from "../result.js";
import type { ExecutionEvent, Hooks } from "./hooks.js";

export interface AdmittedPort {
  readonly hooks: Hooks;
  /** Milliseconds since the execution began. */
  elapsed(): number;
  attach(file: Attachment): void;
  /** Reports a failure that the program must not see; returns its correlation id. */
  report(path: string | undefined, cause: unknown): string;
}

export class Admitted {
  outcome: CallOutcome = "interrupted";
  private startedAt: number | undefined;
  private isOver = false;
  private wasStopped = false;
  private reason: unknown;
  private controller: AbortController | undefined;

  constructor(
    readonly path: string,
    readonly at: LogPosition | undefined,
    /** Admission order, from 0. */
    readonly index: number,
    private readonly input: unknown,
    private readonly port: AdmittedPort,
  ) {
    this.event("toolQueued");
  }

  get ended(): boolean {
    return this.isOver;
  }

  /** What the tool gets beside its input. */
  context(): ToolContext {
    return new CallContext(this, this.index, this.path);
  }

  attach(file: Attachment): void {
    if (!this.wasStopped) this.port.attach(file);
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.wasStopped) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** The tool is about to run. */
  start(): void {
    const { hooks } = this.port;
    // The clock is asked only when somebody wants to know.
    this.startedAt = hooks.onToolCallEnd === undefined ? 0 : this.port.elapsed();
    this.event("toolStarted");
    this.hook("onToolCallStart", { index: this.index, path: this.path, input: this.input });
  }

  /** The first end counts. A call that never started has no end hook. */
  end(outcome: CallOutcome, message?: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.outcome = outcome;
    if (this.startedAt === undefined) return;
    this.event("toolEnded", outcome);
    this.hook("onToolCallEnd", {
      index: this.index,
      path: this.path,
      input: this.input,
      durationMs: this.port.elapsed() - this.startedAt,
      outcome,
      ...(message === undefined ? {} : { message }),
    });
  }

  /** The execution is over: what has not ended is interrupted, and its tool is told. */
  stop(reason: unknown): void {
    this.wasStopped = true;
    this.reason = reason;
    this.end("interrupted");
    this.controller?.abort(reason);
  }

  private hook<K extends "onToolCallStart" | "onToolCallEnd">(
    name: K,
    call: Parameters<NonNullable<Hooks[K]>>[0],
  ): void {
    const fn = this.port.hooks[name] as ((call: unknown) => unknown) | undefined;
    if (fn === undefined) return;
    observe(
      () => fn(call),
      (cause) => this.port.report(this.path, cause),
    );
  }

  private event(type: ExecutionEvent["type"], outcome?: CallOutcome): void {
    const { onEvent } = this.port.hooks;
    if (onEvent === undefined) return;
    const { index, path } = this;
    const event: ExecutionEvent = {
      type,
      atMs: this.port.elapsed(),
      index,
      path,
      ...(outcome === undefined ? {} : { outcome }),
    };
    observe(
      () => onEvent(event),
      (cause) => this.port.report(path, cause),
    );
  }
}

/** A tool's context. Its signal is made when it is first read: most tools never look. */
class CallContext implements ToolContext {
  readonly attach: (file: Attachment) => void;

  constructor(
    private readonly call: Admitted,
    readonly callId: number,
    readonly path: string,
  ) {
    this.attach = (file) => call.attach(file);
  }

  get signal(): AbortSignal {
    return this.call.signal;
  }
}

/** Runs a host's hook. What it throws, or rejects with later, goes to `report` and nowhere else. */
export function observe(run: () => unknown, report: (cause: unknown) => void): void {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(report);
  } catch (cause) {
    report(cause);
  }
}
