/** The global names that search goes by beside `tools.$codemode.search`. */
import { type Catalog, RESERVED_NAMESPACE } from "../../catalog/index.js";

/** The short names of search, where the host's own tools leave them free. A program's own names shadow globals anyway. */
export function searchGlobals(catalog: Catalog): (readonly [string, readonly string[]])[] {
  const { searchTool } = catalog;
  const globals: (readonly [string, readonly string[]])[] = [[RESERVED_NAMESPACE, [RESERVED_NAMESPACE]]];
  const short = catalog.resolve(["search"]);
  if (short.kind === "tool" && short.entry.tool === searchTool) globals.push(["search", ["search"]]);
  return globals;
}
