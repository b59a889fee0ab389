/**
 * JSDoc made of a schema's annotations and of the constraints that TypeScript cannot say.
 *
 * Owns which keywords become tags and how foreign text is made safe inside a comment: it cannot
 * end the comment, break its line or hide behind control characters. Bounded by the caller's length.
 */
import type { JsonSchema } from "./json-schema.js";
import { keyword, type References, type SchemaObject, schemaObject, textKeyword, typeNames } from "./json-schema.js";

/** Longest value of one tag, in UTF-16 units. */
const MAX_TAG = 60;

/** Keywords told as tags, in the order they are written. */
const TAGS = [
  "default",
  "format",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

/** Formats that say more to a reader than the pattern a generator adds to them. */
const WELL_KNOWN_FORMATS: ReadonlySet<string> = new Set([
  "uuid",
  "email",
  "date-time",
  "date",
  "time",
  "duration",
  "uri",
  "ipv4",
  "ipv6",
]);

/**
 * The comment of a member with its indentation and line break, or nothing when there is nothing to
 * tell. A description beside a reference wins over the one behind it. Never fails.
 */
export function docComment(schema: JsonSchema, references: References, docLength: number, indent: string): string {
  const object = schemaObject(schema);
  if (object === undefined) return "";
  const target = schemaObject(references.follow(schema));
  const description =
    textKeyword(object, "description") ??
    textKeyword(object, "title") ??
    (target && textKeyword(target, "description"));
  const parts = [];
  if (description !== undefined) parts.push(shortened(oneLine(description), docLength));
  parts.push(...constraintTags(target ?? object));
  const text = parts.filter((part) => part !== "").join(" ");
  return text === "" ? "" : `${indent}/** ${text} */\n`;
}

/** `@default 10 @minimum 1 @maximum 100`, as separate tags. */
function constraintTags(object: SchemaObject): string[] {
  const tags: string[] = [];
  const isTuple = keyword(object, "prefixItems") !== undefined || Array.isArray(keyword(object, "items"));
  for (const name of TAGS) {
    let value = keyword(object, name);
    if (name === "format" && value === undefined && typeNames(object).includes("integer")) value = "integer";
    // Some generators state the bounds of a 53-bit integer on every number.
    const isBeyond = typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER;
    if (value === undefined || value === false || isBeyond) continue;
    if (name === "default" && value === null) continue;
    if (name === "pattern" && WELL_KNOWN_FORMATS.has(textKeyword(object, "format") ?? "")) continue;
    if ((name === "minItems" || name === "maxItems") && isTuple) continue;
    tags.push(value === true && name !== "default" ? `@${name}` : `@${name} ${tagValue(value)}`);
  }
  if (keyword(object, "deprecated") === true) tags.push("@deprecated");
  const examples = keyword(object, "examples");
  const example = Array.isArray(examples) ? examples[0] : (keyword(object, "example") ?? undefined);
  if (example !== undefined && example !== null) tags.push(`@example ${tagValue(example)}`);
  return tags;
}

function tagValue(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    text = undefined;
  }
  return shortened(oneLine(text ?? "…"), MAX_TAG);
}

/** Foreign text on one line of a comment: white space collapsed, control characters and comment ends taken out. */
export function oneLine(text: string): string {
  return text
    .slice(0, MAX_READ)
    .replace(CONTROLS, "")
    .replace(MARKUP, "")
    .replace(/\s+/gu, " ")
    .trim()
    .replaceAll("*/", "*\\/");
}

/** HTML that documents carry in descriptions; other words in angle brackets are placeholders and stay. */
const MARKUP = /<\/?(?:p|br|b|i|a|em|strong|code|pre|span|div|ul|ol|li|h[1-6]|table|tr|td|th)(?:\s[^<>]*)?\/?>/gi;

/** Controls other than white space, and marks that reorder or hide text. */
const CONTROLS = /(?!\s)\p{Cc}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** No rendering shows more of one text than this, so no more of it is read. */
const MAX_READ = 8_000;

/** Text of at most `length` UTF-16 units, cut at a word where one ends in its second half, marked with an ellipsis. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  let cut = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  if (space > length / 2) cut = cut.slice(0, space);
  // A cut must not leave the first half of an escaped comment end.
  return `${cut.replace(/[\s,;:.\\*]+$/, "")}…`;
}

/**
 * The comment above a whole signature, with its line break: the description's lines, then notes.
 * Blank lines are dropped; at most `length` UTF-16 units of text. Empty when there is nothing to say.
 */
export function docBlock(description: string, length: number, notes: readonly string[] = []): string {
  const lines: string[] = [];
  let left = length;
  for (const line of description.slice(0, MAX_READ).split(/[\r\n\u2028\u2029]+/)) {
    const text = oneLine(line);
    if (text === "") continue;
    const told = shortened(text, left);
    lines.push(told);
    left -= text.length + 1;
    if (left < 8 || told !== text) break;
  }
  lines.push(...notes);
  if (lines.length === 0) return "";
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}
