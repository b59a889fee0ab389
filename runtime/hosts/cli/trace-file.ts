/**
 * The events of a run -> a timeline that Perfetto and chrome://tracing open (the JSON object format of Chrome's trace
 * events). Owns the drawing: the program on the first track, tool calls on as many tracks below as ran at a time.
 *
 * Invariant: the file is opened before anything runs, so that a path that cannot be written refuses the command and not
 * its answer; it holds names, times and outcomes, and neither inputs nor replies. Before: the runtime's onEvent. After:
 * the file.
 */
import { type FileHandle, open } from "node:fs/promises";
import { err, ok, type Result } from "neverthrow";
import type { ExecutionEvent } from "../../index.js";
import { type Refusal, unwritable } from "./refusal.js";

/** One event of the format; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  /** M: metadata, X: a span, i: an instant. */
  readonly ph: "M" | "X" | "i";
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  /** How far an instant's mark reaches: t, its track. */
  readonly s?: "t";
  readonly args?: Readonly<Record<string, unknown>>;
}

interface OpenCall {
  readonly path: string;
  readonly queuedAt: number;
  startedAt?: number;
  track?: number;
}

const PID = 1;
const PROGRAM_TRACK = 0;

/** Events in, trace events out. */
export class Timeline {
  private readonly events: TraceEvent[] = [];
  private readonly calls = new Map<number, OpenCall>();
  /** Whether each track below the program's is taken. */
  private readonly tracks: boolean[] = [];
  private lastAt = 0;

  constructor(private readonly programName: string) {}

  /** Notes one event; in the order in which they come. */
  readonly note = (event: ExecutionEvent): void => {
    const { type, index, path = "", atMs } = event;
    this.lastAt = Math.max(this.lastAt, atMs);
    if (type === "log") {
      const name = event.level ?? "log";
      this.events.push({ ...this.at("i", name, PROGRAM_TRACK, atMs), s: "t", args: { text: event.text } });
    }
    if (index === undefined) return;
    const call = this.calls.get(index) ?? { path, queuedAt: atMs };
    this.calls.set(index, call);
    if (type === "toolStarted") {
      call.startedAt = atMs;
      call.track = this.freeTrack();
    }
    if (type === "toolEnded") this.end(index, call, atMs, event.outcome ?? "interrupted");
  };

  /** The whole document. */
  document(): { readonly displayTimeUnit: "ms"; readonly traceEvents: readonly TraceEvent[] } {
    const names = [this.programName, ...this.tracks.map((_, track) => `tool calls ${track + 1}`)];
    const unstarted = [...this.calls].map(([index, call]) => ({
      ...this.at("i", `${call.path} never started`, PROGRAM_TRACK, call.queuedAt),
      s: "t" as const,
      args: { index },
    }));
    return {
      displayTimeUnit: "ms",
      traceEvents: [
        { name: "process_name", ph: "M", pid: PID, tid: PROGRAM_TRACK, args: { name: "codemode" } },
        ...names.map((name, tid): TraceEvent => ({ name: "thread_name", ph: "M", pid: PID, tid, args: { name } })),
        { ...this.at("X", this.programName, PROGRAM_TRACK, 0), cat: "program", dur: micros(this.lastAt) },
        ...this.events,
        ...unstarted,
      ],
    };
  }

  private end(
    index: number,
    { path, queuedAt, startedAt = queuedAt, track = 0 }: OpenCall,
    atMs: number,
    outcome: string,
  ): void {
    this.calls.delete(index);
    this.tracks[track] = false;
    this.events.push({
      ...this.at("X", path, track + 1, startedAt),
      cat: "tool",
      dur: micros(atMs - startedAt),
      args: { index, outcome, queuedMs: Math.round((startedAt - queuedAt) * 1_000) / 1_000 },
    });
  }

  private freeTrack(): number {
    const free = this.tracks.indexOf(false);
    const track = free === -1 ? this.tracks.length : free;
    this.tracks[track] = true;
    return track;
  }

  private at(ph: "X" | "i", name: string, tid: number, atMs: number): TraceEvent & { readonly ts: number } {
    return { name, ph, pid: PID, tid, ts: micros(atMs) };
  }
}

function micros(ms: number): number {
  return Math.max(0, Math.round(ms * 1_000));
}

/** An open file that a timeline goes to. */
export class TraceFile {
  readonly timeline: Timeline;

  private constructor(
    private readonly handle: FileHandle,
    programName: string,
  ) {
    this.timeline = new Timeline(programName);
  }

  /** Opens it, emptying what is there. */
  static async open(path: string, programName: string): Promise<Result<TraceFile, Refusal>> {
    try {
      return ok(new TraceFile(await open(path, "w"), programName));
    } catch (cause) {
      return err(unwritable(path, cause));
    }
  }

  /** Writes the timeline and closes the file. */
  async close(): Promise<void> {
    await this.handle.writeFile(`${JSON.stringify(this.timeline.document())}\n`);
    await this.handle.close();
  }
}
