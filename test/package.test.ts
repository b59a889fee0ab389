/** The package as published: export map against built files, and what its entries load. Needs a build. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "./support/import-graph.js";
import { loadEntry } from "./support/load-entry.js";

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

/** Everything that a user of the package need not have: all but the dependencies proper. */
const OPTIONAL = Object.keys({ ...manifest.devDependencies, ...manifest.peerDependencies }).filter(
  (name) => !Object.hasOwn(manifest.dependencies ?? {}, name),
);

const built = existsSync(join(ROOT, "dist"));
const NOT_BUILT = "dist is missing: build first";

/** [entry, file] of each condition of the export map that is a module. */
const modules = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === "string" ? [] : [[entry, target["default"]] as const],
);

describe("the export map", () => {
  it("gives types and a module for every entry", () => {
    const odd = Object.entries(manifest.exports).filter(
      ([entry, target]) =>
        entry !== "./package.json" && (typeof target === "string" || !target["types"] || !target["default"]),
    );
    expect(odd).toEqual([]);
  });

  it("names files that are built", (context) => {
    if (!built) context.skip(NOT_BUILT);
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    const files = [...targets, ...Object.values(manifest.bin)];
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

describe("an entry", () => {
  for (const [entry, file] of modules) {
    it(`${entry} loads with dependencies alone and without Babel`, (context) => {
      if (!built) context.skip(NOT_BUILT);
      const { error, names, loaded } = loadEntry(pathToFileURL(join(ROOT, file)).href, OPTIONAL);
      expect(error).toBeUndefined();
      expect(names).not.toEqual([]);
      expect(loaded.filter((url) => url.includes("/@babel/"))).toEqual([]);
    });
  }
});

describe("loadEntry", () => {
  let folder = "";
  const at = (name: string): string => pathToFileURL(join(folder, name)).href;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "load-entry-"));
    writeFileSync(join(folder, "a.mjs"), 'export { b } from "./b.mjs";\nexport const a = 1;\n');
    writeFileSync(join(folder, "b.mjs"), "export const b = 2;\n");
    writeFileSync(join(folder, "peer.mjs"), 'import "some-peer/sub";\n');
    writeFileSync(join(folder, "lazy.mjs"), 'export const load = () => import("some-peer");\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("tells names and modules", () => {
    const { loaded, ...rest } = loadEntry(at("a.mjs"), []);
    expect(rest).toEqual({ names: ["a", "b"], error: undefined });
    expect(loaded).toEqual([at("a.mjs"), at("b.mjs")]);
  });

  it("hides packages, and does not mind those that are not asked for", () => {
    expect(loadEntry(at("peer.mjs"), ["some-peer"])).toEqual({
      names: undefined,
      error: "Cannot find package some-peer/sub",
      loaded: [at("peer.mjs")],
    });
    expect(loadEntry(at("lazy.mjs"), ["some-peer"]).names).toEqual(["load"]);
  });
});
