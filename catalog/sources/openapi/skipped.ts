/**
 * Why an operation did not become a tool.
 *
 * Owns the one table of reasons. Invariant: a reason names the part of the document at fault and
 * is about exactness: what cannot be sent or read as the document says is left out, never guessed.
 * Raised anywhere while an operation is planned, caught once per operation in operation.ts.
 */

const REASONS = {
  NotADocument: (what: string) => `the document is ${what}, not an OpenAPI description`,
  NotJson: (detail: string) => `the document is not valid JSON: ${detail}`,
  Swagger2: () => "the document is Swagger 2.0, which is not supported; convert it to OpenAPI 3",
  Version: (version: string) => `the document is OpenAPI ${version}; 3.0 and 3.1 are supported`,
  BadOperation: (what: string) => `the operation is ${what}, not an object`,
  ExternalReference: (reference: string) => `it refers to "${reference}", outside of the document`,
  BrokenReference: (reference: string) => `it refers to "${reference}", which leads nowhere`,
  Method: (method: string) => `${method} requests cannot be sent`,
  BaseUrl: (url: string) => `baseUrl "${url}" is not an absolute http or https URL without query`,
  NoServer: (url: string) => `its server URL "${url}" is relative and no baseUrl is given`,
  BadServer: (url: string) => `its server URL "${url}" is not an http or https URL without query`,
  ServerVariable: (name: string) => `its server URL uses the variable "${name}", which has no default`,
  PathTemplate: (path: string) => `the path "${path}" is not a path template`,
  PathDots: (path: string) => `the path "${path}" has a segment "." or ".."`,
  NoPathParameter: (name: string) => `its path uses "{${name}}", which no parameter describes`,
  StrayPathParameter: (name: string) => `its path parameter "${name}" is not in its path`,
  BadParameter: (where: string) => `${where} has no name or no valid location`,
  ParameterStyle: (name: string, style: string, where: string) =>
    `the style "${style}" of its parameter "${name}" does not exist in ${where}`,
  ParameterContent: (name: string, type: string) => `its parameter "${name}" is of media type ${type}`,
  HeaderName: (name: string) => `its header parameter "${name}" is not a header name`,
  BodyOnGet: (method: string) => `${method} requests cannot carry its body`,
  BodyType: (types: string) => `its body is of media type ${types}`,
  BodySchema: (type: string) => `the schema of its ${type} body does not say what to send`,
  BodyEncoding: (name: string, detail: string) => `the encoding of the body property "${name}" is ${detail}`,
  SecurityScheme: (name: string) => `it needs the security scheme "${name}", which the document does not define`,
  SecurityClash: (name: string, slot: string) =>
    `it needs the security scheme "${name}" and another one, both in the ${slot}`,
  SecurityType: (name: string, type: string) => `it needs the security scheme "${name}" of type ${type}`,
} satisfies Record<string, (...facts: string[]) => string>;

type SkipKind = keyof typeof REASONS;

/** Thrown while an operation is planned; its `reason` goes into `skipped`. */
export class Skip {
  readonly reason: string;

  constructor(kind: SkipKind, ...facts: string[]) {
    this.reason = (REASONS[kind] as (...facts: string[]) => string)(...facts);
  }
}
