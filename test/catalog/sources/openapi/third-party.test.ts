/**
 * Documents that others publish in npm packages: every example of @readme/oas-examples, as JSON and as YAML, and the REST
 * API of Figma. None throws, and every operation is a tool or skipped with a reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../../../../catalog/index.js";
import { OpenAPI } from "../../../../catalog/sources/openapi/index.js";
import { readYaml } from "../../../support/yaml.js";

const require = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

interface Document {
  readonly openapi?: string;
  readonly swagger?: string;
  readonly paths?: Record<string, Record<string, unknown>>;
}

function read(file: string): Document {
  const text = readFileSync(file, "utf8");
  return (file.endsWith(".json") ? JSON.parse(text) : readYaml(text)) as Document;
}

/** Operations as the document lists them, those behind a reference of a path item aside. */
function operationsOf({ paths = {} }: Document): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item ?? {}, method)).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** [name, file] of every description in the examples' folders. */
const examples = readdirSync(folderOf("@readme/oas-examples"), { recursive: true, encoding: "utf8" })
  .filter((name) => /^\d\.\d[/\\].*\.(json|yaml)$/.test(name))
  .sort()
  .map((name) => [name, join(folderOf("@readme/oas-examples"), name)] as const);

describe("the examples of @readme/oas-examples", () => {
  it("are all there", () => {
    expect(examples.length).toBeGreaterThan(100);
  });

  it.each(examples)("%s", (name, file) => {
    const spec = read(file);
    const { tools, skipped } = OpenAPI.fromSpec({ spec, baseUrl: "https://api.example" });
    const count = createCatalog(tools).entries.length;
    const named = operationsOf(spec);
    for (const { reason } of skipped) expect(reason).not.toBe("");
    if (spec.openapi === undefined || /^2/.test(spec.openapi)) {
      expect([count, new Set(skipped.map(({ reason }) => reason)).size]).toEqual([0, 1]);
      expect(skipped[0].reason).toContain(spec.swagger === undefined ? "the document is" : "Swagger 2.0");
      return;
    }
    // A path item that is a reference holds operations which the document does not list by itself.
    expect(count + skipped.length, name).toBeGreaterThanOrEqual(named.length);
    const isPlain = !Object.values(spec.paths ?? {}).some((item) => Object.hasOwn(item ?? {}, "$ref"));
    if (isPlain) expect(count + skipped.length).toBe(named.length);
  });

  it("in YAML give as many tools as in JSON", () => {
    const pairs = examples
      .filter(([name]) => name.includes("json/"))
      .flatMap(([name, file]) => {
        const twin = examples.find(([other]) => other === name.replace("json/", "yaml/").replace(/json$/, "yaml"));
        return twin === undefined ? [] : [[file, twin[1]] as const];
      });
    expect(pairs.length).toBeGreaterThan(40);
    const count = (file: string) =>
      createCatalog(OpenAPI.fromSpec({ spec: read(file), baseUrl: "https://api.example" }).tools).entries.length;
    for (const [json, yaml] of pairs) expect(count(yaml), json).toBe(count(json));
  });
});

describe("@figma/rest-api-spec", () => {
  it("becomes tools, all of it", () => {
    const spec = read(join(folderOf("@figma/rest-api-spec"), "openapi/openapi.yaml"));
    const { tools, skipped } = OpenAPI.fromSpec({ spec });
    const catalog = createCatalog(tools);
    expect(skipped).toEqual([]);
    expect(catalog.entries.length).toBe(operationsOf(spec).length);
    expect(catalog.entries.length).toBeGreaterThan(40);
    expect(catalog.get("getFile")?.inlineSignature).toContain("tools.getFile(input: { file_key: string");
  });
});
