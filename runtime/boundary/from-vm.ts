/**
 * Guest values to plain host data (SPEC §7): an iterative walk, bounded in depth and bytes, that
 * runs no guest code. toJSON, accessors and proxies were resolved before, in the program's own
 * time. What cannot cross is named by its path.
 */
import {
  ArrayBufferData,
  Attr,
  type DataViewData,
  GuestObject,
  GuestSymbol,
  HOLE,
  Kind,
  peek,
  type RecordData,
  type SlowElements,
  TOOL_STREAM,
  TypedArrayData,
  typedArrayLength,
  type Value,
  type Vm,
} from "../../vm/index.js";
import type { Json } from "../result.js";
import { toBase64 } from "./base64.js";

export interface BoundaryLimits {
  readonly maxDataDepth: number;
  readonly maxBinaryBytes: number;
}

/** Why a value cannot cross: where, what it is, and what to do. */
export interface BoundaryRefusal {
  readonly path: string;
  readonly what: string;
  readonly hint: string;
}

export type Copied =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly refusal: BoundaryRefusal };

/** A sparse array longer than this has no useful JSON form. */
const MAX_SPARSE = 1_000_000;

interface Level {
  readonly source: GuestObject;
  readonly target: Json[] | Record<string, Json>;
  readonly keys: readonly (string | number)[] | null;
  readonly length: number;
  index: number;
  /** Key of this level in its parent, for paths. */
  readonly key: string | number;
}

class Refused {
  constructor(
    readonly what: string,
    readonly hint: string,
  ) {}
}

function put(target: Json[] | Record<string, Json>, key: string | number, value: Json): void {
  if (Array.isArray(target)) target.push(value);
  // Assignment would run a setter that the host's Object.prototype has under this name.
  else if (key in Object.prototype)
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

/** The commonest value that crosses: a plain object of texts, numbers and booleans. Undefined for anything else. */
function flatCopy(vm: Vm, value: Value): Json | undefined {
  if (!(value instanceof GuestObject) || value.kind !== Kind.Ordinary) return undefined;
  const { shape, slots } = value;
  const target: Record<string, Json> = {};
  for (let i = 0; i < shape.count; i++) {
    const key = shape.keys[i];
    const item = slots[i];
    if (typeof key !== "string" || key in Object.prototype || shape.attrs[i] !== Attr.Default) return undefined;
    if (typeof item !== "string" && typeof item !== "boolean" && !Number.isFinite(item)) return undefined;
    target[key] = item as Json;
  }
  vm.charge(shape.count);
  return target;
}

/** Copies a value out. `root` names it in paths, such as "result" or "input". */
export function fromVm(vm: Vm, value: Value, root: string, limits: BoundaryLimits): Copied {
  const flat = flatCopy(vm, value);
  if (flat !== undefined) return { ok: true, value: flat };
  const holder: Json[] = [];
  const levels: Level[] = [];
  const open = new Set<GuestObject>();
  let binaryBytes = 0;

  const leaf = (item: Value, inArray: boolean): Json | undefined | GuestObject | Refused => {
    switch (typeof item) {
      case "string":
        // The host's JSON text holds it as often as it is met.
        vm.charge(item.length >> 5);
        vm.allocate(8 + item.length);
        return item;
      case "boolean":
        return item;
      case "number":
        return Number.isFinite(item) ? item : null;
      case "undefined":
        return inArray ? null : undefined;
      case "bigint":
        return new Refused("a BigInt", "convert it with String(value) or Number(value)");
    }
    if (item === null) return null;
    if (item === HOLE) return null;
    if (item instanceof GuestSymbol) return new Refused("a symbol", "use its description instead");
    if (!(item instanceof GuestObject)) return null;
    switch (item.kind) {
      case Kind.Closure:
      case Kind.Native:
      case Kind.Bound:
        return new Refused("a function", "call it, or leave it out");
      case Kind.Tool:
        return new Refused("a tool reference", "call the tool and await its result");
      case Kind.Promise:
        return new Refused("an un-awaited promise", "await it first");
      case Kind.Record:
        if ((item.data as RecordData).brand !== TOOL_STREAM) return item;
        return new Refused("a stream", "read it with for await and return what you need of it");
      case Kind.Proxy:
        return new Refused("a proxy", "copy its properties into a plain object");
      case Kind.Date: {
        const time = item.data as number;
        return Number.isNaN(time) ? null : new Date(time).toISOString();
      }
      case Kind.StringObject:
      case Kind.BooleanObject:
        return item.data as string | boolean;
      case Kind.NumberObject:
        return Number.isFinite(item.data) ? (item.data as number) : null;
      case Kind.BigIntObject:
        return new Refused("a BigInt", "convert it with String(value) or Number(value)");
      case Kind.ArrayBuffer:
      case Kind.TypedArray:
      case Kind.DataView: {
        const bytes = bytesOf(item);
        binaryBytes += bytes.length;
        if (binaryBytes > limits.maxBinaryBytes) {
          return new Refused(`binary data of more than ${limits.maxBinaryBytes} bytes`, "send less at a time");
        }
        return { $bytes: toBase64(bytes) };
      }
      default:
        return item;
    }
  };

  const enter = (object: GuestObject, key: string | number): Level | Refused => {
    if (open.has(object)) return new Refused("a cycle", "return the data without the reference back");
    if (levels.length >= limits.maxDataDepth) {
      return new Refused(`nested more than ${limits.maxDataDepth} levels deep`, "flatten it");
    }
    open.add(object);
    if (object.kind === Kind.Array) {
      const { length } = object.data as Value[];
      vm.charge(length);
      vm.allocate(48 + 8 * length);
      return { source: object, target: [], keys: null, length, index: 0, key };
    }
    if (object.kind === Kind.SlowArray) {
      const { length, items } = object.data as SlowElements;
      if (length > MAX_SPARSE && length > items.size * 2)
        return new Refused(`a sparse array of length ${length}`, "return an object or a dense array");
      vm.charge(length);
      vm.allocate(48 + 8 * length);
      return { source: object, target: [], keys: null, length, index: 0, key };
    }
    const { shape } = object;
    vm.charge(shape.count);
    vm.allocate(96 + 40 * shape.count);
    const indices: number[] = [];
    const names: string[] = [];
    for (let i = 0; i < shape.count; i++) {
      const name = shape.keys[i];
      if ((shape.attrs[i]! & Attr.Enumerable) === 0) continue;
      if (typeof name === "number") indices.push(name);
      else if (typeof name === "string") names.push(name);
    }
    indices.sort((a, b) => a - b);
    const target: Record<string, Json> = {};
    if (object.kind === Kind.Error) {
      for (const field of ["name", "message"]) {
        const text = peek(vm, object, field);
        if (typeof text === "string") target[field] = text;
      }
    }
    return {
      source: object,
      target,
      keys: [...indices, ...names],
      length: indices.length + names.length,
      index: 0,
      key,
    };
  };

  const refuse = (refused: Refused, key: string | number | undefined): Copied => {
    let path = root;
    for (const level of levels.slice(1)) path += step(level.key);
    if (key !== undefined) path += step(key);
    return { ok: false, refusal: { path, what: refused.what, hint: refused.hint } };
  };

  const first = leaf(value, false);
  if (first instanceof Refused) return refuse(first, undefined);
  if (!(first instanceof GuestObject)) return { ok: true, value: first };
  const top = enter(first, "");
  if (top instanceof Refused) return refuse(top, undefined);
  holder.push(top.target as Json);
  levels.push(top);
  while (levels.length > 0) {
    const level = levels[levels.length - 1]!;
    if (level.index >= level.length) {
      levels.pop();
      open.delete(level.source);
      continue;
    }
    const at = level.index++;
    const { source } = level;
    let key: string | number = at;
    let item: Value;
    if (level.keys === null) {
      if (source.kind === Kind.Array) item = (source.data as Value[])[at];
      else item = ((source.data as SlowElements).items.get(at)?.value ?? undefined) as Value;
    } else {
      key = level.keys[at]!;
      item = source.slots[source.shape.lookup(key)];
    }
    const plain = leaf(item, level.keys === null);
    if (plain instanceof Refused) return refuse(plain, key);
    if (plain instanceof GuestObject) {
      const below = enter(plain, key);
      if (below instanceof Refused) return refuse(below, key);
      put(level.target, key, below.target as Json);
      levels.push(below);
    } else if (plain !== undefined) put(level.target, key, plain as Json);
  }
  return { ok: true, value: holder[0]! };
}

function step(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** The bytes of a buffer or view; none when it is detached or out of bounds. */
function bytesOf(object: GuestObject): Uint8Array {
  if (object.data instanceof ArrayBufferData) {
    return object.data.bytes === null ? new Uint8Array(0) : new Uint8Array(object.data.bytes);
  }
  const data = object.data as TypedArrayData | DataViewData;
  const { bytes } = data.buffer.data as ArrayBufferData;
  if (bytes === null) return new Uint8Array(0);
  const length =
    data instanceof TypedArrayData
      ? typedArrayLength(object) * data.bytesPerElement
      : (data.fixedLength ?? Math.max(0, bytes.byteLength - data.byteOffset));
  return data.byteOffset + length > bytes.byteLength
    ? new Uint8Array(0)
    : new Uint8Array(bytes, data.byteOffset, length);
}
