/**
 * The configuration file that MCP clients share -> the servers to connect.
 *
 * Owns the three forms in use (`mcpServers`; VS Code's `servers`; opencode's `mcp`), their
 * comments, and variable expansion. Invariants: nothing is read but the text and the environment
 * that are given; a value that cannot be used is an error that names its key; an unset variable
 * never becomes an empty string. After it: connect.ts opens each server.
 *
 *   { "mcpServers": { "files": { "command": "npx", "args": ["-y", "..."], "env": {…}, "cwd": "." },
 *                     "web":   { "type": "http", "url": "https://…", "headers": {…} } } }
 *   { "servers":    { … the same, with "type" } }                        and { "mcp": { "servers": … } }
 *   { "mcp":        { "files": { "type": "local", "command": ["npx", "-y", "..."], "environment": {…} },
 *                     "web":   { "type": "remote", "url": "https://…" } } }
 */
import { err, ok, type Result } from "neverthrow";
import { type SourceError, sourceError } from "../errors.js";
import { unusablePathReason } from "../source.js";

/** A server started as a child process and spoken to over its standard streams. */
export interface StdioServerConfig {
  readonly transport: "stdio";
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the small safe set that is inherited (PATH, HOME, ...). */
  readonly env: { readonly [name: string]: string };
  readonly cwd?: string;
}

/** A server reached over streamable HTTP, or over the HTTP with server-sent events that it replaced. */
export interface HttpServerConfig {
  readonly transport: "http" | "sse";
  readonly name: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}

export type McpServerConfig = StdioServerConfig | HttpServerConfig;

/** A parsed configuration. `disabled` names the servers that the file itself switches off. */
export interface McpConfig {
  readonly servers: readonly McpServerConfig[];
  readonly disabled: readonly string[];
}

export interface ParseConfigOptions {
  /** How errors call the file. Default "MCP configuration". */
  readonly file?: string;
  /** Where `${VAR}` looks. Default: nothing is set. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** What `${workspaceFolder}` means. Absent: using it is an error. */
  readonly cwd?: string;
}

/** The words for "over HTTP" that clients use in `type`. */
const HTTP_TYPES = new Set(["http", "streamable-http", "streamableHttp", "streamable_http", "remote", "sse"]);

type Json = { readonly [key: string]: unknown };

/** Carries one error out of the walk; caught in {@link parseConfig} and nowhere else. */
class ConfigProblem {
  constructor(readonly error: SourceError) {}
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a configuration: text (comments and trailing commas are allowed, as editors allow them) or
 * the parsed object. Errs with `ConfigSyntax`, `ConfigShape` or `ConfigVariable`.
 */
export function parseConfig(source: string | object, options: ParseConfigOptions = {}): Result<McpConfig, SourceError> {
  const file = options.file ?? "MCP configuration";
  let root: unknown = source;
  if (typeof source === "string") {
    try {
      root = JSON.parse(withoutComments(source.replace(/^\uFEFF/, "")));
    } catch (cause) {
      const detail = source.trim() === "" ? "it is empty" : (cause as Error).message;
      return err(sourceError("ConfigSyntax", { file, detail }, { cause }));
    }
  }
  try {
    return ok(new ConfigReader(file, options).read(root));
  } catch (problem) {
    if (problem instanceof ConfigProblem) return err(problem.error);
    throw problem;
  }
}

class ConfigReader {
  constructor(
    private readonly file: string,
    private readonly options: ParseConfigOptions,
  ) {}

  read(root: unknown): McpConfig {
    if (!isRecord(root)) this.fail("the top level", `must be an object, got ${kindOf(root)}`);
    const [key, table] = this.serverTable(root);
    const servers: McpServerConfig[] = [];
    const disabled: string[] = [];
    for (const name of Object.keys(table)) {
      const at = `${key}.${name}`;
      const reason = unusablePathReason(name);
      if (reason !== undefined) this.fail(at, `cannot be a namespace: ${reason}`);
      if (name.split(".")[0] === "$codemode") this.fail(at, "uses the reserved name $codemode");
      const entry = table[name];
      if (!isRecord(entry)) this.fail(at, `must be an object, got ${kindOf(entry)}`);
      if (entry.disabled === true || entry.enabled === false) disabled.push(name);
      else servers.push(this.server(name, at, entry));
    }
    return { servers, disabled };
  }

  private serverTable(root: Json): [key: string, table: Json] {
    for (const key of ["mcpServers", "servers", "mcp"]) {
      if (!Object.hasOwn(root, key)) continue;
      const table = root[key];
      if (!isRecord(table)) this.fail(key, `must be an object of servers, got ${kindOf(table)}`);
      // VS Code's settings file keeps its `servers` one level down.
      const nested = table.servers;
      const isNested = key === "mcp" && isRecord(nested) && nested.command === undefined && nested.url === undefined;
      return isNested ? ["mcp.servers", nested] : [key, table];
    }
    this.fail("the top level", 'has none of "mcpServers", "servers" and "mcp"');
  }

  private server(name: string, at: string, entry: Json): McpServerConfig {
    const type = entry.type ?? entry.transport;
    if (type !== undefined && typeof type !== "string")
      this.fail(`${at}.type`, `must be a string, got ${kindOf(type)}`);
    const isHttp = type !== undefined && HTTP_TYPES.has(type);
    const isStdio = type === "stdio" || type === "local";
    if (type !== undefined && !isHttp && !isStdio) {
      this.fail(`${at}.type`, `must be "stdio", "http" or "sse", got ${JSON.stringify(type)}`);
    }
    if (!isHttp && !isStdio && entry.command === undefined && (entry.url ?? entry.serverUrl) === undefined) {
      this.fail(at, 'has neither "command" nor "url"');
    }
    return isHttp || (!isStdio && entry.command === undefined)
      ? this.http(name, at, entry)
      : this.stdio(name, at, entry);
  }

  private stdio(name: string, at: string, entry: Json): StdioServerConfig {
    const given = entry.command;
    const words = Array.isArray(given) ? this.strings(`${at}.command`, given) : [this.text(`${at}.command`, given)];
    if (words.length === 0 || words[0] === "") this.fail(`${at}.command`, "must not be empty");
    const args = entry.args === undefined ? [] : this.strings(`${at}.args`, entry.args);
    const envKey = entry.env === undefined && entry.environment !== undefined ? "environment" : "env";
    const cwd = entry.cwd === undefined || entry.cwd === null ? undefined : this.text(`${at}.cwd`, entry.cwd);
    return {
      transport: "stdio",
      name,
      command: words[0],
      args: [...words.slice(1), ...args],
      env: this.record(`${at}.${envKey}`, entry[envKey]),
      ...(cwd === undefined ? {} : { cwd }),
    };
  }

  private http(name: string, at: string, entry: Json): HttpServerConfig {
    const key = entry.url === undefined && entry.serverUrl !== undefined ? "serverUrl" : "url";
    const url = this.text(`${at}.${key}`, entry[key]);
    let protocol: string;
    try {
      protocol = new URL(url).protocol;
    } catch {
      this.fail(`${at}.${key}`, `must be an absolute URL, got ${JSON.stringify(url)}`);
    }
    if (protocol !== "http:" && protocol !== "https:")
      this.fail(`${at}.${key}`, `must be an http or https URL, got ${protocol}`);
    const transport = (entry.type ?? entry.transport) === "sse" ? "sse" : "http";
    return { transport, name, url, headers: this.record(`${at}.headers`, entry.headers) };
  }

  private text(key: string, value: unknown): string {
    if (typeof value !== "string") this.fail(key, `must be a string, got ${kindOf(value)}`);
    return this.expand(key, value);
  }

  private strings(key: string, value: unknown): string[] {
    if (!Array.isArray(value)) this.fail(key, `must be an array of strings, got ${kindOf(value)}`);
    return value.map((item, index) => this.text(`${key}[${index}]`, item));
  }

  private record(key: string, value: unknown): { [name: string]: string } {
    const record: { [name: string]: string } = Object.create(null);
    if (value === undefined || value === null) return record;
    if (!isRecord(value)) this.fail(key, `must be an object of strings, got ${kindOf(value)}`);
    for (const name of Object.keys(value)) {
      const item = value[name];
      // Files in the wild write ports and switches without quotes; their text is unambiguous.
      const isScalar = typeof item === "number" || typeof item === "boolean";
      record[name] = isScalar ? String(item) : this.text(`${key}.${name}`, item);
    }
    return record;
  }

  /**
   * Replaces `${VAR}`, `${VAR:-default}` (a default also stands in for an empty value, as in a shell),
   * `${env:VAR}`, opencode's `{env:VAR}`, `${workspaceFolder}` and `${userHome}`. Other text stays.
   */
  private expand(key: string, text: string): string {
    return text.replace(
      /\$\{(?:(env|input|command|config):)?([A-Za-z_][\w.-]*?)(?::-((?:[^}\\]|\\.)*))?\}|\{(env|file):([^}]+)\}/g,
      (
        whole,
        scope: string | undefined,
        name: string | undefined,
        fallback: string | undefined,
        brace: string | undefined,
        rest: string,
      ) => {
        if (brace === "file")
          this.failVariable(key, `${whole}, but files are not read from a configuration; use \${VAR}`);
        if (brace === "env") return this.variable(key, whole, rest.trim(), undefined);
        if (scope !== undefined && scope !== "env") {
          this.failVariable(key, `${whole}, which only an editor can fill in; use \${VAR}`);
        }
        if (scope === undefined && name === "workspaceFolder") {
          if (this.options.cwd === undefined) this.failVariable(key, `${whole}, and no working directory is given`);
          return this.options.cwd;
        }
        if (scope === undefined && name === "userHome") {
          return this.variable(key, whole, this.options.env?.HOME === undefined ? "USERPROFILE" : "HOME", undefined);
        }
        // Not a variable's name: the text means something to the server, or nothing.
        if (!/^\w+$/.test(name!)) return whole;
        return this.variable(key, whole, name!, fallback);
      },
    );
  }

  private variable(key: string, whole: string, name: string, fallback: string | undefined): string {
    const env = this.options.env;
    const value = env !== undefined && Object.hasOwn(env, name) ? env[name] : undefined;
    if (fallback !== undefined) return value === undefined || value === "" ? fallback : value;
    if (value === undefined) this.failVariable(key, `${whole}, but the environment variable ${name} is not set`);
    return value;
  }

  private fail(key: string, detail: string): never {
    throw new ConfigProblem(sourceError("ConfigShape", { file: this.file, key, detail }));
  }

  private failVariable(key: string, detail: string): never {
    throw new ConfigProblem(sourceError("ConfigVariable", { file: this.file, key, detail }));
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Blanks `//` and block comments and commas before a closing bracket, outside strings; offsets stay. */
function withoutComments(text: string): string {
  const out = text.split("");
  let comma = -1;
  for (let at = 0; at < text.length; at++) {
    const ch = text[at];
    if (ch === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      comma = -1;
    } else if (ch === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      const isLine = text[at + 1] === "/";
      const found = text.indexOf(isLine ? "\n" : "*/", at + 2);
      const end = found === -1 ? text.length : isLine ? found : found + 2;
      for (; at < end; at++) if (out[at] !== "\n") out[at] = " ";
      at--;
    } else if (ch === ",") {
      comma = at;
    } else if (ch === "}" || ch === "]") {
      if (comma !== -1) out[comma] = " ";
      comma = -1;
    } else if (!/\s/.test(ch)) {
      comma = -1;
    }
  }
  return out.join("");
}
