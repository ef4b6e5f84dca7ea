import { DAY_MS, dayOf, HOUR_MS, toDayText } from "../../../days.ts";
import { DIMENSIONS, ENGAGEMENT_TYPES, type EngagementDrift, type EngagementVerification } from "../../engagement-types.ts";
import { readEventsFrom } from "../database/meta.ts";
import type { Connection } from "../store-context.ts";
import { IDS_PER_MS, VISIT_TYPES } from "./engagement-layout.ts";

const RECENT = `first AS (SELECT ? AS day),
recent AS (SELECT * FROM event WHERE id >= (SELECT day FROM first) * ${DAY_MS * IDS_PER_MS})`;
const DAY = `(id / ${IDS_PER_MS} / ${DAY_MS})`;
const HOUR = `(id / ${IDS_PER_MS} / ${HOUR_MS})`;
const FIRST_OF_SUBJECT = "(firsts & 1)";
const FIRST_OF_SITE = "(firsts >> 1)";
/**
 * Views that may repeat another view of the day. Which of them do is not stored, because nothing
 * tells whether the visitor asked not to be told apart.
 */
const MAY_REPEAT = `(type IN (${VISIT_TYPES.map(number).join(", ")}) AND firsts & 1 = 0 AND coalesce(slug_id, path_id) IS NOT NULL)`;
/** An upper bound, which may exceed the recount. */
const REPEATS_BOUND = "repeats at most";
/** How many days of raw events to recount. This bounds the cost of a run, whatever is kept. */
const DAYS_MAX = 90;
/** Most lines to report. More differences than this have one cause. */
const DRIFT_LIMIT = 100;

/**
 * A roll-up and the contribution of each raw event to it; rows of both are `[key columns …, amount
 * …]`. Amounts of equal keys are added in a table by key. GROUP BY would sort all events. `first`
 * holds the first day.
 */
interface Comparison {
  /** The name of each amount. */
  amounts: readonly string[];
  stored: string;
  events: string;
  /** Rows of `events` with equal keys count once. */
  distinct?: boolean;
  toText: (key: readonly number[]) => string;
}

const typeName = (type = -1): string => ENGAGEMENT_TYPES[type] ?? `type ${type}`;
const dimensionName = (dimension = -1): string => DIMENSIONS[dimension] ?? `dimension ${dimension}`;

/** Views, whose target is a campaign. */
const CAMPAIGN_TYPES = [number("post_view"), number("page_view")].join(", ");

/** One row per event and dimension. Targets by type, as in engagement-store.ts. */
const COUNTED = `
SELECT ${DAY} AS day, 0 AS dimension, path_id AS label_id, type, ${MAY_REPEAT} AS repeats, ${FIRST_OF_SUBJECT} AS visitors
  FROM recent WHERE path_id IS NOT NULL
UNION ALL SELECT ${DAY}, 1, slug_id, type, ${MAY_REPEAT}, ${FIRST_OF_SUBJECT} FROM recent WHERE slug_id IS NOT NULL
UNION ALL SELECT ${DAY}, 2, referrer_id, type, ${MAY_REPEAT}, ${FIRST_OF_SITE} FROM recent WHERE referrer_id IS NOT NULL
UNION ALL SELECT ${DAY}, CASE type WHEN ${number("outbound_click")} THEN 3 WHEN ${number("share")} THEN 4 ELSE 5 END, target_id, type, 0, 0
  FROM recent WHERE target_id IS NOT NULL AND type NOT IN (${CAMPAIGN_TYPES})
UNION ALL SELECT ${DAY}, 6, target_id, type, ${MAY_REPEAT}, ${FIRST_OF_SITE}
  FROM recent WHERE target_id IS NOT NULL AND type IN (${CAMPAIGN_TYPES})`;

const COMPARISONS: readonly Comparison[] = [
  {
    amounts: ["count", "visitors", REPEATS_BOUND],
    stored:
      "SELECT day, dimension, label_id, type, count, visitors, coalesce(repeats, 0) FROM rollup_day WHERE day >= (SELECT day FROM first)",
    events: `SELECT day, dimension, label_id, type, 1, visitors, repeats FROM (${COUNTED})`,
    toText: ([day = 0, dimension, label, type]) => `${dimensionName(dimension)} label ${label} ${typeName(type)} on ${toDayText(day)}`,
  },
  {
    amounts: ["count", "visitors", REPEATS_BOUND],
    stored: "SELECT hour, type, count, visitors, coalesce(repeats, 0) FROM rollup_hour WHERE hour >= (SELECT day FROM first) * 24",
    events: `SELECT ${HOUR}, type, 1, ${FIRST_OF_SITE}, ${MAY_REPEAT} FROM recent`,
    toText: ([hour, type]) => `${typeName(type)} in the hour ${hour} since 1970`,
  },
  {
    amounts: ["count", "active_ms"],
    stored: "SELECT day, label_id, tenth, count, active_ms FROM rollup_read WHERE day >= (SELECT day FROM first)",
    events: `SELECT ${DAY}, slug_id, coalesce(value, 0) / 10, 1, coalesce(active_ms, 0) FROM recent
      WHERE type = ${number("read_progress")} AND slug_id IS NOT NULL`,
    toText: ([day = 0, label, tenth]) => `read-through of label ${label}, tenth ${tenth}, on ${toDayText(day)}`,
  },
  {
    amounts: ["count"],
    stored: "SELECT day, count FROM empty_search_day WHERE day >= (SELECT day FROM first)",
    events: `SELECT ${DAY}, 1 FROM recent WHERE type = ${number("search")} AND value = 0`,
    toText: ([day = 0]) => `searches without result on ${toDayText(day)}`,
  },
  {
    amounts: ["distinct values"],
    stored: "SELECT day, dimension, distinct_values FROM dimension_day WHERE day >= (SELECT day FROM first)",
    events: `SELECT day, dimension, label_id, 1 FROM (${COUNTED}) WHERE label_id <> 1`,
    distinct: true,
    toText: ([day = 0, dimension]) => `${dimensionName(dimension)} on ${toDayText(day)}`,
  },
];

/**
 * Recomputes the roll-ups of all days with complete raw events, and lists the differences. There
 * should be none, because both are written in one transaction.
 */
export function verifyEngagement(connection: Connection, now: number): EngagementVerification {
  const from = Math.max(dayOf(now) - DAYS_MAX, readEventsFrom(connection) ?? 0);
  const events = connection.get<{ n: number }>(`WITH ${RECENT} SELECT count(*) AS n FROM recent`, from)?.n ?? 0;
  const drift = connection.snapshot(() => COMPARISONS.flatMap((comparison) => compare(connection, comparison, from)));
  return { events, fromDay: toDayText(from), drift };
}

interface Amounts {
  readonly key: readonly number[];
  readonly stored: number[];
  readonly recomputed: number[];
}

function compare(connection: Connection, comparison: Comparison, from: number): EngagementDrift[] {
  const { amounts, toText } = comparison;
  const byKey = new Map<string, Amounts>();
  const rowOf = (key: readonly number[]): Amounts => {
    const text = key.join(" ");
    const row = byKey.get(text) ?? { key, stored: amounts.map(() => 0), recomputed: amounts.map(() => 0) };
    byKey.set(text, row);
    return row;
  };
  for (const row of connection.rows(`WITH ${RECENT} ${comparison.stored}`, from)) add(rowOf(row.slice(0, -amounts.length)).stored, row);
  for (const row of eventRows(connection, comparison, from)) add(rowOf(row.slice(0, -amounts.length)).recomputed, row);
  return [...byKey.values()]
    .flatMap(({ key, stored, recomputed }) =>
      amounts.flatMap((of, at) => {
        const [rolledUp = 0, counted = 0] = [stored[at], recomputed[at]];
        const isRight = of === REPEATS_BOUND ? rolledUp <= counted : rolledUp === counted;
        return isRight ? [] : [{ what: `${toText(key)}: ${of}`, stored: rolledUp, recomputed: counted }];
      }),
    )
    .slice(0, DRIFT_LIMIT);
}

/** The last columns of a row are its amounts. */
function add(amounts: number[], row: readonly number[]): void {
  for (let at = 0; at < amounts.length; at += 1) amounts[at] = (amounts[at] ?? 0) + (row[row.length - amounts.length + at] ?? 0);
}

function* eventRows(connection: Connection, { events, distinct = false }: Comparison, from: number): Iterable<readonly number[]> {
  const seen = new Set<string>();
  for (const row of connection.rows(`WITH ${RECENT} ${events}`, from)) {
    if (!distinct) yield row;
    else {
      const text = row.join(" ");
      if (seen.has(text)) continue;
      seen.add(text);
      // The counts are not part of the key.
      yield row.toSpliced(-2, 1);
    }
  }
}

function number(type: (typeof ENGAGEMENT_TYPES)[number]): number {
  return ENGAGEMENT_TYPES.indexOf(type);
}
