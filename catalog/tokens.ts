/**
 * What a text costs a model, estimated.
 *
 * Owns the one estimate that budgets, reports and the linter share. A host with its own
 * tokenizer passes it as the `tokenize` option of a catalog and replaces this.
 */

/** Counts the tokens of a text. */
export type Tokenize = (text: string) => number;

/** Four UTF-16 code units a token, rounded: near enough for English and code, and the same on every machine. */
export function estimateTokens(text: string): number {
  return Math.round(text.length / 4);
}
