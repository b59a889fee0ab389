/**
 * What to write in place of a name that is not defined: a tool of that name, the nearest name in sight, or the row of
 * foreign-names.ts.
 *
 * Before: an analysis, at run time or before it. After: hints.ts and check/names.ts.
 */
import { type Catalog, closest, pathExpression } from "../../catalog/index.js";
import type { AnyNode } from "../../compiler/index.js";
import { getRealm } from "../../vm/index.js";
import type { Analysis } from "../source/analysis.js";
import { FOREIGN_NAMES } from "./foreign-names.js";

/** Names that a host's tools stand under. */
const TOOL_ROOTS: readonly string[] = ["tools", "$codemode", "search"];

let known: ReadonlySet<string> | undefined;

/** Every global a program has, the roots of tools included. */
export function globalNames(): ReadonlySet<string> {
  known ??= new Set([...[...getRealm().globals()].map(([name]) => name), "globalThis", ...TOOL_ROOTS]);
  return known;
}

/** Suggestions for an undefined name, best first; empty when nothing is near. `mention` is where it stands. */
export function suggestionsForName(
  analysis: Analysis | undefined,
  catalog: Catalog,
  name: string,
  mention?: AnyNode,
): string[] {
  const parent = mention === undefined ? undefined : analysis?.parentOf(mention);
  if (parent?.type === "AssignmentExpression" && parent.left === mention) return [`Declare it first: let ${name} = …`];
  const tools = toolsNamed(analysis, catalog, name);
  if (tools.length > 0) return tools;
  const foreign = FOREIGN_NAMES.get(name);
  if (foreign !== undefined) return [foreign];
  const near = nearName(analysis, name);
  return near === undefined ? [] : [`Did you mean ${near}?`];
}

/** Tools and namespaces whose last segment is the name, as expressions. */
function toolsNamed(analysis: Analysis | undefined, catalog: Catalog, name: string): string[] {
  const member = analysis === undefined ? undefined : memberAfter(analysis, name);
  const top = catalog.resolve([name]);
  if (top.kind !== "missing" && name !== "search" && name !== "$codemode") {
    if (member !== undefined && catalog.resolve([name, member]).kind === "missing") {
      const near = catalog.suggest([name, member]);
      if (near.length > 0) return near;
    }
    return [pathExpression(member === undefined ? [name] : [name, member])];
  }
  const same = catalog.entries.filter(({ segments }) => segments[segments.length - 1] === name);
  if (same.length > 0) return same.slice(0, 3).map(({ segments }) => pathExpression(segments));
  if (FOREIGN_NAMES.has(name) || member === undefined) return [];
  // A namespace deeper in the tree: github.issues.list written as issues.list.
  return catalog.entries
    .filter(({ segments }) => segments[segments.length - 1] === member && segments[segments.length - 2] === name)
    .slice(0, 3)
    .map(({ segments }) => pathExpression(segments));
}

/** The member read of the name where it is first mentioned. */
function memberAfter(analysis: Analysis, name: string): string | undefined {
  for (const node of analysis.nodes) {
    if (node.type === "MemberExpression" && analysis.isGlobal(node.object, name)) return analysis.memberName(node);
  }
  return undefined;
}

/** The nearest global or name of the program, one slip of the pen away. */
function nearName(analysis: Analysis | undefined, name: string): string | undefined {
  if (name.length < 3) return undefined;
  const declared = analysis === undefined ? [] : declaredNames(analysis);
  return closest(
    name,
    [...declared, ...globalNames()].filter((each) => each !== name),
  );
}

function declaredNames(analysis: Analysis): string[] {
  const names = new Set<string>();
  for (const node of analysis.nodes as readonly AnyNode[]) {
    if (node.type === "Identifier" && analysis.bindingOf(node) !== undefined) names.add(node.name);
  }
  return [...names];
}
