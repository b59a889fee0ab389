/** Data that crosses: what a program hands out and what tools answer. `tools` are those of child.ts. */
import { failing, type HostileProgram, returning } from "./program.js";

export const BOUNDARY: readonly HostileProgram[] = [
  ...failing(["InvalidDataValue", "ExecutionFailure", "LimitExceeded"], {
    "returns a function": "return () => 1",
    "returns a symbol": "return Symbol('x')",
    "returns a BigInt": "return 1n",
    "returns a cycle": "const a = {}; a.a = a; return a",
    "returns a tool": "return tools.echo",
    "returns a promise inside": "return { a: Promise.resolve(1) }",
    "returns deep data": "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o",
    "returns a sparse array": "const a = []; a[4e9] = 1; return a",
    "returns a DAG": "let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return a",
    "sends deep data": "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return await tools.echo(o)",
    "sends a cycle": "const a = {}; a.a = a; return await tools.echo(a)",
    "sends a function": "return await tools.echo({ f() {} })",
  }),
  ...failing(["ToolFailure", "ToolDefect", "InvalidToolOutput", "InvalidDataValue", "ExecutionFailure"], {
    "an answer with a getter": "return await tools.hostile({ what: 'getter' })",
    "an answer that is a proxy that throws": "return await tools.hostile({ what: 'throwing proxy' })",
    "an answer with a function": "return await tools.hostile({ what: 'function' })",
    "an answer with a symbol": "return await tools.hostile({ what: 'symbol' })",
    "an answer with a BigInt": "return await tools.hostile({ what: 'bigint' })",
    "an answer with a cycle": "return await tools.hostile({ what: 'cycle' })",
    "an answer too deep": "return await tools.hostile({ what: 'deep' })",
    "a tool that throws text": "return await tools.hostile({ what: 'throws text' })",
    "a tool that throws an object": "return await tools.hostile({ what: 'throws object' })",
    "a tool that throws a proxy": "return await tools.hostile({ what: 'throws proxy' })",
    "a tool that throws undefined": "return await tools.hostile({ what: 'throws undefined' })",
    "a tool that overflows": "return await tools.hostile({ what: 'overflows' })",
  }),
  ...returning(true, {
    "a null-prototype answer": "return (await tools.hostile({ what: 'null prototype' })).a === 1",
    "a class instance is plain":
      "const r = await tools.hostile({ what: 'instance' }); return Object.getPrototypeOf(r) === Object.prototype && r.method === undefined",
    "an array with extra properties":
      "return Object.keys(await tools.hostile({ what: 'extended array' })).length === 2",
    "an answer's then is data":
      "try { return (await tools.hostile({ what: 'then data' })).then === 1 } catch { return true }",
    "__proto__ in an answer":
      "const r = await tools.hostile({ what: 'proto' }); return Object.hasOwn(r, '__proto__') && ({}).polluted === undefined",
    "index-like names":
      "return JSON.stringify(await tools.echo({ 1: 'a', '-1': 'b', '01': 'c', 4294967295: 'd' })).length > 10",
    "an answer is a copy": "const a = { n: 1 }; const b = await tools.echo(a); b.n = 2; return a.n === 1",
    "an input is copied at the call": "const a = { n: 1 }; const p = tools.echo(a); a.n = 2; return (await p).n === 1",
    "a toJSON runs in the program": "return (await tools.echo({ d: new Date(0) })).d === '1970-01-01T00:00:00.000Z'",
    "an input without prototype": "return (await tools.echo(Object.assign(Object.create(null), { a: 1 }))).a === 1",
    "NaN becomes null": "return (await tools.echo({ a: NaN })).a === null",
    "secrets of a failing tool stay":
      "try { await tools.hostile({ what: 'throws object' }) } catch (e) { return !/secret/.test(JSON.stringify([e.message, e.stack, Object.entries(e)])) }",
    "names with odd characters": "return (await tools.echo({ 'a\\u0000b': 1, '': 2 }))[''] === 2",
    "lone surrogates": "return (await tools.echo({ a: '\\ud800' })).a.length === 1",
    bytes: "return (await tools.echo({ b: new Uint8Array([1, 2, 3]) })).b[2] === 3",
  }),
];
