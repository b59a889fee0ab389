/**
 * Everything outstanding outside the VM: host calls by CallId and timers. An answer becomes a job.
 * When jobs, calls and timers are all gone and the program still waits, nothing can wake it.
 */
import type { CallId, HostAnswer } from "../host.js";
import type { TraceEntry } from "../values/internal-slots.js";
import type { GuestObject, Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { iterResult } from "./generator.js";
import { fulfill, newPromise, type PromiseObject, reject } from "./promise.js";

interface Call {
  readonly promise: PromiseObject;
  /** Where it was called: the place of its failure, which comes when no frame is left to ask. */
  readonly trace: readonly TraceEntry[];
}

interface Timer {
  readonly fn: GuestObject;
  readonly args: readonly Value[];
}

/** What a pending timer holds, the host's own record of it included. */
export const TIMER_BYTES = 500;

export class Scheduler {
  private readonly calls = new Map<CallId, Call>();
  private readonly timers = new Map<number, Timer>();
  private nextCall = 0;
  private nextTimer = 1;

  constructor(private readonly vm: Vm) {}

  get pendingCalls(): number {
    return this.calls.size;
  }

  get pendingTimers(): number {
    return this.timers.size;
  }

  *roots(): IterableIterator<unknown> {
    for (const { promise } of this.calls.values()) yield promise;
    for (const timer of this.timers.values()) {
      yield timer.fn;
      yield* timer.args;
    }
  }

  /** The id that the next call gets. */
  reserveCall(): CallId {
    return this.nextCall++ as CallId;
  }

  /** The promise of a host call under way. */
  pendingCall(id: CallId): PromiseObject {
    const promise = newPromise(this.vm);
    this.calls.set(id, { promise, trace: this.vm.trace() });
    return promise;
  }

  /** Settles a host call; an id that is not waiting is ignored (late answers). */
  answer(id: CallId, reply: HostAnswer): void {
    const call = this.calls.get(id);
    if (call === undefined) return;
    this.calls.delete(id);
    const { promise, trace } = call;
    // Replies are plain copies: an object with a `then` is data, never a thenable.
    if ("value" in reply) fulfill(this.vm, promise, reply.value);
    else if ("item" in reply) fulfill(this.vm, promise, iterResult(this.vm, reply.item, reply.done));
    else reject(this.vm, promise, this.vm.hostError(reply.failure, trace));
  }

  /** setTimeout. */
  startTimer(fn: GuestObject, delayMs: number, args: readonly Value[]): number {
    const id = this.nextTimer++;
    this.vm.allocate(TIMER_BYTES + 8 * args.length);
    this.timers.set(id, { fn, args });
    this.vm.host.startTimer(id, delayMs);
    return id;
  }

  stopTimer(id: number): void {
    if (this.timers.delete(id)) this.vm.host.stopTimer(id);
  }

  /** The host's clock reached a timer. Unknown ids are ignored. */
  fireTimer(id: number): void {
    const timer = this.timers.get(id);
    if (timer === undefined) return;
    this.timers.delete(id);
    this.vm.jobs.enqueueCallback(timer.fn, timer.args);
  }

  clear(): void {
    for (const id of this.timers.keys()) this.vm.host.stopTimer(id);
    this.timers.clear();
    this.calls.clear();
  }
}
