/** A traced run: the text of its steps, and that it is the same run. */
import { describe, expect, it } from "vitest";
import { CodeMode, Tool } from "../../runtime/index.js";

const echo = Tool.make({ description: "", input: {}, run: (input) => input });

async function outcomeOf(program: string, onTrace?: (line: string) => void) {
  const runtime = CodeMode.make({ tools: { echo }, ...(onTrace === undefined ? {} : { onTrace }) });
  return runtime.execute(program).match<unknown, unknown>(
    (success) => success,
    (failure) => failure,
  );
}

it("tells each instruction with its function and place, and each job", async () => {
  const lines: string[] = [];
  await outcomeOf("const f = (x) => x + 1; return f(await 1);", (line) => lines.push(line));
  const own = lines.filter((line) => !line.includes("library "));
  expect(own.map((line) => line.trim().replace(/ +/g, " "))).toEqual([
    "#0 <anonymous> 0 MakeClosure r0, #1 f",
    "#0 <anonymous> 1 Move r1, r0",
    "#0 <anonymous> 2 LoadInt r2, 1",
    "#0 <anonymous> 3 Await r2, r2",
    "job",
    "#0 <anonymous> 4 Call r1, x1",
    "#1 f 0 AddInt r1, r0, 1",
    "#1 f 1 Return r1",
    "#0 <anonymous> 5 Return r1",
    "job",
  ]);
});

describe("a traced run has the outcome and the usage of an ordinary one", () => {
  it.each([
    ["loops and arithmetic", "let sum = 0; for (let i = 0; i < 500; i++) sum += i % 7; return sum;"],
    ["calls, closures and methods", "const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2); return { fib: fib(12) };"],
    ["library callbacks", "return [3, 1, 2].map((x) => x * 2).sort((a, b) => a - b).join();"],
    [
      "errors caught",
      "const seen = []; for (const x of [null, 1]) try { seen.push(x.y); } catch (e) { seen.push(e.message); } return seen;",
    ],
    ["errors uncaught", "function f() { return undefined.x; }\nreturn f();"],
    [
      "generators",
      "function* g() { const x = yield 1; yield x * 2; } const it = g(); return [it.next().value, it.next(21).value];",
    ],
    [
      "classes",
      "class A { #x = 1; get x() { return this.#x; } } class B extends A { y = super.x + 1; } return new B().y;",
    ],
    [
      "tools in parallel",
      "const all = await Promise.all([1, 2, 3].map((n) => tools.echo({ n }))); return all.map(({ n }) => n);",
    ],
    [
      "timers and jobs",
      "const order = []; setTimeout(() => order.push('t'), 1); queueMicrotask(() => order.push('m')); await new Promise((r) => setTimeout(r, 5)); return order;",
    ],
    ["recursion without end", "function f() { return f(); } try { f(); } catch (e) { return e.name; }"],
  ])("%s", async (_name, program) => {
    let steps = 0;
    const traced = await outcomeOf(program, () => steps++);
    expect(traced).toEqual(await outcomeOf(program));
    expect(steps).toBeGreaterThan(0);
  });
});
