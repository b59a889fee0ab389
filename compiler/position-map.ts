/**
 * Positions of transformed code -> positions of the text it was made from.
 *
 * Babel's source map gives the start of most tokens; it is decoded here (VLQ, base 64, as in ECMA-426). A token counts as
 * mapped when the same text stands at the mapped place. Brackets and operators, which maps leave out, are found by reading
 * on from the token before them. Code that a transform made up has no place of its own and takes that of the construct it
 * came from. Every node's start and end are rewritten, and start <= end always holds.
 *
 * Before: typescript.ts transformed the text. After: the tree is as if Acorn had read the text as submitted.
 */
import { type AnyNode, childrenOf, type Program } from "./ast.js";
import { skipTrivia } from "./source-scan.js";
import { tokenAt } from "./syntax-messages.js";

/** A token of the generated code. */
export interface GeneratedToken {
  readonly start: number;
  readonly end: number;
}

interface Segment {
  readonly generated: number;
  readonly original: number;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export class PositionMap {
  /** For each token of the generated code, in order: where it stands in the original, or undefined. */
  private readonly starts = new Map<number, number>();
  private readonly ends = new Map<number, number>();

  constructor(
    generated: string,
    private readonly original: string,
    mappings: string,
    tokens: readonly GeneratedToken[],
  ) {
    this.segments = decodeMappings(mappings, lineStarts(generated), lineStarts(original));
    const exact = new Map(this.segments.map((segment) => [segment.generated, segment.original]));
    let after = 0;
    for (const token of tokens) {
      const text = generated.slice(token.start, token.end);
      if (text === "") continue;
      const mapped = exact.get(token.start);
      let place = mapped !== undefined && original.startsWith(text, mapped) ? mapped : undefined;
      if (place === undefined) {
        const next = skipTrivia(original, after);
        if (original.startsWith(text, next)) place = next;
      }
      if (place === undefined) continue;
      this.starts.set(token.start, place);
      this.ends.set(token.end, place + text.length);
      after = place + text.length;
    }
  }

  private readonly segments: readonly Segment[];

  /** The original offset of a generated one: of its token, else of the nearest mapped place before it. */
  at(offset: number): number {
    return this.starts.get(offset) ?? this.nearest(offset);
  }

  /** Rewrites the positions of a whole tree, in place. */
  apply(program: Program): void {
    const order: AnyNode[] = [program];
    for (let i = 0; i < order.length; i++) for (const child of childrenOf(order[i])) order.push(child);
    // Children before their parents, so that a made-up parent can take the extent of what it holds.
    for (let i = order.length - 1; i >= 0; i--) this.place(order[i]);
    program.start = 0;
    program.end = this.original.length;
  }

  private place(node: AnyNode): void {
    const children = childrenOf(node).filter((child) => child.end > child.start);
    const start = this.starts.get(node.start);
    const end = this.ends.get(node.end);
    const from = start ?? children.reduce((least, child) => Math.min(least, child.start), this.nearest(node.start));
    const to = end ?? children.reduce((most, child) => Math.max(most, child.end), from);
    node.start = from;
    node.end = to > from ? to : this.tokenEnd(node, from);
  }

  /** Something made up still gets something to underline: the token at its place. */
  private tokenEnd(node: AnyNode, from: number): number {
    node.start = Math.min(skipTrivia(this.original, from), this.original.length);
    return node.start + tokenAt(this.original, node.start).length;
  }

  private nearest(offset: number): number {
    let low = 0;
    let high = this.segments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.segments[middle].generated <= offset) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.segments[low - 1].original;
  }
}

/** Decodes a source map of one source; segments come out in the order of the generated code. */
function decodeMappings(
  mappings: string,
  generatedLines: readonly number[],
  originalLines: readonly number[],
): Segment[] {
  const segments: Segment[] = [];
  let line = 0;
  let column = 0;
  let originalLine = 0;
  let originalColumn = 0;
  const fields: number[] = [];
  const flush = (): void => {
    if (fields.length > 0) column += fields[0];
    if (fields.length >= 4) {
      originalLine += fields[2];
      originalColumn += fields[3];
      const generated = (generatedLines[line] ?? 0) + column;
      segments.push({ generated, original: (originalLines[originalLine] ?? 0) + originalColumn });
    }
    fields.length = 0;
  };
  let value = 0;
  let shift = 0;
  for (const char of mappings) {
    if (char === ",") flush();
    else if (char === ";") {
      flush();
      line++;
      column = 0;
    } else {
      const digit = BASE64.indexOf(char);
      value |= (digit & 31) << shift;
      shift += 5;
      if ((digit & 32) === 0) {
        fields.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
        value = 0;
        shift = 0;
      }
    }
  }
  flush();
  return segments;
}

/** Offsets at which lines start, with the line ends that ECMA-262 and Babel count. */
function lineStarts(text: string): number[] {
  const starts = [0];
  const lineEnd = /\r\n|[\n\r\u2028\u2029]/g;
  while (lineEnd.exec(text) !== null) starts.push(lineEnd.lastIndex);
  return starts;
}
