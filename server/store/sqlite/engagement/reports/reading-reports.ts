import type { EngagementSummary } from "../../../engagement-types.ts";
import type { Connection } from "../../store-context.ts";
import { type PeriodRows, TENTHS } from "../month-rollups.ts";

interface ReadingRow {
  readonly labelId: number;
  readonly tenth: number;
  readonly count: number;
  readonly activeMs: number;
}

export function readReading(connection: Connection, { months, days }: PeriodRows): EngagementSummary["readThrough"] {
  const ofDays = connection.all<ReadingRow>(
    `SELECT label_id AS labelId, tenth, sum(count) AS count, sum(active_ms) AS activeMs
     FROM (SELECT value AS given FROM json_each(?)) CROSS JOIN rollup_read ON day = given GROUP BY label_id, tenth`,
    days,
  );
  const posts = Map.groupBy([...readMonthsReading(connection, months), ...ofDays], ({ labelId }) => labelId);
  const texts = connection.all<{ id: number; text: string }>(
    "SELECT id, text FROM label WHERE id IN (SELECT value FROM json_each(?)) ORDER BY text",
    JSON.stringify([...posts.keys()]),
  );
  return texts.map(({ id, text }) => ({ slug: text, ...sumReading(posts.get(id) ?? []) }));
}

/**
 * A month's row contains all tenths. Separate rows would make up four fifths of the rows that a
 * yearly report reads.
 */
function readMonthsReading(connection: Connection, months: string): ReadingRow[] {
  const rows = connection.all<{ labelId: number; activeMs: number } & Readonly<Record<string, number>>>(
    `SELECT label_id AS labelId, ${TENTHS.map((tenth) => `sum(tenth_${tenth}) AS tenth_${tenth}`).join(", ")}, sum(active_ms) AS activeMs
     FROM read_month WHERE month IN (SELECT value FROM json_each(?)) GROUP BY label_id`,
    months,
  );
  return rows.flatMap((row) =>
    TENTHS.map((tenth) => ({
      labelId: row.labelId,
      tenth,
      count: row[`tenth_${tenth}`] ?? 0,
      // Counted once, not for each tenth.
      activeMs: tenth === 0 ? row.activeMs : 0,
    })),
  );
}

export function sumReading(
  rows: readonly { tenth: number; count: number; activeMs: number }[],
): Omit<EngagementSummary["readThrough"][number], "slug"> {
  const tenths = TENTHS.map(() => 0);
  let [count, activeMs] = [0, 0];
  for (const row of rows) {
    tenths[row.tenth] = (tenths[row.tenth] ?? 0) + row.count;
    count += row.count;
    activeMs += row.activeMs;
  }
  return { tenths, count, meanActiveMs: count === 0 ? 0 : Math.round(activeMs / count) };
}
