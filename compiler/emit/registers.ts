/**
 * The register allocator of one function: a stack. Parameters come first, then the locals of open scopes, temporaries on top.
 *
 * Registers are released in the reverse order of allocation, down to a mark; releasing anything else, or ending a function
 * with a register still held, is an invariant error. A register that holds a local knows its binding, so that nobody uses it
 * as scratch space.
 */
import type { Binding } from "../scope/scope.js";

/** A register number of the function at hand. */
export type Register = number & { readonly register: unique symbol };

/** Most registers of one function. */
export const MAX_REGISTERS = 65_535;

/** A limit of the bytecode is exceeded by the source: reported, not a bug. */
export class CapacityError extends Error {
  constructor(
    readonly what: string,
    readonly limit: number,
  ) {
    super(`${what} over ${limit}`);
  }
}

export class Registers {
  private next = 0;
  private most = 0;
  private readonly owners: (Binding | undefined)[] = [];

  /** Registers the frame needs. */
  get count(): number {
    return this.most;
  }

  allocate(): Register {
    return this.allocateRun(1);
  }

  /** The first of `count` consecutive registers. */
  allocateRun(count: number): Register {
    const first = this.next;
    this.next += count;
    if (this.next > this.most) {
      this.most = this.next;
      if (this.most > MAX_REGISTERS) throw new CapacityError("registers of one function", MAX_REGISTERS);
    }
    return first as Register;
  }

  /** The height to return to with {@link release}. */
  mark(): number {
    return this.next;
  }

  /** Releases everything allocated since `mark`. */
  release(mark: number): void {
    if (mark > this.next) throw new Error(`Invariant: released to r${mark} with only r${this.next} allocated`);
    this.owners.length = Math.min(this.owners.length, mark);
    this.next = mark;
  }

  /** Whether `register` is the one allocated last. */
  isTop(register: Register): boolean {
    return register === this.next - 1;
  }

  /** Makes a register the home of a local. */
  own(register: Register, binding: Binding): void {
    this.owners[register] = binding;
  }

  /** The local that lives in a register, if it is not a temporary. */
  owner(register: Register): Binding | undefined {
    return this.owners[register];
  }

  /** Checks that exactly `mark` registers are held. */
  expect(mark: number, where: string): void {
    if (this.next !== mark) throw new Error(`Invariant: ${this.next - mark} registers not released after ${where}`);
  }
}
