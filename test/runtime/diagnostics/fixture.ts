/** The tools that the wrong programs call, and the limits they run under. */
import { type Limits, Tool, ToolError, type ToolTree } from "../../../runtime/index.js";

/** What a host knows and no program may see. */
export const SECRET = "hunter2-swordfish";

const text = { type: "string" };

function object(properties: { readonly [name: string]: unknown }, required = Object.keys(properties)) {
  return Tool.validating({ type: "object", properties, required, additionalProperties: false });
}

class PrivateClassOfTheHost extends Error {
  readonly token = SECRET;
}

export const tools: ToolTree = {
  orders: {
    lookup: Tool.make({
      description: "One order by its id.",
      input: object({ id: text }),
      run: ({ id }: { id: string }) => ({ id, total: 42, items: ["pen", "ink"], customer: null }),
    }),
    list: Tool.make({
      description: "All orders.",
      input: object(
        {
          status: { enum: ["open", "closed"] },
          limit: { type: "integer", maximum: 100 },
          tags: { type: "array", items: text },
        },
        [],
      ),
      output: Tool.validating({
        type: "array",
        items: { type: "object", properties: { id: text, total: { type: "number" } }, required: ["id", "total"] },
      }),
      run: () => [
        { id: "a", total: 1 },
        { id: "b", total: 2 },
      ],
    }),
    list_items: Tool.make({
      description: "The items of an order.",
      input: object({ order_id: text, page: { type: "object", properties: { size: { type: "integer" } } } }, [
        "order_id",
      ]),
      run: () => ({ items: [1, 2] }),
    }),
  },
  text: {
    read: Tool.make({ description: "Reads a text.", input: object({ path: text }), run: () => "hello world" }),
    json: Tool.make({ description: "Reads a JSON text.", input: object({}), run: () => '{"a":1}' }),
  },
  docs: {
    "resolve-library-id": Tool.make({
      description: "Finds a library.",
      input: object({ name: text }),
      run: () => "lib",
    }),
  },
  feed: {
    events: Tool.stream({
      description: "Events as they come.",
      input: object({}),
      run: async function* () {
        yield 1;
      },
    }),
  },
  shape: {
    draw: Tool.make({
      description: "Draws.",
      input: Tool.validating({
        type: "object",
        oneOf: [
          { properties: { kind: { const: "circle" }, radius: { type: "number" } }, required: ["kind", "radius"] },
          { properties: { kind: { const: "square" }, side: { type: "number" } }, required: ["kind", "side"] },
        ],
      }),
      run: () => true,
    }),
  },
  loose: {
    put: Tool.make({
      description: "Takes anything.",
      input: { type: "object", properties: { id: text }, required: ["id"] },
      run: () => 1,
    }),
  },
  fail: {
    defect: Tool.make({
      description: "Has a defect.",
      input: object({}),
      run: () => {
        throw new PrivateClassOfTheHost(`cannot open /srv/${SECRET}/db.sqlite`);
      },
    }),
    refuse: Tool.make({
      description: "Refuses.",
      input: object({ note: text }, []),
      run: () => {
        throw new ToolError("Order 7 is closed");
      },
    }),
    reply: Tool.make({
      description: "Answers wrongly.",
      input: object({}),
      output: Tool.validating({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }),
      run: () => ({ n: SECRET }),
    }),
    slow: Tool.make({
      description: "Never answers.",
      input: object({}),
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    }),
  },
};

export const limits: Limits = {
  timeoutMs: 1_500,
  maxInstructions: 100_000,
  maxMemoryBytes: 1_000_000,
  maxToolCalls: 6,
  maxCallDepth: 500,
};
