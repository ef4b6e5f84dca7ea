/** Minutes: no zone is further from UTC. */
const OFFSET_MAX = 14 * 60;

/**
 * A date of WordPress: what the clock of the site showed (`2019-05-31 23:30:00`), with the offset that the same date in UTC gives it.
 * `0000-00-00 00:00:00` is none; the local time alone is read in the site's zone.
 */
export function toWordPressDate(local: string, utc: string): string | null {
  const shown = toEpoch(local);
  const instant = toEpoch(utc);
  if (instant === null) return shown === null ? null : toIso(shown);
  const minutes = shown === null ? 0 : (shown - instant) / 60_000;
  if (minutes === 0 || !Number.isInteger(minutes) || Math.abs(minutes) > OFFSET_MAX) return `${toIso(instant)}Z`;
  return `${toIso(instant + minutes * 60_000)}${toOffset(minutes)}`;
}

function toEpoch(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text.trim());
  if (match === null || text.startsWith("0000")) return null;
  const iso = `${match[1]}T${match[2]}`;
  const epoch = Date.parse(`${iso}Z`);
  // Date.parse takes 30 February for 1 March.
  return Number.isNaN(epoch) || toIso(epoch) !== iso ? null : epoch;
}

function toIso(epoch: number): string {
  return new Date(epoch).toISOString().slice(0, 19);
}

function toOffset(minutes: number): string {
  const pad = (number: number): string => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
