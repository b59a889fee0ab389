/**
 * Ctrl-C and its relatives -> the end of the command. Owns the policy: while a program runs, the first signal aborts the
 * run, so that servers are told and closed in order; a second signal, or one at any other time, ends the process at once.
 * Either way the servers' processes go with it: the MCP source ends its process groups when this process exits.
 */

/** Signals that end the command, with the exit code each gives by convention (128 + its number). */
const CODES: ReadonlyMap<NodeJS.Signals, number> = new Map([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]);

/** A shell, npm and npx each pass one Ctrl-C on: signals that come within this many milliseconds are one. */
const SAME_SIGNAL_MS = 300;

export class Interruption {
  private controller: AbortController | undefined;
  private firstAt = 0;
  /** Exit code of the signal that came; undefined while none did. */
  exitCode: number | undefined;

  constructor() {
    for (const name of CODES.keys()) process.on(name, this.onSignal);
  }

  /** From now on the first signal aborts this instead of ending the process. */
  inOrder(): AbortSignal {
    this.controller = new AbortController();
    return this.controller.signal;
  }

  private readonly onSignal = (name: NodeJS.Signals): void => {
    const code = CODES.get(name)!;
    if (this.controller === undefined) process.exit(code);
    if (this.exitCode !== undefined) {
      if (performance.now() - this.firstAt > SAME_SIGNAL_MS) process.exit(code);
      return;
    }
    this.exitCode = code;
    this.firstAt = performance.now();
    this.controller.abort(new Error(`Interrupted by ${name}`));
  };
}
