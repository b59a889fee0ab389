/** Bounded concurrency, first come first served. */

export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];
  private head = 0;

  /** @param count How many may run at a time, at least 1. */
  constructor(count: number) {
    this.free = count;
  }

  /** Runs `start` when a slot is free: at once, or in call order later. `start` must call `release` when done. */
  enter(start: () => void): void {
    if (this.free > 0) {
      this.free--;
      start();
    } else this.waiting.push(start);
  }

  release(): void {
    const next = this.waiting[this.head];
    if (next === undefined) {
      this.free++;
      return;
    }
    this.waiting[this.head++] = undefined as never;
    if (this.head > 256 && this.head * 2 > this.waiting.length) {
      this.waiting.splice(0, this.head);
      this.head = 0;
    }
    next();
  }

  /** Forgets everything that waits. */
  clear(): void {
    this.waiting.length = 0;
    this.head = 0;
  }
}
