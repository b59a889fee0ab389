import { expect, test } from "vitest";
import type { JsonSchema } from "../../catalog/index.js";
import { References } from "../../catalog/schema/json-schema.js";
import { type Detail, typeText } from "../../catalog/schema/to-typescript.js";
import { cpuMs } from "./cpu-time.js";

const INLINE: Detail = { layout: "inline", depth: 12, docLength: 0, members: 80, alternatives: 4 };
const PRETTY: Detail = { layout: "pretty", depth: 12, docLength: 200, members: 80, alternatives: 4 };

/** The type and its local types on one line, as an inline signature joins them. */
function inline(schema: JsonSchema, side: "input" | "output" = "output", detail: Detail = INLINE): string | undefined {
  const printed = typeText(new References(schema), side, detail, 6_000);
  if (printed === undefined) return undefined;
  return [printed.text, ...printed.named.map(({ name, text }) => `type ${name} = ${text}`)].join("; ");
}

const NODE = { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } } } };
const ADDRESS = {
  type: "object",
  properties: { street: { type: "string" }, city: { type: "string" }, zip: { type: "string" } },
  required: ["street", "city"],
};

test.each<[string, JsonSchema, string]>([
  ["true", true, "unknown"],
  ["false", false, "never"],
  ["nothing said", {}, "unknown"],
  ["primitive", { type: "string" }, "string"],
  ["integer", { type: "integer" }, "number"],
  ["type list", { type: ["string", "null"] }, "string | null"],
  ["unknown type name", { type: "file" }, "unknown"],
  ["nullable", { type: "number", nullable: true }, "number | null"],
  ["nullable reference", { $ref: "#/$defs/A", nullable: true, $defs: { A: { type: "string" } } }, "string | null"],
  ["enumeration", { enum: ["a", 1, null, true] }, '"a" | 1 | null | true'],
  [
    "enumeration cut with a count",
    { enum: ["a", "b", "c", "d", "e", "f"] },
    '"a" | "b" | "c" | "d" | string /* 2 more */',
  ],
  ["empty enumeration", { type: "string", enum: [] }, "string"],
  ["constant", { const: "x" }, '"x"'],
  ["constant object", { const: { a: [1, "b"] } }, '{ a: [1, "b"] }'],
  ["literal that is too long", { enum: ["x".repeat(200), "y"] }, 'string | "y"'],
  ["literal that would end a comment", { enum: ["*/", "\n`"] }, '"*/" | "\\n`"'],
  ["array", { type: "array", items: { type: "number" } }, "number[]"],
  ["array of a union", { type: "array", items: { type: ["string", "number"] } }, "(string | number)[]"],
  ["array of anything", { type: "array" }, "unknown[]"],
  ["tuple, 2020-12", { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] }, "[string, number]"],
  [
    "tuple, draft-07, with a rest",
    { type: "array", items: [{ type: "string" }], additionalItems: { type: "number" } },
    "[string, ...number[]]",
  ],
  [
    "tuple with optional items",
    { type: "array", prefixItems: [{ type: "string" }, { type: ["string", "null"] }], minItems: 1 },
    "[string, (string | null)?]",
  ],
  ["object", ADDRESS, "{ street: string; city: string; zip?: string }"],
  [
    "property names that need quotes",
    { type: "object", properties: { "a-b": true, __proto: true, "1": true } },
    '{ "1"?: unknown; "a-b"?: unknown; __proto?: unknown }',
  ],
  ["property named $ref", { type: "object", properties: { $ref: { type: "string" } } }, "{ $ref?: string }"],
  [
    "property named __proto__",
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}'),
    "{ __proto__?: string; constructor?: number }",
  ],
  ["required but not described", { type: "object", properties: {}, required: ["id"] }, "{ id: unknown }"],
  ["any object", { type: "object" }, "Record<string, unknown>"],
  ["no properties allowed", { type: "object", additionalProperties: false }, "{}"],
  ["record", { type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  [
    "record with listed keys",
    { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: { type: "number" } },
    'Partial<Record<"a" | "b", number>>',
  ],
  [
    "object with further members",
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "number" } },
    "{ a?: string; [key: string]: number }",
  ],
  [
    "pattern properties",
    { type: "object", patternProperties: { "^x-": { type: "string" } } },
    "Record<string, string>",
  ],
  ["type implied by properties", { properties: { a: { type: "string" } } }, "{ a?: string }"],
  ["type implied by items", { items: { type: "string" } }, "string[]"],
  ["anyOf", { anyOf: [{ type: "string" }, { type: "number" }, { type: "string" }] }, "string | number"],
  ["anyOf with unknown", { anyOf: [{ type: "string" }, {}] }, "unknown"],
  [
    "oneOf cut with a count",
    {
      oneOf: ["a", "b", "c", "d", "e"].map((name) => ({ type: "object", properties: { [name]: { type: "string" } } })),
    },
    "{ a?: string } | { b?: string } | { c?: string } | { d?: string } | object /* 1 more form */",
  ],
  [
    "anyOf that only requires",
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    "{ a?: string; b?: string }",
  ],
  [
    "members beside a union",
    {
      type: "object",
      properties: { id: { type: "string" } },
      oneOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: { b: { type: "string" } } },
      ],
    },
    "{ id?: string } & ({ a?: string } | { b?: string })",
  ],
  [
    "type repeated beside a union",
    {
      type: "object",
      oneOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: { b: { type: "string" } } },
      ],
    },
    "{ a?: string } | { b?: string }",
  ],
  [
    "allOf of objects",
    {
      allOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: { b: { type: "number" } }, required: ["a"] },
      ],
    },
    "{ a: string; b?: number }",
  ],
  [
    "allOf with a reference",
    { allOf: [{ $ref: "#/definitions/A" }, { description: "more" }], definitions: { A: { type: "string" } } },
    "string",
  ],
  ["reference, $defs", { $ref: "#/$defs/A", $defs: { A: ADDRESS } }, "{ street: string; city: string; zip?: string }"],
  [
    "reference, components",
    { type: "array", items: { $ref: "#/components/schemas/A" }, components: { schemas: { A: { type: "string" } } } },
    "string[]",
  ],
  ["reference, escaped", { $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": { type: "string" } } }, "string"],
  ["reference, anchor", { $ref: "#there", $defs: { A: { $anchor: "there", type: "boolean" } } }, "boolean"],
  [
    "reference, $id",
    { $ref: "https://example.test/a", $defs: { A: { $id: "https://example.test/a", type: "boolean" } } },
    "boolean",
  ],
  ["reference that leads nowhere", { $ref: "#/$defs/missing" }, "unknown"],
  ["reference to another document", { $ref: "other.json#/A" }, "unknown"],
  ["reference to itself", { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } }, "unknown"],
  [
    "references in a ring",
    { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } },
    "unknown",
  ],
  ["recursion", { $ref: "#/$defs/Node", $defs: { Node: NODE } }, "Node; type Node = { children?: Node[] }"],
  [
    "recursion beside a description",
    { $ref: "#/$defs/Node", description: "root", $defs: { Node: NODE } },
    "Node; type Node = { children?: Node[] }",
  ],
  [
    "recursion of the whole document",
    { type: "object", properties: { next: { $ref: "#" } } },
    "Output; type Output = { next?: Output }",
  ],
  [
    "recursion through two",
    {
      $ref: "#/$defs/A",
      $defs: {
        A: { type: "object", properties: { b: { $ref: "#/$defs/B" } } },
        B: { type: "object", properties: { a: { $ref: "#/$defs/A" } } },
      },
    },
    "A; type A = { b?: { a?: A } }",
  ],
  [
    "shared and not small",
    {
      type: "object",
      properties: { from: { $ref: "#/$defs/address" }, to: { $ref: "#/$defs/address" } },
      $defs: { address: ADDRESS },
    },
    "{ from?: Address; to?: Address }; type Address = { street: string; city: string; zip?: string }",
  ],
  [
    "shared and small",
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/id" }, b: { $ref: "#/$defs/id" } },
      $defs: { id: { type: "string" } },
    },
    "{ a?: string; b?: string }",
  ],
  [
    "names that collide with the language",
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/Record" } },
      $defs: { Record: { type: "object", properties: { r: { $ref: "#/$defs/Record" } } } },
    },
    "{ a?: Record2 }; type Record2 = { r?: Record2 }",
  ],
  [
    "read-only on the output side",
    {
      type: "object",
      properties: { id: { type: "string", readOnly: true }, secret: { type: "string", writeOnly: true } },
    },
    "{ id?: string }",
  ],
  [
    "keywords that are not what they should be",
    { type: 5, properties: [], required: "id", enum: "x", anyOf: {}, items: 3 } as unknown as JsonSchema,
    "Record<string, unknown>",
  ],
])("inline: %s", (_, schema, expected) => {
  expect(inline(schema)).toBe(expected);
});

test("input side leaves out what is read-only", () => {
  const schema = {
    type: "object",
    properties: { id: { type: "string", readOnly: true }, secret: { type: "string", writeOnly: true } },
  };
  expect(inline(schema, "input")).toBe("{ secret?: string }");
});

test.each<[number, string]>([
  [1, "{ a?: object; list?: object[] }"],
  [2, "{ a?: { b?: object }; list?: { c?: string }[] }"],
  [3, "{ a?: { b?: { d?: string } }; list?: { c?: string }[] }"],
])("objects below level %i are named by their kind", (depth, expected) => {
  const schema = {
    type: "object",
    properties: {
      a: { type: "object", properties: { b: { type: "object", properties: { d: { type: "string" } } } } },
      list: { type: "array", items: { type: "object", properties: { c: { type: "string" } } } },
    },
  };
  expect(inline(schema, "output", { ...INLINE, depth })).toBe(expected);
});

test("members past the limit are counted", () => {
  const properties = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, { type: "string" }]));
  expect(inline({ type: "object", properties }, "output", { ...INLINE, members: 2 })).toBe(
    "{ a?: string; b?: string; /* 2 more */ }",
  );
});

test("pretty: documentation and the constraints TypeScript cannot say", () => {
  const schema = {
    type: "object",
    properties: {
      limit: { type: "integer", description: "Most items.\n\nAt once.", default: 10, minimum: 1, maximum: 100 },
      mail: { type: "string", format: "email", minLength: 3, maxLength: 99, pattern: "^.+@.+$", deprecated: true },
      tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 5, uniqueItems: true },
      code: { type: "string", pattern: "^\\d*/\\d*$", examples: ["1/2"] },
      plain: { type: "boolean" },
      safe: { type: "number", minimum: -9007199254740991, description: "ends */ here" },
    },
    required: ["limit"],
  };
  expect(typeText(new References(schema), "input", PRETTY, 6_000)?.text).toBe(`{
  /** Most items. At once. @default 10 @format integer @minimum 1 @maximum 100 */
  limit: number;
  /** @format email @minLength 3 @maxLength 99 @deprecated */
  mail?: string;
  /** @minItems 1 @maxItems 5 @uniqueItems */
  tags?: string[];
  /** @pattern ^\\d*\\/\\d*$ @example 1/2 */
  code?: string;
  plain?: boolean;
  /** ends *\\/ here */
  safe?: number;
}`);
});

test("a type over the allowance is refused, one within is the same text", () => {
  const length = inline(ADDRESS)!.length;
  expect(typeText(new References(ADDRESS), "input", INLINE, 10)).toBe(undefined);
  expect(typeText(new References(ADDRESS), "input", INLINE, length * 3)?.text).toBe(inline(ADDRESS));
});

test("nesting without end is cut", () => {
  const cyclic: { type: string; properties: Record<string, unknown> } = { type: "object", properties: {} };
  cyclic.properties["self"] = { type: "array", items: cyclic };
  const detail = { ...INLINE, depth: 1_000 };
  expect(inline(cyclic, "output", detail)).toBe(`${"{ self?: ".repeat(24)}unknown[]${" }[]".repeat(23)} }`);
});

test("a document that doubles at each reference is printed once per definition", () => {
  const $defs: Record<string, JsonSchema> = { D0: ADDRESS };
  for (let at = 1; at < 40; at++) {
    const reference = { $ref: `#/$defs/D${at - 1}` };
    $defs[`D${at}`] = { type: "object", properties: { left: reference, right: reference } };
  }
  let printed: ReturnType<typeof typeText>;
  expect(
    cpuMs(() => (printed = typeText(new References({ $ref: "#/$defs/D39", $defs }), "output", INLINE, 6_000))),
  ).toBeLessThan(200);
  expect(printed?.text).toBe("{ left?: D38; right?: D38 }");
  expect(printed?.named.length).toBe(39);
});

test("a document that doubles at each reference and prints nothing ends all the same", () => {
  const $defs: Record<string, JsonSchema> = { D0: {} };
  for (let at = 1; at < 40; at++) {
    const reference = { $ref: `#/$defs/D${at - 1}` };
    $defs[`D${at}`] = { anyOf: [reference, reference], allOf: [reference, reference] };
  }
  const document = { $ref: "#/$defs/D39", $defs };
  expect(cpuMs(() => void typeText(new References(document), "output", INLINE, 6_000))).toBeLessThan(500);
});
