/** Handlers of closures, classes, calls and returns. */
import { Op } from "../bytecode/opcodes.js";
import { BlockFlag, BodyKind, FunctionKind } from "../bytecode/program.js";
import { construct, deliver, invoke, isConstructor, pushFallback, releaseFrame } from "../calls.js";
import { GuestThrow } from "../errors.js";
import { BODY, type Frame, Mode } from "../frame.js";
import { finishAsync } from "../jobs/async-function.js";
import { finishAsyncGenerator } from "../jobs/async-generator.js";
import { finishGenerator } from "../jobs/generator.js";
import { peek } from "../operations/access.js";
import { findOwn, putOwn } from "../operations/property.js";
import { newValues, type Unit } from "../unit.js";
import type { ArrayObject } from "../values/array.js";
import { type Cell, ClosureData, type NativeData } from "../values/function.js";
import { Bit, GuestObject, isObject, Kind, MISS, PUSHED, TDZ, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { THIS_BEFORE_SUPER } from "./load.js";
import { CHANGED, type Handler, routineFrom, store } from "./protocol.js";

/** The prototype of a function object, by its body. */
function functionProto(vm: Vm, unit: Unit): GuestObject {
  switch (unit.body) {
    case BodyKind.Async:
      return vm.realm.object("AsyncFunctionPrototype");
    case BodyKind.Generator:
      return vm.realm.object("GeneratorFunctionPrototype");
    case BodyKind.AsyncGenerator:
      return vm.realm.object("AsyncGeneratorFunctionPrototype");
    default:
      return vm.realm.functionPrototype;
  }
}

function makeClosure(vm: Vm, frame: Frame, child: number, home: GuestObject | null): GuestObject {
  const unit = frame.unit.child(child);
  const { captures } = unit.block;
  const count = captures.length;
  const cells: Cell[] = [];
  for (let i = 0; i < count; i++) {
    const from = captures[i]!;
    cells.push(from >= 0 ? (frame.registers[from] as unknown as Cell) : frame.cells[-1 - from]!);
  }
  vm.allocate(128 + 8 * count);
  const shape = unit.body === BodyKind.Plain ? vm.shapes.function : vm.rootShape(functionProto(vm, unit));
  const data = new ClosureData(
    unit.block,
    unit,
    cells,
    home,
    null,
    frame.unit.block.flags & BlockFlag.Library ? frame.unit.block.children[child]! : -1,
  );
  return new GuestObject(shape, newValues(0), Kind.Closure, data, Bit.LazyFunction, 0);
}

/** Arguments of a call as an array. */
function argumentList(frame: Frame, from: number, count: number): Value[] {
  const args = newValues(count);
  for (let i = 0; i < count; i++) args[i] = frame.registers[from + i];
  return args;
}

/** Checked after the arguments are evaluated: https://tc39.es/ecma262/#sec-super-keyword-runtime-semantics-evaluation */
function checkSuperConstructor(vm: Vm, frame: Frame, parent: Value): void {
  if (isConstructor(parent)) return;
  // An arrow that calls super() does not know its class. The parent of `class extends null` is Function.prototype.
  const { name, kind } = frame.unit.block;
  const derived = kind === FunctionKind.DerivedConstructor && name !== "" ? name : "anonymous class";
  const text = parent === null || (parent as Value) === vm.realm.functionPrototype ? "null" : vm.describe(parent);
  vm.throwType(`Super constructor ${text} of ${derived} is not a constructor`);
}

/** A native of up to three parameters, its arguments straight from registers: the instruction's answer. */
function callNativeFrom(
  vm: Vm,
  frame: Frame,
  pc: number,
  fn: GuestObject,
  self: Value,
  base: number,
  from: number,
): number {
  const { call } = fn.data as NativeData;
  const count = frame.unit.code[pc + 2]!;
  const R = frame.registers;
  vm.dst = base;
  vm.mode = Mode.Normal;
  vm.fuel -= 1;
  vm.nativeFrom = vm.memory;
  const value = call!(
    vm,
    self,
    count > 0 ? R[from] : undefined,
    count > 1 ? R[from + 1] : undefined,
    count > 2 ? R[from + 2] : undefined,
  );
  vm.nativeFrom = -1;
  if (value === PUSHED) return CHANGED;
  if (value === MISS) {
    pushFallback(vm, fn, self, argumentList(frame, from, count), base, Mode.Normal);
    return CHANGED;
  }
  R[base] = value;
  return pc + 4;
}

const takesRegisters = (fn: Value): fn is GuestObject =>
  fn instanceof GuestObject && fn.kind === Kind.Native && (fn.data as NativeData).call !== null;

function notCallable(vm: Vm, frame: Frame, value: Value, what: string): never {
  return vm.throwType(`${vm.calleeText(frame, value)} is not ${what}`);
}

function call(vm: Vm, frame: Frame, pc: number, base: number, fn: Value, self: Value, args: readonly Value[]): number {
  if (!isObject(fn)) return notCallable(vm, frame, fn, "a function");
  switch (fn.kind) {
    case Kind.Closure:
    case Kind.Native:
    case Kind.Bound:
    case Kind.Tool:
      break;
    default:
      if (fn.kind !== Kind.Proxy || !fn.data.callable) return notCallable(vm, frame, fn, "a function");
  }
  return store(frame, base, invoke(vm, fn, self, args, base, Mode.Normal), pc);
}

function constructFrom(
  vm: Vm,
  frame: Frame,
  pc: number,
  base: number,
  args: readonly Value[],
  newTarget: Value,
): number {
  const fn = frame.registers[base];
  if (!isConstructor(fn)) return notCallable(vm, frame, fn, "a constructor");
  return store(frame, base, construct(vm, fn, args, newTarget === undefined ? fn : newTarget, base), pc);
}

/** Return for every kind of frame but a plain one with mode Normal, which the loop handles. */
function finish(vm: Vm, frame: Frame, value: Value): number {
  if ((frame.mode & BODY) !== 0) {
    switch (frame.unit.body) {
      case BodyKind.Async:
        finishAsync(vm, frame, value);
        return CHANGED;
      case BodyKind.Generator:
        finishGenerator(vm, frame, value);
        releaseFrame(vm, frame);
        return CHANGED;
      default:
        finishAsyncGenerator(vm, frame, value);
        return CHANGED;
    }
  }
  const { prev, dst, mode, self } = frame;
  releaseFrame(vm, frame);
  deliver(vm, prev, dst, mode, value, self);
  return CHANGED;
}

export const functionHandlers: readonly (readonly [Op, Handler])[] = [
  [
    Op.MakeClosure,
    (vm, frame, pc) => {
      frame.registers[frame.unit.code[pc + 1]!] = makeClosure(vm, frame, frame.unit.code[pc + 2]!, null);
      return pc + 4;
    },
  ],
  [
    Op.MakeMethod,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      frame.registers[code[pc + 1]!] = makeClosure(
        vm,
        frame,
        code[pc + 2]!,
        frame.registers[code[pc + 3]!] as GuestObject,
      );
      return pc + 4;
    },
  ],
  [
    Op.SetFunctionName,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const fn = frame.registers[code[pc + 1]!] as GuestObject;
      const key = frame.registers[code[pc + 2]!];
      let name: string;
      if (key instanceof GuestSymbol) {
        name = key.isPrivate ? key.description! : key.description === undefined ? "" : `[${key.description}]`;
      } else name = String(key);
      const prefix = code[pc + 3] === 1 ? "get " : code[pc + 3] === 2 ? "set " : "";
      findOwn(vm, fn, "name");
      putOwn(vm, fn, "name", prefix + name, Attr.Configurable);
      return pc + 4;
    },
  ],
  [
    Op.GetHeritage,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const parent = frame.registers[code[pc + 2]!];
      if (parent === null) {
        frame.registers[base] = vm.realm.functionPrototype;
        frame.registers[base + 1] = null;
        return pc + 4;
      }
      if (!isConstructor(parent)) {
        return vm.throwType(`Class extends value ${vm.describe(parent)} is not a constructor or null`);
      }
      frame.registers[base] = parent;
      const proto = peek(vm, parent, "prototype");
      if (proto === PUSHED) return routineFrom(vm, frame, pc, "heritagePrototype", [parent], base + 1);
      if (proto !== null && !isObject(proto)) {
        return vm.throwType(`Class extends value does not have valid prototype property ${vm.describe(proto)}`);
      }
      frame.registers[base + 1] = proto;
      return pc + 4;
    },
  ],
  [
    Op.MakeClass,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const heritage = code[pc + 3]!;
      const parent = heritage < 0 ? vm.realm.functionPrototype : (frame.registers[heritage] as GuestObject);
      const protoParent =
        heritage < 0 ? vm.realm.objectPrototype : (frame.registers[heritage + 1] as GuestObject | null);
      const proto = vm.newObject(protoParent);
      const fn = makeClosure(vm, frame, code[pc + 2]!, proto);
      const { block } = fn.data as ClosureData;
      fn.bits = 0;
      fn.shape = vm
        .rootShape(parent)
        .add("length", Attr.Configurable)
        .add("name", Attr.Configurable)
        .add("prototype", Attr.None);
      fn.slots = [block.length, block.name, proto];
      putOwn(vm, proto, "constructor", fn, Attr.Hidden);
      frame.registers[base] = fn;
      frame.registers[base + 1] = proto;
      return pc + 4;
    },
  ],
  [
    Op.SetInitializer,
    (_vm, { unit, registers }, pc) => {
      const fn = registers[unit.code[pc + 1]!] as GuestObject;
      (fn.data as ClosureData).initializer = registers[unit.code[pc + 2]!] as GuestObject;
      return pc + 4;
    },
  ],
  [
    Op.InitializeInstance,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const { initializer } = (frame.registers[code[pc + 2]!] as GuestObject).data as ClosureData;
      if (initializer === null) return pc + 4;
      invoke(vm, initializer, frame.registers[code[pc + 1]!], [], 0, Mode.Discard);
      return CHANGED;
    },
  ],
  [
    Op.Call,
    (vm, frame, pc) => {
      const base = frame.unit.code[pc + 1]!;
      const fn = frame.registers[base];
      if (takesRegisters(fn)) return callNativeFrom(vm, frame, pc, fn, undefined, base, base + 1);
      const args = argumentList(frame, base + 1, frame.unit.code[pc + 2]!);
      return call(vm, frame, pc, base, frame.registers[base], undefined, args);
    },
  ],
  [
    Op.CallMethod,
    (vm, frame, pc) => {
      const base = frame.unit.code[pc + 1]!;
      const fn = frame.registers[base];
      if (takesRegisters(fn)) return callNativeFrom(vm, frame, pc, fn, frame.registers[base + 1], base, base + 2);
      const args = argumentList(frame, base + 2, frame.unit.code[pc + 2]!);
      return call(vm, frame, pc, base, frame.registers[base], frame.registers[base + 1], args);
    },
  ],
  [
    Op.CallCaptured,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const args = argumentList(frame, base + 1, code[pc + 2]!);
      return call(vm, frame, pc, base, frame.cells[code[pc + 3]!]!.value, undefined, args);
    },
  ],
  [
    Op.CallSpread,
    (vm, frame, pc) => {
      const base = frame.unit.code[pc + 1]!;
      const list = frame.registers[base + 2] as ArrayObject;
      vm.charge(list.data.length >> 3);
      return call(vm, frame, pc, base, frame.registers[base], frame.registers[base + 1], list.data);
    },
  ],
  [
    Op.New,
    (vm, frame, pc) => {
      const base = frame.unit.code[pc + 1]!;
      return constructFrom(vm, frame, pc, base, argumentList(frame, base + 1, frame.unit.code[pc + 2]!), undefined);
    },
  ],
  [
    Op.NewSpread,
    (vm, frame, pc) => {
      const base = frame.unit.code[pc + 1]!;
      return constructFrom(vm, frame, pc, base, (frame.registers[base + 1] as ArrayObject).data, undefined);
    },
  ],
  [
    Op.GetSuperConstructor,
    (_vm, frame, pc) => {
      const { code } = frame.unit;
      const parent = (frame.registers[code[pc + 2]!] as GuestObject).shape.proto;
      frame.registers[code[pc + 1]!] = parent;
      return pc + 4;
    },
  ],
  [
    Op.SuperCall,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      checkSuperConstructor(vm, frame, frame.registers[base]);
      const args = argumentList(frame, base + 1, code[pc + 2]!);
      return constructFrom(vm, frame, pc, base, args, frame.registers[code[pc + 3]!]);
    },
  ],
  [
    Op.SuperCallSpread,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      checkSuperConstructor(vm, frame, frame.registers[base]);
      return constructFrom(
        vm,
        frame,
        pc,
        base,
        (frame.registers[base + 1] as ArrayObject).data,
        frame.registers[code[pc + 3]!],
      );
    },
  ],
  [Op.Return, (vm, frame, pc) => finish(vm, frame, frame.registers[frame.unit.code[pc + 1]!])],
  [Op.ReturnUndefined, (vm, frame) => finish(vm, frame, undefined)],
  [
    Op.ReturnDerived,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const value = frame.registers[code[pc + 1]!];
      if (isObject(value)) return finish(vm, frame, value);
      if (value !== undefined) return vm.throwType("Derived constructors may only return object or undefined");
      const self = frame.registers[code[pc + 2]!];
      if (self === TDZ) return vm.throwReference(THIS_BEFORE_SUPER);
      return finish(vm, frame, self);
    },
  ],
  [
    Op.Throw,
    (_vm, frame, pc) => {
      throw new GuestThrow(frame.registers[frame.unit.code[pc + 1]!]);
    },
  ],
  [
    Op.ThrowError,
    (vm, { unit }, pc) => {
      const message = String(unit.constants[unit.code[pc + 2]!]);
      const names = ["TypeError", "ReferenceError", "SyntaxError"] as const;
      return vm.throwError(names[unit.code[pc + 1]!] ?? "TypeError", message);
    },
  ],
  [
    Op.CallIntrinsic,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const R = frame.registers;
      vm.dst = base;
      vm.mode = Mode.Normal;
      const count = code[pc + 2]!;
      vm.nativeFrom = vm.memory;
      const value = vm.realm.operations[code[pc + 3]!]!(
        vm,
        count > 0 ? R[base + 1] : undefined,
        count > 1 ? R[base + 2] : undefined,
        count > 2 ? R[base + 3] : undefined,
        count > 3 ? R[base + 4] : undefined,
      );
      vm.nativeFrom = -1;
      return store(frame, base, value, pc);
    },
  ],
  [
    Op.LoadIntrinsic,
    (vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = vm.realm.values[unit.code[pc + 2]!];
      return pc + 4;
    },
  ],
  [
    Op.LoadRoutine,
    (vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = vm.routineAt(unit.code[pc + 2]!);
      return pc + 4;
    },
  ],
  [
    Op.CallRoutine,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const args = argumentList(frame, base + 1, code[pc + 2]!);
      return store(frame, base, invoke(vm, vm.routineAt(code[pc + 3]!), undefined, args, base, Mode.Normal), pc);
    },
  ],
];

export { FunctionKind };
