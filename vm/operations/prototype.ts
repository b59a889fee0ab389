/** OrdinarySetPrototypeOf. https://tc39.es/ecma262/#sec-ordinarysetprototypeof */
import { Bit, type GuestObject, Kind } from "../values/object.js";
import type { Vm } from "../vm.js";
import { materialise } from "./function-properties.js";
import { changed } from "./property.js";

/** False when refused: not extensible, an immutable prototype, or a cycle. */
export function setPrototype(vm: Vm, object: GuestObject, proto: GuestObject | null): boolean {
  if (object.shape.proto === proto) return true;
  if (!object.shape.extensible || object.kind === Kind.Tool) return false;
  for (let parent = proto; parent !== null; parent = parent.shape.proto) {
    if (parent === object) return false;
    if (parent.kind === Kind.Proxy) break;
    vm.charge(1);
  }
  if ((object.bits & Bit.LazyFunction) !== 0) materialise(vm, object);
  changed(vm, object);
  if (proto !== null && (proto.bits & Bit.Intrinsic) === 0) proto.bits |= Bit.Prototype;
  object.shape = object.shape.withProto(proto);
  vm.payShapes();
  return true;
}
