/** The order of calls and ends: nothing of the program runs after its end, nothing waits for ever. */
import { failing, type HostileProgram, returning } from "./program.js";

export const PROTOCOL: readonly HostileProgram[] = [
  ...failing("Deadlock", {
    "waits for nothing": "await new Promise(() => 0)",
    "waits for itself": "const p = (async () => { await 0; await p })(); await p",
    "a race of nothing": "await Promise.race([])",
  }),
  ...failing(["TimeoutExceeded", "LimitExceeded"], {
    "a tool that never answers": "await tools.never({})",
    "finally after the end": "try { for (;;); } finally { await tools.mark({ what: 'finally' }) }",
    "catch after the end": "try { for (;;); } catch { await tools.mark({ what: 'catch' }) }",
    "disposal after the end": "using x = { [Symbol.dispose]() { tools.mark({ what: 'dispose' }) } }; for (;;);",
    "iterator close after the end":
      "for (const x of { [Symbol.iterator]() { return { next: () => ({ done: false }), return() { tools.mark({ what: 'close' }); return {} } } } }) for (;;);",
    "jobs after the end": "Promise.resolve().then(() => tools.mark({ what: 'job' })); for (;;);",
    "timers after the end": "setTimeout(() => tools.mark({ what: 'timer' }), 1); for (;;);",
    "rejection handlers after the end": "tools.never({}).catch(() => tools.mark({ what: 'rejection' })); for (;;);",
    "async generators after the end":
      "async function* g() { try { yield 1 } finally { tools.mark({ what: 'generator' }) } } for await (const x of g()) for (;;);",
    "memory and finally": "const a = []; try { for (;;) a.push({}) } finally { tools.mark({ what: 'memory' }) }",
    "tool calls without end": "for (;;) await tools.echo({})",
    "tool calls at once without end": "for (;;) tools.echo({})",
  }),
  ...returning(true, {
    "a late answer is dropped":
      "const r = await Promise.race([tools.slow({}), tools.echo({ a: 1 })]); return r.a === 1",
    "many calls at once":
      "return (await Promise.all(Array.from({ length: 200 }, (_, n) => tools.echo({ n })))).every((x, n) => x.n === n)",
    "a rejected call that nobody reads": "tools.fail({}).catch(() => 0); await tools.echo({}); return true",
    "a call in a finally": "try { throw 1 } catch {} finally { return (await tools.echo({ a: 1 })).a === 1 }",
    "tool names of prototypes":
      "for (const k of ['__proto__', 'constructor', 'prototype', 'then', 'toString']) { try { await tools[k]({}); return false } catch {} } return true",
    "tools cannot be replaced": "try { tools.echo = () => 0 } catch {} return (await tools.echo({ a: 1 })).a === 1",
    "tools cannot be deleted": "try { delete tools.echo } catch {} return (await tools.echo({ a: 1 })).a === 1",
    "awaiting the tree": "await tools; return true",
    "recursion is a RangeError": "const f = () => f(); try { f() } catch (e) { return e instanceof RangeError }",
    "recursion through natives": "const f = () => [1].map(f); try { f() } catch (e) { return e instanceof RangeError }",
    "recursion through getters":
      "const o = { get a() { return this.a } }; try { o.a } catch (e) { return e instanceof RangeError }",
    "recursion through toString":
      "const o = { toString() { return `${this}` } }; try { String(o) } catch (e) { return e instanceof RangeError }",
    "recursion through JSON":
      "const o = { toJSON() { return JSON.stringify(this) } }; try { JSON.stringify(o) } catch (e) { return e instanceof RangeError }",
    "recursion through proxies":
      "const p = new Proxy({}, { get: (t, k, r) => r[k] }); try { p.a } catch (e) { return e instanceof RangeError }",
    "recursion through sorting":
      "const f = () => [1, 2].sort(f); try { f() } catch (e) { return e instanceof RangeError }",
    "recursion through replace":
      "const f = () => 'a'.replace(/a/, f); try { f() } catch (e) { return e instanceof RangeError }",
    "recursion through constructors":
      "class A { constructor() { new A() } } try { new A() } catch (e) { return e instanceof RangeError }",
    "recursion through generators":
      "function* g() { yield* g() } try { [...g()] } catch (e) { return e instanceof RangeError }",
    "deep data in natives":
      "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; try { JSON.stringify(a); a.flat(Infinity); String(a); structuredClone(a) } catch (e) { return e instanceof Error } return true",
    "deep JSON":
      "try { JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)) } catch (e) { return e instanceof Error } return true",
    "deep inspect": "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; console.log(a); return true",
    "deep prototypes":
      "let o = {}; for (let i = 0; i < 1e4; i++) o = Object.create(o); return o.x === undefined && !('x' in o)",
    "deep bound functions":
      "let f = () => 1; for (let i = 0; i < 5000; i++) f = f.bind(null); try { return f() === 1 } catch (e) { return e instanceof RangeError }",
    "deep causes":
      "let e = new Error('a'); for (let i = 0; i < 1e4; i++) e = new Error('b', { cause: e }); console.log(e); return true",
  }),
];
