/**
 * Date.parse, independent of the host's. Two grammars, as in V8:
 *
 *   ISO       2024-05-01, 2024-05, 2024, +002024-05-01, 2024-05-01T10:20[:30[.123]][Z|+02:00|+0200]
 *             a date alone is UTC, a date with a time and no offset is local
 *   informal  words and numbers in many orders, always local unless a zone is named:
 *             May 1, 2024 | 1 May 2024 10:20 pm | Wed May 01 2024 10:20:30 GMT+0200 (CEST)
 *             5/1/2024 | 2024/05/01 10:20 | 2024-05-01 10:20:30 | Wed, 01 May 2024 10:20:30 GMT
 *             zones: UTC GMT UT Z EST EDT CST CDT MST MDT PST PDT and offsets after a time
 *
 * Text whose date is ISO and that goes on with anything but T is read on as informal, with the
 * numbers read so far.
 * https://tc39.es/ecma262/#sec-date-time-string-format
 */
import { dayFromCivil, MS_PER_DAY } from "./date-text.js";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Hours ahead of UTC. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ["ut", 0],
  ["utc", 0],
  ["z", 0],
  ["gmt", 0],
  ["est", -5],
  ["edt", -4],
  ["cst", -6],
  ["cdt", -5],
  ["mst", -7],
  ["mdt", -6],
  ["pst", -8],
  ["pdt", -7],
]);

/** Larger offsets than 2^31 seconds are no offsets. */
const MAX_OFFSET = 2 ** 31 * 1000;

/** Digits of a number that count; more are read and dropped. */
const SIGNIFICANT_DIGITS = 9;

interface NumberToken {
  readonly type: "number";
  readonly value: number;
  readonly length: number;
}

type Token =
  | NumberToken
  | { readonly type: "word"; readonly text: string }
  | { readonly type: "symbol"; readonly text: string }
  | { readonly type: "space" }
  | { readonly type: "end" };

const END: Token = { type: "end" };

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isSpace = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0xa0 ||
  code === 0xfeff ||
  code === 0x202f ||
  code === 0x3000 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x1680 ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x205f;

class Scanner {
  private at = 0;
  token: Token = END;

  constructor(private readonly text: string) {
    this.advance();
  }

  /** Reads the next token into `token`; returns the one before. */
  advance(): Token {
    const read = this.token;
    const { text } = this;
    const start = this.at;
    if (start >= text.length) {
      this.token = END;
      return read;
    }
    const code = text.charCodeAt(start);
    let at = start + 1;
    if (isDigit(code)) {
      while (isDigit(text.charCodeAt(at))) at++;
      this.token = { type: "number", value: numeral(text.slice(start, at)), length: at - start };
    } else if (isLetter(code)) {
      while (isLetter(text.charCodeAt(at))) at++;
      this.token = { type: "word", text: text.slice(start, at).toLowerCase() };
    } else if (isSpace(code)) {
      while (isSpace(text.charCodeAt(at))) at++;
      this.token = { type: "space" };
    } else this.token = { type: "symbol", text: text[start]! };
    this.at = at;
    return read;
  }

  isSymbol(text: string): boolean {
    return this.token.type === "symbol" && this.token.text === text;
  }

  skip(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.advance();
    return true;
  }

  /** The current token as a number of exactly `length` digits from `low` to `high`; -1 otherwise. */
  fixed(length: number, low: number, high: number): number {
    const { token } = this;
    if (token.type !== "number" || token.length !== length || token.value < low || token.value > high) return -1;
    this.advance();
    return token.value;
  }

  get atEnd(): boolean {
    return this.token === END;
  }

  isSign(): boolean {
    return this.isSymbol("+") || this.isSymbol("-");
  }

  isWord(text: string): boolean {
    return this.token.type === "word" && this.token.text === text;
  }

  /** Skips a parenthesised remark whose opening parenthesis was read; remarks nest. */
  skipRemark(): void {
    for (let depth = 1; depth > 0 && this.token.type !== "end"; this.advance()) {
      if (this.isSymbol("(")) depth++;
      else if (this.isSymbol(")")) depth--;
    }
  }
}

/** The first digits that count, leading zeros aside. */
function numeral(digits: string): number {
  let from = 0;
  while (from < digits.length - 1 && digits.charCodeAt(from) === 48) from++;
  return Number(digits.slice(from, from + SIGNIFICANT_DIGITS));
}

/** A fraction of a second as milliseconds, cut after three digits. */
function milliseconds(token: NumberToken): number {
  let { value, length } = token;
  if (length > SIGNIFICANT_DIGITS) length = SIGNIFICANT_DIGITS;
  if (length < 3) return value * 10 ** (3 - length);
  for (; length > 3; length--) value = Math.floor(value / 10);
  return value;
}

class Reading {
  readonly date: number[] = [];
  readonly clock: number[] = [];
  month: number | undefined;
  /** 0 for am, 12 for pm. */
  halfDay: number | undefined;
  sign: number | undefined;
  zoneHour: number | undefined;
  zoneMinute: number | undefined;
  iso = false;

  get zoned(): boolean {
    return this.zoneHour !== undefined;
  }

  setZone(hours: number): void {
    this.sign = hours < 0 ? -1 : 1;
    this.zoneHour = Math.abs(hours);
    this.zoneMinute = 0;
  }

  get isUtc(): boolean {
    return this.zoneHour === 0 && this.zoneMinute === 0;
  }

  addDate(value: number): boolean {
    return this.date.length < 3 && this.date.push(value) > 0;
  }

  addClock(value: number): boolean {
    return this.clock.length < 4 && this.clock.push(value) > 0;
  }

  endClock(value: number): void {
    this.addClock(value);
    while (this.clock.length < 4) this.clock.push(0);
  }

  /** May `value` be the next part of a time that has begun? */
  expects(value: number): boolean {
    const { length } = this.clock;
    return ((length === 1 || length === 2) && value < 60) || (length === 3 && value < 1000);
  }

  /** Day number, or NaN. */
  private day(): number {
    if (this.date.length === 0) return Number.NaN;
    const [a, b = 1, c = 1] = this.date;
    const isDay = (value: number) => value >= 1 && value <= 31;
    let year: number;
    let month: number;
    let day: number;
    if (this.month !== undefined) {
      month = this.month;
      [year, day] = isDay(a!) ? [b, a!] : [a!, b];
    } else if (this.iso || !isDay(a!)) [year, month, day] = [a!, b, c];
    else [month, day, year] = [a!, b, c];
    if (!this.iso && year >= 0 && year < 100) year += year < 50 ? 2000 : 1900;
    if (month < 1 || month > 12 || !isDay(day) || Math.abs(year) > 400_000) return Number.NaN;
    return dayFromCivil(year, month - 1, 1) + day - 1;
  }

  /** Milliseconds within the day, or NaN. */
  private time(): number {
    const [written = 0, minute = 0, second = 0, ms = 0] = this.clock;
    let hour = written;
    if (this.halfDay !== undefined) {
      if (hour > 12) return Number.NaN;
      hour = (hour % 12) + this.halfDay;
    }
    const midnight = hour === 24 && minute === 0 && second === 0 && ms === 0;
    if (!midnight && (hour > 23 || minute > 59 || second > 59 || ms > 999)) return Number.NaN;
    return ((hour * 60 + minute) * 60 + second) * 1000 + ms;
  }

  /** The time value; `toUtc` turns a local one into it. NaN when a part is out of range. */
  value(toUtc: (local: number) => number): number {
    const local = this.day() * MS_PER_DAY + this.time();
    if (!this.zoned) return Number.isNaN(local) ? local : toUtc(local);
    const offset = ((this.zoneHour ?? 0) * 60 + (this.zoneMinute ?? 0)) * 60_000;
    if (offset > MAX_OFFSET) return Number.NaN;
    return local - (this.sign ?? 1) * offset;
  }
}

/** Reads as much of the ISO form as there is: all of the text, a part of it, or a time that is malformed. */
function readIso(scanner: Scanner, reading: Reading): "whole" | "part" | "malformed" {
  if (scanner.isSign()) {
    const negative = scanner.isSymbol("-");
    scanner.advance();
    const year = scanner.fixed(6, 0, 999_999);
    if (year < 0 || (negative && year === 0)) return "part";
    reading.addDate(negative ? -year : year);
  } else {
    const year = scanner.fixed(4, 0, 9999);
    if (year < 0) return "part";
    reading.addDate(year);
  }
  if (scanner.skip("-")) {
    const month = scanner.fixed(2, 1, 12);
    if (month < 0) return "part";
    reading.addDate(month);
    if (scanner.skip("-")) {
      const day = scanner.fixed(2, 1, 31);
      if (day < 0) return "part";
      reading.addDate(day);
    }
  }
  if (scanner.atEnd) {
    reading.setZone(0);
    reading.iso = true;
    return "whole";
  }
  if (!scanner.isWord("t")) return "part";
  scanner.advance();
  if (!readIsoClock(scanner, reading) || !scanner.atEnd) return "malformed";
  reading.iso = true;
  return "whole";
}

function readIsoClock(scanner: Scanner, reading: Reading): boolean {
  const hour = scanner.fixed(2, 0, 24);
  if (hour < 0) return false;
  const most = hour === 24 ? 0 : 59;
  reading.addClock(hour);
  if (!scanner.skip(":")) return false;
  const minute = scanner.fixed(2, 0, most);
  if (minute < 0) return false;
  reading.addClock(minute);
  if (scanner.skip(":")) {
    const second = scanner.fixed(2, 0, most);
    if (second < 0) return false;
    reading.addClock(second);
    if (scanner.skip(".")) {
      const { token } = scanner;
      if (token.type !== "number" || (hour === 24 && token.value > 0)) return false;
      scanner.advance();
      reading.addClock(milliseconds(token));
    }
  }
  if (scanner.isWord("z")) {
    scanner.advance();
    reading.setZone(0);
  } else if (scanner.isSign()) {
    reading.sign = scanner.isSymbol("-") ? -1 : 1;
    scanner.advance();
    const together = scanner.fixed(4, 0, 2359);
    const zoneHour = together >= 0 ? Math.floor(together / 100) : scanner.fixed(2, 0, 23);
    if (zoneHour < 0 || together % 100 > 59) return false;
    if (together >= 0) {
      reading.zoneHour = zoneHour;
      reading.zoneMinute = together % 100;
      return true;
    }
    reading.zoneHour = zoneHour;
    if (!scanner.skip(":")) return false;
    const zoneMinute = scanner.fixed(2, 0, 59);
    if (zoneMinute < 0) return false;
    reading.zoneMinute = zoneMinute;
  }
  return true;
}

/** Reads the rest as words and numbers; false when it is no date. */
function readInformal(scanner: Scanner, reading: Reading): boolean {
  let sawNumber = reading.date.length > 0;
  while (scanner.token.type !== "end") {
    const token = scanner.advance();
    if (token.type === "number") {
      sawNumber = true;
      if (!readNumber(scanner, reading, token.value)) return false;
    } else if (token.type === "word") {
      if (!readWord(scanner, reading, token.text, sawNumber)) return false;
    } else if (token.type === "symbol") {
      const { text } = token;
      const sign = text === "+" || text === "-";
      if (sign && (reading.isUtc || reading.clock.length > 0)) {
        sawNumber = true;
        if (!readOffset(scanner, reading, text === "-" ? -1 : 1)) return false;
      } else if ((sign || text === ")") && sawNumber) return false;
      else if (text === "(") scanner.skipRemark();
    }
  }
  return true;
}

function readNumber(scanner: Scanner, reading: Reading, value: number): boolean {
  if (scanner.skip(":")) {
    if (scanner.skip(":")) {
      // "10::" leaves the minutes out.
      if (reading.clock.length > 0) return false;
      return reading.addClock(value) && reading.addClock(0);
    }
    if (!reading.addClock(value)) return false;
    scanner.skip(".");
    return true;
  }
  if (scanner.skip(".") && reading.expects(value)) {
    reading.addClock(value);
    const { token } = scanner;
    if (token.type !== "number") return false;
    scanner.advance();
    reading.endClock(milliseconds(token));
    return true;
  }
  if (reading.zoned && reading.zoneMinute === undefined && value < 60) {
    reading.zoneMinute = value;
    return true;
  }
  if (reading.expects(value)) {
    reading.endClock(value);
    const { type } = scanner.token;
    return type === "end" || type === "space" || scanner.isWord("z") || scanner.isSign();
  }
  if (!reading.addDate(value)) return false;
  scanner.skip("-");
  return true;
}

function readWord(scanner: Scanner, reading: Reading, word: string, sawNumber: boolean): boolean {
  if ((word === "am" || word === "pm") && reading.clock.length > 0) {
    reading.halfDay = word === "am" ? 0 : 12;
    return true;
  }
  const month = word.length >= 3 ? MONTHS.indexOf(word.slice(0, 3)) : -1;
  if (month >= 0) {
    reading.month = month + 1;
    scanner.skip("-");
    return true;
  }
  const zone = ZONES.get(word);
  if (zone !== undefined && sawNumber) {
    reading.setZone(zone);
    return true;
  }
  // Other words may only come before the first number, and not run into it.
  return !sawNumber && scanner.token.type !== "number";
}

function readOffset(scanner: Scanner, reading: Reading, sign: number): boolean {
  reading.sign = sign;
  let value = 0;
  let length = 0;
  if (scanner.token.type === "number") {
    ({ value, length } = scanner.token);
    scanner.advance();
  }
  if (scanner.isSymbol(":")) {
    reading.zoneHour = value;
    reading.zoneMinute = undefined;
    return true;
  }
  if (length === 1 || length === 2) {
    reading.zoneHour = value;
    reading.zoneMinute = 0;
    return true;
  }
  if (length !== 3 && length !== 4) return false;
  reading.zoneHour = Math.floor(value / 100);
  reading.zoneMinute = value % 100;
  return true;
}

/** The time value of a date text, NaN when it is none. `toUtc` reads local times. Never fails. */
export function parseDate(text: string, toUtc: (local: number) => number): number {
  const scanner = new Scanner(text);
  const reading = new Reading();
  const iso = readIso(scanner, reading);
  if (iso === "malformed" || (iso === "part" && !readInformal(scanner, reading))) return Number.NaN;
  return reading.value(toUtc);
}
