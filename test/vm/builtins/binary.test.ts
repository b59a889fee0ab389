import { expect, test } from "vitest";
import { compared, inVm, rowsOf } from "./both.js";

const BINARY = rowsOf(String.raw`
  [new Uint8Array(3), new Uint8Array([1, 300, -1]), new Int8Array([200]), new Uint8ClampedArray([300, -5, 1.5, 2.5, NaN])].map((t) => [...t])
  [new Float32Array([1.1])[0], new Float64Array([1.1, -0])[1], new Int16Array([40000])[0], new Uint32Array([-1])[0]]
  [new BigInt64Array([2n ** 63n])[0], new BigUint64Array([-1n])[0]]
  new BigInt64Array([1])
  new Uint8Array([1n])
  new Uint8Array(-1)
  Uint8Array(1)
  new Uint16Array(new ArrayBuffer(3))
  new Uint16Array(new ArrayBuffer(4), 1)
  new Uint16Array(new ArrayBuffer(4), 2, 5)
  [new Uint8Array(new Set([1, 2])).length, new Uint8Array({ length: 2, 1: 7 })[1], new Uint8Array(new Uint16Array([256, 2]))[0]]
  (() => { const b = new ArrayBuffer(8); const a = new Uint8Array(b, 2, 3); a[0] = 9; return [a.byteOffset, a.byteLength, a.length, a.buffer === b, new Uint8Array(b)[2]]; })()
  (() => { const t = new Uint8Array(2); t[5] = 1; t["1.5"] = 2; t[-1] = 3; return [Object.keys(t), t[5], t["1.5"], 5 in t, "-0" in t]; })()
  [[..."ab"].length, [...new Uint8Array([3, 1, 2]).sort()], [...new Float64Array([3, NaN, -0, 0, -1]).sort()].map((x) => Object.is(x, -0) ? "-0" : String(x)), [...new Int8Array([1, 2, 3]).sort((a, b) => b - a)]]
  [[...new Uint8Array([1, 2, 3]).map((x) => x * 100)], new Uint8Array([1, 2]).map(String).constructor.name, [...new Uint8Array([1, 2, 3]).filter((x) => x > 1)]]
  [new Uint8Array([1, 2, 3]).join("-"), String(new Uint8Array([1, 2])), new Uint8Array([1, 2, 3]).indexOf(2), new Uint8Array([1]).includes(1), new Float32Array([NaN]).includes(NaN), new Float32Array([NaN]).indexOf(NaN)]
  [[...new Uint8Array([1, 2, 3, 4]).subarray(1, -1)], [...new Uint8Array([1, 2, 3]).slice(-2)], [...new Uint8Array([1, 2, 3, 4, 5]).copyWithin(0, 3)], [...new Uint8Array(3).fill(7, 1)]]
  (() => { const t = new Uint8Array(4); t.set([1, 2], 1); t.set(new Uint16Array([258]), 3); return [...t]; })()
  (() => { const t = new Uint8Array([1, 2, 3, 4]); t.set(t.subarray(0, 3), 1); return [...t]; })()
  new Uint8Array(2).set([1, 2, 3])
  new Uint8Array(2).set([1], -1)
  [[...new Uint8Array([1, 2]).toReversed()], [...new Uint8Array([2, 1]).toSorted()], [...new Uint8Array([1, 2]).with(0, 9)], new Uint8Array([1, 2]).at(-1)]
  new Uint8Array(1).with(3, 0)
  [[...Uint8Array.from([1, 2], (x) => x + 1)], [...Uint8Array.of(1, 2)], [...Uint8Array.from({ length: 1, 0: 5 })], Uint8Array.BYTES_PER_ELEMENT, Object.getPrototypeOf(Uint8Array).name]
  [new Uint8Array([1, 2, 3]).reduce((a, b) => a + b), new Uint8Array([1, 2]).reduceRight((a, b) => a + "" + b), [...new Uint8Array([5]).entries()], new Uint8Array([1, 2]).findLast((x) => x < 2), new Uint8Array([1]).every((x) => x)]
  new Uint8Array(0).reduce((a) => a)
  Object.freeze(new Uint8Array(1))
  Object.freeze(new Uint8Array(0)).length
  [Object.prototype.toString.call(new Int8Array(1)), Object.getPrototypeOf(Int8Array.prototype)[Symbol.toStringTag], ArrayBuffer.isView(new DataView(new ArrayBuffer(1))), ArrayBuffer.isView([])]
  (() => { const v = new DataView(new ArrayBuffer(16)); v.setInt16(0, -2); v.setFloat32(2, 1.5, true); v.setBigUint64(8, 2n ** 64n - 1n); return [v.getUint16(0), v.getUint8(1), v.getFloat32(2, true), v.getBigInt64(8), v.getInt32(8), v.byteLength]; })()
  new DataView(new ArrayBuffer(2)).getInt32(0)
  new DataView(new ArrayBuffer(2)).setInt8(-1, 1)
  new DataView(new ArrayBuffer(2), 3)
  new DataView({})
  new DataView(new ArrayBuffer(8)).setBigInt64(0, 1)
  new DataView(new ArrayBuffer(8)).getUint8({ valueOf: () => 1 })
  (() => { const b = new ArrayBuffer(8); return [b.byteLength, b.slice(2, -2).byteLength, b.slice(6, 2).byteLength, new Uint8Array(new Uint8Array([1, 2, 3]).buffer.slice(1))[0]]; })()
  (() => { const b = new ArrayBuffer(4, { maxByteLength: 8 }); const t = new Uint8Array(b); const u = new Uint8Array(b, 2, 2); b.resize(8); const grown = [t.length, u.length]; b.resize(3); return [grown, t.length, u.length, u.byteOffset, b.resizable, b.maxByteLength]; })()
  new ArrayBuffer(4).resize(2)
  new ArrayBuffer(8, { maxByteLength: 4 })
  ArrayBuffer(1)
  new ArrayBuffer(-1)
`);

test("buffers, typed arrays and views: as Node's", async () => {
  const { vm, node } = await compared(BINARY);
  expect(vm).toEqual(node);
});

/** Members that Node 20 lacks, with the answers of the specification. */
const NEWER: readonly (readonly [expression: string, answer: string])[] = [
  ["new Uint8Array([72, 105]).toBase64()", '"SGk="'],
  ["new Uint8Array([251, 255]).toBase64({ alphabet: 'base64url', omitPadding: true })", '"-_8"'],
  ["[...Uint8Array.fromBase64(' S G k = ')]", "[72,105]"],
  ["[...Uint8Array.fromBase64('SGk')]", "[72,105]"],
  [
    "Uint8Array.fromBase64('SGk', { lastChunkHandling: 'strict' })",
    "SyntaxError: Missing padding in the base64 string",
  ],
  ["[...Uint8Array.fromBase64('SGkx', { lastChunkHandling: 'stop-before-partial' })]", "[72,105,49]"],
  ["Uint8Array.fromBase64('S?Gk')", "SyntaxError: The base64 string has an invalid character"],
  [
    "Uint8Array.fromBase64('SGk', { alphabet: 'x' })",
    'TypeError: Expected alphabet to be either "base64" or "base64url"',
  ],
  [
    "(() => { const t = new Uint8Array(4); const r = t.setFromBase64('AQIDBAUG'); return [r, ...t] })()",
    '[{"read":4,"written":3},1,2,3,0]',
  ],
  ["[new Uint8Array([1, 171]).toHex(), ...Uint8Array.fromHex('01aB')]", '["01ab",1,171]'],
  ["Uint8Array.fromHex('0')", "SyntaxError: The hex string has an odd number of characters"],
  [
    "(() => { const b = new ArrayBuffer(4); const t = new Uint8Array(b); const c = b.transfer(2); return [b.detached, b.byteLength, c.byteLength, t.length, t[0]] })()",
    "[true,0,2,0,undefined]",
  ],
  [
    "(() => { const b = new ArrayBuffer(4); b.transfer(); b.slice(0) })()",
    "TypeError: Cannot perform ArrayBuffer.prototype.slice on a detached ArrayBuffer",
  ],
  ["new ArrayBuffer(2, { maxByteLength: 4 }).transferToFixedLength().resizable", "false"],
  [
    "[...new Float16Array([1.337, 65504, 65520, 5.960464477539063e-8, 2 ** -25, 0.1, -0])].map((x) => (Object.is(x, -0) ? '-0' : x))",
    '[1.3369140625,65504,Infinity,5.960464477539063e-8,0,0.0999755859375,"-0"]',
  ],
  [
    "(() => { const v = new DataView(new ArrayBuffer(2)); v.setFloat16(0, 1.5); return [v.getUint16(0), v.getFloat16(0)] })()",
    "[15872,1.5]",
  ],
];

test("members that are newer than Node 20", async () => {
  const answers = await inVm(NEWER.map(([expression]) => expression));
  expect(answers.map((answer, i) => `${NEWER[i]![0]}  =>  ${answer}`)).toEqual(
    NEWER.map(([expression, answer]) => `${expression}  =>  ${answer}`),
  );
});
