/**
 * Reads the YAML that published OpenAPI documents are written in: block mappings and sequences, plain, quoted and block
 * scalars, and flow collections. No anchors, tags, directives or several documents: those throw.
 */

interface Line {
  readonly indent: number;
  readonly text: string;
}

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'[\]{},&*!|>%@`#-][^\n]*?|-[^\s][^\n]*?):(?: +(.*))?$/;

/** The value of a document. Throws for YAML outside the subset, with the line. */
export function readYaml(source: string): unknown {
  return new Reader(source).document();
}

class Reader {
  private readonly lines: Line[];
  private at = 0;

  constructor(source: string) {
    this.lines = source.split(/\r?\n/).map((text) => ({ indent: text.length - text.trimStart().length, text }));
  }

  document(): unknown {
    if (this.peek()?.text === "---") this.at++;
    const value = this.block(0);
    if (this.peek() !== undefined) throw new Error(`line ${this.at + 1}: ${this.peek()!.text}`);
    return value;
  }

  /** The next line that is neither blank nor a comment. */
  private peek(): Line | undefined {
    while (this.at < this.lines.length && /^\s*(#|$)/.test(this.lines[this.at].text)) this.at++;
    return this.lines[this.at];
  }

  /** What begins at an indentation of at least `least`. */
  private block(least: number): unknown {
    const line = this.peek();
    if (line === undefined || line.indent < least) return null;
    const text = line.text.slice(line.indent);
    if (text === "-" || text.startsWith("- ")) return this.sequence(line.indent);
    if (KEY.test(withoutComment(text))) return this.mapping(line.indent);
    this.at++;
    return this.scalar(text, least - 1);
  }

  private sequence(indent: number): unknown[] {
    const items: unknown[] = [];
    for (
      let line = this.peek();
      line?.indent === indent && /^-( |$)/.test(line.text.slice(indent));
      line = this.peek()
    ) {
      // The item stands where its text does: the dash is as good as a space.
      const text = `${" ".repeat(indent)} ${line.text.slice(indent + 1)}`;
      this.lines[this.at] = { indent: text.length - text.trimStart().length, text };
      items.push(this.block(indent + 1));
    }
    return items;
  }

  private mapping(indent: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (let line = this.peek(); line?.indent === indent; line = this.peek()) {
      const match = KEY.exec(withoutComment(line.text.slice(indent)));
      if (match === null) break;
      this.at++;
      const rest = match[2]?.trim() ?? "";
      entries.push([String(/^["']/.test(match[1]) ? quoted(match[1]) : match[1]), this.value(rest, indent)]);
    }
    return Object.fromEntries(entries);
  }

  private value(rest: string, indent: number): unknown {
    if (rest !== "") return this.scalar(rest, indent);
    const next = this.peek();
    if (next?.indent === indent && /^-( |$)/.test(next.text.slice(indent))) return this.sequence(indent);
    return this.block(indent + 1);
  }

  /** A scalar that begins with `text` and goes on over lines indented more than `indent`. */
  private scalar(text: string, indent: number): unknown {
    const header = /^([|>])([+-]?)\s*$/.exec(text);
    if (header !== null) return this.blockScalar(indent, header[1] === ">", header[2]);
    if (/^[&*!]/.test(text)) throw new Error(`line ${this.at}: anchors and tags are not read: ${text}`);
    let whole = text;
    const isQuoted = /^["']/.test(text);
    const isDelimited = isQuoted || /^[[{]/.test(text);
    let blanks = "";
    while (this.at < this.lines.length) {
      const line = this.lines[this.at];
      const isBlank = line.text.trim() === "";
      if (isDelimited ? isClosed(whole) : !isBlank && line.indent <= indent) break;
      this.at++;
      if (isBlank) blanks += "\n";
      else {
        // A backslash at the end of a quoted line takes the break away.
        const isJoined = whole.startsWith('"') && /(^|[^\\])(\\\\)*\\$/.test(whole);
        whole = (isJoined ? whole.slice(0, -1) : whole + (blanks === "" ? " " : "")) + blanks + line.text.trim();
        blanks = "";
      }
    }
    if (isQuoted) return quoted(whole.trim());
    if (/^[[{]/.test(whole)) return flow(whole);
    return plain(withoutComment(whole).trim());
  }

  private blockScalar(indent: number, isFolded: boolean, chomp: string): string {
    const taken: string[] = [];
    let inner: number | undefined;
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at];
      if (line.text.trim() !== "" && line.indent <= indent) break;
      if (line.text.trim() !== "") inner ??= line.indent;
      taken.push(inner === undefined ? "" : line.text.slice(inner));
    }
    const text = taken.join("\n");
    const folded = isFolded ? text.replace(/(\S)\n(?=\S)/g, "$1 ").replace(/\n(\n+)/g, "$1") : text;
    const body = folded.replace(/\n+$/, "");
    return chomp === "-" || body === "" ? body : chomp === "+" ? `${folded}\n` : `${body}\n`;
  }
}

function withoutComment(text: string): string {
  return /^["']/.test(text) ? text : text.replace(/\s+#.*$/, "").trimEnd();
}

function quoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, text.lastIndexOf("'")).replaceAll("''", "'");
  const json = text
    .slice(0, text.lastIndexOf('"') + 1)
    .replace(/\\U([0-9A-Fa-f]{8})/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\x(?=[0-9A-Fa-f]{2})/g, "\\u00")
    .replace(/\\( )|\n/g, (_, space) => space ?? "\\n");
  return JSON.parse(json) as string;
}

/** Whether a quoted text or a flow collection has its end. */
function isClosed(text: string): boolean {
  if (/^["']/.test(text)) return /^("(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')\s*(#.*)?$/.test(text);
  const brackets = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^[\]{}"']/g, "");
  return brackets.replace(/[[{]/g, "").length * 2 >= brackets.length;
}

/** A flow collection: JSON, once its plain words are quoted. */
function flow(text: string): unknown {
  const json = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s,[\]{}:"'][^,[\]{}:]*/g, (word) => {
    if (word.startsWith("'")) return JSON.stringify(quoted(word));
    return word.startsWith('"') ? word : JSON.stringify(plain(word.trim()));
  });
  return JSON.parse(json.replace(/,\s*([\]}])/g, "$1"));
}

function plain(text: string): unknown {
  if (text === "" || text === "~" || text === "null") return null;
  if (text === "true" || text === "false") return text === "true";
  return /^[-+]?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
}
