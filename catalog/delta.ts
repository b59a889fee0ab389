/**
 * What changed between two states of a catalog, as a message of its own.
 *
 * Owns the snapshot (plain data a host keeps beside the prompt it sent) and the difference to it. A
 * host that appends the difference to a conversation leaves its prompt untouched, and with it
 * the cached part. Equal states give an empty difference.
 */
import type { CatalogEntry } from "./entry.js";
import type { Tokenize } from "./tokens.js";
import { byCodeUnit, pathExpression } from "./tool-path.js";

/** Every tool's path and inline signature, in path order. Plain data. */
export type CatalogSnapshot = readonly (readonly [path: string, inlineSignature: string])[];

/** Tools by path, each list in path order, and the message for the model (empty when nothing changed). */
export interface CatalogDelta {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly text: string;
}

/** The state of a catalog now. */
export function snapshotOf(entries: readonly CatalogEntry[]): CatalogSnapshot {
  return entries.map((entry) => [entry.path, entry.inlineSignature] as const);
}

/** The difference from an earlier state; signatures are told for as many tokens as `budget` allows. */
export function deltaOf(
  before: CatalogSnapshot,
  entries: readonly CatalogEntry[],
  budget: number,
  tokenize: Tokenize,
): CatalogDelta {
  const old = new Map(before);
  const added: CatalogEntry[] = [];
  const changed: CatalogEntry[] = [];
  const now = new Set<string>();
  for (const entry of entries) {
    now.add(entry.path);
    const known = old.get(entry.path);
    if (known === undefined) added.push(entry);
    else if (known !== entry.inlineSignature) changed.push(entry);
  }
  const removed = [...old.keys()].filter((path) => !now.has(path)).sort(byCodeUnit);
  const sections: string[] = [];
  let left = budget;
  const tell = (title: string, list: readonly CatalogEntry[]): void => {
    if (list.length === 0) return;
    const lines = [`${title}:`];
    for (const entry of list) {
      const cost = tokenize(entry.inlineSignature);
      if (cost > left) break;
      left -= cost;
      lines.push(`  ${entry.inlineSignature}`);
    }
    const untold = list.length - (lines.length - 1);
    if (untold > 0) lines.push(`  … ${untold} more; find them with tools.$codemode.search`);
    sections.push(lines.join("\n"));
  };
  tell("Added", added);
  tell("Changed", changed);
  if (removed.length > 0) sections.push(`Removed:\n${removed.map((path) => `  ${pathExpression(path)}`).join("\n")}`);
  return {
    added: added.map(({ path }) => path),
    changed: changed.map(({ path }) => path),
    removed,
    text:
      sections.length === 0
        ? ""
        : `The available tools have changed since they were listed.\n\n${sections.join("\n\n")}\n`,
  };
}
