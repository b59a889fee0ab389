/**
 * The own properties `length`, `name` and `prototype` of functions, made when first looked at:
 * most closures are only called.
 */
import { BlockFlag, BodyKind, FunctionKind } from "../bytecode/program.js";
import type { ClosureData, NativeData } from "../values/function.js";
import { Bit, type GuestObject, Kind } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";

/** Gives a lazy function its own properties. */
export function materialise(vm: Vm, fn: GuestObject): void {
  fn.bits &= ~Bit.LazyFunction;
  vm.allocate(24);
  if (fn.kind === Kind.Native) {
    const data = fn.data as NativeData;
    fn.shape = fn.shape.add("length", Attr.Configurable).add("name", Attr.Configurable);
    fn.slots = [data.length, data.name];
    return;
  }
  const { block } = fn.data as ClosureData;
  fn.shape = fn.shape.add("length", Attr.Configurable).add("name", Attr.Configurable);
  fn.slots = [block.length, block.name];
  // Built-ins get their prototype from the realm.
  if ((block.flags & BlockFlag.Library) !== 0) return;
  const generator = block.body === BodyKind.Generator || block.body === BodyKind.AsyncGenerator;
  if (generator) {
    const proto = vm.newObject(
      block.body === BodyKind.Generator
        ? vm.realm.object("GeneratorPrototype")
        : vm.realm.object("AsyncGeneratorPrototype"),
    );
    fn.shape = fn.shape.add("prototype", Attr.Writable);
    fn.slots.push(proto);
  } else if (block.kind === FunctionKind.Normal && block.body === BodyKind.Plain) {
    const proto = vm.newObject(vm.realm.objectPrototype);
    proto.shape = proto.shape.add("constructor", Attr.Hidden);
    proto.slots.push(fn);
    fn.shape = fn.shape.add("prototype", Attr.Writable);
    fn.slots.push(proto);
  }
}
