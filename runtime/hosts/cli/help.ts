/**
 * The help texts, made from the table of commands. Before: commands.ts. After: main.ts prints them.
 */
import { COMMANDS, type CommandName, type CommandSpec, commandSpec, type OptionSpec } from "./commands.js";

const EXIT_CODES = `Exit codes:
  0    done
  1    the program failed; or the check or the lint found something, or the search found nothing
  2    the command could not be carried out: arguments, files, configuration, servers
  70   a defect of codemode itself
  130  interrupted (Ctrl-C); 143 terminated`;

/** Rows of two columns. */
function table(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

function usage(name: string, spec: CommandSpec): string {
  return ["codemode", name, spec.operands, "[options]"].filter((word) => word !== "").join(" ");
}

function optionRow(name: string, { value, summary }: OptionSpec): readonly [string, string] {
  return [value === undefined ? `--${name}` : `--${name} ${value}`, summary];
}

/** The help of the whole command. */
export function generalHelp(): string {
  const names = Object.keys(COMMANDS) as CommandName[];
  return `codemode runs a model's JavaScript or TypeScript program over an explicit tree of tools.

Usage:
${table(names.map((name) => [usage(name, COMMANDS[name]), COMMANDS[name].summary]))}
${table([
  ["codemode COMMAND --help", "options and examples of a command"],
  ["codemode --version", "the version"],
])}

A FILE of - is standard input. Programs run under the limits of \`limits.standard\`: 120 s, 256 MiB of guest
data, 1,000 tool calls, 100,000 bytes of output.

${EXIT_CODES}

Environment: NO_COLOR or CI turns colours and the progress line off.
`;
}

/** The help of one command. */
export function commandHelp(name: CommandName): string {
  const spec = commandSpec(name)!;
  const rows = Object.entries(spec.options).map(([option, row]) => optionRow(option, row));
  return `${usage(name, spec)}
  ${spec.summary}

Options:
${table([...rows, ["--help", "this text"]])}

Examples:
${spec.examples.map((example) => `  ${example}`).join("\n")}
`;
}
