/**
 * The memory census: walks every live guest value from the roots, with an explicit stack and an
 * epoch mark in each object, and corrects the account. It runs when the account is full, so that
 * garbage does not end a long loop, and depends on guest actions alone.
 */
import { VmFault } from "./errors.js";
import { Frame } from "./frame.js";
import { AsyncGeneratorData } from "./jobs/async-generator.js";
import { GeneratorData } from "./jobs/generator.js";
import { Capability, HandlerTarget, NativeTarget, PromiseData } from "./jobs/promise.js";
import { SlowElements } from "./values/array.js";
import { BoundData, Cell, ClosureData, ToolData } from "./values/function.js";
import {
  ArrayBufferData,
  DataViewData,
  IteratorRecord,
  KeyCursor,
  ProxyData,
  RecordData,
  TypedArrayData,
} from "./values/internal-slots.js";
import { Bit, GuestObject } from "./values/object.js";
import { Accessor } from "./values/shape.js";
import type { Vm } from "./vm.js";

/** A census must free at least this share of the limit, or the next one comes too soon. */
const HYSTERESIS = 1 / 16;

/** Called when the account exceeds the limit. Throws VmFault when the live data does. */
export function census(vm: Vm, bytes: number): void {
  const limit = vm.limits.maxMemoryBytes;
  const live = measure(vm);
  vm.memory = live + bytes;
  if (live + bytes > limit * (1 - HYSTERESIS)) {
    throw new VmFault({ kind: "limit", limit: "memory", allowed: limit, reached: Math.max(live + bytes, limit + 1) });
  }
}

/** Live bytes, by the charges of the allocation sites (SECURITY §4.4). */
export function measure(vm: Vm): number {
  const epoch = ++vm.censusEpoch;
  const stack: unknown[] = [];
  const seen = new Set<unknown>();
  let total = 0;
  let visited = 0;
  const push = (value: unknown) => {
    if ((typeof value === "object" && value !== null) || typeof value === "string" || typeof value === "bigint")
      stack.push(value);
  };
  for (const root of vm.roots()) push(root);
  while (stack.length > 0) {
    const item = stack.pop();
    visited++;
    if (typeof item === "string") {
      // Short strings are charged per reference; long ones once each.
      if (item.length <= 256) total += 32;
      else if (!seen.has(item)) {
        seen.add(item);
        total += 32 + item.length;
      }
      continue;
    }
    if (typeof item === "bigint") {
      total += 32;
      continue;
    }
    if (item instanceof GuestObject) {
      if (item.mark === epoch || (item.bits & Bit.Intrinsic) !== 0) continue;
      item.mark = epoch;
      total += 96 + 8 * item.slots.length;
      for (const slot of item.slots) push(slot);
      if (item.shape.proto !== null) push(item.shape.proto);
      if (item.shape.dictionary) total += 40 * item.shape.count;
      if (item.data !== undefined) push(item.data);
      continue;
    }
    if (item === null || seen.has(item)) continue;
    seen.add(item);
    if (Array.isArray(item)) {
      total += 48 + 8 * item.length;
      for (const element of item) push(element);
    } else if (item instanceof Cell) {
      total += 32;
      push(item.value);
    } else if (item instanceof Accessor) {
      push(item.get);
      push(item.set);
    } else if (item instanceof ClosureData) {
      total += 64 + 8 * item.cells.length;
      for (const cell of item.cells) push(cell);
      push(item.home);
      push(item.initializer);
    } else if (item instanceof Frame) {
      total += 64 + 8 * item.registers.length;
      for (const register of item.registers) push(register);
      for (const cell of item.cells) push(cell);
      push(item.self);
      push(item.callee);
      push(item.args);
      push(item.context);
      push(item.prev);
    } else if (item instanceof Map) {
      total += 184 + 40 * item.size;
      for (const [key, value] of item) {
        push(key);
        push(value);
      }
    } else if (item instanceof Set) {
      total += 184 + 40 * item.size;
      for (const value of item) push(value);
    } else if (item instanceof SlowElements) {
      total += 72 * item.items.size;
      for (const element of item.items.values()) push(element.value);
    } else if (item instanceof PromiseData) {
      total += 136;
      push(item.result);
      if (item.reactions !== null) for (const reaction of item.reactions) push(reaction);
    } else if (item instanceof HandlerTarget) {
      total += 96;
      push(item.onFulfilled);
      push(item.onRejected);
      push(item.capability);
    } else if (item instanceof Capability) {
      push(item.promise);
      push(item.resolve);
      push(item.reject);
    } else if (item instanceof NativeTarget) total += 96;
    else if (item instanceof GeneratorData || item instanceof AsyncGeneratorData) push(item.frame);
    else if (item instanceof RecordData) {
      total += 48 + 8 * item.fields.length + item.hostBytes;
      for (const field of item.fields) push(field);
    } else if (item instanceof BoundData) {
      push(item.target);
      push(item.self);
      push(item.args);
    } else if (item instanceof ProxyData) {
      push(item.target);
      push(item.handler);
    } else if (item instanceof ArrayBufferData) total += item.bytes?.byteLength ?? 0;
    else if (item instanceof TypedArrayData || item instanceof DataViewData) push(item.buffer);
    else if (item instanceof IteratorRecord) {
      push(item.iterator);
      push(item.next);
    } else if (item instanceof KeyCursor) total += 8 * item.keys.length;
    else if (item instanceof ToolData) for (const member of item.members.values()) push(member);
    else total += 48;
  }
  vm.charge(visited >> 3);
  vm.liveMemory = total;
  return total;
}
