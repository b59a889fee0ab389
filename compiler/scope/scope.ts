/**
 * What the resolver knows of names: scopes, the bindings in them, and the functions that own both.
 *
 * A scope is a block, a function body, a loop head, a switch, a catch clause or a class. A binding lives in a register of
 * its function, in a Cell held by that register when a nested function refers to it, and is never looked up by name at run
 * time. Things without a name in the source (this of an arrow's method, private names, computed field keys) are bindings too.
 *
 * Before: resolve.ts makes them. After: lower/ gives bindings their registers.
 */
import type { AnyNode } from "../ast.js";

export enum BindingKind {
  Var,
  Parameter,
  /** A function declaration: initialised when its scope is entered. */
  Function,
  Let,
  Const,
  Using,
  Class,
  Catch,
  /** The name of a function expression inside itself. */
  FunctionName,
  /** The name of a class inside itself. */
  ClassName,
  Arguments,
  /** this, new.target, the home object or the running function, for arrows and initialisers inside. */
  Pseudo,
  /** A private name, a private method's function or a computed key of a class. */
  Synthetic,
}

/** Kinds that an assignment refuses. */
const CONSTANT_KINDS: ReadonlySet<BindingKind> = new Set([
  BindingKind.Const,
  BindingKind.Using,
  BindingKind.FunctionName,
  BindingKind.ClassName,
]);

export class Binding {
  /** A nested function refers to it, so it lives in a Cell. */
  captured = false;
  /** Some reference may run before initialisation: it starts as TDZ. */
  needsTdz = false;
  /** A closure over it may be made before its initialisation, so its Cell exists from the start of the scope. */
  early = false;
  /** A closure over it is made in the head of its `for` statement. */
  capturedInHead = false;
  /** It never holds an object: conversions of it cannot be observed. */
  primitive = false;
  referenced = false;
  /** Where assignments name it, ascending offsets. */
  readonly writes: number[] = [];
  /** References, kept for function declarations only: who may call them, and when. */
  readonly uses: { readonly fn: FunctionScope; readonly position: number }[] = [];
  /** Given by the lowering while the scope is open. */
  register = -1;

  constructor(
    readonly name: string,
    readonly kind: BindingKind,
    readonly scope: Scope,
    /** Offset from which straight-line code of the same function finds it initialised; -1 always, Infinity never for sure. */
    public initialised: number,
  ) {}

  get constant(): boolean {
    return CONSTANT_KINDS.has(this.kind);
  }

  get fn(): FunctionScope {
    return this.scope.fn;
  }

  /** Whether an assignment inside the half-open range of offsets names this binding. */
  writtenWithin(start: number, end: number): boolean {
    const { writes } = this;
    let low = 0;
    let high = writes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (writes[middle] < start) low = middle + 1;
      else high = middle;
    }
    return low < writes.length && writes[low] < end;
  }
}

export type ScopeKind =
  | "program"
  | "parameters"
  | "function"
  | "block"
  | "loop"
  | "switch"
  | "catch"
  | "class"
  | "name";

export class Scope {
  readonly bindings = new Map<string, Binding>();
  /** Function declarations, made when the scope is entered. */
  readonly functions: (AnyNode & { type: "FunctionDeclaration" })[] = [];
  /** Whether it has `using` (1) or `await using` (2) declarations. */
  disposal: 0 | 1 | 2 = 0;

  constructor(
    readonly kind: ScopeKind,
    readonly parent: Scope | null,
    readonly fn: FunctionScope,
    /** Offset at which its function declarations are made. */
    readonly start: number,
  ) {}

  declare(name: string, kind: BindingKind, initialised: number): Binding {
    const known = this.bindings.get(name);
    if (known !== undefined) return known;
    const binding = new Binding(name, kind, this, initialised);
    this.bindings.set(name, binding);
    return binding;
  }
}

/** What `this`, `new.target`, `super` and `super()` stand for, as bindings an arrow can capture. */
export type PseudoName = "this" | "new.target" | "home" | "callee";

export type FunctionRole =
  | "program"
  | "function"
  | "arrow"
  | "method"
  | "constructor"
  | "derivedConstructor"
  | "initializer"
  | "staticInitializer";

/** One function of the source, or a synthetic one of a class. */
export class FunctionScope {
  /** Cells it takes from its creator, in the order of first use by the lowering. */
  readonly captures: Binding[] = [];
  readonly captureIndices = new Map<Binding, number>();
  readonly pseudo = new Map<PseudoName, Binding>();
  /** It or an arrow in it names `super.x`. */
  usesHome = false;
  /** The declaration whose value is only this function, or a literal that holds it: it cannot run before that binding is initialised. */
  initialises: Binding | null = null;
  /** The class whose element it is. */
  elementOf: AnyNode | null = null;
  /** A constructor whose class has instance fields or private methods. */
  initialisesInstance = false;
  /** Scope of parameters (and of everything else when no parameter has an expression). */
  parameters!: Scope;
  body!: Scope;

  constructor(
    readonly role: FunctionRole,
    readonly node: AnyNode,
    readonly parent: FunctionScope | null,
    /** Offset in the parent from which closures of it exist. */
    readonly created: number,
    /** The binding of a function declaration. */
    readonly declaration: Binding | null,
  ) {}

  get isArrow(): boolean {
    return this.role === "arrow";
  }

  /** The function whose this, new.target and super this one sees. */
  get thisOwner(): FunctionScope {
    let fn: FunctionScope = this;
    while (fn.isArrow) fn = fn.parent as FunctionScope;
    return fn;
  }

  captureIndex(binding: Binding): number {
    const known = this.captureIndices.get(binding);
    if (known !== undefined) return known;
    const index = this.captures.length;
    this.captures.push(binding);
    this.captureIndices.set(binding, index);
    return index;
  }
}

/** What the resolver found in one class. */
export interface ClassScope {
  readonly scope: Scope;
  /** Runs instance fields and adds private methods; null when there are none. */
  readonly instance: FunctionScope | null;
  /** Runs static fields and static blocks; null when there are none. */
  readonly statics: FunctionScope | null;
  /** The inner binding of the class's name. */
  readonly name: Binding | null;
  /** Of each field with a computed key: where the key is kept until instances are made. */
  readonly keys: ReadonlyMap<AnyNode, Binding>;
  /** Of each private instance method or accessor: where its function is kept. */
  readonly methods: ReadonlyMap<AnyNode, Binding>;
}

/** The resolver's answer. Names without an entry in `references` are globals. */
export interface Resolution {
  readonly program: FunctionScope;
  readonly scopes: ReadonlyMap<AnyNode, Scope>;
  readonly functions: ReadonlyMap<AnyNode, FunctionScope>;
  readonly classes: ReadonlyMap<AnyNode, ClassScope>;
  readonly references: ReadonlyMap<AnyNode, Binding>;
  /** References that may find their binding not yet initialised. */
  readonly checked: ReadonlySet<AnyNode>;
  readonly globals: readonly {
    readonly name: string;
    readonly span: { readonly start: number; readonly end: number };
  }[];
}

/** The scopes as text, for the dump: one line a binding, indented by scope. Never fails. */
export function describeScopes(resolution: Resolution): string {
  const scopes = new Set<Scope>(resolution.scopes.values());
  for (const { scope } of resolution.classes.values()) scopes.add(scope);
  for (const fn of [resolution.program, ...resolution.functions.values()]) {
    scopes.add(fn.parameters);
    scopes.add(fn.body);
  }
  const lines: string[] = [];
  const children = new Map<Scope | null, Scope[]>();
  for (const scope of scopes) {
    let parent = scope.parent;
    while (parent !== null && !scopes.has(parent)) parent = parent.parent;
    children.set(parent, [...(children.get(parent) ?? []), scope]);
  }
  const stack: [scope: Scope, depth: number][] = (children.get(null) ?? []).map((scope) => [scope, 0]);
  while (stack.length > 0) {
    const [scope, depth] = stack.pop() as [Scope, number];
    const indent = "  ".repeat(depth);
    lines.push(`${indent}${scope.kind} (${scope.fn.role}) at ${scope.start}`);
    for (const binding of scope.bindings.values()) {
      const marks = [
        BindingKind[binding.kind].toLowerCase(),
        binding.captured ? "cell" : "register",
        ...(binding.needsTdz ? ["checked"] : []),
        ...(binding.referenced ? [] : ["unused"]),
      ];
      lines.push(`${indent}  ${binding.name}: ${marks.join(", ")}`);
    }
    const inner = (children.get(scope) ?? []).sort((a, b) => b.start - a.start);
    for (const child of inner) stack.push([child, depth + 1]);
  }
  return `${lines.join("\n")}\n`;
}
