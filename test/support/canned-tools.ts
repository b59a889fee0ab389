/**
 * Tools with canned replies, as the .json files of test/programs describe them: the first reply
 * whose `when` is a subset of the input answers; `times` uses it up; `delayMs` delays it.
 */
import { isDeepStrictEqual } from "node:util";
import { Tool, ToolError, type ToolTree } from "../../runtime/index.js";

export interface CannedReply {
  readonly when?: unknown;
  readonly times?: number;
  readonly reply?: unknown;
  readonly error?: string;
  readonly delayMs?: number;
}

export interface CannedTool {
  readonly description: string;
  readonly inputSchema: { readonly [keyword: string]: unknown };
  readonly replies: readonly CannedReply[];
}

/** Is `part` contained in `whole`: objects by subset, arrays item by item? */
function fits(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.length === whole.length && part.every((item, i) => fits(item, whole[i]));
  }
  if (typeof part === "object" && part !== null) {
    if (typeof whole !== "object" || whole === null || Array.isArray(whole)) return false;
    return Object.entries(part).every(([key, value]) => fits(value, (whole as { [key: string]: unknown })[key]));
  }
  return isDeepStrictEqual(part, whole);
}

export function cannedTools(tools: { readonly [path: string]: CannedTool }): ToolTree {
  const tree: { [path: string]: ReturnType<typeof Tool.make> } = {};
  for (const [path, { description, inputSchema, replies }] of Object.entries(tools)) {
    const left = replies.map((reply) => reply.times ?? Number.POSITIVE_INFINITY);
    tree[path] = Tool.make({
      description,
      input: Tool.validating(inputSchema),
      run: async (input: unknown) => {
        const at = replies.findIndex(
          (reply, i) => left[i]! > 0 && (reply.when === undefined || fits(reply.when, input)),
        );
        const reply = replies[at];
        if (reply === undefined) throw new Error(`no canned reply of ${path} for ${JSON.stringify(input)}`);
        left[at]!--;
        await new Promise((resolve) => setTimeout(resolve, reply.delayMs ?? 0));
        if (reply.error !== undefined) throw new ToolError(reply.error);
        return structuredClone(reply.reply);
      },
    });
  }
  return tree;
}
