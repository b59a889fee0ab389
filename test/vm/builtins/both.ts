/** Runs the same expressions in the VM and in Node and gives both answers as text. */
import { CodeMode } from "../../../runtime/index.js";

const SHOW = `
function show(v) {
  if (typeof v === "string") return JSON.stringify(v);
  if (typeof v === "bigint") return v + "n";
  if (typeof v === "symbol") return v.toString();
  if (Object.is(v, -0)) return "-0";
  if (Array.isArray(v)) return "[" + Array.from(v, show).join() + "]";
  if (v !== null && typeof v === "object") return "{" + Object.keys(v).map((k) => JSON.stringify(k) + ":" + show(v[k])).join() + "}";
  return String(v);
}
const out = [];
`;

const programOf = (rows: readonly string[]): string =>
  `${SHOW}${rows
    .map((row) => `try { out.push(show(${row})) } catch (e) { out.push(e.name + ": " + e.message) }`)
    .join("\n")}\nreturn out;`;

export interface Answers {
  readonly vm: readonly string[];
  readonly node: readonly string[];
}

/** The VM's answers to expressions. Throws when the program as a whole fails. */
export async function inVm(
  rows: readonly string[],
  options: { timeZone?: string; locale?: string } = {},
): Promise<readonly string[]> {
  const result = await CodeMode.make({ tools: {}, ...options }).execute(programOf(rows));
  if (result.isErr()) throw new Error(`${result.error.error.message}\n${result.error.error.frame ?? ""}`);
  return result.value.value as string[];
}

/** Node's answers, in strict mode. */
export function inNode(rows: readonly string[]): readonly string[] {
  return new Function(`"use strict"; ${programOf(rows)}`)() as string[];
}

/** Rows of "expression" lines: empty lines are dropped. */
export const rowsOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Both answers beside their expressions, so that a difference names its row. */
export async function compared(rows: readonly string[]): Promise<Answers> {
  const [vm, node] = [await inVm(rows), inNode(rows)];
  const beside = (answers: readonly string[]) => answers.map((answer, i) => `${rows[i]}  =>  ${answer}`);
  return { vm: beside(vm), node: beside(node) };
}
