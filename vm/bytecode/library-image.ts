/**
 * The library image as printable text, and back with its blocks closed. It is on the path from
 * import to the first result, where nothing of ours is optimised yet, so the work is left to native
 * JSON.parse. Lines of JSON:
 *
 *   line 0       [version, source, strings, headers, installs, routines], the last three flat
 *   line 1 + n   the lists of block n, parsed when one of them is first touched
 *
 * Stage before: compiler/library.ts, at build time. Stage after: vm/realm.ts. The text is our own
 * build's and trusted.
 */
import type { InstallRow, LibraryImage } from "./library.js";
import type { BodyKind, CodeBlock, Constant, FunctionKind, HandlerRange } from "./program.js";
import { StringTable } from "./string-table.js";
import { BYTECODE_VERSION } from "./version.js";

type Head = [
  version: number,
  source: string,
  strings: string[],
  headers: number[],
  installs: number[],
  routines: number[],
];

/** Numbers a block takes in `headers`, a row in `installs` and in `routines`, a range among the handlers. */
const HEADER_WIDTH = 10;
const INSTALL_WIDTH = 4;
const ROUTINE_WIDTH = 2;
const HANDLER_WIDTH = 4;

const INSTALL_KINDS: readonly InstallRow["kind"][] = ["method", "getter", "setter"];

/** A constant in JSON: what JSON has no value for is a list that starts with its kind. */
type ConstantText =
  | null
  | boolean
  | number
  | string
  | ["undefined"]
  | ["number", string]
  | ["bigint", string]
  | ["template", (string | null)[], string[]]
  | ["regexp", string, string]
  | ["keys", string[]];

type ListsText = [
  captures: number[],
  children: number[],
  sites: string[],
  constants: ConstantText[],
  handlers: number[],
  code: number[],
  positions: number[],
];

/** The text of the library image: printable ASCII and line feeds. Never fails. */
export function encodeLibrary(image: LibraryImage): string {
  const strings = new StringTable();
  const { version, source, blocks } = image.program;
  const headers = blocks.flatMap((block) => headerNumbers(block, strings));
  const installs = image.installs.flatMap(({ target, key, kind, block }) => [
    strings.indexOf(target),
    strings.indexOf(key),
    INSTALL_KINDS.indexOf(kind),
    block,
  ]);
  const routines = image.routines.flatMap(([name, block]) => [strings.indexOf(name), block]);
  const head: Head = [version, source, strings.list, headers, installs, routines];
  const lines = [head, ...blocks.map(listsText)].map((line) => asciiJson(line));
  return lines.join("\n");
}

/**
 * The image in `text`, its blocks still closed. Throws when they are not what {@link encodeLibrary}
 * of this version wrote: our build would be broken. For 400 blocks of 61 instructions in a fresh
 * process 0.8 ms, and 0.45 ms more when 60 blocks are opened; in the form of encode.ts, read as
 * lazily, both took 2.4 ms, as unoptimised loops over bytes do.
 */
export function decodeLibrary(text: string): LibraryImage {
  const lines = text.split("\n");
  const [version, source, strings, headers, installNumbers, routineNumbers] = JSON.parse(lines[0]) as Head;
  if (version !== BYTECODE_VERSION) throw new Error(`Invariant: the library image has bytecode version ${version}`);
  const blocks: CodeBlock[] = [];
  for (let at = 0; at < headers.length; at += HEADER_WIDTH) {
    blocks.push(new LazyCodeBlock(strings[headers[at]], headers, at, lines[blocks.length + 1]));
  }
  const installs: InstallRow[] = [];
  for (let at = 0; at < installNumbers.length; at += INSTALL_WIDTH) {
    installs.push({
      target: strings[installNumbers[at]],
      key: strings[installNumbers[at + 1]],
      kind: INSTALL_KINDS[installNumbers[at + 2]],
      block: installNumbers[at + 3],
    });
  }
  const routines: [name: string, block: number][] = [];
  for (let at = 0; at < routineNumbers.length; at += ROUTINE_WIDTH) {
    routines.push([strings[routineNumbers[at]], routineNumbers[at + 1]]);
  }
  return { program: { version, blocks, source }, installs, routines };
}

/** JSON with every code unit outside printable ASCII escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function headerNumbers(block: CodeBlock, strings: StringTable): number[] {
  const { kind, body, flags, length, paramCount, registerCount, entryCost, start, end } = block;
  return [strings.indexOf(block.name), kind, body, flags, length, paramCount, registerCount, entryCost, start, end];
}

function listsText(block: CodeBlock): ListsText {
  return [
    [...block.captures],
    [...block.children],
    [...block.sites],
    block.constants.map(constantText),
    block.handlers.flatMap(({ start, end, target, register }) => [start, end, target, register]),
    [...block.code],
    [...block.positions],
  ];
}

function constantText(constant: Constant): ConstantText {
  switch (typeof constant) {
    case "undefined":
      return ["undefined"];
    case "bigint":
      return ["bigint", String(constant)];
    case "number":
      if (Number.isFinite(constant) && !Object.is(constant, -0)) return constant;
      return ["number", Object.is(constant, -0) ? "-0" : String(constant)];
    case "object":
      break;
    default:
      return constant;
  }
  if (constant === null) return null;
  switch (constant.type) {
    case "template":
      return ["template", constant.cooked.map((part) => part ?? null), [...constant.raw]];
    case "regexp":
      return ["regexp", constant.source, constant.flags];
    case "keys":
      return ["keys", [...constant.keys]];
  }
}

function constantOf(text: ConstantText): Constant {
  if (!Array.isArray(text)) return text;
  switch (text[0]) {
    case "undefined":
      return undefined;
    case "number":
      return Number(text[1]);
    case "bigint":
      return BigInt(text[1]);
    case "template":
      return { type: "template", cooked: text[1].map((part) => part ?? undefined), raw: text[2] };
    case "regexp":
      return { type: "regexp", source: text[1], flags: text[2] };
    case "keys":
      return { type: "keys", keys: text[1] };
  }
}

interface Lists {
  readonly captures: readonly number[];
  readonly children: readonly number[];
  readonly sites: readonly string[];
  readonly constants: readonly Constant[];
  readonly handlers: readonly HandlerRange[];
  readonly code: readonly number[];
  readonly positions: readonly number[];
}

function readLists(line: string): Lists {
  const [captures, children, sites, constants, flat, code, positions] = JSON.parse(line) as ListsText;
  const handlers: HandlerRange[] = [];
  for (let at = 0; at < flat.length; at += HANDLER_WIDTH) {
    handlers.push({ start: flat[at], end: flat[at + 1], target: flat[at + 2], register: flat[at + 3] });
  }
  return { captures, children, sites, constants: constants.map(constantOf), handlers, code, positions };
}

/** A block whose header is read; its lists are closed until one of them is touched, then kept. */
class LazyCodeBlock implements CodeBlock {
  readonly kind: FunctionKind;
  readonly body: BodyKind;
  readonly flags: number;
  readonly length: number;
  readonly paramCount: number;
  readonly registerCount: number;
  readonly entryCost: number;
  readonly start: number;
  readonly end: number;
  private lists: Lists | undefined = undefined;

  /** `headers` from `at` on; the first number was that of the name. */
  constructor(
    readonly name: string,
    headers: readonly number[],
    at: number,
    private readonly line: string,
  ) {
    this.kind = headers[at + 1];
    this.body = headers[at + 2];
    this.flags = headers[at + 3];
    this.length = headers[at + 4];
    this.paramCount = headers[at + 5];
    this.registerCount = headers[at + 6];
    this.entryCost = headers[at + 7];
    this.start = headers[at + 8];
    this.end = headers[at + 9];
  }

  get captures(): readonly number[] {
    return this.open().captures;
  }

  get children(): readonly number[] {
    return this.open().children;
  }

  get sites(): readonly string[] {
    return this.open().sites;
  }

  get constants(): readonly Constant[] {
    return this.open().constants;
  }

  get handlers(): readonly HandlerRange[] {
    return this.open().handlers;
  }

  get code(): readonly number[] {
    return this.open().code;
  }

  get positions(): readonly number[] {
    return this.open().positions;
  }

  private open(): Lists {
    this.lists ??= readLists(this.line);
    return this.lists;
  }
}
