/**
 * Unwinding: finds the handler of a thrown value, frame by frame, in a loop. A frame without one
 * ends: async bodies reject their promise, generators complete, a job reports its failure.
 */
import { INSTRUCTION_WIDTH } from "./bytecode/operands.js";
import { BodyKind } from "./bytecode/program.js";
import { positionAt } from "./bytecode/source-map.js";
import { deliver, releaseFrame } from "./calls.js";
import { BODY, type Frame, isAttached, Mode } from "./frame.js";
import { failAsyncGenerator } from "./jobs/async-generator.js";
import { failGenerator } from "./jobs/generator.js";
import { type PromiseObject, reject } from "./jobs/promise.js";
import type { IteratorRecord } from "./values/internal-slots.js";
import { GuestObject, Kind, type Value } from "./values/object.js";
import type { Vm } from "./vm.js";

/**
 * Continues after `value` was thrown by the instruction at `pc` of `frame`: makes the frame with
 * the handler current, or ends the job (`vm.frame` null).
 */
export function unwind(vm: Vm, frame: Frame, pc: number, value: Value): void {
  vm.nativeFrom = -1;
  if (!(value instanceof GuestObject && value.kind === Kind.Error)) {
    const { block, program } = frame.unit;
    if (program === vm.program) vm.lastThrow = { value, at: positionAt(block, pc) };
  }
  let current: Frame = frame;
  let at = pc;
  for (;;) {
    for (const range of current.unit.block.handlers) {
      if (at >= range.start && at < range.end) {
        current.registers[range.register] = value;
        current.pc = range.target;
        vm.frame = current;
        return;
      }
    }
    const below = current.prev;
    const { mode, dst } = current;
    if ((mode & BODY) !== 0) {
      const body = current.unit.body;
      const context = current.context;
      if (body === BodyKind.Async) {
        const promise = context as PromiseObject;
        const attached = isAttached(current);
        releaseFrame(vm, current);
        // Not yet suspended: the caller still waits for the promise itself.
        if (attached) deliver(vm, below, dst, mode & ~BODY, promise, undefined);
        else vm.frame = null;
        reject(vm, promise, value);
        return;
      }
      if (body === BodyKind.AsyncGenerator && context !== null) {
        failAsyncGenerator(vm, current, value);
        return;
      }
      if (body === BodyKind.Generator && context !== null) failGenerator(vm, current);
      // Parameter initialisation of a generator throws to the caller.
    }
    releaseFrame(vm, current);
    const plain = mode & ~BODY;
    if (plain === Mode.Job || below === null) {
      vm.frame = null;
      if (plain === Mode.Job) vm.jobs.finish(value, true);
      return;
    }
    current = below;
    at = below.pc - INSTRUCTION_WIDTH;
    if (plain === Mode.Step) {
      const record = below.registers[below.unit.code[at + 2]!] as unknown as IteratorRecord;
      record.done = true;
    }
    vm.frame = below;
  }
}
