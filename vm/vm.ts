/**
 * One execution's state: current frame, meters, job queue, root shapes and the per-execution view
 * of the shared realm. Everything mutable that a program can reach hangs from here.
 */

import type { Program } from "./bytecode/program.js";
import { positionAt } from "./bytecode/source-map.js";
import { callChain } from "./call-chain.js";
import { calleeTextAt } from "./callee-text.js";
import { isCallable, pushClosure } from "./calls.js";
import { census } from "./census.js";
import { describeValue } from "./describe.js";
import { type ErrorName, GuestThrow, InternalError, VmFault } from "./errors.js";
import { type Frame, Mode } from "./frame.js";
import { Globals } from "./globals.js";
import type { HostFailure, HostPort, LogPosition } from "./host.js";
import { awaitPromise } from "./jobs/async-function.js";
import { yieldAsync } from "./jobs/async-generator.js";
import { JobQueue } from "./jobs/job-queue.js";
import { fulfill, isPromise, type PromiseObject } from "./jobs/promise.js";
import { Rejections } from "./jobs/rejections.js";
import { Scheduler } from "./jobs/scheduler.js";
import { getFrom, peek } from "./operations/access.js";
import { getRealm, type Realm } from "./realm.js";
import { STRING_BYTES, TextAccount } from "./text-account.js";
import { toolMember, toolObject } from "./tool-tree.js";
import { newValues, Unit } from "./unit.js";
import { unwind } from "./unwind.js";
import { type ArrayObject, MAX_STORE } from "./values/array.js";
import { type ClosureData, type ClosureObject, type NativeCall, NativeData } from "./values/function.js";
import { ErrorData, type TraceEntry } from "./values/internal-slots.js";
import { Bit, GuestObject, isObject, Kind, PUSHED, type Value } from "./values/object.js";
import { keyToDisplay, type PropertyKey } from "./values/property-key.js";
import { Attr, Shape, ShapeAccount } from "./values/shape.js";
import { type GuestSymbol, SYMBOLS } from "./values/symbol.js";

/** Steps between two looks at the clock. */
const QUANTUM = 65_536;
/** Steps between two looks at the clock once a native has outlived its slice. */
const OVERDUE_QUANTUM = 16_384;
/** A slice ends after this many milliseconds and the host's event loop runs. */
const SLICE_MS = 8;
/** Longest guest string, in UTF-16 code units. */
const MAX_STRING = 2 ** 28;
/** Guest frames; more is a catchable RangeError. */
export const DEFAULT_CALL_DEPTH = 10_000;

/** What bounds an execution; Infinity for none. */
export interface VmLimits {
  readonly maxInstructions: number;
  readonly maxMemoryBytes: number;
  readonly maxCallDepth: number;
}

/** Root shapes of objects that the VM makes often. */
class RootShapes {
  readonly object: Shape;
  readonly array: Shape;
  readonly function: Shape;
  readonly promise: Shape;
  constructor(realm: Realm, account: ShapeAccount) {
    this.object = Shape.root(realm.objectPrototype, account);
    // Iterator results, before a crowd of other keys makes dictionaries of them.
    this.object.add("value", Attr.Default).add("done", Attr.Default);
    this.array = Shape.root(realm.arrayPrototype, account);
    this.function = Shape.root(realm.functionPrototype, account);
    this.promise = Shape.root(realm.object("PromisePrototype"), account);
  }
}

export class Vm {
  readonly realm: Realm = getRealm();
  readonly shapeAccount = new ShapeAccount();
  readonly shapes = new RootShapes(this.realm, this.shapeAccount);
  readonly jobs: JobQueue = new JobQueue(this);
  readonly rejections = new Rejections();
  readonly scheduler: Scheduler = new Scheduler(this);
  /** `Symbol.for` of this execution. */
  readonly symbolRegistry = new Map<string, GuestSymbol>();

  frame: Frame | null = null;
  /** Result register and mode for a native that pushes a frame. */
  dst = 0;
  mode: number = Mode.Normal;
  depth = 0;
  readonly maxDepth: number;
  /** Changes when an object that is a prototype changes its shape. */
  prototypeEpoch = 0;
  promiseCount = 0;

  /** Steps left before the next look at clock and limits; negative when due. */
  fuel = 0;
  private quantum = 0;
  private spent = 0;
  private sliceStart = 0;
  /** The slice is over and a native works on: the loop yields when it returns. */
  private overdue = false;
  /** Bytes charged since the last census, over what it found alive. */
  memory = 0;
  peakMemory = 0;
  /** Live bytes at the last census. */
  liveMemory = 0;
  censusEpoch = 0;
  /**
   * The account when the running native began, or -1 between natives: what a native has charged
   * since is its result under construction, which no root holds, and a census keeps it.
   */
  nativeFrom = -1;
  /** Bytes that the host holds for the program until the end: logs, symbols of the registry. */
  heldMemory = 0;
  readonly texts = new TextAccount();

  /** Where a fault ended the program. */
  stoppedAt: LogPosition | undefined = undefined;
  /** The program's top-level frame once it has awaited: where a deadlock waits. */
  mainFrame: Frame | null = null;
  /** The last value without a trace of its own that was thrown, and where. */
  lastThrow: { readonly value: Value; readonly at: LogPosition | undefined } | null = null;
  /** Weak: a prototype that only its root shape knows is garbage. */
  private readonly rootShapes = new WeakMap<GuestObject, Shape>();
  private readonly nullProtoShape = Shape.root(null, this.shapeAccount);
  private readonly libraryUnits: (Unit | undefined)[] = [];
  /** Values that native code or the host holds: the main promise, a result being copied. */
  readonly keptAlive = new Set<Value>();
  readonly globals: Globals;
  readonly tools: GuestObject;

  constructor(
    readonly program: Program,
    readonly host: HostPort,
    readonly limits: VmLimits,
  ) {
    this.maxDepth = limits.maxCallDepth;
    this.quantum = Math.min(QUANTUM, limits.maxInstructions) | 0;
    this.fuel = this.quantum;
    this.texts.noteConstants(program);
    this.tools = toolObject(this, []);
    this.globals = new Globals(this, this.tools);
    for (const [name, segments] of host.toolGlobals) {
      this.globals.define(
        name,
        segments.reduce((parent, segment) => toolMember(this, parent, segment), this.tools),
      );
    }
  }

  // ---- meters

  /** Steps executed so far. */
  get instructions(): number {
    return this.spent + this.quantum - this.fuel;
  }

  beginSlice(): void {
    this.sliceStart = this.host.monotonic();
    this.overdue = false;
  }

  /**
   * Called when `fuel` is negative: looks at the limits, the clock and the host's wish, and says
   * whether the slice is over. Throws VmFault.
   */
  refuel(): boolean {
    this.spent += this.quantum - this.fuel;
    const { maxInstructions } = this.limits;
    if (this.spent > maxInstructions) {
      this.quantum = 0;
      this.fuel = 0;
      throw new VmFault({ kind: "limit", limit: "instructions", allowed: maxInstructions, reached: this.spent });
    }
    // A small integer, so that charging stays integer arithmetic.
    this.quantum = Math.min(QUANTUM, maxInstructions - this.spent) | 0;
    this.fuel = this.quantum;
    if (this.host.isCancelled()) throw new VmFault({ kind: "cancelled" });
    const now = this.host.monotonic();
    if (now >= this.host.deadline) throw new VmFault({ kind: "timeout" });
    return now - this.sliceStart >= SLICE_MS;
  }

  /** Charges native work before it is done. Throws VmFault. */
  charge(steps: number): void {
    this.fuel -= steps;
    if (this.fuel < 0) this.chargeOverdrawn();
  }

  private chargeOverdrawn(): void {
    if (this.overdue && -this.fuel < OVERDUE_QUANTUM && this.spent - this.fuel <= this.limits.maxInstructions) return;
    if (!this.refuel()) return;
    // Native code cannot be suspended: the quantum stays empty, so that the loop yields at once.
    this.overdue = true;
    this.quantum = 0;
    this.fuel = 0;
  }

  /** Charges guest memory before it is allocated. Throws VmFault when live data exceeds the limit. */
  allocate(bytes: number): void {
    this.memory += bytes;
    if (this.memory > this.peakMemory) this.peakMemory = this.memory;
    if (this.memory > this.limits.maxMemoryBytes) census(this, bytes);
  }

  /** Charges a string of `length` code units before it is made. */
  allocateText(length: number): void {
    this.texts.note(length);
    this.allocate(STRING_BYTES + length);
  }

  /** Charges `extra` more elements of a store that holds `count`. Throws RangeError over the cap of one store. */
  growStore(count: number, extra: number): void {
    if (count + extra > MAX_STORE) this.throwRange("Invalid array length");
    this.allocate(8 * extra);
  }

  /** Charges what the host keeps for the program until the end. */
  hold(bytes: number): void {
    this.allocate(bytes);
    this.heldMemory += bytes;
  }

  /** Pays for the shapes that changes to objects have made. */
  payShapes(): void {
    const { owed } = this.shapeAccount;
    if (owed === 0) return;
    this.shapeAccount.owed = 0;
    this.allocate(owed);
  }

  /** Everything that keeps guest values alive. */
  *roots(): IterableIterator<unknown> {
    yield this.frame;
    yield this.globals.object;
    yield this.tools;
    yield* this.jobs.roots();
    yield* this.scheduler.roots();
    yield* this.rejections.values;
    yield* this.keptAlive;
  }

  // ---- making objects

  /** Root shape of objects whose prototype is `proto`. */
  rootShape(proto: GuestObject | null): Shape {
    if (proto === null) return this.nullProtoShape;
    if (proto === this.realm.objectPrototype) return this.shapes.object;
    let shape = this.rootShapes.get(proto);
    if (shape === undefined) {
      if ((proto.bits & Bit.Intrinsic) === 0) proto.bits |= Bit.Prototype;
      shape = proto === this.realm.arrayPrototype ? this.shapes.array : Shape.root(proto, this.shapeAccount);
      this.rootShapes.set(proto, shape);
      this.payShapes();
    }
    return shape;
  }

  newObject(proto: GuestObject | null): GuestObject {
    this.allocate(96);
    return new GuestObject(this.rootShape(proto), newValues(0), Kind.Ordinary, undefined, 0, 0);
  }

  /** A plain object with Object.prototype. */
  newPlainObject(): GuestObject {
    this.allocate(96);
    return new GuestObject(this.shapes.object, newValues(0), Kind.Ordinary, undefined, 0, 0);
  }

  /** An object of another kind with its internal slots. */
  newExotic(proto: GuestObject | null, kind: Kind, data: unknown): GuestObject {
    this.allocate(128);
    return new GuestObject(this.rootShape(proto), [], kind, data, 0, 0);
  }

  /** A dense array that owns `elements`. */
  newArray(elements: Value[]): ArrayObject {
    this.allocate(144 + 8 * elements.length);
    return new GuestObject(this.shapes.array, newValues(0), Kind.Array, elements, 0, 0) as ArrayObject;
  }

  /** A native function of this execution (resolving functions and the like). */
  newNative(name: string, length: number, call: NativeCall): GuestObject {
    this.allocate(128);
    return new GuestObject(
      this.shapes.function,
      newValues(0),
      Kind.Native,
      new NativeData(name, length, call, null, -1),
      Bit.LazyFunction,
      0,
    );
  }

  // ---- errors

  /** A guest error object with its trace. */
  makeError(name: ErrorName, message: string): GuestObject {
    this.texts.note(message.length);
    this.allocate(176 + message.length);
    return new GuestObject(
      this.rootShape(this.realm.object(`${name}Prototype`)).add("message", Attr.Hidden),
      [message],
      Kind.Error,
      new ErrorData(this.trace(), true),
      0,
      0,
    );
  }

  /** True when the constructor that is running was called by library code: the language raised the error. */
  constructedByLibrary(): boolean {
    let current = this.frame;
    while (current !== null && current.newTarget === undefined) current = current.prev;
    const creator = current?.prev ?? null;
    return creator !== null && creator.unit.program !== this.program;
  }

  throwError(name: ErrorName, message: string): never {
    throw new GuestThrow(this.makeError(name, message));
  }

  throwType(message: string): never {
    return this.throwError("TypeError", message);
  }

  throwRange(message: string): never {
    return this.throwError("RangeError", message);
  }

  throwReference(message: string): never {
    return this.throwError("ReferenceError", message);
  }

  /** V8's sentence for a property of undefined or null. */
  throwNoProperty(base: Value, key: PropertyKey, verb: "read" | "set"): never {
    return this.throwType(
      `Cannot ${verb === "read" ? "read" : "set"} properties of ${base === null ? "null" : "undefined"} (${verb === "read" ? "reading" : "setting"} '${keyToDisplay(key)}')`,
    );
  }

  /** A short text for a value in messages. */
  describe(value: Value): string {
    return describeValue(this, value);
  }

  /** The guest call chain, innermost first, library frames left out. */
  trace(): TraceEntry[] {
    return callChain(this);
  }

  /** Where the running program is: the innermost frame of the program itself. */
  position(): LogPosition | undefined {
    let current = this.frame;
    while (current !== null) {
      if (current.unit.program === this.program) return positionAt(current.unit.block, Math.max(0, current.pc - 4));
      current = current.prev;
    }
    return undefined;
  }

  /** Where a value that is no Error was thrown, when it was the last one thrown. */
  throwSite(value: Value): LogPosition | undefined {
    return this.lastThrow !== null && this.lastThrow.value === value ? this.lastThrow.at : undefined;
  }

  /** Where the top level of the program awaits, when it does. */
  waitingAt(): LogPosition | undefined {
    const { mainFrame } = this;
    return mainFrame === null ? undefined : positionAt(mainFrame.unit.block, Math.max(0, mainFrame.pc - 4));
  }

  // ---- library

  /** State of a library block in this execution. */
  libraryUnit(data: ClosureData): Unit {
    const index = data.libraryIndex;
    this.libraryUnits[index] ??= new Unit(this.realm.library.program, data.block);
    return this.libraryUnits[index];
  }

  routineAt(block: number): ClosureObject {
    return this.realm.routineAt(block);
  }

  /** Pushes a library routine's frame; its result goes to `dst` by `mode`. Always PUSHED. */
  callRoutine(name: string, args: readonly Value[], dst: number, mode: number = Mode.Normal): Value {
    pushClosure(this, this.realm.routine(name), undefined, args, dst, mode, undefined);
    return PUSHED;
  }

  // ---- frames set aside: reached through here, so that calling and suspending do not import each other

  /** Suspends a frame on an intrinsic promise. */
  awaitIn(frame: Frame, promise: PromiseObject): void {
    awaitPromise(this, frame, promise);
  }

  /** Yields a value from the frame of an async generator. */
  yieldIn(frame: Frame, value: Value): void {
    yieldAsync(this, frame, value);
  }

  /** Throws a value into a frame at an instruction. */
  throwInto(frame: Frame, pc: number, value: Value): void {
    unwind(this, frame, pc, value);
  }

  // ---- promises

  /** True when reading `then` of this promise gives the intrinsic one and runs nothing. */
  hasIntrinsicThen(promise: GuestObject): boolean {
    if (promise.shape === this.shapes.promise) return true;
    // The intrinsic `then` asks the promise for its species.
    return (
      peek(this, promise, "then") === this.realm.object("PromisePrototype_then") &&
      peek(this, promise, "constructor") === this.realm.object("Promise")
    );
  }

  /** Steps 8 to 15 of the resolve functions for an object that is no ordinary promise. May push a frame. */
  resolveThenable(promise: PromiseObject, resolution: GuestObject): void {
    const then = peek(this, resolution, "then");
    if (then === PUSHED) {
      this.callRoutine("resolveThenable", [promise, resolution], 0, Mode.Discard);
      return;
    }
    if (isCallable(then)) this.jobs.enqueueThenable(promise, resolution, then);
    else fulfill(this, promise, resolution);
  }

  /** GetPrototypeFromConstructor without guest code: a prototype, or PUSHED. */
  prototypeForNew(newTarget: GuestObject): Value {
    const proto = peek(this, newTarget, "prototype");
    if (proto === PUSHED) return PUSHED;
    return isObject(proto) ? proto : this.realm.objectPrototype;
  }

  // ---- values

  /** Joins two strings. A long result is charged at its full length (SECURITY §4.5). */
  concat(a: string, b: string): string {
    const length = a.length + b.length;
    if (length > MAX_STRING) return this.throwRange("Invalid string length");
    this.texts.note(length);
    this.allocate(STRING_BYTES + length);
    this.charge(length >> 8);
    return a + b;
  }

  /** The prototype of an object literal that nothing else has seen. */
  setFreshPrototype(object: GuestObject, proto: GuestObject | null): void {
    if (object.shape.count === 0) {
      object.shape = this.rootShape(proto);
      return;
    }
    if (proto !== null && (proto.bits & Bit.Intrinsic) === 0) proto.bits |= Bit.Prototype;
    object.shape = object.shape.withProto(proto);
  }

  /** True for a dense array whose iteration is the intrinsic one. */
  iteratesPlainly(object: GuestObject): boolean {
    return (
      object.kind === Kind.Array &&
      (object.shape === this.shapes.array ||
        (object.shape.proto === this.realm.arrayPrototype && object.shape.lookup(SYMBOLS.iterator) < 0))
    );
  }

  /** The Error object that a program sees for a failed host call; `trace` is where it was called. */
  hostError(failure: HostFailure, trace: readonly TraceEntry[] = this.trace()): GuestObject {
    const error = this.makeError("Error", failure.message);
    const data = error.data as ErrorData;
    data.trace = trace;
    const put = (key: string, value: Value) => {
      error.shape = error.shape.add(key, Attr.Hidden);
      error.slots.push(value);
    };
    put("name", failure.name);
    if (failure.tool !== undefined) put("tool", failure.tool);
    data.detail = failure.detail;
    return error;
  }

  /** An object is made into text or a number: a promise there is allowed, and the answer probably wrong. */
  notePromise(value: Value): void {
    if (isPromise(value)) this.host.warn("PromiseAsText", this.position());
  }

  /** The source text of what a call instruction calls, for "x is not a function". */
  calleeText(frame: Frame, value: Value): string {
    if (frame.unit.program !== this.program || this.program.source === "") return this.describe(value);
    return calleeTextAt(frame.unit.block, frame.pc - 4, this.program.source) ?? this.describe(value);
  }

  /** A property that must be a data property: for VM code that reads its own objects. */
  readData(object: GuestObject, key: PropertyKey): Value {
    const value = getFrom(this, object, key, object, 0, Mode.Normal);
    if (value === PUSHED) throw new InternalError(`unexpected accessor ${keyToDisplay(key)}`);
    return value;
  }
}
