/**
 * The tools of --config or --catalog -> a catalog, for the commands that only look at them. Invariant: servers are closed
 * before the command's answer is printed; looking at tools calls none.
 */
import { err, ok, type Result } from "neverthrow";
import { type Catalog, type CatalogOptions, createCatalog, type ToolTree } from "../../../catalog/index.js";
import type { ToolsFrom } from "./arguments.js";
import { readCatalog } from "./catalog-file.js";
import { Progress } from "./progress.js";
import { type Refusal, refusingTypeErrors } from "./refusal.js";
import { openServers } from "./servers.js";
import type { Terminal } from "./terminal.js";

/** A catalog, and what the servers listed that is not in it. */
export interface LoadedCatalog {
  readonly catalog: Catalog;
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** The tools, which can be looked at but no longer called. */
export interface LoadedTools {
  readonly tools: ToolTree;
  readonly skipped: LoadedCatalog["skipped"];
}

/** Loads a catalog. Refuses when servers or file are not usable. */
export async function loadCatalog(
  from: ToolsFrom,
  options: CatalogOptions,
  terminal: Terminal,
): Promise<Result<LoadedCatalog, Refusal>> {
  const loaded = await loadTools(from, terminal);
  return loaded.andThen(({ tools, skipped }) =>
    refusingTypeErrors(() => ({ catalog: createCatalog(tools, options), skipped })),
  );
}

/** Loads the tools alone. Refuses as {@link loadCatalog}. */
export async function loadTools(from: ToolsFrom, terminal: Terminal): Promise<Result<LoadedTools, Refusal>> {
  if (from.kind === "catalog") return (await readCatalog(from.file)).map((tools) => ({ tools, skipped: [] }));
  const progress = new Progress(terminal, false);
  progress.begin("Starting servers");
  try {
    const opened = await openServers(from.file);
    if (opened.isErr()) return err(opened.error);
    const connection = opened.value;
    const tools: ToolTree = connection.tools;
    const skipped = connection.skipped.map(({ server, tool, reason }) => ({ name: `${server}.${tool}`, reason }));
    await connection.close();
    return ok({ tools, skipped });
  } finally {
    progress.end();
  }
}
