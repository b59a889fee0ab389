/**
 * Calling: how a frame is pushed, and how a value is delivered to the frame below. Nothing here
 * waits for guest code: a call of compiled code pushes a frame and returns PUSHED.
 *
 *   caller --pushClosure--> callee ... Return --deliver(mode, dst)--> caller
 */

import { Op } from "./bytecode/opcodes.js";
import { BlockFlag, BodyKind, FunctionKind } from "./bytecode/program.js";
import { GuestThrow, InternalError } from "./errors.js";
import { BODY, Frame, Mode } from "./frame.js";
import { newPromise, type PromiseObject } from "./jobs/promise.js";
import { toBoolean } from "./operations/convert.js";
import { newValues, type Unit } from "./unit.js";
import type { BoundData, ClosureData, NativeData } from "./values/function.js";
import type { IteratorRecord } from "./values/internal-slots.js";
import { DONE, GuestObject, isObject, Kind, MISS, PUSHED, TDZ, type Value } from "./values/object.js";
import type { Vm } from "./vm.js";

const NO_ARGS: readonly Value[] = [];

/** Objects that can be called. */
export interface CallableObject extends GuestObject {
  kind: Kind.Closure | Kind.Native | Kind.Bound | Kind.Proxy | Kind.Tool;
}

/** True for every value whose typeof is "function". */
export function isCallable(value: Value): value is CallableObject {
  if (!(value instanceof GuestObject)) return false;
  switch (value.kind) {
    case Kind.Closure:
    case Kind.Native:
    case Kind.Bound:
      return true;
    case Kind.Proxy:
      return value.data.callable;
    case Kind.Tool:
      return true;
    default:
      return false;
  }
}

/** IsConstructor. https://tc39.es/ecma262/#sec-isconstructor */
export function isConstructor(value: Value): value is GuestObject {
  if (!(value instanceof GuestObject)) return false;
  switch (value.kind) {
    case Kind.Closure: {
      const { block } = value.data as ClosureData;
      if ((block.flags & BlockFlag.Library) !== 0) return (block.flags & BlockFlag.LibraryConstructor) !== 0;
      return (
        block.body === BodyKind.Plain &&
        (block.kind === FunctionKind.Normal ||
          block.kind === FunctionKind.ClassConstructor ||
          block.kind === FunctionKind.DerivedConstructor)
      );
    }
    case Kind.Bound:
      return isConstructor((value.data as BoundData).target);
    case Kind.Proxy:
      return value.data.constructible;
    default:
      return false;
  }
}

/** Takes a frame from the unit's pool or makes one. */
export function takeFrame(vm: Vm, unit: Unit, data: ClosureData): Frame {
  let frame = unit.pool;
  if (frame !== null) {
    unit.pool = frame.prev;
    frame.cells = data.cells;
    frame.pc = 0;
  } else {
    frame = new Frame(unit, newValues(unit.block.registerCount), data.cells);
  }
  if (++vm.depth > vm.maxDepth) {
    vm.depth--;
    unit.pool = null;
    vm.throwRange("Maximum call stack size exceeded");
  }
  return frame;
}

/** Gives a finished frame back. The caller has read what it needs. */
export function releaseFrame(vm: Vm, frame: Frame): void {
  const { unit } = frame;
  vm.depth--;
  frame.prev = unit.pool;
  frame.args = null;
  frame.context = null;
  unit.pool = frame;
}

/** Pushes the frame of a closure call. `newTarget` is undefined for plain calls. */
export function pushClosure(
  vm: Vm,
  fn: GuestObject,
  self: Value,
  args: readonly Value[],
  dst: number,
  mode: number,
  newTarget: Value,
): void {
  const data = fn.data as ClosureData;
  const unit = data.unit ?? vm.libraryUnit(data);
  const frame = takeFrame(vm, unit, data);
  const registers = frame.registers;
  const params = unit.paramCount;
  for (let i = 0; i < params; i++) registers[i] = i < args.length ? args[i] : undefined;
  frame.callee = fn;
  frame.self = self;
  frame.newTarget = newTarget;
  frame.argCount = args.length;
  if ((unit.flags & BlockFlag.KeepsArguments) !== 0) frame.args = args;
  frame.dst = dst;
  frame.mode = mode;
  frame.prev = vm.frame;
  if (unit.body !== BodyKind.Plain) startBody(vm, frame, unit.body);
  vm.frame = frame;
  // A caller that is itself native code checks fuel through the loop's next entry.
  vm.fuel -= unit.entryCost;
}

/** Prepares the frame of an async function; generators prepare at GeneratorStart. */
export function startBody(vm: Vm, frame: Frame, body: number): void {
  frame.mode |= BODY;
  frame.context = body === BodyKind.Async ? newPromise(vm) : null;
}

/** Calls a native; handles its library fallback. */
export function callNative(
  vm: Vm,
  fn: GuestObject,
  self: Value,
  args: readonly Value[],
  dst: number,
  mode: number,
): Value {
  const data = fn.data as NativeData;
  vm.dst = dst;
  vm.mode = mode;
  vm.fuel -= 1;
  vm.nativeFrom = vm.memory;
  const value =
    data.call !== null ? data.call(vm, self, args[0], args[1], args[2]) : data.callAll!(vm, self, args as Value[]);
  vm.nativeFrom = -1;
  if (value !== MISS) return value;
  pushFallback(vm, fn, self, args, dst, mode);
  return PUSHED;
}

export function pushFallback(
  vm: Vm,
  fn: GuestObject,
  self: Value,
  args: readonly Value[],
  dst: number,
  mode: number,
): void {
  const { fallback, name } = fn.data as NativeData;
  if (fallback < 0) throw new InternalError(`native ${name} has no fallback`);
  pushClosure(vm, vm.routineAt(fallback), self, args, dst, mode, undefined);
  vm.frame!.callee = fn;
}

/**
 * Calls any callable. The value is returned when it is known at once and the mode is Normal, else
 * it is delivered later (PUSHED). Throws TypeError when `fn` is not callable.
 */
export function invoke(
  vm: Vm,
  fn: Value,
  self: Value,
  args: readonly Value[],
  dst: number,
  mode: number = Mode.Normal,
): Value {
  for (;;) {
    if (!(fn instanceof GuestObject)) return vm.throwType(`${vm.describe(fn)} is not a function`);
    switch (fn.kind) {
      case Kind.Closure: {
        const { block } = fn.data as ClosureData;
        if (block.kind >= FunctionKind.ClassConstructor) {
          return vm.throwType(`Class constructor ${block.name} cannot be invoked without 'new'`);
        }
        pushClosure(vm, fn, self, args, dst, mode, undefined);
        return PUSHED;
      }
      case Kind.Native:
        return callNative(vm, fn, self, args, dst, mode);
      case Kind.Bound: {
        const bound = fn.data as BoundData;
        fn = bound.target;
        self = bound.self;
        vm.charge(1 + (args.length >> 3));
        if (bound.args.length > 0) args = [...bound.args, ...args];
        continue;
      }
      case Kind.Tool:
        return vm.callRoutine("callTool", [fn, vm.newArray(args.slice())], dst, mode);
      case Kind.Proxy:
        if (fn.data.callable) return vm.callRoutine("proxyCall", [fn, self, vm.newArray(args.slice())], dst, mode);
        break;
    }
    return vm.throwType(`${vm.describe(fn)} is not a function`);
  }
}

/** Constructs. Always delivers through the frame below or returns the object when it is known at once. */
export function construct(vm: Vm, fn: Value, args: readonly Value[], newTarget: Value, dst: number): Value {
  for (;;) {
    if (!isConstructor(fn)) return vm.throwType(`${vm.describe(fn)} is not a constructor`);
    switch (fn.kind) {
      case Kind.Closure: {
        const { block } = fn.data as ClosureData;
        if (block.kind === FunctionKind.DerivedConstructor || (block.flags & BlockFlag.Library) !== 0) {
          pushClosure(vm, fn, TDZ, args, dst, Mode.Construct, newTarget);
          return PUSHED;
        }
        const proto = vm.prototypeForNew(newTarget as GuestObject);
        if (proto === PUSHED) {
          // The prototype comes from an accessor or a proxy: let the library read it first.
          return vm.callRoutine("constructSlow", [fn, vm.newArray(args.slice()), newTarget], dst, Mode.Normal);
        }
        const self = vm.newObject(proto as GuestObject | null);
        pushClosure(vm, fn, self, args, dst, Mode.Construct, newTarget);
        return PUSHED;
      }
      case Kind.Bound: {
        const bound = fn.data as BoundData;
        if (newTarget === fn) newTarget = bound.target;
        fn = bound.target;
        vm.charge(1 + (args.length >> 3));
        if (bound.args.length > 0) args = [...bound.args, ...args];
        continue;
      }
      case Kind.Proxy:
        return vm.callRoutine("proxyConstruct", [fn, vm.newArray(args.slice()), newTarget], dst, Mode.Normal);
      default:
        throw new InternalError("constructor of an unknown kind");
    }
  }
}

/** True when the comparison jump at `op` jumps on a truthy result. */
function jumpsOnTrue(op: number): boolean {
  switch (op) {
    case Op.JumpLt:
    case Op.JumpLe:
    case Op.JumpGt:
    case Op.JumpGe:
    case Op.JumpLtInt:
    case Op.JumpLeInt:
    case Op.JumpGtInt:
    case Op.JumpGeInt:
    case Op.JumpLooseEq:
      return true;
    default:
      return false;
  }
}

/**
 * Hands `value` to the frame below `frame` and makes that one current. `frame` itself is not
 * touched: the caller releases or keeps it.
 */
export function deliver(vm: Vm, below: Frame | null, dst: number, mode: number, value: Value, self: Value): void {
  vm.frame = below;
  switch (mode) {
    case Mode.Normal:
      below!.registers[dst] = value;
      return;
    case Mode.Discard:
      return;
    case Mode.Construct:
      if (isObject(value)) below!.registers[dst] = value;
      else if (self === TDZ) throw new InternalError("a constructor delivered no object");
      else below!.registers[dst] = self;
      return;
    case Mode.Branch: {
      const { code } = below!.unit;
      const at = below!.pc - 4;
      if (toBoolean(value) === jumpsOnTrue(code[at]!)) below!.pc = code[at + 3]!;
      return;
    }
    case Mode.Step: {
      const { code } = below!.unit;
      const at = below!.pc - 4;
      const record = below!.registers[code[at + 2]!] as unknown as IteratorRecord;
      if (value === DONE) {
        record.done = true;
        below!.registers[dst] = undefined;
        below!.pc = code[at + 3]!;
      } else below!.registers[dst] = value;
      return;
    }
    case Mode.Negate:
      below!.registers[dst] = !toBoolean(value);
      return;
    case Mode.DelegateResume:
      // No such method: 3 for return, 4 for throw.
      if (value === DONE) below!.registers[dst] = below!.registers[dst] === 1 ? 4 : 3;
      else below!.registers[dst + 2] = value;
      return;
    case Mode.DelegateDone:
      if (value !== DONE) {
        below!.registers[dst + 2] = value;
        below!.pc = below!.unit.code[below!.pc - 2]!;
      }
      return;
    case Mode.AsyncYield:
      vm.yieldIn(below!, value);
      return;
    case Mode.Await:
      vm.awaitIn(below!, value as PromiseObject);
      return;
    case Mode.Job:
      vm.jobs.finish(value, false);
      return;
    default:
      throw new InternalError(`deliver: mode ${mode}`);
  }
}

/** Rethrows host exceptions that are no guest throw. */
export function thrownValue(error: unknown): Value {
  if (error instanceof GuestThrow) return error.value;
  throw error;
}

export { NO_ARGS };
