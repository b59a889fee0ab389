/**
 * Failures of tool calls as the program meets them: an Error with a name and a message, and the
 * detail from which the diagnostic is made when the error reaches the top.
 */
import type { DiagnosticKind } from "../result.js";

/** Travels with a guest error as its opaque detail. */
export interface CallFailure {
  readonly kind: DiagnosticKind;
  readonly tool: string;
  readonly suggestions?: readonly string[];
  readonly limit?: { readonly name: string; readonly allowed: number; readonly reached: number };
  /** Name of the argument's property that the schema refused first, for the position. */
  readonly property?: string;
}

export function isCallFailure(detail: unknown): detail is CallFailure {
  return typeof detail === "object" && detail !== null && "kind" in detail && "tool" in detail;
}

/** `name` property of the guest error for each kind. */
export const ERROR_NAMES: { readonly [kind in DiagnosticKind]?: string } = {
  UnknownTool: "UnknownToolError",
  InvalidToolInput: "InvalidToolInputError",
  InvalidToolOutput: "InvalidToolOutputError",
  InvalidDataValue: "InvalidDataValueError",
  ToolFailure: "ToolError",
  ToolDefect: "ToolDefectError",
  LimitExceeded: "LimitExceededError",
};
