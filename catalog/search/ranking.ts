/**
 * BM25F over the fields of a tool.
 *
 * Owns the inverted index and the score. Robertson, Zaragoza, Taylor, "Simple BM25 Extension to
 * Multiple Weighted Fields" (CIKM 2004): the frequencies of a term in each field, normalised by the
 * field's length and weighted, are summed before saturation, so a word in two fields is not
 * counted as two words.
 *
 * Deterministic: documents come sorted by path, scores are compared after rounding (the last bits
 * of `Math.log` differ between engines), ties go by path. Postings are typed arrays: about eight
 * bytes for each distinct term of each tool.
 */
import { stem } from "./stemmer.js";
import { synonymsOf, termsOf, wordsOf } from "./words.js";

/** The text of one tool, by field. */
export interface Fields {
  /** The last segment of the path, and a title. */
  readonly name: string;
  /** The segments before it. */
  readonly namespace: string;
  /** First sentence of the description: what the tool is for. */
  readonly summary: string;
  readonly description: string;
  readonly parameters: string;
  readonly parameterDescriptions: string;
}

/**
 * Weights by reasoning. A name is a handful of chosen words, so one of them tells most; the summary
 * says what the tool is for, the rest of the description mostly how; parameter names are
 * chosen words too, but many are shared by all tools (`id`, `limit`); parameter descriptions
 * are long and mention much that the tool is not about. `lengths` (BM25's b) is how far a longer
 * field is discounted: fully where length means less focus.
 */
const FIELDS: readonly { readonly field: keyof Fields; readonly weight: number; readonly lengths: number }[] = [
  { field: "name", weight: 4, lengths: 0.5 },
  { field: "namespace", weight: 2, lengths: 0.5 },
  { field: "summary", weight: 2, lengths: 0.5 },
  { field: "description", weight: 1, lengths: 0.75 },
  { field: "parameters", weight: 1, lengths: 0.75 },
  { field: "parameterDescriptions", weight: 0.5, lengths: 0.75 },
];

/**
 * Saturation: how fast a further occurrence stops to matter. The usual 1.2 is meant for plain counts;
 * the counts here are weighted, so it is in units of the mean weight. Unscaled, a word in a
 * description would count almost as much as the same word in a name.
 */
const K1 = (1.2 * FIELDS.reduce((sum, { weight }) => sum + weight, 0)) / FIELDS.length;
/** What another word of the same meaning counts for, and a word that only starts alike. */
const SYNONYM_WEIGHT = 0.5;
const PREFIX_WEIGHT = 0.5;
/** Shortest word that may stand for the start of another; most words one may stand for. */
const MIN_PREFIX = 4;
const MAX_PREFIXED = 8;
/** Distinct terms of a query that are looked up. */
const MAX_QUERY_TERMS = 64;

/** Scores closer than one step are equal: the last bits of `Math.log` differ between engines. */
const SCORE_STEPS = 1e6;
/** Shortest part of a word written together. */
const MIN_PART = 3;

interface Postings {
  readonly documents: Int32Array;
  /** Length-normalised, field-weighted frequency in each of them. */
  readonly frequencies: Float32Array;
}

/** Words of one meaning. */
type Concept = { readonly postings: Postings; readonly weight: number }[];

/** An index over a fixed list of documents; their numbers are their places in the list. */
export class RankingIndex {
  readonly #postings = new Map<string, Postings>();
  /** The vocabulary in code-unit order, for prefixes. */
  readonly #vocabulary: readonly string[];
  readonly #scores: Float64Array;
  readonly #best: Float64Array;
  readonly #count: number;

  constructor(documents: readonly Fields[]) {
    this.#count = documents.length;
    this.#scores = new Float64Array(documents.length);
    this.#best = new Float64Array(documents.length);
    const memo = new Map<string, string>();
    const counted = documents.map((fields) => fieldCounts(fields, memo));
    const means = FIELDS.map((_, field) => {
      let total = 0;
      for (const document of counted) total += document[field].length;
      return total / Math.max(1, documents.length) || 1;
    });
    const lists = new Map<string, { documents: number[]; frequencies: number[] }>();
    counted.forEach((fields, document) => {
      const frequencies = new Map<string, number>();
      fields.forEach(({ counts, length }, field) => {
        const { weight, lengths } = FIELDS[field];
        const norm = 1 - lengths + (lengths * length) / means[field];
        for (const [term, count] of counts)
          frequencies.set(term, (frequencies.get(term) ?? 0) + (weight * count) / norm);
      });
      for (const [term, frequency] of frequencies) {
        let list = lists.get(term);
        if (list === undefined) {
          list = { documents: [], frequencies: [] };
          lists.set(term, list);
        }
        list.documents.push(document);
        list.frequencies.push(frequency);
      }
    });
    for (const [term, list] of lists) {
      this.#postings.set(term, {
        documents: Int32Array.from(list.documents),
        frequencies: Float32Array.from(list.frequencies),
      });
    }
    this.#vocabulary = [...lists.keys()].sort();
  }

  /** Documents that share a term with the query, best first; only those `isEligible` accepts. */
  rank(query: string, isEligible: (document: number) => boolean): number[] {
    const scores = this.#scores;
    const best = this.#best;
    const touched: number[] = [];
    for (const concept of this.#concepts(query)) {
      const matched: number[] = [];
      for (const { postings, weight } of concept) {
        const { documents, frequencies } = postings;
        const rarity = weight * this.#rarity(documents.length);
        for (let at = 0; at < documents.length; at++) {
          const document = documents[at];
          const score = (rarity * frequencies[at]) / (K1 + frequencies[at]);
          // Words of one meaning are one word: the best of them counts, once.
          if (best[document] === 0) matched.push(document);
          if (score > best[document]) best[document] = score;
        }
      }
      for (const document of matched) {
        if (scores[document] === 0) touched.push(document);
        scores[document] += best[document];
        best[document] = 0;
      }
    }
    // One number orders by rounded score, then by place: numbers sort several times faster than pairs.
    const keys = new Float64Array(touched.length);
    let count = 0;
    for (const document of touched) {
      const score = Math.round(scores[document] * SCORE_STEPS);
      scores[document] = 0;
      if (isEligible(document)) keys[count++] = score * this.#count + (this.#count - 1 - document);
    }
    const sorted = keys.subarray(0, count).sort();
    const ranked: number[] = [];
    for (let at = count - 1; at >= 0; at--) ranked.push(this.#count - 1 - (sorted[at] % this.#count));
    return ranked;
  }

  #rarity(documents: number): number {
    return Math.log(1 + (this.#count - documents + 0.5) / (documents + 0.5));
  }

  /**
   * For each distinct term of a query: its own postings with its synonyms', or, for a word that nobody
   * wrote, those of words that start alike, or else of the two words it is made of.
   */
  #concepts(query: string): Concept[] {
    let terms = [...new Set(termsOf(query))];
    // A query of nothing but stop words means those words.
    if (terms.length === 0) terms = [...new Set(wordsOf(query).map(stem))];
    const concepts: Concept[] = [];
    for (const term of terms.slice(0, MAX_QUERY_TERMS)) {
      const concept = this.#concept([term], 1);
      if (concept.length === 0) concept.push(...this.#concept(this.#alike(term), PREFIX_WEIGHT));
      concept.push(...this.#concept(synonymsOf(term), SYNONYM_WEIGHT));
      if (concept.length > 0) concepts.push(concept);
      else for (const part of this.#parts(term)) concepts.push(this.#concept([part], PREFIX_WEIGHT));
    }
    return concepts;
  }

  #concept(words: readonly string[], weight: number): Concept {
    const concept: Concept = [];
    for (const word of words) {
      const postings = this.#postings.get(word);
      if (postings !== undefined) concept.push({ postings, weight });
    }
    return concept;
  }

  /** Words that a word is the start of, else the longest word that is the start of it. */
  #alike(term: string): readonly string[] {
    if (term.length < MIN_PREFIX) return [];
    const words: string[] = [];
    for (let at = this.#firstFrom(term); at < this.#vocabulary.length && words.length < MAX_PREFIXED; at++) {
      if (!this.#vocabulary[at].startsWith(term)) break;
      words.push(this.#vocabulary[at]);
    }
    if (words.length > 0 || this.#parts(term).length > 0) return words;
    for (let length = term.length - 1; length >= MIN_PREFIX; length--) {
      if (this.#postings.has(term.slice(0, length))) return [term.slice(0, length)];
    }
    return [];
  }

  /** The two words that a word is written together of, if it is. */
  #parts(term: string): readonly string[] {
    for (let cut = MIN_PART; cut <= term.length - MIN_PART; cut++) {
      const parts = [stem(term.slice(0, cut)), stem(term.slice(cut))];
      if (parts.every((part) => this.#postings.has(part))) return parts;
    }
    return [];
  }

  #firstFrom(term: string): number {
    let low = 0;
    let high = this.#vocabulary.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#vocabulary[middle] < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const NUMBER = /^\p{N}+$/u;

function fieldCounts(fields: Fields, memo: Map<string, string>): { counts: Map<string, number>; length: number }[] {
  return FIELDS.map(({ field }) => {
    // A number is part of a name; in prose it is an example.
    const isName = field === "name" || field === "namespace";
    const terms = termsOf(fields[field], memo).filter((term) => isName || !NUMBER.test(term));
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { counts, length: terms.length };
  });
}
