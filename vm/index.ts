/**
 * The VM's door: createVm(program, host, limits) gives an execution that runs in slices, takes
 * answers of host calls and timers, and can be asked what is outstanding. Never source text,
 * schemas, clocks or Node.
 */
import type { Program } from "./bytecode/program.js";
import { pushClosure } from "./calls.js";
import { VmFault } from "./errors.js";
import { Mode } from "./frame.js";
import type { CallId, HostAnswer, HostPort } from "./host.js";
import { run } from "./interpreter.js";
import { type PromiseObject, PromiseState } from "./jobs/promise.js";
import { runTraced, type Trace } from "./trace.js";
import { newValues, Unit } from "./unit.js";
import { ClosureData } from "./values/function.js";
import { Bit, GuestObject, Kind, type Value } from "./values/object.js";
import { DEFAULT_CALL_DEPTH, Vm, type VmLimits } from "./vm.js";

export { inspectValue } from "./builtins/inspect.js";
export { disassemble } from "./bytecode/disassemble.js";
export { decodeProgram, encodeProgram } from "./bytecode/encode.js";
export type { CodeBlock, Program } from "./bytecode/program.js";
export { lineAndColumn, positionAt } from "./bytecode/source-map.js";
export { verify } from "./bytecode/verify.js";
export { type FaultReason, InternalError, type LimitName, VmFault } from "./errors.js";
export type { CallId, HostAnswer, HostFailure, HostPort, HostReply, LogPosition, ToolNode } from "./host.js";
export { TOOL_STREAM } from "./jobs/host-call.js";
export { peek } from "./operations/access.js";
export { typedArrayLength } from "./operations/typed-array.js";
export { getRealm } from "./realm.js";
export type { Trace } from "./trace.js";
export type { SlowElements } from "./values/array.js";
export {
  ArrayBufferData,
  type DataViewData,
  ErrorData,
  RecordData,
  type TraceEntry,
  TypedArrayData,
} from "./values/internal-slots.js";
export { GuestObject, HOLE, Kind, type Value } from "./values/object.js";
export { keyOfString } from "./values/property-key.js";
export { Attr, type Shape } from "./values/shape.js";
export { GuestSymbol } from "./values/symbol.js";
export type { VmLimits } from "./vm.js";
export { DEFAULT_CALL_DEPTH, Vm } from "./vm.js";

/** What a slice ended with. */
export type SliceEnd =
  /** The slice's time is over; call `run` again after the host's event loop had its turn. */
  | "yielded"
  /** No job is left: host calls or timers may be outstanding, or everything is done. */
  | "idle";

/** The program's own state. */
export type MainState =
  | { readonly kind: "running" }
  | { readonly kind: "returned"; readonly value: Value }
  | { readonly kind: "threw"; readonly reason: Value };

export interface Execution {
  readonly vm: Vm;
  /**
   * Runs until the slice ends or no job is left; with `stopAtMain` also when the program itself has
   * ended. Throws VmFault (a limit) or InternalError.
   */
  run(stopAtMain?: boolean): SliceEnd;
  /** Answers a host call; ignored when the call is not waiting. */
  answer(id: CallId, reply: HostAnswer): void;
  /** A timer's time has come. */
  fireTimer(id: number): void;
  readonly main: MainState;
  /** Host calls and timers outstanding. */
  readonly outstanding: number;
  /** Makes the running slice look at its limits and the host's wish at once. */
  hurry(): void;
  /** Drops all jobs, calls and timers: nothing of the guest runs any more. */
  stop(): void;
}

export const NO_LIMITS: VmLimits = {
  maxInstructions: Number.POSITIVE_INFINITY,
  maxMemoryBytes: Number.POSITIVE_INFINITY,
  maxCallDepth: DEFAULT_CALL_DEPTH,
};

/**
 * Starts an execution of a verified program; nothing runs before the first `run`. With `trace`,
 * every instruction and job is told to it, and the run is much slower.
 */
export function createVm(program: Program, host: HostPort, limits: VmLimits = NO_LIMITS, trace?: Trace): Execution {
  return new VmExecution(program, host, limits, trace);
}

/** A class rather than a literal with accessors: the host would keep a hidden class, and garbage, for each of those. */
class VmExecution implements Execution {
  readonly vm: Vm;
  private readonly promise: PromiseObject;
  private stopped = false;
  private jobs = 0;

  constructor(
    program: Program,
    host: HostPort,
    limits: VmLimits,
    private readonly trace: Trace | undefined,
  ) {
    const vm = new Vm(program, host, limits);
    this.vm = vm;
    const unit = new Unit(program, program.blocks[0]!);
    const data = new ClosureData(unit.block, unit, [], null, null, -1);
    const main = new GuestObject(vm.shapes.function, newValues(0), Kind.Closure, data, Bit.LazyFunction, 0);
    pushClosure(vm, vm.realm.routine("runProgram"), undefined, [main], 0, Mode.Discard, undefined);
    this.promise = vm.frame!.context as PromiseObject;
    this.promise.data.isHandled = true;
    vm.keptAlive.add(this.promise);
  }

  run(stopAtMain = false): SliceEnd {
    if (this.stopped) return "idle";
    const { vm, trace } = this;
    vm.beginSlice();
    try {
      for (;;) {
        if (vm.frame === null) {
          if (stopAtMain && this.promise.data.state !== PromiseState.Pending) return "idle";
          // A job is worth many instructions: the clock is looked at between jobs too.
          if ((++this.jobs & 63) === 0 && vm.refuel()) return "yielded";
          if (!vm.jobs.startNext()) return "idle";
          trace?.("job");
        }
        if (vm.frame !== null && (trace === undefined ? run(vm) : runTraced(vm, trace))) return "yielded";
      }
    } catch (error) {
      if (error instanceof VmFault) {
        vm.stoppedAt = vm.position();
        this.stop();
      }
      throw error;
    }
  }

  answer(id: CallId, reply: HostAnswer): void {
    if (!this.stopped) this.vm.scheduler.answer(id, reply);
  }

  fireTimer(id: number): void {
    if (!this.stopped) this.vm.scheduler.fireTimer(id);
  }

  get main(): MainState {
    const { state, result } = this.promise.data;
    if (state === PromiseState.Pending) return { kind: "running" };
    return state === PromiseState.Fulfilled ? { kind: "returned", value: result } : { kind: "threw", reason: result };
  }

  get outstanding(): number {
    return this.vm.scheduler.pendingCalls + this.vm.scheduler.pendingTimers;
  }

  hurry(): void {
    this.vm.fuel = Math.min(this.vm.fuel, -1);
  }

  stop(): void {
    this.stopped = true;
    this.vm.frame = null;
    this.vm.jobs.clear();
    this.vm.scheduler.clear();
  }
}
