/**
 * The keys of a for-in loop: enumerable string keys of the object and its prototypes, each name
 * once. https://tc39.es/ecma262/#sec-enumerate-object-properties
 */
import { KeyCursor } from "../values/internal-slots.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { findOwn, found, ownKeys } from "./property.js";

/** A cursor, or undefined when a proxy on the chain needs the library. */
export function forInKeys(vm: Vm, source: Value): KeyCursor | undefined {
  if (source === undefined || source === null) return new KeyCursor(null, []);
  if (!(source instanceof GuestObject)) {
    const keys: string[] = [];
    if (typeof source === "string") {
      vm.charge(source.length);
      for (let i = 0; i < source.length; i++) keys.push(String(i));
    }
    return new KeyCursor(null, keys);
  }
  for (let object: GuestObject | null = source; object !== null; object = object.shape.proto) {
    if (object.kind === Kind.Proxy) return undefined;
  }
  const seen = new Set<string>();
  const keys: string[] = [];
  for (let object: GuestObject | null = source; object !== null; object = object.shape.proto) {
    // Intrinsics have no enumerable properties; walking their keys would only cost time.
    if (object !== source && (object.bits & 1) !== 0) continue;
    const last = object.shape.proto === null || (object.shape.proto.bits & 1) !== 0;
    for (const key of ownKeys(vm, object)) {
      if (key instanceof GuestSymbol) continue;
      const name = String(key);
      if (seen.has(name)) continue;
      if (!findOwn(vm, object, key)) continue;
      if (!(last && object === source)) seen.add(name);
      if ((found.attr & Attr.Enumerable) !== 0) keys.push(name);
    }
  }
  vm.allocate(48 + 8 * keys.length);
  return new KeyCursor(source, keys);
}
