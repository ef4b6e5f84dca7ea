import { dayOf, fromDayText, HOURS_A_DAY, hoursOfDays, toLocalHour } from "../../../days.ts";
import type { EngagementPeriod } from "../../engagement-types.ts";
import type { Connection } from "../store-context.ts";
import { type PeriodRows, SUM_REPEATS } from "./month-rollups.ts";

/**
 * The UTC days for a period. If its last day is today, they run until now, because west of UTC the
 * next UTC day begins in the evening.
 */
export function toUtcDays({ fromDay, toDay, timeZone = "UTC" }: EngagementPeriod, now: number): { from: number; to: number } {
  const [from, to] = [fromDayText(fromDay), fromDayText(toDay)];
  return { from, to: timeZone !== "UTC" && to >= toLocalHour(now, timeZone).day ? Math.max(to, dayOf(now)) : to };
}

export interface SiteDayRow {
  readonly day: number;
  readonly type: number;
  readonly count: number;
  readonly visitors: number;
  readonly repeats: number | null;
}

export function readUtcDays(connection: Connection, { summedDays, hourlyDays }: PeriodRows): SiteDayRow[] {
  return connection.all<SiteDayRow>(
    `SELECT day, type, count, visitors, repeats FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN site_day ON day = given
     UNION ALL SELECT hour / ${HOURS_A_DAY}, type, sum(count), sum(visitors), ${SUM_REPEATS}
       FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollup_hour ON hour BETWEEN given * ${HOURS_A_DAY} AND given * ${HOURS_A_DAY} + ${HOURS_A_DAY - 1}
       GROUP BY 1, 2
     ORDER BY 1, 2`,
    summedDays,
    hourlyDays,
  );
}

export function readLocalDays(connection: Connection, { fromDay, toDay }: EngagementPeriod, timeZone: string): SiteDayRow[] {
  const range = connection.get<{ first: number | null; last: number | null }>(
    "SELECT (SELECT min(hour) FROM rollup_hour) AS first, (SELECT max(hour) FROM rollup_hour) AS last",
  );
  if (range?.first == null || range.last === null) return [];
  // A period without bounds has many days before the first record and after the last.
  const from = Math.max(fromDayText(fromDay), Math.floor(range.first / HOURS_A_DAY) - 1);
  const to = Math.min(fromDayText(toDay), Math.floor(range.last / HOURS_A_DAY) + 1);
  return connection.all<SiteDayRow>(
    `SELECT given.value ->> 'day' AS day, rollup_hour.type AS type, sum(count) AS count, sum(visitors) AS visitors, ${SUM_REPEATS} AS repeats
     FROM json_each(?) AS given CROSS JOIN rollup_hour ON hour BETWEEN given.value ->> 'first' AND given.value ->> 'last'
     GROUP BY 1, 2 ORDER BY 1, 2`,
    JSON.stringify(from > to ? [] : hoursOfDays(from, to, timeZone)),
  );
}
