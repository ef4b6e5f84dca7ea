import { DAY_MS, toDayText } from "../../../../days.ts";
import { ENGAGEMENT_TYPES, type EngagementStore, type PostReferrers } from "../../../engagement-types.ts";
import { readEventsFrom } from "../../database/meta.ts";
import type { Connection, StoreContext } from "../../store-context.ts";
import { IDS_PER_MS } from "../engagement-layout.ts";
import { splitPeriod } from "../month-rollups.ts";
import { readUtcDays, toUtcDays } from "../site-days.ts";
import { OF_TYPES, typeValues } from "./engagement-reports.ts";

/** Raw events to add up at once, because an open statement would block writes: some 5 ms. */
const CHUNK_EVENTS = 20_000;
/** The most raw events to read, newest first. It bounds the cost of a page, whatever is kept. */
const EVENTS_MAX = 400_000;
const TOP_LIMIT = 20;
const IDS_A_DAY = DAY_MS * IDS_PER_MS;

type ReferrersQuery = Parameters<EngagementStore["postReferrers"]>[0];

/**
 * Adds up the referrers of one document from raw events. Roll-ups have no pairs of a document and a
 * referrer: strangers could make up too many.
 */
export async function readPostReferrers(
  { connection, clock, read }: StoreContext,
  { slug, limit = TOP_LIMIT, ...query }: ReferrersQuery,
): Promise<PostReferrers> {
  const label = await read(() => connection.get<{ id: number }>("SELECT id FROM label WHERE text = ?", slug)?.id ?? null);
  const { from, to } = toUtcDays(query, clock());
  const first = Math.max(from, await read(() => readEventsFrom(connection) ?? 0));
  const counts = new Map<number | null, number>();
  let end = (Math.min(to, Math.floor(Number.MAX_SAFE_INTEGER / IDS_A_DAY) - 1) + 1) * IDS_A_DAY;
  let left = label === null ? 0 : EVENTS_MAX;
  let complete = first;
  while (left > 0) {
    const chunk = await read(() => readChunk(connection, { label: label ?? 0, start: first * IDS_A_DAY, end }));
    for (const { referrer, count } of chunk.rows) counts.set(referrer, (counts.get(referrer) ?? 0) + count);
    if (chunk.events < CHUNK_EVENTS || chunk.oldest === null) break;
    end = chunk.oldest;
    left -= chunk.events;
    // The day that the last chunk divides is not complete.
    if (left <= 0) complete = Math.floor(end / IDS_A_DAY) + 1;
  }
  const direct = counts.get(null) ?? 0;
  counts.delete(null);
  const ids = [...counts].sort((one, other) => other[1] - one[1]).slice(0, limit);
  const texts = await read(() => readTexts(connection, ids));
  return {
    referrers: ids.flatMap(([id, count]) => (id === null ? [] : [{ value: texts.get(id) ?? "", count }])),
    direct,
    fromDay: toDayText(Math.min(complete, to)),
  };
}

interface Chunk {
  readonly label: number;
  /** Ids of events: `start` inclusive, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

const VIEWS = ["post_view", "document_view"].map((type) => ENGAGEMENT_TYPES.indexOf(type as "post_view")).join(", ");

function readChunk(connection: Connection, { label, start, end }: Chunk) {
  const of = `(SELECT id, type, slug_id, referrer_id FROM event WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ${CHUNK_EVENTS})`;
  const bounds = connection.get<{ events: number; oldest: number | null }>(
    `SELECT count(*) AS events, min(id) AS oldest FROM ${of}`,
    start,
    end,
  );
  const rows = connection.all<{ referrer: number | null; count: number }>(
    `SELECT referrer_id AS referrer, count(*) AS count FROM ${of} WHERE slug_id = ? AND type IN (${VIEWS}) GROUP BY referrer_id`,
    start,
    end,
    label,
  );
  return { events: bounds?.events ?? 0, oldest: bounds?.oldest ?? null, rows };
}

function readTexts(connection: Connection, ids: readonly (readonly [number | null, number])[]): Map<number, string> {
  const list = JSON.stringify(ids.map(([id]) => id));
  const rows = connection.all<{ id: number; text: string }>(
    "SELECT id, text FROM label WHERE id IN (SELECT value FROM json_each(?))",
    list,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

type DirectQuery = Parameters<EngagementStore["direct"]>[0];

/** Records without a referrer: all of these types, less those that have one. */
export function readDirect(connection: Connection, { types, ...query }: DirectQuery, now: number): number {
  const { from, to } = toUtcDays(query, now);
  const period = splitPeriod(connection, from, to);
  const numbers = types.map((type) => ENGAGEMENT_TYPES.indexOf(type));
  const all = readUtcDays(connection, period).reduce((sum, { type, count }) => sum + (numbers.includes(type) ? count : 0), 0);
  const referred = connection.get<{ n: number | null }>(
    `SELECT sum(count) AS n FROM ${OF_TYPES}`,
    ...typeValues("referrer", types, period),
  );
  return Math.max(0, all - (referred?.n ?? 0));
}
