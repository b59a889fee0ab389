import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Recorder, startRecorder } from "../../../support/http-recorder.js";
import { fakeContext } from "../../../support/mcp-servers.js";
import { callTool, document, type FromSpecOptions, onlyTool } from "../../../support/openapi.js";

let http: Recorder;
let other: Recorder;
let defaultAnswer: Recorder["answer"];
beforeAll(async () => {
  http = await startRecorder();
  other = await startRecorder();
  defaultAnswer = http.answer;
});
afterAll(async () => {
  await http.close();
  await other.close();
});
beforeEach(() => {
  for (const server of [http, other]) {
    server.requests.length = 0;
    server.answer = defaultAnswer;
  }
});

const reply = (status: number, headers: Record<string, string>, body: string | Uint8Array = ""): Recorder["answer"] => {
  return (_request, response) => void response.writeHead(status, headers).end(body);
};

const responses = (content: Record<string, unknown> | undefined, status = "200") => ({
  responses: { [status]: { description: "", ...(content === undefined ? {} : { content }) } },
});

function tool(operation: Record<string, unknown> = {}, options: Partial<FromSpecOptions> = {}, place = {}) {
  return onlyTool({ spec: document(operation, place), baseUrl: http.origin, ...options });
}

describe("replies", () => {
  const json = { "content-type": "application/json" };
  const rows: [title: string, operation: object, answer: Recorder["answer"], value: unknown][] = [
    ["JSON", {}, reply(200, json, '{"a":[1]}'), { a: [1] }],
    ["JSON variant", {}, reply(200, { "content-type": "application/problem+json; charset=utf-8" }, '"é"'), "é"],
    [
      "JSON in another charset",
      {},
      reply(200, { "content-type": "application/json; charset=latin1" }, Uint8Array.of(34, 0xe9, 34)),
      "é",
    ],
    ["no type, JSON promised", {}, (_request, response) => void response.writeHead(200).end("[1]"), [1]],
    ["text", {}, reply(200, { "content-type": "text/csv" }, "a,b\n"), "a,b\n"],
    ["text that looks like JSON", {}, reply(200, { "content-type": "text/plain" }, "[1]"), "[1]"],
    ["XML", {}, reply(200, { "content-type": "application/atom+xml" }, "<a/>"), "<a/>"],
    ["no content", {}, reply(204, {}), null],
    ["empty JSON", {}, reply(201, json), null],
  ];
  it.each(rows)("%s", async (_title, operation, answer, value) => {
    http.answer = answer;
    expect(await callTool(tool(operation as Record<string, unknown>), {})).toEqual(value);
  });

  it("attaches what is neither JSON nor text", async () => {
    const { context, attached } = fakeContext();
    const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i % 256);
    http.answer = reply(
      200,
      { "content-type": "application/pdf", "content-disposition": 'attachment; filename="../../x/r.pdf"' },
      bytes,
    );
    expect(await callTool(tool(), {}, context)).toEqual({
      attached: "r.pdf",
      mediaType: "application/pdf",
      size: 10_000,
    });
    http.answer = reply(
      200,
      { "content-type": "image/png", "content-disposition": "attachment; filename*=UTF-8''%C3%A9.png" },
      Uint8Array.of(1),
    );
    expect(await callTool(tool(), {}, context)).toEqual({ attached: "é.png", mediaType: "image/png", size: 1 });
    http.answer = (_request, response) => void response.writeHead(200).end(Uint8Array.of(2));
    expect(await callTool(tool(responses({ "*/*": {} })), {}, context)).toEqual({
      attached: "r",
      mediaType: "application/octet-stream",
      size: 1,
    });
    expect(attached.map(({ name, mediaType }) => [name, mediaType])).toEqual([
      ["r.pdf", "application/pdf"],
      ["é.png", "image/png"],
      ["r", "application/octet-stream"],
    ]);
    expect(Buffer.from(attached[0].data!, "base64").equals(bytes)).toBe(true);
  });

  it("answers HEAD with null", async () => {
    expect(await callTool(tool({}, {}, { method: "head" }), {})).toBe(null);
    expect(http.requests[0].method).toBe("HEAD");
  });

  const accepts: [content: Record<string, unknown> | undefined, accept: string][] = [
    [{ "application/json": {} }, "application/json"],
    [{ "text/csv": {}, "application/json": {}, "application/hal+json": {} }, "application/json, application/hal+json"],
    [{ "application/json": {}, "application/json;stream=watch": {} }, "application/json"],
    [{ "text/csv": {}, "application/pdf": {} }, "text/csv, application/pdf"],
    [{ "*/*": { schema: { type: "object" } } }, "application/json"],
    [{ "*/*": {} }, "*/*"],
    [undefined, "*/*"],
  ];
  it.each(accepts)("asks for what the document promises: %j", async (content, accept) => {
    await callTool(tool(responses(content)), {});
    expect(http.requests[0].headers.accept).toBe(accept);
  });

  const outputs: [operation: object, output: unknown][] = [
    [
      responses({ "application/json": { schema: { $ref: "#/components/schemas/A" } } }),
      { $ref: "#/components/schemas/A" },
    ],
    [responses({ "application/json": {} }), {}],
    [responses(undefined, "204"), { type: "null" }],
    [responses({ "text/plain": {} }), { type: "string" }],
    [responses({ "application/pdf": {} }), expect.objectContaining({ required: ["attached", "mediaType", "size"] })],
    [
      { responses: { 200: { content: { "application/json": { schema: { type: "object" } } } }, 204: {} } },
      { anyOf: [{ type: "object" }, { type: "null" }] },
    ],
    [
      {
        responses: {
          200: { content: { "text/csv": {}, "application/json": { schema: { type: "array" } } } },
          "2XX": { content: { "application/json": { schema: { type: "array", maxItems: 1 } } } },
        },
      },
      { anyOf: [{ type: "array" }, { type: "array", maxItems: 1 }] },
    ],
    [{ responses: { default: { content: { "application/json": { schema: { type: "object" } } } } } }, undefined],
  ];
  it.each(outputs)("shows the promised output: %j", (operation, output) => {
    expect((tool(operation as Record<string, unknown>) as { output?: unknown }).output).toEqual(output);
  });
});

describe("refusals", () => {
  const rows: [title: string, answer: Recorder["answer"], message: string][] = [
    [
      "JSON",
      reply(404, { "content-type": "application/json" }, '{\n "message": "no such order" }'),
      'HTTP 404 Not Found: {"message":"no such order"}',
    ],
    ["text", reply(400, { "content-type": "text/plain" }, "bad\n\n  id"), "HTTP 400 Bad Request: bad id"],
    [
      "HTML",
      reply(502, { "content-type": "text/html" }, "<html><title>Bad gateway</title><body>nginx</body>"),
      "HTTP 502 Bad Gateway: Bad gateway",
    ],
    ["nothing", reply(500, {}), "HTTP 500 Internal Server Error"],
    ["bytes", reply(500, { "content-type": "image/png" }, "xx"), "HTTP 500 Internal Server Error"],
    [
      "a time to wait",
      reply(429, { "retry-after": "30", "content-type": "text/plain" }, "slow down"),
      "HTTP 429 Too Many Requests (retry after 30 s): slow down",
    ],
    [
      "too much text",
      reply(400, { "content-type": "text/plain" }, "x".repeat(200_000)),
      `HTTP 400 Bad Request: ${"x".repeat(999)}…`,
    ],
    ["not modified", reply(304, {}), "HTTP 304 Not Modified"],
  ];
  it.each(rows)("%s", async (_title, answer, message) => {
    http.answer = answer;
    await expect(callTool(tool(), {})).rejects.toMatchObject({ name: "ToolError", message });
  });

  it("never repeats a secret that the server repeats", async () => {
    http.answer = (request, response) => {
      response
        .writeHead(401, { "content-type": "text/plain" })
        .end(`${request.headers.authorization} ${request.headers["x-tenant"]} ${request.target}`);
    };
    const spec = document({ security: [{ t: [], k: [] }] }, {
      components: {
        securitySchemes: { t: { type: "http", scheme: "bearer" }, k: { type: "apiKey", in: "query", name: "key" } },
      },
    } as never);
    const call = callTool(
      onlyTool({
        spec,
        baseUrl: http.origin,
        auth: { t: "tok-123456", k: "k&y 98765" },
        headers: { "x-tenant": "tenant-77" },
      }),
      {},
    );
    await expect(call).rejects.toMatchObject({
      message: "HTTP 401 Unauthorized: [redacted] [redacted] /r?key=[redacted]",
    });
  });

  it("refuses a reply over the cap without reading it to the end", async () => {
    let isStopped = false;
    http.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.on("close", () => {
        isStopped = true;
        clearInterval(timer);
      });
    };
    await expect(callTool(tool({}, { maxResponseBytes: 50_000 }), {})).rejects.toMatchObject({
      name: "ToolError",
      message: "The reply is larger than 50000 bytes; ask for less",
    });
    await new Promise((done) => setTimeout(done, 50));
    expect(isStopped).toBe(true);
  });

  it("accepts a reply of exactly the cap", async () => {
    http.answer = reply(200, { "content-type": "text/plain" }, "12345");
    expect(await callTool(tool({}, { maxResponseBytes: 5 }), {})).toBe("12345");
  });

  it("reports an unreadable reply and a failed transport as the host's matter", async () => {
    http.answer = reply(200, { "content-type": "application/json" }, "{");
    await expect(callTool(tool(), {})).rejects.toMatchObject({
      name: "SourceFailure",
      message: "GET /r was answered with a body that cannot be read: it is not JSON",
    });
    http.answer = (_request, response) => void response.socket!.destroy();
    await expect(callTool(tool(), {})).rejects.toMatchObject({
      name: "SourceFailure",
      message: "GET /r could not be carried out: fetch failed (UND_ERR_SOCKET)",
    });
    await expect(callTool(tool({}, { baseUrl: "http://127.0.0.1:9" }), {})).rejects.toMatchObject({
      error: { kind: "RequestFailed", operation: "GET /r" },
    });
  });

  it("ends at the signal with its reason, while waiting and while reading", async () => {
    for (const isReading of [false, true]) {
      http.answer = (_request, response) => {
        if (isReading) response.writeHead(200, { "content-type": "text/plain" }).write("x");
      };
      const controller = new AbortController();
      const call = callTool(tool(), {}, fakeContext(controller.signal).context);
      setTimeout(() => controller.abort(new Error("enough")), 30);
      await expect(call).rejects.toThrow("enough");
    }
    await expect(callTool(tool(), {}, fakeContext(AbortSignal.abort(new Error("before"))).context)).rejects.toThrow(
      "before",
    );
    expect(http.requests.length).toBe(2);
  });
});

describe("redirects", () => {
  const secured = {
    security: [{ t: [], c: [] }],
    parameters: [
      { name: "X-Own", in: "header", schema: {} },
      { name: "pref", in: "cookie", schema: {} },
    ],
  };
  const components = {
    securitySchemes: { t: { type: "http", scheme: "bearer" }, c: { type: "apiKey", in: "cookie", name: "sid" } },
  };
  const secret = { auth: { t: "token-1", c: "cookie-1" }, headers: { "x-host": "host-1" } };
  const place = (more: object) => ({ ...more, components }) as never;

  it("are followed within the origin, with the credentials", async () => {
    http.answer = (request, response) => {
      if (request.target === "/r") response.writeHead(307, { location: "/s?x=1" }).end();
      else defaultAnswer(request, response);
    };
    await callTool(tool(secured, secret, place({})), { "X-Own": "1", pref: "p" });
    expect(http.requests.map(({ target }) => target)).toEqual(["/r", "/s?x=1"]);
    expect(http.requests[1].headers).toMatchObject({
      authorization: "Bearer token-1",
      cookie: "pref=p; sid=cookie-1",
      "x-host": "host-1",
      "x-own": "1",
    });
  });

  it("drop the credentials on the way to another origin, and do not take them up again", async () => {
    http.answer = (request, response) => {
      if (request.target === "/r") response.writeHead(302, { location: `${other.origin}/away` }).end();
      else defaultAnswer(request, response);
    };
    other.answer = (_request, response) => void response.writeHead(302, { location: `${http.origin}/back` }).end();
    await callTool(tool(secured, secret, place({})), { "X-Own": "1", pref: "p" });
    for (const request of [other.requests[0], http.requests[1]]) {
      expect(request.headers).toMatchObject({ "x-own": "1", accept: "application/json" });
      for (const name of ["authorization", "cookie", "x-host"]) expect(request.headers).not.toHaveProperty(name);
    }
  });

  const body = {
    requestBody: {
      required: true,
      content: { "application/json": { schema: { type: "object", properties: { a: {} } } } },
    },
  };
  const methods: [status: number, method: string, next: string, hasBody: boolean][] = [
    [301, "post", "GET", false],
    [302, "post", "GET", false],
    [303, "put", "GET", false],
    [307, "post", "POST", true],
    [308, "put", "PUT", true],
    [302, "put", "PUT", true],
  ];
  it.each(methods)("with %i: %s becomes %s", async (status, method, next, hasBody) => {
    http.answer = (request, response) => {
      if (request.target === "/r") response.writeHead(status, { location: "/s" }).end();
      else defaultAnswer(request, response);
    };
    await callTool(tool(body, {}, { method }), { a: 1 });
    expect(http.requests[1].method).toBe(next);
    expect(http.requests[1].body.toString()).toBe(hasBody ? '{"a":1}' : "");
    expect(http.requests[1].headers["content-type"]).toBe(hasBody ? "application/json" : undefined);
  });

  it("that the platform hides are refused", async () => {
    const hiding = async () => ({ type: "opaqueredirect", status: 0 }) as Response;
    await expect(callTool(tool({}, { fetch: hiding as typeof fetch }), {})).rejects.toMatchObject({
      message: "GET /r was redirected and this platform hides where to",
    });
  });

  const refused: [title: string, location: string, message: string][] = [
    ["in a circle", "/r", "GET /r was redirected more than 5 times"],
    ["to a file", "file:///etc/passwd", "GET /r was redirected to a file: URL"],
    ["to nowhere", "http://[", "GET /r was redirected to something that is no URL"],
  ];
  it.each(refused)("%s are refused", async (_title, location, message) => {
    http.answer = (_request, response) => void response.writeHead(302, { location }).end();
    await expect(callTool(tool(), {})).rejects.toMatchObject({ name: "SourceFailure", message });
  });
});
