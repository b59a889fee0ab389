/**
 * The three kinds of failure, never confused: a thrown guest value (GuestThrow), a fault that no
 * program may catch (VmFault), and our own broken invariant (InternalError). Also the texts of
 * errors that several places raise, in V8's wording.
 */
import type { Value } from "./values/object.js";

/** Carries a thrown guest value through host code to the unwinder. No host stack is captured. */
export class GuestThrow {
  constructor(readonly value: Value) {}
}

/** Names of the limits a fault can report. */
export type LimitName = "instructions" | "memory" | "callDepth" | "dataDepth" | "binaryBytes" | "streamItems";

export type FaultReason =
  | { readonly kind: "limit"; readonly limit: LimitName; readonly allowed: number; readonly reached: number }
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" };

/** Ends the execution: no guest code runs after it. */
export class VmFault {
  constructor(readonly reason: FaultReason) {}
}

/** A defect of this package. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

export type ErrorName =
  | "Error"
  | "TypeError"
  | "RangeError"
  | "ReferenceError"
  | "SyntaxError"
  | "EvalError"
  | "URIError"
  | "AggregateError";
