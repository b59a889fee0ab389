// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources of programs contain templates
/**
 * Long chains and large literals compile without depth of the host's stack growing with them; what exceeds the bytecode's
 * limits is a LimitExceeded error with the figure.
 */
import { describe, expect, test } from "vitest";
import { compile, verify } from "../../../compiler/index.js";

const LENGTH = 10_000;

const CHAINS: readonly (readonly [name: string, source: string])[] = [
  ["sum", `return ${Array.from({ length: LENGTH }, (_, i) => `a${i % 7}`).join(" + ")};`],
  [
    "mixed operators",
    `return ${Array.from({ length: LENGTH }, (_, i) => `a${["+", "-", "*", "<", "&", "**"][i % 5]}`).join(" ")} 1;`,
  ],
  ["text of literals", `return ${Array.from({ length: LENGTH }, (_, i) => `'${i}'`).join(" + ")};`],
  ["&& chain", `return ${"a && ".repeat(LENGTH)}a;`],
  ["|| condition", `if (${"a || ".repeat(LENGTH)}a) b();`],
  ["?? chain", `return ${"a ?? ".repeat(LENGTH)}a;`],
  ["member chain", `return a${".b".repeat(LENGTH)};`],
  ["call chain", `return a${".b(1)".repeat(LENGTH)};`],
  ["plain call chain", `return a${"()".repeat(LENGTH)};`],
  ["optional chain", `return a${"?.b".repeat(LENGTH)};`],
  ["else-if chain", `${"if (a) b(); else ".repeat(90)}c();`],
  ["array literal", `return [${"a, ".repeat(LENGTH)}];`],
  ["object literal", `return { ${Array.from({ length: LENGTH }, (_, i) => `k${i}: a`).join(", ")} };`],
  ["template literal", `return \`${"${a}-".repeat(LENGTH)}\`;`],
  ["sequence", `return (${"a, ".repeat(LENGTH)}a);`],
  ["statements", "a = b;\n".repeat(LENGTH)],
  ["switch", `switch (a) { ${Array.from({ length: LENGTH }, (_, i) => `case ${i}: b();`).join(" ")} }`],
  [
    "functions that mention each other",
    `${Array.from({ length: 1_000 }, (_, i) => `function f${i}() { return f${(i * 7 + 1) % 1_000}() + late; }`).join("\n")}\nlet late = 1; f0();`,
  ],
  ["arguments", `return f(${"a, ".repeat(LENGTH)}a);`],
];

describe("hostile sizes", () => {
  test.each(CHAINS)("%s", (_name, source) => {
    const { program } = compile(source, { language: "javascript" })._unsafeUnwrap();
    expect(verify(program)).toEqual([]);
  });

  test("a chain compiles with little stack left", () => {
    let error: unknown;
    const source = `return ${"a + ".repeat(1_000)}a;`;
    const deep = (left: number): number =>
      left === 0 ? compile(source)._unsafeUnwrap().program.blocks.length : deep(left - 1) + 0;
    try {
      deep(2_000);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeUndefined();
  });

  test("too many registers", () => {
    const source = `return f(${"a,".repeat(70_000)}a);`;
    const errors = compile(source, { language: "javascript" })._unsafeUnwrapErr();
    expect(errors).toEqual([
      {
        kind: "LimitExceeded",
        code: "program-size",
        message: "The program needs more than 65535 registers of one function.",
        span: { start: 0, end: source.length },
        limit: "registers of one function",
        hint: "Split the code into smaller functions, or pass large data in as a value.",
      },
    ]);
  });

  test("too many constants", () => {
    const source = `f(${Array.from({ length: 20_000 }, (_, i) => `${i}.5`).join(");f(")})`;
    expect(compile(source, { language: "javascript" }).isOk()).toBe(true);
    const large = `[${Array.from({ length: 66_000 }, (_, i) => `${i}.5`).join()}]`;
    expect(compile(large, { language: "javascript", maxSourceBytes: 1_000_000 })._unsafeUnwrapErr()).toMatchObject([
      { kind: "LimitExceeded", code: "program-size", limit: "constants of one function" },
    ]);
  });
});
