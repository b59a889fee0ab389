import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { OpenAPI } from "../../../../catalog/sources/openapi/index.js";
import { type CallTool, isTool } from "../../../../catalog/tool.js";
import { document, type FromSpecOptions, onlyTool } from "../../../support/openapi.js";

const skippedOf = (spec: unknown, options: Partial<FromSpecOptions> = {}) => {
  const { tools, skipped } = OpenAPI.fromSpec({ spec, baseUrl: "https://h", ...options });
  expect(Object.keys(tools)).toEqual([]);
  return skipped.map(({ reason }) => reason);
};

describe("documents that are refused", () => {
  const rows: [title: string, spec: unknown, skipped: unknown][] = [
    ["nothing", undefined, [{ method: "*", path: "*", reason: "the document is missing, not an OpenAPI description" }]],
    ["a list", [], [{ method: "*", path: "*", reason: "the document is an array, not an OpenAPI description" }]],
    [
      "no version",
      {},
      [{ method: "*", path: "*", reason: "the document is an object without a version, not an OpenAPI description" }],
    ],
    ["no JSON", "{", [expect.objectContaining({ reason: expect.stringMatching(/^the document is not valid JSON: /) })]],
    [
      "Swagger 2.0, by name, with each operation",
      { swagger: "2.0", paths: { "/a": { get: { operationId: "x" }, post: {} } } },
      [
        {
          method: "GET",
          path: "/a",
          operationId: "x",
          reason: "the document is Swagger 2.0, which is not supported; convert it to OpenAPI 3",
        },
        {
          method: "POST",
          path: "/a",
          reason: "the document is Swagger 2.0, which is not supported; convert it to OpenAPI 3",
        },
      ],
    ],
    [
      "a later version",
      { openapi: "4.0.0", paths: {} },
      [{ method: "*", path: "*", reason: "the document is OpenAPI 4.0.0; 3.0 and 3.1 are supported" }],
    ],
  ];
  it.each(rows)("%s", (_title, spec, skipped) => {
    expect(OpenAPI.fromSpec({ spec })).toEqual({ tools: {}, skipped });
  });

  it("accepts JSON text and no paths at all", () => {
    expect(OpenAPI.fromSpec({ spec: '{"openapi":"3.1.0"}' })).toEqual({ tools: {}, skipped: [] });
    expect(OpenAPI.fromSpec({ spec: { openapi: "3.1.0", paths: [], webhooks: { a: { post: {} } } } })).toEqual({
      tools: {},
      skipped: [],
    });
  });
});

describe("operations that are skipped, each with its reason", () => {
  const parameter = (more: object) => ({ parameters: [{ name: "q", in: "query", schema: {}, ...more }] });
  const body = (content: object) => ({ requestBody: { content } });
  const rows: [title: string, operation: object, place: object, reason: string][] = [
    ["trace", {}, { method: "trace" }, "TRACE requests cannot be sent"],
    ["no template", {}, { path: "r" }, 'the path "r" is not a path template'],
    ["dots", {}, { path: "/a/../b" }, 'the path "/a/../b" has a segment "." or ".."'],
    ["undescribed variable", {}, { path: "/r/{id}" }, 'its path uses "{id}", which no parameter describes'],
    [
      "stray path parameter",
      parameter({ in: "path", required: true }),
      {},
      'its path parameter "q" is not in its path',
    ],
    ["no name", { parameters: [{ in: "query" }] }, {}, "one of its parameters has no name or no valid location"],
    [
      "Swagger's body parameter",
      { parameters: [{ name: "b", in: "body" }] },
      {},
      "one of its parameters has no name or no valid location",
    ],
    [
      "style in the wrong place",
      parameter({ style: "matrix" }),
      {},
      'the style "matrix" of its parameter "q" does not exist in a query',
    ],
    [
      "XML parameter",
      { parameters: [{ name: "q", in: "query", content: { "application/xml": {} } }] },
      {},
      'its parameter "q" is of media type application/xml',
    ],
    ["header name", parameter({ in: "header", name: "a b" }), {}, 'its header parameter "a b" is not a header name'],
    [
      "broken reference",
      { parameters: [{ $ref: "#/components/parameters/none" }] },
      {},
      'it refers to "#/components/parameters/none", which leads nowhere',
    ],
    [
      "external parameter",
      { parameters: [{ $ref: "common.yaml#/q" }] },
      {},
      'it refers to "common.yaml#/q", outside of the document',
    ],
    [
      "external schema, deep",
      body({
        "application/json": { schema: { type: "array", items: { properties: { a: { $ref: "https://x/y.json" } } } } },
      }),
      { method: "post" },
      'it refers to "https://x/y.json", outside of the document',
    ],
    [
      "external reply",
      { responses: { 200: { $ref: "r.yaml" } } },
      {},
      'it refers to "r.yaml", outside of the document',
    ],
    [
      "circular parameter",
      { parameters: [{ $ref: "#/components/parameters/a" }] },
      { components: { parameters: { a: { $ref: "#/components/parameters/a" } } } },
      'it refers to "#/components/parameters/a", which leads nowhere',
    ],
    [
      "body on GET",
      body({ "application/json": { schema: { type: "object", properties: { a: {} } } } }),
      {},
      "GET requests cannot carry its body",
    ],
    [
      "XML body",
      body({ "application/xml": { schema: { type: "object" } } }),
      { method: "post" },
      "its body is of media type application/xml",
    ],
    ["unknown body", body({ "*/*": {} }), { method: "post" }, "the schema of its */* body does not say what to send"],
    [
      "unknown form style",
      body({
        "application/x-www-form-urlencoded": {
          schema: { type: "object", properties: { a: {} } },
          encoding: { a: { style: "simple" } },
        },
      }),
      { method: "post" },
      'the encoding of the body property "a" is of the unknown style "simple"',
    ],
    ["not an operation", null as never, {}, "the operation is null, not an object"],
  ];
  it.each(rows)("%s", (_title, operation, place, reason) => {
    const spec =
      operation === null
        ? { openapi: "3.0.0", paths: { "/r": { get: null } } }
        : document(operation as Record<string, unknown>, place as never);
    expect(skippedOf(spec)).toEqual([reason]);
  });

  it("names a path item that lies elsewhere or nowhere, and takes what is beside the reference", () => {
    const paths = {
      "/a": { $ref: "paths.yaml#/a", get: { operationId: "beside" } },
      "/b": { $ref: "#/nowhere" },
      "/c": { $ref: "#/components/pathItems/c" },
    };
    const { tools, skipped } = OpenAPI.fromSpec({
      spec: { openapi: "3.1.0", paths, components: { pathItems: { c: { put: {} } } } },
      baseUrl: "https://h",
    });
    expect(Object.keys(tools)).toEqual(["beside", "put_c"]);
    expect(skipped).toEqual([
      { method: "*", path: "/a", reason: 'it refers to "paths.yaml#/a", outside of the document' },
      { method: "*", path: "/b", reason: 'it refers to "#/nowhere", which leads nowhere' },
    ]);
  });

  it("never throws, whatever stands in place of any part of a document", () => {
    const whole = {
      openapi: "3.0.3",
      servers: [{ url: "https://{a}", variables: { a: { default: "x" } } }],
      security: [{ k: [] }],
      paths: {
        "/r/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          post: {
            operationId: "o",
            tags: ["t"],
            parameters: [{ name: "q", in: "query", content: { "application/json": { schema: {} } } }],
            requestBody: {
              content: {
                "application/x-www-form-urlencoded": {
                  schema: {
                    type: "object",
                    required: ["a"],
                    properties: { a: { type: "array", items: { $ref: "#/components/schemas/S" } } },
                  },
                  encoding: { a: { style: "form", headers: { h: { required: false } } } },
                },
                "multipart/form-data": { schema: { type: "object", properties: { f: { type: "string" } } } },
              },
            },
            responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/S" } } } } },
          },
        },
      },
      components: {
        schemas: { S: { type: "string" } },
        securitySchemes: { k: { type: "apiKey", in: "header", name: "K" } },
      },
    };
    expect(Object.keys(OpenAPI.fromSpec({ spec: whole }).tools)).toEqual(["o"]);
    const places: (string | number)[][] = [];
    const collect = (value: unknown, path: (string | number)[]) => {
      places.push(path);
      if (typeof value !== "object" || value === null) return;
      for (const key of Object.keys(value)) collect((value as Record<string, unknown>)[key], [...path, key]);
    };
    collect(whole, []);
    let made = 0;
    for (const path of places) {
      for (const junk of [null, true, 0, "", "x", [], [null], {}, { $ref: "#/" }, { $ref: 5 }, { $ref: "#/paths" }]) {
        const copy = { root: structuredClone(whole) as unknown };
        let holder = copy as Record<string | number, unknown>;
        for (const key of ["root", ...path].slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
        holder[["root", ...path].at(-1)!] = junk;
        const { tools, skipped } = OpenAPI.fromSpec({ spec: copy.root });
        made += Object.keys(tools).length;
        for (const { reason } of skipped) expect(reason).not.toMatch(/undefined|\[object/);
      }
    }
    expect(made).toBeGreaterThan(100);
  });
});

describe("servers", () => {
  const rows: [
    title: string,
    levels: { root?: unknown; item?: unknown; operation?: unknown },
    baseUrl: string | undefined,
    url: string,
  ][] = [
    [
      "the document's",
      { root: [{ url: "https://a.dev/v1/" }, { url: "https://b.dev" }] },
      undefined,
      "https://a.dev/v1/r",
    ],
    [
      "the path's before it",
      { root: [{ url: "https://a.dev" }], item: [{ url: "https://p.dev" }] },
      undefined,
      "https://p.dev/r",
    ],
    [
      "the operation's before both",
      { root: [{ url: "https://a.dev" }], item: [{ url: "https://p.dev" }], operation: [{ url: "https://o.dev" }] },
      undefined,
      "https://o.dev/r",
    ],
    [
      "the host's before all",
      { root: [{ url: "https://a.dev" }], operation: [{ url: "https://o.dev" }] },
      "http://localhost:81/x/",
      "http://localhost:81/x/r",
    ],
    [
      "variables",
      {
        root: [
          {
            url: "https://{region}.a.dev:{port}/{v}",
            variables: { region: { default: "eu" }, port: { default: 8443 }, v: { default: "v2", enum: ["v1", "v2"] } },
          },
        ],
      },
      undefined,
      "https://eu.a.dev:8443/v2/r",
    ],
    ["a host without scheme", { root: [{ url: "//a.local" }] }, undefined, "https://a.local/r"],
    ["relative, with the host's", { root: [{ url: "/api" }] }, "https://h", "https://h/r"],
  ];
  it.each(rows)("%s", async (_title, { root, item, operation }, baseUrl, url) => {
    const spec = document(operation === undefined ? {} : { servers: operation }, {
      ...(root === undefined ? {} : { servers: root }),
    } as never);
    if (item !== undefined) (spec.paths as Record<string, Record<string, unknown>>)["/r"].servers = item;
    const asked: string[] = [];
    const fake = (async (input: string) => {
      asked.push(input);
      return new Response(null, { status: 204 });
    }) as unknown as typeof fetch;
    const tool = onlyTool({ spec, baseUrl, fetch: fake });
    expect(await tool.run({} as never, { signal: new AbortController().signal } as never)).toBe(null);
    expect(asked).toEqual([url]);
  });

  const skipped: [servers: unknown, baseUrl: string | undefined, reason: string][] = [
    [undefined, undefined, 'its server URL "/" is relative and no baseUrl is given'],
    [[{ url: "/v1" }], undefined, 'its server URL "/v1" is relative and no baseUrl is given'],
    [[{ url: "ws://x" }], undefined, 'its server URL "ws://x" is not an http or https URL without query'],
    [[{ url: "https://{h}" }], undefined, 'its server URL uses the variable "h", which has no default'],
    [[{ url: "https://a" }], "a.dev", 'baseUrl "a.dev" is not an absolute http or https URL without query'],
    [
      [{ url: "https://a" }],
      "https://a?x=1",
      'baseUrl "https://a?x=1" is not an absolute http or https URL without query',
    ],
  ];
  it.each(skipped)("skips %j with baseUrl %s", (servers, baseUrl, reason) => {
    expect(skippedOf(document({}, { servers } as never), { baseUrl })).toEqual([reason]);
  });
});

describe("names", () => {
  const names = (paths: Record<string, unknown>, options: Partial<FromSpecOptions> = {}) =>
    Object.keys(OpenAPI.fromSpec({ spec: { openapi: "3.1.0", paths }, baseUrl: "https://h", ...options }).tools);

  it("are the operationIds, as they are", () => {
    const paths = {
      "/a": {
        get: { operationId: "issues.list" },
        post: { operationId: "repos/list-for-org" },
        put: { operationId: "__proto__" },
        delete: { operationId: "Get a thing" },
      },
    };
    expect(names(paths)).toEqual(["issues.list", "repos/list-for-org", "__proto__", "Get a thing"]);
  });

  it("are made of method and path where there is none, or none that is free and usable", () => {
    const id = [{ name: "id", in: "path", required: true, schema: {} }];
    const paths = {
      "/users/{id}": { parameters: id, get: {}, delete: { operationId: "" }, patch: { operationId: "a..b" } },
      "/users/id": { get: {} },
      "/v1.0/x-y/": {
        get: { operationId: "$codemode.search" },
        post: { operationId: "same" },
        put: { operationId: "same" },
      },
      "/": { get: {} },
    };
    expect(names(paths)).toEqual([
      "get_users_id",
      "delete_users_id",
      "patch_users_id",
      "get_users_id_2",
      "get_v1_0_x_y",
      "same",
      "put_v1_0_x_y",
      "get",
    ]);
  });

  it("can be chosen from", () => {
    const paths = {
      "/a": { get: { operationId: "one", tags: ["x"] }, post: { operationId: "two", deprecated: true } },
      "/b": { get: {} },
    };
    expect(names(paths, { operations: ["two", "GET /b"] })).toEqual(["two", "get_b"]);
    expect(names(paths, { operations: ({ tags }) => tags.includes("x") })).toEqual(["one"]);
    expect(names(paths, { operations: ({ deprecated, method }) => !deprecated && method === "GET" })).toEqual([
      "one",
      "get_b",
    ]);
    expect(
      OpenAPI.fromSpec({ spec: { openapi: "3.0.0", paths: { "/a": { trace: {} } } }, operations: [] }).skipped,
    ).toEqual([]);
  });
});

describe("inputs", () => {
  const inputOf = (operation: Record<string, unknown>, place: object = {}) => {
    const tool = onlyTool({ spec: document(operation, place as never), baseUrl: "https://h" });
    return (tool.input as { jsonSchema: { properties: object; required?: string[] } }).jsonSchema;
  };

  it("are flat, described, and closed", () => {
    const input = inputOf(
      {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: "The order",
            schema: { type: "integer", description: "schema's" },
          },
          { name: "q", in: "query", deprecated: true, schema: { $ref: "#/components/schemas/Q" } },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Body" } } },
        },
      },
      {
        method: "post",
        path: "/r/{id}",
        components: {
          schemas: {
            Q: { type: "string" },
            Body: {
              type: "object",
              required: ["name"],
              properties: { name: { type: "string" }, child: { $ref: "#/components/schemas/Body" } },
            },
          },
        },
      },
    );
    expect(input).toEqual({
      type: "object",
      properties: {
        id: { type: "integer", description: "The order" },
        q: { $ref: "#/components/schemas/Q", deprecated: true },
        name: { type: "string" },
        child: { $ref: "#/components/schemas/Body" },
      },
      required: ["id", "name"],
      additionalProperties: false,
    });
    // The parts that references lead to are there, and stay out of copies and print.
    expect((input as { components?: { schemas: object } }).components?.schemas).toHaveProperty("Body");
    expect(JSON.stringify(input)).not.toContain('components":{');
  });

  it("are prefixed by their location where two have one name", () => {
    const input = inputOf(
      {
        parameters: [
          { name: "id", in: "path", required: true, schema: {} },
          { name: "id", in: "query", schema: {} },
          { name: "query_id", in: "header", schema: {} },
          { name: "body", in: "query", schema: {} },
        ],
        requestBody: { required: true, content: { "application/json": { schema: { type: "array" } } } },
      },
      { method: "put", path: "/r/{id}" },
    );
    expect(Object.keys(input.properties)).toEqual(["path_id", "query_id_", "query_id", "query_body", "body_body"]);
    expect(input.required).toEqual(["path_id", "body_body"]);
  });

  it("carry the operation's words and the method's meaning", () => {
    const tool = onlyTool({
      spec: document({ summary: "List orders", description: "All */ of them.", deprecated: true }),
      baseUrl: "https://h",
    });
    expect(tool.description).toBe("Deprecated. List orders\n\nAll */ of them.");
    expect(tool.annotations).toEqual({
      title: "List orders",
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
    const remove = onlyTool({ spec: document({}, { method: "delete" }), baseUrl: "https://h" });
    expect(remove.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  });

  it("survive a document that was dereferenced into circles", () => {
    const node: Record<string, unknown> = { type: "object", properties: {} };
    (node.properties as Record<string, unknown>).child = node;
    const spec = document({ requestBody: { content: { "application/json": { schema: node } } } }, { method: "post" });
    expect(isTool(onlyTool({ spec, baseUrl: "https://h" }))).toBe(true);
  });
});

const shared = new URL("../../../../../shared/data/openapi/", import.meta.url);
const read = (file: string): unknown => {
  const bytes = readFileSync(new URL(file, shared));
  return JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
};

describe.skipIf(!existsSync(shared))("documents of real services", () => {
  const files = existsSync(shared) ? readdirSync(shared).filter((file) => /\.json(\.gz)?$/.test(file)) : [];
  const named = /^(github|stripe|kubernetes|slack|jira|spotify|digitalocean|box|twilio|asana)\./;

  it("become tools: at least 97 % of ten of them, and every operation is accounted for", () => {
    let tools = 0;
    let all = 0;
    for (const file of files) {
      const spec = read(file) as { paths: Record<string, Record<string, unknown>> };
      const source = OpenAPI.fromSpec({ spec });
      const operations = Object.values(spec.paths).flatMap((item) =>
        Object.keys(item).filter((key) => /^(get|put|post|delete|options|head|patch|trace)$/.test(key)),
      );
      const made = Object.values(source.tools);
      expect(
        made.every((tool) => isTool(tool)),
        file,
      ).toBe(true);
      expect(made.length + source.skipped.length, file).toBe(operations.length);
      if (named.test(file)) {
        tools += made.length;
        all += operations.length;
      }
    }
    expect(all).toBe(4_194);
    expect(tools / all).toBeGreaterThanOrEqual(0.97);
  });

  it("are quick and small: GitHub's 1,223 operations", () => {
    const spec = read("github.json.gz");
    const heap = () => {
      (globalThis as { gc?: () => void }).gc?.();
      return process.memoryUsage().heapUsed;
    };
    OpenAPI.fromSpec({ spec });
    const before = heap();
    const started = process.cpuUsage();
    const { tools } = OpenAPI.fromSpec({ spec });
    const { user, system } = process.cpuUsage(started);
    const grown = process.memoryUsage().heapUsed - before;
    expect(Object.keys(tools).length).toBe(1_223);
    expect((user + system) / 1_000).toBeLessThan(300);
    expect(grown / 1e6).toBeLessThan(60);
    expect((tools["repos/get"] as CallTool).description).toMatch(/^Get a repository/);
  });
});
