/** The toLocaleString members of Date on converted arguments, through the host's ICU. */

import type { Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { formatterFor, formatting, hostOptions } from "./locale.js";
import { chargeText } from "./text.js";

const DATE_FIELDS: readonly Value[] = ["weekday", "year", "month", "day"];
const TIME_FIELDS: readonly Value[] = ["dayPeriod", "hour", "minute", "second", "fractionalSecondDigits"];
const DEFAULT_DATE = ["year", "month", "day"];
const DEFAULT_TIME = ["hour", "minute", "second"];

/**
 * Text of a time value. `kind` says what is shown when the options name no field: "date", "time" or
 * "any" for both. https://tc39.es/ecma402/#sec-datetime-format-abstracts
 */
export function dateToLocale(
  vm: Vm,
  time: number,
  kind: string,
  tags: readonly Value[],
  options: readonly Value[],
): string {
  const pairs = [...options];
  const has = (name: Value): boolean => {
    for (let i = 0; i < options.length; i += 2) if (options[i] === name) return true;
    return false;
  };
  const styled = has("dateStyle") || has("timeStyle");
  const named = styled || (kind !== "time" && DATE_FIELDS.some(has)) || (kind !== "date" && TIME_FIELDS.some(has));
  if (!named) {
    if (kind !== "time") for (const field of DEFAULT_DATE) pairs.push(field, "numeric");
    if (kind !== "date") for (const field of DEFAULT_TIME) pairs.push(field, "numeric");
  }
  if (!has("timeZone")) pairs.push("timeZone", vm.host.timeZone);
  if ((kind === "date" && has("timeStyle")) || (kind === "time" && has("dateStyle"))) {
    // The host has the words for a style that does not belong.
    const locales = [...(tags as string[]), vm.host.locale];
    formatting(vm, () => {
      const date = new Date(0);
      return kind === "date"
        ? date.toLocaleDateString(locales, hostOptions(pairs))
        : date.toLocaleTimeString(locales, hostOptions(pairs));
    });
  }
  const formatter = formatterFor(
    vm,
    "DateTimeFormat",
    tags,
    pairs,
    (locales, chosen) => new Intl.DateTimeFormat(locales, chosen as Intl.DateTimeFormatOptions),
  );
  if (Number.isNaN(time)) return "Invalid Date";
  vm.charge(150);
  const text = formatter.format(time);
  chargeText(vm, text.length);
  return text;
}
