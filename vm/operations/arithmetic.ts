/**
 * Operators on primitives: the specification's numeric and comparison operations where no operand
 * is an object. BigInt results are charged before they are computed.
 * https://tc39.es/ecma262/#sec-applystringornumericbinaryoperator
 */
import { GuestObject, type Value } from "../values/object.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { bitLength, MAX_BIGINT_BITS, stringToBigInt } from "./bigint.js";
import { stringToNumber, toNumeric, toStringValue } from "./convert.js";

export const enum Operator {
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Exp,
  BitAnd,
  BitOr,
  BitXor,
  Shl,
  Shr,
  UShr,
  Lt,
  Le,
  Gt,
  Ge,
}

/** Words of work of multiplying or dividing: the host is better than quadratic on long ones. */
function productWork(bitsA: number, bitsB: number): number {
  const long = Math.max(bitsA, bitsB) >> 6;
  const short = Math.min(bitsA, bitsB) >> 6;
  return Math.ceil(long * Math.sqrt(short) * 4);
}

export function binaryPrimitive(vm: Vm, operator: Operator, x: Value, y: Value): Value {
  if (operator === Operator.Add && (typeof x === "string" || typeof y === "string")) {
    return vm.concat(toStringValue(vm, x), toStringValue(vm, y));
  }
  const a = toNumeric(vm, x);
  const b = toNumeric(vm, y);
  if (typeof a === "number" && typeof b === "number") return numberOperator(operator, a, b);
  if (typeof a === "bigint" && typeof b === "bigint") return bigintOperator(vm, operator, a, b);
  return vm.throwType("Cannot mix BigInt and other types, use explicit conversions");
}

function numberOperator(operator: Operator, a: number, b: number): number {
  switch (operator) {
    case Operator.Add:
      return a + b;
    case Operator.Sub:
      return a - b;
    case Operator.Mul:
      return a * b;
    case Operator.Div:
      return a / b;
    case Operator.Mod:
      return a % b;
    case Operator.Exp:
      return a ** b;
    case Operator.BitAnd:
      return a & b;
    case Operator.BitOr:
      return a | b;
    case Operator.BitXor:
      return a ^ b;
    case Operator.Shl:
      return a << b;
    case Operator.Shr:
      return a >> b;
    default:
      return a >>> b;
  }
}

function bigintOperator(vm: Vm, operator: Operator, a: bigint, b: bigint): bigint {
  const bitsA = bitLength(a);
  const bitsB = bitLength(b);
  let bits = Math.max(bitsA, bitsB) + 1;
  let work = (bitsA + bitsB) >> 9;
  switch (operator) {
    case Operator.Mul:
      bits = bitsA + bitsB;
      work = productWork(bitsA, bitsB);
      break;
    case Operator.Div:
    case Operator.Mod:
      if (b === 0n) return vm.throwRange("Division by zero");
      work = productWork(bitsA, bitsB);
      break;
    case Operator.Exp:
      if (b < 0n) return vm.throwRange("Exponent must be non-negative");
      bits = a === 0n || a === 1n || a === -1n ? 64 : Number(b) * bitsA;
      if (bits > MAX_BIGINT_BITS * 64) return vm.throwRange("Maximum BigInt size exceeded");
      // The result is at most as long as the exact power needs.
      bits = a >= -1n && a <= 1n ? 64 : Math.min(bits, Math.ceil(Number(b) * log2(a)) + 64);
      work = 2 * productWork(bits, bits);
      break;
    case Operator.Shl:
      bits = b > 0n ? (a === 0n ? 64 : bitsA + Number(b)) : bitsA;
      break;
    case Operator.Shr:
      bits = b < 0n ? (a === 0n ? 64 : bitsA - Number(b)) : bitsA;
      break;
    case Operator.UShr:
      return vm.throwType("BigInts have no unsigned right shift, use >> instead");
  }
  if (bits > MAX_BIGINT_BITS) return vm.throwRange("Maximum BigInt size exceeded");
  vm.charge(1 + (work >> 2));
  if (bits > 64) vm.allocate(24 + (bits >> 3));
  switch (operator) {
    case Operator.Add:
      return a + b;
    case Operator.Sub:
      return a - b;
    case Operator.Mul:
      return a * b;
    case Operator.Div:
      return a / b;
    case Operator.Mod:
      return a % b;
    case Operator.Exp:
      return a ** b;
    case Operator.BitAnd:
      return a & b;
    case Operator.BitOr:
      return a | b;
    case Operator.BitXor:
      return a ^ b;
    case Operator.Shl:
      return a << b;
    default:
      return a >> b;
  }
}

function log2(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const text = magnitude.toString(16);
  return (text.length - 1) * 4 + Math.log2(Number.parseInt(text.slice(0, 1), 16) + 1);
}

/** Relational comparison of primitives; undefined (NaN) gives false for all four. */
export function comparePrimitive(vm: Vm, operator: Operator, x: Value, y: Value): boolean {
  if (typeof x === "string" && typeof y === "string") {
    vm.charge(Math.min(x.length, y.length) >> 5);
    switch (operator) {
      case Operator.Lt:
        return x < y;
      case Operator.Le:
        return x <= y;
      case Operator.Gt:
        return x > y;
      default:
        return x >= y;
    }
  }
  let a: number | bigint | undefined;
  let b: number | bigint | undefined;
  // A BigInt against a string reads the string as a BigInt.
  if (typeof x === "bigint" && typeof y === "string") {
    a = x;
    b = stringToBigInt(vm, y);
  } else if (typeof x === "string" && typeof y === "bigint") {
    a = stringToBigInt(vm, x);
    b = y;
  } else {
    a = toNumeric(vm, x);
    b = toNumeric(vm, y);
  }
  if (a === undefined || b === undefined) return false;
  switch (operator) {
    case Operator.Lt:
      return a < b;
    case Operator.Le:
      return a <= b;
    case Operator.Gt:
      return a > b;
    default:
      return a >= b;
  }
}

/** IsLooselyEqual where no conversion of an object is needed; undefined when one is. */
export function looseEqualsPrimitive(vm: Vm, x: Value, y: Value): boolean | undefined {
  if (x === y) return true;
  if (x === undefined || x === null) return y === undefined || y === null;
  if (y === undefined || y === null) return false;
  const objectX = x instanceof GuestObject;
  const objectY = y instanceof GuestObject;
  if (objectX || objectY) return objectX && objectY ? false : undefined;
  if (x instanceof GuestSymbol || y instanceof GuestSymbol) return false;
  if (typeof x === typeof y) {
    // Numbers that differ or NaN; equal strings were identical above.
    return false;
  }
  if (typeof x === "bigint" && typeof y === "string") return stringToBigInt(vm, y) === x;
  if (typeof x === "string" && typeof y === "bigint") return stringToBigInt(vm, x) === y;
  const a = typeof x === "bigint" ? x : typeof x === "string" ? stringToNumber(x) : Number(x);
  const b = typeof y === "bigint" ? y : typeof y === "string" ? stringToNumber(y) : Number(y);
  void vm;
  // biome-ignore lint/suspicious/noDoubleEquals: mathematical equality of a number and a BigInt
  return a == b;
}
