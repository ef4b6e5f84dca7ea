import { createLocalDays } from "../contract/query/query-instant.ts";

/** Days: numbered since 1970 where they are counted, `YYYY-MM-DD` where they are shown; those of UTC unless said otherwise. */

export const HOUR_MS = 3_600_000;
export const HOURS_A_DAY = 24;
export const DAY_MS = HOURS_A_DAY * HOUR_MS;

/** Number of the UTC day since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** `2026-01-31T09:30:00.000Z` of ms since 1970. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** `YYYY-MM-DD` of a day's number. */
export function toDayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day and hour that clocks in a time zone show. @param timeZone known to this runtime (`toKnownTimeZone`) */
export function toLocalHour(ms: number, timeZone: string): { readonly day: number; readonly hour: number } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" },
    hourCycle: "h23",
  }).formatToParts(ms);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "";
  return { day: fromDayText(`${part("year")}-${part("month")}-${part("day")}`), hour: Number(part("hour")) };
}

/** The UTC hours, numbered since 1970, that make up a day of a time zone. */
export interface HoursOfDay {
  readonly day: number;
  readonly first: number;
  readonly last: number;
}

/**
 * An hour that midnight divides, in zones with offsets of 30 or 45 minutes, belongs to the day that has more of it; half an hour each: to the earlier day.
 * @param to last day, both inclusive
 * @param timeZone known to this runtime (`toKnownTimeZone`)
 */
export function hoursOfDays(from: number, to: number, timeZone: string): HoursOfDay[] {
  const { start } = createLocalDays(timeZone);
  const hours: HoursOfDay[] = [];
  let first = Math.round(start(from) / HOUR_MS);
  for (let day = from; day <= to; day += 1) {
    const next = Math.round(start(day + 1) / HOUR_MS);
    hours.push({ day, first, last: next - 1 });
    first = next;
  }
  return hours;
}

/** The inverse of `toDayText`. @throws RangeError for anything but a date that exists. */
export function fromDayText(text: string): number {
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms) || toDayText(dayOf(ms)) !== text) {
    throw new RangeError(`"${text}" is not a day: write YYYY-MM-DD`);
  }
  return dayOf(ms);
}

/** `2026-01-31 09:30`, on the clocks of a time zone. @param timeZone known to this runtime (`toKnownTimeZone`) */
export function toMinuteIn(ms: number, timeZone: string): string {
  const minute = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("sv-SE", { timeZone, ...minute }).format(ms).replace(",", "");
}

/** `2026-01-31`, on the calendars of a time zone. @param timeZone known to this runtime (`toKnownTimeZone`) */
export function toDayIn(ms: number, timeZone: string): string {
  return toMinuteIn(ms, timeZone).slice(0, 10);
}
