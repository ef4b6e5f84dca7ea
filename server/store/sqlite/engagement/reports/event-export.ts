import { dayOf } from "../../../../days.ts";
import type { EngagementExportRow, EngagementStore } from "../../../engagement-types.ts";
import type { Connection, StoreContext } from "../../store-context.ts";
import { afterPacks, type PackedEvent, type PackRange, packIds, readPacks } from "../event-packs.ts";
import { readLabelTexts } from "../labels.ts";
import { toType } from "./engagement-reports.ts";

/**
 * Packs are in the order of their transactions, and a record is up to five minutes old when it
 * arrives. So an event's place is final once a later event is this many ms ahead, which is twice
 * that time.
 */
const LATE_MS = 600_000;
const LAST_DAY = dayOf(8_640_000_000_000_000);

/** Raw events in the order of their times, read in chunks so that other writes can run in between. */
export async function* readEvents(
  { connection, read }: Pick<StoreContext, "connection" | "read">,
  { from = 0, to = Number.POSITIVE_INFINITY }: NonNullable<Parameters<EngagementStore["events"]>[0]>,
): AsyncIterableIterator<EngagementExportRow> {
  let range: PackRange | null = packIds(Math.max(0, dayOf(from)), Math.min(LAST_DAY, dayOf(to)));
  let waiting: PackedEvent[] = [];
  while (range !== null) {
    const of: PackRange = range;
    const packs = await read(() => readPacks(connection, of));
    const found = packs.flatMap(({ events }) => events.filter(({ at }) => at >= from && at <= to));
    waiting = [...waiting, ...found].sort((one, other) => one.at - other.at);
    range = afterPacks(of, packs);
    const until = range === null ? Number.POSITIVE_INFINITY : (waiting.at(-1)?.at ?? 0) - LATE_MS;
    const end = waiting.findIndex(({ at }) => at > until);
    const ready = waiting.splice(0, end < 0 ? waiting.length : end);
    yield* await read(() => toRows(connection, ready));
  }
}

function toRows(connection: Connection, events: readonly PackedEvent[]): EngagementExportRow[] {
  const ids = new Set(events.flatMap(({ path, slug, referrer, target }) => [path, slug, referrer, target]));
  const texts = readLabelTexts(connection, ids);
  const textOf = (label: number | null): string | null => (label === null ? null : (texts.get(label) ?? null));
  return events.map(({ at, type, path, slug, referrer, target, value, activeMs }) => ({
    ...{ at, type: toType(type), path: textOf(path), slug: textOf(slug) },
    ...{ referrer: textOf(referrer), target: textOf(target), value, activeMs },
  }));
}
