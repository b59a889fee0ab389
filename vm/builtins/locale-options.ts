/**
 * The options of each formatter in the order in which the specification reads them, and how their
 * values are converted: the library reads them off option objects (vm/library/locale.js).
 * https://tc39.es/ecma402/
 */
import type { Operation } from "./define.js";

/** "either" is a boolean for true and everything falsy, text for the rest. */
type OptionType = "string" | "number" | "boolean" | "either";
type Option = readonly [name: string, type: OptionType];

const of = (type: OptionType, names: string): Option[] => names.split(" ").map((name) => [name, type]);

const DIGITS: readonly Option[] = [
  ...of("number", "minimumIntegerDigits minimumFractionDigits maximumFractionDigits"),
  ...of("number", "minimumSignificantDigits maximumSignificantDigits roundingIncrement"),
  ...of("string", "roundingMode roundingPriority trailingZeroDisplay"),
];

const OPTIONS: ReadonlyMap<string, readonly Option[]> = new Map([
  [
    "Collator",
    [
      ...of("string", "usage localeMatcher collation"),
      ...of("boolean", "numeric"),
      ...of("string", "caseFirst sensitivity"),
      ...of("boolean", "ignorePunctuation"),
    ],
  ],
  [
    "NumberFormat",
    [
      ...of("string", "localeMatcher numberingSystem style currency currencyDisplay currencySign unit unitDisplay"),
      ...of("string", "notation"),
      ...DIGITS,
      ...of("string", "compactDisplay"),
      ...of("either", "useGrouping"),
      ...of("string", "signDisplay"),
    ],
  ],
  [
    "DateTimeFormat",
    [
      ...of("string", "localeMatcher calendar numberingSystem"),
      ...of("boolean", "hour12"),
      ...of("string", "hourCycle timeZone weekday era year month day dayPeriod hour minute second"),
      ...of("number", "fractionalSecondDigits"),
      ...of("string", "timeZoneName formatMatcher dateStyle timeStyle"),
    ],
  ],
  ["PluralRules", [...of("string", "localeMatcher type"), ...DIGITS]],
  ["RelativeTimeFormat", of("string", "localeMatcher numberingSystem style numeric")],
  ["ListFormat", of("string", "localeMatcher type style")],
  ["Segmenter", of("string", "localeMatcher granularity")],
  ["DisplayNames", of("string", "localeMatcher style type fallback languageDisplay")],
  [
    "Locale",
    [
      ...of("string", "language script region calendar collation hourCycle caseFirst"),
      ...of("boolean", "numeric"),
      ...of("string", "numberingSystem"),
    ],
  ],
  ["supportedLocalesOf", of("string", "localeMatcher")],
]);

const optionsOf = (kind: unknown): readonly Option[] => OPTIONS.get(kind as string)!;

export const optionOperations: readonly Operation[] = [
  { name: "optionCount", call: (_vm, kind) => optionsOf(kind).length },
  { name: "optionName", call: (_vm, kind, index) => optionsOf(kind)[index as number]![0] },
  { name: "optionType", call: (_vm, kind, index) => optionsOf(kind)[index as number]![1] },
];
