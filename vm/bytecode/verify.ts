/**
 * The structural check of a Program before it runs: what holds afterwards, the VM relies on
 * without looking again. Bounds of every operand, labels on instructions, backward jumps only by
 * JumpLoop (so no loop runs unpaid), handlers behind their ranges, captures that exist, one parent
 * a block. It knows nothing of the types of registers.
 *
 * Total on anything that decodes: no input throws, and the work grows with the size of the program
 * (handler ranges are sorted). Stage before: compiler/, or decodeProgram. Stage after: vm/.
 */
import {
  CONSTANT_TYPES,
  type ConstantType,
  GENERATOR_ONLY,
  INT_RANGES,
  LIBRARY_ONLY,
  MAX_INT,
  TERMINATORS,
  WINDOWS,
} from "./instruction-rules.js";
import type { IntrinsicNames } from "./library.js";
import { OP_NAMES, OPS, type OpName } from "./opcodes.js";
import { INSTRUCTION_WIDTH, OPERANDS, type OperandKind } from "./operands.js";
import { BlockFlag, BodyKind, type CodeBlock, type Constant, FunctionKind, type Program } from "./program.js";
import { POSITION_WIDTH } from "./source-map.js";
import { BYTECODE_VERSION } from "./version.js";

/** Most registers a frame may have: one array of 512 KB. */
export const MAX_REGISTERS = 65_536;

/** Messages after which the check ends. */
const MAX_MESSAGES = 100;

/** UTF-16 code units of a function's name shown in a message. */
const MAX_NAME = 60;

/**
 * What is wrong with `program`, each message naming block, instruction and rule; empty when it is
 * sound. At most 100 messages. Without `library` the program is a user's: library flags and
 * instructions are refused. With it, the program is the self-hosted library and may name those
 * intrinsics.
 */
export function verify(program: Program, library?: IntrinsicNames): string[] {
  return new Verifier(program, library).run();
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isIndex(value: unknown, bound: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < bound;
}

function isSize(value: unknown): value is number {
  return isIndex(value, MAX_INT);
}

function isLabel(value: unknown, block: CodeBlock): value is number {
  return isIndex(value, block.code.length) && value % INSTRUCTION_WIDTH === 0;
}

class Verifier {
  readonly messages: string[] = [];
  /** Parent of each block, -1 for none. */
  readonly parents: number[];
  /** "block 3 (name)", the start of every message about the block at hand. */
  where = "";

  constructor(
    readonly program: Program,
    readonly library: IntrinsicNames | undefined,
  ) {
    this.parents = Array.isArray(program.blocks) ? program.blocks.map(() => -1) : [];
  }

  run(): string[] {
    const { version, blocks, source } = this.program;
    if (version !== BYTECODE_VERSION)
      return [`program: bytecode version ${version}, this build runs ${BYTECODE_VERSION}`];
    if (!Array.isArray(blocks) || blocks.length === 0) return ["program: no blocks"];
    if (typeof source !== "string") return ["program: the source is not a string"];
    for (const [index, block] of blocks.entries()) {
      this.where = `block ${index}`;
      if (!this.checkShape(block)) return this.messages;
    }
    for (const [index, block] of blocks.entries()) {
      this.where = blockLabel(index, block);
      this.checkHeader(index, block);
      this.checkConstants(block);
      this.checkCode(block);
      this.checkHandlers(block);
      this.checkPositions(block);
      this.checkChildren(index, block);
      if (this.full()) return this.messages;
    }
    this.checkTree();
    return this.messages;
  }

  full(): boolean {
    return this.messages.length >= MAX_MESSAGES;
  }

  report(problem: string): void {
    if (!this.full()) this.messages.push(`${this.where}: ${problem}`);
  }

  /** Lists are lists, of numbers where they are used in sums; the other checks rely on it. */
  checkShape(block: CodeBlock): boolean {
    if (typeof block !== "object" || block === null) {
      this.report("is not a block");
      return false;
    }
    const { code, constants, sites, captures, children, handlers, positions } = block;
    const numbers = { code, captures, children, positions };
    for (const [name, list] of Object.entries({ ...numbers, constants, sites, handlers })) {
      const sound = Array.isArray(list) && (!Object.hasOwn(numbers, name) || list.every(isNumber));
      if (sound) continue;
      this.report(`${name} is not a list${Object.hasOwn(numbers, name) ? " of numbers" : ""}`);
      return false;
    }
    return true;
  }

  checkHeader(index: number, block: CodeBlock): void {
    if (typeof block.name !== "string") this.report("the name is not a string");
    if (!isIndex(block.kind, FunctionKind.DerivedConstructor + 1)) this.report(`unknown function kind ${block.kind}`);
    if (!isIndex(block.body, BodyKind.AsyncGenerator + 1)) this.report(`unknown body kind ${block.body}`);
    const known = BlockFlag.KeepsArguments | BlockFlag.Library | BlockFlag.LibraryConstructor;
    const allowed = this.library === undefined ? BlockFlag.KeepsArguments : known;
    if (!isSize(block.flags) || (block.flags & ~allowed) !== 0) this.report(`flags ${block.flags} are not allowed`);
    if (!isIndex(block.registerCount, MAX_REGISTERS + 1)) {
      this.report(`${block.registerCount} registers, at most ${MAX_REGISTERS} are allowed`);
    }
    if (!isSize(block.paramCount) || block.paramCount > block.registerCount) {
      this.report(`${block.paramCount} parameters do not fit in ${block.registerCount} registers`);
    }
    if (!isSize(block.length)) this.report(`length ${block.length} is not a size`);
    if (!isSize(block.entryCost) || block.entryCost < 1) this.report(`entry cost ${block.entryCost} is not positive`);
    if (!this.isSpan(block.start, block.end)) this.report(`text ${block.start}..${block.end} is outside the source`);
    if (isClass(block) && block.body !== BodyKind.Plain) this.report("a class constructor has a plain body");
    for (const [site, key] of block.sites.entries()) {
      if (typeof key !== "string") this.report(`site ${site} has no key`);
    }
    if (index !== 0) return;
    if (block.captures.length > 0) this.report("the top level captures nothing");
    if (block.paramCount !== 0) this.report("the top level has no parameters");
    if (this.library === undefined && block.body !== BodyKind.Async) this.report("the top level is an async body");
  }

  /** A stripped program keeps spans but has no text to hold them against. */
  isSpan(start: number, end: number): boolean {
    const bound = this.program.source === "" ? MAX_INT : this.program.source.length;
    return isSize(start) && isSize(end) && start <= end && end <= bound;
  }

  checkConstants(block: CodeBlock): void {
    for (const [index, constant] of block.constants.entries()) {
      const problem = constantProblem(constant);
      if (problem !== undefined) this.report(`constant ${index}: ${problem}`);
      if (this.full()) return;
    }
  }

  checkCode(block: CodeBlock): void {
    const { code } = block;
    if (code.length === 0 || code.length % INSTRUCTION_WIDTH !== 0) {
      this.report(`the code has ${code.length} numbers, not a positive multiple of ${INSTRUCTION_WIDTH}`);
      return;
    }
    const outer = this.where;
    let started = false;
    for (let pc = 0; pc < code.length && !this.full(); pc += INSTRUCTION_WIDTH) {
      const name = OP_NAMES[code[pc]];
      this.where = `${outer}, instruction ${pc / INSTRUCTION_WIDTH} ${name ?? ""}`.trimEnd();
      if (name === undefined) {
        this.report(`unknown opcode ${code[pc]}`);
        continue;
      }
      const operands = [code[pc + 1], code[pc + 2], code[pc + 3]];
      let bounded = true;
      for (const [slot, kind] of OPS[name].operands.entries()) {
        if (!this.isInBounds(block, name, kind, operands[slot])) bounded = false;
        else this.checkOperand(block, pc, name, kind, operands[slot]);
      }
      if (bounded) this.checkWindow(block, name, operands);
      this.checkBody(block, name, started);
      if (name === "GeneratorStart") started = true;
      if (pc + INSTRUCTION_WIDTH === code.length && !TERMINATORS.has(name)) {
        this.report("the code runs past its end");
      }
    }
    this.where = outer;
    const generator = block.body === BodyKind.Generator || block.body === BodyKind.AsyncGenerator;
    if (generator && !started) this.report("a generator body without GeneratorStart");
  }

  isInBounds(block: CodeBlock, name: OpName, kind: OperandKind, value: number): boolean {
    const { space, minimum, prefix } = OPERANDS[kind];
    if (!Number.isInteger(value) || value < minimum || value > MAX_INT) {
      this.report(kind === "none" ? `unused operand ${value} is not 0` : `${prefix}${value} is not ${kind}`);
      return false;
    }
    const bound = this.boundOf(block, name, kind);
    // A base may stand just past the last register when nothing is read from it; checkWindow knows.
    if (value < bound || (kind === "base" && value === bound)) return true;
    if (kind === "label") this.report(`label ${value} is past the end of the code`);
    else this.report(`${prefix}${value} is outside the ${bound} ${space}`);
    return false;
  }

  checkOperand(block: CodeBlock, pc: number, name: OpName, kind: OperandKind, value: number): void {
    switch (kind) {
      case "none":
        if (value !== 0) this.report(`unused operand ${value} is not 0`);
        break;
      case "label":
        this.checkLabel(pc, name, value);
        break;
      case "int": {
        const range = INT_RANGES.get(name);
        if (range && (value < range[0] || value > range[1])) {
          this.report(`${value} is not in ${range[0]}..${range[1]}`);
        }
        break;
      }
      case "const": {
        const type = CONSTANT_TYPES.get(name) ?? "string";
        const actual = constantType(block.constants[value]);
        if (actual !== type && !(type === "primitive" && actual === "string")) {
          this.report(`k${value} is a ${actual} constant, not ${type}`);
        }
        break;
      }
      case "site":
        if (name === "GetLength" && block.sites[value] !== "length") this.report(`@${value} is not the site of length`);
        break;
      case "child":
        this.checkChildUse(name, block.children[value]);
        break;
      case "routine":
        if (this.program.blocks[value].captures.length > 0) this.report(`#${value} captures and is not a routine`);
        break;
    }
  }

  /** First number too large for the operand. */
  boundOf(block: CodeBlock, name: OpName, kind: OperandKind): number {
    const { space } = OPERANDS[kind];
    switch (space) {
      case "registers":
        return block.registerCount;
      case "blocks":
        return this.program.blocks.length;
      case "intrinsics": {
        const names = name === "LoadIntrinsic" ? this.library?.values : this.library?.operations;
        return names === undefined ? 0 : names.length;
      }
      case "nothing":
        return Number.POSITIVE_INFINITY;
      default:
        return block[space].length;
    }
  }

  checkLabel(pc: number, name: OpName, label: number): void {
    if (label % INSTRUCTION_WIDTH !== 0) {
      this.report(`label ${label} is inside an instruction`);
    } else if (name === "JumpLoop") {
      if (label > pc) this.report(`->${label / INSTRUCTION_WIDTH} is not a backward jump`);
    } else if (label <= pc) {
      this.report(`->${label / INSTRUCTION_WIDTH} is a backward jump, which only JumpLoop may make`);
    }
  }

  checkChildUse(name: OpName, index: number): void {
    const child = this.program.blocks[index];
    if (child === undefined) return;
    if (isClass(child) !== (name === "MakeClass")) {
      this.report(`#${index} is ${isClass(child) ? "a class constructor" : "not a class constructor"}`);
    }
  }

  /** Registers of a window, once the operands by themselves are in bounds. */
  checkWindow(block: CodeBlock, name: OpName, operands: readonly number[]): void {
    const window = WINDOWS.get(name);
    if (window !== undefined) {
      const size = window.fixed + (window.plus === undefined ? 0 : operands[window.plus]);
      this.checkRegisters(block, operands[window.slot], size);
    } else if (name === "NewObjectWith") {
      const constant = block.constants[operands[2]];
      if (typeof constant === "object" && constant !== null && constant.type === "keys" && isStrings(constant.keys)) {
        this.checkRegisters(block, operands[1], constant.keys.length);
      }
    }
    if (name === "MakeClass" && operands[2] >= 0) this.checkRegisters(block, operands[2], 2);
  }

  checkRegisters(block: CodeBlock, base: number, size: number): void {
    if (base + size <= block.registerCount) return;
    this.report(`registers r${base} to r${base + size - 1} are outside the ${block.registerCount} registers`);
  }

  checkBody(block: CodeBlock, name: OpName, started: boolean): void {
    if (LIBRARY_ONLY.has(name) && !(block.flags & BlockFlag.Library)) this.report("only library code may do this");
    const generator = block.body === BodyKind.Generator || block.body === BodyKind.AsyncGenerator;
    if (GENERATOR_ONLY.has(name)) {
      if (!generator) this.report("only a generator body may do this");
      else if (started === (name === "GeneratorStart")) {
        this.report(started ? "the generator has already started" : "the generator has not started");
      }
    }
    const async = block.body === BodyKind.Async || block.body === BodyKind.AsyncGenerator;
    if (name === "Await" && !async) this.report("only an async body may do this");
  }

  checkHandlers(block: CodeBlock): void {
    const outer = this.where;
    const { handlers } = block;
    let sound = true;
    for (const [index, handler] of handlers.entries()) {
      this.where = `${outer}, handler ${index}`;
      const problem = handlerProblem(block, handler);
      if (problem === undefined) continue;
      this.report(problem);
      sound = false;
      if (this.full()) break;
    }
    if (sound) this.checkNesting(block, outer);
    this.where = outer;
  }

  /** Outer ranges first, so that a stack holds the ranges around the next one. */
  checkNesting(block: CodeBlock, outer: string): void {
    const { handlers } = block;
    const order = handlers.map((_, index) => index);
    order.sort((x, y) => handlers[x].start - handlers[y].start || handlers[y].end - handlers[x].end || y - x);
    const around: number[] = [];
    for (const index of order) {
      const { start, end } = handlers[index];
      while (around.length > 0 && handlers[around[around.length - 1]].end <= start) around.pop();
      const parent = around.at(-1);
      this.where = `${outer}, handler ${index}`;
      if (parent !== undefined) {
        if (end > handlers[parent].end) this.report(`overlaps handler ${parent} without lying inside it`);
        else if (parent < index) this.report(`lies inside handler ${parent}, which comes first`);
      }
      around.push(index);
    }
  }

  checkPositions(block: CodeBlock): void {
    const { positions } = block;
    if (positions.length % POSITION_WIDTH !== 0) {
      this.report(`the position table has ${positions.length} numbers, not a multiple of ${POSITION_WIDTH}`);
      return;
    }
    let pc = 0;
    let start = 0;
    for (let i = 0; i < positions.length; i += POSITION_WIDTH) {
      const step = positions[i];
      pc += step * INSTRUCTION_WIDTH;
      start += positions[i + 1];
      if (!isSize(step) || (step === 0 && i > 0) || !isLabel(pc, block)) {
        this.report(`position ${i / POSITION_WIDTH} is out of order or past the code`);
        return;
      }
      if (!this.isSpan(start, start + positions[i + 2])) {
        this.report(`position ${i / POSITION_WIDTH} is outside the source`);
        return;
      }
    }
  }

  /** Each child is a block that no other block lists, and captures what this block has. */
  checkChildren(index: number, block: CodeBlock): void {
    for (const child of block.children) {
      if (!isIndex(child, this.parents.length) || child === 0) {
        this.report(`child #${child} is not a block below the top level`);
      } else if (this.parents[child] !== -1) {
        this.report(`child #${child} belongs to block ${this.parents[child]} already`);
      } else {
        this.parents[child] = index;
        this.checkCaptures(block, child);
      }
      if (this.full()) return;
    }
  }

  checkCaptures(block: CodeBlock, child: number): void {
    for (const cell of this.program.blocks[child].captures) {
      const sound = cell < 0 ? isIndex(-1 - cell, block.captures.length) : isIndex(cell, block.registerCount);
      if (!sound)
        this.report(`child #${child} captures ${cell < 0 ? `c${-1 - cell}` : `r${cell}`}, which is not there`);
    }
  }

  /** Every block hangs, over its parents, from the top level; a routine of the library stands alone. */
  checkTree(): void {
    const { blocks } = this.program;
    const reached = new Set<number>([0]);
    for (const [index, parent] of this.parents.entries()) {
      if (this.library !== undefined && parent === -1 && blocks[index].captures.length === 0) reached.add(index);
    }
    // A Set is walked in the order of insertion, with the members added on the way.
    for (const index of reached) {
      for (const child of blocks[index].children) {
        if (this.parents[child] === index) reached.add(child);
      }
    }
    for (const [index, block] of blocks.entries()) {
      this.where = blockLabel(index, block);
      if (!reached.has(index)) this.report("no block that can run creates it");
    }
  }
}

function blockLabel(index: number, block: CodeBlock): string {
  if (typeof block.name !== "string" || block.name === "") return `block ${index}`;
  return `block ${index} (${block.name.slice(0, MAX_NAME)})`;
}

function isClass(block: CodeBlock): boolean {
  return block.kind === FunctionKind.ClassConstructor || block.kind === FunctionKind.DerivedConstructor;
}

function handlerProblem(block: CodeBlock, handler: CodeBlock["handlers"][number]): string | undefined {
  if (typeof handler !== "object" || handler === null) return "is not a handler";
  const { start, end, target, register } = handler;
  if (!isLabel(start, block) || !isSize(end) || end % INSTRUCTION_WIDTH !== 0 || end > block.code.length) {
    return `range ${start}..${end} is not made of instructions`;
  }
  if (start >= end) return `range ${start}..${end} is empty`;
  if (!isLabel(target, block)) return `target ${target} is not an instruction`;
  // Otherwise a throw could jump back and loop without charge.
  if (target < end) return `target ${target / INSTRUCTION_WIDTH} is not behind the range`;
  if (!isIndex(register, block.registerCount)) return `r${register} is outside the ${block.registerCount} registers`;
  return undefined;
}

function constantType(constant: Constant): ConstantType | "unknown" {
  if (typeof constant === "string") return "string";
  if (constant === null || (typeof constant !== "object" && typeof constant !== "function")) return "primitive";
  const { type } = constant;
  return type === "keys" || type === "template" || type === "regexp" ? type : "unknown";
}

function isStrings(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.every((item) => typeof item === "string");
}

function constantProblem(constant: Constant): string | undefined {
  const type = constantType(constant);
  if (type === "string") return undefined;
  if (type === "primitive") return typeof constant === "symbol" ? "is a symbol" : undefined;
  if (type === "unknown") return "has no known type";
  const { cooked, raw, source, flags, keys } = constant as unknown as { [field: string]: unknown };
  switch (type) {
    case "regexp":
      return typeof source === "string" && typeof flags === "string" ? undefined : "has no pattern or flags";
    case "template": {
      if (!isStrings(raw) || !Array.isArray(cooked) || raw.length === 0) return "has no template parts";
      if (cooked.length !== raw.length) return `has ${cooked.length} cooked and ${raw.length} raw parts`;
      return cooked.every((part) => part === undefined || typeof part === "string")
        ? undefined
        : "has a part of no type";
    }
    case "keys": {
      if (!isStrings(keys)) return "has no keys";
      if (new Set(keys).size !== keys.length) return "has a key twice";
      const bad = keys.find((key) => key === "__proto__" || isArrayIndex(key));
      return bad === undefined ? undefined : `has the key ${JSON.stringify(bad)}`;
    }
  }
}

/** Whether `key` is an array index as https://tc39.es/ecma262/#array-index has it. */
function isArrayIndex(key: string): boolean {
  const index = Number(key) >>> 0;
  return index !== 0xffffffff && String(index) === key;
}
