/**
 * Media types, as far as bodies need them: which are JSON, which are text, which is preferred.
 *
 * Owns the classification. Pure; names are compared without parameters and without case.
 */

/** `type/subtype` without parameters, in lower case. */
export function essence(mediaType: string): string {
  return mediaType.split(";", 1)[0].trim().toLowerCase();
}

/** True for JSON and its variants; https://mimesniff.spec.whatwg.org/#json-mime-type and what servers call it besides. */
export function isJson(mediaType: string): boolean {
  const type = essence(mediaType);
  return (
    type === "application/json" ||
    type === "text/json" ||
    type === "application/x-json" ||
    /^[^/]+\/[^/]+\+json$/.test(type)
  );
}

const TEXT_TYPES = new Set([
  "application/xml",
  "application/yaml",
  "application/x-yaml",
  "application/javascript",
  "application/ecmascript",
  "application/x-www-form-urlencoded",
  "application/x-ndjson",
  "application/jsonl",
  "application/jwt",
  "application/graphql",
  "application/toml",
  "application/sql",
  "application/x-sh",
]);

/** True for types whose bytes are characters. JSON is text too, but read as a value. */
export function isText(mediaType: string): boolean {
  const type = essence(mediaType);
  return type.startsWith("text/") || TEXT_TYPES.has(type) || /\+(xml|yaml)$/.test(type);
}

/** True for a range that leaves the type open. */
export function isAny(mediaType: string): boolean {
  const type = essence(mediaType);
  return type === "*/*" || type === "application/*" || type === "*";
}

/** A parameter of a media type (`charset`, `boundary`), unquoted; undefined when absent. */
export function parameter(mediaType: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, "i").exec(mediaType);
  return match === null ? undefined : (match[1] ?? match[2]);
}
