/** CreateUnmappedArgumentsObject. https://tc39.es/ecma262/#sec-createunmappedargumentsobject */
import { type GuestObject, Kind, type Value } from "../values/object.js";
import { Accessor, Attr } from "../values/shape.js";
import { SYMBOLS } from "../values/symbol.js";
import type { Vm } from "../vm.js";

export function newArguments(vm: Vm, args: readonly Value[]): GuestObject {
  const object = vm.newExotic(vm.realm.objectPrototype, Kind.Arguments, undefined);
  vm.allocate(8 * args.length + 32);
  let shape = object.shape;
  for (let i = 0; i < args.length; i++) {
    shape = shape.add(i, Attr.Default);
    object.slots.push(args[i]);
  }
  const thrower = vm.realm.object("ThrowTypeError");
  object.shape = shape.add("length", Attr.Hidden).add(SYMBOLS.iterator, Attr.Hidden).add("callee", Attr.Accessor);
  object.slots.push(
    args.length,
    vm.realm.object("ArrayPrototype_values"),
    new Accessor(thrower, thrower) as unknown as Value,
  );
  return object;
}
