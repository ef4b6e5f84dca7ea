import { DAY_MS, dayOf } from "../../days.ts";
import type { DailyQuota, QuotaRefusal, StoredRates } from "../request-types.ts";
import type { UsedUpTotal } from "../store.ts";
import { StoreUnavailable } from "../store-errors.ts";
import type { Connection, Quotas } from "./store-context.ts";

/**
 * Prefix of extra rows in `quota`: the limit that a total reached, and how many writes were refused
 * because of it. The command line reads them, because it does not know the server's limits. No
 * quota's key contains a space.
 */
const REACHED = "reached ";
const REFUSED = "refused ";

export interface QuotaOptions {
  /** Called when a total is reached, in that transaction. */
  readonly onUsedUp?: ((total: UsedUpTotal) => void) | undefined;
  /**
   * Whether each row is billed. Refused writes are then only stored when their number has doubled,
   * so that they do not use up the rows of a day. Default false.
   */
  readonly billsRows?: boolean | undefined;
}

export function createQuotas(connection: Connection, clock: () => number, notes: QuotaNotes): Quotas {
  return {
    use: (quotas, now) => {
      const day = dayOf(now);
      const used = quotas.map(({ key }) => readUsed(connection, day, key));
      const full = quotas.find(({ limit }, index) => (used[index] ?? 0) >= limit);
      if (full !== undefined) {
        notes.noteRefused(day, full, 1);
        return refuse(full, now);
      }
      for (const [index, quota] of quotas.entries()) {
        addUsed(connection, day, quota.key, 1);
        if ((used[index] ?? 0) + 1 >= quota.limit) notes.noteReached(day, quota);
      }
      return null;
    },
    usedUp: () =>
      notes.withUnstored(
        dayOf(clock()),
        connection.all<UsedUpTotal>(
          `SELECT substr(reached.key, ${REACHED.length + 1}) AS key, reached.used AS "limit", coalesce(refused.used, 0) AS refused
           FROM quota AS reached
           JOIN quota AS total ON total.day = reached.day AND total.key = substr(reached.key, ${REACHED.length + 1})
           LEFT JOIN quota AS refused ON refused.day = reached.day AND refused.key = '${REFUSED}' || total.key
           WHERE reached.day = ? AND reached.key GLOB '${REACHED}*' AND total.used <= reached.used ORDER BY 1`,
          dayOf(clock()),
        ),
      ),
    used: (keys) => new Map(keys.map((key) => [key, readUsed(connection, dayOf(clock()), key)])),
  };
}

/**
 * Quotas used by many records of one transaction: read once, added up, and written once before its
 * commit.
 */
export interface QuotaSums {
  /**
   * Uses `cost` of the quota, or nothing if there is not enough left. Called last in a record's
   * work, like `Rollups.add`.
   */
  use(quota: DailyQuota, cost: number, now: number): QuotaRefusal | null;
  /** Runs in the transaction, before its commit. */
  flush(): void;
  /** Called after a rollback. */
  forget(): void;
}

interface Sum {
  readonly day: number;
  readonly quota: DailyQuota;
  readonly stored: number;
  added: number;
  refused: number;
}

export function createQuotaSums(connection: Connection, notes: QuotaNotes): QuotaSums {
  const sums = new Map<string, Sum>();
  return {
    use: (quota, cost, now) => {
      const day = dayOf(now);
      const name = `${day} ${quota.key}`;
      let sum = sums.get(name);
      if (sum === undefined) {
        sum = { day, quota, stored: readUsed(connection, day, quota.key), added: 0, refused: 0 };
        sums.set(name, sum);
      }
      if (sum.stored + sum.added + cost > quota.limit) {
        // The record fails, but this count stays.
        sum.refused += cost;
        return refuse(quota, now);
      }
      sum.added += cost;
      return null;
    },
    flush: () => {
      for (const { day, quota, stored, added, refused } of sums.values()) {
        if (added > 0) addUsed(connection, day, quota.key, added);
        if (refused > 0) notes.noteRefused(day, quota, refused);
        else if (added > 0 && stored + added >= quota.limit) notes.noteReached(day, quota);
      }
      sums.clear();
    },
    forget: () => sums.clear(),
  };
}

export type QuotaNotes = ReturnType<typeof createQuotaNotes>;

/** Stores which totals are used up, and how many writes they refuse. */
export function createQuotaNotes(connection: Connection, { onUsedUp = () => {}, billsRows = false }: QuotaOptions) {
  /** Refused writes of a day that are not stored yet, by total. */
  let unstored = { day: 0, refused: new Map<string, number>() };
  const noteReached = (day: number, { key, limit, isTotal = false }: DailyQuota): void => {
    if (!isTotal) return;
    const sql = `INSERT INTO quota (day, key, used) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = excluded.used WHERE used <> excluded.used`;
    if (connection.run(sql, day, REACHED + key, limit) > 0) onUsedUp({ key, limit, refused: 0 });
  };
  const noteRefused = (day: number, quota: DailyQuota, count: number): void => {
    if (quota.isTotal !== true) return;
    noteReached(day, quota);
    if (unstored.day !== day) unstored = { day, refused: new Map() };
    const key = REFUSED + quota.key;
    const added = (unstored.refused.get(quota.key) ?? 0) + count;
    const isStored = !billsRows || added >= readUsed(connection, day, key);
    if (isStored) addUsed(connection, day, key, added);
    unstored.refused.set(quota.key, isStored ? 0 : added);
  };
  const withUnstored = (day: number, totals: readonly UsedUpTotal[]): UsedUpTotal[] =>
    totals.map((total) => ({ ...total, refused: total.refused + (unstored.day === day ? (unstored.refused.get(total.key) ?? 0) : 0) }));
  return { noteReached, noteRefused, withUnstored };
}

function readUsed(connection: Connection, day: number, key: string): number {
  return connection.get<{ used: number }>("SELECT used FROM quota WHERE day = ? AND key = ?", day, key)?.used ?? 0;
}

function addUsed(connection: Connection, day: number, key: string, added: number): void {
  const sql = "INSERT INTO quota (day, key, used) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used";
  connection.run(sql, day, key, added);
}

function refuse({ key, limit }: DailyQuota, now: number): QuotaRefusal {
  return { kind: "quota", key, limit, retryAfterMs: (dayOf(now) + 1) * DAY_MS - now };
}

/**
 * Each change is written immediately, as one row, outside the queue. The request itself is stored
 * by then, so a change that cannot be written (a copy has begun, the day's rows are used up) does
 * not fail its answer.
 */
export function createRateTable(connection: Connection): StoredRates {
  return {
    get: (key) => connection.get<{ tat: number }>("SELECT tat FROM rate_state WHERE key = ?", key)?.tat,
    set: (key, tat) => {
      try {
        connection.run("INSERT INTO rate_state (key, tat) VALUES (?, ?) ON CONFLICT DO UPDATE SET tat = excluded.tat", key, tat);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    },
  };
}
