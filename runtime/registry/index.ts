/**
 * Direct and deferred tools of an agent host: producers register at locations, each model step takes a snapshot.
 *
 * Owns the public door: `Registry.make`, registering, and taking steps. Invariant: registering and withdrawing change later
 * steps only, but for the refusal of calls that a step makes to what is no longer current. Authorisation stays with the
 * tools: a producer is given the step's context and may close over it. Before: sources and plugins of the host. After: the
 * host's model loop shows `step.tools` and answers with `step.call`.
 */
import { createCatalog, type ToolTree } from "../../catalog/index.js";
import { type Captured, Engines } from "./engines.js";
import { type Registered, Registrations, type ToolRegistration } from "./registrations.js";
import { produce, Step, type StepOptions, type StepRequest } from "./step.js";

export type { Exposure, Produced, Registered, ToolLocation, ToolRegistration } from "./registrations.js";
export type {
  NestedCall,
  OuterCall,
  StepCallOptions,
  StepFailure,
  StepHooks,
  StepMetadata,
  StepOptions,
  StepRequest,
  StepSuccess,
  StepTool,
} from "./step.js";

/** A step, and what did not get into it. */
export type RegistryStep<Context> = Step<Context> & {
  /** Tools whose producer failed, each with its reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
};

export interface Registry<Context> {
  /** Throws `TypeError` for a name, group or tool that cannot be offered. */
  register(registration: ToolRegistration<Context>): Registered;
  /** Registers every tool of a tree (an MCP connection, an OpenAPI document); all or none. */
  registerTree(tools: ToolTree, options: Omit<ToolRegistration<Context>, "name" | "tool">): Registered;
  /** A snapshot for one model step. */
  step(request: StepRequest<Context>): RegistryStep<Context>;
}

class ToolRegistry<Context> implements Registry<Context> {
  private readonly registrations = new Registrations<Context>();
  private readonly engines: Engines<Context>;

  constructor(private readonly options: StepOptions) {
    const { limits, discovery, onHostError } = options;
    this.engines = new Engines(this.registrations, { limits, discovery, onHostError });
  }

  register(registration: ToolRegistration<Context>): Registered {
    return this.registrations.add(registration);
  }

  registerTree(tools: ToolTree, { group, ...options }: Omit<ToolRegistration<Context>, "name" | "tool">): Registered {
    const registered: Registered[] = [];
    const withdraw = (): void => {
      for (const each of registered) each.withdraw();
    };
    try {
      for (const { path, tool } of createCatalog(tools).entries) {
        const segments = [...(group === undefined || group === "" ? [] : [group]), ...path.split(".")];
        const name = segments.pop()!;
        registered.push(this.register({ ...options, name, group: segments.join("."), tool }));
      }
    } catch (cause) {
      withdraw();
      throw cause;
    }
    return { withdraw };
  }

  step({ location = [], context, isVisible }: StepRequest<Context>): RegistryStep<Context> {
    const here = [...location];
    const captured: Captured<Context>[] = [];
    const skipped: { readonly path: string; readonly reason: string }[] = [];
    for (const registration of this.registrations.at(here)) {
      const { path, exposure, location: from } = registration;
      if (isVisible?.({ path, exposure, location: from }) === false) continue;
      const tool = produce(registration, context);
      if (typeof tool === "string") skipped.push({ path, reason: tool });
      else captured.push({ registration, tool });
    }
    return Object.assign(new Step(captured, here, this.engines, this.options), { skipped });
  }
}

export const Registry = {
  /** Makes an empty registry. Limits and discovery are those of every step. */
  make<Context = undefined>(options: StepOptions = {}): Registry<Context> {
    return new ToolRegistry(options);
  },
};
