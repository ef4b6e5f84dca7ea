import { toDayText } from "../../../../days.ts";
import { ENGAGEMENT_TYPES, type EngagementStore, type PostReferrers } from "../../../engagement-types.ts";
import { readEventsFrom } from "../../database/meta.ts";
import type { Connection, StoreContext } from "../../store-context.ts";
import { afterPacks, type PackedEvent, type PackRange, packIds, readPacks } from "../event-packs.ts";
import { readLabelTexts } from "../labels.ts";
import { splitPeriod } from "../month-rollups.ts";
import { readUtcDays, toUtcDays } from "../site-days.ts";
import { OF_TYPES, typeValues } from "./engagement-reports.ts";

/**
 * Largest number of raw events to read, newest first. It bounds the cost of a page, whatever the
 * retention.
 */
const EVENTS_MAX = 400_000;
const TOP_LIMIT = 20;
/** 31 December 9999. */
const LAST_DAY = 2_932_896;
const VIEWS: readonly number[] = ["post_view", "document_view"].map((type) => ENGAGEMENT_TYPES.indexOf(type as "post_view"));

type ReferrersQuery = Parameters<EngagementStore["postReferrers"]>[0];

/**
 * Adds up the referrers of one document from raw events. Roll-ups have no pairs of a document and a
 * referrer, because strangers could make up too many.
 */
export async function readPostReferrers(
  { connection, clock, read }: Pick<StoreContext, "connection" | "clock" | "read">,
  { slug, limit = TOP_LIMIT, ...query }: ReferrersQuery,
): Promise<PostReferrers> {
  const label = await read(() => connection.get<{ id: number }>("SELECT id FROM label WHERE text = ?", slug)?.id ?? null);
  const { from, to } = toUtcDays(query, clock());
  const first = Math.max(from, await read(() => readEventsFrom(connection) ?? 0));
  const counts = new Map<number | null, number>();
  let range: PackRange | null = label === null ? null : { ...packIds(first, Math.min(to, LAST_DAY)), isNewestFirst: true };
  let left = EVENTS_MAX;
  let complete = first;
  while (range !== null) {
    const of: PackRange = range;
    const packs = await read(() => readPacks(connection, of));
    for (const { events } of packs) countReferrers(counts, events, label);
    range = afterPacks(of, packs);
    left -= packs.reduce((sum, { events }) => sum + events.length, 0);
    if (left > 0) continue;
    // The day on which the last chunk ends may be incomplete.
    if (range !== null) complete = (packs.at(-1)?.day ?? first) + 1;
    break;
  }
  const direct = counts.get(null) ?? 0;
  counts.delete(null);
  const ids = [...counts].sort((one, other) => other[1] - one[1]).slice(0, limit);
  const texts = await read(() =>
    readLabelTexts(
      connection,
      ids.map(([id]) => id),
    ),
  );
  return {
    referrers: ids.flatMap(([id, count]) => (id === null ? [] : [{ value: texts.get(id) ?? "", count }])),
    direct,
    fromDay: toDayText(Math.min(complete, to)),
  };
}

function countReferrers(counts: Map<number | null, number>, events: readonly PackedEvent[], label: number | null): void {
  for (const { type, slug, referrer } of events)
    if (slug === label && VIEWS.includes(type)) counts.set(referrer, (counts.get(referrer) ?? 0) + 1);
}

type DirectQuery = Parameters<EngagementStore["direct"]>[0];

/** Records without a referrer: all records of these types, minus the ones that have a referrer. */
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
