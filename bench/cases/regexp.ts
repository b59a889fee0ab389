/**
 * The regular-expression engine beside V8's own over everyday patterns: time for all matches in a
 * log of 140 kB, ratio, and the geometric mean. Run the built form, where opcodes are plain numbers:
 *
 *     esbuild bench/cases/regexp.ts --bundle --platform=node --format=esm --outfile=regexp.mjs && node regexp.mjs
 */
import { compileRegExp, execRegExp } from "../../vm/regexp/index.js";

/** Everyday patterns: name, source, flags. */
const PATTERNS: readonly (readonly [name: string, source: string, flags: string])[] = [
  ["words", "\\w+", ""],
  ["digits", "\\d+", ""],
  ["e-mail", "[\\w.+-]+@[\\w-]+\\.[\\w.]+", ""],
  ["key=value", "(?<key>\\w+)=(?<value>\\S+)", ""],
  ["line ends", "\\r?\\n", ""],
  ["ISO date", "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})Z", ""],
  ["quoted, lazy", '"(.*?)"', ""],
  ["quoted, class", '"([^"]*)"', ""],
  ["tag", "<(\\w+)>([^<]*)</\\1>", ""],
  ["literal", "fatal", ""],
  ["literals", "fatal|INFO|naïve|zzz", ""],
  ["levels, i", "\\b(error|warn|info|fatal)\\b", "i"],
  ["whole line", "^.*ERROR.*$", "m"],
  ["letters, u", "\\p{L}+", "u"],
  ["trailing space", "\\s+$", "m"],
  ["look-ahead", "\\w+(?==)", ""],
  ["look-behind", "(?<=id=)\\d+", ""],
  ["path", "(?:/[\\w.-]+)+", ""],
  ["camel case", "[a-z]+([A-Z][a-z]+)+", ""],
  ["URL parts", "(https?)://([^/\\s]+)(/[^\\s?#]*)?(\\?[^\\s#]*)?", ""],
  ["number", "-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?", ""],
  ["white space", "\\s+", ""],
];

/** About 140 kB of lines such as a tool returns. */
export function logText(lines: number): string {
  let text = "";
  for (let i = 0; i < lines; i++) {
    const day = String(1 + (i % 28)).padStart(2, "0");
    text += `2024-01-${day}T10:00:0${i % 10}Z INFO user=user${i}@example.com id=${i * 7919} "quoted text ${i}" <b>bold</b> naïve café`;
    text += ` ERROR${i % 7 === 0 ? " fatal" : ""} /path/to/file_${i}.txt https://api.example.com/v1/items?page=${i} getUserName ${i}.5e3   \n`;
  }
  return [...text].join("");
}

function bestOf(rounds: number, work: () => number): { ms: number; result: number } {
  let ms = Number.POSITIVE_INFINITY;
  let result = work();
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    result = work();
    ms = Math.min(ms, performance.now() - start);
  }
  return { ms, result };
}

/** Counts all matches and reads every group, with the host's RegExp. */
function hostMatches(source: string, flags: string, text: string): number {
  const pattern = new RegExp(source, `${flags}g`);
  let count = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    count++;
    if (match[0] === "") pattern.lastIndex++;
  }
  return count;
}

/** The same with the engine. */
function engineMatches(source: string, flags: string, text: string, charge: (steps: number) => void): number {
  const program = compileRegExp(source, flags, charge);
  let count = 0;
  let lastIndex = 0;
  for (;;) {
    const captures = execRegExp(program, text, lastIndex, false, charge);
    if (captures === null) return count;
    count++;
    for (let i = 0; i < captures.length; i += 2) if (captures[i] >= 0) text.slice(captures[i], captures[i + 1]);
    lastIndex = captures[1] === captures[0] ? captures[1] + 1 : captures[1];
  }
}

const text = logText(700);
let logSum = 0;
console.log(`${text.length} characters`);
console.log(
  `${"pattern".padEnd(16)}${"V8 ms".padStart(9)}${"ours ms".padStart(9)}${"ratio".padStart(8)}${"ns/char".padStart(9)}${"ksteps".padStart(8)}  matches`,
);
for (const [name, source, flags] of PATTERNS) {
  const host = bestOf(9, () => hostMatches(source, flags, text));
  let steps = 0;
  const own = bestOf(9, () => {
    steps = 0;
    return engineMatches(source, flags, text, (n) => {
      steps += n;
    });
  });
  if (host.result !== own.result) throw new Error(`${name}: ${host.result} matches, ${own.result} found`);
  const ratio = own.ms / host.ms;
  logSum += Math.log(ratio);
  console.log(
    `${name.padEnd(16)}${host.ms.toFixed(2).padStart(9)}${own.ms.toFixed(2).padStart(9)}${ratio.toFixed(1).padStart(8)}` +
      `${((own.ms * 1e6) / text.length).toFixed(2).padStart(9)}${(steps / 1e3).toFixed(0).padStart(8)}  ${own.result}`,
  );
}
console.log(`geometric mean ${Math.exp(logSum / PATTERNS.length).toFixed(2)}`);
const compile = bestOf(9, () => {
  for (const [, source, flags] of PATTERNS) compileRegExp(source, flags, () => {});
  return PATTERNS.length;
});
console.log(`compile ${((compile.ms * 1e3) / PATTERNS.length).toFixed(1)} µs a pattern`);
