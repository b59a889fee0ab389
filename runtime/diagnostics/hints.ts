/**
 * What models write by habit and what to write here instead: one table from a message to
 * suggestions. Each row is tested.
 */

interface Hint {
  readonly matches: RegExp;
  readonly suggest: (match: RegExpExecArray) => string;
}

const USE_TOOLS =
  "There is no such global here. Everything outside the program is a tool: call tools.<namespace>.<name>({ … })";

const HINTS: readonly Hint[] = [
  {
    matches: /^ReferenceError: (?:fetch|XMLHttpRequest|axios|WebSocket) is not defined$/,
    suggest: () => `${USE_TOOLS}; there is no network`,
  },
  {
    matches: /^ReferenceError: (?:process|Deno|Bun) is not defined$/,
    suggest: () => `${USE_TOOLS}; there is no process and no environment`,
  },
  {
    matches: /^ReferenceError: (?:require|module|exports|__dirname|__filename) is not defined$/,
    suggest: () => `${USE_TOOLS}; modules cannot be loaded`,
  },
  {
    matches: /^ReferenceError: (?:fs|path|os|http|https|child_process) is not defined$/,
    suggest: () => `${USE_TOOLS}; there is no file system`,
  },
  {
    matches: /^ReferenceError: (?:window|document|localStorage|navigator|alert) is not defined$/,
    suggest: () => `${USE_TOOLS}; this is not a browser`,
  },
  {
    matches: /^ReferenceError: Buffer is not defined$/,
    suggest: () => "Use Uint8Array, TextEncoder, TextDecoder, btoa and atob instead of Buffer",
  },
  {
    matches: /^ReferenceError: (?:None|True|False) is not defined$/,
    suggest: () => "This is JavaScript: use null, true and false",
  },
  {
    matches: /^ReferenceError: (?:len|print|str|int|dict|list) is not defined$/,
    suggest: () => "This is JavaScript: use .length, console.log, String(), Number(), objects and arrays",
  },
  { matches: /^ReferenceError: setInterval is not defined$/, suggest: () => "Use a loop with await and setTimeout" },
  {
    matches: /^TypeError: .*\.(?:map|filter|forEach|reduce|find|some|every) is not a function$/,
    suggest: () =>
      "The value is no array: await it if it is a promise, or use Object.entries, Object.values or [...iterable]",
  },
  { matches: /is not iterable$/, suggest: () => "Await the value if it is a promise, or use Object.entries(object)" },
];

/** Suggestions for a language error; none for most. */
export function hintFor(name: string, message: string): string[] {
  const text = `${name}: ${message}`;
  const found: string[] = [];
  for (const { matches, suggest } of HINTS) {
    const match = matches.exec(text);
    if (match !== null) found.push(suggest(match));
  }
  return found;
}
