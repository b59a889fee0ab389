/**
 * atob and btoa: base64 between texts whose code units are bytes, in bounded pieces of work.
 * https://infra.spec.whatwg.org/#forgiving-base64
 */
import type { Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { decodeBase64, encodeBase64 } from "./base64.js";
import type { Family } from "./define.js";
import { chargeText, TextBuilder } from "./text.js";

/** Code units taken between two charges; a multiple of three and of four. */
const PIECE = 49_152;

/** btoa on a string; undefined when a code unit is no byte. */
function toBase64(vm: Vm, text: string): Value {
  chargeText(vm, Math.ceil(text.length / 3) * 4);
  const out = new TextBuilder(vm);
  for (let from = 0; from < text.length; from += PIECE) {
    const end = Math.min(from + PIECE, text.length);
    vm.charge((end - from) >> 2);
    const bytes = new Uint8Array(end - from);
    for (let i = from; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code > 255) return undefined;
      bytes[i - from] = code;
    }
    out.add(encodeBase64(bytes, false, false));
  }
  return out.finish();
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

function bytesText(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return text;
}

/** atob on a string; undefined when it is no base64. */
function fromBase64(vm: Vm, text: string): Value {
  chargeText(vm, text.length);
  // A piece ends after a multiple of four characters of the alphabet; only the last may be padded.
  const out = new TextBuilder(vm);
  const tick = () => vm.charge(2048);
  let from = 0;
  while (from < text.length) {
    let end = from;
    for (let count = 0; end < text.length && count < PIECE; end++) if (!isSpace(text.charCodeAt(end))) count++;
    while (end < text.length && isSpace(text.charCodeAt(end))) end++;
    vm.charge((end - from) >> 2);
    const { bytes, error } = decodeBase64(text.slice(from, end), false, "loose", Number.POSITIVE_INFINITY, tick);
    if (error !== undefined) return undefined;
    // Padding before the end of the text.
    if (end < text.length && bytes.length !== (PIECE / 4) * 3) return undefined;
    out.add(bytesText(bytes));
    from = end;
  }
  return out.finish();
}

/** True when every code unit of the text may stand in base64. */
function isAlphabet(vm: Vm, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if ((i & 0xffff) === 0) vm.charge(Math.min(text.length - i, 0x10000) >> 3);
    const code = text.charCodeAt(i);
    const letter = (code | 32) >= 97 && (code | 32) <= 122;
    if (!letter && !(code >= 47 && code <= 57) && code !== 43 && code !== 61 && !isSpace(code)) return false;
  }
  return true;
}

export const binaryTextFamily: Family = {
  // Holds the functions; only its members are reachable, as globals.
  intrinsics: [{ name: "BinaryText", rows: [] }],
  operations: [
    { name: "toBase64", call: (vm, text) => toBase64(vm, text as string) },
    { name: "fromBase64", call: (vm, text) => fromBase64(vm, text as string) },
    { name: "isBase64Alphabet", call: (vm, text) => isAlphabet(vm, text as string) },
  ],
  globals: [
    ["atob", "BinaryText_atob"],
    ["btoa", "BinaryText_btoa"],
  ],
};
