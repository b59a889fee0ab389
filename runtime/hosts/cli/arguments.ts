/**
 * Words of the command line -> what to do, checked, or the one sentence that says what is wrong with them.
 *
 * Invariant: everything after this stage works on values of the right kind; no option is ignored. Before: commands.ts
 * (the table). After: main.ts dispatches.
 */
import { parseArgs } from "node:util";
import { err, ok, type Result } from "neverthrow";
import { COMMANDS, type CommandName, commandSpec } from "./commands.js";
import { SHELLS, type Shell } from "./completions.js";
import type { Refusal } from "./refusal.js";

export interface RunArguments {
  readonly command: "run";
  readonly file: string;
  readonly config: string | undefined;
  /** Milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly isJson: boolean;
  readonly isVerbose: boolean;
  /** Where the timeline is written. */
  readonly trace: string | undefined;
}

export interface CheckArguments {
  readonly command: "check";
  readonly files: readonly string[];
  /** Undefined: nothing is said of tools. */
  readonly from: ToolsFrom | undefined;
  readonly isTyped: boolean;
  readonly format: Format;
}

export const FORMATS = ["pretty", "json", "github"] as const;
export type Format = (typeof FORMATS)[number];

/** Where tools come from: servers of a configuration, or a file that `catalog --json` wrote. */
export interface ToolsFrom {
  readonly kind: "config" | "catalog";
  readonly file: string;
}

export interface CatalogArguments {
  readonly command: "catalog";
  readonly from: ToolsFrom;
  /** Tokens. */
  readonly budget: number | undefined;
  readonly isLint: boolean;
  readonly isJson: boolean;
}

export interface SearchArguments {
  readonly command: "search";
  readonly query: string;
  readonly from: ToolsFrom;
  readonly namespace: string | undefined;
  readonly limit: number | undefined;
  readonly isJson: boolean;
}

export const STAGES = ["ast", "scopes", "bytecode", "trace"] as const;
export type Stage = (typeof STAGES)[number];

export interface InspectArguments {
  readonly command: "inspect";
  readonly file: string;
  readonly stage: Stage;
}

export interface McpArguments {
  readonly command: "mcp";
  readonly config: string;
  /** Undefined: standard streams. */
  readonly http: { readonly host: string; readonly port: number } | undefined;
  /** Milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Tokens. */
  readonly budget: number | undefined;
  readonly instructionsIn: "server" | "tool";
}

export interface CompletionsArguments {
  readonly command: "completions";
  readonly shell: Shell;
}

export type Invocation =
  | { readonly command: "help"; readonly about: CommandName | undefined }
  | { readonly command: "version" }
  | RunArguments
  | CheckArguments
  | CatalogArguments
  | SearchArguments
  | InspectArguments
  | McpArguments
  | CompletionsArguments;

type Values = { readonly [name: string]: string | boolean | undefined };

/** Reads the words after `codemode`. */
export function readArguments(words: readonly string[]): Result<Invocation, Refusal> {
  const [first, ...rest] = words;
  if (first === undefined) return err({ sentence: "No command is given", helpFor: "" });
  if (first === "--help" || first === "-h" || first === "help") return readHelp(first === "help" ? rest[0] : undefined);
  if (first === "--version" || first === "-v") return ok({ command: "version" });
  if (first.startsWith("-") && first !== "-") {
    return err({ sentence: `The command must come first, before ${first}`, helpFor: "" });
  }
  const spec = commandSpec(first);
  if (spec === undefined) {
    const known = Object.keys(COMMANDS).join(", ");
    return err({ sentence: `There is no command "${first}"; the commands are ${known}`, helpFor: "" });
  }
  const name = first as CommandName;
  let values: Values;
  let operands: readonly string[];
  try {
    const options = { ...spec.options, help: { type: "boolean", short: "h" } } as const;
    const parsed = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
    values = parsed.values as Values;
    operands = parsed.positionals;
  } catch (cause) {
    return err({ sentence: parsingTrouble(name, cause as Error), helpFor: name });
  }
  if (values.help === true) return ok({ command: "help", about: name });
  if (operands.length < spec.minOperands) {
    return err({ sentence: `${name} needs ${spec.operands}`, helpFor: name });
  }
  if (operands.length > spec.maxOperands) {
    const most = spec.maxOperands === 0 ? "no operands" : `one ${spec.operands}`;
    return err({ sentence: `${name} takes ${most}, got ${operands.length}`, helpFor: name });
  }
  return INVOCATIONS[name](values, operands).mapErr((sentence) => ({ sentence, helpFor: name }));
}

function readHelp(about: string | undefined): Result<Invocation, Refusal> {
  if (about === undefined) return ok({ command: "help", about: undefined });
  if (commandSpec(about) === undefined) return err({ sentence: `There is no command "${about}"`, helpFor: "" });
  return ok({ command: "help", about: about as CommandName });
}

/** Node's messages name the option but speak to the programmer; these speak to the user. */
function parsingTrouble(name: CommandName, cause: Error): string {
  const option = /'(-{1,2}[^'\s]*)/.exec(cause.message)?.[1] ?? "an option";
  switch ((cause as { code?: string }).code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION":
      return `${name} has no option ${option}`;
    case "ERR_PARSE_ARGS_INVALID_OPTION_VALUE":
      return cause.message.includes("does not take an argument")
        ? `${option} takes no value`
        : `${option.replace(/,$/, "")} needs a value`;
    default:
      return cause.message.split("\n")[0]!;
  }
}

type Reader = (values: Values, operands: readonly string[]) => Result<Invocation, string>;

const INVOCATIONS: { readonly [name in CommandName]: Reader } = {
  run: (values, [file]) =>
    integer("timeout", values.timeout, 1, "milliseconds").map(
      (timeoutMs): Invocation => ({
        command: "run",
        file: file!,
        config: text(values.config),
        timeoutMs,
        isJson: values.json === true,
        isVerbose: values.verbose === true,
        trace: text(values.trace),
      }),
    ),

  check: (values, files) => {
    if (files.filter((file) => file === "-").length > 1) return err("Standard input (-) can be checked once");
    const format = (values.format ?? (values.json === true ? "json" : "pretty")) as Format;
    if (!FORMATS.includes(format)) return err(`--format must be one of ${FORMATS.join(", ")}, got "${format}"`);
    if (values.json === true && format !== "json") return err("Give --json or --format, not both");
    const isTyped = values.types === true;
    const invocation = { command: "check", files, isTyped, format } as const;
    if (values.config === undefined && values.catalog === undefined) {
      return isTyped
        ? err("--types needs tools: give --config FILE or --catalog FILE")
        : ok({ ...invocation, from: undefined });
    }
    return toolsFrom("check", values).map((from) => ({ ...invocation, from }));
  },

  catalog: (values) =>
    toolsFrom("catalog", values).andThen((from) =>
      integer("budget", values.budget, 0, "tokens").map(
        (budget): Invocation => ({
          command: "catalog",
          from,
          budget,
          isLint: values.lint === true,
          isJson: values.json === true,
        }),
      ),
    ),

  search: (values, words) =>
    toolsFrom("search", values).andThen((from) =>
      integer("limit", values.limit, 1, "tools").map(
        (limit): Invocation => ({
          command: "search",
          query: words.join(" "),
          from,
          namespace: text(values.namespace),
          limit,
          isJson: values.json === true,
        }),
      ),
    ),

  inspect: (values, [file]) => {
    const stage = (values.dump ?? "bytecode") as Stage;
    return STAGES.includes(stage)
      ? ok({ command: "inspect", file: file!, stage })
      : err(`--dump must be one of ${STAGES.join(", ")}, got "${stage}"`);
  },

  mcp: (values) => {
    const config = text(values.config);
    if (config === undefined) return err("mcp needs servers: give --config FILE");
    const instructionsIn = values.instructions ?? "server";
    if (instructionsIn !== "server" && instructionsIn !== "tool") {
      return err(`--instructions must be server or tool, got "${instructionsIn}"`);
    }
    return address(text(values.http)).andThen((http) =>
      integer("timeout", values.timeout, 1, "milliseconds").andThen((timeoutMs) =>
        integer("budget", values.budget, 0, "tokens").map(
          (budget): Invocation => ({ command: "mcp", config, http, timeoutMs, budget, instructionsIn }),
        ),
      ),
    );
  },

  completions: (_values, [shell]) =>
    SHELLS.includes(shell as Shell)
      ? ok({ command: "completions", shell: shell as Shell })
      : err(`completions are for ${SHELLS.join(", ")}, not "${shell}"`),
};

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** `8080`, `localhost:8080` or `[::1]:8080`. */
function address(words: string | undefined): Result<McpArguments["http"], string> {
  if (words === undefined) return ok(undefined);
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d{1,5})$/.exec(words) ?? [];
  return port !== undefined && Number(port) <= 65_535
    ? ok({ host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) })
    : err(`--http must be [HOST:]PORT with a port of 0 to 65535, got "${words}"`);
}

function toolsFrom(command: string, values: Values): Result<ToolsFrom, string> {
  const config = text(values.config);
  const catalog = text(values.catalog);
  if (config !== undefined && catalog !== undefined) return err("Give --config or --catalog, not both");
  if (config !== undefined) return ok({ kind: "config", file: config });
  if (catalog !== undefined) return ok({ kind: "catalog", file: catalog });
  return err(`${command} needs tools: give --config FILE or --catalog FILE`);
}

function integer(
  name: string,
  value: string | boolean | undefined,
  least: number,
  unit: string,
): Result<number | undefined, string> {
  if (typeof value !== "string") return ok(undefined);
  const number = Number(value);
  return /^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least
    ? ok(number)
    : err(`--${name} must be a whole number of ${unit}, at least ${least}, got "${value}"`);
}
