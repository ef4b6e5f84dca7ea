import { DAY_MS, dayOf } from "../days.ts";
import type { Connection } from "./connection.ts";
import type { DailyQuota, QuotaRefusal } from "./types.ts";

/** Quotas that many records of one transaction use: read once, added up, and written once before its commit. */
export interface QuotaSums {
  /** Uses `cost` of the quota up, or nothing of it where there is no room for all. Called last in a record's work, as `Rollups.add`. */
  use(quota: DailyQuota, cost: number, now: number): QuotaRefusal | null;
  /** In the transaction, before its commit. */
  flush(): void;
  /** The transaction was rolled back. */
  forget(): void;
}

export function createQuotaSums(connection: Connection): QuotaSums {
  const sums = new Map<string, { day: number; key: string; stored: number; added: number }>();
  return {
    use: ({ key, limit }, cost, now) => {
      const day = dayOf(now);
      const name = `${day} ${key}`;
      let sum = sums.get(name);
      if (sum === undefined) {
        sum = { day, key, stored: readUsed(connection, day, key), added: 0 };
        sums.set(name, sum);
      }
      if (sum.stored + sum.added + cost > limit) return refuse(key, limit, now);
      sum.added += cost;
      return null;
    },
    flush: () => {
      for (const { day, key, added } of sums.values()) if (added > 0) addUsed(connection, day, key, added);
      sums.clear();
    },
    forget: () => sums.clear(),
  };
}

/** Uses each quota up by one, or none of them if one is used up. Inside the transaction of what it is for. */
export function useQuotas(connection: Connection, quotas: readonly DailyQuota[], now: number): QuotaRefusal | null {
  const day = dayOf(now);
  for (const { key, limit } of quotas) {
    if (readUsed(connection, day, key) >= limit) return refuse(key, limit, now);
  }
  for (const { key } of quotas) addUsed(connection, day, key, 1);
  return null;
}

function readUsed(connection: Connection, day: number, key: string): number {
  return connection.get<{ used: number }>("SELECT used FROM quota WHERE day = ? AND key = ?", day, key)?.used ?? 0;
}

function addUsed(connection: Connection, day: number, key: string, added: number): void {
  const sql = "INSERT INTO quota (day, key, used) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used";
  connection.run(sql, day, key, added);
}

function refuse(key: string, limit: number, now: number): QuotaRefusal {
  return { kind: "quota", key, limit, retryAfterMs: (dayOf(now) + 1) * DAY_MS - now };
}
