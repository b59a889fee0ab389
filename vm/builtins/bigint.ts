/**
 * BigInt: conversions and truncations of host BigInts, charged by their size in bytes before the
 * host works on them.
 * https://tc39.es/ecma262/#sec-bigint-objects
 */

import { bigintBytes, bigintDigits, MAX_BIGINT_BITS } from "../operations/bigint.js";
import type { NativeCall } from "../values/function.js";
import { GuestObject, Kind, MISS, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, convertPrimitive, type Family, method } from "./define.js";
import { numberToLocale } from "./locale.js";

/** ThisBigIntValue. */
function thisBigint(vm: Vm, self: Value, name: string): bigint {
  if (typeof self === "bigint") return self;
  if (self instanceof GuestObject && self.kind === Kind.BigIntObject) return self.data as bigint;
  return vm.throwType(`BigInt.prototype.${name} requires that 'this' be a BigInt`);
}

/** BigInt.prototype.toString of a converted radix. */
function digitsOf(vm: Vm, value: bigint, radix: number): string {
  if (!(radix >= 2 && radix <= 36)) return vm.throwRange("toString() radix argument must be between 2 and 36");
  return bigintDigits(vm, value, radix);
}

const toString: NativeCall = (vm, self, radix) => {
  const value = thisBigint(vm, self, "toString");
  if (radix instanceof GuestObject) return MISS;
  return digitsOf(vm, value, radix === undefined ? 10 : (convertPrimitive(vm, radix, "integer") as number));
};

const toLocaleString: NativeCall = (vm, self, locales, options) => {
  const value = thisBigint(vm, self, "toLocaleString");
  if (locales !== undefined || options !== undefined) return MISS;
  vm.charge(bigintBytes(value));
  return numberToLocale(vm, value, [], []);
};

function truncate(vm: Vm, bits: number, value: bigint, signed: boolean): bigint {
  const bytes = bigintBytes(value);
  vm.charge((bytes >> 3) + 1);
  // A negative value as an unsigned one has as many bits as asked for.
  if (!signed && value < 0n) {
    if (bits > MAX_BIGINT_BITS) return vm.throwRange("Maximum BigInt size exceeded");
    vm.charge(bits >> 6);
    vm.allocate(24 + (bits >> 3));
  } else vm.allocate(24 + Math.min(bytes, Math.ceil(bits / 8)));
  return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

const truncating =
  (signed: boolean): NativeCall =>
  (vm, _self, bits, value) => {
    if (typeof bits !== "number" || typeof value !== "bigint") return MISS;
    const count = convertPrimitive(vm, bits, "integer") as number;
    if (count < 0 || count > Number.MAX_SAFE_INTEGER) {
      return vm.throwRange("Invalid value: not (convertible to) a safe integer");
    }
    return truncate(vm, count, value, signed);
  };

/** NumberToBigInt. */
function bigintOfNumber(vm: Vm, value: number): bigint {
  if (!Number.isInteger(value)) {
    return vm.throwRange(`The number ${value} cannot be converted to a BigInt because it is not an integer`);
  }
  vm.allocate(24 + 128);
  return BigInt(value);
}

export const bigintFamily: Family = {
  intrinsics: [
    {
      name: "BigInt",
      proto: "FunctionPrototype",
      rows: [
        method("asIntN", 2, truncating(true), "bigintAsIntN"),
        method("asUintN", 2, truncating(false), "bigintAsUintN"),
      ],
    },
    {
      name: "BigIntPrototype",
      rows: [
        method("toLocaleString", 0, toLocaleString, "bigintToLocaleString"),
        method("toString", 0, toString, "numberWithConvertedDigits"),
        method("valueOf", 0, (vm, self) => thisBigint(vm, self, "valueOf")),
        constant("@@toStringTag", "BigInt"),
      ],
    },
  ],
  constructors: [{ name: "BigInt" }],
  globals: [["BigInt", "BigInt"]],
  operations: [
    { name: "bigintOfNumber", call: (vm, value) => bigintOfNumber(vm, value as number) },
    {
      name: "bigintTruncate",
      call: (vm, bits, value, signed) => truncate(vm, bits as number, value as bigint, signed as boolean),
    },
    { name: "thisBigint", call: (vm, value, name) => thisBigint(vm, value, name as string) },
  ],
};
