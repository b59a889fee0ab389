/**
 * The single declaration of every instruction: its number, its operands and its meaning.
 * The emitter's types, the disassembler, the verifier and the dispatch follow from it.
 *
 * Notation. An instruction is [op, a, b, c]. R[x] is register x of the frame, K[x] constant x of
 * the block, captured[x] cell x of the running closure. Labels are indices into the code array
 * (instruction number times four). An operation that must run guest code (a getter, a conversion,
 * an iterator) pushes a frame whose result arrives in the stated register; the dispatch loop is
 * never re-entered. Destination first. One suffix a variation: Int takes an immediate integer,
 * Checked looks for TDZ, Spread takes its arguments as an array.
 */
import type { OperandKind } from "./operands.js";

export const enum Op {
  // Inlined in the dispatch loop, or next to be: numbered together, so that the host makes a jump table of the switch
  Move,
  LoadInt,
  LoadConst,
  LoadUndefined,
  LoadCaptured,
  StoreCaptured,
  Add,
  Sub,
  Mul,
  AddInt,
  SubInt,
  ModInt,
  BitAndInt,
  Inc,
  Div,
  BitXor,
  MulInt,
  LoadThis,
  LoadCell,
  StoreCell,
  JumpStrictEqInt,
  JumpStrictEq,
  StrictEq,
  JumpUndefined,
  JumpNotUndefined,
  JumpNotGe,
  JumpNotGeInt,
  JumpNotGtInt,
  JumpNotLeInt,
  ToNumber,
  ToNumeric,
  Dec,
  Jump,
  JumpLoop,
  JumpTrue,
  JumpFalse,
  JumpNotLt,
  JumpNotLe,
  JumpNotGt,
  JumpNotLtInt,
  JumpStrictNeInt,
  JumpStrictNe,
  GetProperty,
  SetProperty,
  GetElement,
  SetElement,
  GetLength,
  GetMethod,
  Call,
  CallMethod,
  CallCaptured,
  CallRoutine,
  ReturnUndefined,
  Return,
  CallIntrinsic,
  JumpNullish,
  DivInt,
  BitOrInt,
  IteratorNext,
  Typeof,
  NewObjectWith,
  // Loads and moves
  LoadNewTarget,
  LoadCallee,
  LoadHome,
  LoadTdz,
  CheckTdz,
  CheckThis,
  CheckThisUnset,
  LoadArguments,
  LoadRest,
  LoadArgumentCount,
  // Cells
  NewCell,
  NewTdzCell,
  WrapCell,
  CopyCell,
  LoadCellChecked,
  StoreCellChecked,
  LoadCapturedChecked,
  StoreCapturedChecked,
  // Globals
  LoadGlobal,
  TypeofGlobal,
  StoreGlobal,
  // Arithmetic
  Mod,
  Exp,
  BitAnd,
  BitOr,
  Shl,
  Shr,
  UShr,
  BitXorInt,
  ShlInt,
  ShrInt,
  UShrInt,
  Neg,
  BitNot,
  Not,
  ToPropertyKey,
  ToString,
  Concat,
  // Comparison
  LooseEq,
  LooseNe,
  StrictNe,
  Lt,
  Le,
  Gt,
  Ge,
  InstanceOf,
  In,
  PrivateIn,
  // Jumps
  JumpNotNullish,
  JumpLt,
  JumpLe,
  JumpGt,
  JumpGe,
  JumpLtInt,
  JumpLeInt,
  JumpGtInt,
  JumpGeInt,
  JumpLooseEq,
  JumpLooseNe,
  // Properties
  DeleteElement,
  GetElementMethod,
  GetSuperBase,
  GetSuper,
  SetSuper,
  NewPrivateName,
  GetPrivate,
  SetPrivate,
  DefinePrivate,
  DefinePrivateMethod,
  DefinePrivateGetter,
  DefinePrivateSetter,
  // Literals
  NewObject,
  DefineNamed,
  DefineElement,
  DefineMethod,
  DefineGetter,
  DefineSetter,
  DefineClassGetter,
  DefineClassSetter,
  SetPrototype,
  SpreadObject,
  RestObject,
  NewArray,
  ArrayAppend,
  ArrayHole,
  ArraySpread,
  NewRegExp,
  GetTemplate,
  // Functions and classes
  MakeClosure,
  MakeMethod,
  SetFunctionName,
  GetHeritage,
  MakeClass,
  SetInitializer,
  InitializeInstance,
  // Calls
  CallSpread,
  New,
  NewSpread,
  GetSuperConstructor,
  SuperCall,
  SuperCallSpread,
  ReturnDerived,
  Throw,
  ThrowError,
  // Iteration
  GetIterator,
  IteratorClose,
  IteratorCloseSilent,
  IteratorRest,
  ForInStart,
  ForInNext,
  GetAsyncIterator,
  AsyncIteratorNext,
  IteratorResult,
  AsyncIteratorClose,
  CheckObject,
  // Async functions and generators
  Await,
  GeneratorStart,
  Yield,
  DelegateResume,
  DelegateDone,
  DelegateYield,
  // Resources
  UsingAdd,
  UsingDispose,
  // Library only
  LoadIntrinsic,
  LoadRoutine,
}

export interface OpSpec {
  readonly operands: readonly [OperandKind, OperandKind, OperandKind];
  /** What the instruction does, in the notation at the top of this file. */
  readonly meaning: string;
}

/** Rows in the order of {@link Op}. */
export const OPS = {
  // Inlined in the dispatch loop, or next to be: numbered together, so that the host makes a jump table of the switch
  Move: { operands: ["dst", "src", "none"], meaning: "R[a] = R[b]" },
  LoadInt: { operands: ["dst", "int", "none"], meaning: "R[a] = b" },
  LoadConst: { operands: ["dst", "const", "none"], meaning: "R[a] = K[b]" },
  LoadUndefined: { operands: ["dst", "none", "none"], meaning: "R[a] = undefined" },
  LoadCaptured: { operands: ["dst", "capture", "none"], meaning: "R[a] = captured[b].value" },
  StoreCaptured: { operands: ["capture", "src", "none"], meaning: "captured[a].value = R[b]" },
  Add: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] + R[c]" },
  Sub: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] - R[c]" },
  Mul: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] * R[c]" },
  AddInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] + c" },
  SubInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] - c" },
  ModInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] % c" },
  BitAndInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] & c" },
  Inc: { operands: ["dst", "src", "none"], meaning: "R[a] = R[b] + 1, R[b] numeric after ToNumeric" },
  Div: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] / R[c]" },
  BitXor: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] ^ R[c]" },
  MulInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] * c" },
  LoadThis: { operands: ["dst", "none", "none"], meaning: "R[a] = the frame's this value" },
  LoadCell: { operands: ["dst", "reg", "none"], meaning: "R[a] = R[b].value" },
  StoreCell: { operands: ["reg", "src", "none"], meaning: "R[a].value = R[b]" },
  JumpStrictEqInt: { operands: ["src", "int", "label"], meaning: "if R[a] === b pc = c" },
  JumpStrictEq: { operands: ["src", "src", "label"], meaning: "if R[a] === R[b] pc = c" },
  StrictEq: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] === R[c]" },
  JumpUndefined: { operands: ["src", "label", "none"], meaning: "if R[a] === undefined pc = b" },
  JumpNotUndefined: { operands: ["src", "label", "none"], meaning: "if R[a] !== undefined pc = b" },
  JumpNotGe: { operands: ["src", "src", "label"], meaning: "if !(R[a] >= R[b]) pc = c" },
  JumpNotGeInt: { operands: ["src", "int", "label"], meaning: "if !(R[a] >= b) pc = c" },
  JumpNotGtInt: { operands: ["src", "int", "label"], meaning: "if !(R[a] > b) pc = c" },
  JumpNotLeInt: { operands: ["src", "int", "label"], meaning: "if !(R[a] <= b) pc = c" },
  ToNumber: { operands: ["dst", "src", "none"], meaning: "R[a] = +R[b]" },
  ToNumeric: { operands: ["dst", "src", "none"], meaning: "R[a] = ToNumeric(R[b]): a number or BigInt" },
  Dec: { operands: ["dst", "src", "none"], meaning: "R[a] = R[b] - 1, R[b] numeric after ToNumeric" },
  Jump: { operands: ["label", "none", "none"], meaning: "pc = a" },
  JumpLoop: { operands: ["label", "fuel", "none"], meaning: "pc = a after charging b steps; every backward jump" },
  JumpTrue: { operands: ["src", "label", "none"], meaning: "if R[a] is truthy pc = b" },
  JumpFalse: { operands: ["src", "label", "none"], meaning: "if R[a] is falsy pc = b" },
  JumpNotLt: { operands: ["src", "src", "label"], meaning: "if !(R[a] < R[b]) pc = c" },
  JumpNotLe: { operands: ["src", "src", "label"], meaning: "if !(R[a] <= R[b]) pc = c" },
  JumpNotGt: { operands: ["src", "src", "label"], meaning: "if !(R[a] > R[b]) pc = c" },
  JumpNotLtInt: { operands: ["src", "int", "label"], meaning: "if !(R[a] < b) pc = c" },
  JumpStrictNeInt: { operands: ["src", "int", "label"], meaning: "if R[a] !== b pc = c" },
  JumpStrictNe: { operands: ["src", "src", "label"], meaning: "if R[a] !== R[b] pc = c" },
  GetProperty: { operands: ["dst", "src", "site"], meaning: "R[a] = R[b][key of site c]" },
  SetProperty: { operands: ["src", "src", "site"], meaning: "R[a][key of site c] = R[b]" },
  GetElement: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b][R[c]]" },
  SetElement: { operands: ["src", "src", "src"], meaning: "R[a][R[b]] = R[c]" },
  GetLength: { operands: ["dst", "src", "site"], meaning: 'R[a] = R[b].length (site c has the key "length")' },
  GetMethod: { operands: ["base", "src", "site"], meaning: "R[a] = R[b][key of site c]; R[a + 1] = R[b]" },
  Call: {
    operands: ["base", "count", "none"],
    meaning: "R[a] = call R[a] with this undefined and b arguments from R[a + 1]",
  },
  CallMethod: {
    operands: ["base", "count", "none"],
    meaning: "R[a] = call R[a] with this R[a + 1] and b arguments from R[a + 2]",
  },
  CallCaptured: {
    operands: ["base", "count", "capture"],
    meaning:
      "R[a] = call captured[c].value (known to be initialised) with this undefined and b arguments from R[a + 1]",
  },
  CallRoutine: {
    operands: ["base", "count", "routine"],
    meaning: "R[a] = call library block c with this undefined and b arguments from R[a + 1]",
  },
  ReturnUndefined: { operands: ["none", "none", "none"], meaning: "return undefined" },
  Return: {
    operands: ["src", "none", "none"],
    meaning: "return R[a]; an async body settles its promise, a constructor gives its object",
  },
  CallIntrinsic: {
    operands: ["base", "count", "intrinsic"],
    meaning: "R[a] = intrinsic operation c on b arguments from R[a + 1]",
  },
  JumpNullish: { operands: ["src", "label", "none"], meaning: "if R[a] is null or undefined pc = b" },
  DivInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] / c" },
  BitOrInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] | c" },
  IteratorNext: {
    operands: ["dst", "reg", "label"],
    meaning:
      "step record R[b]: R[a] = the value; when done (or done before) R[a] = undefined and pc = c. A step that throws marks the record done first",
  },
  Typeof: { operands: ["dst", "src", "none"], meaning: "R[a] = typeof R[b]" },
  NewObjectWith: {
    operands: ["dst", "base", "const"],
    meaning: "R[a] = object with the keys of K[c] (a keys constant) and the values from R[b]",
  },
  // Loads and moves
  LoadNewTarget: { operands: ["dst", "none", "none"], meaning: "R[a] = new.target" },
  LoadCallee: { operands: ["dst", "none", "none"], meaning: "R[a] = the running function object" },
  LoadHome: { operands: ["dst", "none", "none"], meaning: "R[a] = the running function's home object" },
  LoadTdz: { operands: ["dst", "none", "none"], meaning: "R[a] = TDZ, the mark of a binding not yet initialised" },
  CheckTdz: {
    operands: ["src", "const", "none"],
    meaning: "if R[a] is TDZ throw ReferenceError: Cannot access 'K[b]' before initialization",
  },
  CheckThis: {
    operands: ["src", "none", "none"],
    meaning:
      "if R[a] is TDZ throw ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
  },
  CheckThisUnset: {
    operands: ["src", "none", "none"],
    meaning: "if R[a] is not TDZ throw ReferenceError: Super constructor may only be called once",
  },
  LoadArguments: { operands: ["dst", "none", "none"], meaning: "R[a] = a new unmapped arguments object" },
  LoadRest: { operands: ["dst", "int", "none"], meaning: "R[a] = a new array of the call's arguments from index b" },
  LoadArgumentCount: { operands: ["dst", "none", "none"], meaning: "R[a] = number of arguments of the call" },
  // Cells
  NewCell: { operands: ["dst", "none", "none"], meaning: "R[a] = new Cell(undefined)" },
  NewTdzCell: { operands: ["dst", "none", "none"], meaning: "R[a] = new Cell(TDZ)" },
  WrapCell: { operands: ["reg", "none", "none"], meaning: "R[a] = new Cell(R[a])" },
  CopyCell: {
    operands: ["reg", "none", "none"],
    meaning: "R[a] = new Cell(R[a].value), a fresh binding for the next iteration",
  },
  LoadCellChecked: {
    operands: ["dst", "reg", "const"],
    meaning: "R[a] = R[b].value; TDZ throws ReferenceError naming K[c]",
  },
  StoreCellChecked: {
    operands: ["reg", "src", "const"],
    meaning: "R[a].value = R[b]; if it holds TDZ throw ReferenceError naming K[c]",
  },
  LoadCapturedChecked: {
    operands: ["dst", "capture", "const"],
    meaning: "R[a] = captured[b].value; TDZ throws ReferenceError naming K[c]",
  },
  StoreCapturedChecked: {
    operands: ["capture", "src", "const"],
    meaning: "captured[a].value = R[b]; if it holds TDZ throw ReferenceError naming K[c]",
  },
  // Globals
  LoadGlobal: {
    operands: ["dst", "site", "none"],
    meaning: "R[a] = global named by site b; ReferenceError when there is none",
  },
  TypeofGlobal: {
    operands: ["dst", "site", "none"],
    meaning: 'R[a] = typeof the global named by site b, "undefined" when there is none',
  },
  StoreGlobal: {
    operands: ["site", "src", "none"],
    meaning: "global named by site a = R[b]; ReferenceError when there is none",
  },
  // Arithmetic
  Mod: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] % R[c]" },
  Exp: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] ** R[c]" },
  BitAnd: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] & R[c]" },
  BitOr: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] | R[c]" },
  Shl: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] << R[c]" },
  Shr: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] >> R[c]" },
  UShr: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] >>> R[c]" },
  BitXorInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] ^ c" },
  ShlInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] << c" },
  ShrInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] >> c" },
  UShrInt: { operands: ["dst", "src", "int"], meaning: "R[a] = R[b] >>> c" },
  Neg: { operands: ["dst", "src", "none"], meaning: "R[a] = -R[b]" },
  BitNot: { operands: ["dst", "src", "none"], meaning: "R[a] = ~R[b]" },
  Not: { operands: ["dst", "src", "none"], meaning: "R[a] = !R[b]" },
  ToPropertyKey: {
    operands: ["dst", "src", "none"],
    meaning: "R[a] = ToPropertyKey(R[b]): a string, symbol or index number",
  },
  ToString: { operands: ["dst", "src", "none"], meaning: "R[a] = ToString(R[b])" },
  Concat: { operands: ["dst", "base", "count"], meaning: "R[a] = the c strings from R[b] joined" },
  // Comparison
  LooseEq: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] == R[c]" },
  LooseNe: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] != R[c]" },
  StrictNe: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] !== R[c]" },
  Lt: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] < R[c]" },
  Le: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] <= R[c]" },
  Gt: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] > R[c]" },
  Ge: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] >= R[c]" },
  InstanceOf: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] instanceof R[c]" },
  In: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b] in R[c]" },
  PrivateIn: { operands: ["dst", "src", "src"], meaning: "R[a] = whether object R[c] has the private name R[b]" },
  // Jumps
  JumpNotNullish: { operands: ["src", "label", "none"], meaning: "if R[a] is neither null nor undefined pc = b" },
  JumpLt: { operands: ["src", "src", "label"], meaning: "if R[a] < R[b] pc = c" },
  JumpLe: { operands: ["src", "src", "label"], meaning: "if R[a] <= R[b] pc = c" },
  JumpGt: { operands: ["src", "src", "label"], meaning: "if R[a] > R[b] pc = c" },
  JumpGe: { operands: ["src", "src", "label"], meaning: "if R[a] >= R[b] pc = c" },
  JumpLtInt: { operands: ["src", "int", "label"], meaning: "if R[a] < b pc = c" },
  JumpLeInt: { operands: ["src", "int", "label"], meaning: "if R[a] <= b pc = c" },
  JumpGtInt: { operands: ["src", "int", "label"], meaning: "if R[a] > b pc = c" },
  JumpGeInt: { operands: ["src", "int", "label"], meaning: "if R[a] >= b pc = c" },
  JumpLooseEq: { operands: ["src", "src", "label"], meaning: "if R[a] == R[b] pc = c" },
  JumpLooseNe: { operands: ["src", "src", "label"], meaning: "if R[a] != R[b] pc = c" },
  // Properties
  DeleteElement: { operands: ["dst", "src", "src"], meaning: "R[a] = delete R[b][R[c]]" },
  GetElementMethod: { operands: ["base", "src", "src"], meaning: "R[a] = R[b][R[c]]; R[a + 1] = R[b]" },
  GetSuperBase: { operands: ["dst", "src", "none"], meaning: "R[a] = [[Prototype]] of the home object R[b]" },
  GetSuper: {
    operands: ["dst", "base", "none"],
    meaning: "super base R[b], key R[b + 1], this R[b + 2]: R[a] = base.[[Get]](key, this)",
  },
  SetSuper: {
    operands: ["base", "src", "none"],
    meaning: "super base R[a], key R[a + 1], this R[a + 2]: base.[[Set]](key, R[b], this)",
  },
  NewPrivateName: {
    operands: ["dst", "const", "none"],
    meaning: 'R[a] = a new private name described by K[b], such as "#x"',
  },
  GetPrivate: { operands: ["dst", "src", "src"], meaning: "R[a] = R[b].#(R[c])" },
  SetPrivate: { operands: ["src", "src", "src"], meaning: "R[a].#(R[b]) = R[c]" },
  DefinePrivate: {
    operands: ["src", "src", "src"],
    meaning: "add private field R[b] to object R[a] with value R[c]; TypeError when present",
  },
  DefinePrivateMethod: {
    operands: ["src", "src", "src"],
    meaning: "add private method R[c] under name R[b] to object R[a]",
  },
  DefinePrivateGetter: {
    operands: ["src", "src", "src"],
    meaning: "add private getter R[c] under name R[b] to object R[a]",
  },
  DefinePrivateSetter: {
    operands: ["src", "src", "src"],
    meaning: "add private setter R[c] under name R[b] to object R[a]",
  },
  // Literals
  NewObject: { operands: ["dst", "none", "none"], meaning: "R[a] = {}" },
  DefineNamed: {
    operands: ["src", "src", "site"],
    meaning: "define own enumerable data property: key of site c on R[a], value R[b]",
  },
  DefineElement: {
    operands: ["src", "src", "src"],
    meaning: "define own enumerable data property: key R[b] on R[a], value R[c]; CreateDataPropertyOrThrow",
  },
  DefineMethod: {
    operands: ["src", "src", "src"],
    meaning: "define own non-enumerable method: key R[b] on R[a], function R[c]",
  },
  DefineGetter: {
    operands: ["src", "src", "src"],
    meaning: "define own enumerable getter: key R[b] on R[a], function R[c]",
  },
  DefineSetter: {
    operands: ["src", "src", "src"],
    meaning: "define own enumerable setter: key R[b] on R[a], function R[c]",
  },
  DefineClassGetter: { operands: ["src", "src", "src"], meaning: "the same, not enumerable" },
  DefineClassSetter: { operands: ["src", "src", "src"], meaning: "the same, not enumerable" },
  SetPrototype: {
    operands: ["src", "src", "none"],
    meaning: "__proto__: R[b] in an object literal R[a]: sets it when R[b] is an object or null",
  },
  SpreadObject: { operands: ["src", "src", "none"], meaning: "copy own enumerable properties of R[b] onto R[a]" },
  RestObject: {
    operands: ["dst", "src", "src"],
    meaning: "R[a] = {} with own enumerable properties of R[b] but the keys in the array R[c]",
  },
  NewArray: { operands: ["dst", "base", "count"], meaning: "R[a] = array of the c values from R[b]" },
  ArrayAppend: { operands: ["src", "src", "none"], meaning: "append R[b] to the array R[a]" },
  ArrayHole: { operands: ["src", "none", "none"], meaning: "append a hole to the array R[a]" },
  ArraySpread: {
    operands: ["src", "src", "none"],
    meaning: "append every item of the iterable R[b] to the array R[a]",
  },
  NewRegExp: { operands: ["dst", "const", "none"], meaning: "R[a] = new RegExp of K[b]" },
  GetTemplate: {
    operands: ["dst", "const", "none"],
    meaning: "R[a] = the frozen template object of K[b], the same at each evaluation of this site",
  },
  // Functions and classes
  MakeClosure: { operands: ["dst", "child", "none"], meaning: "R[a] = closure of child b" },
  MakeMethod: { operands: ["dst", "child", "src"], meaning: "R[a] = closure of child b whose home object is R[c]" },
  SetFunctionName: {
    operands: ["src", "src", "int"],
    meaning:
      'set the own name of the anonymous function R[a] to key R[b] (a symbol s gives "[desc]", a private name its "#name"); c: 0 none, 1 "get ", 2 "set "',
  },
  GetHeritage: {
    operands: ["base", "src", "none"],
    meaning:
      "R[a] = R[b] as parent constructor, R[a + 1] = its prototype; null gives Function.prototype and null; TypeError when R[b] is not a constructor",
  },
  MakeClass: {
    operands: ["base", "child", "src?"],
    meaning:
      "R[a] = class constructor of child b, R[a + 1] = its prototype object; c: the first of two registers filled by GetHeritage, or -1; sets prototype and constructor properties, home objects",
  },
  SetInitializer: {
    operands: ["src", "src", "none"],
    meaning: "function R[b] (a method with home object) initialises the instances of class R[a]",
  },
  InitializeInstance: {
    operands: ["src", "src", "none"],
    meaning: "run the instance initialiser of class R[b], if any, with this = R[a]",
  },
  // Calls
  CallSpread: {
    operands: ["base", "none", "none"],
    meaning: "R[a] = call R[a] with this R[a + 1] and the items of the array R[a + 2]",
  },
  New: { operands: ["base", "count", "none"], meaning: "R[a] = construct R[a] with b arguments from R[a + 1]" },
  NewSpread: {
    operands: ["base", "none", "none"],
    meaning: "R[a] = construct R[a] with the items of the array R[a + 1]",
  },
  GetSuperConstructor: {
    operands: ["dst", "src", "none"],
    meaning: "R[a] = [[Prototype]] of the function R[b], whatever it is",
  },
  SuperCall: {
    operands: ["base", "count", "src"],
    meaning:
      "R[a] = construct R[a] with b arguments from R[a + 1] and new.target R[c]; TypeError when R[a] is not a constructor",
  },
  SuperCallSpread: {
    operands: ["base", "none", "src"],
    meaning: "R[a] = construct R[a] with the items of the array R[a + 1] and new.target R[c], checked as by SuperCall",
  },
  ReturnDerived: {
    operands: ["src", "src", "none"],
    meaning:
      "return from a derived constructor: R[a] when it is an object, this R[b] when R[a] is undefined (TDZ throws as CheckThis), else TypeError: Derived constructors may only return object or undefined",
  },
  Throw: { operands: ["src", "none", "none"], meaning: "throw R[a]" },
  ThrowError: {
    operands: ["int", "const", "none"],
    meaning: "throw a new error: a: 0 TypeError, 1 ReferenceError, 2 SyntaxError; message K[b]",
  },
  // Iteration
  GetIterator: { operands: ["dst", "src", "none"], meaning: "R[a] = iterator record of the iterable R[b]" },
  IteratorClose: {
    operands: ["reg", "none", "none"],
    meaning: "close record R[a] for a normal completion; nothing when it is done",
  },
  IteratorCloseSilent: {
    operands: ["reg", "none", "none"],
    meaning: "close record R[a] for a throw completion: errors of closing are dropped; nothing when it is done",
  },
  IteratorRest: { operands: ["dst", "reg", "none"], meaning: "R[a] = array of the remaining values of record R[b]" },
  ForInStart: {
    operands: ["dst", "src", "none"],
    meaning: "R[a] = key cursor over R[b] (null and undefined give an empty one)",
  },
  ForInNext: { operands: ["dst", "reg", "label"], meaning: "R[a] = next key that still exists, or pc = c" },
  GetAsyncIterator: { operands: ["dst", "src", "none"], meaning: "R[a] = iterator record of the async iterable R[b]" },
  AsyncIteratorNext: {
    operands: ["dst", "reg", "none"],
    meaning: "R[a] = the result of calling next of record R[b], to be awaited",
  },
  IteratorResult: {
    operands: ["dst", "reg", "label"],
    meaning:
      "R[a] must be an iterator result object (TypeError): when done mark record R[b] done, R[a] = its value and pc = c; else R[a] = its value",
  },
  AsyncIteratorClose: {
    operands: ["dst", "reg", "label"],
    meaning:
      "when record R[b] is done or has no return method pc = c; else mark it done and R[a] = the result of calling return, to be awaited",
  },
  CheckObject: {
    operands: ["src", "none", "none"],
    meaning: "throw TypeError: Iterator result R[a] is not an object, unless R[a] is an object",
  },
  // Async functions and generators
  Await: {
    operands: ["dst", "src", "none"],
    meaning: "suspend until R[b] settles; R[a] = its value, or throw its reason here",
  },
  GeneratorStart: {
    operands: ["none", "none", "none"],
    meaning:
      "end of parameter initialisation in a generator body: create the generator object, hand it to the caller and suspend",
  },
  Yield: {
    operands: ["dst", "src", "label"],
    meaning:
      "suspend with R[b]; resumed by next: R[a] = the sent value; by throw: throws it here; by return: R[a] = the value and pc = c",
  },
  DelegateResume: {
    operands: ["base", "reg", "none"],
    meaning:
      "yield*: mode R[a] (0 next, 1 throw, 2 return) and value R[a + 1]: call that method of record R[b], R[a + 2] = its result; a missing return sets R[a] = 3; a missing throw sets R[a] = 4 in an async generator, elsewhere it closes the record and throws TypeError",
  },
  DelegateDone: {
    operands: ["base", "label", "none"],
    meaning: "R[a + 2] must be an object (TypeError): when it is done R[a + 2] = its value and pc = b",
  },
  DelegateYield: {
    operands: ["base", "none", "none"],
    meaning:
      "suspend with the inner result R[a + 2] (async generators: with its value); resumed: R[a] = mode, R[a + 1] = value; never throws nor jumps",
  },
  // Resources
  UsingAdd: {
    operands: ["reg", "src", "int"],
    meaning:
      "add the disposable R[b] to the dispose list R[a] (undefined, or an array of records); c: 0 using, 1 await using; TypeError when it has no dispose method",
  },
  UsingDispose: {
    operands: ["dst", "reg", "int"],
    meaning:
      "dispose the list R[b] in reverse order; c: 0 sync; 1 async, R[a] = a promise to be awaited, or undefined when there is nothing to wait for. Completion: R[b + 1] true when an exception R[b + 2] is pending; the routine throws the pending or suppressed error",
  },
  // Library only
  LoadIntrinsic: { operands: ["dst", "intrinsic", "none"], meaning: "R[a] = intrinsic value b" },
  LoadRoutine: { operands: ["dst", "routine", "none"], meaning: "R[a] = the closure of library block b" },
} as const satisfies Record<keyof typeof Op, OpSpec>;

export type OpName = keyof typeof OPS;

/** Opcode number to name. */
export const OP_NAMES = Object.keys(OPS) as OpName[];

/** Number of opcodes. */
export const OP_COUNT = OP_NAMES.length;
