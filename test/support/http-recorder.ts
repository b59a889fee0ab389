/** A local HTTP server that keeps what it is sent, byte for byte, and answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Recorded {
  readonly method: string;
  /** The request target as it came over the wire. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface Recorder {
  readonly origin: string;
  readonly requests: Recorded[];
  /** Answers the next requests. Default: 200 and `{}`. */
  answer: (request: Recorded, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  const requests: Recorded[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => {
      const request = {
        method: incoming.method!,
        target: incoming.url!,
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      };
      requests.push(request);
      recorder.answer(request, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const recorder: Recorder = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return recorder;
}
