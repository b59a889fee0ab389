/**
 * setTimeout, clearTimeout and queueMicrotask. A timer is unfinished work of the execution like a
 * host call; its callback becomes a job when the host's clock says so (vm/jobs/scheduler.ts).
 */
import { isCallable } from "../calls.js";
import { toNumber } from "../operations/convert.js";
import type { ArrayObject } from "../values/array.js";
import { isObject, MISS, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { type Family, method, methodAll } from "./define.js";

/** Longest delay of a host timer, in ms; longer or shorter ones count as 1, as in Node. */
const MAX_DELAY = 2 ** 31 - 1;

function start(vm: Vm, callback: Value, delay: number, args: readonly Value[]): Value {
  if (!isCallable(callback)) {
    return vm.throwType(`The "callback" argument must be of type function. Received ${vm.describe(callback)}`);
  }
  const milliseconds = delay >= 1 && delay <= MAX_DELAY ? Math.trunc(delay) : 1;
  return vm.scheduler.startTimer(callback, milliseconds, args);
}

export const timersFamily: Family = {
  intrinsics: [
    {
      name: "Timers",
      rows: [
        methodAll(
          "setTimeout",
          1,
          (vm, _self, args) => (isObject(args[1]) ? MISS : start(vm, args[0], toNumber(vm, args[1]), args.slice(2))),
          "startTimeout",
        ),
        method("clearTimeout", 1, (vm, _self, id) => {
          if (typeof id === "number") vm.scheduler.stopTimer(id);
          return undefined;
        }),
        method("queueMicrotask", 1, (vm, _self, callback) => {
          if (!isCallable(callback)) {
            return vm.throwType(`The "callback" argument must be of type function. Received ${vm.describe(callback)}`);
          }
          vm.jobs.enqueueCallback(callback, []);
          return undefined;
        }),
      ],
    },
  ],
  operations: [
    {
      name: "startTimer",
      call: (vm, callback, delay, args) => start(vm, callback, delay as number, (args as ArrayObject).data),
    },
  ],
  globals: [
    ["setTimeout", "Timers_setTimeout"],
    ["clearTimeout", "Timers_clearTimeout"],
    ["queueMicrotask", "Timers_queueMicrotask"],
  ],
};
