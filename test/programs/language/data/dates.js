// dates: parsing, fields, overflow, formatting
for (const text of ["2024-02-29", "2024-02-29T12:30", "2024-02-29T12:30:15.123Z", "2024-02-29T12:30:00+02:00", "2024", "2024-13-01", "Thu, 29 Feb 2024 12:00:00 GMT", "+012024-01-01T00:00:00Z", "x"]) { const d = new Date(text); console.log(text, Number.isNaN(+d) ? "invalid" : d.toISOString()); }
const d = new Date(2024, 0, 31, 10); d.setMonth(1); console.log(d.toISOString(), d.getDay(), d.getTimezoneOffset(), Date.UTC(2024, 1, 30), new Date(8.64e15 + 1).getTime(), new Date(0).toString(), new Date(0).toUTCString(), new Date(0).toDateString(), JSON.stringify({ d: new Date(0) }), new Date(99, 0).getFullYear(), `${new Date(NaN)}`);
console.log(new Date(2020, 5) - new Date(2020, 4), new Date(2024, 1, 29, 25, 61, 61, 1001).toISOString(), new Date(new Date(5)).getTime(), typeof Date(), d[Symbol.toPrimitive]("number"), new Date(2024, 0).setHours(1, 2, 3, 4), new Date(1e12).toLocaleDateString("en-US"), new Date(1e12).toLocaleTimeString("en-US"), new Date(1e12).toLocaleString("en-GB", { timeZone: "Europe/Paris" }).length > 5);
try { new Date(NaN).toISOString(); } catch (error) { console.log(error.name, error.message); }
// ---
// JSON: indentation, replacer, reviver, toJSON, escapes, errors
console.log(JSON.stringify({ a: [1, { b: undefined, c: () => {} }, undefined, NaN, -0], d: new Date(0), [Symbol("s")]: 1, n: null, m: new Map([[1, 2]]) }), JSON.stringify([new Number(1), new String("s"), Object(true)]), JSON.stringify("\u2028\ud800\"\n\\"), JSON.stringify({ a: { b: [] , c: {} } }, null, 2), JSON.stringify([1, [2]], null, "--"));
console.log(JSON.stringify({ a: 1, b: { a: 2, c: 3 } }, ["a", "b"]), JSON.stringify({ a: 1, b: 2 }, (k, v) => (k === "a" ? undefined : v)), JSON.stringify({ toJSON(k) { return `key:${k}`; } }), JSON.stringify({ x: { toJSON(k) { return k; } } }), JSON.stringify(undefined), JSON.parse('{"__proto__":{"x":1},"a":[1,2,{"b":null}]}', function (k, v) { return Array.isArray(v) ? v.length : v; }), Object.keys(JSON.parse('{"__proto__":1}')));
for (const text of ["", "{", "{'a':1}", "[1,]", "01", "nul", '"\n"', "1 2", '{"a" 1}', undefined]) try { JSON.parse(text); console.log("parsed"); } catch (error) { console.log(error.name); }
const cyc = {}; cyc.self = cyc; try { JSON.stringify(cyc); } catch (error) { console.log(error.name, error.message.split("\n")[0]); }
// ---
// strings: Unicode, searching, padding, splitting, normalising
const s = "aé😀b"; console.log([...s].length, s.length, s.at(-1), s.codePointAt(2), s.charCodeAt(2), "ß".toUpperCase(), "İ".toLowerCase().length, "Σς".toLowerCase(), s.normalize("NFD").length, "\ud800".isWellFormed(), "\ud800x".toWellFormed(), "abc".padStart(6, "12"), "abc".padEnd(5), "ab".repeat(3), " \u00a0x\ufeff".trim(), "a-b-c".split("-", 2), "abc".split(""), "".split(","), "a1b2".replace("1", "[$&$$]"), "aaa".replaceAll("a", (m, i) => i), "abcdef".slice(-3, -1), "abcdef".substring(4, 1), "abc".indexOf("", 5), "abcabc".lastIndexOf("c"), "x".concat(1, null), "abc".includes("bc", 2), "a".localeCompare("b"), "a" < "B", "abc".startsWith("b", 1), String.fromCodePoint(128512), "%s");
for (const run of [() => "a".repeat(-1), () => "a".normalize("X"), () => "a".includes(/a/), () => String.fromCodePoint(-1), () => "a".replaceAll(/a/, "b")]) try { run(); } catch (error) { console.log(`${error.name}: ${error.message}`); }
// ---
// URLs
const u = new URL("../b/c?x=1&x=2&y=%20#h", "https://user:pw@example.com:8080/a/d/e"); u.searchParams.append("z", "a b&c"); u.hash = "";
console.log(u.href, u.origin, u.searchParams.getAll("x"), [...new URLSearchParams("a=1&b=2")], new URLSearchParams({ q: "ä" }).toString(), URL.canParse("nope"), u.pathname, u.host);
try { new URL("nope"); } catch (error) { console.log(error.name, error.message); }
// ---
// errors: cause, aggregate, toString, message conversion
console.log(String(new Error("m")), `${new TypeError()}`, new Error("a", { cause: 0 }).cause, "cause" in new Error("a", {}), new AggregateError([1, 2], "agg").errors, Object.prototype.toString.call(new RangeError()), Error("no new") instanceof Error, new Error(undefined).hasOwnProperty("message"), new Error({ toString: () => "conv" }).message, Error.prototype.toString.call({ name: "N", message: "M" }), Error.prototype.toString.call({ name: "", message: "only" }), typeof new Error("x").stack);
