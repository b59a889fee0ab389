/**
 * Formatting by locale for String, Number, BigInt and Date, through the host's ICU. Only primitives
 * cross: the library reads locale lists and option objects (vm/library/locale.js) and hands over
 * flat lists. The execution's locale stands at the end of every list, so that the host's own
 * locale never shows. Formatters are costly to make and hold no state, hence the bounded cache.
 */

import { GuestThrow, InternalError, VmFault } from "../errors.js";
import { bitLength } from "../operations/bigint.js";
import type { GuestObject, Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import type { Family } from "./define.js";
import { optionOperations } from "./locale-options.js";
import { chargeText } from "./text.js";

const CACHE_SIZE = 128;
const formatters = new Map<string, unknown>();
/** Keys of the formatters that an execution paid for. */
const paidFormatters = new WeakMap<Vm, Set<string>>();

/** The strings of a list that the library made. */
export function listOf(list: Value): Value[] {
  return (list as GuestObject).data as Value[];
}

/** Pairs of name and value as an object for the host; it has no prototype. */
export function hostOptions(pairs: readonly Value[]): Record<string, unknown> {
  const options = Object.create(null) as Record<string, unknown>;
  for (let i = 0; i < pairs.length; i += 2) options[pairs[i] as string] = pairs[i + 1];
  return options;
}

/** Runs host formatting; its complaints about tags and options become guest errors. */
export function formatting<T>(vm: Vm, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof GuestThrow || error instanceof VmFault) throw error;
    if (error instanceof RangeError) return vm.throwRange(error.message);
    if (error instanceof TypeError) return vm.throwType(error.message);
    throw new InternalError("host formatting failed");
  }
}

/** What fixes a formatter: kind, locales with the execution's own last, options in order. */
export function formatterKey(vm: Vm, kind: string, tags: readonly Value[], pairs: readonly Value[]): string {
  vm.charge(tags.length + pairs.length + 5);
  // JSON has no NaN: as text it is refused by the host in the same words.
  const options = pairs.map((value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value));
  return JSON.stringify([kind, [...(tags as string[]), vm.host.locale], options]);
}

/**
 * The formatter of a key, from the cache or made by `make`. The cache outlives an execution, the
 * charge does not depend on it: each execution pays once for each of its formatters.
 */
export function formatterOf<T>(
  vm: Vm,
  key: string,
  make: (locales: string[], options: Record<string, unknown>) => T,
): T {
  let paid = paidFormatters.get(vm);
  if (paid === undefined) {
    paid = new Set();
    paidFormatters.set(vm, paid);
  }
  if (!paid.has(key)) {
    // Making one takes about 50 microseconds.
    vm.charge(5000);
    vm.allocate(32 + key.length);
    if (paid.size >= CACHE_SIZE) paid.clear();
    paid.add(key);
  }
  let formatter = formatters.get(key) as T | undefined;
  if (formatter === undefined) {
    const [, locales, pairs] = JSON.parse(key) as [string, string[], Value[]];
    formatter = formatting(vm, () => make(locales, hostOptions(pairs)));
    if (formatters.size >= CACHE_SIZE) formatters.clear();
    formatters.set(key, formatter);
  }
  return formatter;
}

/** A formatter for the tags and options. */
export function formatterFor<T>(
  vm: Vm,
  kind: string,
  tags: readonly Value[],
  pairs: readonly Value[],
  make: (locales: string[], options: Record<string, unknown>) => T,
): T {
  return formatterOf(vm, formatterKey(vm, kind, tags, pairs), make);
}

/** String.prototype.localeCompare on converted arguments: -1, 0 or 1. */
export function compareText(vm: Vm, a: string, b: string, tags: readonly Value[], pairs: readonly Value[]): number {
  const collator = formatterFor(vm, "Collator", tags, pairs, (locales, options) => new Intl.Collator(locales, options));
  vm.charge((Math.min(a.length, b.length) >> 2) + 4);
  return collator.compare(a, b);
}

/** Bits of the longest BigInt that is formatted by locale: the host takes quadratic time. */
const MAX_BITS = 65_536;

/** Charges formatting a number. Throws RangeError for a BigInt too long for it. */
export function chargeNumber(vm: Vm, value: number | bigint): void {
  vm.charge(100);
  if (typeof value !== "bigint" || (value < 1n << 64n && value > -(1n << 64n))) return;
  const bits = bitLength(value);
  if (bits > MAX_BITS) vm.throwRange("The BigInt is too long to be formatted by locale");
  vm.charge((bits >> 3) + ((bits * bits) >> 16));
}

/** Number.prototype.toLocaleString and BigInt.prototype.toLocaleString on converted arguments. */
export function numberToLocale(
  vm: Vm,
  value: number | bigint,
  tags: readonly Value[],
  pairs: readonly Value[],
): string {
  const formatter = formatterFor(
    vm,
    "NumberFormat",
    tags,
    pairs,
    (locales, options) => new Intl.NumberFormat(locales, options),
  );
  chargeNumber(vm, value);
  const text = formatting(vm, () => formatter.format(value));
  chargeText(vm, text.length);
  return text;
}

const localeCase =
  (change: (text: string, locales: string[]) => string) =>
  (vm: Vm, text: Value, tags: Value): string => {
    const source = text as string;
    vm.charge((source.length >> 3) + 1);
    vm.allocate(32 + source.length);
    const changed = change(source, [...(listOf(tags) as string[]), vm.host.locale]);
    if (changed.length > source.length) chargeText(vm, changed.length);
    return changed;
  };

export const localeFamily: Family = {
  intrinsics: [],
  operations: [
    ...optionOperations,
    {
      name: "compareText",
      call: (vm, a, b, tags, pairs) => compareText(vm, a as string, b as string, listOf(tags), listOf(pairs)),
    },
    {
      name: "numberToLocale",
      call: (vm, value, tags, pairs) => numberToLocale(vm, value as number | bigint, listOf(tags), listOf(pairs)),
    },
    { name: "localeLowerCase", call: localeCase((text, locales) => text.toLocaleLowerCase(locales)) },
    { name: "localeUpperCase", call: localeCase((text, locales) => text.toLocaleUpperCase(locales)) },
    {
      name: "canonicalLocale",
      call: (vm, tag) => {
        if ((tag as string).length > 256) return vm.throwRange("Incorrect locale information provided");
        return formatting(vm, () => Intl.getCanonicalLocales(tag as string)[0]!);
      },
    },
  ],
};
