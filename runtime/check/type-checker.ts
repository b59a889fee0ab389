/**
 * The typed check: a program against declarations made from the catalog and from our own globals, by TypeScript itself.
 *
 *   source -> blanked as normalising would -> async function around it -> language service -> diagnostics of the source
 *
 * `typescript` is an optional peer, loaded on first use; its language service is kept, so that the library is read once.
 * Invariant: no error is left out by its number; where ours and TypeScript's speak of one place, ours is told. Positions
 * are those of the source as submitted. Before: check.ts. After: CodeMode's check with `types`.
 */
import { err, ok, type Result } from "neverthrow";
import type TS from "typescript";
import { type Catalog, SEARCH_PATH, toolDeclarations } from "../../catalog/index.js";
import { type Analysed, analyseAsync, type CompileOptions, normaliseText, type Repair } from "../../compiler/index.js";
import { bounded, fromCompileError } from "../diagnostics/map.js";
import { frameOf, locationOf } from "../diagnostics/render.js";
import type { Diagnostic } from "../result.js";
import { type Checked, checkAnalysed } from "./check.js";
import { GUEST_GLOBALS } from "./guest-globals.js";

type TypeScript = typeof TS;

const GLOBALS_FILE = "/globals.d.ts";
const TOOLS_FILE = "/tools.d.ts";

const PREFIX = "async function $program() {";
const SUFFIX = "\n}";

/** Errors told of one program. */
const MAX_ERRORS = 50;

/** Checks programs against one catalog; made once, used many times. */
export class TypeChecker {
  private readonly services = new Map<string, Service>();
  private readonly declarations: string;
  /** Parsed files, the library's above all, shared by both services: JavaScript's and TypeScript's. */
  private readonly registry: TS.DocumentRegistry;

  private constructor(
    private readonly ts: TypeScript,
    private readonly catalog: Catalog,
  ) {
    this.registry = ts.createDocumentRegistry();
    const searchTool = catalog.get(SEARCH_PATH);
    if (searchTool === undefined) throw new Error("a catalog has its search tool");
    this.declarations = toolDeclarations(catalog.entries, searchTool);
  }

  /** Loads TypeScript. Rejects with a TypeError when the package is not installed. */
  static async load(catalog: Catalog): Promise<TypeChecker> {
    let module: { readonly default?: TypeScript } & Partial<TypeScript>;
    try {
      module = await import("typescript");
    } catch {
      throw new TypeError("checking types needs the optional package typescript, which is not installed");
    }
    return new TypeChecker((module.default ?? module) as TypeScript, catalog);
  }

  /** Everything the untyped check finds, then what the types say. Never rejects for what a source holds. */
  async check(source: string, options: CompileOptions): Promise<Result<Checked, Diagnostic[]>> {
    const compiled = await analyseAsync(source, options);
    if (compiled.isErr()) return err(compiled.error.map((error) => fromCompileError(error, source)));
    const untyped = checkAnalysed(compiled.value, source, this.catalog);
    const ours = untyped.isErr() ? untyped.error : [];
    const errors = [...ours, ...this.mismatches(compiled.value, source, ours)].sort(byPlace);
    if (errors.length > 0) return err(errors);
    return untyped.isErr() ? err(untyped.error) : ok(untyped.value);
  }

  private mismatches(program: Analysed, source: string, ours: readonly Diagnostic[]): Diagnostic[] {
    const { text, prefix } = wrapped(program.repairs, source);
    const file = program.language === "typescript" ? "/program.ts" : "/program.js";
    const found: Diagnostic[] = [];
    for (const each of this.serviceFor(file).diagnostics(text)) {
      if (each.start === undefined) continue;
      const start = Math.min(Math.max(0, each.start - prefix), source.length);
      const end = Math.min(Math.max(start, start + (each.length ?? 0)), source.length);
      const location = locationOf(source, start, end);
      if (ours.some((known) => known.location !== undefined && meet(known.location, location))) continue;
      if (found.length === MAX_ERRORS) break;
      const message = this.ts.flattenDiagnosticMessageText(each.messageText, "\n");
      found.push({
        kind: "TypeMismatch",
        message: bounded(shortened(message)),
        location,
        frame: frameOf(source, location),
        ...suggested(each.code, message, source.slice(start, end)),
      });
    }
    return found;
  }

  private serviceFor(file: string): Service {
    let service = this.services.get(file);
    if (service === undefined) {
      service = new Service(this.ts, file, this.declarations, this.registry);
      this.services.set(file, service);
    }
    return service;
  }
}

/** One language service with one program file that changes. */
class Service {
  private readonly service: TS.LanguageService;
  private version = 0;
  private text = "";

  constructor(
    ts: TypeScript,
    private readonly file: string,
    declarations: string,
    registry: TS.DocumentRegistry,
  ) {
    const options: TS.CompilerOptions = {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      lib: ["lib.esnext.d.ts"],
      types: [],
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: true,
      // What has no type runs all the same: a program is not asked to declare everything.
      noImplicitAny: false,
      noImplicitThis: false,
      strictPropertyInitialization: false,
      useUnknownInCatchVariables: false,
      allowUnreachableCode: true,
      allowUnusedLabels: true,
      skipLibCheck: true,
      skipDefaultLibCheck: true,
    };
    const own = new Map([
      [GLOBALS_FILE, GUEST_GLOBALS],
      [TOOLS_FILE, declarations],
    ]);
    const library = ts.getDefaultLibFilePath(options).replace(/[^/\\]*$/, "");
    const snapshots = new Map<string, TS.IScriptSnapshot>();
    // Nothing but the library is read from the host's disk.
    const read = (name: string) =>
      own.get(name) ?? (name === file ? this.text : name.startsWith(library) ? ts.sys.readFile(name) : undefined);
    const host: TS.LanguageServiceHost = {
      getCompilationSettings: () => options,
      getScriptFileNames: () => [file, ...own.keys()],
      getScriptVersion: (name) => (name === file ? String(this.version) : "0"),
      getScriptSnapshot: (name) => {
        if (name === file) return ts.ScriptSnapshot.fromString(this.text);
        const kept = snapshots.get(name);
        if (kept !== undefined) return kept;
        const text = read(name);
        if (text === undefined) return undefined;
        const made = ts.ScriptSnapshot.fromString(text);
        snapshots.set(name, made);
        return made;
      },
      getCurrentDirectory: () => "/",
      getDefaultLibFileName: () => `${library}lib.esnext.d.ts`,
      fileExists: (name) => own.has(name) || name === file || (name.startsWith(library) && ts.sys.fileExists(name)),
      readFile: read,
    };
    this.service = ts.createLanguageService(host, registry);
  }

  diagnostics(text: string): readonly TS.Diagnostic[] {
    this.text = text;
    this.version++;
    const syntax = this.service.getSyntacticDiagnostics(this.file);
    return syntax.length > 0 ? syntax : this.service.getSemanticDiagnostics(this.file);
  }
}

/** Repairs of the tree whose text is no part of the program. */
const REMOVED = new Set<Repair["code"]>(["export-default", "export-keyword", "type-import", "type-export"]);

/** The source as the body of an async function, each character at its place behind the prefix. */
function wrapped(repairs: readonly Repair[], source: string): { readonly text: string; readonly prefix: number } {
  let body = normaliseText(source).text;
  for (const { code, span } of repairs) {
    if (!REMOVED.has(code)) continue;
    const blank = body.slice(span.start, span.end).replace(/[^\n\r]/g, " ");
    body = body.slice(0, span.start) + blank + body.slice(span.end);
  }
  const types = repairs.filter(({ code }) => code === "type-import").flatMap(({ span }) => importedNames(source, span));
  // What is imported as a type is known to the author alone.
  const suffix = `${SUFFIX}${types.map((name) => `\ntype ${name} = any;`).join("")}`;
  const isCalled = repairs.some(({ code }) => code === "function-called");
  const isAnonymous = /^\s*(?:async\s+)?function\s*\*?\s*\(/.test(body);
  if (!isCalled || !isAnonymous) return { text: PREFIX + body + suffix, prefix: PREFIX.length };
  const open = `${PREFIX}return (`;
  return { text: `${open}${body.replace(/;\s*$/, "")})()${suffix}`, prefix: open.length };
}

/** The local names of an import of types. */
function importedNames(source: string, span: { readonly start: number; readonly end: number }): string[] {
  const clause = /^import\s+(?:type\s+)?(.*?)\s+from\b/s.exec(source.slice(span.start, span.end))?.[1] ?? "";
  return clause
    .split(/[{},]/)
    .map((each) => /([\w$]+)\s*$/.exec(each)?.[1] ?? "")
    .filter((name) => name !== "" && name !== "type");
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.location?.line ?? 0) - (b.location?.line ?? 0) || (a.location?.column ?? 0) - (b.location?.column ?? 0);
}

type Place = NonNullable<Diagnostic["location"]>;

/** Whether two places share a character. */
function meet(a: Place, b: Place): boolean {
  return (
    isBefore(a.line, a.column, b.endLine ?? b.line, b.endColumn ?? b.column) &&
    isBefore(b.line, b.column, a.endLine ?? a.line, a.endColumn ?? a.column)
  );
}

function isBefore(line: number, column: number, otherLine: number, otherColumn: number): boolean {
  return line < otherLine || (line === otherLine && column < otherColumn);
}

/** The sentence and its last reason: what stands between says the same of types around it. No file is named. */
function shortened(message: string): string {
  const lines = message.replace(/import\("[^"]*"\)\./g, "").split("\n");
  const last = lines[lines.length - 1].trim();
  return lines.length === 1 ? lines[0] : `${lines[0].replace(/\.$/, "")}: ${last}`;
}

const UNKNOWN_VALUE = new Set([18046, 2571]);

function suggested(code: number, message: string, text: string): Pick<Diagnostic, "suggestions"> {
  if (UNKNOWN_VALUE.has(code)) {
    return {
      suggestions: [
        `Narrow it first: const value = (await …) as { … }, or if (typeof ${text} === "object" && ${text} !== null && "field" in ${text})`,
      ],
    };
  }
  const meant = /Did you mean (?:to write )?'([^']+)'\?/.exec(message);
  if (meant !== null) return { suggestions: [meant[1]] };
  return /Did you forget to use 'await'\?|Property '.+' does not exist on type 'Promise</.test(message)
    ? { suggestions: [`await it first: (await …).${text}`] }
    : {};
}
