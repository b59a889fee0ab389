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
  /** For a refused input: where in the argument, for the position. */
  readonly refused?: { readonly path: readonly (string | number)[]; readonly unknownKey?: string };
}

/** What a schema library says of a value. */
interface Issue {
  readonly message: string;
}

/** The property that an issue refuses by its name, as our validator, Zod, Valibot and ArkType put it. */
export function refusedProperty({ message }: Issue): string | undefined {
  const quoted =
    /^(?:[^:"]*: )?(?:unknown property|Unrecognized keys?:?|Invalid key: Expected never but received) ("(?:[^"\\]|\\.)*")/i.exec(
      message,
    );
  if (quoted === null) return undefined;
  try {
    return JSON.parse(quoted[1]) as string;
  } catch {
    return undefined;
  }
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

/** The path of an issue as keys. */
export function issueKeys(issue: { readonly path?: readonly unknown[] | undefined }): (string | number)[] {
  return (issue.path ?? []).map((part) => {
    const key = typeof part === "object" && part !== null && "key" in part ? part.key : part;
    return typeof key === "number" ? key : String(key);
  });
}
