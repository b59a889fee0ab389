/**
 * Numbers and strings as bytes: the two primitives under encode.ts. A number is a variable-length
 * integer (LEB128): 7 bits a byte, low bits first, the high bit set on all bytes but the last. A
 * string is one byte a UTF-16 code unit where all are below 256, else one number a unit, so that
 * lone surrogates survive. A reader fails by throwing a DecodeFailure, which encode.ts catches at
 * its door.
 */

/** Largest number: 32 bits. */
const MAX_UINT = 0xffffffff;

/** Set on every byte of a number but the last. */
const CONTINUATION = 0x80;

/** Why bytes cannot be read, and where. */
export class DecodeFailure extends Error {
  constructor(
    readonly kind: "truncated" | "malformed",
    readonly offset: number,
    problem: string,
  ) {
    super(problem);
  }
}

export class ByteWriter {
  private bytes = new Uint8Array(256);
  private length = 0;

  /** Writes 0 to 2^32 - 1. Throws on any other number, which the format cannot hold. */
  uint(value: number): void {
    if (!Number.isInteger(value) || value < 0 || value > MAX_UINT) {
      throw new Error(`Invariant: ${value} is not a 32-bit unsigned integer`);
    }
    let rest = value;
    while (rest >= CONTINUATION) {
      this.byte(CONTINUATION + (rest % CONTINUATION));
      rest = Math.floor(rest / CONTINUATION);
    }
    this.byte(rest);
  }

  /** Writes a signed 32-bit integer, zigzag coded. */
  int(value: number): void {
    if (value !== (value | 0) || Object.is(value, -0)) {
      throw new Error(`Invariant: ${value} is not a 32-bit signed integer`);
    }
    this.uint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  /** Writes twice the number of bytes, plus 1 when wide, and the bytes. */
  string(text: string): void {
    for (let i = 0; i < text.length; i++) {
      if (text.charCodeAt(i) <= 0xff) continue;
      const wide = new ByteWriter();
      for (let j = 0; j < text.length; j++) wide.uint(text.charCodeAt(j));
      this.uint(wide.length * 2 + 1);
      this.append(wide);
      return;
    }
    this.uint(text.length * 2);
    for (let i = 0; i < text.length; i++) this.byte(text.charCodeAt(i));
  }

  append(other: ByteWriter): void {
    this.reserve(other.length);
    this.bytes.set(other.bytes.subarray(0, other.length), this.length);
    this.length += other.length;
  }

  /** A byte as it is. */
  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** Arguments of one String.fromCharCode call. */
const CHUNK = 4096;

/** Reads what a ByteWriter wrote. Every method throws DecodeFailure past `end`. */
export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public offset = 0,
    readonly end = bytes.length,
  ) {}

  get remaining(): number {
    return this.end - this.offset;
  }

  byte(): number {
    if (this.offset >= this.end) throw new DecodeFailure("truncated", this.offset, "the bytes end too early");
    return this.bytes[this.offset++];
  }

  uint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte % CONTINUATION) * scale;
      if (value > MAX_UINT) throw this.malformed("a number of more than 32 bits");
      if (byte < CONTINUATION) return value;
      scale *= CONTINUATION;
      // A number may not be padded with zeros, which would make reading it unbounded.
      if (scale > MAX_UINT) throw this.malformed("a number of too many bytes");
    }
  }

  int(): number {
    const value = this.uint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A count of items that take at least one byte each: no more than the bytes left. */
  count(): number {
    const value = this.uint();
    if (value > this.remaining) throw new DecodeFailure("truncated", this.offset, `${value} items do not fit`);
    return value;
  }

  string(): string {
    const head = this.uint();
    const size = Math.floor(head / 2);
    if (size > this.remaining)
      throw new DecodeFailure("truncated", this.offset, `a string of ${size} bytes does not fit`);
    const start = this.offset;
    this.offset += size;
    if (head % 2 === 0) return unitsToString(this.bytes.subarray(start, this.offset));
    const units: number[] = [];
    const wide = new ByteReader(this.bytes, start, this.offset);
    while (wide.remaining > 0) {
      const unit = wide.uint();
      if (unit > 0xffff) throw wide.malformed("a code unit of more than 16 bits");
      units.push(unit);
    }
    return unitsToString(units);
  }

  malformed(problem: string): DecodeFailure {
    return new DecodeFailure("malformed", this.offset, problem);
  }
}

function unitsToString(units: ArrayLike<number>): string {
  if (units.length <= CHUNK) return String.fromCharCode.apply(null, units as number[]);
  let text = "";
  for (let i = 0; i < units.length; i += CHUNK) {
    text += String.fromCharCode.apply(null, Array.prototype.slice.call(units, i, i + CHUNK));
  }
  return text;
}
