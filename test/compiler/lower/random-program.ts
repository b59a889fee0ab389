/**
 * Random programs whose every side effect is numbered, for comparing the order of evaluation with Node's. Equal seeds give
 * equal programs. Keys of compound assignments log once, because V8 of Node 20 converts them twice where the specification
 * converts them once. Texts that may hold source or an error's wording log as "text".
 */

/** What the programs call: logging values, keys, objects with accessors, iterables, generators driven by hand. */
export const PRELUDE = `
const out = []; const fs = []; let steps = 0;
const S = (v, d = 0) => typeof v === "string" && /=>|function|class|Error: |[(]|[{]/.test(v) ? "text" : d > 2 ? "deep" : v === null ? "null"
  : typeof v === "function" ? "fn:" + v.name : typeof v === "object" ? (Array.isArray(v) ? "[" + v.map((x) => S(x, d + 1)).join() + "]"
  : v instanceof Promise ? "promise" : v instanceof Error ? v.name : "{" + Object.keys(v).map((k) => k + ":" + S(v[k], d + 1)).join() + "}")
  : typeof v + ":" + String(v);
const G = () => { if (++steps > 400) throw "steps"; return true; };
const L = (n) => { G(); out.push(n); if (n % 13 === 0) throw n; return n % 7 === 0 ? null : n % 5 === 0 ? undefined : n % 11 === 0 ? "k" + n : n; };
const K = (n) => ({ toString() { G(); out.push("K" + n); return n % 3 ? "p" : "m"; } });
const KO = (n) => { let k; return { toString() { if (!k) out.push("KO" + n); k = 1; return n % 3 ? "p" : "m"; } }; };
const E = (e) => { out.push("E" + S(e)); };
const o = { p: 1, q: { r(x) { out.push("r" + S(x)); return x; } } };
const P = (n) => (n === null && steps % 2 ? null : { get p() { G(); out.push("get" + n); return n; }, set p(v) { G(); out.push("set" + n + S(v)); }, m(...x) { G(); out.push("m" + x.map((v) => S(v))); return this; } });
const Q = (v) => ({ get x() { out.push("gx"); return v; }, get y() { out.push("gy"); return 2; }, p: 3 });
const I = (n, items) => { let i = 0; return { [Symbol.iterator]() { G(); out.push("it" + n); return this; }, next() { G(); out.push("n" + n); if (n === null) throw "next"; return i < items.length ? { value: items[i++], done: false } : { value: 9, done: true }; }, return() { G(); out.push("ret" + n); if (n % 4 === 0) throw "ret"; return n % 6 === 0 ? 1 : {}; } }; };
const IA = (n, items) => { let i = 0; return { [Symbol.asyncIterator]() { out.push("ait" + n); return this; }, next() { G(); out.push("an" + n); return i < items.length ? Promise.resolve({ value: items[i++], done: false }) : { value: 9, done: true }; }, return() { out.push("aret" + n); if (n % 4 === 0) throw "ret"; return n % 6 === 0 ? 1 : Promise.resolve({}); } }; };
const f = (...x) => { G(); out.push("f" + x.map((v) => S(v))); return x[0]; };
const tag = (s, ...x) => { out.push("tag" + s.raw.join("|") + x.map((v) => S(v))); return x[0]; };
class C { constructor(...x) { G(); out.push("C" + x.map((v) => S(v)) + new.target.name); this.c = x[0]; } }
const R = (g, k) => { const it = g(1); const r = []; try { r.push(S(it.next(1)), S(it.next(2))); if (k === 1) r.push(S(it.return(7))); if (k === 2) r.push(S(it.throw(8))); for (let i = 0; i < 5; i++) { const s = it.next(i); r.push(S(s)); if (s.done) break; } } catch (e) { E(e); } out.push("R" + r); return r.length; };
const RA = async (g, k) => { const r = []; try { const it = g(1); r.push(S(await it.next(1)), S(await it.next(2))); if (k === 1) r.push(S(await it.return(7))); if (k === 2) r.push(S(await it.throw(8))); for (let i = 0; i < 5; i++) { const s = await it.next(i); r.push(S(s)); if (s.done) break; } } catch (e) { E(e); } out.push("RA" + r); return r.length; };
`;

/** What a piece of code may use. */
interface Place {
  readonly names: string[];
  readonly labels: readonly string[];
  readonly inLoop: boolean;
  readonly breakable: boolean;
  readonly returns: boolean;
  readonly yields: boolean;
  readonly awaits: boolean;
}

/** A program of the language's body semantics that returns the log as one string. */
export function randomProgram(seed: number): string {
  return new Writer(seed).program();
}

class Writer {
  private count = 0;

  constructor(private state: number) {}

  program(): string {
    const place: Place = {
      names: ["a", "b", "c"],
      labels: [],
      inLoop: false,
      breakable: false,
      returns: false,
      yields: false,
      awaits: true,
    };
    const body = this.statements(place, 2 + this.below(3));
    return `${PRELUDE} let a = 1, b = "x", c = null; let result;
      try { ${body}; result = [a, b, c]; } catch (e) { E(e); }
      for (let i = 0; i < 20; i++) await null;
      out.push(...fs.map((g) => { try { return S(g()); } catch (e) { return "E" + S(e); } }));
      return out.join(" ") + " => " + S(result);`;
  }

  /** mulberry32: small, and its low bits are good. */
  private below(bound: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)];
  }

  private one(from: readonly (() => string)[]): string {
    return this.pick(from)();
  }

  private log = () => `L(${++this.count})`;
  private key = () => `K(${++this.count})`;
  private keyOnce = () => `KO(${++this.count})`;
  private fresh = (prefix: string) => `${prefix}${++this.count}`;
  private object = () => `P(${this.log()})`;

  private target(place: Place): string {
    return this.one([
      () => this.pick(place.names),
      () => this.pick(place.names),
      () => `${this.object()}.p`,
      () => `${this.object()}[${this.key()}]`,
    ]);
  }

  private expression(place: Place, depth: number): string {
    const { names } = place;
    if (depth <= 0) {
      return this.one([
        () => this.pick(names),
        this.log,
        () => String(this.below(5)),
        () => this.pick(names),
        () => "o.p",
        () => this.pick(["null", "undefined"]),
        () => `"s${this.below(3)}"`,
      ]);
    }
    const e = () => this.expression(place, depth - 1 - this.below(2));
    const binary = [
      "+",
      "-",
      "*",
      "<",
      "<=",
      ">",
      ">=",
      "===",
      "!==",
      "==",
      "!=",
      "&",
      "|",
      "^",
      "<<",
      ">>",
      ">>>",
      "%",
    ];
    return this.one([
      () => `(${e()} ${this.pick(binary)} ${e()})`,
      () => `(${e()} ${this.pick(["&&", "||"])} ${e()})`,
      () => `(${e()} ?? ${e()})`,
      () => `(${e()} ? ${e()} : ${e()})`,
      () => `(${e()}, ${e()})`,
      () => `(${this.pick(names)} ${this.pick(["=", "+=", "-=", "||=", "&&=", "??=", "*="])} ${e()})`,
      () => `(${this.pick(names)}${this.pick(["++", "--"])})`,
      () => `(${this.pick(["++", "--"])}${this.pick(names)})`,
      () => `f(${e()}, ${e()})`,
      () => `f(...[${e()}, ${e()}])`,
      () => `${this.object()}.m(${e()})`,
      () => `${this.object()}[${this.key()}](${e()})`,
      () => `(${this.object()}.p = ${e()})`,
      () => `(${this.object()}[${this.keyOnce()}] ${this.pick(["=", "+=", "||=", "??=", "-="])} ${e()})`,
      () => `(${this.object()}[${this.keyOnce()}]${this.pick(["++", "--"])})`,
      () => `[${e()}, ${e()}, ...[${e()}]]`,
      () => `({ x: ${e()}, [${this.key()}]: ${e()}, ...${e()}, y: ${e()} })`,
      () => `\`t\${${e()}}u\${${e()}}\``,
      () => `tag\`x\${${e()}}y\``,
      () => `(${this.pick(["!", "typeof ", "- ", "void "])}${e()})`,
      () => `(${e()})?.[${this.key()}]`,
      () => `${this.object()}?.m?.(${e()})`,
      () => `(${this.pick(["null", "o", "undefined"])})?.q.r(${e()})`,
      () => `(delete ${this.object()}[${this.key()}])`,
      () => `(${this.key()} in o)`,
      () => `new C(${this.pick(["", "..."])}[${e()}])`,
      () =>
        `([${this.target(place)}, ${this.target(place)} = ${e()}${this.one([() => "", () => `, ...${this.target(place)}`])}] = I(${this.log()}, [${e()}, ${e()}]))`,
      () => `({ x: ${this.target(place)}, [${this.key()}]: ${this.target(place)} = ${e()} } = Q(${e()}))`,
      () => (place.awaits ? `(await ${e()})` : e()),
      () => (place.yields ? `(yield ${e()})` : e()),
      () => this.functionOf(place, depth - 1),
      () => this.classOf(place, depth - 1),
    ]);
  }

  private inside(place: Place, more: Partial<Place>): Place {
    return {
      names: [...place.names],
      labels: [],
      inLoop: false,
      breakable: false,
      returns: true,
      yields: false,
      awaits: false,
      ...more,
    };
  }

  private parameters(place: Place): string {
    const [a, b] = [this.fresh("v"), this.fresh("v")];
    place.names.push(a);
    const plain = { ...place, awaits: false, yields: false };
    const text = this.one([
      () => `${a}, ${b} = ${this.expression(plain, 1)}`,
      () => `{ x: ${a}, y: ${b} = ${this.expression(plain, 1)} } = {}`,
      () => `${a}, ...${b}`,
    ]);
    place.names.push(b);
    return text;
  }

  private functionOf(place: Place, depth: number): string {
    const make = (more: Partial<Place>) => {
      const inner = this.inside(place, more);
      return { params: this.parameters(inner), inner };
    };
    const block = (inner: Place) => `{ ${this.statements(inner, depth)} return ${this.expression(inner, 1)}; }`;
    return this.one([
      () => {
        const { params, inner } = make({});
        return `(function ${this.one([() => "", () => this.fresh("g")])}(${params}) ${block(inner)})(${this.expression(place, 0)})`;
      },
      () => {
        const { params, inner } = make({});
        return `((${params}) => ${this.expression(inner, depth)})(${this.expression(place, 0)})`;
      },
      () => {
        const { params, inner } = make({ yields: true });
        return `R(function* (${params}) ${block(inner)}, ${this.below(4)})`;
      },
      () => {
        const { params, inner } = make({ awaits: true });
        return `(async (${params}) => ${block(inner)})(${this.expression(place, 0)}).catch(E)`;
      },
      () => {
        const { params, inner } = make({ yields: true, awaits: true });
        return `RA(async function* (${params}) ${block(inner)}, ${this.below(4)}).catch(E)`;
      },
    ]);
  }

  private classOf(place: Place, depth: number): string {
    const inner = this.inside(place, { returns: false });
    const e = (d: number) => this.expression(inner, d);
    const body = () =>
      this.one([
        () => `${this.fresh("m")}() { ${this.statements(inner, depth - 1)} return this; }`,
        () => `${this.fresh("f")} = ${e(depth - 1)};`,
        () => `static ${this.fresh("s")} = ${e(depth - 1)};`,
        () => `[${this.key()}] = ${e(1)};`,
        () => `[${this.key()}](x) { return x; }`,
        () => `#${this.fresh("p")} = ${e(1)};`,
        () => `static { ${this.statements(this.inside(inner, { returns: false }), depth - 1)} }`,
        () => `get [${this.key()}]() { return ${e(0)}; }`,
        () => `static [${this.key()}] = ${e(0)};`,
      ]);
    const constructor = this.one([
      () => "",
      () =>
        `constructor(x) { ${this.statements(this.inside(inner, { returns: false }), 1)} super(${e(1)}); this.z = ${e(1)}; }`,
      () => `constructor(x) { const q = () => super(${e(0)}); try { ${e(1)}; q(); } finally { ${e(0)}; } this.w = 1; }`,
    ]);
    const name = this.one([() => "", () => this.fresh("N")]);
    return `new (class ${name} extends C { ${constructor} ${body()} ${body()} })(${this.expression(place, 0)})`;
  }

  private statements(place: Place, depth: number): string {
    return Array.from({ length: 1 + this.below(3) }, () => this.statement(place, depth)).join(" ");
  }

  private block(place: Place, depth: number, ...names: string[]): string {
    return `{ ${this.statements({ ...place, names: [...place.names, ...names] }, depth)} }`;
  }

  private statement(place: Place, depth: number): string {
    const e = (d = depth) => this.expression(place, d);
    if (depth <= 0) return `${e(1)};`;
    const loop: Place = { ...place, inLoop: true, breakable: true };
    const declare = (text: (name: string) => string) => {
      const name = this.fresh("v");
      const declaration = text(name);
      place.names.push(name);
      return declaration;
    };
    return this.one([
      () => `${e()};`,
      () => declare((v) => `let ${v} = ${e()};`),
      () => declare((v) => `var ${v} = ${e()};`),
      () => declare((v) => `let [, ${v} = ${e(1)}] = I(${this.log()}, [${e(1)}]);`),
      () => declare((v) => `let { x: ${v}, [${this.key()}]: ${v}k = ${e(1)}, ...${v}r } = Q(${e(1)});`),
      () =>
        declare(
          (v) =>
            `fs.push(() => ${v}); try { fs.at(-1)(); } catch (e) { E(e); } let ${v} = ${e(1)}; fs.push(() => ${v}++);`,
        ),
      () => `const ${this.fresh("v")} = ${e(1)}; try { v${this.count} = ${this.log()}; } catch (e) { E(e); }`,
      () => `if (${e(depth - 1)}) ${this.block(place, depth - 1)} else ${this.block(place, depth - 1)}`,
      () => {
        const v = this.fresh("v");
        return `for (let ${v} = 0; ${v} < ${1 + this.below(3)} && G(); ${v}++) { fs.push(() => ${v}); ${this.block(loop, depth - 1, v)} }`;
      },
      () => {
        const [v, label] = [this.fresh("v"), this.fresh("l")];
        return `${label}: for (const ${v}x of I(${this.log()}, [${e(1)}, 2])) { let ${v} = ${v}x; fs.push(() => ${v}x); ${this.block({ ...loop, labels: [...place.labels, label] }, depth - 1, v)} }`;
      },
      () => {
        const v = this.fresh("v");
        return `for (const [${v}x, ${v}y = ${e(1)}] of I(${this.log()}, [I(${this.log()}, [1]), [2]])) { let ${v} = ${v}y; ${this.block(loop, depth - 1, v)} }`;
      },
      () => {
        const v = this.fresh("v");
        return place.awaits
          ? `for await (let ${v} of IA(${this.log()}, [${e(1)}, 2])) ${this.block(loop, depth - 1, v)}`
          : `${e()};`;
      },
      () => `for (const ${this.fresh("v")} in Q(${e(1)})) ${this.block(loop, depth - 1)}`,
      () =>
        `try ${this.block(place, depth - 1)} catch (${this.fresh("e")}) ${this.block(place, depth - 1, `e${this.count}`)}`,
      () => `try ${this.block(place, depth - 1)} finally ${this.block(place, depth - 1)}`,
      () =>
        `try ${this.block(place, depth - 1)} catch { ${this.block(place, depth - 1)} } finally ${this.block(place, depth - 1)}`,
      () =>
        `switch (${e(1)}) { case ${e(0)}: ${this.block({ ...place, breakable: true }, depth - 1)} case 1: ${this.log()}; ${this.pick(["break;", ""])} default: ${this.log()}; }`,
      () => (place.breakable && this.below(2) ? "break;" : place.inLoop && this.below(2) ? "continue;" : `${e()};`),
      () => (place.labels.length > 0 ? `${this.pick(["break", "continue"])} ${this.pick(place.labels)};` : `${e()};`),
      () => (place.returns && this.below(3) === 0 ? `return ${e()};` : `${e()};`),
      () => (this.below(3) === 0 ? `throw ${e(0)};` : `${e()};`),
      () => {
        const label = this.fresh("l");
        return `${label}: { ${this.block(place, depth - 1)} if (${e(0)}) break ${label}; ${this.log()}; }`;
      },
      () => {
        const name = this.fresh("h");
        const inner = this.inside(place, {});
        const params = this.parameters(inner);
        return `${this.pick([`f(${name});`, ""])} function ${name}(${params}) { ${this.statements(inner, depth - 1)} return ${this.expression(inner, 1)}; } if (G()) ${name}(${e(0)});`;
      },
    ]);
  }
}
