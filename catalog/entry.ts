/**
 * One tool of a catalog, with its signatures.
 *
 * Owns the laziness: a signature is rendered when it is first read and kept, so a catalog of
 * thousands costs nothing for what nobody looks at. Before: namespace.ts. After: everything that
 * shows or finds tools.
 */
import type { ShapeLearner } from "./shape-learner.js";
import { inlineSignature, prettySignature } from "./signature.js";
import type { AnyTool } from "./tool.js";

/** One tool of a catalog. Both signatures are rendered when they are first read. */
export interface CatalogEntry {
  /** Segments joined by dots. */
  readonly path: string;
  readonly segments: readonly string[];
  readonly tool: AnyTool;
  readonly description: string;
  /** One line. */
  readonly inlineSignature: string;
  /** Several lines with JSDoc. */
  readonly prettySignature: string;
}

/** What `runtime.catalog()` tells of a tool; `signature` is the pretty form. */
export interface ToolDescription {
  readonly path: string;
  readonly description: string;
  readonly signature: string;
}

/** An entry that renders on demand; `learner` supplies the types of replies that no schema declares. */
export class Entry implements CatalogEntry {
  readonly description: string;
  #inline: string | undefined;
  #pretty: string | undefined;

  constructor(
    readonly path: string,
    readonly segments: readonly string[],
    readonly tool: AnyTool,
    readonly learner: ShapeLearner | undefined,
  ) {
    this.description = tool.description;
  }

  get inlineSignature(): string {
    this.#inline ??= inlineSignature({ path: this.path, tool: this.tool, observed: this.#observed() });
    return this.#inline;
  }

  get prettySignature(): string {
    this.#pretty ??= prettySignature({ path: this.path, tool: this.tool, observed: this.#observed() });
    return this.#pretty;
  }

  /** Drops what was rendered from an older shape. */
  forget(): void {
    this.#inline = undefined;
    this.#pretty = undefined;
  }

  #observed() {
    if (this.learner === undefined || this.tool.kind !== "call" || this.tool.output !== undefined) return undefined;
    return this.learner.schemaOf(this.path);
  }
}
