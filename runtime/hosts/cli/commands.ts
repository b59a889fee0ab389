/**
 * The commands and their options: one table, from which parsing (arguments.ts) and help (help.ts) follow.
 *
 * Invariant: what is listed here exists, and what exists is listed here. Before: nothing. After: arguments.ts.
 */

export interface OptionSpec {
  readonly type: "string" | "boolean";
  /** What stands for the value in the help. */
  readonly value?: string;
  /** The values there are; any, when absent. */
  readonly choices?: readonly string[];
  readonly summary: string;
}

export interface CommandSpec {
  readonly summary: string;
  /** What follows the command's name. */
  readonly operands: string;
  readonly minOperands: number;
  readonly maxOperands: number;
  /** The operands there are; any, when absent. */
  readonly choices?: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly string[];
}

const CONFIG: OptionSpec = {
  type: "string",
  value: "FILE",
  summary: "MCP servers to start, in the mcpServers form that MCP clients share",
};
const CATALOG: OptionSpec = {
  type: "string",
  value: "FILE",
  summary: "tools as `codemode catalog --json` wrote them, instead of --config; starts no server",
};
const JSON_OUTPUT: OptionSpec = { type: "boolean", summary: "print the answer alone, as JSON" };

export const COMMANDS = {
  run: {
    summary: "run a program over the tools of MCP servers",
    operands: "FILE|-",
    minOperands: 1,
    maxOperands: 1,
    options: {
      config: CONFIG,
      timeout: { type: "string", value: "MS", summary: "milliseconds the program may take (default 120000)" },
      json: { type: "boolean", summary: "print the result alone, as JSON" },
      verbose: { type: "boolean", summary: "one line on standard error for each tool call" },
      trace: { type: "string", value: "FILE", summary: "write a timeline that ui.perfetto.dev opens" },
    },
    examples: [
      "codemode run report.ts --config mcp.json",
      "codemode run report.ts --config mcp.json --trace out.json",
      "echo 'return 6 * 7' | codemode run - --json",
    ],
  },
  check: {
    summary: "check programs without running them",
    operands: "FILE...|-",
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    options: {
      config: CONFIG,
      catalog: CATALOG,
      types: { type: "boolean", summary: "check types too; needs the package typescript" },
      format: { type: "string", value: "FORM", summary: "pretty, json or github (default pretty)" },
      json: { type: "boolean", summary: "the same as --format json" },
    },
    examples: ["codemode check programs/*.ts --catalog catalog.json", "codemode check - < report.ts"],
  },
  catalog: {
    summary: "show what a model sees of the tools, and what that costs",
    operands: "",
    minOperands: 0,
    maxOperands: 0,
    options: {
      config: CONFIG,
      catalog: CATALOG,
      budget: { type: "string", value: "TOKENS", summary: "tokens for signatures shown at once (default 2000)" },
      lint: { type: "boolean", summary: "show instead what makes tools hard to find, call or trust" },
      json: JSON_OUTPUT,
    },
    examples: ["codemode catalog --config mcp.json", "codemode catalog --config mcp.json --json > catalog.json"],
  },
  search: {
    summary: "find tools, as a program does with tools.$codemode.search",
    operands: "QUERY...",
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    options: {
      config: CONFIG,
      catalog: CATALOG,
      namespace: { type: "string", value: "NAME", summary: "only tools below this namespace" },
      limit: { type: "string", value: "N", summary: "tools to show, 1 to 50 (default 10)" },
      json: JSON_OUTPUT,
    },
    examples: ["codemode search read a text file --config mcp.json", "codemode search issues --catalog catalog.json"],
  },
  inspect: {
    summary: "show the stages of the compiler, or every step of a run",
    operands: "FILE|-",
    minOperands: 1,
    maxOperands: 1,
    options: {
      dump: {
        type: "string",
        value: "STAGE",
        choices: ["ast", "scopes", "bytecode", "trace"],
        summary: "ast, scopes, bytecode (default), or trace: runs it, without tools",
      },
    },
    examples: ["codemode inspect report.ts --dump=bytecode", "echo 'return 1 + 1' | codemode inspect - --dump=ast"],
  },
  mcp: {
    summary: "serve the MCP servers of a configuration as one execute tool, to any MCP client",
    operands: "",
    minOperands: 0,
    maxOperands: 0,
    options: {
      config: CONFIG,
      http: { type: "string", value: "[HOST:]PORT", summary: "streamable HTTP at /mcp instead of standard streams" },
      timeout: { type: "string", value: "MS", summary: "milliseconds a program may take (default 120000)" },
      budget: { type: "string", value: "TOKENS", summary: "tokens for signatures shown at once (default 2000)" },
      instructions: {
        type: "string",
        value: "WHERE",
        choices: ["server", "tool"],
        summary: "tell the model through the server's instructions (default), or execute's description",
      },
    },
    examples: ["codemode mcp --config mcp.json", "codemode mcp --config mcp.json --http 127.0.0.1:3000"],
  },
  completions: {
    summary: "print a script that completes commands and options in a shell",
    operands: "SHELL",
    minOperands: 1,
    maxOperands: 1,
    choices: ["bash", "zsh", "fish"],
    options: {},
    examples: ["codemode completions bash", "codemode completions zsh > ~/.zsh/_codemode"],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof COMMANDS;

/** The row of a command; undefined when there is none of that name. */
export function commandSpec(name: string): CommandSpec | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name as CommandName] : undefined;
}
