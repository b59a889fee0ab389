/**
 * Emits the matcher's code for a parsed pattern. One walk over the tree, which is bounded in depth;
 * nothing is unrolled, so the code is linear in the pattern: counts live in registers, and loops test
 * at their end. Each part is emitted with what can follow it, so that choices which the next character
 * already decides cost nothing when they run. Before: parse.ts. After: match.ts.
 */
import { patternError, RegExpSyntaxError } from "./errors.js";
import {
  addFirst,
  COMPLETE,
  disjointFrom,
  type FirstSet,
  FirstSets,
  type Follow,
  UNKNOWN,
  unionOf,
} from "./first-set.js";
import { canonicalFlags, parseFlags } from "./flags.js";
import { FILTER_WIDTH, NO_FILTER, RegExpOp } from "./opcodes.js";
import { MAX_PATTERN_LENGTH, parsePattern } from "./parse.js";
import type { RegExpProgram } from "./program.js";
import { ProgramBuilder } from "./program-builder.js";
import { leadingRunSet, planSearch } from "./search-plan.js";
import {
  type Alternative,
  type LookNode,
  minLengthOf,
  type PatternNode,
  type PatternTree,
  type ReferenceNode,
  type RepeatNode,
  UNBOUNDED,
} from "./tree.js";

/** Steps charged for each code unit of a pattern before it is looked at. */
const STEPS_PER_UNIT = 20;
/** Two alternatives are told apart by a filter, more by a table. */
const DISPATCH_FROM = 3;
/** A choice among more alternatives is not analysed, for the memory that takes. */
const MAX_ANALYSED = 2048;
/** Code units of one text instruction, about; longer text is several. */
const MAX_TEXT = 128;
const NOTHING_FOLLOWS: Follow = { first: new Uint8Array(FILTER_WIDTH), certain: false };

/**
 * Compiles a pattern.
 * @param charge called with steps before work is done; may throw to stop.
 * Throws RegExpSyntaxError with V8's message for a pattern or flags that are not valid, and for one over
 * a limit: 32 kB of pattern, 200 levels of nesting, 1 MB of program.
 */
export function compileRegExp(source: string, flags: string, charge: (steps: number) => void): RegExpProgram {
  const parsedFlags = parseFlags(flags);
  if (parsedFlags === null) {
    throw new RegExpSyntaxError(`Invalid flags supplied to RegExp constructor '${flags}'`);
  }
  charge(STEPS_PER_UNIT * (Math.min(source.length, MAX_PATTERN_LENGTH) + 1));
  const tree = parsePattern(source, flags, parsedFlags);
  const tooLarge = (): never => {
    throw patternError(source, flags, "tooLarge");
  };
  const builder = new ProgramBuilder({ unicode: tree.unicode, unicodeSets: parsedFlags.unicodeSets }, charge, tooLarge);
  const firsts = firstSetsOf(builder, charge);
  new Emitter(tree, builder, firsts).program();
  const search = planSearch(tree, builder, firsts);
  const leadingRun = leadingRunSet(tree, builder);
  return {
    source,
    flags: canonicalFlags(flags),
    groupCount: tree.groupCount,
    groupNames: tree.groupNames,
    byteSize: builder.byteSize + source.length * 2 + tree.groupCount * 16 + 512,
    unicode: tree.unicode,
    code: Int32Array.from(builder.code),
    sets: builder.sets,
    lowTable: builder.lowTable(),
    filters: builder.filterTable(),
    dispatch: builder.dispatchTable(),
    strings: builder.strings,
    registerCount: builder.registerCount,
    search,
    minLength: tree.minLength,
    leadingRun,
  };
}

function firstSetsOf(builder: ProgramBuilder, charge: (steps: number) => void): FirstSets {
  return new FirstSets((node) => {
    const form = builder.form(node);
    if (form.kind === "unit") return form.unit;
    if (form.kind === "pair") return form.lead;
    return builder.sets[builder.setOf(node)];
  }, charge);
}

class Emitter {
  readonly #tree: PatternTree;
  readonly #builder: ProgramBuilder;
  readonly #firsts: FirstSets;

  constructor(tree: PatternTree, builder: ProgramBuilder, firsts: FirstSets) {
    this.#tree = tree;
    this.#builder = builder;
    this.#firsts = firsts;
  }

  program(): void {
    this.#choice(this.#tree.alternatives, COMPLETE, false);
    this.#builder.emit(RegExpOp.Match);
  }

  #choice(alternatives: readonly Alternative[], follow: Follow, back: boolean): void {
    if (alternatives.length === 1) {
      this.#sequence(alternatives[0], follow, back);
      return;
    }
    // Inside look-behind the next character to the right says nothing.
    const unknown = back || alternatives.length > MAX_ANALYSED;
    const firsts = alternatives.map((alternative) =>
      unknown ? UNKNOWN.first : this.#firsts.ofSequence(alternative, 0, follow),
    );
    if (!unknown && alternatives.length >= DISPATCH_FROM && this.#dispatchChoice(alternatives, firsts, follow)) return;
    this.#filteredChoice(alternatives, firsts, follow, back);
  }

  /** Each alternative is tried unless the next character excludes it. */
  #filteredChoice(alternatives: readonly Alternative[], firsts: FirstSet[], follow: Follow, back: boolean): void {
    const { code } = this.#builder;
    const rest: FirstSet[] = new Array(alternatives.length);
    rest[alternatives.length - 1] = firsts[alternatives.length - 1];
    for (let i = alternatives.length - 2; i >= 0; i--) {
      rest[i] = rest[i + 1] === UNKNOWN.first ? UNKNOWN.first : unionOf(firsts[i], rest[i + 1]);
    }
    const ends: number[] = [];
    alternatives.forEach((alternative, i) => {
      if (i === alternatives.length - 1) {
        this.#sequence(alternative, follow, back);
        return;
      }
      const fork = this.#fork(firsts[i], rest[i + 1]);
      fork.first(code.length);
      this.#sequence(alternative, follow, back);
      ends.push(this.#builder.emit(RegExpOp.Jump, 0) + 1);
      fork.second(code.length);
    });
    for (const end of ends) code[end] = code.length;
  }

  /**
   * A table leads from the next character to the alternatives that can begin with it: straight to the
   * only one, or to a chain of forks. False, with nothing emitted, when the chains would be too long.
   */
  #dispatchChoice(alternatives: readonly Alternative[], firsts: FirstSet[], follow: Follow): boolean {
    const chains = new Map<string, number[]>();
    const keys: string[] = [];
    let links = 0;
    for (let column = 0; column < FILTER_WIDTH; column++) {
      const key = columnKey(firsts, column);
      keys.push(key);
      if (chains.has(key)) continue;
      const chain = [...firsts.keys()].filter((index) => firsts[index][column] === 1);
      links += chain.length;
      if (links > alternatives.length * 4 + 64) return false;
      chains.set(key, chain);
    }
    const row = this.#builder.dispatchRow();
    if (row === null) return false;
    const { code } = this.#builder;
    this.#builder.emit(RegExpOp.Dispatch, row.index);
    const starts: number[] = [];
    const ends: number[] = [];
    for (const alternative of alternatives) {
      starts.push(code.length);
      this.#sequence(alternative, follow, false);
      ends.push(this.#builder.emit(RegExpOp.Jump, 0) + 1);
    }
    const labels = new Map<string, number>();
    for (const [key, chain] of chains) labels.set(key, this.#chain(chain.map((index) => starts[index])));
    keys.forEach((key, column) => {
      row.labels[column] = labels.get(key)!;
    });
    for (const end of ends) code[end] = code.length;
    return true;
  }

  /** Code that tries `targets` in order; its label. */
  #chain(targets: readonly number[]): number {
    const { code } = this.#builder;
    if (targets.length === 1) return targets[0];
    const label = code.length;
    if (targets.length === 0) this.#builder.emit(RegExpOp.Fail);
    for (let i = 0; i + 1 < targets.length; i++) {
      const last = i + 2 === targets.length;
      const at = this.#builder.emit(RegExpOp.Fork, targets[i], 0);
      code[at + 2] = last ? targets[i + 1] : code.length;
    }
    return label;
  }

  #sequence(alternative: Alternative, follow: Follow, back: boolean): void {
    if (back) {
      for (let i = alternative.length - 1; i >= 0; i--) this.#node(alternative[i], UNKNOWN, true);
      return;
    }
    for (let i = 0; i < alternative.length; i++) {
      const taken = this.#text(alternative, i);
      if (taken > 0) i += taken - 1;
      else this.#node(alternative[i], this.#followAt(alternative, i + 1, follow), false);
    }
  }

  #followAt(alternative: Alternative, index: number, follow: Follow): Follow {
    if (index === alternative.length) return follow;
    return { first: this.#firsts.ofSequence(alternative, index, follow), certain: false };
  }

  /** Emits the literal text at `start` as one instruction; returns how many nodes that took. */
  #text(alternative: Alternative, start: number): number {
    const lower: number[] = [];
    const upper: number[] = [];
    let i = start;
    for (; i < alternative.length && lower.length < MAX_TEXT; i++) {
      const node = alternative[i];
      if (node.type !== "char") break;
      const form = this.#builder.form(node);
      if (form.kind === "set") break;
      if (form.kind === "pair") {
        lower.push(form.lead, form.trail);
        upper.push(form.lead, form.trail);
      } else {
        lower.push(form.kind === "unit" ? form.unit : form.units[0]);
        upper.push(form.kind === "unit" ? form.unit : form.units[1]);
      }
    }
    const exact = lower.every((unit, index) => unit === upper[index]);
    if (lower.length === 1) {
      if (exact) this.#builder.emit(RegExpOp.Char, lower[0]);
      else this.#builder.emit(RegExpOp.EitherChar, lower[0], upper[0]);
    } else if (lower.length > 1) {
      if (exact) this.#builder.emit(RegExpOp.Text, lower.length, ...lower);
      else {
        const units = lower.flatMap((unit, index) => [unit, upper[index]]);
        this.#builder.emit(RegExpOp.EitherText, lower.length, ...units);
      }
    }
    return i - start;
  }

  #node(node: PatternNode, follow: Follow, back: boolean): void {
    switch (node.type) {
      case "char":
        this.#character(node, back);
        return;
      case "set":
        if (node.strings !== null) this.#builder.emit(RegExpOp.Strings, this.#builder.stringChoice(node, back));
        else this.#character(node, back);
        return;
      case "group":
        if (node.capture > 0) this.#builder.emit(RegExpOp.Save, node.capture * 2 + (back ? 1 : 0));
        this.#choice(node.alternatives, follow, back);
        if (node.capture > 0) this.#builder.emit(RegExpOp.Save, node.capture * 2 + (back ? 0 : 1));
        return;
      case "look":
        this.#look(node);
        return;
      case "edge":
        if (node.atEnd) this.#builder.emit(node.multiline ? RegExpOp.LineEnd : RegExpOp.InputEnd);
        else this.#builder.emit(node.multiline ? RegExpOp.LineStart : RegExpOp.InputStart);
        return;
      case "boundary":
        this.#builder.emit(RegExpOp.Boundary, node.negate ? 0 : 1, node.extended ? 1 : 0);
        return;
      case "reference":
        this.#reference(node, back);
        return;
      case "repeat":
        this.#repeat(node, follow, back);
        return;
    }
  }

  #character(node: PatternNode, back: boolean): void {
    const form = this.#builder.form(node);
    switch (form.kind) {
      case "unit":
        this.#builder.emit(back ? RegExpOp.BackChar : RegExpOp.Char, form.unit);
        return;
      case "either":
        this.#builder.emit(back ? RegExpOp.BackEitherChar : RegExpOp.EitherChar, ...form.units);
        return;
      case "pair":
        if (back) {
          this.#builder.emit(RegExpOp.BackChar, form.trail);
          this.#builder.emit(RegExpOp.BackChar, form.lead);
        } else this.#builder.emit(RegExpOp.Text, 2, form.lead, form.trail);
        return;
      case "set":
        if (this.#readsCodePoints(form.set)) {
          this.#builder.emit(back ? RegExpOp.BackSetU : RegExpOp.SetU, form.set);
        } else this.#builder.emit(back ? RegExpOp.BackSet : RegExpOp.Set, form.set);
        return;
    }
  }

  /** Sets without high characters are the same by code unit and by code point. */
  #readsCodePoints(set: number): boolean {
    return this.#tree.unicode && this.#builder.sets[set].high !== "none";
  }

  #look(node: LookNode): void {
    const { code } = this.#builder;
    const register = this.#builder.register();
    if (node.negate) {
      const enter = this.#builder.emit(RegExpOp.NotEnter, register, 0);
      this.#choice(node.alternatives, node.behind ? UNKNOWN : COMPLETE, node.behind);
      this.#builder.emit(RegExpOp.NotLeave, register);
      code[enter + 2] = code.length;
      return;
    }
    this.#builder.register();
    this.#builder.emit(RegExpOp.LookEnter, register);
    this.#choice(node.alternatives, node.behind ? UNKNOWN : COMPLETE, node.behind);
    this.#builder.emit(RegExpOp.LookLeave, register);
  }

  #reference(node: ReferenceNode, back: boolean): void {
    const op = back ? RegExpOp.BackReference : RegExpOp.Reference;
    this.#builder.emit(op, node.ignoreCase ? 1 : 0, node.groups.length, ...node.groups);
  }

  #repeat(node: RepeatNode, follow: Follow, back: boolean): void {
    if (node.max === 0) return;
    const { body } = node;
    if (!back && (body.type === "char" || (body.type === "set" && body.strings === null))) {
      this.#run(node, follow);
      return;
    }
    if (node.min === 1 && node.max === 1) {
      this.#node(body, follow, back);
      return;
    }
    const nullable = minLengthOf(body) === 0;
    const first = back ? UNKNOWN.first : this.#firsts.ofSequence([body], 0, NOTHING_FOLLOWS);
    if (node.min === 0 && node.max === 1) this.#optional(node, first, follow, back);
    else if (node.max === UNBOUNDED && (node.min === 0 || (node.min === 1 && !nullable))) {
      this.#loop(node, first, follow, back);
    } else this.#countedLoop(node, first, follow, back);
  }

  /** A quantified single character: one instruction that runs over the subject by itself. */
  #run(node: RepeatNode, follow: Follow): void {
    const set = this.#builder.setOf(node.body);
    const codePoints = this.#readsCodePoints(set);
    const decided = node.min === node.max || disjointFrom(this.#builder.sets[set], follow.first);
    if (decided || follow.certain) {
      // When nothing behind can fail, the greedy run keeps all and the lazy one its minimum.
      const max = node.greedy || decided ? node.max : node.min;
      if (max === 0) return;
      this.#builder.emit(codePoints ? RegExpOp.RunAllU : RegExpOp.RunAll, set, node.min, max, NO_FILTER);
      return;
    }
    const filter = this.#builder.filter(follow.first, null);
    let { min, max } = node;
    if (min > 1 || (min > 0 && !node.greedy)) {
      // The part that must be there is never given back.
      this.#builder.emit(codePoints ? RegExpOp.RunAllU : RegExpOp.RunAll, set, min, min, NO_FILTER);
      if (max !== UNBOUNDED) max -= min;
      min = 0;
    }
    const ops = node.greedy ? [RegExpOp.Run, RegExpOp.RunU] : [RegExpOp.LazyRun, RegExpOp.LazyRunU];
    this.#builder.emit(ops[codePoints ? 1 : 0], set, min, max, filter);
  }

  /** `(...)?`: an iteration that consumes nothing does not count. */
  #optional(node: RepeatNode, first: FirstSet, follow: Follow, back: boolean): void {
    const { code } = this.#builder;
    const fork = node.greedy ? this.#fork(first, follow.first) : this.#fork(follow.first, first);
    (node.greedy ? fork.first : fork.second)(code.length);
    this.#checkedBody(node.body, follow, back);
    (node.greedy ? fork.second : fork.first)(code.length);
  }

  /**
   *     (star only)  fork body, out
   *     again:       Clear
   *     body:        ...
   *                  fork again, out
   *     out:
   */
  #loop(node: RepeatNode, first: FirstSet, follow: Follow, back: boolean): void {
    const { code } = this.#builder;
    const ways = (): { again: (label: number) => void; out: (label: number) => void } => {
      const fork = node.greedy ? this.#fork(first, follow.first) : this.#fork(follow.first, first);
      return node.greedy ? { again: fork.first, out: fork.second } : { again: fork.second, out: fork.first };
    };
    const entry = node.min === 0 ? ways() : null;
    const again = code.length;
    this.#clear(node);
    entry?.again(code.length);
    const inside: Follow = { first: unionOf(first, follow.first), certain: false };
    if (node.min === 0) this.#checkedBody(node.body, inside, back);
    else this.#node(node.body, inside, back);
    const exit = ways();
    exit.again(again);
    exit.out(code.length);
    entry?.out(code.length);
  }

  /** Any other bounds: the iterations are counted in a register. */
  #countedLoop(node: RepeatNode, first: FirstSet, follow: Follow, back: boolean): void {
    const { code } = this.#builder;
    const nullable = minLengthOf(node.body) === 0;
    const counter = this.#builder.register();
    const mark = nullable ? this.#builder.register() : -1;
    this.#builder.emit(RegExpOp.ZeroCount, counter);
    const loop = this.#builder.emit(RegExpOp.CountLoop, counter, node.min, node.max, node.greedy ? 1 : 0, 0);
    this.#clear(node);
    if (nullable) this.#builder.emit(RegExpOp.Mark, mark);
    const inside = unionOf(first, follow.first);
    // Iterations that must be there may be empty, so anything that follows may be next.
    if (nullable) addFirst(inside, UNKNOWN.first);
    this.#node(node.body, { first: inside, certain: false }, back);
    if (nullable) this.#builder.emit(RegExpOp.CheckProgressAbove, mark, counter, node.min);
    this.#builder.emit(RegExpOp.Jump, loop);
    code[loop + 5] = code.length;
  }

  /** The body of an optional iteration, which fails when it consumes nothing. */
  #checkedBody(body: PatternNode, follow: Follow, back: boolean): void {
    if (minLengthOf(body) > 0) {
      this.#node(body, follow, back);
      return;
    }
    const mark = this.#builder.register();
    this.#builder.emit(RegExpOp.Mark, mark);
    this.#node(body, { first: follow.first, certain: false }, back);
    this.#builder.emit(RegExpOp.CheckProgress, mark);
  }

  /** Groups inside a loop are unset at the start of each iteration. */
  #clear(node: RepeatNode): void {
    if (node.lastCapture < node.firstCapture) return;
    this.#builder.emit(RegExpOp.Clear, node.firstCapture * 2, node.lastCapture * 2 + 1);
  }

  /** A choice between two labels that are given later. */
  #fork(first: FirstSet, second: FirstSet): { first: (label: number) => void; second: (label: number) => void } {
    const { code } = this.#builder;
    const filter = this.#builder.filter(first, second);
    const at =
      filter === NO_FILTER
        ? this.#builder.emit(RegExpOp.Fork, 0, 0) + 1
        : this.#builder.emit(RegExpOp.Choose, filter, 0, 0) + 2;
    return {
      first: (label) => {
        code[at] = label;
      },
      second: (label) => {
        code[at + 1] = label;
      },
    };
  }
}

/** One bit for each alternative that can begin with the column's character, as text. */
function columnKey(firsts: readonly FirstSet[], column: number): string {
  let key = "";
  for (let index = 0; index < firsts.length; index += 16) {
    let bits = 0;
    const stop = Math.min(firsts.length, index + 16);
    for (let i = index; i < stop; i++) bits = bits * 2 + firsts[i][column];
    key += String.fromCharCode(bits);
  }
  return key;
}
