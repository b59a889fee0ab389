/**
 * Guest symbols and private names: records of our own, so that no host symbol is ever a guest
 * value. A private name is a symbol that no reflection lists.
 */

export class GuestSymbol {
  constructor(
    /** `undefined` for `Symbol()`. For a private name its text with the hash, such as "#x". */
    readonly description: string | undefined,
    readonly isPrivate: boolean,
    /** The key in the execution's registry (`Symbol.for`), else undefined. */
    readonly registryKey: string | undefined,
  ) {}
}

const wellKnown = (name: string) => new GuestSymbol(`Symbol.${name}`, false, undefined);

/** The well-known symbols, shared by every execution: they carry no state. */
export const SYMBOLS = {
  asyncDispose: wellKnown("asyncDispose"),
  asyncIterator: wellKnown("asyncIterator"),
  dispose: wellKnown("dispose"),
  hasInstance: wellKnown("hasInstance"),
  isConcatSpreadable: wellKnown("isConcatSpreadable"),
  iterator: wellKnown("iterator"),
  match: wellKnown("match"),
  matchAll: wellKnown("matchAll"),
  replace: wellKnown("replace"),
  search: wellKnown("search"),
  species: wellKnown("species"),
  split: wellKnown("split"),
  toPrimitive: wellKnown("toPrimitive"),
  toStringTag: wellKnown("toStringTag"),
  unscopables: wellKnown("unscopables"),
} as const;

/** A well-known symbol by its name without "Symbol.". Undefined for other names. Never fails. */
export function wellKnownSymbol(name: string): GuestSymbol | undefined {
  return Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name as keyof typeof SYMBOLS] : undefined;
}
