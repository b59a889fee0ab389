/**
 * Random asynchronous programs, one a seed. Everything a program does is numbered and logged, so
 * that the log is the order of its jobs. What they are made of: await, then chains with handlers of
 * every kind, combinators, thenables, subclasses, async generators and their requests, for await,
 * try/finally, timers, microtasks, and tool calls that answer in a scripted order of arrival.
 *
 * Only what the oldest supported Node knows appears, since Node runs the same text.
 */

/** Small, fast, and the same everywhere (mulberry32). */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

/** What every program starts with: a log whose lines are the same in both worlds. */
const PRELUDE = `const show = (value) => {
  if (value instanceof AggregateError) return "AggregateError[" + value.errors.map(show).join() + "]";
  if (value instanceof Error) return value.name + "(" + value.message + ")";
  if (Array.isArray(value)) return "[" + value.map(show).join() + "]";
  if (value instanceof Promise) return "Promise";
  if (typeof value === "object" && value !== null) {
    return "{" + Object.keys(value).map((key) => key + "=" + (typeof value[key] === "function" ? "f" : show(value[key]))).join() + "}";
  }
  return typeof value === "function" ? "f" : String(value);
};
const log = (label, value) => { console.log(label + " " + show(value)); };
class Sub extends Promise {}
class Counted extends Promise {
  static get [Symbol.species]() { log("species", 0); return Promise; }
  then(a, b) { log("then", 0); return super.then(a, b); }
}
`;

interface Context {
  /** await is allowed. */
  readonly isAsync: boolean;
  /** yield is allowed. */
  readonly yields: boolean;
  readonly inLoop: boolean;
  readonly depth: number;
  /** Variables in scope that hold promises. */
  readonly names: readonly string[];
}

/** The program of a seed. `size` is roughly the number of parts it is made of. */
export function asyncProgram(seed: number, size = 14): string {
  return PRELUDE + new Writer(new Random(seed), size).program();
}

class Writer {
  private label = 0;
  private names = 0;

  constructor(
    private readonly random: Random,
    private left: number,
  ) {}

  program(): string {
    const top: Context = { isAsync: true, yields: false, inLoop: false, depth: 0, names: [] };
    const tasks: string[] = [];
    // Tasks that run beside each other, so that an early end of one leaves the others.
    while (this.left > 0) {
      const body = this.indent(this.statements(top, 2 + this.random.below(4)));
      const how = this.random.below(4);
      if (how === 0) tasks.push(`{\n${body}\n}`);
      else if (how === 1) tasks.push(`try {\n${body}\n} catch (error) { log(${this.mark()}, error); }`);
      else
        tasks.push(`(async () => {\n${body}\n})()${how === 2 ? `.catch((error) => log(${this.mark()}, error))` : ""};`);
    }
    return `${tasks.join("\n")}\nreturn ${this.random.chance(0.3) ? this.promise({ ...top, depth: 1 }) : "0"};\n`;
  }

  private mark(): string {
    return String(++this.label);
  }

  private indent(text: string): string {
    return text.replace(/^/gm, "  ");
  }

  private block(context: Context, count: number): string {
    return `{\n${this.indent(this.statements(context, count))}\n}`;
  }

  private statements(context: Context, count: number): string {
    const lines: string[] = [];
    let scope = context;
    for (let i = 0; i < count; i++) {
      if (this.left <= 0 && i > 0) break;
      this.left--;
      if (this.random.chance(0.35)) {
        const name = `p${++this.names}`;
        lines.push(`const ${name} = ${this.promise(scope)};`);
        scope = { ...scope, names: [...scope.names, name] };
      } else lines.push(this.statement(scope));
    }
    return lines.join("\n");
  }

  private statement(context: Context): string {
    const { random } = this;
    const deeper = { ...context, depth: context.depth + 1 };
    if (context.depth > 4 || this.left <= 0) return this.leaf(context);
    switch (random.below(13)) {
      case 0:
      case 1:
      case 2:
        return context.isAsync ? `log(${this.mark()}, await ${this.value(deeper)});` : `${this.promise(deeper)};`;
      case 3:
        return `${this.promise(deeper)};`;
      case 4:
      case 5: {
        const handler = random.below(3);
        const caught =
          handler === 1
            ? ""
            : ` catch (error) {\n  log(${this.mark()}, error);\n${this.indent(this.statements(deeper, random.below(2)))}\n}`;
        const last = handler === 0 ? "" : ` finally ${this.block(deeper, 1)}`;
        return `try ${this.block(deeper, 1 + random.below(2))}${caught}${last}`;
      }
      case 6:
        return `setTimeout(() => ${this.block({ ...deeper, isAsync: false, yields: false, inLoop: false }, 1)}, ${this.delay()});`;
      case 7:
        return `queueMicrotask(() => { log(${this.mark()}, 0); });`;
      case 8:
        if (!context.isAsync) return this.leaf(context);
        return `for await (const item of ${this.iterable(deeper)}) {\n  log(${this.mark()}, item);\n${this.indent(this.statements({ ...deeper, inLoop: true }, random.below(3)))}\n}`;
      case 9:
        return this.requests(deeper);
      case 10:
        if (!context.isAsync) return this.leaf(context);
        return `for (let i = 0; i < ${1 + random.below(3)}; i++) ${this.block({ ...deeper, inLoop: true }, 1)}`;
      case 11:
        return context.yields ? `log(${this.mark()}, yield ${this.value(deeper)});` : this.leaf(context);
      default:
        return this.leaf(context);
    }
  }

  private leaf(context: Context): string {
    const { random } = this;
    switch (random.below(12)) {
      case 0:
        if (random.chance(0.5)) return `log(${this.mark()}, 0);`;
        return `${random.pick(["throw ", "return "])}${this.error()};`;
      case 1:
        return context.depth > 1 ? `return ${this.simple(context)};` : `log(${this.mark()}, 0);`;
      case 2:
        return context.inLoop ? random.pick(["break;", "continue;"]) : `log(${this.mark()}, 0);`;
      case 3:
      case 4:
        return context.isAsync ? `await ${this.simple(context)};\nlog(${this.mark()}, 0);` : `log(${this.mark()}, 0);`;
      case 5:
        return context.yields ? `yield ${this.simple(context)};` : `log(${this.mark()}, 0);`;
      default:
        return `log(${this.mark()}, 0);`;
    }
  }

  private delay(): number {
    return 1 + this.random.below(6);
  }

  private error(): string {
    return this.random.pick([
      `new Error("e${this.mark()}")`,
      `"thrown${this.mark()}"`,
      `new TypeError("t${this.mark()}")`,
    ]);
  }

  private simple(context: Context): string {
    const { random } = this;
    if (context.names.length > 0 && random.chance(0.4)) return random.pick(context.names);
    return random.pick([
      this.mark(),
      this.mark(),
      `Promise.resolve(${this.mark()})`,
      this.tool(),
      this.tool(),
      `Promise.reject(${this.error()})`,
      "undefined",
    ]);
  }

  private tool(): string {
    return `tools.t({ n: ${this.mark()}, delay: ${this.delay()}, fails: ${this.random.chance(0.15)} })`;
  }

  /** Anything that may be awaited, resolved with, yielded or returned. */
  private value(context: Context): string {
    const { random } = this;
    if (random.chance(0.5)) return this.promise(context);
    return random.chance(0.4) ? this.thenable(context) : this.simple(context);
  }

  private thenable(context: Context): string {
    const { random } = this;
    const at = this.mark();
    switch (random.below(10)) {
      case 0:
      case 7:
      case 8:
        return `{ then(resolve) { log(${at}, 0); resolve(${this.simple(context)}); } }`;
      case 1:
        return `{ then(resolve, reject) { log(${at}, 0); reject(${this.error()}); resolve(1); } }`;
      case 2:
        return `{ then(resolve) { log(${at}, 0); resolve(${this.simple(context)}); throw ${this.error()}; } }`;
      case 3:
        return `{ then() { log(${at}, 0); throw ${this.error()}; } }`;
      case 4:
        return `{ get then() { log(${at}, 0); return (resolve) => resolve(${this.simple(context)}); } }`;
      case 5:
        return `{ get then() { log(${at}, 0); throw ${this.error()}; } }`;
      default:
        return `{ then: ${at}, n: ${at} }`;
    }
  }

  private handler(context: Context): string {
    const { random } = this;
    const inner = { ...context, depth: context.depth + 1, isAsync: false, yields: false, inLoop: false };
    switch (random.below(8)) {
      case 0:
        return random.pick(["undefined", "5", "null"]);
      case 1:
        return `async (value) => {\n  log(${this.mark()}, value);\n${this.indent(this.statements({ ...inner, isAsync: true }, 1))}\n}`;
      case 2:
        return `(value) => { log(${this.mark()}, value); throw ${this.error()}; }`;
      case 3:
      case 4:
        return `(value) => { log(${this.mark()}, value); return ${this.left > 0 ? this.value(inner) : this.simple(inner)}; }`;
      case 5:
        return `(value) => {\n  log(${this.mark()}, value);\n${this.indent(this.statements(inner, 1))}\n}`;
      default:
        return `(value) => { log(${this.mark()}, value); return value; }`;
    }
  }

  private list(context: Context): string {
    const items: string[] = [];
    const count = this.random.below(4);
    for (let i = 0; i < count; i++) items.push(this.left > 0 ? this.value(context) : this.simple(context));
    return `[${items.join(", ")}]`;
  }

  private promise(outer: Context): string {
    const { random } = this;
    this.left--;
    if (outer.depth > 4 || this.left <= 0) return this.basePromise(outer);
    const context = { ...outer, depth: outer.depth + 1 };
    const plain = { ...context, isAsync: false, yields: false, inLoop: false };
    switch (random.below(15)) {
      case 0:
        return this.tool();
      case 1:
      case 2:
        return `${this.chainable(context)}.then(${this.handler(context)}${random.chance(0.4) ? `, ${this.handler(context)}` : ""})`;
      case 3:
        return `${this.chainable(context)}.catch(${this.handler(context)})`;
      case 4:
        return `${this.chainable(context)}.finally(${this.handler(context)})`;
      case 5:
      case 6:
        return `${random.pick(["Promise", "Promise", "Promise", "Sub", "Counted"])}.${random.pick(["all", "allSettled", "race", "any"])}(${this.list(context)})`;
      case 7:
      case 8:
        return `(async () => ${this.block({ ...plain, isAsync: true }, 1 + random.below(3))})()`;
      case 9:
        return this.executor(plain);
      case 10:
        return `${random.pick(["Promise", "Promise", "Sub", "Counted"])}.resolve(${this.value(context)})`;
      case 11:
        return `new ${random.pick(["Sub", "Counted"])}((resolve) => { log(${this.mark()}, 0); resolve(${this.value(plain)}); })`;
      case 12:
        return `${this.generator(context)}.${this.request(context)}`;
      default:
        return this.basePromise(context);
    }
  }

  private chainable(context: Context): string {
    if (context.names.length > 0 && this.random.chance(0.4)) return this.random.pick(context.names);
    return this.promise(context);
  }

  private basePromise(context: Context): string {
    const { random } = this;
    if (context.names.length > 0 && random.chance(0.3)) return random.pick(context.names);
    return random.pick([
      `Promise.resolve(${this.mark()})`,
      `Promise.reject(${this.error()})`,
      this.tool(),
      this.tool(),
      `new Promise((resolve) => setTimeout(resolve, ${this.delay()}, ${this.mark()}))`,
      `new Promise((resolve, reject) => setTimeout(() => reject(${this.error()}), ${this.delay()}))`,
      `(async () => { log(${this.mark()}, 0); await undefined; log(${this.mark()}, 0); })()`,
      `(async () => { throw ${this.error()}; })()`,
      random.chance(0.3) ? "new Promise(() => {})" : `Promise.resolve(${this.mark()})`,
    ]);
  }

  private executor(context: Context): string {
    const { random } = this;
    const settle = random.pick([
      `resolve(${this.value(context)});`,
      `reject(${this.error()});`,
      `resolve(${this.value(context)}); reject(${this.error()});`,
      `setTimeout(() => resolve(${this.simple(context)}), ${this.delay()});`,
      `${this.chainable(context)}.then(resolve, reject);`,
      `throw ${this.error()};`,
      `queueMicrotask(() => resolve(${this.simple(context)}));`,
    ]);
    return `new Promise((resolve, reject) => {\n  log(${this.mark()}, 0);\n  ${settle}\n})`;
  }

  /** A fresh async generator object. */
  private generator(context: Context): string {
    const inner = { ...context, isAsync: true, yields: true, inLoop: false, depth: context.depth + 1 };
    const { random } = this;
    const delegated = random.chance(0.2)
      ? `\n  log(${this.mark()}, yield* ${this.delegate({ ...inner, depth: inner.depth + 1 })});`
      : "";
    return `(async function* () {\n${this.indent(this.statements(inner, 1 + random.below(2)))}\n  yield ${this.simple(inner)};${delegated}\n${this.indent(this.statements(inner, 1))}\n})()`;
  }

  /** Not a list: what `throw` does to the iterator of one changed after the oldest supported Node. */
  private delegate(context: Context): string {
    return this.random.chance(0.5) ? this.generator(context) : this.asyncIterator();
  }

  private request(context: Context): string {
    return this.random.pick([
      `next(${this.mark()})`,
      `next(${this.mark()})`,
      `return(${this.left > 0 ? this.value(context) : this.simple(context)})`,
      `throw(${this.error()})`,
    ]);
  }

  /** Several requests of one generator before any is answered. */
  private requests(context: Context): string {
    const name = `g${++this.names}`;
    const lines = [`const ${name} = ${this.generator(context)};`];
    const count = 2 + this.random.below(3);
    for (let i = 0; i < count; i++) {
      const at = this.mark();
      lines.push(
        `${name}.${this.request(context)}.then((value) => log(${at}, value), (error) => log(${at} + "x", error));`,
      );
    }
    return lines.join("\n");
  }

  private iterable(context: Context): string {
    const { random } = this;
    if (random.chance(0.5) && context.depth < 5 && this.left > 0) return this.generator(context);
    if (random.chance(0.3)) return this.asyncIterator();
    return this.list(context);
  }

  /** An iterator written by hand, with or without `return`. */
  private asyncIterator(): string {
    const { random } = this;
    const at = this.mark();
    const steps = 1 + random.below(3);
    const last = random.chance(0.7)
      ? ` return(value) { log(${at} + "r", value); return ${random.pick(["{ done: true, value }", "Promise.resolve({ done: true, value })", "{}"])}; },`
      : "";
    const step = random.pick([
      "{ done: ++i > N, value: i }",
      "Promise.resolve({ done: ++i > N, value: i })",
      `(async () => { await undefined; return { done: ++i > N, value: i }; })()`,
    ]);
    return `{ i: 0, [Symbol.asyncIterator]() { let i = 0; return { next() { log(${at}, i); return ${step.replace("N", String(steps))}; },${last} }; } }`;
  }
}
