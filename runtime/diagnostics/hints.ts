/**
 * What models get wrong again and again, and what to write instead: one table over the failures of a run.
 *
 * A row looks at the message and, where that is not enough, at the expression that failed: `r.map is not a function` means
 * something else when `r` is a promise than when it is a Map. The first row that has something to say is the answer.
 * Each row is tested by running a program. Before: map.ts. After: explain.ts.
 */
import { pathExpression } from "../../catalog/index.js";
import type { AnyNode } from "../../compiler/index.js";
import type { Diagnostic } from "../result.js";
import { unwrap } from "../source/analysis.js";
import { callForm } from "./call-form.js";
import { CUT_TEXT } from "./cut-text.js";
import { DATA_HINTS } from "./data-hints.js";
import {
  awaitText,
  type Failed,
  madeBy,
  methodOf,
  promiseBelow,
  replyingTool,
  shortText,
  sourceCall,
  spreadAround,
  subjectOf,
} from "./failed-expression.js";
import { foreignMethod } from "./foreign-methods.js";
import type { Hint } from "./hint.js";
import { suggestionsForName } from "./names.js";

/** What an array, or something else, answers when it has nothing. */
const EMPTY_ANSWERS: ReadonlyMap<string, string> = new Map([
  ["find", "find answers undefined when nothing matches"],
  ["findLast", "findLast answers undefined when nothing matches"],
  ["pop", "pop answers undefined for an empty array"],
  ["shift", "shift answers undefined for an empty array"],
  ["at", "at answers undefined outside the array"],
  ["get", "get answers undefined for a key that is not there"],
  ["match", "match answers null when the text does not match"],
  ["exec", "exec answers null when the text does not match"],
  ["forEach", "forEach answers undefined: write map to get the values"],
  ["log", "console.log answers undefined: log on a line of its own"],
]);

const ARRAY_METHODS = new Set(
  "map filter forEach reduce find findIndex some every flatMap slice sort toSorted join at push includes".split(" "),
);

const ITERABLE_CLASSES = new Set(["Map", "Set"]);

/** Failures of the tool's making: their text is not ours, so no row may read it. */
const FOREIGN_TEXT = new Set<Diagnostic["kind"]>(["ToolFailure", "ToolDefect", "InvalidToolOutput", "ProgramThrow"]);

export const HINTS: readonly Hint[] = [
  {
    id: "cut-text-echoed",
    about: "text that was cut for display, given back to a tool",
    matches: /^/,
    suggest: (_, { diagnostic, text, range }) => {
      const call = diagnostic.tool === undefined ? undefined : text.toolCallAround(range);
      if (call === undefined || !CUT_TEXT.test(text.source.slice(call.start, call.end))) return undefined;
      return ["The argument holds text that was cut for display: read the whole text again inside this program"];
    },
  },
  // ---- names
  {
    id: "undefined-name",
    about: "a name of another place, a tool without `tools.`, or a slip of the pen",
    matches: /^ReferenceError: (\S+) is not defined$/,
    suggest: ([, name], { text, range }) => {
      const mention = text.analysis?.nodes.find((node) => node.type === "Identifier" && node.start === range.start);
      return suggestionsForName(text.analysis, text.catalog, name, mention);
    },
  },
  {
    id: "used-before-declaration",
    about: "a name used above its declaration",
    matches: /^ReferenceError: Cannot access '(.+)' before initialization$/,
    suggest: ([, name]) => [`Move the declaration of ${name} above this line`],
  },
  {
    id: "assigned-constant",
    about: "a const that is assigned again",
    matches: /^TypeError: Assignment to constant variable\.$/,
    suggest: (_, { text, range }) => [`Declare it with let: \`let ${text.source.slice(range.start, range.end)} = …\``],
  },
  // ---- promises
  {
    id: "field-of-promise",
    about: "a field read from a call that is not awaited",
    matches: /^TypeError: Cannot (?:read|set) properties of undefined/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      const promise = subject === undefined ? undefined : promiseBelow(subject.analysis, subject.object);
      return promise === undefined || subject === undefined ? undefined : [awaitText(subject.analysis, promise)];
    },
  },
  {
    id: "method-of-promise",
    about: "a method called on a call that is not awaited",
    matches: /^TypeError: .+ is not a function$/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      const promise = subject === undefined ? undefined : promiseBelow(subject.analysis, subject.object);
      return promise === undefined || subject === undefined ? undefined : [awaitText(subject.analysis, promise)];
    },
  },
  {
    id: "iterated-promise",
    about: "a loop, spread or destructuring over a call that is not awaited",
    matches: /^TypeError: #<Promise> is not iterable/,
    suggest: (_, { text, range }) => {
      const { analysis } = text;
      const promise = analysis?.nodes.find(
        (node) => node.start >= range.start && node.end <= range.end && analysis.isPromise(node),
      );
      const spread = spreadAround(analysis, range);
      if (analysis !== undefined && spread !== undefined) return [awaitText(analysis, spread)];
      const declared = analysis?.nodes.find(
        (node) => node.type === "VariableDeclarator" && node.id.start === range.start,
      );
      const from = promise ?? (declared?.type === "VariableDeclarator" ? (declared.init ?? undefined) : undefined);
      return analysis === undefined || from === undefined ? ["Await the value first"] : [awaitText(analysis, from)];
    },
  },
  {
    id: "promise-as-text",
    about: "a promise in a template, an addition or a comparison",
    matches: /^A promise is turned into text or a number here/,
    suggest: (_, { text, range }) => {
      const node = text.analysis?.nodes.find(
        (each) => each.start >= range.start && each.end <= range.end && text.analysis?.isPromise(each),
      );
      return node === undefined || text.analysis === undefined
        ? ["Await the value first"]
        : [awaitText(text.analysis, node)];
    },
  },
  {
    id: "promise-in-data",
    about: "a promise inside the result or an argument",
    matches: /is an un-awaited promise, which is no JSON data/,
    suggest: () => ["Await it, or all of them at once: await Promise.all(items.map(async (item) => …))"],
  },
  // ---- undefined and null
  {
    id: "map-length",
    about: "`.length` of a Map or Set",
    matches: /^TypeError: Cannot read properties of undefined/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      const object = subject?.object;
      if (subject === undefined || object?.type !== "MemberExpression") return undefined;
      const made = madeBy(subject.analysis, object.object as AnyNode);
      if (made === undefined || !ITERABLE_CLASSES.has(made) || subject.analysis.memberName(object) !== "length")
        return undefined;
      return [`A ${made} has no length: write ${shortText(subject.analysis, object.object as AnyNode)}.size`];
    },
  },
  {
    id: "tools-on-global",
    about: "tools looked for on globalThis",
    matches: /^TypeError: Cannot read properties of undefined/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      const object = subject?.object;
      if (subject === undefined || object?.type !== "MemberExpression") return undefined;
      const name = subject.analysis.memberName(object);
      if (name === undefined || !subject.analysis.isGlobal(object.object, "globalThis")) return undefined;
      const near = suggestionsForName(subject.analysis, failed.text.catalog, name);
      return near.length > 0 ? near : ["Tools are in `tools`: await tools.<namespace>.<name>({ … })"];
    },
  },
  {
    id: "empty-answer",
    about: "a search that found nothing, and its answer used at once",
    matches: /^TypeError: Cannot read properties of (?:undefined|null)/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      const call = subject === undefined ? undefined : sourceCall(subject.analysis, subject.object);
      const method = call === undefined ? undefined : methodOf(call);
      const answer = method === undefined ? undefined : EMPTY_ANSWERS.get(method.name);
      if (answer === undefined || subject === undefined) return undefined;
      return [answer.includes(": ") ? answer : `${answer}: test it first, or write ?.`];
    },
  },
  {
    id: "empty-array",
    about: "the first element of an array that is empty",
    matches: /^TypeError: Cannot read properties of undefined/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      if (subject === undefined) return undefined;
      const origin = subject.analysis.originOf(subject.object);
      const object = unwrap(origin?.keys?.length === 0 ? origin.init : subject.object);
      if (object.type !== "MemberExpression" || !object.computed || object.property.type !== "Literal")
        return undefined;
      if (typeof object.property.value !== "number") return undefined;
      const list = shortText(subject.analysis, object.object as AnyNode);
      return [`There may be no such element: test ${list}.length first, or write ?.`];
    },
  },
  {
    id: "this-in-callback",
    about: "`this` inside a callback written with `function`",
    matches: /^TypeError: Cannot (?:read|set) properties of undefined/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      if (subject?.object.type !== "ThisExpression") return undefined;
      return ["`this` is undefined in a plain function: write an arrow function, or keep the value in a const"];
    },
  },
  {
    id: "reply-field",
    about: "a field that the reply of a tool does not have",
    matches: /^TypeError: Cannot read properties of (undefined|null)/,
    suggest: ([, what], failed) => {
      const subject = subjectOf(failed);
      if (subject === undefined) return undefined;
      const entry = replyingTool(subject.analysis, failed.text.catalog, subject.object);
      if (entry === undefined) return undefined;
      const expression = pathExpression(entry.path);
      const isDeclared = entry.tool.kind === "call" && entry.tool.output !== undefined;
      return isDeclared || what === "null"
        ? [`${subject.text} is ${what} in this reply of ${expression}: test it first, or write ?.`]
        : [`${expression} declares no type of its reply: return the reply to look at it; text may need JSON.parse`];
    },
  },
  {
    id: "destructured-undefined",
    about: "a pattern over a value that is not there",
    matches: /^TypeError: Cannot destructure (?:property '(.+)' of )?'/,
    suggest: () => ["Give the pattern a default: `{ … } = value ?? {}`"],
  },
  {
    id: "undefined-to-object",
    about: "Object.keys and the like of a value that is not there",
    matches: /^TypeError: Cannot convert undefined or null to object$/,
    suggest: () => ["The value is undefined or null: write `value ?? {}`"],
  },
  {
    id: "set-of-undefined",
    about: "a field set in an object that was never made",
    matches: /^TypeError: Cannot set properties of undefined/,
    suggest: (_, failed) => {
      const subject = subjectOf(failed);
      return subject === undefined ? undefined : [`Make it first: ${subject.text} ??= {}`];
    },
  },
  {
    id: "read-of-nothing",
    about: "a field read from undefined or null",
    matches: /^TypeError: Cannot read properties of (undefined|null)/,
    suggest: ([, what], failed) => {
      const subject = subjectOf(failed);
      if (subject === undefined || subject.text === what) return undefined;
      return [`${subject.text} is ${what}: test it first, or write ?.`];
    },
  },
  // ---- calls
  {
    id: "array-method-of-map",
    about: "an array method called on a Map or Set",
    matches: /^TypeError: .+\.(\w+) is not a function$/,
    suggest: ([, method], failed) => {
      const subject = subjectOf(failed);
      const made = subject === undefined ? undefined : madeBy(subject.analysis, subject.object);
      if (subject === undefined || made === undefined || !ITERABLE_CLASSES.has(made)) return undefined;
      if (method === "length" || method === "size") return [`Write ${subject.text}.size, without parentheses`];
      return ARRAY_METHODS.has(method) ? [`Write [...${subject.text}].${method}(…)`] : undefined;
    },
  },
  {
    id: "array-method-of-reply",
    about: "an array method called on an object, often a reply with the list in a field",
    matches: /^TypeError: .+\.(\w+) is not a function$/,
    suggest: ([, method], failed) => {
      const subject = subjectOf(failed);
      if (subject === undefined || !ARRAY_METHODS.has(method)) return undefined;
      const entry = replyingTool(subject.analysis, failed.text.catalog, subject.object);
      const values = `Object.values(${subject.text}).${method}(…)`;
      if (entry === undefined)
        return [`${subject.text} is no array: write ${values} or Object.entries(${subject.text})`];
      return [`${subject.text} is no array: the list may be in a field of it; return it to look, or write ${values}`];
    },
  },
  {
    id: "foreign-method",
    about: "a method of another language or library",
    matches: /^TypeError: .+\.(\w+) is not a function$/,
    suggest: ([, method], failed) => {
      const subject = subjectOf(failed);
      const write = subject === undefined ? undefined : foreignMethod(method, subject.text);
      return write === undefined ? undefined : [write];
    },
  },
  {
    id: "optional-method",
    about: "a method that the object does not have",
    matches: /^TypeError: .+\.(\w+) is not a function$/,
    suggest: ([, method], failed) => {
      const subject = subjectOf(failed);
      return subject === undefined
        ? undefined
        : [`${subject.text} has no method ${method}: look at it with console.log`];
    },
  },
  {
    id: "value-called",
    about: "a name called that holds a value",
    matches: /^TypeError: ([\w$]+) is not a function$/,
    suggest: ([, name]) => [`${name} holds no function: look at it with console.log, or remove the parentheses`],
  },
  {
    id: "class-without-new",
    about: "a class called like a function",
    matches:
      /^TypeError: (?:Class constructor (\S+) cannot be invoked without 'new'|Constructor (\S+) requires 'new')$/,
    suggest: ([, own, builtin]) => [`Write new ${own ?? builtin}(…)`],
  },
  {
    id: "not-a-constructor",
    about: "`new` before something that is no class",
    matches: /^TypeError: (.+) is not a constructor$/,
    suggest: () => ["Call it without new"],
  },
  // ---- iteration
  {
    id: "iterated-object",
    about: "a loop or spread over a plain object",
    matches: /^TypeError: #<Object> is not iterable/,
    suggest: () => ["Loop over Object.entries(object), Object.keys(object) or Object.values(object)"],
  },
  {
    id: "iterated-number",
    about: "a loop over a number, as over a range",
    matches: /^TypeError: (?:number )?-?\d\S* is not iterable/,
    suggest: () => ["Write for (let i = 0; i < n; i++), or Array.from({ length: n }, (_, i) => i)"],
  },
  {
    id: "iterated-nothing",
    about: "a loop or spread over undefined or null",
    matches: /^TypeError: (?:undefined|null) is not iterable|\(reading 'Symbol\(Symbol\.iterator\)'\)$/,
    suggest: () => ["The value is not there: write `value ?? []`"],
  },
  {
    id: "not-iterable",
    about: "a loop or spread over something else",
    matches: /is not iterable/,
    suggest: () => [
      "Only arrays, text, Map, Set and generators can be looped over: write Object.entries(object) for objects",
    ],
  },
  ...DATA_HINTS,
  // ---- tools
  {
    id: "tool-input",
    about: "an argument that the tool's schema refuses",
    matches: /^Invalid input for tools\.|takes one object with its fields/,
    suggest: (_, { diagnostic, text, range }) => {
      const entry = diagnostic.tool === undefined ? undefined : text.catalog.get(diagnostic.tool);
      if (entry === undefined) return undefined;
      const callback = text.callbackAt(range);
      const method = callback === undefined ? undefined : methodOf(callback);
      return [method === undefined ? callForm(entry) : `${method.name}((item) => ${callForm(entry)})`];
    },
  },
  {
    id: "deadlock",
    about: "an await of a promise that nobody settles",
    matches: /^The program awaits a promise that nothing left can settle/,
    suggest: () => [
      "Call resolve or reject in every branch, and give Promise.race and Promise.any something to wait for",
    ],
  },
  {
    id: "stack-size",
    about: "a recursion without an end, met as an error",
    matches: /^RangeError: Maximum call stack size exceeded/,
    suggest: () => ["Check what ends the recursion, or write a loop with an array of work"],
  },
  {
    id: "instructions-limit",
    about: "a loop that does too much",
    matches: /instructions limit/,
    suggest: () => ["Look for a loop without an end; ask tools for less, or use a Map in place of nested loops"],
  },
  {
    id: "memory-limit",
    about: "more data held than allowed",
    matches: /memory limit/,
    suggest: () => ["Keep only the fields that are needed, and handle pages one after another"],
  },
  {
    id: "timeout",
    about: "tools waited for one after another",
    matches: /^The program did not end within/,
    suggest: () => ["Start independent calls together: await Promise.all(items.map((item) => …)); ask for fewer items"],
  },
  {
    id: "tool-call-limit",
    about: "more calls than allowed",
    matches: /^The program may call tools \d+ times/,
    suggest: () => ["Ask for many items in one call, and call only for those that are needed"],
  },
];

/** The row that has something to say of a failure, with what it says. */
export function hintFor(failed: Failed): { readonly id: string; readonly suggestions: readonly string[] } | undefined {
  const message = failed.diagnostic.message.replace(/^Unhandled rejection: /, "");
  const isForeign = FOREIGN_TEXT.has(failed.diagnostic.kind);
  for (const hint of HINTS) {
    if (isForeign && hint.id !== "cut-text-echoed") continue;
    const match = hint.matches.exec(message);
    const suggestions = match === null ? undefined : hint.suggest(match, failed);
    if (suggestions !== undefined && suggestions.length > 0) return { id: hint.id, suggestions };
  }
  return undefined;
}
