/** The hostile programs by class, and what bounds each class. */
import type { Limits } from "../../runtime/index.js";
import { BOUNDARY } from "./boundary.js";
import { CPU } from "./cpu.js";
import { DETERMINISM } from "./determinism.js";
import { ESCAPES } from "./escape.js";
import { HOGS, HONEST } from "./memory.js";
import { PARSER } from "./parser.js";
import type { HostileClass, HostileProgram } from "./program.js";
import { PROTOCOL } from "./protocol.js";

const MIB = 1 << 20;

/** Memory limit of the memory class, in bytes. */
export const MEMORY_LIMIT = 32 * MIB;

export interface Group {
  readonly name: string;
  readonly class: HostileClass;
  readonly programs: readonly HostileProgram[];
  readonly limits: Limits;
  /** Runs of each program, whose outcomes must be the same. */
  readonly runs: number;
}

/** All groups. `timeoutMs` bounds each cpu program: every one of them takes that long. */
export function groups(timeoutMs: number): readonly Group[] {
  const strict: Limits = { timeoutMs: 10_000, maxMemoryBytes: 64 * MIB, maxOutputBytes: 32_000 };
  const group = (name: HostileClass, programs: readonly HostileProgram[], limits: Limits): Group => ({
    name,
    class: name,
    programs,
    limits,
    runs: 1,
  });
  return [
    group("escape", ESCAPES, strict),
    group("cpu", CPU, { ...strict, timeoutMs }),
    group("memory", HOGS, { timeoutMs: 20_000, maxMemoryBytes: MEMORY_LIMIT, maxOutputBytes: 32_000 }),
    { ...group("memory", HONEST, { timeoutMs: 20_000, maxMemoryBytes: MEMORY_LIMIT }), name: "honest memory" },
    group("parser", PARSER, { ...strict, timeoutMs: 2_000 }),
    group("boundary", BOUNDARY, strict),
    {
      ...group("determinism", DETERMINISM, { ...strict, maxInstructions: 3_000_000, maxMemoryBytes: 8 * MIB }),
      runs: 3,
    },
    group("protocol", PROTOCOL, { ...strict, timeoutMs: 10 * timeoutMs, maxInstructions: 20_000_000 }),
  ];
}
