import { DAY_MS, dayOf, HOURS_A_DAY } from "../../../days.ts";
import { DIMENSIONS } from "../../engagement-types.ts";
import type { Connection, StoreContext } from "../store-context.ts";

const MONTHS_A_YEAR = 12;
/**
 * Number of days that a month waits after its end for late records, which are minutes old at most.
 */
const LATE_DAYS = 1;

/** Null if the repeats of any row are unknown. */
export const SUM_REPEATS = "iif(count(repeats) = count(*), sum(repeats), NULL)";

/** The tenths of a text in which a reading can end. The last one is the text's end. */
export const TENTHS: readonly number[] = Array.from({ length: 11 }, (_, tenth) => tenth);

/** The number of a day's month, counted from January 1970. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCFullYear() - 1970) * MONTHS_A_YEAR + date.getUTCMonth();
}

/** The number of a month's first day. */
function firstDayOf(month: number): number {
  return dayOf(Date.UTC(1970, month, 1));
}

/**
 * Reopens months that received a late record or lost records. Until they are closed again, their
 * days are counted individually.
 */
export function reopenMonths(connection: Connection, from: number, to: number): void {
  connection.run("DELETE FROM closed_month WHERE month BETWEEN ? AND ?", from, to);
}

/**
 * Adds up past months that have no figures of their own yet, oldest first. Transactions are short,
 * with other writes in between. Until a month is finished, its days are counted individually.
 * @returns how many months were closed
 */
export async function closeMonths({ connection, clock, read, write }: StoreContext, isStopped: () => boolean): Promise<number> {
  const today = dayOf(clock());
  const open = await read(() => findOpenMonths(connection, today));
  for (const [done, month] of open.entries()) {
    const days = [firstDayOf(month), firstDayOf(month + 1) - 1] as const;
    for (const dimension of DIMENSIONS.keys()) {
      if (isStopped()) return done;
      await write(() => sumDimension(connection, month, dimension, days));
    }
    if (isStopped()) return done;
    await write(() => {
      sumReadingAndSite(connection, month, days);
      connection.run("INSERT INTO closed_month (month) VALUES (?) ON CONFLICT DO NOTHING", month);
    });
  }
  return open.length;
}

function findOpenMonths(connection: Connection, today: number): number[] {
  const first = connection.get<{ day: number | null }>(`SELECT min(hour) / ${HOURS_A_DAY} AS day FROM rollup_hour`)?.day ?? null;
  if (first === null) return [];
  const closed = new Set(connection.all<{ month: number }>("SELECT month FROM closed_month").map(({ month }) => month));
  const end = monthOf(today - LATE_DAYS);
  const [start, months] = [monthOf(first), [] as number[]];
  for (let month = start; month < end; month += 1) if (!closed.has(month)) months.push(month);
  return months;
}

/** When the oldest month with figures that is not closed yet can be closed, in ms since 1970. */
export function findNextMonthEnd(connection: Connection): number | null {
  const bounds = connection.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(hour) / ${HOURS_A_DAY} FROM rollup_hour) AS first, (SELECT max(hour) / ${HOURS_A_DAY} FROM rollup_hour) AS last`,
  );
  if (bounds?.first == null || bounds.last === null) return null;
  const closed = new Set(connection.all<{ month: number }>("SELECT month FROM closed_month").map(({ month }) => month));
  for (let month = monthOf(bounds.first); month <= monthOf(bounds.last); month += 1)
    if (!closed.has(month)) return (firstDayOf(month + 1) + LATE_DAYS) * DAY_MS;
  return null;
}

type Days = readonly [first: number, last: number];

function sumDimension(connection: Connection, month: number, dimension: number, days: Days): void {
  connection.run("DELETE FROM rollup_month WHERE dimension = ? AND month = ?", dimension, month);
  connection.run(
    `INSERT INTO rollup_month (dimension, month, label_id, type, count, visitors, repeats)
     SELECT dimension, ?, label_id, type, sum(count), sum(visitors), ${SUM_REPEATS} FROM rollup_day
     WHERE day BETWEEN ? AND ? AND dimension = ? GROUP BY label_id, type`,
    month,
    ...days,
    dimension,
  );
}

function sumReadingAndSite(connection: Connection, month: number, [first, last]: Days): void {
  connection.run("DELETE FROM read_month WHERE month = ?", month);
  connection.run(
    `INSERT INTO read_month (month, label_id, ${TENTHS.map((tenth) => `tenth_${tenth}`).join(", ")}, active_ms)
     SELECT ?, label_id, ${TENTHS.map((tenth) => `sum(iif(tenth = ${tenth}, count, 0))`).join(", ")}, sum(active_ms)
     FROM rollup_read WHERE day BETWEEN ? AND ? GROUP BY label_id`,
    month,
    first,
    last,
  );
  connection.run("DELETE FROM site_day WHERE day BETWEEN ? AND ?", first, last);
  connection.run(
    `INSERT INTO site_day (day, type, count, visitors, repeats)
     SELECT hour / ${HOURS_A_DAY}, type, sum(count), sum(visitors), ${SUM_REPEATS} FROM rollup_hour WHERE hour BETWEEN ? AND ? GROUP BY 1, 2`,
    first * HOURS_A_DAY,
    last * HOURS_A_DAY + HOURS_A_DAY - 1,
  );
}

/**
 * Selects the rows that make up a period: whole closed months, and the other days. Lists of numbers
 * as JSON, for `json_each`.
 */
export interface PeriodRows {
  readonly months: string;
  readonly days: string;
  /** Days in closed months, whose site-wide sums are in `site_day`. */
  readonly summedDays: string;
  readonly hourlyDays: string;
}

/**
 * @param from first day; both are inclusive. Days before the first record and after the last one
 * are left out
 */
export function splitPeriod(connection: Connection, from: number, to: number): PeriodRows {
  const range = connection.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(hour) FROM rollup_hour) / ${HOURS_A_DAY} AS first, (SELECT max(hour) FROM rollup_hour) / ${HOURS_A_DAY} AS last`,
  );
  const first = Math.max(from, range?.first ?? Number.POSITIVE_INFINITY);
  const last = Math.min(to, range?.last ?? Number.NEGATIVE_INFINITY);
  const closed = new Set(connection.all<{ month: number }>("SELECT month FROM closed_month").map(({ month }) => month));
  const [months, days, summedDays, hourlyDays]: [Set<number>, number[], number[], number[]] = [new Set(), [], [], []];
  for (let day = first; day <= last; day += 1) {
    const month = monthOf(day);
    const isClosed = closed.has(month);
    (isClosed ? summedDays : hourlyDays).push(day);
    // The requested period decides, because the first and the last month may have no record on
    // their first or last days.
    if (isClosed && firstDayOf(month) >= from && firstDayOf(month + 1) - 1 <= to) months.add(month);
    else days.push(day);
  }
  return {
    months: JSON.stringify([...months]),
    days: JSON.stringify(days),
    summedDays: JSON.stringify(summedDays),
    hourlyDays: JSON.stringify(hourlyDays),
  };
}
