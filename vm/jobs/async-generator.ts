/**
 * Async generators: a suspended frame and a queue of requests, each with its promise.
 * https://tc39.es/ecma262/#sec-asyncgenerator-abstract-operations
 *
 *   start --next--> executing --yield--> suspended --next--> executing --return/throw--> completed
 *                                                  requests that wait are drained in order
 */
import { deliver, releaseFrame } from "../calls.js";
import { BODY, type Frame, Mode } from "../frame.js";
import { GuestObject, Kind, PUSHED, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { promiseFor } from "./async-function.js";
import { iterResult, ResumeKind, resumeAtYield, SUSPENDED_FRAME } from "./generator.js";
import { addReaction, NativeTarget, newPromise, type PromiseObject, reject, resolve } from "./promise.js";

const enum State {
  Start,
  Suspended,
  Executing,
  /** A return request waits for its value. */
  Draining,
  Completed,
}

interface Request {
  readonly kind: ResumeKind;
  readonly value: Value;
  readonly promise: PromiseObject;
}

export class AsyncGeneratorData {
  state: State = State.Start;
  readonly queue: Request[] = [];
  constructor(public frame: Frame | null) {}
}

function dataOf(frame: Frame): AsyncGeneratorData {
  return (frame.context as GuestObject).data as AsyncGeneratorData;
}

/** GeneratorStart in an async generator. */
export function startAsyncGenerator(vm: Vm, frame: Frame, proto: GuestObject): void {
  vm.allocate(SUSPENDED_FRAME + 8 * frame.registers.length);
  const generator = vm.newExotic(proto, Kind.AsyncGenerator, new AsyncGeneratorData(frame));
  frame.context = generator;
  const { prev, dst, mode } = frame;
  frame.prev = null;
  frame.mode = BODY | Mode.Discard;
  vm.depth--;
  deliver(vm, prev, dst, mode & ~BODY, generator, undefined);
}

/** The natives next, throw and return: always answer with a promise, delivered before the body runs. */
export function resumeAsyncGenerator(vm: Vm, self: Value, value: Value, kind: ResumeKind): Value {
  const promise = newPromise(vm);
  if (!(self instanceof GuestObject) || self.kind !== Kind.AsyncGenerator) {
    const name = kind === ResumeKind.Next ? "next" : kind === ResumeKind.Throw ? "throw" : "return";
    reject(
      vm,
      promise,
      vm.makeError("TypeError", `${name} method called on incompatible receiver ${vm.describe(self)}`),
    );
    return promise;
  }
  const data = self.data as AsyncGeneratorData;
  if (kind === ResumeKind.Throw && data.state === State.Start) {
    data.state = State.Completed;
    data.frame = null;
  }
  if (data.state === State.Completed && kind !== ResumeKind.Return) {
    if (kind === ResumeKind.Throw) reject(vm, promise, value);
    else resolve(vm, promise, iterResult(vm, undefined, true));
    return promise;
  }
  data.queue.push({ kind, value, promise });
  vm.allocate(64);
  if (kind === ResumeKind.Return && (data.state === State.Start || data.state === State.Completed)) {
    data.state = State.Draining;
    data.frame = null;
    deliver(vm, vm.frame, vm.dst, vm.mode, promise, undefined);
    awaitReturn(vm, data);
    return PUSHED;
  }
  if (data.state === State.Start || data.state === State.Suspended) {
    deliver(vm, vm.frame, vm.dst, vm.mode, promise, undefined);
    const frame = data.frame!;
    const started = data.state === State.Suspended;
    data.state = State.Executing;
    frame.prev = vm.frame;
    frame.mode = BODY | Mode.Discard;
    vm.depth++;
    vm.frame = frame;
    if (started) resumeAtYield(vm, frame, value, kind);
    return PUSHED;
  }
  return promise;
}

/** Yield, its operand already awaited. Goes on at once when another request waits. */
export function yieldAsync(vm: Vm, frame: Frame, value: Value): void {
  const data = dataOf(frame);
  const { promise } = data.queue.shift()!;
  const next = data.queue[0];
  if (next === undefined) {
    data.state = State.Suspended;
    vm.frame = frame.prev;
    frame.prev = null;
    vm.depth--;
    resolve(vm, promise, iterResult(vm, value, false));
    return;
  }
  resolve(vm, promise, iterResult(vm, value, false));
  resumeAtYield(vm, frame, next.value, next.kind);
}

/** Return from the body, its value already awaited; releases the frame. */
export function finishAsyncGenerator(vm: Vm, frame: Frame, value: Value): void {
  const { promise, data } = complete(vm, frame);
  resolve(vm, promise, iterResult(vm, value, true));
  drain(vm, data);
}

/** The body threw; releases the frame. */
export function failAsyncGenerator(vm: Vm, frame: Frame, reason: Value): void {
  const { promise, data } = complete(vm, frame);
  reject(vm, promise, reason);
  drain(vm, data);
}

function complete(vm: Vm, frame: Frame): { promise: PromiseObject; data: AsyncGeneratorData } {
  const data = dataOf(frame);
  data.state = State.Draining;
  data.frame = null;
  const { promise } = data.queue.shift()!;
  vm.frame = frame.prev;
  releaseFrame(vm, frame);
  return { promise, data };
}

/** AsyncGeneratorDrainQueue. https://tc39.es/ecma262/#sec-asyncgeneratordrainqueue */
function drain(vm: Vm, data: AsyncGeneratorData): void {
  for (;;) {
    const request = data.queue[0];
    if (request === undefined) {
      data.state = State.Completed;
      return;
    }
    if (request.kind === ResumeKind.Return) {
      awaitReturn(vm, data);
      return;
    }
    data.queue.shift();
    if (request.kind === ResumeKind.Throw) reject(vm, request.promise, request.value);
    else resolve(vm, request.promise, iterResult(vm, undefined, true));
  }
}

/** AsyncGeneratorAwaitReturn: the value of a return request is awaited before it answers. */
function awaitReturn(vm: Vm, data: AsyncGeneratorData): void {
  const { value } = data.queue[0]!;
  const settle = (ok: boolean) => (inner: Vm, result: Value) => {
    const { promise } = data.queue.shift()!;
    if (ok) resolve(inner, promise, iterResult(inner, result, true));
    else reject(inner, promise, result);
    drain(inner, data);
  };
  const target = new NativeTarget(settle(true), settle(false));
  const promise = promiseFor(vm, value);
  if (promise !== PUSHED) {
    addReaction(vm, promise as PromiseObject, target);
    return;
  }
  // The value's constructor is an accessor: the library resolves it, rejecting when the read throws.
  const relay = newPromise(vm);
  addReaction(vm, relay, target);
  vm.callRoutine("relayPromise", [relay, value], 0, Mode.Discard);
}
