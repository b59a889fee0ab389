/**
 * The host's event loop: how an execution hands it the thread, and how often it has to. Works in
 * Node, browsers and workers.
 */

/** Runs something after the host's event loop had a turn: the fastest way the platform has. */
export const later: (run: () => void) => void = (() => {
  const immediate = (globalThis as { setImmediate?: (run: () => void) => unknown }).setImmediate;
  if (typeof immediate === "function") return (run: () => void) => void immediate(run);
  if (typeof MessageChannel === "function") {
    return (run: () => void) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        run();
      };
      port2.postMessage(0);
    };
  }
  return (run: () => void) => void setTimeout(run, 0);
})();

/** The host's event loop gets a turn at least this often, in ms, while a program has work. */
export const TURN_MS = 8;

/** Largest delay that setTimeout keeps; longer ones would fire at once. */
export const MAX_DELAY = 2_147_483_647;
