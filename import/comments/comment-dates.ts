import { readInstant } from "../../build/shared/dates.ts";

/** No web comments are older than this. Zeros and epochs of other programs are not dates. */
const EARLIEST = Date.UTC(1990, 0, 1);
/** The end of 9999, the last year of RFC 3339. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Stricter than dates in content, because a comment's key contains its date. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * `2019-05-31T21:30:00Z` (or `2019-05-31 21:30:00`, in UTC) in ms since 1970; null if it is not a
 * date, or not a plausible one.
 */
export function toInstantOf(text: string): number | null {
  const read = readInstant(text.trim(), "UTC");
  return INSTANT.test(text.trim()) && read.ok ? toPlausible(Date.parse(read.value)) : null;
}

/** Converts seconds since 1970. */
export function fromSeconds(seconds: unknown): number | null {
  return typeof seconds === "number" && Number.isFinite(seconds) ? toPlausible(Math.round(seconds * 1_000)) : null;
}

function toPlausible(at: number): number | null {
  return at < EARLIEST || at > LATEST ? null : at;
}
