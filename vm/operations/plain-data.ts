/**
 * Is a value plain data all the way down: nothing in it that serialising would have to run guest
 * code for (accessors, proxies, own or inherited toJSON outside the intrinsics)? Iterative; shared
 * parts are visited once.
 */
import type { SlowElements } from "../values/array.js";
import { Bit, GuestObject, isObject, Kind, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";
import { peek } from "./access.js";

export function isPlain(vm: Vm, root: Value): boolean {
  if (!isObject(root)) return true;
  const seen = new Set<GuestObject>([root]);
  const stack: GuestObject[] = [root];
  const visit = (value: Value) => {
    if (value instanceof GuestObject && !seen.has(value)) {
      seen.add(value);
      stack.push(value);
    }
  };
  while (stack.length > 0) {
    const object = stack.pop()!;
    switch (object.kind) {
      case Kind.Array:
        vm.charge(1 + (object.data.length >> 3));
        for (const element of object.data as Value[]) visit(element);
        break;
      case Kind.Ordinary:
      case Kind.Error:
      case Kind.Arguments: {
        vm.charge(1 + (object.shape.count >> 2));
        // Only a program's own toJSON counts; the intrinsic prototypes have none but Date's.
        const { proto } = object.shape;
        if (object.shape.lookup("toJSON") >= 0) return false;
        if (proto !== null && (proto.bits & Bit.Intrinsic) === 0) {
          const toJson = peek(vm, object, "toJSON");
          if (toJson !== undefined) return false;
        }
        const { shape, slots } = object;
        for (let i = 0; i < shape.count; i++) {
          if ((shape.attrs[i]! & Attr.Accessor) !== 0) {
            if ((shape.attrs[i]! & Attr.Enumerable) !== 0) return false;
          } else visit(slots[i]);
        }
        break;
      }
      case Kind.SlowArray: {
        // By its elements, not its length: a sparse array may be very long.
        const { items } = object.data as SlowElements;
        vm.charge(1 + items.size);
        for (const { value, attr } of items.values()) {
          if ((attr & Attr.Accessor) !== 0) return false;
          visit(value as Value);
        }
        break;
      }
      case Kind.Proxy:
      case Kind.Record:
        return false;
      default:
        // Dates, maps, functions, promises …: the boundary knows them; a toJSON of the program's own does not show there.
        if (object.shape.count > 0 || object.shape.proto === null || (object.shape.proto.bits & Bit.Intrinsic) === 0) {
          if (peek(vm, object, "toJSON") !== undefined && object.kind !== Kind.Date) return false;
          if (object.kind === Kind.Date && object.shape.lookup("toJSON") >= 0) return false;
        }
    }
  }
  return true;
}
