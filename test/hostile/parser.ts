/** Sources that hurt parsers and compilers: refused with a place, or compiled, in bounded time. */
import { bounded, failing, type HostileProgram } from "./program.js";

const nested = (open: string, middle: string, close: string, count: number) =>
  open.repeat(count) + middle + close.repeat(count);

const SHAPES: { readonly [name: string]: readonly [string, string, string] } = {
  templates: ["`${", "1", "}`"],
  parentheses: ["(", "1", ")"],
  arrays: ["[", "1", "]"],
  objects: ["({a:", "1", "})"],
  calls: ["f(", "1", ")"],
  members: ["a[", "1", "]"],
  arrows: ["a=>", "1", ""],
  functions: ["function f(){", "", "}"],
  classes: ["class A{m(){", "", "}}"],
  blocks: ["{", "", "}"],
  ifs: ["if(a)", "b", ""],
  elses: ["if(a){}else ", "b", ""],
  ternaries: ["a?1:", "1", ""],
  "async calls": ["async(", "1", ")"],
  "type arguments": ["let x: A<", "B", ">"],
  unary: ["!", "1", ""],
  new: ["new ", "a", ""],
  powers: ["1**", "1", ""],
  patterns: ["[", "a", "]=1"],
  tries: ["try{", "", "}finally{}"],
  awaits: ["await ", "1", ""],
  yields: ["yield ", "1", ""],
};

const deep = Object.fromEntries(
  Object.entries(SHAPES).flatMap(([name, [open, middle, close]]) =>
    [500, 20_000].map((count) => [`${name}, ${count} levels`, nested(open, middle, close, count).slice(0, 262_000)]),
  ),
);

export const PARSER: readonly HostileProgram[] = [
  ...failing(["ParseError", "UnsupportedSyntax", "LimitExceeded", "ProgramThrow", "ExecutionFailure"], deep),
  ...bounded({
    "a long sum": `return ${"1+".repeat(100_000)}1`,
    "a long member chain": `return a${".b".repeat(60_000)}`,
    "a long call chain": `return a${"()".repeat(60_000)}`,
    "many names": `let ${Array.from({ length: 20_000 }, (_, i) => `a${i}`).join(",")}; return 1`,
    "many functions": `${Array.from({ length: 8_000 }, (_, i) => `function f${i}(){}`).join("")} return 1`,
    "many cases": `switch(1){${Array.from({ length: 15_000 }, (_, i) => `case ${i}:`).join("")}} return 1`,
    "many properties": `return Object.keys({${Array.from({ length: 20_000 }, (_, i) => `a${i}:1`).join(",")}}).length`,
    "many elements": `return [${"1,".repeat(100_000)}].length`,
    "many arguments": `return Math.max(${"1,".repeat(60_000)}1)`,
    "many parameters": `return ((${Array.from({ length: 20_000 }, (_, i) => `a${i}`).join(",")}) => 1)()`,
    "many template parts": `return \`${"${1}".repeat(50_000)}\`.length`,
    "a long string": `return "${"a".repeat(250_000)}".length`,
    "a long number": `return ${"1".repeat(200_000)}`,
    "a long BigInt": `return String(${"1".repeat(200_000)}n).length`,
    "a long name": `let ${"a".repeat(200_000)} = 1; return 1`,
    "a long pattern": `return /${"a?".repeat(100_000)}/.test("")`,
    "a pattern of groups": `return /${"(".repeat(5_000)}a${")".repeat(5_000)}/.test("a")`,
    "a pattern of alternatives": `return /${"a|".repeat(50_000)}b/.test("b")`,
    "nested finally": `${"try{".repeat(90)}throw 1${"}finally{1}".repeat(90)}`,
    labels: `${Array.from({ length: 90 }, (_, i) => `l${i}:`).join("")}for(;;)break l0; return 1`,
    "an enum": `enum E {${Array.from({ length: 11_000 }, (_, i) => `A${i}`).join(",")}} return E.A5`,
    comments: `${"/* a */".repeat(30_000)} return 1`,
    "blank lines": `${"\n".repeat(250_000)} return 1`,
    "bidirectional marks": "return '\u202e' + 1 /* \u2066 */",
    "lone surrogates": "return '\ud800'.length + 1",
    "null characters": "return '\0'.length\0",
    "a byte order mark": "\ufeffreturn 1",
    "escapes in names": "let \\u0061b = 1; return ab",
    "an empty program": "",
    "only a comment": "// nothing",
  }),
  ...failing("LimitExceeded", { "a source over its limit": `return 1${" ".repeat(300_000)}` }),
];
