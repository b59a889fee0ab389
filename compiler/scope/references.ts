/**
 * References: which binding a name means where it stands, whether that binding is captured, and whether it may be found
 * not yet initialised.
 *
 * A reference needs no check when it stands behind the declaration in the same function, or in a closure made behind it. A
 * function declaration is made at the start of its scope, so for it the places that mention it decide, once all are known.
 *
 * Before: hoist.ts has declared the names of the scope. After: resolve.ts, which walks the tree, extends this class.
 */
import type { AnyNode, Expression } from "../ast.js";
import {
  Binding,
  BindingKind,
  type ClassScope,
  FunctionScope,
  type PseudoName,
  type Resolution,
  Scope,
  type ScopeKind,
} from "./scope.js";

export type Of<T extends AnyNode["type"]> = Extract<AnyNode, { type: T }>;

/** Most mentions looked through to prove one reference; beyond it the reference is checked. */
const MAX_PROOF_STEPS = 256;

/** The scope at hand, and the answers as they come in. */
export class References implements Resolution {
  readonly program: FunctionScope;
  readonly scopes = new Map<AnyNode, Scope>();
  readonly functions = new Map<AnyNode, FunctionScope>();
  readonly classes = new Map<AnyNode, ClassScope>();
  readonly references = new Map<AnyNode, Binding>();
  readonly checked = new Set<AnyNode>();
  readonly globals: { name: string; span: { start: number; end: number } }[] = [];
  /** References from function declarations made before the binding is initialised, judged when all uses are known. */
  private readonly undecided: { node: AnyNode; binding: Binding; from: FunctionScope }[] = [];
  protected fn: FunctionScope;
  protected scope: Scope;

  constructor(program: AnyNode) {
    this.program = new FunctionScope("program", program, null, 0, null);
    this.fn = this.program;
    this.scope = new Scope("program", null, this.program, program.start);
    this.program.parameters = this.scope;
    this.program.body = this.scope;
    this.scopes.set(program, this.scope);
  }

  protected within(scope: Scope, body: () => void): void {
    const outer = this.scope;
    this.scope = scope;
    body();
    this.scope = outer;
  }

  protected open(kind: ScopeKind, node: AnyNode, start = node.start): Scope {
    const scope = new Scope(kind, this.scope, this.fn, start);
    this.scopes.set(node, scope);
    return scope;
  }

  protected lookup(name: string): Binding | null {
    for (let scope: Scope | null = this.scope; scope !== null; scope = scope.parent) {
      const binding = scope.bindings.get(name);
      if (binding !== undefined) return binding;
      if (name === "arguments" && scope.kind === "parameters" && !scope.fn.isArrow) {
        return scope.declare(name, BindingKind.Arguments, -1);
      }
    }
    return null;
  }

  protected reference(node: AnyNode & { name: string }, name = node.name): Binding | null {
    const binding = this.lookup(name);
    if (binding === null) {
      this.globals.push({ name, span: { start: node.start, end: node.end } });
      return null;
    }
    this.references.set(node, binding);
    this.use(node, binding);
    return binding;
  }

  /** Records that `node`, in the function at hand, reads or writes `binding`. */
  protected use(node: AnyNode, binding: Binding): void {
    binding.referenced = true;
    if (binding.kind === BindingKind.Function) binding.uses.push({ fn: this.fn, position: node.start });
    const owner = binding.fn;
    if (this.fn === owner) {
      if (node.start < binding.initialised) this.markChecked(node, binding);
      return;
    }
    binding.captured = true;
    let safe = false;
    let outermost = this.fn;
    for (let fn = this.fn; fn !== owner; fn = fn.parent as FunctionScope) {
      if (fn.initialises === binding || (fn.elementOf !== null && binding.scope === this.classScopeOf(fn.elementOf)))
        safe = true;
      outermost = fn;
    }
    if (outermost.created < binding.initialised) {
      binding.early = true;
      if (safe) return;
      if (outermost.declaration !== null) this.undecided.push({ node, binding, from: outermost });
      else this.markChecked(node, binding);
    }
  }

  private classScopeOf(node: AnyNode): Scope | undefined {
    return this.scopes.get(node);
  }

  private markChecked(node: AnyNode, binding: Binding): void {
    binding.needsTdz = true;
    this.checked.add(node);
  }

  /** Whether no mention of the function declaration `start` (nor of one that mentions it) runs before `binding` is initialised. */
  private runsAfter(start: FunctionScope, binding: Binding): boolean {
    if (binding.initialised === Number.POSITIVE_INFINITY) return false;
    const seen = new Set<FunctionScope>([start]);
    let steps = 0;
    for (const declared of seen) {
      for (const use of (declared.declaration as Binding).uses) {
        if (++steps > MAX_PROOF_STEPS) return false;
        if (use.fn === binding.fn) {
          if (use.position < binding.initialised) return false;
          continue;
        }
        let outermost = use.fn;
        while (outermost.parent !== binding.fn) {
          if (outermost.parent === null) return false;
          outermost = outermost.parent;
        }
        if (outermost.created >= binding.initialised || outermost.initialises === binding) continue;
        if (outermost.declaration === null) return false;
        seen.add(outermost);
      }
    }
    return true;
  }

  protected write(node: Of<"Identifier">, primitive: boolean): void {
    const binding = this.reference(node);
    if (binding === null) return;
    binding.writes.push(node.start);
    if (!primitive) binding.primitive = false;
  }

  /** this, new.target, the home object or the callee, from the function at hand. */
  protected pseudo(name: PseudoName, node: AnyNode): void {
    const owner = this.fn.thisOwner;
    if (name === "home") owner.usesHome = true;
    const derivedThis = name === "this" && owner.role === "derivedConstructor";
    if (owner === this.fn && !derivedThis) return;
    let binding = owner.pseudo.get(name);
    if (binding === undefined) {
      binding = new Binding(name, BindingKind.Pseudo, owner.parameters, derivedThis ? firstSuperCall(owner.node) : -1);
      owner.pseudo.set(name, binding);
    }
    this.use(node, binding);
  }

  /** Judges the references that had to wait. */
  protected decide(): void {
    for (const { node, binding, from } of this.undecided) {
      if (!this.runsAfter(from, binding)) this.markChecked(node, binding);
    }
  }
}

/** End of the first `super(...)` that is a statement of the constructor's body: behind it, this is initialised. */
function firstSuperCall(constructor: AnyNode): number {
  const { body } = constructor as { body?: { body?: readonly AnyNode[] } };
  for (const statement of body?.body ?? []) {
    if (statement.type === "ExpressionStatement" && isSuperCall(statement.expression)) return statement.end;
  }
  return Number.POSITIVE_INFINITY;
}

function isSuperCall(node: Expression): boolean {
  return node.type === "CallExpression" && node.callee.type === "Super";
}
