/**
 * Case-insensitive comparison as the specification has it: Canonicalize, and the set of characters
 * that compare equal to a given one. Data comes from the host's toUpperCase and toLowerCase on one
 * character at a time; the handful of characters that those do not relate are listed below.
 * Pure functions over memo tables of bounded size.
 */

/**
 * Characters that share their fold with more than one lower and one upper form, so that they are not
 * found by one step from the folded character. (Unicode CaseFolding.txt, statuses C and S.)
 */
const EXTRA_MEMBERS = [
  0xb5, 0xdf, 0x17f, 0x1c5, 0x1c8, 0x1cb, 0x1f2, 0x345, 0x3c2, 0x3d0, 0x3d1, 0x3d5, 0x3d6, 0x3f0, 0x3f1, 0x3f4, 0x3f5,
  0x1c80, 0x1c81, 0x1c82, 0x1c83, 0x1c84, 0x1c85, 0x1c86, 0x1c87, 0x1c88, 0x1e9b, 0x1e9e, 0x1f88, 0x1f89, 0x1f8a,
  0x1f8b, 0x1f8c, 0x1f8d, 0x1f8e, 0x1f8f, 0x1f98, 0x1f99, 0x1f9a, 0x1f9b, 0x1f9c, 0x1f9d, 0x1f9e, 0x1f9f, 0x1fa8,
  0x1fa9, 0x1faa, 0x1fab, 0x1fac, 0x1fad, 0x1fae, 0x1faf, 0x1fbc, 0x1fbe, 0x1fcc, 0x1fd3, 0x1fe3, 0x1ffc, 0x2126,
  0x212a, 0x212b, 0xfb05,
];

/** Simple folds that upper and lower case do not give: dotless i keeps itself; three pairs without an upper form. */
const FOLD_EXCEPTIONS = new Map([
  [0x131, 0x131],
  [0x1fd3, 0x390],
  [0x1fe3, 0x3b0],
  [0xfb05, 0xfb06],
]);

const MEMO_LIMIT = 8192;

function onlyCodePoint(text: string, otherwise: number): number {
  const code = text.codePointAt(0)!;
  return text.length === (code > 0xffff ? 2 : 1) ? code : otherwise;
}

/** One representative of a character's simple case folding class (u and v modes). */
function computeFold(code: number): number {
  const exception = FOLD_EXCEPTIONS.get(code);
  if (exception !== undefined) return exception;
  const upper = onlyCodePoint(String.fromCodePoint(code).toUpperCase(), code);
  return onlyCodePoint(String.fromCodePoint(upper).toLowerCase(), upper);
}

/** https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch, without u and v. */
function computeUpper(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  if (upper.length !== 1) return unit;
  const code = upper.charCodeAt(0);
  return unit >= 128 && code < 128 ? unit : code;
}

class FoldTable {
  readonly #compute: (code: number) => number;
  readonly #low = new Uint16Array(256);
  readonly #memo = new Map<number, number>();
  readonly #orbits = new Map<number, readonly number[]>();
  #extra: Map<number, number[]> | null = null;

  constructor(compute: (code: number) => number) {
    this.#compute = compute;
    for (let code = 0; code < 256; code++) this.#low[code] = compute(code);
  }

  canonicalize(code: number): number {
    if (code < 256) return this.#low[code];
    let folded = this.#memo.get(code);
    if (folded === undefined) {
      folded = this.#compute(code);
      if (this.#memo.size >= MEMO_LIMIT) this.#memo.clear();
      this.#memo.set(code, folded);
    }
    return folded;
  }

  /** All characters that canonicalize like `code`, itself included, in ascending order. */
  orbit(code: number): readonly number[] {
    let orbit = this.#orbits.get(code);
    if (orbit === undefined) {
      orbit = this.#computeOrbit(code);
      if (this.#orbits.size >= MEMO_LIMIT) this.#orbits.clear();
      this.#orbits.set(code, orbit);
    }
    return orbit;
  }

  #computeOrbit(code: number): readonly number[] {
    const canonical = this.canonicalize(code);
    const members = new Set([code]);
    for (const start of [code, canonical]) {
      const text = String.fromCodePoint(start);
      for (const form of [text, text.toLowerCase(), text.toUpperCase()]) {
        const candidate = onlyCodePoint(form, start);
        if (this.canonicalize(candidate) === canonical) members.add(candidate);
      }
    }
    for (const extra of this.#extraMembers().get(canonical) ?? []) members.add(extra);
    return [...members].sort((a, b) => a - b);
  }

  #extraMembers(): Map<number, number[]> {
    if (this.#extra === null) {
      this.#extra = new Map();
      for (const code of EXTRA_MEMBERS) {
        const canonical = this.canonicalize(code);
        const members = this.#extra.get(canonical);
        if (members === undefined) this.#extra.set(canonical, [code]);
        else members.push(code);
      }
    }
    return this.#extra;
  }
}

let unicodeTable: FoldTable | null = null;
let legacyTable: FoldTable | null = null;

function table(unicode: boolean): FoldTable {
  if (unicode) {
    unicodeTable ??= new FoldTable(computeFold);
    return unicodeTable;
  }
  legacyTable ??= new FoldTable(computeUpper);
  return legacyTable;
}

/**
 * The representative of a character under flag i. Equal representatives mean equal characters.
 * With `unicode` by simple case folding, otherwise by upper case on code units.
 */
export function canonicalize(code: number, unicode: boolean): number {
  return table(unicode).canonicalize(code);
}

/** Every character equal to `code` under flag i, itself included, ascending. */
export function caseOrbit(code: number, unicode: boolean): readonly number[] {
  return table(unicode).orbit(code);
}

/** `text` with each code point replaced by its representative (u and v modes). Its length stays the same. */
export function canonicalText(text: string): string {
  let folded = "";
  for (const character of text) folded += String.fromCodePoint(canonicalize(character.codePointAt(0)!, true));
  return folded;
}
