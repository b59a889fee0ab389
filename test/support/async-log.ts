/**
 * Runs an asynchronous program in the VM and in Node with the same tools, timers and order of
 * arrival, and gives what can be compared: the log, how it ended, and the rejections left over.
 */
import { compile } from "../../compiler/index.js";
// Loaded before the clock is a virtual one: the runtime itself loads it when a run has warnings.
import "../../runtime/diagnostics/explain.js";
import { CodeMode, type Diagnostic, type Failure, type Success, Tool, ToolError } from "../../runtime/index.js";
import { Attr, createVm, GuestObject, type HostPort, Kind, peek, type Value, VmFault } from "../../vm/index.js";
import { VirtualTime } from "./virtual-time.js";

export interface AsyncRun {
  readonly log: readonly string[];
  /** "returned", "threw" or "waits" (for ever). */
  readonly end: string;
  /** Reasons of rejections that nobody observed, sorted. */
  readonly unhandled: readonly string[];
}

interface ToolInput {
  readonly n: number;
  readonly delay: number;
  readonly fails: boolean;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...texts: string[]
) => (...args: unknown[]) => Promise<unknown>;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function reasonText(reason: unknown): string {
  return reason instanceof Error ? `${reason.name}(${reason.message})` : typeof reason === "string" ? reason : "?";
}

/** Node's own run. The caller has taken the process's rejection events over by {@link watchRejections}. */
export async function runInNode(code: string, rejections: Map<Promise<unknown>, unknown>): Promise<AsyncRun> {
  rejections.clear();
  const time = new VirtualTime();
  const log: string[] = [];
  const tools = {
    t: ({ n, delay, fails }: ToolInput) =>
      new Promise((resolve, reject) => {
        time.after(delay, () => {
          if (fails) {
            const error = new Error(`tool ${n}`);
            error.name = "ToolError";
            reject(error);
          } else resolve({ n });
        });
      }),
  };
  // What a callback throws has no promise: the VM reports it as a rejection of its own.
  const guarded = (run: () => void) => () => {
    try {
      run();
    } catch (error) {
      rejections.set(Promise.resolve(), error);
    }
  };
  const setTimeout = (run: (...args: unknown[]) => void, delay: number, ...args: unknown[]) =>
    time.after(
      delay,
      guarded(() => run(...args)),
    );
  let end = "waits";
  const main = new AsyncFunction("tools", "setTimeout", "console", `"use strict";\n${code}`);
  main(tools, setTimeout, { log: (text: string) => log.push(text) }).then(
    () => {
      end = "returned";
    },
    (reason: unknown) => {
      end = `threw ${reasonText(reason)}`;
    },
  );
  do await turn();
  while (time.step());
  return { log, end, unhandled: [...rejections.values()].map(reasonText).sort() };
}

/** The VM's run: slices, answers and timers by hand, no runtime around it. */
export function runInVm(code: string): AsyncRun {
  const compiled = compile(code, {});
  if (compiled.isErr()) throw new Error(`does not compile: ${JSON.stringify(compiled.error)}`);
  const time = new VirtualTime();
  const log: string[] = [];
  const stopped = new Set<number>();
  const host: HostPort = {
    now: () => 0,
    random: () => 0.5,
    monotonic: () => 0,
    deadline: Number.POSITIVE_INFINITY,
    isCancelled: () => false,
    toolNode: (segments) => (segments[0] === "t" ? { callable: true, members: [] } : undefined),
    call: (id, _segments, [input]) => {
      const field = (name: string) => execution.vm.readData(input as never, name);
      const n = field("n") as number;
      const fails = field("fails") === true;
      time.after(field("delay") as number, () => {
        if (fails) execution.answer(id, { failure: { name: "ToolError", message: `tool ${n}` } });
        else {
          const reply = execution.vm.newPlainObject();
          reply.shape = reply.shape.add("n", Attr.Default);
          reply.slots.push(n);
          execution.answer(id, { value: reply });
        }
      });
      return { kind: "pending" };
    },
    pull: () => {
      throw new Error("these programs have no streams");
    },
    toolGlobals: [],
    startTimer: (id, delay) => time.after(delay, () => !stopped.has(id) && execution.fireTimer(id)),
    stopTimer: (id) => void stopped.add(id),
    result: () => {},
    log: (_level, text) => void log.push(text),
    warn: () => {},
    timeZone: "UTC",
    locale: "en-US",
  };
  const execution = createVm(compiled.value.program, host);
  try {
    do while (execution.run() === "yielded");
    while (time.step());
  } catch (error) {
    if (error instanceof VmFault) throw new Error(`fault: ${JSON.stringify(error.reason)}`);
    throw error;
  }
  const { main, vm } = execution;
  const text = (value: Value): string => {
    if (value instanceof GuestObject && value.kind === Kind.Error)
      return `${peek(vm, value, "name")}(${peek(vm, value, "message")})`;
    return typeof value === "string" ? value : "?";
  };
  return {
    log,
    end: main.kind === "running" ? "waits" : main.kind === "returned" ? "returned" : `threw ${text(main.reason)}`,
    unhandled: vm.rejections.unhandled().map(text).sort(),
  };
}

/**
 * The run of a whole execution: tools of a runtime, its timers on the virtual clock. Replaces the
 * process's timers while it runs.
 */
export async function runInRuntime(code: string): Promise<AsyncRun> {
  const time = new VirtualTime();
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const stopped = new Set<unknown>();
  let timers = 0;
  Object.assign(globalThis, {
    setTimeout: (run: () => void, delay: number) => {
      const id = ++timers;
      time.after(delay, () => !stopped.has(id) && run());
      return id;
    },
    clearTimeout: (id: unknown) => void stopped.add(id),
  });
  const t = Tool.make({
    description: "",
    input: {},
    run: ({ n, delay, fails }: ToolInput) =>
      new Promise((resolve, reject) => {
        time.after(delay, () => (fails ? reject(new ToolError(`tool ${n}`)) : resolve({ n })));
      }),
  });
  try {
    let settled: Success | Failure | undefined;
    CodeMode.make({ tools: { t }, limits: { maxConcurrentToolCalls: 1_000 } })
      .execute(code)
      .match(
        (success) => (settled = success),
        (failure) => (settled = failure),
      );
    do for (let i = 0; i < 4; i++) await turn();
    while (settled === undefined && time.step());
    // Time is over: what is left is explaining, which is loaded on demand.
    for (let i = 0; settled === undefined && i < 1_000; i++) await turn();
    if (settled === undefined) throw new Error("the execution did not end");
    const { ok, logs = [], warnings = [] } = settled;
    return {
      log: logs.map((line) => line.text),
      end: ok ? "returned" : settled.error.kind === "Deadlock" ? "waits" : `threw ${diagnosticText(settled.error)}`,
      unhandled: warnings
        .filter((each) => each.message.startsWith(UNHANDLED))
        .map(diagnosticText)
        .sort(),
    };
  } finally {
    Object.assign(globalThis, real);
  }
}

const UNHANDLED = "Unhandled rejection: ";

/** A diagnostic as {@link reasonText} has its reason. */
function diagnosticText({ kind, message }: Diagnostic): string {
  const text = message.startsWith(UNHANDLED) ? message.slice(UNHANDLED.length) : message;
  if (kind === "ToolFailure") return `ToolError(${text})`;
  const error = /^(\w*Error): (.*)$/.exec(text);
  if (error !== null) return `${error[1]}(${error[2]})`;
  return /^thrown\d+$/.test(text) ? text : "?";
}

/** Takes over the process's rejection events: nobody else sees them until `restore`. */
export function watchRejections(): { readonly open: Map<Promise<unknown>, unknown>; restore(): void } {
  const open = new Map<Promise<unknown>, unknown>();
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  const onRejection = (reason: unknown, promise: Promise<unknown>) => void open.set(promise, reason);
  const onHandled = (promise: Promise<unknown>) => void open.delete(promise);
  process.on("unhandledRejection", onRejection);
  process.on("rejectionHandled", onHandled);
  return {
    open,
    restore() {
      process.off("unhandledRejection", onRejection);
      process.off("rejectionHandled", onHandled);
      for (const listener of others) process.on("unhandledRejection", listener);
    },
  };
}
