import type { ZoneOffsets } from "../../contract/index-format.ts";
import { createOffsets, findOffset } from "../../contract/query/query-instant.ts";

/**
 * Seconds between two checks of a zone's offset. No zone changes its offset and changes it back
 * within a shorter time.
 */
const STEP = 7 * 86_400;

const byZone = new Map<string, ZoneOffsets>();

/**
 * The offsets of a time zone in the years of some instants, plus one year at each end.
 * @param timeZone IANA name
 * @param instants ISO 8601 in UTC
 * @returns undefined for UTC, or if there are no instants
 */
export function findOffsets(timeZone: string, instants: Iterable<string | null>): ZoneOffsets | undefined {
  if (timeZone === "UTC") return undefined;
  let [first, last] = [10_000, -1];
  for (const instant of instants) {
    const year = instant === null ? Number.NaN : Number(instant.slice(0, 4));
    if (year < first) first = year;
    if (year > last) last = year;
  }
  if (first > last) return undefined;
  const key = `${timeZone} ${first} ${last}`;
  const offsets = byZone.get(key) ?? scan(timeZone, startOf(first - 1), startOf(last + 2));
  byZone.set(key, offsets);
  return offsets;
}

/** The start of a year, in seconds since 1970. */
function startOf(year: number): number {
  return new Date(0).setUTCFullYear(year) / 1_000;
}

function scan(timeZone: string, start: number, end: number): ZoneOffsets {
  const read = createOffsets(timeZone);
  const offsetAt = (second: number): number => read(second * 1_000) / 1_000;
  const changes: [number, number][] = [[start, offsetAt(start)]];
  let offset = offsetAt(start);
  for (let at = start; at < end; at += STEP) {
    // One step may contain several changes.
    for (let from = at; offsetAt(at + STEP) !== offset; ) {
      from = findChange(offsetAt, offset, from, at + STEP);
      offset = offsetAt(from);
      changes.push([from, offset]);
    }
  }
  return { changes: changes.filter(([at]) => at < end), end };
}

/**
 * Finds the first second with a different offset, between a start that has the old offset and an
 * end that has the new one.
 */
function findChange(offsetAt: (second: number) => number, offset: number, start: number, end: number): number {
  let [before, after] = [start, end];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * Year and month of an instant in a time zone: `2025-04`.
 * @param instant ISO 8601 in UTC
 */
export function toZoneMonth(instant: string, offsets: ZoneOffsets | undefined): string {
  if (offsets === undefined) return instant.slice(0, 7);
  const day = Number(instant.slice(8, 10));
  // No zone is a full day away from UTC.
  return (day > 1 && day < 28 ? instant : toZoneDate(Date.parse(instant), offsets).toISOString()).slice(0, 7);
}

/**
 * Local date and time of an instant in a time zone, as if they were UTC. The instant itself if the
 * local year would not have four digits.
 */
function toZoneDate(ms: number, offsets: ZoneOffsets | undefined): Date {
  const local = new Date(ms + (offsets === undefined ? 0 : findOffset(offsets, ms)));
  return /^\d{4}-/.test(local.toISOString()) ? local : new Date(ms);
}
