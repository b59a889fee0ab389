/**
 * Names that models write by habit from other places, and what to write here instead: one table.
 *
 * Invariant: no name of the table is a global of the language or a tool root; a test holds it against the realm. Before:
 * nothing. After: hints.ts (errors met at run time) and check/names.ts (before the run).
 */

const NETWORK = "There is no network: call the tool that does this, as `await tools.<namespace>.<name>({ … })`";
const PROCESS = "There is no process and no environment: pass the value in the program, or call the tool that needs it";
const MODULES = "Modules cannot be loaded: use the built-ins and `tools`, which are there without an import";
const FILES = "There is no file system: call the tool that reads or writes, as `await tools.<namespace>.<name>({ … })`";
const BROWSER = "This is not a browser: `return` the value to show it, and call `tools` for everything outside";
const BYTES = "Use Uint8Array with TextEncoder, TextDecoder, btoa and atob";
const TIMERS = "Loop with `await new Promise((resolve) => setTimeout(resolve, ms))` inside";
const TEST = "Return the values to look at; there is no test runner";

/** Names that share a suggestion. */
export const FOREIGN_ROWS: readonly (readonly [names: string, suggestion: string])[] = [
  ["fetch XMLHttpRequest axios WebSocket EventSource Request Response http https got superagent", NETWORK],
  ["process Deno Bun", PROCESS],
  ["require module exports define importScripts", MODULES],
  ["__dirname __filename fs path os child_process readFile writeFile readFileSync writeFileSync open", FILES],
  ["window document localStorage sessionStorage navigator location history alert confirm prompt self", BROWSER],
  ["Buffer", BYTES],
  ["setInterval clearInterval setImmediate requestAnimationFrame", TIMERS],
  ["sleep delay", "Write `await new Promise((resolve) => setTimeout(resolve, ms))`"],
  ["describe it test expect assert", TEST],
  ["global", "Write globalThis; tools are in `tools`"],
  ["None", "This is JavaScript: write null"],
  ["True", "This is JavaScript: write true"],
  ["False", "This is JavaScript: write false"],
  ["nil NULL", "This is JavaScript: write null"],
  ["len", "This is JavaScript: write value.length"],
  ["print println puts echo", "Write console.log(value), or `return` the value"],
  ["str repr", "This is JavaScript: write String(value)"],
  ["int float", "This is JavaScript: write Number(value)"],
  ["bool", "This is JavaScript: write Boolean(value)"],
  ["dict", "This is JavaScript: write { key: value } or new Map()"],
  ["list tuple", "This is JavaScript: write [...values]"],
  ["range", "This is JavaScript: write Array.from({ length: n }, (_, i) => i)"],
  ["enumerate", "This is JavaScript: write for (const [i, x] of xs.entries())"],
  ["zip", "This is JavaScript: write xs.map((x, i) => [x, ys[i]])"],
  ["sorted", "This is JavaScript: write xs.toSorted((a, b) => a - b)"],
  ["sum", "This is JavaScript: write xs.reduce((total, x) => total + x, 0)"],
  ["isinstance", "This is JavaScript: write value instanceof Class, or typeof value"],
  ["json", "Write JSON.parse(text) and JSON.stringify(value)"],
  ["re", "Write a regular expression literal: /pattern/.exec(text)"],
  ["datetime moment dayjs", "Use Date: new Date().toISOString(), Date.parse(text)"],
  ["lodash _", "Use the built-ins: Object.groupBy, Object.entries, toSorted, flatMap, Set"],
  ["uuid uuidv4", "Write crypto.randomUUID()"],
  ["asyncio", "Write await Promise.all([…])"],
  ["mcp client server api functions codemode", "Tools are in `tools`: await tools.<namespace>.<name>({ … })"],
  ["output result", "Declare it: `const name = …`, and end the program with `return name`"],
  ["input args params argv context ctx", "A program is given no input: write the values in it"],
];

/** Suggestion by name. */
export const FOREIGN_NAMES: ReadonlyMap<string, string> = new Map(
  FOREIGN_ROWS.flatMap(([names, suggestion]) => names.split(" ").map((name) => [name, suggestion] as const)),
);
