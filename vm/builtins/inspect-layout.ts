/**
 * Where the lines of an inspected object break, as Node 20 breaks them: on one line when it is
 * short and at most three levels deep inside, arrays of more than six entries in columns, else one
 * entry a line.
 */
import { displayWidth } from "./inspect-text.js";

/** Levels that may be merged into one line. */
const COMPACT_LEVELS = 3;
const MAX_COLUMNS = 15;
/** Entries from which an array is set in columns. */
const GROUPED_ENTRIES = 6;
const SEPARATOR_WIDTH = 2;

export interface Layout {
  readonly breakLength: number;
  readonly maxArrayLength: number;
  /** Columns of indentation at this point. */
  readonly indentation: number;
  /** Levels of nesting below the object being laid out, in the part printed last. */
  readonly levelsBelow: number;
}

/** Array entries in aligned columns; the same list when columns do not pay. */
function grouped(layout: Layout, entries: string[], numeric: boolean): string[] {
  // The "... n more items" entry is not part of the grid.
  const cells = layout.maxArrayLength < entries.length ? entries.length - 1 : entries.length;
  const widths: number[] = [];
  let total = 0;
  let widest = 0;
  for (let i = 0; i < cells; i++) {
    const width = displayWidth(entries[i]!);
    widths.push(width);
    total += width + SEPARATOR_WIDTH;
    if (width > widest) widest = width;
  }
  const cell = widest + SEPARATOR_WIDTH;
  const even = total / cell > 5 || widest <= 6;
  if (cell * 3 + layout.indentation >= layout.breakLength || !even) return entries;
  // A square, a character being two and a half times as high as wide; short entries get more columns.
  const biased = Math.max(cell - 3 - Math.sqrt(cell - total / entries.length), 1);
  const columns = Math.min(
    Math.round(Math.sqrt(2.5 * biased * cells) / biased),
    Math.floor((layout.breakLength - layout.indentation) / cell),
    COMPACT_LEVELS * 4,
    MAX_COLUMNS,
  );
  if (columns <= 1) return entries;
  const columnWidths: number[] = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let i = column; i < cells; i += columns) width = Math.max(width, widths[i]!);
    columnWidths.push(width + SEPARATOR_WIDTH);
  }
  const lines: string[] = [];
  for (let start = 0; start < cells; start += columns) {
    const end = Math.min(start + columns, cells);
    let line = "";
    for (let i = start; i < end; i++) {
      const last = i === end - 1;
      const text = last ? entries[i]! : `${entries[i]}, `;
      const width = columnWidths[i - start]! + entries[i]!.length - widths[i]! - (last ? SEPARATOR_WIDTH : 0);
      if (numeric) line += text.padStart(width, " ");
      else line += last ? text : text.padEnd(width, " ");
    }
    lines.push(line);
  }
  if (cells < entries.length) lines.push(entries[cells]!);
  return lines;
}

/** True when the entries fit on one line with everything around them. */
function fits(layout: Layout, entries: readonly string[], start: number, base: string): boolean {
  let total = entries.length + start;
  if (total + entries.length > layout.breakLength) return false;
  for (const entry of entries) {
    total += entry.length;
    if (total > layout.breakLength) return false;
  }
  return !base.includes("\n");
}

/**
 * `base open entries close` on one line or many. `grid` sets entries in columns where there are
 * enough of them; `numeric` aligns those to the right.
 */
export function layOut(
  layout: Layout,
  entries: string[],
  base: string,
  open: string,
  close: string,
  grid: boolean,
  numeric: boolean,
): string {
  const head = base === "" ? "" : `${base} `;
  const output = grid && entries.length > GROUPED_ENTRIES ? grouped(layout, entries, numeric) : entries;
  if (layout.levelsBelow < COMPACT_LEVELS && output.length === entries.length) {
    const start = output.length + layout.indentation + open.length + base.length + 10;
    if (fits(layout, output, start, base)) {
      const line = output.join(", ");
      if (!line.includes("\n")) return `${head}${open} ${line} ${close}`;
    }
  }
  const indentation = `\n${" ".repeat(layout.indentation)}`;
  return `${head}${open}${indentation}  ${output.join(`,${indentation}  `)}${indentation}${close}`;
}
