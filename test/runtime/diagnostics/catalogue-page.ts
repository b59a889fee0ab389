/** The error catalogue, as text: made from the tables of runtime/diagnostics and the corpus of wrong programs. */
import { RULES } from "../../../runtime/check/findings.js";
import { METHOD_ROWS } from "../../../runtime/diagnostics/foreign-methods.js";
import { FOREIGN_ROWS } from "../../../runtime/diagnostics/foreign-names.js";
import { HINTS } from "../../../runtime/diagnostics/hints.js";
import { DIAGNOSTIC_KINDS } from "../../../runtime/diagnostics/kinds.js";
import { readCorpus, type WrongProgram } from "./wrong-programs.js";

const INTRODUCTION = `# Diagnostics

What a program is told when it fails, and what a check finds before it runs. This page is made from the tables of this
folder (\`kinds.ts\`, \`hints.ts\`, \`foreign-names.ts\`, \`foreign-methods.ts\`) and from test/runtime/diagnostics, where every
example runs; \`UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/runtime/diagnostics\` writes it again.

    map.ts      failures of compiler, VM and tools -> Diagnostic
    explain.ts  the exact span, and suggestions from hints.ts and names.ts, by reading the program's text again
    render.ts   code frames; the compact form (at most 150 tokens); GitHub annotations
`;

/** What a program is marked with in the page: its lines, then what it gives. */
function example({ source, expected }: WrongProgram): string {
  return [...source.split("\n"), ...expected.split("\n")].map((line) => `    ${line}`.trimEnd()).join("\n");
}

/** The page. `met` tells by title which row of the hints a program that is run meets. */
export function cataloguePage(met: ReadonlyMap<string, string>): string {
  const corpus = readCorpus();
  const parts = [INTRODUCTION, "## Kinds\n"];
  for (const [kind, meaning] of Object.entries(DIAGNOSTIC_KINDS)) {
    const shown = corpus.find(({ expected }) => new RegExp(`^--[>?] ${kind}\\b`).test(expected));
    parts.push(`### ${kind}\n\n${meaning}\n${shown === undefined ? "" : `\n${example(shown)}\n`}`);
  }
  parts.push("## Hints\n");
  for (const { id, about } of HINTS) {
    const shown = corpus.find((program) => program.way === "run" && met.get(program.title) === id);
    parts.push(`### ${id}\n\nMeant: ${about}.\n${shown === undefined ? "" : `\n${example(shown)}\n`}`);
  }
  parts.push(
    table("## Names of other places", "name", FOREIGN_ROWS),
    table("## Methods of other places", "method", METHOD_ROWS),
  );
  parts.push(
    "## Rules of a check\n\nAn error whose place is caught by the program is told as a warning.\n",
    "| rule | kind | severity |\n|---|---|---|",
    Object.entries(RULES)
      .map(([rule, { kind, severity }]) => `| ${rule} | ${kind} | ${severity} |`)
      .join("\n"),
    "",
  );
  return parts.join("\n");
}

function table(title: string, what: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(
    ([names, suggestion]) =>
      `| ${names
        .split(" ")
        .map((name) => `\`${name}\``)
        .join(" ")} | ${suggestion.replaceAll("|", "\\|")} |`,
  );
  return `${title}\n\n| ${what} | suggestion |\n|---|---|\n${lines.join("\n")}\n`;
}
