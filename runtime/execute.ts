/**
 * One execution: runs slices, answers host calls, drains, settles, times out. The VM decides what
 * happens in which order; this file decides when it gets the host's thread.
 *
 *   pump: run a slice --yielded--> again after the host's event loop
 *                     --idle-----> main running and nothing outstanding: Deadlock
 *                                  outstanding: wait for an answer, a timer, the deadline, an abort
 *                                  everything done: settle
 */
import type { Attachment, Catalog } from "../catalog/index.js";
import {
  type CallId,
  createVm,
  type Execution,
  type HostFailure,
  type HostPort,
  InternalError,
  type LogPosition,
  type Program,
  type Value,
  VmFault,
} from "../vm/index.js";
import { type Copied, fromVm } from "./boundary/from-vm.js";
import { toVm } from "./boundary/to-vm.js";
import type { Budget } from "./budgets.js";
import { type CallFailure, ERROR_NAMES } from "./diagnostics/failures.js";
import { bounded, fromFault, fromRefusal, fromThrown, type Waiting } from "./diagnostics/map.js";
import { frameOf, locationOf } from "./diagnostics/render.js";
import { type Clock, monotonic } from "./environment.js";
import { later, MAX_DELAY, TURN_MS } from "./event-loop.js";
import { fitOutput } from "./output.js";
import type { Diagnostic, Failure, LogLevel, LogLine, Success } from "./result.js";
import { observe } from "./tools/admitted.js";
import type { ExecutionEvent, Hooks } from "./tools/hooks.js";
import { Invoker, type ToolAnswer } from "./tools/invoke.js";
import { searchGlobals } from "./tools/search-names.js";
import { Slots } from "./tools/slots.js";

export interface ExecutionSetup {
  readonly program: Program;
  readonly catalog: Catalog;
  readonly budget: Budget;
  readonly hooks: Hooks;
  readonly clock: Clock;
  readonly random: () => number;
  readonly locale: string;
  readonly timeZone: string;
  readonly pending: "drain" | "interrupt";
  readonly unhandledRejections: "report" | "fail";
  /** Warnings of compiling: repairs made to the source. */
  readonly warnings: readonly Diagnostic[];
  readonly signal: AbortSignal | undefined;
}

/** A random text that ties a sanitised message to the host's report. */
function correlation(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** Settles with the outcome; rejects only with the signal's reason. */
export function execute(setup: ExecutionSetup): Promise<Success | Failure> {
  return new Promise((resolve, reject) => new Run(setup, resolve, reject).begin());
}

class Run {
  private readonly startedAt = monotonic();
  private readonly execution: Execution;
  private readonly invoker: Invoker;
  private readonly attachments: Attachment[] = [];
  private readonly logs: LogLine[] = [];
  private readonly warnings: Diagnostic[];
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly warned = new Set<string>();
  private deadlineTimer: ReturnType<typeof setTimeout> | undefined;
  private result: Copied | undefined;
  private settled = false;
  private scheduled = false;
  private running = false;
  /** When the host's event loop last had a turn of its own. */
  private turnAt = this.startedAt;
  /** The program has nothing to do but wait. */
  private isIdle = false;

  constructor(
    private readonly setup: ExecutionSetup,
    private readonly resolve: (outcome: Success | Failure) => void,
    private readonly reject: (reason: unknown) => void,
  ) {
    const { budget, program, catalog, hooks } = setup;
    this.warnings = [...setup.warnings];
    const host = this.host(this.startedAt + budget.timeoutMs);
    this.execution = createVm(program, host, budget.vm, hooks.onTrace);
    this.invoker = new Invoker({
      vm: () => this.execution.vm,
      catalog,
      budget,
      slots: new Slots(budget.maxConcurrentToolCalls),
      hooks,
      elapsed: () => monotonic() - this.startedAt,
      answer: (id, answer) => this.answer(id, answer),
      attach: (file) => void this.attachments.push(file),
      report: (path, cause) => this.report(path, cause),
      fault: (fault) => this.fault(fault),
    });
  }

  begin(): void {
    const { signal, budget } = this.setup;
    if (signal?.aborted) {
      this.settled = true;
      this.reject(signal.reason);
      return;
    }
    signal?.addEventListener("abort", this.onAbort, { once: true });
    if (budget.timeoutMs <= MAX_DELAY) this.deadlineTimer = setTimeout(this.onDeadline, budget.timeoutMs);
    this.event({ type: "start" });
    this.pump();
  }

  private host(deadline: number): HostPort {
    const { setup } = this;
    return {
      now: () => Math.floor(setup.clock.now()),
      random: setup.random,
      monotonic,
      deadline,
      // An abort settles the run at once: no slice begins after it.
      isCancelled: () => setup.signal?.aborted === true,
      toolNode: (segments) => {
        const resolution = setup.catalog.resolve(segments);
        if (resolution.kind === "missing") return undefined;
        return { callable: resolution.kind === "tool", members: resolution.names };
      },
      toolGlobals: searchGlobals(setup.catalog),
      call: (id, segments, args, at) => this.invoker.call(id, segments, args, at),
      pull: (id, stream, end) => this.invoker.pull(id, stream, end),
      startTimer: (id, delayMs) => {
        const fire = () => {
          this.timers.delete(id);
          this.execution.fireTimer(id);
          this.wake();
        };
        this.timers.set(id, setTimeout(fire, Math.min(Math.max(0, delayMs), MAX_DELAY)));
      },
      stopTimer: (id) => {
        clearTimeout(this.timers.get(id));
        this.timers.delete(id);
      },
      log: (level, text, at) => this.log(level as LogLevel, text, at),
      warn: (code, at) => this.warn(code, at),
      result: (value) => this.take(value),
      timeZone: setup.timeZone,
      locale: setup.locale,
    };
  }

  /** The program's value, copied at the moment it returns. */
  private take(value: Value): void {
    this.result = fromVm(this.execution.vm, value, "result", this.setup.budget);
  }

  private log(level: LogLevel, text: string, at: LogPosition | undefined): void {
    const line = at === undefined ? undefined : locationOf(this.setup.program.source, at.start, at.end).line;
    this.logs.push({ level, text, ...(line === undefined ? {} : { line }) });
    this.event({ type: "log", level, text });
  }

  private warn(code: string, at: LogPosition | undefined): void {
    const key = `${code}:${at?.start}`;
    if (this.warned.has(key)) return;
    this.warned.add(key);
    const { source } = this.setup.program;
    const location = at === undefined ? undefined : locationOf(source, at.start, at.end);
    this.warnings.push({
      kind: "PromiseAsText",
      message: "A promise is turned into text or a number here, so the answer is probably wrong: await it first",
      ...(location === undefined ? {} : { location, frame: frameOf(source, location) }),
    });
  }

  private readonly onAbort = () => {
    if (this.settled) return;
    // Aborted from inside a slice, by a hook or a tool: the slice ends first, and comes back here.
    if (this.running) {
      this.execution.hurry();
      return;
    }
    const { signal } = this.setup;
    this.close(signal?.reason);
    this.reject(signal?.reason);
  };

  private readonly onDeadline = () => {
    if (!this.settled && !this.running) this.fault(new VmFault({ kind: "timeout" }));
  };

  /**
   * An outside event made work: run soon. Answers that are there at once could follow each other in
   * microtasks for ever, so the host's event loop gets a turn as often as between slices.
   */
  private wake(): void {
    if (this.settled || this.scheduled || this.running) return;
    this.scheduled = true;
    this.isIdle = false;
    if (monotonic() - this.turnAt < TURN_MS) queueMicrotask(this.pumpScheduled);
    else this.afterTurn(this.pumpScheduled);
  }

  private readonly pumpScheduled = () => {
    this.scheduled = false;
    this.pump();
  };

  private afterTurn(run: () => void): void {
    later(() => {
      this.turnAt = monotonic();
      run();
    });
  }

  private pump(): void {
    if (this.settled || this.running) return;
    this.running = true;
    let end: "yielded" | "idle";
    try {
      end = this.execution.run(this.setup.pending === "interrupt");
    } catch (error) {
      this.running = false;
      if (error instanceof VmFault) this.fault(error);
      else this.defect(error);
      return;
    }
    this.running = false;
    if (end === "yielded") {
      this.afterTurn(() => this.pump());
      return;
    }
    if (this.setup.signal?.aborted === true) {
      this.onAbort();
      return;
    }
    const { main, outstanding } = this.execution;
    if (main.kind !== "running" && this.setup.pending === "interrupt") {
      this.finish();
      return;
    }
    if (outstanding > 0) this.isIdle = true;
    else if (main.kind === "running") {
      this.warnUnhandled();
      this.settle(this.failed(this.deadlock()));
    } else this.finish();
  }

  private deadlock(): Diagnostic {
    const at = this.execution.vm.waitingAt();
    const { source } = this.setup.program;
    const location = at === undefined ? undefined : locationOf(source, at.start, at.end);
    return {
      kind: "Deadlock",
      message: "The program awaits a promise that nothing left can settle: no tool call, timer or job is outstanding",
      ...(location === undefined ? {} : { location, frame: frameOf(source, location) }),
    };
  }

  /** A tool answered: the reply is copied in now, in the order of arrival. */
  private answer(id: CallId, answer: ToolAnswer): HostFailure | undefined {
    if (this.settled) return undefined;
    let failure: HostFailure | undefined;
    try {
      if ("failure" in answer) this.execution.answer(id, answer);
      else {
        const entered = toVm(this.execution.vm, "done" in answer ? answer.item : answer.value, this.setup.budget);
        if (!entered.ok) {
          failure = this.uncrossable(answer.path, entered.reason);
          this.execution.answer(id, { failure });
        } else if ("done" in answer) this.execution.answer(id, { item: entered.value, done: answer.done });
        else this.execution.answer(id, { value: entered.value });
      }
    } catch (error) {
      if (error instanceof VmFault) this.fault(error);
      else this.defect(error);
      return failure;
    }
    this.wake();
    return failure;
  }

  private uncrossable(path: string, reason: string): HostFailure {
    const reference = this.report(path, new TypeError(`the reply cannot cross: ${reason}`));
    const detail: CallFailure = { kind: "InvalidToolOutput", tool: path };
    const message = `tools.${path} answered with something that is no JSON data (reference ${reference})`;
    return { name: ERROR_NAMES.InvalidToolOutput ?? "Error", message, tool: path, detail };
  }

  /** Jobs are gone and nothing is outstanding. */
  private finish(): void {
    const { main, vm } = this.execution;
    const { source } = this.setup.program;
    const unhandled = vm.rejections.unhandled().map((reason) => fromThrown(vm, reason, source));
    if (this.setup.pending === "interrupt") this.warnCut();
    if (main.kind === "threw") {
      for (const diagnostic of unhandled) this.warnings.push(asWarning(diagnostic));
      this.settle(this.failed(fromThrown(vm, main.reason, source)));
      return;
    }
    const [first] = unhandled;
    if (first !== undefined && this.setup.unhandledRejections === "fail") {
      for (const diagnostic of unhandled.slice(1)) this.warnings.push(asWarning(diagnostic));
      this.settle(this.failed(first));
      return;
    }
    for (const diagnostic of unhandled) this.warnings.push(asWarning(diagnostic));
    this.succeed();
  }

  private warnUnhandled(): void {
    const { vm } = this.execution;
    for (const reason of vm.rejections.unhandled())
      this.warnings.push(asWarning(fromThrown(vm, reason, this.setup.program.source)));
  }

  /** What `pending: "interrupt"` cut off. */
  private warnCut(): void {
    const { vm } = this.execution;
    const calls = this.invoker.waitingFor;
    const timers = vm.scheduler.pendingTimers;
    const jobs = vm.jobs.length;
    const parts = [counted(calls.length, "tool call"), counted(timers, "timer"), counted(jobs, "job")].filter(
      (part) => part !== "",
    );
    if (parts.length === 0) return;
    const names = calls.length === 0 ? "" : `: ${calls.slice(0, 5).join(", ")}${calls.length > 5 ? ", …" : ""}`;
    this.warnings.push({
      kind: "Truncated",
      message: `The program ended with unfinished work, which was cut: ${parts.join(", ")}${names}`,
    });
  }

  private succeed(): void {
    const { result } = this;
    if (result === undefined) {
      this.defect(new InternalError("the program returned and left no result"));
      return;
    }
    if (!result.ok) {
      this.settle(this.failed(fromRefusal(result.refusal)));
      return;
    }
    this.settle({ ok: true, value: result.value ?? null, ...this.common() });
  }

  /** A limit, the deadline, or the host's wish: no guest code runs any more. */
  private fault(fault: VmFault): void {
    if (this.settled) return;
    const { reason } = fault;
    if (reason.kind === "cancelled") {
      this.onAbort();
      return;
    }
    const { source } = this.setup.program;
    const { main, vm } = this.execution;
    const diagnostic = fromFault(reason, this.setup.budget, this.waiting());
    // A failure keeps its error whatever happens while it drains, a timeout then keeps the value.
    if (main.kind === "threw" || (reason.kind === "timeout" && main.kind === "returned" && this.result?.ok === true)) {
      this.warnUnhandled();
      this.warnings.push(diagnostic);
      if (main.kind === "threw") this.settle(this.failed(fromThrown(vm, main.reason, source)));
      else this.succeed();
      return;
    }
    const at = vm.stoppedAt ?? vm.waitingAt();
    const location = at === undefined ? undefined : locationOf(source, at.start, at.end);
    this.settle(
      this.failed({ ...diagnostic, ...(location === undefined ? {} : { location, frame: frameOf(source, location) }) }),
    );
  }

  /** What a timeout says the time went to. */
  private waiting(): Waiting {
    const timers = this.execution.vm.scheduler.pendingTimers;
    return {
      for: [...this.invoker.waitingFor, ...(timers === 0 ? [] : ["a timer"])],
      isIdle: this.isIdle,
    };
  }

  /** Our own defect: the execution ends, the host lives. */
  private defect(cause: unknown): void {
    if (this.settled) return;
    const id = this.report(undefined, cause);
    this.settle(
      this.failed({ kind: "InternalError", message: `A defect of the runtime ended the program (reference ${id})` }),
    );
  }

  private failed(error: Diagnostic): Failure {
    return { ok: false, error, ...this.common() };
  }

  private common(): Omit<Success, "ok" | "value"> {
    const { source } = this.setup.program;
    const { vm } = this.execution;
    return {
      ...(this.attachments.length === 0 ? {} : { attachments: this.attachments }),
      ...(this.warnings.length === 0 ? {} : { warnings: this.warnings }),
      ...(this.logs.length === 0 ? {} : { logs: this.logs }),
      toolCalls: this.invoker.admitted.map(({ path, outcome, at }) => ({
        path,
        outcome,
        ...(at === undefined ? {} : { line: locationOf(source, at.start, at.end).line }),
      })),
      usage: {
        instructions: vm.instructions,
        peakMemoryBytes: vm.peakMemory,
        toolCalls: this.invoker.admitted.length,
      },
    };
  }

  private settle(outcome: Success | Failure): void {
    if (this.settled) return;
    // Records are taken before the calls are ended, so interrupted ones say so.
    this.close(undefined);
    const calls = this.invoker.admitted.map(({ outcome: last }, i) => ({ ...outcome.toolCalls[i]!, outcome: last }));
    this.event({ type: "settled", outcome: outcome.ok ? "success" : "failure" });
    this.resolve(fitOutput({ ...outcome, toolCalls: calls }, this.setup.budget.maxOutputBytes));
  }

  /** Frees everything the execution holds on the host. */
  private close(reason: unknown): void {
    this.settled = true;
    this.setup.signal?.removeEventListener("abort", this.onAbort);
    clearTimeout(this.deadlineTimer);
    this.execution.stop();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.invoker.stop(reason);
  }

  private report(path: string | undefined, cause: unknown): string {
    const correlationId = correlation();
    // A reporter that fails has nowhere left to report to.
    observe(
      () => this.setup.hooks.onHostError?.({ correlationId, ...(path === undefined ? {} : { path }), cause }),
      () => {},
    );
    return correlationId;
  }

  private event(event: Omit<ExecutionEvent, "atMs">): void {
    const { onEvent } = this.setup.hooks;
    if (onEvent === undefined) return;
    const atMs = monotonic() - this.startedAt;
    observe(
      () => onEvent({ ...event, atMs }),
      (cause) => this.report(undefined, cause),
    );
  }
}

function counted(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;
}

function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, message: bounded(`Unhandled rejection: ${diagnostic.message}`) };
}
