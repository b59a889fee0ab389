/**
 * Members of the tool tree as guest objects: reading one never fails, calling a wrong one does. What
 * exists is the host's to say; the objects only carry their path, and each member is made once.
 */
import { newValues } from "./unit.js";
import { ToolData } from "./values/function.js";
import { GuestObject, Kind } from "./values/object.js";
import type { Vm } from "./vm.js";

export function toolObject(vm: Vm, segments: readonly string[]): GuestObject {
  return new GuestObject(vm.shapes.function, newValues(0), Kind.Tool, new ToolData(segments), 0, 0);
}

/** The member of a tool object, the same object each time. */
export function toolMember(vm: Vm, parent: GuestObject, name: string): GuestObject {
  const data = parent.data as ToolData;
  let member = data.members.get(name);
  if (member === undefined) {
    vm.allocate(160 + name.length);
    member = toolObject(vm, [...data.segments, name]);
    data.members.set(name, member);
  }
  return member;
}

/** Names that `Object.keys` and for-in show. */
export function toolMembers(vm: Vm, object: GuestObject): readonly string[] {
  return vm.host.toolNode((object.data as ToolData).segments)?.members ?? [];
}

export function toolHas(vm: Vm, object: GuestObject, name: string): boolean {
  return vm.host.toolNode([...(object.data as ToolData).segments, name]) !== undefined;
}

/** `tools` itself and pure namespaces: their typeof is "object"; everything else in the tree is callable. */
export function isToolNamespace(vm: Vm, object: GuestObject): boolean {
  const { segments } = object.data as ToolData;
  if (segments.length === 0) return true;
  const node = vm.host.toolNode(segments);
  return node !== undefined && !node.callable;
}
