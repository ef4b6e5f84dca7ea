import { formatOffset, readLocalDateTime } from "../../build/shared/dates.ts";

/** Minutes: no zone is further from UTC. */
const OFFSET_MAX = 14 * 60;

/**
 * A date of WordPress: local time of the site (`2019-05-31 23:30:00`), with the offset derived from
 * the same date in UTC. `0000-00-00 00:00:00` means none. Without a UTC date, the local time is
 * read in the site's zone.
 */
export function toWordPressDate(local: string, utc: string): string | null {
  const shown = toEpoch(local);
  const instant = toEpoch(utc);
  if (instant === null) return shown === null ? null : toIso(shown);
  const minutes = shown === null ? 0 : (shown - instant) / 60_000;
  if (minutes === 0 || !Number.isInteger(minutes) || Math.abs(minutes) > OFFSET_MAX) return `${toIso(instant)}Z`;
  return `${toIso(instant + minutes * 60_000)}${formatOffset(minutes)}`;
}

function toEpoch(text: string): number | null {
  const read = readLocalDateTime(text);
  return read.ok ? Date.parse(`${read.value}Z`) : null;
}

function toIso(epoch: number): string {
  return new Date(epoch).toISOString().slice(0, 19);
}
