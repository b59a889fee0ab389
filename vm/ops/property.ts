/**
 * Handlers of property access. Named sites fill the inline caches that the dispatch loop reads;
 * everything a cache cannot answer goes through operations/access.ts.
 */
import { Op } from "../bytecode/opcodes.js";
import { invoke } from "../calls.js";
import { type Frame, Mode } from "../frame.js";
import { getFrom, getValue, hasProperty, prototypeOfPrimitive, setOn } from "../operations/access.js";
import { keyToValue, toKey } from "../operations/convert.js";
import { changed, deleteOwn, findOwn, found } from "../operations/property.js";
import type { PropertySite } from "../unit.js";
import { Bit, GuestObject, isObject, Kind, PUSHED, type Value } from "../values/object.js";
import { keyToDisplay, type PropertyKey } from "../values/property-key.js";
import { Accessor, Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { CHANGED, callFrom, type Handler, routineFrom, store } from "./protocol.js";

/** Kinds whose named properties all lie in the shape, so that a shape check proves the answer. */
function isCacheable(object: GuestObject): boolean {
  switch (object.kind) {
    case Kind.Proxy:
    case Kind.Tool:
    case Kind.TypedArray:
    case Kind.StringObject:
    case Kind.Global:
      return false;
    default:
      return (object.bits & Bit.LazyFunction) === 0 && !object.shape.dictionary;
  }
}

/** Reads a named property of an object and fills the site. */
function getNamed(vm: Vm, object: GuestObject, site: PropertySite, receiver: Value, dst: number): Value {
  const { key } = site;
  const { shape } = object;
  if (site.epoch === vm.prototypeEpoch) {
    if (shape === site.shape) return (site.holder ?? object).slots[site.slot];
    if (shape === site.shape2) return (site.holder2 ?? object).slots[site.slot2];
    if (shape === site.getterShape) return invoke(vm, site.getter, receiver, [], dst, Mode.Normal);
  }
  if (!isCacheable(object) || typeof key === "number") return getFrom(vm, object, key, receiver, dst, Mode.Normal);
  const own = shape.lookup(key);
  if (own >= 0) {
    if ((shape.attrs[own]! & Attr.Accessor) === 0) {
      site.fill(shape, own, null, vm.prototypeEpoch);
      return object.slots[own];
    }
    return getFrom(vm, object, key, receiver, dst, Mode.Normal);
  }
  if (key === "length" && (object.kind === Kind.Array || object.kind === Kind.SlowArray)) {
    return getFrom(vm, object, key, receiver, dst, Mode.Normal);
  }
  // On the prototype chain: a hit is cached while no prototype changes.
  for (let holder = object.shape.proto; holder !== null; holder = holder.shape.proto) {
    if ((holder.bits & Bit.LazyFunction) !== 0 || holder.kind === Kind.Proxy || holder.kind === Kind.Tool) break;
    const index = holder.shape.lookup(key);
    if (index < 0) {
      if (holder.kind !== Kind.Ordinary && findOwn(vm, holder, key)) break;
      continue;
    }
    if (holder.shape.dictionary && (holder.bits & Bit.Intrinsic) === 0) break;
    if ((holder.shape.attrs[index]! & Attr.Accessor) === 0) {
      site.fill(shape, index, holder, vm.prototypeEpoch);
      return holder.slots[index];
    }
    const { get } = holder.slots[index] as unknown as Accessor;
    if (get !== undefined) site.fillGetter(shape, get, vm.prototypeEpoch);
    break;
  }
  return getFrom(vm, object, key, receiver, dst, Mode.Normal);
}

/** A named property of any value. */
function readNamed(vm: Vm, base: Value, site: PropertySite, dst: number): Value {
  if (base instanceof GuestObject) return getNamed(vm, base, site, base, dst);
  return getValue(vm, base, site.key, dst);
}

/** A computed property of any value; the key converts first unless the base is nullish. */
function readElement(vm: Vm, frame: Frame, pc: number, base: Value, key: Value, dst: number): number {
  if (base === undefined || base === null) {
    return vm.throwNoProperty(base, isObject(key) ? "[object]" : toKey(vm, key), "read");
  }
  if (key instanceof GuestObject) return routineFrom(vm, frame, pc, "getElement", [base, key], dst);
  return store(frame, dst, getValue(vm, base, toKey(vm, key), dst), pc);
}

function refuseWrite(vm: Vm, base: Value, key: PropertyKey): never {
  const name = keyToDisplay(key);
  if (!(base instanceof GuestObject)) {
    return vm.throwType(
      `Cannot create property '${name}' on ${typeof base} '${base instanceof GuestSymbol ? keyToDisplay(base) : String(base)}'`,
    );
  }
  if ((base.bits & Bit.Intrinsic) !== 0) {
    return vm.throwType(
      `Cannot assign to property '${name}' of ${vm.describe(base)}: built-in objects are frozen in this runtime`,
    );
  }
  let holder: GuestObject | null = base;
  while (holder !== null && holder.kind !== Kind.Proxy) {
    if (findOwn(vm, holder, key)) {
      if ((found.attr & Attr.Accessor) !== 0) {
        return vm.throwType(`Cannot set property ${name} of ${vm.describe(base)} which has only a getter`);
      }
      return vm.throwType(`Cannot assign to read only property '${name}' of object '${vm.describe(base)}'`);
    }
    holder = holder.shape.proto;
  }
  return vm.throwType(`Cannot add property ${name}, object is not extensible`);
}

function writeProperty(vm: Vm, frame: Frame, pc: number, base: Value, key: PropertyKey, value: Value): number {
  if (base === undefined || base === null) return vm.throwNoProperty(base, key, "set");
  const result = setOn(vm, base, key, value, base, 0, Mode.Discard);
  if (result === PUSHED) return CHANGED;
  if (result === false) refuseWrite(vm, base, key);
  void frame;
  return pc + 4;
}

/** Writes a named property and fills the site for own slots and for appends. */
function writeNamed(vm: Vm, frame: Frame, pc: number, base: Value, site: PropertySite, value: Value): number {
  const { key } = site;
  if (base instanceof GuestObject && isCacheable(base)) {
    const { shape } = base;
    if (shape === site.appendShape && site.appendEpoch === vm.prototypeEpoch) {
      // Append: same shape, nothing on the chain.
      vm.allocate(8);
      changed(vm, base);
      base.shape = site.next;
      base.slots.push(value);
      return pc + 4;
    }
    const index = shape.lookup(key);
    if (index >= 0) {
      if ((shape.attrs[index]! & (Attr.Accessor | Attr.Writable)) === Attr.Writable) {
        site.writeShape = shape;
        site.writeSlot = index;
        base.slots[index] = value;
        return pc + 4;
      }
    } else if (
      base.kind === Kind.Ordinary &&
      shape.extensible &&
      shape.proto !== null &&
      (base.bits & Bit.Prototype) === 0 &&
      !onChain(vm, shape.proto, key)
    ) {
      const next = shape.add(key, Attr.Default);
      if (!next.dictionary) {
        site.appendShape = shape;
        site.next = next;
        site.appendEpoch = vm.prototypeEpoch;
      }
      vm.allocate(8);
      changed(vm, base);
      base.shape = next;
      base.slots.push(value);
      vm.payShapes();
      return pc + 4;
    }
  }
  return writeProperty(vm, frame, pc, base, key, value);
}

function onChain(vm: Vm, start: GuestObject, key: PropertyKey): boolean {
  for (let object: GuestObject | null = start; object !== null; object = object.shape.proto) {
    if (object.kind === Kind.Proxy || object.kind === Kind.Tool) return true;
    if (findOwn(vm, object, key)) return true;
  }
  return false;
}

/** Private element lookup: own only, TypeError when absent. */
function privateSlot(vm: Vm, object: Value, name: Value, verb: string): number {
  const key = name as GuestSymbol;
  if (isObject(object)) {
    if ((object.bits & Bit.LazyFunction) !== 0) findOwn(vm, object, "length");
    const index = object.shape.lookup(key);
    if (index >= 0) return index;
  }
  return vm.throwType(
    verb === "read"
      ? `Cannot read private member ${key.description} from an object whose class did not declare it`
      : `Cannot write private member ${key.description} to an object whose class did not declare it`,
  );
}

const definePrivate =
  (attr: number, toSlot: (vm: Vm, object: GuestObject, key: GuestSymbol, value: Value) => Value | Accessor): Handler =>
  (vm, frame, pc) => {
    const { code } = frame.unit;
    const object = frame.registers[code[pc + 1]!] as GuestObject;
    const key = frame.registers[code[pc + 2]!] as GuestSymbol;
    if ((object.bits & Bit.LazyFunction) !== 0) findOwn(vm, object, "length");
    const slot = toSlot(vm, object, key, frame.registers[code[pc + 3]!]);
    const index = object.shape.lookup(key);
    if (index >= 0 && !(slot instanceof Accessor)) {
      return vm.throwType(`Cannot initialize ${key.description} twice on the same object`);
    }
    if (index >= 0) object.slots[index] = slot as unknown as Value;
    else {
      vm.allocate(8);
      object.shape = object.shape.add(key, attr);
      object.slots.push(slot as Value);
      vm.payShapes();
    }
    return pc + 4;
  };

/** Joins one half of a private accessor with the other that may be there already. */
function privateAccessor(
  vm: Vm,
  object: GuestObject,
  key: GuestSymbol,
  half: "get" | "set",
  fn: GuestObject,
): Accessor {
  const index = object.shape.lookup(key);
  const known = index >= 0 ? (object.slots[index] as unknown) : undefined;
  if (known !== undefined && (!(known instanceof Accessor) || known[half] !== undefined)) {
    vm.throwType(`Cannot initialize ${key.description} twice on the same object`);
  }
  const pair = known as Accessor | undefined;
  return half === "get" ? new Accessor(fn, pair?.set) : new Accessor(pair?.get, fn);
}

export const propertyHandlers: readonly (readonly [Op, Handler])[] = [
  [
    Op.GetProperty,
    (vm, frame, pc) => {
      const { code, sites } = frame.unit;
      const dst = code[pc + 1]!;
      return store(frame, dst, readNamed(vm, frame.registers[code[pc + 2]!], sites[code[pc + 3]!]!, dst), pc);
    },
  ],
  [
    Op.SetProperty,
    (vm, frame, pc) => {
      const { code, sites } = frame.unit;
      return writeNamed(
        vm,
        frame,
        pc,
        frame.registers[code[pc + 1]!],
        sites[code[pc + 3]!]!,
        frame.registers[code[pc + 2]!],
      );
    },
  ],
  [
    Op.GetLength,
    (vm, frame, pc) => {
      const { code, sites } = frame.unit;
      const dst = code[pc + 1]!;
      const base = frame.registers[code[pc + 2]!];
      if (typeof base === "string") {
        frame.registers[dst] = base.length;
        return pc + 4;
      }
      return store(frame, dst, readNamed(vm, base, sites[code[pc + 3]!]!, dst), pc);
    },
  ],
  [
    Op.GetElement,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      return readElement(vm, frame, pc, frame.registers[code[pc + 2]!], frame.registers[code[pc + 3]!], code[pc + 1]!);
    },
  ],
  [
    Op.SetElement,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = frame.registers[code[pc + 1]!];
      const key = frame.registers[code[pc + 2]!];
      const value = frame.registers[code[pc + 3]!];
      if (base instanceof GuestObject && base.kind === Kind.Array && typeof key === "number") {
        // Appending to a dense array whose prototype is the frozen one: no setter can be in the way.
        const elements = base.data as Value[];
        if (key === elements.length && base.shape.proto === vm.realm.arrayPrototype) {
          vm.allocate(8);
          elements.push(value);
          return pc + 4;
        }
      }
      if (key instanceof GuestObject) {
        if (base === undefined || base === null) return vm.throwNoProperty(base, "[object]", "set");
        return routineFrom(vm, frame, pc, "setElement", [base, key, value], 0, Mode.Discard);
      }
      return writeProperty(vm, frame, pc, base, toKey(vm, key), value);
    },
  ],
  [
    Op.DeleteElement,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const base = frame.registers[code[pc + 2]!];
      const key = frame.registers[code[pc + 3]!];
      if (base === undefined || base === null) {
        return vm.throwType(`Cannot convert undefined or null to object`);
      }
      if (key instanceof GuestObject || (base instanceof GuestObject && base.kind === Kind.Proxy)) {
        return routineFrom(vm, frame, pc, "deleteStrict", [base, key], dst);
      }
      const canonical = toKey(vm, key);
      if (!(base instanceof GuestObject)) {
        if (
          typeof base === "string" &&
          (canonical === "length" || (typeof canonical === "number" && canonical < base.length))
        ) {
          return vm.throwType(`Cannot delete property '${keyToDisplay(canonical)}' of [object String]`);
        }
      } else if (!deleteOwn(vm, base, canonical)) {
        return vm.throwType(`Cannot delete property '${keyToDisplay(canonical)}' of ${vm.describe(base)}`);
      }
      frame.registers[dst] = true;
      return pc + 4;
    },
  ],
  [
    Op.GetMethod,
    (vm, frame, pc) => {
      const { code, sites } = frame.unit;
      const base = code[pc + 1]!;
      const object = frame.registers[code[pc + 2]!];
      frame.registers[base + 1] = object;
      return store(frame, base, readNamed(vm, object, sites[code[pc + 3]!]!, base), pc);
    },
  ],
  [
    Op.GetElementMethod,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const object = frame.registers[code[pc + 2]!];
      const key = frame.registers[code[pc + 3]!];
      frame.registers[base + 1] = object;
      return readElement(vm, frame, pc, object, key, base);
    },
  ],
  [
    Op.GetSuperBase,
    (_vm, { unit, registers }, pc) => {
      const { code } = unit;
      registers[code[pc + 1]!] = (registers[code[pc + 2]!] as GuestObject).shape.proto;
      return pc + 4;
    },
  ],
  [
    Op.GetSuper,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const base = code[pc + 2]!;
      const parent = frame.registers[base] as GuestObject | null;
      const key = frame.registers[base + 1];
      const self = frame.registers[base + 2];
      if (key instanceof GuestObject) return routineFrom(vm, frame, pc, "getSuperElement", [parent, key, self], dst);
      if (parent === null) return vm.throwNoProperty(null, toKey(vm, key), "read");
      return store(frame, dst, getFrom(vm, parent, toKey(vm, key), self, dst, Mode.Normal), pc);
    },
  ],
  [
    Op.SetSuper,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const base = code[pc + 1]!;
      const parent = frame.registers[base] as GuestObject | null;
      const key = frame.registers[base + 1];
      const self = frame.registers[base + 2];
      const value = frame.registers[code[pc + 2]!];
      if (key instanceof GuestObject) {
        return routineFrom(vm, frame, pc, "setSuperElement", [parent, key, self, value], 0, Mode.Discard);
      }
      const canonical = toKey(vm, key);
      if (parent === null) return vm.throwNoProperty(null, canonical, "set");
      const result = setOn(vm, parent, canonical, value, self, 0, Mode.Discard);
      if (result === PUSHED) return CHANGED;
      if (result === false) refuseWrite(vm, self, canonical);
      return pc + 4;
    },
  ],
  [
    Op.NewPrivateName,
    (vm, { unit, registers }, pc) => {
      vm.allocate(48);
      registers[unit.code[pc + 1]!] = new GuestSymbol(unit.constants[unit.code[pc + 2]!] as string, true, undefined);
      return pc + 4;
    },
  ],
  [
    Op.GetPrivate,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const object = frame.registers[code[pc + 2]!];
      const name = frame.registers[code[pc + 3]!];
      // First the check: it refuses primitives, which have no slots.
      const index = privateSlot(vm, object, name, "read");
      const slot = (object as GuestObject).slots[index] as unknown;
      if (slot instanceof Accessor) {
        if (slot.get === undefined) {
          return vm.throwType(`'${(name as GuestSymbol).description}' was defined without a getter`);
        }
        return callFrom(vm, frame, pc, slot.get, object, [], dst);
      }
      frame.registers[dst] = slot as Value;
      return pc + 4;
    },
  ],
  [
    Op.SetPrivate,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const object = frame.registers[code[pc + 1]!] as GuestObject;
      const name = frame.registers[code[pc + 2]!] as GuestSymbol;
      const value = frame.registers[code[pc + 3]!];
      const index = privateSlot(vm, object, name, "write");
      const attr = object.shape.attrs[index]!;
      if ((attr & Attr.Accessor) !== 0) {
        const { set } = object.slots[index] as unknown as Accessor;
        if (set === undefined) return vm.throwType(`'${name.description}' was defined without a setter`);
        return routineFrom(vm, frame, pc, "callSetter", [set, object, value], 0, Mode.Discard);
      }
      if ((attr & Attr.Writable) === 0) {
        return vm.throwType(`Private method '${name.description}' is not writable`);
      }
      object.slots[index] = value;
      return pc + 4;
    },
  ],
  [Op.DefinePrivate, definePrivate(Attr.Writable, (_vm, _object, _key, value) => value)],
  [Op.DefinePrivateMethod, definePrivate(Attr.None, (_vm, _object, _key, value) => value)],
  [
    Op.DefinePrivateGetter,
    definePrivate(Attr.Accessor, (vm, object, key, fn) => privateAccessor(vm, object, key, "get", fn as GuestObject)),
  ],
  [
    Op.DefinePrivateSetter,
    definePrivate(Attr.Accessor, (vm, object, key, fn) => privateAccessor(vm, object, key, "set", fn as GuestObject)),
  ],
  [
    Op.PrivateIn,
    (vm, { unit, registers }, pc) => {
      const { code } = unit;
      const object = registers[code[pc + 3]!];
      if (!isObject(object))
        return vm.throwType("Cannot use 'in' operator to search for a private name in a value that is no object");
      registers[code[pc + 1]!] = object.shape.lookup(registers[code[pc + 2]!] as GuestSymbol) >= 0;
      return pc + 4;
    },
  ],
  [
    Op.In,
    (vm, frame, pc) => {
      const { code } = frame.unit;
      const dst = code[pc + 1]!;
      const key = frame.registers[code[pc + 2]!];
      const object = frame.registers[code[pc + 3]!];
      if (!isObject(object)) {
        return vm.throwType(
          `Cannot use 'in' operator to search for '${isObject(key) ? "[object]" : keyToDisplay(toKey(vm, key))}' in ${vm.describe(object)}`,
        );
      }
      if (key instanceof GuestObject) return routineFrom(vm, frame, pc, "hasElement", [object, key], dst);
      return store(frame, dst, hasProperty(vm, object, toKey(vm, key), dst, Mode.Normal), pc);
    },
  ],
];

export { getNamed, keyToValue, prototypeOfPrimitive };
