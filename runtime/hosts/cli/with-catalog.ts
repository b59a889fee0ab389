/**
 * The tools of --config or --catalog -> a catalog, for the commands that only look at them. Invariant: servers are closed
 * before the command's answer is printed; looking at tools calls none.
 */
import { err, type Result } from "neverthrow";
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

/** Loads it. Refuses when servers or file are not usable. */
export async function loadCatalog(
  from: ToolsFrom,
  options: CatalogOptions,
  terminal: Terminal,
): Promise<Result<LoadedCatalog, Refusal>> {
  if (from.kind === "catalog") {
    return (await readCatalog(from.file)).andThen((tools) => catalogOf(tools, options, []));
  }
  const progress = new Progress(terminal, false);
  progress.begin("Starting servers");
  try {
    const opened = await openServers(from.file);
    if (opened.isErr()) return err(opened.error);
    const connection = opened.value;
    const tools: ToolTree = connection.tools;
    const skipped = connection.skipped.map(({ server, tool, reason }) => ({ name: `${server}.${tool}`, reason }));
    await connection.close();
    return catalogOf(tools, options, skipped);
  } finally {
    progress.end();
  }
}

function catalogOf(
  tools: ToolTree,
  options: CatalogOptions,
  skipped: LoadedCatalog["skipped"],
): Result<LoadedCatalog, Refusal> {
  return refusingTypeErrors(() => ({ catalog: createCatalog(tools, options), skipped }));
}
