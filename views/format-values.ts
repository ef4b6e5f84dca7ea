import type { ZoneOffsets } from "../contract/index-format.ts";
import { findOffset } from "../contract/query/query-instant.ts";
import { fillText, type PageWords } from "./words/page-words.ts";

/**
 * Options for dates, which are written without `Intl` because it costs an edge function 17 ms in
 * its first request.
 */
export interface DateFormat {
  readonly words: PageWords;
  /** Whether the words are in the site's language; if not, dates are in ISO 8601. */
  readonly isTranslated: boolean;
  /** Offsets of the site's time zone; undefined for UTC. */
  readonly offsets?: ZoneOffsets | undefined;
}

/**
 * A date as people read it: `April 6, 2025`.
 * @param value an instant, a local time, a date, a month or a year, as the API writes it
 */
export function formatDay(value: string, { words, isTranslated, offsets }: DateFormat): string {
  const local = value.endsWith("Z") ? toLocalDay(value, offsets) : value.slice(0, 10);
  const [year = "", month, day] = local.split("-");
  const name = words.months[Number(month) - 1];
  if (!isTranslated || month === undefined || name === undefined) return local;
  const values = { year: Number(year), month: name, number: Number(month), day: Number(day ?? 1) };
  return fillText(day === undefined ? words.monthPattern : words.dayPattern, values);
}

/** The date of an instant, without the year, for a list of one year: `April 6`. */
export function formatDayOfYear(instant: string, { words, isTranslated, offsets }: DateFormat): string {
  const local = toLocalDay(instant, offsets);
  const [, month, day] = local.split("-").map(Number);
  const name = words.months[(month ?? 0) - 1];
  if (!isTranslated || name === undefined) return local;
  return fillText(words.monthDayPattern, { month: name, number: month ?? 0, day: day ?? 0 });
}

/** The day of an instant in a time zone. */
export function toLocalDay(instant: string, offsets: ZoneOffsets | undefined): string {
  if (offsets === undefined) return instant.slice(0, 10);
  const ms = Date.parse(instant);
  return new Date(ms + findOffset(offsets, ms)).toISOString().slice(0, 10);
}

/** `1,234.5`, with at most one decimal place. */
export function formatAmount(value: number, { decimalMark, groupMark }: PageWords): string {
  const [whole = "", decimals] = String(Math.round(value * 10) / 10).split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, groupMark);
  return decimals === undefined ? grouped : grouped + decimalMark + decimals;
}
