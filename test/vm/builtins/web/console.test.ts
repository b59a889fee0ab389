/** Objects of the web globals on the console, as Node prints them. */
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { CodeMode } from "../../../../runtime/index.js";

async function logged(expression: string): Promise<string | undefined> {
  const outcome = await CodeMode.make({ tools: {} }).execute(`console.log(${expression})`);
  return outcome.isOk() ? outcome.value.logs?.[0]?.text : JSON.stringify(outcome.error);
}

it.each([
  ["new URL('https://u:p@a.example:81/b?c=1&d=2#e')", new URL("https://u:p@a.example:81/b?c=1&d=2#e")],
  ["{ u: new URL('https://a.example') }", { u: new URL("https://a.example") }],
  ["new URLSearchParams('a=1&b=%27')", new URLSearchParams("a=1&b=%27")],
  ["new URLSearchParams()", new URLSearchParams()],
  ["[new URLSearchParams('a=1')]", [new URLSearchParams("a=1")]],
  ["new Headers({ 'content-type': 'text/plain', x: '1' })", new Headers({ "content-type": "text/plain", x: "1" })],
  ["new Intl.NumberFormat('en')", new Intl.NumberFormat("en")],
])("%s", async (expression, value) => {
  expect(await logged(expression)).toBe(inspect(value));
});

it("shows what a subclass adds", async () => {
  const code = "new (class Link extends URLSearchParams { note = 1 })('a=1')";
  expect(await logged(code)).toBe("Link [URLSearchParams] { 'a' => '1', note: 1 }");
});
