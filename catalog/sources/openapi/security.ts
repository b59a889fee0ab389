/**
 * Security requirements -> credentials on a request.
 *
 * Owns which schemes an operation accepts (alternatives of schemes that go together) and how each
 * credential is written. Invariants: credentials come from the host at the time of the call, after
 * the input is known to be good; no alternative satisfied means no request; a credential is never
 * part of an input, a value, or a message.
 * https://spec.openapis.org/oas/v3.1.1.html#security-requirement-object
 */
import { oneLine, SourceFailure, sourceError } from "../errors.js";
import { isObject, type Json, type OpenApiDocument, own, text } from "./document.js";
import type { InputField, RequestParts } from "./parameters.js";
import { Skip } from "./skipped.js";
import { encode } from "./styles.js";

/** An API key, a token, or the two halves of HTTP basic. */
export type Credential = string | { readonly username: string; readonly password: string };

/** What a credential is asked for. */
export interface CredentialRequest {
  /** The scheme's name in the document. */
  readonly scheme: string;
  readonly scopes: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly signal: AbortSignal;
}

/** A credential, or where to get it. Undefined: this scheme is not available. */
export type CredentialSource =
  | Credential
  | ((request: CredentialRequest) => Credential | undefined | Promise<Credential | undefined>);

/** Credentials by the document's scheme names, or one function for all of them. */
export type Auth =
  | { readonly [scheme: string]: CredentialSource }
  | ((request: CredentialRequest) => Credential | undefined | Promise<Credential | undefined>);

type Writer = (credential: Credential, parts: RequestParts) => void;

interface SchemeUse {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Where it is written: two schemes of one alternative must not meet. */
  readonly slot: string;
  readonly write: Writer;
}

/** Alternatives in the document's order; each is a set of schemes that are all needed. */
export interface SecurityPlan {
  readonly alternatives: readonly (readonly SchemeUse[])[];
}

/** An unusable credential; the message says what is wrong with its form, never what it is. */
class BadCredential extends Error {}

/** Plans an operation's security. Throws a {@link Skip} when no alternative can be satisfied by any host. */
export function planSecurity(document: OpenApiDocument, operation: Json): SecurityPlan {
  const requirements = own(operation, "security") ?? own(document.root, "security");
  if (!Array.isArray(requirements) || requirements.length === 0) return { alternatives: [] };
  const alternatives: SchemeUse[][] = [];
  let refused: Skip | undefined;
  for (const requirement of requirements) {
    if (!isObject(requirement)) continue;
    try {
      alternatives.push(planAlternative(document, requirement));
    } catch (skip) {
      if (!(skip instanceof Skip)) throw skip;
      refused ??= skip;
    }
  }
  if (alternatives.length === 0 && refused !== undefined) throw refused;
  return { alternatives };
}

function planAlternative(document: OpenApiDocument, requirement: Json): SchemeUse[] {
  const uses: SchemeUse[] = [];
  for (const name of Object.keys(requirement)) {
    const scopes = requirement[name];
    const list = Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === "string") : [];
    const use = { name, scopes: list, ...planScheme(document, name) };
    if (uses.some(({ slot }) => slot === use.slot)) throw new Skip("SecurityClash", name, use.slot);
    uses.push(use);
  }
  return uses;
}

function planScheme(document: OpenApiDocument, name: string): { slot: string; write: Writer } {
  const components = own(document.root, "components");
  const schemes = isObject(components) ? own(components, "securitySchemes") : undefined;
  const scheme = isObject(schemes) ? document.object(own(schemes, name)) : undefined;
  if (scheme === undefined) throw new Skip("SecurityScheme", name);
  const type = text(own(scheme, "type")) ?? "none";
  if (type === "oauth2" || type === "openIdConnect") return { slot: "header authorization", write: writeBearer };
  if (type === "mutualTLS") return { slot: `tls ${name}`, write: () => {} };
  if (type === "http") {
    const kind = (text(own(scheme, "scheme")) ?? "none").toLowerCase();
    if (kind === "bearer") return { slot: "header authorization", write: writeBearer };
    if (kind === "basic") return { slot: "header authorization", write: writeBasic };
    throw new Skip("SecurityType", name, `http ${kind}`);
  }
  const key = text(own(scheme, "name"));
  const location = text(own(scheme, "in"));
  if (type !== "apiKey" || key === undefined) throw new Skip("SecurityType", name, type);
  if (location === "header") {
    return {
      slot: `header ${key.toLowerCase()}`,
      write: (value, parts) => parts.headers.set(key.toLowerCase(), headerText(value)),
    };
  }
  if (location !== "query" && location !== "cookie")
    throw new Skip("SecurityType", name, `apiKey in ${location ?? "no place"}`);
  return {
    slot: `${location} ${key}`,
    write: (value, parts) => {
      const list = location === "query" ? parts.query : parts.cookies;
      list.push(`${encode(key)}=${encode(plainText(value))}`);
    },
  };
}

function plainText(credential: Credential): string {
  if (typeof credential !== "string" || credential === "")
    throw new BadCredential("a text that is not empty is expected");
  return credential;
}

function headerText(credential: Credential): string {
  const value = plainText(credential);
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
    throw new BadCredential("a text without line breaks is expected");
  return value;
}

function writeBearer(credential: Credential, parts: RequestParts): void {
  parts.headers.set("authorization", `Bearer ${headerText(credential)}`);
}

/** https://www.rfc-editor.org/rfc/rfc7617, in UTF-8. A text is taken for `username:password`. */
function writeBasic(credential: Credential, parts: RequestParts): void {
  const pair = typeof credential === "string" ? plainText(credential) : `${credential.username}:${credential.password}`;
  if (!pair.includes(":") || (typeof credential !== "string" && String(credential.username).includes(":"))) {
    throw new BadCredential("a username and a password are expected");
  }
  const binary = Array.from(new TextEncoder().encode(pair), (byte) => String.fromCharCode(byte)).join("");
  parts.headers.set("authorization", `Basic ${btoa(binary)}`);
}

/** True for a parameter that is one of the operation's own credentials: the host gives it, not the program. */
export function isCredentialField(plan: SecurityPlan, field: InputField): boolean {
  const name = field.location === "header" ? field.name.toLowerCase() : field.name;
  return plan.alternatives.some((uses) => uses.some(({ slot }) => slot === `${field.location} ${name}`));
}

export interface ResolveFacts {
  readonly operation: string;
  readonly request: Omit<CredentialRequest, "scheme" | "scopes">;
}

/**
 * Writes the credentials of the first alternative that the host can satisfy; the empty alternative
 * comes last, so that optional credentials are used when there are any. Rejects with a
 * {@link SourceFailure} (`CredentialsMissing`, `CredentialsUnusable`) and writes nothing then.
 */
export async function applySecurity(
  plan: SecurityPlan,
  auth: Auth | undefined,
  facts: ResolveFacts,
  parts: RequestParts,
): Promise<void> {
  if (plan.alternatives.length === 0) return;
  const ordered = [...plan.alternatives].sort((a, b) => Number(a.length === 0) - Number(b.length === 0));
  for (const uses of ordered) {
    const credentials: Credential[] = [];
    for (const use of uses) {
      const credential = await ask(auth, use, facts);
      if (credential === undefined) break;
      credentials.push(credential);
    }
    if (credentials.length < uses.length) continue;
    for (const [index, use] of uses.entries()) {
      try {
        use.write(credentials[index], parts);
      } catch (cause) {
        throw unusable(
          facts.operation,
          use.name,
          cause instanceof BadCredential ? cause.message : "they cannot be written",
        );
      }
    }
    return;
  }
  const detail = plan.alternatives.map((uses) => uses.map(({ name }) => `"${name}"`).join(" and ")).join(" or ");
  throw new SourceFailure(sourceError("CredentialsMissing", { operation: facts.operation, detail }));
}

async function ask(auth: Auth | undefined, use: SchemeUse, facts: ResolveFacts): Promise<Credential | undefined> {
  const source =
    typeof auth === "function"
      ? auth
      : auth !== undefined && Object.hasOwn(auth, use.name)
        ? auth[use.name]
        : undefined;
  if (typeof source !== "function") return source;
  try {
    return await source({ ...facts.request, scheme: use.name, scopes: use.scopes });
  } catch (cause) {
    facts.request.signal.throwIfAborted();
    throw unusable(facts.operation, use.name, `the host could not provide them (${oneLine(cause)})`, cause);
  }
}

function unusable(operation: string, key: string, detail: string, cause?: unknown): SourceFailure {
  return new SourceFailure(sourceError("CredentialsUnusable", { operation, key, detail }, { cause }));
}
