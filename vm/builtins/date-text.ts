/**
 * Dates as text that depends on no time zone: the calendar of time values and the ISO form.
 * https://tc39.es/ecma262/#sec-time-values-and-time-range
 */

export const MS_PER_DAY = 86_400_000;
/** Time values reach this many milliseconds either side of the epoch. */
export const MAX_TIME = 8.64e15;

/** Year, month (0-11), day (1-31) of a day number. After Howard Hinnant's civil-from-days. */
export function civilFromDay(day: number): { year: number; month: number; date: number } {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 2 : shiftedMonth - 10;
  return { year: yearOfEra + era * 400 + (month < 2 ? 1 : 0), month, date };
}

/** Day number of a date of the proleptic Gregorian calendar; `month` is 0 to 11. */
export function dayFromCivil(year: number, month: number, date: number): number {
  const shiftedYear = month < 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const shiftedMonth = month < 2 ? month + 10 : month - 2;
  const dayOfYear = Math.floor((153 * shiftedMonth + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** The ISO text of a finite time value: `2024-05-01T12:00:00.000Z`, six digits for far years. */
export function isoText(time: number): string {
  const day = Math.floor(time / MS_PER_DAY);
  const { year, month, date } = civilFromDay(day);
  let rest = time - day * MS_PER_DAY;
  const ms = rest % 1000;
  rest = (rest - ms) / 1000;
  const second = rest % 60;
  rest = (rest - second) / 60;
  const minute = rest % 60;
  const hour = (rest - minute) / 60;
  const years =
    year >= 0 && year <= 9999
      ? String(year).padStart(4, "0")
      : (year < 0 ? "-" : "+") + String(Math.abs(year)).padStart(6, "0");
  const clock = `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}.${String(ms).padStart(3, "0")}`;
  return `${years}-${twoDigits(month + 1)}-${twoDigits(date)}T${clock}Z`;
}
