/**
 * Golden disassembly: each test/golden/*.js compiles to the listing beside it, byte for byte. UPDATE_GOLDEN=1 rewrites the
 * listings; the difference is then reviewed like code. Together they show every instruction.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compile, disassemble, verify } from "../../../compiler/index.js";
import { compileLibrary } from "../../../compiler/library.js";
import type { IntrinsicNames } from "../../../vm/bytecode/library.js";
import { OP_NAMES } from "../../../vm/bytecode/opcodes.js";
import type { Program } from "../../../vm/bytecode/program.js";

const folder = new URL("../../golden/", import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".js"))
  .map((file) => file.slice(0, -".js".length))
  .sort();

const INTRINSICS: IntrinsicNames = { operations: ["size"], values: ["Object", "Map", "TypeError", "@@iterator"] };

function programOf(name: string): { program: Program; library: IntrinsicNames | undefined } {
  const source = readFileSync(new URL(`${name}.js`, folder), "utf8");
  if (name.startsWith("library-")) {
    return { program: compileLibrary([{ name, source }], INTRINSICS).program, library: INTRINSICS };
  }
  return { program: compile(source)._unsafeUnwrap().program, library: undefined };
}

describe("golden disassembly", () => {
  test.each(names)("%s", (name) => {
    const { program, library } = programOf(name);
    expect(verify(program, library)).toEqual([]);
    const text = disassemble(program);
    const path = new URL(`${name}.dis`, folder);
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, text);
    expect(text).toBe(readFileSync(path, "utf8"));
  });

  test("sources are ten lines or fewer", () => {
    const long = names.filter(
      (name) =>
        readFileSync(new URL(`${name}.js`, folder), "utf8")
          .trimEnd()
          .split("\n").length > 10,
    );
    expect(long).toEqual([]);
  });

  test("every instruction is shown", () => {
    const shown = new Set<string>();
    for (const name of names) {
      for (const { code } of programOf(name).program.blocks) {
        for (let pc = 0; pc < code.length; pc += 4) shown.add(OP_NAMES[code[pc]]);
      }
    }
    expect(OP_NAMES.filter((name) => !shown.has(name))).toEqual([]);
  });
});
