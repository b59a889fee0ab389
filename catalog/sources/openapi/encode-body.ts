/**
 * A body's value -> bytes and a content type.
 *
 * Owns the encoders: JSON, form-urlencoded, multipart, text, binary, and the Encoding Objects that
 * direct two of them. Invariants: what a media type cannot say raises {@link Unsendable} with the
 * path to it; no value can start a header or a part of its own. Before it: body.ts chose the type.
 * https://spec.openapis.org/oas/v3.1.1.html#encoding-object
 *
 * A file is given as a text, as bytes (`{ "$bytes": base64 }`, which is what a `Uint8Array` of a
 * program is outside of it), or as `{ bytes, name?, type? }` with either of them.
 */
import { isObject, type Json, type OpenApiDocument, own, text } from "./document.js";
import { isJson } from "./media-type.js";
import { Skip } from "./skipped.js";
import { encodeForm, encodeReserved, primitive, type QueryStyle, queryPairs, received, Unsendable } from "./styles.js";

/** A body ready to be sent. */
export interface SentBody {
  readonly contentType: string;
  readonly data: string | Uint8Array;
}

export type BodyKind = "json" | "form" | "multipart" | "text" | "binary";

/** How a file is given. */
export const FILE_SCHEMA: Json = {
  description: "A text, or bytes, or a named file",
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: { $bytes: { type: "string", description: "base64; a Uint8Array is given as it is" } },
      required: ["$bytes"],
    },
    {
      type: "object",
      properties: { bytes: {}, name: { type: "string" }, type: { type: "string", description: "media type" } },
      required: ["bytes"],
    },
  ],
};

/** `files` names the properties of a multipart body that are files. */
type MakeEncoder = (document: OpenApiDocument, media: unknown, files: ReadonlySet<string>) => BodyEncoder;

export type BodyEncoder = (value: unknown, mediaType: string) => SentBody;

/** How each kind of body is written. */
export const ENCODERS: { readonly [kind in BodyKind]: MakeEncoder } = {
  json: () => (value, contentType) => ({ contentType, data: JSON.stringify(value) }),

  text: () => (value, contentType) => ({ contentType, data: primitive(value) }),

  binary: () => (value, contentType) => {
    const file = readFile(value);
    return { contentType: file.type ?? contentType, data: file.data };
  },

  form: (document, media) => {
    const encodings = planEncodings(document, media);
    return (value, contentType) => {
      if (!isObject(value)) throw new Unsendable(`expected an object, received ${received(value)}`);
      const pieces = Object.keys(value).flatMap((name) => formPieces(name, value[name], encodings.get(name)));
      return { contentType, data: pieces.join("&") };
    };
  },

  multipart: (document, media, files) => {
    const encodings = planEncodings(document, media);
    return (value) => {
      if (!isObject(value)) throw new Unsendable(`expected an object, received ${received(value)}`);
      const parts: Part[] = [];
      for (const name of Object.keys(value)) {
        const given = value[name];
        if (given === null || given === undefined) continue;
        for (const item of Array.isArray(given) ? given : [given]) {
          parts.push(at(name, () => multipartPart(name, item, files.has(name), encodings.get(name)?.contentType)));
        }
      }
      return multipartBody(parts);
    };
  },
};

/** One property's Encoding Object. */
interface Encoding {
  readonly contentType?: string;
  readonly style?: QueryStyle;
  readonly explode?: boolean;
  readonly allowReserved: boolean;
}

const FORM_STYLES: ReadonlySet<string> = new Set(["form", "spaceDelimited", "pipeDelimited", "deepObject"]);

function planEncodings(document: OpenApiDocument, media: unknown): Map<string, Encoding> {
  const plans = new Map<string, Encoding>();
  const resolved = document.object(media);
  const table = resolved === undefined ? undefined : own(resolved, "encoding");
  if (!isObject(table)) return plans;
  for (const name of Object.keys(table)) {
    const entry = table[name];
    if (!isObject(entry)) continue;
    const style = text(own(entry, "style"));
    if (style !== undefined && !FORM_STYLES.has(style))
      throw new Skip("BodyEncoding", name, `of the unknown style "${style}"`);
    const headers = own(entry, "headers");
    const required =
      isObject(headers) && Object.values(headers).some((header) => own(document.schema(header), "required") === true);
    if (required) throw new Skip("BodyEncoding", name, "with required headers of its own");
    const explode = own(entry, "explode");
    plans.set(name, {
      // A list of types leaves the choice open; the first is as good as any.
      contentType: text(own(entry, "contentType"))?.split(",")[0].trim(),
      style: style as QueryStyle | undefined,
      explode: typeof explode === "boolean" ? explode : undefined,
      allowReserved: own(entry, "allowReserved") === true,
    });
  }
  return plans;
}

/**
 * A form property. With a style in its encoding: that style. Without: primitives and lists of them as
 * repeated pairs, objects as JSON text, which is the default content type of an object.
 * https://spec.openapis.org/oas/v3.1.1.html#encoding-the-x-www-form-urlencoded-media-type
 */
function formPieces(name: string, value: unknown, encoding: Encoding | undefined): string[] {
  if (value === null || value === undefined) return [];
  const encodeValue = encoding?.allowReserved ? encodeReserved : encodeForm;
  return at(name, () => {
    const isJsonType = encoding?.contentType !== undefined && isJson(encoding.contentType);
    if (encoding?.style === undefined && encoding?.explode === undefined) {
      if (isJsonType) return [`${encodeForm(name)}=${encodeValue(JSON.stringify(value))}`];
      const list = Array.isArray(value) ? value : [value];
      return list
        .filter((item) => item !== null && item !== undefined)
        .map(
          (item) =>
            `${encodeForm(name)}=${encodeValue(typeof item === "object" ? JSON.stringify(item) : primitive(item))}`,
        );
    }
    const style = encoding.style ?? "form";
    return queryPairs(name, value, style, encoding.explode ?? style === "form", encodeForm, encodeValue);
  });
}

interface Part {
  readonly head: string;
  readonly data: Uint8Array;
}

const utf8 = new TextEncoder();

function multipartPart(name: string, value: unknown, isFile: boolean, contentType: string | undefined): Part {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (isFile || isFileValue(value)) {
    const file = readFile(value);
    const type = file.type ?? contentType ?? "application/octet-stream";
    return {
      head: `${disposition}; filename="${quoted(file.name ?? name)}"\r\nContent-Type: ${headerText(type)}`,
      data: typeof file.data === "string" ? utf8.encode(file.data) : file.data,
    };
  }
  const isJsonPart = typeof value === "object" || (contentType !== undefined && isJson(contentType));
  const body = isJsonPart ? JSON.stringify(value) : primitive(value);
  const type = contentType ?? (isJsonPart ? "application/json" : undefined);
  return {
    head: type === undefined ? disposition : `${disposition}\r\nContent-Type: ${headerText(type)}`,
    data: utf8.encode(body),
  };
}

/** The escaping of names in multipart/form-data; https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(name: string): string {
  return name.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
}

function headerText(value: string): string {
  if (/[\r\n]/.test(value)) throw new Unsendable("expected a media type without line breaks");
  return value;
}

function multipartBody(parts: readonly Part[]): SentBody {
  const boundary = `----codemode-${crypto.randomUUID()}`;
  const chunks: Uint8Array[] = [];
  for (const { head, data } of parts)
    chunks.push(utf8.encode(`--${boundary}\r\n${head}\r\n\r\n`), data, utf8.encode("\r\n"));
  chunks.push(utf8.encode(`--${boundary}--\r\n`));
  const body = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, data: body };
}

function isFileValue(value: unknown): boolean {
  return (
    value instanceof Uint8Array ||
    (isObject(value) && (typeof own(value, "$bytes") === "string" || own(value, "bytes") instanceof Uint8Array))
  );
}

function readFile(value: unknown): { data: string | Uint8Array; name?: string; type?: string } {
  if (typeof value === "string" || value instanceof Uint8Array) return { data: value };
  if (isObject(value)) {
    const tagged = own(value, "$bytes");
    if (typeof tagged === "string") return { data: bytesOfBase64(tagged) };
    const inner = own(value, "bytes");
    if (inner !== undefined)
      return {
        data: readFile(inner).data,
        name: text(own(value, "name")),
        type: text(own(value, "type")) || undefined,
      };
  }
  throw new Unsendable(`expected a text, a Uint8Array or { bytes, name, type }, received ${received(value)}`);
}

function bytesOfBase64(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (ch) => ch.charCodeAt(0));
  } catch {
    throw new Unsendable("expected base64 in $bytes");
  }
}

/** Runs an encoder; what cannot be sent is reported under the property's name. */
function at<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Unsendable ? new Unsendable(error.message, [name, ...error.path]) : error;
  }
}
