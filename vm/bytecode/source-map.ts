/**
 * From a pc to the author's text: the position table of a block, and offsets as line and column.
 *
 * A table is a flat array, three numbers an entry, sorted by pc:
 *
 *   [ instructions since the previous entry,  start minus the previous start,  end minus start ] ...
 *
 * The first entry counts from instruction 0 and offset 0. An entry holds until the next one, so
 * neighbours with the same span are stored once. Stage before: compiler/emit. Stage after: the
 * traces of vm/ and the diagnostics of runtime/. Offsets are UTF-16 code units of the source as submitted.
 */
import { INSTRUCTION_WIDTH } from "./operands.js";
import type { CodeBlock } from "./program.js";

/** Numbers an entry takes in {@link CodeBlock.positions}. */
export const POSITION_WIDTH = 3;

/** Where the text of an instruction lies: offsets in the source, end exclusive. */
export interface Position {
  readonly start: number;
  readonly end: number;
}

/**
 * The delta-coded table of `entries`, which are sorted by pc (indices into the code array, each at
 * most once). Throws on entries out of order, which would be a bug of the emitter.
 */
export function encodePositions(entries: readonly { pc: number; start: number; end: number }[]): number[] {
  const table: number[] = [];
  let instruction = 0;
  let start = 0;
  let end = -1;
  let lastPc = -1;
  for (const entry of entries) {
    if (entry.pc <= lastPc || entry.pc % INSTRUCTION_WIDTH !== 0 || entry.end < entry.start) {
      throw new Error(`Invariant: position entry ${entry.start}..${entry.end} at pc ${entry.pc} after pc ${lastPc}`);
    }
    lastPc = entry.pc;
    if (end !== -1 && entry.start === start && entry.end === end) continue;
    const next = entry.pc / INSTRUCTION_WIDTH;
    table.push(next - instruction, entry.start - start, entry.end - entry.start);
    instruction = next;
    start = entry.start;
    end = entry.end;
  }
  return table;
}

interface DecodedPositions {
  readonly pcs: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const decodedPositions = new WeakMap<CodeBlock, DecodedPositions>();

function decode(block: CodeBlock): DecodedPositions {
  const known = decodedPositions.get(block);
  if (known !== undefined) return known;
  const table = block.positions;
  const count = Math.floor(table.length / POSITION_WIDTH);
  const decoded = { pcs: new Uint32Array(count), starts: new Uint32Array(count), ends: new Uint32Array(count) };
  let pc = 0;
  let start = 0;
  for (let i = 0; i < count; i++) {
    pc += table[i * POSITION_WIDTH] * INSTRUCTION_WIDTH;
    start += table[i * POSITION_WIDTH + 1];
    decoded.pcs[i] = pc;
    decoded.starts[i] = start;
    decoded.ends[i] = start + table[i * POSITION_WIDTH + 2];
  }
  decodedPositions.set(block, decoded);
  return decoded;
}

/**
 * The span of the instruction at `pc` (an index into the code array): its own entry or the nearest
 * one before it; undefined when there is none, as in stripped code. Never fails on verified code.
 */
export function positionAt(block: CodeBlock, pc: number): Position | undefined {
  const { pcs, starts, ends } = decode(block);
  let low = 0;
  let high = pcs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pcs[middle] <= pc) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : { start: starts[low - 1], end: ends[low - 1] };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const LINE_SEPARATOR = 0x2028;
const PARAGRAPH_SEPARATOR = 0x2029;

/**
 * Line starts of the source asked about last. One is enough: a run renders the positions of one
 * source at a time, and a string cannot be the key of a WeakMap.
 */
let lastSource = "";
let lastLineStarts: readonly number[] = [0];

/** Offsets at which lines begin; the first is 0. A line ends with \n, \r\n, \r, U+2028 or U+2029. */
function lineStarts(source: string): readonly number[] {
  if (source === lastSource) return lastLineStarts;
  const starts = [0];
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit === CARRIAGE_RETURN && source.charCodeAt(i + 1) === LINE_FEED) i++;
    else if (
      unit !== LINE_FEED &&
      unit !== CARRIAGE_RETURN &&
      unit !== LINE_SEPARATOR &&
      unit !== PARAGRAPH_SEPARATOR
    ) {
      continue;
    }
    starts.push(i + 1);
  }
  lastSource = source;
  lastLineStarts = starts;
  return starts;
}

/**
 * Line and column of `offset` in `source`, both from 1, the column in UTF-16 code units. Offsets
 * outside the source are moved to its nearest end.
 */
export function lineAndColumn(source: string, offset: number): { line: number; column: number } {
  const starts = lineStarts(source);
  const inside = Math.min(Math.max(offset, 0), source.length);
  let low = 1;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= inside) low = middle + 1;
    else high = middle;
  }
  return { line: low, column: inside - starts[low - 1] + 1 };
}
