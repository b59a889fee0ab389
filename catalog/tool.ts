/**
 * A tool's definition: what a host supplies and a program may call.
 *
 * Owns `Tool.make`, `Tool.stream`, `Tool.validating` and `ToolError`. Invoking a tool is
 * runtime/tools/invoke.ts; a definition never runs anything by itself. Every source
 * (MCP, OpenAPI, ...) produces these definitions and knows nothing else of the engine.
 */
import type { JsonSchema } from "./schema/json-schema.js";
import { standardSchemaOf, type ToolSchema, type ValidatingSchema, validatorOf } from "./schema/standard.js";
import { validatingJsonSchema } from "./schema/validating.js";

export type { JsonSchema } from "./schema/json-schema.js";
export type { ToolSchema, ValidatingSchema } from "./schema/standard.js";

/** A file or image that goes beside the outer result, never into the program. */
export interface Attachment {
  readonly name?: string;
  readonly mediaType: string;
  /** Base64 text, or a URI that the host can follow. */
  readonly data?: string;
  readonly uri?: string;
}

/** What a running tool is given beside its input. */
export interface ToolContext {
  /** Aborted when the execution ends before the tool does. */
  readonly signal: AbortSignal;
  /** Unique within one execution, in admission order, from 0. */
  readonly callId: number;
  /** The dotted path the tool was called by. */
  readonly path: string;
  /** Puts a file beside the outer result. */
  attach(file: Attachment): void;
}

/** MCP's tool annotations, kept as hints for hosts; nothing here is enforced. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

interface ToolBase {
  readonly description: string;
  readonly input: ToolSchema;
  readonly annotations?: ToolAnnotations;
}

/** A tool that answers once. */
export interface CallTool extends ToolBase {
  readonly kind: "call";
  /** Absent: advertised as `Promise<unknown>`, its value exposed as it is. */
  readonly output?: ToolSchema;
  readonly run: (input: never, context: ToolContext) => unknown;
}

/** A tool that answers with a sequence, consumed in the program with `for await`. */
export interface StreamTool extends ToolBase {
  readonly kind: "stream";
  readonly item?: ToolSchema;
  readonly run: (input: never, context: ToolContext) => unknown;
}

export type AnyTool = CallTool | StreamTool;

/** A nested record of tools. A dot inside a key separates namespaces. */
export interface ToolTree {
  readonly [segment: string]: AnyTool | ToolTree;
}

type Decoded<S> =
  S extends ValidatingSchema<infer Output>
    ? Output
    : S extends { readonly schema: ValidatingSchema<infer Output> }
      ? Output
      : // A render-only document says nothing about the value at run time.
        // biome-ignore lint/suspicious/noExplicitAny: the tool's author knows its own input
        any;

const TOOLS = new WeakSet<object>();

/** True for a definition made by {@link Tool.make} or {@link Tool.stream}. Never fails. */
export function isTool(value: unknown): value is AnyTool {
  return typeof value === "object" && value !== null && TOOLS.has(value);
}

/**
 * The explicit channel for a message that the model may see. Thrown (or rejected with) by a
 * tool's `run`; its message reaches the program verbatim, everything else is sanitised.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

function checked<T extends AnyTool>(definition: T): T {
  if (typeof definition.description !== "string") {
    throw new TypeError(`Tool description must be a string, got ${typeof definition.description}`);
  }
  if (typeof definition.run !== "function") {
    throw new TypeError(`Tool run must be a function, got ${typeof definition.run}`);
  }
  for (const side of ["input", "output", "item"] as const) {
    const schema = (definition as Partial<Record<typeof side, unknown>>)[side];
    if (schema === undefined && side !== "input") continue;
    const isSchema =
      typeof schema === "boolean" ||
      (typeof schema === "object" && schema !== null && !Array.isArray(schema)) ||
      standardSchemaOf(schema) !== undefined;
    if (!isSchema) throw new TypeError(`Tool ${side} must be a Standard Schema or a JSON Schema document`);
  }
  const tool: T = { ...definition };
  TOOLS.add(tool);
  return Object.freeze(tool);
}

export const Tool = {
  /**
   * Defines a tool that answers once. `run` may be sync or async.
   * Throws `TypeError` when the definition is malformed (a misuse of the API).
   */
  make<I extends ToolSchema, O extends ToolSchema = JsonSchema>(definition: {
    readonly description: string;
    readonly input: I;
    readonly output?: O;
    readonly annotations?: ToolAnnotations;
    readonly run: (input: Decoded<I>, context: ToolContext) => unknown;
  }): CallTool {
    return checked({ kind: "call", ...definition } as CallTool);
  },

  /**
   * Defines a tool whose `run` returns an async iterable or a `ReadableStream`; the program
   * consumes it with `for await`, one host call an item. Throws `TypeError` when malformed.
   */
  stream<I extends ToolSchema, T extends ToolSchema = JsonSchema>(definition: {
    readonly description: string;
    readonly input: I;
    readonly item?: T;
    readonly annotations?: ToolAnnotations;
    readonly run: (input: Decoded<I>, context: ToolContext) => unknown;
  }): StreamTool {
    return checked({ kind: "stream", ...definition } as StreamTool);
  },

  /** Turns a JSON Schema document into a schema that also validates. Throws `TypeError` on a document that is not a schema. */
  validating(jsonSchema: JsonSchema): { readonly schema: ValidatingSchema; readonly jsonSchema: JsonSchema } {
    return { schema: validatingJsonSchema(jsonSchema), jsonSchema };
  },
};

/** The validating side of a tool schema, or undefined when it only renders. Never fails. */
export function toolValidator(schema: ToolSchema | undefined): ValidatingSchema | undefined {
  return validatorOf(schema);
}
