import { type } from "arktype";
import * as v from "valibot";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  issuePath,
  issueText,
  type JsonSchema,
  jsonSchemaOf,
  standardSchemaOf,
  Tool,
  toolValidator,
} from "../../catalog/index.js";

const zod = z.object({ items: z.array(z.object({ year: z.number() })) });
const valibot = v.object({ items: v.array(v.object({ year: v.number() })) });
const arktype = type({ items: type({ year: "number" }).array() });

test.each<[string, unknown, string]>([
  ["Zod", zod, "items[0].year: Invalid input: expected number, received string"],
  ["Valibot", valibot, 'items[0].year: Invalid type: Expected number but received "2024"'],
  ["ArkType", arktype, "items[0].year: items[0].year must be a number (was a string)"],
  [
    "a document",
    Tool.validating({
      type: "object",
      properties: { items: { type: "array", items: { type: "object", properties: { year: { type: "number" } } } } },
    }),
    'items[0].year: expected number, received string "2024"',
  ],
])("%s validates, and its issues name the place", async (_, schema, expected) => {
  const validator = toolValidator(schema as never)!;
  const result = await validator["~standard"].validate({ items: [{ year: "2024" }] });
  expect(result.issues?.map(issueText)).toEqual([expected]);
  expect(issuePath(result.issues![0])).toBe("items[0].year");
});

test.each<[string, unknown]>([
  ["a document", { type: "object" }],
  ["null", null],
  ["text", "x"],
  ["a document with a member named ~standard", { "~standard": { version: 1, validate: "x" } }],
  ["another version", { "~standard": { version: 2, vendor: "x", validate: () => ({ value: 1 }) } }],
  [
    "a throwing getter",
    Object.defineProperty({}, "~standard", {
      get: () => {
        throw new Error("no");
      },
    }),
  ],
])("%s is no Standard Schema", (_, value) => {
  expect(standardSchemaOf(value)).toBe(undefined);
});

test.each<[string, unknown, "input" | "output", JsonSchema | undefined]>([
  ["a document is itself", { type: "string" }, "input", { type: "string" }],
  ["a boolean is itself", false, "output", false],
  ["nothing", undefined, "output", undefined],
  ["no converter", valibot, "input", undefined],
  [
    "a converter that throws",
    {
      "~standard": {
        version: 1,
        vendor: "x",
        validate: () => ({ value: 1 }),
        jsonSchema: {
          input: () => {
            throw new Error("no");
          },
          output: () => ({}),
        },
      },
    },
    "input",
    undefined,
  ],
  ["a document beside a validator", { schema: valibot, jsonSchema: { type: "object" } }, "input", { type: "object" }],
  [
    "Zod, input side",
    z.string().transform(Number).pipe(z.number()),
    "input",
    { $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" },
  ],
  [
    "Zod, output side",
    z.string().transform(Number).pipe(z.number()),
    "output",
    { $schema: "https://json-schema.org/draft/2020-12/schema", type: "number" },
  ],
])("JSON Schema: %s", (_, schema, side, expected) => {
  expect(jsonSchemaOf(schema as never, side)).toEqual(expected);
});

test.each<[readonly unknown[], string]>([
  [[], "message"],
  [["a", 0, "b-c"], 'a[0]["b-c"]: message'],
  [[{ key: "a" }, { key: 1 }], "a[1]: message"],
  [[Symbol("s")], "[symbol]: message"],
])("the path %j is written once", (path, expected) => {
  const issue = { message: "message", path: path as never };
  expect(issueText(issue)).toBe(expected);
  expect(issueText({ ...issue, message: expected })).toBe(expected);
});
