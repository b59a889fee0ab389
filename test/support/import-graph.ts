/**
 * The import graph of the source folders, for the architecture test: every static and dynamic
 * import and re-export, with the file it resolves to and whether it is of types alone.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Made by the build, and too large to be read for its imports: it has none. */
const GENERATED = new Set(["vm/library/image.ts"]);

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path from the root, for a file of ours; undefined for a package. */
  readonly file: string | undefined;
  /** Erased by the compiler. */
  readonly typeOnly: boolean;
  /** Loaded only when the code that imports it runs. */
  readonly dynamic: boolean;
}

export interface SourceFile {
  /** Path from the root, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

/** The TypeScript files under `folders`, sorted by path; a folder that is not there has none. */
export function readSources(folders: readonly string[]): SourceFile[] {
  const files: SourceFile[] = [];
  for (const folder of folders) {
    for (const path of listFiles(folder)) {
      if (!path.endsWith(".ts") || GENERATED.has(path)) continue;
      const text = readFileSync(join(ROOT, path), "utf8");
      files.push({ path, lines: text.trimEnd().split("\n").length, imports: importsOf(path, text) });
    }
  }
  return files.sort((x, y) => (x.path < y.path ? -1 : 1));
}

function listFiles(folder: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
  return entries.map((entry) => posix.join(folder, entry.replaceAll("\\", "/")));
}

/** The imports of the file `path` with `text`, in the order written. */
export function importsOf(path: string, text: string): Import[] {
  const imports: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, dynamic = false): void => {
    const relative = specifier.startsWith(".");
    const file = relative ? posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts") : undefined;
    imports.push({ specifier, file, typeOnly, dynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add((node.moduleSpecifier as ts.StringLiteral).text, isTypeImport(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      const named = node.exportClause !== undefined && ts.isNamedExports(node.exportClause);
      const elements = named ? (node.exportClause as ts.NamedExports).elements : [];
      const typeOnly = node.isTypeOnly || (elements.length > 0 && elements.every((element) => element.isTypeOnly));
      add((node.moduleSpecifier as ts.StringLiteral).text, typeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteralLike(specifier)) add(specifier.text, false, true);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add((node.argument.literal as ts.StringLiteral).text, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  return imports;
}

function isTypeImport(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  if (clause.name !== undefined || clause.namedBindings === undefined || !ts.isNamedImports(clause.namedBindings)) {
    return false;
  }
  const { elements } = clause.namedBindings;
  return elements.length > 0 && elements.every((element) => element.isTypeOnly);
}

/**
 * The cycles of a graph: each strongly connected component of more than one node, sorted. Tarjan's
 * algorithm, https://doi.org/10.1137/0201010.
 */
export function cycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string): void => {
    const number = order.size;
    order.set(node, number);
    low.set(node, number);
    stack.push(node);
    open.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.has(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== number) return;
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) open.delete(member);
    if (component.length > 1) found.push(component.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found.sort((x, y) => (x[0] < y[0] ? -1 : 1));
}
