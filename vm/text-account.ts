/**
 * How many strings of each length the program has made, so that the census can count strings fairly.
 * The host does not tell equal strings apart: a program may hold a thousand references to one text,
 * or a thousand equal texts. Of the references to texts of one length, as many are counted in full
 * as texts of that length were made (or found alive by the last census); the others cost their
 * holders' slot alone. Nothing that is alive is missed, and one long text in many records is paid
 * once. Short texts are paid per reference: telling them apart costs more than they do.
 */

import type { Program } from "./bytecode/program.js";

/** Lengths up to this are paid per reference. */
const SHORT = 32;
/** Lengths below this are counted in a flat table. */
const TABLE = 1024;
/** What a string costs beside its code units. */
export const STRING_BYTES = 32;

export class TextAccount {
  private made = new Uint32Array(TABLE);
  private seen = new Uint32Array(TABLE);
  private madeLong = new Map<number, number>();
  private seenLong = new Map<number, number>();

  /** Lengths of the program's constants, which exist without being made. */
  private readonly constants = new Set<number>();

  /** The strings of the program's source. */
  noteConstants(program: Program): void {
    for (const { constants } of program.blocks) {
      for (const each of constants) {
        if (typeof each !== "string" || each.length <= SHORT) continue;
        this.constants.add(each.length);
        this.note(each.length);
      }
    }
  }

  /** A string of `length` code units was made. */
  note(length: number): void {
    if (length < TABLE) this.made[length]!++;
    else this.madeLong.set(length, (this.madeLong.get(length) ?? 0) + 1);
  }

  /** How many strings of this length there may be. */
  count(length: number): number {
    return (length < TABLE ? this.made[length] : this.madeLong.get(length)) ?? 0;
  }

  /** Bytes that the census counts for one reference to a string. */
  reference(length: number): number {
    if (length <= SHORT) return STRING_BYTES;
    let made: number;
    let seen: number;
    if (length < TABLE) {
      made = this.made[length]!;
      seen = ++this.seen[length]!;
    } else {
      made = this.madeLong.get(length) ?? 0;
      seen = (this.seenLong.get(length) ?? 0) + 1;
      this.seenLong.set(length, seen);
    }
    // Of a length without a note, which some built-in made, every reference counts.
    return made === 0 || seen <= made ? STRING_BYTES + length : 0;
  }

  /** Ends a census: what it did not find is gone. */
  settle(): void {
    for (let i = 0; i < TABLE; i++) {
      this.made[i] = Math.max(Math.min(this.made[i]!, this.seen[i]!), this.constants.has(i) ? 1 : 0);
      this.seen[i] = 0;
    }
    for (const [length, made] of this.madeLong) {
      const seen = this.seenLong.get(length) ?? 0;
      if (seen === 0 && !this.constants.has(length)) this.madeLong.delete(length);
      else if (seen < made) this.madeLong.set(length, Math.max(seen, 1));
    }
    this.seenLong = new Map();
  }
}
