/**
 * `codemode catalog`: what a model sees of the tools and what it costs, per namespace; or the linter's findings. Before:
 * with-catalog.ts. After: stdout.
 */
import {
  type Catalog,
  estimateTokens,
  jsonSchemaOf,
  type LintFinding,
  pathExpression,
} from "../../../catalog/index.js";
import type { CatalogArguments } from "./arguments.js";
import { catalogDocument } from "./catalog-file.js";
import { ExitCode, type Refusal } from "./refusal.js";
import { type Terminal, visible } from "./terminal.js";
import { countText, plural } from "./units.js";
import { loadCatalog } from "./with-catalog.js";

/** Shows it. The exit code, or why the tools could not be had. */
export async function catalog(args: CatalogArguments, terminal: Terminal): Promise<number | Refusal> {
  const loaded = await loadCatalog(args.from, { catalogBudget: args.budget }, terminal);
  if (loaded.isErr()) return loaded.error;
  const tools = loaded.value.catalog;
  if (args.isLint) return lint(tools, args.isJson, terminal);
  if (args.isJson) {
    terminal.printJson(catalogDocument(tools.entries));
    return ExitCode.Ok;
  }
  const skipped = loaded.value.skipped.map(({ name, reason }) => `  ${visible(name)}: ${visible(reason)}\n`);
  terminal.print(`${visible(tools.instructions().trimEnd())}\n\n${costText(tools, terminal)}\n`);
  if (skipped.length > 0) terminal.print(`\n${terminal.out("bold", "Left out")}\n${skipped.join("")}`);
  return ExitCode.Ok;
}

function lint(tools: Catalog, isJson: boolean, terminal: Terminal): number {
  const findings = tools.lint();
  if (isJson) terminal.printJson(findings);
  else {
    for (const finding of findings) terminal.print(`${findingText(finding, terminal)}\n`);
    terminal.print(`${plural(findings.length, "finding")} in ${plural(tools.entries.length, "tool")}\n`);
  }
  return findings.length === 0 ? ExitCode.Ok : ExitCode.Negative;
}

function findingText({ rule, path, message, at }: LintFinding, { out }: Terminal): string {
  const place = at === undefined ? "" : out("dim", `  at ${visible(at)}`);
  return `${out("yellow", rule)}  ${visible(pathExpression(path))} ${visible(message)}${place}`;
}

/** A table: for each namespace its tools, how many are shown and what they cost; below it the whole. */
function costText(tools: Catalog, { out }: Terminal): string {
  const { namespaces, shown, total, tokens } = tools.selection();
  const rows = namespaces.map(({ name, total: count, shown: entries }) => [
    name === "" ? "(top level)" : visible(name),
    countText(count),
    countText(entries.length),
    countText(entries.reduce((sum, { inlineSignature }) => sum + estimateTokens(inlineSignature), 0)),
  ]);
  rows.push(["total", countText(total), countText(shown), countText(tokens)]);
  const titles = ["namespace", "tools", "shown", "tokens"];
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const rowText = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  ");
  const text = estimateTokens(tools.instructions());
  const summary = `Instructions and catalog: ${countText(text)} tokens. The same tools as JSON schemas: ${countText(rawTokens(tools))}.`;
  return [out("bold", rowText(titles)), ...rows.map(rowText), "", summary].join("\n");
}

/** Tokens of every tool as hosts without code mode send it: name, description, input schema. */
function rawTokens(tools: Catalog): number {
  return tools.entries.reduce((sum, { path, description, tool }) => {
    const raw = { name: path, description, input_schema: jsonSchemaOf(tool.input, "input") ?? {} };
    return sum + estimateTokens(JSON.stringify(raw));
  }, 0);
}
