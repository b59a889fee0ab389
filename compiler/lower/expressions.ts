/**
 * Expressions that are no operator, call, literal or class: names, this, conditionals, sequences, templates, await, yield.
 *
 * Before: resolve.ts. After: register code.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import { BodyKind } from "../../vm/bytecode/program.js";
import type { AnyNode, Expression, Identifier } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import type { Register } from "../emit/registers.js";
import { closeAsync } from "./loops.js";
import type { ExpressionLowering, Lowering, NodeOf } from "./lowering.js";

/** Index of TypeError in the names of ThrowError. */
const TYPE_ERROR = 0;

/** Most registers a template or literal uses for its parts before they are joined. */
const MAX_PARTS = 64;

export const lowerIdentifier: ExpressionLowering<Identifier> = (f, node, target) => {
  const binding = f.bindingOf(node);
  if (binding !== undefined) return f.read(node, binding, target);
  switch (node.name) {
    case "undefined":
      return f.loadUndefined(target);
    case "NaN":
      return f.loadConst(Number.NaN, target);
    case "Infinity":
      return f.loadConst(Number.POSITIVE_INFINITY, target);
  }
  const { library } = f.unit;
  if (library !== null) return library.value(f, node, target) ?? library.refuse(node);
  const dst = f.destination(target);
  f.at(node).emit(Op.LoadGlobal, dst, f.code.constants.site(node.name));
  return dst;
};

export const lowerPrivateName: ExpressionLowering<NodeOf<"PrivateIdentifier">> = (f, node, target) => {
  const binding = f.bindingOf(node);
  if (binding === undefined) throw new Error(`Invariant: private name #${node.name} is not resolved`);
  return f.read(node, binding, target);
};

export const lowerThis: ExpressionLowering<NodeOf<"ThisExpression">> = (f, node, target) =>
  f.pseudo("this", node, target);

export const lowerMetaProperty: ExpressionLowering<NodeOf<"MetaProperty">> = (f, node, target) =>
  f.pseudo("new.target", node, target);

export const lowerConditional: ExpressionLowering<NodeOf<"ConditionalExpression">> = (f, node, target, name) => {
  const { code } = f;
  // Each arm writes the target last, so it may even be a local that the arms read.
  const dst = f.destination(target);
  const otherwise = new Label();
  const end = new Label();
  f.jumpIf(node.test, false, otherwise);
  f.expression(node.consequent, dst, name);
  code.emit(Op.Jump, end);
  code.bind(otherwise);
  f.expression(node.alternate, dst, name);
  code.bind(end);
  return dst;
};

export const lowerSequence: ExpressionLowering<NodeOf<"SequenceExpression">> = (f, node, target) => {
  const { expressions } = node;
  for (let i = 0; i < expressions.length - 1; i++) f.effect(expressions[i]);
  return f.expression(expressions[expressions.length - 1], target);
};

export const lowerTemplate: ExpressionLowering<NodeOf<"TemplateLiteral">> = (f, node, target) => {
  const { code, registers } = f;
  const mark = registers.mark();
  const base = registers.mark() as Register;
  let count = 0;
  const add = (put: (register: Register) => void) => {
    if (count === MAX_PARTS) {
      code.emit(Op.Concat, base, base, count);
      registers.release(mark + 1);
      count = 1;
    }
    put(registers.allocate());
    count++;
  };
  for (const [index, quasi] of node.quasis.entries()) {
    const text = quasi.value.cooked as string;
    if (text !== "") add((register) => f.loadConst(text, register));
    const part = node.expressions[index];
    if (part === undefined) continue;
    add((register) => {
      if (isString(part)) {
        f.expression(part, register);
        return;
      }
      const inner = registers.mark();
      const value = f.expression(part);
      f.at(part).emit(Op.ToString, register, value);
      registers.release(inner);
    });
  }
  if (count === 0) return f.loadConst("", target);
  registers.release(mark);
  const dst = f.destination(target);
  f.at(node);
  if (count === 1) code.emit(Op.Move, dst, base);
  else code.emit(Op.Concat, dst, base, count);
  return dst;
};

function isString(node: Expression): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

// ---- suspending ----

export const lowerAwait: ExpressionLowering<NodeOf<"AwaitExpression">> = (f, node, target) => {
  const mark = f.registers.mark();
  const value = f.expression(node.argument, topTarget(f, target));
  f.registers.release(mark);
  const dst = f.destination(target);
  f.at(node).emit(Op.Await, dst, value);
  return dst;
};

/** The target, when the operand of an instruction may be built in it. */
function topTarget(f: Lowering, target: Register | undefined): Register | undefined {
  return target !== undefined && f.registers.owner(target) === undefined ? target : undefined;
}

export const lowerYield: ExpressionLowering<NodeOf<"YieldExpression">> = (f, node, target) => {
  if (node.delegate) return lowerDelegate(f, node, target);
  const { code, registers } = f;
  const mark = registers.mark();
  const value = node.argument == null ? f.loadUndefined(undefined) : f.expression(node.argument);
  const isAsync = f.body === BodyKind.AsyncGenerator;
  const held = registers.allocate();
  f.at(node);
  if (isAsync) code.emit(Op.Await, held, value);
  const returned = new Label();
  const next = new Label();
  code.emit(Op.Yield, held, isAsync ? held : value, returned);
  code.emit(Op.Jump, next);
  code.bind(returned);
  leaveWith(f, held, isAsync);
  code.bind(next);
  return f.deliver(held, target, mark);
};

/** Goes on as a return statement would when a generator is resumed by `return`. */
function leaveWith(f: Lowering, value: Register, awaits: boolean): void {
  if (awaits) f.code.emit(Op.Await, value, value);
  f.control.leaveFunction(value, f.emitReturn);
}

/** `yield*`: the loop of https://tc39.es/ecma262/#sec-generator-function-definitions-runtime-semantics-evaluation */
function lowerDelegate(f: Lowering, node: NodeOf<"YieldExpression">, target: Register | undefined): Register {
  const { code, registers } = f;
  const mark = registers.mark();
  const isAsync = f.body === BodyKind.AsyncGenerator;
  const record = registers.allocate();
  const inner = registers.mark();
  const iterable = f.expression(node.argument as AnyNode);
  f.at(node).emit(isAsync ? Op.GetAsyncIterator : Op.GetIterator, record, iterable);
  registers.release(inner);
  // mode, received value, result of the inner iterator
  const mode = registers.allocateRun(3);
  const received = (mode + 1) as Register;
  const result = (mode + 2) as Register;
  code.emit(Op.LoadInt, mode, 0);
  code.emit(Op.LoadUndefined, received);
  const missing = new Label();
  const throwless = new Label();
  const finished = new Label();
  const done = new Label();
  const top = code.openLoop();
  code.emit(Op.DelegateResume, mode, record);
  code.emit(Op.JumpStrictEqInt, mode, 3, missing);
  if (isAsync) {
    code.emit(Op.JumpStrictEqInt, mode, 4, throwless);
    code.emit(Op.Await, result, result);
  }
  code.emit(Op.DelegateDone, mode, finished);
  code.emit(Op.DelegateYield, mode);
  if (isAsync) awaitReturned(f, mode);
  code.closeLoop(top);
  code.bind(missing);
  leaveWith(f, received, isAsync);
  if (isAsync) {
    code.bind(throwless);
    closeAsync(f, record);
    code.emit(Op.ThrowError, TYPE_ERROR, code.constants.add("The iterator does not provide a 'throw' method."));
  }
  code.bind(finished);
  code.emit(Op.JumpStrictNeInt, mode, 2, done);
  f.control.leaveFunction(result, f.emitReturn);
  code.bind(done);
  return f.deliver(result, target, mark);
}

/** In an async generator a value to return is awaited before the inner iterator sees it; a rejection is thrown into it. */
function awaitReturned(f: Lowering, mode: Register): void {
  const { code } = f;
  const received = (mode + 1) as Register;
  const again = new Label();
  const rejected = new Label();
  code.emit(Op.JumpStrictNeInt, mode, 2, again);
  const region = code.openRegion(rejected, received);
  code.emit(Op.Await, received, received);
  code.closeRegion(region);
  code.emit(Op.Jump, again);
  code.bind(rejected);
  code.emit(Op.LoadInt, mode, 1);
  code.bind(again);
}
