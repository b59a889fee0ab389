/**
 * Classes: constructors, methods, accessors, fields, private names, static blocks.
 *
 * Follows https://tc39.es/ecma262/#sec-runtime-semantics-classdefinitionevaluation: heritage, constructor, elements in order
 * (methods are defined, computed keys of fields evaluated), then the inner name, then private static methods, then static
 * fields and blocks. Instance members are one synthetic method, run by InitializeInstance; static ones are another, called
 * once. Private names, private methods and computed keys are bindings of the class scope that those methods capture.
 *
 * Before: resolve.ts. After: register code and the blocks of the constructor and the initialisers.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { BlockFlag, BodyKind, FunctionKind } from "../../vm/bytecode/program.js";
import type { AnyNode } from "../ast.js";
import type { Register } from "../emit/registers.js";
import { type Binding, type ClassScope, FunctionScope, Scope } from "../scope/scope.js";
import {
  childOf,
  compileBlock,
  compileFunction,
  enterFunction,
  initialiseInstance,
  nameFunction,
} from "./functions.js";
import { makeMember, memberKey } from "./literals.js";
import { type ExpressionLowering, isArrayIndex, type Lowering, type NameHint, type NodeOf } from "./lowering.js";
import { literalKey } from "./patterns.js";
import { lowerBody } from "./statements.js";

type ClassNode = NodeOf<"ClassDeclaration"> | NodeOf<"ClassExpression">;
type Method = NodeOf<"MethodDefinition">;
type Field = NodeOf<"PropertyDefinition">;

/** A private static method, defined when the class is complete. */
interface StaticPrivate {
  readonly element: Method;
  readonly fn: Register;
}

export const lowerClass: ExpressionLowering<ClassNode> = (f, node, target, hint) => {
  const { code, registers } = f;
  const mark = registers.mark();
  const dst = f.scratch(target);
  const info = f.unit.resolution.classes.get(node) as ClassScope;
  if (info.name?.referenced) f.prepare(info.name);
  preparePrivates(f, info);
  const constructor = registers.allocateRun(2);
  const prototype = (constructor + 1) as Register;
  const heritage = node.superClass == null ? -1 : lowerHeritage(f, node.superClass);
  const name: NameHint | undefined = node.id?.name ?? hint;
  const child = compileConstructor(f, node, info, typeof name === "string" ? name : "");
  f.at(node).emit(Op.MakeClass, constructor, child, heritage);
  nameFunction(f, constructor, name);
  const statics: StaticPrivate[] = [];
  for (const element of node.body.body) {
    if (element.type === "StaticBlock") continue;
    const home = element.static ? constructor : prototype;
    if (element.type === "PropertyDefinition") keepKey(f, info, element);
    else if (element.kind === "constructor") continue;
    else if (element.key.type !== "PrivateIdentifier") defineMethod(f, element, home);
    else if (element.static) statics.push(staticPrivate(f, element, home));
    else keepPrivateMethod(f, info, element, home);
  }
  if (info.name?.referenced) f.initialise(info.name, constructor);
  if (info.instance !== null) {
    const initializer = registers.allocate();
    code.emit(Op.MakeMethod, initializer, compileInitializer(f, node, info.instance, false), prototype);
    code.emit(Op.SetInitializer, constructor, initializer);
  }
  for (const { element, fn } of statics) definePrivate(f, element, constructor, fn);
  if (info.statics !== null) {
    const call = registers.allocateRun(2);
    code.emit(Op.MakeMethod, call, compileInitializer(f, node, info.statics, true), constructor);
    code.emit(Op.Move, (call + 1) as Register, constructor);
    f.at(node).emit(Op.CallMethod, call, 0);
  }
  code.emit(Op.Move, dst, constructor);
  return f.deliver(dst, target, mark);
};

function lowerHeritage(f: Lowering, superClass: AnyNode): Register {
  const base = f.registers.allocateRun(2);
  f.expression(superClass, base);
  f.at(superClass).emit(Op.GetHeritage, base, base);
  return base;
}

/** Private names exist before anything of the class runs; places for keys and private methods are made beside them. */
function preparePrivates(f: Lowering, info: ClassScope): void {
  for (const binding of info.scope.bindings.values()) {
    if (binding === info.name || !binding.referenced) continue;
    const isName = binding.name.startsWith("#") && !binding.name.includes(" ");
    const register = f.home(binding);
    if (!isName) f.code.emit(Op.NewCell, register);
    else {
      f.code.emit(Op.NewPrivateName, register, f.code.constants.add(binding.name));
      if (binding.captured) f.code.emit(Op.WrapCell, register);
    }
  }
}

// ---- constructors ----

function compileConstructor(f: Lowering, node: ClassNode, info: ClassScope, name: string): number {
  const isDerived = node.superClass != null;
  const kind = isDerived ? FunctionKind.DerivedConstructor : FunctionKind.ClassConstructor;
  const hasMembers = info.instance !== null;
  const own = node.body.body.find(
    (element): element is Method => element.type === "MethodDefinition" && element.kind === "constructor",
  );
  if (own !== undefined) {
    return compileFunction(f, own.value, { name, kind, text: node, initialisesInstance: hasMembers && !isDerived });
  }
  const scope = new FunctionScope(isDerived ? "derivedConstructor" : "constructor", node, f.fn, node.start, null);
  scope.parameters = new Scope("parameters", info.scope, scope, node.start);
  scope.body = scope.parameters;
  const flags = isDerived ? BlockFlag.KeepsArguments : 0;
  const block = compileBlock(f.unit, scope, BodyKind.Plain, [], { name, kind, text: node, flags }, (g) => {
    if (isDerived) defaultDerived(g, hasMembers);
    else if (hasMembers) initialiseInstance(g);
  });
  return childOf(f, block, scope);
}

/** `constructor(...args) { super(...args) }`, without iterating. */
function defaultDerived(g: Lowering, hasMembers: boolean): void {
  const { code, registers } = g;
  const base = registers.allocateRun(2);
  const callee = registers.allocate();
  code.emit(Op.LoadCallee, callee);
  code.emit(Op.GetSuperConstructor, base, callee);
  code.emit(Op.LoadRest, (base + 1) as Register, 0);
  const newTarget = registers.allocate();
  code.emit(Op.LoadNewTarget, newTarget);
  code.emit(Op.SuperCallSpread, base, 0, newTarget);
  if (hasMembers) code.emit(Op.InitializeInstance, base, callee);
  code.emit(Op.Return, base);
}

// ---- methods ----

function defineMethod(f: Lowering, element: Method, home: Register): void {
  const { code, registers } = f;
  const mark = registers.mark();
  const key = memberKey(f, element.key, element.computed);
  const fn = registers.allocate();
  makeMember(f, element, fn, home, element.computed ? key : literalKey(element.key));
  f.at(element);
  if (element.kind === "get") code.emit(Op.DefineClassGetter, home, key, fn);
  else if (element.kind === "set") code.emit(Op.DefineClassSetter, home, key, fn);
  else code.emit(Op.DefineMethod, home, key, fn);
  registers.release(mark);
}

function privateText(element: Method | Field): string {
  return `#${(element.key as { name: string }).name}`;
}

function staticPrivate(f: Lowering, element: Method, home: Register): StaticPrivate {
  const fn = f.registers.allocate();
  makeMember(f, element, fn, home, privateText(element));
  return { element, fn };
}

/** The function of a private instance method is made once and added to every instance. */
function keepPrivateMethod(f: Lowering, info: ClassScope, element: Method, home: Register): void {
  const mark = f.registers.mark();
  const fn = f.registers.allocate();
  makeMember(f, element, fn, home, privateText(element));
  f.code.emit(Op.StoreCell, (info.methods.get(element) as Binding).register as Register, fn);
  f.registers.release(mark);
}

function definePrivate(f: Lowering, element: Method, object: Register, fn: Register): void {
  const mark = f.registers.mark();
  const name = f.expression(element.key);
  f.at(element);
  if (element.kind === "get") f.code.emit(Op.DefinePrivateGetter, object, name, fn);
  else if (element.kind === "set") f.code.emit(Op.DefinePrivateSetter, object, name, fn);
  else f.code.emit(Op.DefinePrivateMethod, object, name, fn);
  f.registers.release(mark);
}

// ---- fields ----

/** Evaluates the computed key of a field, to be used for every instance. */
function keepKey(f: Lowering, info: ClassScope, element: Field): void {
  if (!element.computed) return;
  const mark = f.registers.mark();
  const key = memberKey(f, element.key, true);
  f.code.emit(Op.StoreCell, (info.keys.get(element) as Binding).register as Register, key);
  f.registers.release(mark);
}

/** The method that adds an instance's private methods and fields, or runs a class's static fields and blocks. */
function compileInitializer(f: Lowering, node: ClassNode, scope: FunctionScope, isStatic: boolean): number {
  const info = f.unit.resolution.classes.get(node) as ClassScope;
  const name = isStatic ? "<static_initializer>" : "<instance_members_initializer>";
  const options = { name, kind: FunctionKind.Method, text: node };
  const block = compileBlock(f.unit, scope, BodyKind.Plain, [], options, (g) => {
    enterFunction(g, node);
    if (!isStatic) {
      for (const [element, kept] of info.methods) {
        const mark = g.registers.mark();
        definePrivate(g, element as Method, g.pseudo("this", node), g.read(element, kept, undefined));
        g.registers.release(mark);
      }
    }
    for (const element of node.body.body) {
      if (element.type === "PropertyDefinition" && element.static === isStatic) defineField(g, info, element);
      else if (element.type === "StaticBlock" && isStatic) staticBlock(g, element);
    }
  });
  return childOf(f, block, scope);
}

function defineField(g: Lowering, info: ClassScope, element: Field): void {
  const { code, registers } = g;
  const mark = registers.mark();
  const object = g.pseudo("this", element);
  if (element.key.type === "PrivateIdentifier") {
    const value = fieldValue(g, element, privateText(element));
    const name = g.expression(element.key);
    g.at(element).emit(Op.DefinePrivate, object, name, value);
  } else if (element.computed) {
    const key = g.read(element, info.keys.get(element) as Binding, undefined);
    const value = fieldValue(g, element, key);
    g.at(element).emit(Op.DefineElement, object, key, value);
  } else {
    const key = literalKey(element.key);
    if (isArrayIndex(key)) {
      const index = g.loadConst(Number(key), undefined);
      g.at(element).emit(Op.DefineElement, object, index, fieldValue(g, element, key));
    } else {
      const value = fieldValue(g, element, key);
      g.at(element).emit(Op.DefineNamed, object, value, code.constants.site(key));
    }
  }
  registers.release(mark);
}

function fieldValue(g: Lowering, element: Field, name: NameHint): Register {
  return element.value == null ? g.loadUndefined(undefined) : g.expression(element.value, undefined, name);
}

function staticBlock(g: Lowering, element: NodeOf<"StaticBlock">): void {
  const mark = g.registers.mark();
  const scope = g.unit.resolution.scopes.get(element) as Scope;
  g.enterScope(scope);
  lowerBody(g, scope, element.body);
  g.registers.release(mark);
}
