/**
 * Handlers of arithmetic and comparison. Primitives are computed here; an object operand calls
 * the library routine of the operator, which converts and computes.
 */
import { Op } from "../bytecode/opcodes.js";
import { type Frame, Mode } from "../frame.js";
import { peek } from "../operations/access.js";
import { binaryPrimitive, comparePrimitive, looseEqualsPrimitive, Operator } from "../operations/arithmetic.js";
import { chargeLongKey, LONG_KEY, toBoolean, toNumber, toNumeric, toStringValue } from "../operations/convert.js";
import { typeOf } from "../operations/type-of.js";
import { GuestObject, isObject, Kind, PUSHED, type Value } from "../values/object.js";
import { keyOfNumber, keyOfString } from "../values/property-key.js";
import { GuestSymbol, SYMBOLS } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { type Handler, routineFrom, strictEquals } from "./protocol.js";

function binary(vm: Vm, frame: Frame, pc: number, operator: Operator, x: Value, y: Value): number {
  const dst = frame.unit.code[pc + 1]!;
  if (x instanceof GuestObject || y instanceof GuestObject) {
    return routineFrom(vm, frame, pc, "binaryOperator", [operator, x, y], dst);
  }
  frame.registers[dst] = binaryPrimitive(vm, operator, x, y);
  return pc + 4;
}

const registerForm =
  (operator: Operator): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    return binary(vm, frame, pc, operator, frame.registers[code[pc + 2]!], frame.registers[code[pc + 3]!]);
  };

const immediateForm =
  (operator: Operator): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    return binary(vm, frame, pc, operator, frame.registers[code[pc + 2]!], code[pc + 3]);
  };

/** Comparison into a register. */
const compareForm =
  (operator: Operator): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    const x = frame.registers[code[pc + 2]!];
    const y = frame.registers[code[pc + 3]!];
    const dst = code[pc + 1]!;
    if (x instanceof GuestObject || y instanceof GuestObject) {
      return routineFrom(vm, frame, pc, "compareOperator", [operator, x, y], dst);
    }
    frame.registers[dst] = comparePrimitive(vm, operator, x, y);
    return pc + 4;
  };

/** Compare and branch; `sense` is the result that jumps. */
const branchForm =
  (operator: Operator, sense: boolean, immediate: boolean): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    const x = frame.registers[code[pc + 1]!];
    const y = immediate ? code[pc + 2] : frame.registers[code[pc + 2]!];
    if (x instanceof GuestObject || y instanceof GuestObject) {
      return routineFrom(vm, frame, pc, "compareOperator", [operator, x, y], 0, Mode.Branch);
    }
    return comparePrimitive(vm, operator, x, y) === sense ? code[pc + 3]! : pc + 4;
  };

const looseForm =
  (negate: boolean): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    const x = frame.registers[code[pc + 2]!];
    const y = frame.registers[code[pc + 3]!];
    const dst = code[pc + 1]!;
    const result = looseEqualsPrimitive(vm, x, y);
    if (result === undefined) {
      return routineFrom(vm, frame, pc, "looseEquals", [x, y], dst, negate ? Mode.Negate : Mode.Normal);
    }
    frame.registers[dst] = result !== negate;
    return pc + 4;
  };

const looseBranch =
  (sense: boolean): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    const x = frame.registers[code[pc + 1]!];
    const y = frame.registers[code[pc + 2]!];
    const result = looseEqualsPrimitive(vm, x, y);
    if (result === undefined) return routineFrom(vm, frame, pc, "looseEquals", [x, y], 0, Mode.Branch);
    return result === sense ? code[pc + 3]! : pc + 4;
  };

const strictForm =
  (negate: boolean): Handler =>
  (vm, { unit, registers }, pc) => {
    const { code } = unit;
    registers[code[pc + 1]!] = strictEquals(vm, registers[code[pc + 2]!], registers[code[pc + 3]!]) !== negate;
    return pc + 4;
  };

/** A unary operator on a primitive, or the named routine for objects. */
/** instanceof where no guest code can run: undefined leaves it to the library. */
function ordinaryInstanceOf(vm: Vm, value: Value, target: GuestObject): boolean | undefined {
  if (target.kind !== Kind.Closure) return undefined;
  if (peek(vm, target, SYMBOLS.hasInstance) !== vm.realm.hasInstance) return undefined;
  const proto = peek(vm, target, "prototype");
  if (proto === PUSHED || !isObject(proto)) return undefined;
  if (!isObject(value)) return false;
  for (let object: GuestObject = value; ; ) {
    if (object.kind === Kind.Proxy) return undefined;
    const parent: GuestObject | null = object.shape.proto;
    if (parent === null) return false;
    if (parent === proto) return true;
    vm.charge(1);
    object = parent;
  }
}

const unaryForm =
  (routine: string, primitive: (vm: Vm, value: Value) => Value): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    const value = frame.registers[code[pc + 2]!];
    const dst = code[pc + 1]!;
    if (value instanceof GuestObject) return routineFrom(vm, frame, pc, routine, [value], dst);
    frame.registers[dst] = primitive(vm, value);
    return pc + 4;
  };

const jumpIf =
  (test: (value: Value) => boolean): Handler =>
  (_vm, { unit, registers }, pc) =>
    test(registers[unit.code[pc + 1]!]) ? unit.code[pc + 2]! : pc + 4;

export const arithmeticHandlers: readonly (readonly [Op, Handler])[] = [
  [Op.Add, registerForm(Operator.Add)],
  [Op.Sub, registerForm(Operator.Sub)],
  [Op.Mul, registerForm(Operator.Mul)],
  [Op.Div, registerForm(Operator.Div)],
  [Op.Mod, registerForm(Operator.Mod)],
  [Op.Exp, registerForm(Operator.Exp)],
  [Op.BitAnd, registerForm(Operator.BitAnd)],
  [Op.BitOr, registerForm(Operator.BitOr)],
  [Op.BitXor, registerForm(Operator.BitXor)],
  [Op.Shl, registerForm(Operator.Shl)],
  [Op.Shr, registerForm(Operator.Shr)],
  [Op.UShr, registerForm(Operator.UShr)],
  [Op.AddInt, immediateForm(Operator.Add)],
  [Op.SubInt, immediateForm(Operator.Sub)],
  [Op.MulInt, immediateForm(Operator.Mul)],
  [Op.DivInt, immediateForm(Operator.Div)],
  [Op.ModInt, immediateForm(Operator.Mod)],
  [Op.BitAndInt, immediateForm(Operator.BitAnd)],
  [Op.BitOrInt, immediateForm(Operator.BitOr)],
  [Op.BitXorInt, immediateForm(Operator.BitXor)],
  [Op.ShlInt, immediateForm(Operator.Shl)],
  [Op.ShrInt, immediateForm(Operator.Shr)],
  [Op.UShrInt, immediateForm(Operator.UShr)],
  [
    Op.Neg,
    unaryForm("negate", (vm, value) => {
      const numeric = toNumeric(vm, value);
      if (typeof numeric === "bigint") vm.charge(String(numeric).length >> 4);
      return -numeric;
    }),
  ],
  [Op.BitNot, unaryForm("bitNot", (vm, value) => ~toNumeric(vm, value))],
  [Op.ToNumber, unaryForm("toNumber", toNumber)],
  [Op.ToNumeric, unaryForm("toNumeric", toNumeric)],
  [
    Op.Inc,
    unaryForm("increment", (vm, value) => {
      const numeric = toNumeric(vm, value);
      return typeof numeric === "bigint" ? binaryPrimitive(vm, Operator.Add, numeric, 1n) : numeric + 1;
    }),
  ],
  [
    Op.Dec,
    unaryForm("decrement", (vm, value) => {
      const numeric = toNumeric(vm, value);
      return typeof numeric === "bigint" ? binaryPrimitive(vm, Operator.Sub, numeric, 1n) : numeric - 1;
    }),
  ],
  [
    Op.Not,
    (_vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = !toBoolean(registers[unit.code[pc + 2]!]);
      return pc + 4;
    },
  ],
  [
    Op.Typeof,
    (vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = typeOf(vm, registers[unit.code[pc + 2]!]);
      return pc + 4;
    },
  ],
  [
    Op.ToPropertyKey,
    unaryForm("toPropertyKey", (vm, value) => {
      if (typeof value === "string") {
        if (value.length > LONG_KEY) chargeLongKey(vm, value.length);
        return keyOfString(value);
      }
      if (typeof value === "number") return keyOfNumber(value);
      return value instanceof GuestSymbol ? value : toStringValue(vm, value);
    }),
  ],
  [
    Op.ToString,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const value = frame.registers[code[pc + 2]!];
      const dst = code[pc + 1]!;
      if (value instanceof GuestObject) {
        return routineFrom(vm, frame, pc, "toString", [value], dst);
      }
      frame.registers[dst] = toStringValue(vm, value);
      return pc + 4;
    },
  ],
  [
    Op.Concat,
    (vm, { unit, registers }, pc) => {
      const { code } = unit;
      const base = code[pc + 2]!;
      let text = registers[base] as string;
      for (let i = 1, n = code[pc + 3]!; i < n; i++) text = vm.concat(text, registers[base + i] as string);
      registers[code[pc + 1]!] = text;
      return pc + 4;
    },
  ],
  [Op.LooseEq, looseForm(false)],
  [Op.LooseNe, looseForm(true)],
  [Op.StrictEq, strictForm(false)],
  [Op.StrictNe, strictForm(true)],
  [Op.Lt, compareForm(Operator.Lt)],
  [Op.Le, compareForm(Operator.Le)],
  [Op.Gt, compareForm(Operator.Gt)],
  [Op.Ge, compareForm(Operator.Ge)],
  [Op.Jump, (_vm, { unit }, pc) => unit.code[pc + 1]!],
  [
    Op.JumpLoop,
    (vm, { unit }, pc) => {
      vm.charge(unit.code[pc + 2]!);
      return unit.code[pc + 1]!;
    },
  ],
  [Op.JumpTrue, jumpIf(toBoolean)],
  [Op.JumpFalse, jumpIf((value) => !toBoolean(value))],
  [Op.JumpNullish, jumpIf((value) => value === undefined || value === null)],
  [Op.JumpNotNullish, jumpIf((value) => value !== undefined && value !== null)],
  [Op.JumpUndefined, jumpIf((value) => value === undefined)],
  [Op.JumpNotUndefined, jumpIf((value) => value !== undefined)],
  [Op.JumpLt, branchForm(Operator.Lt, true, false)],
  [Op.JumpLe, branchForm(Operator.Le, true, false)],
  [Op.JumpGt, branchForm(Operator.Gt, true, false)],
  [Op.JumpGe, branchForm(Operator.Ge, true, false)],
  [Op.JumpNotLt, branchForm(Operator.Lt, false, false)],
  [Op.JumpNotLe, branchForm(Operator.Le, false, false)],
  [Op.JumpNotGt, branchForm(Operator.Gt, false, false)],
  [Op.JumpNotGe, branchForm(Operator.Ge, false, false)],
  [Op.JumpLtInt, branchForm(Operator.Lt, true, true)],
  [Op.JumpLeInt, branchForm(Operator.Le, true, true)],
  [Op.JumpGtInt, branchForm(Operator.Gt, true, true)],
  [Op.JumpGeInt, branchForm(Operator.Ge, true, true)],
  [Op.JumpNotLtInt, branchForm(Operator.Lt, false, true)],
  [Op.JumpNotLeInt, branchForm(Operator.Le, false, true)],
  [Op.JumpNotGtInt, branchForm(Operator.Gt, false, true)],
  [Op.JumpNotGeInt, branchForm(Operator.Ge, false, true)],
  [
    Op.JumpStrictEq,
    (vm, { unit: { code }, registers }, pc) =>
      strictEquals(vm, registers[code[pc + 1]!], registers[code[pc + 2]!]) ? code[pc + 3]! : pc + 4,
  ],
  [
    Op.JumpStrictNe,
    (vm, { unit: { code }, registers }, pc) =>
      strictEquals(vm, registers[code[pc + 1]!], registers[code[pc + 2]!]) ? pc + 4 : code[pc + 3]!,
  ],
  [
    Op.JumpStrictEqInt,
    (_vm, { unit: { code }, registers }, pc) => (registers[code[pc + 1]!] === code[pc + 2] ? code[pc + 3]! : pc + 4),
  ],
  [
    Op.JumpStrictNeInt,
    (_vm, { unit: { code }, registers }, pc) => (registers[code[pc + 1]!] === code[pc + 2] ? pc + 4 : code[pc + 3]!),
  ],
  [Op.JumpLooseEq, looseBranch(true)],
  [Op.JumpLooseNe, looseBranch(false)],
  [
    Op.InstanceOf,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const value = frame.registers[code[pc + 2]!];
      const target = frame.registers[code[pc + 3]!];
      if (!isObject(target)) return vm.throwType("Right-hand side of 'instanceof' is not callable");
      const known = ordinaryInstanceOf(vm, value, target);
      if (known !== undefined) {
        frame.registers[code[pc + 1]!] = known;
        return pc + 4;
      }
      return routineFrom(vm, frame, pc, "instanceOf", [value, target], code[pc + 1]!);
    },
  ],
];
