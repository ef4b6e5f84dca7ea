import type { StoredRates } from "../request-types.ts";
import type { Connection } from "./store-context.ts";

/**
 * Each change is written at once, outside the queue: whether a request is admitted must be known
 * before its write. One row written for each.
 */
export function createRateTable(connection: Connection): StoredRates {
  return {
    get: (key) => connection.get<{ tat: number }>("SELECT tat FROM rate_state WHERE key = ?", key)?.tat,
    set: (key, tat) =>
      void connection.run("INSERT INTO rate_state (key, tat) VALUES (?, ?) ON CONFLICT DO UPDATE SET tat = excluded.tat", key, tat),
  };
}
