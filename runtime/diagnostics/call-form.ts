/** How a call of a tool is written, in short: what a program that called it wrongly is shown. */
import { type CatalogEntry, jsonSchemaOf, pathExpression } from "../../catalog/index.js";

/** How a tool is called, from its signature: `tools.orders.lookup({ id })`. */
export function callForm({ path, tool }: CatalogEntry): string {
  const schema = jsonSchemaOf(tool.input, "input");
  const document = typeof schema === "object" ? (schema as { readonly [keyword: string]: unknown }) : {};
  const required = Array.isArray(document.required) ? document.required.filter((each) => typeof each === "string") : [];
  const names = Object.keys(Object(document.properties));
  const shown = (required.length > 0 ? required : names).slice(0, 6).map((name) => fieldText(name as string));
  const rest = names.length > shown.length ? [...shown, "…"] : shown;
  return `${pathExpression(path)}(${rest.length === 0 ? "{}" : `{ ${rest.join(", ")} }`})`;
}

function fieldText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
