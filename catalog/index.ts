/**
 * The catalog: which tools exist and how a model learns of them.
 *
 * Owns `createCatalog`, which wires the parts of this folder: the tree (namespace.ts), signatures
 * rendered on first use (signature.ts), the choice under a budget (select.ts), the text
 * (instructions.ts), search, suggestions, learned shapes, deltas and the linter. A catalog is
 * fixed when it is made, but for learned shapes; everything it answers is deterministic. It knows
 * schemas, and neither a compiler nor a VM. Before: a host's tools. After: the runtime.
 */
import { type CatalogDelta, type CatalogSnapshot, deltaOf, snapshotOf } from "./delta.js";
import { type CatalogEntry, Entry, type ToolDescription } from "./entry.js";
import { type UnknownTool, unknownTool } from "./errors.js";
import { instructionsText, LANGUAGE_NOTES } from "./instructions.js";
import { type LintFinding, lintEntries } from "./lint.js";
import { type NamespaceNode, namespaceTree, nodeAt, toolsOf } from "./namespace.js";
import { CatalogSearch, type SearchInput, type SearchResult } from "./search.js";
import { searchToolOf } from "./search-tool.js";
import { type Selection, selectEntries } from "./select.js";
import { type LearnedShapes, ShapeLearner } from "./shape-learner.js";
import { Suggestions } from "./suggest.js";
import { estimateTokens, type Tokenize } from "./tokens.js";
import type { AnyTool, ToolTree } from "./tool.js";
import { pathExpression, RESERVED_NAMESPACE, SEARCH_PATH } from "./tool-path.js";

export { toolDeclarations } from "./declarations.js";
export type { CatalogDelta, CatalogSnapshot } from "./delta.js";
export { closest } from "./edit-distance.js";
export type { CatalogEntry, ToolDescription } from "./entry.js";
export type { UnknownTool, UnknownToolReason } from "./errors.js";
export { LANGUAGE_NOTES } from "./instructions.js";
export type { LintFinding, LintRule } from "./lint.js";
export {
  issuePath,
  issueText,
  jsonSchemaOf,
  type StandardIssue,
  type StandardResult,
  type StandardSchemaV1,
  standardSchemaOf,
} from "./schema/standard.js";
export type { SearchInput, SearchItem, SearchResult } from "./search.js";
export type { Selection, ShownNamespace } from "./select.js";
export type { LearnedShapes, Shape, ShapeMember } from "./shape-learner.js";
export { MAX_SIGNATURE_TOKENS } from "./signature.js";
export { estimateTokens, type Tokenize } from "./tokens.js";
export * from "./tool.js";
export { pathExpression, RESERVED_NAMESPACE, readPath, SEARCH_PATH } from "./tool-path.js";

/** What segments lead to. `names` are those of the members below, in code-unit order. */
export type Resolution =
  | { readonly kind: "tool"; readonly entry: CatalogEntry; readonly names: readonly string[] }
  | { readonly kind: "namespace"; readonly names: readonly string[] }
  | { readonly kind: "missing" };

export interface CatalogOptions {
  /** Tokens for inlined signatures; an integer of at least 0, default 2000. */
  readonly catalogBudget?: number | undefined;
  /** Paths that are always inlined, in any spelling. */
  readonly pinned?: readonly string[] | undefined;
  /** The host's own tokenizer; default four characters a token. */
  readonly tokenize?: Tokenize | undefined;
  /** Remember the types of real replies of tools without an output schema; default false. */
  readonly learnShapes?: boolean | undefined;
  /** Shapes an earlier catalog exported. */
  readonly learned?: LearnedShapes | undefined;
  /** Replaces the section on the language. Markdown. */
  readonly languageNotes?: string | undefined;
}

export interface Catalog {
  /** Every tool, in path order. */
  readonly entries: readonly CatalogEntry[];
  /** Search as an ordinary tool, at `$codemode.search`. */
  readonly searchTool: AnyTool;
  /** The tool at a canonical path, the search tool included. */
  get(path: string): CatalogEntry | undefined;
  /** What segments lead to; `$codemode.search`, and `search` where no tool has that name, are the search tool. */
  resolve(segments: readonly string[]): Resolution;
  describe(): ToolDescription[];
  /** The complete model-facing text. */
  instructions(): string;
  /** Which tools the instructions show, and what they cost. */
  selection(): Selection;
  search(input?: SearchInput): SearchResult;
  /** Every tool that a query finds, best first, without rendering any. */
  rank(query: string, namespace?: string): readonly CatalogEntry[];
  /** Nearest callable expressions for segments that lead to no tool, never those segments' own. */
  suggest(segments: readonly string[]): string[];
  /** The failure of calling segments that lead to no tool. */
  unknown(segments: readonly string[]): UnknownTool;
  /** Remembers the type of a reply, where that is switched on and the tool declares none. Never fails. */
  learn(path: string, reply: unknown): void;
  learned(): LearnedShapes;
  snapshot(): CatalogSnapshot;
  /** What changed since a snapshot of this or another catalog. */
  delta(before: CatalogSnapshot): CatalogDelta;
  lint(): LintFinding[];
}

const DEFAULT_BUDGET = 2_000;

/**
 * Makes the catalog of a host's tools. Throws `TypeError` for malformed tools, paths, pinned paths that
 * name no tool, and options of the wrong kind; `RangeError` for a budget that is not an
 * integer of at least 0.
 */
export function createCatalog(tools: ToolTree, options: CatalogOptions = {}): Catalog {
  return new ToolCatalog(tools, options);
}

class ToolCatalog implements Catalog {
  readonly entries: readonly CatalogEntry[];
  readonly searchTool: AnyTool;
  readonly #tree: NamespaceNode;
  readonly #byPath = new Map<string, Entry>();
  readonly #searchEntry: Entry;
  readonly #search: CatalogSearch;
  readonly #suggestions: Suggestions;
  readonly #budget: number;
  readonly #pinned: ReadonlySet<string>;
  readonly #tokenize: Tokenize;
  readonly #languageNotes: string;
  readonly #learner: ShapeLearner | undefined;
  #selection: Selection | undefined;
  #instructions: string | undefined;

  constructor(tools: ToolTree, options: CatalogOptions) {
    if (typeof tools !== "object" || tools === null)
      throw new TypeError(`tools must be a record, got ${tools === null ? "null" : typeof tools}`);
    this.#budget = checkedBudget(options.catalogBudget ?? DEFAULT_BUDGET);
    this.#tokenize = checkedTokenizer(options.tokenize ?? estimateTokens);
    this.#languageNotes = options.languageNotes ?? LANGUAGE_NOTES;
    if (options.learnShapes === true) this.#learner = new ShapeLearner(options.learned);
    this.#tree = namespaceTree(tools);
    const entries = toolsOf(this.#tree).map(
      ({ path, segments, tool }) => new Entry(path, segments, tool, this.#learner),
    );
    for (const entry of entries) this.#byPath.set(entry.path, entry);
    this.entries = entries;
    this.#search = new CatalogSearch(entries, (segments) => this.#byPath.get(segments.join(".")));
    this.#suggestions = new Suggestions(entries);
    this.searchTool = searchToolOf((input) => this.search(input));
    this.#searchEntry = new Entry(SEARCH_PATH, SEARCH_PATH.split("."), this.searchTool, undefined);
    this.#pinned = this.#pinnedPaths(options.pinned ?? []);
  }

  get(path: string): CatalogEntry | undefined {
    return path === SEARCH_PATH ? this.#searchEntry : this.#byPath.get(path);
  }

  resolve(segments: readonly string[]): Resolution {
    const node = nodeAt(this.#tree, segments);
    if (node === undefined) return this.#resolveOwn(segments);
    const names = [...node.children.keys()];
    const entry = node.tool === undefined ? undefined : this.#byPath.get(segments.join("."));
    return entry === undefined ? { kind: "namespace", names } : { kind: "tool", entry, names };
  }

  describe(): ToolDescription[] {
    return this.entries.map((entry) => ({
      path: entry.path,
      description: entry.description,
      signature: entry.prettySignature,
    }));
  }

  instructions(): string {
    this.#instructions ??= instructionsText({
      selection: this.selection(),
      languageNotes: this.#languageNotes,
      hasStreams: this.entries.some(({ tool }) => tool.kind === "stream"),
      hasObserved: (this.#learner?.export().length ?? 0) > 0,
    });
    return this.#instructions;
  }

  selection(): Selection {
    this.#selection ??= selectEntries(this.entries, this.#budget, this.#pinned, this.#tokenize);
    return this.#selection;
  }

  search(input: SearchInput = {}): SearchResult {
    return this.#search.search(input);
  }

  rank(query: string, namespace?: string): readonly CatalogEntry[] {
    return this.#search.rank(query, namespace);
  }

  suggest(segments: readonly string[]): string[] {
    return [...this.#suggestions.nearest(segments)];
  }

  unknown(segments: readonly string[]): UnknownTool {
    const reason = this.resolve(segments).kind === "namespace" ? "namespace" : "missing";
    return unknownTool(segments, reason, this.suggest(segments), () => !this.selection().isComplete);
  }

  learn(path: string, reply: unknown): void {
    const entry = this.#byPath.get(path);
    if (this.#learner === undefined || entry === undefined) return;
    if (entry.tool.kind !== "call" || entry.tool.output !== undefined) return;
    if (!this.#learner.learn(path, reply)) return;
    entry.forget();
    this.#selection = undefined;
    this.#instructions = undefined;
  }

  learned(): LearnedShapes {
    return this.#learner?.export() ?? [];
  }

  snapshot(): CatalogSnapshot {
    return snapshotOf(this.entries);
  }

  delta(before: CatalogSnapshot): CatalogDelta {
    return deltaOf(before, this.entries, this.#budget, this.#tokenize);
  }

  lint(): LintFinding[] {
    return lintEntries(this.entries, this.#tokenize);
  }

  /** Paths of the package's own, in every spelling that a tool of the host does not take. */
  #resolveOwn(segments: readonly string[]): Resolution {
    const [first, second] = segments;
    if (segments.length === 1 && first === RESERVED_NAMESPACE) return { kind: "namespace", names: ["search"] };
    const isSearch =
      (segments.length === 2 && first === RESERVED_NAMESPACE && second === "search") ||
      (segments.length === 1 && first === "search");
    return isSearch ? { kind: "tool", entry: this.#searchEntry, names: [] } : { kind: "missing" };
  }

  #pinnedPaths(pinned: readonly string[]): ReadonlySet<string> {
    const paths = new Set<string>();
    for (const path of pinned) {
      if (typeof path !== "string") throw new TypeError(`A pinned path must be text, got ${typeof path}`);
      const expression =
        path.startsWith("tools.") || path.startsWith("tools[") ? path.slice(5).replace(/^\./, "") : path;
      const entry = this.#byPath.get(path) ?? this.#byPath.get(expression);
      if (entry === undefined) {
        const [nearest] = this.suggest(path.split("."));
        throw new TypeError(
          `There is no tool to pin at ${pathExpression(path)}${nearest === undefined ? "" : `; did you mean ${nearest}?`}`,
        );
      }
      paths.add(entry.path);
    }
    return paths;
  }
}

function checkedBudget(budget: number): number {
  if (typeof budget !== "number") throw new TypeError(`catalogBudget must be a number, got ${typeof budget}`);
  if (!Number.isInteger(budget) || budget < 0)
    throw new RangeError(`catalogBudget must be an integer of at least 0, got ${budget}`);
  return budget;
}

/** The host's tokenizer, held to counts: a budget cannot be kept with anything else. */
function checkedTokenizer(tokenize: Tokenize): Tokenize {
  if (typeof tokenize !== "function") throw new TypeError(`tokenize must be a function, got ${typeof tokenize}`);
  return (text) => {
    const tokens = tokenize(text);
    if (typeof tokens !== "number" || !(tokens >= 0))
      throw new TypeError(`tokenize must return a count, got ${String(tokens)}`);
    return tokens;
  };
}
