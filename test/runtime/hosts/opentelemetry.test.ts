/** Executions as spans: names and attributes of the conventions, parents, ends, and what is not recorded. */
import * as api from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { type OpenTelemetryApi, type TracingOptions, traced } from "../../../runtime/hosts/opentelemetry.js";
import { CodeMode, Tool, ToolError } from "../../../runtime/index.js";

interface Recorded {
  readonly name: string;
  readonly kind: number | undefined;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  readonly events: unknown[];
  status?: unknown;
  ends: number;
}

/** The real API module over a tracer that records. */
function recording() {
  const spans: Recorded[] = [];
  const startSpan = (name: string, options: api.SpanOptions = {}, context: api.Context = api.context.active()) => {
    const parent = api.trace.getSpan(context) as unknown as { recorded?: Recorded } | undefined;
    const recorded: Recorded = {
      name,
      kind: options.kind,
      parent: parent?.recorded?.name,
      attributes: { ...options.attributes },
      events: [],
      ends: 0,
    };
    spans.push(recorded);
    return {
      recorded,
      setAttribute: (key: string, value: unknown) => Object.assign(recorded.attributes, { [key]: value }),
      setStatus: (status: unknown) => Object.assign(recorded, { status }),
      addEvent: (event: string, attributes: unknown) => void recorded.events.push([event, attributes]),
      end: () => void recorded.ends++,
    };
  };
  const trace = { getTracer: () => ({ startSpan }), setSpan: api.trace.setSpan };
  return { spans, api: { trace, context: api.context } as unknown as OpenTelemetryApi };
}

const tools = {
  text: { echo: Tool.make({ description: "", input: {}, run: ({ text }: { text: string }) => text }) },
  fail: Tool.make({
    description: "",
    input: {},
    run: () => {
      throw new ToolError("a secret reason");
    },
  }),
};

async function traceOf(code: string, options: Partial<TracingOptions> = {}) {
  const { spans, api: recorder } = recording();
  const runtime = traced(CodeMode.make({ tools }), { api: recorder, ...options });
  const result = await runtime.execute(code);
  return { spans, result };
}

const PROGRAM = 'console.log("a secret log"); const s = await tools.text.echo({ text: "a secret" }); return s';

describe("spans", () => {
  it("follow the conventions: one for the program, one below it for each call", async () => {
    const { spans, result } = await traceOf(PROGRAM);
    expect(result._unsafeUnwrap().value).toBe("a secret");
    expect(spans).toEqual([
      {
        name: "execute_tool execute",
        kind: api.SpanKind.INTERNAL,
        parent: undefined,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "execute",
          "gen_ai.tool.type": "function",
          "codemode.instructions": expect.any(Number),
          "codemode.peak_memory_bytes": expect.any(Number),
          "codemode.tool_calls": 1,
        },
        events: [],
        ends: 1,
      },
      {
        name: "execute_tool text.echo",
        kind: api.SpanKind.INTERNAL,
        parent: "execute_tool execute",
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "text.echo",
          "gen_ai.tool.type": "function",
          "gen_ai.tool.call.id": "0",
        },
        events: [],
        ends: 1,
      },
    ]);
  });

  it("hold nothing of the content by default, on failure as well", async () => {
    const { spans } = await traceOf(`${PROGRAM.replace("return s", "await tools.fail()")}`);
    expect(JSON.stringify(spans)).not.toContain("secret");
    expect(spans.map(({ attributes, status }) => [attributes["error.type"], status])).toEqual([
      ["ToolFailure", { code: api.SpanStatusCode.ERROR }],
      [undefined, undefined],
      ["failure", { code: api.SpanStatusCode.ERROR }],
    ]);
  });

  it("hold it when the host asks", async () => {
    const { spans } = await traceOf(PROGRAM, { recordContent: true, toolName: "run" });
    expect(spans[0]).toMatchObject({
      name: "execute_tool run",
      attributes: {
        "gen_ai.tool.call.arguments": JSON.stringify({ code: PROGRAM }),
        "gen_ai.tool.call.result": '"a secret"',
      },
      events: [["log", { "log.level": "log", "log.text": "a secret log" }]],
    });
    expect(spans[1].attributes["gen_ai.tool.call.arguments"]).toBe('{"text":"a secret"}');
  });

  it("end when the execution is aborted", async () => {
    const { spans, api: recorder } = recording();
    const hang = Tool.make({ description: "", input: {}, run: () => new Promise(() => {}) });
    const runtime = traced(CodeMode.make({ tools: { hang } }), { api: recorder });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 10);
    await expect(runtime.execute("return tools.hang()", { signal: controller.signal })).rejects.toThrow("enough");
    expect(spans.map(({ ends, attributes }) => [ends, attributes["error.type"]])).toEqual([
      [1, "aborted"],
      [1, "interrupted"],
    ]);
  });

  it("of a tracer that throws change no outcome; hooks of one execution are still called", async () => {
    const broken = {
      trace: {
        getTracer: () => {
          throw new Error("no tracer");
        },
        setSpan: (context: unknown) => context,
      },
      context: { active: () => undefined },
    };
    const seen: string[] = [];
    const runtime = traced(CodeMode.make({ tools }), { api: broken });
    const result = await runtime.execute(PROGRAM, {
      onToolCallStart: ({ path }) => void seen.push(`start ${path}`),
      onToolCallEnd: ({ outcome }) => void seen.push(outcome),
      onEvent: ({ type }) => void seen.push(type),
    });
    expect(result._unsafeUnwrap().value).toBe("a secret");
    expect(seen).toContain("start text.echo");
    expect(seen).toContain("success");
    expect(seen.at(-1)).toBe("settled");
  });
});
