/**
 * The state of one function while it is lowered, and what every lowering function shares: evaluating a node into a
 * register, opening scopes, reading and writing bindings.
 *
 * Contract of `expression(node, target?)`: the value is in the register returned. With a target that is the target, and no
 * other register below the caller's mark has changed. Without one it may be a local's own register, to be read before the
 * local is written. Temporaries above the result are released.
 *
 * Before: resolve.ts. After: emit/. The families in this folder reach each other through the tables of index.ts.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { BodyKind, type CodeBlock } from "../../vm/bytecode/program.js";
import type { AnyNode, Expression, Identifier } from "../ast.js";
import { FunctionBuilder, type Label } from "../emit/function-builder.js";
import { ControlStack } from "../emit/jumps.js";
import type { Register, Registers } from "../emit/registers.js";
import {
  type Binding,
  BindingKind,
  type FunctionScope,
  type PseudoName,
  type Resolution,
  type Scope,
} from "../scope/scope.js";

export type NodeOf<T extends AnyNode["type"]> = Extract<AnyNode, { type: T }>;

/** The name an anonymous function or class gets from its place: known, or the register of its key. */
export type NameHint = string | Register;

export type ExpressionLowering<N> = (
  f: Lowering,
  node: N,
  target: Register | undefined,
  name: NameHint | undefined,
) => Register;

/** The dispatch of index.ts, handed to every function so that families do not import each other in circles. */
export interface Tables {
  readonly expression: (
    f: Lowering,
    node: AnyNode,
    target: Register | undefined,
    name: NameHint | undefined,
  ) => Register;
  readonly statement: (f: Lowering, node: AnyNode, labels: readonly string[]) => void;
  readonly effect: (f: Lowering, node: Expression) => void;
  readonly jumpIf: (f: Lowering, node: Expression, sense: boolean, label: Label) => void;
  readonly deleteChain: (f: Lowering, node: NodeOf<"ChainExpression">, target: Register | undefined) => Register;
  /** The closure of a function declaration, for hoisting. */
  readonly closure: ExpressionLowering<NodeOf<"FunctionDeclaration">>;
}

/** What library sources may name beyond the language; see library.ts. */
export interface LibraryNames {
  call(f: Lowering, node: NodeOf<"CallExpression">, target: Register | undefined): Register | undefined;
  value(f: Lowering, node: AnyNode, target: Register | undefined): Register | undefined;
  /** A free name: throws, since library code may not use globals. */
  refuse(node: Identifier): never;
}

/** One compilation. */
export interface Unit {
  readonly source: string;
  readonly resolution: Resolution;
  readonly blocks: (CodeBlock | undefined)[];
  readonly tables: Tables;
  readonly library: LibraryNames | null;
}

const ASSIGNMENT_TO_CONSTANT = "Assignment to constant variable.";
const TYPE_ERROR = 0;

export class Lowering {
  readonly code = new FunctionBuilder();
  readonly registers: Registers = this.code.registers;
  readonly control = new ControlStack(this.code);
  /** this of a derived constructor: its register (or Cell). */
  derivedThis: Binding | null = null;
  /** Where `using` declarations of the innermost scope that has any put their values. */
  disposeList: Register | null = null;

  constructor(
    readonly unit: Unit,
    readonly fn: FunctionScope,
    readonly body: BodyKind,
  ) {}

  get isAsync(): boolean {
    return this.body === BodyKind.Async || this.body === BodyKind.AsyncGenerator;
  }

  /** Whether a return at this place is one Return instruction. */
  get returnsPlainly(): boolean {
    return this.derivedThis === null && this.body !== BodyKind.AsyncGenerator && this.control.returnsDirectly;
  }

  // ---- nodes ----

  expression(node: AnyNode, target?: Register, name?: NameHint): Register {
    return this.unit.tables.expression(this, node, target, name);
  }

  statement(node: AnyNode, labels: readonly string[] = []): void {
    const mark = this.registers.mark();
    const lazy = node.type === "VariableDeclaration" || node.type === "ClassDeclaration";
    this.unit.tables.statement(this, node, labels);
    if (!lazy) this.registers.expect(mark, node.type);
  }

  /** Evaluates for side effects only. */
  effect(node: Expression): void {
    const mark = this.registers.mark();
    this.unit.tables.effect(this, node);
    this.registers.release(mark);
  }

  /** Jumps to `label` when the truth of `node` is `sense`, and falls through otherwise. */
  jumpIf(node: Expression, sense: boolean, label: Label): void {
    const mark = this.registers.mark();
    this.unit.tables.jumpIf(this, node, sense, label);
    this.registers.release(mark);
  }

  /** A value that stays as it is while the source between `start` and `end` runs: a local written there is copied. */
  operand(node: AnyNode, later?: { readonly start: number; readonly end: number } | null): Register {
    const register = this.expression(node);
    if (later == null) return register;
    const owner = this.registers.owner(register);
    if (owner === undefined || !owner.writtenWithin(later.start, later.end)) return register;
    const copy = this.registers.allocate();
    this.code.emit(Op.Move, copy, register);
    return copy;
  }

  at(node: { readonly start: number; readonly end: number }): FunctionBuilder {
    return this.code.at(node.start, node.end);
  }

  // ---- registers ----

  /** Where a result goes: the target, or a new register. */
  destination(target: Register | undefined): Register {
    return target ?? this.registers.allocate();
  }

  /** A register that may be written before the whole value is known: never a local's. */
  scratch(target: Register | undefined): Register {
    return target !== undefined && this.registers.owner(target) === undefined ? target : this.registers.allocate();
  }

  /** Puts a value where it was asked for; `mark` is the height before it was evaluated. */
  deliver(value: Register, target: Register | undefined, mark: number): Register {
    if (target !== undefined) {
      this.registers.release(mark);
      if (value !== target) this.code.emit(Op.Move, target, value);
      return target;
    }
    if (value < mark) {
      this.registers.release(mark);
      return value;
    }
    this.registers.release(mark);
    const result = this.registers.allocate();
    if (value !== result) this.code.emit(Op.Move, result, value);
    return result;
  }

  loadUndefined(target: Register | undefined): Register {
    const dst = this.destination(target);
    this.code.emit(Op.LoadUndefined, dst);
    return dst;
  }

  loadConst(value: null | boolean | number | string | bigint, target: Register | undefined): Register {
    const dst = this.destination(target);
    if (typeof value === "number" && (value | 0) === value && !Object.is(value, -0))
      this.code.emit(Op.LoadInt, dst, value);
    else this.code.emit(Op.LoadConst, dst, this.code.constants.add(value));
    return dst;
  }

  // ---- scopes ----

  /** Makes what must exist from the start of a scope. Other locals get registers when they are initialised. */
  enterScope(scope: Scope): void {
    for (const binding of scope.bindings.values()) this.prepare(binding);
    for (const node of scope.functions) this.hoist(node);
  }

  prepare(binding: Binding): void {
    const { kind } = binding;
    if (
      kind === BindingKind.Parameter ||
      kind === BindingKind.Arguments ||
      kind === BindingKind.FunctionName ||
      !binding.referenced
    ) {
      if (kind !== BindingKind.Var) return;
    }
    if (binding.register >= 0) return;
    if (kind === BindingKind.Var) {
      const register = this.home(binding);
      if (binding.captured) this.code.emit(Op.NewCell, register);
      else this.code.emit(Op.LoadUndefined, register);
    } else if (kind === BindingKind.Function) {
      const register = this.home(binding);
      if (binding.captured) this.code.emit(Op.NewCell, register);
    } else if (hasEarlyCell(binding)) {
      const register = this.home(binding);
      if (binding.needsTdz) this.code.emit(Op.NewTdzCell, register);
      else this.code.emit(Op.NewCell, register);
    } else if (binding.needsTdz) this.code.emit(Op.LoadTdz, this.home(binding));
  }

  private hoist(node: NodeOf<"FunctionDeclaration">): void {
    const binding = this.unit.resolution.references.get(node.id as AnyNode);
    if (binding === undefined || !(binding.referenced || binding.kind !== BindingKind.Function)) return;
    const mark = this.registers.mark();
    if (binding.captured) {
      const closure = this.unit.tables.closure(this, node, undefined, undefined);
      this.code.emit(Op.StoreCell, binding.register as Register, closure);
    } else this.unit.tables.closure(this, node, binding.register as Register, undefined);
    this.registers.release(mark);
  }

  /** Allocates the register of a binding. */
  home(binding: Binding): Register {
    const register = this.registers.allocate();
    binding.register = register;
    this.registers.own(register, binding);
    return register;
  }

  /** Evaluates the initial value of a let, const, class or parameter straight into its place. */
  initialiseWith(binding: Binding, evaluate: (target: Register) => void): void {
    if (binding.register >= 0 && hasEarlyCell(binding)) {
      const mark = this.registers.mark();
      const value = this.registers.allocate();
      evaluate(value);
      this.code.emit(Op.StoreCell, binding.register as Register, value);
      this.registers.release(mark);
      return;
    }
    if (binding.register < 0) {
      // Not yet owned: nothing can read it, so the value may be built in place.
      const register = this.registers.allocate();
      evaluate(register);
      binding.register = register;
      this.registers.own(register, binding);
    } else evaluate(binding.register as Register);
    if (binding.captured) this.code.emit(Op.WrapCell, binding.register as Register);
  }

  /** Initialises a binding with a value at hand. */
  initialise(binding: Binding, value: Register): void {
    if (binding.register >= 0 && hasEarlyCell(binding)) {
      this.code.emit(Op.StoreCell, binding.register as Register, value);
      return;
    }
    this.initialiseWith(binding, (target) => {
      if (target !== value) this.code.emit(Op.Move, target, value);
    });
  }

  // ---- bindings ----

  /** Reads a name; a checked one throws when it is not initialised. */
  read(node: AnyNode, binding: Binding, target: Register | undefined): Register {
    const { code } = this;
    const checked = this.unit.resolution.checked.has(node);
    if (binding.fn !== this.fn) {
      const dst = this.destination(target);
      const index = this.fn.captureIndex(binding);
      if (checked) this.at(node).emit(Op.LoadCapturedChecked, dst, index, code.constants.add(binding.name));
      else code.emit(Op.LoadCaptured, dst, index);
      return dst;
    }
    const register = this.registerOf(binding);
    if (binding.captured) {
      const dst = this.destination(target);
      if (checked) this.at(node).emit(Op.LoadCellChecked, dst, register, code.constants.add(binding.name));
      else code.emit(Op.LoadCell, dst, register);
      return dst;
    }
    if (checked) this.at(node).emit(Op.CheckTdz, register, code.constants.add(binding.name));
    if (target === undefined) return register;
    if (target !== register) code.emit(Op.Move, target, register);
    return target;
  }

  /** Assigns to a name that is already declared. */
  write(node: AnyNode, binding: Binding, value: Register): void {
    const { code } = this;
    const checked = this.unit.resolution.checked.has(node);
    if (binding.constant) {
      if (checked) {
        const mark = this.registers.mark();
        this.read(node, binding, undefined);
        this.registers.release(mark);
      }
      this.at(node).emit(Op.ThrowError, TYPE_ERROR, code.constants.add(ASSIGNMENT_TO_CONSTANT));
      return;
    }
    if (binding.fn !== this.fn) {
      const index = this.fn.captureIndex(binding);
      if (checked) this.at(node).emit(Op.StoreCapturedChecked, index, value, code.constants.add(binding.name));
      else code.emit(Op.StoreCaptured, index, value);
      return;
    }
    const register = this.registerOf(binding);
    if (binding.captured) {
      if (checked) this.at(node).emit(Op.StoreCellChecked, register, value, code.constants.add(binding.name));
      else code.emit(Op.StoreCell, register, value);
      return;
    }
    if (checked) this.at(node).emit(Op.CheckTdz, register, code.constants.add(binding.name));
    if (register !== value) code.emit(Op.Move, register, value);
  }

  /** The register of a local that is not captured and needs no check at `node`: it can be a target and an operand. */
  plainLocal(node: AnyNode): Register | undefined {
    const binding = this.unit.resolution.references.get(node);
    if (binding === undefined || binding.fn !== this.fn || binding.captured || binding.constant) return undefined;
    return this.unit.resolution.checked.has(node) ? undefined : this.registerOf(binding);
  }

  private registerOf(binding: Binding): Register {
    if (binding.register < 0) throw new Error(`Invariant: ${binding.name} is used before it has a register`);
    return binding.register as Register;
  }

  bindingOf(node: AnyNode): Binding | undefined {
    return this.unit.resolution.references.get(node);
  }

  // ---- this, new.target, home, callee ----

  /** One of the values a call brings with it, directly or through the cell of the function that has it. */
  pseudo(name: PseudoName, node: AnyNode, target?: Register): Register {
    const owner = this.fn.thisOwner;
    const binding = owner.pseudo.get(name);
    if (binding !== undefined) {
      const register = this.readRaw(binding, target);
      if (name === "this" && owner.role === "derivedConstructor" && this.unit.resolution.checked.has(node)) {
        this.at(node).emit(Op.CheckThis, register);
      }
      return register;
    }
    const dst = this.destination(target);
    this.loadPseudo(name, dst);
    return dst;
  }

  loadPseudo(name: PseudoName, dst: Register): void {
    if (name === "this") this.code.emit(Op.LoadThis, dst);
    else if (name === "new.target") this.code.emit(Op.LoadNewTarget, dst);
    else if (name === "home") this.code.emit(Op.LoadHome, dst);
    else this.code.emit(Op.LoadCallee, dst);
  }

  /** The content of a binding, TDZ included. */
  readRaw(binding: Binding, target?: Register): Register {
    if (binding.fn !== this.fn) {
      const dst = this.destination(target);
      this.code.emit(Op.LoadCaptured, dst, this.fn.captureIndex(binding));
      return dst;
    }
    const register = this.registerOf(binding);
    if (binding.captured) {
      const dst = this.destination(target);
      this.code.emit(Op.LoadCell, dst, register);
      return dst;
    }
    if (target === undefined || target === register) return register;
    this.code.emit(Op.Move, target, register);
    return target;
  }

  /** Where a new closure of a child finds its cells: see CodeBlock.captures. */
  captureSources(child: FunctionScope): number[] {
    return child.captures.map((binding) =>
      binding.fn === this.fn ? this.registerOf(binding) : -1 - this.fn.captureIndex(binding),
    );
  }

  // ---- leaving ----

  /** Ends the function with a value; nothing is left to run. */
  readonly emitReturn = (value: Register): void => {
    if (this.derivedThis !== null) {
      const mark = this.registers.mark();
      this.code.emit(Op.ReturnDerived, value, this.readRaw(this.derivedThis));
      this.registers.release(mark);
    } else this.code.emit(Op.Return, value);
  };
}

/** Whether the Cell of a lexical binding is made when its scope is entered. */
export function hasEarlyCell(binding: Binding): boolean {
  return binding.captured && (binding.early || binding.needsTdz || binding.kind === BindingKind.Synthetic);
}

/** Whether a property key is an array index: https://tc39.es/ecma262/#array-index */
export function isArrayIndex(key: string): boolean {
  const index = Number(key) >>> 0;
  return index !== 0xffffffff && String(index) === key;
}
