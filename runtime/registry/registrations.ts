/**
 * Which tool a path leads to at a location. Owns the registrations and the one rule that decides between them.
 *
 * The rule: of the registrations of a path whose location holds the asking one, the nearest wins; of equally near ones the
 * latest. When it is withdrawn, the one it hid is back. Invariant: a registration is current for a location exactly while
 * the rule chooses it there. Before: producers register. After: step.ts takes snapshots and asks what is still current.
 */
import { type AnyTool, isTool, RESERVED_NAMESPACE } from "../../catalog/index.js";

/** Direct tools are shown to the model one by one; deferred ones are called from programs given to `execute`. */
export type Exposure = "direct" | "deferred";

/** Where something is: segments from the outermost in, for instance a workspace and a folder of it. */
export type ToolLocation = readonly string[];

/** A tool, or how to make it for the session, user or request that a step belongs to. */
export type Produced<Context> = AnyTool | ((context: Context) => AnyTool);

export interface ToolRegistration<Context> {
  readonly name: string;
  /** The namespace of a deferred tool; a prefix, `group_name`, of a direct one. Dots separate levels. */
  readonly group?: string;
  readonly exposure: Exposure;
  /** Everywhere at or below it. Default: everywhere. */
  readonly location?: ToolLocation;
  readonly tool: Produced<Context>;
}

/** What a producer holds. */
export interface Registered {
  /** Takes the tool back; calls that a step begins later are refused. May be called again. */
  withdraw(): void;
}

/** A registration as it is kept. */
export interface Registration<Context> {
  /** Group and name, dotted. */
  readonly path: string;
  /** What a direct tool is called by. */
  readonly directName: string;
  readonly exposure: Exposure;
  readonly location: ToolLocation;
  readonly tool: Produced<Context>;
}

/** Names that model providers accept. */
const DIRECT_NAME = /^[A-Za-z0-9_-]{1,64}$/;
export const EXECUTE = "execute";

export class Registrations<Context> {
  /** By path, in the order they came. */
  private readonly byPath = new Map<string, Registration<Context>[]>();

  /** Throws `TypeError` for a name, group or tool that cannot be offered. */
  add(given: ToolRegistration<Context>): Registered {
    const registration = this.checked(given);
    const { path } = registration;
    const list = this.byPath.get(path) ?? [];
    list.push(registration);
    this.byPath.set(path, list);
    return {
      withdraw: () => {
        const at = list.indexOf(registration);
        if (at === -1) return;
        list.splice(at, 1);
        if (list.length === 0 && this.byPath.get(path) === list) this.byPath.delete(path);
      },
    };
  }

  /** The registration that a path leads to at a location. */
  current(path: string, location: ToolLocation): Registration<Context> | undefined {
    let best: Registration<Context> | undefined;
    for (const each of this.byPath.get(path) ?? []) {
      if (!holds(each.location, location)) continue;
      if (best === undefined || each.location.length >= best.location.length) best = each;
    }
    return best;
  }

  /** Everything that is current at a location, in code-unit order of paths. */
  at(location: ToolLocation): Registration<Context>[] {
    return [...this.byPath.keys()]
      .sort((x, y) => (x < y ? -1 : 1))
      .flatMap((path) => this.current(path, location) ?? []);
  }

  private checked({ name, group, exposure, location = [], tool }: ToolRegistration<Context>): Registration<Context> {
    const path = group === undefined || group === "" ? name : `${group}.${name}`;
    if (typeof name !== "string" || path.split(".").includes("")) {
      throw new TypeError(`A tool's group and name must not be empty, nor have empty parts between dots: "${path}"`);
    }
    if (path.split(".")[0] === RESERVED_NAMESPACE) throw new TypeError(`The group ${RESERVED_NAMESPACE} is reserved`);
    if (exposure !== "direct" && exposure !== "deferred") {
      throw new TypeError(`exposure must be direct or deferred, got ${String(exposure)}`);
    }
    if (typeof tool !== "function" && !isTool(tool))
      throw new TypeError(`"${path}" is no tool: make it with Tool.make`);
    const directName = path.replaceAll(".", "_");
    if (exposure === "direct") this.checkDirect(path, directName, tool);
    return { path, directName, exposure, location: [...location], tool };
  }

  private checkDirect(path: string, directName: string, tool: Produced<Context>): void {
    if (!DIRECT_NAME.test(directName)) {
      throw new TypeError(`A direct tool's name must be 1 to 64 letters, digits, _ and -, got "${directName}"`);
    }
    if (directName === EXECUTE)
      throw new TypeError(`A direct tool cannot be called ${EXECUTE}: programs are given to it`);
    if (typeof tool !== "function" && tool.kind === "stream") {
      throw new TypeError(`"${path}" answers with a stream, which only a program can read: register it as deferred`);
    }
    for (const [other, list] of this.byPath) {
      if (other !== path && list.some((each) => each.exposure === "direct" && each.directName === directName)) {
        throw new TypeError(`"${path}" and "${other}" would both be the direct tool "${directName}"`);
      }
    }
  }
}

function holds(outer: ToolLocation, inner: ToolLocation): boolean {
  return outer.length <= inner.length && outer.every((segment, index) => segment === inner[index]);
}
