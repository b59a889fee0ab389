import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Recorder, startRecorder } from "../../../support/http-recorder.js";
import { callTool, document, onlyTool } from "../../../support/openapi.js";

let http: Recorder;
beforeAll(async () => {
  http = await startRecorder();
});
afterAll(() => http.close());
beforeEach(() => {
  http.requests.length = 0;
});

type Place = { method?: string; path?: string; [key: string]: unknown };

async function sent(operation: Record<string, unknown>, place: Place, input: unknown) {
  const tool = onlyTool({ spec: document(operation, place), baseUrl: `${http.origin}/v1` });
  await callTool(tool, input);
  return http.requests[0];
}

const parameter = (name: string, location: string, more: Record<string, unknown> = {}) => ({
  name,
  in: location,
  schema: {},
  ...(location === "path" ? { required: true } : {}),
  ...more,
});

describe("request targets, byte for byte", () => {
  const array = ["a b", "c"];
  const object = { R: 100, G: 200 };
  const rows: [title: string, path: string, parameters: object[], input: object, target: string][] = [
    ["no parameter", "/r", [], {}, "/v1/r"],
    ["path, simple", "/r/{id}", [parameter("id", "path")], { id: "a/b ?#%é" }, "/v1/r/a%2Fb%20%3F%23%25%C3%A9"],
    [
      "path, two in one segment",
      "/r/{a}-{b}.json",
      [parameter("a", "path"), parameter("b", "path")],
      { a: 1, b: "x" },
      "/v1/r/1-x.json",
    ],
    ["path, simple array", "/r/{id}", [parameter("id", "path")], { id: array }, "/v1/r/a%20b,c"],
    [
      "path, simple object, explode",
      "/r/{id}",
      [parameter("id", "path", { explode: true })],
      { id: object },
      "/v1/r/R=100,G=200",
    ],
    ["path, label", "/r/{id}", [parameter("id", "path", { style: "label" })], { id: 5 }, "/v1/r/.5"],
    [
      "path, label, explode",
      "/r/{id}",
      [parameter("id", "path", { style: "label", explode: true })],
      { id: array },
      "/v1/r/.a%20b.c",
    ],
    ["path, matrix", "/r/{id}", [parameter("id", "path", { style: "matrix" })], { id: array }, "/v1/r/;id=a%20b,c"],
    [
      "path, matrix, explode",
      "/r/{id}",
      [parameter("id", "path", { style: "matrix", explode: true })],
      { id: object },
      "/v1/r/;R=100;G=200",
    ],
    [
      "path, content",
      "/r/{id}",
      [{ name: "id", in: "path", required: true, content: { "application/json": {} } }],
      { id: { a: 1 } },
      "/v1/r/%7B%22a%22%3A1%7D",
    ],
    [
      "query, in the document's order",
      "/r",
      [parameter("b", "query"), parameter("a", "query")],
      { a: 1, b: true },
      "/v1/r?b=true&a=1",
    ],
    [
      "query, brackets in the name",
      "/r",
      [parameter("filter[name]", "query"), parameter("ids[]", "query")],
      { "filter[name]": "x", "ids[]": [1, 2] },
      "/v1/r?filter%5Bname%5D=x&ids%5B%5D=1&ids%5B%5D=2",
    ],
    [
      "query, odd names",
      "/r",
      [parameter("StartTime>", "query"), parameter("a&b", "query")],
      { "StartTime>": "x", "a&b": "=" },
      "/v1/r?StartTime%3E=x&a%26b=%3D",
    ],
    ["query, form array", "/r", [parameter("q", "query")], { q: array }, "/v1/r?q=a%20b&q=c"],
    ["query, csv", "/r", [parameter("q", "query", { explode: false })], { q: array }, "/v1/r?q=a%20b,c"],
    [
      "query, spaceDelimited",
      "/r",
      [parameter("q", "query", { style: "spaceDelimited" })],
      { q: array },
      "/v1/r?q=a%20b%20c",
    ],
    [
      "query, pipeDelimited",
      "/r",
      [parameter("q", "query", { style: "pipeDelimited" })],
      { q: array },
      "/v1/r?q=a%20b%7Cc",
    ],
    [
      "query, deepObject",
      "/r",
      [parameter("q", "query", { style: "deepObject" })],
      { q: { a: { b: 1 } } },
      "/v1/r?q%5Ba%5D%5Bb%5D=1",
    ],
    [
      "query, content",
      "/r",
      [{ name: "q", in: "query", content: { "application/json": { schema: {} } } }],
      { q: { a: [1] } },
      "/v1/r?q=%7B%22a%22%3A%5B1%5D%7D",
    ],
    [
      "query, allowReserved",
      "/r",
      [parameter("q", "query", { allowReserved: true })],
      { q: "a/b:c?d&e f" },
      "/v1/r?q=a/b:c?d%26e%20f",
    ],
    [
      "query, empty text and absent",
      "/r",
      [parameter("a", "query"), parameter("b", "query"), parameter("c", "query")],
      { a: "", c: null },
      "/v1/r?a=",
    ],
    ["a query in the path", "/r?action=x", [parameter("a", "query")], { a: 1 }, "/v1/r?action=x&a=1"],
    ["a fragment in the path", "/r#other", [parameter("a", "query")], { a: 1 }, "/v1/r?a=1"],
    [
      "one name in three places",
      "/r/{id}",
      [parameter("id", "path"), parameter("id", "query"), parameter("q", "query")],
      { path_id: 1, query_id: 2, q: 3 },
      "/v1/r/1?id=2&q=3",
    ],
  ];
  it.each(rows)("%s", async (_title, path, parameters, input, target) => {
    expect((await sent({ parameters }, { path }, input)).target).toBe(target);
  });

  it("takes path-level parameters, and the operation's own in place of them", async () => {
    const spec = document({ parameters: [parameter("a", "query", { style: "pipeDelimited" })] });
    (spec.paths as Record<string, Record<string, unknown>>)["/r"].parameters = [
      parameter("a", "query"),
      parameter("b", "query"),
    ];
    await callTool(onlyTool({ spec, baseUrl: http.origin }), { a: [1, 2], b: 3 });
    expect(http.requests[0].target).toBe("/r?a=1%7C2&b=3");
  });
});

describe("headers and cookies, byte for byte", () => {
  it("writes simple headers, and none of the request's own", async () => {
    const names = ["X-One", "X-List", "X-Obj", "Accept", "Content-Type", "Authorization"];
    const parameters = names.map((name) => parameter(name, "header", name === "X-Obj" ? { explode: true } : {}));
    const tool = onlyTool({ spec: document({ parameters }), baseUrl: http.origin });
    await callTool(tool, { "X-One": "a b", "X-List": [1, 2], "X-Obj": { a: 1, b: 2 } });
    expect(http.requests[0].headers).toMatchObject({
      "x-one": "a b",
      "x-list": "1,2",
      "x-obj": "a=1,b=2",
      accept: "application/json",
    });
    expect(http.requests[0].headers).not.toHaveProperty("authorization");
    await expect(callTool(tool, { Accept: "x" })).rejects.toThrow(
      'refused: unknown property "Accept"; allowed: "X-One", "X-List", "X-Obj"',
    );
    await expect(callTool(tool, { "X-One": "a\r\nb: c" })).rejects.toThrow(
      "refused: X-One: expected a text without line breaks",
    );
  });

  it("writes form cookies", async () => {
    const parameters = [parameter("a", "cookie"), parameter("l", "cookie", { explode: false })];
    const { headers } = await sent({ parameters }, {}, { a: "x; y", l: [1, 2] });
    expect(headers.cookie).toBe("a=x%3B%20y; l=1,2");
  });
});

describe("bodies, byte for byte", () => {
  const props = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    type: "object",
    properties,
    ...more,
  });
  const content = (type: string, schema: unknown, more: Record<string, unknown> = {}) => ({
    required: true,
    content: { [type]: { schema, ...more } },
  });
  const text = { type: "string" };
  const rows: [
    title: string,
    method: string,
    requestBody: object,
    input: object,
    type: string | undefined,
    body: string,
  ][] = [
    [
      "JSON, flat",
      "post",
      content("application/json", props({ a: text, b: {} })),
      { a: "é", b: { c: [1, null] } },
      "application/json",
      '{"a":"é","b":{"c":[1,null]}}',
    ],
    [
      "JSON, null is sent",
      "post",
      content("application/json", props({ a: {} })),
      { a: null },
      "application/json",
      '{"a":null}',
    ],
    ["JSON, required and empty", "post", content("application/json", props({ a: {} })), {}, "application/json", "{}"],
    [
      "JSON, a list",
      "put",
      content("application/json", { type: "array", items: text }),
      { body: ["a"] },
      "application/json",
      '["a"]',
    ],
    [
      "JSON, open object",
      "post",
      content("application/json", { type: "object", additionalProperties: true }),
      { body: { x: 1 } },
      "application/json",
      '{"x":1}',
    ],
    [
      "JSON, one of",
      "post",
      content("application/json", { oneOf: [{ type: "string" }, { type: "object" }] }),
      { body: "x" },
      "application/json",
      '"x"',
    ],
    [
      "JSON, a property named $ref",
      "post",
      content("application/json", props({ $ref: text })),
      { $ref: "x" },
      "application/json",
      '{"$ref":"x"}',
    ],
    [
      "JSON, a property named __proto__",
      "post",
      content("application/json", JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')),
      JSON.parse('{"__proto__":"x"}'),
      "application/json",
      '{"__proto__":"x"}',
    ],
    [
      "JSON variant",
      "post",
      content("application/vnd.api+json", props({ a: text })),
      { a: "x" },
      "application/vnd.api+json",
      '{"a":"x"}',
    ],
    [
      "JSON before the others",
      "post",
      {
        content: {
          "text/plain": { schema: text },
          "application/x-www-form-urlencoded": { schema: props({ a: text }) },
          "application/json; charset=utf-8": { schema: props({ a: text }) },
        },
      },
      { a: "x" },
      "application/json; charset=utf-8",
      '{"a":"x"}',
    ],
    ["*/* with a structure", "delete", content("*/*", props({ a: text })), { a: "x" }, "application/json", '{"a":"x"}'],
    ["*/* with a text", "post", content("*/*", text), { body: "x" }, "text/plain", "x"],
    [
      "DELETE with a body",
      "delete",
      content("application/json", props({ ids: {} })),
      { ids: [1] },
      "application/json",
      '{"ids":[1]}',
    ],
    ["text", "post", content("text/markdown", text), { body: "# é" }, "text/markdown", "# é"],
    ["XML as a text", "post", content("application/xml", text), { body: "<a/>" }, "application/xml", "<a/>"],
    [
      "bytes",
      "post",
      content("application/octet-stream", { type: "string", format: "binary" }),
      { body: { $bytes: "AP9B" } },
      "application/octet-stream",
      "\u0000\u00ffA",
    ],
    [
      "bytes of a file with its type",
      "put",
      content("image/*", { type: "string", format: "binary" }),
      { body: { bytes: { $bytes: "QUI=" }, name: "a.png", type: "image/png" } },
      "image/png",
      "AB",
    ],
    [
      "form, flat",
      "post",
      content("application/x-www-form-urlencoded", props({ a: text, b: {}, c: {}, d: {} })),
      { a: "x y&z", b: [1, 2], c: true, d: { e: [1] } },
      "application/x-www-form-urlencoded",
      "a=x+y%26z&b=1&b=2&c=true&d=%7B%22e%22%3A%5B1%5D%7D",
    ],
    [
      "form, nested brackets",
      "post",
      content("application/x-www-form-urlencoded", props({ card: {}, "x[]": {} }), {
        encoding: { card: { style: "deepObject", explode: true } },
      }),
      { card: { exp: { year: 1 }, tags: ["a"] }, "x[]": [1] },
      "application/x-www-form-urlencoded",
      "card%5Bexp%5D%5Byear%5D=1&card%5Btags%5D%5B0%5D=a&x%5B%5D=1",
    ],
    [
      "form, styles",
      "post",
      content("application/x-www-form-urlencoded", props({ a: {}, b: {}, c: {}, d: {} }), {
        encoding: {
          a: { explode: false },
          b: { style: "pipeDelimited" },
          c: { contentType: "application/json" },
          d: { allowReserved: true },
        },
      }),
      { a: [1, 2], b: [1, 2], c: "x", d: "/a?b" },
      "application/x-www-form-urlencoded",
      "a=1,2&b=1%7C2&c=%22x%22&d=/a?b",
    ],
    [
      "form, nothing given",
      "post",
      content("application/x-www-form-urlencoded", props({ a: text })),
      {},
      "application/x-www-form-urlencoded",
      "",
    ],
    [
      "optional and absent",
      "post",
      { content: { "application/json": { schema: props({ a: text }) } } },
      {},
      undefined,
      "",
    ],
    [
      "an empty form on GET",
      "get",
      content("application/x-www-form-urlencoded", props({}, { additionalProperties: false })),
      {},
      undefined,
      "",
    ],
    ["no content", "post", { content: {} }, {}, undefined, ""],
  ];
  it.each(rows)("%s", async (_title, method, requestBody, input, type, body) => {
    const request = await sent({ requestBody }, { method }, input);
    expect(request.method).toBe(method.toUpperCase());
    expect(request.headers["content-type"]).toBe(type);
    expect(request.body.toString(type?.includes("octet") ? "latin1" : "utf8")).toBe(body);
  });

  it("multipart", async () => {
    const binary = { type: "string", format: "binary" };
    const requestBody = content(
      "multipart/form-data",
      props({
        note: text,
        meta: { type: "object" },
        tags: { type: "array", items: text },
        file: binary,
        more: { type: "array", items: binary },
      }),
      { encoding: { file: { contentType: "image/png, image/jpeg" } } },
    );
    const request = await sent(
      { requestBody },
      { method: "post" },
      {
        note: "é",
        meta: { a: 1 },
        tags: ["x", "y"],
        file: { $bytes: "AAEC" },
        more: ["text", { bytes: "b", name: 'q"\r\n.txt', type: "text/plain" }],
      },
    );
    const boundary = /^multipart\/form-data; boundary=(----codemode-[0-9a-f-]{36})$/.exec(
      request.headers["content-type"]!,
    )![1];
    expect(request.body.toString("latin1").replaceAll(boundary, "B")).toBe(
      [
        '--B\r\nContent-Disposition: form-data; name="note"\r\n\r\n\u00c3\u00a9\r\n',
        '--B\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
        '--B\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n',
        '--B\r\nContent-Disposition: form-data; name="tags"\r\n\r\ny\r\n',
        '--B\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: image/png\r\n\r\n\u0000\u0001\u0002\r\n',
        '--B\r\nContent-Disposition: form-data; name="more"; filename="more"\r\nContent-Type: application/octet-stream\r\n\r\ntext\r\n',
        '--B\r\nContent-Disposition: form-data; name="more"; filename="q%22%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\nb\r\n',
        "--B--\r\n",
      ].join(""),
    );
    expect(request.headers["content-length"]).toBe(String(request.body.length));
  });

  it("lets the program choose between kinds of PATCH", async () => {
    const types = ["application/json-patch+json", "application/merge-patch+json"];
    const requestBody = {
      required: true,
      content: { [types[0]]: { schema: { type: "object" } }, [types[1]]: { schema: { type: "object" } } },
    };
    const tool = onlyTool({ spec: document({ requestBody }, { method: "patch" }), baseUrl: http.origin });
    await callTool(tool, { body: [] });
    await callTool(tool, { body: { a: 1 }, contentType: types[1] });
    expect(http.requests.map(({ headers }) => headers["content-type"])).toEqual(types);
    await expect(callTool(tool, { body: {}, contentType: "text/plain" })).rejects.toThrow(
      `refused: contentType: expected one of "${types[0]}", "${types[1]}"`,
    );
  });
});

describe("inputs that are refused before anything is sent", () => {
  const text = { type: "string" };
  const body = {
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["a"],
          properties: { a: text, b: text, id: { type: "string", readOnly: true } },
        },
      },
    },
  };
  const rows: [title: string, operation: object, place: Place, input: unknown, message: string][] = [
    ["no object", {}, {}, [1], "expected an object, received array"],
    ["unknown", { parameters: [parameter("a", "query")] }, {}, { b: 1 }, 'unknown property "b"; allowed: "a"'],
    ["a prototype's name", {}, {}, { constructor: 1 }, 'unknown property "constructor"; allowed: none'],
    ["missing path", { parameters: [parameter("id", "path")] }, { path: "/r/{id}" }, {}, "id: required, but missing"],
    [
      "null path",
      { parameters: [parameter("id", "path")] },
      { path: "/r/{id}" },
      { id: null },
      "id: required, but missing",
    ],
    [
      "missing query",
      { parameters: [parameter("q", "query", { required: true })] },
      {},
      {},
      "q: required, but missing",
    ],
    ["missing body", { requestBody: { ...body, required: true } }, { method: "post" }, {}, "a: required, but missing"],
    [
      "incomplete optional body",
      { requestBody: body },
      { method: "post" },
      { b: "x" },
      "a: required when a body is sent, but missing",
    ],
    [
      "read-only property",
      { requestBody: body },
      { method: "post" },
      { a: "x", id: "y" },
      'unknown property "id"; allowed: "a", "b"',
    ],
    [
      "missing whole body",
      { requestBody: { required: true, content: { "application/json": { schema: { type: "array" } } } } },
      { method: "post" },
      {},
      "body: required, but missing",
    ],
    [
      "empty path",
      { parameters: [parameter("id", "path")] },
      { path: "/r/{id}" },
      { id: "" },
      "id: expected a value that is not empty",
    ],
    [
      "dots",
      { parameters: [parameter("id", "path")] },
      { path: "/r/{id}/x" },
      { id: ".." },
      'expected path parameters that do not make the path segment ".."',
    ],
    [
      "dots in two parts",
      { parameters: [parameter("a", "path"), parameter("b", "path")] },
      { path: "/r/{a}{b}" },
      { a: ".", b: "." },
      'expected path parameters that do not make the path segment ".."',
    ],
    [
      "nested too deeply",
      { parameters: [parameter("q", "query")] },
      {},
      { q: [{ a: 1 }] },
      "q.0: expected a text, number or boolean, received object",
    ],
    [
      "no file",
      { requestBody: { required: true, content: { "image/png": {} } } },
      { method: "post" },
      { body: 5 },
      "body: expected a text, a Uint8Array or { bytes, name, type }, received number",
    ],
  ];
  it.each(rows)("%s", async (_title, operation, place, input, message) => {
    const tool = onlyTool({ spec: document(operation as Record<string, unknown>, place), baseUrl: http.origin });
    await expect(callTool(tool, input)).rejects.toThrow(new Error(`refused: ${message}`));
    // A host that runs the tool by itself gets the same refusal.
    await expect(
      Promise.resolve(tool.run(input as never, { signal: new AbortController().signal } as never)),
    ).rejects.toMatchObject({ name: "ToolError", message });
    expect(http.requests.length).toBe(0);
  });
});
