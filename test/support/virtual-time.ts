/**
 * A clock that jumps: what is due at a virtual time runs one thing after another, in the order of
 * due times, ties in the order they were made. The script of a run's tools and timers.
 */
export class VirtualTime {
  private now = 0;
  private made = 0;
  private readonly due: { readonly time: number; readonly order: number; readonly run: () => void }[] = [];

  after(delay: number, run: () => void): void {
    this.due.push({ time: this.now + delay, order: this.made++, run });
  }

  /** Runs what is due next; false when nothing is. */
  step(): boolean {
    let next = this.due[0];
    if (next === undefined) return false;
    for (const each of this.due) {
      if (each.time < next.time || (each.time === next.time && each.order < next.order)) next = each;
    }
    this.due.splice(this.due.indexOf(next), 1);
    this.now = next.time;
    next.run();
    return true;
  }
}
