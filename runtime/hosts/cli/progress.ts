/**
 * Calls while they run: one line on a terminal that is rewritten in place, and on request one lasting line a call.
 *
 * Invariant: the rewritten line is gone before anything else is written and when the command ends. Before: the runtime's
 * hooks. After: standard error.
 */
import { type Terminal, visible } from "./terminal.js";
import { bytesText, durationText } from "./units.js";

/** Milliseconds between two drawings. */
const INTERVAL_MS = 80;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** A message in a lasting line, in characters. */
const MAX_MESSAGE = 120;

export interface EndedCall {
  readonly index: number;
  readonly path: string;
  readonly durationMs: number;
  readonly outcome: string;
  readonly message?: string;
  /** Bytes of the reply. */
  readonly bytes: number | undefined;
}

export class Progress {
  private readonly running = new Map<number, string>();
  private ended = 0;
  private phase = "";
  private frame = 0;
  private since = performance.now();
  private timer: ReturnType<typeof setInterval> | undefined;
  private isDrawn = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly isVerbose: boolean,
  ) {}

  /** Something begins that may take a while. */
  begin(phase: string): void {
    this.phase = phase;
    this.ended = 0;
    this.since = performance.now();
    if (!this.terminal.canRewrite || this.timer !== undefined) return;
    this.timer = setInterval(() => this.draw(), INTERVAL_MS);
    this.timer.unref();
  }

  callStarted(index: number, path: string): void {
    this.running.set(index, path);
  }

  callEnded(call: EndedCall): void {
    this.running.delete(call.index);
    this.ended++;
    if (!this.isVerbose) return;
    const { err } = this.terminal;
    const isOk = call.outcome === "success";
    const mark = isOk ? err("green", "✓") : err("red", call.outcome === "failure" ? "✗" : "–");
    const size = call.bytes === undefined ? "" : bytesText(call.bytes);
    const why = call.message === undefined ? "" : `  ${err("red", shortened(call.message))}`;
    const head = `${mark} ${visible(call.path).padEnd(32)} ${durationText(call.durationMs).padStart(8)} ${size.padStart(9)}`;
    this.line(`${head.trimEnd()}${why}`);
  }

  /** A lasting line. */
  line(text: string): void {
    this.erase();
    this.terminal.note(`${text}\n`);
  }

  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.erase();
  }

  private erase(): void {
    if (!this.isDrawn) return;
    this.terminal.note("\r\u001b[K");
    this.isDrawn = false;
  }

  private draw(): void {
    const paths = new Map<string, number>();
    for (const path of this.running.values()) paths.set(path, (paths.get(path) ?? 0) + 1);
    const names = [...paths].map(([path, count]) => (count === 1 ? path : `${path} ×${count}`)).join(", ");
    const calls = this.running.size + this.ended > 0 ? `, ${this.running.size} running, ${this.ended} done` : "";
    const head = `${this.phase} ${durationText(performance.now() - this.since)}${calls}`;
    const text = visible(names === "" ? head : `${head}: ${names}`).replaceAll("\n", " ");
    const glyph = FRAMES[this.frame++ % FRAMES.length]!;
    // One column is left free: a full line makes some terminals wrap.
    const room = Math.max(0, this.terminal.columns - 3);
    const shown = text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
    this.terminal.note(`\r\u001b[K${this.terminal.err("cyan", glyph)} ${shown}`);
    this.isDrawn = true;
  }
}

function shortened(message: string): string {
  const line = visible(message).replace(/\s+/g, " ");
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1)}…`;
}
