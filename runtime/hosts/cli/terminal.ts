/**
 * The two output streams and what each can show. Owns colours and the escaping of control characters.
 *
 * Invariant: text of programs, tools and servers reaches a stream only through `visible`, so it can neither move the
 * cursor nor pass for the command's own words. Before: the environment. After: report.ts and progress.ts.
 */

export type Colour = "red" | "green" | "yellow" | "cyan" | "bold" | "dim";

const CODES: { readonly [colour in Colour]: readonly [on: number, off: number] } = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  bold: [1, 22],
  dim: [2, 22],
};

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

const painted: Paint = (colour, text) => `\u001b[${CODES[colour][0]}m${text}\u001b[${CODES[colour][1]}m`;
const plain: Paint = (_colour, text) => text;

/** C0 and C1 controls but tab and line feed, and the characters that reorder text on screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Shows control characters as escapes. Never fails. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(UNSAFE, (unsafe) => {
    const code = unsafe.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

export class Terminal {
  /** Paints for standard output and standard error. */
  readonly out: Paint;
  readonly err: Paint;
  /** Whether one line of standard error may be rewritten in place. */
  readonly canRewrite: boolean;

  constructor(private readonly env: { readonly [name: string]: string | undefined }) {
    const isPlain = this.isSet("NO_COLOR") || this.isSet("CI") || env.TERM === "dumb";
    this.out = process.stdout.isTTY && !isPlain ? painted : plain;
    this.err = process.stderr.isTTY && !isPlain ? painted : plain;
    this.canRewrite = process.stderr.isTTY === true && !isPlain;
  }

  private isSet(name: string): boolean {
    const value = this.env[name];
    return value !== undefined && value !== "";
  }

  /** Columns of standard error. */
  get columns(): number {
    return process.stderr.columns || 80;
  }

  /** Writes to standard output. */
  print(text: string): void {
    process.stdout.write(text);
  }

  /** Writes to standard error. */
  note(text: string): void {
    process.stderr.write(text);
  }

  /** Prints a JSON document: on lines for people, on one line for programs. */
  printJson(value: unknown): void {
    this.print(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined)}\n`);
  }
}
