/**
 * A running function: its code, registers and where its result goes. Frames are pooled per unit
 * and linked through `prev`; a suspended frame is one that is not returned to its pool.
 */
import type { Unit } from "./unit.js";
import type { Cell } from "./values/function.js";
import type { GuestObject, Value } from "./values/object.js";

/** What happens with the value that a frame delivers to the frame below it. */
export const enum Mode {
  /** R[dst] = value. */
  Normal,
  /** The value is dropped. */
  Discard,
  /** A constructor: an object result, else the frame's this value. */
  Construct,
  /** The value decides the jump instruction that the caller stopped at. */
  Branch,
  /** The value is a step of IteratorNext, or DONE. */
  Step,
  /** R[dst] = !value. */
  Negate,
  /** Bottom frame of a job: the value settles the job's capability. */
  Job,
  /** The value is an intrinsic promise that the frame below awaits. */
  Await,
  /** DelegateResume: an inner result, or DONE when there is no return method. */
  DelegateResume,
  /** DelegateDone: the final value, or DONE when the inner iterator goes on. */
  DelegateDone,
  /** DelegateYield of an async generator: the inner result's value goes out. */
  AsyncYield,
}

/** Added to the mode of frames whose body is async or a generator: delivery is never direct. */
export const BODY = 16;

export class Frame {
  pc = 0;
  prev: Frame | null = null;
  /** Destination register in `prev`. */
  dst = 0;
  /** A {@link Mode}, plus {@link BODY}. */
  mode = 0;
  self: Value = undefined;
  callee: GuestObject | null = null;
  newTarget: Value = undefined;
  argCount = 0;
  /** All arguments, when the block keeps them. */
  args: readonly Value[] | null = null;
  /** Async: its promise. Generators: the generator object. Job frames: the Capability. */
  context: unknown = null;
  constructor(
    readonly unit: Unit,
    public registers: Value[],
    public cells: readonly Cell[],
  ) {}
}

/** True while an async frame still has its caller below: it has not suspended yet. */
export function isAttached(frame: Frame): boolean {
  return frame.prev !== null || (frame.mode & ~BODY) === Mode.Job;
}
