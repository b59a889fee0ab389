/** TextEncoder, TextDecoder, atob, btoa and crypto beside Node's. */
import { describe, expect, it } from "vitest";
import { expectSame, inVm, vmTexts } from "./run-both.js";

const bytes = (list: string) => `new Uint8Array([${list}])`;

describe("TextEncoder", () => {
  it("encodes as Node does", () =>
    expectSame([
      ...["", '"Größe €5 😀"', '"\\ud800x\\udc00"', "undefined", "null", "12", '"a".repeat(70000) + "é"'].flatMap(
        (text) => [`new TextEncoder().encode(${text}).length`, `new TextEncoder().encode(${text}).slice(-40)`],
      ),
      `(() => { const t = ("x".repeat(65535) + "😀").repeat(3); return new TextDecoder().decode(new TextEncoder().encode(t)) === t })()`,
      `new TextEncoder().encoding`,
      `new TextEncoder().encode() instanceof Uint8Array`,
      `TextEncoder()`,
      `TextEncoder.prototype.encode.length`,
    ]));

  it("encodes into an array", () =>
    expectSame(
      ["5", "1", "0", "8"].flatMap((size) => [
        `(() => { const a = new Uint8Array(${size}); return [new TextEncoder().encodeInto("a€😀", a), a] })()`,
        `(() => { const a = new Uint8Array(${size}); return [new TextEncoder().encodeInto("\\ud83dz", a.subarray(0)), a] })()`,
      ]),
    ));
});

describe("TextDecoder", () => {
  const INPUTS = [
    "",
    "0x48, 0x69",
    "0xef, 0xbb, 0xbf, 0x41",
    "0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80",
    "0xff, 0x41, 0xc3, 0xe2, 0x82, 0x41, 0xf8",
    "0xed, 0xa0, 0x80",
    "0x80, 0x81, 0x9f, 0xa0, 0xff",
    "0xff, 0xfe, 0x41, 0x00, 0x3d, 0xd8, 0x00, 0xde",
    "0x41, 0x00, 0x00, 0xd8, 0x42, 0x00, 0x00, 0xdc, 0x43",
    "0xfe, 0xff, 0x00, 0x41",
  ];

  it.each(["utf-8", "utf-16le", "utf-16be"])("decodes %s", (label) =>
    expectSame(
      INPUTS.flatMap((input) => [
        `new TextDecoder("${label}").decode(${bytes(input)})`,
        `new TextDecoder("${label}", { ignoreBOM: true }).decode(${bytes(input)})`,
        `new TextDecoder("${label}", { fatal: true }).decode(${bytes(input)})`,
      ]),
    ),
  );

  it("decodes windows-1252 by its table, which the labels of Latin-1 and ASCII mean", async () => {
    expect(
      await vmTexts([
        `new TextDecoder("latin1").decode(${bytes("0x80, 0x81, 0x8d, 0x99, 0x9f, 0xa0, 0xe9, 0xff, 0x41")})`,
        `new TextDecoder(" ISO-8859-1\\n").encoding`,
        `new TextDecoder("ascii").decode(${bytes("0xe9")})`,
        `new TextDecoder("latin1", { fatal: true }).decode(new Uint8Array(10000).fill(0xe9)).length`,
      ]),
    ).toEqual([JSON.stringify("€\u0081\u008d™Ÿ\u00a0éÿA"), '"windows-1252"', '"é"', "10000"]);
  });

  const stream = (label: string, chunks: readonly string[]) =>
    `(() => { const d = new TextDecoder("${label}"); return [${chunks
      .map((chunk, i) => `d.decode(${bytes(chunk)}, { stream: ${i < chunks.length - 1} })`)
      .join(", ")}, d.decode(${bytes("0x41, 0x00")})] })()`;

  it("keeps partial characters between pieces", () =>
    expectSame([
      stream("utf-8", ["0xe2", "0x82", "0xac, 0xf0", "0x9f, 0x98", "0x80"]),
      stream("utf-8", ["0xe2, 0x82", "0x41"]),
      stream("utf-8", ["0xef", "0xbb", "0xbf, 0x41"]),
      stream("utf-8", ["0xc3", ""]),
      stream("utf-16le", ["0x3d", "0xd8, 0x00", "0xde"]),
      stream("utf-16le", ["0x3d, 0xd8", "0x41, 0x00"]),
      stream("utf-16le", ["0xff", "0xfe", "0xff, 0xfe"]),
      stream("utf-16le", ["0x3d, 0xd8", ""]),
      `(() => { const d = new TextDecoder("utf-8", { fatal: true }); try { d.decode(${bytes("0xc3, 0xc3")}, { stream: true }) } catch {} return d.decode(${bytes("0x41")}) })()`,
      `(() => { const d = new TextDecoder(); return [d.decode(${bytes("0xc3")}, { stream: true }), d.decode()] })()`,
    ]));

  it("takes buffers and views", () =>
    expectSame([
      `new TextDecoder().decode(new TextEncoder().encode("hello").buffer)`,
      `new TextDecoder().decode(new DataView(new TextEncoder().encode("hello").buffer, 1, 3))`,
      `new TextDecoder().decode(new TextEncoder().encode("hello").subarray(2))`,
      `new TextDecoder().decode(new Uint16Array([0x4241, 0x4443]))`,
      `new TextDecoder().decode()`,
      `new TextDecoder().decode(undefined, undefined)`,
      `new TextDecoder().decode(1)`,
      `new TextDecoder().decode([1])`,
      `new TextDecoder("foo")`,
      `new TextDecoder("UTF8").encoding`,
      `new TextDecoder("unicode").encoding`,
      `TextDecoder()`,
      `(() => { const { encoding, fatal, ignoreBOM } = new TextDecoder("utf8", { fatal: 1, ignoreBOM: 1 }); return [encoding, fatal, ignoreBOM] })()`,
      `(() => { try { new TextDecoder("foo") } catch (e) { return [e.code, e instanceof RangeError] } })()`,
      `(() => { try { new TextDecoder("utf-8", { fatal: true }).decode(${bytes("255")}) } catch (e) { return [e.code, e instanceof TypeError] } })()`,
    ]));

  it("decodes long inputs in pieces without a seam", () =>
    expectSame([
      `(() => { const t = ("x".repeat(65534) + "€").repeat(5); return new TextDecoder().decode(new TextEncoder().encode(t)) === t })()`,
    ]));
});

describe("atob and btoa", () => {
  it("agree with Node", () =>
    expectSame([
      ...["", "a", "ab", "abc", "\\x00\\xff\\x80", "héllo"].flatMap((text) => [
        `btoa("${text}")`,
        `atob(btoa("${text}")) === "${text}"`,
      ]),
      ...["", "YQ==", "YQ", " Y Q = = ", "YWI=", "YWI", "YWJj", "YR", "YQ\\n==\\f"].map((text) => `atob("${text}")`),
      ...["a", "YQ==YQ==", "Y===", "=", "YWJj="].map(
        (text) =>
          `(() => { try { return atob("${text}") } catch (e) { return [e.name, e.code, e instanceof Error] } })()`,
      ),
      `atob("*")`,
      `btoa("€")`,
      `btoa(1)`,
      `btoa(null)`,
      `atob()`,
      `btoa()`,
      `btoa({ toString: () => "x" })`,
      `[btoa.name, btoa.length, atob.name, atob.length]`,
      `(() => { const t = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join(""); return [btoa(t), atob(btoa(t)) === t] })()`,
      `(() => { const t = "\\xe9abc".repeat(50000); return [btoa(t).length, atob(btoa(t)) === t, atob(" " + btoa(t) + " \\n") === t] })()`,
      `(() => { try { return atob("AAAA".repeat(20000) + "=" + "AAAA") } catch (e) { return e.name } })()`,
      `(() => { try { return atob("A".repeat(49150) + "==" + "AAAA") } catch (e) { return e.name } })()`,
    ]));
});

describe("crypto", () => {
  it("makes version 4 UUIDs, the same for the same seed", async () => {
    const code = `return [crypto.randomUUID(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint16Array(3))]]`;
    const [first, second] = [await inVm(code, { random: 7 }), await inVm(code, { random: 7 })];
    expect(first).toEqual(second);
    expect(await inVm(code, { random: 8 })).not.toEqual(first);
    const [a, b] = first as string[];
    for (const uuid of [a, b])
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(a).not.toBe(b);
  });

  it("fills the bytes of a view and no others", async () => {
    const filled = await inVm(
      `const a = new Uint8Array(4000); const same = crypto.getRandomValues(a.subarray(1000, 3000)); return [same.length, a.slice(0, 1000).some(Boolean), a.slice(3000).some(Boolean), new Set(a).size > 200]`,
    );
    expect(filled).toEqual([2000, false, false, true]);
  });

  it("refuses in Node's words", () =>
    expectSame([
      `crypto.getRandomValues(new Float32Array(1))`,
      `crypto.getRandomValues([])`,
      `crypto.getRandomValues(new DataView(new ArrayBuffer(1)))`,
      `crypto.getRandomValues(new Uint8Array(65537))`,
      `crypto.getRandomValues()`,
      `crypto.randomUUID.call({})`,
      `crypto.getRandomValues(new BigInt64Array(0)).length`,
      `Object.prototype.toString.call(crypto)`,
    ]));
});
