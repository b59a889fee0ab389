/**
 * A tool's signature, in its two forms of the same types.
 *
 *   inline  tools.orders.lookup(input: { id: string }): Promise<{ … }>  // Looks up an order
 *   pretty  the same over several lines, with JSDoc
 *
 * Kept for every tool: a signature is at most MAX_SIGNATURE_TOKENS, parses as TypeScript once its
 * path stands as a declared function, holds one tool only whatever the foreign text in it says,
 * and equals itself on every machine. Detail is taken away step by step until the text fits.
 * Before: to-typescript.ts. After: select.ts (inline), search.ts and describe (pretty).
 */
import { docBlock, oneLine, shortened } from "./schema/doc-comment.js";
import { type JsonSchema, References } from "./schema/json-schema.js";
import { jsonSchemaOf } from "./schema/standard.js";
import { type Detail, type PrintedType, typeText } from "./schema/to-typescript.js";
import { TypeNames } from "./schema/type-syntax.js";
import type { AnyTool } from "./tool.js";
import { pathExpression } from "./tool-path.js";

/** No signature costs more (tokens, by the estimate of four characters each). */
export const MAX_SIGNATURE_TOKENS = 1_500;

const MAX_CHARACTERS = MAX_SIGNATURE_TOKENS * 4;
/** Longest description behind an inline signature, in UTF-16 units. */
const INLINE_DESCRIPTION = 80;

/** One step of the ladder: detail of each side, and the length of the tool's own description. */
interface Step {
  readonly input: Detail;
  readonly output: Detail;
  readonly description: number;
}

function inlineStep(inputDepth: number, outputDepth: number, members: number, alternatives: number): Step {
  const detail = { layout: "inline", docLength: 0, members, alternatives } as const;
  return {
    input: { ...detail, depth: inputDepth },
    output: { ...detail, depth: outputDepth },
    description: INLINE_DESCRIPTION,
  };
}

function prettyStep(
  depths: readonly [number, number],
  members: number,
  alternatives: number,
  docs: readonly [number, number],
): Step {
  const detail = { layout: "pretty", members, alternatives } as const;
  return {
    input: { ...detail, depth: depths[0], docLength: docs[0] },
    output: { ...detail, depth: depths[1], docLength: docs[1] },
    description: Math.max(docs[0], 50) * 4,
  };
}

/** Inputs are whole as long as they fit: a model must be able to write the call from them. */
const INLINE_STEPS: readonly Step[] = [
  inlineStep(12, 2, 80, 16),
  inlineStep(6, 1, 80, 12),
  inlineStep(3, 1, 60, 8),
  inlineStep(2, 1, 40, 6),
  inlineStep(1, 1, 40, 4),
];

/** Comments on replies go first, then depth of replies, then comments on inputs, then inputs. */
const PRETTY_STEPS: readonly Step[] = [
  prettyStep([12, 8], 80, 30, [240, 160]),
  prettyStep([12, 4], 80, 30, [160, 100]),
  prettyStep([12, 3], 80, 24, [100, 70]),
  prettyStep([12, 3], 80, 20, [100, 0]),
  prettyStep([8, 2], 80, 16, [80, 0]),
  prettyStep([8, 2], 80, 12, [60, 0]),
  prettyStep([6, 2], 60, 12, [0, 0]),
  prettyStep([4, 1], 60, 12, [60, 0]),
  prettyStep([3, 1], 60, 8, [0, 0]),
  prettyStep([2, 1], 40, 8, [0, 0]),
  prettyStep([1, 1], 40, 4, [0, 0]),
];

/** What a signature is made of. */
export interface SignatureSource {
  readonly path: string;
  readonly tool: AnyTool;
  /** The type of real replies, for a tool that declares none (shape-learner.ts). */
  readonly observed?: JsonSchema | undefined;
}

/** One line. Never fails. */
export function inlineSignature(source: SignatureSource): string {
  const description = inlineDescription(source.tool.description);
  const suffix = description === "" ? "" : `  // ${description}`;
  const sides = sidesOf(source);
  const text = mostDetailed(INLINE_STEPS, (step) => {
    const types = signatureTypes(source, sides, step, MAX_CHARACTERS - suffix.length);
    if (types === undefined) return undefined;
    const locals = types.named.map(({ name, text }) => `; type ${name} = ${text}`).join("");
    return `${types.head}${locals}${suffix}`;
  });
  return text ?? `${plainHead(source)}${suffix}`;
}

/** Several lines with JSDoc. Never fails. */
export function prettySignature(source: SignatureSource): string {
  const sides = sidesOf(source);
  const text = mostDetailed(PRETTY_STEPS, (step) => {
    const doc = descriptionBlock(source, step.description);
    const types = signatureTypes(source, sides, step, MAX_CHARACTERS - doc.length);
    if (types === undefined) return undefined;
    const locals = types.named.map(({ name, text }) => `\ntype ${name} = ${text};`).join("");
    return `${doc}${types.head}${locals}`;
  });
  return text ?? `${descriptionBlock(source, INLINE_DESCRIPTION)}${plainHead(source)}`;
}

/**
 * The text of the most detailed step that fits: the first, as a rule, else found by halving. Steps
 * are ordered by size but not strictly; a less detailed one than the very best may be found.
 */
function mostDetailed(steps: readonly Step[], render: (step: Step) => string | undefined): string | undefined {
  let best = render(steps[0]);
  if (best !== undefined) return best;
  let low = 1;
  let high = steps.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const text = render(steps[middle]);
    if (text === undefined) {
      low = middle + 1;
    } else {
      best = text;
      high = middle - 1;
    }
  }
  return best;
}

/** First line of a description, its first sentence when the line is long, Markdown's headings and bold marks taken off. */
export function inlineDescription(description: string): string {
  const line = description.split(/[\r\n\u2028\u2029]/, MAX_LINES).find((text) => /[\p{L}\p{N}]/u.test(text)) ?? "";
  const text = oneLine(line.replace(/^[\s#>*\-–—•]+/, "").replace(/\*\*(?=\S)|(?<=\S)\*\*/g, ""));
  if (text.length <= INLINE_DESCRIPTION) return text.replace(/\.$/, "");
  const sentence = /^.{12,}?[.!?。](?=\s|$)/.exec(text.slice(0, INLINE_DESCRIPTION));
  return sentence === null ? shortened(text, INLINE_DESCRIPTION) : sentence[0].replace(/\.$/, "");
}

/** A description whose first lines are blank is looked into this far. */
const MAX_LINES = 20;

function descriptionBlock(source: SignatureSource, length: number): string {
  const notes: string[] = [];
  if (source.observed !== undefined)
    notes.push("The reply's type was observed in earlier replies; it is not promised.");
  return docBlock(source.tool.description, Math.max(length, INLINE_DESCRIPTION), notes);
}

interface SignatureTypes {
  readonly head: string;
  readonly named: readonly { readonly name: string; readonly text: string }[];
}

/** The schemas of both sides, converted and resolved once for all steps. */
interface Sides {
  readonly input: References | undefined;
  readonly output: References | undefined;
}

function sidesOf(source: SignatureSource): Sides {
  const input = jsonSchemaOf(source.tool.input, "input");
  const output = replySchema(source);
  return {
    input: input === undefined ? undefined : new References(input),
    output: output === undefined ? undefined : new References(output),
  };
}

/** The call and its types within `allowance` characters, or undefined. */
function signatureTypes(
  source: SignatureSource,
  sides: Sides,
  step: Step,
  allowance: number,
): SignatureTypes | undefined {
  const names = new TypeNames();
  const expression = pathExpression(source.path);
  let left = allowance - expression.length - HEAD_PUNCTUATION;

  const input = sides.input === undefined ? UNTYPED : typeText(sides.input, "input", step.input, left, names);
  if (input === undefined) return undefined;
  left -= sizeOf(input);

  const output = sides.output === undefined ? UNTYPED : typeText(sides.output, "output", step.output, left, names);
  if (output === undefined || sizeOf(output) > left) return undefined;

  const head = `${expression}(${parameter(input)}): ${replyType(source, output.text)}`;
  return { head, named: [...input.named, ...output.named] };
}

const UNTYPED: PrintedType = { text: "unknown", named: [], isOptional: false, isEmpty: false };
/** `(input?: ): AsyncIterable</* observed *\/ >` */
const HEAD_PUNCTUATION = 48;

function sizeOf(printed: PrintedType): number {
  let size = printed.text.length;
  for (const { name, text } of printed.named) size += name.length + text.length + 12;
  return size;
}

function replySchema({ tool, observed }: SignatureSource): JsonSchema | undefined {
  if (tool.kind === "stream") return jsonSchemaOf(tool.item, "output");
  return jsonSchemaOf(tool.output, "output") ?? observed;
}

function parameter(input: PrintedType): string {
  if (input.isEmpty) return "";
  return `input${input.isOptional ? "?" : ""}: ${input.text}`;
}

function replyType({ tool, observed }: SignatureSource, text: string): string {
  if (tool.kind === "stream") return `AsyncIterable<${text}>`;
  const isObserved = observed !== undefined && tool.output === undefined;
  return `Promise<${isObserved ? "/* observed */ " : ""}${text}>`;
}

/** When nothing of the types fits: that there is an input, and no more. */
function plainHead(source: SignatureSource): string {
  return `${pathExpression(source.path)}(input: object): ${replyType({ ...source, observed: undefined }, "unknown")}`;
}
