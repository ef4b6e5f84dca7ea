import type { Connection } from "./connection.ts";

/** The tables that are counted up, by what their rows are counted by. */
export type Rollup = "day" | "hour" | "read" | "dropped";

/** One step of a row: its key (whole numbers) and what is added. `extra`: visitors, or active time. */
export interface Increment {
  rollup: Rollup;
  key: readonly number[];
  extra: number;
}

const SQL: Record<Rollup, string> = {
  day: `INSERT INTO rollup_day (day, dimension, label_id, type, count, visitors) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, visitors = visitors + excluded.visitors`,
  hour: `INSERT INTO rollup_hour (hour, type, count, visitors) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, visitors = visitors + excluded.visitors`,
  read: `INSERT INTO rollup_read (day, label_id, tenth, count, active_ms) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, active_ms = active_ms + excluded.active_ms`,
  dropped: `INSERT INTO dropped_day (day, reason, count) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`,
};

/** Adds up what the records of one transaction count, and writes each row once before its commit: half of the work of an event otherwise. */
export interface Rollups {
  /** Called last in a record's work: what a failed record would have counted never gets here. */
  add(increments: readonly Increment[]): void;
  /** In the transaction, before its commit. */
  flush(): void;
  /** The transaction was rolled back. */
  forget(): void;
}

export function createRollups(connection: Connection): Rollups {
  const pending = new Map<string, { rollup: Rollup; key: readonly number[]; count: number; extra: number }>();
  return {
    add: (increments) => {
      for (const { rollup, key, extra } of increments) {
        const name = `${rollup} ${key.join(" ")}`;
        const sum = pending.get(name);
        if (sum === undefined) pending.set(name, { rollup, key, count: 1, extra });
        else {
          sum.count += 1;
          sum.extra += extra;
        }
      }
    },
    flush: () => {
      for (const { rollup, key, count, extra } of pending.values()) {
        if (rollup === "dropped") connection.run(SQL.dropped, ...key, count);
        else connection.run(SQL[rollup], ...key, count, extra);
      }
      pending.clear();
    },
    forget: () => pending.clear(),
  };
}
