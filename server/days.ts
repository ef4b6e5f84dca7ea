/** UTC days: numbered since 1970 where they are counted, `YYYY-MM-DD` where they are shown. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Number of the UTC day since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
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

/** The inverse of `toDayText`. @throws RangeError for anything but a date that exists. */
export function fromDayText(text: string): number {
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms) || toDayText(dayOf(ms)) !== text) {
    throw new RangeError(`"${text}" is not a day: write YYYY-MM-DD`);
  }
  return dayOf(ms);
}
