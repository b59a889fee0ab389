/**
 * The compiled form of a source: what compiler/ produces and vm/ runs. Plain immutable data;
 * encode.ts turns it to bytes and back, verify.ts checks it before it runs.
 *
 * A Program is a list of CodeBlocks, one a function; block 0 is the top level, an async body
 * without parameters. A block's code is a flat array of small integers, four an instruction.
 */

/** How a function is called and what it returns. */
export enum FunctionKind {
  /** `function` declarations and expressions: callable and constructible. */
  Normal,
  Arrow,
  /** Methods, getters, setters, class initialisers: callable, not constructible. */
  Method,
  ClassConstructor,
  DerivedConstructor,
}

/** How the body of a function runs. */
export enum BodyKind {
  Plain,
  Async,
  Generator,
  AsyncGenerator,
}

/** Bits of {@link CodeBlock.flags}. */
export const enum BlockFlag {
  /** The body reads `arguments`, a rest parameter or the argument count: the call keeps all arguments. */
  KeepsArguments = 1,
  /** Part of the self-hosted library: hidden from traces, may use intrinsic operations. */
  Library = 2,
  /** A library function that `new` may call (built-in constructors). */
  LibraryConstructor = 4,
}

/** A range of instructions whose thrown values go to `target`. Inner ranges come before outer ones. */
export interface HandlerRange {
  /** First covered instruction (index of the instruction times four). */
  readonly start: number;
  /** First instruction not covered. */
  readonly end: number;
  readonly target: number;
  /** Receives the thrown value. */
  readonly register: number;
}

/** `undefined` strings are cooked parts with an invalid escape. */
export interface TemplateConstant {
  readonly type: "template";
  readonly cooked: readonly (string | undefined)[];
  readonly raw: readonly string[];
}

export interface RegExpConstant {
  readonly type: "regexp";
  readonly source: string;
  readonly flags: string;
}

/** Keys of an object literal, in order: distinct, none an array index, none `__proto__`. */
export interface KeysConstant {
  readonly type: "keys";
  readonly keys: readonly string[];
}

export type Constant =
  | undefined
  | null
  | boolean
  | number
  | string
  | bigint
  | TemplateConstant
  | RegExpConstant
  | KeysConstant;

export interface CodeBlock {
  /** The function's `name` property when it has a static one, else "". */
  readonly name: string;
  readonly kind: FunctionKind;
  readonly body: BodyKind;
  /** {@link BlockFlag} bits. */
  readonly flags: number;
  /** The function's `length` property. */
  readonly length: number;
  /** Positional parameters that the call places in registers 0 to paramCount - 1. */
  readonly paramCount: number;
  readonly registerCount: number;
  /** Steps charged when the function is entered: its instructions outside loops. */
  readonly entryCost: number;
  /** Four numbers an instruction. */
  readonly code: readonly number[];
  readonly constants: readonly Constant[];
  /** The property key of each site; a site has one inline cache per execution. */
  readonly sites: readonly string[];
  /** Where a new closure takes its cells from: n >= 0 is the creator's register n (holding a Cell), n < 0 its captured cell -1 - n. */
  readonly captures: readonly number[];
  /** Block indices of the functions created here. */
  readonly children: readonly number[];
  readonly handlers: readonly HandlerRange[];
  /** Position table, delta coded; see source-map.ts. */
  readonly positions: readonly number[];
  /** The function's own text: offsets in the source as submitted. */
  readonly start: number;
  readonly end: number;
}

export interface Program {
  /** See version.ts. */
  readonly version: number;
  readonly blocks: readonly CodeBlock[];
  /** The source as submitted, for positions and `Function.prototype.toString`; "" when stripped. */
  readonly source: string;
}
