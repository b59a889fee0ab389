/**
 * The tools of a catalog as TypeScript declarations: what a compiler needs to check a program against them.
 *
 *   declare namespace $Tools { namespace T0 { type Node = …; type Call = (input: …) => Promise<…> } }
 *   declare const tools: { readonly orders: { readonly lookup: $Tools.T0.Call } };
 *
 * Invariant: complete where signatures are cut: every member, every depth that the printer reaches; a tool too large for
 * that takes `any`, so that no call of it is refused by mistake. Text of tools stands in no declaration but as quoted names.
 * Before: the entries. After: runtime/check/types.ts.
 */
import type { CatalogEntry } from "./entry.js";
import { type JsonSchema, References } from "./schema/json-schema.js";
import { jsonSchemaOf } from "./schema/standard.js";
import { type Detail, type PrintedType, typeText } from "./schema/to-typescript.js";
import { propertyName, TypeNames } from "./schema/type-syntax.js";

const WHOLE: Detail = {
  layout: "inline",
  depth: 40,
  docLength: 0,
  members: Number.POSITIVE_INFINITY,
  alternatives: Number.POSITIVE_INFINITY,
};

/** Characters of one side of one tool. */
const ALLOWANCE = 100_000;

interface Branch {
  type: string | undefined;
  readonly members: Map<string, Branch>;
}

/** Declarations of `tools` and of the search tool's other names. Never fails. */
export function toolDeclarations(entries: readonly CatalogEntry[], searchTool: CatalogEntry): string {
  const root: Branch = { type: undefined, members: new Map() };
  const namespaces: string[] = [];
  for (const [index, entry] of [...entries, searchTool].entries()) {
    const name = `T${index}`;
    namespaces.push(`  namespace ${name} { ${callTypes(entry)} }`);
    let branch = root;
    for (const segment of entry.segments) {
      let next = branch.members.get(segment);
      if (next === undefined) {
        next = { type: undefined, members: new Map() };
        branch.members.set(segment, next);
      }
      branch = next;
    }
    branch.type = `$Tools.${name}.Call`;
  }
  const search = `$Tools.T${entries.length}.Call`;
  if (!root.members.has("search")) root.members.set("search", { type: search, members: new Map() });
  return [
    "declare namespace $Tools {",
    ...namespaces,
    "}",
    `declare const tools: ${branchType(root, 0)};`,
    `declare const $codemode: { readonly search: ${search} };`,
    `declare const search: ${search};`,
    "",
  ].join("\n");
}

function branchType({ type, members }: Branch, depth: number): string {
  const indent = "  ".repeat(depth + 1);
  const lines = [...members].map(
    ([name, branch]) => `${indent}readonly ${propertyName(name)}: ${branchType(branch, depth + 1)};\n`,
  );
  const record = `{\n${lines.join("")}${"  ".repeat(depth)}}`;
  return type === undefined ? record : members.size === 0 ? type : `${type} & ${record}`;
}

function callTypes({ tool }: CatalogEntry): string {
  const names = new TypeNames();
  const isStream = tool.kind === "stream";
  const input = printed(jsonSchemaOf(tool.input, "input"), "input", names);
  const reply = printed(jsonSchemaOf(isStream ? tool.item : tool.output, "output"), "output", names);
  const parameter = input.isEmpty ? "input?: {}" : `input${input.isOptional ? "?" : ""}: ${input.text}`;
  const named = [...input.named, ...reply.named].map(({ name, text }) => `type ${name} = ${text}; `);
  return `${named.join("")}type Call = (${parameter}) => ${isStream ? "AsyncIterable" : "Promise"}<${reply.text}>;`;
}

const UNKNOWN: PrintedType = { text: "unknown", named: [], isOptional: false, isEmpty: false };
const ANY: PrintedType = { text: "any", named: [], isOptional: true, isEmpty: false };

function printed(schema: JsonSchema | undefined, side: "input" | "output", names: TypeNames): PrintedType {
  if (schema === undefined) return side === "input" ? ANY : UNKNOWN;
  return typeText(new References(schema), side, WHOLE, ALLOWANCE, names) ?? ANY;
}
