/**
 * An exact sum of doubles for Math.sumPrecise: a fixed-point number of 70 limbs of 32 bits whose
 * unit is the smallest subnormal. Limbs are doubles that hold more than 32 bits between carries.
 *
 *   double = mantissa * 2^shift units;  limbs[shift >> 5 ..] += mantissa << (shift & 31)
 *
 * https://tc39.es/proposal-math-sum/
 */
import { RecordData } from "../values/internal-slots.js";

const LIMBS = 70;
const BASE = 2 ** 32;
/** Each addition puts less than 2^33 into a limb, which holds 2^53. */
const ADDITIONS_BETWEEN_CARRIES = 1 << 19;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const [LOW, HIGH] = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0];

export class ExactSum extends RecordData {
  private readonly limbs = new Float64Array(LIMBS);
  private additions = 0;
  /** True until something else than -0 was added. */
  private minusZero = true;
  private plusInfinity = false;
  private minusInfinity = false;
  private nan = false;

  constructor() {
    super("ExactSum", []);
  }

  add(value: number): void {
    if (value === 0) {
      if (!Object.is(value, -0)) this.minusZero = false;
      return;
    }
    this.minusZero = false;
    if (!Number.isFinite(value)) {
      if (value > 0) this.plusInfinity = true;
      else if (value < 0) this.minusInfinity = true;
      else this.nan = true;
      return;
    }
    double[0] = value;
    const low = words[LOW]!;
    let high = words[HIGH]! & 0xfffff;
    const exponent = (words[HIGH]! >>> 20) & 0x7ff;
    if (exponent > 0) high += 0x100000;
    const shift = exponent > 0 ? exponent - 1 : 0;
    const limb = shift >> 5;
    const offset = shift & 31;
    const sign = value < 0 ? -1 : 1;
    const { limbs } = this;
    if (offset === 0) {
      limbs[limb]! += sign * low;
      limbs[limb + 1]! += sign * high;
    } else {
      limbs[limb]! += sign * ((low << offset) >>> 0);
      limbs[limb + 1]! += sign * ((low >>> (32 - offset)) + ((high << offset) >>> 0));
      limbs[limb + 2]! += sign * (high >>> (32 - offset));
    }
    if (++this.additions === ADDITIONS_BETWEEN_CARRIES) this.carry();
  }

  private carry(): void {
    const { limbs } = this;
    this.additions = 0;
    for (let i = 0; i < LIMBS - 1; i++) {
      const over = Math.floor(limbs[i]! / BASE);
      limbs[i]! -= over * BASE;
      limbs[i + 1]! += over;
    }
  }

  /** The sum rounded once, ties to even. */
  result(): number {
    if (this.nan || (this.plusInfinity && this.minusInfinity)) return Number.NaN;
    if (this.plusInfinity) return Infinity;
    if (this.minusInfinity) return -Infinity;
    if (this.minusZero) return -0;
    let units = 0n;
    for (let i = LIMBS - 1; i >= 0; i--) units = (units << 32n) + BigInt(this.limbs[i]!);
    const negative = units < 0n;
    if (negative) units = -units;
    const bits = units.toString(2).length;
    let magnitude: number;
    if (bits <= 64) magnitude = Number(units) * 2 ** -1074;
    else {
      // 64 leading bits, the last one set when anything below is: Number() then rounds as the whole would.
      const dropped = BigInt(bits - 64);
      let top = units >> dropped;
      if (top << dropped !== units) top |= 1n;
      const scale = bits - 64 - 1074;
      const half = Math.trunc(scale / 2);
      magnitude = Number(top) * 2 ** half * 2 ** (scale - half);
    }
    return negative ? -magnitude : magnitude;
  }
}
