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

export class Interruption {
  private controller: AbortController | undefined;
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
    if (this.controller === undefined || this.exitCode !== undefined) process.exit(code);
    this.exitCode = code;
    this.controller.abort(new Error(`Interrupted by ${name}`));
  };
}
