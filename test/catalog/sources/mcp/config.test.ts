// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of configuration files are what is tested
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../../catalog/sources/mcp/config.js";

const env = { TOKEN: "t-1", EMPTY: "", HOME: "/home/ada", PORT_NUMBER: "80" };
const parse = (source: string | object) => parseConfig(source, { file: "mcp.json", env, cwd: "/project" });

describe("accepted forms", () => {
  const rows: [title: string, source: string | object, servers: unknown, disabled?: string[]][] = [
    [
      "mcpServers",
      { mcpServers: { a: { command: "npx", args: ["-y", "pkg"], env: { K: "v" }, cwd: "sub" } } },
      [{ transport: "stdio", name: "a", command: "npx", args: ["-y", "pkg"], env: { K: "v" }, cwd: "sub" }],
    ],
    [
      "command alone",
      { mcpServers: { a: { command: "srv" } } },
      [{ transport: "stdio", name: "a", command: "srv", args: [], env: {} }],
    ],
    [
      "url alone",
      { mcpServers: { a: { url: "https://x.dev/mcp" } } },
      [{ transport: "http", name: "a", url: "https://x.dev/mcp", headers: {} }],
    ],
    [
      "serverUrl",
      { mcpServers: { a: { serverUrl: "https://x.dev/mcp" } } },
      [{ transport: "http", name: "a", url: "https://x.dev/mcp", headers: {} }],
    ],
    [
      "VS Code",
      {
        inputs: [],
        servers: { a: { type: "http", url: "http://h/", headers: { Authorization: "Bearer ${env:TOKEN}" } } },
      },
      [{ transport: "http", name: "a", url: "http://h/", headers: { Authorization: "Bearer t-1" } }],
    ],
    [
      "VS Code settings",
      { mcp: { servers: { a: { type: "stdio", command: "x" } } } },
      [{ transport: "stdio", name: "a", command: "x", args: [], env: {} }],
    ],
    [
      "sse",
      { servers: { a: { type: "sse", url: "http://h/sse" } } },
      [{ transport: "sse", name: "a", url: "http://h/sse", headers: {} }],
    ],
    [
      "opencode",
      {
        mcp: {
          a: { type: "local", command: ["bun", "x", "pkg"], environment: { K: "{env:TOKEN}" }, enabled: true },
          b: { type: "remote", url: "https://r/", enabled: true },
        },
      },
      [
        { transport: "stdio", name: "a", command: "bun", args: ["x", "pkg"], env: { K: "t-1" } },
        { transport: "http", name: "b", url: "https://r/", headers: {} },
      ],
    ],
    [
      "switched off",
      { mcpServers: { a: { command: "x", disabled: true }, b: { command: "y", enabled: false } } },
      [],
      ["a", "b"],
    ],
    [
      "numbers and switches in env",
      { mcpServers: { a: { command: "x", env: { PORT: 80, DEBUG: true } } } },
      [{ transport: "stdio", name: "a", command: "x", args: [], env: { PORT: "80", DEBUG: "true" } }],
    ],
    [
      "a byte-order mark, comments and trailing commas",
      '\uFEFF// one\n{ "mcpServers": { /* two, */ "a": { "command": "x // not a comment", "args": ["/*",], }, }, }',
      [{ transport: "stdio", name: "a", command: "x // not a comment", args: ["/*"], env: {} }],
    ],
    ["no servers", { mcpServers: {} }, []],
    [
      "names of object prototypes",
      '{"mcpServers":{"__proto__":{"command":"x","env":{"__proto__":"y"}}}}',
      [expect.objectContaining({ name: "__proto__" })],
    ],
  ];
  it.each(rows)("%s", (_title, source, servers, disabled = []) => {
    const result = parse(source);
    expect(result._unsafeUnwrap()).toEqual({ servers, disabled });
  });
});

describe("variables", () => {
  const expand = (text: string) => {
    const result = parse({ mcpServers: { a: { command: text } } });
    const server = result._unsafeUnwrap().servers[0];
    return server.transport === "stdio" ? server.command : "";
  };
  const rows: [string, string][] = [
    ["${TOKEN}", "t-1"],
    ["a${TOKEN}b${TOKEN}", "at-1bt-1"],
    ["${UNSET:-dflt}", "dflt"],
    ["${UNSET:-}x", "x"],
    ["${EMPTY:-dflt}", "dflt"],
    ["${TOKEN:-dflt}", "t-1"],
    ["${UNSET:-http://a:80/b}", "http://a:80/b"],
    ["${env:TOKEN}", "t-1"],
    ["${EMPTY}x", "x"],
    ["${workspaceFolder}/a", "/project/a"],
    ["${userHome}/a", "/home/ada/a"],
    ["$TOKEN", "$TOKEN"],
    ["${1}", "${1}"],
    ["{ TOKEN }", "{ TOKEN }"],
  ];
  it.each(rows)("%s", (text, value) => {
    expect(expand(text)).toBe(value);
  });

  it("replaces in every place that takes a text", () => {
    const source = {
      mcpServers: {
        a: { command: "${TOKEN}", args: ["${TOKEN}"], env: { A: "${TOKEN}" }, cwd: "${TOKEN}" },
        b: { url: "https://${TOKEN}/", headers: { A: "${TOKEN}" } },
      },
    };
    expect(JSON.stringify(parse(source)._unsafeUnwrap().servers)).not.toContain("$");
  });
});

describe("refused, with the key", () => {
  const rows: [source: string | object, kind: string, message: string][] = [
    ["", "ConfigSyntax", "mcp.json is not valid JSON: it is empty"],
    ["not json", "ConfigSyntax", expect.stringMatching(/^mcp\.json is not valid JSON: Unexpected token/) as never],
    [[], "ConfigShape", "mcp.json: the top level must be an object, got an array"],
    [{}, "ConfigShape", 'mcp.json: the top level has none of "mcpServers", "servers" and "mcp"'],
    [{ mcpServers: [] }, "ConfigShape", "mcp.json: mcpServers must be an object of servers, got an array"],
    [{ mcpServers: { a: "npx" } }, "ConfigShape", "mcp.json: mcpServers.a must be an object, got a string"],
    [{ mcpServers: { a: {} } }, "ConfigShape", 'mcp.json: mcpServers.a has neither "command" nor "url"'],
    [
      { mcpServers: { a: { command: 1 } } },
      "ConfigShape",
      "mcp.json: mcpServers.a.command must be a string, got a number",
    ],
    [{ mcpServers: { a: { command: "" } } }, "ConfigShape", "mcp.json: mcpServers.a.command must not be empty"],
    [
      { mcpServers: { a: { command: "x", args: "y" } } },
      "ConfigShape",
      "mcp.json: mcpServers.a.args must be an array of strings, got a string",
    ],
    [
      { mcpServers: { a: { command: "x", args: [1] } } },
      "ConfigShape",
      "mcp.json: mcpServers.a.args[0] must be a string, got a number",
    ],
    [
      { mcpServers: { a: { command: "x", env: { K: null } } } },
      "ConfigShape",
      "mcp.json: mcpServers.a.env.K must be a string, got null",
    ],
    [
      { mcpServers: { a: { url: "no url" } } },
      "ConfigShape",
      'mcp.json: mcpServers.a.url must be an absolute URL, got "no url"',
    ],
    [
      { mcpServers: { a: { url: "file:///x" } } },
      "ConfigShape",
      "mcp.json: mcpServers.a.url must be an http or https URL, got file:",
    ],
    [
      { mcpServers: { a: { type: "carrier-pigeon" } } },
      "ConfigShape",
      'mcp.json: mcpServers.a.type must be "stdio", "http" or "sse", got "carrier-pigeon"',
    ],
    [{ servers: { a: { type: "http" } } }, "ConfigShape", "mcp.json: servers.a.url must be a string, got nothing"],
    [
      { mcpServers: { "a..b": { command: "x" } } },
      "ConfigShape",
      'mcp.json: mcpServers.a..b cannot be a namespace: its name "a..b" has an empty part between, before or after dots',
    ],
    [
      { mcpServers: { $codemode: { command: "x" } } },
      "ConfigShape",
      "mcp.json: mcpServers.$codemode uses the reserved name $codemode",
    ],
    [
      { mcpServers: { a: { command: "x", env: { K: "${NOPE}" } } } },
      "ConfigVariable",
      "mcp.json: mcpServers.a.env.K uses ${NOPE}, but the environment variable NOPE is not set",
    ],
    [
      { servers: { a: { url: "https://h/", headers: { A: "${input:key}" } } } },
      "ConfigVariable",
      "mcp.json: servers.a.headers.A uses ${input:key}, which only an editor can fill in; use ${VAR}",
    ],
    [
      { mcp: { a: { type: "local", command: ["{file:./x}"] } } },
      "ConfigVariable",
      "mcp.json: mcp.a.command[0] uses {file:./x}, but files are not read from a configuration; use ${VAR}",
    ],
    [
      { mcpServers: { a: { command: "${toString}" } } },
      "ConfigVariable",
      "mcp.json: mcpServers.a.command uses ${toString}, but the environment variable toString is not set",
    ],
  ];
  it.each(rows)("%j", (source, kind, message) => {
    expect(parse(source)._unsafeUnwrapErr()).toMatchObject({ kind, message });
  });
});
