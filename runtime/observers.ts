/**
 * The hooks of a runtime and those of one execution -> one set of hooks. Owns the order (the runtime's first) and the rule
 * that neither keeps the other from being called: what either throws, or rejects with, still reaches the one who reports
 * it. Before: codemode.ts. After: execute.ts and tools/admitted.ts call the result.
 */
import type { Hooks } from "./tools/hooks.js";

/** The hooks that one execution may have of its own. */
const NAMES = ["onToolCallStart", "onToolCallEnd", "onEvent", "onHostError"] as const;

export type Observers = Pick<Hooks, (typeof NAMES)[number]>;

/** The runtime's hooks alone when the execution has none. Throws `TypeError` for one that is no function. */
export function withObservers(own: Hooks, once: Observers): Hooks {
  const merged: { -readonly [name in keyof Hooks]: Hooks[name] } = { ...own };
  for (const name of NAMES) {
    const second = once[name] as ((value: never) => unknown) | undefined;
    if (second === undefined) continue;
    if (typeof second !== "function") throw new TypeError(`${name} must be a function, got ${typeof second}`);
    const first = own[name] as ((value: never) => unknown) | undefined;
    merged[name] = first === undefined ? (second as never) : (both(first, second) as never);
  }
  return merged;
}

function both(first: (value: never) => unknown, second: (value: never) => unknown): (value: never) => unknown {
  return (value) => {
    let answer: unknown;
    try {
      answer = first(value);
    } finally {
      const other = second(value);
      if (other instanceof Promise) answer = Promise.all([answer, other]);
    }
    return answer;
  };
}
