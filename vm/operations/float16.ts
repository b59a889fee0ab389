/**
 * Half-precision numbers (IEEE 754 binary16), which the host offers only in newer versions. Both
 * directions are exact: rounding goes from the double to the half in one step, ties to even.
 * https://tc39.es/ecma262/#sec-float16array
 */

/** Rounds a non-negative number to an integer, ties to even. */
function roundTiesToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5 || (rest === 0.5 && floor % 2 === 0)) return floor;
  return floor + 1;
}

/** The 16 bits of the half nearest to a number. */
export function float16Bits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  // Below 2^-14 halves are multiples of 2^-24; the largest rounds up to the first normal one.
  if (size < 2 ** -14) return sign | roundTiesToEven(size * 2 ** 24);
  let exponent = Math.floor(Math.log2(size));
  // log2 may land on the neighbouring integer.
  if (2 ** exponent > size) exponent--;
  else if (2 ** (exponent + 1) <= size) exponent++;
  const significand = roundTiesToEven(size * 2 ** (10 - exponent));
  return sign | (((exponent + 15) << 10) + significand - 1024);
}

/** The number that 16 bits mean. */
export function float16Value(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
