import { createLocalDays } from "../contract/query/query-instant.ts";

/**
 * Days are numbered since 1970 for counting and written `YYYY-MM-DD` for display. They are UTC days
 * unless stated otherwise.
 */

export const HOUR_MS = 3_600_000;
export const HOURS_A_DAY = 24;
export const DAY_MS = HOURS_A_DAY * HOUR_MS;

/** The number of the UTC day since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Returns the earliest of the given times, or null if all are null. */
export function findEarliest(...times: readonly (number | null)[]): number | null {
  const given = times.filter((time) => time !== null);
  return given.length === 0 ? null : Math.min(...given);
}

/** Formats milliseconds since 1970 as `2026-01-31T09:30:00.000Z`. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Formats a day number as `YYYY-MM-DD`. */
export function toDayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The local day and hour in a time zone.
 * @param timeZone known to this runtime (`toKnownTimeZone`)
 */
export function toLocalHour(ms: number, timeZone: string): { readonly day: number; readonly hour: number } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" },
    hourCycle: "h23",
  }).formatToParts(ms);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "";
  return { day: fromDayText(`${part("year")}-${part("month")}-${part("day")}`), hour: Number(part("hour")) };
}

/** The UTC hours, numbered since 1970, that make up a day in a time zone. */
export interface HoursOfDay {
  readonly day: number;
  readonly first: number;
  readonly last: number;
}

/**
 * In zones with an offset of 30 or 45 minutes, midnight falls within an hour. That hour belongs to
 * the day that has more of it, or to the earlier day if both have half of it.
 * @param to last day; both are inclusive
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

/**
 * The inverse of `toDayText`.
 * @throws RangeError unless the text is an existing date
 */
export function fromDayText(text: string): number {
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms) || toDayText(dayOf(ms)) !== text) {
    throw new RangeError(`"${text}" is not a day: write YYYY-MM-DD`);
  }
  return dayOf(ms);
}

/**
 * Formats local time as `2026-01-31 09:30`.
 * @param timeZone known to this runtime (`toKnownTimeZone`)
 */
export function toMinuteIn(ms: number, timeZone: string): string {
  const minute = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("sv-SE", { timeZone, ...minute }).format(ms).replace(",", "");
}

/**
 * Formats the local date as `2026-01-31`.
 * @param timeZone known to this runtime (`toKnownTimeZone`)
 */
export function toDayIn(ms: number, timeZone: string): string {
  return toMinuteIn(ms, timeZone).slice(0, 10);
}
