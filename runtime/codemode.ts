/**
 * CodeMode.make and CodeMode.execute: wires catalog, compiler and VM. Options are checked once, at
 * `make`; everything a program does afterwards is data.
 */
import { errAsync, okAsync, type Result, ResultAsync } from "neverthrow";
import { type Catalog, createCatalog, type ToolDescription, type ToolTree } from "../catalog/index.js";
import { type Compiled, compileAsync, warmup } from "../compiler/index.js";
import { type Budget, budgetOf, type Limits } from "./budgets.js";
import { type Checked, checkProgram } from "./check/check.js";
import type { TypeChecker } from "./check/type-checker.js";
import { fromCompileError, fromRepair } from "./diagnostics/map.js";
import { type Clock, DEFAULT_SEED, seededRandom, systemClock } from "./environment.js";
import { execute } from "./execute.js";
import { type Observers, withObservers } from "./observers.js";
import { fitOutput } from "./output.js";
import type { Diagnostic, Failure, Success } from "./result.js";
import type { Hooks } from "./tools/hooks.js";

export interface CodeModeOptions extends Hooks {
  /** The program's only authority. */
  readonly tools?: ToolTree | undefined;
  readonly limits?: Limits | undefined;
  readonly discovery?:
    | {
        /** Estimated tokens for inlined signatures; default 2000. */
        readonly catalogBudget?: number | undefined;
        /** Paths that are always inlined first. */
        readonly pinned?: readonly string[] | undefined;
        readonly tokenize?: ((text: string) => number) | undefined;
        readonly learnShapes?: boolean | undefined;
      }
    | undefined;
  readonly clock?: Clock | undefined;
  /** Seeds Math.random and crypto.randomUUID; a fixed one by default. */
  readonly random?: number | undefined;
  /** BCP 47 tag; default en-US. */
  readonly locale?: string | undefined;
  /** IANA zone; default UTC. */
  readonly timeZone?: string | undefined;
  readonly pending?: "drain" | "interrupt" | undefined;
  readonly unhandledRejections?: "report" | "fail" | undefined;
}

/** What one execution may be given; its hooks are called after the runtime's own. */
export interface ExecuteOptions extends Observers {
  readonly signal?: AbortSignal | undefined;
}

export interface CodeModeRuntime {
  /** Every tool with its complete signature. */
  catalog(): ToolDescription[];
  /** Model-facing markdown. */
  instructions(): string;
  /**
   * Compiles and looks for mistakes, runs nothing. TypeScript is loaded on first use: see `warmup`.
   * `tools: "any"`: the tools are not known here, so nothing is said of them.
   */
  check(code: string, options?: { readonly tools?: "any"; readonly types?: false }): Result<Checked, Diagnostic[]>;
  /**
   * As `check`, with the types of TypeScript: replies without an output schema are `unknown` and must be narrowed. Needs
   * the optional package `typescript`; rejects with a TypeError when it is not installed.
   */
  check(code: string, options: { readonly types: true }): ResultAsync<Checked, Diagnostic[]>;
  /** Runs a program. Rejects only with the signal's reason. */
  execute(code: string, options?: ExecuteOptions): ResultAsync<Success, Failure>;
  /** Loads what TypeScript programs need, so that the first one does not wait for it. */
  warmup(): Promise<void>;
}

/** Compiled programs kept by source text: hosts run the same program again. */
const CACHE_ENTRIES = 64;
const CACHE_CHARACTERS = 1_000_000;

class CompileCache {
  private readonly entries = new Map<string, Compiled>();
  private characters = 0;

  get(source: string): Compiled | undefined {
    const hit = this.entries.get(source);
    if (hit !== undefined) {
      this.entries.delete(source);
      this.entries.set(source, hit);
    }
    return hit;
  }

  set(source: string, compiled: Compiled): void {
    if (source.length > CACHE_CHARACTERS / 4) return;
    this.entries.set(source, compiled);
    this.characters += source.length;
    for (const key of this.entries.keys()) {
      if (this.entries.size <= CACHE_ENTRIES && this.characters <= CACHE_CHARACTERS) break;
      this.entries.delete(key);
      this.characters -= key.length;
    }
  }
}

function oneOf<T extends string>(name: string, value: T | undefined, allowed: readonly T[]): T {
  if (value === undefined) return allowed[0]!;
  if (!allowed.includes(value))
    throw new TypeError(`${name} must be one of ${allowed.join(", ")}, got ${String(value)}`);
  return value;
}

function hook(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "function")
    throw new TypeError(`${name} must be a function, got ${typeof value}`);
}

const OPTIONS = new Set([
  "tools",
  "limits",
  "discovery",
  "clock",
  "random",
  "locale",
  "timeZone",
  "pending",
  "unhandledRejections",
  "onToolCallStart",
  "onToolCallEnd",
  "onEvent",
  "onHostError",
  "onTrace",
]);

function make(options: CodeModeOptions = {}): CodeModeRuntime {
  for (const name of Object.keys(options)) {
    if (!OPTIONS.has(name)) throw new TypeError(`CodeMode.make has no option ${JSON.stringify(name)}`);
  }
  const budget: Budget = budgetOf(options.limits);
  const catalog = createCatalog(options.tools ?? {}, options.discovery);
  const pending = oneOf("pending", options.pending, ["drain", "interrupt"]);
  const unhandledRejections = oneOf("unhandledRejections", options.unhandledRejections, ["report", "fail"]);
  for (const name of ["onToolCallStart", "onToolCallEnd", "onEvent", "onHostError", "onTrace"] as const)
    hook(name, options[name]);
  const { clock = systemClock, random = DEFAULT_SEED, locale = "en-US", timeZone = "UTC" } = options;
  if (typeof clock.now !== "function") throw new TypeError("clock must have a now() method");
  if (typeof random !== "number" || !Number.isFinite(random))
    throw new TypeError(`random must be a finite number, got ${String(random)}`);
  // Throws RangeError for a tag or zone that the platform does not know.
  if (locale !== "en-US" || timeZone !== "UTC") new Intl.DateTimeFormat(locale, { timeZone });
  const cache = new CompileCache();
  let typeChecker: Promise<TypeChecker> | undefined;
  const compileOptions = { maxSourceBytes: budget.maxSourceBytes };

  const refuse = (code: string, errors: readonly Parameters<typeof fromCompileError>[0][]): Failure => {
    const [error, ...rest] = errors.map((each) => fromCompileError(each, code));
    return fitOutput(
      {
        ok: false,
        error: error!,
        ...(rest.length === 0 ? {} : { warnings: rest }),
        toolCalls: [],
        usage: { instructions: 0, peakMemoryBytes: 0, toolCalls: 0 },
      },
      budget.maxOutputBytes,
    ) as Failure;
  };

  const start = (
    code: string,
    compiled: Compiled,
    hooks: Hooks,
    signal: AbortSignal | undefined,
  ): ResultAsync<Success, Failure> =>
    new ResultAsync(
      execute({
        program: compiled.program,
        catalog,
        budget,
        hooks,
        clock,
        random: seededRandom(random),
        locale,
        timeZone,
        pending,
        unhandledRejections,
        warnings: compiled.repairs.map((repair) => fromRepair(repair, code)),
        signal,
      })
        .then((outcome) => explained(outcome, code, catalog))
        .then((outcome) => (outcome.ok ? okAsync<Success, Failure>(outcome) : errAsync<Success, Failure>(outcome))),
    );

  return {
    catalog: () => catalog.describe(),
    instructions: () => catalog.instructions(),
    check: ((code: string, options?: { readonly types?: boolean; readonly tools?: "any" }) => {
      text(code);
      if (options?.types !== true) {
        return checkProgram(code, options?.tools === "any" ? undefined : catalog, compileOptions);
      }
      typeChecker ??= import("./check/type-checker.js").then(({ TypeChecker }) => TypeChecker.load(catalog));
      return new ResultAsync(typeChecker.then((checker) => checker.check(code, compileOptions)));
    }) as CodeModeRuntime["check"],
    execute: (code, { signal, ...observers } = {}) => {
      text(code);
      const hooks = withObservers(options, observers);
      const known = cache.get(code);
      if (known !== undefined) return start(code, known, hooks, signal);
      return compileAsync(code, compileOptions)
        .mapErr((errors) => refuse(code, errors))
        .andThen((compiled) => {
          cache.set(code, compiled);
          return start(code, compiled, hooks, signal);
        });
    },
    warmup,
  };
}

function text(code: unknown): void {
  if (typeof code !== "string") throw new TypeError(`the program must be a string, got ${typeof code}`);
}

/** What a failure or a warning suggests; the tables of hints are loaded when there is something to explain. */
async function explained<T extends Success | Failure>(outcome: T, code: string, catalog: Catalog): Promise<T> {
  if (outcome.ok && outcome.warnings === undefined) return outcome;
  const { explainOutcome } = await import("./diagnostics/explain.js");
  return explainOutcome(outcome, code, catalog);
}

export const CodeMode = {
  /**
   * Makes a runtime over a tree of tools. Throws `TypeError` or `RangeError` for misuse: unknown
   * options, malformed tools or paths, invalid limits.
   */
  make,

  /** The same as `make(options).execute(code)`. */
  execute({
    code,
    signal,
    ...options
  }: CodeModeOptions & ExecuteOptions & { readonly code: string }): ResultAsync<Success, Failure> {
    return make(options).execute(code, { signal });
  },
};
