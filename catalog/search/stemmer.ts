/**
 * The Porter stemmer for English.
 *
 * Algorithm: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, steps 1a to 5b
 * as published. Words with anything but a to z, and words of one or two letters, are their own stem.
 */

const ENGLISH = /^[a-z]{3,}$/;

/** Suffix, replacement; a rule applies when the stem's measure is above 0. */
const STEP_2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

/** Removed when the measure is above 1; "ion" only after s or t. Longer suffixes precede those they end in. */
const STEP_4: readonly string[] = [
  "al",
  "ance",
  "ence",
  "er",
  "ic",
  "able",
  "ible",
  "ant",
  "ement",
  "ment",
  "ent",
  "ion",
  "ou",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
];

/** The stem of a lower-case word. Never fails. */
export function stem(word: string): string {
  if (!ENGLISH.test(word)) return word;
  let text = step1a(word);
  text = step1b(text);
  if (text.endsWith("y") && hasVowel(text.slice(0, -1))) text = `${text.slice(0, -1)}i`;
  text = replaceLongest(text, STEP_2);
  text = replaceLongest(text, STEP_3);
  text = step4(text);
  return step5(text);
}

function step1a(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("ss") || !word.endsWith("s")) return word;
  return word.slice(0, -1);
}

function step1b(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  let base: string | undefined;
  if (word.endsWith("ed") && hasVowel(word.slice(0, -2))) base = word.slice(0, -2);
  else if (word.endsWith("ing") && hasVowel(word.slice(0, -3))) base = word.slice(0, -3);
  if (base === undefined) return word;
  if (base.endsWith("at") || base.endsWith("bl") || base.endsWith("iz")) return `${base}e`;
  if (endsInDoubleConsonant(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsInShortSyllable(base) ? `${base}e` : base;
}

function replaceLongest(word: string, rules: readonly (readonly [string, string])[]): string {
  let found: readonly [string, string] | undefined;
  for (const rule of rules) {
    if (word.endsWith(rule[0]) && (found === undefined || rule[0].length > found[0].length)) found = rule;
  }
  if (found === undefined) return word;
  const base = word.slice(0, -found[0].length);
  return measure(base) > 0 ? base + found[1] : word;
}

function step4(word: string): string {
  let suffix = "";
  for (const candidate of STEP_4) {
    if (candidate.length > suffix.length && word.endsWith(candidate)) suffix = candidate;
  }
  if (suffix === "") return word;
  const base = word.slice(0, -suffix.length);
  if (measure(base) <= 1 || (suffix === "ion" && !/[st]$/.test(base))) return word;
  return base;
}

function step5(word: string): string {
  let text = word;
  if (text.endsWith("e")) {
    const base = text.slice(0, -1);
    const count = measure(base);
    if (count > 1 || (count === 1 && !endsInShortSyllable(base))) text = base;
  }
  return text.endsWith("ll") && measure(text) > 1 ? text.slice(0, -1) : text;
}

/** True at a consonant: not a, e, i, o, u, and not y after a consonant. */
function isConsonant(word: string, at: number): boolean {
  switch (word[at]) {
    case "a":
    case "e":
    case "i":
    case "o":
    case "u":
      return false;
    case "y":
      return at === 0 || !isConsonant(word, at - 1);
    default:
      return true;
  }
}

/** m in [C](VC)^m[V]: how many times a vowel run is followed by a consonant run. */
function measure(word: string): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < word.length; at++) {
    const consonant = isConsonant(word, at);
    if (consonant && wasVowel) count++;
    wasVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isConsonant(word, at)) return true;
  return false;
}

function endsInDoubleConsonant(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant, where the last is not w, x or y. */
function endsInShortSyllable(word: string): boolean {
  const last = word.length - 1;
  if (last < 2 || /[wxy]$/.test(word)) return false;
  return isConsonant(word, last) && !isConsonant(word, last - 1) && isConsonant(word, last - 2);
}
