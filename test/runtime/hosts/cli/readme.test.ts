/** What the READMEs say is so: their commands, examples, tables and links. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandSpec } from "../../../../runtime/hosts/cli/commands.js";
import { CodeMode, limits, Tool } from "../../../../runtime/index.js";
import { node } from "../../../support/cli.js";
import { ROOT } from "../../../support/import-graph.js";

const FILES = ["README.md", ...["compiler", "vm", "runtime", "catalog"].map((folder) => `${folder}/README.md`)];
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const readme = read("README.md");

/** Code blocks of a language. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, code]) =>
    name === language ? [code] : [],
  );
}

/** Rows of the table under a header whose first cell is `first`. */
function table(text: string, first: string): string[][] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|") && line.split("|")[1].trim() === first);
  const rows = lines.slice(start + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith("|")),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
}

describe("README", () => {
  it("begins with the two commands", () => {
    const [first] = blocks(readme, "sh");
    expect(readme.startsWith(`# codemode-vm\n\n\`\`\`sh\n${first}`)).toBe(true);
    expect(first.split("\n").map((line) => line.replace(/ *#.*/, ""))).toEqual([
      "npm ci && npm start",
      "npm ci && npm test",
      "",
    ]);
  });

  it("embeds in ten lines that run", async () => {
    const [code] = blocks(readme, "js");
    const { out, err } = await node(["--input-type=module", "-e", code], { cwd: ROOT });
    expect([out, err]).toEqual(["500\n", ""]);
  });

  it("lists the commands with options that exist", () => {
    const rows = table(readme, "command").map(([cell]) => cell.slice(1, -1).split(" "));
    expect(rows.map(([codemode]) => codemode)).toEqual(rows.map(() => "codemode"));
    for (const [, name, ...words] of rows) {
      const spec = commandSpec(name)!;
      const options = (words.join(" ").match(/--[a-z]+/g) ?? []).map((word) => word.slice(2));
      expect(Object.keys(spec.options)).toEqual(expect.arrayContaining(options));
      expect(words.join(" ").startsWith(spec.operands)).toBe(true);
    }
  });

  it("lists the limits of the presets", () => {
    const figure = (cell: string) => (cell === "none" ? undefined : Number(cell.replaceAll(",", "")));
    const rows = table(readme, "limit").map(([name, , without, standard, strict]) => {
      return [name.slice(1, -1), figure(without), figure(standard), figure(strict)] as const;
    });
    for (const [name, without, standard, strict] of rows) {
      const key = name as keyof typeof limits.standard;
      expect([name, standard, strict]).toEqual([name, limits.standard[key] ?? without, limits.strict[key] ?? without]);
    }
    const named = new Set(rows.map(([name]) => name));
    const preset = [...Object.keys(limits.standard), ...Object.keys(limits.strict)];
    expect(preset.filter((name) => !named.has(name))).toEqual([]);
  });
});

describe("the diagnostics of runtime/README.md", () => {
  const price = Tool.make({
    description: "",
    input: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] },
    run: () => 1,
  });
  const runtime = CodeMode.make({ tools: { shop: { price } } });
  const examples = table(read("runtime/README.md"), "kind").flatMap(([kind, , example]) =>
    example === "" ? [] : [[kind.slice(1, -1), example.slice(1, -1)] as const],
  );

  it.each(examples)("%s: %s", async (kind, program) => {
    expect((await runtime.execute(program))._unsafeUnwrapErr().error.kind).toBe(kind);
  });
});

describe.each(FILES)("%s", (file) => {
  it("links to files and sections that exist", () => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target]) => target);
    const broken = links.filter((link) => {
      const [path, section] = link.split("#");
      const target = join(ROOT, dirname(file), path);
      if (!existsSync(target)) return true;
      const headings = readFileSync(target, "utf8").match(/^#+ .*$/gm) ?? [];
      const slugs = headings.map((line) => line.replace(/^#+ /, "").toLowerCase().replaceAll(" ", "-"));
      return section !== undefined && !slugs.includes(section);
    });
    expect(broken).toEqual([]);
  });

  it("names files that exist", () => {
    const folder = dirname(file);
    const first = folder === "vm" ? "folder" : "file or folder";
    const rows = folder === "." ? [] : table(read(file), first);
    const names = rows.flatMap(([cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(names.filter((name) => !existsSync(join(ROOT, folder, name)))).toEqual([]);
    expect(names.length > 0).toBe(folder !== ".");
  });

  it("shows diffs whose context is in the files they name", () => {
    const missing: string[] = [];
    for (const diff of blocks(read(file), "diff")) {
      let target = "";
      for (const line of diff.split("\n")) {
        const named = /^ \/\/ ([\w/.-]+\.(?:ts|js|mjs))/.exec(line)?.[1];
        if (named !== undefined) target = existsSync(join(ROOT, named)) ? read(named) : "";
        else if (target !== "" && /^[ -]/.test(line) && line.trim() !== "…" && !target.includes(line.slice(1))) {
          missing.push(line);
        }
      }
    }
    expect(missing).toEqual([]);
  });
});
