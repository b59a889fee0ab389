/**
 * Random async programs: promises, thenables, async functions, async generators and combinators
 * nested at random, each step writing a numbered word to a log. Equal seeds give equal programs.
 */

/** A seeded generator of numbers in [0, 1) (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What the generated statements use. The log `L` is the program's result. */
const PRELUDE = `
const L = [];
const log = (x) => { L.push(x); };
const watch = (v, n) => { Promise.resolve(v).then(() => log(n + "+"), () => log(n + "-")); };
class P extends Promise {}
async function* g0(v) { log("g0"); yield v; log("g0b"); yield 2; }
async function* g1(v) { try { yield* [v, 1]; } finally { log("g1f"); } }
async function* g2(v) { try { const x = await v; yield x; return v; } catch (e) { log("g2c"); yield 9; } }
`;

class Writer {
  private next = 0;
  constructor(private readonly random: () => number) {}

  private pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.random() * choices.length)]!;
  }

  /** An expression; depth bounds its nesting. */
  value(depth: number): string {
    const n = this.next++;
    const leaves = [() => `${n}`, () => `Promise.resolve(${n})`, () => `Promise.reject("r${n}")`, () => "undefined"];
    if (depth <= 0) return this.pick(leaves)();
    const inner = () => this.value(depth - 1);
    const promise = () => `Promise.resolve(${inner()})`;
    const nodes = [
      () => `new Promise((a, b) => { ${this.pick(["a", "b"])}(${inner()}); log("x${n}") })`,
      () =>
        `({ then(a, b) { log("th${n}"); ${this.pick(["a", "b", "a(1); b", "queueMicrotask(() => a(2)); a"])}(${inner()}) } })`,
      () => `(async () => { log("s${n}"); ${this.statement(depth - 1)} return ${inner()} })()`,
      () => `${promise()}.then((v) => { log("t${n}"); return ${inner()} }, (e) => { log("c${n}"); return ${inner()} })`,
      () => `${promise()}.catch((e) => { log("k${n}"); ${this.pick(["throw e", `return ${inner()}`])} })`,
      () => `${promise()}.finally(() => { log("f${n}"); return ${inner()} })`,
      () => `Promise.${this.pick(["all", "allSettled", "race", "any"])}([${inner()}, ${inner()}, ${inner()}])`,
      () => `g${n % 3}(${inner()}).next()`,
      () => `new P((r) => r(${inner()}))`,
      () => `P.resolve(${inner()}).then((v) => { log("p${n}"); return v })`,
    ];
    return this.pick([...leaves, ...nodes])();
  }

  statement(depth: number): string {
    const n = this.next++;
    return this.pick([
      () => `await null; log("a${n}");`,
      () => `try { await ${this.value(depth)}; log("b${n}") } catch (e) { log("e${n}") }`,
      () => `queueMicrotask(() => log("q${n}"));`,
      () => `watch(${this.value(depth)}, "w${n}");`,
      () =>
        `try { for await (const v of g${n % 3}(${this.value(depth - 1)})) { log("l${n}"); ${this.pick(["", "break;"])} } } catch (e) { log("h${n}") }`,
      () =>
        `try { for await (const v of [${this.value(0)}, ${this.value(0)}]) log("y${n}") } catch (e) { log("z${n}") }`,
      () => `watch((async () => { ${depth > 0 ? this.statement(depth - 1) : ""} })(), "v${n}");`,
    ])();
  }
}

/** Body of an async function that returns its log after everything it started has run. */
export function randomAsyncProgram(seed: number): string {
  const random = generator(seed);
  const writer = new Writer(random);
  const parts = Array.from(
    { length: 2 + Math.floor(random() * 4) },
    (_, i) => `watch((async () => { ${writer.statement(3)} ${writer.statement(2)} })(), "m${i}");`,
  );
  return `${PRELUDE}${parts.join("\n")}\nfor (let i = 0; i < 120; i++) await undefined;\nreturn L.join(" ");`;
}
