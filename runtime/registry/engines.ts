/**
 * Captured tools -> the runtimes that call them. Owns the refusal of stale registrations and the reuse of runtimes: steps
 * that see the same tools share one, with its catalog, instructions and compiled programs.
 *
 * Invariant: a tool whose registration is no longer current at the step's location does not run. Before: a step's
 * snapshot. After: step.ts gives programs to them.
 */
import { type AnyTool, Tool, ToolError } from "../../catalog/index.js";
import type { Limits } from "../budgets.js";
import { CodeMode, type CodeModeOptions, type CodeModeRuntime } from "../codemode.js";
import type { Registration, Registrations, ToolLocation } from "./registrations.js";

/** One tool of a snapshot, made for the step's context. */
export interface Captured<Context> {
  readonly registration: Registration<Context>;
  readonly tool: AnyTool;
}

export interface EngineOptions {
  /** The output limit bounds the outer result, once. */
  readonly limits?: Limits | undefined;
  readonly discovery?: CodeModeOptions["discovery"];
  readonly onHostError?: CodeModeOptions["onHostError"];
}

/** Runtimes kept for later steps; a host has few locations at a time. */
const MAX_KEPT = 8;

export class Engines<Context> {
  private readonly kept: { readonly key: readonly unknown[]; readonly runtime: CodeModeRuntime }[] = [];

  constructor(
    private readonly registrations: Registrations<Context>,
    private readonly options: EngineOptions,
  ) {}

  /** The runtime over deferred tools, by their paths. */
  forPrograms(captured: readonly Captured<Context>[], location: ToolLocation): CodeModeRuntime {
    const key = [...location, ...captured.flatMap(({ registration, tool }) => [registration, tool])];
    const at = this.kept.findIndex((each) => sameItems(each.key, key));
    const [found] = at === -1 ? [] : this.kept.splice(at, 1);
    const entry = found ?? { key, runtime: this.make(captured, ({ path }) => path, location, this.options) };
    this.kept.unshift(entry);
    this.kept.splice(MAX_KEPT);
    return entry.runtime;
  }

  /** A runtime over one direct tool, by its direct name. Its input is part of a source, which is not to bound it. */
  forDirect(captured: Captured<Context>, location: ToolLocation): CodeModeRuntime {
    const { limits, onHostError } = this.options;
    const options = { limits: { ...limits, maxSourceBytes: Number.POSITIVE_INFINITY }, onHostError };
    return this.make([captured], ({ directName }) => directName, location, options);
  }

  private make(
    captured: readonly Captured<Context>[],
    pathOf: (registration: Registration<Context>) => string,
    location: ToolLocation,
    options: EngineOptions,
  ): CodeModeRuntime {
    const tools: { [path: string]: AnyTool } = Object.create(null);
    for (const { registration, tool } of captured) {
      const isCurrent = () => this.registrations.current(registration.path, location) === registration;
      tools[pathOf(registration)] = guarded(registration.path, tool, isCurrent);
    }
    return CodeMode.make({ ...options, tools });
  }
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** The same tool, which refuses once its registration was replaced or withdrawn. */
function guarded(path: string, tool: AnyTool, isCurrent: () => boolean): AnyTool {
  const { kind, ...definition } = tool;
  const run = (input: unknown, context: Parameters<AnyTool["run"]>[1]): unknown => {
    if (isCurrent()) return tool.run(input as never, context);
    throw new ToolError(`${path} was replaced or withdrawn since this step began; the next step has the tools of now`);
  };
  return kind === "stream" ? Tool.stream({ ...definition, run }) : Tool.make({ ...definition, run });
}
