// BigInt arithmetic, comparison, conversion, errors
console.log(2n ** 100n, -7n / 2n, -7n % 2n, 5n & 3n, -5n >> 1n, 1n << 70n, ~5n, 0xffn, 0b11n, 1_000n, BigInt("0x1f"), BigInt(" 12 "), BigInt(Number.MAX_SAFE_INTEGER) + 2n);
console.log(1n < 2, 2n == 2, 2n === 2, 2n > "1", 1n + BigInt(true), typeof 1n, [3n, 1, 2n].sort().join(), BigInt.asUintN(8, -1n), BigInt.asIntN(8, 255n), (123n).toString(16), 10n > 9.5, 0n ? "t" : "f", -(-3n));
for (const run of [() => 1n + 1, () => +1n, () => 1n / 0n, () => BigInt(1.5), () => BigInt("x"), () => Math.max(1n), () => 1n >>> 0n, () => JSON.stringify({ a: 1n })]) {
  try { console.log(run()); } catch (error) { console.log(`${error.name}: ${error.message}`); }
}
let b = 5n; b++; b **= 2n; b -= 1n; console.log(b, b--, --b);
// ---
// numbers: formatting, parsing, edges
console.log(0.1 + 0.2, 1e21, 1e-7, -0, [-0], 1 / -0, 5e-324, 1.7976931348623157e308 * 2, (25).toString(36), (0.1).toString(3).slice(0, 12), (1234.5678).toFixed(2), (0.000001234).toExponential(2), (1234.5678).toPrecision(6), (-1.5).toFixed(0), 1.005.toFixed(2), 1e21.toFixed(2));
console.log(parseInt("12px"), parseInt("0x1f"), parseInt("101", 2), parseFloat("1.5e3abc"), Number(""), Number("0b101"), Number("1_0"), Number(" 12\n"), Number([5]), Number(null), Number(undefined), Number("Infinity"), +true, +[], +{}, +"0x", isNaN("x"), Number.isInteger(5.0), Number.EPSILON > 0);
console.log(7 % -3, -7 % 3, 2 ** 31 | 0, 2 ** 32 >>> 0, -1 >>> 28, 1 << 31, 5 / 0, 0 / 0, 2 ** -1, (-2) ** 2, 0b101 ^ 0o17, 1 / 3, Math.round(-0.5), Math.round(2.5), Math.hypot(3, 4), Math.trunc(-4.7), Math.sign(-3), Math.cbrt(27), Math.clz32(1), Math.fround(5.5), Math.imul(0xffffffff, 5), Math.max(), Math.min());
// ---
// conversions: ==, +, relational, ToPrimitive order
const log = []; const o = (name, v) => ({ valueOf() { log.push(`v${name}`); return v; }, toString() { log.push(`s${name}`); return String(v); } });
console.log(o("a", 1) + o("b", 2), o("c", 1) < o("d", 2), `${o("e", 5)}`, o("f", 3) == 3, [o("g", 1)] + "", log.join());
console.log(null == undefined, null == 0, "" == 0, "1" == 1, [1] == 1, NaN != NaN, [] + [], [] + {}, 1 + "2", "3" * "4", true + 1, "b" > "a", "10" < "9", 10 < "9", null >= 0, undefined == 0, [2] > 1, new Date(0) + 1 === "x", typeof null, typeof (() => {}), void 0);
// ---
// a negative exponent of a BigInt
// differs: V8 of Node 20 says "undefined must be positive"
try { console.log(2n ** -1n); } catch (error) { console.log(`${error.name}: ${error.message}`); }
//> RangeError: Exponent must be non-negative
// ---
// exact sums, and the newest of Math
// differs: newer than Node 20
console.log(Math.sumPrecise([1e20, 0.1, -1e20]), Math.sumPrecise([]), Math.f16round(1.337));
//> 0.1 -0 1.3369140625
