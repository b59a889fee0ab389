/**
 * TypeScript text -> tree, with Babel. The only file that loads Babel, and only when asked.
 *
 *   text --depth-guard--> Babel's parser --erase-types--> text of equal length --Acorn--> tree
 *                                             \--transforms > 0--> Babel's preset --Acorn--> tree --position-map--> tree
 *
 * Only `preset-typescript` runs, with options built once; no configuration file is looked for. Babel's own overflow of the
 * stack is an exception and comes out as LimitExceeded.
 *
 * Before: parse.ts found that the text is not (only) JavaScript. After: normalise.ts.
 */
import type * as BabelCore from "@babel/core";
import type { Token } from "acorn";
import { err, ok, Result } from "neverthrow";
import type { Program } from "./ast.js";
import { guardDepth, tooDeep } from "./depth-guard.js";
import { type BabelNode, eraseTypes, type VisitorKeys } from "./erase-types.js";
import { type CompileError, compileError, type Repair } from "./errors.js";
import { GuardedParser, ParseFailure } from "./guarded-parser.js";
import { blanked, isAnonymousFunction } from "./normalise.js";
import { PositionMap } from "./position-map.js";
import { skipTrivia } from "./source-scan.js";
import { awaitOutsideAsync, explain, explainFailure } from "./syntax-advice.js";
import { unexpectedAt } from "./syntax-messages.js";

/** UTF-8 bytes of source that Babel is given. */
export const TYPESCRIPT_SIZE_LIMIT = 65_536;

/** Enum members, enums, namespaces and parameter properties of one program: the transform takes 0.5 ms for each. */
export const TRANSFORMS_LIMIT = 1_000;

export interface TypeScriptTree {
  readonly ast: Program;
  /** The parser that made the tree, for what it noted. */
  readonly parser: GuardedParser;
  readonly repairs: readonly Repair[];
}

interface BabelError {
  readonly message: string;
  readonly reasonCode?: string;
  readonly code?: string;
  readonly loc?: { readonly index: number };
}

interface BabelFile extends BabelNode {
  readonly program: BabelNode;
  readonly errors: readonly BabelError[];
}

interface Babel {
  parse(text: string, errorRecovery: boolean): BabelFile;
  transform(text: string): { readonly code: string; readonly mappings: string };
  readonly keys: VisitorKeys;
}

const PARSER_OPTIONS = {
  sourceType: "module",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowUndeclaredExports: true,
  attachComment: false,
  plugins: ["typescript", "explicitResourceManagement"],
} as const;

let babel: Babel | undefined;

/** Loads Babel, once for the process. Rejects when the optional packages are not installed. */
export async function loadTypeScript(): Promise<void> {
  if (babel !== undefined) return;
  const [core, preset] = await Promise.all([import("@babel/core"), import("@babel/preset-typescript" as string)]);
  babel ??= prepare(unwrap(core), unwrap(preset));
}

/** Whether parseTypeScript can run: Babel is loaded, or this host can load it at once. */
export function isTypeScriptReady(): boolean {
  babel ??= loadSynchronously();
  return babel !== undefined;
}

/**
 * Parses TypeScript. isTypeScriptReady() must have answered true.
 * @param text the normalised source; offsets of the answer are its
 * @returns the tree, or ParseError, UnsupportedSyntax, LimitExceeded
 */
export function parseTypeScript(text: string): Result<TypeScriptTree, CompileError[]> {
  if (babel === undefined) throw new Error("parseTypeScript before Babel was loaded");
  const deep = guardDepth(text);
  if (deep !== undefined) return err([deep]);
  try {
    return (isAnonymousFunction(text) ? parseFunctionAlone(babel, text) : undefined) ?? parseWith(babel, text);
  } catch (failure) {
    if (failure instanceof ParseFailure) return err([explainFailure(failure, text)]);
    if (failure instanceof RangeError) return err([tooDeep({ start: 0, end: Math.min(1, text.length) })]);
    if (isBabelError(failure)) return err([explainBabel(failure, text)]);
    throw failure;
  }
}

function parseWith(loaded: Babel, text: string): Result<TypeScriptTree, CompileError[]> {
  const file = parseRecovering(loaded, text);
  const erased = eraseTypes(text, file.program, loaded.keys);
  if (erased.errors.length > 0) return err([...erased.errors]);
  if (erased.transforms > TRANSFORMS_LIMIT) return err([tooManyTransforms(erased.transforms, text)]);
  if (erased.transforms === 0) {
    const parser = new GuardedParser(erased.text);
    return ok({ ast: parser.parse(), parser, repairs: erased.repairs });
  }
  // Babel's transform throws on a redeclaration without saying where; its parser knows.
  const redeclared = file.errors.find((error) => error.reasonCode === "VarRedeclaration");
  if (redeclared !== undefined) return err([explainBabel(redeclared, text)]);
  const { code, mappings } = loaded.transform(erased.text);
  const tokens: Token[] = [];
  const parser = new GuardedParser(code, tokens);
  try {
    const ast = parser.parse();
    // Babel leaves `export {}` where every import and export was one of types.
    ast.body = ast.body.filter((node) => node.type !== "ExportNamedDeclaration" || node.declaration != null);
    new PositionMap(code, erased.text, mappings, tokens).apply(ast);
    return ok({ ast, parser, repairs: erased.repairs });
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    const pos = new PositionMap(code, erased.text, mappings, tokens).at(failure.pos);
    const { code: errorCode, message, hint, limit } = explainFailure(failure, code);
    return err([
      compileError(errorCode, message, { start: pos, end: Math.min(pos + 1, text.length) }, { hint, limit }),
    ]);
  }
}

/**
 * A text that is one function without a name. Babel reads no expression alone, so for it, and only for finding the types,
 * parentheses are put around the text; what is erased is cut out of them again.
 */
function parseFunctionAlone(loaded: Babel, text: string): Result<TypeScriptTree, CompileError[]> | undefined {
  const wrapped = `(${text.replace(/;\s*$/, blanked)})`;
  return Result.fromThrowable((): TypeScriptTree | undefined => {
    const erased = eraseTypes(wrapped, loaded.parse(wrapped, false).program, loaded.keys);
    if (erased.transforms > 0 || erased.errors.length > 0) return undefined;
    const parser = new GuardedParser(erased.text.slice(1, -1));
    return { ast: parser.parseAsExpression(), parser, repairs: [] };
  })().match(
    (tree) => (tree === undefined ? undefined : ok(tree)),
    () => undefined,
  );
}

/**
 * Early errors are Acorn's to find, on the text without types, so Babel is told to go on after them. Not from the start: a
 * text that is no program at all gives one error a token, each with a stack trace.
 */
function parseRecovering(loaded: Babel, text: string): BabelFile {
  try {
    return loaded.parse(text, false);
  } catch (failure) {
    if (!isBabelError(failure) || /^(?:MissingSemicolon|UnexpectedToken)$/.test(failure.reasonCode ?? ""))
      throw failure;
    return loaded.parse(text, true);
  }
}

function prepare(core: typeof BabelCore, preset: unknown): Babel {
  type Parse = (text: string, options: unknown) => BabelFile;
  let parser: Parse | undefined;
  const base = { configFile: false, babelrc: false, browserslistConfigFile: false } as const;
  // A parser override is handed Babel's parser: calling that directly saves reading the options for every program.
  const capture = {
    parserOverride(text: string, options: unknown, parse: Parse): BabelFile {
      parser = parse;
      return parse(text, options);
    },
  };
  core.parseSync("", { ...base, plugins: [capture as unknown as BabelCore.PluginObj] });
  const parse = parser;
  if (parse === undefined) throw new Error("Babel did not hand out its parser");
  const options: BabelCore.TransformOptions = {
    ...base,
    filename: "program.ts",
    sourceMaps: true,
    comments: false,
    compact: false,
    parserOpts: {
      ...PARSER_OPTIONS,
      plugins: [...PARSER_OPTIONS.plugins],
      errorRecovery: false,
    } as BabelCore.ParserOptions,
    presets: [
      core.createConfigItem([preset as BabelCore.PluginTarget, { allowDeclareFields: true }], { type: "preset" }),
    ],
  };
  return {
    keys: core.types.VISITOR_KEYS as VisitorKeys,
    parse: (text, errorRecovery) => parse(text, { ...PARSER_OPTIONS, errorRecovery }),
    transform(text) {
      const result = core.transformSync(text, options);
      return { code: result?.code ?? "", mappings: result?.map?.mappings ?? "" };
    },
  };
}

function tooManyTransforms(count: number, text: string): CompileError {
  return compileError(
    "program-size",
    `The program has ${count} enum members, namespaces and parameter properties, over the limit of ${TRANSFORMS_LIMIT}.`,
    { start: 0, end: text.length },
    { limit: "transforms", hint: "Use a plain object in place of the enum." },
  );
}

/** Through Node's own loader, where there is one; no Node built-in is imported. */
function loadSynchronously(): Babel | undefined {
  interface NodeProcess {
    getBuiltinModule?(name: string): { createRequire(url: string): (id: string) => unknown } | undefined;
  }
  const host = (globalThis as { process?: NodeProcess }).process;
  try {
    const require = host?.getBuiltinModule?.("module")?.createRequire(import.meta.url);
    if (require === undefined) return undefined;
    return prepare(unwrap(require("@babel/core") as typeof BabelCore), unwrap(require("@babel/preset-typescript")));
  } catch {
    return undefined;
  }
}

/** The exports of a CommonJS module, however the host wrapped them. */
function unwrap<T>(module: T): T {
  const inner = (module as { default?: T }).default;
  return inner !== undefined && (module as { __esModule?: boolean }).__esModule !== true ? inner : (inner ?? module);
}

function isBabelError(failure: unknown): failure is BabelError {
  return (
    failure instanceof Error && ("reasonCode" in failure || String((failure as BabelError).code).startsWith("BABEL"))
  );
}

/** Babel's error in our words: its sentence without the place, or V8's where the token is the whole message. */
function explainBabel(error: BabelError, text: string): CompileError {
  const pos = Math.min(error.loc?.index ?? 0, text.length);
  const sentence = error.message
    .replace(/^.*?program\.ts: /, "")
    .split("\n")[0]
    .replace(/\.? \(\d+:\d+\)$/, "");
  if (/^(?:Unexpected token|Missing semicolon)/.test(sentence)) {
    // A semicolon is missing where the token before ended; what is unexpected comes after.
    const next = skipTrivia(text, pos);
    const { code, message } = unexpectedAt(text, next);
    return explain(text, next, code, message);
  }
  if (/^Unexpected reserved word 'await'|^'await' is only allowed/.test(sentence)) {
    return awaitOutsideAsync({ start: pos, end: pos + "await".length });
  }
  const redeclared = /^Identifier '(.+)' has already been declared/.exec(sentence);
  if (redeclared !== null) return explain(text, pos, "redeclaration", redeclared[0].replace(/\.$/, ""));
  return explain(text, pos, "typescript-syntax", sentence);
}
