/** Intl and the toLocaleString family beside Node's own, which runs on the same ICU. */
import { describe, expect, it } from "vitest";
import { CodeMode } from "../../../../runtime/index.js";
import { expectSame, inVm, vmTexts } from "./run-both.js";

const product = (make: (locale: string, options: string) => string[], locales: string[], options: string[]) =>
  locales.flatMap((locale) => options.flatMap((option) => make(locale, option)));

const INSTANT = "1741510245123";

describe("Intl.NumberFormat", () => {
  it("formats numbers, BigInts and numerals", () =>
    expectSame(
      product(
        (locale, options) =>
          [
            "0",
            "-1234.567",
            "1e21",
            "NaN",
            "-0",
            "12345678901234567890n",
            '"12345678901234567890.12"',
            '"x"',
            "undefined",
            "null",
          ].map((value) => `new Intl.NumberFormat("${locale}", ${options}).format(${value})`),
        ["en-US", "de-DE", "ar-EG", "hi-IN"],
        [
          "undefined",
          "{ style: 'currency', currency: 'EUR' }",
          "{ style: 'percent', maximumFractionDigits: 1 }",
          "{ notation: 'compact' }",
          "{ style: 'unit', unit: 'kilometer-per-hour', unitDisplay: 'long' }",
          "{ minimumFractionDigits: 2, useGrouping: false, signDisplay: 'always' }",
          "{ useGrouping: null }",
          "{ maximumSignificantDigits: 3, roundingMode: 'floor' }",
          "{ useGrouping: 0 }",
        ],
      ),
    ));

  it("gives parts, ranges and resolved options", () =>
    expectSame([
      `new Intl.NumberFormat("de", { style: "currency", currency: "USD" }).formatToParts(-1234.5)`,
      `new Intl.NumberFormat("en").formatRange(3, 5)`,
      `new Intl.NumberFormat("en").formatRange(3n, "5")`,
      `new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).formatRangeToParts(3, 5)`,
      `new Intl.NumberFormat("en").resolvedOptions()`,
      `new Intl.NumberFormat("de-u-nu-arab", { style: "currency", currency: "EUR" }).resolvedOptions()`,
      `new Intl.NumberFormat("en").formatRange(1)`,
      `new Intl.NumberFormat("en").formatRange(NaN, 1)`,
    ]));

  it("has a bound format function and works without new", () =>
    expectSame([
      `[1, 2.5].map(new Intl.NumberFormat("de").format)`,
      `(() => { const f = new Intl.NumberFormat("en"); return [f.format === f.format, f.format.name, f.format.length] })()`,
      `Intl.NumberFormat("en") instanceof Intl.NumberFormat`,
      `new Intl.NumberFormat("en").format({ valueOf: () => 7 })`,
      `new Intl.NumberFormat("en").format(Symbol())`,
      `new (class extends Intl.NumberFormat {})("en").format(1000)`,
      `Object.prototype.toString.call(new Intl.NumberFormat("en"))`,
      `[Intl.NumberFormat.name, Intl.NumberFormat.length, Intl.NumberFormat.prototype.formatRange.length]`,
    ]));

  it("reads its options in the specification's order, once", async () => {
    const reads = (kind: string) =>
      `const log = []; new Intl.${kind}("en", new Proxy({}, { get(_, k) { log.push(k); return undefined } })); return log.join(" ")`;
    const digits =
      "minimumIntegerDigits minimumFractionDigits maximumFractionDigits minimumSignificantDigits maximumSignificantDigits roundingIncrement roundingMode roundingPriority trailingZeroDisplay";
    expect(await inVm(reads("NumberFormat"))).toBe(
      `localeMatcher numberingSystem style currency currencyDisplay currencySign unit unitDisplay notation ${digits} compactDisplay useGrouping signDisplay`,
    );
    expect(await inVm(reads("PluralRules"))).toBe(`localeMatcher type ${digits}`);
    expect(await inVm(reads("Collator"))).toBe(
      "usage localeMatcher collation numeric caseFirst sensitivity ignorePunctuation",
    );
    expect(await inVm(reads("DateTimeFormat"))).toBe(
      "localeMatcher calendar numberingSystem hour12 hourCycle timeZone weekday era year month day dayPeriod hour minute second fractionalSecondDigits timeZoneName formatMatcher dateStyle timeStyle",
    );
  });

  it("refuses in V8's words", () =>
    expectSame([
      `new Intl.NumberFormat("xx-invalid-tag-zzzzzzzzzz")`,
      `new Intl.NumberFormat(["en", 1])`,
      `new Intl.NumberFormat("en", { style: "foo" })`,
      `new Intl.NumberFormat("en", { style: "currency" })`,
      `new Intl.NumberFormat("en", { style: "currency", currency: "x" })`,
      `new Intl.NumberFormat("en", { maximumFractionDigits: 101 })`,
      `new Intl.NumberFormat("en", { maximumFractionDigits: NaN })`,
      `new Intl.NumberFormat("en", { minimumIntegerDigits: Infinity })`,
      `Intl.NumberFormat.prototype.formatToParts.call({}, 1)`,
    ]));

  it("bounds what ICU is given", async () => {
    expect(
      await vmTexts([
        `new Intl.NumberFormat("en").format("1" + "0".repeat(500)).length > 300`,
        `new Intl.NumberFormat("en").format("1e1000000")`,
        `new Intl.NumberFormat("en").format(1n << 70000n)`,
        `(1n << 70000n).toLocaleString()`,
      ]),
    ).toEqual([
      "false",
      '"∞"',
      "throws RangeError: The BigInt is too long to be formatted by locale",
      "throws RangeError: The BigInt is too long to be formatted by locale",
    ]);
  });
});

describe("Intl.DateTimeFormat", () => {
  it("formats times in named locales and zones", () =>
    expectSame(
      product(
        (locale, options) => [
          `new Intl.DateTimeFormat("${locale}", ${options}).format(${INSTANT})`,
          `new Intl.DateTimeFormat("${locale}", ${options}).formatToParts(new Date(${INSTANT}))`,
        ],
        ["en-US", "en-GB", "de-DE", "ja-JP-u-ca-japanese", "ar-EG"],
        [
          "{ timeZone: 'UTC' }",
          "{ timeZone: 'America/New_York', dateStyle: 'full', timeStyle: 'long' }",
          "{ timeZone: 'Asia/Tokyo', year: 'numeric', month: 'short', day: '2-digit', weekday: 'long' }",
          "{ timeZone: '+05:30', hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' }",
          "{ timeZone: 'UTC', fractionalSecondDigits: 3, second: 'numeric', hourCycle: 'h23', hour: '2-digit', minute: '2-digit' }",
        ],
      ),
    ));

  it("gives ranges, resolved options and bound functions", () =>
    expectSame([
      `new Intl.DateTimeFormat("en", { dateStyle: "medium" }).formatRange(0, 864e5 * 3)`,
      `new Intl.DateTimeFormat("en", { dateStyle: "medium" }).formatRangeToParts(0, 864e5 * 3)`,
      `new Intl.DateTimeFormat("en", { timeZone: "Europe/Madrid", timeStyle: "short" }).resolvedOptions()`,
      `[0, 864e5].map(new Intl.DateTimeFormat("de", { timeZone: "UTC" }).format.bind(null))`,
      `Intl.DateTimeFormat("en") instanceof Intl.DateTimeFormat`,
      `new Intl.DateTimeFormat("en").format(NaN)`,
      `new Intl.DateTimeFormat("en").format(8.64e15 + 1)`,
      `new Intl.DateTimeFormat("en").format("x")`,
      `new Intl.DateTimeFormat("en").formatRange()`,
      `new Intl.DateTimeFormat("en", { timeZone: "Foo/Bar" })`,
      `new Intl.DateTimeFormat("en", { dateStyle: "full", year: "numeric" })`,
      `new Intl.DateTimeFormat("en", null)`,
    ]));

  it("shows the clock of the run and its default locale and zone", async () => {
    const code = `const f = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" }); const r = f.resolvedOptions(); return [f.format(), r.locale, r.timeZone]`;
    const clock = { now: () => 0 };
    // Before AM stands a space of one kind or another, by the version of ICU.
    expect(await inVm(code, { clock })).toEqual([expect.stringMatching(/^1\/1\/70, 12:00\sAM$/), "en-US", "UTC"]);
    expect(await inVm(code, { clock, locale: "de-DE", timeZone: "Europe/Berlin" })).toEqual([
      "01.01.70, 01:00",
      "de-DE",
      "Europe/Berlin",
    ]);
  });
});

describe("the other formatters", () => {
  it("collate", () =>
    expectSame([
      `["z", "a", "ä", "Z", "1", "10", "2"].sort(new Intl.Collator("de").compare)`,
      `["z", "a", "ä"].sort(new Intl.Collator("sv").compare)`,
      `["a10", "a2"].sort(new Intl.Collator("en", { numeric: true }).compare)`,
      `new Intl.Collator("en", { sensitivity: "base" }).compare("a", "Á")`,
      `new Intl.Collator("en").compare(1, { toString: () => "1" })`,
      `new Intl.Collator("de", { usage: "search" }).resolvedOptions()`,
      `new Intl.Collator("en", { usage: "x" })`,
    ]));

  it("choose plurals", () =>
    expectSame([
      `[0, 1, 2, 3, 5, 11, 21, 1.5].map((n) => new Intl.PluralRules("ar").select(n))`,
      `[1, 2, 3, 4, 11, 22].map((n) => new Intl.PluralRules("en", { type: "ordinal" }).select(n))`,
      `new Intl.PluralRules("en").selectRange(1, 2)`,
      `new Intl.PluralRules("ru").resolvedOptions()`,
      `Intl.PluralRules("en")`,
      `new Intl.PluralRules("en").selectRange(1)`,
    ]));

  it("tell relative times", () =>
    expectSame([
      `["second", "hours", "day", "quarter", "years"].flatMap((u) => [-1, 0, 2.5].map((n) => new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(n, u)))`,
      `new Intl.RelativeTimeFormat("fr", { style: "short" }).formatToParts(-3, "month")`,
      `new Intl.RelativeTimeFormat("en").resolvedOptions()`,
      `new Intl.RelativeTimeFormat("en").format(Infinity, "day")`,
      `new Intl.RelativeTimeFormat("en").format(1, "foo")`,
    ]));

  it("join lists", () =>
    expectSame([
      `["long", "short", "narrow"].map((style) => new Intl.ListFormat("en", { style, type: "unit" }).format(["a", "b", "c"]))`,
      `new Intl.ListFormat("de", { type: "disjunction" }).format(new Set(["a", "b"]))`,
      `new Intl.ListFormat("en").formatToParts(["a", "b"])`,
      `new Intl.ListFormat("en").format()`,
      `new Intl.ListFormat("en").format([])`,
      `new Intl.ListFormat("en").format("abc")`,
      `new Intl.ListFormat("en").format([1])`,
      `new Intl.ListFormat("en", 1)`,
      `new Intl.ListFormat("en").resolvedOptions()`,
    ]));

  it("cut text into segments", () =>
    expectSame([
      `[...new Intl.Segmenter("en", { granularity: "word" }).segment("Hello, big world.")]`,
      `[...new Intl.Segmenter("en").segment("👨‍👩‍👧é\\u0301x")].map((s) => s.segment)`,
      `[...new Intl.Segmenter("en", { granularity: "sentence" }).segment("One. Two? Three!")].map(({ segment, index }) => [segment, index])`,
      `new Intl.Segmenter("en").segment("abc").containing(1)`,
      `new Intl.Segmenter("en").segment("abc").containing(9)`,
      `new Intl.Segmenter("en").segment("abc").containing()`,
      `new Intl.Segmenter("en").resolvedOptions()`,
      `Object.prototype.toString.call(new Intl.Segmenter("en").segment("x")[Symbol.iterator]())`,
    ]));

  it("name things", () =>
    expectSame([
      `new Intl.DisplayNames("de", { type: "region" }).of("US")`,
      `new Intl.DisplayNames("en", { type: "currency" }).of("EUR")`,
      `new Intl.DisplayNames("en", { type: "language" }).of("pt-BR")`,
      `new Intl.DisplayNames("en", { type: "region" }).of("zzzzz")`,
      `new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of("XX")`,
      `new Intl.DisplayNames("en")`,
      `new Intl.DisplayNames("en", {})`,
    ]));

  const PARTS = "baseName calendar caseFirst collation hourCycle language numberingSystem numeric region script".split(
    " ",
  );

  it("take locales apart", () =>
    expectSame([
      ...["en", "zh-hant-tw", "de-DE-u-co-phonebk-nu-latn-hc-h23", "en-u-kn-kf-upper", "sl-rozaj-biske"].map(
        (tag) =>
          `(() => { const l = new Intl.Locale("${tag}"); return [String(l), ${PARTS.map((p) => `l.${p}`).join()}] })()`,
      ),
      `String(new Intl.Locale("en", { region: "GB", numeric: true, calendar: "gregory" }))`,
      `String(new Intl.Locale(new Intl.Locale("en-US"), { script: "Latn" }))`,
      `[String(new Intl.Locale("zh").maximize()), String(new Intl.Locale("zh-Hans-CN").minimize())]`,
      `new Intl.NumberFormat(new Intl.Locale("de")).format(1234.5)`,
      `new Intl.NumberFormat([new Intl.Locale("xx"), new Intl.Locale("fr")]).resolvedOptions().locale`,
      `Object.prototype.toString.call(new Intl.Locale("en"))`,
      `new Intl.Locale()`,
      `new Intl.Locale("")`,
      `new Intl.Locale(1)`,
      `Intl.Locale("en")`,
      `new Intl.Locale("en", { region: "xxxxx" })`,
      `new Intl.Locale("en", { hourCycle: "x" })`,
      `Intl.Locale.prototype.toString.call({})`,
    ]));

  it("list locales and values", () =>
    expectSame([
      `Intl.getCanonicalLocales(["EN-us", "de", "en-US"])`,
      `Intl.getCanonicalLocales()`,
      `Intl.getCanonicalLocales("x_y")`,
      `Intl.supportedValuesOf("unit")`,
      `Intl.supportedValuesOf("x")`,
      `Intl.NumberFormat.supportedLocalesOf(["de", "xx"])`,
      `Intl.DateTimeFormat.supportedLocalesOf("en", { localeMatcher: "x" })`,
      `Object.prototype.toString.call(Intl)`,
    ]));
});

describe("toLocaleString", () => {
  it("agrees with the formatters", () =>
    expectSame([
      `(1234.5).toLocaleString("de-DE", { style: "currency", currency: "EUR" })`,
      `(1234.5).toLocaleString("de-DE", { minimumFractionDigits: 3, useGrouping: "always" })`,
      `(12345678901234567890n).toLocaleString("fr-FR")`,
      `new Date(${INSTANT}).toLocaleString("en-US", { timeZone: "UTC" })`,
      `new Date(${INSTANT}).toLocaleDateString("de-DE", { timeZone: "America/New_York", dateStyle: "full" })`,
      `new Date(${INSTANT}).toLocaleTimeString("en-US", { timeZone: "Asia/Tokyo", hour: "numeric" })`,
      `new Date(${INSTANT}).toLocaleDateString("en-US", { timeStyle: "short" })`,
      `[1234.5, new Date(0)].toLocaleString("en-US", { timeZone: "UTC" })`,
      `new Float64Array([1234.5]).toLocaleString("de")`,
      `["b", "ä", "a"].sort((x, y) => x.localeCompare(y, "de"))`,
      `"a".localeCompare("B", undefined, { sensitivity: "base" })`,
      `"I".toLocaleLowerCase("tr")`,
      `(1).toLocaleString("en", { style: "percent", maximumFractionDigits: 500 })`,
    ]));
});

describe("what formatting costs", () => {
  it("does not depend on what ran before", async () => {
    const code = `for (let i = 0; i < 5; i++) { (i).toLocaleString("pl", { minimumFractionDigits: i }); new Date(i * 1e10).getHours() } return new Intl.NumberFormat("cs").format(1)`;
    const run = async () => {
      const outcome = await CodeMode.make({ tools: {}, timeZone: "Europe/Prague" }).execute(code);
      return outcome.isOk() ? outcome.value.usage.instructions : outcome.error;
    };
    const first = await run();
    expect(await run()).toBe(first);
  });

  it("keeps a program that makes formatters without end within its limits", async () => {
    const runtime = CodeMode.make({ tools: {}, limits: { maxInstructions: 3_000_000, timeoutMs: 20_000 } });
    const outcome = await runtime.execute(
      `const kept = []; for (let i = 0; ; i++) kept.push(new Intl.NumberFormat("en", { minimumFractionDigits: i % 20, style: "currency", currency: "EUR", maximumFractionDigits: 20 }))`,
    );
    expect(outcome.isErr() && outcome.error.error.kind).toBe("LimitExceeded");
  });

  it("accounts for the host's copies of texts that are cut", async () => {
    const runtime = CodeMode.make({ tools: {}, limits: { maxMemoryBytes: 32 * 2 ** 20, timeoutMs: 20_000 } });
    const outcome = await runtime.execute(
      `const kept = [], text = "é".repeat(100000), s = new Intl.Segmenter("en").segment(text); for (let i = 0; i < 200; i++) kept.push(s[Symbol.iterator]()); return kept.length`,
    );
    expect(outcome.isErr() && outcome.error.error.kind).toBe("LimitExceeded");
  });

  it("bounds lists and texts", async () => {
    expect(
      await vmTexts([
        `new Intl.ListFormat("en").format(Array(65537).fill("a"))`,
        `new Intl.ListFormat("en").format(Array(20000).fill("a")).length`,
        `new Intl.Segmenter("en").segment("a".repeat(2 ** 20 + 1))`,
      ]),
    ).toEqual([
      "throws RangeError: A list of more than 65536 items cannot be formatted by locale",
      "60002",
      "throws RangeError: The text is too long to be cut into segments",
    ]);
  });
});
