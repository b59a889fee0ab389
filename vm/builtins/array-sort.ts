/**
 * Native sorting in the default order: a stable bottom-up merge sort of our own over keys, so that
 * every stretch of work between two charges is bounded (a host sort of two million numbers runs
 * for seconds). Comparators are guest code: vm/library/array.js sorts with them.
 */
import { toStringValue } from "../operations/convert.js";
import type { Value } from "../values/object.js";
import type { Vm } from "../vm.js";

/** Merge steps between two charges. */
const STRIDE = 8192;

/**
 * Stable order of 0 … keys.length - 1 by key, ascending by `<`. Charges one step for four
 * comparisons and more for long texts.
 */
export function sortedOrder<K extends string | number | bigint>(vm: Vm, keys: readonly K[]): number[] {
  const count = keys.length;
  vm.allocate(16 * count);
  let from: number[] = [];
  for (let i = 0; i < count; i++) from.push(i);
  let to = from.slice();
  let work = 0;
  // Texts are compared to their first difference at most.
  const weight = (key: K) => (typeof key === "string" ? key.length >> 6 : 0);
  for (let width = 1; width < count; width *= 2) {
    for (let left = 0; left < count; left += 2 * width) {
      const middle = Math.min(left + width, count);
      const right = Math.min(left + 2 * width, count);
      let i = left;
      let j = middle;
      for (let k = left; k < right; k++) {
        if (i < middle && (j >= right || !(keys[from[j]!]! < keys[from[i]!]!))) to[k] = from[i++]!;
        else to[k] = from[j++]!;
        work += 1 + weight(keys[to[k]!]!);
        if (work >= STRIDE) {
          vm.charge(work >> 2);
          work = 0;
        }
      }
    }
    [from, to] = [to, from];
  }
  vm.charge(work >> 2);
  return from;
}

/** The values in the order of their keys. */
export function sortByKeys(vm: Vm, values: readonly Value[], keys: readonly string[]): Value[] {
  return sortedOrder(vm, keys).map((index) => values[index]);
}

/**
 * Default order of primitives (by their texts); null when a symbol or object is among them, whose
 * text the library must make. `undefined` is not expected: it has no place in the order.
 */
export function sortDefault(vm: Vm, values: readonly Value[]): Value[] | null {
  const keys: string[] = [];
  for (const value of values) {
    if (typeof value === "object" && value !== null) return null;
    keys.push(typeof value === "string" ? value : toStringValue(vm, value));
    if ((keys.length & 1023) === 0) vm.charge(256);
  }
  vm.allocate(40 * keys.length);
  return sortByKeys(vm, values, keys);
}
