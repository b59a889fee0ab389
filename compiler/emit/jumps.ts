/**
 * What a break, continue or return crosses on its way: loops and labels, finally blocks, open iterators.
 *
 * The open constructs of a function form a stack. A jump walks it from the top: an iterator is closed on the spot (with its
 * own handler paused), a finally block is entered with a completion record in two registers, and goes on to the rest of
 * the way when it ends:
 *
 *   kind      0 normal, 1 throw, 2 return, 3 and up: the jumps that entered, in order
 *   value     what is thrown or returned
 *
 * Before: lower/ opens and closes entries. After: plain Jump and JumpStrictEqInt instructions; the VM knows no records.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { type FunctionBuilder, type HandlerRegion, Label } from "./function-builder.js";
import type { Register } from "./registers.js";

/** A statement that `break` or `continue` can name. */
export interface TargetEntry {
  readonly type: "target";
  readonly labels: readonly string[];
  /** Loops and switches are left by a break without a label. */
  readonly breakable: boolean;
  /** null in the inner part of a loop over an iterator, which only `continue` can name. */
  readonly breakLabel: Label | null;
  /** Loops only. */
  readonly continueLabel: Label | null;
}

/** Something to run on the spot when control leaves: closes an iterator. */
export interface CleanupEntry {
  readonly type: "cleanup";
  readonly region: HandlerRegion;
  /** Emits the closing code. */
  readonly run: () => void;
}

/** A region of throws without anything to run: try with catch. */
export interface RegionEntry {
  readonly type: "region";
  readonly region: HandlerRegion;
}

/** A finally block, entered by a completion record. */
export interface FinallyEntry {
  readonly type: "finally";
  readonly kind: Register;
  readonly value: Register;
  readonly label: Label;
  readonly region: HandlerRegion;
  returns: boolean;
  readonly jumps: Label[];
}

export type ControlEntry = TargetEntry | CleanupEntry | RegionEntry | FinallyEntry;

/** Completion kinds of a finally block. */
export const NORMAL = 0;
export const THROW = 1;
export const RETURN = 2;
const FIRST_JUMP = 3;

export class ControlStack {
  private readonly entries: ControlEntry[] = [];

  constructor(private readonly code: FunctionBuilder) {}

  push<E extends ControlEntry>(entry: E): E {
    this.entries.push(entry);
    return entry;
  }

  pop(entry: ControlEntry): void {
    if (this.entries.pop() !== entry) throw new Error("Invariant: control entries closed out of order");
  }

  /** Whether a return crosses nothing that has to run. */
  get returnsDirectly(): boolean {
    return this.entries.every((entry) => entry.type === "target" || entry.type === "region");
  }

  /** Emits the way to the statement a `break` or `continue` names. The parser has checked that there is one. */
  leaveTo(kind: "break" | "continue", name: string | null): void {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i];
      if (entry.type !== "target") continue;
      const label = targetLabel(entry, kind, name);
      if (label !== null) {
        this.leave(i + 1, label);
        return;
      }
    }
    throw new Error(`Invariant: no target for ${kind} ${name ?? ""}`);
  }

  /** The label a `break` or `continue` jumps to when it crosses nothing that has to run, else null. */
  directTarget(kind: "break" | "continue", name: string | null): Label | null {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i];
      if (entry.type === "region") continue;
      if (entry.type !== "target") return null;
      const label = targetLabel(entry, kind, name);
      if (label !== null) return label;
    }
    return null;
  }

  /** Emits the way from the top of the stack down to the entry at `depth`, then a jump to `label`. */
  private leave(depth: number, label: Label): void {
    const paused: HandlerRegion[] = [];
    let target: Label | null = label;
    for (let i = this.entries.length - 1; i >= depth; i--) {
      const entry = this.entries[i];
      if (entry.type === "target") continue;
      this.pauseRegion(entry.region, paused);
      if (entry.type === "cleanup") entry.run();
      else if (entry.type === "finally") {
        let index = entry.jumps.indexOf(label);
        if (index < 0) index = entry.jumps.push(label) - 1;
        this.code.emit(Op.LoadInt, entry.kind, FIRST_JUMP + index);
        target = entry.label;
        break;
      }
    }
    this.code.emit(Op.Jump, target);
    this.resumeAll(paused);
  }

  /**
   * Emits the way out of the function with the value in `value`, ended by `emitReturn` when nothing holds it back.
   * `value` must not be a register that closing code writes.
   */
  leaveFunction(value: Register, emitReturn: (value: Register) => void): void {
    const paused: HandlerRegion[] = [];
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i];
      if (entry.type === "target") continue;
      this.pauseRegion(entry.region, paused);
      if (entry.type === "cleanup") entry.run();
      else if (entry.type === "finally") {
        entry.returns = true;
        if (value !== entry.value) this.code.emit(Op.Move, entry.value, value);
        this.code.emit(Op.LoadInt, entry.kind, RETURN);
        this.code.emit(Op.Jump, entry.label);
        this.resumeAll(paused);
        return;
      }
    }
    emitReturn(value);
    this.resumeAll(paused);
  }

  /** Emits what follows a finally block: the rest of the way of every completion that entered it. The entry is popped. */
  dispatch(entry: FinallyEntry, emitReturn: (value: Register) => void, throws = true): void {
    const end = new Label();
    this.code.emit(Op.JumpStrictEqInt, entry.kind, NORMAL, end);
    if (entry.returns) {
      const next = new Label();
      this.code.emit(Op.JumpStrictNeInt, entry.kind, RETURN, next);
      this.leaveFunction(entry.value, emitReturn);
      this.code.bind(next);
    }
    for (const [index, label] of entry.jumps.entries()) {
      const next = new Label();
      this.code.emit(Op.JumpStrictNeInt, entry.kind, FIRST_JUMP + index, next);
      this.leaveToLabel(label);
      this.code.bind(next);
    }
    if (throws) this.code.emit(Op.Throw, entry.value);
    this.code.bind(end);
  }

  /** Goes on to a label that belongs to some open target. */
  private leaveToLabel(label: Label): void {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i];
      if (entry.type === "target" && (entry.breakLabel === label || entry.continueLabel === label)) {
        this.leave(i + 1, label);
        return;
      }
    }
    throw new Error("Invariant: a jump out of finally lost its target");
  }

  private pauseRegion(region: HandlerRegion, paused: HandlerRegion[]): void {
    if (region.open < 0) return;
    this.code.pause(region);
    paused.push(region);
  }

  private resumeAll(paused: readonly HandlerRegion[]): void {
    for (const region of paused) this.code.resume(region);
  }
}

/** Where the jump goes if it names this entry. */
function targetLabel(entry: TargetEntry, kind: "break" | "continue", name: string | null): Label | null {
  const named = name !== null ? entry.labels.includes(name) : kind === "continue" || entry.breakable;
  if (!named) return null;
  return kind === "break" ? entry.breakLabel : entry.continueLabel;
}
