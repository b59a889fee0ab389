/** Whatever is in the list of syntax forms compiles to code that the verifier accepts and that survives encoding. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile, decodeProgram, disassemble, encodeProgram, verify } from "../../../compiler/index.js";
import { FORMS } from "./forms.js";

function check(source: string): void {
  const { program } = compile(source)._unsafeUnwrap();
  expect(verify(program)).toEqual([]);
  expect(disassemble(decodeProgram(encodeProgram(program))._unsafeUnwrap())).toBe(disassemble(program));
}

describe("syntax forms", () => {
  test.each(FORMS)("%s", (source) => check(source));

  test("forms compile in any order inside one another", () => {
    const bodies = FORMS.filter((form) => !/\bawait\b|\breturn\b|using/.test(form));
    const wrappers: readonly ((body: string) => string)[] = [
      (body) => `{ ${body} }`,
      (body) => `try { ${body} } finally { z(); }`,
      (body) => `try { z(); } catch (caught) { ${body} }`,
      (body) => `for (const each of z) { ${body} }`,
      (body) => `for (let n = 0; n < 3; n++) { keep(() => n); ${body} }`,
      (body) => `outermost: for await (const each of z) { if (y) continue outermost; ${body} }`,
      (body) => `switch (z) { case 1: { ${body} } break; default: ${body.includes("using") ? "" : `{ ${body} }`} }`,
      (body) => `(() => { ${body} })();`,
      (body) => `class Holder { static { ${body} } }`,
      (body) => `function* generator(p = 1) { yield p; ${body} }`,
      (body) => `{ await using held = z; ${body} }`,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.array(fc.constantFrom(...wrappers), { minLength: 1, maxLength: 4 }),
        (body, around) => {
          const source = around.reduce((text, wrap) => wrap(text), body);
          const compiled = compile(source);
          // A wrapper can make a form illegal (await in a static block, arguments in one): that is a parse error with a span.
          if (compiled.isErr()) expect(compiled.error.every(({ kind }) => kind === "ParseError")).toBe(true);
          else expect(verify(compiled.value.program)).toEqual([]);
        },
      ),
      { seed: 7, numRuns: 400 },
    );
  });
});
