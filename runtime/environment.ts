/**
 * What a VM sees of the outside besides tools: a clock and seeded randomness, both the host's to
 * replace. The default seed is fixed, so that a run is reproducible.
 */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds on a clock that never goes back. */
export const monotonic = (): number => performance.now();

/** The seed of an execution whose host gives none. */
export const DEFAULT_SEED = 0x5eed;

/** sfc32 (Chris Doty-Humphrey, PractRand): numbers in [0, 1) with 32 bits each, the same on every machine. */
export function seededRandom(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  // 53 bits, as a double has them.
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
}
