/**
 * Rejections that nobody has observed yet. A late handler takes its promise off the list; what is
 * left when the execution drains is reported in the order the promises were created.
 */
import type { Value } from "../values/object.js";
import type { PromiseObject } from "./promise.js";

export class Rejections {
  private readonly pending = new Set<PromiseObject>();
  private thrown: { readonly order: number; readonly reason: Value }[] = [];
  private count = 0;

  /** A promise was rejected without a handler. */
  track(promise: PromiseObject): void {
    this.pending.add(promise);
  }

  /** A handler was added to a tracked promise. */
  handled(promise: PromiseObject): void {
    this.pending.delete(promise);
  }

  /** A callback without a promise (queueMicrotask, a timer) threw. */
  trackThrow(reason: Value): void {
    this.thrown.push({ order: Number.MAX_SAFE_INTEGER - 1_000_000 + this.count++, reason });
  }

  get values(): Iterable<PromiseObject> {
    return this.pending;
  }

  /** Reasons nobody observed, in promise-creation order, callbacks' exceptions last. */
  unhandled(): Value[] {
    const rows = [...this.pending].map((promise) => ({ order: promise.data.order, reason: promise.data.result }));
    return [...rows, ...this.thrown].sort((a, b) => a.order - b.order).map((row) => row.reason);
  }
}
