/**
 * The memory census: walks every live guest value from the roots, with an explicit stack and an
 * epoch mark in each object, and corrects the account. It runs when the account is full, so that
 * garbage does not end a long loop, and depends on guest actions alone. Strings have no identity
 * on the host: how they are counted is text-account.ts.
 */
import { VmFault } from "./errors.js";
import { Frame } from "./frame.js";
import { AsyncGeneratorData } from "./jobs/async-generator.js";
import { GeneratorData } from "./jobs/generator.js";
import { Capability, HandlerTarget, NativeTarget, PromiseData } from "./jobs/promise.js";
import { TIMER_BYTES } from "./jobs/scheduler.js";
import { bitLength } from "./operations/bigint.js";
import { SlowElements } from "./values/array.js";
import { BoundData, Cell, ClosureData, ToolData } from "./values/function.js";
import {
  ArrayBufferData,
  DataViewData,
  ErrorData,
  IteratorRecord,
  KeyCursor,
  ProxyData,
  RecordData,
  RegExpData,
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
  // What the running native has charged is alive, though no root holds it yet.
  const pending = vm.nativeFrom < 0 ? 0 : Math.max(0, vm.memory - bytes - vm.nativeFrom);
  const live = measure(vm) + pending;
  vm.memory = live + bytes;
  if (vm.nativeFrom >= 0) vm.nativeFrom = live - pending;
  if (live + bytes > limit * (1 - HYSTERESIS)) {
    throw new VmFault({ kind: "limit", limit: "memory", allowed: limit, reached: Math.max(live + bytes, limit + 1) });
  }
}

/** Live bytes, by the charges of the allocation sites (SECURITY §4.4). */
export function measure(vm: Vm): number {
  const epoch = ++vm.censusEpoch;
  const stack: unknown[] = [];
  const seen = new Set<unknown>();
  const { texts } = vm;
  let total = vm.heldMemory + vm.shapeAccount.sharedBytes + TIMER_BYTES * vm.scheduler.pendingTimers;
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
      total += texts.reference(item.length);
      continue;
    }
    if (typeof item === "bigint") {
      total += 24 + (bitLength(item) >> 3);
      continue;
    }
    if (item instanceof GuestObject) {
      if (item.mark === epoch || (item.bits & Bit.Intrinsic) !== 0) continue;
      item.mark = epoch;
      total += 96 + 8 * item.slots.length;
      for (const slot of item.slots) push(slot);
      const { shape } = item;
      if (shape.mark !== epoch) {
        shape.mark = epoch;
        total += shape.bytes;
        if (shape.dictionary) for (const key of shape.keys) push(key);
        if (shape.proto !== null) push(shape.proto);
      }
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
    else if (item instanceof GeneratorData || item instanceof AsyncGeneratorData) {
      total += 150;
      push(item.frame);
    } else if (item instanceof RecordData) {
      total += 48 + 8 * item.fields.length + item.hostBytes;
      for (const field of item.fields) push(field);
    } else if (item instanceof BoundData) {
      push(item.target);
      push(item.self);
      push(item.args);
    } else if (item instanceof ProxyData) {
      push(item.target);
      push(item.handler);
    } else if (item instanceof ErrorData) total += 96 + 96 * item.trace.length;
    else if (item instanceof RegExpData) {
      total += 48 + item.program.byteSize;
      push(item.source);
    } else if (item instanceof ArrayBufferData) total += item.bytes?.byteLength ?? 0;
    else if (item instanceof TypedArrayData || item instanceof DataViewData) push(item.buffer);
    else if (item instanceof IteratorRecord) {
      push(item.iterator);
      push(item.next);
    } else if (item instanceof KeyCursor) total += 8 * item.keys.length;
    else if (item instanceof ToolData) for (const member of item.members.values()) push(member);
    else total += 48;
  }
  texts.settle();
  vm.charge(visited >> 3);
  vm.liveMemory = total;
  return total;
}
