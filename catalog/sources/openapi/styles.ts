/**
 * Values -> text on the wire, by OpenAPI's parameter styles.
 *
 * Owns the serialisation table (RFC 6570 expansions and the styles that OpenAPI adds) and
 * percent-encoding. Pure. Invariants: a value either has one exact text or raises
 * {@link Unsendable}; nothing nested deeper than a style can say is flattened or guessed.
 *
 *   style           in              primitive   array [a,b]      array, explode    object {R:1,G:2}   object, explode
 *   simple          path, header    blue        a,b              a,b               R,1,G,2            R=1,G=2
 *   label           path            .blue       .a,b             .a.b              .R,1,G,2           .R=1.G=2
 *   matrix          path            ;c=blue     ;c=a,b           ;c=a;c=b          ;c=R,1,G,2         ;R=1;G=2
 *   form            query, cookie   c=blue      c=a,b            c=a&c=b           c=R,1,G,2          R=1&G=2
 *   spaceDelimited  query           c=blue      c=a%20b          c=a&c=b           c=R%201%20G%202    R=1&G=2
 *   pipeDelimited   query           c=blue      c=a%7Cb          c=a&c=b           c=R%7C1%7CG%7C2    R=1&G=2
 *   deepObject      query           c=blue      c%5B0%5D=a&...   the same          c%5BR%5D=1&...     the same
 *
 * https://spec.openapis.org/oas/v3.1.1.html#style-values and https://www.rfc-editor.org/rfc/rfc6570.
 * Deviation: deepObject is undefined for arrays and nested objects; indices and nested brackets are
 * what the APIs that declare it read (Stripe's arrays). A primitive is sent as `c=blue`.
 */
import { isObject, type Json } from "./document.js";

/** A value that a style has no text for. `path` leads to it. */
export class Unsendable extends Error {
  override readonly name = "Unsendable";
  constructor(
    message: string,
    readonly path: readonly (string | number)[] = [],
  ) {
    super(message);
  }
}

/** Percent-encodes everything but RFC 3986's unreserved characters. */
export function encode(value: string): string {
  return encodeURIComponent(wellFormed(value)).replace(
    /[!'()*]/g,
    (ch) => `%${ch.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * RFC 6570's reserved expansion, for `allowReserved`: reserved characters and percent-triplets stay,
 * but for the ones that would end or split a query (`# [ ] & = +`), as OpenAPI 3.1.1 asks.
 */
export function encodeReserved(value: string): string {
  return wellFormed(value).replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?@!$'()*,;]/gu, (part) =>
    part.length === 3 && part[0] === "%" ? part : encode(part),
  );
}

/** The encoding of a form-urlencoded body: a space is a plus sign. */
export function encodeForm(value: string): string {
  return encode(value).replaceAll("%20", "+");
}

/** A lone surrogate has no UTF-8; it becomes U+FFFD, as in the platform's own encoders. */
function wellFormed(value: string): string {
  return /[\uD800-\uDFFF]/.test(value) ? new TextDecoder().decode(new TextEncoder().encode(value)) : value;
}

/** The text of a primitive, not yet encoded. */
export function primitive(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new Unsendable("expected a finite number");
      return String(value);
    case "boolean":
      return String(value);
    default:
      throw new Unsendable(`expected a text, number or boolean, received ${received(value)}`);
  }
}

export function received(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The members of a list: absent and null ones are not sent. */
function items(list: readonly unknown[], encoder: Encoder): string[] {
  const out: string[] = [];
  for (const [index, item] of list.entries())
    if (item !== null && item !== undefined) out.push(at(item, index, encoder));
  return out;
}

function pairs(object: Json, encoder: Encoder): [string, string][] {
  const out: [string, string][] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value !== null && value !== undefined) out.push([encoder(key), at(value, key, encoder)]);
  }
  return out;
}

function at(value: unknown, key: string | number, encoder: Encoder): string {
  try {
    return encoder(primitive(value));
  } catch (error) {
    throw error instanceof Unsendable ? new Unsendable(error.message, [key]) : error;
  }
}

export type Encoder = (value: string) => string;
export type PathStyle = "simple" | "label" | "matrix";
export type QueryStyle = "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

/** The text that stands in a path (or, with an encoder that changes nothing, in a header). */
export function pathText(name: string, value: unknown, style: PathStyle, explode: boolean, encoder: Encoder): string {
  const lead = style === "label" ? "." : style === "matrix" ? ";" : "";
  const separator = !explode || style === "simple" ? "," : lead;
  const named = (key: string, member: string) => (member === "" && style === "matrix" ? key : `${key}=${member}`);
  const key = encoder(name);
  if (Array.isArray(value)) {
    const list = items(value, encoder);
    if (list.length === 0) return "";
    if (style !== "matrix") return lead + list.join(separator);
    return explode ? list.map((item) => `;${named(key, item)}`).join("") : `;${named(key, list.join(","))}`;
  }
  if (isObject(value)) {
    const members = pairs(value, encoder);
    if (members.length === 0) return "";
    if (explode) return lead + members.map(([k, v]) => named(k, v)).join(separator || ",");
    const flat = members.flat().join(",");
    return style === "matrix" ? `;${named(key, flat)}` : lead + flat;
  }
  const single = encoder(primitive(value));
  return style === "matrix" ? `;${named(key, single)}` : lead + single;
}

/** The `name=value` pieces of a query, a form body or a cookie; an empty list sends nothing. */
export function queryPairs(
  name: string,
  value: unknown,
  style: QueryStyle,
  explode: boolean,
  encodeName: Encoder,
  encodeValue: Encoder = encodeName,
): string[] {
  const key = encodeName(name);
  if (style === "deepObject") return deepPairs(name, value, encodeName, encodeValue, []);
  const separator = style === "form" ? "," : style === "spaceDelimited" ? encodeName(" ") : "%7C";
  if (Array.isArray(value)) {
    const list = items(value, encodeValue);
    if (list.length === 0) return [];
    return explode ? list.map((item) => `${key}=${item}`) : [`${key}=${list.join(separator)}`];
  }
  if (isObject(value)) {
    const members = pairs(value, encodeValue);
    if (members.length === 0) return [];
    return explode ? members.map(([k, v]) => `${k}=${v}`) : [`${key}=${members.flat().join(separator)}`];
  }
  return [`${key}=${encodeValue(primitive(value))}`];
}

/** Brackets nest this deep at most; what is deeper is no query. */
const MAX_BRACKETS = 16;

function deepPairs(
  name: string,
  value: unknown,
  encodeName: Encoder,
  encodeValue: Encoder,
  path: readonly (string | number)[],
): string[] {
  if (value === null || value === undefined) return [];
  if (path.length > MAX_BRACKETS) throw new Unsendable("expected a value that is less deeply nested", path);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      deepPairs(`${name}[${index}]`, item, encodeName, encodeValue, [...path, index]),
    );
  }
  if (isObject(value)) {
    return Object.keys(value).flatMap((key) =>
      deepPairs(`${name}[${key}]`, value[key], encodeName, encodeValue, [...path, key]),
    );
  }
  return [`${encodeName(name)}=${encodeValue(primitive(value))}`];
}
