/**
 * Function.prototype and the constructors that refuse to compile text. `call`, `apply` and `bind`
 * are native as long as the argument list is a dense array and the target's own `length` and
 * `name` are data; vm/library/function.js does the rest.
 */

import { BlockFlag } from "../bytecode/program.js";
import { invoke, isCallable } from "../calls.js";
import { findOwn, found } from "../operations/property.js";
import { newValues } from "../unit.js";
import { BoundData, type ClosureData, NativeData } from "../values/function.js";
import { GuestObject, HOLE, isObject, Kind, MISS, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";
import { constant, type Family, type IntrinsicSpec, method, methodAll } from "./define.js";

function call(vm: Vm, self: Value, args: Value[]): Value {
  return invoke(vm, self, args[0], args.slice(1), vm.dst, vm.mode);
}

function apply(vm: Vm, self: Value, thisArg: Value, list: Value): Value {
  if (!isCallable(self)) {
    return vm.throwType(`Function.prototype.apply was called on ${vm.describe(self)}, which is not a function`);
  }
  if (list === undefined || list === null) return invoke(vm, self, thisArg, [], vm.dst, vm.mode);
  if (!isObject(list) || list.kind !== Kind.Array || list.shape.proto !== vm.realm.arrayPrototype) return MISS;
  const args = list.data as Value[];
  vm.charge(args.length >> 2);
  vm.allocate(48 + 8 * args.length);
  return invoke(
    vm,
    self,
    thisArg,
    args.map((value) => (value === HOLE ? undefined : value)),
    vm.dst,
    vm.mode,
  );
}

/** BoundFunctionCreate with the own properties that `bind` gives. */
function boundFunction(
  vm: Vm,
  target: GuestObject,
  proto: GuestObject | null,
  self: Value,
  args: Value[],
): GuestObject {
  vm.allocate(128 + 8 * args.length);
  return new GuestObject(vm.rootShape(proto), newValues(0), Kind.Bound, new BoundData(target, self, args), 0, 0);
}

function nameBound(vm: Vm, bound: GuestObject, length: Value, name: Value): GuestObject {
  vm.allocate(24);
  const text = `bound ${typeof name === "string" ? name : ""}`;
  bound.shape = bound.shape.add("length", Attr.Configurable).add("name", Attr.Configurable);
  bound.slots = [length, text];
  return bound;
}

/** Length of a bound function; `length` is the target's own length value. */
function boundLength(length: Value, bound: number): number {
  return typeof length === "number" ? Math.max(0, toInteger(length) - bound) : 0;
}

function toInteger(value: number): number {
  return Number.isNaN(value) ? 0 : Math.trunc(value) + 0;
}

function bind(vm: Vm, self: Value, args: Value[]): Value {
  if (!isCallable(self)) return vm.throwType("Bind must be called on a function");
  if (self.kind === Kind.Proxy || self.kind === Kind.Tool) return MISS;
  let length: Value = 0;
  if (findOwn(vm, self, "length")) {
    if ((found.attr & Attr.Accessor) !== 0) return MISS;
    length = boundLength(found.value as Value, Math.max(0, args.length - 1));
  }
  // A deleted own name is looked up on the prototypes.
  if (!findOwn(vm, self, "name") || (found.attr & Attr.Accessor) !== 0) return MISS;
  const name = found.value as Value;
  return nameBound(vm, boundFunction(vm, self, self.shape.proto, args[0], args.slice(1)), length, name);
}

/** Source text of a function, or the form of built-ins. https://tc39.es/ecma262/#prod-NativeFunction */
function sourceText(vm: Vm, self: Value): Value {
  if (!isCallable(self)) {
    return vm.throwType("Function.prototype.toString requires that 'this' be a Function");
  }
  let name = "";
  if (self.kind === Kind.Closure) {
    const { block, unit } = self.data as ClosureData;
    if (unit !== null && (block.flags & BlockFlag.Library) === 0 && unit.program.source !== "") {
      const text = unit.program.source.slice(block.start, block.end);
      vm.allocateText(text.length);
      return text;
    }
    ({ name } = block);
  } else if (self.kind === Kind.Native) ({ name } = self.data as NativeData);
  // A symbol-named method prints as "[Symbol.iterator]"; accessor names keep their prefix.
  return `function ${name}() { [native code] }`;
}

/** OrdinaryHasInstance while no bound function, proxy or accessor is met. */
function hasInstance(vm: Vm, self: Value, value: Value): Value {
  if (!isCallable(self)) return false;
  if (self.kind !== Kind.Closure && self.kind !== Kind.Native) return MISS;
  if (!isObject(value)) return false;
  if (!findOwn(vm, self, "prototype") || (found.attr & Attr.Accessor) !== 0) return MISS;
  const proto = found.value as Value;
  if (!isObject(proto)) return MISS;
  let current: GuestObject | null = value;
  for (;;) {
    if (current.kind === Kind.Proxy) return MISS;
    current = current.shape.proto;
    if (current === null) return false;
    if (current === proto) return true;
    vm.charge(1);
  }
}

/** A prototype of one kind of function. */
const functionKind = (name: string, tag: string, prototype: string | undefined): IntrinsicSpec => ({
  name: `${name}Prototype`,
  proto: "FunctionPrototype",
  rows: [
    ...(prototype === undefined ? [] : [constant("prototype", { intrinsic: prototype })]),
    constant("@@toStringTag", tag),
  ],
});

/** What every attempt to compile text gets. */
const REFUSAL = "Code generation from strings is disallowed";

export const functionFamily: Family = {
  intrinsics: [
    {
      name: "FunctionPrototype",
      kind: Kind.Native,
      data: () => new NativeData("", 0, () => undefined, null, -1),
      rows: [
        constant("length", 0),
        constant("name", ""),
        methodAll("call", 1, call),
        method("apply", 2, apply, "functionApply"),
        methodAll("bind", 1, bind, "functionBind"),
        method("toString", 0, sourceText),
        method("@@hasInstance", 1, hasInstance, "functionHasInstance"),
        { type: "accessor", key: "caller", both: "ThrowTypeError" },
        { type: "accessor", key: "arguments", both: "ThrowTypeError" },
      ],
    },
    {
      name: "GlobalCode",
      rows: [method("eval", 1, (vm, _self, text) => (typeof text === "string" ? vm.throwType(REFUSAL) : text))],
    },
    functionKind("AsyncFunction", "AsyncFunction", undefined),
    functionKind("GeneratorFunction", "GeneratorFunction", "GeneratorPrototype"),
    functionKind("AsyncGeneratorFunction", "AsyncGeneratorFunction", "AsyncGeneratorPrototype"),
  ],
  constructors: [
    { name: "Function" },
    { name: "AsyncFunction", proto: "Function" },
    { name: "GeneratorFunction", proto: "Function" },
    { name: "AsyncGeneratorFunction", proto: "Function" },
  ],
  operations: [
    {
      /** A bound function with the given prototype; its length and name come with finishBound. */
      name: "newBound",
      call: (vm, target, proto, self, args) =>
        boundFunction(
          vm,
          target as GuestObject,
          proto as GuestObject | null,
          self,
          ((args as GuestObject).data as Value[]).slice(),
        ),
    },
    {
      /** A value in a message as V8 shows it there: texts bare, functions by their source. */
      name: "shown",
      call: (vm, value) => {
        if (typeof value === "string") return value;
        return isCallable(value) && value.kind !== Kind.Tool && value.kind !== Kind.Proxy
          ? sourceText(vm, value)
          : vm.describe(value);
      },
    },
    {
      name: "finishBound",
      call: (vm, bound, length, name) => nameBound(vm, bound as GuestObject, length, name),
    },
    {
      name: "boundLength",
      call: (_vm, length, bound) => boundLength(length, bound as number),
    },
  ],
  globals: [
    ["Function", "Function"],
    ["eval", "GlobalCode_eval"],
  ],
};
