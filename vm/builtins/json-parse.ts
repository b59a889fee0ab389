/**
 * JSON.parse straight into guest values: one pass, an explicit stack, no host objects in between.
 * `__proto__` is a key like any other. Rows of an array of records are alike: at each depth the
 * parser remembers the keys of the last object and the shapes they led through, so that a record
 * like the one before needs neither key text nor lookups.
 *
 *   depth 2:  key 0 "id" shape {} -> {id},  key 1 "name" shape {id} -> {id, name}
 *
 * https://tc39.es/ecma262/#sec-json.parse
 */

import { putOwn } from "../operations/property.js";
import { newValues } from "../unit.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import { keyOfString, type PropertyKey } from "../values/property-key.js";
import { Attr, type Shape } from "../values/shape.js";
import type { Vm } from "../vm.js";

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Code units read between two charges. */
const WINDOW = 4096;
/** What a parser costs before it reads, in code units. */
const SETUP_UNITS = 32;
/** Texts that V8 quotes whole: what other values become as text. */
const TELLING_TEXTS: readonly string[] = ["[object Object]", "NaN", "Infinity", "undefined"];
/** Code units of context on either side of an unexpected token. */
const CONTEXT = 10;

/** The keys of the last object at one depth. */
class Prediction {
  /** Key as it stands between the quotes; null where it had escapes. */
  readonly names: (string | null)[] = [];
  readonly keys: PropertyKey[] = [];
  /** Shapes before and after the key; null when the step may not be repeated blindly. */
  readonly before: (Shape | null)[] = [];
  readonly after: (Shape | null)[] = [];
}

/** An object or array being read. */
interface Level {
  readonly object: GuestObject;
  /** Elements of an array; null for an object. */
  readonly elements: Value[] | null;
  readonly prediction: Prediction | null;
  /** Number of keys read so far. */
  count: number;
  /** Key of the value being read. */
  key: PropertyKey;
}

export class JsonParser {
  private at = 0;
  private chargedTo = 0;
  private readonly levels: Level[] = [];
  private readonly predictions: Prediction[] = [];
  /** Raw text of the key read last, null when it had escapes. */
  private rawKey: string | null = null;

  constructor(
    private readonly vm: Vm,
    private readonly text: string,
  ) {}

  parse(): Value {
    const { vm, levels } = this;
    for (;;) {
      let value: Value;
      const code = this.skipSpace();
      if (code === OPEN_BRACE) {
        this.vm.allocate(96);
        const object = new GuestObject(vm.shapes.object, newValues(0), Kind.Ordinary, undefined, 0, 0);
        this.at++;
        if (this.skipSpace() !== CLOSE_BRACE) {
          const prediction = this.predictionAt(levels.length);
          const level: Level = { object, elements: null, prediction, count: 0, key: 0 };
          levels.push(level);
          this.vm.allocate(64);
          this.readKey(level, "Expected property name or '}' in JSON at position ");
          continue;
        }
        this.at++;
        value = object;
      } else if (code === OPEN_BRACKET) {
        this.vm.allocate(144);
        const array = new GuestObject(vm.shapes.array, newValues(0), Kind.Array, newValues(0), 0, 0);
        this.at++;
        if (this.skipSpace() !== CLOSE_BRACKET) {
          this.vm.allocate(64);
          levels.push({ object: array, elements: array.data, prediction: null, count: 0, key: 0 });
          continue;
        }
        this.at++;
        value = array;
      } else value = this.readPrimitive(code);
      // The value is complete: put it where it belongs and close what ends here.
      for (;;) {
        const level = levels.length > 0 ? levels[levels.length - 1]! : undefined;
        if (level === undefined) {
          const rest = this.skipSpace();
          if (rest >= 0) this.failAfterValue();
          this.chargeTo(this.at + SETUP_UNITS);
          return value;
        }
        this.vm.allocate(8);
        if (level.elements !== null) {
          level.elements.push(value);
          const next = this.skipSpace();
          if (next === COMMA) {
            this.at++;
            break;
          }
          if (next !== CLOSE_BRACKET) this.fail("Expected ',' or ']' after array element in JSON at position ");
        } else {
          this.put(level, value);
          const next = this.skipSpace();
          if (next === COMMA) {
            this.at++;
            this.skipSpace();
            this.readKey(level, "Expected double-quoted property name in JSON at position ");
            break;
          }
          if (next !== CLOSE_BRACE) this.fail("Expected ',' or '}' after property value in JSON at position ");
        }
        this.at++;
        value = level.object;
        levels.pop();
      }
    }
  }

  private predictionAt(depth: number): Prediction {
    let prediction = this.predictions[depth];
    if (prediction === undefined) {
      while (this.predictions.length < depth) this.predictions.push(new Prediction());
      prediction = new Prediction();
      this.predictions.push(prediction);
    }
    return prediction;
  }

  /** Code unit at the next place that is no white space; -1 at the end. Charges what was read. */
  private skipSpace(): number {
    const { text } = this;
    let { at } = this;
    let code = text.charCodeAt(at);
    while (code === 32 || code === 10 || code === 13 || code === 9) {
      code = text.charCodeAt(++at);
      if (at - this.chargedTo > WINDOW) this.chargeTo(at);
    }
    this.at = at;
    if (at - this.chargedTo > WINDOW) this.chargeTo(at);
    return at < text.length ? code : -1;
  }

  private chargeTo(at: number): void {
    this.vm.charge((at - this.chargedTo) >> 1);
    this.chargedTo = at;
  }

  /** Reads `"key" :` into the level. */
  private readKey(level: Level, complaint: string): void {
    const { text } = this;
    if (this.at >= text.length || text.charCodeAt(this.at) !== QUOTE) this.fail(complaint);
    const prediction = level.prediction!;
    const name = prediction.names[level.count];
    const start = this.at + 1;
    if (typeof name === "string" && text.charCodeAt(start + name.length) === QUOTE && text.startsWith(name, start)) {
      this.at = start + name.length + 1;
      level.key = prediction.keys[level.count]!;
    } else {
      const key = keyOfString(this.readString());
      prediction.names[level.count] = this.rawKey;
      prediction.keys[level.count] = key;
      this.vm.allocate(32);
      prediction.before[level.count] = null;
      prediction.after[level.count] = null;
      level.key = key;
    }
    // V8 names the colon only after an object's first key.
    if (this.skipSpace() !== COLON) {
      this.fail(level.count === 0 ? "Expected ':' after property name in JSON at position " : null);
    }
    this.at++;
  }

  private put(level: Level, value: Value): void {
    const { object } = level;
    const prediction = level.prediction!;
    const index = level.count++;
    const { shape } = object;
    if (prediction.before[index] === shape) {
      object.shape = prediction.after[index]!;
      object.slots.push(value);
      return;
    }
    const known = shape.lookup(level.key);
    if (known >= 0) {
      // A repeated key keeps its place and takes the last value.
      object.slots[known] = value;
      return;
    }
    putOwn(this.vm, object, level.key, value, Attr.Default);
    if (!object.shape.dictionary) {
      prediction.before[index] = shape;
      prediction.after[index] = object.shape;
    }
  }

  private readPrimitive(code: number): Value {
    if (code === QUOTE) return this.readString();
    if (code === MINUS || (code >= ZERO && code <= NINE)) return this.readNumber(code);
    switch (code) {
      case 116:
        return this.readWord("true", true);
      case 102:
        return this.readWord("false", false);
      case 110:
        return this.readWord("null", null);
    }
    return this.fail(null);
  }

  private readWord(word: string, value: Value): Value {
    const { text, at } = this;
    for (let i = 1; i < word.length; i++) {
      if (text.charCodeAt(at + i) !== word.charCodeAt(i)) {
        this.at = at + i;
        return this.fail(null);
      }
    }
    this.at = at + word.length;
    return value;
  }

  private readNumber(first: number): number {
    const { text } = this;
    const start = this.at;
    let at = start;
    let code = first;
    if (code === MINUS) {
      code = text.charCodeAt(++at);
      if (!(code >= ZERO && code <= NINE)) {
        this.at = at;
        return this.fail("No number after minus sign in JSON at position ");
      }
    }
    let integer = 0;
    if (code === ZERO) {
      code = text.charCodeAt(++at);
      if (code >= ZERO && code <= NINE) {
        this.at = at;
        return this.fail(null);
      }
    } else {
      while (code >= ZERO && code <= NINE) {
        integer = integer * 10 + (code - ZERO);
        code = text.charCodeAt(++at);
      }
    }
    // A short run of digits is its own value.
    if (code !== 46 && code !== 101 && code !== 69 && at - start <= 15) {
      this.at = at;
      return first === MINUS ? -integer : integer;
    }
    if (code === 46) {
      code = text.charCodeAt(++at);
      if (!(code >= ZERO && code <= NINE)) {
        this.at = at;
        return this.fail("Unterminated fractional number in JSON at position ");
      }
      while (code >= ZERO && code <= NINE) code = text.charCodeAt(++at);
    }
    if (code === 101 || code === 69) {
      code = text.charCodeAt(++at);
      if (code === MINUS || code === 43) code = text.charCodeAt(++at);
      if (!(code >= ZERO && code <= NINE)) {
        this.at = at;
        return this.fail("Exponent part is missing a number in JSON at position ");
      }
      while (code >= ZERO && code <= NINE) code = text.charCodeAt(++at);
    }
    this.at = at;
    this.vm.allocate(16);
    return Number(text.slice(start, at));
  }

  /** Reads a string whose opening quote is at the current place. */
  private readString(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    let code = text.charCodeAt(at);
    while (code !== QUOTE && code !== BACKSLASH && code >= 32) code = text.charCodeAt(++at);
    if (code === QUOTE) {
      this.at = at + 1;
      this.vm.allocateText(at - start);
      this.rawKey = text.slice(start, at);
      return this.rawKey;
    }
    this.rawKey = null;
    return this.readEscapedString(start, at);
  }

  private readEscapedString(start: number, firstStop: number): string {
    const { text } = this;
    let from = start;
    let at = firstStop;
    let result = "";
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        result += text.slice(from, at);
        this.at = at + 1;
        this.vm.allocateText(result.length);
        return result;
      }
      if (code === BACKSLASH) {
        result += text.slice(from, at);
        this.at = at + 1;
        result += this.readEscape();
        at = this.at;
        from = at;
        continue;
      }
      if (!(code >= 32)) {
        this.at = at;
        return this.fail(
          at >= text.length
            ? "Unterminated string in JSON at position "
            : "Bad control character in string literal in JSON at position ",
        );
      }
      at++;
    }
  }

  /** Reads what follows a backslash. */
  private readEscape(): string {
    const { text, at } = this;
    this.at = at + 1;
    switch (text.charCodeAt(at)) {
      case QUOTE:
        return '"';
      case BACKSLASH:
        return "\\";
      case 47:
        return "/";
      case 98:
        return "\b";
      case 102:
        return "\f";
      case 110:
        return "\n";
      case 114:
        return "\r";
      case 116:
        return "\t";
      case 117: {
        let unit = 0;
        for (let i = 1; i <= 4; i++) {
          const code = text.charCodeAt(at + i);
          const letter = code | 32;
          const digit = code >= ZERO && code <= NINE ? code - ZERO : letter >= 97 && letter <= 102 ? letter - 87 : -1;
          if (digit < 0) {
            this.at = at + i;
            return this.fail("Bad Unicode escape in JSON at position ");
          }
          unit = unit * 16 + digit;
        }
        this.at = at + 5;
        return String.fromCharCode(unit);
      }
    }
    this.at = at;
    return this.fail(at >= text.length ? null : "Bad escaped character in JSON at position ");
  }

  private failAfterValue(): never {
    return this.fail("Unexpected non-whitespace character after JSON at position ");
  }

  /** Throws SyntaxError in V8's words; `complaint` is completed by the position, null is a bad token. */
  private fail(complaint: string | null): never {
    this.chargeTo(this.at);
    return this.vm.throwError("SyntaxError", complaint === null ? this.tokenMessage() : complaint + this.at);
  }

  private tokenMessage(): string {
    const { text, at } = this;
    if (TELLING_TEXTS.includes(text)) return `"${text}" is not valid JSON`;
    if (at >= text.length) return "Unexpected end of JSON input";
    const code = text.charCodeAt(at);
    if (code === QUOTE) return `Unexpected string in JSON at position ${at}`;
    if (code === MINUS || (code >= ZERO && code <= NINE)) return `Unexpected number in JSON at position ${at}`;
    const token = `Unexpected token '${text[at]}', `;
    if (text.length <= 2 * CONTEXT) return `${token}"${text}" is not valid JSON`;
    if (at < CONTEXT) return `${token}"${text.slice(0, at + CONTEXT)}"... is not valid JSON`;
    if (at < text.length - CONTEXT) {
      return `${token}..."${text.slice(at - CONTEXT, at + CONTEXT)}"... is not valid JSON`;
    }
    return `${token}..."${text.slice(at - CONTEXT)}" is not valid JSON`;
  }
}
