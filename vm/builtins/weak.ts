/**
 * WeakMap, WeakSet and WeakRef. Their slots are host Maps and Sets that hold strongly: no host
 * collection decides what a program sees, so equal runs are equal, and the memory census counts
 * what a weak collection keeps. FinalizationRegistry is left out: nothing runs after the end.
 * https://tc39.es/ecma262/#sec-managing-memory
 */
import { GuestObject, isObject, Kind, type Value } from "../values/object.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { constant, type Family, method } from "./define.js";

const ENTRY_BYTES = 40;

/** CanBeHeldWeakly. */
function canBeHeldWeakly(value: Value): boolean {
  return isObject(value) || (value instanceof GuestSymbol && value.registryKey === undefined);
}

function slotOf(vm: Vm, self: Value, kind: Kind, type: string, name: string): unknown {
  if (self instanceof GuestObject && self.kind === kind) return self.data;
  return vm.throwType(`Method ${type}.prototype.${name} called on incompatible receiver ${vm.describe(self)}`);
}

const mapOf = (vm: Vm, self: Value, name: string) =>
  slotOf(vm, self, Kind.WeakMap, "WeakMap", name) as Map<Value, Value>;
const setOf = (vm: Vm, self: Value, name: string) => slotOf(vm, self, Kind.WeakSet, "WeakSet", name) as Set<Value>;

function put(vm: Vm, map: Map<Value, Value>, key: Value, value: Value): void {
  if (!canBeHeldWeakly(key)) vm.throwType("Invalid value used as weak map key");
  if (!map.has(key)) vm.allocate(ENTRY_BYTES);
  map.set(key, value);
}

function add(vm: Vm, set: Set<Value>, value: Value): void {
  if (!canBeHeldWeakly(value)) vm.throwType("Invalid value used in weak set");
  if (set.has(value)) return;
  vm.allocate(ENTRY_BYTES);
  set.add(value);
}

export const weakFamily: Family = {
  intrinsics: [
    {
      name: "WeakMapPrototype",
      rows: [
        method("delete", 1, (vm, self, key) => mapOf(vm, self, "delete").delete(key)),
        method("get", 1, (vm, self, key) => mapOf(vm, self, "get").get(key)),
        method("has", 1, (vm, self, key) => mapOf(vm, self, "has").has(key)),
        method("set", 2, (vm, self, key, value) => {
          put(vm, mapOf(vm, self, "set"), key, value);
          return self;
        }),
        constant("@@toStringTag", "WeakMap"),
      ],
    },
    {
      name: "WeakSetPrototype",
      rows: [
        method("add", 1, (vm, self, value) => {
          add(vm, setOf(vm, self, "add"), value);
          return self;
        }),
        method("delete", 1, (vm, self, value) => setOf(vm, self, "delete").delete(value)),
        method("has", 1, (vm, self, value) => setOf(vm, self, "has").has(value)),
        constant("@@toStringTag", "WeakSet"),
      ],
    },
    {
      name: "WeakRefPrototype",
      rows: [
        method("deref", 0, (vm, self) => (slotOf(vm, self, Kind.WeakRef, "WeakRef", "deref") as readonly Value[])[0]),
        constant("@@toStringTag", "WeakRef"),
      ],
    },
  ],
  constructors: [{ name: "WeakMap" }, { name: "WeakSet" }, { name: "WeakRef" }],
  operations: [
    {
      name: "newWeakMap",
      call: (vm, proto) => vm.newExotic(proto as GuestObject, Kind.WeakMap, new Map<Value, Value>()),
    },
    {
      name: "weakMapSet",
      call: (vm, map, key, value) => {
        put(vm, (map as GuestObject).data as Map<Value, Value>, key, value);
        return undefined;
      },
    },
    { name: "newWeakSet", call: (vm, proto) => vm.newExotic(proto as GuestObject, Kind.WeakSet, new Set<Value>()) },
    {
      name: "weakSetAdd",
      call: (vm, set, value) => {
        add(vm, (set as GuestObject).data as Set<Value>, value);
        return undefined;
      },
    },
    { name: "canBeHeldWeakly", call: (_vm, value) => canBeHeldWeakly(value) },
    {
      // The target lies in an array, so that the census walks to it.
      name: "newWeakRef",
      call: (vm, proto, target) => vm.newExotic(proto as GuestObject, Kind.WeakRef, [target]),
    },
  ],
  globals: [
    ["WeakMap", "WeakMap"],
    ["WeakSet", "WeakSet"],
    ["WeakRef", "WeakRef"],
  ],
};
