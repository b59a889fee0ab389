/**
 * Flags of a regular expression: which letters exist, which combinations are valid, what they mean.
 * Every later stage takes the parsed record; the flag string is kept for messages only.
 */

/** The flags as the engine reads them. `global` and `hasIndices` only matter to the caller's protocol. */
export interface RegExpFlags {
  readonly hasIndices: boolean;
  readonly global: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly unicode: boolean;
  readonly unicodeSets: boolean;
  readonly sticky: boolean;
}

/** All flags, in the order in which `flags` reports them. */
const FLAG_LETTERS = "dgimsuvy";

/**
 * Whether `flags` is a set of known letters without a repetition, `u` and `v` not together.
 * https://tc39.es/ecma262/#sec-regexpinitialize
 */
export function isValidFlags(flags: string): boolean {
  let seen = "";
  for (const letter of flags) {
    if (!FLAG_LETTERS.includes(letter) || seen.includes(letter)) return false;
    seen += letter;
  }
  return !(seen.includes("u") && seen.includes("v"));
}

/** The flags as a record, or null when they are not valid. */
export function parseFlags(flags: string): RegExpFlags | null {
  if (!isValidFlags(flags)) return null;
  return {
    hasIndices: flags.includes("d"),
    global: flags.includes("g"),
    ignoreCase: flags.includes("i"),
    multiline: flags.includes("m"),
    dotAll: flags.includes("s"),
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
    sticky: flags.includes("y"),
  };
}

/** The same flags in the order in which messages and `RegExp.prototype.flags` show them. */
export function canonicalFlags(flags: string): string {
  let ordered = "";
  for (const letter of FLAG_LETTERS) if (flags.includes(letter)) ordered += letter;
  return ordered;
}
