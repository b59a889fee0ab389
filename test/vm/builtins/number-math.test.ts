import { expect, test } from "vitest";
import { compared, inVm, rowsOf } from "./both.js";

const ROWS = rowsOf(String.raw`
  [(1.005).toFixed(2), (1e21).toFixed(2), (-1.5).toFixed(0), (0).toFixed(2), NaN.toFixed(1), (123.456).toFixed()]
  (1).toFixed(101)
  (1).toFixed(-1)
  [(12345.678).toExponential(2), (0).toExponential(), (1e-10).toExponential(3), Infinity.toExponential(200)]
  (1).toExponential(101)
  [(123.456).toPrecision(4), (0.000001).toPrecision(2), (1e21).toPrecision(3), (5).toPrecision(undefined), NaN.toPrecision(200)]
  (1).toPrecision(0)
  [(255).toString(16), (0.5).toString(2), (-255).toString(36), (1e21).toString(7), (2 ** 53).toString(3), NaN.toString(2)]
  (1).toString(37)
  (1).toString(1)
  Number.prototype.toString.call("x")
  Number.prototype.valueOf.call({})
  [(1234.5).toLocaleString(), (1234.5).toLocaleString("de-DE"), (0.256).toLocaleString("en-US", { style: "percent" })]
  [(1234.5).toLocaleString("en-US", { style: "currency", currency: "EUR" }), (12).toLocaleString(undefined, { minimumFractionDigits: 2 })]
  (1).toLocaleString("en-US", { style: "currency" })
  (1).toLocaleString("en-US", { minimumFractionDigits: 200 })
  (1).toLocaleString("en_US")
  [NaN.toLocaleString(), (1e21).toLocaleString(), (-0).toLocaleString(), (123456789n).toLocaleString("en-IN")]
  [Number("0x1f"), Number(" 12 "), Number("1_0"), Number(""), Number(null), Number(undefined), Number([5]), Number("1e3"), Number(10n), Number(new Date(5))]
  Number(Symbol("x"))
  [Number.isInteger(5.0), Number.isSafeInteger(2 ** 53), Number.isNaN("x"), Number.isFinite("1"), isNaN("x"), isFinite("1")]
  [Number.MAX_VALUE, Number.MIN_VALUE, Number.EPSILON, Number.MAX_SAFE_INTEGER]
  [parseInt("12px"), parseInt("0x1F"), parseInt("z", 36), parseInt("12", 1), parseInt("", 10), parseInt("-0"), parseInt("9".repeat(30)), parseInt(null, 36)]
  [parseFloat("3.14abc"), parseFloat("-.5"), parseFloat("1e1000"), parseFloat("abc"), parseFloat(" \n7"), parseFloat("-0")]
  [Number.parseFloat === parseFloat, Number.parseInt === parseInt]
  parseInt({ toString() { return "42" } }, { valueOf() { return 8 } })
  [Boolean(""), Boolean([]), new Boolean(false).valueOf(), true.toString(), Boolean.prototype.toString.call(false)]
  Boolean.prototype.valueOf.call(1)
  [Math.max(), Math.min(), Math.max(1, "3", { valueOf() { return 2 } }), Math.max(NaN, 1), Math.max(-0, 0), Math.min(0, -0)]
  [Math.hypot(3, 4), Math.hypot(), Math.hypot(NaN, Infinity), Math.hypot(-0), Math.hypot(1e200, 1e200), Math.hypot("3", [4])]
  [Math.round(-0.5), Math.round(2.5), Math.round(0.49999999999999994), Math.trunc(-4.7), Math.sign(-3), Math.cbrt(27)]
  [Math.clz32(1), Math.clz32(0), Math.imul(0xffffffff, 5), Math.fround(5.5), Math.fround(5.05), Math.log1p(1), Math.expm1(1)]
  [Math.pow(2, 0.5), Math.atan2(1, 1), Math.sinh(1), Math.acosh(2), Math.log2(8), Math.log10(1000), Math.pow(NaN, 0), Math.pow(1, Infinity)]
  [Math.floor({ valueOf() { return 1.7 } }), Math.abs("-3"), Math.abs(null), Math.abs(undefined), Math.sqrt("9")]
  Math.abs(1n)
  Math.max(1n)
  Math.floor(Symbol("x"))
  [Math.max.length, Math.pow.length, Math[Symbol.toStringTag], Math.PI]
  [BigInt(10), BigInt("0x1f"), BigInt(true), BigInt("  12  "), BigInt("")]
  BigInt(1.5)
  BigInt("1.5")
  BigInt(undefined)
  BigInt(NaN)
  new BigInt(1)
  [BigInt.asIntN(8, 255n), BigInt.asUintN(8, -1n), BigInt.asIntN(0, 5n), BigInt.asUintN(64, -1n), BigInt.asIntN(200, -(2n ** 100n))]
  BigInt.asIntN(-1, 1n)
  BigInt.asUintN(2 ** 53, 1n)
  BigInt.asIntN(8, 1)
  [(255n).toString(16), (-(2n ** 70n)).toString(), (10n).toString(36), (0n).toString(2)]
  (1n).toString(99)
  [typeof Object(1n), Object(1n) + 1n, 10n ** 30n]
  BigInt.prototype.valueOf.call(1)
  [Symbol("a").toString(), Symbol("a").description, Symbol().description, Symbol.for("k") === Symbol.for("k"), Symbol.keyFor(Symbol.for("k")), Symbol.keyFor(Symbol.iterator)]
  new Symbol()
  Symbol.keyFor("x")
  Symbol() + ""
  +Symbol("x")
  [Object(Symbol.iterator).toString(), Symbol.prototype[Symbol.toStringTag], Object(Symbol.iterator) == Symbol.iterator]
  Symbol.prototype.toString.call(1)
  [encodeURIComponent("a b&c/é😀"), encodeURI("http://a/b?c=d&e=é#f g"), decodeURIComponent("%F0%9F%98%80%20"), decodeURI("%2F%20%C3%A9")]
  encodeURIComponent("\ud800")
  decodeURIComponent("%")
  decodeURIComponent("%C0%80")
  decodeURIComponent("%ED%A0%80")
  decodeURIComponent("%F5%80%80%80")
  [escape("a é 日+@*_-./"), unescape("%u65E5%E9%zz%u12"), unescape("%"), escape("😀")]
  [NaN, Infinity, undefined]
  [(25).toString(2), (0.1).toString(3), (1 / 3).toString(36), (-1e-7).toString(10), (123.456).toString(36)]
`);

test("numbers, Math, BigInt, Symbol and the global functions answer as in Node", async () => {
  const { vm, node } = await compared(ROWS);
  expect(vm).toEqual(node);
});

test("what Node 20 has not got", async () => {
  const rows: readonly (readonly [string, string])[] = [
    ["Math.sumPrecise([1e20, 0.1, -1e20])", "0.1"],
    ["Math.sumPrecise([])", "-0"],
    ["Math.sumPrecise([-0, -0])", "-0"],
    ["Math.sumPrecise([0, -0])", "0"],
    ["Math.sumPrecise([1e308, 1e308, -1e308])", "1e+308"],
    ["Math.sumPrecise([1.7976931348623157e308, 1.7976931348623157e308])", "Infinity"],
    ["Math.sumPrecise([5e-324, 5e-324])", "1e-323"],
    ["Math.sumPrecise([Infinity, -Infinity])", "NaN"],
    ["Math.sumPrecise(new Set([1, 2.5]))", "3.5"],
    ["Math.sumPrecise([1, '2'])", "TypeError: Math.sumPrecise takes an iterable of numbers only"],
    ["Math.f16round(1.337)", "1.3369140625"],
    ["Math.f16round(65519)", "65504"],
    ["Math.f16round(65520)", "Infinity"],
    ["Math.f16round(2 ** -25)", "0"],
    ["Math.f16round(-(2 ** -25) * 1.0000001)", "-5.960464477539063e-8"],
    ["Math.f16round(-0)", "-0"],
    ["Math.f16round({ valueOf() { return 5.05 } })", "5.05078125"],
  ];
  const answers = await inVm(rows.map(([row]) => row));
  expect(answers.map((answer, i) => [rows[i]![0], answer])).toEqual(rows.map((row) => [...row]));
});

test("random numbers are reproducible", async () => {
  const rows = ["[Math.random(), Math.random()]", "Math.random() < 1"];
  expect(await inVm(rows)).toEqual(await inVm(rows));
});
