/**
 * Math. Numbers go straight to the host's functions; other primitives are converted first, objects
 * by the library. Random numbers come from the execution's seeded generator.
 * https://tc39.es/ecma262/#sec-math-object
 */

import { toNumber } from "../operations/convert.js";
import type { NativeCallAll } from "../values/function.js";
import { GuestObject, Kind, MISS, type Value } from "../values/object.js";
import { coercing, constant, type Family, method, methodAll, type NativeRow } from "./define.js";
import { ExactSum } from "./exact-sum.js";

/** A function of one number. The common case skips the conversions. */
function unary(key: string, compute: (value: number) => number): NativeRow {
  const row = coercing(key, 1, ["raw", "number"], (_vm, _self, value) => compute(value as number));
  const convert = row.call!;
  return {
    ...row,
    call: (vm, self, a, b, c) => (typeof a === "number" ? compute(a) : convert(vm, self, a, b, c)),
  };
}

/** A function of two numbers. */
function binary(key: string, compute: (a: number, b: number) => number): NativeRow {
  const row = coercing(key, 2, ["raw", "number", "number"], (_vm, _self, a, b) => compute(a as number, b as number));
  const convert = row.call!;
  return {
    ...row,
    call: (vm, self, a, b, c) =>
      typeof a === "number" && typeof b === "number" ? compute(a, b) : convert(vm, self, a, b, c),
  };
}

/** A function of any count of numbers: all are converted before it computes. */
function variadic(compute: (values: readonly number[]) => number): NativeCallAll {
  return (vm, _self, args) => {
    vm.charge((args.length >> 2) + 1);
    let numbers = true;
    for (const value of args) {
      if (value instanceof GuestObject) return MISS;
      if (typeof value !== "number") numbers = false;
    }
    return compute(numbers ? (args as number[]) : args.map((value) => toNumber(vm, value)));
  };
}

function maximum(values: readonly number[]): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

function minimum(values: readonly number[]): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** Hypotenuse without spread, scaled so that squares neither overflow nor vanish. */
function hypotenuse(values: readonly number[]): number {
  let most = 0;
  let nan = false;
  for (const value of values) {
    const size = Math.abs(value);
    if (size === Infinity) return Infinity;
    if (Number.isNaN(size)) nan = true;
    else if (size > most) most = size;
  }
  if (nan) return Number.NaN;
  if (most === 0) return 0;
  // Kahan's compensated sum of the squared ratios.
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const ratio = value / most;
    const summand = ratio * ratio - lost;
    const next = sum + summand;
    lost = next - sum - summand;
    sum = next;
  }
  return Math.sqrt(sum) * most;
}

/** The nearest binary16 number, ties to even. https://tc39.es/ecma262/#sec-math.f16round */
export function roundToFloat16(value: number): number {
  const size = Math.abs(value);
  // Zeros, NaN and the infinities are themselves; from halfway past the largest finite value on it is infinite.
  if (!(size > 0) || size === Infinity) return value;
  if (size >= 65520) return value > 0 ? Infinity : -Infinity;
  // The spacing of binary16 numbers at this size; subnormals share the smallest one.
  const exponent = size < 2 ** -14 ? -14 : Math.floor(Math.log2(size));
  let spacing = 2 ** (exponent - 10);
  if (size >= spacing * 2048) spacing *= 2;
  else if (size < spacing * 1024 && exponent > -14) spacing /= 2;
  const scaled = size / spacing;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
  return value < 0 ? -rounded * spacing : rounded * spacing;
}

const sumOf = (state: Value): ExactSum => (state as GuestObject).data as ExactSum;

export const mathFamily: Family = {
  intrinsics: [
    {
      name: "Math",
      rows: [
        constant("E", Math.E),
        constant("LN10", Math.LN10),
        constant("LN2", Math.LN2),
        constant("LOG10E", Math.LOG10E),
        constant("LOG2E", Math.LOG2E),
        constant("PI", Math.PI),
        constant("SQRT1_2", Math.SQRT1_2),
        constant("SQRT2", Math.SQRT2),
        unary("abs", Math.abs),
        unary("acos", Math.acos),
        unary("acosh", Math.acosh),
        unary("asin", Math.asin),
        unary("asinh", Math.asinh),
        unary("atan", Math.atan),
        binary("atan2", Math.atan2),
        unary("atanh", Math.atanh),
        unary("cbrt", Math.cbrt),
        unary("ceil", Math.ceil),
        unary("clz32", Math.clz32),
        unary("cos", Math.cos),
        unary("cosh", Math.cosh),
        unary("exp", Math.exp),
        unary("expm1", Math.expm1),
        unary("f16round", roundToFloat16),
        unary("floor", Math.floor),
        unary("fround", Math.fround),
        methodAll("hypot", 2, variadic(hypotenuse), "mathOfConverted"),
        binary("imul", Math.imul),
        unary("log", Math.log),
        unary("log10", Math.log10),
        unary("log1p", Math.log1p),
        unary("log2", Math.log2),
        methodAll("max", 2, variadic(maximum), "mathOfConverted"),
        methodAll("min", 2, variadic(minimum), "mathOfConverted"),
        binary("pow", Math.pow),
        method("random", 0, (vm) => vm.host.random()),
        unary("round", Math.round),
        unary("sign", Math.sign),
        unary("sin", Math.sin),
        unary("sinh", Math.sinh),
        unary("sqrt", Math.sqrt),
        unary("tan", Math.tan),
        unary("tanh", Math.tanh),
        unary("trunc", Math.trunc),
        constant("@@toStringTag", "Math"),
      ],
    },
  ],
  globals: [["Math", "Math"]],
  operations: [
    {
      name: "newExactSum",
      call: (vm) => {
        vm.allocate(640);
        return vm.newExotic(null, Kind.Record, new ExactSum());
      },
    },
    {
      name: "exactSumAdd",
      call: (_vm, state, value) => {
        sumOf(state).add(value as number);
        return undefined;
      },
    },
    {
      name: "exactSumResult",
      call: (vm, state) => {
        vm.charge(200);
        return sumOf(state).result();
      },
    },
  ],
};
