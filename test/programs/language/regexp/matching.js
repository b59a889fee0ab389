// groups, names, lookaround, backreferences, flags
console.log("2024-05-06".match(/(?<y>\d{4})-(?<m>\d\d)/).groups.y, "aBc".replace(/b/i, (m) => `<${m}>`), [..."a1b22".matchAll(/([a-z])(\d+)/g)].map((m) => [m[1], m[2], m.index]), /(a)|(b)/.exec("b"), "x1y2".replace(/(?<l>[a-z])(?<d>\d)/g, "$<d>$<l>"), /(?<=\$)\d+/.exec("cost $42")[0], /(?<!a)b/.test("ab"), /(\w)\1/.exec("hello")[0], /a(?=b)/.test("ac"));
const sticky = /a/y; sticky.lastIndex = 1; console.log(sticky.test("ba"), sticky.lastIndex, sticky.test("ba"), /./su.exec("\n")[0] === "\n", /^b/m.test("a\nb"), /\u{1F600}/u.test("😀"), /^.$/u.test("😀"), /^.$/.test("😀"), /\p{Lu}/u.exec("aÉ")[0], /[\p{L}--[a-z]]/v.exec("aZ")[0], /a/d.exec("ba").indices[0], new RegExp("a/b").source, String(/[/]/g), /a/gimsuy.flags);
console.log("a,b;c".split(/[,;]/), "a1b".split(/(\d)/), "abc".split(/(?:)/u), "aaa".lastIndexOf("a"), "abc".search(/c/), "xay".replace(/a/, "[$`|$&|$']"), /(?:a|ab)(?:c|bcd)(?:d*)/.exec("abcd")[0], /(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac"), /\bfoo\b/.test("a foo b"), /[^]/.test("\n"), /a{2,3}?/.exec("aaaa")[0], /(a*)*/.exec("b")[0] === "");
// ---
// exec state, protocol hooks, errors
const g = /o/g; const found = []; for (let m; (m = g.exec("foo boo")); ) found.push(m.index); console.log(found, g.lastIndex);
const custom = { [Symbol.replace]: (s, r) => `${s}->${r}`, [Symbol.split]: (s) => [s, "split"], [Symbol.match]: () => "matched", [Symbol.search]: () => 7 };
console.log("a".replace(custom, "b"), "a".split(custom), "a".match(custom), "a".search(custom));
class R extends RegExp { exec(s) { const m = super.exec(s); if (m) m[0] = m[0].toUpperCase(); return m; } } console.log("abc".replace(new R("b"), "[$&]"), "abc".match(new R("b", "g")));
for (const source of ["(", "a**", "[b-a]", "(?<n>a)(?<n>b)", "\\k<x>(?<n>a)", "{1}"]) try { new RegExp(source, "u"); console.log("ok", source); } catch (error) { console.log(error.name); }
try { new RegExp("a", "gg"); } catch (error) { console.log(error.message); }
// ---
// modifiers, duplicate names, RegExp.escape
// differs: newer than Node 20
console.log(/(?i:A)b/.test("ab"), /(?i:A)b/.test("aB"), "2024".match(/(?<y>\d{4})|(?<y>x)/).groups.y, RegExp.escape("a.b*c"));
//> true false 2024 \x61\.b\*c
