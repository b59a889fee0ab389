import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OpenAPI } from "../../../../catalog/sources/openapi/index.js";
import { type Recorder, startRecorder } from "../../../support/http-recorder.js";
import { callTool, document, type FromSpecOptions, onlyTool } from "../../../support/openapi.js";

let http: Recorder;
beforeAll(async () => {
  http = await startRecorder();
});
afterAll(() => http.close());
beforeEach(() => {
  http.requests.length = 0;
});

const components = {
  securitySchemes: {
    bearer: { type: "http", scheme: "Bearer" },
    basic: { type: "http", scheme: "basic" },
    header: { type: "apiKey", in: "header", name: "X-Key" },
    query: { type: "apiKey", in: "query", name: "api key" },
    cookie: { type: "apiKey", in: "cookie", name: "sid" },
    oauth: { type: "oauth2", flows: {} },
    oidc: { type: "openIdConnect", openIdConnectUrl: "https://x" },
    mtls: { type: "mutualTLS" },
    digest: { type: "http", scheme: "digest" },
    alias: { $ref: "#/components/securitySchemes/bearer" },
    odd: { type: "apiKey", in: "body", name: "x" },
  },
};
const spec = (security: unknown, root: object = {}, operation: object = {}) =>
  document({ ...operation, ...(security === undefined ? {} : { security }) }, { components, ...root } as never);

async function seen(security: unknown, auth: FromSpecOptions["auth"], root: object = {}) {
  await callTool(onlyTool({ spec: spec(security, root), baseUrl: http.origin, auth }), {});
  const { headers, target } = http.requests[0];
  return { authorization: headers.authorization, key: headers["x-key"], cookie: headers.cookie, target };
}

const none = { authorization: undefined, key: undefined, cookie: undefined, target: "/r" };

describe("credentials on the wire", () => {
  const rows: [title: string, security: unknown, auth: FromSpecOptions["auth"], seen: object][] = [
    ["bearer", [{ bearer: [] }], { bearer: "t" }, { authorization: "Bearer t" }],
    [
      "basic",
      [{ basic: [] }],
      { basic: { username: "é", password: "p:w" } },
      { authorization: `Basic ${Buffer.from("é:p:w").toString("base64")}` },
    ],
    ["basic as a text", [{ basic: [] }], { basic: "u:p" }, { authorization: "Basic dTpw" }],
    ["key in a header", [{ header: [] }], { header: "k" }, { key: "k" }],
    ["key in the query", [{ query: [] }], { query: "k&l" }, { target: "/r?api%20key=k%26l" }],
    ["key in a cookie", [{ cookie: [] }], { cookie: "a;b" }, { cookie: "sid=a%3Bb" }],
    ["oauth2", [{ oauth: ["read"] }], { oauth: "t" }, { authorization: "Bearer t" }],
    ["openIdConnect", [{ oidc: [] }], { oidc: "t" }, { authorization: "Bearer t" }],
    ["a reference", [{ alias: [] }], { alias: "t" }, { authorization: "Bearer t" }],
    ["mutual TLS is the fetch's", [{ mtls: [] }], { mtls: "by the host" }, {}],
    [
      "all of one alternative",
      [{ bearer: [], header: [], query: [], cookie: [] }],
      { bearer: "t", header: "k", query: "q", cookie: "c" },
      { authorization: "Bearer t", key: "k", cookie: "sid=c", target: "/r?api%20key=q" },
    ],
    ["the first alternative that is there", [{ bearer: [] }, { header: [] }], { header: "k" }, { key: "k" }],
    [
      "an alternative is all or nothing",
      [{ bearer: [], query: [] }, { header: [] }],
      { bearer: "t", header: "k" },
      { key: "k" },
    ],
    ["optional, there", [{}, { bearer: [] }], { bearer: "t" }, { authorization: "Bearer t" }],
    ["optional, not there", [{ bearer: [] }, {}], {}, {}],
    ["none", [], { bearer: "t" }, {}],
    ["not declared", undefined, { bearer: "t" }, {}],
    [
      "an alternative that no host can satisfy is passed over",
      [{ digest: [] }, { header: [] }],
      { digest: "d", header: "k" },
      { key: "k" },
    ],
    [
      "from one function",
      [{ oauth: ["read", "write"] }],
      ({ scheme, scopes, method, path, operationId }) => [scheme, ...scopes, method, path, operationId].join("."),
      { authorization: "Bearer oauth.read.write.GET./r.op" },
    ],
    ["from a function of its own", [{ header: [] }], { header: async () => "late" }, { key: "late" }],
    [
      "a function that has none",
      [{ bearer: [] }, { header: [] }],
      { bearer: () => undefined, header: "k" },
      { key: "k" },
    ],
  ];
  it.each(rows)("%s", async (_title, security, auth, expected) => {
    expect(await seen(security, auth)).toEqual({ ...none, ...expected });
  });

  it("uses the document's requirement where the operation has none, and the operation's empty one in place of it", async () => {
    expect(await seen(undefined, { bearer: "t" }, { security: [{ bearer: [] }] })).toEqual({
      ...none,
      authorization: "Bearer t",
    });
    http.requests.length = 0;
    expect(await seen([], { bearer: "t" }, { security: [{ bearer: [] }] })).toEqual(none);
  });

  it("asks anew at each call, after the input is known to be good", async () => {
    let asked = 0;
    const operation = { parameters: [{ name: "q", in: "query", required: true, schema: {} }] };
    const tool = onlyTool({
      spec: spec([{ bearer: [] }], {}, operation),
      baseUrl: http.origin,
      auth: { bearer: () => `t${++asked}` },
    });
    await expect(callTool(tool, {})).rejects.toThrow("refused: q: required, but missing");
    expect(asked).toBe(0);
    await callTool(tool, { q: 1 });
    await callTool(tool, { q: 2 });
    expect(http.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer t1", "Bearer t2"]);
  });

  it("takes a parameter that is the credential out of the input", async () => {
    const operation = {
      parameters: [
        { name: "X-Key", in: "header", required: true, schema: {} },
        { name: "api key", in: "query", schema: {} },
      ],
    };
    const tool = onlyTool({ spec: spec([{ header: [] }], {}, operation), baseUrl: http.origin, auth: { header: "k" } });
    await callTool(tool, { "api key": "mine" });
    expect(http.requests[0].headers["x-key"]).toBe("k");
    await expect(callTool(tool, { "X-Key": "forged" })).rejects.toThrow('unknown property "X-Key"; allowed: "api key"');
  });

  it("sends the host's headers with every request", async () => {
    const tool = onlyTool({
      spec: spec(undefined),
      baseUrl: http.origin,
      headers: { "X-Tenant": "a", "User-Agent": "test/1" },
    });
    await callTool(tool, {});
    expect(http.requests[0].headers).toMatchObject({ "x-tenant": "a", "user-agent": "test/1" });
  });
});

describe("failing closed", () => {
  const rows: [title: string, security: unknown, auth: FromSpecOptions["auth"], message: string][] = [
    ["nothing given", [{ bearer: [] }], undefined, 'GET /r needs credentials for "bearer", and none are given'],
    [
      "not enough given",
      [{ bearer: [], header: [] }, { query: [] }],
      { bearer: "t" },
      'GET /r needs credentials for "bearer" and "header" or "query", and none are given',
    ],
    [
      "a prototype's name",
      [{ bearer: [] }],
      Object.create({ bearer: "inherited" }),
      'GET /r needs credentials for "bearer", and none are given',
    ],
    [
      "empty",
      [{ bearer: [] }],
      { bearer: "" },
      'GET /r cannot use the credentials for "bearer": a text that is not empty is expected',
    ],
    [
      "a line break",
      [{ header: [] }],
      { header: "secret\r\nx: y" },
      'GET /r cannot use the credentials for "header": a text without line breaks is expected',
    ],
    [
      "no password",
      [{ basic: [] }],
      { basic: "secret" },
      'GET /r cannot use the credentials for "basic": a username and a password are expected',
    ],
    [
      "a pair for a token",
      [{ bearer: [] }],
      { bearer: { username: "u", password: "secret" } },
      'GET /r cannot use the credentials for "bearer": a text that is not empty is expected',
    ],
    [
      "a function that fails",
      [{ bearer: [] }, {}],
      { bearer: () => Promise.reject(new Error("vault is sealed")) },
      'GET /r cannot use the credentials for "bearer": the host could not provide them (vault is sealed)',
    ],
  ];
  it.each(rows)("%s", async (_title, security, auth, message) => {
    const tool = onlyTool({ spec: spec(security), baseUrl: http.origin, auth });
    await expect(callTool(tool, {})).rejects.toMatchObject({ name: "SourceFailure", message });
    expect(http.requests.length).toBe(0);
  });

  const skipped: [security: unknown, reason: string][] = [
    [[{ digest: [] }], 'it needs the security scheme "digest" of type http digest'],
    [[{ nowhere: [] }], 'it needs the security scheme "nowhere", which the document does not define'],
    [[{ odd: [] }], 'it needs the security scheme "odd" of type apiKey in body'],
    [
      [{ bearer: [], basic: [] }],
      'it needs the security scheme "basic" and another one, both in the header authorization',
    ],
  ];
  it.each(skipped)("skips %j", (security, reason) => {
    expect(OpenAPI.fromSpec({ spec: spec(security), baseUrl: http.origin }).skipped).toEqual([
      { method: "GET", path: "/r", operationId: "op", reason },
    ]);
  });
});
