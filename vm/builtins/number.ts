/**
 * Number and Boolean: formatting and classification of primitives; the digits are the host's
 * (ECMA-262 fixes them but for radixes other than ten, where V8's are given). Conversions of
 * objects continue in vm/library/number.js.
 * https://tc39.es/ecma262/#sec-number-objects https://tc39.es/ecma262/#sec-boolean-objects
 */

import { toBoolean } from "../operations/convert.js";
import type { NativeCall } from "../values/function.js";
import { GuestObject, Kind, MISS, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { coercing, constant, convertPrimitive, type Family, method } from "./define.js";
import { parseFloatOf, parseIntOf } from "./global-functions.js";
import { numberToLocale } from "./locale.js";

/** ThisNumberValue. */
function thisNumber(vm: Vm, self: Value, name: string): number {
  if (typeof self === "number") return self;
  if (self instanceof GuestObject && self.kind === Kind.NumberObject) return self.data as number;
  return vm.throwType(`Number.prototype.${name} requires that 'this' be a Number`);
}

/** A member with one number argument: the library converts objects first. */
function digits(name: string, format: (vm: Vm, value: number, argument: Value) => Value): NativeCall {
  return (vm, self, argument) => {
    const value = thisNumber(vm, self, name);
    if (argument instanceof GuestObject) return MISS;
    vm.charge(8);
    vm.allocate(64);
    return format(vm, value, argument);
  };
}

const integer = (vm: Vm, value: Value): number => convertPrimitive(vm, value, "integer") as number;

const toFixed = digits("toFixed", (vm, value, argument) => {
  const count = integer(vm, argument);
  if (!(count >= 0 && count <= 100)) return vm.throwRange("toFixed() digits argument must be between 0 and 100");
  return value.toFixed(count);
});

const toExponential = digits("toExponential", (vm, value, argument) => {
  const count = integer(vm, argument);
  if (!Number.isFinite(value)) return String(value);
  if (!(count >= 0 && count <= 100)) return vm.throwRange("toExponential() argument must be between 0 and 100");
  return argument === undefined ? value.toExponential() : value.toExponential(count);
});

const toPrecision = digits("toPrecision", (vm, value, argument) => {
  if (argument === undefined) return String(value);
  const count = integer(vm, argument);
  if (!Number.isFinite(value)) return String(value);
  if (!(count >= 1 && count <= 100)) return vm.throwRange("toPrecision() argument must be between 1 and 100");
  return value.toPrecision(count);
});

const toString = digits("toString", (vm, value, argument) => {
  const radix = argument === undefined ? 10 : integer(vm, argument);
  if (!(radix >= 2 && radix <= 36)) return vm.throwRange("toString() radix argument must be between 2 and 36");
  // A number has at most 1,100 digits.
  vm.allocate(radix === 10 ? 0 : 1100);
  return value.toString(radix);
});

const toLocaleString: NativeCall = (vm, self, locales, options) => {
  const value = thisNumber(vm, self, "toLocaleString");
  return locales === undefined && options === undefined ? numberToLocale(vm, value, [], []) : MISS;
};

const thisBoolean =
  (name: string): NativeCall =>
  (vm, self) => {
    if (typeof self === "boolean") return self;
    if (self instanceof GuestObject && self.kind === Kind.BooleanObject) return self.data as boolean;
    return vm.throwType(`Boolean.prototype.${name} requires that 'this' be a Boolean`);
  };

export const numberFamily: Family = {
  intrinsics: [
    {
      name: "Number",
      proto: "FunctionPrototype",
      rows: [
        constant("EPSILON", Number.EPSILON),
        constant("MAX_SAFE_INTEGER", Number.MAX_SAFE_INTEGER),
        constant("MAX_VALUE", Number.MAX_VALUE),
        constant("MIN_SAFE_INTEGER", Number.MIN_SAFE_INTEGER),
        constant("MIN_VALUE", Number.MIN_VALUE),
        constant("NaN", Number.NaN),
        constant("NEGATIVE_INFINITY", Number.NEGATIVE_INFINITY),
        constant("POSITIVE_INFINITY", Number.POSITIVE_INFINITY),
        method("isFinite", 1, (_vm, _self, value) => Number.isFinite(value)),
        method("isInteger", 1, (_vm, _self, value) => Number.isInteger(value)),
        method("isNaN", 1, (_vm, _self, value) => Number.isNaN(value)),
        method("isSafeInteger", 1, (_vm, _self, value) => Number.isSafeInteger(value)),
        coercing("parseFloat", 1, ["raw", "string"], parseFloatOf),
        coercing("parseInt", 2, ["raw", "string", "number"], parseIntOf),
      ],
    },
    {
      name: "NumberPrototype",
      kind: Kind.NumberObject,
      data: () => 0,
      rows: [
        method("toExponential", 1, toExponential, "numberWithConvertedDigits"),
        method("toFixed", 1, toFixed, "numberWithConvertedDigits"),
        method("toLocaleString", 0, toLocaleString, "numberToLocaleString"),
        method("toPrecision", 1, toPrecision, "numberWithConvertedDigits"),
        method("toString", 1, toString, "numberWithConvertedDigits"),
        method("valueOf", 0, (vm, self) => thisNumber(vm, self, "valueOf")),
      ],
    },
  ],
  constructors: [{ name: "Number" }],
  globals: [
    ["Number", "Number"],
    ["parseFloat", "Number_parseFloat"],
    ["parseInt", "Number_parseInt"],
  ],
  operations: [
    {
      name: "numberOfNumeric",
      call: (_vm, value) => (typeof value === "bigint" ? Number(value) : value),
    },
    {
      name: "newNumberObject",
      call: (vm, value, proto) => vm.newExotic(proto as GuestObject, Kind.NumberObject, value),
    },
    { name: "thisNumber", call: (vm, value, name) => thisNumber(vm, value, name as string) },
  ],
};

export const booleanFamily: Family = {
  intrinsics: [
    {
      name: "BooleanPrototype",
      kind: Kind.BooleanObject,
      data: () => false,
      rows: [
        method("toString", 0, (vm, self, a, b, c) => String(thisBoolean("toString")(vm, self, a, b, c))),
        method("valueOf", 0, thisBoolean("valueOf")),
      ],
    },
  ],
  constructors: [{ name: "Boolean" }],
  globals: [["Boolean", "Boolean"]],
  operations: [
    {
      name: "newBooleanObject",
      call: (vm, value, proto) => vm.newExotic(proto as GuestObject, Kind.BooleanObject, toBoolean(value)),
    },
  ],
};
