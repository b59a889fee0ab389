/** The line that is rewritten while calls run, and the text of figures. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Progress } from "../../../../runtime/hosts/cli/progress.js";
import { Terminal, visible } from "../../../../runtime/hosts/cli/terminal.js";
import { bytesText, countText, durationText, plural } from "../../../../runtime/hosts/cli/units.js";

/** A standard error of 60 columns that remembers what is on it. */
class Screen extends Terminal {
  override readonly canRewrite: boolean;
  written = "";

  constructor(canRewrite: boolean) {
    super({ NO_COLOR: "1" });
    this.canRewrite = canRewrite;
  }

  override get columns(): number {
    return 60;
  }

  override note(text: string): void {
    this.written += text;
  }

  /** What a reader sees: carriage return and erase applied. */
  get lines(): string[] {
    return this.written
      .split("\n")
      .map((line) => line.slice(line.lastIndexOf("\r\u001b[K") + 1).replace("\u001b[K", ""));
  }
}

const ended = { index: 0, path: "a.b", durationMs: 12, outcome: "success", bytes: 1_234 };

describe("the progress line", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("shows the phase, then the calls that run", () => {
    const screen = new Screen(true);
    const progress = new Progress(screen, false);
    progress.begin("Starting servers");
    vi.advanceTimersByTime(80);
    expect(screen.lines).toEqual(["⠋ Starting servers 80 ms"]);
    progress.begin("Running");
    for (const [index, path] of ["a.b", "a.b", "c.d"].entries()) progress.callStarted(index, path);
    progress.callEnded(ended);
    vi.advanceTimersByTime(80);
    expect(screen.lines).toEqual(["⠙ Running 80 ms, 2 running, 1 done: a.b, c.d"]);
    progress.end();
    expect(screen.lines).toEqual([""]);
    vi.advanceTimersByTime(1_000);
    expect(screen.lines).toEqual([""]);
  });

  it("groups equal paths, stays within the columns, and shows no control character", () => {
    const screen = new Screen(true);
    const progress = new Progress(screen, false);
    progress.begin("Running");
    for (const [index, path] of ["a\u001b[2J", "a\u001b[2J", "x".repeat(80)].entries())
      progress.callStarted(index, path);
    vi.advanceTimersByTime(80);
    expect(screen.lines).toEqual(["⠋ Running 80 ms, 3 running, 0 done: a\\x1b[2J ×2, xxxxxxxxx…"]);
    expect(screen.lines[0]!.length).toBe(59);
  });

  it("is erased before a lasting line", () => {
    const screen = new Screen(true);
    const progress = new Progress(screen, true);
    progress.begin("Running");
    vi.advanceTimersByTime(80);
    progress.callEnded(ended);
    expect(screen.lines).toEqual([`✓ a.b${" ".repeat(29)}    12 ms   1.23 kB`, ""]);
  });

  it("is not there where nothing can be rewritten", () => {
    const screen = new Screen(false);
    const progress = new Progress(screen, false);
    progress.begin("Running");
    progress.callStarted(0, "a.b");
    vi.advanceTimersByTime(1_000);
    progress.callEnded(ended);
    progress.end();
    expect(screen.written).toBe("");
  });

  it("tells why a call failed, on one line", () => {
    const screen = new Screen(false);
    const progress = new Progress(screen, true);
    progress.callEnded({ ...ended, outcome: "failure", bytes: undefined, message: "no\n such \u0007 file" });
    progress.callEnded({ ...ended, outcome: "interrupted", bytes: undefined });
    expect(screen.written).toBe(
      `✗ a.b${" ".repeat(29)}    12 ms  no such \\x07 file\n– a.b${" ".repeat(29)}    12 ms\n`,
    );
  });
});

describe("figures", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1.00 kB"],
    [9_994, "9.99 kB"],
    [9_996, "10.0 kB"],
    [99_960, "100 kB"],
    [999_600, "1.00 MB"],
    [1_780_000, "1.78 MB"],
    [5e12, "5000 GB"],
  ])("%d bytes are %s", (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });

  it.each([
    [0, "0.0 ms"],
    [9.94, "9.9 ms"],
    [9.96, "10 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [59_900, "59.9 s"],
    [125_000, "125 s"],
  ])("%d ms are %s", (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it("are counted", () => {
    expect([countText(0), countText(1_234_567), plural(1, "call"), plural(1_000, "call")]).toEqual([
      "0",
      "1,234,567",
      "1 call",
      "1,000 calls",
    ]);
  });
});

it("control characters become visible, tabs and line feeds stay", () => {
  expect(visible("a\tb\r\nc\u0000\u007f\u009b\u2066d\rе")).toBe("a\tb\nc\\x00\\x7f\\x9b\\u2066d\\x0dе");
});
