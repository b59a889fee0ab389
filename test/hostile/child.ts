/**
 * Runs one group of the hostile suite in a process of its own and prints one line a program: the
 * outcome, how long it took, the longest gap of the event loop, the peak of memory, tripwires and
 * changed intrinsics. Arguments: timeoutMs, the group's number, the first program's number.
 */
import { memoryUsage, stdout } from "node:process";
import { CodeMode, type CodeModeRuntime, Tool } from "../../runtime/index.js";
import { groups } from "./suite.js";

/** A line of the child's output. */
export interface Report {
  readonly index: number;
  readonly outcome: { readonly value?: unknown; readonly error?: string; readonly message?: string };
  readonly ms: number;
  readonly gapMs: number;
  /** Bytes over what the process held before the program. */
  readonly peakBytes: number;
  readonly usage: unknown;
  /** False when runs of a program differ. */
  readonly same: boolean;
  readonly tripwires: number;
  readonly changed: readonly string[];
  /** Guest code that ran after the end. */
  readonly marks: readonly string[];
}

let tripwires = 0;
Object.defineProperty(Object.prototype, "zqTripwire", {
  configurable: true,
  get() {
    tripwires++;
    return undefined;
  },
  set() {
    tripwires++;
  },
});

/** Every property of the host's intrinsics, by path. */
function snapshot(): Map<string, unknown> {
  const seen = new Set<object>();
  const result = new Map<string, unknown>();
  const walk = (object: object, path: string, depth: number) => {
    if (seen.has(object) || depth > 3) return;
    seen.add(object);
    result.set(`${path}.[[Prototype]]`, Object.getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const at = `${path}.${String(key)}`;
      const descriptor = Object.getOwnPropertyDescriptor(object, key)!;
      for (const [field, value] of Object.entries(descriptor)) {
        result.set(`${at}:${field}`, value);
        if ((typeof value === "object" && value !== null) || typeof value === "function") walk(value, at, depth + 1);
      }
    }
  };
  const names =
    "Object Function Array String Number Boolean Symbol BigInt Date RegExp Map Set WeakMap WeakSet Promise Proxy Reflect JSON Math Error TypeError RangeError SyntaxError ArrayBuffer Uint8Array Float64Array DataView Intl URL URLSearchParams TextEncoder TextDecoder console";
  for (const name of names.split(" ")) walk((globalThis as unknown as { [name: string]: object })[name]!, name, 0);
  const iterators = [[].values(), new Map().values(), "".matchAll(/a/g), (function* () {})(), (async () => {})()];
  for (const [i, iterator] of iterators.entries()) walk(Object.getPrototypeOf(iterator), `iterator ${i}`, 0);
  result.set("globalThis", Reflect.ownKeys(globalThis).map(String).sort().join());
  return result;
}

/** RegExp's legacy statics and V8's own counters change by the suite itself. */
const VOLATILE = /RegExp\.(\$|input|last|left|right)|stackTraceLimit/;

function changes(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !VOLATILE.test(path) && !Object.is(before.get(path), after.get(path)));
}

const marks: string[] = [];
const tool = (run: (input: never) => unknown) => Tool.make({ description: "", input: {}, run });

const ANSWERS: { readonly [what: string]: () => unknown } = {
  getter: () => ({
    get a() {
      return 1;
    },
  }),
  "throwing proxy": () =>
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("secret");
        },
      },
    ),
  function: () => ({ f() {} }),
  symbol: () => ({ s: Symbol("x") }),
  bigint: () => ({ b: 1n }),
  cycle: () => {
    const a: { a?: unknown } = {};
    a.a = a;
    return a;
  },
  deep: () => {
    let o = {};
    for (let i = 0; i < 100_000; i++) o = { o };
    return o;
  },
  "throws text": () => {
    throw "secret";
  },
  "throws object": () => {
    throw Object.assign(new Error("secret"), { secret: "secret" });
  },
  "throws proxy": () => {
    throw new Proxy(
      {},
      {
        get() {
          throw new Error("secret");
        },
      },
    );
  },
  "throws undefined": () => {
    throw undefined;
  },
  overflows: () => {
    const f = (): number => f() + 1;
    return f();
  },
  "null prototype": () => Object.assign(Object.create(null), { a: 1 }),
  instance: () =>
    new (class {
      a = 1;
      method() {}
    })(),
  "extended array": () => Object.assign([1, 2], { x: 1 }),
  "then data": () => JSON.parse('{"then":1}'),
  proto: () => JSON.parse('{"__proto__":{"polluted":1}}'),
};

const BIG = Array.from({ length: 2_000 }, (_, i) => ({ i, text: "x".repeat(200) }));

const tools = {
  echo: tool((input) => input),
  fail: tool(() => {
    throw new Error("secret");
  }),
  big: tool(() => BIG),
  never: tool(() => new Promise(() => {})),
  slow: tool(() => new Promise((resolve) => setTimeout(resolve, 50))),
  mark: tool((input: { readonly what: string }) => {
    marks.push(input.what);
    return null;
  }),
  hostile: tool((input: { readonly what: string }) => ANSWERS[input.what]!()),
  strict: Tool.make({
    description: "",
    input: Tool.validating({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }),
    run: () => 1,
  }),
};

/** Bytes that are not worth a collection. */
const GARBAGE = 32 << 20;

/** Bytes that the process holds. */
const held = () => {
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
};

async function run(runtime: CodeModeRuntime, source: string): Promise<Omit<Report, "index" | "same" | "changed">> {
  (globalThis as { gc?: () => void }).gc?.();
  const base = held();
  let [last, gapMs, peakBytes] = [performance.now(), 0, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - last);
    // What is held, garbage aside: the host collects when it likes.
    if (held() - base > Math.max(peakBytes, GARBAGE)) {
      (globalThis as { gc?: () => void }).gc?.();
      peakBytes = Math.max(peakBytes, held() - base);
    }
    last = performance.now();
  }, 1);
  const start = performance.now();
  const result = await runtime.execute(source);
  const ms = performance.now() - start;
  clearInterval(timer);
  gapMs = Math.max(gapMs, performance.now() - last);
  const outcome = result.isOk()
    ? { value: result.value.value }
    : { error: result.error.error.kind, message: result.error.error.message.slice(0, 300) };
  const { usage } = result.isOk() ? result.value : result.error;
  // What would run after the end runs now.
  await new Promise((resolve) => setTimeout(resolve, 3));
  return { outcome, ms, gapMs, peakBytes, usage, tripwires, marks: [...marks] };
}

const [timeoutMs, groupIndex, first] = process.argv.slice(2).map(Number);
const group = groups(timeoutMs!)[groupIndex!]!;
const runtime = CodeMode.make({ tools, limits: group.limits, clock: { now: () => 1_700_000_000_000 } });
await runtime.warmup();
await runtime.execute("return (await tools.echo({ a: [1] })).a.map((x) => x)");
let before = snapshot();
for (let index = first!; index < group.programs.length; index++) {
  const { source } = group.programs[index]!;
  tripwires = 0;
  marks.length = 0;
  const report = await run(runtime, source);
  let same = true;
  for (let again = 1; again < group.runs; again++) {
    const next = await run(runtime, source);
    const told = (r: typeof report) => JSON.stringify([r.outcome, r.usage]);
    if (told(next) !== told(report)) same = false;
  }
  const after = snapshot();
  const line: Report = { ...report, index, same, changed: changes(before, after) };
  before = after;
  stdout.write(`${JSON.stringify(line)}\n`);
}
process.exit(0);
