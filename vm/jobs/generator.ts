/**
 * Generators: a frame set aside in a generator object. `next`, `return` and `throw` put the frame
 * on top of the caller's; Yield and Return deliver an iterator result and take it off again.
 * https://tc39.es/ecma262/#sec-generator-abstract-operations
 */

import { Op } from "../bytecode/opcodes.js";
import { deliver } from "../calls.js";
import { GuestThrow } from "../errors.js";
import { BODY, type Frame, Mode } from "../frame.js";
import { DONE, GuestObject, Kind, PUSHED, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";

export const enum GeneratorState {
  Start,
  Suspended,
  Running,
  Completed,
}

export class GeneratorData {
  state: GeneratorState = GeneratorState.Start;
  constructor(public frame: Frame | null) {}
}

/** How a generator is resumed. */
export const enum ResumeKind {
  Next,
  Throw,
  Return,
}

/** Bytes of a frame set aside for good, without its registers: it cannot go back to its pool. */
export const SUSPENDED_FRAME = 214;

/** CreateIterResultObject. */
export function iterResult(vm: Vm, value: Value, done: boolean): GuestObject {
  vm.allocate(112);
  return new GuestObject(
    vm.shapes.object.add("value", Attr.Default).add("done", Attr.Default),
    [value, done],
    Kind.Ordinary,
    undefined,
    0,
    0,
  );
}

/** GeneratorStart: makes the object, hands it to the caller and suspends. */
export function startGenerator(vm: Vm, frame: Frame, proto: GuestObject): void {
  vm.allocate(SUSPENDED_FRAME + 8 * frame.registers.length);
  const generator = vm.newExotic(proto, Kind.Generator, new GeneratorData(frame));
  frame.context = generator;
  const { prev, dst, mode } = frame;
  detach(vm, frame);
  deliver(vm, prev, dst, mode & ~BODY, generator, undefined);
}

function detach(vm: Vm, frame: Frame): void {
  frame.prev = null;
  frame.mode = BODY | Mode.Discard;
  vm.depth--;
}

/**
 * GeneratorResume and GeneratorResumeAbrupt, called by the natives next, throw and return.
 * Delivers by `vm.dst` and `vm.mode`; the step mode gets bare values.
 */
export function resumeGenerator(vm: Vm, self: Value, value: Value, kind: ResumeKind): Value {
  if (!(self instanceof GuestObject) || self.kind !== Kind.Generator) {
    const name = kind === ResumeKind.Next ? "next" : kind === ResumeKind.Throw ? "throw" : "return";
    return vm.throwType(`Method [Generator].prototype.${name} called on incompatible receiver ${vm.describe(self)}`);
  }
  const data = self.data as GeneratorData;
  const { dst, mode } = vm;
  if (data.state === GeneratorState.Running) return vm.throwType("Generator is already running");
  if (data.state === GeneratorState.Start && kind !== ResumeKind.Next) {
    data.state = GeneratorState.Completed;
    data.frame = null;
  }
  if (data.state === GeneratorState.Completed) {
    if (kind === ResumeKind.Throw) throw new GuestThrow(value);
    if (mode === Mode.Step) return DONE;
    return iterResult(vm, kind === ResumeKind.Return ? value : undefined, true);
  }
  const frame = data.frame!;
  const started = data.state === GeneratorState.Suspended;
  data.state = GeneratorState.Running;
  frame.prev = vm.frame;
  frame.dst = dst;
  frame.mode = BODY | mode;
  if (++vm.depth > vm.maxDepth) {
    vm.depth--;
    data.state = started ? GeneratorState.Suspended : GeneratorState.Start;
    frame.prev = null;
    return vm.throwRange("Maximum call stack size exceeded");
  }
  vm.frame = frame;
  if (started) resumeAtYield(vm, frame, value, kind);
  return PUSHED;
}

/** Puts a resumption into the registers of the Yield or DelegateYield that the frame stopped at. */
export function resumeAtYield(vm: Vm, frame: Frame, value: Value, kind: ResumeKind): void {
  const { code } = frame.unit;
  const at = frame.pc - 4;
  const a = code[at + 1]!;
  if (code[at] === Op.DelegateYield) {
    frame.registers[a] = kind;
    frame.registers[a + 1] = value;
    return;
  }
  if (kind === ResumeKind.Throw) {
    vm.throwInto(frame, at, value);
    return;
  }
  frame.registers[a] = value;
  if (kind === ResumeKind.Return) frame.pc = code[at + 3]!;
}

/** Yield of a plain value. `frame.pc` is past the instruction. */
export function yieldValue(vm: Vm, frame: Frame, value: Value): void {
  suspend(vm, frame);
  const { dst, mode, prev } = taken;
  deliver(vm, prev, dst, mode, mode === Mode.Step ? value : iterResult(vm, value, false), undefined);
}

/** DelegateYield: the inner result object goes out as it is. */
export function yieldResult(vm: Vm, frame: Frame, result: Value): void {
  suspend(vm, frame);
  const { dst, mode, prev } = taken;
  if (mode === Mode.Step) {
    // The consumer wants the value: read it as iteratorStep would.
    vm.frame = prev;
    vm.callRoutine("iteratorValue", [result], dst, Mode.Step);
    return;
  }
  deliver(vm, prev, dst, mode, result, undefined);
}

const taken: { dst: number; mode: number; prev: Frame | null } = { dst: 0, mode: 0, prev: null };

function suspend(vm: Vm, frame: Frame): void {
  ((frame.context as GuestObject).data as GeneratorData).state = GeneratorState.Suspended;
  taken.dst = frame.dst;
  taken.mode = frame.mode & ~BODY;
  taken.prev = frame.prev;
  detach(vm, frame);
}

/** Return from a generator body: the frame is released by the caller. */
export function finishGenerator(vm: Vm, frame: Frame, value: Value): void {
  const { prev, dst } = frame;
  const mode = frame.mode & ~BODY;
  failGenerator(vm, frame);
  deliver(vm, prev, dst, mode, mode === Mode.Step ? DONE : iterResult(vm, value, true), undefined);
}

/** The body threw: the generator is complete. */
export function failGenerator(_vm: Vm, frame: Frame): void {
  const data = (frame.context as GuestObject).data as GeneratorData;
  data.state = GeneratorState.Completed;
  data.frame = null;
}
