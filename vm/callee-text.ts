/**
 * The source text of a call's callee, for V8's sentence "xs.foo is not a function". The position of
 * a call instruction covers from the callee's property name (or the callee) to the closing
 * parenthesis; the receiver before it is found by walking back over a plain member chain.
 */
import type { CodeBlock } from "./bytecode/program.js";
import { positionAt } from "./bytecode/source-map.js";

const MAX_TEXT = 80;

/** undefined when the text is too long or not a simple chain. */
export function calleeTextAt(block: CodeBlock, pc: number, source: string): string | undefined {
  const at = positionAt(block, pc);
  if (at === undefined) return undefined;
  let start = at.start;
  // Walk back over `a.b?.c.` before the name.
  while (start > 0) {
    const before = source[start - 1]!;
    if (/[\w$.?]/.test(before)) start--;
    else if (before === ")" || before === "]") return `(intermediate value).${head(source, at.start, at.end)}`;
    else break;
  }
  if (source.startsWith("new ", start)) start += 4;
  const text = source.slice(start, at.start) + head(source, at.start, at.end);
  return text.length === 0 || text.length > MAX_TEXT ? undefined : text.replace(/^new\s+/, "");
}

/** The callee's own text: up to the arguments. */
function head(source: string, start: number, end: number): string {
  const text = source.slice(start, end);
  const open = text.indexOf("(");
  return (open < 0 ? text : text.slice(0, open)).trim();
}
