import type { Connection } from "./connection.ts";
import { DAY_MS, dayOf } from "./context.ts";
import type { DailyQuota, QuotaRefusal } from "./types.ts";

/** As `useQuotas`, for one that several rows use at once: one statement, since each record of engagement takes it. */
export function useQuota(connection: Connection, { key, limit }: DailyQuota, cost: number, now: number): QuotaRefusal | null {
  const day = dayOf(now);
  const used =
    cost <= limit &&
    connection.run(
      `INSERT INTO quota (day, key, used) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET used = used + excluded.used WHERE used + excluded.used <= ?`,
      day,
      key,
      cost,
      limit,
    ) > 0;
  return used ? null : refuse(key, limit, now);
}

/** Uses each quota up by one, or none of them if one is used up. Inside the transaction of what it is for. */
export function useQuotas(connection: Connection, quotas: readonly DailyQuota[], now: number): QuotaRefusal | null {
  const day = dayOf(now);
  for (const { key, limit } of quotas) {
    const used = connection.get<{ used: number }>("SELECT used FROM quota WHERE day = ? AND key = ?", day, key)?.used ?? 0;
    if (used >= limit) return refuse(key, limit, now);
  }
  for (const { key } of quotas) {
    connection.run("INSERT INTO quota (day, key, used) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET used = used + 1", day, key);
  }
  return null;
}

function refuse(key: string, limit: number, now: number): QuotaRefusal {
  return { kind: "quota", key, limit, retryAfterMs: (dayOf(now) + 1) * DAY_MS - now };
}
