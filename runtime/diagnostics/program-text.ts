/**
 * The text of a failed program, read again: from the place of a failure to the expression that failed.
 *
 * Parsed on the first question only, so a program that runs well costs nothing. Invariant: an answer is a node at exactly
 * the place asked for. Before: a diagnostic with a location. After: hints.ts, and the exact spans of explain.ts.
 */
import type { Catalog } from "../../catalog/index.js";
import { type Analysed, type AnyNode, analyse } from "../../compiler/index.js";
import type { Location } from "../result.js";
import { Analysis, type Of, unwrap } from "../source/analysis.js";
import { placeOf, readLiteral } from "../source/literal.js";
import type { CallFailure } from "./failures.js";

export class ProgramText {
  private known: Analysis | null | undefined;

  constructor(
    readonly source: string,
    readonly catalog: Catalog,
  ) {}

  /** What is known of the program; undefined when it does not compile. */
  get analysis(): Analysis | undefined {
    if (this.known === undefined) {
      const { source, catalog } = this;
      const program = analysedSource(source);
      const isStream = (segments: readonly string[]) => {
        const resolution = catalog.resolve(segments);
        return resolution.kind === "tool" && resolution.entry.tool.kind === "stream";
      };
      this.known = program === null ? null : new Analysis(program, source, isStream);
    }
    return this.known ?? undefined;
  }

  /** The innermost node of exactly this range; of equal ones the outermost. */
  nodeAt({ start, end }: Range): AnyNode | undefined {
    return this.analysis?.nodes.find((node) => node.start === start && node.end === end);
  }

  /** The call or construction that ends where the range ends and begins no later. */
  callAt(range: Range): CallNode | undefined {
    return this.analysis === undefined ? undefined : callIn(this.analysis, range);
  }

  /** The innermost call of a tool that a range lies in. */
  toolCallAround({ start, end }: Range): Of<"CallExpression"> | undefined {
    let found: Of<"CallExpression"> | undefined;
    for (const node of this.analysis?.nodes ?? []) {
      if (node.type !== "CallExpression" || node.start > start || node.end < end) continue;
      if (this.analysis?.toolPath(node.callee as AnyNode) !== undefined) found = node;
    }
    return found;
  }

  /** The call at a range when it hands a tool to a method as its callback: `ids.map(tools.orders.lookup)`. */
  callbackAt(range: Range): Of<"CallExpression"> | undefined {
    const call = this.callAt(range);
    const first = call?.arguments[0];
    if (call?.type !== "CallExpression" || first === undefined || first.type === "SpreadElement") return undefined;
    const isToolCall = this.analysis?.toolPath(call.callee as AnyNode) !== undefined;
    return !isToolCall && this.analysis?.toolPath(first) !== undefined ? call : undefined;
  }

  /** Where the program's result comes from: the argument of its only top-level `return`, or its last expression. */
  resultExpression(): AnyNode | undefined {
    const { analysis } = this;
    if (analysis === undefined) return undefined;
    const found: AnyNode[] = [];
    for (const node of analysis.nodes) {
      if (node.type === "ReturnStatement" && node.argument != null && analysis.functionAround(node) === undefined) {
        found.push(node.argument);
      }
    }
    const { body } = analysis.program.ast;
    const last = body[body.length - 1];
    if (last?.type === "ExpressionStatement" && found.length === 0) found.push(last.expression);
    return found.length === 1 ? found[0] : undefined;
  }
}

type CallNode = Of<"CallExpression"> | Of<"NewExpression">;

function callIn(analysis: Analysis, { start, end }: Range): CallNode | undefined {
  let found: CallNode | undefined;
  for (const node of analysis.nodes) {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") continue;
    if (node.end === end && node.start <= start) found = node;
  }
  return found;
}

/** The last source read: one program often fails in many places. */
let lastRead: { readonly source: string; readonly program: Analysed | null } | undefined;

/** A source that was compiled before, with its tree; null when that is not possible. */
function analysedSource(source: string): Analysed | null {
  if (lastRead?.source !== source) {
    const options = { maxSourceBytes: Number.POSITIVE_INFINITY };
    lastRead = { source, program: analyse(source, options).unwrapOr(null) };
  }
  return lastRead.program;
}

/** The property of a call's argument that a schema refused; undefined when it is no literal in the source. */
export function inputPlace(
  source: string,
  range: Range,
  { path, unknownKey }: NonNullable<CallFailure["refused"]>,
): AnyNode | undefined {
  const program = analysedSource(source);
  if (program === null) return undefined;
  const analysis = new Analysis(program, source);
  const call = callIn(analysis, range);
  const first = call?.arguments[0];
  if (first === undefined) return call;
  if (first.type === "SpreadElement") return undefined;
  return placeOf(readLiteral(analysis, followed(analysis, first)), path, unknownKey);
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The node of a tool's argument that a path such as `input.items[3].fn` names, when it stands in the source. */
export function placeOfArgument(text: ProgramText, range: Range, path: string): AnyNode | undefined {
  const first = text.callAt(range)?.arguments[0];
  const { analysis } = text;
  if (analysis === undefined || first === undefined || first.type === "SpreadElement") return undefined;
  return placeOf(readLiteral(analysis, followed(analysis, first)), stepsOf(path));
}

/** A name that only ever holds one literal is that literal. */
function followed(analysis: Analysis, node: AnyNode): AnyNode {
  const origin = analysis.originOf(unwrap(node));
  return origin?.keys?.length === 0 ? origin.init : node;
}

/** The node of a result that a path such as `result.items[3].fn` names, when it stands in the source. */
export function placeOfResult(text: ProgramText, path: string): AnyNode | undefined {
  const result = text.resultExpression();
  if (result === undefined || text.analysis === undefined) return undefined;
  return placeOf(readLiteral(text.analysis, followed(text.analysis, result)), stepsOf(path));
}

/** The steps of a path behind its first word. */
function stepsOf(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  const pattern = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gy;
  pattern.lastIndex = /^\w*/.exec(path)?.[0].length ?? 0;
  for (let step = pattern.exec(path); step !== null; step = pattern.exec(path)) {
    steps.push(step[1] ?? (step[2] === undefined ? (JSON.parse(step[3]) as string) : Number(step[2])));
  }
  return steps;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;

/** The offsets of a location in a source. */
export function rangeOf(source: string, { line, column, endLine, endColumn }: Location): Range {
  const starts = [0];
  LINE_END.lastIndex = 0;
  for (let match = LINE_END.exec(source); match !== null; match = LINE_END.exec(source))
    starts.push(LINE_END.lastIndex);
  const offset = (at: number, from: number) => (starts[at - 1] ?? source.length) + from - 1;
  const start = offset(line, column);
  return { start, end: endLine === undefined || endColumn === undefined ? start : offset(endLine, endColumn) };
}
