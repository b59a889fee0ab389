/** Handlers of loads, moves, cells and globals. */
import { Op } from "../bytecode/opcodes.js";
import type { Frame } from "../frame.js";
import { newArguments } from "../operations/arguments.js";
import { typeOf } from "../operations/type-of.js";
import { Cell } from "../values/function.js";
import { TDZ, type Value } from "../values/object.js";
import { Accessor } from "../values/shape.js";
import type { Vm } from "../vm.js";
import type { Handler } from "./protocol.js";
import { callFrom } from "./protocol.js";

export const THIS_BEFORE_SUPER =
  "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";

function tdz(vm: Vm, frame: Frame, name: number): never {
  return vm.throwReference(`Cannot access '${frame.unit.constants[name]}' before initialization`);
}

/** A global's value; a getter on the global object is called. */
function loadGlobal(vm: Vm, frame: Frame, pc: number, typeofOnly: boolean): number {
  const { code, sites } = frame.unit;
  const site = sites[code[pc + 2]!]!;
  if (site.isConstant && vm.globals.object === null && !typeofOnly) {
    frame.registers[code[pc + 1]!] = site.constant;
    return pc + 4;
  }
  const name = String(site.key);
  const entry = vm.globals.lookup(name);
  const dst = code[pc + 1]!;
  if (entry === undefined) {
    if (!typeofOnly) return vm.throwReference(`${name} is not defined`);
    frame.registers[dst] = "undefined";
    return pc + 4;
  }
  const { value } = entry;
  if (value instanceof Accessor && !typeofOnly) return callFrom(vm, frame, pc, value.get, vm.globals.object!, [], dst);
  if (vm.globals.object === null) {
    // Without a global object nothing can rebind it.
    site.constant = value;
    site.isConstant = true;
  }
  frame.registers[dst] = typeofOnly ? typeOf(vm, value) : value;
  return pc + 4;
}

export const loadHandlers: readonly (readonly [Op, Handler])[] = [
  [
    Op.LoadConst,
    (_vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = unit.constants[unit.code[pc + 2]!] as Value;
      return pc + 4;
    },
  ],
  [
    Op.LoadInt,
    (_vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = unit.code[pc + 2];
      return pc + 4;
    },
  ],
  [
    Op.LoadUndefined,
    (_vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = undefined;
      return pc + 4;
    },
  ],
  [
    Op.Move,
    (_vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = registers[unit.code[pc + 2]!];
      return pc + 4;
    },
  ],
  [
    Op.LoadThis,
    (_vm, { unit, registers, self }, pc) => {
      registers[unit.code[pc + 1]!] = self;
      return pc + 4;
    },
  ],
  [
    Op.LoadNewTarget,
    (_vm, { unit, registers, newTarget }, pc) => {
      registers[unit.code[pc + 1]!] = newTarget;
      return pc + 4;
    },
  ],
  [
    Op.LoadCallee,
    (_vm, { unit, registers, callee }, pc) => {
      registers[unit.code[pc + 1]!] = callee!;
      return pc + 4;
    },
  ],
  [
    Op.LoadHome,
    (_vm, { unit, registers, callee }, pc) => {
      registers[unit.code[pc + 1]!] = callee!.data.home;
      return pc + 4;
    },
  ],
  [
    Op.LoadTdz,
    (_vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = TDZ;
      return pc + 4;
    },
  ],
  [
    Op.CheckTdz,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      if (frame.registers[code[pc + 1]!] === TDZ) tdz(vm, frame, code[pc + 2]!);
      return pc + 4;
    },
  ],
  [
    Op.CheckThis,
    (vm, { unit, registers }, pc) => {
      if (registers[unit.code[pc + 1]!] === TDZ) vm.throwReference(THIS_BEFORE_SUPER);
      return pc + 4;
    },
  ],
  [
    Op.CheckThisUnset,
    (vm, { unit, registers }, pc) => {
      if (registers[unit.code[pc + 1]!] !== TDZ) vm.throwReference("Super constructor may only be called once");
      return pc + 4;
    },
  ],
  [
    Op.LoadArguments,
    (vm, { unit, registers, args }, pc) => {
      registers[unit.code[pc + 1]!] = newArguments(vm, args!);
      return pc + 4;
    },
  ],
  [
    Op.LoadRest,
    (vm, { unit, registers, args }, pc) => {
      registers[unit.code[pc + 1]!] = vm.newArray(args!.slice(unit.code[pc + 2]!));
      return pc + 4;
    },
  ],
  [
    Op.LoadArgumentCount,
    (_vm, { unit, registers, argCount }, pc) => {
      registers[unit.code[pc + 1]!] = argCount;
      return pc + 4;
    },
  ],
  [
    Op.NewCell,
    (vm, { unit, registers }, pc) => {
      vm.allocate(32);
      registers[unit.code[pc + 1]!] = new Cell(undefined) as unknown as Value;
      return pc + 4;
    },
  ],
  [
    Op.NewTdzCell,
    (vm, { unit, registers }, pc) => {
      vm.allocate(32);
      registers[unit.code[pc + 1]!] = new Cell(TDZ) as unknown as Value;
      return pc + 4;
    },
  ],
  [
    Op.WrapCell,
    (vm, { unit, registers }, pc) => {
      vm.allocate(32);
      const at = unit.code[pc + 1]!;
      registers[at] = new Cell(registers[at]) as unknown as Value;
      return pc + 4;
    },
  ],
  [
    Op.CopyCell,
    (vm, { unit, registers }, pc) => {
      vm.allocate(32);
      const at = unit.code[pc + 1]!;
      registers[at] = new Cell((registers[at] as unknown as Cell).value) as unknown as Value;
      return pc + 4;
    },
  ],
  [
    Op.LoadCell,
    (_vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = (registers[unit.code[pc + 2]!] as unknown as Cell).value;
      return pc + 4;
    },
  ],
  [
    Op.StoreCell,
    (_vm, { unit, registers }, pc) => {
      (registers[unit.code[pc + 1]!] as unknown as Cell).value = registers[unit.code[pc + 2]!];
      return pc + 4;
    },
  ],
  [
    Op.LoadCellChecked,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const { value } = frame.registers[code[pc + 2]!] as unknown as Cell;
      if (value === TDZ) tdz(vm, frame, code[pc + 3]!);
      frame.registers[code[pc + 1]!] = value;
      return pc + 4;
    },
  ],
  [
    Op.StoreCellChecked,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const cell = frame.registers[code[pc + 1]!] as unknown as Cell;
      if (cell.value === TDZ) tdz(vm, frame, code[pc + 3]!);
      cell.value = frame.registers[code[pc + 2]!];
      return pc + 4;
    },
  ],
  [
    Op.LoadCaptured,
    (_vm, { unit, registers, cells }, pc) => {
      registers[unit.code[pc + 1]!] = cells[unit.code[pc + 2]!]!.value;
      return pc + 4;
    },
  ],
  [
    Op.StoreCaptured,
    (_vm, { unit, registers, cells }, pc) => {
      cells[unit.code[pc + 1]!]!.value = registers[unit.code[pc + 2]!];
      return pc + 4;
    },
  ],
  [
    Op.LoadCapturedChecked,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const { value } = frame.cells[code[pc + 2]!]!;
      if (value === TDZ) tdz(vm, frame, code[pc + 3]!);
      frame.registers[code[pc + 1]!] = value;
      return pc + 4;
    },
  ],
  [
    Op.StoreCapturedChecked,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const cell = frame.cells[code[pc + 1]!]!;
      if (cell.value === TDZ) tdz(vm, frame, code[pc + 3]!);
      cell.value = frame.registers[code[pc + 2]!];
      return pc + 4;
    },
  ],
  [Op.LoadGlobal, (vm, frame, pc) => loadGlobal(vm, frame, pc, false)],
  [Op.TypeofGlobal, (vm, frame, pc) => loadGlobal(vm, frame, pc, true)],
  [
    Op.StoreGlobal,
    (vm, frame, pc) => {
      const { code, sites } = frame.unit;
      const name = String(sites[code[pc + 1]!]!.key);
      if (vm.globals.lookup(name) === undefined) return vm.throwReference(`${name} is not defined`);
      vm.globals.store(name, frame.registers[code[pc + 2]!]);
      return pc + 4;
    },
  ],
];
