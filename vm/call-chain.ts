/**
 * The guest call chain of this moment, through awaits: what errors and diagnostics show. Library
 * frames are left out; a frame's place is the instruction before its pc.
 */
import { positionAt } from "./bytecode/source-map.js";
import { BODY, type Frame, isAttached } from "./frame.js";
import type { PromiseObject } from "./jobs/promise.js";
import type { TraceEntry } from "./values/internal-slots.js";
import type { Vm } from "./vm.js";

/** Entries of a chain at most. */
const MAX_ENTRIES = 50;
/** Frames looked at: library frames lie between the program's. */
const MAX_FRAMES = 400;

/** Innermost first. Never fails. */
export function callChain(vm: Vm): TraceEntry[] {
  const entries: TraceEntry[] = [];
  let current = vm.frame;
  for (let i = 0; current !== null && entries.length < MAX_ENTRIES && i < MAX_FRAMES; i++) {
    const { block, program } = current.unit;
    if (program === vm.program) {
      const at = positionAt(block, Math.max(0, current.pc - 4));
      entries.push({ name: block.name, start: at?.start ?? block.start, end: at?.end ?? block.start });
    }
    current = current.prev ?? awaitingFrame(current);
  }
  return entries;
}

/** The frame that awaits the promise of a detached async frame. */
function awaitingFrame(frame: Frame): Frame | null {
  if ((frame.mode & BODY) === 0 || isAttached(frame)) return null;
  const reactions = (frame.context as PromiseObject | null)?.data?.reactions;
  const target = Array.isArray(reactions) ? reactions[0] : undefined;
  return target !== undefined && "registers" in target ? target : null;
}
