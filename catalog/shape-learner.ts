/**
 * The types of real replies, remembered for tools that declare none.
 *
 * Owns what is kept of a reply: kinds of values and names of members, never a value. Bounded in
 * depth, members, items and tools. Learning is commutative: the same replies in any order give the
 * same shape, so a catalog is the same on every run. An object whose members look like data (many,
 * or named by ids, addresses, dates) is remembered as a map without its names.
 * Before: a tool's reply, after the boundary. After: signature.ts, as a JSON Schema.
 */
import type { JsonSchema } from "./schema/json-schema.js";
import { byCodeUnit } from "./tool-path.js";

/** What is known of a place in the replies. Plain data. */
export interface Shape {
  /** Kinds seen, in code-unit order: array, boolean, null, number, object, string, unknown. */
  readonly kinds: readonly string[];
  readonly items?: Shape;
  /** Members of an object, in code-unit order of their names. */
  readonly members?: readonly ShapeMember[];
  /** All members of an object that is a map. */
  readonly values?: Shape;
}

export interface ShapeMember {
  readonly name: string;
  readonly shape: Shape;
  /** Some object at this place lacked it. */
  readonly isOptional: boolean;
}

/** Everything learned, as plain data that survives JSON: paths in code-unit order. */
export type LearnedShapes = readonly { readonly path: string; readonly shape: Shape }[];

const MAX_DEPTH = 5;
const MAX_MEMBERS = 32;
/** Items looked at of an outermost array; half as many a level further in. */
const MAX_ITEMS = 64;
const MAX_TOOLS = 2_000;
const MAX_NAME = 40;
/** A name a programmer chose; ids, addresses, dates and sentences are not. */
const CHOSEN_NAME = /^[A-Za-z_$@][A-Za-z_$-]*[0-9]{0,2}[A-Za-z_$-]*$/;

/** Shapes by tool path. */
export class ShapeLearner {
  readonly #shapes = new Map<string, Shape>();

  constructor(learned: LearnedShapes = []) {
    for (const { path, shape } of learned.slice(0, MAX_TOOLS)) this.#shapes.set(path, shape);
  }

  /** Remembers a reply; true when that changed the tool's shape. Never fails. */
  learn(path: string, reply: unknown): boolean {
    const known = this.#shapes.get(path);
    if (known === undefined && this.#shapes.size >= MAX_TOOLS) return false;
    const seen = shapeOf(reply, 1);
    const merged = known === undefined ? seen : merge(known, seen);
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(merged)) return false;
    this.#shapes.set(path, merged);
    return true;
  }

  /** The JSON Schema of the replies seen, undefined when there is none or it says nothing. */
  schemaOf(path: string): JsonSchema | undefined {
    const shape = this.#shapes.get(path);
    return shape === undefined || shape.kinds.includes("unknown") ? undefined : schemaOf(shape);
  }

  /** What was learned, for a host to store and give to the next catalog. */
  export(): LearnedShapes {
    return [...this.#shapes.keys()].sort(byCodeUnit).map((path) => ({ path, shape: this.#shapes.get(path)! }));
  }
}

const UNKNOWN: Shape = { kinds: ["unknown"] };

function shapeOf(value: unknown, depth: number): Shape {
  if (value === null) return { kinds: ["null"] };
  switch (typeof value) {
    case "boolean":
    case "number":
    case "string":
      return { kinds: [typeof value] };
    case "object":
      break;
    default:
      return UNKNOWN;
  }
  if (depth > MAX_DEPTH) return UNKNOWN;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS >> (depth - 1)).map((item) => shapeOf(item, depth + 1));
    return items.length === 0 ? { kinds: ["array"] } : { kinds: ["array"], items: items.reduce(merge) };
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return UNKNOWN;
  const names = Object.keys(value).sort(byCodeUnit);
  const members = names.slice(0, MAX_MEMBERS + 1).map((name) => ({
    name,
    shape: shapeOf((value as { readonly [name: string]: unknown })[name], depth + 1),
    isOptional: false,
  }));
  return withMembers(members);
}

/** An object's shape, as a map when its names are data. */
function withMembers(members: readonly ShapeMember[]): Shape {
  const isMap =
    members.length > MAX_MEMBERS || members.some(({ name }) => name.length > MAX_NAME || !CHOSEN_NAME.test(name));
  if (!isMap) return { kinds: ["object"], members };
  return { kinds: ["object"], values: members.map(({ shape }) => shape).reduce(merge) };
}

function merge(left: Shape, right: Shape): Shape {
  const kinds = [...new Set([...left.kinds, ...right.kinds])].sort(byCodeUnit);
  if (kinds.includes("unknown")) return UNKNOWN;
  const items = mergeOptional(left.items, right.items);
  const merged: { kinds: string[]; items?: Shape; members?: readonly ShapeMember[]; values?: Shape } = { kinds };
  if (items !== undefined) merged.items = items;
  const object = mergeObjects(left, right);
  if (object?.values !== undefined) merged.values = object.values;
  else if (object?.members !== undefined) merged.members = object.members;
  return merged;
}

function mergeOptional(left: Shape | undefined, right: Shape | undefined): Shape | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return merge(left, right);
}

function mergeObjects(left: Shape, right: Shape): Shape | undefined {
  const isLeft = left.kinds.includes("object");
  const isRight = right.kinds.includes("object");
  if (!isLeft || !isRight) return isLeft ? left : isRight ? right : undefined;
  if (left.values !== undefined || right.values !== undefined) {
    const shapes = [left, right].flatMap(({ values, members }) => [
      ...(values === undefined ? [] : [values]),
      ...(members ?? []).map(({ shape }) => shape),
    ]);
    return { kinds: ["object"], values: shapes.reduce(merge) };
  }
  const byName = new Map((left.members ?? []).map((member) => [member.name, { ...member, isOptional: true }]));
  for (const member of right.members ?? []) {
    const known = (left.members ?? []).find(({ name }) => name === member.name);
    const isOptional = known === undefined || known.isOptional || member.isOptional;
    byName.set(member.name, {
      name: member.name,
      shape: known === undefined ? member.shape : merge(known.shape, member.shape),
      isOptional,
    });
  }
  return withMembers([...byName.keys()].sort(byCodeUnit).map((name) => byName.get(name)!));
}

function schemaOf(shape: Shape): JsonSchema {
  if (shape.kinds.includes("unknown")) return true;
  const forms = shape.kinds.map((kind): JsonSchema => {
    if (kind === "array")
      return shape.items === undefined ? { type: "array" } : { type: "array", items: schemaOf(shape.items) };
    if (kind !== "object") return { type: kind };
    if (shape.values !== undefined) return { type: "object", additionalProperties: schemaOf(shape.values) };
    const members = shape.members ?? [];
    return {
      type: "object",
      properties: Object.fromEntries(members.map(({ name, shape: member }) => [name, schemaOf(member)])),
      required: members.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    };
  });
  return forms.length === 1 ? forms[0] : { anyOf: forms };
}
