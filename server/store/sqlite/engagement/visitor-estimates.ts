import { HOURS_A_DAY, type HoursOfDay, hoursOfDays } from "../../../days.ts";
import type { Dimension } from "../../engagement-types.ts";
import type { Connection } from "../store-context.ts";
import { SITE_SKETCH } from "./visitor-sketches.ts";

/** Which visitor numbers of a period are estimates. */
export interface Estimates {
  /** Days whose site visitors are estimated. */
  readonly days: ReadonlySet<number>;
  /** Texts of labels. */
  readonly subjects: ReadonlySet<string>;
}

export function readEstimates(connection: Connection, from: number, to: number): Estimates {
  const days = connection.all<{ day: number }>(
    "SELECT day FROM estimate_day WHERE subject_id = ? AND day BETWEEN ? AND ?",
    SITE_SKETCH,
    from,
    to,
  );
  const subjects = connection.all<{ text: string }>(
    "SELECT DISTINCT text FROM estimate_day JOIN label ON label.id = subject_id WHERE day BETWEEN ? AND ?",
    from,
    to,
  );
  return { days: new Set(days.map(({ day }) => day)), subjects: new Set(subjects.map(({ text }) => text)) };
}

/**
 * The days of a time zone that share hours with estimated UTC days. Calls `hoursOfDays` only once,
 * because every call creates formatters: calling it for each day of three years took 590 ms.
 * @param timeZone known to this runtime (`toKnownTimeZone`)
 */
export function toEstimatedDays({ days }: Estimates, timeZone: string): ReadonlySet<number> {
  if (timeZone === "UTC" || days.size === 0) return days;
  // No zone differs from UTC by a whole day.
  const hours = hoursOfDays(Math.min(...days) - 1, Math.max(...days) + 1, timeZone);
  return new Set(hours.filter((each) => touches(days, each)).map(({ day }) => day));
}

function touches(days: ReadonlySet<number>, { first, last }: HoursOfDay): boolean {
  return days.has(Math.floor(first / HOURS_A_DAY)) || days.has(Math.floor(last / HOURS_A_DAY));
}

/**
 * Posts and other documents have their own sketches. A post's page counts as the post, and a
 * referrer's visitors count for the site.
 */
export function isEstimatedValue(dimension: Dimension, value: string, visitors: number, { days, subjects }: Estimates): boolean {
  return visitors > 0 && (dimension === "slug" ? subjects.has(value) : days.size > 0);
}
