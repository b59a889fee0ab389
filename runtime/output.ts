/**
 * The output limit (SPEC §6): a value over budget is cut structurally, largest parts first, and
 * stays valid JSON; logs get what the value leaves; warnings have an equal budget of their own.
 * What was cut is said in a Truncated warning.
 */
import type { Diagnostic, Failure, Json, LogLine, Success } from "./result.js";

const encoder = new TextEncoder();

/** UTF-8 bytes of a value's JSON text. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? "").length;
}

/** Keeps a value whose JSON fits in `budget` bytes; the same value when it fits already. */
export function cutValue(value: Json, budget: number): { readonly value: Json; readonly cut: readonly string[] } {
  const cut: string[] = [];
  const shrink = (item: Json, allowed: number, path: string): Json => {
    const size = jsonBytes(item);
    if (size <= allowed) return item;
    if (typeof item === "string") {
      const marker = `… (${item.length} characters)`;
      const room = Math.max(0, allowed - jsonBytes(marker));
      cut.push(`${path} (text of ${item.length} characters)`);
      let keep = Math.min(item.length, room);
      while (keep > 0 && jsonBytes(item.slice(0, keep)) > room + 2) keep = Math.floor(keep * 0.8);
      // Half a surrogate pair is no text.
      if (keep > 0 && /[\ud800-\udbff]/.test(item[keep - 1]!)) keep--;
      return item.slice(0, keep) + marker;
    }
    if (Array.isArray(item)) {
      const kept: Json[] = [];
      let left = allowed - 2;
      const share = Math.max(16, Math.floor(left / Math.max(1, Math.min(item.length, 8))));
      for (const [index, element] of item.entries()) {
        const bytes = jsonBytes(element) + 1;
        if (bytes <= left && bytes <= Math.max(share, left / 2)) {
          kept.push(element);
          left -= bytes;
          continue;
        }
        if (left < 32 || kept.length > 0) break;
        const smaller = shrink(element as Json, Math.min(left - 1, share * 4), `${path}[${index}]`);
        kept.push(smaller);
        left -= jsonBytes(smaller) + 1;
        if (left < 32) break;
      }
      if (kept.length < item.length) cut.push(`${path} (${kept.length} of ${item.length} items)`);
      return kept;
    }
    if (typeof item !== "object" || item === null) return null;
    const entries = Object.entries(item as { readonly [key: string]: Json });
    const sizes = entries.map(([key, field]) => jsonBytes(key) + jsonBytes(field) + 2);
    let left = allowed - 2;
    // Small fields stay whole; the largest share what is left.
    const order = entries.map((_, i) => i).sort((a, b) => sizes[a]! - sizes[b]! || a - b);
    const result = new Map<number, Json>();
    for (const [rank, i] of order.entries()) {
      const [key, field] = entries[i]!;
      const share = Math.floor(left / (order.length - rank));
      if (sizes[i]! <= share) {
        result.set(i, field);
        left -= sizes[i]!;
        continue;
      }
      const room = share - jsonBytes(key) - 2;
      if (room < 24) {
        cut.push(`${path}.${key} (left out)`);
        continue;
      }
      const smaller = shrink(field, room, `${path}.${key}`);
      result.set(i, smaller);
      left -= jsonBytes(key) + jsonBytes(smaller) + 2;
    }
    const kept: Record<string, Json> = {};
    for (const [i, [key]] of entries.entries()) {
      if (!result.has(i)) continue;
      Object.defineProperty(kept, key, { value: result.get(i), writable: true, enumerable: true, configurable: true });
    }
    return kept;
  };
  let result = shrink(value, budget, "value");
  // Shares are estimates: what is still over is cut again, with less.
  for (let allowed = budget; jsonBytes(result) > budget && allowed > 8; allowed = Math.floor(allowed * 0.8)) {
    result = shrink(value, Math.floor(allowed * 0.8), "value");
  }
  return { value: jsonBytes(result) > budget ? null : result, cut: [...new Set(cut)] };
}

function cutLogs(logs: readonly LogLine[], budget: number): readonly LogLine[] {
  const kept: LogLine[] = [];
  let left = budget;
  for (const line of logs) {
    const bytes = encoder.encode(line.text).length + 1;
    if (bytes > left) break;
    kept.push(line);
    left -= bytes;
  }
  const rest = logs.length - kept.length;
  return rest === 0 ? logs : [...kept, { level: "info", text: `… ${rest} more log lines were cut` }];
}

function cutWarnings(warnings: readonly Diagnostic[], budget: number): readonly Diagnostic[] {
  const kept: Diagnostic[] = [];
  let left = budget;
  for (const warning of warnings) {
    const bytes = jsonBytes(warning);
    if (bytes > left) break;
    kept.push(warning);
    left -= bytes;
  }
  const rest = warnings.length - kept.length;
  return rest === 0 ? warnings : [...kept, { kind: "Truncated", message: `${rest} more warnings were cut` }];
}

/** Fits an outcome into `maxBytes` of value and logs; never fails the run. */
export function fitOutput<T extends Success | Failure>(outcome: T, maxBytes: number): T {
  if (maxBytes === Number.POSITIVE_INFINITY) return outcome;
  const warnings: Diagnostic[] = [...(outcome.warnings ?? [])];
  let truncated = false;
  let left = maxBytes;
  let next: Success | Failure = outcome;
  if (next.ok) {
    const size = jsonBytes(next.value);
    if (size > maxBytes) {
      truncated = true;
      const { value, cut } = cutValue(next.value, maxBytes);
      warnings.push({
        kind: "Truncated",
        message: `The result of ${size} bytes was cut to ${jsonBytes(value)} (limit ${maxBytes}): ${cut.slice(0, 6).join(", ")}. Return less: filter, aggregate or page inside the program`,
      });
      next = { ...next, value };
    }
    left = Math.max(0, maxBytes - jsonBytes(next.value));
  }
  if (next.logs !== undefined) {
    const logs = cutLogs(next.logs, left);
    if (logs !== next.logs) truncated = true;
    next = { ...next, logs };
  }
  if (warnings.length > 0) {
    const kept = cutWarnings(warnings, maxBytes);
    if (kept.length !== warnings.length) truncated = true;
    next = { ...next, warnings: kept };
  }
  return (truncated ? { ...next, truncated: true } : next) as T;
}
