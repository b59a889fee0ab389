/**
 * Text -> search terms.
 *
 * Owns tokenising (any script: letters and digits of Unicode, camelCase and snake_case split,
 * scripts without spaces as bigrams), stop words and the synonym table. The same text gives the
 * same terms on every machine: no locale takes part.
 */
import { stem } from "./stemmer.js";

/** Longest text that is read of one field, in UTF-16 units. */
const MAX_TEXT = 4_000;

/** Scripts written without spaces: each run is indexed as overlapping pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+|[\p{L}\p{M}]+|\p{N}+/gu;

const ASCII = /^\p{ASCII}*$/u;
/** Runs of ASCII letters at their case changes, and of digits: what RUNS finds, several times faster. */
const ASCII_RUNS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** The words of a text in order, lower-cased and without accents, not yet stemmed. */
export function wordsOf(text: string): string[] {
  const read = text.slice(0, MAX_TEXT);
  if (ASCII.test(read)) return (read.match(ASCII_RUNS) ?? []).map((run) => run.toLowerCase());
  const words: string[] = [];
  const spaced = read
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  for (const [run] of spaced.matchAll(RUNS)) {
    if (UNSPACED.test(run)) {
      const characters = [...run];
      if (characters.length === 1) words.push(run);
      for (let at = 0; at + 1 < characters.length; at++) words.push(characters[at] + characters[at + 1]);
    } else {
      words.push(
        run
          .toLowerCase()
          .normalize("NFD")
          .replace(/\p{M}+/gu, ""),
      );
    }
  }
  return words;
}

/** Stems of a text without stop words, in order. `memo` keeps the terms of words met before ("" for a stop word). */
export function termsOf(text: string, memo: Map<string, string> = new Map()): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) {
    let term = memo.get(word);
    if (term === undefined) {
      term = STOP_WORDS.has(word) ? "" : stem(word);
      memo.set(word, term);
    }
    if (term !== "") terms.push(term);
  }
  return terms;
}

/**
 * Words that say nothing about what a tool does: articles, pronouns, auxiliaries, prepositions, and
 * the courtesies and framing of a request. Verbs that name an action (get, list, find) stay.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its itself i me my mine myself we us our ours you your yours he him his she her hers
  they them their theirs who whom whose which what when where why how am is are was were be been being do does did doing done have has had
  having can could will would shall should may might must and or but nor so if then else than because as until while of at by for with
  about against between into through during before after above below to from in out on off over under again further once all any both
  each few more most other some such no not only own same too very just also now s t d ll m re ve don isn aren wasn didn doesn
  please help want wants wanted need needs needed like would let lets ok okay thanks thank hi hello hey kindly able tell give know look looking interested assist assistance using use used uses
  via per etc e g ie eg tool tools function functions call calls allows allow provided provide provides given specified specific`.split(
    /\s+/,
  ),
);

/**
 * Words that name one thing or one action in tool catalogs, by group. A query's word also finds
 * the others of its group, at less than its own weight. Written from what the words mean.
 */
const SYNONYM_GROUPS: readonly string[] = [
  "get fetch retrieve read obtain view show display",
  "list enumerate browse",
  "find search lookup query locate discover",
  "create add new make insert generate",
  "delete remove destroy erase drop",
  "update edit modify change patch set",
  "send post publish submit",
  "run execute start launch",
  "stop end terminate kill cancel",
  "calculate compute evaluate",
  "convert transform translate",
  "download save export",
  "upload import",
  "summarize summary overview",
  "compare diff difference",
  "check verify validate test",
  "picture image photo photograph screenshot",
  "movie film",
  "song track music",
  "singer artist band musician",
  "actor actress cast credits performer",
  "tv television series",
  "directory folder",
  "file document",
  "email mail message inbox",
  "repository repo",
  "ticket issue bug",
  "user person people member account",
  "company business organization corporation firm",
  "price cost quote",
  "stock share equity ticker",
  "money currency cash",
  "weather forecast temperature climate",
  "place location venue poi",
  "address geocode coordinates",
  "route directions navigation path",
  "hotel accommodation lodging",
  "flight airline plane",
  "train railway rail",
  "restaurant dining food",
  "recipe dish meal cooking",
  "job vacancy employment career",
  "house home apartment property rent",
  "paper article publication preprint",
  "news headlines",
  "webpage website page site url",
  "web internet online",
  "slide slides presentation ppt pptx powerpoint",
  "spreadsheet excel xlsx worksheet",
  "word docx",
  "calendar schedule event meeting appointment",
  "date day time",
  "chart graph plot diagram",
  "map geographic",
  "text string content",
  "code script program",
  "database sql table",
  "video clip youtube",
  "comment reply",
  "label tag",
  "channel room chat conversation",
  "disease illness condition",
  "drug medicine medication",
  "doctor physician",
  "game gaming play",
  "random shuffle",
  "size length dimension",
  "number numeric digit",
  "add sum plus addition",
  "multiply product times multiplication",
  "subtract minus subtraction",
  "divide division quotient",
  "average mean",
  "exponent power",
  "friend contact",
  "password secret credential",
  "setting configuration config preference option",
  "status state",
  "statistic stats analytics metrics",
  "history historical past",
  "latest recent newest current",
  "popular trending top hot",
  "similar related recommendation recommend suggest",
  "nearby near close around",
];

let synonyms: ReadonlyMap<string, readonly string[]> | undefined;

/** Every other stem of the groups a stem belongs to, each once, in table order. The table is made on first use. */
export function synonymsOf(term: string): readonly string[] {
  synonyms ??= synonymTable();
  return synonyms.get(term) ?? [];
}

function synonymTable(): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const group of SYNONYM_GROUPS) {
    const stems = [...new Set(group.split(" ").map(stem))];
    for (const term of stems) {
      const others = table.get(term) ?? [];
      for (const other of stems) if (other !== term && !others.includes(other)) others.push(other);
      table.set(term, others);
    }
  }
  return table;
}
