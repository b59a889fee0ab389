// tagged templates: raw, cooked, invalid escapes, identity of the strings
const tag = (strings, ...values) => [strings, strings.raw, values];
const [s, raw, values] = tag`a\n${1}\u{41}${2}${3}`;
console.log([...s], [...raw], values, Object.isFrozen(s), Object.isFrozen(raw));
console.log([...tag`\unicode and \xerxes`[0]], String.raw`\n${1}\u`, String.raw({ raw: "abc" }, 1, 2));
const same = () => tag`x${0}`[0]; console.log(same() === same(), tag`x`[0] === tag`x`[0]);
const o = { p: "self", t(strings) { return this.p + strings[0]; } }; console.log(o.t`!`, o["t"]`?`);
// ---
// template literals: nesting, conversion, line ends
const o = { toString: () => "str", valueOf: () => 1 };
console.log(`${o}|${[1, [2, 3]]}|${null}|${`in${`ner ${1 + 1}`}`}|\${x}|${"a" + "b"}`, `line
two`.length, `${{}}`, `\r\n`.length, `${-0}`);
try { `${Symbol("s")}`; } catch (error) { console.log(error.message); }
