import type { ReadResult } from "./diagnostics.ts";
import { reorderDate } from "./suggest.ts";

/** Reads dates as authors write them, by their text. Date.parse is not used, because it reads
 * `2024-02-30` as 1 March, and `2024-01-31` in a different time zone than `2024-01-31T00:00`. */

export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

const WANT_INSTANT = "want 2024-01-31 or 2024-01-31T09:30:00Z";
const WANT_DAY = "want 2024-01-31";
const WANT_PARTIAL = "want 2024, 2024-01 or 2024-01-31";
const WANT_LOCAL = "want 2024-01-31T18:05:00: local time, without an offset";
const DAY_MS = 86_400_000;

/** The year comes first, so that day and month cannot be confused. Leading zeros may be omitted, as
 * in YAML 1.1, Jekyll and Hexo. */
const DAY = String.raw`(?<year>\d{4})(?<between>[-/])(?<month>\d{1,2})\k<between>(?<day>\d{1,2})`;
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?`;
const OFFSET = String.raw`(?<offset>[Zz]|UTC|GMT|[+-](?:\d{1,2}(?::\d{2})?|\d{4}))`;
const DAY_ALONE = new RegExp(`^${DAY}$`);
const NUMERIC = new RegExp(`^${DAY}(?:(?:[Tt]|\\s+)${TIME}(?:\\s*${OFFSET})?)?$`);
/** Matches `Jul 08 2022` and `July 8, 2022`, the form in Astro's starter blog. */
const MONTH_FIRST = /^(?<name>[A-Za-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/;
/** Matches `8 July 2022`. */
const DAY_FIRST = /^(?<day>\d{1,2}) (?<name>[A-Za-z]{3,9})\.? (?<year>\d{4})$/;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** Matches words that Eleventy accepts as a date. */
const OF_FILE = /^(?:git )?(?:created|last modified)$/i;
const WANT_GIT_DATE =
  "write the day; to get it from git, run git log --follow --format=%as -- with the file: the last line is the day of the first commit";

/**
 * Reads an instant. Accepted: `2024-01-31`, `2024-01-31T09:30[:00]` (T or spaces) in `timeZone`, or
 * with `Z`, ` UTC` or an offset (`+02:00`, ` +0200`, ` -5`). Leading zeros may be omitted
 * (`2024-1-3 9:30`), slashes may replace hyphens, and `Jul 8 2022` and `8 July 2022` are also
 * accepted. The years 0001 to 9999 are supported, with a precision of one millisecond.
 *
 * @returns `2024-01-31T09:30:00.000Z`, or the mistake
 */
export function readInstant(text: string, timeZone: string): ReadResult {
  if (isInstant(text)) return { ok: true, value: text };
  const parts = readParts(text.trim());
  if (parts === null && OF_FILE.test(text.trim()))
    return wrong(text, "takes the date from git or the disk, which may differ from machine to machine", WANT_GIT_DATE);
  if (parts === null) return wrong(text, "is not a date", wantDay(text, WANT_INSTANT));
  const { time, offset } = parts;
  const problem = problemOf(time) ?? (Number.isNaN(offset) ? ": the offset is too large" : null);
  if (problem !== null) return wrong(text, `is not a date${problem}`, WANT_INSTANT);
  const ms = offset === null ? localToEpoch(time, timeZone) : epochOf(time) - offset * 60_000;
  const iso = new Date(ms).toISOString();
  if (!/^\d{4}-/.test(iso) || iso.startsWith("0000"))
    return wrong(text, "is out of range", "only the years 0001 to 9999 in UTC are supported");
  return { ok: true, value: iso };
}

/** Replaces a day that its month does not have (30 February, 31 June) with the last day of the
 * month; null if the date needs no correction. */
export function clampDay(text: string): string | null {
  const { year, month, day } = NUMERIC.exec(text.trim())?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) > 31) return null;
  const days = daysIn(Number(year), Number(month));
  if (Number(day) <= days) return null;
  return text.trim().replace(/^(\d{4}[-/]\d{1,2}[-/])\d{1,2}/, (_, start: string) => `${start}${days}`);
}

/** Suggests the day of a date with its numbers in another order, in words, or with a time. */
function wantDay(text: string, otherwise: string): string {
  const parts = readParts(text.trim());
  const day = reorderDate(text.trim()) ?? (parts && dayOf(parts.time));
  return day !== null && readCalendarDate(day).ok ? `want ${day}` : otherwise;
}

/** Whether an instant has the form that Date.prototype.toISOString returns. */
function isInstant(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) || text.startsWith("0000")) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

/** Reads a calendar date, `2024-01-31`. */
export function readCalendarDate(text: string): ReadResult {
  return readDay(text.trim(), text, WANT_DAY);
}

/** Reads a date that may lack the day or the month: `2024`, `2024-01` or `2024-01-31`. */
export function readPartialDate(text: string): ReadResult {
  const trimmed = text.trim();
  const short = /^(\d{4})(?:-(\d{2}))?$/.exec(trimmed);
  if (short === null) return readDay(trimmed, text, WANT_PARTIAL);
  const problem = problemOf({ ...MIDNIGHT, year: Number(short[1]), month: Number(short[2] ?? 1), day: 1 });
  return problem === null ? { ok: true, value: trimmed } : wrong(text, `is not a date${problem}`, WANT_PARTIAL);
}

/** Reads a local time: `2024-01-31T18:05:00`. The seconds may be omitted, a space may replace the
 * T, and a day without a time means its midnight. */
export function readLocalDateTime(text: string): ReadResult {
  const match = NUMERIC.exec(text.trim());
  if (match === null) return wrong(text, "is not a date and time", wantDay(text, WANT_LOCAL));
  if (match.groups?.offset !== undefined) return wrong(text, "has an offset", WANT_LOCAL);
  const time = timeOf(match.groups ?? {});
  const problem = problemOf(time);
  if (problem !== null) return wrong(text, `is not a date and time${problem}`, WANT_LOCAL);
  return { ok: true, value: `${dayOf(time)}T${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}` };
}

/**
 * Converts a local time to an instant in ms since 1970. At a clock change, the offset before the
 * change applies, as with Temporal's "compatible" (RFC 5545, 3.3.5): an ambiguous time is its first
 * occurrence, and a skipped time moves forward by the length of the gap (02:30 in Oslo's spring gap
 * becomes 03:30).
 */
function localToEpoch(time: LocalTime, timeZone: string): number {
  const asUtc = epochOf(time);
  const before = asUtc - offsetAt(asUtc - DAY_MS, timeZone);
  if (before + offsetAt(before, timeZone) === asUtc) return before;
  const after = asUtc - offsetAt(asUtc + DAY_MS, timeZone);
  return after + offsetAt(after, timeZone) === asUtc ? after : before;
}

/** Converts an instant to local time in a time zone, to the second: `2024-01-31T10:30:00`. */
export function toLocalTime(epochMs: number, timeZone: string): string {
  const local = new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString();
  // UTC is used if the local year would not have four digits.
  return (/^\d{4}-/.test(local) ? local : new Date(epochMs).toISOString()).slice(0, 19);
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0 };

function readParts(text: string): { time: LocalTime; offset: number | null } | null {
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const written = numeric.groups?.offset;
    return { time: timeOf(numeric.groups ?? {}), offset: written === undefined ? null : minutesOf(written) };
  }
  const named = MONTH_FIRST.exec(text) ?? DAY_FIRST.exec(text);
  const name = named?.groups?.name?.toLowerCase() ?? "";
  const month = MONTHS.findIndex(
    (full) => full.toLowerCase() === name || full.slice(0, 3).toLowerCase() === name || (full === "September" && name === "sept"),
  );
  if (named === null || month === -1) return null;
  return {
    time: { ...MIDNIGHT, year: Number(named.groups?.year), month: month + 1, day: Number(named.groups?.day) },
    offset: null,
  };
}

function timeOf(groups: Readonly<Record<string, string | undefined>>): LocalTime {
  const number = (name: string): number => Number(groups[name] ?? 0);
  return {
    year: number("year"),
    month: number("month"),
    day: number("day"),
    hour: number("hour"),
    minute: number("minute"),
    second: number("second"),
    millisecond: Number((groups.fraction ?? "").padEnd(3, "0").slice(0, 3)),
  };
}

/** Returns minutes east of UTC, or NaN if the offset is impossible. */
function minutesOf(offset: string): number {
  if (/^[A-Z]/i.test(offset)) return 0;
  const [, hours = Number.NaN, minutes = Number.NaN] = (/^[+-](\d{1,2}):?(\d{2})?$/.exec(offset) ?? []).map((part = "0") => Number(part));
  return hours > 23 || minutes > 59 ? Number.NaN : (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** Returns the reason why a date is invalid ("" if it is obvious), or null if the date is valid. */
function problemOf({ year, month, day, hour, minute, second }: LocalTime): string | null {
  if (year < 1) return ": there is no year 0";
  if (month < 1 || month > 12) return "";
  const days = daysIn(year, month);
  if (day < 1 || day > days) return `: ${MONTHS[month - 1]} ${year} has ${days} days`;
  return hour > 23 || minute > 59 || second > 59 ? ": the last time of a day is 23:59:59" : null;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function readDay(trimmed: string, text: string, hint: string): ReadResult {
  const match = DAY_ALONE.exec(trimmed);
  if (match === null) return wrong(text, "is not a date", wantDay(text, hint));
  const time = timeOf(match.groups ?? {});
  const problem = problemOf(time);
  return problem === null ? { ok: true, value: dayOf(time) } : wrong(text, `is not a date${problem}`, hint);
}

function wrong(text: string, message: string, hint: string): ReadResult {
  return { ok: false, message: `${JSON.stringify(text)} ${message}`, hint };
}

function epochOf({ year, month, day, hour, minute, second, millisecond }: LocalTime): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

/** The formats are cached, because creating one costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns local time minus UTC at an instant, in ms. */
function offsetAt(epochMs: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  let format = formats.get(timeZone);
  if (format === undefined) {
    const digits = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "iso8601",
      numberingSystem: "latn",
      era: "short",
      hourCycle: "h23",
      ...digits,
    });
    formats.set(timeZone, format);
  }
  const groups: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(epochMs)) groups[type] = value;
  const time = timeOf(groups);
  const year = groups.era?.startsWith("B") ? 1 - time.year : time.year;
  const seconds = epochOf({ ...time, year });
  return seconds - Math.floor(epochMs / 1000) * 1000;
}

/** Formats an offset: `+02:00`. @param minutes minutes east of UTC */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** `2024-01-31` */
function dayOf({ year, month, day }: LocalTime): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, "0");
}
