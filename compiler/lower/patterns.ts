/**
 * Places that values are put into: names, members, and destructuring patterns over them, for declarations, parameters,
 * assignments and loop heads alike.
 *
 * Order is that of DestructuringAssignmentEvaluation and IteratorBindingInitialization: key, then the place, then the
 * value, then its default. An open iterator is closed however control leaves the pattern.
 *
 * Before: the resolver has declared the names. After: plain register code; the VM knows no patterns.
 */
import { Op } from "../../vm/bytecode/opcodes.js";
import type { AnyNode, ArrayPattern, Identifier, MemberExpression, ObjectPattern, Pattern } from "../ast.js";
import { Label } from "../emit/function-builder.js";
import type { Register } from "../emit/registers.js";
import { boundNames } from "../scope/hoist.js";
import { BindingKind } from "../scope/scope.js";
import { isArrayIndex, type Lowering } from "./lowering.js";

const TYPE_ERROR = 0;

/** An evaluated place: it can be read and written without evaluating its parts again. */
export interface Place {
  read(target?: Register): Register;
  write(value: Register): void;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Evaluates the parts of a place.
 * @param later source that runs before the place is used
 * @param readFirst the place is read before it is written: a computed key is converted once
 */
export function placeOf(f: Lowering, node: Pattern, later: Range | null, readFirst: boolean): Place {
  if (node.type === "Identifier") return namePlace(f, node);
  if (node.type === "MemberExpression") return memberPlace(f, node, later, readFirst);
  throw new Error(`Invariant: ${node.type} is not a single place`);
}

function namePlace(f: Lowering, node: Identifier): Place {
  const binding = f.bindingOf(node);
  if (binding !== undefined) {
    return { read: (target) => f.read(node, binding, target), write: (value) => f.write(node, binding, value) };
  }
  return {
    read: (target) => f.expression(node, target),
    write: (value) => {
      f.unit.library?.refuse(node);
      f.at(node).emit(Op.StoreGlobal, f.code.constants.site(node.name), value);
    },
  };
}

function memberPlace(f: Lowering, node: MemberExpression, later: Range | null, readFirst: boolean): Place {
  const { code, registers } = f;
  const { object, property } = node;
  const span = propertySpan(node);
  if (object.type === "Super") {
    const base = superReference(f, node);
    const key = (base + 1) as Register;
    if (readFirst && node.computed && !isPrimitiveKey(f, property)) f.at(property).emit(Op.ToPropertyKey, key, key);
    return {
      read(target) {
        const dst = f.destination(target);
        f.at(span).emit(Op.GetSuper, dst, base);
        return dst;
      },
      write: (value) => f.at(span).emit(Op.SetSuper, base, value),
    };
  }
  const keyed = node.computed || property.type === "PrivateIdentifier";
  const target = f.operand(object, keyed ? { start: property.start, end: later?.end ?? property.end } : later);
  if (property.type === "PrivateIdentifier") {
    const name = f.expression(property);
    return {
      read(into) {
        const dst = f.destination(into);
        f.at(span).emit(Op.GetPrivate, dst, target, name);
        return dst;
      },
      write: (value) => f.at(span).emit(Op.SetPrivate, target, name, value),
    };
  }
  const fixed = staticKey(node);
  if (fixed !== undefined) {
    const site = code.constants.site(fixed);
    return {
      read(into) {
        const dst = f.destination(into);
        if (fixed === "length") f.at(span).emit(Op.GetLength, dst, target, site);
        else f.at(span).emit(Op.GetProperty, dst, target, site);
        return dst;
      },
      write: (value) => f.at(span).emit(Op.SetProperty, target, value, code.constants.site(fixed)),
    };
  }
  let key = f.operand(property, later);
  if (readFirst && !isPrimitiveKey(f, property)) {
    // The object is checked before its key is converted: reading from null or undefined throws here.
    const ready = new Label();
    const converted = registers.allocate();
    code.emit(Op.JumpNotNullish, target, ready);
    f.at(span).emit(Op.GetElement, converted, target, key);
    code.bind(ready);
    f.at(property).emit(Op.ToPropertyKey, converted, key);
    key = converted;
  }
  return {
    read(into) {
      const dst = f.destination(into);
      f.at(span).emit(Op.GetElement, dst, target, key);
      return dst;
    },
    write: (value) => f.at(span).emit(Op.SetElement, target, key, value),
  };
}

/** Super base, key and this in three registers, for GetSuper and SetSuper: the base is read after the key, before its conversion. */
export function superReference(f: Lowering, node: MemberExpression): Register {
  const base = f.registers.allocateRun(3);
  f.pseudo("home", node.object, base);
  f.pseudo("this", node.object, (base + 2) as Register);
  if (node.computed) f.expression(node.property, (base + 1) as Register);
  else f.loadConst((node.property as Identifier).name, (base + 1) as Register);
  f.code.emit(Op.GetSuperBase, base, base);
  return base;
}

/** The span an error at a property access points to: its name. */
export function propertySpan(node: MemberExpression): Range {
  return node.property;
}

/** The key of a member when it is known and no array index. */
export function staticKey(node: MemberExpression): string | undefined {
  const { property } = node;
  if (!node.computed) return property.type === "Identifier" ? property.name : undefined;
  return property.type === "Literal" && typeof property.value === "string" && !isArrayIndex(property.value)
    ? property.value
    : undefined;
}

/** Whether converting a key to a property key cannot be observed. */
function isPrimitiveKey(f: Lowering, node: AnyNode): boolean {
  switch (node.type) {
    case "Literal":
    case "TemplateLiteral":
    case "BinaryExpression":
    case "UnaryExpression":
    case "UpdateExpression":
      return true;
    case "Identifier":
      return f.bindingOf(node)?.primitive === true;
    default:
      return false;
  }
}

// ---- patterns ----

/** Gives the names of a declared pattern their registers, below the temporaries of the pattern. */
export function reserveNames(f: Lowering, pattern: Pattern): void {
  for (const name of boundNames(pattern)) {
    const binding = f.bindingOf(name);
    if (binding !== undefined && binding.register < 0) f.home(binding);
  }
}

/**
 * Puts a value at hand into a pattern.
 * @param declares the names are initialised; else they are assigned
 * @param source the expression the value comes from, for messages
 */
export function bindPattern(
  f: Lowering,
  pattern: Pattern,
  value: Register,
  declares: boolean,
  source: AnyNode | null = null,
): void {
  const mark = f.registers.mark();
  switch (pattern.type) {
    case "Identifier":
      bindName(f, pattern, value, declares);
      return;
    case "ObjectPattern":
      bindObject(f, pattern, value, declares, source);
      break;
    case "ArrayPattern":
      bindArray(f, pattern, value, declares);
      break;
    case "AssignmentPattern": {
      const held = f.registers.allocate();
      f.code.emit(Op.Move, held, value);
      applyDefault(f, pattern, held);
      bindPattern(f, pattern.left, held, declares);
      break;
    }
    case "MemberExpression":
      placeOf(f, pattern, null, false).write(value);
      break;
    case "RestElement":
      bindPattern(f, pattern.argument, value, declares);
      break;
  }
  f.registers.release(mark);
}

function bindName(f: Lowering, name: Identifier, value: Register, declares: boolean): void {
  const binding = f.bindingOf(name);
  if (declares && binding !== undefined && binding.kind !== BindingKind.Var) f.initialise(binding, value);
  else namePlace(f, name).write(value);
}

/** Replaces an undefined value by the pattern's default. */
export function applyDefault(f: Lowering, pattern: Pattern & { type: "AssignmentPattern" }, value: Register): void {
  const given = new Label();
  f.code.emit(Op.JumpNotUndefined, value, given);
  f.expression(pattern.right, value, pattern.left.type === "Identifier" ? pattern.left.name : undefined);
  f.code.bind(given);
}

/** One element or property: its place, its value (`fetch` puts it into a register), its default. */
function bindElement(f: Lowering, element: Pattern, declares: boolean, fetch: (target: Register) => void): void {
  const { registers } = f;
  const mark = registers.mark();
  const withDefault = element.type === "AssignmentPattern" ? element : null;
  const target = withDefault?.left ?? element;
  if (target.type === "Identifier") {
    const direct = directRegister(f, target, declares, withDefault !== null);
    if (direct !== undefined) {
      fetch(direct);
      if (withDefault !== null) applyDefault(f, withDefault, direct);
      const binding = f.bindingOf(target);
      if (declares && binding?.captured) f.code.emit(Op.WrapCell, direct);
      return;
    }
  }
  const place = target.type === "MemberExpression" ? placeOf(f, target, null, false) : null;
  const value = registers.allocate();
  fetch(value);
  if (withDefault !== null) applyDefault(f, withDefault, value);
  if (place !== null) place.write(value);
  else bindPattern(f, target, value, declares);
  registers.release(mark);
}

/** The register a name's value can be fetched into at once, when nothing can see it half done. */
function directRegister(f: Lowering, name: Identifier, declares: boolean, withDefault: boolean): Register | undefined {
  const binding = f.bindingOf(name);
  if (binding === undefined) return undefined;
  if (!declares || binding.kind === BindingKind.Var) return withDefault ? undefined : f.plainLocal(name);
  return binding.needsTdz || (binding.captured && binding.early) ? undefined : (binding.register as Register);
}

function bindObject(
  f: Lowering,
  pattern: ObjectPattern,
  value: Register,
  declares: boolean,
  source: AnyNode | null,
): void {
  const { code, registers } = f;
  requireObject(f, pattern, value, source);
  const { properties } = pattern;
  const last = properties[properties.length - 1];
  const rest = last?.type === "RestElement" ? last : null;
  const keys: (string | Register)[] = [];
  for (const property of properties) {
    if (property.type === "RestElement") continue;
    const { key } = property;
    const fixed = property.computed ? undefined : literalKey(key);
    if (fixed !== undefined) {
      if (rest !== null) keys.push(fixed);
      bindElement(f, property.value, declares, (target) => {
        if (isArrayIndex(fixed)) {
          const index = registers.allocate();
          f.loadConst(Number(fixed), index);
          f.at(key).emit(Op.GetElement, target, value, index);
        } else if (fixed === "length") f.at(key).emit(Op.GetLength, target, value, code.constants.site(fixed));
        else f.at(key).emit(Op.GetProperty, target, value, code.constants.site(fixed));
      });
      continue;
    }
    const computed = registers.allocate();
    f.expression(key, computed);
    if (rest !== null || !isPrimitiveKey(f, key)) f.at(key).emit(Op.ToPropertyKey, computed, computed);
    if (rest !== null) keys.push(computed);
    bindElement(f, property.value, declares, (target) => f.at(key).emit(Op.GetElement, target, value, computed));
  }
  if (rest === null) return;
  bindElement(f, rest.argument, declares, (target) => {
    const mark = registers.mark();
    const base = registers.allocateRun(Math.max(1, keys.length));
    for (const [index, key] of keys.entries()) {
      const register = (base + index) as Register;
      if (typeof key === "string") f.loadConst(key, register);
      else code.emit(Op.Move, register, key);
    }
    code.emit(Op.NewArray, base, base, keys.length);
    f.at(rest).emit(Op.RestObject, target, value, base);
    registers.release(mark);
  });
}

/** Throws, as V8 words it, when the value to destructure is null or undefined. */
function requireObject(f: Lowering, pattern: ObjectPattern, value: Register, source: AnyNode | null): void {
  const { code } = f;
  const ready = new Label();
  const isUndefined = new Label();
  code.emit(Op.JumpNotNullish, value, ready);
  code.emit(Op.JumpUndefined, value, isUndefined);
  const first = pattern.properties[0];
  const key = first?.type === "Property" && !first.computed ? literalKey(first.key) : undefined;
  const span = source ?? (key === undefined ? pattern : first);
  for (const is of ["null", "undefined"] as const) {
    const text = source === null ? is : f.unit.source.slice(source.start, Math.min(source.end, source.start + 200));
    const what = key === undefined ? `'${text}'` : `property '${key}' of '${text}'`;
    const message = code.constants.add(`Cannot destructure ${what} as it is ${is}.`);
    f.at(span).emit(Op.ThrowError, TYPE_ERROR, message);
    if (is === "null") code.bind(isUndefined);
  }
  code.bind(ready);
}

/** The property key of a name or literal that is not computed. */
export function literalKey(key: AnyNode): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "Literal") return typeof key.value === "bigint" ? key.value.toString() : String(key.value);
  throw new Error(`Invariant: ${key.type} as a property name`);
}

function bindArray(f: Lowering, pattern: ArrayPattern, value: Register, declares: boolean): void {
  const { code, registers, control } = f;
  const record = registers.allocate();
  const thrown = registers.allocate();
  f.at(pattern).emit(Op.GetIterator, record, value);
  const handler = new Label();
  const guarded = pattern.elements.some((element) => element !== null && runsCode(f, element, declares));
  const region = code.openRegion(handler, thrown);
  const entry = { type: "cleanup" as const, region, run: () => f.at(pattern).emit(Op.IteratorClose, record) };
  if (guarded) control.push(entry);
  for (const element of pattern.elements) {
    if (element?.type === "RestElement") {
      bindElement(f, element.argument, declares, (target) => f.at(pattern).emit(Op.IteratorRest, target, record));
      continue;
    }
    const fetch = (target: Register) => {
      const next = new Label();
      f.at(pattern).emit(Op.IteratorNext, target, record, next);
      code.bind(next);
    };
    if (element === null) fetch(thrown);
    else bindElement(f, element, declares, fetch);
  }
  if (guarded) {
    control.pop(entry);
    code.closeRegion(region);
  }
  f.at(pattern).emit(Op.IteratorClose, record);
  if (!guarded) return;
  const end = new Label();
  code.emit(Op.Jump, end);
  code.bind(handler);
  code.emit(Op.IteratorCloseSilent, record);
  code.emit(Op.Throw, thrown);
  code.bind(end);
}

/** Whether binding an element can run anything but the iterator itself. */
function runsCode(f: Lowering, element: Pattern, declares: boolean): boolean {
  if (element.type === "RestElement") return runsCode(f, element.argument, declares);
  if (element.type !== "Identifier") return true;
  return !declares && f.plainLocal(element) === undefined;
}
