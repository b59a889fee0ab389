/**
 * Console arguments to one text, with Node's format specifiers: %s %d %i %f %j %o %O %c %%. Where
 * Node would call the program (`toString` for %s, `valueOf` for %d, `toJSON` for %j), the value is
 * inspected instead.
 */

import { GuestThrow } from "../errors.js";
import type { ClosureData } from "../values/function.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { type InspectOptions, inspectValue } from "./inspect.js";
import { stringifyPlain } from "./json-stringify.js";

const PERCENT = 37;
/** Code units of one console line; the rest is counted. */
const MAX_LINE = 262_144;

const numberText = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));

/** Number(value) without running guest code; NaN where that would be needed. */
function plainNumber(value: Value): number {
  if (value instanceof GuestObject) {
    return value.kind === Kind.NumberObject || value.kind === Kind.Date ? (value.data as number) : Number.NaN;
  }
  return Number(value);
}

function plainText(value: Value): string {
  return value instanceof GuestObject || value instanceof GuestSymbol ? "" : String(value);
}

function asString(vm: Vm, value: Value): string {
  if (typeof value === "string") return value;
  if (!(value instanceof GuestObject)) return inspectValue(vm, value);
  if (value.kind === Kind.Closure && (value.data as ClosureData).unit !== null) {
    const { block } = value.data as ClosureData;
    return vm.program.source.slice(block.start, Math.min(block.end, block.start + MAX_LINE));
  }
  return inspectValue(vm, value, { depth: 0 });
}

/** JSON text; cycles are marked, and what would run guest code is inspected. */
function asJson(vm: Vm, value: Value): string {
  try {
    const text = stringifyPlain(vm, value, "");
    if (typeof text === "string") return text;
    return text === undefined ? "undefined" : inspectValue(vm, value);
  } catch (error) {
    if (!(error instanceof GuestThrow)) throw error;
    return typeof value === "bigint" ? `${value}n` : "[Circular]";
  }
}

/** The text of one specifier, or undefined when the letter is none. */
function specified(vm: Vm, letter: string, value: Value): string | undefined {
  switch (letter) {
    case "s":
      return asString(vm, value);
    case "d":
      if (typeof value === "bigint") return inspectValue(vm, value);
      return value instanceof GuestSymbol ? "NaN" : numberText(plainNumber(value));
    case "i":
      if (typeof value === "bigint") return inspectValue(vm, value);
      return numberText(Number.parseInt(plainText(value), 10));
    case "f":
      return numberText(Number.parseFloat(plainText(value)));
    case "j":
      return asJson(vm, value);
    case "O":
      return inspectValue(vm, value);
    case "o":
      return inspectValue(vm, value, { depth: 4, showHidden: true });
    case "c":
      return "";
  }
  return undefined;
}

/** The text of a call such as console.log(...args). Never runs guest code. */
export function formatArguments(vm: Vm, args: readonly Value[], options: Partial<InspectOptions> = {}): string {
  const first = args[0];
  let text = "";
  let next = 0;
  if (typeof first === "string") {
    next = 1;
    if (args.length === 1) return bounded(vm, first);
    vm.charge((first.length >> 3) + 1);
    let from = 0;
    for (let i = 0; i < first.length - 1; i++) {
      if (first.charCodeAt(i) !== PERCENT) continue;
      const letter = first[++i]!;
      if (letter === "%") {
        text += first.slice(from, i);
        from = i + 1;
        continue;
      }
      if (next === args.length) continue;
      const replacement = specified(vm, letter, args[next]);
      if (replacement === undefined) continue;
      text += first.slice(from, i - 1) + replacement;
      from = i + 1;
      next++;
      if (text.length > MAX_LINE) break;
    }
    text += from === 0 ? first : first.slice(from);
  }
  for (; next < args.length && text.length <= MAX_LINE; next++) {
    const value = args[next];
    const shown = typeof value === "string" ? value : inspectValue(vm, value, options);
    text += next === 0 ? shown : ` ${shown}`;
  }
  return bounded(vm, text);
}

/** The text, cut at the cap with a count of what is left out. */
export function bounded(vm: Vm, text: string): string {
  vm.charge((Math.min(text.length, MAX_LINE) >> 4) + 1);
  if (text.length <= MAX_LINE) return text;
  return `${text.slice(0, MAX_LINE)}... ${text.length - MAX_LINE} more characters`;
}
