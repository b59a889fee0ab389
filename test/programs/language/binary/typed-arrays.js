// element kinds: wrapping, clamping, rounding
console.log(new Uint8Array([256, -1, 1.9, NaN, "7"]), new Uint8ClampedArray([300, -5, 1.5, 2.5]), new Int16Array([40000]), new Float32Array([0.1]), new BigInt64Array([2n ** 63n]), new Uint32Array([-1]));
const t = Uint8Array.of(5, 3, 9, 1); t.sort(); console.log(t, t.subarray(1, 3), t.slice(-2), t.map((x) => x * 100), t.at(-1), t.indexOf(9), t.join("-"), t.toReversed(), t.with(0, 7), t.toSorted((a, b) => b - a), [...t.entries()][0], Array.from(t));
t[10] = 5; t["-0"] = 1; t[1.5] = 2; console.log(t[10], Object.keys(t), 10 in t, t.length, "1" in t, delete t[99]);
for (const run of [() => new Uint8Array(-1), () => new Uint16Array(new ArrayBuffer(3)), () => new BigInt64Array([1]), () => new Uint8Array([1n]), () => Uint8Array(1), () => { delete t[0]; }, () => t.with(9, 1), () => t.set([1, 2], 3)]) try { console.log(run()); } catch (error) { console.log(error.name); }
// ---
// buffers: views share memory, DataView byte order, slice, resize
const b = new ArrayBuffer(8), u8 = new Uint8Array(b), v = new DataView(b); v.setInt16(0, -2); v.setFloat32(4, 1.5, true); v.setUint16(2, 0x1234, true);
console.log(u8, v.getInt16(0), v.getUint16(0, true), b.slice(2, 4).byteLength, new Int16Array(b, 2, 1)[0], v.getFloat32(4, true), u8.byteOffset, v.byteLength, ArrayBuffer.isView(v));
const r = new ArrayBuffer(2, { maxByteLength: 4 }), tracked = new Uint8Array(r), fixed = new Uint8Array(r, 1, 1); r.resize(4); console.log(tracked.length, fixed.length, r.resizable, r.maxByteLength); r.resize(1); console.log(tracked.length, fixed.length, fixed.byteOffset);
try { r.resize(5); } catch (error) { console.log(error.name); } try { v.getInt32(6); } catch (error) { console.log(error.name, error.message); }
tracked.set([7]); u8.copyWithin(0, 4); u8.fill(1, 6); console.log(u8, u8.findLast((x) => x > 1), new Uint8Array(new Set([1, 2])), Uint8Array.from({ length: 2, 0: 4, 1: 5 }, (x) => x + 1));
// ---
// text and base64
console.log(new TextEncoder().encode("é€😀"), new TextDecoder().decode(new Uint8Array([226, 130, 172, 255])), btoa("hello"), atob("aGVsbG8="), encodeURIComponent("ä/ b&"), decodeURI("%E2%82%AC%2F"), escapeFree());
function escapeFree() { try { return decodeURIComponent("%E0%A4%A"); } catch (error) { return `${error.name}: ${error.message}`; } }
try { atob("*"); } catch (error) { console.log(error.name); }
// ---
// bytes to base64 and hex, Float16
// differs: Node 20 has no Uint8Array base64 methods and no Float16Array
const bytes = Uint8Array.fromBase64("aGk/");
console.log(bytes, bytes.toHex(), bytes.toBase64({ alphabet: "base64url", omitPadding: true }), Uint8Array.fromHex("00ff"));
const target = new Uint8Array(2); console.log(target.setFromHex("0a0b0c"), target);
console.log(new Float16Array([1.1, 1e6])[0], Math.f16round(1.1), new Float16Array([1.5]));
//> Uint8Array(3) [ 104, 105, 63 ] 68693f aGk_ Uint8Array(2) [ 0, 255 ]
//> { read: 4, written: 2 } Uint8Array(2) [ 10, 11 ]
//> 1.099609375 1.099609375 Float16Array(1) [ 1.5 ]
