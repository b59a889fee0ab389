/** What a hostile program is, and what must come of it. */
import type { DiagnosticKind, Json } from "../../runtime/index.js";

export interface HostileProgram {
  readonly name: string;
  readonly source: string;
  /** Exactly this value; "bounded" for any end that is no defect: cpu and memory programs. */
  readonly expected:
    | { readonly value: Json }
    | { readonly error: DiagnosticKind | readonly DiagnosticKind[] }
    | "bounded";
}

export type HostileClass = "escape" | "cpu" | "memory" | "parser" | "boundary" | "determinism" | "protocol";

/** Programs by name that only must end in time, without a defect. */
export function bounded(programs: { readonly [name: string]: string }): HostileProgram[] {
  return Object.entries(programs).map(([name, source]) => ({ name, source, expected: "bounded" }));
}

/** Programs by name that return this value. */
export function returning(value: Json, programs: { readonly [name: string]: string }): HostileProgram[] {
  return Object.entries(programs).map(([name, source]) => ({ name, source, expected: { value } }));
}

/** Programs by name that end with one of these kinds of error. */
export function failing(
  error: DiagnosticKind | readonly DiagnosticKind[],
  programs: { readonly [name: string]: string },
): HostileProgram[] {
  return Object.entries(programs).map(([name, source]) => ({ name, source, expected: { error } }));
}
