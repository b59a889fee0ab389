/**
 * One operation -> one tool.
 *
 * Owns the tool's name, its flat input, and the checking of a call's input against the plan.
 * Invariants: an operation becomes a tool or a reason, never a throw; an input that was accepted
 * can be written into a request; names are the document's, prefixed by their location only where
 * two would be the same.
 */
import type { JsonSchema, ToolAnnotations, ToolContext, ValidatingSchema } from "../../tool.js";
import { type CallTool, Tool, ToolError } from "../../tool.js";
import { unusablePathReason } from "../source.js";
import { type BodyPlan, planBody } from "./body.js";
import { isObject, type Json, kindOf, type OpenApiDocument, own, type RawOperation, text } from "./document.js";
import {
  dotSegment,
  emptyParts,
  expandTemplate,
  type InputField,
  type ParameterPlan,
  planParameters,
} from "./parameters.js";
import { planReply } from "./reply.js";
import { type Prepared, type RequestHost, type RequestPlan, send } from "./request.js";
import { isCredentialField, planSecurity } from "./security.js";
import { Skip } from "./skipped.js";
import { received, Unsendable } from "./styles.js";

/** An operation as a filter and `skipped` name it. */
export interface OperationName {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
}

/** A field under the name that programs use. */
interface NamedField {
  readonly key: string;
  readonly field: InputField;
  readonly parameter?: ParameterPlan;
}

interface InputPlan {
  readonly path: string;
  readonly fields: readonly NamedField[];
  readonly byKey: ReadonlyMap<string, NamedField>;
  readonly body: BodyPlan | undefined;
  /** The input that chooses the body's media type, where there is a choice. */
  readonly typeKey: string | undefined;
}

interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** Plans an operation and makes its tool. Throws a {@link Skip} with the reason why it cannot be one. */
export function operationTool(
  document: OpenApiDocument,
  raw: RawOperation,
  baseUrl: string | undefined,
  host: RequestHost,
): CallTool {
  const { method, item, operation, unfollowed } = raw;
  if (unfollowed !== undefined) {
    throw new Skip(unfollowed.startsWith("#") ? "BrokenReference" : "ExternalReference", unfollowed);
  }
  // A fragment tells operations of one path apart; it is no part of a request.
  const path = raw.path.split("#", 1)[0];
  if (!isObject(operation)) throw new Skip("BadOperation", kindOf(operation));
  if (method === "TRACE") throw new Skip("Method", method);
  if (!path.startsWith("/") || /\s/.test(path)) throw new Skip("PathTemplate", raw.path);
  if (dotSegment(path) !== undefined) throw new Skip("PathDots", path);
  const security = planSecurity(document, operation);
  const parameters = planParameters(document, item, operation, path).filter(
    (field) => !isCredentialField(security, field),
  );
  const body = planBody(document, operation, method);
  const reply = planReply(document, operation, method);
  const operationId = text(own(operation, "operationId"));
  const plan: RequestPlan = {
    method,
    path,
    ...(operationId === undefined ? {} : { operationId }),
    server: document.server(item, operation, baseUrl),
    security,
    reply,
  };
  const input = planInput(path, parameters, body);
  const prepared = new WeakMap<object, Prepared>();
  const validator: ValidatingSchema = {
    "~standard": {
      version: 1,
      vendor: "codemode-vm",
      validate(value) {
        const outcome = prepare(input, value);
        if (Array.isArray(outcome)) return { issues: outcome };
        prepared.set(value as object, outcome as Prepared);
        return { value };
      },
    },
  };
  return Tool.make({
    description: describe(operation),
    input: { schema: validator, jsonSchema: inputSchema(document, input) },
    ...(reply.output === undefined ? {} : { output: document.standalone({ ...reply.output }) }),
    annotations: annotations(method, operation),
    async run(value: unknown, context: ToolContext) {
      const ready = (isObject(value) ? prepared.get(value) : undefined) ?? prepare(input, value);
      if (Array.isArray(ready)) throw new ToolError(ready.map(({ message }) => message).join("; "));
      return send(plan, ready as Prepared, host, context);
    },
  });
}

function describe(operation: Json): string {
  const summary = text(own(operation, "summary"))?.trim() ?? "";
  const description = text(own(operation, "description"))?.trim() ?? "";
  const said =
    summary === "" || description.startsWith(summary) ? description || summary : `${summary}\n\n${description}`.trim();
  return own(operation, "deprecated") === true ? `Deprecated. ${said}`.trim() : said;
}

/** The safe and idempotent methods of https://www.rfc-editor.org/rfc/rfc9110#section-9.2. */
function annotations(method: string, operation: Json): ToolAnnotations {
  const isSafe = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const title = text(own(operation, "summary"));
  return {
    ...(title === undefined ? {} : { title }),
    readOnlyHint: isSafe,
    destructiveHint: method === "DELETE",
    idempotentHint: isSafe || method === "PUT" || method === "DELETE",
    openWorldHint: true,
  };
}

/** Gives every field its name: its own, or `location_name` where that name occurs more than once. */
function planInput(path: string, parameters: readonly ParameterPlan[], body: BodyPlan | undefined): InputPlan {
  const all: { field: InputField; parameter?: ParameterPlan }[] = [
    ...parameters.map((parameter) => ({ field: parameter, parameter })),
    ...(body?.fields ?? []).map((field) => ({ field })),
  ];
  const counts = new Map<string, number>();
  for (const { field } of all) counts.set(field.name, (counts.get(field.name) ?? 0) + 1);
  const taken = new Set([...counts].filter(([, count]) => count === 1).map(([name]) => name));
  const free = (wanted: string): string => {
    let key = wanted;
    while (taken.has(key)) key += "_";
    taken.add(key);
    return key;
  };
  const fields = all.map(({ field, parameter }): NamedField => {
    const key = counts.get(field.name) === 1 ? field.name : free(`${field.location}_${field.name}`);
    return { key, field, parameter };
  });
  const typeKey = body !== undefined && body.mediaTypes.length > 1 ? free("contentType") : undefined;
  return { path, fields, byKey: new Map(fields.map((named) => [named.key, named])), body, typeKey };
}

function inputSchema(document: OpenApiDocument, input: InputPlan): JsonSchema {
  const properties: { [key: string]: unknown } = Object.create(null);
  for (const { key, field } of input.fields) properties[key] = field.schema;
  if (input.typeKey !== undefined) {
    const types = input.body!.mediaTypes;
    properties[input.typeKey] = {
      type: "string",
      enum: types,
      default: types[0],
      description: "How the body is meant",
    };
  }
  const required = input.fields.filter(({ field }) => field.required).map(({ key }) => key);
  return document.standalone({
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  });
}

/** Checks a call's input and writes it into the parts of a request; the issues when it cannot be. Never fails. */
function prepare(input: InputPlan, value: unknown): Prepared | Issue[] {
  if (!isObject(value)) return [{ message: `expected an object, received ${received(value)}`, path: [] }];
  const issues: Issue[] = [];
  for (const key of Object.keys(value)) {
    if (!input.byKey.has(key) && key !== input.typeKey) {
      const known = [...input.byKey.keys()].map((name) => `"${name}"`).join(", ");
      issues.push({ message: `unknown property "${key}"; allowed: ${known || "none"}`, path: [key] });
    }
  }
  const parts = emptyParts();
  const body: { [name: string]: unknown } = Object.create(null);
  let isBodyGiven = false;
  let whole: unknown;
  for (const { key, field, parameter } of input.fields) {
    const given = own(value, key);
    if (given === undefined || (given === null && parameter !== undefined)) {
      if (field.required) issues.push({ message: `${key}: required, but missing`, path: [key] });
      continue;
    }
    if (parameter === undefined) {
      isBodyGiven = true;
      body[field.name] = given;
      whole = given;
      continue;
    }
    collect(issues, key, () => parameter.write(given, parts));
  }
  const dots = dotSegment(expandTemplate(input.path, parts.path));
  if (dots !== undefined) {
    issues.push({ message: `expected path parameters that do not make the path segment "${dots}"`, path: [] });
  }
  const plan = input.body;
  if (plan === undefined || (!isBodyGiven && !plan.required)) return issues.length > 0 ? issues : { parts };
  if (isBodyGiven && !plan.required) {
    for (const { key, field } of input.fields) {
      const isLacking =
        field.location === "body" && plan.requiredNames.includes(field.name) && !Object.hasOwn(body, field.name);
      if (isLacking) issues.push({ message: `${key}: required when a body is sent, but missing`, path: [key] });
    }
  }
  const type = input.typeKey === undefined ? undefined : own(value, input.typeKey);
  const mediaType = type === undefined ? plan.mediaTypes[0] : plan.mediaTypes.find((known) => known === type);
  if (mediaType === undefined) {
    issues.push({
      message: `${input.typeKey}: expected one of ${plan.mediaTypes.map((known) => `"${known}"`).join(", ")}`,
      path: [input.typeKey!],
    });
  }
  if (issues.length > 0) return issues;
  const sent = collect(issues, plan.isFlat ? undefined : "body", () =>
    plan.encode(plan.isFlat ? body : whole, mediaType!),
  );
  return sent === undefined ? issues : { parts, body: sent };
}

function collect<T>(issues: Issue[], key: string | undefined, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    const path = key === undefined ? error.path : [key, ...error.path];
    issues.push({ message: `${path.join(".")}: ${error.message}`, path });
    return undefined;
  }
}

/**
 * The tool's name: the operationId as it is, dots and all, unless it is missing, taken, or cannot be
 * a path. Then method and path, in words: `get_users_id` for `GET /users/{id}`.
 */
export function toolName(raw: RawOperation, taken: { has(name: string): boolean }): string {
  const id = isObject(raw.operation) ? text(own(raw.operation, "operationId")) : undefined;
  const isUsable = id !== undefined && unusablePathReason(id) === undefined && id.split(".")[0] !== "$codemode";
  if (isUsable && !taken.has(id)) return id;
  const words = raw.path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const base = [raw.method.toLowerCase(), ...words].join("_");
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
  return name;
}

export function operationName({ method, path, operation }: RawOperation): OperationName {
  const operationId = isObject(operation) ? text(own(operation, "operationId")) : undefined;
  return operationId === undefined ? { method, path } : { method, path, operationId };
}
