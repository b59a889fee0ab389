/**
 * Async functions: a frame with a promise. Until its first await it runs on top of its caller; at
 * the await it hands the promise to the caller and is set aside as a reaction.
 * https://tc39.es/ecma262/#sec-async-functions-abstract-operations-async-function-start
 */

import { BodyKind } from "../bytecode/program.js";
import { deliver, releaseFrame } from "../calls.js";
import { BODY, type Frame, isAttached, Mode } from "../frame.js";
import { peek } from "../operations/access.js";
import { isObject, PUSHED, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { addReaction, isPromise, newPromise, type PromiseObject, PromiseState, resolve } from "./promise.js";

/**
 * PromiseResolve(%Promise%, value) for an object: the promise itself or a new one resolved with
 * the value; PUSHED when reading `constructor` would run guest code (nothing is pushed yet).
 */
export function promiseFor(vm: Vm, value: Value): Value {
  if (isPromise(value)) {
    if (value.shape === vm.shapes.promise) return value;
    const constructor = peek(vm, value, "constructor");
    if (constructor === PUSHED) return PUSHED;
    if (constructor === vm.realm.object("Promise")) return value;
  }
  const promise = newPromise(vm);
  resolve(vm, promise, value);
  return promise;
}

/** Await. `frame.pc` is past the instruction. https://tc39.es/ecma262/#await */
export function awaitValue(vm: Vm, frame: Frame, value: Value): void {
  if (!isObject(value)) {
    vm.jobs.enqueueReaction(frame, PromiseState.Fulfilled, value);
    setAside(vm, frame);
    return;
  }
  if (isPromise(value)) {
    const promise = promiseFor(vm, value);
    if (promise === PUSHED) vm.callRoutine("promiseResolveIntrinsic", [value], 0, Mode.Await);
    else awaitPromise(vm, frame, promise as PromiseObject);
    return;
  }
  // Resolving may push a frame for an accessor `then`: it must lie on top of the caller's.
  const promise = newPromise(vm);
  addReaction(vm, promise, frame);
  setAside(vm, frame);
  resolve(vm, promise, value);
}

/** Suspends on an intrinsic promise. */
export function awaitPromise(vm: Vm, frame: Frame, promise: PromiseObject): void {
  addReaction(vm, promise, frame);
  setAside(vm, frame);
}

/** Takes the frame off the stack; an async function's caller gets its promise the first time. */
function setAside(vm: Vm, frame: Frame): void {
  const { prev, dst, mode } = frame;
  const attached = isAttached(frame);
  if (frame.unit.block === vm.program.blocks[0]) vm.mainFrame = frame;
  frame.prev = null;
  frame.mode = BODY | Mode.Discard;
  vm.depth--;
  if (attached && frame.unit.body === BodyKind.Async) {
    deliver(vm, prev, dst, mode & ~BODY, frame.context as PromiseObject, undefined);
  } else vm.frame = prev;
}

/** Return from an async body: settles the promise; releases the frame. */
export function finishAsync(vm: Vm, frame: Frame, value: Value): void {
  const promise = frame.context as PromiseObject;
  const { prev, dst, mode } = frame;
  const attached = isAttached(frame);
  releaseFrame(vm, frame);
  if (attached) deliver(vm, prev, dst, mode & ~BODY, promise, undefined);
  else vm.frame = null;
  resolve(vm, promise, value);
}
