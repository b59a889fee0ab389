/**
 * Numbers strings in order of first use, so that an encoded form stores each once. Stage after:
 * the writers of encode.ts and library-image.ts.
 */
export class StringTable {
  readonly list: string[] = [];
  private readonly indices = new Map<string, number>();

  /** The number of `text`, a new one at first sight. */
  indexOf(text: string): number {
    const known = this.indices.get(text);
    if (known !== undefined) return known;
    this.indices.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}
