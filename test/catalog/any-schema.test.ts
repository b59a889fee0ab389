import fc from "fast-check";
import { expect, test } from "vitest";
import { createCatalog, estimateTokens, type JsonSchema, MAX_SIGNATURE_TOKENS, Tool } from "../../catalog/index.js";
import { declared } from "./declared.js";

/** Documents that are mostly schemas, with references, wrong kinds and hostile text. */
const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.boolean(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom("object", "array", "string", "integer", "null", "odd"),
          fc.array(fc.constantFrom("string", "null", "object"), { maxLength: 3 }),
        ),
        // biome-ignore lint/suspicious/noTemplateCurlyInString: template syntax as text is what is tested
        description: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("*/ x", "\n/**", "\u2028", "`${1}`")),
        properties: fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom("__proto__", "$ref", "a-b", "*/", "constructor")),
          tie("schema"),
          { maxKeys: 4 },
        ),
        required: fc.array(fc.string(), { maxLength: 3 }),
        additionalProperties: tie("schema"),
        items: fc.oneof(tie("schema"), fc.array(tie("schema"), { maxLength: 3 })),
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 40 }),
        anyOf: fc.array(tie("schema"), { maxLength: 3 }),
        allOf: fc.array(tie("schema"), { maxLength: 3 }),
        $ref: fc.constantFrom("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#/nowhere", "http://x/#y", "#/$defs/%"),
        $defs: fc.record({ a: tie("schema"), b: tie("schema") }),
        nullable: fc.boolean(),
        default: fc.jsonValue({ maxDepth: 1 }),
        pattern: fc.string(),
      },
      { requiredKeys: [] },
    ),
  ),
}));

test("whatever the schema: linting and searching end, and a validator either is refused with a TypeError or answers", () => {
  fc.assert(
    fc.property(schemas.schema, fc.jsonValue(), (schema, value) => {
      const document = typeof schema === "boolean" ? schema : { properties: { a: schema } };
      const catalog = createCatalog({
        a: Tool.make({ description: "", input: document as JsonSchema, run: () => null }),
      });
      catalog.lint();
      expect(catalog.rank("string x").length).toBeLessThanOrEqual(1);
      let validating: ReturnType<typeof Tool.validating>;
      try {
        validating = Tool.validating(document as JsonSchema);
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        return;
      }
      const result = validating.schema["~standard"].validate({ a: value }) as {
        issues?: readonly { message: string }[];
      };
      expect(result.issues?.every(({ message }) => message.length > 0) ?? true).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("whatever the schema: both forms are bounded, parse, hold one tool, and are the same again", () => {
  fc.assert(
    fc.property(schemas.schema, schemas.schema, fc.string({ unit: "binary" }), (input, output, description) => {
      const isSchema = (value: unknown): value is JsonSchema =>
        typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
      const define = () =>
        Tool.make({
          description,
          input: isSchema(input) ? input : { properties: { a: input } },
          output: isSchema(output) ? output : { items: output },
          run: () => null,
        });
      const entry = createCatalog({ "a.b-c": define() }).entries[0];
      for (const signature of [entry.inlineSignature, entry.prettySignature]) {
        expect(estimateTokens(signature)).toBeLessThanOrEqual(MAX_SIGNATURE_TOKENS);
        expect(declared(signature)).toMatchObject({ functions: 1, errors: [] });
      }
      expect(entry.inlineSignature).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(createCatalog({ "a.b-c": define() }).entries[0].prettySignature).toBe(entry.prettySignature);
    }),
    { numRuns: 1_000 },
  );
});
