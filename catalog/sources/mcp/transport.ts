/**
 * The transport contract of the MCP client SDKs, as far as it is used here.
 *
 * Owns types only, so that child-process.ts (which needs Node) and dial.ts (which needs the SDK)
 * meet without importing each other or the SDK's declarations.
 */

/** A JSON-RPC message; the SDK reads the rest of it. */
export interface TransportMessage {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What an SDK client drives: it sets the three callbacks, then calls `start`. */
export interface Transport {
  onmessage?: (message: TransportMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: TransportMessage): Promise<void>;
  close(): Promise<void>;
}
