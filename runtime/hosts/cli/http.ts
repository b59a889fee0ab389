/**
 * A fetch handler on a port: node:http in front, web-standard requests and responses behind. Owns the translation both
 * ways and the end of the server.
 *
 * Invariant: a request's signal is aborted when its client goes away before the answer is complete; a body is streamed
 * in both directions, never collected. Before: mcp.ts. After: the MCP host's handler.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { err, ok, type Result } from "neverthrow";
import type { Refusal } from "./refusal.js";

export interface Address {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Listens. `path` is the only one served; everything else is answered 404. */
export async function listen(
  { host, port }: Address,
  path: string,
  handle: (request: Request) => Promise<Response>,
): Promise<Result<Listening, Refusal>> {
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, path, handle).catch(() => outgoing.destroy());
  });
  return new Promise((done) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === "EADDRINUSE"
          ? "the port is taken"
          : cause.code === "EACCES"
            ? "permission is denied"
            : (cause.code ?? cause.message);
      done(err({ sentence: `Cannot listen on ${host}:${port}: ${why}` }));
    });
    server.listen(port, host, () => {
      done(ok({ port: (server.address() as AddressInfo).port, close: () => closed(server) }));
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  path: string,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  if (url.pathname !== path) {
    outgoing.writeHead(404, { "content-type": "text/plain" }).end(`MCP is served at ${path}\n`);
    return;
  }
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort(new Error("The client went away"));
  });
  const response = await handle(requestOf(incoming, url, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing);
}

function requestOf(incoming: IncomingMessage, url: URL, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of Array.isArray(value) ? value : value === undefined ? [] : [value]) headers.append(name, each);
  }
  const method = incoming.method ?? "GET";
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}
