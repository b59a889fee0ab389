/**
 * Assembles programs by hand for unit tests. Reads the listing format of vm/bytecode/disassemble.ts,
 * with conveniences that a person wants:
 *
 *   #0 main: normal async, registers 4, cost 3
 *   top:
 *     LoadConst r0, k "text"
 *     GetProperty r1, r0, @name
 *     JumpFalse r1, ->done
 *     JumpLoop ->top, fuel 4
 *   done:
 *     Return r1
 *     handler top..done -> done r2
 *
 * Every part of a header has a default, the first header may be missing, instruction numbers and
 * `; notes` are skipped, constants and sites without a number get the next one, `k0` and
 * `@0` alone name one given before.
 */
import { OPS, Op, type OpName } from "../../vm/bytecode/opcodes.js";
import { INSTRUCTION_WIDTH, type OperandKind } from "../../vm/bytecode/operands.js";
import {
  BlockFlag,
  BodyKind,
  type CodeBlock,
  type Constant,
  FunctionKind,
  type HandlerRange,
  type Program,
} from "../../vm/bytecode/program.js";
import { BYTECODE_VERSION } from "../../vm/bytecode/version.js";

const KINDS: Record<string, FunctionKind> = {
  normal: FunctionKind.Normal,
  arrow: FunctionKind.Arrow,
  method: FunctionKind.Method,
  "class constructor": FunctionKind.ClassConstructor,
  "derived constructor": FunctionKind.DerivedConstructor,
};

const BODIES: Record<string, BodyKind> = {
  plain: BodyKind.Plain,
  async: BodyKind.Async,
  generator: BodyKind.Generator,
  "async generator": BodyKind.AsyncGenerator,
};

/** Registers of a block whose header does not say. */
const DEFAULT_REGISTERS = 16;

/** The program written in `text`. Throws an Error that names the line. */
export function assemble(text: string, source = ""): Program {
  const blocks: BlockAssembler[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = withoutNote(raw).trim();
    if (line === "") continue;
    try {
      if (line.startsWith("#")) blocks.push(new BlockAssembler(line, blocks.length));
      else {
        if (blocks.length === 0) blocks.push(new BlockAssembler("#0 <anonymous>:", 0));
        blocks[blocks.length - 1].line(line);
      }
    } catch (error) {
      throw new Error(`line ${index + 1}: ${(error as Error).message}`);
    }
  }
  return { version: BYTECODE_VERSION, blocks: blocks.map((block) => block.finish()), source };
}

class BlockAssembler {
  readonly code: number[] = [];
  readonly constants: Constant[] = [];
  readonly sites: string[] = [];
  readonly children: number[] = [];
  readonly labels = new Map<string, number>();
  readonly fixups: { at: number; label: string }[] = [];
  readonly handlerLines: string[] = [];
  readonly head: {
    name: string;
    kind: FunctionKind;
    body: BodyKind;
    flags: number;
    length: number;
    paramCount: number;
    registerCount: number;
    entryCost: number | undefined;
    captures: number[];
    start: number;
    end: number;
  };

  constructor(line: string, index: number) {
    const match = /^#(\d+)\s+(<anonymous>|"(?:[^"\\]|\\.)*"|[^\s:]*)\s*:?\s*(.*)$/.exec(line);
    if (match === null) throw new Error(`not a block header: ${line}`);
    if (Number(match[1]) !== index) throw new Error(`block #${match[1]} stands at place ${index}`);
    this.head = {
      name: match[2] === "<anonymous>" ? "" : key(match[2]),
      kind: FunctionKind.Normal,
      body: index === 0 ? BodyKind.Async : BodyKind.Plain,
      flags: 0,
      length: 0,
      paramCount: 0,
      registerCount: DEFAULT_REGISTERS,
      entryCost: undefined,
      captures: [],
      start: 0,
      end: 0,
    };
    for (const part of match[3].split(/\s*,\s*/)) if (part !== "") this.headerPart(part);
  }

  headerPart(part: string): void {
    const { head } = this;
    const [word, ...rest] = part.split(/\s+/);
    const count = Number(rest[0]);
    if (word === "params") head.paramCount = count;
    else if (word === "length") head.length = count;
    else if (word === "registers") head.registerCount = count;
    else if (word === "cost") head.entryCost = count;
    else if (word === "captures") head.captures = rest.map(capture);
    else if (word === "text") [head.start, head.end] = rest[0].split("..").map(Number);
    else if (part === "keeps arguments") head.flags |= BlockFlag.KeepsArguments;
    else if (part === "library") head.flags |= BlockFlag.Library;
    else if (part === "library constructor") head.flags |= BlockFlag.LibraryConstructor;
    else this.kinds(part);
  }

  /** "normal", "async generator", or both. */
  kinds(part: string): void {
    for (const [name, kind] of Object.entries(KINDS)) {
      if (part !== name && !part.startsWith(`${name} `)) continue;
      this.head.kind = kind;
      const body = part.slice(name.length).trim();
      if (body !== "") this.kinds(body);
      return;
    }
    if (!Object.hasOwn(BODIES, part)) throw new Error(`unknown header part: ${part}`);
    this.head.body = BODIES[part];
  }

  line(line: string): void {
    const label = /^([A-Za-z_]\w*):$/.exec(line);
    if (label !== null) this.labels.set(label[1], this.code.length);
    else if (line.startsWith("handler ")) this.handlerLines.push(line);
    else this.instruction(line.replace(/^\d+\s+/, ""));
  }

  instruction(line: string): void {
    const [, name, rest] = /^(\w+)\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || !Object.hasOwn(OPS, name)) throw new Error(`unknown opcode: ${line}`);
    const kinds: readonly OperandKind[] = OPS[name as OpName].operands;
    const texts = splitOperands(rest);
    const at = this.code.length;
    this.code.push(Op[name as OpName], 0, 0, 0);
    let next = 0;
    for (const [slot, kind] of kinds.entries()) {
      if (kind === "none") continue;
      if (next >= texts.length) throw new Error(`${name} lacks its ${kind} operand`);
      this.code[at + 1 + slot] = this.operand(kind, texts[next++], at + 1 + slot);
    }
    if (next < texts.length) throw new Error(`${name} has operands too many: ${texts.slice(next).join(", ")}`);
  }

  operand(kind: OperandKind, text: string, at: number): number {
    switch (kind) {
      case "const":
        return numbered(this.constants, text, "k", constant);
      case "site":
        return numbered(this.sites, text, "@", key);
      case "label":
        this.fixups.push({ at, label: text.replace(/^->\s*/, "") });
        return 0;
      case "child":
        return position(this.children, numberOf(text));
      case "src?":
        return text === "none" ? -1 : numberOf(text);
      case "int":
        return number(text);
      case "fuel":
        return number(text.replace(/^fuel\s+/, ""));
      default:
        return numberOf(text);
    }
  }

  finish(): CodeBlock {
    for (const { at, label } of this.fixups) this.code[at] = this.target(label);
    const { entryCost, ...head } = this.head;
    return {
      ...head,
      entryCost: entryCost ?? Math.max(1, this.code.length / INSTRUCTION_WIDTH),
      code: this.code,
      constants: this.constants,
      sites: this.sites,
      children: this.children,
      handlers: this.handlerLines.map((line) => this.handler(line)),
      positions: [],
    };
  }

  handler(line: string): HandlerRange {
    const match = /^handler\s+(\w+)\.\.(\w+)\s*->\s*(\w+)[\s,]+r(\d+)$/.exec(line);
    if (match === null) throw new Error(`not a handler: ${line}`);
    const [, start, end, target, register] = match;
    return {
      start: this.target(start),
      end: this.target(end),
      target: this.target(target),
      register: Number(register),
    };
  }

  target(label: string): number {
    if (/^\d+$/.test(label)) return Number(label) * INSTRUCTION_WIDTH;
    const known = this.labels.get(label);
    if (known === undefined) throw new Error(`unknown label: ${label}`);
    return known;
  }
}

/** Cuts `; note`, but not inside a string. */
function withoutNote(line: string): string {
  return /^(?:[^";]|"(?:[^"\\]|\\.)*")*/.exec(line)?.[0] ?? line;
}

/** Splits at commas outside strings and braces. */
function splitOperands(text: string): string[] {
  const texts: string[] = [];
  const template = /k\d*\s*template\s.*$/.exec(text);
  const plain = template === null ? text : text.slice(0, template.index);
  const item =
    /(?:k\d*\s*(?:regexp\s+"(?:[^"\\]|\\.)*"[ \t]*[a-z]*|\{[^}]*\}|"(?:[^"\\]|\\.)*"(?:\+\d+)?|[^\s,]+)|@\d+\s+(?:"(?:[^"\\]|\\.)*"|[^\s,]+)|@"(?:[^"\\]|\\.)*"|#\d+(?:\s+(?:<anonymous>|"(?:[^"\\]|\\.)*"|[^\s,]+))?|fuel\s+\d+|[^\s,]+)/g;
  for (const match of plain.matchAll(item)) texts.push(match[0].trim());
  if (template !== null) texts.push(template[0]);
  return texts;
}

/** `k3 text` puts the item at 3; `k text` takes the place of an equal item or the next one. */
function numbered<T>(list: T[], text: string, prefix: string, read: (text: string) => T): number {
  const match = new RegExp(`^${prefix}(\\d*)(?![\\w.])\\s*(.*)$`, "s").exec(text);
  if (match !== null && match[1] !== "" && match[2] === "" && Number(match[1]) in list) return Number(match[1]);
  const item = read(match === null ? text.slice(prefix.length) : match[2]);
  if (match === null || match[1] === "") return position(list, item);
  list[Number(match[1])] = item;
  return Number(match[1]);
}

function position<T>(list: T[], item: T): number {
  const at = list.findIndex((other) => Object.is(other, item));
  return at === -1 ? list.push(item) - 1 : at;
}

function number(text: string): number {
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) throw new Error(`not a number: ${text}`);
  return value;
}

/** A cell of a header: r3 is the creator's register 3, c1 its captured cell 1. */
function capture(cell: string): number {
  return cell.startsWith("c") ? -1 - numberOf(cell) : numberOf(cell);
}

/** The number behind a prefix: r3, x2, c0, $1, "#4 name". */
function numberOf(text: string): number {
  const match = /^[a-z#$]?(-?\d+)/.exec(text);
  if (match === null) throw new Error(`not an operand: ${text}`);
  return Number(match[1]);
}

function key(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

function constant(text: string): Constant {
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text.startsWith("{")) {
    const keys = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^\s,]+/g) ?? [];
    return { type: "keys", keys: keys.map(key) };
  }
  const regexp = /^regexp\s+("(?:[^"\\]|\\.)*")\s*(\w*)$/.exec(text);
  if (regexp !== null) return { type: "regexp", source: JSON.parse(regexp[1]) as string, flags: regexp[2] };
  if (text.startsWith("template ")) return template(text.slice("template ".length));
  if (/^-?\d+n$/.test(text)) return BigInt(text.slice(0, -1));
  switch (text) {
    case "undefined":
      return undefined;
    case "null":
      return null;
    case "true":
    case "false":
      return text === "true";
    case "NaN":
      return Number.NaN;
    default:
      return number(text);
  }
}

function template(text: string): Constant {
  const cooked: (string | undefined)[] = [];
  const raw: string[] = [];
  for (const [, first, second] of text.matchAll(/("(?:[^"\\]|\\.)*"|undefined)(?:\s+raw\s+("(?:[^"\\]|\\.)*"))?/g)) {
    cooked.push(first === "undefined" ? undefined : (JSON.parse(first) as string));
    raw.push(JSON.parse(second ?? first) as string);
  }
  return { type: "template", cooked, raw };
}
