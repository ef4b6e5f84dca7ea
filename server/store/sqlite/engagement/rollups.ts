import type { Connection } from "../store-context.ts";

/** The roll-up tables, named by the key of their rows. */
export type Rollup = "day" | "hour" | "read" | "dropped" | "empty-search";

/**
 * A change to one row: its key (whole numbers) and the amounts to add. `extra` is visitors, or
 * active time.
 */
export interface Increment {
  rollup: Rollup;
  key: readonly number[];
  extra: number;
  /**
   * Views that repeat another view of the day. Null if unknown, which makes the sum unknown too.
   */
  repeats: number | null;
}

/**
 * Updates come first, because the row nearly always exists, and unlike an upsert, an update need
 * not check foreign keys.
 */
const UPDATE: Record<Rollup, string> = {
  day: "UPDATE rollup_day SET count = count + ?, visitors = visitors + ?, repeats = repeats + ? WHERE day = ? AND dimension = ? AND label_id = ? AND type = ?",
  hour: "UPDATE rollup_hour SET count = count + ?, visitors = visitors + ?, repeats = repeats + ? WHERE hour = ? AND type = ?",
  read: "UPDATE rollup_read SET count = count + ?, active_ms = active_ms + ? WHERE day = ? AND label_id = ? AND tenth = ?",
  dropped: "UPDATE dropped_day SET count = count + ? WHERE day = ? AND reason = ?",
  "empty-search": "UPDATE empty_search_day SET count = count + ? WHERE day = ?",
};
const INSERT: Record<Rollup, string> = {
  day: "INSERT INTO rollup_day (count, visitors, repeats, day, dimension, label_id, type) VALUES (?, ?, ?, ?, ?, ?, ?)",
  hour: "INSERT INTO rollup_hour (count, visitors, repeats, hour, type) VALUES (?, ?, ?, ?, ?)",
  read: "INSERT INTO rollup_read (count, active_ms, day, label_id, tenth) VALUES (?, ?, ?, ?, ?)",
  dropped: "INSERT INTO dropped_day (count, day, reason) VALUES (?, ?, ?)",
  "empty-search": "INSERT INTO empty_search_day (count, day) VALUES (?, ?)",
};

const HAS_EXTRA: ReadonlySet<Rollup> = new Set(["day", "hour", "read"]);
const HAS_REPEATS: ReadonlySet<Rollup> = new Set(["day", "hour"]);

/**
 * Adds up the counts of one transaction and writes each row once before the commit. Otherwise these
 * writes would be half of an event's work.
 */
export interface Rollups {
  /** Called last in a record's work, so that a failed record counts nothing. */
  add(increments: readonly Increment[]): void;
  /** Runs in the transaction, before its commit. */
  flush(): void;
  /** Called after a rollback. */
  forget(): void;
}

export function createRollups(connection: Connection): Rollups {
  const pending = new Map<string, { rollup: Rollup; key: readonly number[]; count: number; extra: number; repeats: number | null }>();
  return {
    add: (increments) => {
      for (const { rollup, key, extra, repeats } of increments) {
        const name = `${rollup} ${key.join(" ")}`;
        const sum = pending.get(name);
        if (sum === undefined) pending.set(name, { rollup, key, count: 1, extra, repeats });
        else {
          sum.count += 1;
          sum.extra += extra;
          sum.repeats = sum.repeats === null || repeats === null ? null : sum.repeats + repeats;
        }
      }
    },
    flush: () => {
      for (const { rollup, key, count, extra, repeats } of pending.values()) {
        const values = [count, ...(HAS_EXTRA.has(rollup) ? [extra] : []), ...(HAS_REPEATS.has(rollup) ? [repeats] : []), ...key];
        if (connection.run(UPDATE[rollup], ...values) === 0) connection.run(INSERT[rollup], ...values);
      }
      pending.clear();
    },
    forget: () => pending.clear(),
  };
}
