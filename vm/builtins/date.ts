/**
 * Date: our own calendar arithmetic on time values, local time in the execution's zone, the clock of
 * the host port. Conversions of objects happen in vm/library/date.js, after which setters and the
 * constructor come back here with numbers.
 * https://tc39.es/ecma262/#sec-date-objects
 */

import { toNumber } from "../operations/convert.js";
import type { NativeCall } from "../values/function.js";
import { GuestObject, Kind, MISS, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { dateToLocale } from "./date-locale.js";
import { parseDate } from "./date-parse.js";
import { civilFromDay, dayFromCivil, isoText, MAX_TIME, MS_PER_DAY, twoDigits } from "./date-text.js";
import { offsetAt, toLocal, toUtc, zoneName } from "./date-zone.js";
import { coercing, constant, type Family, method, methodAll, type NativeRow } from "./define.js";
import { listOf } from "./locale.js";

const DAY_NAMES = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** TimeClip. https://tc39.es/ecma262/#sec-timeclip */
function timeClip(time: number): number {
  return Math.abs(time) <= MAX_TIME ? Math.trunc(time) + 0 : Number.NaN;
}

/** MakeTime. https://tc39.es/ecma262/#sec-maketime */
function makeTime(hour: number, minute: number, second: number, ms: number): number {
  if (!Number.isFinite(hour + minute + second + ms)) return Number.NaN;
  return Math.trunc(hour) * 3_600_000 + Math.trunc(minute) * 60_000 + Math.trunc(second) * 1000 + Math.trunc(ms);
}

/** MakeDay. https://tc39.es/ecma262/#sec-makeday */
function makeDay(year: number, month: number, date: number): number {
  if (!Number.isFinite(year + month + date)) return Number.NaN;
  const months = Math.trunc(month);
  const fullYear = Math.trunc(year) + Math.floor(months / 12);
  // No time value lies in a year beyond.
  if (Math.abs(fullYear) > 400_000) return Number.NaN;
  return dayFromCivil(fullYear, months - Math.floor(months / 12) * 12, 1) + Math.trunc(date) - 1;
}

/** MakeDate. https://tc39.es/ecma262/#sec-makedate */
function makeDate(day: number, time: number): number {
  const value = day * MS_PER_DAY + time;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** MakeFullYear: years 0 to 99 are of the twentieth century. */
function fullYear(year: number): number {
  const whole = Math.trunc(year);
  return whole >= 0 && whole <= 99 ? 1900 + whole : whole;
}

/** A time value from the numbers of `new Date(y, m, ...)` or `Date.UTC`, not clipped. */
function fromParts(parts: readonly number[]): number {
  const [year = Number.NaN, month = 0, date = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  return makeDate(makeDay(fullYear(year), month, date), makeTime(hour, minute, second, ms));
}

interface Fields {
  readonly day: number;
  readonly timeInDay: number;
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
}

function fieldsOf(time: number): Fields {
  const day = Math.floor(time / MS_PER_DAY);
  const timeInDay = time - day * MS_PER_DAY;
  return {
    day,
    timeInDay,
    ...civilFromDay(day),
    hour: Math.floor(timeInDay / 3_600_000),
    minute: Math.floor(timeInDay / 60_000) % 60,
    second: Math.floor(timeInDay / 1000) % 60,
    ms: timeInDay % 1000,
  };
}

/** Day of the week of a day number, Sunday 0. */
const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** ThisTimeValue. */
function timeOf(vm: Vm, self: Value): number {
  if (self instanceof GuestObject && self.kind === Kind.Date) return self.data as number;
  return vm.throwType("this is not a Date object.");
}

/** `getX` and `getUTCX` of one field. */
function getters(name: string, read: (fields: Fields) => number): NativeRow[] {
  return [
    method(`get${name}`, 0, (vm, self) => {
      const time = timeOf(vm, self);
      return Number.isNaN(time) ? time : read(fieldsOf(toLocal(vm, time)));
    }),
    method(`getUTC${name}`, 0, (vm, self) => {
      const time = timeOf(vm, self);
      return Number.isNaN(time) ? time : read(fieldsOf(time));
    }),
  ];
}

/** What a setter makes of the fields and its numbers: a time in the same zone as the fields. */
type Change = (fields: Fields, args: readonly number[]) => number;

const clockChange =
  (from: number): Change =>
  (f, args) => {
    const clock = [f.hour, f.minute, f.second, f.ms];
    for (let i = 0; i < args.length; i++) clock[from + i] = args[i]!;
    return makeDate(f.day, makeTime(clock[0]!, clock[1]!, clock[2]!, clock[3]!));
  };

const dateChange =
  (from: number): Change =>
  (f, args) => {
    const date = [f.year, f.month, f.date];
    for (let i = 0; i < args.length; i++) date[from + i] = args[i]!;
    return makeDate(makeDay(date[0]!, date[1]!, date[2]!), f.timeInDay);
  };

interface Setter {
  /** Most arguments that count. */
  readonly most: number;
  readonly change: Change;
}

const SETTERS: ReadonlyMap<string, Setter> = new Map([
  ["Date", { most: 1, change: dateChange(2) }],
  ["FullYear", { most: 3, change: dateChange(0) }],
  ["Hours", { most: 4, change: clockChange(0) }],
  ["Milliseconds", { most: 1, change: clockChange(3) }],
  ["Minutes", { most: 3, change: clockChange(1) }],
  ["Month", { most: 2, change: dateChange(1) }],
  ["Seconds", { most: 2, change: clockChange(2) }],
]);

/**
 * Finishes a setter: `start` is the time value before the arguments were converted. `name` is the
 * member's name, such as "setUTCHours".
 */
function applySetter(vm: Vm, date: GuestObject, start: number, name: string, args: readonly number[]): number {
  const inUtc = name.startsWith("setUTC");
  const setter = SETTERS.get(name.slice(inUtc ? 6 : 3))!;
  let local: number;
  if (!Number.isNaN(start)) local = inUtc ? start : toLocal(vm, start);
  else if (name.endsWith("FullYear")) local = 0;
  else return start;
  const changed = setter.change(fieldsOf(local), args);
  const time = timeClip(inUtc ? changed : toUtc(vm, changed));
  date.data = time;
  return time;
}

const setters = ([name, { most }]: readonly [string, Setter]): NativeRow[] =>
  [`set${name}`, `setUTC${name}`].map((key) =>
    methodAll(
      key,
      most,
      (vm, self, args) => {
        const start = timeOf(vm, self);
        for (let i = 0; i < most; i++) if (args[i] instanceof GuestObject) return MISS;
        const numbers: number[] = [];
        // A missing first argument is undefined, hence NaN.
        for (let i = 0; i < Math.min(most, Math.max(args.length, 1)); i++) numbers.push(toNumber(vm, args[i]));
        return applySetter(vm, self as GuestObject, start, key, numbers);
      },
      "dateSet",
    ),
  );

/** Annex B setYear on a converted argument. */
function setYear(vm: Vm, date: GuestObject, start: number, year: number): number {
  let time = Number.NaN;
  if (!Number.isNaN(year)) {
    const { month, date: day, timeInDay } = fieldsOf(Number.isNaN(start) ? 0 : toLocal(vm, start));
    time = timeClip(toUtc(vm, makeDate(makeDay(fullYear(year), month, day), timeInDay)));
  }
  date.data = time;
  return time;
}

const sign = (value: number): string => (value < 0 ? "-" : "+");
const yearText = (year: number): string => (year < 0 ? "-" : "") + String(Math.abs(year)).padStart(4, "0");

function dateText(f: Fields): string {
  return `${DAY_NAMES[weekday(f.day)]} ${MONTH_NAMES[f.month]} ${twoDigits(f.date)} ${yearText(f.year)}`;
}

function clockText(vm: Vm, f: Fields, time: number): string {
  const offset = Math.trunc(offsetAt(vm, time) / 60_000);
  const size = Math.abs(offset);
  const zone = `GMT${sign(offset)}${twoDigits(Math.floor(size / 60))}${twoDigits(size % 60)} (${zoneName(vm, time)})`;
  return `${twoDigits(f.hour)}:${twoDigits(f.minute)}:${twoDigits(f.second)} ${zone}`;
}

const INVALID = "Invalid Date";

/** ToDateString. https://tc39.es/ecma262/#sec-todatestring */
function fullText(vm: Vm, time: number): string {
  if (Number.isNaN(time)) return INVALID;
  const fields = fieldsOf(toLocal(vm, time));
  return `${dateText(fields)} ${clockText(vm, fields, time)}`;
}

function utcText(time: number): string {
  const f = fieldsOf(time);
  const clock = `${twoDigits(f.hour)}:${twoDigits(f.minute)}:${twoDigits(f.second)} GMT`;
  return `${DAY_NAMES[weekday(f.day)]}, ${twoDigits(f.date)} ${MONTH_NAMES[f.month]} ${yearText(f.year)} ${clock}`;
}

/** A member that prints the time value; an invalid one is always the same text. */
const printing = (key: string, print: (vm: Vm, time: number) => string): NativeRow =>
  method(key, 0, (vm, self) => {
    const time = timeOf(vm, self);
    vm.charge(40);
    vm.allocate(96);
    return Number.isNaN(time) ? INVALID : print(vm, time);
  });

const localePrinting = (key: string, kind: string): NativeRow =>
  method(
    key,
    0,
    (vm, self, locales, options) => {
      const time = timeOf(vm, self);
      return locales === undefined && options === undefined ? dateToLocale(vm, time, kind, [], []) : MISS;
    },
    "dateToLocaleText",
  );

const parse: NativeCall = (vm, _self, text) => {
  vm.charge(((text as string).length >> 1) + 20);
  return timeClip(parseDate(text as string, (local) => toUtc(vm, local)));
};

export const dateFamily: Family = {
  intrinsics: [
    {
      name: "Date",
      proto: "FunctionPrototype",
      rows: [
        method("now", 0, (vm) => timeClip(vm.host.now())),
        coercing("parse", 1, ["raw", "string"], parse),
        methodAll(
          "UTC",
          7,
          (vm, _self, args) => {
            const parts = args.slice(0, 7);
            if (parts.some((part) => part instanceof GuestObject)) return MISS;
            return timeClip(fromParts(parts.map((part) => toNumber(vm, part))));
          },
          "dateUtc",
        ),
      ],
    },
    {
      name: "DatePrototype",
      rows: [
        ...getters("Date", (f) => f.date),
        ...getters("Day", (f) => weekday(f.day)),
        ...getters("FullYear", (f) => f.year),
        ...getters("Hours", (f) => f.hour),
        ...getters("Milliseconds", (f) => f.ms),
        ...getters("Minutes", (f) => f.minute),
        ...getters("Month", (f) => f.month),
        ...getters("Seconds", (f) => f.second),
        method("getTime", 0, (vm, self) => timeOf(vm, self)),
        method("getTimezoneOffset", 0, (vm, self) => {
          const time = timeOf(vm, self);
          return Number.isNaN(time) ? time : Math.trunc(-offsetAt(vm, time) / 60_000) + 0;
        }),
        method("getYear", 0, (vm, self) => {
          const time = timeOf(vm, self);
          return Number.isNaN(time) ? time : fieldsOf(toLocal(vm, time)).year - 1900;
        }),
        ...[...SETTERS].flatMap(setters),
        methodAll(
          "setTime",
          1,
          (vm, self, args) => {
            timeOf(vm, self);
            if (args[0] instanceof GuestObject) return MISS;
            const time = timeClip(toNumber(vm, args[0]));
            (self as GuestObject).data = time;
            return time;
          },
          "dateSetTime",
        ),
        methodAll(
          "setYear",
          1,
          (vm, self, args) => {
            const start = timeOf(vm, self);
            if (args[0] instanceof GuestObject) return MISS;
            return setYear(vm, self as GuestObject, start, toNumber(vm, args[0]));
          },
          "dateSetYear",
        ),
        printing("toDateString", (vm, time) => dateText(fieldsOf(toLocal(vm, time)))),
        method("toISOString", 0, (vm, self) => {
          const time = timeOf(vm, self);
          vm.charge(40);
          vm.allocate(64);
          return Number.isNaN(time) ? vm.throwRange("Invalid time value") : isoText(time);
        }),
        localePrinting("toLocaleDateString", "date"),
        localePrinting("toLocaleString", "any"),
        localePrinting("toLocaleTimeString", "time"),
        printing("toString", fullText),
        printing("toTimeString", (vm, time) => clockText(vm, fieldsOf(toLocal(vm, time)), time)),
        printing("toUTCString", (_vm, time) => utcText(time)),
        constant("toGMTString", { intrinsic: "DatePrototype_toUTCString" }),
        method("valueOf", 0, (vm, self) => timeOf(vm, self)),
      ],
    },
  ],
  constructors: [{ name: "Date" }],
  globals: [["Date", "Date"]],
  operations: [
    { name: "thisTime", call: (vm, self) => timeOf(vm, self) },
    {
      name: "newDate",
      call: (vm, time, proto) => vm.newExotic(proto as GuestObject, Kind.Date, timeClip(time as number)),
    },
    { name: "dateNow", call: (vm) => vm.host.now() },
    { name: "dateText", call: (vm, time) => fullText(vm, timeClip(time as number)) },
    { name: "dateParse", call: (vm, text) => parse(vm, undefined, text, undefined, undefined) },
    { name: "dateFromParts", call: (_vm, parts) => fromParts(listOf(parts) as number[]) },
    { name: "dateFromLocalParts", call: (vm, parts) => toUtc(vm, fromParts(listOf(parts) as number[])) },
    { name: "timeClip", call: (_vm, time) => timeClip(time as number) },
    {
      name: "dateSetterCount",
      call: (_vm, name) => SETTERS.get((name as string).slice((name as string).startsWith("setUTC") ? 6 : 3))!.most,
    },
    {
      name: "dateApplySetter",
      call: (vm, date, start, name, args) =>
        applySetter(vm, date as GuestObject, start as number, name as string, listOf(args) as number[]),
    },
    {
      name: "dateApplyTime",
      call: (_vm, date, time) => {
        (date as GuestObject).data = timeClip(time as number);
        return (date as GuestObject).data as number;
      },
    },
    {
      name: "dateApplyYear",
      call: (vm, date, start, year) => setYear(vm, date as GuestObject, start as number, year as number),
    },
    {
      name: "dateToLocale",
      call: (vm, time, kind, tags, pairs) =>
        dateToLocale(vm, time as number, kind as string, listOf(tags), listOf(pairs)),
    },
  ],
};
