/**
 * Functions: parameters, closures, arrows, async and generator bodies, and the frame of every other kind of block.
 *
 * A function starts, in this order, with: fields of a base class's instance, what the call brings (this, callee, arguments) as
 * far as somebody captured it, parameters with their defaults, GeneratorStart, variables and hoisted functions, the body.
 *
 * Before: resolve.ts. After: a finished CodeBlock in the Program and its index among the parent's children.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { BlockFlag, BodyKind, FunctionKind } from "../../vm/bytecode/program.js";
import type { AnyNode, Pattern } from "../ast.js";
import type { BlockHeader } from "../emit/function-builder.js";
import { CapacityError, type Register } from "../emit/registers.js";
import { Binding, BindingKind, type FunctionScope } from "../scope/scope.js";
import { type ExpressionLowering, hasEarlyCell, Lowering, type NameHint, type NodeOf, type Unit } from "./lowering.js";
import { applyDefault, bindPattern, reserveNames } from "./patterns.js";
import { lowerBody, returnExpression } from "./statements.js";

export type FunctionNode =
  | NodeOf<"FunctionDeclaration">
  | NodeOf<"FunctionExpression">
  | NodeOf<"ArrowFunctionExpression">;

/** Most functions of one program. */
const MAX_BLOCKS = 65_535;

/** How a function differs from a plain one. */
export interface FunctionOptions {
  readonly name: string;
  readonly kind: FunctionKind;
  /** The text `toString` gives. */
  readonly text: { readonly start: number; readonly end: number };
  readonly flags?: number;
  /** Base class constructors whose class has instance members. */
  readonly initialisesInstance?: boolean;
  /** The block's index when it has been reserved. */
  readonly index?: number;
}

/** A function declaration, expression or arrow as a closure. */
export const lowerFunction: ExpressionLowering<FunctionNode> = (f, node, target, name) => {
  const dst = f.destination(target);
  const own = node.type === "ArrowFunctionExpression" ? undefined : node.id?.name;
  const child = compileFunction(f, node, {
    name: own ?? (typeof name === "string" ? name : ""),
    kind: node.type === "ArrowFunctionExpression" ? FunctionKind.Arrow : FunctionKind.Normal,
    text: node,
  });
  f.code.emit(Op.MakeClosure, dst, child);
  if (own === undefined) nameFunction(f, dst, name);
  return dst;
};

/** Names a function whose name is only known at run time. */
export function nameFunction(f: Lowering, fn: Register, name: NameHint | undefined, prefix: 0 | 1 | 2 = 0): void {
  if (typeof name === "number") f.code.emit(Op.SetFunctionName, fn, name, prefix);
}

/** Compiles a function of the source. @returns its index among the children of `f` */
export function compileFunction(f: Lowering, node: FunctionNode, options: FunctionOptions): number {
  const scope = f.unit.resolution.functions.get(node) as FunctionScope;
  return childOf(
    f,
    compileBlock(f.unit, scope, bodyKindOf(node), node.params, options, (g) => functionBody(g, node, options)),
    scope,
  );
}

export function bodyKindOf(node: { readonly async: boolean; readonly generator: boolean }): BodyKind {
  if (node.generator) return node.async ? BodyKind.AsyncGenerator : BodyKind.Generator;
  return node.async ? BodyKind.Async : BodyKind.Plain;
}

interface CompiledBlock {
  readonly index: number;
  /** Fills in where the creator has the cells, and stores the block. */
  readonly store: (captures: readonly number[]) => void;
}

/** Registers a block as a child, with the cells it takes from `f`. */
export function childOf(f: Lowering, block: CompiledBlock, scope: FunctionScope): number {
  block.store(f.captureSources(scope));
  return f.code.children.push(block.index) - 1;
}

/** Compiles one block: `lower` emits everything behind the parameters' registers. */
export function compileBlock(
  unit: Unit,
  scope: FunctionScope,
  body: BodyKind,
  params: readonly Pattern[],
  options: FunctionOptions,
  lower: (g: Lowering) => void,
): CompiledBlock {
  if (unit.blocks.length >= MAX_BLOCKS) throw new CapacityError("functions of one program", MAX_BLOCKS);
  const index = options.index ?? unit.blocks.push(undefined) - 1;
  const g = new Lowering(unit, scope, body);
  const positional = params.filter((param) => param.type !== "RestElement").length;
  const firstOptional = params.findIndex((param) => param.type === "AssignmentPattern" || param.type === "RestElement");
  g.registers.allocateRun(positional);
  g.at(options.text);
  lower(g);
  if (!g.code.unreachable) endOfBody(g);
  g.registers.release(0);
  const header: BlockHeader = {
    name: options.name,
    kind: options.kind,
    body,
    length: firstOptional < 0 ? params.length : firstOptional,
    paramCount: positional,
    start: options.text.start,
    end: options.text.end,
  };
  const flags = (options.flags ?? 0) | (unit.library === null ? 0 : BlockFlag.Library);
  return {
    index,
    store: (captures) => {
      unit.blocks[index] = g.code.finish(header, captures, flags);
    },
  };
}

function endOfBody(g: Lowering): void {
  if (g.derivedThis === null) g.code.emit(Op.ReturnUndefined);
  else {
    const mark = g.registers.mark();
    g.emitReturn(g.loadUndefined(undefined));
    g.registers.release(mark);
  }
}

/** Everything of a function behind the registers of its parameters. */
export function functionBody(g: Lowering, node: FunctionNode, options: FunctionOptions): void {
  const { fn, code } = g;
  if (options.initialisesInstance) initialiseInstance(g);
  enterFunction(g, node);
  bindParameters(g, node.params);
  if (g.body === BodyKind.Generator || g.body === BodyKind.AsyncGenerator) code.emit(Op.GeneratorStart);
  g.enterScope(fn.body);
  if (fn.body !== fn.parameters) copyParameters(g);
  if (node.body.type === "BlockStatement") {
    lowerBody(g, fn.body, node.body.body);
    // An implicit return belongs to the closing brace.
    code.at(node.body.end - 1, node.body.end);
    return;
  }
  returnExpression(g, node.body);
}

/** A base class constructor starts with the fields. */
export function initialiseInstance(g: Lowering): void {
  const mark = g.registers.mark();
  const self = g.registers.allocate();
  const callee = g.registers.allocate();
  g.code.emit(Op.LoadThis, self);
  g.code.emit(Op.LoadCallee, callee);
  g.code.emit(Op.InitializeInstance, self, callee);
  g.registers.release(mark);
}

/** What the call brings, as far as the function or an arrow in it needs it in a register or cell. */
export function enterFunction(g: Lowering, node: AnyNode): void {
  const { fn, code } = g;
  for (const [name, binding] of fn.pseudo) {
    const register = g.home(binding);
    if (name === "this" && fn.role === "derivedConstructor") {
      code.emit(binding.captured ? Op.NewTdzCell : Op.LoadTdz, register);
      continue;
    }
    g.loadPseudo(name, register);
    if (binding.captured) code.emit(Op.WrapCell, register);
  }
  if (fn.role === "derivedConstructor") {
    g.derivedThis = fn.pseudo.get("this") ?? null;
    if (g.derivedThis === null) {
      g.derivedThis = new Binding("this", BindingKind.Pseudo, fn.parameters, -1);
      code.emit(Op.LoadTdz, g.home(g.derivedThis));
    }
  }
  const names = g.unit.resolution.scopes.get(node);
  for (const binding of names?.kind === "name" ? names.bindings.values() : []) {
    if (!binding.referenced) continue;
    const register = g.home(binding);
    code.emit(Op.LoadCallee, register);
    if (binding.captured) code.emit(Op.WrapCell, register);
  }
  const args = fn.parameters.bindings.get("arguments");
  if (args?.kind === BindingKind.Arguments) {
    code.flags |= BlockFlag.KeepsArguments;
    const register = g.home(args);
    code.emit(Op.LoadArguments, register);
    if (args.captured) code.emit(Op.WrapCell, register);
  }
}

function bindParameters(g: Lowering, params: readonly Pattern[]): void {
  const { fn, code, registers } = g;
  for (const binding of fn.parameters.bindings.values()) {
    if (binding.kind !== BindingKind.Parameter) continue;
    if (hasEarlyCell(binding)) code.emit(binding.needsTdz ? Op.NewTdzCell : Op.NewCell, g.home(binding));
    else if (binding.needsTdz) code.emit(Op.LoadTdz, g.home(binding));
  }
  for (const [index, param] of params.entries()) {
    let given = index as Register;
    if (param.type === "RestElement") {
      given = registers.allocate();
      code.flags |= BlockFlag.KeepsArguments;
      code.emit(Op.LoadRest, given, index);
    }
    bindParameter(g, param.type === "RestElement" ? param.argument : param, given);
  }
}

function bindParameter(g: Lowering, param: Pattern, given: Register): void {
  let target = param;
  if (param.type === "AssignmentPattern") {
    if (!isUndefinedDefault(g, param)) applyDefault(g, param, given);
    target = param.left;
  }
  if (target.type === "Identifier") {
    const binding = g.bindingOf(target);
    if (binding !== undefined && binding.register < 0) {
      binding.register = given;
      g.registers.own(given, binding);
      if (binding.captured) g.code.emit(Op.WrapCell, given);
      return;
    }
  } else reserveNames(g, target);
  bindPattern(g, target, given, true);
}

/** In the library a default of `undefined` says only that the parameter does not count in `length`. */
function isUndefinedDefault(g: Lowering, param: NodeOf<"AssignmentPattern">): boolean {
  return g.unit.library !== null && param.right.type === "Identifier" && param.right.name === "undefined";
}

/** Variables of the body that share a name with a parameter start with its value. */
function copyParameters(g: Lowering): void {
  const { fn } = g;
  for (const binding of fn.body.bindings.values()) {
    const parameter = fn.parameters.bindings.get(binding.name);
    if (parameter === undefined || binding.kind !== BindingKind.Var || parameter.register < 0) continue;
    const mark = g.registers.mark();
    const value = g.readRaw(parameter);
    if (binding.captured) g.code.emit(Op.StoreCell, binding.register as Register, value);
    else g.code.emit(Op.Move, binding.register as Register, value);
    g.registers.release(mark);
  }
}
