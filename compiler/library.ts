/**
 * Compiles the self-hosted library, vm/library/*.js, when the package is built. Never part of a running compiler.
 *
 * A file's top level holds functions, each a routine that any file may name, and `const Target = { ... }` objects, whose
 * members become rows that install them on the intrinsic of that name (`constructors` for built-in constructors). Library
 * code has no globals: a free name is a routine, an intrinsic value, or `$operation(...)`; anything else is a mistake that
 * throws with file and line.
 *
 * Before: the sources in vm/library/. After: vm/realm.ts installs the image.
 */
import type { InstallRow, IntrinsicNames, LibraryImage } from "../vm/bytecode/library.js";
import { Op } from "../vm/bytecode/opcodes.js";
import { BlockFlag, BodyKind, type CodeBlock, FunctionKind } from "../vm/bytecode/program.js";
import { lineAndColumn } from "../vm/bytecode/source-map.js";
import { BYTECODE_VERSION } from "../vm/bytecode/version.js";
import type { AnyNode, Program } from "./ast.js";
import type { Register } from "./emit/registers.js";
import { GuardedParser, ParseFailure } from "./guarded-parser.js";
import { hasSpread, placeArguments } from "./lower/calls.js";
import { bodyKindOf, compileBlock, type FunctionNode, type FunctionOptions, functionBody } from "./lower/functions.js";
import { TABLES } from "./lower/index.js";
import { buildArray } from "./lower/literals.js";
import type { LibraryNames, Lowering, NodeOf, Unit } from "./lower/lowering.js";
import { literalKey } from "./lower/patterns.js";
import { resolve } from "./scope/resolve.js";
import { FunctionScope, type Resolution, Scope } from "./scope/scope.js";

export interface LibraryFile {
  readonly name: string;
  readonly source: string;
}

/** Compiles all files of the library. Throws an Error with file and line on a mistake in them. */
export function compileLibrary(files: readonly LibraryFile[], names: IntrinsicNames): LibraryImage {
  const library = new Library(names);
  const parsed = files.map((file) => new ParsedFile(file));
  for (const file of parsed) for (const routine of file.routines) library.declare(file, routine);
  for (const file of parsed) library.compile(file);
  return library.image();
}

/** The function of a top-level declaration. */
type Routine = NodeOf<"FunctionDeclaration">;
type CallNode = NodeOf<"CallExpression">;

class ParsedFile {
  readonly ast: Program;
  readonly routines: Routine[] = [];
  readonly targets: { readonly name: string; readonly object: NodeOf<"ObjectExpression"> }[] = [];

  constructor(readonly file: LibraryFile) {
    this.ast = this.parse();
    for (const statement of this.ast.body) {
      if (statement.type === "FunctionDeclaration") this.routines.push(statement as Routine);
      else if (statement.type === "VariableDeclaration" && statement.kind === "const") {
        for (const { id, init } of statement.declarations) {
          if (id.type !== "Identifier" || init?.type !== "ObjectExpression")
            this.fail(statement, "a target is `const Name = { ... }`");
          this.targets.push({ name: id.name, object: init });
        }
      } else this.fail(statement, "the top level holds functions and `const Target = { ... }` only");
    }
  }

  private parse(): Program {
    try {
      return new GuardedParser(this.file.source).parse();
    } catch (failure) {
      if (failure instanceof ParseFailure)
        throw new Error(`${this.file.name}: ${this.place(failure.pos)}: ${failure.message}`);
      throw failure;
    }
  }

  private place(offset: number): string {
    const { line, column } = lineAndColumn(this.file.source, offset);
    return `${line}:${column}`;
  }

  fail(node: { readonly start: number }, message: string): never {
    throw new Error(`${this.file.name}: ${this.place(node.start)}: ${message}`);
  }
}

class Library {
  private readonly blocks: (CodeBlock | undefined)[] = [];
  private readonly routines = new Map<string, number>();
  private readonly installs: InstallRow[] = [];
  private readonly operations: ReadonlyMap<string, number>;
  private readonly values: ReadonlyMap<string, number>;

  constructor(names: IntrinsicNames) {
    this.operations = new Map(names.operations.map((name, index) => [bare(name), index]));
    this.values = new Map(names.values.map((name, index) => [bare(name), index]));
    this.blocks.push(undefined);
  }

  /** Gives a routine its block before anything that calls it is compiled. */
  declare(file: ParsedFile, routine: Routine): void {
    const { name } = routine.id as { name: string };
    if (this.routines.has(name)) file.fail(routine, `routine ${name} is declared twice`);
    this.routines.set(name, this.blocks.push(undefined) - 1);
  }

  compile(file: ParsedFile): void {
    const { resolution, errors } = resolve(file.ast);
    if (errors.length > 0) file.fail(errors[0].span, errors[0].message);
    const unit: Unit = {
      source: file.file.source,
      resolution: withoutTopLevel(resolution),
      blocks: this.blocks,
      tables: TABLES,
      library: new FileNames(file, this.routines, this.operations, this.values),
    };
    for (const routine of file.routines) {
      const { name } = routine.id as { name: string };
      this.block(unit, routine, { name, kind: FunctionKind.Normal, text: routine, index: this.routines.get(name) });
    }
    for (const { name, object } of file.targets) {
      for (const property of object.properties) {
        if (property.type !== "Property") file.fail(property, "a target holds methods and accessors only");
        this.install(file, unit, name, property);
      }
    }
  }

  private install(file: ParsedFile, unit: Unit, target: string, property: NodeOf<"Property">): void {
    const { kind, value } = property;
    if (value.type !== "FunctionExpression") file.fail(property, "a member of a target is a method or accessor");
    const symbol = property.computed ? wellKnownSymbol(property.key) : undefined;
    if (property.computed && symbol === undefined) file.fail(property.key, "a computed key is a well-known symbol");
    const key = symbol === undefined ? literalKey(property.key) : `@@${symbol}`;
    const shown = symbol === undefined ? key : `[Symbol.${symbol}]`;
    const isConstructor = target === "constructors";
    const block = this.block(unit, value as FunctionNode, {
      name: kind === "init" ? shown : `${kind} ${shown}`,
      kind: isConstructor ? FunctionKind.Normal : FunctionKind.Method,
      text: property,
      flags: isConstructor ? BlockFlag.LibraryConstructor : 0,
    });
    this.installs.push({ target, key, kind: kind === "init" ? "method" : kind === "get" ? "getter" : "setter", block });
  }

  private block(unit: Unit, node: FunctionNode, options: FunctionOptions & { readonly index?: number }): number {
    const scope = unit.resolution.functions.get(node) as FunctionScope;
    const block = compileBlock(unit, scope, bodyKindOf(node), node.params, options, (g) =>
      functionBody(g, node, options),
    );
    if (scope.captures.length > 0) throw new Error(`Invariant: library function ${options.name} captures something`);
    block.store([]);
    return block.index;
  }

  image(): LibraryImage {
    const scope = new FunctionScope("program", { type: "EmptyStatement", start: 0, end: 0 }, null, 0, null);
    scope.parameters = new Scope("program", null, scope, 0);
    scope.body = scope.parameters;
    const unit: Unit = { source: "", resolution: EMPTY, blocks: this.blocks, tables: TABLES, library: null };
    const options = {
      name: "<library>",
      kind: FunctionKind.Normal,
      text: { start: 0, end: 0 },
      flags: BlockFlag.Library,
      index: 0,
    };
    compileBlock(unit, scope, BodyKind.Async, [], options, () => {}).store([]);
    const blocks = this.blocks.map((block, index) => {
      if (block === undefined) throw new Error(`Invariant: library block ${index} was not compiled`);
      return block;
    });
    return {
      program: { version: BYTECODE_VERSION, blocks, source: "" },
      installs: this.installs,
      routines: [...this.routines],
    };
  }
}

const EMPTY: Resolution = {
  program: null as never,
  scopes: new Map(),
  functions: new Map(),
  classes: new Map(),
  references: new Map(),
  checked: new Set(),
  globals: [],
};

/** Names of the top level become free: they mean routines of the whole library, not variables of a file. */
function withoutTopLevel(resolution: Resolution): Resolution {
  const references = new Map([...resolution.references].filter(([, binding]) => binding.scope.kind !== "program"));
  return {
    ...resolution,
    program: resolution.program,
    references,
    scopes: resolution.scopes,
    functions: resolution.functions,
  };
}

/** A name without the `$` that marks intrinsics in library source, "@@x" for well-known symbols. */
function bare(name: string): string {
  if (name.startsWith("$")) return name.slice(1);
  return name.startsWith("Symbol.") ? `@@${name.slice("Symbol.".length)}` : name;
}

/** `x` of `Symbol.x`. */
function wellKnownSymbol(node: AnyNode): string | undefined {
  if (node.type !== "MemberExpression" || node.computed || node.object.type !== "Identifier") return undefined;
  return node.object.name === "Symbol" && node.property.type === "Identifier" ? node.property.name : undefined;
}

/** The free names of one file. */
class FileNames implements LibraryNames {
  constructor(
    private readonly file: ParsedFile,
    private readonly routines: ReadonlyMap<string, number>,
    private readonly operations: ReadonlyMap<string, number>,
    private readonly values: ReadonlyMap<string, number>,
  ) {}

  refuse(node: { readonly start: number; readonly name?: string }): never {
    return this.file.fail(node, `${node.name} is neither a routine nor an intrinsic`);
  }

  value(f: Lowering, node: AnyNode, target: Register | undefined): Register | undefined {
    const symbol = wellKnownSymbol(node);
    if (symbol === undefined && node.type !== "Identifier") return undefined;
    const name = symbol === undefined ? (node as { name: string }).name : `@@${symbol}`;
    const routine = this.routines.get(name);
    if (routine !== undefined) {
      const dst = f.destination(target);
      f.code.emit(Op.LoadRoutine, dst, routine);
      return dst;
    }
    const value = this.values.get(bare(name));
    if (value === undefined) return undefined;
    const dst = f.destination(target);
    f.code.emit(Op.LoadIntrinsic, dst, value);
    return dst;
  }

  call(f: Lowering, node: CallNode, target: Register | undefined): Register | undefined {
    const { callee } = node;
    if (callee.type !== "Identifier") return undefined;
    const routine = this.routines.get(callee.name);
    if (routine !== undefined) return this.callRoutine(f, node, routine);
    if (!callee.name.startsWith("$")) return undefined;
    const form = FORMS.get(callee.name);
    if (form !== undefined) {
      const [least, most] = form.arity;
      if (node.arguments.length < least || node.arguments.length > most)
        this.file.fail(node, `${callee.name} with ${node.arguments.length} arguments`);
      if (hasSpread(node.arguments)) this.file.fail(node, `${callee.name} takes no spread`);
      return form.lower(f, node, target);
    }
    const operation = this.operations.get(bare(callee.name));
    if (operation === undefined) return this.file.fail(node, `there is no intrinsic operation ${callee.name}`);
    if (hasSpread(node.arguments)) this.file.fail(node, "an intrinsic operation takes no spread");
    const base = f.registers.allocate();
    placeArguments(f, node.arguments);
    f.at(node).emit(Op.CallIntrinsic, base, node.arguments.length, operation);
    f.registers.release(base + 1);
    return base;
  }

  private callRoutine(f: Lowering, node: CallNode, routine: number): Register {
    const base = f.registers.allocate();
    if (hasSpread(node.arguments)) {
      f.code.emit(Op.LoadRoutine, base, routine);
      f.loadUndefined(f.registers.allocate());
      buildArray(f, node.arguments, f.registers.allocate());
      f.at(node).emit(Op.CallSpread, base);
    } else {
      placeArguments(f, node.arguments);
      f.at(node).emit(Op.CallRoutine, base, node.arguments.length, routine);
    }
    f.registers.release(base + 1);
    return base;
  }
}

interface Form {
  readonly arity: readonly [least: number, most: number];
  readonly lower: (f: Lowering, node: CallNode, target: Register | undefined) => Register;
}

/** Evaluates the arguments into consecutive registers and emits one instruction on the first. */
function consecutive(emit: (f: Lowering, base: Register, count: number) => void): Form["lower"] {
  return (f, node) => {
    const base = f.registers.mark() as Register;
    placeArguments(f, node.arguments);
    f.at(node);
    emit(f, base, node.arguments.length);
    f.registers.release(base + 1);
    return base;
  };
}

/** Forms that are one instruction of the machine rather than an operation. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ["$call", { arity: [2, 255], lower: consecutive((f, base, count) => f.code.emit(Op.CallMethod, base, count - 2)) }],
  ["$apply", { arity: [3, 3], lower: consecutive((f, base) => f.code.emit(Op.CallSpread, base)) }],
  [
    "$construct",
    {
      arity: [3, 3],
      lower: consecutive((f, base) => f.code.emit(Op.SuperCallSpread, base, 0, (base + 2) as Register)),
    },
  ],
  ["$new", { arity: [1, 255], lower: consecutive((f, base, count) => f.code.emit(Op.New, base, count - 1)) }],
  [
    "$argc",
    {
      arity: [0, 0],
      lower: (f, _node, target) => {
        f.code.flags |= BlockFlag.KeepsArguments;
        const dst = f.destination(target);
        f.code.emit(Op.LoadArgumentCount, dst);
        return dst;
      },
    },
  ],
  ["$callee", { arity: [0, 0], lower: (f, node, target) => f.pseudo("callee", node, target) }],
]);
