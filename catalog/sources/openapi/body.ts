/**
 * A request body -> inputs, a media type, and the encoder for it.
 *
 * Owns the choice of media type and the flattening of an object's properties into inputs.
 * Invariants: a body is sent exactly as its media type says or the operation is skipped; a body
 * whose every input is absent is not sent. After it: encode-body.ts writes the value.
 * https://spec.openapis.org/oas/v3.1.1.html#request-body-object
 */

import { isObject, type Json, type OpenApiDocument, own, text } from "./document.js";
import { type BodyEncoder, type BodyKind, ENCODERS, FILE_SCHEMA } from "./encode-body.js";
import { essence, isAny, isJson, isText } from "./media-type.js";
import type { InputField } from "./parameters.js";
import { Skip } from "./skipped.js";

export interface BodyPlan {
  /** Flattened properties, or one field named `body`. */
  readonly fields: readonly InputField[];
  readonly isFlat: boolean;
  readonly required: boolean;
  /** Names of properties that a body must have once it is sent at all. */
  readonly requiredNames: readonly string[];
  /** The media types a program may choose from; the first is the default. */
  readonly mediaTypes: readonly string[];
  /** Encodes the value (for a flat body: the object of its properties). Throws {@link Unsendable}. */
  readonly encode: BodyEncoder;
}

/** Methods whose requests have no body by the platform's `fetch`. */
const BODILESS = new Set(["GET", "HEAD"]);

/** Plans the body, or undefined when the operation sends none. Throws a {@link Skip}. */
export function planBody(document: OpenApiDocument, operation: Json, method: string): BodyPlan | undefined {
  const body = document.object(own(operation, "requestBody"));
  const content = body === undefined ? undefined : own(body, "content");
  if (body === undefined || !isObject(content) || Object.keys(content).length === 0) return undefined;
  const types = Object.keys(content);
  if (BODILESS.has(method)) {
    // Some documents give every GET an empty form; it says nothing and nothing is sent.
    if (types.every((type) => isEmptyObject(document, mediaSchema(document, content, type)))) return undefined;
    throw new Skip("BodyOnGet", method);
  }
  const required = own(body, "required") === true;
  const description = text(own(body, "description"));
  const chosen = chooseType(document, content, types);
  const schema = mediaSchema(document, content, chosen.type);
  document.checkLocal(schema);
  const encoder = ENCODERS[chosen.kind](document, own(content, chosen.type), fileNames(document, schema));
  const mediaTypes = chosen.kind === "json" ? jsonChoices(types, chosen.type) : [wireType(chosen)];
  const flat =
    chosen.kind === "json" || chosen.kind === "form" || chosen.kind === "multipart"
      ? flatFields(document, schema, required, chosen.kind)
      : undefined;
  const whole =
    chosen.kind === "binary"
      ? FILE_SCHEMA
      : chosen.kind === "text"
        ? { type: "string" }
        : isObject(schema)
          ? schema
          : {};
  const isFlat = flat !== undefined;
  return {
    fields: flat?.fields ?? [
      {
        name: "body",
        location: "body",
        required,
        schema: description === undefined ? whole : { ...whole, description },
      },
    ],
    isFlat,
    required,
    requiredNames: flat?.requiredNames ?? [],
    mediaTypes,
    encode: encoder,
  };
}

function mediaSchema(document: OpenApiDocument, content: Json, type: string): unknown {
  const media = document.object(own(content, type));
  return media === undefined ? undefined : own(media, "schema");
}

function isEmptyObject(document: OpenApiDocument, schema: unknown): boolean {
  const resolved = document.schema(schema);
  return Object.keys(resolved).every((key) => {
    if (key === "type") return resolved.type === "object";
    if (key === "properties") return isObject(resolved.properties) && Object.keys(resolved.properties).length === 0;
    if (key === "additionalProperties") return resolved.additionalProperties === false;
    return !["allOf", "anyOf", "oneOf", "patternProperties", "enum", "const"].includes(key);
  });
}

/** JSON before forms before text before bytes: the order in which a program can say the most. */
function chooseType(
  document: OpenApiDocument,
  content: Json,
  types: readonly string[],
): { type: string; kind: BodyKind } {
  const plainJson = types.find((type) => essence(type) === "application/json") ?? types.find(isJson);
  if (plainJson !== undefined) return { type: plainJson, kind: "json" };
  // A form has names, so its schema is an object's.
  const named = types.filter(
    (type) => !typeList(document.schema(mediaSchema(document, content, type))).includes("array"),
  );
  const form = named.find((type) => essence(type) === "application/x-www-form-urlencoded");
  const multipart = named.find((type) => essence(type) === "multipart/form-data");
  // Only one of the two can carry a file.
  if (
    form !== undefined &&
    !(multipart !== undefined && fileNames(document, mediaSchema(document, content, multipart)).size > 0)
  ) {
    return { type: form, kind: "form" };
  }
  if (multipart !== undefined) return { type: multipart, kind: "multipart" };
  const any = types.find(isAny);
  if (any !== undefined) {
    const schema = document.schema(mediaSchema(document, content, any));
    if (isStructured(schema)) return { type: any, kind: "json" };
    if (isBinary(schema)) return { type: any, kind: "binary" };
    if (typeList(schema).includes("string")) return { type: any, kind: "text" };
    throw new Skip("BodySchema", any);
  }
  for (const type of types) {
    const schema = document.schema(mediaSchema(document, content, type));
    // XML, YAML and the like are text; only their author can turn an object into it.
    if (isText(type)) {
      if (isStructured(schema)) continue;
      return { type, kind: "text" };
    }
    if (!isStructured(schema) && !type.includes("*") && !essence(type).startsWith("multipart/"))
      return { type, kind: "binary" };
    if (/^(image|audio|video)\/\*$/.test(essence(type))) return { type, kind: "binary" };
  }
  throw new Skip("BodyType", types.join(", "));
}

/** The type that is written into the request; a range has to become one. */
function wireType({ type, kind }: { type: string; kind: BodyKind }): string {
  if (!type.includes("*")) return type;
  return kind === "text" ? "text/plain" : "application/octet-stream";
}

/** Several JSON types and no plain one mean different things (the kinds of PATCH): the program chooses. */
function jsonChoices(types: readonly string[], chosen: string): string[] {
  if (isAny(chosen)) return ["application/json"];
  return essence(chosen) === "application/json" ? [chosen] : types.filter(isJson);
}

function typeList(schema: Json): unknown[] {
  const type = own(schema, "type");
  return Array.isArray(type) ? type : [type];
}

/** True when a schema describes a JSON structure, so that a type left open must be JSON. */
export function isStructured(schema: Json): boolean {
  const types = typeList(schema);
  if (types.includes("object") || types.includes("array")) return true;
  return ["properties", "items", "allOf", "oneOf", "anyOf", "additionalProperties"].some(
    (key) => own(schema, key) !== undefined,
  );
}

/** True for the ways in which 3.0 and 3.1 say "bytes". */
function isBinary(schema: Json): boolean {
  const format = own(schema, "format");
  if (format === "binary" || format === "byte-stream") return true;
  const encoding = own(schema, "contentEncoding");
  const media = text(own(schema, "contentMediaType"));
  return encoding === undefined && media !== undefined && !isText(media) && !isJson(media);
}

function isFileSchema(document: OpenApiDocument, schema: unknown): boolean {
  const resolved = document.schema(schema);
  if (isBinary(resolved)) return true;
  const list = own(resolved, "items");
  return typeList(resolved).includes("array") && isBinary(document.schema(list));
}

/** The properties of an object that are files. */
function fileNames(document: OpenApiDocument, schema: unknown): ReadonlySet<string> {
  const properties = own(document.schema(schema), "properties");
  if (!isObject(properties)) return new Set();
  return new Set(Object.keys(properties).filter((name) => isFileSchema(document, properties[name])));
}

/** Keywords under which an object is more than its properties, and is given as a whole. */
const NOT_FLAT = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "patternProperties",
  "discriminator",
  "if",
  "dependentSchemas",
  "propertyNames",
];

/** The properties of a closed, plain object as inputs of their own; undefined when it is not one. */
function flatFields(
  document: OpenApiDocument,
  schema: unknown,
  isBodyRequired: boolean,
  kind: BodyKind,
): { fields: InputField[]; requiredNames: string[] } | undefined {
  const resolved = document.schema(schema);
  const properties = own(resolved, "properties");
  const types = typeList(resolved);
  const isObjectType = types.every((type) => type === undefined || type === "object");
  if (!isObject(properties) || !isObjectType || own(resolved, "nullable") === true) return undefined;
  if (NOT_FLAT.some((key) => own(resolved, key) !== undefined)) return undefined;
  const additional = own(resolved, "additionalProperties");
  if (additional !== undefined && additional !== false) return undefined;
  const list = own(resolved, "required");
  const requiredNames = Array.isArray(list) ? list.filter((name): name is string => typeof name === "string") : [];
  const fields: InputField[] = [];
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    // A property that only replies have must not be sent; its being required is about replies.
    const isReadOnly = isObject(property) && own(document.schema(property), "readOnly") === true;
    if (isReadOnly) continue;
    const isFile = kind === "multipart" && isFileSchema(document, property);
    fields.push({
      name,
      location: "body",
      required: isBodyRequired && requiredNames.includes(name),
      schema: isFile ? fileSchema(document, property) : isObject(property) ? property : {},
    });
  }
  if (fields.length === 0) return undefined;
  const sendable = new Set(fields.map(({ name }) => name));
  return { fields, requiredNames: requiredNames.filter((name) => sendable.has(name)) };
}

function fileSchema(document: OpenApiDocument, property: unknown): Json {
  const resolved = document.schema(property);
  const description = text(own(resolved, "description"));
  const file = description === undefined ? FILE_SCHEMA : { ...FILE_SCHEMA, description };
  return typeList(resolved).includes("array")
    ? { type: "array", items: FILE_SCHEMA, ...(description && { description }) }
    : file;
}
