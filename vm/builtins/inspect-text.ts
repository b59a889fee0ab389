/**
 * Text pieces of inspection: quoted strings and keys with their escapes, display width. No regular
 * expression of the host sees guest text.
 */

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [8, "\\b"],
  [9, "\\t"],
  [10, "\\n"],
  [12, "\\f"],
  [13, "\\r"],
  [92, "\\\\"],
]);

const SINGLE = 39;

/** Escapes of a code unit inside quotes; undefined when it stands for itself. */
function escapeOf(text: string, index: number, quote: number): string | undefined {
  const code = text.charCodeAt(index);
  if (code >= 32 && code < 127 && code !== 92 && code !== quote) return undefined;
  const short = SHORT_ESCAPES.get(code);
  if (short !== undefined) return short;
  if (code === quote) return `\\${text[index]}`;
  if (code < 32 || (code >= 127 && code < 160)) return `\\x${code.toString(16).toUpperCase().padStart(2, "0")}`;
  if (code < 0xd800 || code > 0xdfff) return undefined;
  if (code < 0xdc00) {
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) return undefined;
  } else if (index > 0) {
    const before = text.charCodeAt(index - 1);
    if (before >= 0xd800 && before < 0xdc00) return undefined;
  }
  return `\\u${code.toString(16)}`;
}

/** `text` with everything escaped that would not show; `quote` is a code unit to escape, or -1. */
export function escapeText(text: string, quote: number): string {
  let result = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const escaped = escapeOf(text, i, quote);
    if (escaped === undefined) continue;
    result += text.slice(from, i) + escaped;
    from = i + 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** A string literal: single quotes, unless double quotes or backticks save escaping. */
export function quoted(text: string): string {
  if (text.includes("'")) {
    if (!text.includes('"')) return `"${escapeText(text, -1)}"`;
    if (!text.includes("`") && !text.includes("${")) return `\`${escapeText(text, -1)}\``;
  }
  return `'${escapeText(text, SINGLE)}'`;
}

/** True for keys that need no quotes: letters, digits and underscores, no digit first. */
export function isPlainKey(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const letter = code | 32;
    if ((letter >= 97 && letter <= 122) || code === 95) continue;
    if (i > 0 && code >= 48 && code <= 57) continue;
    return false;
  }
  return text.length > 0;
}

/** Pieces of `text`, each with its line feed. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let feed = text.indexOf("\n"); feed >= 0; feed = text.indexOf("\n", from)) {
    lines.push(text.slice(from, feed + 1));
    from = feed + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** Ranges of code points that take no column, then of those that take two. */
const ZERO_WIDTH: readonly (readonly [number, number])[] = [
  [0x0, 0x1f],
  [0x7f, 0x9f],
  [0x300, 0x36f],
  [0x200b, 0x200f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xe0100, 0xe01ef],
];

const DOUBLE_WIDTH: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x23f0, 0x23f0],
  [0x23f3, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x3247],
  [0x3250, 0x4dbf],
  [0x4e00, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b001],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f1e6, 0x1f251],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f900, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

const within = (ranges: readonly (readonly [number, number])[], point: number): boolean =>
  ranges.some(([low, high]) => point >= low && point <= high);

/** Columns that the text takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 127) {
      for (const character of text.slice(i).normalize("NFC")) {
        const point = character.codePointAt(0)!;
        if (within(DOUBLE_WIDTH, point)) width += 2;
        else if (!within(ZERO_WIDTH, point)) width += 1;
      }
      return width;
    }
    if (code >= 32) width++;
  }
  return width;
}
