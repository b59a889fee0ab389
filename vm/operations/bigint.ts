/**
 * BigInts as text and back, and their size. One call of the host takes longer than linear time on a
 * long one and cannot be interrupted, so that digits are written and read piece by piece, each
 * piece charged before it is worked on.
 */
import type { Vm } from "../vm.js";

/** Largest BigInt, in bits: what keeps one operation under a few milliseconds. */
export const MAX_BIGINT_BITS = 1 << 20;
/** Digits that the host reads at a time. */
const DIGITS = 4096;
/** Bits up to which the host writes digits in one call. */
const WRITTEN_BITS = 1 << 15;

const SMALL = 1n << 64n;

/** Size of a BigInt in bits, cheaply for small ones. */
export function bitLength(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  if (magnitude < SMALL) return 64;
  return magnitude.toString(16).length * 4;
}

/** Bytes of a BigInt's digits. */
export function bigintBytes(value: bigint): number {
  return Math.ceil(bitLength(value) / 8);
}

/** The digits in a radix from 2 to 36. */
export function bigintDigits(vm: Vm, value: bigint, radix: number): string {
  const bytes = bigintBytes(value);
  if (bytes <= 8) return value.toString(radix);
  vm.charge(bytes);
  vm.allocateText(Math.ceil((8 * bytes) / Math.log2(radix)));
  if ((radix & (radix - 1)) === 0 || 8 * bytes <= WRITTEN_BITS) return value.toString(radix);
  return value < 0n ? `-${digitsInPieces(vm, -value, radix)}` : digitsInPieces(vm, value, radix);
}

/** Digits of a long positive value: halved by powers of the radix until the host is quick. */
function digitsInPieces(vm: Vm, value: bigint, radix: number): string {
  const unit = Math.floor(WRITTEN_BITS / Math.log2(radix));
  vm.charge(WRITTEN_BITS >> 1);
  const powers = [BigInt(radix) ** BigInt(unit)];
  while (powers[powers.length - 1]! <= value) {
    vm.charge((WRITTEN_BITS << powers.length) >> 4);
    powers.push(powers[powers.length - 1]! ** 2n);
  }
  // The powers double in length: as many levels as the length has bits, whatever the program does.
  const write = (rest: bigint, level: number): string => {
    vm.charge((WRITTEN_BITS << Math.max(0, level)) >> 3);
    if (level < 0) return rest.toString(radix).padStart(unit, "0");
    const power = powers[level]!;
    return write(rest / power, level - 1) + write(rest % power, level - 1);
  };
  const text = write(value, powers.length - 1);
  let zeros = 0;
  while (text.charCodeAt(zeros) === 0x30) zeros++;
  return text.slice(zeros);
}

/** StringToBigInt: undefined when the text is no integer literal. Long ones are read piece by piece. */
export function stringToBigInt(vm: Vm, text: string): bigint | undefined {
  vm.charge(text.length >> 3);
  const trimmed = text.trim();
  if (/^[+-]?0[xob]/i.test(trimmed) && /^[+-]/.test(trimmed)) return undefined;
  if (!/^(?:[+-]?\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)?$/.test(trimmed)) return undefined;
  if (trimmed.length * 4 > MAX_BIGINT_BITS * 1.3) return vm.throwRange("Maximum BigInt size exceeded");
  vm.allocate(24 + (trimmed.length >> 1));
  if (trimmed.length <= DIGITS || trimmed.charCodeAt(1) > 0x39) return BigInt(trimmed);
  const negative = trimmed.startsWith("-");
  let at = negative || trimmed.startsWith("+") ? 1 : 0;
  const unit = 10n ** BigInt(DIGITS);
  let value = 0n;
  for (; at + DIGITS <= trimmed.length; at += DIGITS) {
    vm.charge(1 + (at >> 1));
    value = value * unit + BigInt(trimmed.slice(at, at + DIGITS));
  }
  const rest = trimmed.length - at;
  if (rest > 0) value = value * 10n ** BigInt(rest) + BigInt(trimmed.slice(at));
  return negative ? -value : value;
}
