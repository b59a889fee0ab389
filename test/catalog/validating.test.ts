import { expect, test } from "vitest";
import { issueText, type JsonSchema, Tool } from "../../catalog/index.js";

/** The issues of a value as lines, or the decoded value. */
function checked(schema: JsonSchema, value: unknown): unknown {
  const { "~standard": standard } = Tool.validating(schema).schema;
  const result = standard.validate(value);
  if (result instanceof Promise) throw new Error("validation is synchronous");
  return result.issues === undefined ? result.value : result.issues.map(issueText);
}

const ORDER: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 2 },
    year: { type: "integer", minimum: 2000 },
    sort: { enum: ["asc", "desc"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 2, uniqueItems: true },
    shape: { oneOf: [{ $ref: "#/$defs/circle" }, { $ref: "#/$defs/square" }] },
    when: { type: "string", format: "date" },
    mixed: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
  },
  required: ["id"],
  additionalProperties: false,
  $defs: {
    circle: {
      type: "object",
      properties: { kind: { const: "circle" }, radius: { type: "number" } },
      required: ["kind", "radius"],
    },
    square: {
      type: "object",
      properties: { kind: { const: "square" }, side: { type: "number" } },
      required: ["kind", "side"],
    },
  },
};

test.each<[string, unknown, string[]]>([
  ["wrong type", { id: "ab", year: "2024" }, ['year: expected integer, received string "2024"']],
  ["not an integer", { id: "ab", year: 2024.5 }, ["year: expected integer, received number 2024.5"]],
  ["not an object", "x", ['expected object, received string "x"']],
  ["an array for an object", [], ["expected object, received an array of 0 items"]],
  ["missing", {}, ['missing required property "id" (string)']],
  [
    "unknown, near",
    { id: "ab", yaer: 2024 },
    ['unknown property "yaer" (did you mean "year"?); allowed: "id", "year", "sort", "tags", "shape", "when", "mixed"'],
  ],
  [
    "unknown, far",
    { id: "ab", zzz: 1 },
    ['unknown property "zzz"; allowed: "id", "year", "sort", "tags", "shape", "when", "mixed"'],
  ],
  ["enumeration", { id: "ab", sort: "up" }, ['sort: expected one of "asc", "desc", received string "up"']],
  ["below the minimum", { id: "ab", year: 1999 }, ["year: expected a number of at least 2000, received number 1999"]],
  ["too short", { id: "a" }, ['id: expected text of at least 2 characters, received string "a"']],
  ["inside an array", { id: "ab", tags: ["x", 2] }, ["tags[1]: expected string, received number 2"]],
  ["too many items", { id: "ab", tags: ["x", "y", "z"] }, ["tags: expected at most 2 items, received 3"]],
  ["duplicates", { id: "ab", tags: ["x", "x"] }, ["tags: expected items without duplicates"]],
  ["format", { id: "ab", when: "tomorrow" }, ['when: expected text in the format date, received string "tomorrow"']],
  [
    "a form told by its tag",
    { id: "ab", shape: { kind: "square", side: "1" } },
    ['shape.side: expected number, received string "1"'],
  ],
  [
    "no form of the kind",
    { id: "ab", shape: 3 },
    ["shape: expected exactly one of 2 forms, received number 3; the forms need { kind, radius } or { kind, side }"],
  ],
  [
    "a union of primitives",
    { id: "ab", mixed: [] },
    ["mixed: expected string, number or null, received an array of 0 items"],
  ],
  [
    "several at once",
    { id: 1, year: null, sort: 2 },
    [
      "id: expected string, received number 1",
      "year: expected integer, received null",
      'sort: expected one of "asc", "desc", received number 2',
    ],
  ],
])("refused: %s", (_, value, expected) => {
  expect(checked(ORDER, value)).toEqual(expected);
});

test("a value that fits comes back as it is", () => {
  const value = { id: "ab", year: 2024, sort: "asc", shape: { kind: "circle", radius: 1 }, mixed: null };
  expect(checked(ORDER, value)).toBe(value);
});

test.each<[string, JsonSchema, unknown, unknown]>([
  ["nullable", { type: "string", nullable: true }, null, null],
  ["nullable reference", { $ref: "#/$defs/a", nullable: true, $defs: { a: { type: "string" } } }, null, null],
  [
    "boolean bounds of draft-04",
    { type: "number", minimum: 0, exclusiveMinimum: true },
    0,
    ["expected a number greater than 0, received number 0"],
  ],
  [
    "tuples of draft-07",
    { type: "array", items: [{ type: "string" }], additionalItems: false },
    ["a", "b"],
    ['[1]: no value is allowed here, received string "b"'],
  ],
  [
    "dependencies of draft-07",
    { type: "object", dependencies: { a: ["b"] } },
    { a: 1 },
    ['"a" is given without "b", which it needs'],
  ],
  [
    "components",
    { $ref: "#/components/schemas/a", components: { schemas: { a: { type: "string" }, id: { type: "number" } } } },
    1,
    ["expected string, received number 1"],
  ],
  [
    "recursion",
    { $ref: "#/$defs/n", $defs: { n: { type: "object", properties: { n: { $ref: "#/$defs/n" } } } } },
    { n: { n: { n: 1 } } },
    ["n.n.n: expected object, received number 1"],
  ],
  [
    "recursion that consumes nothing",
    { $ref: "#/$defs/n", $defs: { n: { allOf: [{ $ref: "#/$defs/n" }] } } },
    {},
    ["the value cannot be checked against the tool's schema: it is recursive without end, or the value is too large"],
  ],
  [
    "names of the prototype",
    JSON.parse('{"type":"object","properties":{"constructor":{"type":"string"},"__proto__":{"type":"string"}}}'),
    {},
    {},
  ],
  [
    "__proto__ as a property",
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
    JSON.parse('{"__proto__":1}'),
    ["__proto__: expected string, received number 1"],
  ],
  ["undefined", true, undefined, ["expected a value, received undefined"]],
])("dialect: %s", (_, schema, value, expected) => {
  expect(checked(schema, value)).toEqual(expected);
});

test.each<[string, unknown, string]>([
  ["text", "x", "JSON Schema at # must be an object or a boolean"],
  ["an unknown type", { type: "file" }, 'JSON Schema at # has the unknown type "file"'],
  [
    "a pattern that is none",
    { properties: { a: { pattern: "(" } } },
    "JSON Schema at #/properties/a has a pattern that is no regular expression: (",
  ],
  [
    "a reference to nowhere",
    { items: { $ref: "#/$defs/x" } },
    'JSON Schema at #/items refers to "#/$defs/x", which leads nowhere',
  ],
])("no schema: %s", (_, schema, message) => {
  expect(() => Tool.validating(schema as JsonSchema)).toThrow(new TypeError(message));
});

test("the document is left alone", () => {
  const frozen = Object.freeze({ type: "object", properties: Object.freeze({ a: Object.freeze({ type: "string" }) }) });
  expect(checked(frozen, { a: "x" })).toEqual({ a: "x" });
  expect(Reflect.ownKeys(frozen)).toEqual(["type", "properties"]);
});

test("many failures are told by twenty", () => {
  const issues = checked(
    { type: "array", items: { type: "string" } },
    Array.from({ length: 5_000 }, () => 1),
  ) as string[];
  expect(issues.length).toBe(20);
  expect(issues[19]).toBe("[19]: expected string, received number 1");
});
