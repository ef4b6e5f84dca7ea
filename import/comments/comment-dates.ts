/** Nobody commented on a page of the web before: zeros and epochs of other programs are no dates. */
const EARLIEST = Date.UTC(1990, 0, 1);

/** `2019-05-31T21:30:00Z` (or `2019-05-31 21:30:00`, of UTC) in ms since 1970; null: no date, or none at which anybody can have written. */
export function toInstantOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/.exec(text.trim());
  if (match === null) return null;
  const [, day = "", time = "", fraction = "", zone = "Z"] = match;
  const local = Date.parse(`${day}T${time}Z`);
  // Date.parse takes 30 February for 1 March.
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day.slice(8))) return null;
  const at = Date.parse(`${day}T${time}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(at) ? null : toPlausible(at);
}

/** Of seconds since 1970. */
export function fromSeconds(seconds: unknown): number | null {
  return typeof seconds === "number" && Number.isFinite(seconds) ? toPlausible(Math.round(seconds * 1_000)) : null;
}

function toPlausible(at: number): number | null {
  return at < EARLIEST || at > 8.64e15 ? null : at;
}
