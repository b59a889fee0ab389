/**
 * Imports a module in a fresh Node process and tells what that loaded: for the package test. A
 * module hook notes each resolved import and answers "not found" for packages that are to be
 * missing. Works on Node 20.6 and later.
 */
import { spawnSync } from "node:child_process";

export interface LoadedEntry {
  /** Names that the module exports, sorted; undefined when the import failed. */
  readonly names: readonly string[] | undefined;
  /** Message of the error that the import threw. */
  readonly error: string | undefined;
  /** URLs of the modules resolved, in order. */
  readonly loaded: readonly string[];
}

/** Imports the module at `url`, a file URL, with the packages of `missing` not to be found. */
export function loadEntry(url: string, missing: readonly string[]): LoadedEntry {
  const hooks = `
    import { writeSync } from "node:fs";
    const missing = ${JSON.stringify(missing)};
    export async function resolve(specifier, context, next) {
      if (missing.some((name) => specifier === name || specifier.startsWith(name + "/"))) {
        throw Object.assign(new Error("Cannot find package " + specifier), { code: "ERR_MODULE_NOT_FOUND" });
      }
      const resolved = await next(specifier, context);
      writeSync(1, "loaded " + resolved.url + "\\n");
      return resolved;
    }`;
  const script = `
    import { register } from "node:module";
    register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
    try {
      const names = Object.keys(await import(${JSON.stringify(url)})).sort();
      process.stdout.write("names " + JSON.stringify(names) + "\\n");
    } catch (error) {
      process.stdout.write("error " + JSON.stringify(String(error.message)) + "\\n");
    }`;
  const { stdout, stderr, error } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 20_000,
    env: { ...process.env, NODE_OPTIONS: "--no-warnings" },
  });
  if (error !== undefined) throw error;
  const lines = stdout.split("\n");
  const after = (prefix: string): string | undefined =>
    lines.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  const [names, message] = [after("names "), after("error ")];
  if (names === undefined && message === undefined) throw new Error(`the process ended early: ${stderr}`);
  return {
    names: names === undefined ? undefined : (JSON.parse(names) as string[]),
    error: message === undefined ? undefined : (JSON.parse(message) as string),
    loaded: lines.filter((line) => line.startsWith("loaded ")).map((line) => line.slice("loaded ".length)),
  };
}
