import { fromDayText, HOUR_MS, toDayText } from "../../../days.ts";
import {
  DIMENSIONS,
  type Dimension,
  DROP_REASONS,
  ENGAGEMENT_TYPES,
  type EngagementExportRow,
  type EngagementStore,
  type EngagementSummary,
  type EngagementType,
  type HourRow,
} from "../../engagement-types.ts";
import type { Connection } from "../database/connection.ts";
import type { StoreContext } from "../store-context.ts";
import { IDS_PER_MS } from "./engagement-layout.ts";

/** Values of each dimension in a summary, unless asked otherwise. */
const TOP_LIMIT = 20;
/** Raw events read at once: an open statement would keep writes waiting. */
const EXPORT_CHUNK = 1_000;
const HOURS_A_DAY = 24;

type SummaryQuery = Parameters<EngagementStore["summary"]>[0];
type HoursQuery = Parameters<EngagementStore["hours"]>[0];

export function readSummary(connection: Connection, query: SummaryQuery): EngagementSummary {
  const [from, to] = [fromDayText(query.fromDay), fromDayText(query.toDay)];
  const days = connection.all<{ day: number; type: number; count: number; visitors: number }>(
    `SELECT hour / ${HOURS_A_DAY} AS day, type, sum(count) AS count, sum(visitors) AS visitors FROM rollup_hour
     WHERE hour BETWEEN ? AND ? GROUP BY 1, 2 ORDER BY 1, 2`,
    from * HOURS_A_DAY,
    to * HOURS_A_DAY + HOURS_A_DAY - 1,
  );
  const visitors = new Map<number, number>();
  for (const row of days) visitors.set(row.day, (visitors.get(row.day) ?? 0) + row.visitors);
  return {
    days: days.map(({ day, type, count }) => ({ day: toDayText(day), type: toType(type), count })),
    visitors: [...visitors].map(([day, unique]) => ({ day: toDayText(day), visitors: unique })),
    top: readTop(connection, from, to, query.limit ?? TOP_LIMIT),
    readThrough: readReading(connection, from, to),
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

function readTop(connection: Connection, from: number, to: number, limit: number): EngagementSummary["top"] {
  const read = (dimension: Dimension): EngagementSummary["top"][Dimension] =>
    connection
      .all<{ value: string; type: number; count: number; visitors: number }>(
        `SELECT label.text AS value, type, sum(count) AS count, sum(visitors) AS visitors
         FROM rollup_day JOIN label ON label.id = label_id WHERE dimension = ? AND day BETWEEN ? AND ?
         GROUP BY label_id, type ORDER BY count DESC, value, type LIMIT ?`,
        DIMENSIONS.indexOf(dimension),
        from,
        to,
        limit,
      )
      .map((row) => ({ ...row, type: toType(row.type) }));
  return {
    path: read("path"),
    slug: read("slug"),
    referrer: read("referrer"),
    outbound: read("outbound"),
    share: read("share"),
    cta: read("cta"),
  };
}

function readReading(connection: Connection, from: number, to: number): EngagementSummary["readThrough"] {
  const rows = connection.all<{ slug: string; tenth: number; count: number; activeMs: number }>(
    `SELECT label.text AS slug, tenth, sum(count) AS count, sum(active_ms) AS activeMs FROM rollup_read JOIN label ON label.id = label_id
     WHERE day BETWEEN ? AND ? GROUP BY label_id, tenth ORDER BY slug, tenth`,
    from,
    to,
  );
  const posts = new Map<string, { tenths: number[]; count: number; activeMs: number }>();
  for (const row of rows) {
    const post = posts.get(row.slug) ?? { tenths: new Array<number>(11).fill(0), count: 0, activeMs: 0 };
    post.tenths[row.tenth] = row.count;
    post.count += row.count;
    post.activeMs += row.activeMs;
    posts.set(row.slug, post);
  }
  return [...posts].map(([slug, { tenths, count, activeMs }]) => ({ slug, tenths, count, meanActiveMs: Math.round(activeMs / count) }));
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

const EVENTS_SQL = `
SELECT event.id, type, path.text AS path, slug.text AS slug, referrer.text AS referrer, target.text AS target, value, active_ms AS activeMs
FROM event LEFT JOIN label AS path ON path.id = path_id LEFT JOIN label AS slug ON slug.id = slug_id
  LEFT JOIN label AS referrer ON referrer.id = referrer_id LEFT JOIN label AS target ON target.id = target_id
WHERE event.id > ? AND event.id < ? ORDER BY event.id LIMIT ${EXPORT_CHUNK}`;

export async function* readEvents(
  connection: Connection,
  read: StoreContext["read"],
  { from = 0, to = Number.MAX_SAFE_INTEGER / IDS_PER_MS }: { from?: number; to?: number },
): AsyncIterableIterator<EngagementExportRow> {
  const end = Math.min(to * IDS_PER_MS + IDS_PER_MS, Number.MAX_SAFE_INTEGER);
  for (let last = from * IDS_PER_MS - 1; ; ) {
    const chunk = await read(() =>
      connection.all<Omit<EngagementExportRow, "at" | "type"> & { id: number; type: number }>(EVENTS_SQL, last, end),
    );
    for (const { id, type, ...row } of chunk) yield { at: Math.floor(id / IDS_PER_MS), type: toType(type), ...row };
    if (chunk.length < EXPORT_CHUNK) return;
    last = chunk.at(-1)?.id ?? end;
  }
}

function toType(number: number): EngagementType {
  const type = ENGAGEMENT_TYPES[number];
  if (type === undefined) throw new Error(`the database knows an engagement type ${number} that this program does not: update octavo`);
  return type;
}
