/**
 * Promise, native part: `then`, `catch` and `Promise.resolve` on promises that nobody specialised,
 * and the resolving functions. Subclasses, the executor and the combinators are
 * vm/library/promise.js. Number and order of jobs are the specification's on both ways.
 * https://tc39.es/ecma262/#sec-promise-objects
 */
import { isCallable } from "../calls.js";
import {
  addReaction,
  Capability,
  fulfill,
  HandlerTarget,
  isPromise,
  newPromise,
  PromiseData,
  type PromiseObject,
  reject,
  resolve,
} from "../jobs/promise.js";
import { peek } from "../operations/access.js";
import type { ArrayObject } from "../values/array.js";
import { type GuestObject, isObject, Kind, MISS, PUSHED, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, method } from "./define.js";

/** True when the species of the promise is the intrinsic constructor and reading it runs nothing. */
function isPristine(vm: Vm, value: Value): value is PromiseObject {
  return isPromise(value) && value.shape === vm.shapes.promise;
}

/** True when resolving with the value must read a `then` that is an accessor or behind a proxy. */
function readsThen(vm: Vm, value: Value): boolean {
  if (!isObject(value) || value.kind === Kind.Tool || isPristine(vm, value)) return false;
  return peek(vm, value, "then") === PUSHED;
}

/** PerformPromiseThen with handlers that may be anything. */
function performThen(
  vm: Vm,
  promise: PromiseObject,
  onFulfilled: Value,
  onRejected: Value,
  capability: Capability | null,
): void {
  addReaction(
    vm,
    promise,
    new HandlerTarget(
      isCallable(onFulfilled) ? onFulfilled : undefined,
      isCallable(onRejected) ? onRejected : undefined,
      capability,
    ),
  );
}

function thenNative(vm: Vm, self: Value, onFulfilled: Value, onRejected: Value): Value {
  if (!isPristine(vm, self)) return MISS;
  const derived = newPromise(vm);
  performThen(vm, self, onFulfilled, onRejected, new Capability(derived, undefined, undefined));
  return derived;
}

function resolveStatic(vm: Vm, self: Value, value: Value): Value {
  if (self !== vm.realm.object("Promise")) return MISS;
  if (isPromise(value)) return isPristine(vm, value) ? value : MISS;
  if (readsThen(vm, value)) return MISS;
  const promise = newPromise(vm);
  resolve(vm, promise, value);
  return promise;
}

function rejectStatic(vm: Vm, self: Value, reason: Value): Value {
  if (self !== vm.realm.object("Promise")) return MISS;
  const promise = newPromise(vm);
  reject(vm, promise, reason);
  return promise;
}

export const promiseFamily: Family = {
  intrinsics: [
    {
      name: "PromisePrototype",
      rows: [
        method("then", 2, thenNative, "promiseThen"),
        method("catch", 1, (vm, self, onRejected) => thenNative(vm, self, undefined, onRejected), "promiseCatch"),
        constant("@@toStringTag", "Promise"),
      ],
    },
    {
      name: "Promise",
      proto: "FunctionPrototype",
      rows: [
        method("reject", 1, rejectStatic, "promiseReject"),
        method("resolve", 1, resolveStatic, "promiseResolveMethod"),
      ],
    },
  ],
  constructors: [{ name: "Promise" }],
  operations: [
    {
      /** A pending promise with a prototype of its own. */
      name: "newPromiseOf",
      call: (vm, proto) => {
        vm.allocate(8);
        return vm.newExotic(proto as GuestObject, Kind.Promise, new PromiseData(vm.promiseCount++));
      },
    },
    {
      /** Fulfils with a value whose `then` was read and is not callable. */
      name: "fulfillPromise",
      call: (vm, promise, value) => {
        fulfill(vm, promise as PromiseObject, value);
        return undefined;
      },
    },
    {
      /** Resolves when that runs no guest code; false when the caller must read `then`. */
      name: "resolveDirectly",
      call: (vm, promise, value) => {
        if (value !== promise && readsThen(vm, value)) return false;
        resolve(vm, promise as PromiseObject, value);
        return true;
      },
    },
    {
      /** PerformPromiseThen; the capability is [promise, resolve, reject], its functions undefined for intrinsic ones. */
      name: "performThen",
      call: (vm, promise, onFulfilled, onRejected, capability) => {
        const [derived, resolver, rejecter] = (capability as ArrayObject).data;
        performThen(vm, promise as PromiseObject, onFulfilled, onRejected, new Capability(derived, resolver, rejecter));
        return undefined;
      },
    },
  ],
  globals: [["Promise", "Promise"]],
};
