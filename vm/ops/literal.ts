/** Handlers of object, array, regular-expression and template literals. */

import { Op } from "../bytecode/opcodes.js";
import type { KeysConstant, RegExpConstant, TemplateConstant } from "../bytecode/program.js";
import { Mode } from "../frame.js";
import { toKey } from "../operations/convert.js";
import {
  dataFields,
  defineOwn,
  findOwn,
  found,
  ownKeys,
  type PropertyFields,
  putOwn,
  setIntegrity,
} from "../operations/property.js";
import { regexpLiteral } from "../operations/regexp-literal.js";
import { newValues } from "../unit.js";
import type { ArrayObject } from "../values/array.js";
import { GuestObject, HOLE, isObject, Kind, type Value } from "../values/object.js";
import { keyToDisplay, type PropertyKey } from "../values/property-key.js";
import { Attr, type Shape } from "../values/shape.js";
import type { Vm } from "../vm.js";
import { type Handler, routineFrom } from "./protocol.js";

function accessorFields(
  get: GuestObject | undefined,
  set: GuestObject | undefined,
  enumerable: boolean,
): PropertyFields {
  return {
    hasValue: false,
    value: undefined,
    hasWritable: false,
    writable: false,
    hasGet: get !== undefined,
    get,
    hasSet: set !== undefined,
    set,
    hasEnumerable: true,
    enumerable,
    hasConfigurable: true,
    configurable: true,
  };
}

/** DefinePropertyOrThrow on an object that is no proxy. */
function define(vm: Vm, object: GuestObject, key: PropertyKey, fields: PropertyFields): void {
  if (!defineOwn(vm, object, key, fields)) {
    vm.throwType(
      object.shape.extensible || findOwn(vm, object, key)
        ? `Cannot redefine property: ${keyToDisplay(key)}`
        : `Cannot define property ${keyToDisplay(key)}, object is not extensible`,
    );
  }
}

const defineAccessor =
  (half: "get" | "set", enumerable: boolean): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    const object = frame.registers[code[pc + 1]!] as GuestObject;
    const fn = frame.registers[code[pc + 3]!] as GuestObject;
    const key = toKey(vm, frame.registers[code[pc + 2]!]);
    define(
      vm,
      object,
      key,
      half === "get" ? accessorFields(fn, undefined, enumerable) : accessorFields(undefined, fn, enumerable),
    );
    return pc + 4;
  };

export const literalHandlers: readonly (readonly [Op, Handler])[] = [
  [
    Op.NewObject,
    (vm, { unit, registers }, pc) => {
      registers[unit.code[pc + 1]!] = vm.newPlainObject();
      return pc + 4;
    },
  ],
  [
    Op.NewObjectWith,
    (vm, { unit, registers }, pc) => {
      const { code } = unit;
      const at = code[pc + 3]!;
      const { keys } = unit.constants[at] as KeysConstant;
      let shape = unit.literals.get(at) as Shape | undefined;
      if (shape === undefined) {
        shape = vm.shapes.object;
        for (const key of keys) shape = shape.add(key, Attr.Default);
        if (!shape.dictionary) unit.literals.set(at, shape);
      }
      const base = code[pc + 2]!;
      const count = keys.length;
      vm.allocate(96 + 8 * count);
      const slots = newValues(count);
      for (let i = 0; i < count; i++) slots[i] = registers[base + i];
      registers[code[pc + 1]!] = new GuestObject(shape, slots, Kind.Ordinary, undefined, 0, 0);
      return pc + 4;
    },
  ],
  [
    Op.DefineNamed,
    (vm, frame, pc) => {
      const { code, sites } = frame.unit;
      const object = frame.registers[code[pc + 1]!] as GuestObject;
      const value = frame.registers[code[pc + 2]!];
      const { key } = sites[code[pc + 3]!]!;
      if (object.kind === Kind.Proxy)
        return routineFrom(
          vm,
          frame,
          pc,
          "createDataPropertyOrThrow",
          [object, typeof key === "number" ? String(key) : key, value],
          0,
          Mode.Discard,
        );
      if (object.kind === Kind.Ordinary && object.shape.extensible && object.shape.lookup(key) < 0) {
        putOwn(vm, object, key, value, Attr.Default);
      } else define(vm, object, key, dataFields(value, Attr.Default));
      return pc + 4;
    },
  ],
  [
    Op.DefineElement,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const object = frame.registers[code[pc + 1]!] as GuestObject;
      const key = frame.registers[code[pc + 2]!];
      const value = frame.registers[code[pc + 3]!];
      if (object.kind === Kind.Proxy || isObject(key) || object.kind === Kind.TypedArray) {
        return routineFrom(vm, frame, pc, "createDataPropertyOrThrow", [object, key, value], 0, Mode.Discard);
      }
      define(vm, object, toKey(vm, key), dataFields(value, Attr.Default));
      return pc + 4;
    },
  ],
  [
    Op.DefineMethod,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const object = frame.registers[code[pc + 1]!] as GuestObject;
      define(
        vm,
        object,
        toKey(vm, frame.registers[code[pc + 2]!]),
        dataFields(frame.registers[code[pc + 3]!], Attr.Hidden),
      );
      return pc + 4;
    },
  ],
  [Op.DefineGetter, defineAccessor("get", true)],
  [Op.DefineSetter, defineAccessor("set", true)],
  [Op.DefineClassGetter, defineAccessor("get", false)],
  [Op.DefineClassSetter, defineAccessor("set", false)],
  [
    Op.SetPrototype,
    (_vm, { unit, registers }, pc) => {
      const object = registers[unit.code[pc + 1]!] as GuestObject;
      const proto = registers[unit.code[pc + 2]!];
      if (proto === null || isObject(proto)) _vm.setFreshPrototype(object, proto);
      return pc + 4;
    },
  ],
  [
    Op.SpreadObject,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const target = frame.registers[code[pc + 1]!] as GuestObject;
      const source = frame.registers[code[pc + 2]!];
      if (!copyPlain(vm, target, source)) {
        return routineFrom(vm, frame, pc, "copyDataProperties", [target, source, undefined], 0, Mode.Discard);
      }
      return pc + 4;
    },
  ],
  [
    Op.RestObject,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const source = frame.registers[code[pc + 2]!];
      const excluded = frame.registers[code[pc + 3]!];
      if (source === undefined || source === null) {
        return vm.throwType(`Cannot destructure '${source}' as it is ${source}.`);
      }
      const target = vm.newPlainObject();
      if (restPlain(vm, target, source, excluded as ArrayObject)) {
        frame.registers[code[pc + 1]!] = target;
        return pc + 4;
      }
      return routineFrom(vm, frame, pc, "copyDataProperties", [target, source, excluded], code[pc + 1]!);
    },
  ],
  [
    Op.NewArray,
    (vm, { unit, registers }, pc) => {
      const { code } = unit;
      const base = code[pc + 2]!;
      const count = code[pc + 3]!;
      const elements = newValues(count);
      for (let i = 0; i < count; i++) elements[i] = registers[base + i];
      registers[code[pc + 1]!] = vm.newArray(elements);
      return pc + 4;
    },
  ],
  [
    Op.ArrayAppend,
    (vm, { unit, registers }, pc) => {
      vm.growStore((registers[unit.code[pc + 1]!] as ArrayObject).data.length, 1);
      (registers[unit.code[pc + 1]!] as ArrayObject).data.push(registers[unit.code[pc + 2]!]);
      return pc + 4;
    },
  ],
  [
    Op.ArrayHole,
    (vm, { unit, registers }, pc) => {
      vm.allocate(8);
      (registers[unit.code[pc + 1]!] as ArrayObject).data.push(HOLE);
      return pc + 4;
    },
  ],
  [
    Op.ArraySpread,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const target = frame.registers[code[pc + 1]!] as ArrayObject;
      const source = frame.registers[code[pc + 2]!];
      if (isObject(source) && vm.iteratesPlainly(source)) {
        const items = (source as ArrayObject).data;
        vm.charge(items.length >> 3);
        vm.growStore(target.data.length, items.length);
        for (let i = 0; i < items.length; i++) target.data.push(items[i] === HOLE ? undefined : items[i]);
        return pc + 4;
      }
      return routineFrom(vm, frame, pc, "arraySpread", [target, source], 0, Mode.Discard);
    },
  ],
  [
    Op.NewRegExp,
    (vm, { unit, registers }, pc) => {
      const { source, flags } = unit.constants[unit.code[pc + 2]!] as RegExpConstant;
      registers[unit.code[pc + 1]!] = regexpLiteral(vm, source, flags, unit, unit.code[pc + 2]!);
      return pc + 4;
    },
  ],
  [
    Op.GetTemplate,
    (vm, { unit, registers }, pc) => {
      const at = unit.code[pc + 2]!;
      let template = unit.literals.get(at) as ArrayObject | undefined;
      if (template === undefined) {
        const { cooked, raw } = unit.constants[at] as TemplateConstant;
        const rawArray = vm.newArray(raw.slice());
        template = vm.newArray(cooked.slice());
        setIntegrity(vm, rawArray, true);
        putOwn(vm, template, "raw", rawArray, Attr.None);
        setIntegrity(vm, template, true);
        unit.literals.set(at, template);
      }
      registers[unit.code[pc + 1]!] = template;
      return pc + 4;
    },
  ],
];

/** CopyDataProperties when neither side runs guest code; false leaves it to the library. */
function copyPlain(vm: Vm, target: GuestObject, source: Value): boolean {
  if (source === undefined || source === null) return true;
  if (!isObject(source)) return false;
  if (source.kind !== Kind.Ordinary && source.kind !== Kind.Array) return false;
  if (target.kind !== Kind.Ordinary) return false;
  const { shape } = source;
  for (let i = 0; i < shape.count; i++) if ((shape.attrs[i]! & Attr.Accessor) !== 0) return false;
  if (
    target.shape.count === 0 &&
    !shape.dictionary &&
    source.kind === Kind.Ordinary &&
    target.shape === vm.shapes.object
  ) {
    if (shape.proto === target.shape.proto && shape.extensible && allDefault(shape)) {
      vm.allocate(8 * shape.count);
      target.shape = shape;
      target.slots = source.slots.slice();
      return true;
    }
  }
  for (const key of ownKeys(vm, source)) {
    if (!findOwn(vm, source, key) || (found.attr & Attr.Enumerable) === 0) continue;
    putOwn(vm, target, key, found.value, Attr.Default);
  }
  return true;
}

/** The same without the excluded keys, for few of them. */
function restPlain(vm: Vm, target: GuestObject, source: Value, excluded: ArrayObject): boolean {
  if (!isObject(source) || source.kind !== Kind.Ordinary || excluded.data.length > 8) return false;
  const { shape } = source;
  for (let i = 0; i < shape.count; i++) if ((shape.attrs[i]! & Attr.Accessor) !== 0) return false;
  for (const name of excluded.data) if (isObject(name)) return false;
  const skipped = excluded.data.map((name) => toKey(vm, name));
  for (const key of ownKeys(vm, source)) {
    if (skipped.includes(key) || !findOwn(vm, source, key) || (found.attr & Attr.Enumerable) === 0) continue;
    putOwn(vm, target, key, found.value, Attr.Default);
  }
  return true;
}

function allDefault(shape: Shape): boolean {
  for (let i = 0; i < shape.count; i++) {
    // Index keys must be copied in ascending order, private names not at all.
    if (shape.attrs[i] !== Attr.Default || typeof shape.keys[i] !== "string") return false;
  }
  return true;
}
