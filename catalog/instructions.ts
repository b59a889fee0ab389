/**
 * The text a model reads before it writes a program.
 *
 * Owns workflow, rules, language and the list of available tools, in that order. Kept: examples
 * hold placeholders only, so that no name in them can be taken for a tool; a complete catalog does
 * not mention search; equal catalogs give equal bytes, and what changes with the catalog comes
 * last, so that a host's prompt cache keeps the rest. Without the list it is at most 900 tokens.
 * Before: select.ts. After: the host's prompt.
 */
import type { Selection } from "./select.js";
import { quoted } from "./tool-path.js";

/** What the language is, unless the host's engine says it more exactly. */
export const LANGUAGE_NOTES = `- JavaScript (ES2025, strict mode) or TypeScript whose types are erased. Top-level \`await\` and \`return\` work.
- The result is what you \`return\`, else the value of the last expression. It must be plain data: no functions, no promises, no cycles.
- Standard built-ins only. There is no \`import\`, \`require\`, \`fetch\`, \`process\`, file system, network or \`eval\`: everything outside comes through \`tools\`.
- \`console.log\` is recorded beside the result.`;

/** What the instructions depend on. */
export interface InstructionsInput {
  readonly selection: Selection;
  readonly languageNotes: string;
  /** Some tool answers with an \`AsyncIterable\`. */
  readonly hasStreams: boolean;
  /** Some tool's reply has a type that was only observed. */
  readonly hasObserved: boolean;
}

/** The whole text, Markdown, ending in a line break. Never fails. */
export function instructionsText(input: InstructionsInput): string {
  const { selection } = input;
  const sections = [
    `# Programs over tools\n\n${INTRODUCTION}`,
    `## Workflow\n\n${numbered(workflow(selection))}`,
    `## Rules\n\n${bulleted(rules(input))}`,
    `## Language\n\n${input.languageNotes.trim()}`,
    `## Available tools\n\n${availableTools(selection)}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

const INTRODUCTION =
  "Give `execute` one program that calls the tools below, works on their replies and returns what you need. The tools exist only inside that program, as members of `tools`; they cannot be called in any other way.";

function workflow({ isComplete, total }: Selection): string[] {
  if (total === 0) return ["No tools are available: use a program for computation only."];
  const find = isComplete
    ? "Pick an exact signature under *Available tools*."
    : 'Pick an exact signature under *Available tools*. If none fits, run a program that only returns a search, `return await tools.$codemode.search({ query: "<what it should do>" })`, and use a path it returned in the next program. `namespace: "<namespace>"` narrows a search; an empty query lists; `next` is the `offset` of the next page.';
  return [
    find,
    'Call the exact path with one object: `await tools.<namespace>.<tool>({ <field>: <value> })`. Copy names as they are written, brackets included: `tools.<namespace>["<tool-name>"]({ … })`.',
    "Start independent calls together and await them at once: `const [a, b] = await Promise.all([tools.<namespace>.<tool>({ … }), tools.<namespace>.<tool>({ … })])`. The same with `map` over a list.",
    "Filter, join and aggregate inside the program. Return only what is needed to go on, not whole replies.",
  ];
}

function rules({ selection, hasStreams, hasObserved }: InstructionsInput): string[] {
  const where = selection.isComplete ? "Tools exist" : "Tools and search exist";
  const list = [
    `${where} only inside the code given to \`execute\`. Never invent a path or a field: use those that a signature shows.`,
    "Every call returns a promise: `await` it before reading its fields.",
    "A reply of type `unknown` may be anything, often text: look at it first (`typeof`, `Array.isArray`, `JSON.parse` for JSON text), then read fields. When unsure, return one reply shortened and continue in the next program.",
    "`/* n more */` in a type counts what is left out. `object` has fields that are not shown.",
    "A failed call throws an `Error` that tells why. Use `try`/`catch` or `Promise.allSettled` when the rest should go on, and correct the input rather than repeat it.",
    "Do several steps in one program when each needs only earlier replies; use a new program when you must read a reply to decide.",
  ];
  if (hasStreams)
    list.push(
      "Read an `AsyncIterable` with `for await (const item of tools.<namespace>.<tool>({ … }))`; `break` ends it.",
    );
  if (hasObserved) list.push("A type marked `/* observed */` was seen in earlier replies and is not promised.");
  return list;
}

/** The header line and one entry a namespace; signatures are indented below their namespace. */
export function availableTools(selection: Selection): string {
  if (selection.total === 0) return "COMPLETE: 0 tools.";
  const header = selection.isComplete
    ? `COMPLETE: all ${count(selection.total, "tool")}.`
    : `PARTIAL: ${selection.shown} of ${count(selection.total, "tool")} shown; search finds the others.`;
  const lines = [header, ""];
  for (const namespace of selection.namespaces) {
    const shown = namespace.shown.length === namespace.total ? "" : `, ${namespace.shown.length} shown`;
    const name = namespace.name === "" ? "(top level)" : shownName(namespace.name);
    lines.push(`- ${name} (${count(namespace.total, "tool")}${shown})`);
    for (const entry of namespace.shown) lines.push(`  ${entry.inlineSignature}`);
  }
  return lines.join("\n");
}

/** A name as it is when it is one word; else quoted, so that it cannot pass for a line of its own. */
function shownName(name: string): string {
  return /^[\p{L}\p{N}_$.:@/-]+$/u.test(name) ? name : quoted(name);
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

function numbered(items: readonly string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join("\n");
}

function bulleted(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}
