/**
 * application/x-www-form-urlencoded between text and names with values, in bounded pieces of work.
 * https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 */
import type { Vm } from "../vm.js";
import { TextBuilder } from "./text.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

const PLUS = 43;
const PERCENT = 37;

/** What each ASCII code unit becomes; an unchanged one is itself. */
const ENCODED: readonly string[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code === 32) return "+";
  if (/[A-Za-z0-9*._-]/.test(character)) return character;
  return `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
});

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Percent-decodes one name or value, plus signs being spaces. */
function decodePiece(vm: Vm, text: string): string {
  let changed = false;
  for (let i = 0; i < text.length && !changed; i++) {
    const code = text.charCodeAt(i);
    changed = code === PLUS || code === PERCENT || (code >= 0xd800 && code <= 0xdfff);
  }
  vm.charge((text.length >> 4) + 1);
  vm.allocateText(text.length);
  if (!changed) return text;
  vm.charge(text.length >> 3);
  vm.allocate(3 * text.length);
  const bytes = encoder.encode(text);
  let to = 0;
  for (let from = 0; from < bytes.length; from++, to++) {
    const byte = bytes[from]!;
    if (byte === PLUS) bytes[to] = 32;
    else {
      const high = byte === PERCENT && from + 2 < bytes.length ? hexDigit(bytes[from + 1]!) : -1;
      const low = high < 0 ? -1 : hexDigit(bytes[from + 2]!);
      if (low < 0) bytes[to] = byte;
      else {
        bytes[to] = high * 16 + low;
        from += 2;
      }
    }
  }
  return decoder.decode(bytes.subarray(0, to));
}

/** Names and values in turn. Throws VmFault when the work exceeds the limits. */
export function parseForm(vm: Vm, text: string): string[] {
  const pairs: string[] = [];
  for (let at = 0; at <= text.length; ) {
    let end = text.indexOf("&", at);
    if (end < 0) end = text.length;
    if (end > at) {
      const piece = text.slice(at, end);
      const equals = piece.indexOf("=");
      vm.allocate(16);
      pairs.push(
        decodePiece(vm, equals < 0 ? piece : piece.slice(0, equals)),
        equals < 0 ? "" : decodePiece(vm, piece.slice(equals + 1)),
      );
    } else vm.charge(1);
    at = end + 1;
  }
  return pairs;
}

/** Percent-encodes a name or value. */
function addPiece(vm: Vm, out: TextBuilder, text: string): void {
  let kept = 0;
  for (let i = 0; i < text.length; i++) {
    if ((i & 4095) === 0) vm.charge(512);
    const code = text.charCodeAt(i);
    if (code < 128 && ENCODED[code]!.charCodeAt(0) === code && code !== PERCENT) continue;
    if (i > kept) out.add(text.slice(kept, i));
    if (code < 128) out.add(ENCODED[code]!);
    else {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      for (const byte of encoder.encode(String.fromCodePoint(point))) {
        out.add(`%${byte.toString(16).toUpperCase()}`);
      }
    }
    kept = i + 1;
  }
  if (kept < text.length) out.add(kept === 0 ? text : text.slice(kept));
}

/** The text of names and values in turn. */
export function formText(vm: Vm, pairs: readonly string[]): string {
  const out = new TextBuilder(vm);
  for (let i = 0; i < pairs.length; i += 2) {
    if (i > 0) out.add("&");
    addPiece(vm, out, pairs[i]!);
    out.add("=");
    addPiece(vm, out, pairs[i + 1]!);
  }
  return out.finish();
}
