/**
 * How much the tools answered: the bytes that a program saw and a model did not have to. Owns the measuring, by wrapping
 * every tool of a tree; what a tool does is unchanged. Before: servers.ts. After: run.ts gives the tree to the runtime.
 */
import { type AnyTool, isTool, Tool, type ToolTree } from "../../../catalog/index.js";

/** UTF-8 bytes of a value's JSON text: what it would cost in a model's context. */
export function jsonSize(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

export class Traffic {
  /** Bytes of all replies. */
  total = 0;
  private readonly byCall = new Map<number, number>();

  /** Bytes of one call's reply; undefined for a stream, or a call that was not answered. */
  of(callId: number): number | undefined {
    return this.byCall.get(callId);
  }

  /** The same tools, measured. */
  measured(tree: ToolTree): ToolTree {
    const copy: { [segment: string]: AnyTool | ToolTree } = Object.create(null);
    for (const segment of Object.keys(tree)) {
      const node = tree[segment]!;
      copy[segment] = isTool(node) ? this.measuredTool(node) : this.measured(node as ToolTree);
    }
    return copy;
  }

  private measuredTool(tool: AnyTool): AnyTool {
    if (tool.kind === "stream") return tool;
    const { kind: _, ...definition } = tool;
    return Tool.make({
      ...definition,
      run: async (input, context) => {
        const reply = await tool.run(input as never, context);
        const bytes = jsonSize(reply);
        this.byCall.set(context.callId, bytes);
        this.total += bytes;
        return reply;
      },
    });
  }
}
