/** Figures as people read them: bytes, durations, counts. The same on every machine. */

/** 1,234,567 */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** "1 call", "12 calls" */
export function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const BYTE_UNITS = ["kB", "MB", "GB"] as const;

/** Decimal units, three digits: "812 B", "1.23 kB", "45.6 MB". */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} B`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1_000;
    unit++;
  } while (value >= 999.5 && unit < BYTE_UNITS.length - 1);
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${BYTE_UNITS[unit]}`;
}

/** "3.1 ms", "812 ms", "1.2 s", "61 s" */
export function durationText(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 59_950 ? 1 : 0)} s`;
}
