/**
 * Map and Set, native part. The internal slot is a host Map or Set over guest values: its key
 * equality is SameValueZero, its iteration order and its behaviour under changes during iteration
 * are the specification's, and it never runs guest code. Brands are checked here; members with
 * callbacks, constructors and set composition are vm/library/map.js and vm/library/set.js.
 * https://tc39.es/ecma262/#sec-keyed-collections
 */

import { iterResult } from "../jobs/generator.js";
import { chargeLongKey, LONG_KEY } from "../operations/convert.js";
import { MAX_STORE } from "../values/array.js";
import { RecordData } from "../values/internal-slots.js";
import { GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, getter, method } from "./define.js";

/** Bytes of one entry (SECURITY §4.4). */
const ENTRY_BYTES = 40;

type MapSlot = Map<Value, Value>;
type SetSlot = Set<Value>;

const isMap = (value: Value): value is GuestObject => value instanceof GuestObject && value.kind === Kind.Map;
const isSet = (value: Value): value is GuestObject => value instanceof GuestObject && value.kind === Kind.Set;

function incompatible(vm: Vm, name: string, self: Value): never {
  return vm.throwType(`Method ${name} called on incompatible receiver ${vm.describe(self)}`);
}

function mapSlot(vm: Vm, self: Value, name: string): MapSlot {
  return isMap(self) ? (self.data as MapSlot) : incompatible(vm, `Map.prototype.${name}`, self);
}

function setSlot(vm: Vm, self: Value, name: string): SetSlot {
  return isSet(self) ? (self.data as SetSlot) : incompatible(vm, `Set.prototype.${name}`, self);
}

/** Hashing a text reads it. */
function chargeKey(vm: Vm, key: Value): void {
  vm.fuel -= 1;
  if (typeof key === "string" && key.length > LONG_KEY) chargeLongKey(vm, key.length);
}

function put(vm: Vm, map: MapSlot, key: Value, value: Value): void {
  chargeKey(vm, key);
  const { size } = map;
  if (size >= MAX_STORE && !map.has(key)) vm.throwRange("Map maximum size exceeded");
  // A key that is -0 is kept as +0, as the host does.
  map.set(key, value);
  if (map.size !== size) vm.allocate(ENTRY_BYTES);
}

function add(vm: Vm, set: SetSlot, value: Value): void {
  chargeKey(vm, value);
  const { size } = set;
  if (size >= MAX_STORE && !set.has(value)) vm.throwRange("Set maximum size exceeded");
  set.add(value);
  if (set.size !== size) vm.allocate(ENTRY_BYTES);
}

/** Internal slots of a map or set iterator: the host's own cursor, which follows later changes. */
class CursorData extends RecordData {
  constructor(
    brand: string,
    readonly owner: GuestObject,
    public cursor: Iterator<Value | [Value, Value]> | null,
    readonly kind: "keys" | "values" | "entries",
  ) {
    super(brand, [owner]);
  }
}

const MAP_ITERATOR = "Map Iterator";
const SET_ITERATOR = "Set Iterator";

function cursorOf(owner: GuestObject, kind: "keys" | "values" | "entries"): Iterator<Value | [Value, Value]> {
  if (owner.kind === Kind.Set) return (owner.data as SetSlot).values();
  const map = owner.data as MapSlot;
  if (kind === "keys") return map.keys();
  return kind === "values" ? map.values() : map.entries();
}

function newIterator(vm: Vm, owner: GuestObject, kind: "keys" | "values" | "entries"): Value {
  const isMapIterator = owner.kind === Kind.Map;
  return vm.newExotic(
    vm.realm.object(isMapIterator ? "MapIteratorPrototype" : "SetIteratorPrototype"),
    Kind.Record,
    new CursorData(isMapIterator ? MAP_ITERATOR : SET_ITERATOR, owner, cursorOf(owner, kind), kind),
  );
}

const iteratorNext = (brand: string) => (vm: Vm, self: Value) => {
  if (!isObject(self) || self.kind !== Kind.Record || (self.data as RecordData).brand !== brand) {
    return incompatible(vm, `${brand}.prototype.next`, self);
  }
  const data = self.data as CursorData;
  if (data.cursor === null) return iterResult(vm, undefined, true);
  const step = data.cursor.next();
  if (step.done) {
    data.cursor = null;
    data.fields[0] = undefined;
    return iterResult(vm, undefined, true);
  }
  if (data.kind !== "entries") return iterResult(vm, step.value as Value, false);
  const pair = brand === MAP_ITERATOR ? (step.value as [Value, Value]) : [step.value as Value, step.value as Value];
  return iterResult(vm, vm.newArray([pair[0]!, pair[1]!]), false);
};

const iterateMap = (name: "keys" | "values" | "entries") => (vm: Vm, self: Value) => {
  mapSlot(vm, self, name);
  return newIterator(vm, self as GuestObject, name);
};

const iterateSet = (name: "values" | "entries") => (vm: Vm, self: Value) => {
  setSlot(vm, self, name);
  return newIterator(vm, self as GuestObject, name);
};

export const mapFamily: Family = {
  intrinsics: [
    {
      name: "MapPrototype",
      rows: [
        method("get", 1, (vm, self, key) => {
          const map = mapSlot(vm, self, "get");
          chargeKey(vm, key);
          return map.get(key);
        }),
        method("set", 2, (vm, self, key, value) => {
          put(vm, mapSlot(vm, self, "set"), key, value);
          return self;
        }),
        method("has", 1, (vm, self, key) => {
          const map = mapSlot(vm, self, "has");
          chargeKey(vm, key);
          return map.has(key);
        }),
        method("delete", 1, (vm, self, key) => {
          const map = mapSlot(vm, self, "delete");
          chargeKey(vm, key);
          return map.delete(key);
        }),
        method("clear", 0, (vm, self) => {
          const map = mapSlot(vm, self, "clear");
          vm.charge(map.size >> 4);
          map.clear();
          return undefined;
        }),
        method("entries", 0, iterateMap("entries")),
        method("keys", 0, iterateMap("keys")),
        method("values", 0, iterateMap("values")),
        getter("size", (vm, self) => mapSlot(vm, self, "size").size),
        constant("@@iterator", { intrinsic: "MapPrototype_entries" }),
        constant("@@toStringTag", "Map"),
      ],
    },
    {
      name: "MapIteratorPrototype",
      proto: "IteratorPrototype",
      rows: [method("next", 0, iteratorNext(MAP_ITERATOR)), constant("@@toStringTag", MAP_ITERATOR)],
    },
  ],
  constructors: [{ name: "Map" }],
  operations: [
    {
      name: "newMap",
      call: (vm, proto) => {
        vm.allocate(56);
        return vm.newExotic(proto as GuestObject, Kind.Map, new Map<Value, Value>());
      },
    },
    { name: "mapGet", call: (_vm, map, key) => ((map as GuestObject).data as MapSlot).get(key) },
    { name: "mapHas", call: (_vm, map, key) => ((map as GuestObject).data as MapSlot).has(key) },
    {
      name: "mapSet",
      call: (vm, map, key, value) => {
        put(vm, (map as GuestObject).data as MapSlot, key, value);
        return undefined;
      },
    },
    {
      /** The keys as a fresh list. */
      name: "mapKeys",
      call: (vm, map) => {
        const slot = (map as GuestObject).data as MapSlot;
        vm.charge(slot.size >> 3);
        return vm.newArray([...slot.keys()]);
      },
    },
    {
      /** An iterator that no program sees, over keys ("keys") or entries in their live order. */
      name: "mapCursor",
      call: (vm, owner, kind) => newIterator(vm, owner as GuestObject, kind as "keys" | "values" | "entries"),
    },
    {
      /** Steps a cursor: false at its end, else true with the entry in fields 1 and 2. */
      name: "cursorStep",
      call: (vm, iterator) => {
        const data = (iterator as GuestObject).data as CursorData;
        vm.fuel -= 1;
        const step = data.cursor === null ? undefined : data.cursor.next();
        if (step === undefined || step.done) {
          data.cursor = null;
          return false;
        }
        if (data.owner.kind === Kind.Map && data.kind === "entries")
          [data.fields[1], data.fields[2]] = step.value as [Value, Value];
        else {
          data.fields[1] = step.value as Value;
          data.fields[2] = step.value as Value;
        }
        return true;
      },
    },
  ],
  globals: [["Map", "Map"]],
};

export const setFamily: Family = {
  intrinsics: [
    {
      name: "SetPrototype",
      rows: [
        method("add", 1, (vm, self, value) => {
          add(vm, setSlot(vm, self, "add"), value);
          return self;
        }),
        method("has", 1, (vm, self, value) => {
          const set = setSlot(vm, self, "has");
          chargeKey(vm, value);
          return set.has(value);
        }),
        method("delete", 1, (vm, self, value) => {
          const set = setSlot(vm, self, "delete");
          chargeKey(vm, value);
          return set.delete(value);
        }),
        method("clear", 0, (vm, self) => {
          const set = setSlot(vm, self, "clear");
          vm.charge(set.size >> 4);
          set.clear();
          return undefined;
        }),
        method("entries", 0, iterateSet("entries")),
        method("values", 0, iterateSet("values")),
        getter("size", (vm, self) => setSlot(vm, self, "size").size),
        constant("keys", { intrinsic: "SetPrototype_values" }),
        constant("@@iterator", { intrinsic: "SetPrototype_values" }),
        constant("@@toStringTag", "Set"),
      ],
    },
    {
      name: "SetIteratorPrototype",
      proto: "IteratorPrototype",
      rows: [method("next", 0, iteratorNext(SET_ITERATOR)), constant("@@toStringTag", SET_ITERATOR)],
    },
  ],
  constructors: [{ name: "Set" }],
  operations: [
    {
      name: "newSet",
      call: (vm, proto) => {
        vm.allocate(56);
        return vm.newExotic(proto as GuestObject, Kind.Set, new Set<Value>());
      },
    },
    { name: "setSize", call: (_vm, set) => ((set as GuestObject).data as SetSlot).size },
    { name: "setHas", call: (_vm, set, value) => ((set as GuestObject).data as SetSlot).has(value) },
    {
      name: "setAdd",
      call: (vm, set, value) => {
        add(vm, (set as GuestObject).data as SetSlot, value);
        return undefined;
      },
    },
    { name: "setDelete", call: (_vm, set, value) => ((set as GuestObject).data as SetSlot).delete(value) },
    {
      /** A new intrinsic set with the same members. */
      name: "setCopy",
      call: (vm, set) => {
        const slot = (set as GuestObject).data as SetSlot;
        vm.charge(slot.size >> 3);
        vm.allocate(56 + ENTRY_BYTES * slot.size);
        return vm.newExotic(vm.realm.object("SetPrototype"), Kind.Set, new Set(slot));
      },
    },
  ],
  globals: [["Set", "Set"]],
};
