import { DAY_MS, dayOf, HOUR_MS, toDayText } from "../../../days.ts";
import { DIMENSIONS, ENGAGEMENT_TYPES, type EngagementDrift, type EngagementVerification } from "../../engagement-types.ts";
import type { Connection } from "../database/connection.ts";
import { IDS_PER_MS, RAW_EVENT_DAYS } from "./engagement-layout.ts";

const RECENT = `first AS (SELECT ? AS day),
recent AS (SELECT * FROM event WHERE id >= (SELECT day FROM first) * ${DAY_MS * IDS_PER_MS})`;
const DAY = `(id / ${IDS_PER_MS} / ${DAY_MS})`;
const HOUR = `(id / ${IDS_PER_MS} / ${HOUR_MS})`;
const FIRST_OF_SUBJECT = "(firsts & 1)";
const FIRST_OF_SITE = "(firsts >> 1)";
/** What is reported at most: more drift than this has one cause. */
const DRIFT_LIMIT = 100;

/** A roll-up and the query over raw events that must give the same rows: `key` columns, then one `amount`. `first` holds the first day. */
interface Comparison {
  name: string;
  key: string;
  stored: string;
  recomputed: string;
  toText: (key: string[]) => string;
}

const day = (text: string | undefined): string => toDayText(Number(text));
const typeName = (text: string | undefined): string => ENGAGEMENT_TYPES[Number(text)] ?? `type ${text}`;
const dimensionName = (text: string | undefined): string => DIMENSIONS[Number(text)] ?? `dimension ${text}`;

/** One row per event and dimension it counts in. Targets: by type, as in engagement.ts. */
const COUNTED = `
SELECT ${DAY} AS day, 0 AS dimension, path_id AS label_id, type, ${FIRST_OF_SUBJECT} AS visitors FROM recent WHERE path_id IS NOT NULL
UNION ALL SELECT ${DAY}, 1, slug_id, type, ${FIRST_OF_SUBJECT} FROM recent WHERE slug_id IS NOT NULL
UNION ALL SELECT ${DAY}, 2, referrer_id, type, ${FIRST_OF_SITE} FROM recent WHERE referrer_id IS NOT NULL
UNION ALL SELECT ${DAY}, CASE type WHEN ${number("outbound_click")} THEN 3 WHEN ${number("share")} THEN 4 ELSE 5 END, target_id, type, 0
  FROM recent WHERE target_id IS NOT NULL`;

const byDay = (amount: string, of: string): Comparison => ({
  name: `rollup_day ${of}`,
  key: "day || ' ' || dimension || ' ' || label_id || ' ' || type",
  stored: `SELECT day, dimension, label_id, type, ${of} AS amount FROM rollup_day WHERE day >= (SELECT day FROM first)`,
  recomputed: `SELECT day, dimension, label_id, type, ${amount} AS amount FROM (${COUNTED}) GROUP BY 1, 2, 3, 4`,
  toText: ([d, dimension, label, type]) => `${dimensionName(dimension)} label ${label} ${typeName(type)} on ${day(d)}: ${of}`,
});
const byHour = (amount: string, of: string): Comparison => ({
  name: `rollup_hour ${of}`,
  key: "hour || ' ' || type",
  stored: `SELECT hour, type, ${of} AS amount FROM rollup_hour WHERE hour >= (SELECT day FROM first) * 24`,
  recomputed: `SELECT ${HOUR} AS hour, type, ${amount} AS amount FROM recent GROUP BY 1, 2`,
  toText: ([hour, type]) => `${typeName(type)} in the hour ${hour} since 1970: ${of}`,
});
const byReading = (amount: string, of: string): Comparison => ({
  name: `rollup_read ${of}`,
  key: "day || ' ' || label_id || ' ' || tenth",
  stored: `SELECT day, label_id, tenth, ${of} AS amount FROM rollup_read WHERE day >= (SELECT day FROM first)`,
  recomputed: `SELECT ${DAY} AS day, slug_id AS label_id, coalesce(value, 0) / 10 AS tenth, ${amount} AS amount FROM recent
    WHERE type = ${number("read_progress")} AND slug_id IS NOT NULL GROUP BY 1, 2, 3`,
  toText: ([d, label, tenth]) => `read-through of label ${label}, tenth ${tenth}, on ${day(d)}: ${of}`,
});

const COMPARISONS: readonly Comparison[] = [
  byDay("count(*)", "count"),
  byDay("sum(visitors)", "visitors"),
  byHour("count(*)", "count"),
  byHour(`sum(${FIRST_OF_SITE})`, "visitors"),
  byReading("count(*)", "count"),
  byReading("sum(coalesce(active_ms, 0))", "active_ms"),
  {
    name: "dimension_day",
    key: "day || ' ' || dimension",
    stored: "SELECT day, dimension, distinct_values AS amount FROM dimension_day WHERE day >= (SELECT day FROM first)",
    recomputed: `SELECT day, dimension, count(DISTINCT label_id) AS amount FROM (${COUNTED}) WHERE label_id <> 1 GROUP BY 1, 2`,
    toText: ([d, dimension]) => `distinct values of ${dimensionName(dimension)} on ${day(d)}`,
  },
];

/** Recomputes the roll-ups of all days whose raw events are kept whole, and lists what differs: nothing, as both are written in one transaction. */
export function verifyEngagement(connection: Connection, now: number): EngagementVerification {
  const from = dayOf(now) - RAW_EVENT_DAYS;
  const events = connection.get<{ n: number }>(`WITH ${RECENT} SELECT count(*) AS n FROM recent`, from)?.n ?? 0;
  return { events, fromDay: toDayText(from), drift: COMPARISONS.flatMap((comparison) => compare(connection, comparison, from)) };
}

function compare(connection: Connection, { key, stored, recomputed, toText }: Comparison, from: number): EngagementDrift[] {
  return connection
    .all<{ key: string; stored: number; recomputed: number }>(
      `WITH ${RECENT}, both AS (
         SELECT ${key} AS key, amount AS stored, 0 AS recomputed FROM (${stored})
         UNION ALL SELECT ${key} AS key, 0, amount FROM (${recomputed})
       )
       SELECT key, sum(stored) AS stored, sum(recomputed) AS recomputed FROM both
       GROUP BY key HAVING sum(stored) <> sum(recomputed) ORDER BY key LIMIT ${DRIFT_LIMIT}`,
      from,
    )
    .map((row) => ({ what: toText(row.key.split(" ")), stored: row.stored, recomputed: row.recomputed }));
}

function number(type: (typeof ENGAGEMENT_TYPES)[number]): number {
  return ENGAGEMENT_TYPES.indexOf(type);
}
