/**
 * A sample of test262, every 50th file of the language's scope, when TEST262 names a checkout. Failures that
 * test262/failing.txt does not list fail here, and so do entries that pass now. `npm run test262` runs all files.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const suite = process.env.TEST262;
const folder = fileURLToPath(new URL("test262/", import.meta.url));
const SAMPLE = Number(process.env.TEST262_SAMPLE ?? 50);

function node(...args: string[]) {
  return spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 64 << 20 });
}

describe("the runner", () => {
  it("passes its own tests", { timeout: 60_000 }, () => {
    const { status, stdout } = node("--test", join(folder, "selftest.mjs"));
    expect(status, stdout).toBe(0);
  });
});

const title =
  suite === undefined
    ? "test262 (skipped: TEST262 does not name a checkout of tc39/test262)"
    : `test262, every ${SAMPLE}th file of scope spec-frozen`;

describe.skipIf(suite === undefined)(title, () => {
  it("fails only where failing.txt says so", { timeout: 600_000 }, () => {
    expect(existsSync(join(folder, "../../dist/index.js")), "npm run build comes first").toBe(true);
    const [engine, scope, sample] = ["codemode-vm", "spec-frozen", String(SAMPLE)];
    const { status, stdout, stderr } = node(
      join(folder, "run.mjs"),
      ...["--suite", suite as string, "--engine", engine, "--scope", scope, "--sample", sample],
      ...["--expect", join(folder, "failing.txt"), "--quiet"],
    );
    const [, passed] = /^(\d+) passed, \d+ failed$/m.exec(stdout) ?? [];
    expect(Number(passed), stdout + stderr).toBeGreaterThan(30_000 / SAMPLE);
    expect(status, stdout).toBe(0);
  });
});
