/**
 * Offsets of time zones. UTC needs nothing; other zones are asked from the host's ICU by number,
 * fifteen minutes at a time, and remembered for the execution, so that its charges are its own.
 */

import type { Vm } from "../vm.js";
import { dayFromCivil, MS_PER_DAY } from "./date-text.js";
import { formatterFor } from "./locale.js";

const QUARTER = 900_000;
const CACHE_SIZE = 4096;
const offsets = new WeakMap<Vm, Map<number, number>>();

function isUtc(zone: string): boolean {
  return zone === "UTC" || zone === "Etc/UTC" || zone === "GMT";
}

function askHost(vm: Vm, zone: string, time: number): number {
  const pairs = ["timeZone", zone, "calendar", "iso8601", "numberingSystem", "latn", "hourCycle", "h23"];
  for (const field of ["year", "month", "day", "hour", "minute", "second"]) pairs.push(field, "numeric");
  pairs.push("era", "short");
  const formatter = formatterFor(
    vm,
    "ZoneOffset",
    ["en-US"],
    pairs,
    (_locales, options) => new Intl.DateTimeFormat("en-US", options as Intl.DateTimeFormatOptions),
  );
  vm.charge(300);
  const fields = new Map<string, string>();
  for (const { type, value } of formatter.formatToParts(time)) fields.set(type, value);
  const number = (name: string): number => Number(fields.get(name));
  const era = fields.get("era") ?? "";
  const year = era.startsWith("B") ? 1 - number("year") : number("year");
  const clock = (number("hour") * 60 + number("minute")) * 60_000 + number("second") * 1000;
  const local = dayFromCivil(year, number("month") - 1, number("day")) * MS_PER_DAY + clock;
  return local - Math.floor(time / 1000) * 1000;
}

/** Milliseconds that local time is ahead of UTC at a finite time value, in the execution's zone. */
export function offsetAt(vm: Vm, time: number): number {
  const zone = vm.host.timeZone;
  if (isUtc(zone)) return 0;
  let known = offsets.get(vm);
  if (known === undefined) {
    known = new Map();
    offsets.set(vm, known);
  }
  const quarter = Math.floor(time / QUARTER);
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = askHost(vm, zone, time);
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(quarter, offset);
  }
  return offset;
}

/** LocalTime of a finite time value. */
export function toLocal(vm: Vm, time: number): number {
  return time + offsetAt(vm, time);
}

/**
 * UTC(t): a local time that clocks show twice is the first of the two, one that they skip is read
 * with the offset before the change. https://tc39.es/ecma262/#sec-utc-t
 */
export function toUtc(vm: Vm, local: number): number {
  if (!Number.isFinite(local) || isUtc(vm.host.timeZone)) return local;
  const before = offsetAt(vm, local - MS_PER_DAY);
  const after = offsetAt(vm, local + MS_PER_DAY);
  const early = local - before;
  if (before === after || offsetAt(vm, early) === before) return early;
  const late = local - after;
  return offsetAt(vm, late) === after ? late : early;
}

/** Times in the two halves of a recent year: one of them is in standard time, wherever clocks change. */
const WINTER = Date.UTC(2024, 0, 15);
const SUMMER = Date.UTC(2024, 6, 15);

function nameAt(vm: Vm, time: number): string {
  const formatter = formatterFor(
    vm,
    "ZoneName",
    [],
    ["timeZone", vm.host.timeZone, "timeZoneName", "long"],
    (locales, options) => new Intl.DateTimeFormat(locales, options as Intl.DateTimeFormatOptions),
  );
  vm.charge(300);
  return formatter.formatToParts(time).find((part) => part.type === "timeZoneName")?.value ?? vm.host.timeZone;
}

/**
 * The zone's name at a time, such as "Coordinated Universal Time": the present name of its standard
 * time, or of its daylight time when clocks are ahead of that, whatever the year. As V8.
 */
export function zoneName(vm: Vm, time: number): string {
  if (isUtc(vm.host.timeZone)) return "Coordinated Universal Time";
  const winter = offsetAt(vm, WINTER);
  const summer = offsetAt(vm, SUMMER);
  const standard = winter < summer ? WINTER : SUMMER;
  const daylight = winter < summer ? SUMMER : WINTER;
  return nameAt(vm, offsetAt(vm, time) > Math.min(winter, summer) ? daylight : standard);
}
