/**
 * Path, query, header and cookie parameters -> inputs and how each is written.
 *
 * Owns the merging of path-level and operation-level parameters, the choice of style, and the
 * writing of a value into the parts of a request. Invariants: every parameter of the operation is
 * planned or the operation is skipped; a path value never changes which path is called.
 * https://spec.openapis.org/oas/v3.1.1.html#parameter-object
 */
import { isObject, type Json, type OpenApiDocument, own, text } from "./document.js";
import { isJson } from "./media-type.js";
import { Skip } from "./skipped.js";
import { encode, encodeReserved, type PathStyle, pathText, type QueryStyle, queryPairs, Unsendable } from "./styles.js";

export type Location = "path" | "query" | "header" | "cookie";

/** The parts of a request that parameters and credentials are written into. */
export interface RequestParts {
  /** Template variable -> its text, already encoded. */
  readonly path: Map<string, string>;
  /** `name=value` pieces, already encoded. */
  readonly query: string[];
  /** By lower-case name. */
  readonly headers: Map<string, string>;
  /** `name=value` pieces. */
  readonly cookies: string[];
}

export function emptyParts(): RequestParts {
  return { path: new Map(), query: [], headers: new Map(), cookies: [] };
}

/** One value that a program gives: a parameter, or a part of the body. */
export interface InputField {
  readonly name: string;
  readonly location: Location | "body";
  readonly required: boolean;
  /** As the document has it; references stay. */
  readonly schema: Json;
}

export interface ParameterPlan extends InputField {
  readonly location: Location;
  /** Writes a value that is neither null nor undefined. Throws {@link Unsendable}. */
  write(value: unknown, parts: RequestParts): void;
}

/** Headers that the request itself owns. https://spec.openapis.org/oas/v3.1.1.html#parameter-object */
const OWN_HEADERS = new Set(["accept", "content-type", "authorization"]);
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What a header field may hold, without what would start a new one. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const LOCATIONS: ReadonlySet<string> = new Set(["path", "query", "header", "cookie"]);

const STYLES: { readonly [location in Location]: readonly string[] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** The plans of an operation's parameters, path-level ones first. Throws a {@link Skip}. */
export function planParameters(document: OpenApiDocument, item: Json, operation: Json, path: string): ParameterPlan[] {
  const merged = new Map<string, Json>();
  for (const [holder, where] of [
    [item, "a parameter of its path"],
    [operation, "one of its parameters"],
  ] as const) {
    const list = own(holder, "parameters");
    if (!Array.isArray(list)) continue;
    for (const entry of list) {
      const parameter = document.object(entry);
      const name = parameter === undefined ? undefined : text(own(parameter, "name"));
      const location = parameter === undefined ? undefined : text(own(parameter, "in"));
      if (parameter === undefined || name === undefined || location === undefined || !LOCATIONS.has(location)) {
        throw new Skip("BadParameter", where);
      }
      if (location === "header" && OWN_HEADERS.has(name.toLowerCase())) continue;
      merged.set(`${location} ${name}`, parameter);
    }
  }
  const plans = [...merged.values()].map((parameter) => planParameter(document, parameter));
  checkTemplate(path, plans);
  return plans;
}

/** A path with its variables' texts in place. */
export function expandTemplate(path: string, values: ReadonlyMap<string, string>): string {
  return path.replace(/\{([^{}]*)\}/g, (_, name: string) => values.get(name) ?? "");
}

/** A segment that URL parsers resolve, encoded or not: it would call another path. */
export function dotSegment(path: string): string | undefined {
  return path.split("/").find((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

function checkTemplate(path: string, plans: readonly ParameterPlan[]): void {
  const inTemplate = new Set(Array.from(path.matchAll(/\{([^{}]*)\}/g), (match) => match[1]));
  const described = new Set(plans.filter(({ location }) => location === "path").map(({ name }) => name));
  for (const name of inTemplate) if (!described.has(name)) throw new Skip("NoPathParameter", name);
  for (const name of described) if (!inTemplate.has(name)) throw new Skip("StrayPathParameter", name);
}

function planParameter(document: OpenApiDocument, parameter: Json): ParameterPlan {
  const name = own(parameter, "name") as string;
  const location = own(parameter, "in") as Location;
  if (location === "header" && !HEADER_NAME.test(name)) throw new Skip("HeaderName", name);
  const content = own(parameter, "content");
  const isContent = isObject(content) && Object.keys(content).length > 0;
  const schema = isContent ? contentSchema(document, name, content) : own(parameter, "schema");
  document.checkLocal(schema);
  const field = {
    name,
    location,
    required: location === "path" || own(parameter, "required") === true,
    schema: describedSchema(schema, parameter),
  };
  return {
    ...field,
    write: isContent ? writeContent(name, location) : writeStyled(parameter, name, location),
  };
}

/** A parameter with `content` has one media type, and JSON is the one that has a text. */
function contentSchema(document: OpenApiDocument, name: string, content: Json): unknown {
  const type = Object.keys(content)[0];
  if (!isJson(type)) throw new Skip("ParameterContent", name, type);
  return own(document.schema(content[type]), "schema");
}

/** The parameter's own description and flags, on its schema. */
function describedSchema(schema: unknown, parameter: Json): Json {
  const base = isObject(schema) ? schema : {};
  const description = text(own(parameter, "description"));
  const isDeprecated = own(parameter, "deprecated") === true;
  if (description === undefined && !isDeprecated) return base;
  return {
    ...base,
    ...(description === undefined ? {} : { description }),
    ...(isDeprecated ? { deprecated: true } : {}),
  };
}

function writeContent(name: string, location: Location): ParameterPlan["write"] {
  return (value, parts) => put(name, location, JSON.stringify(value), parts, encode);
}

function writeStyled(parameter: Json, name: string, location: Location): ParameterPlan["write"] {
  const isQueryLike = location === "query" || location === "cookie";
  const style = text(own(parameter, "style")) ?? (isQueryLike ? "form" : "simple");
  if (!STYLES[location].includes(style)) throw new Skip("ParameterStyle", name, style, `a ${location}`);
  const given = own(parameter, "explode");
  const explode = typeof given === "boolean" ? given : style === "form";
  const encodeValue = own(parameter, "allowReserved") === true ? encodeReserved : encode;
  if (location === "query") {
    return (value, parts) => {
      parts.query.push(...queryPairs(name, value, style as QueryStyle, explode, encode, encodeValue));
    };
  }
  if (location === "cookie") {
    return (value, parts) => {
      parts.cookies.push(...queryPairs(name, value, "form", explode, encode));
    };
  }
  if (location === "path") {
    return (value, parts) => {
      const written = pathText(name, value, style as PathStyle, explode, encode);
      if (written === "") throw new Unsendable("expected a value that is not empty");
      parts.path.set(name, written);
    };
  }
  return (value, parts) =>
    put(
      name,
      "header",
      pathText(name, value, "simple", explode, (raw) => raw),
      parts,
      encode,
    );
}

function put(
  name: string,
  location: Location,
  value: string,
  parts: RequestParts,
  encoder: (text: string) => string,
): void {
  if (location === "header") {
    if (!HEADER_VALUE.test(value)) throw new Unsendable("expected a text without line breaks and beyond Latin-1");
    parts.headers.set(name.toLowerCase(), value);
  } else if (location === "path") {
    parts.path.set(name, encoder(value));
  } else {
    (location === "query" ? parts.query : parts.cookies).push(`${encoder(name)}=${encoder(value)}`);
  }
}
