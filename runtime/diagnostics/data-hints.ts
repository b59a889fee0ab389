/**
 * Hints for errors about data: JSON, numbers, dates, frozen objects, what cannot leave a program. Part of the table of
 * hints.ts, whose order holds: these rows come after those that look at the expression.
 */
import type { Hint } from "./hint.js";

export const DATA_HINTS: readonly Hint[] = [
  {
    id: "parsed-object",
    about: "JSON.parse of a value that is an object already",
    matches: /^SyntaxError: .*"\[object (?:Object|Array)\]" is not valid JSON$/,
    suggest: () => ["The value is an object already: use it without JSON.parse"],
  },
  {
    id: "parsed-promise",
    about: "JSON.parse of a call that is not awaited",
    matches: /^SyntaxError: .*"\[object Promise\]" is not valid JSON$/,
    suggest: () => ["Await the value before JSON.parse"],
  },
  {
    id: "parsed-undefined",
    about: "JSON.parse of a value that is not there",
    matches: /^SyntaxError: "undefined" is not valid JSON$/,
    suggest: () => ["The value is undefined: test it before JSON.parse"],
  },
  {
    id: "parsed-text",
    about: "plain text read as JSON",
    matches: /^SyntaxError: .*(?:JSON|end of data|property name)/,
    suggest: () => ["The value is no JSON: use the text as it is, or look at it first"],
  },
  {
    id: "cyclic-json",
    about: "JSON.stringify of a value that contains itself",
    matches: /^TypeError: Converting circular structure to JSON/,
    suggest: () => ["Pick the fields to write: JSON.stringify({ a: value.a })"],
  },
  {
    id: "bigint-json",
    about: "JSON.stringify of a BigInt",
    matches: /^TypeError: Do not know how to serialize a BigInt$/,
    suggest: () => ["Write String(value) or Number(value) for a BigInt"],
  },
  {
    id: "bigint-mixed",
    about: "a BigInt and a number in one operation",
    matches: /^TypeError: Cannot mix BigInt and other types/,
    suggest: () => ["Write BigInt(number), or Number(bigint), on one side"],
  },
  {
    id: "bigint-fraction",
    about: "a BigInt made from a fraction",
    matches: /^RangeError: The number .+ cannot be converted to a BigInt/,
    suggest: () => ["Write BigInt(Math.trunc(number))"],
  },
  {
    id: "replace-all-flag",
    about: "replaceAll or matchAll with a pattern without g",
    matches: /called with a non-global RegExp/,
    suggest: () => ["Add the g flag to the regular expression: /…/g"],
  },
  {
    id: "invalid-date",
    about: "a date that cannot be read",
    matches: /^RangeError: Invalid time value$/,
    suggest: () => ["Test Number.isNaN(date.getTime()) first; new Date reads ISO text and milliseconds"],
  },
  {
    id: "empty-reduce",
    about: "reduce of an empty array without a first value",
    matches: /^TypeError: Reduce of empty array with no initial value$/,
    suggest: () => ["Give reduce a first value: reduce((total, x) => …, 0)"],
  },
  {
    id: "array-length",
    about: "an array of an impossible length",
    matches: /^RangeError: Invalid array length$/,
    suggest: () => ["The length must be a whole number of at least 0: write Math.max(0, Math.trunc(n))"],
  },
  {
    id: "repeat-count",
    about: "repeat with a negative count",
    matches: /^RangeError: Invalid count value/,
    suggest: () => ["The count must be at least 0: write Math.max(0, n)"],
  },
  {
    id: "frozen-builtin",
    about: "a method added to a built-in prototype",
    matches: /built-in objects are frozen in this runtime/,
    suggest: () => ["Write a function that takes the value instead of a method"],
  },
  {
    id: "frozen-object",
    about: "a frozen object changed",
    matches: /^TypeError: Cannot (?:assign to read only property|add property|delete property|define property)/,
    suggest: () => ["Make a copy and change that: { ...object } or [...array]"],
  },
  {
    id: "symbol-text",
    about: "a symbol turned into text",
    matches: /^TypeError: Cannot convert a Symbol value to a (?:string|number)$/,
    suggest: () => ["Write String(symbol) or symbol.description"],
  },
  {
    id: "in-operator",
    about: "`in` used to look into text or a list",
    matches: /^TypeError: Cannot use 'in' operator to search for/,
    suggest: () => ["Write text.includes(part) or array.includes(value)"],
  },
  {
    id: "instanceof-right",
    about: "instanceof with something that is no class",
    matches: /^TypeError: Right-hand side of 'instanceof' is not/,
    suggest: () => ['Write typeof value === "object", or value instanceof Class'],
  },
  {
    id: "function-in-data",
    about: "a function inside the result or an argument",
    matches: /is a function, which is no JSON data/,
    suggest: (_, { diagnostic }) => [
      `${diagnostic.tool === undefined ? "Return" : "Pass"} data only: call the function, or leave it out`,
    ],
  },
  {
    id: "cycle-in-data",
    about: "a value that contains itself as the result",
    matches: /is a cycle, which is no JSON data|refers to itself/,
    suggest: () => ["Pick the fields to return: return { a: value.a }"],
  },
  {
    id: "bigint-in-data",
    about: "a BigInt inside the result or an argument",
    matches: /is a BigInt, which is no JSON data/i,
    suggest: () => ["Write String(value) or Number(value)"],
  },
];
