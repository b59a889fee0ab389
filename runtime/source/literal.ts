/**
 * An expression in the source -> the data it certainly is, as far as that can be read, and back: the place of a path.
 *
 *   { id: "a", limit: n, tags: ["x", y] }   ->   { id: "a", limit: ?, tags: ["x", ?] }
 *
 * Invariant: a part that cannot be read is marked unknown, never guessed. Before: analysis.ts. After: check/tool-calls.ts
 * validates the data; diagnostics/program-text.ts finds the property that a schema refused.
 */
import type { AnyNode } from "../../compiler/index.js";
import { type Analysis, constantText, keyText, unwrap } from "./analysis.js";

/** What is known of the value of an expression. */
export interface Literal {
  readonly kind: "value" | "object" | "array" | "unknown";
  readonly node: AnyNode;
  /** For `value`: the primitive. */
  readonly value?: string | number | boolean | null | undefined;
  /** For `object`: by key, the last of equal ones. */
  readonly members?: ReadonlyMap<string, Member>;
  /** For `array`: its elements up to the first spread. */
  readonly elements?: readonly Literal[];
  /** Every key and element is known, though not every value. */
  readonly isWhole: boolean;
}

export interface Member {
  /** Key and value together. */
  readonly property: AnyNode;
  readonly key: AnyNode;
  readonly literal: Literal;
}

const MAX_DEPTH = 64;

/** Reads an expression. Never fails; unknown when it is no literal. */
export function readLiteral(analysis: Analysis, expression: AnyNode, depth = 0): Literal {
  const node = unwrap(expression);
  if (depth > MAX_DEPTH) return unknown(node);
  const text = constantText(node);
  if (node.type === "TemplateLiteral" && text !== undefined) return primitive(node, text);
  switch (node.type) {
    case "Literal":
      return isPlain(node.value) && !("regex" in node) ? primitive(node, node.value) : unknown(node);
    case "UnaryExpression": {
      const operand = node.argument;
      const isNumber = operand.type === "Literal" && typeof operand.value === "number";
      return node.operator === "-" && isNumber ? primitive(node, -(operand.value as number)) : unknown(node);
    }
    case "Identifier": {
      if (analysis.isGlobal(node, "undefined")) return primitive(node, undefined);
      const origin = analysis.originOf(node);
      if (origin?.keys?.length !== 0) return unknown(node);
      const value = unwrap(origin.init);
      return value.type === "Literal" && isPlain(value.value) && !("regex" in value)
        ? primitive(node, value.value)
        : unknown(node);
    }
    case "ArrayExpression": {
      const elements: Literal[] = [];
      for (const element of node.elements) {
        if (element?.type === "SpreadElement") return { kind: "array", node, elements, isWhole: false };
        elements.push(element === null ? primitive(node, null) : readLiteral(analysis, element, depth + 1));
      }
      return { kind: "array", node, elements, isWhole: true };
    }
    case "ObjectExpression": {
      const members = new Map<string, Member>();
      let isWhole = true;
      for (const property of node.properties) {
        const key =
          property.type === "SpreadElement"
            ? undefined
            : property.computed
              ? constantText(property.key)
              : keyText(property.key);
        if (property.type === "SpreadElement" || key === undefined || property.kind !== "init") {
          isWhole = false;
          // What a spread or an unknown key may overwrite is not known any more.
          for (const [name, member] of members) members.set(name, { ...member, literal: unknown(member.literal.node) });
          continue;
        }
        members.set(key, { property, key: property.key, literal: readLiteral(analysis, property.value, depth + 1) });
      }
      return { kind: "object", node, members, isWhole };
    }
    default:
      return unknown(node);
  }
}

/** Whether every part is known. */
export function isComplete(literal: Literal): boolean {
  if (literal.kind === "unknown" || !literal.isWhole) return false;
  if (literal.members !== undefined) return [...literal.members.values()].every((each) => isComplete(each.literal));
  return literal.elements === undefined || literal.elements.every(isComplete);
}

/** The data of a literal, with null for what is unknown. JSON's rules: undefined members are left out. */
export function dataOf(literal: Literal): unknown {
  switch (literal.kind) {
    case "unknown":
      return null;
    case "value":
      return literal.value ?? null;
    case "array":
      return (literal.elements ?? []).map(dataOf);
    case "object": {
      const data: { [key: string]: unknown } = Object.create(null);
      for (const [key, { literal: value }] of literal.members ?? []) {
        if (value.kind === "value" && value.value === undefined) continue;
        data[key] = dataOf(value);
      }
      return data;
    }
  }
}

/**
 * The node to underline for a refused path: the property at its end, or the innermost literal on the way to it.
 * @param unknownKey a property of the value at the path that is refused by its name
 */
export function placeOf(literal: Literal, path: readonly (string | number)[], unknownKey?: string): AnyNode {
  let current = literal;
  let place = literal.node;
  for (const step of path) {
    const member = current.members?.get(String(step));
    const next = member?.literal ?? current.elements?.[Number(step)];
    if (next === undefined) return place;
    place = member?.property ?? next.node;
    current = next;
  }
  return unknownKey === undefined ? place : (current.members?.get(unknownKey)?.key ?? place);
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function primitive(node: AnyNode, value: Literal["value"]): Literal {
  return { kind: "value", node, value, isWhole: true };
}

function unknown(node: AnyNode): Literal {
  return { kind: "unknown", node, isWhole: false };
}
