/**
 * What every tool source gives back, whatever the foreign description was.
 *
 * Owns the shape only: a tree of tools, and every item that did not become a tool with the
 * reason. Invariant: nothing is dropped in silence; an item of the description is either a
 * tool or in `skipped`. Sources know `catalog/tool.ts` and nothing else of the engine.
 */
import type { ToolTree } from "../tool.js";

/** One item that did not become a tool. `Item` names it in the source's own terms. */
export type Skipped<Item> = Item & {
  /** One precise sentence: what about the item cannot be represented. */
  readonly reason: string;
};

/** A foreign description turned into tools. */
export interface ToolSource<Item> {
  readonly tools: ToolTree;
  readonly skipped: readonly Skipped<Item>[];
}

/**
 * The reason why a name cannot be (part of) a tool path, or undefined when it can.
 * A dot separates namespaces, so no segment may be empty. Never fails.
 */
export function unusablePathReason(name: string): string | undefined {
  if (name === "") return "its name is empty";
  if (name.split(".").includes("")) return `its name "${name}" has an empty part between, before or after dots`;
  return undefined;
}
