/**
 * Instants in queries: date-times with an offset (RFC 3339, section 5.6), and full-dates, which
 * mean a day in the site's time zone.
 */
import type { ZoneOffsets } from "../index-format.ts";

const DAY_MS = 86_400_000;
/**
 * No place has ever been further from UTC than 15:13:42, so 26 hours reach every local midnight.
 */
const ZONE_REACH_MS = 26 * 3_600_000;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
/**
 * Like DATE_TIME with a space instead of the offset's `+`, because `+` means a space in a query
 * string.
 */
const PLUS_LOST = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?) (\d{2}:\d{2})$/;

export type InstantText =
  /** A calendar day, as `days` since 1970. */
  | { readonly form: "date"; readonly days: number }
  /** Whole milliseconds since 1970, and the remaining decimals without final zeros. */
  | { readonly form: "instant"; readonly ms: number; readonly decimals: string }
  | { readonly form: "wrong"; readonly code: "invalid_format" | "invalid_value"; readonly detail: string };

const wrong = (code: "invalid_format" | "invalid_value", detail: string): InstantText => ({ form: "wrong", code, detail });

/**
 * Reads an instant from a query value. Second 60 is accepted where a leap second can be (23:59:60
 * UTC on the last day of a month) and means the next second, as in POSIX time.
 */
export function readQueryInstant(text: string): InstantText {
  const date = DATE.exec(text);
  if (date !== null) {
    const days = daysOf(Number(date[1]), Number(date[2]), Number(date[3]));
    return days === null ? wrong("invalid_value", `${text} is not a day of the calendar`) : { form: "date", days };
  }
  const lost = PLUS_LOST.exec(text);
  if (lost !== null) return wrong("invalid_format", `a + in a query means a space: send ${lost[1]}%2B${lost[2]}`);
  const parts = DATE_TIME.exec(text);
  if (parts === null) {
    return wrong("invalid_format", "want an RFC 3339 date (2026-01-31) or date-time with Z or an offset (2026-01-31T09:30:00Z)");
  }
  return readDateTime(text, parts);
}

function readDateTime(text: string, parts: RegExpExecArray): InstantText {
  const number = (index: number): number => Number(parts[index] ?? "0");
  const days = daysOf(number(1), number(2), number(3));
  const [hour, minute, second, offsetHour, offsetMinute] = [number(4), number(5), number(6), number(9), number(10)];
  if (days === null) return wrong("invalid_value", `${text.slice(0, 10)} is not a day of the calendar`);
  if (hour > 23 || minute > 59 || second > 60) return wrong("invalid_value", `${text.slice(11, 19)} is not a time of day`);
  if (offsetHour > 23 || offsetMinute > 59) return wrong("invalid_value", `${text.slice(-6)} is not an offset from UTC`);
  const fraction = parts[7] ?? "";
  const offsetMs = (parts[8] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  const wholeMs = days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 - offsetMs;
  if (second === 60 && !beginsMonth(wholeMs)) {
    return wrong("invalid_value", "second 60 exists only at 23:59:60 UTC on the last day of a month");
  }
  return { form: "instant", ms: wholeMs + Number(fraction.slice(0, 3).padEnd(3, "0")), decimals: fraction.slice(3).replace(/0+$/, "") };
}

function beginsMonth(ms: number): boolean {
  return ms % DAY_MS === 0 && new Date(ms).getUTCDate() === 1;
}

/**
 * Days from 1970 to a day of the proleptic Gregorian calendar, in the years 0 to 9999; null if
 * there is no such day.
 */
function daysOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() / DAY_MS : null;
}

/** The calendar days of a place. Days are counted since 1970; instants are ms since 1970. */
export interface LocalDays {
  /**
   * The first instant of a day: its midnight or, if clocks skip midnight or the whole day, the
   * first instant after the gap.
   */
  start(days: number): number;
  /**
   * The last millisecond of a day. If clocks go back over midnight, the day ends twice, and this is
   * the second end.
   */
  end(days: number): number;
}

/**
 * @param timeZone IANA name
 * @param offsets the zone's offsets, used for days within their range
 * @throws RangeError for an unknown time zone, when the first day outside that range is read
 */
export function createLocalDays(timeZone: string, offsets?: ZoneOffsets): LocalDays {
  let offsetAt: ((ms: number) => number) | null = null;
  const midnights = (days: number): readonly number[] => {
    const midnight = days * DAY_MS;
    if (offsets !== undefined && isWithin(offsets, midnight)) return findMidnights(midnight, (ms) => findOffset(offsets, ms));
    offsetAt ??= createOffsets(timeZone);
    return findMidnights(midnight, offsetAt);
  };
  return {
    start: (days) => Math.min(...midnights(days)),
    end: (days) => Math.max(...midnights(days + 1)) - 1,
  };
}

/** Whether the offsets cover every instant that is checked for a day. */
function isWithin({ changes, end }: ZoneOffsets, midnight: number): boolean {
  const start = changes[0]?.[0] ?? end;
  return midnight - 2 * ZONE_REACH_MS >= start * 1_000 && midnight + 2 * ZONE_REACH_MS < end * 1_000;
}

/** The offset that turns an instant within the range into local wall-clock time, both in ms. */
export function findOffset({ changes }: ZoneOffsets, ms: number): number {
  return (changes.findLast(([at]) => at * 1_000 <= ms)?.[1] ?? 0) * 1_000;
}

/**
 * Instants at which the local clock shows a day's midnight, or the first instant after a gap:
 * usually one, but two if clocks go back over midnight.
 * @param midnight the day's midnight in UTC
 */
function findMidnights(midnight: number, offsetAt: (ms: number) => number): readonly number[] {
  const offsets = [midnight - ZONE_REACH_MS, midnight, midnight + ZONE_REACH_MS].map(offsetAt);
  const midnights = offsets.map((offset) => midnight - offset).filter((instant) => instant + offsetAt(instant) === midnight);
  if (midnights.length > 0) return midnights;
  let before = midnight - ZONE_REACH_MS;
  let after = midnight + ZONE_REACH_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + offsetAt(middle) < midnight) before = middle;
    else after = middle;
  }
  return [after];
}

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Creates a function that returns the offset from UTC to local wall-clock time at an instant, in
 * ms.
 * @throws RangeError for a time zone that this runtime does not support
 */
export function createOffsets(timeZone: string): (ms: number) => number {
  // The first formatter of a process spends 40 ms reading tables.
  if (timeZone === "UTC") return () => 0;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (ms) => {
    // "1/31/2026, GMT+01:00". In the years of local mean time the offset has seconds, and a zero
    // offset is just GMT.
    const text = format.format(ms);
    const offset = OFFSET.exec(text);
    if (offset === null) throw new RangeError(`no offset from UTC in ${text}`);
    const [, sign, hours = "0", minutes = "0", seconds = "0"] = offset;
    return (sign === "-" ? -1_000 : 1_000) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
  };
}
