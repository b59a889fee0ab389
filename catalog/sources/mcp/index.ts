/**
 * Tools from MCP servers: the public door of this source.
 *
 * `Mcp.connect` starts or reaches the configured servers, `Mcp.fromClient` takes a client that the
 * host already has, `Mcp.parseConfig` reads the configuration files that MCP clients share. The
 * first needs the optional peer `@modelcontextprotocol/client`; the other two need nothing.
 */
import { parseConfig } from "./config.js";
import { connect, fromClient } from "./connect.js";

export type { SourceError, SourceErrorKind } from "../errors.js";
export { SourceFailure } from "../errors.js";
export type { Skipped, ToolSource } from "../source.js";
export type { McpClient, McpListedTool, McpProgress, McpRequestOptions, McpSdk } from "./client.js";
export type {
  HttpServerConfig,
  McpConfig,
  McpServerConfig,
  ParseConfigOptions,
  StdioServerConfig,
} from "./config.js";
export type { FromClientOptions, McpConnection, McpConnectOptions, McpServerStatus } from "./connect.js";
export type { McpEvent } from "./server.js";
export type { McpToolName } from "./tools.js";
export { MalformedReplyError } from "./tools.js";

export const Mcp = {
  /** Connects configured servers; see {@link connect}. */
  connect,
  /** Tools from a client that the host has connected; see {@link fromClient}. */
  fromClient,
  /** Reads a configuration file's text; see {@link parseConfig}. */
  parseConfig,
} as const;
