import { Console } from "node:console";
import { Writable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { CodeMode } from "../../../runtime/index.js";

const ownZone = process.env["TZ"];
process.env["TZ"] = "UTC";
afterAll(() => {
  if (ownZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = ownZone;
});

/** Values, several a line between bars. */
const VALUES = String.raw`
1 | "a" | 'it\'s' | "a\nb" | true | null | undefined | 10n | -0 | NaN | Symbol("a") | Symbol() | Symbol.iterator
[] | {} | [[]] | [{}] | {a:{}} | {a:{b:{c:{}}}} | {a:{b:{c:{d:1}}}} | [[[[]]]] | [[[[1]]]]
{a:1,"b-c":2,[Symbol("s")]:3,1:4,"__proto__":5,["__proto__"]:6,"it's":7,"":8,a1_:9,$x:1}
{a:"it's",b:'say "hi"',c:"both ' and \"",e:"\x00\x1f\x7f\x80\ud800x\u2028é😀"}
[1,,3] | [,,] | [,1] | Array(5) | Object.assign([1,2],{x:1}) | Object.assign([],{x:1}) | Array.from({length:101},(_,i)=>i) | Array.from({length:7},(_,i)=>"item"+i)
Array.from({length:30},(_,i)=>"x".repeat(i%9)) | Array.from({length:10},(_,i)=>i%2?i*1000:"s") | Array.from({length:8},(_,i)=>({i})) | Array.from({length:27},(_,i)=>i*1.5) | Array.from({length:12},(_,i)=>BigInt(i)**5n)
new Map | new Map([["a",1],[{b:2},[3]]]) | new Set | new Set([1,"a",[2]]) | new Map([[1,new Map([[2,new Map([[3,new Map]])]])]]) | new Set(Array.from({length:120},(_,i)=>i)) | Object.assign(new Map([[1,2]]),{x:3}) | new WeakMap | new WeakSet
Object.create(null) | Object.assign(Object.create(null),{a:1}) | Object.create({}) | Object.create({a:1}) | Object.create(Object.create(null))
class A{} | class A extends Map{} | class{} | new (class A{}) | new (class A{constructor(){this.x=1}}) | new (class extends Array{})(3) | new (class B extends Array{})(1,2) | new (class C extends Map{})([[1,2]]) | new (class D extends Set{}) | Object.assign(class Q{},{x:1}) | class A{static x=1} | Object.create(class X{}.prototype)
function f(){} | () => {} | function(){} | async () => {} | function*g(){} | async function*ag(){} | Object.assign(function f(){},{a:1}) | Math.max | Map | (function f(){}).bind(null) | {f(){}} | {get a(){return 1}} | {set a(v){}} | {get a(){return 1},set a(v){}} | [function f(){},class A{}]
new Date(0) | new Date(NaN) | /a/g | Object.assign(/a/,{x:1}) | Object.assign(new Date(0),{x:1}) | new Number(1) | new String("abc") | new Boolean(false) | Object(1n) | Object(Symbol("q")) | Object.assign(new String("ab"),{x:1}) | new Number(-0)
Promise.resolve(1) | Promise.resolve({a:{b:{c:{}}}}) | new Promise(()=>{}) | Promise.resolve()
new Uint8Array(3) | new Uint8Array(0) | new Float64Array([1.5,-0]) | new BigInt64Array(2) | new Uint8Array(200) | new ArrayBuffer(4) | new DataView(new ArrayBuffer(2)) | new ArrayBuffer(0) | [new Uint8Array([1,2])] | {b:new ArrayBuffer(60)}
(function(){return arguments})(1,2) | (function(){return arguments})() | (function*(){})() | [][Symbol.iterator]() | "a"[Symbol.iterator]() | Math | JSON | (async function*(){})()
(()=>{const a={x:1};a.self=a;return a})() | (()=>{const a=[1];a.push(a);return a})() | (()=>{const a={},b={a};a.b=b;return {a,b}})() | (()=>{const m=new Map;m.set("m",m);return m})() | (()=>{const a={};return [a,a]})() | (()=>{const a={n:1},b={n:2};a.b=b;b.a=a;return [a,b]})()
new Proxy({a:1},{}) | new Proxy([1,2],{}) | new Proxy(function f(){},{}) | [new Proxy({},{get(){throw 1},ownKeys(){throw 2}})] | new Proxy(class A{},{}) | new Proxy(new Map([[1,2]]),{})
{a:"x".repeat(50),b:"y".repeat(50)} | {a:"x".repeat(90)} | ["x".repeat(90)] | "x".repeat(10010) | ["x".repeat(10010)] | {t:"line one\nline two is longer\nline three"+"z".repeat(60)} | ["a\nb"] | {k:"aaaaaaaaaaaaaaaa\nbbbbbbbbbbbbbbbb"}
{a:1,b:2,c:3,d:4,e:5,f:6,g:7,h:8,i:9,j:10,k:11,l:12,m:13,n:14,o:15,p:16,q:17,r:18} | {items:[{id:1,name:"first",tags:["a","b"]},{id:2,name:"second",tags:[]}],total:2,next:null} | {alpha:{beta:{gamma:1}},delta:[1,2,3],epsilon:"zeta",eta:"theta",iota:"kappa",lambda:"mu"} | [{a:1,b:{c:[1,2,{d:1}]}},{a:1,b:{c:[1,2,{d:1}]}},{a:1,b:{c:[1,2,{d:1}]}}]
Array.from({length:7},()=>[1,2,3]) | Array.from({length:20},(_,i)=>"文字"+i) | Array.from({length:9},(_,i)=>"😀".repeat(i)) | Object.fromEntries(Array.from({length:30},(_,i)=>["key"+i,i])) | [undefined,null,NaN] | [1.5,2.25,-3] | {a:[,1]} | [["a",1],["b",2]] | Object.entries({a:1,b:{c:2}})
{constructor:1} | {constructor:{name:"x"}} | {[Symbol.toStringTag]:"T"} | Object.defineProperty({},"h",{value:1}) | Object.defineProperty({},Symbol.toStringTag,{value:"Tag"}) | Object.defineProperty({a:1},Symbol.toStringTag,{value:"Tag"}) | {["a\nb"]:1} | {"é":1} | {toString(){return "x"}}
Object.defineProperty([1],"x",{get(){return 1},enumerable:true}) | Object.freeze({a:1}) | Object.freeze([1,2]) | [1,2].concat(Array(3)) | (()=>{const a=[1];a[200]=2;return a})() | (()=>{const a=[];a[500000]=2;return a})() | new Array(100000)
`
  .split("\n")
  .filter((line) => line !== "")
  .flatMap((line) => line.split(" | "));

const CALLS = [
  ...VALUES.map((value) => `console.log(${value})`),
  ...VALUES.map((value) => `console.log([${value},{k:${value}}])`),
  ...VALUES.map((value) => `console.dir(${value},{depth:0})`),
  ...VALUES.map((value) => `console.dir({a:${value}},{depth:null,maxArrayLength:5})`),
  ...[
    `"%s",1`,
    `"%s","x","y"`,
    `"%d","42"`,
    `"%d",{}`,
    `"%i","42.9px"`,
    `"%f","1.5abc"`,
    `"%j",{a:[1]}`,
    `"%O",{a:{b:{c:{d:{}}}}}`,
    `"%o",{a:1}`,
    `"%o",[1,{a:2}]`,
    `"%c red","css"`,
    `"100%",1`,
    `"%%",1`,
    `"%%"`,
    `"%s"`,
    `"%x",1`,
    `"a%sb%sc",1`,
    `"%s",null`,
    `"%s",undefined`,
    `"%s",Symbol("a")`,
    `"%s",10n`,
    `"%d",10n`,
    `"%s",-0`,
    `"%s",[1,[2,[3]]]`,
    `"%s",{a:{b:1}}`,
    `"%s",class A{}`,
    `"%s",(a,b)=>a+b`,
    `"%s",new Date(0)`,
    `"%d",new Date(5)`,
    `"%i",Symbol("a")`,
    `"a","b",{c:1}`,
    `{a:1},"b"`,
    "",
    `"%s %s",1`,
    `"%",1`,
    `"%d",""`,
    `"%i",""`,
    `"%j",undefined`,
    `"%d %i %f",true,true,true`,
    `"x",["a"],"y\\nz"`,
    `"%j",(()=>{const a={};a.a=a;return a})()`,
  ].map((args) => `console.log(${args})`),
  ...[
    "[{a:1,b:2},{a:3,c:4}]",
    "[[1,2],[3,4]]",
    `["a","b"]`,
    "{x:{a:1},y:{a:2}}",
    `new Map([["k",1],["l",{a:1}]])`,
    `new Set([1,"x"])`,
    "5",
    "null",
    "[{a:{b:{c:1}},d:[1,2,3,4,5]}]",
    "[]",
    "[1,{a:2}]",
    `[{a:1,b:2,c:3}],["c","a"]`,
    `[{name:"日本",v:1}]`,
    `{a:1,b:"x"}`,
    `[{1:"x",b:2,0:"y"}]`,
  ].map((args) => `console.table(${args})`),
  `console.group("G");console.log("in");console.log("a\\nb");console.group();console.log({a:1});console.groupEnd();console.groupEnd();console.log("out")`,
  `console.groupEnd();console.groupCollapsed("x",1);console.log("y");console.groupEnd()`,
  `console.count();console.count();console.count("x");console.countReset();console.count()`,
  `console.assert(true,"no")`,
  `console.info("i");console.debug("d")`,
  "console.dir([1,2,3],{maxArrayLength:1})",
  `console.dir({a:"x".repeat(30)},{maxStringLength:5})`,
  "console.dir({a:1,b:2},{showHidden:true})",
  "console.dir(new Map([[1,2]]),{showHidden:true})",
  "console.dir({a:{b:1}},{breakLength:5})",
];

function nodeLines(call: string): string {
  let written = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  new Function("console", `"use strict"; ${call}`)(new Console(sink, sink));
  return written;
}

const runtime = CodeMode.make({ tools: {} });

async function logsOf(code: string): Promise<readonly { level: string; text: string; line?: number }[]> {
  const result = await runtime.execute(`${code}\nreturn 1`);
  const outcome = result.isOk() ? result.value : result.error;
  if (!outcome.ok) throw new Error(`${code}: ${outcome.error.message}`);
  return outcome.logs ?? [];
}

test("console prints as Node's", async () => {
  const ours: string[] = [];
  for (const call of CALLS) {
    const lines = await logsOf(call);
    ours.push(`${call}\n${lines.map(({ text }) => `${text}\n`).join("")}`);
  }
  expect(ours).toEqual(CALLS.map((call) => `${call}\n${nodeLines(call)}`));
});

test("errors print their heading, the program's positions and their properties", async () => {
  const logs = await logsOf(`function boom() { return new TypeError("bad", { cause: new Error("inner") }) }
const e = boom(); e.code = 42
console.log(e)
console.log({ e: new RangeError("r") })
console.log([new (class Other extends Error {})("o")], Object.assign(new Error("x"), { name: "Custom" }))
console.error(new AggregateError([new Error("a"), 1], "agg"))
console.log(Object.assign(new Error("gone"), { stack: "own stack" }))`);
  expect(logs.map(({ text, line }) => [line, ...text.split("\n")])).toEqual([
    [
      3,
      "TypeError: bad",
      "    at boom (program:1:26)",
      "    at program:2:11 {",
      "  code: 42,",
      "  [cause]: Error: inner",
      "      at boom (program:1:56)",
      "      at program:2:11",
      "}",
    ],
    [4, "{", "  e: RangeError: r", "      at program:4:18", "}"],
    [
      5,
      "[",
      "  Other [Error]: o",
      "      at Other (program:5:19)",
      "      at program:5:14",
      "] Custom: x",
      "    at program:5:70",
    ],
    [
      6,
      "AggregateError: agg",
      "    at program:6:15 {",
      "  [errors]: [",
      "    Error: a",
      "        at program:6:35,",
      "    1",
      "  ]",
      "}",
    ],
    [7, "[own stack]"],
  ]);
});

test("levels, timers, labels and misuse", async () => {
  let now = 1000;
  const clocked = CodeMode.make({ tools: {}, clock: { now: () => (now += 250) } });
  const result = await clocked.execute(`
console.warn("w"); console.error("e"); console.info("i"); console.debug("d")
console.time("t"); console.timeLog("t", { a: 1 }, "%s"); console.timeEnd("t"); console.timeEnd("t")
console.assert(false); console.assert(0, "why %s", "so"); console.assert(null, { a: 1 })
console.countReset("nope"); console.trace("here")
console.clear(); console.profile(); console.timeStamp()
return [typeof console.log, Object.prototype.toString.call(console)]`);
  const outcome = result._unsafeUnwrap();
  expect(outcome.value).toEqual(["function", "[object console]"]);
  expect(outcome.logs?.map(({ level, text, line }) => [level, text, line])).toEqual([
    ["warn", "w", 2],
    ["error", "e", 2],
    ["info", "i", 2],
    ["debug", "d", 2],
    ["log", "t: 250ms { a: 1 } %s", 3],
    ["log", "t: 500ms", 3],
    ["warn", "Warning: No such label 't' for console.timeEnd()", 3],
    ["error", "Assertion failed", 4],
    ["error", "Assertion failed: why so", 4],
    ["error", "Assertion failed: { a: 1 }", 4],
    ["warn", "Warning: Count for 'nope' does not exist", 5],
    ["debug", "Trace: here\n    at program:5:37", 5],
  ]);
});

test("printing never runs the program and never fails it", async () => {
  const logs = await logsOf(`
let ran = 0
const hostile = { get a() { ran++; throw 1 }, toString() { ran++; throw 2 }, toJSON() { ran++; throw 3 }, [Symbol.toPrimitive]() { ran++; throw 4 } }
class Sneaky { get [Symbol.toStringTag]() { ran++; throw 5 } static get name() { ran++; throw 6 } }
const proxy = new Proxy({ a: 1 }, new Proxy({}, { get() { ran++; throw 7 } }))
const revoked = Proxy.revocable({}, {}); revoked.revoke()
console.log(hostile, new Sneaky(), Sneaky, proxy, revoked.proxy)
console.log("%s %d %i %f %j %o %O", hostile, hostile, hostile, hostile, hostile, 1, hostile)
console.table([hostile, proxy]); console.dir(hostile, proxy); console.group(hostile); console.groupEnd(); console.count(hostile); console.assert(false, hostile)
let deep = {}; for (let i = 0; i < 100000; i++) deep = { deep }
console.dir(deep, { depth: null })
console.log(ran)`);
  expect(logs.at(-1)?.text).toBe("0");
  expect(logs[0]?.text).toBe(
    "{ a: [Getter], toString: [Function: toString], toJSON: [Function: toJSON], [Symbol(Symbol.toPrimitive)]: [Function: [Symbol.toPrimitive]] }"
      .replace("{ ", "{\n  ")
      .replaceAll("], ", "],\n  ")
      .replace("[Symbol.toPrimitive]] }", "[Symbol.toPrimitive]]\n}")
      .concat(" {} [class (anonymous)] { a: 1 } <Revoked Proxy>"),
  );
});

test("what is printed is bounded", async () => {
  const logs = await logsOf(`
const wide = Object.fromEntries(Array.from({ length: 50000 }, (_, i) => ["key" + i, "value " + i]))
console.log(wide)
const shared = []; let tree = [shared]; for (let i = 0; i < 30; i++) tree = Array.from({ length: 100 }, () => tree)
console.dir(tree, { depth: null })
console.log("x".repeat(5000000), "y")
console.log(2n ** 300000n)`);
  for (const { text } of logs) expect(text.length).toBeLessThan(700_000);
  expect(logs.map(({ text }) => text.length > 0)).toEqual([true, true, true, true]);
  expect(logs[3]?.text).toBe("[BigInt of 37501 bytes]");
});
