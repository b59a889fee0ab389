/**
 * codemode-vm: runs a model's JavaScript or TypeScript program over an explicit tree of tools.
 *
 * ```ts
 * import { CodeMode, Tool } from "codemode-vm";
 *
 * const runtime = CodeMode.make({
 *   tools: {
 *     orders: {
 *       lookup: Tool.make({
 *         description: "One order by its id.",
 *         input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
 *         run: ({ id }) => ({ id, total: 42 }),
 *       }),
 *     },
 *   },
 * });
 * const result = await runtime.execute(`return (await tools.orders.lookup({ id: "a" })).total`);
 * ```
 */
export {
  type AnyTool,
  type Attachment,
  type JsonSchema,
  Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolDescription,
  ToolError,
  type ToolSchema,
  type ToolTree,
} from "../catalog/index.js";
export { type Limits, limits } from "./budgets.js";
export type { Checked, Manifest } from "./check/check.js";
export { CodeMode, type CodeModeOptions, type CodeModeRuntime, type ExecuteOptions } from "./codemode.js";
export { DIAGNOSTIC_KINDS } from "./diagnostics/kinds.js";
export { githubAnnotation, renderDiagnostic } from "./diagnostics/render.js";
export type { Clock } from "./environment.js";
export { outcomeText } from "./outcome-text.js";
export {
  type Exposure,
  type NestedCall,
  type Registered,
  Registry,
  type RegistryStep,
  type StepCallOptions,
  type StepFailure,
  type StepOptions,
  type StepRequest,
  type StepSuccess,
  type StepTool,
  type ToolLocation,
  type ToolRegistration,
} from "./registry/index.js";
export type {
  CallOutcome,
  Diagnostic,
  DiagnosticKind,
  Failure,
  Json,
  Location,
  LogLevel,
  LogLine,
  Success,
  ToolCallRecord,
  TraceFrame,
  Usage,
} from "./result.js";
export type { ExecutionEvent, HostErrorReport, ToolCallEnd, ToolCallStart } from "./tools/hooks.js";
