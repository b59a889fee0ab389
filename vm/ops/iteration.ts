/**
 * Handlers of iteration. Arrays whose iteration nobody changed are walked by index; generators
 * are resumed directly; everything else follows the protocol in library code.
 */
import { Op } from "../bytecode/opcodes.js";
import { BlockFlag, BodyKind } from "../bytecode/program.js";
import { callNative } from "../calls.js";
import { GuestThrow } from "../errors.js";
import { Mode } from "../frame.js";
import { forInKeys } from "../operations/for-in.js";
import { findOwn } from "../operations/property.js";
import type { ArrayObject } from "../values/array.js";
import { IteratorRecord, type KeyCursor } from "../values/internal-slots.js";
import { type GuestObject, HOLE, isObject, Kind, PUSHED, type Value } from "../values/object.js";
import { keyOfString } from "../values/property-key.js";
import type { Vm } from "../vm.js";
import { CHANGED, type Handler, routineFrom } from "./protocol.js";

export const iterationHandlers: readonly (readonly [Op, Handler])[] = [
  [
    Op.GetIterator,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const source = frame.registers[code[pc + 2]!];
      if (isObject(source) && vm.iteratesPlainly(source)) {
        vm.allocate(48);
        frame.registers[dst] = new IteratorRecord(source, undefined, true) as unknown as Value;
        return pc + 4;
      }
      if ((source as unknown) instanceof IteratorRecord) {
        frame.registers[dst] = source;
        return pc + 4;
      }
      // Built-ins name a bad argument by its type, programs by its text.
      const routine = (frame.unit.flags & BlockFlag.Library) !== 0 ? "iteratorOfArgument" : "getIterator";
      return routineFrom(vm, frame, pc, routine, [source], dst);
    },
  ],
  [
    Op.IteratorNext,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const record = frame.registers[code[pc + 2]!] as unknown as IteratorRecord;
      if (record.done) {
        frame.registers[dst] = undefined;
        return code[pc + 3]!;
      }
      if (record.isWalk) {
        const array = record.iterator;
        if (array.kind === Kind.Array) {
          const elements = (array as ArrayObject).data;
          const { index } = record;
          if (index < elements.length) {
            const value = elements[index];
            record.index = index + 1;
            frame.registers[dst] = value === HOLE ? undefined : value;
            return pc + 4;
          }
          record.done = true;
          frame.registers[dst] = undefined;
          return code[pc + 3]!;
        }
        // The array turned slow during the walk.
        return routineFrom(vm, frame, pc, "arrayWalkStep", [array, record as unknown as Value], dst, Mode.Step);
      }
      const { next, iterator } = record;
      // A throw before a frame is pushed ends the iterator too.
      if (next === vm.realm.object("GeneratorPrototype_next") && iterator.kind === Kind.Generator) {
        try {
          const value = callNative(vm, next, iterator, [undefined], dst, Mode.Step);
          if (value === PUSHED) return CHANGED;
          record.done = true;
          frame.registers[dst] = undefined;
          return code[pc + 3]!;
        } catch (error) {
          if (error instanceof GuestThrow) record.done = true;
          throw error;
        }
      }
      return routineFrom(vm, frame, pc, "iteratorStep", [record as unknown as Value], dst, Mode.Step);
    },
  ],
  [
    Op.IteratorClose,
    (vm, frame, pc) => {
      const record = frame.registers[frame.unit.code[pc + 1]!] as unknown as IteratorRecord;
      if (record.done || record.isWalk) return pc + 4;
      record.done = true;
      return routineFrom(vm, frame, pc, "iteratorClose", [record as unknown as Value], 0, Mode.Discard);
    },
  ],
  [
    Op.IteratorCloseSilent,
    (vm, frame, pc) => {
      const record = frame.registers[frame.unit.code[pc + 1]!] as unknown as IteratorRecord;
      if (record.done || record.isWalk) return pc + 4;
      record.done = true;
      return routineFrom(vm, frame, pc, "iteratorCloseSilently", [record as unknown as Value], 0, Mode.Discard);
    },
  ],
  [
    Op.IteratorRest,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const record = frame.registers[code[pc + 2]!] as unknown as IteratorRecord;
      if (record.done) {
        frame.registers[code[pc + 1]!] = vm.newArray([]);
        return pc + 4;
      }
      return routineFrom(vm, frame, pc, "iteratorRest", [record as unknown as Value], code[pc + 1]!);
    },
  ],
  [
    Op.ForInStart,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const source = frame.registers[code[pc + 2]!];
      const cursor = forInKeys(vm, source);
      if (cursor === undefined) return routineFrom(vm, frame, pc, "forInCursor", [source], dst);
      frame.registers[dst] = cursor as unknown as Value;
      return pc + 4;
    },
  ],
  [
    Op.ForInNext,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const cursor = frame.registers[code[pc + 2]!] as unknown as KeyCursor;
      const { object, keys } = cursor;
      while (cursor.index < keys.length) {
        const key = keys[cursor.index++]!;
        if (object !== null && !stillThere(vm, object, key)) continue;
        frame.registers[code[pc + 1]!] = key;
        return pc + 4;
      }
      return code[pc + 3]!;
    },
  ],
  [
    Op.GetAsyncIterator,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      return routineFrom(vm, frame, pc, "getAsyncIterator", [frame.registers[code[pc + 2]!]], code[pc + 1]!);
    },
  ],
  [
    Op.AsyncIteratorNext,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const record = frame.registers[code[pc + 2]!] as unknown as Value;
      return routineFrom(vm, frame, pc, "asyncIteratorNext", [record], code[pc + 1]!);
    },
  ],
  [
    Op.IteratorResult,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const result = frame.registers[dst];
      const record = frame.registers[code[pc + 2]!] as unknown as IteratorRecord;
      if (!isObject(result)) {
        record.done = true;
        return vm.throwType(`Iterator result ${vm.describe(result)} is not an object`);
      }
      return routineFrom(vm, frame, pc, "asyncIteratorResult", [record as unknown as Value, result], dst, Mode.Step);
    },
  ],
  [
    Op.AsyncIteratorClose,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const record = frame.registers[code[pc + 2]!] as unknown as IteratorRecord;
      if (record.done) return code[pc + 3]!;
      // The step mode jumps when the routine answers DONE: there is no return method.
      record.done = true;
      return routineFrom(vm, frame, pc, "asyncIteratorClose", [record as unknown as Value], code[pc + 1]!, Mode.Step);
    },
  ],
  [
    Op.CheckObject,
    (vm, { unit, registers }, pc) => {
      const value = registers[unit.code[pc + 1]!];
      if (!isObject(value)) return vm.throwType(`Iterator result ${vm.describe(value)} is not an object`);
      return pc + 4;
    },
  ],
  [
    Op.DelegateResume,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const record = frame.registers[code[pc + 2]!] as unknown as Value;
      const R = frame.registers;
      const isAsync = frame.unit.body === BodyKind.AsyncGenerator;
      return routineFrom(
        vm,
        frame,
        pc,
        "delegateResume",
        [record, R[base], R[base + 1], isAsync],
        base,
        Mode.DelegateResume,
      );
    },
  ],
  [
    Op.DelegateDone,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const result = frame.registers[base + 2];
      if (!isObject(result)) return vm.throwType(`Iterator result ${vm.describe(result)} is not an object`);
      return routineFrom(vm, frame, pc, "delegateDone", [result], base, Mode.DelegateDone);
    },
  ],
  [
    Op.UsingAdd,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const list = code[pc + 1]!;
      return routineFrom(
        vm,
        frame,
        pc,
        "addDisposable",
        [frame.registers[list], frame.registers[code[pc + 2]!], code[pc + 3] === 1],
        list,
      );
    },
  ],
  [
    Op.UsingDispose,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const list = code[pc + 2]!;
      const R = frame.registers;
      return routineFrom(
        vm,
        frame,
        pc,
        code[pc + 3] === 1 ? "disposeResourcesAsync" : "disposeResources",
        [R[list], R[list + 1], R[list + 2]],
        code[pc + 1]!,
      );
    },
  ],
];

/** A key of a for-in walk that was deleted meanwhile is skipped. */
function stillThere(vm: Vm, start: GuestObject, key: string): boolean {
  const canonical = keyOfString(key);
  for (let object: GuestObject | null = start; object !== null; object = object.shape.proto) {
    if (object.kind === Kind.Proxy) return true;
    if (findOwn(vm, object, canonical)) return true;
  }
  return false;
}
