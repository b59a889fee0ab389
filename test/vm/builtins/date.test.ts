import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { CodeMode } from "../../../runtime/index.js";
import { compared, inNode, inVm, rowsOf } from "./both.js";

const ownZone = process.env["TZ"];
process.env["TZ"] = "UTC";
afterAll(() => {
  if (ownZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = ownZone;
});

const ROWS = rowsOf(`
  [new Date(2024, 0, 31).getTime(), new Date(99, 0).getFullYear(), new Date(2024, 12, 1).toISOString(), new Date(2024, 1, 30, 25, 61).toISOString()]
  [new Date(0).toString(), new Date(0).toDateString(), new Date(0).toTimeString(), new Date(0).toUTCString(), new Date(0).toISOString()]
  [String(new Date(NaN)), new Date(NaN).getTime(), new Date(NaN).toDateString(), new Date("x").getDay(), JSON.stringify(new Date(NaN))]
  new Date(NaN).toISOString()
  [new Date(8.64e15).toISOString(), new Date(8.64e15 + 1).getTime(), new Date(-8.64e15).toISOString(), new Date(-1).toISOString()]
  [new Date(-62198755200000).toString(), new Date(-62198755200000).toUTCString(), new Date(-62198755200000).toISOString()]
  [Date.UTC(2024, 1, 29), Date.UTC(2024), Date.UTC(), Date.UTC(99, 0), Date.UTC(2024, 0, 1, 0, 0, 0, 0.9), Date.UTC(NaN)]
  [Date.parse("2024-05-01"), Date.parse("2024-05-01T10:20"), Date.parse("2024-05-01T10:20:30.5Z"), Date.parse("2024-05"), Date.parse("+002024-01-01T00:00:00+02:00")]
  [Date.parse("May 1, 2024"), Date.parse("1 May 2024 10:20 pm"), Date.parse("Wed May 01 2024 10:20:30 GMT+0200 (CEST)"), Date.parse("5/1/2024"), Date.parse("2024/05/01 10:20")]
  [Date.parse("Wed, 01 May 2024 10:20:30 GMT"), Date.parse("2024-05-01 10:20:30"), Date.parse("Sept 3 99"), Date.parse("12:00 1/2/03 EST"), Date.parse("2024-13-01"), Date.parse("")]
  [Date.parse("tomorrow"), Date.parse("2024-02-31"), Date.parse("Feb 31 2024"), Date.parse("2024-05-01T24:00:00"), Date.parse("2024-05-01T24:00:01"), Date.parse("2024-05-01T10:20:30+0230")]
  (() => { const d = new Date(2024, 0, 31); d.setMonth(1); return d.toISOString() })()
  (() => { const d = new Date(0); return [d.setHours(25, 1, 1, 1), d.setMinutes(-1), d.setSeconds(90), d.setMilliseconds(1500), d.setDate(0), d.setFullYear(2020, 1, 30), d.toISOString()] })()
  (() => { const d = new Date(0); return [d.setUTCHours(1), d.setUTCDate(40), d.setUTCMonth(-1), d.setUTCFullYear(1999), d.setUTCSeconds(), d.getTime()] })()
  (() => { const d = new Date(NaN); return [d.setHours(1), d.setFullYear(2020), d.setTime("5"), d.setYear(99), d.getYear(), d.setTime()] })()
  (() => { const d = new Date(0); return [d.setFullYear(2024, NaN), d.setHours({ valueOf() { return 3 } }), d.setMonth(1n > 0 ? 1 : 0)] })()
  new Date(0).setHours(1n)
  new Date(0).setHours(Symbol())
  [new Date(0) - new Date(1), new Date(5) + 1, +new Date(7), new Date(0) < new Date(1), typeof Date.now(), new Date(3) == 3]
  [new Date("2024-01-01")[Symbol.toPrimitive]("number"), new Date(0)[Symbol.toPrimitive]("default"), Date.prototype[Symbol.toPrimitive].name]
  new Date(0)[Symbol.toPrimitive]("x")
  Date.prototype.getTime.call({})
  Date.prototype[Symbol.toPrimitive].call(1, "number")
  [new Date(new Date(5)).getTime(), new Date("5").getFullYear(), new Date([2024, 1, 2]).getTime(), new Date(null).getTime(), new Date(undefined).getTime(), new Date(true).getTime()]
  [new Date({ valueOf() { return 9 } }).getTime(), new Date({ toString() { return "2024-01-01" }, valueOf() { return {} } }).getTime()]
  Date.prototype.toJSON.call({ toISOString() { return "iso" }, valueOf() { return 1 } })
  Date.prototype.toJSON.call({ valueOf() { return NaN } })
  [Date.length, Date.name, Date.UTC.length, Date.prototype.setHours.length, Date.prototype.toGMTString === Date.prototype.toUTCString, typeof Date()]
  [new Date(0).getDay(), new Date(0).getTimezoneOffset(), new Date(0).getUTCHours(), new Date(1e12).getMilliseconds(), new Date(-1).getSeconds(), new Date(1e12).getYear()]
  [new Date(0).toLocaleDateString(), new Date(0).toLocaleTimeString(), new Date(0).toLocaleString()]
  [new Date(0).toLocaleDateString("de-DE"), new Date(0).toLocaleString("en-GB", { timeZone: "Asia/Tokyo" }), new Date(0).toLocaleTimeString("en-US", { hour12: false })]
  [new Date(0).toLocaleDateString("en-US", { weekday: "long", year: "numeric", month: "long", day: "numeric" }), new Date(0).toLocaleString("en-US", { dateStyle: "medium" }), new Date(0).toLocaleDateString(undefined, { month: "short" })]
  [new Date(0).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }), new Date(NaN).toLocaleString(), new Date(0).toLocaleString("ja", { era: "short" }), new Date(0).toLocaleDateString("en", { hour: "numeric" })]
  new Date(0).toLocaleString("en", { timeZone: "Nowhere/City" })
  new Date(0).toLocaleDateString("en", { timeStyle: "short" })
  new Date(0).toLocaleString("en", { dateStyle: "short", month: "long" })
  new (class D extends Date { twice() { return this.getTime() * 2 } })(4).twice()
  Object.prototype.toString.call(new Date())
`);

test("dates answer as in Node, in UTC", async () => {
  const { vm, node } = await compared(ROWS);
  expect(vm).toEqual(node);
});

test("other time zones answer as in Node", async () => {
  const times = [
    0, 1710054000000, 1710057600000, 1710061200000, 1730610000000, 1730613600000, 1730617200000, 5e11, 4e12,
  ];
  const locals = [
    [2024, 2, 10, 2, 30],
    [2024, 2, 10, 1, 59],
    [2024, 10, 3, 1, 30],
    [2024, 2, 31, 2, 30],
    [2024, 9, 27, 2, 30],
    [1996, 0, 1],
    [2100, 6, 1, 12],
  ];
  for (const timeZone of ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]) {
    const rows = [
      ...times.map(
        (time) =>
          `[new Date(${time}).toString(), new Date(${time}).getTimezoneOffset(), new Date(${time}).toLocaleString()]`,
      ),
      ...locals.map((parts) => `[new Date(${parts.join()}).getTime(), new Date(${parts.join()}).toString()]`),
      `Date.parse("2024-07-01T12:00")`,
      `Date.parse("July 1, 2024 12:00")`,
      `(() => { const d = new Date(1710054000000); d.setHours(d.getHours() + 5); return d.getTime() })()`,
    ];
    process.env["TZ"] = timeZone;
    const node = inNode(rows);
    process.env["TZ"] = "UTC";
    expect([timeZone, await inVm(rows, { timeZone })]).toEqual([timeZone, node]);
  }
});

test("informal texts parse as in Node", async () => {
  const piece = fc.constantFrom(
    ..."2024|24|05|5|31|32|0|10:20|10:20:30|10:20:30.5|24:00|T|T10:20|Z|+02:00|-0500|+5| GMT| UTC| EST|(x)|Jan|january|Sept|Mon|Wed, |foo| |-|/|,|.|:|am| PM|+002024|2024-05-01|5/1/2024|1 May 2024|May 1, 2024".split(
      "|",
    ),
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  const runtime = CodeMode.make({ tools: {} });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 100, maxLength: 200 }), async (texts) => {
      const result = await runtime.execute(`return ${JSON.stringify(texts)}.map((t) => Date.parse(t))`);
      const node = texts.map((t) => Date.parse(t)).map((time) => (Number.isNaN(time) ? null : time));
      expect(result.isOk() && result.value.value).toEqual(node);
    }),
    { numRuns: 40, seed: 13 },
  );
});

test("the calendar is the host's at any time value", async () => {
  const time = fc.integer({ min: -8.64e15, max: 8.64e15 });
  const runtime = CodeMode.make({ tools: {} });
  await fc.assert(
    fc.asyncProperty(fc.array(time, { minLength: 100, maxLength: 100 }), async (times) => {
      const result = await runtime.execute(
        `return ${JSON.stringify(times)}.map((t) => { const d = new Date(t); return [d.toISOString(), d.getDay(), Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate())] })`,
      );
      const node = times.map((t) => {
        const d = new Date(t);
        return [d.toISOString(), d.getDay(), Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate())];
      });
      expect(result.isOk() && result.value.value).toEqual(JSON.parse(JSON.stringify(node)));
    }),
    { numRuns: 20, seed: 14 },
  );
});
