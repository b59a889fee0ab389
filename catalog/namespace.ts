/**
 * A host's nested record of tools made into an ordered tree.
 *
 * Owns the reading of a `ToolTree`: dots in keys separate namespaces, records that name the same
 * namespace merge, a node may be a tool and a namespace at once, children are in code-unit order
 * whatever the order of insertion. Names are looked up in Maps only, so a segment that a program
 * supplies never reaches a prototype. Before: the host's options. After: index.ts, select.ts.
 */
import { type AnyTool, isTool, type ToolTree } from "./tool.js";
import { byCodeUnit, pathSegments, RESERVED_NAMESPACE } from "./tool-path.js";

/** One segment of the tree. `tool` is present on a callable node, `children` may be empty. */
export interface NamespaceNode {
  readonly tool?: AnyTool;
  readonly children: ReadonlyMap<string, NamespaceNode>;
}

/** A tool and the segments that lead to it. */
export interface PlacedTool {
  readonly segments: readonly string[];
  readonly path: string;
  readonly tool: AnyTool;
}

interface Draft {
  tool?: AnyTool;
  children: Map<string, Draft>;
}

/** Deeper trees are refused: a record that contains itself would never end. */
const MAX_DEPTH = 32;

/**
 * Builds the tree. Throws `TypeError` for a value that is neither a tool nor a record, an empty
 * segment, two tools at one path, the reserved namespace, or a record nested without end.
 */
export function namespaceTree(tools: ToolTree): NamespaceNode {
  const root: Draft = { children: new Map() };
  place(tools, root, [], 0);
  return ordered(root);
}

/** Every tool of a tree, in code-unit order of the segments; a node's own tool precedes its children's. */
export function toolsOf(tree: NamespaceNode): PlacedTool[] {
  const placed: PlacedTool[] = [];
  const visit = (node: NamespaceNode, segments: readonly string[]): void => {
    if (node.tool !== undefined) placed.push({ segments, path: segments.join("."), tool: node.tool });
    for (const [name, child] of node.children) visit(child, [...segments, name]);
  };
  visit(tree, []);
  return placed;
}

/** The node that segments lead to; undefined when there is none. */
export function nodeAt(tree: NamespaceNode, segments: readonly string[]): NamespaceNode | undefined {
  let node: NamespaceNode | undefined = tree;
  for (const segment of segments) {
    node = node.children.get(segment);
    if (node === undefined) return undefined;
  }
  return node;
}

function place(record: ToolTree, into: Draft, above: readonly string[], depth: number): void {
  if (depth > MAX_DEPTH)
    throw new TypeError(`Tools are nested deeper than ${MAX_DEPTH} levels at "${above.join(".")}"`);
  for (const key of Object.keys(record)) {
    const segments = [...above, ...pathSegments(key)];
    if (segments[0] === RESERVED_NAMESPACE) {
      throw new TypeError(`The namespace "${RESERVED_NAMESPACE}" is reserved; rename the tool "${segments.join(".")}"`);
    }
    const value: unknown = record[key];
    let node = into;
    for (const segment of segments.slice(above.length)) {
      let child = node.children.get(segment);
      if (child === undefined) {
        child = { children: new Map() };
        node.children.set(segment, child);
      }
      node = child;
    }
    if (isTool(value)) {
      if (node.tool !== undefined) throw new TypeError(`Two tools have the path "${segments.join(".")}"`);
      node.tool = value;
    } else if (isRecord(value)) {
      place(value, node, segments, depth + 1);
    } else {
      throw new TypeError(
        `Expected a tool made with Tool.make or a record of tools at "${segments.join(".")}", got ${kindOf(value)}`,
      );
    }
  }
}

/** A record of tools: a plain object, not something that only resembles a tool. */
function isRecord(value: unknown): value is ToolTree {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return typeof (value as { readonly run?: unknown }).run !== "function";
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object with a run function that Tool.make did not make";
  return typeof value;
}

function ordered(draft: Draft): NamespaceNode {
  const names = [...draft.children.keys()].sort(byCodeUnit);
  const children = new Map(names.map((name) => [name, ordered(draft.children.get(name)!)]));
  return draft.tool === undefined ? { children } : { tool: draft.tool, children };
}
