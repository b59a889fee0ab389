/**
 * What a task costs in tokens: ordinary tool calling against one program, on the same calls and replies.
 *
 * A request carries everything before it again: the tool descriptions, the prompt, earlier calls and
 * replies. Ordinary calling is counted twice: for an ideal agent that makes all calls of a round in one
 * turn, and for one call a turn; both end with a turn for the answer. With code mode a task is one
 * program and its result, preceded by a search program for each round of tools whose signature
 * the instructions did not show. Tokens by the catalog's estimate (four characters each); prompt
 * caching is left out on both sides.
 */
import { createCatalog, estimateTokens, type JsonSchema, Tool } from "../../catalog/index.js";
import type { Task } from "./tasks.js";

export interface RecordedCall {
  /** `server.tool`. */
  readonly path: string;
  readonly input: unknown;
  /** Turn of an ideal parallel agent, from 1. */
  readonly round: number;
  /** Index of the reply as a model would read it. */
  readonly text: number;
  /** Index of the structured reply as JSON, where the server gave one that is more than `{ content: text }`. */
  readonly value?: number;
  /** The structured reply is `{ content: text }`. */
  readonly isContent?: boolean;
  readonly isError?: boolean;
}

export interface RecordedServer {
  readonly name: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
    readonly outputSchema?: JsonSchema;
  }[];
}

export interface Recording {
  readonly servers: RecordedServer[];
  /** Replies, each text once. */
  readonly texts: string[];
  readonly tasks: { readonly name: string; readonly calls: readonly RecordedCall[]; readonly result: unknown }[];
}

export interface Cost {
  readonly requests: number;
  readonly input: number;
  readonly output: number;
}

export interface TaskCosts {
  readonly name: string;
  readonly calls: number;
  readonly ideal: Cost;
  readonly sequential: Cost;
  readonly program: Cost;
}

/** Frame of a message or call around its text. */
const MESSAGE_TOKENS = 4;
/** The `execute` tool's own description and schema, beside the instructions. */
const EXECUTE_TOOL = JSON.stringify({
  name: "execute",
  description: "Runs one program over tools.",
  inputSchema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
});

/** A conversation that is sent again with each request. */
class Conversation {
  #context: number;
  #input = 0;
  #output = 0;
  #requests = 0;

  constructor(...texts: readonly string[]) {
    this.#context = texts.reduce((sum, text) => sum + estimateTokens(text) + MESSAGE_TOKENS, 0);
  }

  /** One turn: the model reads everything so far, writes `written`, and is answered `replies`. */
  turn(written: readonly string[], replies: readonly string[]): void {
    this.#requests++;
    this.#input += this.#context;
    const cost = (texts: readonly string[]): number =>
      texts.reduce((sum, text) => sum + estimateTokens(text) + MESSAGE_TOKENS, 0);
    this.#output += cost(written);
    this.#context += cost(written) + cost(replies);
  }

  cost(): Cost {
    return { requests: this.#requests, input: this.#input, output: this.#output };
  }
}

/** What a program gets for a recorded call. */
export function replyOf({ texts }: Recording, call: RecordedCall): unknown {
  if (call.value !== undefined) return JSON.parse(texts[call.value]);
  return call.isContent === true ? { content: texts[call.text] } : texts[call.text];
}

/** The costs of each task; `catalogBudget` is that of the runtime. */
export function taskCosts(recording: Recording, tasks: readonly Task[], catalogBudget?: number): TaskCosts[] {
  const tree = Object.fromEntries(
    recording.servers.map(({ name, tools }) => [
      name,
      Object.fromEntries(
        tools.map((tool) => [
          tool.name,
          Tool.make({
            description: tool.description,
            input: tool.inputSchema,
            ...(tool.outputSchema === undefined ? {} : { output: tool.outputSchema }),
            run: () => null,
          }),
        ]),
      ),
    ]),
  );
  const catalog = createCatalog(tree, { catalogBudget });
  const shown = new Set(catalog.selection().namespaces.flatMap((namespace) => namespace.shown.map(({ path }) => path)));
  const schemas = JSON.stringify(recording.servers.flatMap(({ tools }) => tools));
  return recording.tasks.map(({ name, calls, result }) => {
    const task = tasks.find((each) => each.name === name);
    if (task === undefined) throw new Error(`no task is named "${name}"`);
    const written = (call: RecordedCall): string =>
      JSON.stringify({ name: call.path.replace(".", "__"), arguments: call.input });
    const reply = (call: RecordedCall): string => recording.texts[call.text];
    const answer = JSON.stringify(result);

    const ideal = new Conversation(schemas, task.prompt);
    for (const round of [...new Set(calls.map((call) => call.round))].sort((a, b) => a - b)) {
      const batch = calls.filter((call) => call.round === round);
      ideal.turn(batch.map(written), batch.map(reply));
    }
    ideal.turn([answer], []);

    const sequential = new Conversation(schemas, task.prompt);
    for (const call of calls) sequential.turn([written(call)], [reply(call)]);
    sequential.turn([answer], []);

    const program = new Conversation(catalog.instructions(), EXECUTE_TOOL, task.prompt);
    const unseen = [...new Set(calls.map(({ path }) => path))].filter((path) => !shown.has(path));
    if (unseen.length > 0) {
      const searches = unseen.map(
        (query) => `tools.$codemode.search({ query: ${JSON.stringify(query.replaceAll(/[._]/g, " "))}, limit: 3 })`,
      );
      const found = unseen.map((query) => catalog.search({ query: query.replaceAll(/[._]/g, " "), limit: 3 }));
      program.turn([`return await Promise.all([${searches.join(", ")}])`], [JSON.stringify(found)]);
    }
    program.turn([task.program], [answer]);
    program.turn([answer], []);
    return { name, calls: calls.length, ideal: ideal.cost(), sequential: sequential.cost(), program: program.cost() };
  });
}
