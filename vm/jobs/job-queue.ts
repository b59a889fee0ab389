/**
 * The job queue: first-in first-out, as ECMA-262 has it. A job either finishes natively or pushes
 * a frame; the dispatch loop then runs until that frame returns or suspends.
 * https://tc39.es/ecma262/#sec-jobs
 */
import { invoke, isCallable } from "../calls.js";
import { GuestThrow } from "../errors.js";
import { Frame, Mode } from "../frame.js";
import { unwind } from "../unwind.js";
import type { GuestObject, Value } from "../values/object.js";
import { PUSHED } from "../values/object.js";
import type { Vm } from "../vm.js";
import {
  addReaction,
  type Capability,
  fulfill,
  type HandlerTarget,
  NativeTarget,
  type PromiseObject,
  PromiseState,
  type ReactionTarget,
  reject,
  resolve,
} from "./promise.js";

const enum JobType {
  Reaction,
  Adopt,
  Thenable,
  Callback,
}

class Job {
  constructor(
    readonly type: JobType,
    readonly target: unknown,
    readonly state: PromiseState,
    readonly value: Value,
    readonly extra: Value,
  ) {}
}

/** Jobs kept in one array before the consumed part is dropped. */
const COMPACT = 1024;

export class JobQueue {
  private jobs: Job[] = [];
  private head = 0;
  /** Where the running job's outcome goes. */
  private current: Capability | null = null;

  constructor(private readonly vm: Vm) {}

  get length(): number {
    return this.jobs.length - this.head;
  }

  enqueueReaction(target: ReactionTarget, state: PromiseState, result: Value): void {
    this.enqueue(new Job(JobType.Reaction, target, state, result, undefined));
  }

  /** NewPromiseResolveThenableJob for an intrinsic promise whose `then` is the intrinsic one. */
  enqueueAdopt(source: PromiseObject, promise: PromiseObject): void {
    this.enqueue(new Job(JobType.Adopt, promise, PromiseState.Pending, source, undefined));
  }

  /** NewPromiseResolveThenableJob. */
  enqueueThenable(promise: PromiseObject, thenable: GuestObject, then: GuestObject): void {
    this.enqueue(new Job(JobType.Thenable, promise, PromiseState.Pending, thenable, then));
  }

  /** queueMicrotask and timers: calls `fn` with the list of arguments. */
  enqueueCallback(fn: GuestObject, args: readonly Value[]): void {
    this.enqueue(new Job(JobType.Callback, args, PromiseState.Pending, fn, undefined));
  }

  private enqueue(job: Job): void {
    this.vm.allocate(64);
    this.jobs.push(job);
  }

  /** Every value that waiting jobs hold: roots of the census. */
  *roots(): IterableIterator<unknown> {
    for (let i = this.head; i < this.jobs.length; i++) {
      const job = this.jobs[i]!;
      yield job.target;
      yield job.value;
      yield job.extra;
    }
    if (this.current !== null) yield this.current;
  }

  /** Drops every waiting job: the execution ended. */
  clear(): void {
    this.jobs = [];
    this.head = 0;
  }

  /** Starts the next job; false when there is none. Leaves its frame current if it pushed one. */
  startNext(): boolean {
    const { vm } = this;
    if (this.head === this.jobs.length) return false;
    const job = this.jobs[this.head]!;
    this.jobs[this.head++] = undefined as unknown as Job;
    if (this.head >= COMPACT && this.head * 2 >= this.jobs.length) {
      this.jobs = this.jobs.slice(this.head);
      this.head = 0;
    }
    vm.charge(1);
    vm.frame = null;
    vm.depth = 0;
    this.current = null;
    switch (job.type) {
      case JobType.Reaction:
        this.react(job.target as ReactionTarget, job.state, job.value);
        break;
      case JobType.Adopt: {
        const promise = job.target as PromiseObject;
        addReaction(
          vm,
          job.value as PromiseObject,
          new NativeTarget(
            (inner, value) => void resolve(inner, promise, value),
            (inner, reason) => reject(inner, promise, reason),
          ),
        );
        break;
      }
      case JobType.Thenable:
        vm.callRoutine("callThenable", [job.target as PromiseObject, job.value, job.extra], 0, Mode.Discard);
        break;
      case JobType.Callback:
        this.callJob(job.value, job.target as readonly Value[]);
        break;
    }
    return true;
  }

  private react(target: ReactionTarget, state: PromiseState, result: Value): void {
    const { vm } = this;
    const fulfilled = state === PromiseState.Fulfilled;
    if (target instanceof Frame) {
      resumeFrame(vm, target, fulfilled, result);
      return;
    }
    if (target instanceof NativeTarget) {
      if (fulfilled) target.onFulfilled(vm, result);
      else target.onRejected(vm, result);
      return;
    }
    const handlers = target as HandlerTarget;
    const handler = fulfilled ? handlers.onFulfilled : handlers.onRejected;
    this.current = handlers.capability;
    if (isCallable(handler)) this.callJob(handler, [result]);
    else this.finish(result, !fulfilled);
  }

  private callJob(fn: Value, args: readonly Value[]): void {
    const { vm } = this;
    try {
      const value = invoke(vm, fn, undefined, args, 0, Mode.Job);
      if (value !== PUSHED) this.finish(value, false);
    } catch (error) {
      if (!(error instanceof GuestThrow)) throw error;
      this.finish(error.value, true);
    }
  }

  /** The running job delivered its outcome: settles its capability, which may push a frame. */
  finish(value: Value, threw: boolean): void {
    const { vm } = this;
    const capability = this.current;
    this.current = null;
    if (capability === null) {
      // A callback without a promise: an exception there is an unhandled rejection of its own.
      if (threw) vm.rejections.trackThrow(value);
      return;
    }
    if (capability.resolve === undefined) {
      const promise = capability.promise as PromiseObject;
      if (threw) reject(vm, promise, value);
      else resolve(vm, promise, value);
      return;
    }
    // A subclass's functions are guest code: what they return or throw goes nowhere.
    this.callJob(threw ? capability.reject : capability.resolve, [value]);
  }
}

/** Continues an awaiting frame at the bottom of the stack. */
export function resumeFrame(vm: Vm, frame: Frame, fulfilled: boolean, result: Value): void {
  vm.depth = 1;
  vm.frame = frame;
  if (fulfilled) frame.registers[frame.unit.code[frame.pc - 3]!] = result;
  else unwind(vm, frame, frame.pc - 4, result);
}

export { fulfill };
