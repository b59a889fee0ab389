/**
 * Base64 and hex between bytes and text, as Uint8Array has them: two alphabets, three treatments
 * of a last chunk that is short, and a limit on the bytes written.
 * https://tc39.es/proposal-arraybuffer-base64/spec/
 */

const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const valuesOf = (alphabet: string) =>
  new Map([...alphabet].map((character, value) => [character.charCodeAt(0), value]));
const STANDARD_VALUES = valuesOf(STANDARD);
const URL_VALUES = valuesOf(URL);

export interface Decoded {
  /** UTF-16 code units consumed by the bytes written. */
  readonly read: number;
  readonly bytes: Uint8Array;
  /** Message of the SyntaxError to throw after the bytes were stored. */
  readonly error: string | undefined;
}

export function encodeBase64(bytes: Uint8Array, url: boolean, omitPadding: boolean): string {
  const alphabet = url ? URL : STANDARD;
  const parts: string[] = [];
  let i = 0;
  for (; i + 2 < bytes.length; i += 3) {
    const bits = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    parts.push(
      alphabet[bits >> 18]! + alphabet[(bits >> 12) & 63]! + alphabet[(bits >> 6) & 63]! + alphabet[bits & 63]!,
    );
  }
  const padding = omitPadding ? "" : "=";
  if (bytes.length - i === 1) {
    const bits = bytes[i]!;
    parts.push(alphabet[bits >> 2]! + alphabet[(bits << 4) & 63]! + padding + padding);
  } else if (bytes.length - i === 2) {
    const bits = (bytes[i]! << 8) | bytes[i + 1]!;
    parts.push(alphabet[bits >> 10]! + alphabet[(bits >> 4) & 63]! + alphabet[(bits << 2) & 63]! + padding);
  }
  return parts.join("");
}

function isWhitespace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
}

function skipWhitespace(text: string, index: number): number {
  let at = index;
  while (at < text.length && isWhitespace(text.charCodeAt(at))) at++;
  return at;
}

/** DecodeFinalBase64Chunk: the bytes of two or three characters; null when surplus bits are set in strict mode. */
function finalChunk(chunk: readonly number[], strict: boolean): number[] | null {
  const bits = (chunk[0]! << 18) | (chunk[1]! << 12) | ((chunk[2] ?? 0) << 6);
  if (chunk.length === 2) return strict && (bits & 0xffff) !== 0 ? null : [bits >> 16];
  return strict && (bits & 0xff) !== 0 ? null : [bits >> 16, (bits >> 8) & 0xff];
}

/** Code units read between two calls of `tick`. */
const STRIDE = 8192;

/**
 * FromBase64. `limit` is the most bytes to write, Infinity for no limit; `tick` is called for every
 * stretch of input.
 */
export function decodeBase64(text: string, url: boolean, lastChunk: string, limit: number, tick?: () => void): Decoded {
  const values = url ? URL_VALUES : STANDARD_VALUES;
  const bytes: number[] = [];
  let read = 0;
  const end = (error?: string): Decoded => ({ read, bytes: Uint8Array.from(bytes), error });
  if (limit === 0) return end();
  let chunk: number[] = [];
  let index = 0;
  for (;;) {
    index = skipWhitespace(text, index);
    if (index === text.length) {
      if (chunk.length > 0) {
        if (lastChunk === "stop-before-partial") return end();
        if (lastChunk === "strict") return end("Missing padding in the base64 string");
        if (chunk.length === 1) return end("The base64 string ends in a single character");
        bytes.push(...finalChunk(chunk, false)!);
      }
      read = text.length;
      return end();
    }
    if (index % STRIDE === 0) tick?.();
    const code = text.charCodeAt(index++);
    if (code === 61) {
      if (chunk.length < 2) return end("Padding comes too early in the base64 string");
      index = skipWhitespace(text, index);
      if (chunk.length === 2) {
        if (index === text.length) {
          return lastChunk === "stop-before-partial" ? end() : end("Missing padding in the base64 string");
        }
        if (text.charCodeAt(index) === 61) index = skipWhitespace(text, index + 1);
      }
      if (index < text.length) return end("Unexpected characters after the padding of the base64 string");
      const rest = finalChunk(chunk, lastChunk === "strict");
      if (rest === null) return end("The base64 string has extra bits in its last chunk");
      bytes.push(...rest);
      read = text.length;
      return end();
    }
    const value = values.get(code);
    if (value === undefined) return end("The base64 string has an invalid character");
    const remaining = limit - bytes.length;
    if ((remaining === 1 && chunk.length === 2) || (remaining === 2 && chunk.length === 3)) return end();
    chunk.push(value);
    if (chunk.length === 4) {
      const bits = (chunk[0]! << 18) | (chunk[1]! << 12) | (chunk[2]! << 6) | chunk[3]!;
      bytes.push(bits >> 16, (bits >> 8) & 0xff, bits & 0xff);
      chunk = [];
      read = index;
      if (bytes.length === limit) return end();
    }
  }
}

export function encodeHex(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (const byte of bytes) parts.push((byte < 16 ? "0" : "") + byte.toString(16));
  return parts.join("");
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** FromHex. `tick` is called for every stretch of input. */
export function decodeHex(text: string, limit: number, tick?: () => void): Decoded {
  const bytes: number[] = [];
  let read = 0;
  const end = (error?: string): Decoded => ({ read, bytes: Uint8Array.from(bytes), error });
  if (text.length % 2 !== 0) return end("The hex string has an odd number of characters");
  while (read < text.length && bytes.length < limit) {
    if (read % STRIDE === 0) tick?.();
    const high = hexDigit(text.charCodeAt(read));
    const low = hexDigit(text.charCodeAt(read + 1));
    if (high < 0 || low < 0) return end("The hex string has an invalid character");
    bytes.push(high * 16 + low);
    read += 2;
  }
  return end();
}
