import { HOUR_MS, toDayText } from "../../../../days.ts";
import {
  DIMENSIONS,
  type Dimension,
  DROP_REASONS,
  ENGAGEMENT_TYPES,
  type EngagementCount,
  type EngagementStore,
  type EngagementSummary,
  type EngagementType,
  type HourRow,
  type PostEngagement,
} from "../../../engagement-types.ts";
import type { Connection } from "../../store-context.ts";
import { type PeriodRows, SUM_REPEATS, splitPeriod } from "../month-rollups.ts";
import { readLocalDays, readUtcDays, type SiteDayRow, toUtcDays } from "../site-days.ts";
import { type Estimates, isEstimatedValue, readEstimates, toEstimatedDays } from "../visitor-estimates.ts";
import { readReading, sumReading } from "./reading-reports.ts";

/** Default number of values per dimension in a summary. */
const TOP_LIMIT = 20;

type SummaryQuery = Parameters<EngagementStore["summary"]>[0];
type TopQuery = Parameters<EngagementStore["top"]>[0];
type PostQuery = Parameters<EngagementStore["post"]>[0];
type HoursQuery = Parameters<EngagementStore["hours"]>[0];

const NO_TOPS: EngagementSummary["top"] = { path: [], slug: [], referrer: [], outbound: [], share: [], cta: [], campaign: [] };
/**
 * Rows of a dimension in a period, from closed months and the other days. Takes `dimensionValues`.
 */
const OF_DIMENSION = `(
  SELECT label_id, type, count, visitors, repeats FROM rollup_month WHERE dimension = ? AND month IN (SELECT value FROM json_each(?))
  UNION ALL SELECT label_id, type, count, visitors, repeats FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollup_day ON day = given AND dimension = ?)`;

/**
 * Like `OF_DIMENSION`, for some types. Takes `types` twice, as JSON. In closed months, no other
 * type is read.
 */
export const OF_TYPES = `(
  SELECT label_id, count, visitors, repeats FROM rollup_month WHERE dimension = ? AND month IN (SELECT value FROM json_each(?)) AND type IN (SELECT value FROM json_each(?))
  UNION ALL SELECT label_id, count, visitors, repeats FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollup_day
    ON day = given AND dimension = ? WHERE type IN (SELECT value FROM json_each(?)))`;

export function typeValues(
  dimension: Dimension,
  types: readonly EngagementType[],
  { months, days }: PeriodRows,
): [number, string, string, string, number, string] {
  const [number, list] = [DIMENSIONS.indexOf(dimension), JSON.stringify(types.map((type) => ENGAGEMENT_TYPES.indexOf(type)))];
  return [number, months, list, days, number, list];
}

function dimensionValues(dimension: Dimension, { months, days }: PeriodRows): [number, string, string, number] {
  const number = DIMENSIONS.indexOf(dimension);
  return [number, months, days, number];
}

export function readSummary(connection: Connection, query: SummaryQuery, now: number): EngagementSummary {
  const { timeZone = "UTC", limit = TOP_LIMIT } = query;
  const { from, to } = toUtcDays(query, now);
  const period = splitPeriod(connection, from, to);
  const utcDays = readUtcDays(connection, period);
  const days = timeZone === "UTC" ? utcDays : readLocalDays(connection, query, timeZone);
  const estimatedDays = toEstimatedDays(readEstimates(connection, from - 1, to + 1), timeZone);
  const visitors = new Map<number, number>();
  for (const row of days) visitors.set(row.day, (visitors.get(row.day) ?? 0) + row.visitors);
  return {
    days: days.map(({ day, type, count, repeats }) => ({ day: toDayText(day), type: toType(type), count, repeats })),
    visitors: [...visitors].map(([day, unique]) => ({ day: toDayText(day), visitors: unique, estimated: estimatedDays.has(day) })),
    top: limit === 0 ? NO_TOPS : readTops(connection, period, { limit, estimates: readEstimates(connection, from, to) }),
    readThrough: readReading(connection, period),
    searches: readSearches(connection, utcDays, [from, to]),
    dropped: connection
      .all<{ reason: number; count: number }>(
        "SELECT reason, sum(count) AS count FROM dropped_day WHERE day BETWEEN ? AND ? GROUP BY reason ORDER BY reason",
        from,
        to,
      )
      .flatMap(({ reason, count }) => {
        const name = DROP_REASONS[reason];
        return name === undefined ? [] : [{ reason: name, count }];
      }),
  };
}

function readSearches(
  connection: Connection,
  days: readonly SiteDayRow[],
  period: [from: number, to: number],
): EngagementSummary["searches"] {
  const empty = new Map(
    connection
      .all<{ day: number; count: number }>("SELECT day, count FROM empty_search_day WHERE day BETWEEN ? AND ?", ...period)
      .map(({ day, count }) => [day, count]),
  );
  const search = ENGAGEMENT_TYPES.indexOf("search");
  return days.filter(({ type }) => type === search).map(({ day, count }) => ({ day: toDayText(day), count, empty: empty.get(day) ?? 0 }));
}

interface TopParts {
  readonly limit: number;
  readonly estimates: Estimates;
}

function readTops(connection: Connection, period: PeriodRows, { limit, estimates }: TopParts): EngagementSummary["top"] {
  const read = (dimension: Dimension): EngagementSummary["top"][Dimension] =>
    connection
      .all<{ value: string; type: number; count: number; visitors: number; repeats: number | null }>(
        topSql(OF_DIMENSION, "label_id, type"),
        ...dimensionValues(dimension, period),
        limit - 1,
        limit,
      )
      .map((row) => ({ ...row, type: toType(row.type), estimated: isEstimatedValue(dimension, row.value, row.visitors, estimates) }));
  return {
    path: read("path"),
    slug: read("slug"),
    referrer: read("referrer"),
    outbound: read("outbound"),
    share: read("share"),
    cta: read("cta"),
    campaign: read("campaign"),
  };
}

/**
 * Selects the highest sums, and looks up only their texts. Its last parameters are the limit minus
 * one and the limit.
 */
function topSql(rows: string, keys: "label_id" | "label_id, type"): string {
  const type = keys.slice("label_id".length);
  return `WITH sums AS MATERIALIZED (SELECT ${keys}, sum(count) AS count, sum(visitors) AS visitors, ${SUM_REPEATS} AS repeats FROM ${rows} GROUP BY ${keys})
    SELECT label.text AS value${type}, count, visitors, repeats FROM sums JOIN label ON label.id = label_id
    WHERE count >= coalesce((SELECT count FROM sums ORDER BY count DESC LIMIT 1 OFFSET ?), 0)
    ORDER BY count DESC, value${type} LIMIT ?`;
}

export function readTop(
  connection: Connection,
  { dimension, types, limit = TOP_LIMIT, ...query }: TopQuery,
  now: number,
): EngagementCount[] {
  const { from, to } = toUtcDays(query, now);
  const period = splitPeriod(connection, from, to);
  const rows = connection.all<Omit<EngagementCount, "estimated">>(
    topSql(OF_TYPES, "label_id"),
    ...typeValues(dimension, types ?? ENGAGEMENT_TYPES, period),
    limit - 1,
    limit,
  );
  const estimates = readEstimates(connection, from, to);
  return rows.map((row) => ({ ...row, estimated: isEstimatedValue(dimension, row.value, row.visitors, estimates) }));
}

/** Reads only days, because one label has few rows, and each is found by its key. */
export function readPost(connection: Connection, { slug, ...query }: PostQuery, now: number): PostEngagement {
  const label = connection.get<{ id: number }>("SELECT id FROM label WHERE text = ?", slug)?.id;
  if (label === undefined) return { days: [], reading: sumReading([]) };
  const { from, to } = toUtcDays(query, now);
  const { summedDays, hourlyDays } = splitPeriod(connection, from, to);
  const days = JSON.stringify([...(JSON.parse(summedDays) as number[]), ...(JSON.parse(hourlyDays) as number[])]);
  const estimates = connection.all<{ day: number }>(
    "SELECT day FROM estimate_day WHERE subject_id = ? AND day BETWEEN ? AND ?",
    label,
    from,
    Math.min(to, Number.MAX_SAFE_INTEGER),
  );
  const estimated = new Set(estimates.map(({ day }) => day));
  return {
    days: connection
      .all<SiteDayRow>(
        `SELECT day, type, count, visitors, repeats FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollup_day ON day = given AND dimension = ? AND label_id = ?
         ORDER BY day, type`,
        days,
        DIMENSIONS.indexOf("slug"),
        label,
      )
      .map((row) => ({ ...row, day: toDayText(row.day), type: toType(row.type), estimated: row.visitors > 0 && estimated.has(row.day) })),
    reading: sumReading(
      connection.all<{ tenth: number; count: number; activeMs: number }>(
        `SELECT tenth, sum(count) AS count, sum(active_ms) AS activeMs
         FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollup_read ON day = given AND label_id = ? GROUP BY tenth`,
        days,
        label,
      ),
    ),
  };
}

/** The number of all views of each post. */
export function readViews(connection: Connection): { slug: string; viewCount: number }[] {
  const period = splitPeriod(connection, 0, Number.MAX_SAFE_INTEGER);
  return connection.all<{ slug: string; viewCount: number }>(
    `SELECT label.text AS slug, viewCount FROM (SELECT label_id, sum(count) AS viewCount FROM ${OF_TYPES} GROUP BY label_id)
     JOIN label ON label.id = label_id ORDER BY slug`,
    ...typeValues("slug", ["post_view"], period),
  );
}

export function readHours(connection: Connection, { from, to }: HoursQuery): HourRow[] {
  return connection
    .all<{ hour: number; type: number; count: number; visitors: number }>(
      "SELECT hour, type, count, visitors FROM rollup_hour WHERE hour BETWEEN ? AND ? ORDER BY hour, type",
      Math.floor(from / HOUR_MS),
      Math.floor(to / HOUR_MS),
    )
    .map((row) => ({ ...row, hour: row.hour * HOUR_MS, type: toType(row.type) }));
}

export function toType(number: number): EngagementType {
  const type = ENGAGEMENT_TYPES[number];
  if (type === undefined) throw new Error(`the database has an engagement type ${number} that this program does not know: update octavo`);
  return type;
}
