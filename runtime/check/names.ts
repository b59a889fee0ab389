/**
 * The rule about names that nothing declares. Before: the resolver's globals. After: check.ts.
 *
 * Invariant: a name that the program asks about with `typeof` is none of our business.
 */
import type { Catalog } from "../../catalog/index.js";
import { globalNames, suggestionsForName } from "../diagnostics/names.js";
import type { Analysis } from "../source/analysis.js";
import type { Finding } from "./findings.js";

/** Names told of: each is compared with every other name. */
const MAX_NAMES = 50;

/** Reports each mention of a name that is no global and not declared, once a name. */
export function checkNames(analysis: Analysis, catalog: Catalog, report: (finding: Finding) => void): void {
  const unknown = analysis.program.globals.filter(({ name }) => !globalNames().has(name));
  if (unknown.length === 0) return;
  const mentions = new Map<number, (typeof analysis.nodes)[number]>();
  for (const node of analysis.nodes) if (node.type === "Identifier") mentions.set(node.start, node);
  const told = new Set<string>();
  const probed = new Set<string>();
  for (const { name, span } of unknown) {
    const parent = parentAt(analysis, mentions.get(span.start));
    if (parent?.type === "UnaryExpression" && parent.operator === "typeof") probed.add(name);
  }
  for (const { name, span } of unknown) {
    const node = mentions.get(span.start);
    if (told.size === MAX_NAMES) return;
    if (told.has(name) || probed.has(name) || node === undefined) continue;
    told.add(name);
    report({
      rule: "undefined-name",
      span,
      message: `ReferenceError: ${name} is not defined`,
      suggestions: suggestionsForName(analysis, catalog, name, node),
      node,
    });
  }
}

function parentAt(analysis: Analysis, node: (typeof analysis.nodes)[number] | undefined) {
  return node === undefined ? undefined : analysis.parentOf(node);
}
