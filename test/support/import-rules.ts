/**
 * Which folder may import what. One row a folder, the innermost one that holds the importing file
 * decides; the rows are read by the architecture test.
 */
import { builtinModules } from "node:module";
import type { Import } from "./import-graph.js";

interface FolderRule {
  readonly folder: string;
  /** Folders any file of which may be imported. */
  readonly folders: readonly string[];
  /** Single files that may be imported. */
  readonly files?: readonly string[];
  /** Whether any `index.ts` of ours may be imported. */
  readonly doors?: true;
  /** npm packages; an asterisk at the end stands for any rest. */
  readonly packages: readonly string[];
  readonly builtins?: true;
}

const RULES: readonly FolderRule[] = [
  { folder: "vm/bytecode", folders: ["vm/bytecode"], packages: ["neverthrow"] },
  { folder: "vm", folders: ["vm"], packages: ["neverthrow", "@eslint-community/regexpp"] },
  { folder: "compiler", folders: ["compiler", "vm/bytecode"], packages: ["neverthrow", "acorn", "@babel/*"] },
  {
    folder: "catalog",
    folders: ["catalog"],
    packages: ["neverthrow", "@cfworker/json-schema", "@eslint-community/regexpp"],
  },
  {
    folder: "catalog/sources/mcp",
    folders: ["catalog"],
    packages: ["neverthrow", "@modelcontextprotocol/*"],
    builtins: true,
  },
  {
    folder: "runtime",
    folders: ["runtime"],
    files: ["compiler/index.ts", "vm/index.ts", "catalog/index.ts"],
    packages: ["neverthrow"],
  },
  {
    folder: "runtime/check",
    folders: ["runtime"],
    files: ["compiler/index.ts", "catalog/index.ts"],
    packages: ["neverthrow", "typescript"],
  },
  { folder: "runtime/hosts", folders: [], doors: true, packages: ["neverthrow", "@modelcontextprotocol/*", "ai"] },
  {
    folder: "runtime/hosts/mcp-server",
    folders: ["runtime/hosts/mcp-server"],
    doors: true,
    packages: ["neverthrow", "@modelcontextprotocol/*"],
  },
  {
    folder: "runtime/hosts/cli",
    folders: ["runtime/hosts/cli"],
    doors: true,
    packages: ["neverthrow"],
    builtins: true,
  },
];

/** Parsers belong to the first stage: no file below compiler/'s subfolders sees them. */
const PARSERS = ["acorn", "@babel/*"];

function within(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function matches(specifier: string, pattern: string): boolean {
  if (pattern.endsWith("*")) return specifier.startsWith(pattern.slice(0, -1));
  return specifier === pattern || specifier.startsWith(`${pattern}/`);
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}

/** Why `path` may not have this import; undefined when it may. */
export function importProblem(path: string, { specifier, file, typeOnly, dynamic }: Import): string | undefined {
  const holders = RULES.filter((each) => within(path, each.folder));
  const rule = holders.sort((x, y) => y.folder.length - x.folder.length)[0];
  if (rule === undefined) return "lies outside the source folders";
  if (file !== undefined) {
    const allowed =
      rule.folders.some((folder) => within(file, folder)) ||
      rule.files?.includes(file) === true ||
      (rule.doors === true && file.endsWith("/index.ts"));
    const hosts = within(file, "runtime/hosts") && !within(path, "runtime/hosts");
    return allowed && !hosts ? undefined : `${rule.folder} may not import ${file}`;
  }
  if (isBuiltin(specifier)) return rule.builtins ? undefined : `${rule.folder} may not import the builtin ${specifier}`;
  if (!rule.packages.some((pattern) => matches(specifier, pattern))) {
    return `${rule.folder} may not import the package ${specifier}`;
  }
  if (PARSERS.some((pattern) => matches(specifier, pattern)) && !/^compiler\/[^/]+$/.test(path)) {
    return `${specifier} belongs to the parsing files of compiler`;
  }
  if (specifier.startsWith("@babel/") && !typeOnly && !dynamic)
    return `${specifier} must be imported when first needed`;
  return undefined;
}
