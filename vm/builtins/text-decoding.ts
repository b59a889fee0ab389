/**
 * Decoders from bytes to text, fed piece by piece. UTF-8 is the platform's TextDecoder, which every
 * host has; UTF-16 and windows-1252 are our own, since hosts differ in them.
 * https://encoding.spec.whatwg.org/
 */

/** The encodings by the names and aliases that the standard gives them, in lower case. */
const LABELS: ReadonlyMap<string, string> = new Map(
  [
    ["utf-8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"],
    ["utf-16le", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"],
    ["utf-16be", "unicodefffe utf-16be"],
    [
      "windows-1252",
      "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
    ],
  ].flatMap(([name, aliases]) => aliases!.split(" ").map((alias) => [alias, name!] as const)),
);

/** The encoding of a label, undefined when there is none of that name. */
export function encodingOf(label: string): string | undefined {
  if (label.length > 64) return undefined;
  let from = 0;
  let to = label.length;
  const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13 && code !== 11);
  while (from < to && isSpace(label.charCodeAt(from))) from++;
  while (to > from && isSpace(label.charCodeAt(to - 1))) to--;
  return LABELS.get(label.slice(from, to).toLowerCase());
}

/** Takes bytes in order; `last` ends the text and resets the decoder. Throws InvalidBytes when fatal. */
export interface Decoder {
  decode(bytes: Uint8Array, last: boolean): string;
}

/** The bytes are no text of the encoding. */
export class InvalidBytes {}

export function makeDecoder(encoding: string, fatal: boolean, ignoreBom: boolean): Decoder {
  if (encoding === "utf-8") return new Utf8Decoder(fatal, ignoreBom);
  if (encoding === "windows-1252") return new Windows1252Decoder();
  return new Utf16Decoder(fatal, ignoreBom, encoding === "utf-16be");
}

class Utf8Decoder implements Decoder {
  private host: TextDecoder;
  constructor(
    private readonly fatal: boolean,
    private readonly ignoreBom: boolean,
  ) {
    this.host = this.fresh();
  }

  private fresh(): TextDecoder {
    return new TextDecoder("utf-8", { fatal: this.fatal, ignoreBOM: this.ignoreBom });
  }

  decode(bytes: Uint8Array, last: boolean): string {
    try {
      return this.host.decode(bytes, { stream: !last });
    } catch {
      this.host = this.fresh();
      throw new InvalidBytes();
    }
  }
}

/** Code points of the bytes 0x80 to 0x9f. */
const WINDOWS_1252 = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
  0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
];

class Windows1252Decoder implements Decoder {
  decode(bytes: Uint8Array): string {
    const units = new UnitBuffer(bytes.length);
    for (const byte of bytes) units.add(byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252[byte - 0x80]! : byte);
    return units.text();
  }
}

class Utf16Decoder implements Decoder {
  private lead = -1;
  private high = -1;
  private started = false;
  constructor(
    private readonly fatal: boolean,
    private readonly ignoreBom: boolean,
    private readonly bigEndian: boolean,
  ) {}

  decode(bytes: Uint8Array, last: boolean): string {
    const units = new UnitBuffer(bytes.length + 4);
    for (const byte of bytes) {
      if (this.lead < 0) {
        this.lead = byte;
        continue;
      }
      const unit = this.bigEndian ? (this.lead << 8) | byte : (byte << 8) | this.lead;
      this.lead = -1;
      this.take(unit, units);
    }
    if (last) {
      const partial = this.lead >= 0 || this.high >= 0;
      this.lead = -1;
      this.high = -1;
      if (partial) this.invalid(units);
      this.started = false;
    }
    return units.text();
  }

  private take(unit: number, units: UnitBuffer): void {
    if (this.high >= 0) {
      const high = this.high;
      this.high = -1;
      if (unit >= 0xdc00 && unit <= 0xdfff) {
        this.started = true;
        units.add(high);
        units.add(unit);
        return;
      }
      this.invalid(units);
    }
    if (unit >= 0xd800 && unit <= 0xdbff) {
      this.high = unit;
      return;
    }
    if (unit >= 0xdc00 && unit <= 0xdfff) this.invalid(units);
    else if (unit !== 0xfeff || this.started || this.ignoreBom) units.add(unit);
    this.started = true;
  }

  private invalid(units: UnitBuffer): void {
    if (this.fatal) {
      this.lead = -1;
      this.high = -1;
      this.started = false;
      throw new InvalidBytes();
    }
    units.add(0xfffd);
  }
}

/** Code units on their way to a string. */
class UnitBuffer {
  private readonly units: Uint16Array;
  private count = 0;
  constructor(capacity: number) {
    this.units = new Uint16Array(capacity);
  }

  add(unit: number): void {
    this.units[this.count++] = unit;
  }

  text(): string {
    let text = "";
    for (let i = 0; i < this.count; i += 4096) {
      text += String.fromCharCode(...this.units.subarray(i, Math.min(i + 4096, this.count)));
    }
    return text;
  }
}
