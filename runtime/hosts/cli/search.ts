/**
 * `codemode search`: the catalog's search as a program has it. Before: with-catalog.ts. After: stdout.
 */
import type { SearchResult } from "../../../catalog/index.js";
import type { SearchArguments } from "./arguments.js";
import { ExitCode, type Refusal } from "./refusal.js";
import { type Terminal, visible } from "./terminal.js";
import { plural } from "./units.js";
import { loadCatalog } from "./with-catalog.js";

/** Searches. The exit code (1 when nothing was found), or why the tools could not be had. */
export async function search(args: SearchArguments, terminal: Terminal): Promise<number | Refusal> {
  const loaded = await loadCatalog(args.from, {}, terminal);
  if (loaded.isErr()) return loaded.error;
  const { query, namespace, limit } = args;
  const result = loaded.value.catalog.search({
    query,
    ...(namespace === undefined ? {} : { namespace }),
    ...(limit === undefined ? {} : { limit }),
  });
  if (args.isJson) terminal.printJson(result);
  else terminal.print(resultText(result, terminal));
  return result.total === 0 ? ExitCode.Negative : ExitCode.Ok;
}

function resultText({ items, total, remaining }: SearchResult, { out }: Terminal): string {
  if (total === 0) return "Nothing found\n";
  const blocks = items.map(({ path, description, signature }) => {
    const head = `${out("bold", visible(path))}${description === "" ? "" : `  ${visible(description)}`}`;
    return `${head}\n${visible(signature).replace(/^(?=.)/gm, "  ")}\n`;
  });
  const more = remaining === 0 ? "" : `; ${remaining} more, see --limit`;
  return `${blocks.join("\n")}\n${plural(total, "tool")} found${more}\n`;
}
