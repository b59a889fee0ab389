/**
 * Promises and their reactions as ECMA-262 has them, on the VM's own queue. Everything here is
 * native and runs no guest code: reading a thenable's `then` is library code.
 * https://tc39.es/ecma262/#sec-promise-abstract-operations
 */

import type { Frame } from "../frame.js";
import { newValues } from "../unit.js";
import { GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";

export const enum PromiseState {
  Pending,
  Fulfilled,
  Rejected,
}

/** Where a promise's outcome goes. */
export type ReactionTarget =
  /** A suspended frame: await. */
  | Frame
  /** Handlers of `then`, with the derived capability. */
  | HandlerTarget
  /** Native code of the VM: async generators, the program's end. */
  | NativeTarget;

export class HandlerTarget {
  constructor(
    readonly onFulfilled: Value,
    readonly onRejected: Value,
    /** Settled with the handler's outcome; null when nobody can see it. */
    readonly capability: Capability | null,
  ) {}
}

export class NativeTarget {
  constructor(
    readonly onFulfilled: (vm: Vm, value: Value) => void,
    readonly onRejected: (vm: Vm, reason: Value) => void,
  ) {}
}

/** A promise with the functions that settle it; an intrinsic promise needs no functions. */
export class Capability {
  constructor(
    readonly promise: Value,
    readonly resolve: Value,
    readonly reject: Value,
  ) {}
}

export class PromiseData {
  state: PromiseState = PromiseState.Pending;
  /** Value or reason. */
  result: Value = undefined;
  reactions: ReactionTarget[] | null = null;
  isHandled = false;
  /** [[AlreadyResolved]] of the intrinsic resolving functions. */
  alreadyResolved = false;
  constructor(
    /** Creation order within the execution: warnings are listed by it. */
    readonly order: number,
  ) {}
}

export interface PromiseObject extends GuestObject {
  kind: Kind.Promise;
  data: PromiseData;
}

export function isPromise(value: Value): value is PromiseObject {
  return value instanceof GuestObject && value.kind === Kind.Promise;
}

/** A pending intrinsic promise. */
export function newPromise(vm: Vm): PromiseObject {
  vm.allocate(136);
  return new GuestObject(
    vm.shapes.promise,
    newValues(0),
    Kind.Promise,
    new PromiseData(vm.promiseCount++),
    0,
    0,
  ) as PromiseObject;
}

/** FulfillPromise. https://tc39.es/ecma262/#sec-fulfillpromise */
export function fulfill(vm: Vm, promise: PromiseObject, value: Value): void {
  settle(vm, promise, PromiseState.Fulfilled, value);
}

/** RejectPromise. https://tc39.es/ecma262/#sec-rejectpromise */
export function reject(vm: Vm, promise: PromiseObject, reason: Value): void {
  if (!promise.data.isHandled) vm.rejections.track(promise);
  settle(vm, promise, PromiseState.Rejected, reason);
}

function settle(vm: Vm, promise: PromiseObject, state: PromiseState, result: Value): void {
  const data = promise.data;
  const reactions = data.reactions;
  data.state = state;
  data.result = result;
  data.reactions = null;
  data.alreadyResolved = true;
  if (reactions !== null) for (const target of reactions) vm.jobs.enqueueReaction(target, state, result);
}

/**
 * The resolve function of an intrinsic promise, steps 4 to 15, without the already-resolved check.
 * A thenable's `then` is read by a library routine, in a frame of its own when `then` may be guest
 * code: returns the routine's arguments to run, or undefined when the promise is settled or locked
 * in. https://tc39.es/ecma262/#sec-promise-resolve-functions
 */
export function resolve(vm: Vm, promise: PromiseObject, resolution: Value): void {
  promise.data.alreadyResolved = true;
  if (resolution === promise) {
    reject(vm, promise, vm.makeError("TypeError", "Chaining cycle detected for promise #<Promise>"));
    return;
  }
  if (!isObject(resolution) || resolution.kind === Kind.Tool) {
    fulfill(vm, promise, resolution);
    return;
  }
  if (isPromise(resolution) && vm.hasIntrinsicThen(resolution)) {
    // NewPromiseResolveThenableJob with the intrinsic then: same number of jobs, no guest code.
    vm.jobs.enqueueAdopt(resolution, promise);
    return;
  }
  vm.resolveThenable(promise, resolution);
}

/** PerformPromiseThen. https://tc39.es/ecma262/#sec-performpromisethen */
export function addReaction(vm: Vm, promise: PromiseObject, target: ReactionTarget): void {
  const data = promise.data;
  if (data.state === PromiseState.Pending) {
    vm.allocate(96);
    if (data.reactions === null) data.reactions = [target];
    else data.reactions.push(target);
  } else {
    if (data.state === PromiseState.Rejected && !data.isHandled) vm.rejections.handled(promise);
    vm.jobs.enqueueReaction(target, data.state, data.result);
  }
  data.isHandled = true;
}
