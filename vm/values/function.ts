/**
 * Function objects: closures (compiled code with captured cells), natives (built-ins that touch
 * only primitives and representations), bound functions and members of the tool tree.
 */
import type { CodeBlock } from "../bytecode/program.js";
import type { Unit } from "../unit.js";
import type { Vm } from "../vm.js";
import type { GuestObject, Kind, Value } from "./object.js";

/** A captured binding. */
export class Cell {
  constructor(public value: Value) {}
}

export class ClosureData {
  constructor(
    readonly block: CodeBlock,
    /** The block's state in one execution; null for library functions, which executions share. */
    readonly unit: Unit | null,
    readonly cells: Cell[],
    /** [[HomeObject]]: where `super` starts. */
    readonly home: GuestObject | null,
    /** Initialises instances: fields and private methods of a class. */
    public initializer: GuestObject | null,
    /** Block index of a library function, else -1. */
    readonly libraryIndex: number,
  ) {}
}

export interface ClosureObject extends GuestObject {
  kind: Kind.Closure;
  data: ClosureData;
}

/**
 * A native takes up to three arguments (`call`) or all of them (`callAll`). It may return MISS to
 * have its library fallback called with the same arguments, or PUSHED when it pushed a frame.
 */
export type NativeCall = (vm: Vm, self: Value, a: Value, b: Value, c: Value) => Value;
export type NativeCallAll = (vm: Vm, self: Value, args: Value[]) => Value;

export class NativeData {
  /** For coercing natives (builtins/define.ts): how this and the arguments are converted. */
  conversions: readonly string[] | undefined = undefined;
  converted: NativeCall | undefined = undefined;
  constructor(
    readonly name: string,
    readonly length: number,
    readonly call: NativeCall | null,
    readonly callAll: NativeCallAll | null,
    /** Library block that takes over on MISS, or -1. */
    public fallback: number,
  ) {}
}

export interface NativeObject extends GuestObject {
  kind: Kind.Native;
  data: NativeData;
}

export class BoundData {
  constructor(
    readonly target: GuestObject,
    readonly self: Value,
    readonly args: readonly Value[],
  ) {}
}

export interface BoundObject extends GuestObject {
  kind: Kind.Bound;
  data: BoundData;
}

/** A member of the tool tree: `tools` itself, a namespace, a tool, or a path that names nothing. */
export class ToolData {
  readonly members = new Map<string, GuestObject>();
  constructor(readonly segments: readonly string[]) {}
}

export interface ToolObject extends GuestObject {
  kind: Kind.Tool;
  data: ToolData;
}
