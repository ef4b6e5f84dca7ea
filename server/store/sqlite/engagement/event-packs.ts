import { DAY_MS, dayOf } from "../../../days.ts";
import type { Connection } from "../store-context.ts";

/** Maximum number of packs per day. A pack's id is its day × this + a number. */
const PACKS_A_DAY = 16_777_216;
/** Number of packs to read at once. An open statement would block writes. */
const READ_CHUNK = 64;

/** A raw event. Labels, types and `firsts` are numbers, as in the database. */
export interface PackedEvent {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** An index into ENGAGEMENT_TYPES. */
  readonly type: number;
  /**
   * Bit 1: the visitor's first view of the subject that day. Bit 2: the first view of the site. An
   * event contains no visitor key, so nothing links two events of the same visitor.
   */
  readonly firsts: number;
  readonly path: number | null;
  readonly slug: number | null;
  readonly referrer: number | null;
  readonly target: number | null;
  readonly value: number | null;
  readonly activeMs: number | null;
}

/**
 * Raw events of one transaction. Each UTC day among them becomes one row, because the hosts of some
 * engines bill rows, and one insert costs less than many.
 */
export interface EventPacks {
  /** @throws RangeError for an amount that is not a whole number from 0; only its record fails */
  add(event: PackedEvent): void;
  /** How many events the transaction has added. */
  readonly pending: number;
  /** Called after a failed record: removes all but the first `pending` events. */
  revert(pending: number): void;
  /** Runs in the transaction, before its commit. */
  flush(): void;
  /** Called after a rollback. */
  forget(): void;
}

const INSERT_SQL = `INSERT INTO event_pack (id, events)
  VALUES (coalesce((SELECT id FROM event_pack WHERE id > ? AND id < ? ORDER BY id DESC LIMIT 1), ?) + 1, ?)`;

export function createEventPacks(connection: Connection): EventPacks {
  const events: PackedEvent[] = [];
  return {
    add: (event) => {
      assertAmounts(event);
      events.push(event);
    },
    get pending() {
      return events.length;
    },
    revert: (pending) => {
      events.length = pending;
    },
    flush: () => {
      const days = new Map<number, string>();
      for (const event of events) {
        const day = dayOf(event.at);
        const before = days.get(day);
        days.set(day, before === undefined ? pack(event) : `${before},${pack(event)}`);
      }
      for (const [day, packs] of days) {
        const { first, end } = packIds(day, day);
        connection.run(INSERT_SQL, first, end, first, `[${packs}]`);
      }
      events.length = 0;
    },
    forget: () => {
      events.length = 0;
    },
  };
}

/** @throws RangeError */
export function assertAmounts({ value, activeMs }: Pick<PackedEvent, "value" | "activeMs">): void {
  assertAmount("value", value);
  assertAmount("activeMs", activeMs);
}

function assertAmount(name: string, amount: number | null): void {
  if (amount !== null && !(Number.isSafeInteger(amount) && amount >= 0))
    throw new RangeError(`${name} of an event is ${amount}: want a whole number from 0`);
}

/** An array without the nulls at its end. Labels start at 1, so 0 means none. */
function pack({ at, type, firsts, path, slug, referrer, target, value, activeMs }: PackedEvent): string {
  const fields = `[${at - dayOf(at) * DAY_MS},${type},${firsts},${path ?? 0},${slug ?? 0}`;
  if (value === null && activeMs === null) {
    if (target !== null) return `${fields},${referrer ?? 0},${target}]`;
    return referrer === null ? `${fields}]` : `${fields},${referrer}]`;
  }
  return `${fields},${referrer ?? 0},${target ?? 0},${value},${activeMs}]`;
}

/** Ids of the packs of these days, both inclusive. `first` is below all of them, `end` above. */
export function packIds(fromDay: number, toDay: number): { first: number; end: number } {
  return { first: fromDay * PACKS_A_DAY, end: (toDay + 1) * PACKS_A_DAY };
}

/** Returns the oldest UTC day that has raw events. Returns null if no day has any. */
export function findFirstDay(connection: Connection): number | null {
  const id = connection.get<{ id: number | null }>("SELECT min(id) AS id FROM event_pack")?.id ?? null;
  return id === null ? null : Math.floor(id / PACKS_A_DAY);
}

/** The events of one row. */
export interface EventPack {
  readonly id: number;
  readonly day: number;
  readonly events: readonly PackedEvent[];
}

export interface PackRange {
  readonly first: number;
  readonly end: number;
  readonly isNewestFirst?: boolean;
}

/**
 * The next packs of a range; fewer than a chunk at its end. Continue after the last one with
 * `afterPacks`.
 */
export function readPacks(connection: Connection, { first, end, isNewestFirst = false }: PackRange): EventPack[] {
  return connection
    .all<{ id: number; events: string }>(
      `SELECT id, events FROM event_pack WHERE id > ? AND id < ? ORDER BY id ${isNewestFirst ? "DESC" : ""} LIMIT ${READ_CHUNK}`,
      first,
      end,
    )
    .map(({ id, events }) => toPack(id, events));
}

/** The rest of a range, after these packs; null if nothing is left. */
export function afterPacks(range: PackRange, packs: readonly EventPack[]): PackRange | null {
  const last = packs.at(-1);
  if (last === undefined || packs.length < READ_CHUNK) return null;
  return range.isNewestFirst === true ? { ...range, end: last.id } : { ...range, first: last.id };
}

type Fields = [number, number, number, number, number, number?, number?, (number | null)?, (number | null)?];

function toPack(id: number, text: string): EventPack {
  const day = Math.floor(id / PACKS_A_DAY);
  const start = day * DAY_MS;
  const events = (JSON.parse(text) as Fields[]).map(
    ([ms, type, firsts, path, slug, referrer = 0, target = 0, value = null, activeMs = null]): PackedEvent => ({
      ...{ at: start + ms, type, firsts, path: toLabel(path), slug: toLabel(slug), referrer: toLabel(referrer) },
      ...{ target: toLabel(target), value, activeMs },
    }),
  );
  return { id, day, events };
}

function toLabel(number: number): number | null {
  return number === 0 ? null : number;
}

/** How many events the packs of a range hold. */
export function countEvents(connection: Connection, { first, end }: PackRange): number {
  const sql = "SELECT coalesce(sum(json_array_length(events)), 0) AS n FROM event_pack WHERE id > ? AND id < ?";
  return connection.get<{ n: number }>(sql, first, end)?.n ?? 0;
}

/**
 * Deletes some packs of a range inside a transaction.
 * @param most maximum number of packs to delete
 */
export function deletePacks(connection: Connection, { first, end }: PackRange, most: number): { packs: number; events: number } {
  const rows = connection.all<{ id: number; n: number }>(
    `SELECT id, json_array_length(events) AS n FROM event_pack WHERE id > ? AND id < ? ORDER BY id LIMIT ${most}`,
    first,
    end,
  );
  const last = rows.at(-1);
  if (last !== undefined) connection.run("DELETE FROM event_pack WHERE id > ? AND id <= ?", first, last.id);
  return { packs: rows.length, events: rows.reduce((sum, { n }) => sum + n, 0) };
}
