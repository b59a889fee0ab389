/** The typeof operator. https://tc39.es/ecma262/#sec-typeof-operator */

import { isCallable } from "../calls.js";
import { isToolNamespace } from "../tool-tree.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";

export function typeOf(vm: Vm, value: Value): string {
  if (typeof value !== "object") return typeof value;
  if (value === null) return "object";
  if (!(value instanceof GuestObject)) return "symbol";
  if (value.kind === Kind.Tool && isToolNamespace(vm, value)) return "object";
  return isCallable(value) ? "function" : "object";
}
