/** Handlers that set a frame aside: Await, GeneratorStart, Yield and DelegateYield. */

import { Op } from "../bytecode/opcodes.js";
import { BodyKind } from "../bytecode/program.js";
import { Mode } from "../frame.js";
import { awaitValue } from "../jobs/async-function.js";
import { startAsyncGenerator, yieldAsync } from "../jobs/async-generator.js";
import { startGenerator, yieldResult, yieldValue } from "../jobs/generator.js";
import { peek } from "../operations/access.js";
import { isObject, PUSHED } from "../values/object.js";
import { CHANGED, type Handler, routineFrom } from "./protocol.js";

export const suspendHandlers: readonly (readonly [Op, Handler])[] = [
  [
    Op.Await,
    (vm, frame, pc) => {
      awaitValue(vm, frame, frame.registers[frame.unit.code[pc + 2]!]);
      return CHANGED;
    },
  ],
  [
    Op.GeneratorStart,
    (vm, frame, pc) => {
      const async = frame.unit.body === BodyKind.AsyncGenerator;
      const fallback = vm.realm.object(async ? "AsyncGeneratorPrototype" : "GeneratorPrototype");
      const own = peek(vm, frame.callee!, "prototype");
      // A generator function's prototype is an own data property; only a program that replaced it by defineProperty differs.
      const proto = own !== PUSHED && isObject(own) ? own : fallback;
      frame.pc = pc + 4;
      if (async) startAsyncGenerator(vm, frame, proto);
      else startGenerator(vm, frame, proto);
      return CHANGED;
    },
  ],
  [
    Op.Yield,
    (vm, frame, pc) => {
      const value = frame.registers[frame.unit.code[pc + 2]!];
      if (frame.unit.body === BodyKind.AsyncGenerator) yieldAsync(vm, frame, value);
      else yieldValue(vm, frame, value);
      return CHANGED;
    },
  ],
  [
    Op.DelegateYield,
    (vm, frame, pc) => {
      const result = frame.registers[frame.unit.code[pc + 1]! + 2];
      if (frame.unit.body === BodyKind.AsyncGenerator) {
        return routineFrom(vm, frame, pc, "iteratorValue", [result], 0, Mode.AsyncYield);
      }
      yieldResult(vm, frame, result);
      return CHANGED;
    },
  ],
];
