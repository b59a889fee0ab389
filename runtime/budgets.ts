/**
 * Host policy: the limits of an execution, checked once. The package sets none by itself; the
 * presets are for hosts that want a start, and for the command line and the MCP server.
 */
import type { VmLimits } from "../vm/index.js";
import { DEFAULT_CALL_DEPTH } from "../vm/index.js";

export interface Limits {
  /** Milliseconds on the wall clock, waiting included. */
  readonly timeoutMs?: number | undefined;
  /** Steps. */
  readonly maxInstructions?: number | undefined;
  /** Bytes of live guest data. */
  readonly maxMemoryBytes?: number | undefined;
  /** Admitted tool calls. */
  readonly maxToolCalls?: number | undefined;
  /** Tool calls running at a time; default 8. */
  readonly maxConcurrentToolCalls?: number | undefined;
  /** UTF-8 bytes of the retained value and logs. */
  readonly maxOutputBytes?: number | undefined;
  /** Bytes of source; default 262,144. */
  readonly maxSourceBytes?: number | undefined;
  /** Guest frames; default 10,000. */
  readonly maxCallDepth?: number | undefined;
  /** Levels of nesting of data that crosses the boundary; default 128. */
  readonly maxDataDepth?: number | undefined;
  /** Bytes of binary data of one crossing; default 8 MiB. */
  readonly maxBinaryBytes?: number | undefined;
  /** Items of one stream. */
  readonly maxStreamItems?: number | undefined;
}

/** Limits with every default filled in; Infinity for none. */
export interface Budget {
  readonly timeoutMs: number;
  readonly maxToolCalls: number;
  readonly maxConcurrentToolCalls: number;
  readonly maxOutputBytes: number;
  readonly maxSourceBytes: number;
  readonly maxDataDepth: number;
  readonly maxBinaryBytes: number;
  readonly maxStreamItems: number;
  readonly vm: VmLimits;
}

/**
 * Presets. `standard` suits an interactive agent: two minutes are longer than slow tools need, 256 MiB
 * hold the data of one task, and 100 kB are what a model still reads. `strict` is for untrusted programs
 * on a shared machine: 500 million steps are some ten seconds of work and end at the same step on
 * every machine, 64 MiB let many run side by side, and calls and stream items bound what tools do.
 */
export const limits: { readonly standard: Limits; readonly strict: Limits } = {
  standard: {
    timeoutMs: 120_000,
    maxMemoryBytes: 256 * 1024 * 1024,
    maxToolCalls: 1_000,
    maxOutputBytes: 100_000,
  },
  strict: {
    timeoutMs: 30_000,
    maxInstructions: 500_000_000,
    maxMemoryBytes: 64 * 1024 * 1024,
    maxToolCalls: 100,
    maxOutputBytes: 32_000,
    maxStreamItems: 10_000,
  },
};

const MINIMUM: { readonly [name in keyof Limits]-?: number } = {
  timeoutMs: 1,
  maxInstructions: 1,
  maxMemoryBytes: 1,
  maxToolCalls: 0,
  maxConcurrentToolCalls: 1,
  maxOutputBytes: 0,
  maxSourceBytes: 1,
  maxCallDepth: 1,
  maxDataDepth: 1,
  maxBinaryBytes: 0,
  maxStreamItems: 0,
};

/** Checks limits and fills in defaults. Throws `RangeError` naming the limit and the value. */
export function budgetOf(given: Limits = {}): Budget {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(MINIMUM, name)) throw new RangeError(`limits.${name} is not a limit of this package`);
  }
  const read = (name: keyof Limits, fallback: number): number => {
    const value = given[name];
    if (value === undefined) return fallback;
    const low = MINIMUM[name];
    if (
      typeof value !== "number" ||
      Number.isNaN(value) ||
      value < low ||
      (value !== Number.POSITIVE_INFINITY && !Number.isInteger(value))
    ) {
      throw new RangeError(`limits.${name} must be an integer of at least ${low}, got ${String(value)}`);
    }
    return value;
  };
  const none = Number.POSITIVE_INFINITY;
  return {
    timeoutMs: read("timeoutMs", none),
    maxToolCalls: read("maxToolCalls", none),
    maxConcurrentToolCalls: read("maxConcurrentToolCalls", 8),
    maxOutputBytes: read("maxOutputBytes", none),
    maxSourceBytes: read("maxSourceBytes", 262_144),
    maxDataDepth: read("maxDataDepth", 128),
    maxBinaryBytes: read("maxBinaryBytes", 8 * 1024 * 1024),
    maxStreamItems: read("maxStreamItems", none),
    vm: {
      maxInstructions: read("maxInstructions", none),
      maxMemoryBytes: read("maxMemoryBytes", none),
      maxCallDepth: read("maxCallDepth", DEFAULT_CALL_DEPTH),
    },
  };
}
