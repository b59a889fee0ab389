import { describe, expect, it } from "vitest";
import {
  encode,
  encodeForm,
  encodeReserved,
  pathText,
  queryPairs,
  Unsendable,
} from "../../../../catalog/sources/openapi/styles.js";

const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

describe("OpenAPI's table of styles", () => {
  // https://spec.openapis.org/oas/v3.1.1.html#style-examples
  const paths: [
    style: "simple" | "label" | "matrix",
    explode: boolean,
    empty: string,
    text: string,
    list: string,
    record: string,
  ][] = [
    ["matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
    ["matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
    ["label", false, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
    ["label", true, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
    ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
    ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ];
  it.each(paths)("%s, explode %s", (style, explode, empty, text, list, record) => {
    expect(pathText("color", "", style, explode, encode)).toBe(empty);
    expect(pathText("color", "blue", style, explode, encode)).toBe(text);
    expect(pathText("color", array, style, explode, encode)).toBe(list);
    expect(pathText("color", object, style, explode, encode)).toBe(record);
  });

  const queries: [
    style: "form" | "spaceDelimited" | "pipeDelimited" | "deepObject",
    explode: boolean,
    empty: string,
    text: string,
    list: string,
    record: string,
  ][] = [
    ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
    ["form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
    [
      "spaceDelimited",
      false,
      "color=",
      "color=blue",
      "color=blue%20black%20brown",
      "color=R%20100%20G%20200%20B%20150",
    ],
    ["pipeDelimited", false, "color=", "color=blue", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
    [
      "deepObject",
      true,
      "color=",
      "color=blue",
      "color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown",
      "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    ],
  ];
  it.each(queries)("%s, explode %s", (style, explode, empty, text, list, record) => {
    const write = (value: unknown) => queryPairs("color", value, style, explode, encode).join("&");
    expect(write("")).toBe(empty);
    expect(write("blue")).toBe(text);
    expect(write(array)).toBe(list);
    expect(write(object)).toBe(record);
  });
});

describe("RFC 6570's examples", () => {
  const values: Record<string, unknown> = {
    var: "value",
    hello: "Hello World!",
    half: "50%",
    path: "/foo/bar",
    list: ["red", "green", "blue"],
    keys: { semi: ";", dot: ".", comma: "," },
    who: "fred",
    empty: "",
    dub: "me/too",
    base: "http://example.com/home/",
  };
  const simple: [name: string, explode: boolean, text: string][] = [
    ["var", false, "value"],
    ["hello", false, "Hello%20World%21"],
    ["half", false, "50%25"],
    ["dub", false, "me%2Ftoo"],
    ["list", false, "red,green,blue"],
    ["list", true, "red,green,blue"],
    ["keys", false, "semi,%3B,dot,.,comma,%2C"],
    ["keys", true, "semi=%3B,dot=.,comma=%2C"],
  ];
  it.each(simple)("{%s}, explode %s", (name, explode, text) => {
    expect(pathText(name, values[name], "simple", explode, encode)).toBe(text);
  });
  const label: [name: string, explode: boolean, text: string][] = [
    ["who", false, ".fred"],
    ["half", false, ".50%25"],
    ["list", false, ".red,green,blue"],
    ["list", true, ".red.green.blue"],
    ["keys", false, ".semi,%3B,dot,.,comma,%2C"],
    ["keys", true, ".semi=%3B.dot=..comma=%2C"],
  ];
  it.each(label)("{.%s}, explode %s", (name, explode, text) => {
    expect(pathText(name, values[name], "label", explode, encode)).toBe(text);
  });
  const matrix: [name: string, explode: boolean, text: string][] = [
    ["who", false, ";who=fred"],
    ["half", false, ";half=50%25"],
    ["empty", false, ";empty"],
    ["list", false, ";list=red,green,blue"],
    ["list", true, ";list=red;list=green;list=blue"],
    ["keys", false, ";keys=semi,%3B,dot,.,comma,%2C"],
    ["keys", true, ";semi=%3B;dot=.;comma=%2C"],
  ];
  it.each(matrix)("{;%s}, explode %s", (name, explode, text) => {
    expect(pathText(name, values[name], "matrix", explode, encode)).toBe(text);
  });
  const form: [name: string, explode: boolean, text: string][] = [
    ["who", false, "who=fred"],
    ["half", false, "half=50%25"],
    ["empty", false, "empty="],
    ["list", false, "list=red,green,blue"],
    ["list", true, "list=red&list=green&list=blue"],
    ["keys", false, "keys=semi,%3B,dot,.,comma,%2C"],
    ["keys", true, "semi=%3B&dot=.&comma=%2C"],
  ];
  it.each(form)("{?%s}, explode %s", (name, explode, text) => {
    expect(queryPairs(name, values[name], "form", explode, encode).join("&")).toBe(text);
  });
  const reserved: [name: string, text: string][] = [
    ["var", "value"],
    ["hello", "Hello%20World!"],
    ["half", "50%25"],
    ["path", "/foo/bar"],
    ["base", "http://example.com/home/"],
  ];
  it.each(reserved)("{+%s}", (name, text) => {
    expect(encodeReserved(values[name] as string)).toBe(text);
  });
});

describe("encoding", () => {
  it("leaves nothing but unreserved characters", () => {
    const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
    expect(encode(ascii).replace(/%[0-9A-F]{2}/g, "")).toBe(
      "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
    );
    expect(decodeURIComponent(encode(ascii))).toBe(ascii);
    expect(encode("é😀")).toBe("%C3%A9%F0%9F%98%80");
    expect(encode("\uD800x")).toBe("%EF%BF%BDx");
    expect(encodeForm("a b+c&d")).toBe("a+b%2Bc%26d");
  });
  it("keeps what allowReserved keeps, and no more than a query can hold", () => {
    expect(encodeReserved(":/?@!$'()*,;")).toBe(":/?@!$'()*,;");
    expect(encodeReserved("#[]&=+ %é%41")).toBe("%23%5B%5D%26%3D%2B%20%25%C3%A9%41");
  });
});

describe("what has no text", () => {
  const rows: [value: unknown, message: string, path: unknown[]][] = [
    [[["a"]], "expected a text, number or boolean, received array", [0]],
    [{ a: { b: 1 } }, "expected a text, number or boolean, received object", ["a"]],
    [Number.NaN, "expected a finite number", []],
  ];
  it.each(rows)("%j in form", (value, message, path) => {
    let error: unknown;
    try {
      queryPairs("x", value, "form", true, encode);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(Unsendable);
    expect(error).toMatchObject({ message, path });
  });
  it("is not asked of deepObject, but for a depth no query has", () => {
    expect(queryPairs("x", { a: { b: [1, { c: true }] } }, "deepObject", true, encode)).toEqual([
      "x%5Ba%5D%5Bb%5D%5B0%5D=1",
      "x%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=true",
    ]);
    let deep: unknown = 1;
    for (let i = 0; i < 20; i++) deep = { d: deep };
    expect(() => queryPairs("x", deep, "deepObject", true, encode)).toThrow("less deeply nested");
  });
  it("leaves out null and absent members", () => {
    expect(queryPairs("x", [1, null, 2], "form", true, encode)).toEqual(["x=1", "x=2"]);
    expect(queryPairs("x", { a: null, b: undefined, c: 1 }, "form", true, encode)).toEqual(["c=1"]);
    expect(queryPairs("x", [], "form", false, encode)).toEqual([]);
    expect(queryPairs("x", { a: null }, "deepObject", true, encode)).toEqual([]);
  });
});
