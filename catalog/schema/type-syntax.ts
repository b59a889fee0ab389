/**
 * Pieces of TypeScript type syntax.
 *
 * Owns how printed types are put together (parentheses where precedence asks for them, unions without
 * duplicates), literals, property names, and the names of local types. Never fails, and no text
 * of a schema gets out of the quotes it is put in. Used by to-typescript.ts.
 */

import { isIdentifierName, quoted } from "../tool-path.js";
import type { SchemaObject } from "./json-schema.js";

/** One side of a tool: `input` drops what is read-only, `output` what is write-only. */
export type Side = "input" | "output";

/** Longest literal in an enumeration; a longer one is its wider type. */
const MAX_LITERAL = 120;

/** How tightly a type's text binds, so that `[]` and `&` know when to add parentheses. */
export type Binding = "primary" | "intersection" | "union";

export interface Printed {
  readonly text: string;
  readonly binding: Binding;
}

export const UNKNOWN: Printed = { text: "unknown", binding: "primary" };
export const OBJECT: Printed = { text: "object", binding: "primary" };

/** Names handed out to local types; one table serves both sides of a signature. */
export class TypeNames {
  readonly #taken = new Set(RESERVED_NAMES);

  /** A free identifier that resembles the last part of a reference. */
  claim(pointer: string, side: Side): string {
    if (pointer.endsWith("#")) return this.claim(`/${side}`, side);
    const last = pointer.slice(pointer.lastIndexOf("/") + 1).replace(/~1|~0|%[0-9A-Fa-f]{2}/g, " ");
    const words = last.match(/[A-Za-z0-9]+/g) ?? [];
    const joined = words
      .map((word) => word[0].toUpperCase() + word.slice(1))
      .join("")
      .slice(0, 40);
    const base = /^[A-Za-z]/.test(joined) ? joined : `Type${joined}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}${count}`;
    this.#taken.add(name);
    return name;
  }
}

const RESERVED_NAMES = [
  "Record",
  "Partial",
  "Promise",
  "AsyncIterable",
  "Array",
  "Object",
  "String",
  "Number",
  "Boolean",
  "Date",
  "Symbol",
  "Map",
  "Set",
  "Error",
];

/** A value as a literal type: short ones exactly, others by their kind. */
export function literalType(value: unknown, depth = 0): Printed {
  if (value === null || typeof value === "boolean") return { text: String(value), binding: "primary" };
  if (typeof value === "number")
    return { text: Number.isFinite(value) ? JSON.stringify(value) : "number", binding: "primary" };
  if (typeof value === "string") {
    const text = quoted(value);
    return { text: text.length > MAX_LITERAL ? "string" : text, binding: "primary" };
  }
  if (typeof value !== "object" || depth > 2) return UNKNOWN;
  if (Array.isArray(value)) {
    if (value.length > 8) return { text: "unknown[]", binding: "primary" };
    return { text: `[${value.map((item) => literalType(item, depth + 1).text).join(", ")}]`, binding: "primary" };
  }
  const keys = Object.keys(value);
  if (keys.length > 8) return OBJECT;
  const members = keys.map(
    (key) => `${propertyName(key)}: ${literalType((value as SchemaObject)[key], depth + 1).text}`,
  );
  return { text: members.length === 0 ? "{}" : `{ ${members.join("; ")} }`, binding: "primary" };
}

export function propertyName(name: string): string {
  return isIdentifierName(name) ? name : quoted(name);
}

/** The type of a literal that is not shown. */
export function widened(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "unknown[]";
  return typeof value === "object" ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
    ? typeof value
    : "unknown";
}

/** A union without duplicates; `unknown` absorbs everything else. */
export function union(parts: readonly Printed[]): Printed {
  const texts = new Map<string, Printed>();
  for (const part of parts) texts.set(part.text, part);
  const unique = [...texts.values()];
  if (unique.length === 1) return unique[0];
  if (unique.some((part) => part.text === "unknown")) return UNKNOWN;
  return { text: unique.map((part) => part.text).join(" | "), binding: "union" };
}

export function intersection(parts: readonly Printed[]): Printed {
  const told = parts.filter((part) => part.text !== "unknown");
  if (told.length === 0) return UNKNOWN;
  if (told.length === 1) return told[0];
  return {
    text: told.map((part) => (part.binding === "union" ? `(${part.text})` : part.text)).join(" & "),
    binding: "intersection",
  };
}

export function parenthesized(printed: Printed): string {
  return printed.binding === "primary" ? printed.text : `(${printed.text})`;
}

export function bracketed(item: Printed): string {
  return `${parenthesized(item)}[]`;
}
