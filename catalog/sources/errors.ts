/**
 * Everything that can go wrong between a foreign description and its tools.
 *
 * Owns the one table of source failures: kind -> sentence. Invariant: a sentence names the
 * server or the document key at fault and says one thing; what a server wrote on its own
 * standard error, and the underlying exception, travel beside it (`output`, `cause`) and are
 * for the host's eyes only. Failures before a tool runs are data (`Result`); a failure while
 * one runs is thrown as {@link SourceFailure}, which the runtime reports as a ToolDefect.
 */

/** The facts a sentence is made of; each kind uses the ones it needs. */
export interface SourceErrorFacts {
  /** The server's name in the configuration. */
  readonly server?: string;
  /** The configuration file as the host called it. */
  readonly file?: string;
  /** The path of the offending key, for instance `mcpServers.files.command`. */
  readonly key?: string;
  /** The tool that was being called. */
  readonly tool?: string;
  /** Method and path template of an HTTP operation. */
  readonly operation?: string;
  /** The command or URL of the server. */
  readonly target?: string;
  /** The rest of the sentence: an expectation, an exit code, a foreign message in one line. */
  readonly detail?: string;
  /** Milliseconds, for the kinds that waited. */
  readonly waitedMs?: number;
}

const SENTENCES = {
  ConfigSyntax: (f) => `${f.file} is not valid JSON: ${f.detail}`,
  ConfigShape: (f) => `${f.file}: ${f.key} ${f.detail}`,
  ConfigVariable: (f) => `${f.file}: ${f.key} uses ${f.detail}`,
  ClientMissing: () =>
    "MCP servers need the package @modelcontextprotocol/client, which is not installed: npm install @modelcontextprotocol/client",
  CommandNotFound: (f) => `MCP server "${f.server}": the command "${f.target}" was not found`,
  CommandFailed: (f) => `MCP server "${f.server}": the command "${f.target}" could not be started (${f.detail})`,
  ServerExited: (f) => `MCP server "${f.server}" exited before the handshake was complete (${f.detail})`,
  HandshakeTimeout: (f) => `MCP server "${f.server}" did not complete the handshake within ${f.waitedMs} ms`,
  HandshakeFailed: (f) => `MCP server "${f.server}" failed the handshake: ${f.detail}`,
  Unreachable: (f) => `MCP server "${f.server}" cannot be reached at ${f.target}: ${f.detail}`,
  Unauthorized: (f) => `MCP server "${f.server}" at ${f.target} refused the credentials (HTTP ${f.detail})`,
  ListFailed: (f) => `MCP server "${f.server}" did not list its tools: ${f.detail}`,
  ListEndless: (f) => `MCP server "${f.server}" never ends its list of tools: ${f.detail}`,
  ServerDied: (f) => `MCP server "${f.server}" went away while "${f.tool}" was running (${f.detail})`,
  RestartsExhausted: (f) => `MCP server "${f.server}" went away too often and is not started again (${f.detail})`,
  CallTimeout: (f) => `MCP server "${f.server}" did not answer "${f.tool}" within ${f.waitedMs} ms`,
  CallFailed: (f) => `MCP server "${f.server}" could not run "${f.tool}": ${f.detail}`,
  MalformedReply: (f) => `MCP server "${f.server}" answered "${f.tool}" with a malformed reply: ${f.detail}`,
  StrayMessage: (f) => `MCP server "${f.server}" sent something out of place: ${f.detail}`,
  CredentialsMissing: (f) => `${f.operation} needs credentials for ${f.detail}, and none are given`,
  CredentialsUnusable: (f) => `${f.operation} cannot use the credentials for "${f.key}": ${f.detail}`,
  RequestFailed: (f) => `${f.operation} could not be carried out: ${f.detail}`,
  ReplyUnreadable: (f) => `${f.operation} was answered with a body that cannot be read: ${f.detail}`,
  RedirectRefused: (f) => `${f.operation} was redirected ${f.detail}`,
  Closed: (f) => `The connection to MCP server "${f.server}" was closed by the host`,
} satisfies Record<string, (facts: SourceErrorFacts) => string>;

export type SourceErrorKind = keyof typeof SENTENCES;

/** A source's failure as plain data. `message` is one sentence; the rest helps a host to explain it. */
export interface SourceError extends SourceErrorFacts {
  readonly kind: SourceErrorKind;
  readonly message: string;
  /** The last lines the server wrote on standard error (at most 8 KiB); never shown to a program. */
  readonly output?: string;
  /** The exception underneath, when there was one. */
  readonly cause?: unknown;
}

/** Builds the error of one kind. Never fails. */
export function sourceError(
  kind: SourceErrorKind,
  facts: SourceErrorFacts,
  beside: { readonly output?: string; readonly cause?: unknown } = {},
): SourceError {
  const error: { -readonly [K in keyof SourceError]: SourceError[K] } = {
    kind,
    message: SENTENCES[kind](facts),
    ...facts,
  };
  if (beside.output) error.output = beside.output;
  if (beside.cause !== undefined) error.cause = beside.cause;
  return error;
}

/** What a tool of a source rejects with when it could not be run: the sentence, with the data beside it. */
export class SourceFailure extends Error {
  override readonly name = "SourceFailure";
  readonly error: SourceError;

  constructor(error: SourceError) {
    super(error.message, error.cause === undefined ? undefined : { cause: error.cause });
    this.error = error;
  }
}

/** A foreign error's message in one bounded line (300 UTF-16 units). Never fails. */
export function oneLine(cause: unknown): string {
  let text: string;
  try {
    text = cause instanceof Error ? cause.message || cause.name : String(cause);
  } catch {
    text = "an error that cannot be shown";
  }
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
