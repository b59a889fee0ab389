/**
 * Runs the same expressions in the VM and in Node. Each is a function body's expression; what it
 * gives, or the name and message of what it throws, comes back as text that tells undefined, -0,
 * BigInts and holes apart.
 */
import { expect } from "vitest";
import { CodeMode, type CodeModeOptions } from "../../../../runtime/index.js";

process.env.TZ = "UTC";

const PRELUDE = `
const text = (value) => {
  const seen = [];
  const walk = (v) => {
    if (v === undefined) return "undefined";
    if (v === null || typeof v === "boolean") return String(v);
    if (typeof v === "number") return Object.is(v, -0) ? "-0" : String(v);
    if (typeof v === "bigint") return v + "n";
    if (typeof v === "string") return JSON.stringify(v);
    if (typeof v === "symbol") return v.toString();
    if (typeof v === "function") return "function " + v.name + "/" + v.length;
    if (seen.includes(v)) return "<" + seen.indexOf(v) + ">";
    seen.push(v);
    const tag = Object.prototype.toString.call(v);
    if (Array.isArray(v)) {
      const items = [];
      for (let i = 0; i < v.length; i++) items.push(i in v ? walk(v[i]) : "hole");
      return "[" + items.join(", ") + "]";
    }
    if (v instanceof Map) return "Map" + walk([...v]);
    if (v instanceof Set) return "Set" + walk([...v]);
    if (v instanceof Date) return "Date " + v.getTime();
    if (v instanceof RegExp) return String(v);
    if (v instanceof Error) return v.name + ": " + v.message;
    if (v instanceof ArrayBuffer) return tag + walk([...new Uint8Array(v)]);
    if (ArrayBuffer.isView(v) && !(v instanceof DataView)) return tag + walk([...v]);
    return tag + "{" + Object.keys(v).map((k) => k + ": " + walk(v[k])).join(", ") + "}";
  };
  return walk(value);
};
const attempt = (f) => {
  try {
    return text(f());
  } catch (e) {
    return "throws " + e.name + ": " + e.message;
  }
};
`;

const programOf = (expressions: readonly string[]): string =>
  `${PRELUDE}\nreturn [\n${expressions.map((expression) => `attempt(() => (${expression})),`).join("\n")}\n];`;

/** What a program gives in the VM. Fails the test when it does not end well. */
export async function inVm(code: string, options: Partial<CodeModeOptions> = {}): Promise<unknown> {
  const causes: unknown[] = [];
  const runtime = CodeMode.make({ tools: {}, onHostError: ({ cause }) => causes.push(cause), ...options });
  const outcome = await runtime.execute(code);
  expect(causes, "host errors").toEqual([]);
  if (outcome.isErr()) expect.fail(JSON.stringify(outcome.error));
  return outcome.value.value;
}

const AsyncFunction = (async () => undefined).constructor as new (code: string) => () => Promise<unknown>;

/** Texts of the expressions' values, in the VM and in Node. */
export async function both(expressions: readonly string[]): Promise<{ vm: unknown; node: unknown }> {
  const code = programOf(expressions);
  return { vm: await inVm(code), node: await new AsyncFunction(`"use strict";${code}`)() };
}

/** Pairs of expression and value, so that a difference shows where it is. */
export async function expectSame(expressions: readonly string[]): Promise<void> {
  const { vm, node } = await both(expressions);
  const label = (values: unknown) => expressions.map((expression, i) => [expression, (values as string[])[i]]);
  expect(label(vm)).toEqual(label(node));
}

/** Texts of the expressions' values in the VM alone: where Node is older than the language. */
export async function vmTexts(expressions: readonly string[], options?: Partial<CodeModeOptions>): Promise<unknown> {
  return inVm(programOf(expressions), options);
}
