/**
 * Host data to guest values (SPEC §7): an iterative walk over own data properties, each read once.
 * Host classes, accessors, proxies' surprises and thenables never reach the program: what is not
 * data is refused, and so is a reply whose reading throws.
 */
import {
  ArrayBufferData,
  Attr,
  type GuestObject,
  Kind,
  keyOfString,
  type Shape,
  TypedArrayData,
  type Value,
  type Vm,
  VmFault,
} from "../../vm/index.js";
import { fromBase64 } from "./base64.js";
import type { BoundaryLimits } from "./from-vm.js";

export type Entered = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

class Refused {
  constructor(readonly reason: string) {}
}

interface Level {
  readonly source: object;
  readonly target: GuestObject;
  readonly keys: readonly string[] | null;
  readonly length: number;
  index: number;
}

/** Copies plain data in. Never throws but for a VmFault (a limit) while charging. */
export function toVm(vm: Vm, value: unknown, limits: BoundaryLimits): Entered {
  vm.nativeFrom = vm.memory;
  try {
    return { ok: true, value: copy(vm, value, limits) };
  } catch (error) {
    if (error instanceof VmFault) throw error;
    // Whatever a hostile getter or proxy threw stays on the host's side.
    return { ok: false, reason: error instanceof Refused ? error.reason : "its properties could not be read" };
  } finally {
    vm.nativeFrom = -1;
  }
}

function copy(vm: Vm, value: unknown, limits: BoundaryLimits): Value {
  let binaryBytes = 0;
  const levels: Level[] = [];

  const bytes = (data: Uint8Array): GuestObject => {
    binaryBytes += data.length;
    if (binaryBytes > limits.maxBinaryBytes)
      throw new Refused(`binary data of more than ${limits.maxBinaryBytes} bytes`);
    vm.allocate(data.length + 256);
    const own = data.slice();
    const buffer = vm.newExotic(
      vm.realm.object("ArrayBufferPrototype"),
      Kind.ArrayBuffer,
      new ArrayBufferData(own.buffer as ArrayBuffer, undefined),
    );
    return vm.newExotic(
      vm.realm.object("Uint8ArrayPrototype"),
      Kind.TypedArray,
      new TypedArrayData("Uint8", 1, buffer, 0, own.length),
    );
  };

  const enter = (item: unknown): Value => {
    switch (typeof item) {
      case "string":
        vm.allocateText(item.length);
        return item;
      case "boolean":
        return item;
      case "number":
        return Number.isFinite(item) ? item : null;
      case "undefined":
        return undefined;
      case "bigint":
        throw new Refused("it holds a BigInt");
      case "function":
        throw new Refused("it holds a function");
      case "symbol":
        throw new Refused("it holds a symbol");
    }
    const object = item as object | null;
    if (object === null) return null;
    if (levels.length >= limits.maxDataDepth)
      throw new Refused(`it is nested more than ${limits.maxDataDepth} levels deep`);
    if (Array.isArray(object)) {
      const target = vm.newArray([]);
      vm.allocate(8 * object.length);
      vm.charge(object.length >> 2);
      levels.push({ source: object, target, keys: null, length: object.length, index: 0 });
      return target;
    }
    if (object instanceof Date) return Number.isNaN(object.getTime()) ? null : object.toISOString();
    if (object instanceof URL) return object.href;
    if (object instanceof ArrayBuffer) return bytes(new Uint8Array(object));
    if (ArrayBuffer.isView(object)) return bytes(new Uint8Array(object.buffer, object.byteOffset, object.byteLength));
    if (object instanceof Map || object instanceof Set || object instanceof RegExp) return vm.newPlainObject();
    const target = vm.newPlainObject();
    const keys = Object.keys(object);
    vm.charge(keys.length >> 1);
    if (object instanceof Error) {
      for (const field of ["name", "message"] as const) {
        const text = object[field];
        if (typeof text === "string") define(vm, target, field, text);
      }
    }
    if (keys.length === 1 && keys[0] === "$bytes") {
      const text = dataProperty(object, "$bytes");
      const data = typeof text === "string" ? fromBase64(text) : undefined;
      if (data !== undefined) return bytes(data);
    }
    vm.allocate(8 * keys.length);
    levels.push({ source: object, target, keys, length: keys.length, index: 0 });
    return target;
  };

  const open = new Set<object>();
  const root = enter(value);
  while (levels.length > 0) {
    const level = levels[levels.length - 1]!;
    if (level.index === 0) {
      if (open.has(level.source)) throw new Refused("it holds a cycle");
      open.add(level.source);
    }
    if (level.index >= level.length) {
      open.delete(level.source);
      levels.pop();
      continue;
    }
    const at = level.index++;
    if (level.keys === null) {
      const item = enter((level.source as unknown[])[at]);
      // JSON has null for what an array cannot hold.
      (level.target.data as Value[]).push(item === undefined ? null : item);
    } else {
      const key = level.keys[at]!;
      const item = enter(dataProperty(level.source, key));
      if (item !== undefined) define(vm, level.target, key, item);
    }
  }
  return root;
}

/** An own data property's value; accessors are refused. */
function dataProperty(object: object, key: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return undefined;
  if (descriptor.get !== undefined || descriptor.set !== undefined) throw new Refused("it holds an accessor property");
  return descriptor.value;
}

function define(vm: Vm, target: GuestObject, key: string, value: Value): void {
  const name = keyOfString(key);
  const { shape } = target as { shape: Shape };
  const index = shape.lookup(name);
  if (index >= 0) {
    target.slots[index] = value;
    return;
  }
  target.shape = shape.add(name, Attr.Default);
  target.slots.push(value);
  vm.payShapes();
}
