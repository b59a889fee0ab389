/**
 * The runtime as one tool of the AI SDK (`ai` 6 and 7), and beside it the source that turns the SDK's tools into a tree:
 * the entry `codemode-vm/ai-sdk`.
 *
 * Structural: nothing of the SDK is imported; what is returned has the shape that `generateText`, `streamText` and agents
 * take as a tool. Invariants: the program's failure is a result that the model reads, never a throw; the SDK's abort
 * signal reaches every nested call. Before: CodeMode.make. After: the SDK's tool loop.
 */
import type { StandardSchemaV1 } from "../../catalog/index.js";
import {
  type Attachment,
  type CodeModeRuntime,
  type ExecuteOptions,
  type Failure,
  outcomeText,
  type Success,
} from "../index.js";

export {
  AiSdk,
  type AiTool,
  type AiToolCallOptions,
  type AiToolName,
  type ApprovalRequest,
  type FromToolSetOptions,
  type Skipped,
  type ToolSource,
} from "../../catalog/sources/ai-sdk/index.js";

/** What the model gives. */
export interface ExecuteInput {
  readonly code: string;
}

/** A part of what the model is shown of an outcome with files. */
export type ModelPart =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string };

/** What the model is shown of an outcome. */
export type ModelOutput =
  | { type: "text"; value: string }
  | { type: "error-text"; value: string }
  | { type: "content"; value: ModelPart[] };

/** The runtime as the SDK takes a tool. */
export interface CodeModeTool {
  readonly description: string;
  readonly inputSchema: StandardSchemaV1<ExecuteInput>;
  /** Resolves with the whole outcome, for the host's interface; rejects only with the signal's reason. */
  execute(input: ExecuteInput, options: { readonly abortSignal?: AbortSignal | undefined }): Promise<Success | Failure>;
  toModelOutput(options: { readonly output: Success | Failure }): ModelOutput;
}

export interface CodeModeToolOptions extends Omit<ExecuteOptions, "signal"> {
  /** What the model reads of the tool. Default: the runtime's instructions, whole. */
  readonly description?: string;
}

const CODE_SCHEMA = {
  type: "object",
  properties: {
    code: { type: "string", description: "The program: JavaScript, or TypeScript whose types are erased" },
  },
  required: ["code"],
  additionalProperties: false,
} as const;

const INPUT: StandardSchemaV1<ExecuteInput> = {
  "~standard": {
    version: 1,
    vendor: "codemode-vm",
    validate: (value) => {
      const code = (value as { code?: unknown } | null | undefined)?.code;
      if (typeof code === "string") return { value: { code } };
      return { issues: [{ message: "expected the program as a string", path: ["code"] }] };
    },
    jsonSchema: { input: () => structuredClone(CODE_SCHEMA), output: () => structuredClone(CODE_SCHEMA) },
  },
};

/** Makes the tool. Give it to the SDK as `execute`: the instructions call it by that name. */
export function codeModeTool(runtime: CodeModeRuntime, options: CodeModeToolOptions = {}): CodeModeTool {
  const { description = runtime.instructions(), ...observers } = options;
  return {
    description,
    inputSchema: INPUT,
    execute: async ({ code }, { abortSignal }) => {
      const outcome = await runtime.execute(code, { ...observers, signal: abortSignal });
      return outcome.match<Success | Failure, Success | Failure>(
        (success) => success,
        (failure) => failure,
      );
    },
    toModelOutput: ({ output }) => modelOutputOf(output),
  };
}

function modelOutputOf(outcome: Success | Failure): ModelOutput {
  const text = outcomeText(outcome);
  if (outcome.attachments !== undefined && outcome.attachments.length > 0) {
    return { type: "content", value: [{ type: "text", text }, ...outcome.attachments.flatMap(partOf)] };
  }
  return { type: outcome.ok ? "text" : "error-text", value: text };
}

/** A file that is only an address is named by the text: the SDK would download it, or fail the whole generation. */
function partOf({ name, mediaType, data }: Attachment): ModelPart[] {
  if (data === undefined) return [];
  if (mediaType.startsWith("image/")) return [{ type: "image-data", data, mediaType }];
  return [{ type: "file-data", data, mediaType, ...(name === undefined ? {} : { filename: name }) }];
}
